//! The games.

pub mod kinderschnapsen;
pub mod sixty_six;
pub mod tree;

pub use kinderschnapsen::Kinderschnapsen;
pub use sixty_six::{Schnapsen, SixtySix};
pub use tree::Tree;
