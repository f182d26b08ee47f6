//! Schikanöschen by rules of thumb: the weights of a position, a plan of the own turn, and a quick player for
//! simulated turns.

mod lines;
mod prospect;
mod quick;

pub(crate) use lines::pass;
pub use lines::{Line, Lines, Moves};
pub use prospect::Prospect;
pub(crate) use prospect::Standing;
pub use quick::Quick;

use hinterhand_engine::games::Schikanoeschen;
use hinterhand_engine::games::schikanoeschen::{Action, Actions, Position};
use hinterhand_engine::{ActionSet, Player, Rng};

use super::Rules;

/// The player: of the positions in which its turn can end, as far as it can foresee them, it heads for the one with
/// the best [`Prospect`]. It tries all useful actions from
/// 200 positions of its turn, and from more only where no line ends in these.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SchikanoeschenRules {
    /// The weights of a position.
    pub prospect: Prospect,
    /// The number of positions from which all actions are tried.
    pub positions: usize,
}

impl Default for SchikanoeschenRules {
    fn default() -> SchikanoeschenRules {
        SchikanoeschenRules { prospect: Prospect::CHOSEN, positions: 200 }
    }
}

impl Rules<Schikanoeschen> for SchikanoeschenRules {
    fn choose(
        &self,
        game: &Schikanoeschen,
        position: &Position,
        player: Player,
        legal: &Actions,
        _: &mut Rng,
    ) -> Action {
        if let Some(answer) = quick::answer(position, legal) {
            return answer;
        }
        let find = |moves| Lines::from(game, position, player, &self.prospect, self.positions, moves);
        let mut lines = find(Moves::Fruitful);
        if lines.best().is_none_or(|line| line.repeats) {
            lines = find(Moves::All);
        }
        lines.best().map_or_else(|| legal.nth(0), |line| line.actions[0])
    }
}
