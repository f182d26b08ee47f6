//! Learning by play: Monte Carlo estimates of the value of actions, from games against an opponent.
//!
//! Klačan and Zhang, "From Imitation to Interaction: Mastering Game of Schnapsen with Shallow Reinforcement
//! Learning" (2026): a learner that explores at random plays against a searching opponent, every decision is
//! kept with the result of its game, and the network is trained on random batches of the decisions kept last.
//! There, many processes play by weights that are some thousand training steps old, and the number of games
//! for each training step depends on their speed; here it is an option, and all is deterministic. The
//! learning rate is halved when the loss stops falling, as there.

use hinterhand_engine::Rng;

use super::inputs::{Inputs, TrickInputs};
use super::layers::Network;
use super::sitting::{self, Chooser, Learned, Remembered, SeatedBy, Target};
use super::training::{Example, Loss, Training, TrainingOptions};
use crate::search::RandDeepOptions;

/// The opponent of the learner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Opponent {
    /// Random games to a depth, with this number of samples.
    RandDeep(RandDeepOptions, u32),
    /// The learner itself, which then learns from the decisions of both seats.
    Itself,
}

/// How a learning rate changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Schedule {
    /// It is halved when the loss has not fallen for a while.
    Plateaus,
    /// It falls evenly, to a hundredth at the end.
    Even,
}

/// The options of learning by play. The defaults are those of the published training program, but for
/// `games_a_step`, which it does not set.
#[derive(Clone, PartialEq, Debug)]
pub struct InteractionOptions {
    /// The sizes of the hidden layers.
    pub hidden: Vec<usize>,
    /// The opponent.
    pub opponent: Opponent,
    /// What is learned.
    pub learned: Learned,
    /// The number of games after which exploration has come down to its last value.
    pub games: u64,
    /// The number of games for each training step.
    pub games_a_step: u64,
    /// The probability of a random action, at the beginning and at the end.
    pub exploration: [f64; 2],
    /// The number of decisions in a batch. No step is taken before there are twice as many.
    pub batch: usize,
    /// The number of decisions that are kept.
    pub kept: usize,
    /// The number of training steps after which the learner plays by the new weights.
    pub steps_an_update: u64,
    /// The learning rate at the beginning.
    pub rate: f32,
    /// How it changes.
    pub schedule: Schedule,
    /// The seed.
    pub seed: u64,
}

impl Default for InteractionOptions {
    fn default() -> InteractionOptions {
        InteractionOptions {
            hidden: vec![512],
            opponent: Opponent::RandDeep(RandDeepOptions::default(), 4),
            learned: Learned::default(),
            games: 1_200_000,
            games_a_step: 16,
            exploration: [0.23, 0.02],
            batch: 1024,
            kept: 100_000,
            steps_an_update: 2000,
            rate: 3e-4,
            schedule: Schedule::Plateaus,
            seed: 1,
        }
    }
}

impl InteractionOptions {
    /// Learning against itself, as it has turned out well: the payoff, from inputs that do not hang on the names of the
    /// suits, while cards are drawn.
    pub fn self_play() -> InteractionOptions {
        InteractionOptions {
            hidden: vec![128],
            opponent: Opponent::Itself,
            learned: Learned { inputs: Inputs::BySuit, target: Target::Payoff, while_drawn: true },
            exploration: [0.15, 0.02],
            kept: 200_000,
            steps_an_update: 50,
            rate: 1e-3,
            schedule: Schedule::Even,
            ..InteractionOptions::default()
        }
    }
}

/// Learning by play.
///
/// ```
/// use hinterhand_engine::games::Schnapsen;
/// use hinterhand_solvers::network::{Interaction, InteractionOptions};
///
/// let options = InteractionOptions { hidden: vec![8], games: 20, ..InteractionOptions::default() };
/// let game = Schnapsen::default();
/// let mut learning = Interaction::new(&game, options);
/// learning.step();
/// assert_eq!(learning.games(), 16);
/// ```
#[derive(Debug)]
pub struct Interaction<'g, G> {
    game: &'g G,
    options: InteractionOptions,
    training: Training,
    /// The network by which the learner plays.
    playing: Network,
    chooser: Chooser,
    exploration: f64,
    kept: Vec<Remembered>,
    /// The place of the next decision in `kept`.
    next: usize,
    games: u64,
    steps: u64,
    won: u64,
    plateau: Plateau,
}

/// The generators of games are numbered from 0; that of the weights and those of batches, from here.
const BATCHES: u64 = 1 << 62;

