//! Training of a network on batches of examples, by Adam (Kingma and Ba, 2015).

use super::layers::{Layer, Network, dot};

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
    /// For each layer and both kinds of numbers: the gradient, and the means of it and of its square.
    moments: Vec<[Moments; 2]>,
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

#[derive(Clone, Debug)]
struct Moments {
    gradient: Vec<f32>,
    first: Vec<f32>,
    second: Vec<f32>,
}

const DISCOUNTS: [f32; 2] = [0.9, 0.999];
const SMALL: f32 = 1e-8;
/// An output is never taken to be nearer than this to 0 or 1 where its logarithm is asked for.
const EDGE: f32 = 1e-7;

impl Training {
    /// The training of `network`.
    pub fn new(network: Network, options: TrainingOptions) -> Training {
        let moments = |numbers: &[f32]| {
            let zero = vec![0.0; numbers.len()];
            Moments { gradient: zero.clone(), first: zero.clone(), second: zero }
        };
        let of = |layer: &Layer| [moments(layer.weights()), moments(layer.biases())];
        let moments = network.layers().iter().map(of).collect();
        Training { network, options, moments, powers: [1.0; 2] }
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

    /// Takes one step on the mean loss of a batch, and returns that loss before the step.
    ///
    /// # Panics
    ///
    /// If the batch is empty.
    pub fn step(&mut self, batch: &[Example<'_>]) -> f32 {
        assert!(!batch.is_empty(), "a batch has at least one example");
        self.moments.iter_mut().flatten().for_each(|moments| moments.gradient.fill(0.0));
        let share = 1.0 / batch.len() as f32;
        let mut loss = 0.0;
        for example in batch {
            loss += self.add_gradient(example, share);
        }
        self.descend();
        loss * share
    }

    /// Adds the gradient of an example times `share`, and returns its loss.
    fn add_gradient(&mut self, example: &Example<'_>, share: f32) -> f32 {
        let layers = self.network.layers();
        // The outputs of each layer, rectified but for the last.
        let mut outputs: Vec<Vec<f32>> = vec![self.network.begin(example.inputs)];
        for layer in &layers[1..] {
            let last = outputs.last_mut().expect("there is a first layer");
            let next = layer.after(last);
            outputs.push(next);
        }
        let value = super::layers::logistic(outputs[layers.len() - 1][0]);
        let (loss, slope) = self.options.loss.of(value, example.target);
        let mut slopes = vec![slope * share];
        for (number, layer) in layers.iter().enumerate().rev() {
            let [weights, biases] = &mut self.moments[number];
            add(&mut biases.gradient, &slopes, 1.0);
            let width = layer.outputs();
            if number == 0 {
                for &(input, factor) in example.inputs {
                    let from = usize::from(input) * width;
                    add(&mut weights.gradient[from..from + width], &slopes, factor);
                }
                break;
            }
            let mut before = vec![0.0; layer.inputs()];
            for (input, &factor) in outputs[number - 1].iter().enumerate() {
                // Rectified units that are off pass nothing on.
                if factor > 0.0 {
                    before[input] = dot(layer.row(input), &slopes);
                    add(&mut weights.gradient[input * width..(input + 1) * width], &slopes, factor);
                }
            }
            slopes = before;
        }
        loss
    }

    /// Moves all weights against their gradients.
    fn descend(&mut self) {
        for (power, discount) in self.powers.iter_mut().zip(DISCOUNTS) {
            *power *= f64::from(discount);
        }
        let rate = f64::from(self.options.rate) / (1.0 - self.powers[0]);
        let (rate, scale) = (rate as f32, (1.0 / (1.0 - self.powers[1])).sqrt() as f32);
        let decay = self.options.decay;
        for (layer, moments) in self.network.layers_mut().iter_mut().zip(&mut self.moments) {
            for (numbers, Moments { gradient, first, second }) in layer.numbers_mut().into_iter().zip(moments)
            {
                let parts = numbers.iter_mut().zip(gradient).zip(first.iter_mut().zip(second));
                for ((number, gradient), (first, second)) in parts {
                    let slope = *gradient + decay * *number;
                    *first = DISCOUNTS[0] * *first + (1.0 - DISCOUNTS[0]) * slope;
                    *second = DISCOUNTS[1] * *second + (1.0 - DISCOUNTS[1]) * slope * slope;
                    *number -= rate * *first / (second.sqrt() * scale + SMALL);
                }
            }
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
                    for at in 0..training.moments[number][kind].gradient.len() {
                        let moved = |by: f32| {
                            let mut network = network.clone();
                            network.layers_mut()[number].numbers_mut()[kind][at] += by;
                            f64::from(loss.of(network.value(&inputs), 0.8).0)
                        };
                        let slope = (moved(1e-2) - moved(-1e-2)) / 2e-2;
                        let found = f64::from(training.moments[number][kind].gradient[at]);
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
