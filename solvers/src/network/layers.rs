//! A network: dense layers with rectified linear units between them and a logistic output.

use std::fmt;

use hinterhand_engine::Rng;

/// A network from numbers to one number between 0 and 1.
///
/// ```
/// use hinterhand_engine::Rng;
/// use hinterhand_solvers::network::Network;
///
/// let network = Network::new(&[4, 8, 1], &mut Rng::new(1, 0));
/// let value = network.value(&[(0, 1.0), (3, -2.0)]);
/// assert!(value > 0.0 && value < 1.0);
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Network {
    layers: Vec<Layer>,
}

/// A dense layer.
#[derive(Clone, PartialEq, Debug)]
pub struct Layer {
    /// The number of outputs.
    outputs: usize,
    /// The weights, those of one input beside each other.
    weights: Vec<f32>,
    biases: Vec<f32>,
}

/// The inputs that are not zero, by increasing index.
pub(super) type Sparse = [(u16, f32)];

/// Layers that make no network.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NetworkError {
    /// There is no layer, or the last one does not have one output.
    Output,
    /// The layer with this number does not fit the one before it.
    Shape(usize),
    /// A weight or bias of the layer with this number is not finite.
    NotFinite(usize),
}

impl Network {
    /// A network with layers of these sizes, the inputs first, the last one 1. Weights and biases are drawn
    /// uniformly from the interval of plus and minus one over the root of the inputs of their layer.
    ///
    /// # Panics
    ///
    /// If there are fewer than two sizes, one is 0, or the last one is not 1.
    pub fn new(sizes: &[usize], rng: &mut Rng) -> Network {
        assert!(sizes.len() >= 2 && sizes.last() == Some(&1), "inputs, hidden layers, one output");
        assert!(sizes.iter().all(|&size| size > 0 && size <= usize::from(u16::MAX)), "sizes above 0");
        let layer = |pair: &[usize]| {
            let (inputs, outputs) = (pair[0], pair[1]);
            let reach = 1.0 / (inputs as f64).sqrt();
            let mut draw = |count: usize| -> Vec<f32> {
                (0..count).map(|_| ((2.0 * rng.unit() - 1.0) * reach) as f32).collect()
            };
            Layer { outputs, weights: draw(inputs * outputs), biases: draw(outputs) }
        };
        Network { layers: sizes.windows(2).map(layer).collect() }
    }

    /// A network of given layers.
    pub fn from_layers(layers: Vec<Layer>) -> Result<Network, NetworkError> {
        if layers.last().is_none_or(|layer| layer.outputs != 1) {
            return Err(NetworkError::Output);
        }
        for (number, layer) in layers.iter().enumerate() {
            let fits = number == 0 || layer.inputs() == layers[number - 1].outputs;
            let whole = layer.outputs > 0
                && layer.biases.len() == layer.outputs
                && !layer.weights.is_empty()
                && layer.weights.len().is_multiple_of(layer.outputs)
                && layer.inputs() <= usize::from(u16::MAX);
            if !fits || !whole {
                return Err(NetworkError::Shape(number));
            }
            if !layer.weights.iter().chain(&layer.biases).all(|number| number.is_finite()) {
                return Err(NetworkError::NotFinite(number));
            }
        }
        Ok(Network { layers })
    }

    /// The layers, in order.
    pub fn layers(&self) -> &[Layer] {
        &self.layers
    }

    pub(super) fn layers_mut(&mut self) -> &mut [Layer] {
        &mut self.layers
    }

    /// The number of inputs.
    pub fn inputs(&self) -> usize {
        self.layers[0].inputs()
    }

    /// The sizes of all layers, the inputs first.
    pub fn sizes(&self) -> Vec<usize> {
        std::iter::once(self.inputs()).chain(self.layers.iter().map(|layer| layer.outputs)).collect()
    }

    /// The output for these inputs; those that are not listed are 0. The indices increase.
    pub fn value(&self, inputs: &[(u16, f32)]) -> f32 {
        let sums = self.begin(inputs);
        self.finish(&sums, &[])
    }

