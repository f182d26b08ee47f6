//! The registry of bots: names, options, defaults. A crate adds its own with [`add`], before it names one.

use std::sync::RwLock;

use hinterhand_solvers::dynamic::Offer;

use super::info::{BotInfo, HUMAN, TABLE};
use super::{
    Agent, BotError, BotSpec, cheating, iimc, ismcts, learned, lookahead, network, oos, pimc, postponed,
    program, rdeep, resolve, solve, subgame, turn,
};
use crate::games::LoadedGame;

/// The bots of this crate, in the order of `hinterhand bots`.
const BOTS: &[BotInfo] = &[
    BotInfo { name: "random", about: "plays any legal action, each equally likely", ..BotInfo::PLAIN },
    BotInfo {
        name: "greedy",
        about: "takes what lies before it and does not think ahead, by a rule that the game states",
        needs: Some(Offer::Greedy),
        ..BotInfo::PLAIN
    },
    BotInfo {
        name: "expert",
        about: "plays by rules of thumb as strong players give them, in a tenth of a millisecond for a decision. In \
                the games won by tricks it counts the cards, closes where that wins more than going on, and plays the \
                end exactly once no more cards are drawn; in a closed hand that is lost it takes the smaller loss, \
                which may be a false stop. In Recipippes it weighs points against cards; in Schikanöschen \
                and Klondike Chess it plans its turn, claims a win, and repeats no position while it is ahead",
        needs: Some(Offer::Expert),
        ..BotInfo::PLAIN
    },
    BotInfo {
        name: "directed",
        about: "plays at random within a rule that the game states, as simulated games go on where they are guided",
        needs: Some(Offer::Directed),
        ..BotInfo::PLAIN
    },
    BotInfo {
        name: TABLE,
        about: "plays by the strategy in a file, such as `hinterhand solve` writes; the name of the file alone \
                will do",
        argument: Some("FILE"),
        ..BotInfo::PLAIN
    },
    resolve::INFO,
    solve::INFO,
    ismcts::INFO,
    pimc::INFO,
    pimc::LATE,
    iimc::INFO,
    postponed::EPIMC,
    postponed::ALPHA_MU,
    oos::INFO,
    subgame::INFO,
    turn::INFO,
    lookahead::INFO,
    rdeep::INFO,
    network::INFO,
    learned::INFO,
    program::INFO,
    cheating::INFO,
    BotInfo {
        name: HUMAN,
        about: "a person at the same terminal, who is asked in turn; only in `hinterhand play`",
        ..BotInfo::PLAIN
    },
];

/// Makes a player for one seat of one hand of a game, with the given options, or returns the reason for which
/// it cannot.
pub type NewAgent = for<'g> fn(&'g LoadedGame, &BotSpec) -> Result<Box<dyn Agent + 'g>, BotError>;

/// A bot of another crate.
struct Added {
    info: BotInfo,
    new: NewAgent,
}

/// Entries are never taken away, so that names live as long as the process.
static ADDED: RwLock<Vec<&'static Added>> = RwLock::new(Vec::new());

fn added() -> Vec<&'static Added> {
    ADDED.read().expect("the registry is never left half written").clone()
}

/// Adds a bot to the registry.
///
/// ```
/// use hinterhand_engine::dynamic::{AnyGame};
/// use hinterhand_engine::{ActionSet, Rng, View};
/// use hinterhand_players::bots::{self, BotInfo, BotSpec};
///
/// let info = BotInfo { name: "first", about: "plays the first legal action", ..BotInfo::PLAIN };
/// bots::add(info, |_, _| Ok(Box::new(|view: &View<'_, AnyGame>, _: &mut Rng| view.legal.nth(0))));
/// assert!("first".parse::<BotSpec>().is_ok());
/// ```
///
/// # Panics
///
/// If there is one of this name.
pub fn add(info: BotInfo, new: NewAgent) {
    let name = info.name;
    assert!(all().all(|other| other.name != name), "there is a bot `{name}` already");
    ADDED
        .write()
        .expect("the registry is never left half written")
        .push(Box::leak(Box::new(Added { info, new })));
}

/// All bots, in the order of `hinterhand bots`.
pub fn all() -> impl Iterator<Item = &'static BotInfo> + Clone {
    BOTS.iter().chain(added().into_iter().map(|added| &added.info))
}

/// The maker of the players of an added bot.
pub(super) fn new_agent(name: &str) -> Option<NewAgent> {
    added().into_iter().find(|added| added.info.name == name).map(|added| added.new)
}
