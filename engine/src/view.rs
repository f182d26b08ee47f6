//! The view that an agent is given at a decision.

use crate::{Contest, Game};

/// Everything that an agent may know: the public score above the hand, the information set of its seat, and
/// the legal actions.
///
/// There is no way from here to the state, so a bot that peeks does not compile:
///
/// ```compile_fail
/// use hinterhand_engine::{View, games::Kinderschnapsen};
/// fn peek(view: &View<'_, Kinderschnapsen>) {
///     let _ = view.state;
/// }
/// ```
#[derive(Clone, Copy, Debug)]
pub struct View<'a, G: Game> {
    /// The score around the hand.
    pub contest: &'a Contest,
    /// The information set of this seat.
    pub info_set: &'a G::InfoSet,
    /// The legal actions.
    pub legal: &'a G::Legal,
}
