//! The description of a bot, and the names and options that several bots share.

use hinterhand_engine::{Allowed, OptionSpec};
use hinterhand_solvers::dynamic::Offer;

use super::condition::Condition;
use crate::clock::TimeControl;
use crate::games::names_with;

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
    /// Whether it plays only where two take part.
    pub for_two: bool,
    /// Its options, in groups: those of one [`options!`](hinterhand_engine::options) each.
    pub options: &'static [&'static [OptionSpec]],
    /// The options that it reads only beside certain values of another one. All others are always read.
    pub conditions: &'static [&'static [Condition]],
}

impl BotInfo {
    /// A bot without options that needs nothing of a game but its rules; name and description are to be
    /// filled in.
    pub const PLAIN: BotInfo = BotInfo {
        name: "",
        about: "",
        argument: None,
        needs: None,
        made_for: None,
        for_two: false,
        options: &[],
        conditions: &[],
    };

    /// Its options.
    pub fn options(&self) -> impl Iterator<Item = &'static OptionSpec> + Clone {
        self.options.iter().copied().flatten()
    }

    /// What decides whether this option is read.
    pub(super) fn conditions_of(&self, option: &str) -> impl Iterator<Item = &'static Condition> {
        self.conditions.iter().copied().flatten().filter(move |condition| condition.option == option)
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
        self.name == ISMCTS
    }
}

/// The name of the person at the terminal.
pub(super) const HUMAN: &str = "human";
/// The name of the one that sees all cards.
pub(super) const CHEATING: &str = "cheating";
/// The name of strategies from files.
pub(super) const TABLE: &str = "table";
/// The name of information-set Monte Carlo tree search.
pub(super) const ISMCTS: &str = "ismcts";
/// The name of programs of their own.
pub(super) const COMMAND: &str = "cmd";

/// The values of the option `tc`: a time control.
pub(super) const TIME_CONTROL: Allowed =
    Allowed::Parsed(TimeControl::ALLOWED, |text| Some(text.parse::<TimeControl>().ok()?.to_string()));

/// The name of play by a network.
pub(super) const NETWORK: &str = "network";
/// The name of the option for a network that judges positions.
pub(super) const VALUE: &str = "value";
/// The name of the option for a network that says where to look first.
pub(super) const PRIOR: &str = "prior";

/// The values of both options: a file.
pub(super) const NETWORK_FILE: Allowed =
    Allowed::Parsed("the name of a file that `hinterhand learn` has written", |text| {
        (!text.is_empty()).then(|| text.to_owned())
    });

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
