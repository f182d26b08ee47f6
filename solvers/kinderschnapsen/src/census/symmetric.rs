//! The histories that do not change when the two plain suits change places, for Burnside's lemma.
//!
//! A public history does so if only trumps were played; an information set if besides the hand is its own
//! mirror image, and what was drawn are trumps. No deal does, and so no history: the talon would have to
//! consist of trumps.

use hinterhand_engine::games::Kinderschnapsen;
use hinterhand_engine::tricks::{Card, CardSet, Suit};

use super::count::{Count, Sets};
use super::node::{Node, Phase};

/// Adds this node, after which each player has played this number of cards, all of them trumps.
pub(super) fn symmetric(node: &Node, game: &Kinderschnapsen, played: [usize; 2], count: &mut Count) {
    if node.phase == Phase::Over {
        count.public_ends += 1;
        return;
    }
    count.public_decisions += 1;
    let (player, trump) = (node.mover, node.scene.trump());
    let closing = usize::from(node.phase == Phase::Lead && node.closable(game));
    node.scene.each_hand(player, |hand| {
        if !is_its_own_mirror_image(hand) {
            return;
        }
        let trumps = CardSet::suit(trump);
        let (legal, stable) = match node.phase {
            Phase::CheckOut => (2, 2),
            _ => {
                let cards = node.playable(hand);
                (cards.len() + closing, (cards & trumps).len() + closing)
            }
        };
        let mut sets = Sets { info_sets: 1, actions: stable as u64, ..Sets::default() };
        if legal > 1 {
            (sets.choices, sets.choice_actions) = (sets.info_sets, sets.actions);
        }
        count.merged[player] = count.merged[player].plus(&sets);
        // The card drawn is any trump that the player has had except the one played before.
        let ways = match node.scene.draws() {
            0 => 1,
            1 => played[player] + (hand & trumps).len() - 1,
            _ => unreachable!("two open tricks take four trumps besides the turnup, and there are three"),
        };
        count.sets[player] = count.sets[player].plus(&sets.times(ways as u64));
    });
}

fn is_its_own_mirror_image(hand: CardSet) -> bool {
    let ranks = |suit: Suit| (hand & CardSet::suit(suit)).iter().map(Card::rank);
    ranks(Suit::Hearts).eq(ranks(Suit::Diamonds))
}
