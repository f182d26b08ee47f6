//! Learning by play: Monte Carlo estimates of the value of actions, from games against an opponent.
//!
//! Klačan and Zhang, "From Imitation to Interaction: Mastering Game of Schnapsen with Shallow Reinforcement
//! Learning" (2026): a learner that explores at random plays against a searching opponent, every decision is
//! kept with the result of its game, and the network is trained on random batches of the decisions kept last.
//! There, many processes play by weights that are some thousand training steps old, and the number of games
//! for each training step depends on their speed; here it is an option, and all is deterministic. The
//! learning rate is halved when the loss stops falling, as there.

use std::sync::Arc;

use hinterhand_engine::Rng;

use super::game_source::{GameSource, PlayedGame};
use super::inputs::Inputs;
use super::layers::Network;
use super::saved::{Reader, Saved, SavedError};
use super::sitting::{Learned, Part, Policy, Target};
use super::targets::Remembered;
use super::training::{Example, Loss, Training, TrainingOptions};
use crate::parallel;
use crate::search::lent::{Lent, Pool};

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
    /// The network with which learning begins. Without it the weights are random.
    pub start: Option<Arc<Network>>,
    /// What is learned.
    pub learned: Learned,
    /// The number of games after which exploration has come down to its last value.
    pub games: u64,
    /// The number of games for each training step.
    pub games_a_step: u64,
    /// The probability of a random action, at the beginning and at the end.
    pub exploration: [f64; 2],
    /// The share of the result of the hand in what a decision should have been worth, against the output at
    /// the next decision of the player (Watkins' Q(lambda)); without it the result alone counts.
    pub trace: Option<f32>,
    /// The number of decisions in a batch. No step is taken before there are twice as many.
    pub batch: usize,
    /// The number of parts of a batch that threads take up.
    pub parts: usize,
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
            start: None,
            learned: Learned::default(),
            games: 1_200_000,
            games_a_step: 16,
            exploration: [0.23, 0.02],
            trace: None,
            batch: 1024,
            parts: 1,
            kept: 100_000,
            steps_an_update: 2000,
            rate: 3e-4,
            schedule: Schedule::Plateaus,
            seed: 1,
        }
    }
}

impl InteractionOptions {
    /// Learning against itself, as it has turned out well: the payoff, from inputs that do not hang on the
    /// names of the suits, while cards are drawn, with targets that go by the network itself as well.
    pub fn self_play() -> InteractionOptions {
        InteractionOptions {
            hidden: vec![256],
            learned: Learned { inputs: Inputs::Ranked, target: Target::Payoff, part: Part::WhileDrawn },
            games_a_step: 32,
            exploration: [0.15, 0.02],
            trace: Some(0.7),
            parts: 8,
            kept: 200_000,
            steps_an_update: 50,
            rate: 1e-3,
            schedule: Schedule::Even,
            ..InteractionOptions::default()
        }
    }

    /// Learning of afterstates by games against itself.
    pub fn afterstates() -> InteractionOptions {
        InteractionOptions {
            hidden: vec![128],
            games_a_step: 16,
            exploration: [0.1, 0.01],
            trace: Some(0.6),
            kept: 400_000,
            ..InteractionOptions::self_play()
        }
    }

    /// Learning of afterstates of whole turns, in games of some hundred decisions, which take long.
    pub fn turns() -> InteractionOptions {
        InteractionOptions {
            hidden: vec![64],
            games_a_step: 1,
            kept: 100_000,
            ..InteractionOptions::afterstates()
        }
    }
}

