//! Shuffling again the cards that no player has seen.

use crate::{Game, Rng};

/// A game in which chance decides at once what comes to light card by card: the order of a talon or of a
/// deck.
///
/// The worth of a draw depends on what else could have been drawn. All players together could not tell the
/// true order from that after [`reshuffle`](Reshuffle::reshuffle), and all orders are equally likely.
///
/// ```
/// use hinterhand_engine::games::SixtySix;
/// use hinterhand_engine::{Reshuffle, Game, Player, Rng};
///
/// let (game, mut rng) = (SixtySix::default(), Rng::new(1, 0));
/// let mut hand = game.start();
/// game.deal(&mut hand, &mut rng);
/// let before = hand;
/// game.reshuffle(&mut hand, &mut rng);
/// assert_eq!(game.face_down(&hand), 11);
/// for player in [Player::FIRST, Player::SECOND] {
///     assert_eq!(game.info_set(&hand, player), game.info_set(&before, player));
/// }
/// assert_ne!(hand, before);
/// ```
pub trait Reshuffle: Game {
    /// The number of cards that lie in an order that no player knows; 0 if there is only one.
    fn face_down(&self, state: &Self::State) -> usize;

    /// Lays these cards in an order drawn evenly.
    fn reshuffle(&self, state: &mut Self::State, rng: &mut Rng);
}

/// The number of cards, or 0 for a single one, which has no order.
pub(crate) fn in_any_order(cards: usize) -> usize {
    if cards > 1 { cards } else { 0 }
}
