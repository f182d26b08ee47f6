//! Recipippes: pawns and courts are captured and stolen with the suits of the Decktet. For 2 to 4 players.
//!
//! [`Recipippes`] is the rules as a value, [`Position`] the state of a game, [`InfoSet`] the position as one
//! seat sees it. A turn is a series of small decisions ([`Action`]): a trade is begun, cards are discarded
//! one by one, and the number of cards to draw is named; a steal is laid, supported, and then defended by
//! its victim. Two chance events bring cards: the deal, and the new deck when the first one is used up.
//!
//! ```
//! use hinterhand_engine::{History, Notation, Rng, games::Recipippes};
//!
//! let game = Recipippes { players: 3, ..Recipippes::default() };
//! let mut history = History::new(&game);
//! history.play_word("call:pawn").unwrap();
//! history.deal(&mut Rng::new(2026, 0));
//! history.play_word("seat:first").unwrap();
//! history.deal(&mut Rng::new(2026, 1));
//! assert!(game.legal_words(history.state()).contains(&"trade".to_owned()));
//! ```

mod action;
mod card;
mod checks;
mod choices;
mod court;
mod cover;
mod deal;
mod deck;
#[cfg(feature = "drawings")]
mod drawing;
mod hidden;
mod legal;
mod notation;
#[cfg(feature = "observations")]
mod observation;
mod play;
mod position;
mod proof;
mod rules;
mod seen;
mod steps;

pub use action::{Action, Verb};
pub use card::{Card, CardSet, ParseCardError};
pub use court::{Court, CourtSet, ParseCourtError};
pub use deal::{Chance, Deal, DealError};
pub use deck::{Deck, Discard};
pub use legal::Legal;
pub use position::Position;
pub use rules::{
    CaptureCover, DiscardOrder, ExhaustAt, FinalTurns, HandLimitCheck, Payoff, Recipippes, Setup, TradeDraw,
};
pub use seen::InfoSet;
pub use steps::Step;
