//! The games.

pub mod kinderschnapsen;
pub mod sixty_six;

pub use kinderschnapsen::Kinderschnapsen;
pub use sixty_six::{Schnapsen, SixtySix};
