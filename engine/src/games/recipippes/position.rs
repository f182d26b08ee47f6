//! The position of a game, and how cards move in it.

use super::deck::Discard;
use super::{Card, CardSet, Court, CourtSet, Deck};
use crate::{Digest, Player};

/// The position of a game, hidden cards included.
///
/// It holds what decides the future, and what the players know: who drew which card of the decks, which
/// cards came out of a hand and when, and a digest of all public events.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// The digest of all public events.
    pub(super) digest: Digest,
    pub(super) hands: [CardSet; 4],
    /// The cards that all players know to be in a hand, because they were drawn from the discard pile.
    pub(super) known: CardSet,
    /// The cards that came out of the hidden part of a hand, by the deck that they came from; the cards of
    /// the first hands count to the first deck.
    pub(super) shown: [CardSet; 2],
    /// The cards of the second deck, which are public.
    pub(super) reshuffled: CardSet,
    /// Cards on the table: laid to capture, to steal, to support and to defend.
    pub(super) laid: CardSet,
    pub(super) support: CardSet,
    pub(super) defence: CardSet,
    pub(super) decks: [Deck; 2],
    /// The player that showed a card, and the number of cards of the deck that had been drawn then.
    pub(super) showings: [[Showing; Card::COUNT]; 2],
    pub(super) discard: Discard,
    /// The pile of pawns and courts, top first; those drawn stay readable.
    pub(super) pile: [Option<Court>; 5],
    pub(super) pile_left: u8,
    pub(super) display: CourtSet,
    pub(super) captured: [CourtSet; 4],
    /// Player 0's guess, and the card that was guessed at.
    pub(super) called_pawn: bool,
    pub(super) lot: Option<Court>,
    pub(super) phase: Phase,
    /// The player whose turn it is.
    pub(super) mover: Player,
    /// The player that decides.
    pub(super) actor: Player,
    /// The player that holds The Excuse.
    pub(super) excuse: Player,
    /// Turns left once the pile is used up, 0 before.
    pub(super) final_turns: u8,
    /// The number of decks that are used up: 0 or 1.
    pub(super) exhaustions: u8,
    /// Cards that the mover still has to draw, and what comes then.
    pub(super) owed: u8,
    pub(super) resume: Resume,
    /// Whether the mover is above the hand limit in this turn.
    pub(super) over_limit: bool,
    /// Cards discarded in this trade, the last one, and whether it must stay the last.
    pub(super) traded: u8,
    pub(super) last: Card,
    pub(super) closed: bool,
    /// Cards drawn one by one in this trade.
    pub(super) taken: u8,
    /// The target of the theft, and the strength of the attempt.
    pub(super) target: Court,
    pub(super) strength: u8,
}

const _: () = assert!(size_of::<Position>() <= 512);

/// The next decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(super) enum Phase {
    Call,
    Lot,
    Seat,
    Deal,
    Act,
    Trade,
    Support,
    Defend,
    Place,
    Shuffle,
    Over,
}

/// The step after the cards that are still to be drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(super) enum Resume {
    Act,
    Trade,
    EndTurn,
}

/// The player that showed a card first, and the number of cards of its deck drawn by then: one byte, 0 for
/// none.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Showing(u8);

impl Showing {
    const NEVER: Showing = Showing(0);

    #[inline]
    pub(super) fn player(self) -> Player {
        Player::new((self.0 >> 6) as usize)
    }

    #[inline]
    pub(super) fn drawn(self) -> usize {
        (self.0 & 0x3f) as usize
    }
}

impl Position {
    /// The position before anything has happened.
    pub(super) const START: Position = Position {
        digest: Digest::EMPTY,
        hands: [CardSet::EMPTY; 4],
        known: CardSet::EMPTY,
        shown: [CardSet::EMPTY; 2],
        reshuffled: CardSet::EMPTY,
        laid: CardSet::EMPTY,
        support: CardSet::EMPTY,
        defence: CardSet::EMPTY,
        decks: [Deck::EMPTY; 2],
        showings: [[Showing::NEVER; Card::COUNT]; 2],
        discard: Discard::EMPTY,
        pile: [None; 5],
        pile_left: 0,
        display: CourtSet::EMPTY,
        captured: [CourtSet::EMPTY; 4],
        called_pawn: false,
        lot: None,
        phase: Phase::Call,
        mover: Player::FIRST,
        actor: Player::FIRST,
        excuse: Player::SECOND,
        final_turns: 0,
        exhaustions: 0,
        owed: 0,
        resume: Resume::Act,
        over_limit: false,
        traded: 0,
        last: Card::from_index(0),
        closed: false,
        taken: 0,
        target: Court::from_index(0),
        strength: 0,
    };

    /// Whether the cards have been dealt.
    #[inline]
    pub fn is_dealt(&self) -> bool {
        !self.decks[0].is_empty()
    }

    /// The cards in the hand of `player`.
    #[inline]
    pub fn hand(&self, player: Player) -> CardSet {
        self.hands[player.index()]
    }

    /// The deck that is drawn from.
    #[inline]
    pub fn deck(&self) -> &Deck {
        &self.decks[usize::from(self.exhaustions)]
    }

    /// The same, to rearrange its cards.
    pub(super) fn deck_mut(&mut self) -> &mut Deck {
        &mut self.decks[usize::from(self.exhaustions)]
    }

    /// The discard pile.
    pub fn discard(&self) -> &Discard {
        &self.discard
    }

    /// The pawns and courts that can be captured.
    pub fn display(&self) -> CourtSet {
        self.display
    }

