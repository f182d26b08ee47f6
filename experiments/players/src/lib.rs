//! Games and players by name, and all that stands between them and people: records, strategies in files, the
//! protocol of bots that are programs of their own.
//!
//! In reading order:
//!
//! - [`games`]: the registry of games: the one place where the name of a game becomes a type.
//! - [`clock`]: time for a whole game, and spans of time as they are typed.
//! - [`bots`]: bots by name: what can be asked for, and the one match from a text to a player.
//! - [`protocol`]: bots that are programs of their own: the protocol, their processes, faults, the
//!   check, the other end.
//! - [`records`]: records: games written down in words, read back, shown position by position.
//! - [`unseen`]: records with `?` for what was not seen, filled in.
//! - [`strategy`]: strategies in files: their origin, their judgement, and their probabilities at each
//!   information set.
//! - [`files`]: other files: columns, TOML, trees, boards.
//! - [`advice`]: a person at the table: a session, advice for a decision, a review of a record.
//! - [`option_value`]: values of options as JSON and as text.

pub mod advice;
pub mod bots;
pub mod clock;
pub mod files;
pub mod games;
pub mod option_value;
pub mod protocol;
pub mod records;
pub mod strategy;
pub mod unseen;
