//! Lookahead: lines for the own turn, compared by how simulated turns after them come out, for games that are long
//! or do not end when they are played at random.

mod forecast;
mod klondike_chess;
mod recipippes;
mod schikanoeschen;

pub use forecast::{Forecast, Lookahead};
pub use klondike_chess::KlondikeChessForecast;
pub use recipippes::RecipippesForecast;
pub use schikanoeschen::SchikanoeschenForecast;