    /// Fills in the outputs of each layer, rectified but for the last.
    pub(super) fn all_outputs(&self, inputs: &Sparse, outputs: &mut [Vec<f32>]) {
        outputs[0].copy_from_slice(&self.layers[0].biases);
        self.layers[0].add(inputs, &mut outputs[0]);
        self.go_on(outputs);
    }

    /// The sums of the first layer over these inputs, to be [finished](Network::finish) with different
    /// further inputs.
    pub fn begin(&self, inputs: &[(u16, f32)]) -> Vec<f32> {
        let mut sums = Vec::new();
        self.begin_in(inputs, &mut sums);
        sums
    }

    /// Fills in the sums of the first layer over these inputs.
    pub(super) fn begin_in(&self, inputs: &Sparse, sums: &mut Vec<f32>) {
        sums.clear();
        sums.extend_from_slice(&self.layers[0].biases);
        self.layers[0].add(inputs, sums);
    }

    /// The output for the inputs of `sums` and further ones. With increasing indices over both it has the
    /// same bits as [`value`](Network::value) of all of them.
    pub fn finish(&self, sums: &[f32], further: &[(u16, f32)]) -> f32 {
        self.finish_in(sums, further, &mut Vec::new())
    }

    /// The output, with room for what the layers give.
    pub(super) fn finish_in(&self, sums: &[f32], further: &Sparse, room: &mut Vec<Vec<f32>>) -> f32 {
        if room.len() != self.layers.len() {
            *room = self.layers.iter().map(|layer| vec![0.0; layer.outputs]).collect();
        }
        room[0].copy_from_slice(sums);
        self.layers[0].add(further, &mut room[0]);
        self.go_on(room);
        logistic(room[self.layers.len() - 1][0])
    }

    /// Fills in the outputs of each layer but the first.
    fn go_on(&self, outputs: &mut [Vec<f32>]) {
        for (number, layer) in self.layers.iter().enumerate().skip(1) {
            let (before, after) = outputs.split_at_mut(number);
            layer.after(&mut before[number - 1], &mut after[0]);
        }
    }
}

impl Layer {
    /// A layer of given weights, those of one input beside each other, and a bias for each output.
    pub fn from_parts(weights: Vec<f32>, biases: Vec<f32>) -> Layer {
        Layer { outputs: biases.len(), weights, biases }
    }

    /// The weights, those of one input beside each other.
    pub fn weights(&self) -> &[f32] {
        &self.weights
    }

    /// The biases.
    pub fn biases(&self) -> &[f32] {
        &self.biases
    }

    /// The weights and biases, to be changed.
    pub(super) fn numbers_mut(&mut self) -> [&mut [f32]; 2] {
        [&mut self.weights, &mut self.biases]
    }

    /// The number of outputs.
    pub fn outputs(&self) -> usize {
        self.outputs
    }

    /// The number of inputs.
    pub fn inputs(&self) -> usize {
        self.weights.len().checked_div(self.outputs).unwrap_or(0)
    }

    /// The weights from this input.
    #[inline]
    pub(super) fn row(&self, input: usize) -> &[f32] {
        &self.weights[input * self.outputs..(input + 1) * self.outputs]
    }

    /// Adds what these inputs contribute. Sums stay in registers, a block at a time; each has the order of the inputs.
    #[inline]
    fn add(&self, inputs: &Sparse, sums: &mut [f32]) {
        let mut from = 0;
        let mut blocks = sums.chunks_exact_mut(BLOCK);
        for block in blocks.by_ref() {
            let mut held = [0.0f32; BLOCK];
            held.copy_from_slice(block);
            for &(input, factor) in inputs {
                let at = usize::from(input) * self.outputs + from;
                for (sum, weight) in held.iter_mut().zip(&self.weights[at..at + BLOCK]) {
                    *sum += factor * weight;
                }
            }
            block.copy_from_slice(&held);
            from += BLOCK;
        }
        let rest = blocks.into_remainder();
        for &(input, factor) in inputs {
            for (sum, weight) in rest.iter_mut().zip(&self.row(usize::from(input))[from..]) {
                *sum += factor * weight;
            }
        }
    }

