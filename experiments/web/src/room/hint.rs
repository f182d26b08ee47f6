//! Hints: what a bot would do in the place of a person, of the actions that the person is shown.

use hinterhand_engine::dynamic::ActionNumber;
use hinterhand_players::games::LoadedGame;

use super::thought::{Opinion, Question};

/// An action by its word, the name of the reason for which it is good, and the points that belong to it.
pub(crate) type Why = (String, &'static str, Option<u8>);

/// Why the best of these actions is good, where counting the cards tells.
pub(crate) fn why(game: &LoadedGame, question: &Question, advised: &[Opinion]) -> Option<Why> {
    let first = advised.first()?;
    let (best, ..) = advised.iter().fold(first, |best, other| if other.1 > best.1 { other } else { best });
    let number = ActionNumber::new(question.words.iter().position(|word| word == best)?);
    let reason = game.methods().reason(&question.info_set, &question.legal, number)?;
    Some((best.clone(), reason.name(), reason.points()))
}

/// The legal actions that are shown, with their probabilities among these and their values; even ones where a
/// bot has not told any.
pub(crate) fn advised(words: &[String], shown: &[String], opinions: Option<&[Opinion]>) -> Vec<Opinion> {
    // A bot may leave out actions that it does not look into.
    let told = |word: &String| opinions.map(|opinions| opinions.iter().find(|opinion| opinion.0 == *word));
    let advised = words.iter().filter(|word| shown.contains(word)).map(|word| match told(word) {
        None => (word.clone(), 1.0, None),
        Some(opinion) => opinion.cloned().unwrap_or_else(|| (word.clone(), 0.0, None)),
    });
    let mut advised: Vec<Opinion> = advised.collect();
    let sum: f64 = advised.iter().map(|(_, probability, _)| probability).sum();
    if sum > 0.0 {
        advised.iter_mut().for_each(|(_, probability, _)| *probability /= sum);
    }
    advised
}
