//! Hands at the trick table that are played to learn from them.

use hinterhand_engine::{Player, Rng};

use super::game_source::{GameSource, PlayedGame};
use super::inputs::TrickInputs;
use super::interaction::InteractionOptions;
use super::opponent::{self, Opponent};
use super::sitting::{self, Chooser, Keeping, Learned, Policy, SeatedBy};

/// Hands of the learner against opponents.
#[derive(Debug)]
pub struct Hands<'g, G: TrickInputs> {
    game: &'g G,
    opponents: Vec<Opponent<'g, G>>,
    learned: Learned,
    trace: Option<f32>,
}

impl<'g, G: TrickInputs> Hands<'g, G> {
    /// Hands of this game as the options say, against these opponents in turn.
    ///
    /// # Panics
    ///
    /// If there are no opponents.
    pub fn new(game: &'g G, options: &InteractionOptions, opponents: Vec<Opponent<'g, G>>) -> Hands<'g, G> {
        assert!(!opponents.is_empty(), "nobody to play against");
        Hands { game, opponents, learned: options.learned, trace: options.trace }
    }
}

impl<G: TrickInputs> GameSource for Hands<'_, G> {
    type Workspace = Chooser;

    fn inputs(&self) -> usize {
        self.learned.inputs.count::<G>()
    }

    fn workspace(&self) -> Chooser {
        Chooser::new(self.learned)
    }

    fn play(&self, learner: Policy<'_>, number: u64, chooser: &mut Chooser, rng: &mut Rng) -> PlayedGame {
        let (opponent, seat) = opponent::seated(&self.opponents, 2, number);
        let (other, learns) = match opponent {
            Opponent::Itself => (SeatedBy::Network(learner), true),
            Opponent::RandDeep(options, samples) => (SeatedBy::RandDeep(*options, *samples), false),
            Opponent::Strategy(strategy) => (SeatedBy::Strategy(&**strategy), false),
        };
        let (mut seats, mut kept) = ([SeatedBy::Network(learner), other], [true, learns]);
        if seat != Player::FIRST {
            seats.reverse();
            kept.reverse();
        }
        let keeping = Keeping { kept, trace: self.trace };
        let (decisions, payoff) = sitting::play(self.game, &seats, keeping, chooser, rng);
        PlayedGame { decisions, won: (payoff > 0.0) == (seat == Player::FIRST) }
    }
}
