//! Games, players and their files, as the other crates use them.

mod decisions; // the effort of the decisions of a hand, packed into bytes
mod trees; // the example trees, and trees written as JSON
