//! The directed player of Sixty-six and Schnapsen, which stops at the right time.

use super::hand::Hand;
use super::rules::Family;
use crate::tricks::{Action, Actions};
use crate::{ActionSet, Directed, Rng};

impl<const CARDS: usize> Directed for Family<CARDS> {
    const RULE: &'static str = "stops as soon as it has 66 points and never before; otherwise any other legal \
                                action, each equally likely";

    /// Uniformly random players make false claims early; this one does not. It uses public information only:
    /// the points of tricks and of announcements.
    fn directed(&self, hand: &Hand<CARDS>, legal: &Actions, rng: &mut Rng) -> Action {
        if self.has_enough(hand) && legal.contains(Action::STOP) {
            return Action::STOP;
        }
        let others = legal.without(Action::STOP);
        others.nth(rng.below(others.len() as u32) as usize)
    }
}
