//! The registry of bots: names, options, defaults. A crate adds its own with [`add`], before it names one.

use std::fmt;
use std::sync::RwLock;

use hinterhand_solvers::dynamic::Offer;

use super::{
    Agent, BotError, BotSpec, cheating, iimc, ismcts, oos, pimc, postponed, program, resolve, solve, turn,
};
use crate::clock::TimeControl;
use crate::games::{LoadedGame, names_with};

/// What is known of a bot before it plays.
#[derive(Clone, Copy, Debug)]
pub struct BotInfo {
    /// Its name.
    pub name: &'static str,
    /// How it plays, in one sentence.
    pub about: &'static str,
    /// What stands after the colon, before options if it has any.
    pub argument: Option<&'static str>,
    /// What a game must offer to it.
    pub needs: Option<Offer>,
    /// The names of the games that it plays, if it is made for some alone.
    pub made_for: Option<&'static [&'static str]>,
    /// Its options.
    pub options: &'static [BotOption],
}

impl BotInfo {
    /// A bot without options that needs nothing of a game but its rules; name and description are to be filled in.
    pub const PLAIN: BotInfo =
        BotInfo { name: "", about: "", argument: None, needs: None, made_for: None, options: &[] };

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

    /// Whether it looks at an action the more often the better it finds it. Others look at all alike, or as often as
    /// chance has it, and their visits say nothing of what they think.
    pub fn visits_by_merit(&self) -> bool {
        self.name == ismcts::INFO.name
    }
}

/// An option of a bot.
#[derive(Clone, Copy, Debug)]
pub struct BotOption {
    /// Its name.
    pub key: &'static str,
    /// What it may be.
    pub kind: Kind,
    /// What it does.
    pub about: &'static str,
}

/// What an option of a bot may be, with its default.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Kind {
    /// A whole number from the first to the second, by default the third, or none.
    Whole(u64, u64, Option<u64>),
    /// A number from the first to the second, by default the third.
    Real(f64, f64, f64),
    /// One of these words, by default the first.
    Words(&'static [&'static str]),
    /// True or false.
    Flag(bool),
    /// The time for a whole game, by default none.
    Clock,
}

impl Kind {
    /// The default as it is typed, if there is one.
    pub fn default_text(self) -> Option<String> {
        match self {
            Kind::Whole(.., default) => default.map(|number| number.to_string()),
            Kind::Real(.., default) => Some(default.to_string()),
            Kind::Words(words) => Some(words[0].to_owned()),
            Kind::Flag(flag) => Some(flag.to_string()),
            Kind::Clock => None,
        }
    }
}

impl fmt::Display for Kind {
    /// The values that are allowed.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::Whole(least, u64::MAX, _) => write!(f, "a whole number from {least}"),
            Kind::Whole(least, most, _) => write!(f, "a whole number from {least} to {most}"),
            Kind::Real(least, most, _) => write!(f, "a number from {least} to {most}"),
            Kind::Words(words) => f.write_str(&words.join("|")),
            Kind::Flag(_) => f.write_str("true|false"),
            Kind::Clock => f.write_str(TimeControl::ALLOWED),
        }
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

/// How long those think who search.
pub(super) const TIME: BotOption = BotOption {
    key: "time",
    kind: Kind::Whole(0, 1_000_000_000, None),
    about: "the milliseconds for a decision; without a number of steps beside it, nothing else ends the thinking",
};

/// How long they think in a whole game.
pub(super) const CLOCK: BotOption = BotOption {
    key: "tc",
    kind: Kind::Clock,
    about: "the seconds for a whole hand, or match where that is played for, which it divides itself; whoever takes \
            longer forfeits the hand; only where a referee keeps a clock, in tournaments, duels and self-play",
};

/// The bots of this crate, in the order of `hinterhand bots`.
const BOTS: &[BotInfo] = &[
    BotInfo {
        name: "random",
        about: "plays any legal action, each equally likely",
        argument: None,
        needs: None,
        made_for: None,
        options: &[],
    },
    BotInfo {
        name: "greedy",
        about: "takes what lies before it and does not think ahead, by a rule that the game states",
        argument: None,
        needs: Some(Offer::Greedy),
        made_for: None,
        options: &[],
    },
    BotInfo {
        name: "directed",
        about: "plays at random within a rule that the game states, as simulated games go on where they are guided",
        argument: None,
        needs: Some(Offer::Directed),
        made_for: None,
        options: &[],
    },
    BotInfo {
        name: TABLE,
        about: "plays by the strategy in a file, such as `hinterhand solve` writes; the name of the file alone \
                will do",
        argument: Some("FILE"),
        needs: None,
        made_for: None,
        options: &[],
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
        argument: None,
        needs: None,
        made_for: None,
        options: &[],
    },
];

/// Makes a player for one seat of one hand of a game, with the options that were asked for, or says why it cannot.
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