    /// The number of pawns and courts left in the pile.
    pub fn pile_left(&self) -> usize {
        usize::from(self.pile_left)
    }

    /// The pawns and courts that `player` has taken.
    pub fn captured(&self, player: Player) -> CourtSet {
        self.captured[player.index()]
    }

    /// The points of `player`.
    pub fn points(&self, player: Player) -> u8 {
        self.captured(player).points()
    }

    /// The player that holds The Excuse.
    pub fn excuse(&self) -> Player {
        self.excuse
    }

    /// The number of decks that are used up.
    pub fn exhaustions(&self) -> u8 {
        self.exhaustions
    }

    /// The player whose turn it is.
    pub fn mover(&self) -> Player {
        self.mover
    }

    /// The cards on the table, which will come to the discard pile.
    pub fn laid(&self) -> CardSet {
        self.laid
    }

    /// The target of the steal that is being supported or defended, if there is one.
    pub fn target(&self) -> Option<Court> {
        matches!(self.phase, Phase::Support | Phase::Defend).then_some(self.target)
    }

    /// The cards that support the steal and those laid to defend its target.
    pub fn attempt(&self) -> (CardSet, CardSet) {
        match self.phase {
            Phase::Support => (self.support, CardSet::EMPTY),
            Phase::Defend => (self.support, self.defence),
            _ => (CardSet::EMPTY, CardSet::EMPTY),
        }
    }

    /// The cards that all players know to be in the hand of `player`.
    pub fn shown_in_hand(&self, player: Player) -> CardSet {
        self.hand(player) & self.known
    }

    /// The number of turns left, once the pile is used up.
    pub fn final_turns(&self) -> Option<u8> {
        (self.final_turns > 0).then_some(self.final_turns)
    }

    /// The player that has taken `court`, which must have been taken.
    pub(super) fn owner(&self, court: Court) -> Player {
        let seat = self.captured.iter().position(|courts| courts.contains(court));
        Player::new(seat.expect("only captured cards have an owner"))
    }

    /// The number of cards that `player` holds, known or not.
    pub fn hand_size(&self, player: Player) -> usize {
        if !self.is_dealt() {
            return 0;
        }
        let hidden: usize = (0..2).map(|deck| self.hidden_size(player, deck)).sum();
        let seen = self.hand(player) & self.known;
        hidden + seen.len()
    }

    /// The number of cards from this deck in the hand of `player` that not all players have seen.
    pub(super) fn hidden_size(&self, player: Player, deck: usize) -> usize {
        let drawn = self.decks[deck].drawn_by(player).count() + if deck == 0 { super::deal::HAND } else { 0 };
        drawn - self.shown_by(player, deck).len()
    }

    /// The cards from this deck that `player` has shown.
    pub(super) fn shown_by(&self, player: Player, deck: usize) -> CardSet {
        let by = |card: &Card| self.showings[deck][card.index()].player() == player;
        self.shown[deck].iter().filter(by).collect()
    }

    /// The cards from this deck in the hand of `player` that not all players have seen, as far as they lie
    /// open here.
    pub(super) fn hidden(&self, player: Player, deck: usize) -> CardSet {
        let hand = self.hand(player);
        match deck {
            0 => hand - self.shown[0],
            _ => (hand & self.reshuffled) - self.known,
        }
    }

    /// The hand that `player` was dealt.
    pub(super) fn dealt(&self, player: Player) -> CardSet {
        let deck = &self.decks[0];
        let drawn: CardSet = deck.drawn_by(player).filter_map(|place| deck.card(place)).collect();
        (self.hidden(player, 0) | self.shown_by(player, 0)) - drawn
    }

    /// A card leaves the hand of `player` for all to see.
    #[inline]
    pub(super) fn show(&mut self, player: Player, card: Card) {
        self.hands[player.index()].remove(card);
        if self.known.contains(card) {
            self.known.remove(card);
        } else {
            let deck = usize::from(self.reshuffled.contains(card));
            self.shown[deck].insert(card);
            let drawn = self.decks[deck].drawn() as u8;
            self.showings[deck][card.index()] = Showing(drawn | (player.index() as u8) << 6);
        }
    }

    /// Cards of `player` are laid on the table.
    #[inline]
    pub(super) fn lay(&mut self, player: Player, cards: CardSet) {
        cards.iter().for_each(|card| self.show(player, card));
        self.laid |= cards;
    }

    /// The mover draws the top of the discard pile; there must be one.
    pub(super) fn draw_discard(&mut self) {
        let card = self.discard.pop();
        self.hands[self.mover.index()].insert(card);
        self.known.insert(card);
    }

    /// The mover draws the top of the deck; there must be one.
    #[inline]
    pub(super) fn draw_deck(&mut self) {
        let card = self.decks[usize::from(self.exhaustions)].draw(self.mover);
        self.hands[self.mover.index()].insert(card);
    }

    /// All cards on the table go to the discard pile, the lowest first.
    pub(super) fn discard_laid(&mut self) {
        self.laid.iter().for_each(|card| self.discard.push(card));
        self.laid = CardSet::EMPTY;
    }

    /// The display gets the next pawn or court from the pile.
    pub(super) fn refill(&mut self) {
        if self.pile_left > 0 {
            let next = self.pile[5 - usize::from(self.pile_left)].expect("known when it is drawn");
            self.display.insert(next);
            self.pile_left -= 1;
            self.digest.absorb(next.index() as u64);
        }
    }
}
