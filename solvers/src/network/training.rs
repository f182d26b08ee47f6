//! Training of a network on batches of examples, by Adam (Kingma and Ba, 2015).

use super::layers::{Layer, Network, dot};
use super::saved::{Reader, Saved, SavedError};
use crate::parallel;

/// The training of a network.
///
/// ```
/// use hinterhand_engine::Rng;
/// use hinterhand_solvers::network::{Example, Loss, Network, Training, TrainingOptions};
///
/// let network = Network::new(&[2, 16, 1], &mut Rng::new(1, 0));
/// let options = TrainingOptions { rate: 0.01, decay: 0.0, loss: Loss::CrossEntropy };
/// let mut training = Training::new(network, options);
/// let batch = [(&[(0u16, 1.0f32)][..], 1.0), (&[(1, 1.0)][..], 0.0)];
/// let batch = batch.map(|(inputs, target)| Example { inputs, target });
/// let first = training.step(&batch);
/// let last = (0..200).map(|_| training.step(&batch)).last().expect("some steps");
/// assert!(last < 0.1 * first);
/// assert!(training.network().value(&[(0, 1.0)]) > 0.9);
/// ```
#[derive(Clone, Debug)]
pub struct Training {
    network: Network,
    options: TrainingOptions,
    /// For each layer and both kinds of numbers: the means of the gradient and of its square.
    moments: Vec<[Moments; 2]>,
    /// The gradients of the parts of a batch.
    parts: Vec<Gradient>,
    /// The powers of the two discounts.
    powers: [f64; 2],
}

/// The options of a training.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TrainingOptions {
    /// The learning rate.
    pub rate: f32,
    /// The factor of the weights that is added to the gradient (weight decay as an L2 penalty).
    pub decay: f32,
    /// The loss.
    pub loss: Loss,
}

/// The loss that is made small.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Loss {
    /// The cross-entropy of target and output.
    CrossEntropy,
    /// The square of the difference.
    Squares,
}

/// What the output should be for some inputs.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Example<'e> {
    /// The inputs that are not 0, by increasing index.
    pub inputs: &'e [(u16, f32)],
    /// The output that is wanted, from 0 to 1.
    pub target: f32,
}

/// The means of a gradient and of its square, as far back as they are remembered.
#[derive(Clone, Debug)]
struct Moments {
    first: Vec<f32>,
    second: Vec<f32>,
}

/// The gradient of a part of a batch, and room to compute it.
#[derive(Clone, Debug)]
struct Gradient {
    /// For each layer: the gradients of its weights and of its biases.
    of_layers: Vec<[Vec<f32>; 2]>,
    /// The outputs of each layer, rectified but for the last.
    outputs: Vec<Vec<f32>>,
    loss: f32,
}

const DISCOUNTS: [f32; 2] = [0.9, 0.999];
const SMALL: f32 = 1e-8;
/// Smaller slopes are 0, and so are subnormal means. The means of a weight without a gradient would otherwise come to a
/// subnormal number and stay there by rounding, and processors are many times slower with these; and so would the
/// weights themselves with decay. The square of this slope, times a thousandth, is still normal.
const LEAST_SLOPE: f32 = 4e-18;
/// An output is never taken to be nearer than this to 0 or 1 where its logarithm is asked for.
const EDGE: f32 = 1e-7;

impl Training {
    /// The training of `network`.
    pub fn new(network: Network, options: TrainingOptions) -> Training {
        let moments = |numbers: &[f32]| {
            let zero = vec![0.0; numbers.len()];
            Moments { first: zero.clone(), second: zero }
        };
        let of = |layer: &Layer| [moments(layer.weights()), moments(layer.biases())];
        let moments = network.layers().iter().map(of).collect();
        Training { network, options, moments, parts: Vec::new(), powers: [1.0; 2] }
    }

    /// The network as it is now.
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// The learning rate.
    pub fn rate(&self) -> f32 {
        self.options.rate
    }

    /// Changes the learning rate.
    pub fn set_rate(&mut self, rate: f32) {
        self.options.rate = rate;
    }

    /// Adds its state to what is saved.
    pub(super) fn save(&self, saved: &mut Saved) {
        saved.put_network(&self.network);
        for Moments { first, second } in self.moments.iter().flatten() {
            saved.weights.extend_from_slice(first);
            saved.weights.extend_from_slice(second);
        }
        saved.counts.push(u64::from(self.options.rate.to_bits()));
        saved.counts.extend(self.powers.map(f64::to_bits));
    }

    /// Takes its state from what was saved.
    pub(super) fn restore(&mut self, saved: &mut Reader<'_>) -> Result<(), SavedError> {
        saved.network(&mut self.network)?;
        for Moments { first, second } in self.moments.iter_mut().flatten() {
            saved.numbers(first)?;
            saved.numbers(second)?;
        }
        self.options.rate = f32::from_bits(saved.count()? as u32);
        for power in &mut self.powers {
            *power = f64::from_bits(saved.count()?);
        }
        Ok(())
    }

