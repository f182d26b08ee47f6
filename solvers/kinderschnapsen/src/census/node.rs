//! The nodes of the public tree: what is decided, and what can come next.

use hinterhand_engine::games::Kinderschnapsen;
use hinterhand_engine::games::kinderschnapsen::FalseCheckout;
use hinterhand_engine::tricks::{Card, CardSet, takes};

use super::scene::Scene;

/// The next step at a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Phase {
    Lead,
    /// To this card.
    Reply(Card),
    /// The winner of a trick ends the hand or goes on.
    CheckOut,
    Over,
}

/// A public history, as far as it matters.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) scene: Scene,
    pub(super) phase: Phase,
    /// The player to move.
    pub(super) mover: usize,
    points: [u8; 2],
    ply: u8,
}

impl Node {
    /// After the deal.
    pub(super) fn dealt(turnup: Card) -> Node {
        Node { scene: Scene::dealt(turnup), phase: Phase::Lead, mover: 0, points: [0; 2], ply: 0 }
    }

    /// The number of actions so far.
    pub(super) fn ply(&self) -> usize {
        usize::from(self.ply)
    }

    /// Returns true if the leader may close.
    #[inline]
    pub(super) fn closable(&self, game: &Kinderschnapsen) -> bool {
        self.scene.is_open() && self.scene.talon() >= usize::from(game.close_min_stock)
    }

    /// The cards of this hand that may be played.
    #[inline]
    pub(super) fn playable(&self, hand: CardSet) -> CardSet {
        match self.phase {
            Phase::Reply(lead) if !self.scene.is_open() => {
                Kinderschnapsen::DUTY.replies(hand, lead, self.scene.trump())
            }
            _ => hand,
        }
    }

    /// Shows `visit` all that can come next.
    #[inline]
    pub(super) fn children(&self, game: &Kinderschnapsen, mut visit: impl FnMut(Node)) {
        let next = Node { ply: self.ply + 1, ..*self };
        match self.phase {
            Phase::Lead => {
                for card in self.scene.holdable(self.mover).iter() {
                    if let Some(scene) = self.scene.play(self.mover, card, CardSet::EMPTY) {
                        visit(Node { scene, phase: Phase::Reply(card), mover: 1 - self.mover, ..next });
                    }
                }
                if self.closable(game) {
                    visit(Node { scene: self.scene.closed(), ..next });
                }
            }
            Phase::Reply(lead) => {
                let trump = self.scene.trump();
                for card in self.scene.holdable(self.mover).iter() {
                    let denied = if self.scene.is_open() {
                        CardSet::EMPTY
                    } else {
                        Kinderschnapsen::DUTY.denied(lead, card, trump)
                    };
                    if let Some(scene) = self.scene.play(self.mover, card, denied) {
                        visit(Node { scene, ..next }.taken(game, lead, card));
                    }
                }
            }
            Phase::CheckOut => {
                visit(Node { phase: Phase::Over, ..next });
                visit(next.on());
            }
            Phase::Over => {}
        }
    }

    /// After a trick of these two cards.
    #[inline]
    fn taken(&self, game: &Kinderschnapsen, lead: Card, reply: Card) -> Node {
        let mut next = *self;
        let winner = if takes(reply, lead, self.scene.trump()) { self.mover } else { 1 - self.mover };
        next.mover = winner;
        next.points[winner] += Kinderschnapsen::points(lead) + Kinderschnapsen::points(reply);
        let enough = next.points[winner] >= Kinderschnapsen::TARGET;
        if enough && game.auto_checkout {
            Node { phase: Phase::Over, ..next }
        } else if enough || game.false_checkout != FalseCheckout::Forbidden {
            Node { phase: Phase::CheckOut, ..next }
        } else {
            next.on()
        }
    }

    /// The node after a trick whose winner has not checked out.
    #[inline]
    fn on(&self) -> Node {
        if self.scene.cards(self.mover) == 0 {
            return Node { phase: Phase::Over, ..*self };
        }
        let scene = if self.scene.is_open() { self.scene.drawn(self.mover) } else { self.scene };
        Node { scene, phase: Phase::Lead, ..*self }
    }
}
