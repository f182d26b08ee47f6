//! Where the numbers of one player's sequences stand in the arrays of the caller: in a matrix for all information sets
//! with the same number of actions.

use std::collections::BTreeMap;
use std::ops::Range;

use hinterhand_solvers::cfr::{Matrix, Passes};
use hinterhand_solvers::dynamic::AnyTree;
use hinterhand_solvers::oracle::{Oracle as _, PayoffMatrix, Treeplex};

/// The places of one player's sequences. Information sets are numbered by the columns of the matrices, one matrix after
/// another.
pub(crate) struct Arrangement {
    /// By their number of actions.
    pub(crate) matrices: Vec<Matrix>,
    /// For each sequence of the treeplex its place.
    places: Vec<u32>,
    /// For each information set its number in the treeplex.
    infosets: Vec<u32>,
}

impl Arrangement {
    /// The columns in the order of the treeplex.
    pub(crate) fn of_treeplex(treeplex: &Treeplex) -> Arrangement {
        let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
        for infoset in 0..treeplex.infosets() {
            *counts.entry(treeplex.sequences_of(infoset).len()).or_default() += 1;
        }
        let mut matrices: Vec<Matrix> = Vec::new();
        for (&actions, &infosets) in &counts {
            let first = matrices.last().map_or(1, Matrix::end);
            matrices.push(Matrix { first, actions, infosets });
        }
        // From here on the next place of a first action.
        let mut next: BTreeMap<usize, usize> =
            matrices.iter().map(|matrix| (matrix.actions, matrix.first)).collect();
        Arrangement::new(treeplex, matrices, |infoset| {
            let next = next.entry(treeplex.sequences_of(infoset).len()).or_default();
            *next += 1;
            *next - 1
        })
    }

    /// The columns in the order of the passes through a tree, whose treeplexes are those of the payoffs.
    pub(crate) fn of_passes(
        passes: &Passes<f64>,
        tree: &AnyTree,
        payoffs: &PayoffMatrix,
        player: usize,
    ) -> Arrangement {
        Arrangement::new(payoffs.treeplex(player), passes.matrices(player).to_vec(), |infoset| {
            passes.number(tree.tree(), payoffs.set(player, infoset), 0)
        })
    }

    /// `first` says the place of the first action at an information set of the treeplex.
    fn new(treeplex: &Treeplex, matrices: Vec<Matrix>, mut first: impl FnMut(usize) -> usize) -> Arrangement {
        let mut places = vec![0; treeplex.sequences()];
        let mut infosets = vec![0; treeplex.infosets()];
        let mut before = vec![0; matrices.len()];
        for at in 1..matrices.len() {
            before[at] = before[at - 1] + matrices[at - 1].infosets;
        }
        for infoset in 0..treeplex.infosets() {
            let first = first(infoset);
            let at = matrices.partition_point(|matrix| matrix.first <= first) - 1;
            let Matrix { first: start, infosets: step, .. } = matrices[at];
            infosets[before[at] + first - start] = infoset as u32;
            for (action, sequence) in treeplex.sequences_of(infoset).enumerate() {
                places[sequence] = (first + action * step) as u32;
            }
        }
        Arrangement { matrices, places, infosets }
    }

    /// The number in the treeplex of an information set.
    pub(crate) fn in_treeplex(&self, infoset: usize) -> usize {
        self.infosets[infoset] as usize
    }

    /// The number of an information set of the treeplex.
    pub(crate) fn infoset_of(&self, infoset: usize) -> usize {
        self.infosets.iter().position(|&other| other as usize == infoset).unwrap_or(infoset)
    }

    /// The place of a sequence of the treeplex.
    pub(crate) fn place(&self, sequence: usize) -> usize {
        self.places[sequence] as usize
    }

    /// The places of the actions at an information set: a range, and the step in it.
    pub(crate) fn places_of(&self, infoset: usize) -> (Range<usize>, usize) {
        let mut before = 0;
        let matrix = self.matrices.iter().find(|matrix| {
            before += matrix.infosets;
            infoset < before
        });
        let matrix = matrix.expect("each information set is in a matrix");
        let first = matrix.first + infoset + matrix.infosets - before;
        (first..matrix.end(), matrix.infosets)
    }

    /// The numbers in the order of the treeplex.
    pub(crate) fn to_treeplex(&self, numbers: &[f64]) -> Vec<f64> {
        self.places.iter().map(|&place| numbers[place as usize]).collect()
    }

    /// Puts numbers in the order of the treeplex into their places.
    pub(crate) fn put<T: Copy + Into<f64>>(&self, numbers: &[T], out: &mut [f64]) {
        for (&place, &number) in self.places.iter().zip(numbers) {
            out[place as usize] = number.into();
        }
    }
}
