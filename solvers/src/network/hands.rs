//! Hands at the trick table that are played to learn from them.

use hinterhand_engine::Rng;

use super::game_source::{GameSource, PlayedGame};
use super::inputs::TrickInputs;
use super::interaction::{InteractionOptions, Opponent};
use super::sitting::{self, Chooser, Keeping, Learned, Policy, SeatedBy};

/// Hands of the learner against an opponent or itself.
#[derive(Debug)]
pub struct Hands<'g, G> {
    game: &'g G,
    opponent: Opponent,
    learned: Learned,
    trace: Option<f32>,
}

impl<'g, G: TrickInputs> Hands<'g, G> {
    /// Hands of this game as the options say.
    pub fn new(game: &'g G, options: &InteractionOptions) -> Hands<'g, G> {
        let &InteractionOptions { opponent, learned, trace, .. } = options;
        Hands { game, opponent, learned, trace }
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
        let learner = SeatedBy::Network(learner);
        let is_first = number.is_multiple_of(2);
        let (seats, kept) = match self.opponent {
            Opponent::Itself => ([learner; 2], [true; 2]),
            Opponent::RandDeep(options, samples) => {
                let other = SeatedBy::RandDeep(options, samples);
                (if is_first { [learner, other] } else { [other, learner] }, [is_first, !is_first])
            }
        };
        let keeping = Keeping { kept, trace: self.trace };
        let (decisions, payoff) = sitting::play(self.game, seats, keeping, chooser, rng);
        PlayedGame { decisions, won: (payoff > 0.0) == is_first }
    }
}
