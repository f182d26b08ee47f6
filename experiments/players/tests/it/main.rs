//! Games, players and their files, as the other crates use them.

mod claims; // bots claim as soon as a claim wins
mod decisions; // the effort of the decisions of a hand, packed into bytes
mod plays; // which bot plays which game, as they say and as they do
mod trees; // the example trees, and trees written as JSON