impl<'g, G: TrickInputs> Interaction<'g, G> {
    /// Learning from nothing.
    pub fn new(game: &'g G, options: InteractionOptions) -> Interaction<'g, G> {
        let network = fresh::<G>(options.learned, &options.hidden, options.seed);
        let training = TrainingOptions { rate: options.rate, decay: 0.0, loss: Loss::Squares };
        Interaction {
            game,
            training: Training::new(network.clone(), training),
            playing: network,
            chooser: Chooser::new(options.learned),
            exploration: options.exploration[0],
            kept: Vec::new(),
            next: 0,
            games: 0,
            steps: 0,
            won: 0,
            plateau: Plateau::default(),
            options,
        }
    }

    /// Plays the games of a training step, and takes it if there are enough decisions.
    pub fn step(&mut self) {
        for _ in 0..self.options.games_a_step {
            self.play();
        }
        let batch = self.options.batch;
        if self.kept.len() <= 2 * batch {
            return;
        }
        let mut rng = Rng::new(self.options.seed, BATCHES + 1 + self.steps);
        let examples: Vec<Example<'_>> = (0..batch)
            .map(|_| {
                let (inputs, target) = &self.kept[rng.below(self.kept.len() as u32) as usize];
                Example { inputs, target: *target }
            })
            .collect();
        let loss = self.training.step(&examples);
        self.steps += 1;
        if self.steps.is_multiple_of(self.options.steps_an_update) {
            let progress = (self.games as f64 / self.options.games.max(1) as f64).min(1.0);
            match self.options.schedule {
                Schedule::Plateaus if self.plateau.is_reached(loss) => {
                    self.training.set_rate(0.5 * self.training.rate());
                }
                Schedule::Plateaus => {}
                Schedule::Even => self.training.set_rate(self.options.rate * (1.0 - 0.99 * progress as f32)),
            }
            self.playing = self.training.network().clone();
            let [first, last] = self.options.exploration;
            self.exploration = first - progress * (first - last);
        }
    }

    /// Plays one game and keeps the decisions of the learner.
    fn play(&mut self) {
        let mut rng = Rng::new(self.options.seed, self.games);
        let learner = SeatedBy::Network(&self.playing, self.exploration);
        let first = self.games.is_multiple_of(2);
        let (seats, kept) = match self.options.opponent {
            Opponent::Itself => ([learner; 2], [true; 2]),
            Opponent::RandDeep(options, samples) => {
                let other = SeatedBy::RandDeep(options, samples);
                (if first { [learner, other] } else { [other, learner] }, [first, !first])
            }
        };
        let (decisions, payoff) = sitting::play(self.game, seats, kept, &mut self.chooser, &mut rng);
        self.won += u64::from((payoff > 0.0) == first);
        self.games += 1;
        for decision in decisions {
            if self.kept.len() < self.options.kept {
                self.kept.push(decision);
            } else {
                self.kept[self.next] = decision;
                self.next = (self.next + 1) % self.options.kept;
            }
        }
    }

    /// The network as it is now.
    pub fn network(&self) -> &Network {
        self.training.network()
    }

    /// The number of games so far.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The number of games that the learner has won; of games against itself, those that one seat has won.
    pub fn won(&self) -> u64 {
        self.won
    }
}

/// A network of random weights for decisions of a game.
pub(super) fn fresh<G: TrickInputs>(learned: Learned, hidden: &[usize], seed: u64) -> Network {
    let sizes: Vec<usize> =
        std::iter::once(learned.inputs.count::<G>()).chain(hidden.iter().copied()).chain([1]).collect();
    Network::new(&sizes, &mut Rng::new(seed, BATCHES))
}

/// Tells when a loss has not fallen for a while.
#[derive(Clone, Copy, Debug)]
struct Plateau {
    best: f32,
    waited: u32,
}

impl Default for Plateau {
    fn default() -> Plateau {
        Plateau { best: f32::INFINITY, waited: 0 }
    }
}

/// The number of updates without a better loss after which the rate is halved.
const PATIENCE: u32 = 10;
/// A loss below this share of the best one is better.
const BETTER: f32 = 1.0 - 1e-4;

impl Plateau {
    /// Takes note of a loss; whether it was the last of too many that are no better.
    fn is_reached(&mut self, loss: f32) -> bool {
        if loss < BETTER * self.best {
            *self = Plateau { best: loss, waited: 0 };
        } else {
            self.waited += 1;
        }
        let reached = self.waited > PATIENCE;
        if reached {
            self.waited = 0;
        }
        reached
    }
}

#[cfg(test)]
mod tests {
    use hinterhand_engine::games::Kinderschnapsen;

    use super::*;

    #[test]
    fn a_plateau_is_reached_after_eleven_losses_that_are_no_better() {
        let mut plateau = Plateau::default();
        assert!(!plateau.is_reached(1.0) && !plateau.is_reached(0.5));
        let reached: Vec<bool> = (0..12).map(|_| plateau.is_reached(0.6)).collect();
        assert_eq!(reached.iter().position(|&reached| reached), Some(10));
        assert!(!reached[11]);
    }

    #[test]
    fn the_learner_comes_to_win_more() {
        let options = InteractionOptions {
            hidden: vec![32],
            opponent: Opponent::RandDeep(RandDeepOptions { depth: 1 }, 1),
            games: 6_000,
            games_a_step: 4,
            batch: 64,
            kept: 10_000,
            steps_an_update: 20,
            rate: 3e-3,
            ..InteractionOptions::default()
        };
        let game = Kinderschnapsen::default();
        let mut learning = Interaction::new(&game, options);
        let mut won = Vec::new();
        for _ in 0..3 {
            let before = learning.won();
            (0..500).for_each(|_| learning.step());
            won.push(learning.won() - before);
        }
        // Of 2000 games each; a standard error of the difference is 32 at most, so chance alone reaches 130
        // with a probability below 1e-4.
        assert!(won[2] > won[0] + 130, "{won:?}");
    }

    #[test]
    fn the_same_seed_gives_the_same_bits() {
        let learned = |opponent, seed| {
            let options = InteractionOptions {
                hidden: vec![16, 8],
                opponent,
                games_a_step: 8,
                batch: 32,
                kept: 500,
                steps_an_update: 3,
                seed,
                ..InteractionOptions::default()
            };
            let game = Kinderschnapsen::default();
            let mut learning = Interaction::new(&game, options);
            (0..30).for_each(|_| learning.step());
            learning.network().clone()
        };
        for opponent in [Opponent::Itself, Opponent::RandDeep(RandDeepOptions { depth: 2 }, 2)] {
            let network = learned(opponent, 1);
            assert_eq!(network, learned(opponent, 1));
            assert_ne!(network, learned(opponent, 2));
        }
    }
}
