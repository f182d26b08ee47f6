//! Players by rules of thumb of the games that are not won by tricks, and simulated games between them.

mod by_rules;
mod klondike_chess;
mod recipippes;
mod schikanoeschen;

pub use by_rules::{ByRules, Rules, RulesPlayer};
pub use klondike_chess::KlondikeChessRules;
pub use recipippes::RecipippesRules;
pub use schikanoeschen::{Line, Lines, Moves, Prospect, Quick, SchikanoeschenRules};
pub(crate) use schikanoeschen::{Standing, pass};
