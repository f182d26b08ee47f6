//! One hand between bots, with the data of each decision that a learner needs.

use std::sync::atomic::AtomicBool;

use hinterhand_engine::dynamic::{AnyGame, AnyState};
use hinterhand_engine::{Contest, Game as _, History, Notation as _, Player, Rng};
use hinterhand_players::bots::{Bot, BotFor, BotSpec, Choice, Seat, Step, Unfinished, play_hand};
use hinterhand_players::games::LoadedGame;
use hinterhand_players::protocol::Fault;
use hinterhand_solvers::search::ActionValues;

use super::seating;

/// A hand that was played to its end.
#[derive(Clone, PartialEq, Debug)]
pub struct Hand {
    /// Its number.
    pub number: u64,
    /// The bot in each seat.
    pub seats: Vec<usize>,
    /// The words of the whole hand, chance included.
    pub words: Vec<String>,
    /// The decisions of the players.
    pub decisions: Vec<Decision>,
    /// The payoff of each seat.
    pub returns: Vec<f64>,
}

/// The decision of one player, and what it knew.
#[derive(Clone, PartialEq, Debug)]
pub struct Decision {
    /// The number of words of the hand before it.
    pub ply: usize,
    /// Whose it was.
    pub seat: usize,
    /// Everything that the seat had noticed, as `hinterhand inspect` prints it.
    pub seen: String,
    /// The legal actions, sorted by bytes.
    pub legal: Vec<String>,
    /// The one that was taken.
    pub action: String,
    /// The probability of each legal action for a learner from this player.
    pub policy: Vec<f64>,
    /// The payoff that the player expected after the action, if it has looked.
    pub value: Option<f64>,
}

/// A program that broke the protocol: what was played until then is worth nothing to learners.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("hand {hand}, seat {seat}: {bot} broke the protocol: {fault}")]
#[allow(missing_docs, reason = "the fields are what the message names")]
pub struct HandError {
    pub hand: u64,
    pub seat: usize,
    pub bot: String,
    pub fault: Fault,
}

/// The streams of a hand: one for its chance, and one for each seat.
const STREAMS: u64 = 64;

/// Plays hands. A hand depends on the seed and on its number, and on nothing else, unless a bot goes by the
/// clock.
pub struct Table<'t, 'b> {
    game: &'t LoadedGame,
    bots: Vec<(BotFor<'b>, &'b BotSpec)>,
    seed: u64,
}

impl<'t, 'b> Table<'t, 'b> {
    /// A table for these bots, which are `players` in the game.
    pub fn new(game: &'t LoadedGame, bots: &'b [Bot], players: Vec<BotFor<'b>>, seed: u64) -> Table<'t, 'b> {
        assert_eq!(bots.len(), players.len(), "a player for each bot");
        Table { game, bots: players.into_iter().zip(bots.iter().map(Bot::spec)).collect(), seed }
    }

    /// Plays the hand of this number, unless stopped.
    pub fn play(&self, number: u64, stop: &AtomicBool) -> Result<Option<Hand>, HandError> {
        let game = self.game;
        let seats = seating(number, self.bots.len(), game.players());
        let stream = |at: usize| Rng::new(self.seed, number * STREAMS + at as u64);
        let sit = |(seat, &bot): (usize, &usize)| (self.bots[bot].0.sit(), stream(1 + seat));
        let mut players: Vec<(Seat<'_>, Rng)> = seats.iter().enumerate().map(sit).collect();
        let spec = |player: Player| self.bots[seats[player.index()]].1;
        let contest = Contest::new(game.contest_rules(), Player::FIRST);
        let (mut history, mut decisions) = (History::new(game.rules()), Vec::new());
        let mut watch = |state: &AnyState, step: Step<'_>| {
            let word = match step {
                Step::Chance(chance) => game.chance_word(state, chance),
                Step::Decision { player, choice, decision: took, .. } => {
                    let by_merit = spec(player).info().visits_by_merit();
                    decisions.push(decision(&history, player, choice, by_merit, took.value));
                    game.action_word(state, choice.action)
                }
            };
            history.play_word(&word).expect("bots act by the rules, and so does chance");
        };
        match play_hand(game, &mut players, &contest, &mut stream(0), stop, &mut watch) {
            Ok(_) => {}
            Err(Unfinished::Stopped) => return Ok(None),
            Err(Unfinished::Fault(player, fault)) => {
                let bot = spec(player).to_string();
                return Err(HandError { hand: number, seat: player.index(), bot, fault });
            }
        }
        let returns = history.returns().expect("the hand is over");
        let words = history.words().to_vec();
        Ok(Some(Hand { number, seats, words, decisions, returns }))
    }
}

/// The choice of `player` at the end of `history`.
fn decision(
    history: &History<'_, AnyGame>,
    player: Player,
    choice: &Choice,
    by_merit: bool,
    value: Option<f64>,
) -> Decision {
    let (game, state) = (history.game(), history.state());
    let legal = game.legal_words(state);
    let mut policy = vec![0.0; legal.len()];
    let place = |action| {
        let word = game.action_word(state, action);
        legal.binary_search(&word).expect("a player chooses among the legal actions")
    };
    let weights = choice.action_values.as_ref().map(|action_values| weights(action_values, by_merit));
    for (action, weight) in weights.unwrap_or_else(|| vec![(choice.action, 1.0)]) {
        if weight > 0.0 {
            policy[place(action)] += weight;
        }
    }
    let sum: f64 = policy.iter().sum();
    policy.iter_mut().for_each(|share| *share /= sum);
    Decision {
        ply: history.words().len(),
        seat: player.index(),
        seen: history.seen(player).to_owned(),
        action: game.action_word(state, choice.action),
        legal,
        policy,
        value,
    }
}

/// The weight of each action: the number of its visits, if that goes by merit, or its probability.
fn weights<A: Copy>(action_values: &ActionValues<A>, by_merit: bool) -> Vec<(A, f64)> {
    let entries = action_values.entries.iter();
    // The solver of endgames, which may stand before a search, counts no visits.
    let visits: Option<Vec<(A, f64)>> =
        entries.clone().map(|entry| Some((entry.action, entry.visits? as f64))).collect();
    let visited = visits.filter(|visits| by_merit && visits.iter().any(|&(_, visits)| visits > 0.0));
    visited.unwrap_or_else(|| entries.map(|entry| (entry.action, entry.probability)).collect())
}

impl std::fmt::Debug for Table<'_, '_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Table")
            .field("game", &self.game.name())
            .field("seed", &self.seed)
            .finish_non_exhaustive()
    }
}
