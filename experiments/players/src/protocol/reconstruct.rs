//! The reconstruction of what a seat knows from the words that it has noticed.
//!
//! It keeps a world that the seat cannot tell from the true state. Each word extends it: where the world
//! allows an event of which the seat would have noticed exactly that word, the event happens; where it does
//! not, other worlds that the seat cannot distinguish so far are drawn until one does. Cards that chance
//! deals are exchanged until the seat notices what it should.

use hinterhand_engine::dynamic::{AnyGame, AnyState};
use hinterhand_engine::{Game as _, Notation as _};
use std::collections::BTreeMap;

use hinterhand_engine::{ActionSet, Event, Player, Rng, Turn};

use crate::unseen::{Cards, SEPARATORS};

/// The maximum number of worlds drawn for one word; an outcome of chance counts as several, since its cards
/// are exchanged.
const WORLDS: usize = 200_000;
const DRAW: usize = 50;
const DRAWS: usize = 500;

/// The maximum number of events in a row that the seat does not notice.
const UNNOTICED: usize = 1_000;

/// The reconstruction of one hand as one seat sees it.
pub struct Reconstruction<'g> {
    game: &'g AnyGame,
    seat: Player,
    world: AnyState,
    seen: Vec<String>,
    rng: Rng,
    /// The worlds that may still be drawn for a word.
    left: usize,
}

/// A word that cannot have been noticed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no way was found in which {seat} notices `{word}`, word {at} of what it has seen")]
#[allow(missing_docs, reason = "the fields are what the message names")]
pub struct ReconstructionError {
    seat: Player,
    word: String,
    at: usize,
}

