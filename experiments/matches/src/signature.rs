//! One number for how everything here plays: rules, players, searches and solvers.
//!
//! It is made of hands that are played and strategies that are learned with fixed seeds, and changes when a
//! decision does: not with the number of threads, the machine, the time, or how the program was compiled.
//! A change that only makes something faster keeps the number.

use std::hash::Hash;

use hinterhand_engine::dynamic::{ActionNumber, AnyChance, AnyGame, AnyState};
use hinterhand_engine::{Contest, Digest, Game as _, Notation as _, Player, Rng, Turn, View};
use hinterhand_players::bots::{Bot, Referee, Seat, referee};
use hinterhand_players::games::{self, LoadedGame};
use hinterhand_solvers::cfr::{Cfr, Variant};
use hinterhand_solvers::mccfr::{Mccfr, Options, Sampling};
use hinterhand_solvers::tree::Policy;
use rayon::prelude::*;

/// A part of what is signed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// The task.
    pub name: String,
    /// Its own number, to find the part that changed.
    pub signature: u64,
}

/// The number of all parts together.
pub fn signature(parts: &[Part]) -> u64 {
    let mut digest = Digest::EMPTY;
    for part in parts {
        part.name.hash(&mut digest);
        digest.absorb(part.signature);
    }
    folded(digest)
}

/// The number of parts.
pub fn count() -> usize {
    HANDS.len() + TREES.len() + WALKS.len()
}

/// Does all parts on the current thread pool. `done` is called after each, by whichever thread did it.
pub fn parts(done: impl Fn() + Sync) -> Vec<Part> {
    let works = HANDS.iter().map(|&(game, bot, hands)| Work::Hands { game, bot, hands });
    let works = works.chain(TREES.iter().map(|&(game, variant)| Work::Tree { game, variant }));
    let works = works.chain(WALKS.iter().map(|&(game, sampling)| Work::Walks { game, sampling }));
    let works: Vec<Work> = works.collect();
    let part = |work: &Work| {
        let part = work.part();
        done();
        part
    };
    works.par_iter().map(part).collect()
}

/// Hands of games in which all seats are the same bot.
const HANDS: &[(&str, &str, u64)] = &[
    ("kinderschnapsen", "random", 200),
    ("kinderschnapsen", "greedy", 50),
    ("kinderschnapsen", "expert", 20),
    ("kinderschnapsen", "ismcts:iterations=200", 4),
    ("kinderschnapsen", "ismcts:iterations=200,tree=mo,select=exp3", 2),
    ("kinderschnapsen", "pimc:worlds=10", 4),
    ("kinderschnapsen", "iimc:worlds=10", 2),
    ("kinderschnapsen", "epimc:worlds=5", 1),
    ("kinderschnapsen", "alpha-mu:worlds=5", 1),
    ("kinderschnapsen", "oos:iterations=200", 2),
    ("kinderschnapsen", "solve:iterations=2", 1),
    ("sixty-six", "random", 200),
    ("sixty-six", "greedy", 50),
    ("sixty-six", "expert", 20),
    ("sixty-six", "directed", 50),
    ("sixty-six", "ismcts:iterations=200", 3),
    ("sixty-six", "pimc:worlds=5", 2),
    ("sixty-six", "late-pimc:worlds=5", 2),
    ("schnapsen", "random", 200),
    ("schnapsen", "expert", 20),
    ("schnapsen", "ismcts:iterations=200", 2),
    ("schnapsen", "pimc:worlds=5", 2),
    ("recipippes", "random", 50),
    ("recipippes", "greedy", 10),
    ("recipippes", "ismcts:iterations=100", 2),
    ("schikanoeschen", "random", 50),
    ("schikanoeschen", "greedy", 4),
    ("schikanoeschen", "directed", 10),
    ("schikanoeschen", "ismcts:iterations=20", 1),
    ("schikanoeschen", "turn:worlds=2", 1),
    ("klondike-chess", "random", 20),
    ("klondike-chess", "greedy", 4),
    ("klondike-chess", "ismcts:iterations=20", 1),
    ("klondike-chess", "turn:worlds=2", 1),
    ("kuhn", "oos:iterations=200", 10),
    ("leduc", "ismcts:iterations=200", 10),
    ("leduc", "oos:iterations=200", 4),
    ("generic-poker", "ismcts:iterations=200", 4),
    ("liars-dice", "ismcts:iterations=200", 4),
    ("goofspiel", "ismcts:iterations=200", 2),
    ("phantom-ttt", "ismcts:iterations=200", 2),
    ("dark-hex", "ismcts:iterations=200", 2),
];

/// Trees on which solvers learn.
const TREES: &[(&str, &str)] =
    &[("kuhn", "cfr"), ("kuhn", "dcfr"), ("leduc", "cfr+"), ("leduc", "dcfr"), ("leduc", "pcfr+")];

/// Trees that are walked by samples.
const WALKS: &[(&str, &str)] = &[("kuhn", "outcome"), ("leduc", "external"), ("leduc", "outcome")];

/// The maximum number of actions of a hand; a bot that plays differently does so before.
const MOST_ACTIONS: usize = 80;
/// No tree in the table is larger.
const MOST_NODES: usize = 10_000;
/// The iterations of solvers on trees.
const SWEEPS: u32 = 100;
/// The iterations of those that walk them.
const ITERATIONS: usize = 1_000;
const SEED: u64 = 2026;

