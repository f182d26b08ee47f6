//! Gating: after each generation of a learning, its network plays against the best one so far.

use hinterhand_solvers::network::{Network, SavedError};

/// The number of generations, which take equally many steps.
pub const GENERATIONS: u64 = 10;

/// The network after a generation, and the one that it is to replace.
#[derive(Clone, Copy, Debug)]
pub struct Generation<'n> {
    /// The number of the generation, from 1.
    pub number: u64,
    /// The network.
    pub network: &'n Network,
    /// The best network so far; none before the first generation.
    pub best: Option<&'n Network>,
}

/// Plays the gate. Returns whether the network takes the place of the best one, or `None` once stopped.
pub type PlayGate<'k> = dyn Fn(Generation<'_>) -> anyhow::Result<Option<bool>> + Sync + 'k;

/// The generations that have been through the gate, and the best one of them.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Gated {
    /// The number of the last one.
    pub(super) last: u64,
    /// The number of the best one.
    pub(super) best: u64,
    network: Option<Network>,
}

impl Gated {
    /// The number of generations that are complete after some of all steps.
    pub(super) fn complete(step: u64, steps: u64) -> u64 {
        step * GENERATIONS / steps
    }

    /// Plays the gate with the network of a generation, unless stopped.
    pub(super) fn pass(&mut self, number: u64, network: &Network, play: &PlayGate<'_>) -> anyhow::Result<()> {
        if let Some(is_better) = play(Generation { number, network, best: self.network.as_ref() })? {
            self.last = number;
            if is_better {
                self.best = number;
                self.network = Some(network.clone());
            }
        }
        Ok(())
    }

    /// The best network.
    pub(super) fn network(&self) -> Option<&Network> {
        self.network.as_ref()
    }

    /// What it was, by the numbers of the last and of the best generation and by the weights of the best network,
    /// none if there is none, which has the sizes of `like`.
    pub(super) fn restored(
        [last, best]: [u64; 2],
        weights: &[f32],
        like: &Network,
    ) -> Result<Gated, SavedError> {
        let network = (!weights.is_empty()).then(|| like.with_numbers(weights)).transpose()?;
        Ok(Gated { last, best, network })
    }
}
