//! The memory that a training will take, estimated before it begins.

use hinterhand_engine::Game as _;
use hinterhand_kinderschnapsen::{Payoff, Sampled};
use hinterhand_players::games::LoadedGame;
use hinterhand_solvers::tree::TreeSize;

use super::{Algorithm, Precision};

/// An estimate of the memory of a training.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Estimate {
    /// The game is written out.
    Tree {
        /// The size of its tree, or of the part of it that was counted.
        size: TreeSize,
        /// The bytes of the solver's tables for it.
        table_bytes: u64,
        /// Whether the whole tree was counted.
        whole: bool,
    },
    /// The game is known by its oracle, because its tree is larger than allowed.
    Oracle {
        /// The number of information sets of both players.
        info_sets: usize,
        /// The bytes of the oracle's decisions and of the solver's tables.
        bytes: u64,
    },
    /// Kinderschnapsen, which is not written out.
    Kinderschnapsen {
        /// The maximum number of bytes, approximately.
        bytes: u64,
    },
}

/// The solver of the hand and its judge took 190 to 270 MB under the default rules; other rules may take
/// more.
const KINDERSCHNAPSEN_BYTES: u64 = 350_000_000;

impl Estimate {
    /// The estimate for a game, of which at most `most_nodes` nodes are counted.
    pub fn of(game: &LoadedGame, algorithm: &Algorithm, most_nodes: usize) -> Estimate {
        if let Some(hand) = game.hand() {
            let bytes = match algorithm {
                Algorithm::Full { .. } => KINDERSCHNAPSEN_BYTES,
                Algorithm::Sampled { .. } => Sampled::whole_bytes(hand, &Payoff::POINTS) as u64,
            };
            return Estimate::Kinderschnapsen { bytes };
        }
        let (size, whole) = game.methods().tree_size(most_nodes);
        if let (false, Algorithm::Full { .. }, Some(oracle)) = (whole, algorithm, game.oracle()) {
            let treeplexes = [0, 1].map(|player| oracle.treeplex(player));
            let sequences: usize = treeplexes.iter().map(|treeplex| treeplex.sequences()).sum();
            // Each sequence has a plan and a worth too.
            let tables = sequences as u64 * (slot_bytes(algorithm, 2) + 2 * size_of::<f64>() as u64);
            return Estimate::Oracle {
                info_sets: treeplexes.iter().map(|treeplex| treeplex.infosets()).sum(),
                bytes: treeplexes.iter().map(|treeplex| treeplex.bytes() as u64).sum::<u64>() + tables,
            };
        }
        Estimate::Tree { size, table_bytes: size.slots as u64 * slot_bytes(algorithm, game.players()), whole }
    }

    /// The sum of all memory, in millions of bytes.
    pub fn megabytes(&self) -> u64 {
        let bytes = match self {
            Estimate::Tree { size, table_bytes, .. } => size.bytes as u64 + table_bytes,
            Estimate::Oracle { bytes, .. } | Estimate::Kinderschnapsen { bytes } => *bytes,
        };
        bytes.div_ceil(1_000_000)
    }
}

/// The bytes of a solver's tables for each action of an information set.
fn slot_bytes(algorithm: &Algorithm, players: usize) -> u64 {
    let numbers = |count: usize, size: usize| (count * size) as u64;
    match algorithm {
        // Regret, average, and the policy.
        Algorithm::Full { precision: Precision::F32, .. } => numbers(3, size_of::<f32>()),
        Algorithm::Full { precision: Precision::F64, .. } => numbers(3, size_of::<f64>()),
        Algorithm::Sampled { options, .. } => {
            numbers(3 + if options.baselines.is_some() { players } else { 0 }, size_of::<f64>())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hinterhand_players::games;
    use hinterhand_solvers::mccfr::Options;

    #[test]
    fn a_tree_is_estimated_as_far_as_it_was_counted() {
        let leduc = games::load_default("leduc").expect("a game of the engine");
        let algorithm = Algorithm::named("dcfr", 1, Precision::F32, Options::default()).unwrap();
        let Estimate::Tree { size, table_bytes, whole } = Estimate::of(&leduc, &algorithm, 10_000) else {
            panic!("Leduc is written out")
        };
        assert_eq!((size.nodes, table_bytes, whole), (9_457, 2_184 * 12, true));
        let Estimate::Tree { size, whole, .. } = Estimate::of(&leduc, &algorithm, 1_000) else {
            panic!("Leduc is written out")
        };
        assert!(size.nodes == 1_000 && size.bytes > 1_000 && !whole);
        let kuhn = games::load_default("kuhn").expect("a game of the engine");
        let options = Options { baselines: Some(0.5), ..Options::default() };
        let algorithm = Algorithm::named("outcome", 1, Precision::F64, options).unwrap();
        let Estimate::Tree { table_bytes, .. } = Estimate::of(&kuhn, &algorithm, 100) else {
            panic!("Kuhn is written out")
        };
        assert_eq!(table_bytes, 24 * 5 * 8);
    }
}
