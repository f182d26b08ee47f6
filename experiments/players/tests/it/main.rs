//! Games, players and their files, as the other crates use them.

mod trees; // the example trees, and trees written as JSON
