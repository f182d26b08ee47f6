//! Records in which what a player did not see is `?`, completed: a player at a real table types what they
//! saw.
//!
//! In the words of chance each card that was not seen is `?`, and a group of them, or all of them, may be one
//! `?`; an action that was not seen is `?` too, or has it in place of what was hidden, as in `set:?`. A
//! completion is any record that has everything else as it is and keeps the rules. What the player knows at
//! its end is the same for all of them; where it is not, the player has seen something that the record does
//! not state, and it is refused.
//!
//! The search goes along the record. Where the opponent does what is impossible with the cards assigned to
//! it, it gets others: of the worlds that the player cannot tell from the one reached so far, drawn by the
//! engine, those that allow it are tried, with the cards that the record knows moved back to their places.

mod pattern;

use hinterhand_engine::dynamic::{AnyGame, AnyState};
use hinterhand_engine::{Game as _, Notation as _};
use std::cell::Cell;
use std::collections::HashSet;

use hinterhand_engine::{ActionSet, History, Player, Rng, Turn, WordError};

pub(crate) use pattern::Cards;
use pattern::{fill, matches, places};

/// Whether the record leaves anything open.
pub fn is_open(actions: &[String]) -> bool {
    actions.iter().any(|word| word.contains('?'))
}

/// A history that agrees with `actions`, in which what the player to move at its end did not see may be `?`.
pub fn complete<'g>(game: &'g AnyGame, actions: &[String]) -> Result<History<'g, AnyGame>, CompletionError> {
    if !is_open(actions) {
        let mut history = History::new(game);
        for (ply, word) in actions.iter().enumerate() {
            history.play_word(word).map_err(|error| CompletionError::Word { ply, error })?;
        }
        return Ok(history);
    }
    let mut furthest: Option<CompletionError> = None;
    for seat in Player::all(game.players()) {
        let seeker = Seeker { game, actions, seat, left: Cell::new(WORDS) };
        match seeker.seek(&mut Rng::new(0, 0)) {
            Ok(found) => {
                seeker.check(&found)?;
                return Ok(found.history);
            }
            // Of several seats the one whose eyes see furthest is likely to be the one that was meant.
            Err(error) if furthest.as_ref().is_none_or(|other| other.ply() < error.ply()) => {
                furthest = Some(error);
            }
            Err(_) => {}
        }
    }
    Err(furthest.expect("a game has players"))
}

/// Why a record cannot be completed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the fields are what the messages name")]
pub enum CompletionError {
    #[error("{error}")]
    Word { ply: usize, error: WordError },
    #[error("`{word}`: {reason}")]
    Shape { ply: usize, word: String, reason: String },
    #[error("no cards in place of the `?` before it that allow `{word}` were found")]
    Impossible { ply: usize, word: String },
    #[error("no player whose knowledge the record states is to move at its end")]
    End { ply: usize },
    #[error("`?` in place of an action of {seat}, whose actions must be known")]
    Own { ply: usize, seat: Player },
    #[error("the `?` leave open what {seat} has seen: it may be `{one}` or `{other}`")]
    Seen { ply: usize, seat: Player, one: String, other: String },
}

impl CompletionError {
    /// The index of the word that it is about.
    pub fn ply(&self) -> usize {
        match self {
            CompletionError::Word { ply, .. }
            | CompletionError::Shape { ply, .. }
            | CompletionError::Impossible { ply, .. }
            | CompletionError::End { ply }
            | CompletionError::Own { ply, .. }
            | CompletionError::Seen { ply, .. } => *ply,
        }
    }
}

/// The search for a completion, with the eyes of one seat.
struct Seeker<'s, 'g> {
    game: &'g AnyGame,
    actions: &'s [String],
    seat: Player,
    /// The words that may still be played.
    left: Cell<usize>,
}

/// A history that agrees with the record as far as it goes.
struct Found<'g> {
    history: History<'g, AnyGame>,
    /// Its words as they were filled in, hands not sorted.
    filled: Vec<String>,
    /// The position before the last word.
    before: Option<AnyState>,
}

