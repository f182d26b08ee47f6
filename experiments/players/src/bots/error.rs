//! A bot that cannot play.

use hinterhand_solvers::dynamic::Offer;

use super::condition::Condition;
use crate::files::column_file::ColumnFileError;
use crate::files::network_file::NetworkFileError;
use crate::games::did_you_mean;
use crate::protocol::ProgramError;

/// Why a bot cannot be made from a text, or cannot play a game.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the fields are what the messages name")]
pub enum BotError {
    #[error(
        "there is no bot `{name}`{}, and no file of that name; bots: {}",
        did_you_mean(*nearest), allowed.join(", ")
    )]
    Unknown { name: String, nearest: Option<&'static str>, allowed: Vec<&'static str> },
    #[error(
        "{bot} has no option `{key}`{}; it has: {}",
        did_you_mean(*nearest),
        if allowed.is_empty() { "none".to_owned() } else { allowed.join(", ") }
    )]
    Key { bot: &'static str, key: String, nearest: Option<&'static str>, allowed: Vec<&'static str> },
    #[error("{bot}: `{key}` cannot be `{text}`{}; allowed: {allowed}", did_you_mean(*nearest))]
    Value {
        bot: &'static str,
        key: &'static str,
        text: String,
        nearest: Option<&'static str>,
        allowed: String,
    },
    #[error(
        "{bot}: `{}` is read by {}={}, and not by {}={value}",
        .condition.option, .condition.by, .condition.values, .condition.by
    )]
    Unread { bot: &'static str, condition: Condition, value: String },
    #[error("{bot}: `{option}` is read in games of tricks, and {game} is none")]
    OfTricks { bot: String, option: &'static str, game: String },
    #[error("{bot}: `{option}` is read where the talon may be closed, and by closing=false it may not")]
    OfClosing { bot: &'static str, option: &'static str },
    #[error(
        "{bot}: `{option}` is read with lookahead, or where the talon may be closed, and by closing=false it may not"
    )]
    OfWorlds { bot: &'static str, option: &'static str },
    #[error("{bot}: `{part}` is not KEY=VALUE, as in `{bot}:{example}`")]
    Form { bot: &'static str, part: String, example: String },
    #[error(
        "`{part}` is no option of cmd{}: a comma ends the command, here `{command}`, and its options follow. A \
         comma in the command stands in quotes or after a backslash, as in `cmd:{escaped}`",
        did_you_mean(*nearest)
    )]
    Comma { command: String, part: String, nearest: Option<&'static str>, escaped: String },
    #[error("{bot}: `{key}` is given twice")]
    Twice { bot: &'static str, key: String },
    #[error("{bot} needs the name of a file: `{bot}:FILE`")]
    NoFile { bot: &'static str },
    #[error("{bot} needs a {offer}, which {game} does not have; those that have one: {}", list(allowed))]
    Offer { bot: String, offer: Offer, game: &'static str, allowed: Vec<&'static str> },
    #[error("{bot} does not play {game}; it plays: {}", allowed.join(", "))]
    Game { bot: String, game: &'static str, allowed: Vec<&'static str> },
    #[error("{bot} plays games of two, and this one has {players} players")]
    Players { bot: String, players: usize },
    #[error("`human` is a person at the terminal: only `hinterhand play` can ask that person")]
    Human,
    #[error("`cheating` sees all cards: only the referee of `hinterhand duel` can seat it")]
    Cheating,
    #[error(
        "{bot}: `tc` is kept by a referee, in tournaments, duels and self-play; `time` is for a decision"
    )]
    Clock { bot: String },
    #[error("`cmd` needs a command: `cmd:COMMAND`, as in `cmd:python3 bot.py`")]
    NoCommand,
    #[error(
        "{command}: a program of its own plays in tournaments, in duels and at the tables of `hinterhand serve`, and \
         gives no values"
    )]
    NeedsReferee { command: String },
    #[error(transparent)]
    Program(#[from] ProgramError),
    #[error(transparent)]
    File(#[from] ColumnFileError),
    #[error(transparent)]
    Network(#[from] NetworkFileError),
}

fn list(names: &[&str]) -> String {
    if names.is_empty() { "none yet".to_owned() } else { names.join(", ") }
}