    /// Fills in the sums of this layer over those of the one before it, which are rectified.
    pub(super) fn after(&self, sums: &mut [f32], next: &mut [f32]) {
        rectify(sums);
        if let [only] = next {
            *only = self.biases[0] + dot(sums, &self.weights);
            return;
        }
        next.copy_from_slice(&self.biases);
        for (input, &factor) in sums.iter().enumerate().filter(|(_, factor)| **factor > 0.0) {
            for (sum, weight) in next.iter_mut().zip(self.row(input)) {
                *sum += factor * weight;
            }
        }
    }
}

/// The number of sums that are held in registers.
const BLOCK: usize = 64;

#[inline]
fn rectify(sums: &mut [f32]) {
    sums.iter_mut().for_each(|sum| *sum = sum.max(0.0));
}

/// The number of partial sums of a product, so that it can be computed in vectors and still has one order.
const LANES: usize = 8;

#[inline]
pub(super) fn dot(left: &[f32], right: &[f32]) -> f32 {
    let mut sums = [0.0f32; LANES];
    let (mut lefts, mut rights) = (left.chunks_exact(LANES), right.chunks_exact(LANES));
    for (left, right) in lefts.by_ref().zip(rights.by_ref()) {
        for lane in 0..LANES {
            sums[lane] += left[lane] * right[lane];
        }
    }
    let rest = lefts.remainder().iter().zip(rights.remainder());
    rest.fold(sums.iter().sum(), |sum: f32, (left, right)| sum + left * right)
}

/// The logistic function.
pub(super) fn logistic(sum: f32) -> f32 {
    1.0 / (1.0 + libm::expf(-sum))
}

impl fmt::Display for NetworkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NetworkError::Output => f.write_str("the last layer must have one output"),
            NetworkError::Shape(layer) => write!(f, "layer {layer} has the wrong size"),
            NetworkError::NotFinite(layer) => write!(f, "layer {layer} has a weight that is not finite"),
        }
    }
}

impl std::error::Error for NetworkError {}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two inputs, two hidden units, one output, all computed by hand.
    fn small() -> Network {
        let hidden = Layer::from_parts(vec![1.0, -1.0, 0.5, 2.0], vec![0.25, 0.0]);
        Network::from_layers(vec![hidden, Layer::from_parts(vec![2.0, -1.0], vec![0.5])]).expect("it fits")
    }

    #[test]
    fn a_value_is_that_of_a_hand_computed_table() {
        // Hidden sums 1 * 1 + 0.5 * 2 + 0.25 and -1 * 1 + 2 * 2 + 0; output 2 * 2.25 - 3 + 0.5 = 2.
        assert_eq!(small().value(&[(0, 1.0), (1, 2.0)]), logistic(2.0));
        // The second hidden unit is below 0: 2 * 1.25 + 0.5 = 3.
        assert_eq!(small().value(&[(0, 1.0)]), logistic(3.0));
        assert_eq!(small().sizes(), [2, 2, 1]);
    }

    #[test]
    fn finishing_has_the_same_bits_as_doing_all_at_once() {
        let mut rng = Rng::new(5, 0);
        let network = Network::new(&[40, 33, 17, 1], &mut rng);
        let inputs: Vec<(u16, f32)> = (0..40).step_by(3).map(|n| (n, rng.unit() as f32 * 9.0)).collect();
        for cut in 0..inputs.len() {
            let (first, further) = inputs.split_at(cut);
            assert_eq!(network.finish(&network.begin(first), further), network.value(&inputs));
        }
    }

    #[test]
    fn what_is_no_network_is_refused() {
        let layer = |weights: usize, biases: usize| Layer::from_parts(vec![0.5; weights], vec![0.0; biases]);
        for (layers, expected) in [
            (vec![], NetworkError::Output),
            (vec![layer(6, 2)], NetworkError::Output),
            (vec![layer(6, 2), layer(3, 1)], NetworkError::Shape(1)),
            (vec![layer(5, 2), layer(2, 1)], NetworkError::Shape(0)),
            (vec![layer(0, 1)], NetworkError::Shape(0)),
            (vec![Layer::from_parts(vec![f32::NAN], vec![0.0])], NetworkError::NotFinite(0)),
        ] {
            assert_eq!(Network::from_layers(layers), Err(expected));
        }
    }
}
