//! The games.

pub mod goofspiel;
pub mod kinderschnapsen;
pub mod klondike_chess;
pub mod kuhn;
pub mod liars_dice;
pub mod phantom;
pub mod poker;
pub mod private_deal;
pub mod recipippes;
pub mod reference;
pub mod schikanoeschen;
pub mod sixty_six;
pub mod tree;

pub use goofspiel::Goofspiel;
pub use kinderschnapsen::Kinderschnapsen;
pub use klondike_chess::KlondikeChess;
pub use kuhn::Kuhn;
pub use liars_dice::LiarsDice;
pub use phantom::{DarkHex, PhantomTtt};
pub use poker::{GenericPoker, Leduc};
pub use recipippes::Recipippes;
pub use reference::ReferenceGame;
pub use schikanoeschen::Schikanoeschen;
pub use sixty_six::{Schnapsen, SixtySix};
pub use tree::Tree;