/// Learning by play.
///
/// ```
/// use hinterhand_engine::games::Schnapsen;
/// use hinterhand_solvers::network::{Hands, Interaction, InteractionOptions, Opponent};
///
/// let options = InteractionOptions { hidden: vec![8], games: 20, ..InteractionOptions::default() };
/// let game = Schnapsen::default();
/// let hands = Hands::new(&game, &options, vec![Opponent::Itself]);
/// let mut learning = Interaction::new(hands, options);
/// learning.step();
/// assert_eq!(learning.games(), 16);
/// ```
#[derive(Debug)]
pub struct Interaction<T: GameSource> {
    games_of: T,
    options: InteractionOptions,
    training: Training,
    /// The network by which the learner plays.
    playing: Network,
    workspaces: Pool<T::Workspace>,
    exploration: f64,
    /// Games that were played and have not been learned from, the earliest last.
    ahead: Vec<PlayedGame>,
    kept: Vec<Remembered>,
    /// The place of the next decision in `kept`.
    next: usize,
    games: u64,
    steps: u64,
    won: u64,
    plateau: Plateau,
}

/// The most training steps whose games are played at once.
const STEPS_AHEAD: u64 = 64;

/// The generators of games are numbered from 0; that of the weights and those of batches, from here.
const BATCHES: u64 = 1 << 62;

