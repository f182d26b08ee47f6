//! The state of a learning as columns of numbers, from which it goes on with the same bits.

use super::layers::{Layer, Network};
use super::targets::Remembered;

/// The state of a learning. It belongs to the game and to the options of the learning that it was taken from.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Saved {
    /// Weights, and the means of gradients and of their squares.
    pub weights: Vec<f32>,
    /// Counts, and the bits of other numbers.
    pub counts: Vec<u64>,
    /// Of each decision that is kept the number of inputs that are not 0, then their indices: with the highest bit if the
    /// input is not 1.
    pub inputs: Vec<u16>,
    /// The inputs that are neither 0 nor 1.
    pub factors: Vec<f32>,
    /// The outputs that would have been right at these decisions.
    pub targets: Vec<f32>,
}

/// A saved state that does not fit the learning.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the saved state does not fit this learning")]
pub struct SavedError;

/// The mark of an index whose input is not 1.
const FACTOR: u16 = 1 << 15;

impl Network {
    /// All weights and biases, a layer after the other.
    pub fn numbers(&self) -> Vec<f32> {
        self.layers().iter().flat_map(|layer| [layer.weights(), layer.biases()]).flatten().copied().collect()
    }

    /// A network of the same sizes with these weights and biases.
    pub fn with_numbers(&self, numbers: &[f32]) -> Result<Network, SavedError> {
        let (mut network, mut rest) = (self.clone(), numbers);
        read_network(&mut network, &mut rest)?;
        if rest.is_empty() { Ok(network) } else { Err(SavedError) }
    }
}

/// Fills in these numbers, and takes them from `from`.
fn read(numbers: &mut [f32], from: &mut &[f32]) -> Result<(), SavedError> {
    let (read, rest) = from.split_at_checked(numbers.len()).ok_or(SavedError)?;
    numbers.copy_from_slice(read);
    *from = rest;
    Ok(())
}

fn read_network(network: &mut Network, from: &mut &[f32]) -> Result<(), SavedError> {
    network.layers_mut().iter_mut().flat_map(Layer::numbers_mut).try_for_each(|numbers| read(numbers, from))
}

impl Saved {
    pub(super) fn put_network(&mut self, network: &Network) {
        self.weights.extend(network.numbers());
    }

    pub(super) fn put_decisions(&mut self, decisions: &[Remembered]) {
        for (inputs, target) in decisions {
            self.targets.push(*target);
            self.inputs.push(inputs.len() as u16);
            for &(index, factor) in inputs {
                debug_assert!(index < FACTOR, "a decision has fewer inputs");
                self.inputs.push(index | if factor == 1.0 { 0 } else { FACTOR });
                if factor != 1.0 {
                    self.factors.push(factor);
                }
            }
        }
    }
}

/// Takes a saved state up again, a piece at a time.
pub(super) struct Reader<'s> {
    weights: &'s [f32],
    counts: &'s [u64],
    saved: &'s Saved,
}

impl<'s> Reader<'s> {
    pub(super) fn new(saved: &'s Saved) -> Reader<'s> {
        Reader { weights: &saved.weights, counts: &saved.counts, saved }
    }

    pub(super) fn count(&mut self) -> Result<u64, SavedError> {
        let (&count, rest) = self.counts.split_first().ok_or(SavedError)?;
        self.counts = rest;
        Ok(count)
    }

    pub(super) fn numbers(&mut self, numbers: &mut [f32]) -> Result<(), SavedError> {
        read(numbers, &mut self.weights)
    }

    pub(super) fn network(&mut self, network: &mut Network) -> Result<(), SavedError> {
        read_network(network, &mut self.weights)
    }

    /// All decisions, each with indices below `inputs`; the rest of the state has to be read before.
    pub(super) fn decisions(self, inputs: usize) -> Result<Vec<Remembered>, SavedError> {
        let (mut indices, mut factors) = (self.saved.inputs.iter(), self.saved.factors.iter());
        let mut decision = |&target: &f32| {
            let count = *indices.next().ok_or(SavedError)?;
            let mut input = || {
                let &marked = indices.next().ok_or(SavedError)?;
                let index = marked & !FACTOR;
                let factor = if marked == index { 1.0 } else { *factors.next().ok_or(SavedError)? };
                if usize::from(index) < inputs { Ok((index, factor)) } else { Err(SavedError) }
            };
            Ok(((0..count).map(|_| input()).collect::<Result<_, SavedError>>()?, target))
        };
        let decisions = self.saved.targets.iter().map(&mut decision).collect::<Result<_, SavedError>>()?;
        let is_whole = indices.next().is_none() && factors.next().is_none();
        let is_read = self.weights.is_empty() && self.counts.is_empty();
        if is_whole && is_read { Ok(decisions) } else { Err(SavedError) }
    }
}