/// One part to be done.
#[derive(Clone, Copy)]
enum Work {
    Hands { game: &'static str, bot: &'static str, hands: u64 },
    Tree { game: &'static str, variant: &'static str },
    Walks { game: &'static str, sampling: &'static str },
}

impl Work {
    fn part(self) -> Part {
        let (game, name) = match self {
            Work::Hands { game, bot, hands } => (game, format!("{game} {bot} x{hands}")),
            Work::Tree { game, variant } => (game, format!("{game} {variant}")),
            Work::Walks { game, sampling } => (game, format!("{game} {sampling} sampling")),
        };
        let digest = self.digest(&games::load_default(game).expect("the table names games"));
        Part { name, signature: folded(digest) }
    }

    fn digest(self, game: &LoadedGame) -> Digest {
        let tree = || game.methods().tree(MOST_NODES).expect("the trees of the table are small");
        match self {
            Work::Hands { bot, hands, .. } => {
                let bot = Bot::open(bot.parse().expect("the table names bots")).expect("none has a file");
                played(game, &bot, hands)
            }
            Work::Tree { variant, .. } => {
                let variant = Variant::named(variant, SWEEPS).expect("the table names variants");
                let tree = tree();
                let mut solver = Cfr::<f64>::new(tree.tree(), variant);
                (0..SWEEPS).for_each(|_| solver.step());
                learned(&solver.average())
            }
            Work::Walks { sampling, .. } => {
                let sampling = Sampling::named(sampling).expect("the table names both");
                let tree = tree();
                let options = Options { sampling, seed: SEED, ..Options::default() };
                let mut solver = Mccfr::new(tree.tree(), options);
                (0..ITERATIONS).for_each(|_| solver.step());
                learned(&solver.average())
            }
        }
    }
}

/// The words of the hands and what was won.
fn played(game: &LoadedGame, bot: &Bot, hands: u64) -> Digest {
    let bot = bot.for_game(game).expect("the game has what the bot needs");
    let players = game.players();
    let contest = Contest::new(game.contest_rules(), Player::FIRST);
    let mut digest = Digest::EMPTY;
    for hand in 0..hands {
        let rng = |seat: usize| Rng::new(SEED, hand * (1 + players as u64) + seat as u64);
        let seats = (1..=players).map(|seat| (bot.sit(), rng(seat))).collect();
        let (mut chance, mut state) = (rng(0), game.start());
        let mut begun =
            Beginning { game, seats, chance: &mut chance, left: MOST_ACTIONS, digest: &mut digest };
        // The words hashed until the hand was broken off count.
        let _ = referee(game, &mut state, &contest, &mut begun);
        game.position_text(&state).hash(&mut digest);
        if game.turn(&state) == Turn::Over {
            Player::all(players).for_each(|player| digest.absorb(game.payoff(&state, player).to_bits()));
        }
    }
    digest
}

/// The referee of the first actions of a hand, whose words are hashed.
struct Beginning<'h, 'b> {
    game: &'h AnyGame,
    seats: Vec<(Seat<'b>, Rng)>,
    chance: &'h mut Rng,
    /// The number of actions that are left.
    left: usize,
    digest: &'h mut Digest,
}

/// A hand is broken off after its first actions.
struct Enough;

impl Referee for Beginning<'_, '_> {
    type Break = Enough;

    fn draw(&mut self, state: &AnyState) -> Result<AnyChance, Enough> {
        if self.left == 0 { Err(Enough) } else { Ok(self.game.draw(state, self.chance)) }
    }

    fn decide(
        &mut self,
        player: Player,
        state: &AnyState,
        view: &View<'_, AnyGame>,
    ) -> Result<ActionNumber, Enough> {
        self.left = self.left.checked_sub(1).ok_or(Enough)?;
        let (seat, rng) = &mut self.seats[player.index()];
        let action = seat.choose(view, rng).action;
        self.game.action_word(state, action).hash(self.digest);
        Ok(action)
    }
}

/// The probabilities of a policy in ten thousandths: sums in another order give the same.
fn learned(policy: &Policy) -> Digest {
    let mut digest = Digest::EMPTY;
    policy.probabilities().iter().for_each(|chosen| digest.absorb((chosen * 1e4).round() as u64));
    digest
}

fn folded(digest: Digest) -> u64 {
    (digest.bits() >> 64) as u64 ^ digest.bits() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn on(threads: usize) -> Vec<Part> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a few threads");
        pool.install(|| parts(|| ()))
    }

    /// The number may change only with an intended change of play: of the rules, a player, a search, a
    /// solver, or the table above. Any other change of the number is a defect, which the parts localize.
    #[test]
    fn everything_plays_as_before_on_any_number_of_threads() {
        let parts = on(2);
        assert_eq!(parts, on(1));
        assert_eq!(parts.len(), count());
        let found = signature(&parts);
        assert_eq!(found, 0xc424_49d2_b9b9_9d05, "{found:#x} of {parts:#x?}");
    }

    #[test]
    fn every_game_but_trees_from_files_has_a_part() {
        for game in games::complete_names() {
            assert!(HANDS.iter().any(|&(named, ..)| named == game), "{game}");
        }
    }
}
