//! A decision as in [`by_suit`](super::by_suit), and what follows from an action whatever its suit: the rank of the
//! card, how many unseen cards beat it and lie below it, what stays in the hand, and where the other card of its pair is.

use hinterhand_engine::tricks::{Action, Card, CardSet, Rank, Table};

use super::TrickInputs;
use super::by_suit::{self, Sight};

/// The most cards of a suit.
const RANKS: usize = 6;
/// The counts that are told apart: 0, 1, 2, and more.
const COUNTS: usize = 4;

const RANK: usize = 0;
const STRONGER: usize = RANK + 2 * RANKS;
const WEAKER: usize = STRONGER + COUNTS;
const KEPT: usize = WEAKER + COUNTS;
const PARTNER: usize = KEPT + COUNTS;
const SHOWN: usize = PARTNER + 3;
const TRUMPS_OUT: usize = SHOWN + 1;
const TRUMPS_KEPT: usize = TRUMPS_OUT + COUNTS;
const INPUTS: usize = TRUMPS_KEPT + COUNTS;

/// The number of inputs of a decision.
pub(super) fn count<G: TrickInputs>() -> usize {
    by_suit::count::<G>() + INPUTS
}

/// Fills in the inputs of an action of the player, for a decision at `hand`.
pub(super) fn of_action<G: TrickInputs>(
    sight: &Sight,
    hand: &G::State,
    action: Action,
    inputs: &mut Vec<(u16, f32)>,
) {
    by_suit::of_action::<G>(sight, hand, action, inputs);
    let from = by_suit::count::<G>();
    let mut push = |index: usize| inputs.push(((from + index) as u16, 1.0));
    let counted = |set: CardSet| set.len().min(COUNTS - 1);
    let trumps = CardSet::suit(hand.trump());
    let card = action.married().map(|suit| Card::new(Rank::Queen, suit)).or(action.played());
    if let Some(card) = card {
        let suit = CardSet::suit(card.suit());
        let stronger = sight.unseen & card.stronger();
        let weaker = (G::State::PACK.cards & suit) - card.stronger() - CardSet::of(card);
        push(RANK + RANKS * usize::from(card.suit() == hand.trump()) + weaker.len());
        push(STRONGER + counted(stronger));
        push(WEAKER + counted((sight.unseen & suit) - stronger));
        push(KEPT + counted((sight.own & suit) - CardSet::of(card)));
        let partner = match card.rank() {
            Rank::King => Some(Card::new(Rank::Queen, card.suit())),
            Rank::Queen => Some(Card::new(Rank::King, card.suit())),
            _ => None,
        };
        if let Some(partner) = partner {
            let place =
                if sight.own.contains(partner) { 0 } else { 2 - usize::from(sight.unseen.contains(partner)) };
            push(PARTNER + place);
        }
        if !(sight.others & card.stronger()).is_empty() {
            push(SHOWN);
        }
    }
    let kept = card.map_or(sight.own, |card| sight.own - CardSet::of(card));
    push(TRUMPS_OUT + counted(sight.unseen & trumps));
    push(TRUMPS_KEPT + counted(kept & trumps));
}
