//! What an agent is handed when it must decide.

use crate::{Contest, Game};

/// All that an agent may know: the public score around the hand, what its seat knows, what it may do.
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
    /// All that this seat knows of the hand.
    pub info_set: &'a G::InfoSet,
    /// What it may do.
    pub legal: &'a G::Legal,
}