    /// Takes one step on the mean loss of a batch, and returns that loss before the step.
    ///
    /// # Panics
    ///
    /// If the batch is empty.
    pub fn step(&mut self, batch: &[Example<'_>]) -> f32 {
        self.step_in_parts(batch, 1)
    }

    /// Takes one step as [`step`](Training::step) does. The gradients of this number of parts of the batch are summed by
    /// themselves, on all threads, and then in order: the bits depend on that number, and not on that of the threads.
    ///
    /// # Panics
    ///
    /// If the batch is empty, or if there are no parts.
    pub fn step_in_parts(&mut self, batch: &[Example<'_>], parts: usize) -> f32 {
        assert!(!batch.is_empty() && parts > 0, "a batch has at least one example and one part");
        let (share, size) = (1.0 / batch.len() as f32, batch.len().div_ceil(parts));
        let Training { network, parts, options, .. } = self;
        parts.resize_with(batch.len().div_ceil(size), || Gradient::new(network));
        parallel::for_each(parts, &|part, gradient| {
            gradient.clear();
            let examples = &batch[part * size..];
            for example in &examples[..size.min(examples.len())] {
                gradient.add(network, options.loss, example, share);
            }
        });
        let (whole, others) = parts.split_first_mut().expect("there is a part");
        others.iter().for_each(|other| whole.join(other));
        let loss = whole.loss;
        self.descend();
        loss * share
    }

    /// Moves all weights against their gradients.
    fn descend(&mut self) {
        for (power, discount) in self.powers.iter_mut().zip(DISCOUNTS) {
            *power *= f64::from(discount);
        }
        let rate = f64::from(self.options.rate) / (1.0 - self.powers[0]);
        let (rate, scale) = (rate as f32, (1.0 / (1.0 - self.powers[1])).sqrt() as f32);
        let decay = self.options.decay;
        let gradients = &self.parts[0].of_layers;
        for ((layer, moments), gradients) in
            self.network.layers_mut().iter_mut().zip(&mut self.moments).zip(gradients)
        {
            let kinds = layer.numbers_mut().into_iter().zip(moments).zip(gradients);
            for ((numbers, Moments { first, second }), gradient) in kinds {
                let parts = numbers.iter_mut().zip(gradient).zip(first.iter_mut().zip(second));
                for ((number, gradient), (first, second)) in parts {
                    let slope = unless_below(LEAST_SLOPE, *gradient + decay * *number);
                    let mean = DISCOUNTS[0] * *first + (1.0 - DISCOUNTS[0]) * slope;
                    *first = unless_below(f32::MIN_POSITIVE, mean);
                    let mean = DISCOUNTS[1] * *second + (1.0 - DISCOUNTS[1]) * slope * slope;
                    *second = unless_below(f32::MIN_POSITIVE, mean);
                    *number -= rate * *first / (second.sqrt() * scale + SMALL);
                }
            }
        }
    }
}

impl Gradient {
    /// Room for the gradient of a network.
    fn new(network: &Network) -> Gradient {
        let of = |layer: &Layer| [layer.weights(), layer.biases()].map(|numbers| vec![0.0; numbers.len()]);
        Gradient {
            of_layers: network.layers().iter().map(of).collect(),
            outputs: network.layers().iter().map(|layer| vec![0.0; layer.outputs()]).collect(),
            loss: 0.0,
        }
    }

    fn clear(&mut self) {
        self.loss = 0.0;
        self.of_layers.iter_mut().flatten().for_each(|numbers| numbers.fill(0.0));
    }

    /// Adds the gradient of an example times `share`, and its loss.
    fn add(&mut self, network: &Network, loss: Loss, example: &Example<'_>, share: f32) {
        let layers = network.layers();
        network.all_outputs(example.inputs, &mut self.outputs);
        let value = super::layers::logistic(self.outputs[layers.len() - 1][0]);
        let (loss, slope) = loss.of(value, example.target);
        self.loss += loss;
        let mut slopes = vec![slope * share];
        for (number, layer) in layers.iter().enumerate().rev() {
            let [weights, biases] = &mut self.of_layers[number];
            add(biases, &slopes, 1.0);
            let width = layer.outputs();
            if number == 0 {
                for &(input, factor) in example.inputs {
                    let from = usize::from(input) * width;
                    add(&mut weights[from..from + width], &slopes, factor);
                }
                break;
            }
            let mut before = vec![0.0; layer.inputs()];
            let outputs = &self.outputs[number - 1];
            // The last layer has a single output: all units at once, without a branch for each.
            if let [slope] = slopes[..] {
                let units = before.iter_mut().zip(weights).zip(outputs.iter().zip(layer.weights()));
                for ((before, gradient), (&factor, weight)) in units {
                    *before = if factor > 0.0 { weight * slope } else { 0.0 };
                    *gradient += factor * slope;
                }
                slopes = before;
                continue;
            }
            for (input, &factor) in outputs.iter().enumerate() {
                // Rectified units that are off pass nothing on.
                if factor > 0.0 {
                    before[input] = dot(layer.row(input), &slopes);
                    add(&mut weights[input * width..(input + 1) * width], &slopes, factor);
                }
            }
            slopes = before;
        }
    }

    /// Adds the gradient and the loss of another part.
    fn join(&mut self, other: &Gradient) {
        self.loss += other.loss;
        for (sums, terms) in self.of_layers.iter_mut().flatten().zip(other.of_layers.iter().flatten()) {
            add(sums, terms, 1.0);
        }
    }
}

impl Loss {
    /// The loss of an output, and its slope by the sum before the logistic function.
    fn of(self, value: f32, target: f32) -> (f32, f32) {
        let difference = value - target;
        match self {
            Loss::Squares => (difference * difference, 2.0 * difference * value * (1.0 - value)),
            Loss::CrossEntropy => {
                let near = value.clamp(EDGE, 1.0 - EDGE);
                let loss = -(target * libm::logf(near) + (1.0 - target) * libm::logf(1.0 - near));
                (loss, difference)
            }
        }
    }
}

/// The number, or 0 if it is nearer to 0 than `least`.
#[inline]
fn unless_below(least: f32, number: f32) -> f32 {
    if number.abs() < least { 0.0 } else { number }
}

#[inline]
fn add(sums: &mut [f32], terms: &[f32], factor: f32) {
    for (sum, term) in sums.iter_mut().zip(terms) {
        *sum += factor * term;
    }
}

#[cfg(test)]
mod tests {
    use hinterhand_engine::Rng;

    use super::*;

    /// The gradients of a network with two hidden layers against differences of its loss.
    #[test]
    fn gradients_are_those_of_differences() {
        let mut rng = Rng::new(8, 0);
        let inputs: Vec<(u16, f32)> = (0..6).map(|n| (n, rng.unit() as f32)).collect();
        for loss in [Loss::Squares, Loss::CrossEntropy] {
            let network = Network::new(&[6, 9, 5, 1], &mut rng);
            let example = Example { inputs: &inputs, target: 0.8 };
            let options = TrainingOptions { rate: 0.0, decay: 0.0, loss };
            let mut training = Training::new(network.clone(), options);
            training.step(&[example]);
            for number in 0..3 {
                for kind in 0..2 {
                    for at in 0..training.parts[0].of_layers[number][kind].len() {
                        let moved = |by: f32| {
                            let mut network = network.clone();
                            network.layers_mut()[number].numbers_mut()[kind][at] += by;
                            f64::from(loss.of(network.value(&inputs), 0.8).0)
                        };
                        let slope = (moved(1e-2) - moved(-1e-2)) / 2e-2;
                        let found = f64::from(training.parts[0].of_layers[number][kind][at]);
                        // Single precision and a step of 0.01; a rectified unit may switch within it.
                        assert!((slope - found).abs() < 2e-3, "{number} {kind} {at}: {found} {slope}");
                    }
                }
            }
        }
    }

    /// The first step of Adam is the learning rate in the direction of each gradient.
    #[test]
    fn the_first_step_is_as_long_as_the_rate() {
        let network = Network::new(&[3, 4, 1], &mut Rng::new(2, 0));
        let options = TrainingOptions { rate: 0.01, decay: 0.0, loss: Loss::Squares };
        let mut training = Training::new(network.clone(), options);
        training.step(&[Example { inputs: &[(0, 1.0), (1, 1.0)], target: 1.0 }]);
        let bias = |network: &Network| network.layers()[1].biases()[0];
        assert!((bias(training.network()) - bias(&network) - 0.01).abs() < 1e-5);
        // The third input was 0.
        assert_eq!(training.network().layers()[0].row(2), network.layers()[0].row(2));
    }

    #[test]
    fn decay_makes_weights_smaller() {
        let network = Network::new(&[3, 4, 1], &mut Rng::new(2, 0));
        let size = |network: &Network| network.layers()[0].weights().iter().map(|w| w * w).sum::<f32>();
        let options = TrainingOptions { rate: 0.01, decay: 1.0, loss: Loss::Squares };
        let mut training = Training::new(network.clone(), options);
        for _ in 0..50 {
            training.step(&[Example { inputs: &[(0, 1.0)], target: 0.5 }]);
        }
        assert!(size(training.network()) < 0.5 * size(&network));
    }
}
