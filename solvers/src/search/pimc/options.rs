//! The options of perfect information Monte Carlo.

use super::ties::Ties;

/// The options of a [`Pimc`](super::Pimc).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PimcOptions {
    /// If no more worlds than this fit what the player sees, they are enumerated instead of sampled, in
    /// random order and each once.
    pub list: usize,
    /// The figure by which actions are compared.
    pub merit: Merit,
    /// The tie-break between actions of the same merit.
    pub ties: Ties,
    /// Whether consecutive decisions, between which nothing is learned, are treated as one.
    pub plans: bool,
}

/// The figure by which actions are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Merit {
    /// The mean payoff over the worlds.
    #[default]
    Mean,
    /// The number of worlds in which no other action wins more. This gives the figures of Long and others for
    /// Kuhn poker, which the means do not.
    Votes,
    /// The number of worlds in which they win, whatever the amount; draws count as halves, and ties are
    /// broken by the mean. For maximizing the number of hands won instead of the payoff.
    Wins,
}

impl Default for PimcOptions {
    fn default() -> PimcOptions {
        PimcOptions { list: 400, merit: Merit::Mean, ties: Ties::Even, plans: false }
    }
}
