//! The common knowledge of both players, and the hands that fit it.
//!
//! A game between two players that reason about each other must be solved from what is common: neither knows
//! which of its cards the other has reckoned out. Where cards came from that are still held does not matter
//! any more, so it is left out here: the places of the talon from which was drawn are blank.

use super::seen::BLANK;
use super::{Action, Card, CardSet, Duty, InfoSet, Table, Talon};
use crate::Player;

impl<H: Table> InfoSet<H> {
    /// The information set without the knowledge with which of the first `draws` draws its cards came.
    pub fn without_draws(&self, draws: usize) -> InfoSet<H> {
        let mut hand = self.hand;
        for place in (H::PACK.talon - 2 * draws).max(Talon::BOTTOM + 1)..H::PACK.talon {
            hand.talon_mut().put(place, BLANK);
        }
        InfoSet { seat: self.seat, hand }
    }

    /// All hands that fit what both players know, as seen without their draws so far; all are equally likely
    /// if actions are no evidence. `None` if there are more than `limit`. Replies in closed play must follow
    /// `duty`. Orders of a closed talon are not distinguished.
    pub fn common_hands(&self, duty: Duty, limit: usize) -> Option<Vec<H>> {
        let mut bare = self.without_draws(self.hand.draws()).hand;
        let shown = self.hand.shown();
        for player in [Player::FIRST, Player::SECOND] {
            bare.hands_mut()[player.index()] &= shown;
        }
        let (gone, denied) = self.gone_and_denied(duty);
        let &[first, second] = bare.hands();
        let mut free = H::PACK.cards - gone - first - second;
        if bare.talon().left() > 0 {
            free.remove(bare.talon().card(Talon::BOTTOM));
        }
        let lacks = |player: Player| self.hand.hand_size(player) - bare.cards(player).len();
        let mut hands = Vec::new();
        let mut complete = true;
        each_choice(free - denied[0], lacks(Player::FIRST), CardSet::EMPTY, &mut |mine| {
            each_choice(free - mine - denied[1], lacks(Player::SECOND), CardSet::EMPTY, &mut |theirs| {
                let mut hand = bare;
                hand.hands_mut()[0] |= mine;
                hand.hands_mut()[1] |= theirs;
                let mut lying: Vec<Card> = (free - mine - theirs).iter().collect();
                let swaps = if hand.is_open() { lying.len() } else { 0 };
                each_order(&mut lying, 0, swaps, &mut |lying| {
                    for (place, &card) in lying.iter().enumerate() {
                        hand.talon_mut().put(Talon::BOTTOM + 1 + place, card);
                    }
                    hands.push(hand);
                    complete &= hands.len() <= limit;
                    complete
                })
            })
        });
        complete.then_some(hands)
    }

    /// The cards played, and those that each player has shown not to hold.
    fn gone_and_denied(&self, duty: Duty) -> (CardSet, [CardSet; 2]) {
        let (mut gone, mut denied) = (CardSet::EMPTY, [CardSet::EMPTY; 2]);
        let (mut closed, mut lead) = (false, None);
        self.hand.retrace(|action, who| {
            closed |= action == Action::CLOSE;
            let Some(card) = action.played() else { return };
            gone.insert(card);
            match lead.take() {
                None => lead = Some(card),
                Some(led) if closed => denied[who.index()] |= duty.denied(led, card, self.hand.trump()),
                Some(_) => {}
            }
        });
        (gone, denied)
    }
}

/// Calls `visit` with every choice of `count` more cards of `from`, until it returns false.
fn each_choice(from: CardSet, count: usize, chosen: CardSet, visit: &mut dyn FnMut(CardSet) -> bool) -> bool {
    if count == 0 {
        return visit(chosen);
    }
    let mut rest = from;
    for card in from.iter() {
        rest.remove(card);
        if rest.len() + 1 >= count && !each_choice(rest, count - 1, chosen | CardSet::of(card), visit) {
            return false;
        }
    }
    true
}

/// Calls `visit` with the cards in every order of the first `swaps` of them, until it returns false.
fn each_order(
    cards: &mut Vec<Card>,
    at: usize,
    swaps: usize,
    visit: &mut dyn FnMut(&[Card]) -> bool,
) -> bool {
    if at >= swaps {
        return visit(cards);
    }
    for next in at..swaps {
        cards.swap(at, next);
        let go_on = each_order(cards, at + 1, swaps, visit);
        cards.swap(at, next);
        if !go_on {
            return false;
        }
    }
    true
}