impl<T: GameSource> Interaction<T> {
    /// Learning from the start.
    ///
    /// # Panics
    ///
    /// If the network with which it begins has not the inputs of these games.
    pub fn new(games_of: T, options: InteractionOptions) -> Interaction<T> {
        let network = match &options.start {
            Some(start) => Network::clone(start),
            None => fresh(games_of.inputs(), &options.hidden, options.seed),
        };
        assert_eq!(network.inputs(), games_of.inputs(), "the network is made for other games");
        let training = TrainingOptions { rate: options.rate, decay: 0.0, loss: Loss::Squares };
        Interaction {
            training: Training::new(network.clone(), training),
            playing: network,
            workspaces: Pool::new(games_of.workspace()),
            games_of,
            ahead: Vec::new(),
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
        if self.ahead.is_empty() {
            self.play();
        }
        for _ in 0..self.options.games_a_step {
            self.keep();
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
        let loss = self.training.step_in_parts(&examples, self.options.parts);
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

    /// Plays the games of the steps until the learner may play by new weights, or some of them.
    fn play(&mut self) {
        let options = &self.options;
        let steps = options.steps_an_update - self.steps % options.steps_an_update;
        let count = options.games_a_step * steps.min(STEPS_AHEAD);
        let learner = Policy { network: &self.playing, exploration: self.exploration };
        let (games_of, first, workspaces) = (&self.games_of, self.games, &self.workspaces);
        self.ahead = parallel::map(count as usize, &|n| {
            // The last game comes first.
            let number = first + count - 1 - n as u64;
            let mut workspace = Lent::new(workspaces);
            games_of.play(learner, number, workspace.solver(), &mut Rng::new(options.seed, number))
        });
    }

    /// Keeps the decisions of the learner in the next game.
    fn keep(&mut self) {
        let PlayedGame { decisions, won } = self.ahead.pop().expect("whole steps are played ahead");
        self.won += u64::from(won);
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

    /// All that it needs to go on with the same bits.
    pub fn save(&self) -> Saved {
        let mut saved = Saved::default();
        self.training.save(&mut saved);
        saved.put_network(&self.playing);
        let Plateau { best, waited } = self.plateau;
        saved.counts.extend([self.games, self.steps, self.won, self.next as u64, self.exploration.to_bits()]);
        saved.counts.extend([u64::from(best.to_bits()), u64::from(waited)]);
        saved.put_decisions(&self.kept);
        saved
    }

    /// Goes on from what a learning of the same game with the same options has saved. After an error it is in
    /// no particular state.
    pub fn restore(&mut self, saved: &Saved) -> Result<(), SavedError> {
        let mut reader = Reader::new(saved);
        self.training.restore(&mut reader)?;
        reader.network(&mut self.playing)?;
        for count in [&mut self.games, &mut self.steps, &mut self.won] {
            *count = reader.count()?;
        }
        self.next = reader.count()? as usize;
        self.exploration = f64::from_bits(reader.count()?);
        let best = f32::from_bits(reader.count()? as u32);
        self.plateau = Plateau { best, waited: reader.count()? as u32 };
        self.kept = reader.decisions(self.playing.inputs())?;
        // Games that were played ahead come out the same when they are played again.
        self.ahead.clear();
        let is_sound =
            self.kept.len() <= self.options.kept && (self.next == 0 || self.next < self.kept.len());
        if is_sound { Ok(()) } else { Err(SavedError) }
    }

    /// The network as it is now.
    pub fn network(&self) -> &Network {
        self.training.network()
    }

    /// The number of games for each training step.
    pub fn games_a_step(&self) -> u64 {
        self.options.games_a_step
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

/// A network of random weights with this number of inputs.
pub(super) fn fresh(inputs: usize, hidden: &[usize], seed: u64) -> Network {
    let sizes: Vec<usize> = std::iter::once(inputs).chain(hidden.iter().copied()).chain([1]).collect();
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
    use crate::network::{Hands, Opponent};
    use crate::search::RandDeepOptions;
    use crate::strategy::Uniform;

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
            games: 6_000,
            games_a_step: 4,
            batch: 64,
            kept: 10_000,
            steps_an_update: 20,
            rate: 3e-3,
            ..InteractionOptions::default()
        };
        let game = Kinderschnapsen::default();
        let rand_deep = Opponent::RandDeep(RandDeepOptions { depth: 1 }, 1);
        let mut learning = Interaction::new(Hands::new(&game, &options, vec![rand_deep]), options);
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
        let learned = |opponents, seed| {
            let options = InteractionOptions {
                hidden: vec![16, 8],
                games_a_step: 8,
                batch: 32,
                kept: 500,
                steps_an_update: 3,
                seed,
                ..InteractionOptions::default()
            };
            let game = Kinderschnapsen::default();
            let mut learning = Interaction::new(Hands::new(&game, &options, opponents), options);
            (0..30).for_each(|_| learning.step());
            learning.network().clone()
        };
        let rand_deep = || Opponent::RandDeep(RandDeepOptions { depth: 2 }, 2);
        let by_chance = || Opponent::Strategy(Box::new(Uniform));
        let kinds: [&dyn Fn() -> Vec<Opponent<'static, Kinderschnapsen>>; 4] =
            [&|| vec![Opponent::Itself], &|| vec![rand_deep()], &|| vec![by_chance()], &|| {
                vec![by_chance(), Opponent::Itself]
            }];
        let mut networks = Vec::new();
        for opponents in kinds {
            let network = learned(opponents(), 1);
            assert_eq!(network, learned(opponents(), 1));
            assert_ne!(network, learned(opponents(), 2));
            assert!(!networks.contains(&network));
            networks.push(network);
        }
    }

    #[test]
    fn the_bits_do_not_depend_on_threads_and_interruptions() {
        let options = InteractionOptions {
            hidden: vec![16],
            games_a_step: 8,
            batch: 32,
            kept: 300,
            steps_an_update: 7,
            games: 400,
            ..InteractionOptions::self_play()
        };
        let game = Kinderschnapsen::default();
        let learned = |threads: usize, stops: &[u32]| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a few threads");
            pool.install(|| {
                let mut learning =
                    Interaction::new(Hands::new(&game, &options, vec![Opponent::Itself]), options.clone());
                for step in 0..50 {
                    if stops.contains(&step) {
                        let saved = learning.save();
                        learning = Interaction::new(
                            Hands::new(&game, &options, vec![Opponent::Itself]),
                            options.clone(),
                        );
                        learning.restore(&saved).expect("it fits");
                        assert_eq!(learning.save(), saved);
                    }
                    learning.step();
                }
                (learning.network().clone(), learning.won())
            })
        };
        let expected = learned(1, &[]);
        assert_eq!(learned(3, &[]), expected);
        assert_eq!(learned(2, &[0, 1, 11, 30, 49]), expected);
        // What was saved by another learning does not fit.
        let narrow = InteractionOptions { hidden: vec![9], ..options.clone() };
        let mut other = Interaction::new(Hands::new(&game, &narrow, vec![Opponent::Itself]), narrow);
        assert_eq!(
            other.restore(
                &Interaction::new(Hands::new(&game, &options, vec![Opponent::Itself]), options.clone())
                    .save()
            ),
            Err(SavedError)
        );
    }
}