impl<'g> Found<'g> {
    fn new(game: &'g AnyGame) -> Found<'g> {
        Found { history: History::new(game), filled: Vec::new(), before: None }
    }
}

/// The number of times the search is started; more than one pays off mostly where actions were not seen.
const BEGINNINGS: usize = 12;
/// The maximum number of words played in one search.
const WORDS: usize = 400_000;
/// The maximum number of worlds drawn to find one that leads further.
const WORLDS: usize = 4_000;
/// The maximum number of outcomes of chance drawn to find one that the known cards fit in.
const DRAWS: usize = 100;
/// The number of completions that are compared.
const COMPARED: u64 = 4;
/// The maximum number of words played for completions with two cards exchanged.
const EXCHANGED_WORDS: usize = 40_000;

impl<'g> Seeker<'_, 'g> {
    /// Looks for a completion of the whole record, at whose end it is the turn of this seat.
    fn seek(&self, rng: &mut Rng) -> Result<Found<'g>, CompletionError> {
        self.left.set(WORDS);
        let mut furthest: Option<CompletionError> = None;
        for _ in 0..BEGINNINGS {
            let mut reached = self.replay(&[], rng);
            loop {
                let (found, error) = match reached {
                    (found, None) => return Ok(found),
                    (found, Some(error)) => (found, error),
                };
                let Some(next) = self.mend(&found, rng) else {
                    if furthest.as_ref().is_none_or(|other| other.ply() < error.ply()) {
                        furthest = Some(error);
                    }
                    break;
                };
                reached = next;
            }
        }
        Err(furthest.expect("there was a beginning"))
    }

    /// Goes along the record as far as it leads. What is open is filled in as in `like`, and where that ends
    /// by chance.
    fn replay(&self, like: &[String], rng: &mut Rng) -> (Found<'g>, Option<CompletionError>) {
        let mut found = Found::new(self.game);
        for (ply, word) in self.actions.iter().enumerate() {
            let like = like.get(ply).map(String::as_str);
            self.left.set(self.left.get().saturating_sub(1));
            if let Err(error) = self.play(&mut found, ply, word, like, rng) {
                return (found, Some(error));
            }
        }
        let to_move = found.history.turn() == Turn::Player(self.seat);
        let end = CompletionError::End { ply: self.actions.len() };
        (found, if to_move { None } else { Some(end) })
    }

    /// Plays one word of the record.
    fn play(
        &self,
        found: &mut Found<'g>,
        ply: usize,
        word: &str,
        like: Option<&str>,
        rng: &mut Rng,
    ) -> Result<(), CompletionError> {
        let history = &mut found.history;
        let state = history.state();
        let filled = match history.turn() {
            Turn::Over => word.to_owned(),
            _ if !word.contains('?') => word.to_owned(),
            Turn::Chance => self.chance(history, ply, word, like, rng)?,
            Turn::Player(player) if player == self.seat => {
                return Err(CompletionError::Own { ply, seat: player });
            }
            Turn::Player(_) => {
                let legal = self.game.legal_words(state);
                let fit: Vec<&String> = legal.iter().filter(|legal| matches(word, legal)).collect();
                match like.filter(|like| fit.iter().any(|word| word == like)) {
                    Some(like) => like.to_owned(),
                    None if fit.is_empty() => {
                        return Err(CompletionError::Word { ply, error: WordError::illegal(word, legal) });
                    }
                    None => fit[rng.below(fit.len() as u32) as usize].clone(),
                }
            }
        };
        let acts = matches!(history.turn(), Turn::Player(player) if player != self.seat);
        let before = state.clone();
        history.play_word(&filled).map_err(|error| match error {
            // An action that is illegal with these cards may be legal with others.
            WordError::Illegal { .. } if acts => CompletionError::Impossible { ply, word: word.to_owned() },
            error => CompletionError::Word { ply, error },
        })?;
        found.filled.push(filled);
        found.before = Some(before);
        Ok(())
    }

    /// An outcome of chance that has the known cards in their places.
    fn chance(
        &self,
        history: &History<'g, AnyGame>,
        ply: usize,
        word: &str,
        like: Option<&str>,
        rng: &mut Rng,
    ) -> Result<String, CompletionError> {
        let state = history.state();
        let readable = |filled: &String| self.game.read_chance(state, filled).map(|_| ());
        let shape = |reason| CompletionError::Shape { ply, word: word.to_owned(), reason };
        if let Some(filled) = like.and_then(|like| fill(word, like).ok()).filter(|f| readable(f).is_ok()) {
            return Ok(filled);
        }
        let mut refused = None;
        for _ in 0..DRAWS {
            let drawn = self.game.chance_word(state, &self.game.draw(state, rng));
            let filled = fill(word, &drawn).map_err(shape)?;
            match readable(&filled) {
                Ok(()) => return Ok(filled),
                Err(error) => refused = Some(error),
            }
        }
        Err(CompletionError::Word { ply, error: refused.expect("there were draws") })
    }

    /// Tries other completions than `found`, from whose end the record cannot continue.
    fn mend(&self, found: &Found<'g>, rng: &mut Rng) -> Option<(Found<'g>, Option<CompletionError>)> {
        let words = found.history.words();
        let ply = words.len();
        let (state, known, word) = match found.history.turn() {
            Turn::Player(player) if player != self.seat => {
                let word = self.actions.get(ply).filter(|word| !word.contains('?'))?;
                (found.history.state(), ply, Some(word))
            }
            // Chance is to decide and the record knows nothing of it, or something else: the last word was
            // filled in so that it came to that.
            Turn::Chance => (found.before.as_ref()?, ply - 1, None),
            Turn::Player(_) | Turn::Over => return None,
        };
        let info_set = self.game.info_set(state, self.seat);
        for _ in 0..WORLDS {
            if self.left.get() == 0 {
                return None;
            }
            let world = self.game.sample(&info_set, rng);
            let allows = |word: &String| {
                self.game.legal(&world).iter().any(|action| self.game.action_word(&world, action) == *word)
            };
            if !word.is_none_or(allows) {
                continue;
            }
            let like = self.game.retold(&words[..known], &world);
            let (next, error) = self.replay(&like, rng);
            if next.history.words().len() > ply || error.is_none() {
                return Some((next, error));
            }
        }
        None
    }

    /// Looks for a completion in which the player has seen something else.
    fn check(&self, found: &Found<'g>) -> Result<(), CompletionError> {
        for stream in 1..COMPARED {
            if let Ok(other) = self.seek(&mut Rng::new(0, stream)) {
                self.compare(found, &other)?;
            }
        }
        // Cards dealt to the player are in what it has seen: another one in such a place shows.
        let seen: HashSet<&str> = found.history.seen(self.seat).split(SEPARATORS).collect();
        let mut left = EXCHANGED_WORDS;
        for (ply, pattern) in self.actions.iter().enumerate().filter(|(_, word)| word.contains(':')) {
            let (Some(cards), Some(open)) =
                (Cards::of(&found.filled[ply]), places(pattern, &found.filled[ply]))
            else {
                continue;
            };
            for &place in open.iter().filter(|&&place| seen.contains(cards.cards[place].as_str())) {
                for &other in open.iter().filter(|&&other| cards.cards[other] != cards.cards[place]) {
                    let mut words = found.filled.clone();
                    words[ply] = cards.exchanged(place, other);
                    let (exchanged, error) = self.replay_exactly(&words);
                    if error.is_none() {
                        self.compare(found, &exchanged)?;
                    }
                    left = left.saturating_sub(exchanged.history.words().len() + 1);
                    if left == 0 {
                        return Ok(());
                    }
                }
            }
        }
        Ok(())
    }

    /// Plays these words as far as they are legal.
    fn replay_exactly(&self, words: &[String]) -> (Found<'g>, Option<WordError>) {
        let mut found = Found::new(self.game);
        for word in words {
            if let Err(error) = found.history.play_word(word) {
                return (found, Some(error));
            }
            found.filled.push(word.clone());
        }
        (found, None)
    }

    /// Both must look alike to the player.
    fn compare(&self, found: &Found<'g>, other: &Found<'g>) -> Result<(), CompletionError> {
        let [one, other] = [found, other].map(|found| found.history.seen(self.seat).to_owned());
        let ply = self.actions.iter().position(|word| word.contains('?')).unwrap_or(0);
        if one == other { Ok(()) } else { Err(CompletionError::Seen { ply, seat: self.seat, one, other }) }
    }
}

