//! What one player has seen, and the deals that fit it.
//!
//! All deals that fit are as likely, and they can be counted without going through them, as the engine does it. The
//! cards that nobody has shown lie in the opponent's hand, in the talon, or aside; that he could not follow denies some
//! of them to his hand, and nothing else tells them apart. With which draw his cards came is open too: a card that he
//! has shown came before that. What may have come with one draw may also have come with the one before, so from the
//! last draw to the first the number of choices does not depend on what was chosen.

use std::fmt;

use hinterhand_engine::games::Kinderschnapsen;
use hinterhand_engine::tricks::{Action, Card, CardSet, Deal, Pack, Talon, takes};
use hinterhand_engine::{Player, Rng};

use super::deck::{DRAWS, choose};

/// All that one player knows: his cards in the order in which they came, the turnup, and what was done.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Seen {
    pub(super) player: Player,
    /// None before the deal.
    pub(super) turnup: Option<Card>,
    /// His hand as dealt.
    pub(super) first: CardSet,
    /// His draws, in order.
    pub(super) drawn: [Option<Card>; DRAWS],
    pub(super) log: Log,
}

/// What was done, in order: six bits each, the last one lowest, behind a one.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Log(u128);

/// What one player has not seen.
#[derive(Clone, Debug)]
pub(super) struct Unseen {
    player: Player,
    hand: CardSet,
    /// The talon from its bottom, as far as he knows it.
    places: Vec<Option<Card>>,
    /// How many cards of the talon are left.
    left: usize,
    /// Cards that nobody has shown.
    free: CardSet,
    /// Those that the opponent cannot hold.
    denied: CardSet,
    /// How many of them he holds.
    held: usize,
    /// What the opponent has shown, but for the turnup.
    shown: CardSet,
    /// His draws face down.
    draws: Vec<Draw>,
}

#[derive(Clone, Debug)]
struct Draw {
    place: usize,
    /// What the opponent has shown since, but for the turnup.
    shown: CardSet,
}

impl Log {
    /// Nothing was done.
    pub(super) const EMPTY: Log = Log(1);

    /// Adds what was done; there is room for 21 actions.
    pub(super) fn push(&mut self, action: Action) {
        debug_assert!(self.0 >> 122 == 0, "a hand has 16 cards and is closed once");
        self.0 = self.0 << 6 | action.index() as u128;
    }

    /// All that was done.
    pub(super) fn actions(self) -> impl Iterator<Item = Action> {
        let count = self.0.ilog2() / 6;
        (0..count).rev().map(move |later| {
            let index = (self.0 >> (6 * later) & 63) as usize;
            if index == Action::CLOSE.index() { Action::CLOSE } else { Action::card(Card::from_index(index)) }
        })
    }
}

impl fmt::Debug for Log {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.actions()).finish()
    }
}

impl Seen {
    /// What this player has not seen; nothing if the cards have not been dealt.
    pub(super) fn unseen(&self, pack: &Pack) -> Option<Unseen> {
        let turnup = self.turnup?;
        let mut unseen = Unseen {
            player: self.player,
            hand: self.first,
            places: vec![None; pack.talon],
            left: pack.talon,
            free: pack.cards - self.first - CardSet::of(turnup) - self.drawn.into_iter().flatten().collect(),
            denied: CardSet::EMPTY,
            held: pack.hand,
            shown: CardSet::EMPTY,
            draws: Vec::with_capacity(DRAWS),
        };
        unseen.places[Talon::BOTTOM] = Some(turnup);
        let (mut mover, mut lead, mut closed) = (Player::FIRST, None, false);
        let mut drawn = self.drawn.into_iter();
        for action in self.log.actions() {
            let Some(card) = action.played() else {
                closed = true;
                continue;
            };
            if mover != self.player && card != turnup {
                unseen.show(card);
            }
            let Some(led) = lead.take() else {
                (lead, mover) = (Some(card), mover.other());
                continue;
            };
            // Also once the talon is used up: a card that lies aside can be in his hand.
            if mover != self.player && (closed || unseen.left == 0) {
                unseen.denied |= Kinderschnapsen::DUTY.denied(led, card, turnup.suit());
            }
            mover = if takes(card, led, turnup.suit()) { mover } else { mover.other() };
            if let Some(own) = drawn.next().flatten() {
                unseen.draws(own, mover == self.player);
            }
        }
        Some(unseen)
    }
}

impl Unseen {
    /// The opponent plays a card that is not the turnup.
    fn show(&mut self, card: Card) {
        self.free.remove(card);
        self.held -= 1;
        self.shown.insert(card);
        self.draws.iter_mut().for_each(|draw| draw.shown.insert(card));
    }

    /// Both draw after a trick.
    fn draws(&mut self, own: Card, first: bool) {
        self.left -= 2;
        let [mine, his] = if first { [self.left + 1, self.left] } else { [self.left, self.left + 1] };
        self.places[mine] = Some(own);
        if his != Talon::BOTTOM {
            self.draws.push(Draw { place: his, shown: CardSet::EMPTY });
            self.held += 1;
        }
    }

    /// How many deals fit.
    pub(super) fn count(&self) -> f64 {
        let hands = choose((self.free - self.denied).len(), self.held);
        let lying = (1..=self.free.len() - self.held).map(|n| n as f64).product::<f64>();
        let origins = self.draws.iter().rev().enumerate();
        let origins = origins.map(|(later, draw)| (self.held + draw.shown.len() - later) as f64);
        hands * lying * origins.product::<f64>()
    }

    /// One of them, each as likely.
    pub(super) fn draw(&self, rng: &mut Rng) -> Deal {
        let mut allowed: Vec<Card> = (self.free - self.denied).iter().collect();
        rng.shuffle(&mut allowed);
        let held: CardSet = allowed[..self.held].iter().copied().collect();
        let mut lying: Vec<Card> = (self.free - held).iter().collect();
        rng.shuffle(&mut lying);
        let mut places = self.places.clone();
        let mut drawn = CardSet::EMPTY;
        for draw in self.draws.iter().rev() {
            let from = (held | draw.shown) - drawn;
            let card = from.nth(rng.below(from.len() as u32) as usize);
            places[draw.place] = Some(card);
            drawn.insert(card);
        }
        // What is left over lies aside.
        let talon = places.into_iter().map(|place| place.or_else(|| lying.pop()));
        let mut hands = [self.hand; 2];
        hands[self.player.other().index()] = (held | self.shown) - drawn;
        Deal { hands, talon: Talon::from_bottom(talon.flatten()) }
    }
}
