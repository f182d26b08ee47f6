//! A program that cannot be seated.

use super::Fault;

/// Why a program cannot be seated.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the fields are what the messages name")]
pub enum ProgramError {
    #[error("`{command}`: a quote is opened and not closed")]
    Quote { command: String },
    #[error("no program is named: `cmd:COMMAND`, as in `cmd:python3 bot.py`")]
    Empty,
    #[error("`{command}` cannot be seated: {fault}")]
    Fault { command: String, fault: Fault },
    #[error("`{command}` does not play {game}; it plays: {}", games.join(", "))]
    Game { command: String, game: String, games: Vec<String> },
    #[error("`{command}` has no option `{name}`; it has: {}", if there.is_empty() { "none".to_owned() } else { there.join(", ") })]
    Option { command: String, name: String, there: Vec<String> },
    #[error("`{command}`: option `{name}` cannot be `{text}`; it is {kind}, such as {default}")]
    Value { command: String, name: String, text: String, kind: &'static str, default: String },
}