/// The separators between cards in the observations of a player.
pub(crate) const SEPARATORS: [char; 7] = [' ', ':', '/', ',', '+', '=', '>'];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{self, GameError};

    /// The record with `?` for each card of chance that the player has not seen, as `worlds` differ in it,
    /// and for the actions of others that it has not seen.
    fn masked(history: &History<'_, AnyGame>, seat: Player, rng: &mut Rng) -> Vec<String> {
        let game = history.game();
        let info_set = game.info_set(history.state(), seat);
        let mut words = history.words().to_vec();
        for _ in 0..60 {
            let world = game.retold(history.words(), &game.sample(&info_set, rng));
            if world.len() != words.len() {
                continue;
            }
            for (word, other) in words.iter_mut().zip(&world).filter(|(word, other)| word != other) {
                *word = match (Cards::of(word), Cards::of(other)) {
                    (Some(mut cards), Some(others)) => {
                        for (card, other) in cards.cards.iter_mut().zip(others.cards) {
                            if *card != other {
                                *card = "?".to_owned();
                            }
                        }
                        cards.to_string()
                    }
                    _ => "?".to_owned(),
                };
            }
        }
        words
    }

    /// Masked words are completed as the player has seen them, at several places of a random game.
    fn comes_back(game: &AnyGame) {
        let mut rng = Rng::new(11, 0);
        for stream in 0..3 {
            let mut history = History::new(game);
            let mut chance = Rng::new(5, stream);
            for ply in 0..40 {
                history.deal(&mut chance);
                let Turn::Player(player) = history.turn() else { break };
                if ply % 7 == 3 || ply == 0 {
                    let words = masked(&history, player, &mut rng);
                    let back = complete(game, &words);
                    let back = back.unwrap_or_else(|error| panic!("{}: {words:?}: {error}", game.name()));
                    assert_eq!(back.seen(player), history.seen(player), "{words:?}");
                    assert_eq!(back.turn(), history.turn());
                }
                let legal = game.legal(history.state());
                let action = legal.nth(chance.below(legal.len() as u32) as usize);
                history.play(action).expect("legal");
            }
        }
    }

    #[test]
    fn every_game_comes_back_as_it_was_seen() {
        // Failed tries that the other does not notice have no place in a record of what was seen.
        for name in games::complete_names().filter(|name| !["phantom-ttt", "dark-hex"].contains(name)) {
            comes_back(&games::load_default(name).expect("the defaults make a game"));
        }
    }

    /// All cards that the player did not see itself are open, also those that it could infer.
    fn at_the_table(history: &[String], seen: &str, seat: usize) -> Vec<String> {
        let mut words = history.to_vec();
        let mut cards = Cards::of(&words[0]).expect("a deal");
        let drawn: HashSet<&str> =
            seen.split(' ').filter_map(|word| word.split_once('+')).map(|(_, card)| card).collect();
        for place in 0..cards.cards.len() {
            let known = match cards.group(place) {
                2 => true,
                3 => drawn.contains(cards.cards[place].as_str()),
                hand => hand == seat,
            };
            if !known {
                cards.cards[place] = "?".to_owned();
            }
        }
        words[0] = cards.to_string();
        words
    }

    fn whole_hands(game: &AnyGame, hands: u64) {
        for stream in 0..hands {
            let mut history = History::new(game);
            let mut rng = Rng::new(8, stream);
            history.deal(&mut rng);
            while let Turn::Player(player) = history.turn() {
                let words = at_the_table(history.words(), history.seen(player), player.index());
                let back = complete(game, &words).unwrap_or_else(|error| panic!("{words:?}: {error}"));
                assert_eq!(back.seen(player), history.seen(player), "{words:?}");
                let legal = game.legal(history.state());
                history.play(legal.nth(rng.below(legal.len() as u32) as usize)).expect("legal");
            }
        }
    }

    #[test]
    fn trick_games_are_typed_as_they_are_seen() {
        whole_hands(&games::load_default("kinderschnapsen").expect("a game"), 10);
        for name in ["sixty-six", "schnapsen"] {
            let strict = games::load(name, |settings| {
                settings.set_text("stop_only_if_66", "true").map_err(GameError::from)
            });
            whole_hands(&strict.expect("an option of both"), 4);
        }
    }

    fn error(game: &AnyGame, words: &[&str]) -> String {
        let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
        complete(game, &words).expect_err("it cannot be").to_string()
    }

    #[test]
    fn what_cannot_be_is_refused() {
        let game = games::load_default("kinderschnapsen").expect("a game");
        for (words, message) in [
            // Both players hold it.
            (
                &["deal:7S,JS,QS/?/2D/?", "QS", "JS"][..],
                "no cards in place of the `?` before it that allow `JS`",
            ),
            (&["deal:7S,JS,QS/?/2D/?", "2S"], "`2S` is not legal here; legal: 7S JS QS close"),
            (&["deal:7S,JS,?/?/2D/?"], "the `?` leave open what player 0 has seen"),
            (&["deal:7S,JS,QS/?/2D"], "3 groups of cards instead of 4"),
            (&["deal:7S,JS,QS/?/2C/?"], "2C is not in this pack"),
            (&["deal:7S,JS,QS/?/2D/?", "?"], "the `?` leave open what player 1 has seen"),
        ] {
            let error = error(&game, words);
            assert!(error.contains(message), "{words:?}: {error}");
        }
        let kuhn = games::load_default("kuhn").expect("a game");
        assert!(error(&kuhn, &["deal:?,?"]).contains("leave open what player 0 has seen"));
        assert!(
            error(&kuhn, &["deal:K,Q", "?", "?", "pass"]).contains("`?` in place of an action of player 1")
        );
        assert!(
            error(&kuhn, &["deal:K,?", "bet", "bet"]).contains("no player whose knowledge the record states")
        );
    }

    #[test]
    fn hidden_set_up_is_open() {
        let game = games::load_default("klondike-chess").expect("a game");
        let mut history = History::new(game.rules());
        let mut rng = Rng::new(2, 0);
        while history.words().iter().filter(|word| word.starts_with("set:")).count() < 5 {
            history.deal(&mut rng);
            let legal = game.legal(history.state());
            history.play(legal.nth(rng.below(legal.len() as u32) as usize)).expect("legal");
        }
        let words = masked(&history, Player::SECOND, &mut rng);
        assert!(words.iter().any(|word| word == "set:?"), "{words:?}");
        let back = complete(&game, &words).expect("it was played so");
        assert_eq!(back.seen(Player::SECOND), history.seen(Player::SECOND));
    }
}
