//! The registry of bots: names, options, defaults. A crate adds its own with [`add`], before it names one.

use std::sync::RwLock;

use hinterhand_engine::{Allowed, OptionSpec};
use hinterhand_solvers::dynamic::Offer;

use super::{
    Agent, BotError, BotSpec, cheating, iimc, ismcts, oos, pimc, postponed, program, resolve, solve, turn,
};
use crate::clock::TimeControl;
use crate::games::{LoadedGame, names_with};

/// The description of a bot.
#[derive(Clone, Copy, Debug)]
pub struct BotInfo {
    /// Its name.
    pub name: &'static str,
    /// One sentence on how it plays.
    pub about: &'static str,
    /// The argument after the colon, before the options if there are any.
    pub argument: Option<&'static str>,
    /// The offer of a game that it needs.
    pub needs: Option<Offer>,
    /// The names of the games that it plays, if it is made for some alone.
    pub made_for: Option<&'static [&'static str]>,
    /// Its options, in groups: those of one [`options!`](hinterhand_engine::options) each.
    pub options: &'static [&'static [OptionSpec]],
}

impl BotInfo {
    /// A bot without options that needs nothing of a game but its rules; name and description are to be
    /// filled in.
    pub const PLAIN: BotInfo =
        BotInfo { name: "", about: "", argument: None, needs: None, made_for: None, options: &[] };

    /// Its options.
    pub fn options(&self) -> impl Iterator<Item = &'static OptionSpec> + Clone {
        self.options.iter().copied().flatten()
    }

    /// The names of the games that it can play, if these are not all.
    pub fn plays(&self) -> Option<Vec<&'static str>> {
        match (self.made_for, self.needs.map(names_with)) {
            (Some(names), Some(able)) => Some(able.into_iter().filter(|name| names.contains(name)).collect()),
            (Some(names), None) => Some(names.to_vec()),
            (None, able) => able,
        }
    }

    /// Whether it sees all cards, so that it is no player.
    pub fn cheats(&self) -> bool {
        self.name == CHEATING
    }

    /// Whether its visits increase with the value of an action. Other searches visit all actions equally, or
    /// at random, and their visits do not measure values.
    pub fn visits_by_merit(&self) -> bool {
        self.name == ismcts::INFO.name
    }
}

/// The name of the person at the terminal.
pub(super) const HUMAN: &str = "human";
/// The name of the one that sees all cards.
pub(super) const CHEATING: &str = "cheating";
/// The name of strategies from files.
pub(super) const TABLE: &str = "table";

/// The name of programs of their own.
pub(super) const COMMAND: &str = "cmd";

/// The values of the option `tc`: a time control.
pub(super) const TIME_CONTROL: Allowed =
    Allowed::Parsed(TimeControl::ALLOWED, |text| Some(text.parse::<TimeControl>().ok()?.to_string()));

/// The options of all searches: the budget.
pub(super) const THINKING: &[OptionSpec] = &[
    OptionSpec::new(
        "time",
        Allowed::Optional(0, 1_000_000_000),
        "the milliseconds for a decision; without a number of steps beside it, nothing else ends the thinking",
    ),
    OptionSpec::new(
        "tc",
        TIME_CONTROL,
        "the seconds for a whole hand, or for a whole match where one is played, which the bot divides itself; a bot \
         that takes longer forfeits the hand; only where a referee keeps a clock, in tournaments, duels and self-play",
    ),
];

/// The description of the option `endgame`.
pub(super) const ENDGAME: &str =
    "solve the last tricks of closed hands as the game of hidden information that they are, in trick games";

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
    iimc::INFO,
    postponed::EPIMC,
    postponed::ALPHA_MU,
    oos::INFO,
    turn::INFO,
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
