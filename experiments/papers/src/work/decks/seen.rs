//! The observations of one player, and the deals that fit them.
//!
//! All deals that fit are equally likely, and they can be counted without enumeration, as the engine does.
//! The cards that no player has shown lie in the opponent's hand, in the talon, or aside; those suits that
//! the opponent could not follow are denied to its hand, and nothing else distinguishes the cards. The draw
//! by which the opponent got a card is unknown too: a card that it has shown came before that. A card that
//! may have come with one draw may also have come with the one before, so from the last draw to the first the
//! number of choices does not depend on earlier choices.

use std::fmt;

use hinterhand_engine::games::Kinderschnapsen;
use hinterhand_engine::tricks::{Action, Card, CardSet, Deal, Pack, Talon, takes};
use hinterhand_engine::{Player, Rng};

/// The maximum number of draws of each player.
pub(super) const DRAWS: usize = 4;

/// The information set of one player: its cards in the order in which they came, the turnup, and the actions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Seen {
    pub(super) player: Player,
    /// None before the deal.
    pub(super) turnup: Option<Card>,
    /// Its hand as dealt.
    pub(super) first: CardSet,
    /// Its draws, in order.
    pub(super) drawn: [Option<Card>; DRAWS],
    pub(super) log: Log,
}

/// The actions in order: six bits each, the last one lowest, below a leading one.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Log(u128);

/// The cards that one player has not seen.
#[derive(Clone, Debug)]
pub(super) struct Unseen {
    player: Player,
    hand: CardSet,
    /// The talon from its bottom, as far as the player knows it.
    places: Vec<Option<Card>>,
    /// The number of cards left in the talon.
    left: usize,
    /// The cards that no player has shown.
    free: CardSet,
    /// The cards that the opponent cannot hold.
    denied: CardSet,
    /// The number of free cards that the opponent holds.
    held: usize,
    /// The cards that the opponent has shown, without the turnup.
    shown: CardSet,
    /// The opponent's draws face down.
    draws: Vec<Draw>,
}

#[derive(Clone, Debug)]
struct Draw {
    place: usize,
    /// The cards that the opponent has shown since, without the turnup.
    shown: CardSet,
}

impl Log {
    /// The log without an action.
    pub(super) const EMPTY: Log = Log(1);

    /// Adds an action; there is room for 21.
    pub(super) fn push(&mut self, action: Action) {
        debug_assert!(self.0 >> 122 == 0, "a hand has 16 cards and is closed once");
        self.0 = self.0 << 6 | action.index() as u128;
    }

    /// All actions in order.
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
    /// The cards that this player has not seen; `None` before the deal.
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
            // Also once the talon is used up: the hand may not hold all other cards, since one may lie aside.
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
        let [mine, other] = if first { [self.left + 1, self.left] } else { [self.left, self.left + 1] };
        self.places[mine] = Some(own);
        if other != Talon::BOTTOM {
            self.draws.push(Draw { place: other, shown: CardSet::EMPTY });
            self.held += 1;
        }
    }

    /// The number of deals that fit.
    pub(super) fn count(&self) -> f64 {
        let hands = choose((self.free - self.denied).len(), self.held);
        let lying = (1..=self.free.len() - self.held).map(|n| n as f64).product::<f64>();
        let origins = self.draws.iter().rev().enumerate();
        let origins = origins.map(|(later, draw)| (self.held + draw.shown.len() - later) as f64);
        hands * lying * origins.product::<f64>()
    }

    /// A uniformly random deal that fits.
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
        // The card that is left over lies aside.
        let talon = places.into_iter().map(|place| place.or_else(|| lying.pop()));
        let mut hands = [self.hand; 2];
        hands[self.player.other().index()] = (held | self.shown) - drawn;
        Deal { hands, talon: Talon::from_bottom(talon.flatten()) }
    }
}

/// The binomial coefficient of `n` and `k`.
pub(super) fn choose(n: usize, k: usize) -> f64 {
    // A whole number at each step: the coefficient of `n` and `step + 1`.
    (0..k).fold(1.0, |ways, step| ways * n.saturating_sub(step) as f64 / (step + 1) as f64)
}
