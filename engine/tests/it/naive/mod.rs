//! The card games and the phantom games a second time, spelled out from their rules as plainly as possible.
//!
//! Nothing is shared with the engine, not even the cards: what both agree on is hardly wrong twice.

pub mod kinderschnapsen;
pub mod sixty_six;

pub mod recipippes;

pub mod schikanoeschen;

pub mod klondike_chess;

pub mod phantom;

mod cards;
mod checks;
mod options;

pub use kinderschnapsen::Kinderschnapsen;
pub use klondike_chess::KlondikeChess;
pub use phantom::Phantom;
pub use recipippes::Recipippes;
pub use schikanoeschen::Schikanoeschen;
pub use sixty_six::SixtySix;

/// One game being played, spelled in the words of the notation.
pub trait Naive: Clone {
    /// "chance", "player 0" and so on, or "over".
    fn turn(&self) -> String;
    /// All legal words, sorted by bytes; empty for chance and over.
    fn legal(&self) -> Vec<String>;
    /// Plays one word (those of chance included); panics if it is not legal.
    fn play(&mut self, word: &str);
    /// Payoff of each player, once over.
    fn returns(&self) -> Vec<f64>;
    /// Everything that this player noticed, as text: equal if and only if it cannot distinguish two
    /// histories.
    fn seen(&self, player: usize) -> String;
}
