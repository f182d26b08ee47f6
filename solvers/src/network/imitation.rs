//! Learning from the games of others: which of their decisions came before a won game.
//!
//! Klačan and Zhang (2026) call this supervised imitation: two searching players play against each other, and
//! the network learns to tell from a decision whether its player won. The network plays the action with the
//! best prospect, so it does not copy its teachers.

use hinterhand_engine::Rng;

use super::inputs::TrickInputs;
use super::interaction::fresh;
use super::layers::Network;
use super::saved::{Reader, Saved, SavedError};
use super::sitting::{self, Chooser, Keeping, Learned, SeatedBy};
use super::targets::Remembered;
use super::training::{Example, Loss, Training, TrainingOptions};
use crate::parallel;
use crate::search::RandDeepOptions;
use crate::search::lent::{Lent, Pool};

/// The options of learning from the games of others. The defaults are those of the published training
/// program.
#[derive(Clone, PartialEq, Debug)]
pub struct ImitationOptions {
    /// The sizes of the hidden layers.
    pub hidden: Vec<usize>,
    /// The players of both seats: random games to a depth.
    pub teacher: RandDeepOptions,
    /// The number of samples of the players.
    pub samples: u32,
    /// What is learned.
    pub learned: Learned,
    /// The number of games.
    pub games: u64,
    /// The number of decisions in a batch.
    pub batch: usize,
    /// The learning rate.
    pub rate: f32,
    /// The weight decay.
    pub decay: f32,
    /// The seed.
    pub seed: u64,
}

impl Default for ImitationOptions {
    fn default() -> ImitationOptions {
        ImitationOptions {
            hidden: vec![512],
            teacher: RandDeepOptions::default(),
            samples: 4,
            learned: Learned::default(),
            games: 20_000,
            batch: 64,
            rate: 5e-4,
            decay: 1e-5,
            seed: 1,
        }
    }
}

/// Learning from the games of others. A step is an epoch: all decisions once.
#[derive(Debug)]
pub struct Imitation<'g, G> {
    game: &'g G,
    options: ImitationOptions,
    training: Training,
    choosers: Pool<Chooser>,
    decisions: Vec<Remembered>,
    games: u64,
    epochs: u64,
}

/// The most games that are played at once.
const GAMES_AHEAD: u64 = 64;

/// The generators of games are numbered from 0; those of the order of the decisions, from here.
const ORDERS: u64 = (1 << 62) + 1;

impl<'g, G: TrickInputs> Imitation<'g, G> {
    /// Learning from nothing, with no games yet.
    pub fn new(game: &'g G, options: ImitationOptions) -> Imitation<'g, G> {
        let training = TrainingOptions { rate: options.rate, decay: options.decay, loss: Loss::CrossEntropy };
        let training = Training::new(
            fresh(options.learned.inputs.count::<G>(), &options.hidden, options.seed),
            training,
        );
        let choosers = Pool::new(Chooser::new(options.learned));
        Imitation { game, options, training, choosers, decisions: Vec::new(), games: 0, epochs: 0 }
    }

    /// Plays some more games on all threads, if not all have been played; whether it did.
    pub fn play(&mut self) -> bool {
        let count = (self.options.games - self.games).min(GAMES_AHEAD);
        let seats = [(); 2].map(|()| SeatedBy::RandDeep(self.options.teacher, self.options.samples));
        let keeping = Keeping { kept: [true; 2], trace: None };
        let (game, seed, first, choosers) = (self.game, self.options.seed, self.games, &self.choosers);
        let played = parallel::map(count as usize, &|n| {
            let mut lent = Lent::new(choosers);
            sitting::play(game, &seats, keeping, lent.solver(), &mut Rng::new(seed, first + n as u64)).0
        });
        self.decisions.extend(played.into_iter().flatten());
        self.games += count;
        count > 0
    }

    /// Goes once through all decisions, in random order, and returns the mean loss. Plays the games that
    /// have not been played.
    pub fn step(&mut self) -> f32 {
        while self.play() {}
        let mut order: Vec<u32> = (0..self.decisions.len() as u32).collect();
        Rng::new(self.options.seed, ORDERS + self.epochs).shuffle(&mut order);
        self.epochs += 1;
        let mut sum = 0.0;
        let batches = order.chunks(self.options.batch);
        let count = batches.len().max(1) as f32;
        for batch in batches {
            let example = |&number: &u32| {
                let (inputs, target) = &self.decisions[number as usize];
                Example { inputs, target: *target }
            };
            let examples: Vec<Example<'_>> = batch.iter().map(example).collect();
            sum += self.training.step(&examples);
        }
        sum / count
    }

    /// All that it needs to go on with the same bits.
    pub fn save(&self) -> Saved {
        let mut saved = Saved::default();
        self.training.save(&mut saved);
        saved.counts.extend([self.games, self.epochs]);
        saved.put_decisions(&self.decisions);
        saved
    }

    /// Goes on from what a learning of the same game with the same options has saved. After an error it is in no
    /// particular state.
    pub fn restore(&mut self, saved: &Saved) -> Result<(), SavedError> {
        let mut reader = Reader::new(saved);
        self.training.restore(&mut reader)?;
        self.games = reader.count()?;
        self.epochs = reader.count()?;
        self.decisions = reader.decisions(self.training.network().inputs())?;
        if self.games <= self.options.games { Ok(()) } else { Err(SavedError) }
    }

    /// The number of times that it went through all decisions.
    pub fn epochs(&self) -> u64 {
        self.epochs
    }

    /// The network as it is now.
    pub fn network(&self) -> &Network {
        self.training.network()
    }
}

#[cfg(test)]
mod tests {
    use hinterhand_engine::games::Kinderschnapsen;

    use super::*;

    #[test]
    fn winning_decisions_are_told_from_losing_ones() {
        let options = ImitationOptions {
            hidden: vec![16],
            teacher: RandDeepOptions { depth: 2 },
            samples: 1,
            games: 400,
            rate: 5e-3,
            ..ImitationOptions::default()
        };
        let game = Kinderschnapsen::default();
        let learned = || {
            let mut learning = Imitation::new(&game, options.clone());
            let losses: Vec<f32> = (0..8).map(|_| learning.step()).collect();
            (losses, learning.network().clone())
        };
        let (losses, network) = learned();
        // To know nothing costs the logarithm of 2.
        assert!(losses[7] < 0.62 && losses[7] < losses[0], "{losses:?}");
        assert_eq!(learned().1, network);
    }
}