impl<'g> Reconstruction<'g> {
    /// The reconstruction before the first event.
    pub fn new(game: &'g AnyGame, seat: Player) -> Reconstruction<'g> {
        Reconstruction {
            game,
            seat,
            world: game.start(),
            seen: Vec::new(),
            rng: Rng::new(0, 0),
            left: WORLDS,
        }
    }

    /// Whether `seen` begins with all words so far.
    pub fn is_extended_by(&self, seat: Player, seen: &[String]) -> bool {
        self.seat == seat && seen.starts_with(&self.seen)
    }

    /// Extends the reconstruction until the seat has noticed all of `seen`.
    pub fn extend(&mut self, seen: &[String]) -> Result<(), ReconstructionError> {
        assert!(self.is_extended_by(self.seat, seen), "another hand wants another reconstruction");
        for (at, word) in seen.iter().enumerate().skip(self.seen.len()) {
            let found = self.step(word);
            let lost = || ReconstructionError { seat: self.seat, word: word.clone(), at };
            self.world = found.ok_or_else(lost)?;
            self.seen.push(word.clone());
        }
        // Others may have acted since without being noticed.
        for _ in 0..UNNOTICED {
            match self.game.turn(&self.world) {
                Turn::Player(player) if player == self.seat => break,
                _ => {
                    let passed = self.pass(&self.world.clone());
                    let Some(passed) = passed else { break };
                    self.world = passed;
                }
            }
        }
        Ok(())
    }

    /// A world that the seat cannot tell from the true state.
    pub fn world(&self) -> &AnyState {
        &self.world
    }

    /// A world in which the seat has noticed one word more.
    fn step(&mut self, word: &str) -> Option<AnyState> {
        self.left = WORLDS;
        let mut world = self.world.clone();
        let info_set = self.game.info_set(&world, self.seat);
        loop {
            if let Some(next) = self.advance(world, word) {
                return Some(next);
            }
            self.left = self.left.checked_sub(1)?;
            world = self.game.sample(&info_set, &mut self.rng);
        }
    }

    /// Leads a world on until the seat notices something, which must be this word.
    fn advance(&mut self, mut world: AnyState, word: &str) -> Option<AnyState> {
        for _ in 0..UNNOTICED {
            let next = match self.game.turn(&world) {
                Turn::Over => None,
                Turn::Chance => self.chance(&world, word),
                Turn::Player(_) => self.action(&world, |noticed| noticed == word),
            };
            if next.is_some() {
                return next;
            }
            world = self.pass(&world)?;
        }
        None
    }

    /// Something happens that the seat does not notice.
    fn pass(&mut self, world: &AnyState) -> Option<AnyState> {
        match self.game.turn(world) {
            Turn::Over => None,
            Turn::Chance => {
                let drawn = self.game.draw(world, &mut self.rng);
                let mut after = world.clone();
                self.game.reveal(&mut after, &drawn);
                let noticed = self.game.noticed(world, &Event::Chance(drawn), &after, self.seat);
                noticed.is_empty().then_some(after)
            }
            Turn::Player(_) => self.action(world, str::is_empty),
        }
    }

    /// One of the actions of which the seat notices what is wanted.
    fn action(&mut self, world: &AnyState, wanted: impl Fn(&str) -> bool) -> Option<AnyState> {
        let after = |action| {
            let mut after = world.clone();
            self.game.play(&mut after, action);
            let noticed = self.game.noticed(world, &Event::Action(action), &after, self.seat);
            wanted(&noticed).then_some(after)
        };
        let mut fits: Vec<AnyState> = self.game.legal(world).iter().filter_map(after).collect();
        let some = fits.len();
        (some > 0).then(|| fits.swap_remove(self.rng.below(some as u32) as usize))
    }

    /// Chance decides so that the seat notices this.
    fn chance(&mut self, world: &AnyState, word: &str) -> Option<AnyState> {
        for _ in 0..DRAWS {
            self.left = self.left.checked_sub(DRAW)?;
            let drawn = self.game.draw(world, &mut self.rng);
            let (mut dealt_word, mut noticed, mut after) =
                self.dealt(world, &self.game.chance_word(world, &drawn))?;
            while noticed != word {
                let better = exchanges(&dealt_word, &noticed, word).into_iter().find_map(|other| {
                    let dealt = self.dealt(world, &other)?;
                    (unlike(&dealt.1, word) < unlike(&noticed, word)).then_some(dealt)
                });
                let Some(better) = better else { break };
                (dealt_word, noticed, after) = better;
            }
            if noticed == word {
                return Some(after);
            }
        }
        None
    }

    /// The result of a chance event in these words: the words as read, the observations of the seat, and the
    /// world after.
    fn dealt(&self, world: &AnyState, dealt_word: &str) -> Option<(String, String, AnyState)> {
        let chance = self.game.read_chance(world, dealt_word).ok()?;
        let mut after = world.clone();
        self.game.reveal(&mut after, &chance);
        let dealt_word = self.game.chance_word(world, &chance);
        let noticed = self.game.noticed(world, &Event::Chance(chance), &after, self.seat);
        Some((dealt_word, noticed, after))
    }
}

/// The difference of two texts: first in their cards, then in the places of the cards.
fn unlike(one: &str, other: &str) -> [usize; 2] {
    let (one, other) = (tokens(one), tokens(other));
    let places = one.iter().zip(&other).filter(|(one, other)| one != other).count();
    [lacking(&one, &other).len() + lacking(&other, &one).len(), places]
}

fn tokens(text: &str) -> Vec<&str> {
    text.split(SEPARATORS).filter(|token| !token.is_empty()).collect()
}

/// The elements of the second list that are not in the first, with multiplicity.
fn lacking<'t>(there: &[&'t str], wanted: &[&'t str]) -> Vec<&'t str> {
    let mut left: BTreeMap<&str, usize> = BTreeMap::new();
    there.iter().for_each(|token| *left.entry(token).or_default() += 1);
    let is_lacking = |token: &&&str| match left.get_mut(**token) {
        Some(count @ 1..) => {
            *count -= 1;
            false
        }
        _ => true,
    };
    wanted.iter().filter(is_lacking).copied().collect()
}

/// The words of chance with one card exchanged that the seat should not see, or not there.
fn exchanges(dealt_word: &str, noticed: &str, word: &str) -> Vec<String> {
    let (Some(cards), there, wanted) = (Cards::of(dealt_word), tokens(noticed), tokens(word)) else {
        return Vec::new();
    };
    let pairs: Vec<(&str, &str)> = match (lacking(&wanted, &there).first(), lacking(&there, &wanted).first())
    {
        (Some(false_one), Some(true_one)) => vec![(false_one, true_one)],
        (None, None) => there.iter().zip(&wanted).filter(|(a, b)| a != b).map(|(a, b)| (*a, *b)).collect(),
        _ => Vec::new(),
    };
    let places = |card: &str| -> Vec<usize> {
        (0..cards.cards.len()).filter(|&place| cards.cards[place] == card).collect()
    };
    let mut found = Vec::new();
    for (false_one, true_one) in pairs {
        let from = places(true_one);
        for place in places(false_one) {
            // Rather from the same group, as with packs for each player.
            let mut from = from.clone();
            from.sort_by_key(|&other| cards.group(other) != cards.group(place));
            found.extend(from.iter().map(|&other| cards.exchanged(place, other)));
            if from.is_empty() {
                found.push(cards.replaced(place, true_one));
            }
        }
    }
    found
}

impl std::fmt::Debug for Reconstruction<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Reconstruction")
            .field("seat", &self.seat)
            .field("seen", &self.seen)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;

    /// Every seat of random games is reconstructed, and knows at each of its decisions what it knows in
    /// truth.
    fn reconstruct_all(game: &AnyGame) {
        for stream in 0..3 {
            let mut rng = Rng::new(23, stream);
            let mut state = game.start();
            let seats = Player::all(game.players());
            let mut seats: Vec<(Reconstruction<'_>, Vec<String>)> =
                seats.map(|seat| (Reconstruction::new(game, seat), Vec::new())).collect();
            for _ in 0..60 {
                let before = state.clone();
                let event = match game.turn(&state) {
                    Turn::Over => break,
                    Turn::Chance => {
                        let drawn = game.draw(&state, &mut rng);
                        game.reveal(&mut state, &drawn);
                        Event::Chance(drawn)
                    }
                    Turn::Player(player) => {
                        let (reconstruction, seen) = &mut seats[player.index()];
                        let name = game.name();
                        reconstruction
                            .extend(seen)
                            .unwrap_or_else(|error| panic!("{name}: {error}: {seen:?}"));
                        let known = game.info_set(reconstruction.world(), player);
                        assert_eq!(known, game.info_set(&state, player), "{name}: {seen:?}");
                        assert_eq!(
                            game.legal_words(reconstruction.world()),
                            game.legal_words(&state),
                            "{name}"
                        );
                        let legal = game.legal(&state);
                        let action = legal.nth(rng.below(legal.len() as u32) as usize);
                        game.play(&mut state, action);
                        Event::Action(action)
                    }
                };
                for (player, (_, seen)) in (0..).map(Player::new).zip(&mut seats) {
                    let noticed = game.noticed(&before, &event, &state, player);
                    if !noticed.is_empty() {
                        seen.push(noticed);
                    }
                }
            }
        }
    }

    #[test]
    fn every_game_is_reconstructed() {
        // In a game from a file, chance events and actions of others may be noticed by no seat.
        for name in games::complete_names() {
            reconstruct_all(&games::load_default(name).expect("the defaults make a game"));
        }
    }
}
