//! The legal actions, found by sets: no action is looked at by itself.

use super::action::{ANY_CARD, ANY_SQUARE, Action, Filling, Legal};
use super::card::{Card, CardSet, Pairing};
use super::position::Position;
use super::reach::neighbours;
use super::rules::{KlondikeChess, NoMove, ThroneOrder};

impl KlondikeChess {
    /// The empty squares that cards may enter.
    #[inline]
    fn free(&self, position: &Position) -> u64 {
        !(position.occupied() | self.thrones())
    }

    /// The squares to which the stack with this lowest card may move.
    #[inline]
    fn targets(&self, position: &Position, low: Card, free: u64) -> u64 {
        let from = position.stacks.at(low);
        position.stacks.circle(low).fold(0, |all, card| all | self.reach.of(card, from, !free)) & free
    }

    /// Whether the player to move certainly has a legal action: one of its stacks has two squares to go to,
    /// of which the ko rule can forbid one. If not, all actions have to be examined.
    pub(super) fn can_move(&self, position: &Position) -> bool {
        let free = self.free(position);
        let mine = position.stacks.lows() & position.stacks.of(position.mover);
        mine.iter().any(|low| self.targets(position, low, free).count_ones() >= 2)
    }

    /// Lists the legal actions of the player to move at its turn. The set is passed by reference because it
    /// is large: returning it from here would copy it.
    pub(super) fn list_turns(&self, position: &Position, legal: &mut Legal) {
        legal.fill(position.ko, |legal| self.add_turns(position, legal));
    }

    /// Adds the legal actions of the player to move at its turn.
    #[inline]
    fn add_turns(&self, position: &Position, legal: &mut Filling<'_>) {
        let (me, stacks, options) = (position.mover, &position.stacks, self.options());
        let (mine, free) = (stacks.of(me), self.free(position));
        let starts = options.board.starts(me).iter().fold(0, |all, start| all | start.bit());
        legal.push(Action::Flip(ANY_SQUARE), position.face_down & starts);
        for low in (stacks.lows() & mine).iter() {
            legal.push(Action::Move(low, ANY_SQUARE), self.targets(position, low, free));
        }
        legal.push_if(Action::Pass, !(CardSet::ACES & stacks.cards() & mine).is_empty());
        self.add_transfers(position, free, legal);
        self.add_waste(position, free, legal);
        let left = position.stock.left();
        let used_up = left == 0 && position.stock.top().is_some();
        legal.push_if(Action::Draw, left > 0);
        legal.push_if(Action::Reshuffle, used_up);
        if options.no_move == NoMove::Pass && legal.is_empty() {
            legal.push_if(Action::Pass, true);
        }
        legal.push_if(Action::Claim, self.may_claim(position));
    }

    /// Adds the transfers between squares and thrones.
    ///
    /// A card joins only one of the other colour. So one of the two is the player's, and the rule that a
    /// party must have a card of its colour is kept by itself; it has to be looked at only where a card goes
    /// to an empty square. What lies on the enemy throne is of its colour, too.
    #[inline]
    fn add_transfers(&self, position: &Position, free: u64, legal: &mut Filling<'_>) {
        let (me, enemy) = (position.mover, position.mover.other());
        let (stacks, options) = (&position.stacks, self.options());
        let rings = if options.ring_transfer { stacks.rings() } else { CardSet::EMPTY };
        let sources = stacks.lows() | stacks.highs() | rings;
        if options.split_to_empty {
            for card in ((stacks.tall_ends() | rings) & stacks.of(me)).iter() {
                legal.push(Action::Split(card, ANY_SQUARE), neighbours(stacks.at(card)) & free);
            }
        }
        for pairing in Pairing::BOTH {
            let fits = stacks.next_to(pairing) & sources.above(pairing) & stacks.lows();
            legal.push(Action::JoinLow(pairing, ANY_CARD), fits.bits());
        }
        for pairing in Pairing::BOTH {
            let fits = stacks.next_to(pairing) & stacks.highs().above(pairing) & sources;
            legal.push(Action::JoinHigh(pairing, ANY_CARD), fits.bits());
        }
        let around = neighbours(options.board.throne(enemy));
        let layable = self.layable(position) & sources;
        if !layable.is_empty() {
            legal.push(Action::Lay(ANY_CARD), self.on(position, layable, around).bits());
        }
        if let Some(top) = position.throne_top(enemy) {
            let squares = if options.split_to_empty { around & free } else { 0 };
            let [low, high] = self.joined_by(position, top, around);
            legal.push(Action::Take(ANY_SQUARE), squares);
            legal.push(Action::TakeLow(ANY_CARD), low.bits());
            legal.push(Action::TakeHigh(ANY_CARD), high.bits());
        }
        if let Some(top) = position.throne_top(me).filter(|_| options.defend_own_throne) {
            let [low, high] = self.joined_by(position, top, neighbours(options.board.throne(me)));
            legal.push(Action::OwnLow(ANY_CARD), low.bits());
            legal.push(Action::OwnHigh(ANY_CARD), high.bits());
        }
    }

    /// Adds the legal actions with the top card of the waste.
    #[inline]
    fn add_waste(&self, position: &Position, free: u64, legal: &mut Filling<'_>) {
        let Some(top) = position.stock.top() else { return };
        if top.owner() != position.mover && !self.options().add_any_colour {
            return;
        }
        let starts = self.options().board.starts(top.owner()).iter().fold(0, |all, start| all | start.bit());
        let [low, high] = self.joined_by(position, top, starts);
        legal.push(Action::Add(ANY_SQUARE), starts & free);
        legal.push(Action::AddLow(ANY_CARD), low.bits());
        legal.push(Action::AddHigh(ANY_CARD), high.bits());
    }

    /// Those of `cards` on the board that lie on these squares.
    #[inline]
    fn on(&self, position: &Position, cards: CardSet, squares: u64) -> CardSet {
        let lies = |card: Card| position.stacks.at(card).bit() & squares != 0;
        cards.iter().filter(|&card| lies(card)).collect()
    }

    /// The lowest cards of the stacks on these squares under which `card` fits, and the highest ones on
    /// which it fits.
    #[inline]
    fn joined_by(&self, position: &Position, card: Card, squares: u64) -> [CardSet; 2] {
        let above: CardSet = Pairing::BOTH.into_iter().map(|pairing| card.above(pairing)).collect();
        let below: CardSet = Pairing::BOTH.into_iter().map(|pairing| card.below(pairing)).collect();
        [
            self.on(position, above & position.stacks.lows(), squares),
            self.on(position, below & position.stacks.highs(), squares),
        ]
    }

    /// The cards that may be laid on the enemy throne.
    #[inline]
    fn layable(&self, position: &Position) -> CardSet {
        let me = position.mover;
        let higher = match position.throne_top(me.other()) {
            None => CardSet::ACES & CardSet::colour(me),
            Some(top) => {
                let higher = CardSet::higher(top);
                match self.options().throne_order {
                    ThroneOrder::Ascending => higher,
                    _ if higher.is_empty() => higher,
                    _ => CardSet::of(higher.first()),
                }
            }
        };
        match self.options().throne_order {
            ThroneOrder::KingDirect => higher | CardSet::KINGS & CardSet::colour(me),
            _ => higher,
        }
    }

    /// Adds the cards that the player to move may set.
    pub(super) fn add_settings(&self, position: &Position, legal: &mut Filling<'_>) {
        legal.push(Action::Set(ANY_CARD), position.setup.settable(position.setup.setter()).bits());
    }
}
