//! Hints: what a bot would do in the place of a person, of the actions that the person is shown.

use super::thought::Opinion;

/// The legal actions that are shown, with their probabilities among these and their values; even ones where a
/// bot has not told any.
pub(crate) fn advised(words: &[String], shown: &[String], opinions: Option<&[Opinion]>) -> Vec<Opinion> {
    let advised = words.iter().enumerate().filter(|(_, word)| shown.contains(word)).map(|(n, word)| {
        let opinion = opinions.map(|opinions| &opinions[n]);
        (word.clone(), opinion.map_or(1.0, |opinion| opinion.1), opinion.and_then(|opinion| opinion.2))
    });
    let mut advised: Vec<Opinion> = advised.collect();
    let sum: f64 = advised.iter().map(|(_, probability, _)| probability).sum();
    if sum > 0.0 {
        advised.iter_mut().for_each(|(_, probability, _)| *probability /= sum);
    }
    advised
}
