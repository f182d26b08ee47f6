//! Features of the board, for evaluations and planners of turns.

use super::board::Square;
use super::card::{Card, CardSet};
use super::position::Position;
use super::reach::neighbours;
use super::rules::KlondikeChess;
use super::setup::BLANK;
use crate::Player;

impl Position {
    /// The cards on the throne of `player`, which the other has laid there.
    #[inline]
    pub fn throne(&self, player: Player) -> CardSet {
        self.thrones[player.index()]
    }

    /// The face-up cards on the board, but for the thrones.
    #[inline]
    pub fn on_board(&self) -> CardSet {
        self.stacks.cards()
    }

    /// The cards on the board that can be transferred: ends of stacks, and all of rings.
    #[inline]
    pub fn loose(&self) -> CardSet {
        self.stacks.lows() | self.stacks.highs() | self.stacks.rings()
    }

    /// The cards on the board in stacks that `player` may move.
    #[inline]
    pub fn movable_by(&self, player: Player) -> CardSet {
        self.stacks.cards() & self.stacks.of(player)
    }

    /// The square of a face-up card on the board.
    #[inline]
    pub fn square_of(&self, card: Card) -> Option<Square> {
        self.stacks.cards().contains(card).then(|| self.stacks.at(card))
    }

    /// The cards of the stack in which `card` lies on the board, from `card` upwards and on from the lowest.
    #[inline]
    pub fn stack_of(&self, card: Card) -> impl Iterator<Item = Card> {
        self.stacks.circle(card)
    }

    /// The squares with a stack or a face-down card.
    #[inline]
    pub fn taken_squares(&self) -> u64 {
        self.occupied()
    }

    /// The squares with a face-down card.
    #[inline]
    pub fn face_down_squares(&self) -> u64 {
        self.face_down
    }

    /// The cards that `player` has set, in the order of the start spaces, as far as they are known; some may
    /// have been turned over since.
    pub fn set_by(&self, player: Player) -> impl Iterator<Item = (usize, Card)> {
        let known = |(_, card): &(usize, Card)| *card != BLANK;
        self.setup.set[player.index()].into_iter().enumerate().filter(known)
    }

    /// The waste, its top card last.
    #[inline]
    pub fn waste(&self) -> &[Card] {
        self.stock.waste()
    }

    /// The reshuffles since the board last changed.
    #[inline]
    pub fn reshuffles(&self) -> usize {
        usize::from(self.reshuffles)
    }

    /// The turns that both players have taken together.
    #[inline]
    pub fn turns(&self) -> usize {
        usize::from(self.turns)
    }

    /// Whether a king of `player` has been face-up on the board.
    #[inline]
    pub fn has_shown_king(&self, player: Player) -> bool {
        self.kings >> player.index() & 1 == 1
    }

    /// The positions since the last step that cannot be undone: a card turned over, added or drawn, a
    /// reshuffle.
    pub fn since_last_step(&self) -> usize {
        self.past.len()
    }

    /// The number of times that the position was there, as far as it can come again.
    pub fn occurrences(&self) -> usize {
        self.past.occurrences(self.key)
    }

    /// A hash of the cards with their places and of the player to move.
    pub fn likeness(&self) -> u128 {
        let set = Player::all(2).flat_map(|player| self.set_by(player));
        let set = set.fold(0, |all, (space, card)| all ^ 1u128 << (card.index() + 16 * space));
        (self.key.number() ^ set.wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835))
            ^ self.mover.index() as u128
    }
}

impl KlondikeChess {
    /// The squares that `card` reaches from `from` where queens stop before the `blocked` squares; some of
    /// the others may be occupied.
    #[inline]
    pub fn reach(&self, card: Card, from: Square, blocked: u64) -> u64 {
        self.reach.of(card, from, blocked)
    }

    /// The squares around the throne of `player`.
    #[inline]
    pub fn around_throne(&self, player: Player) -> u64 {
        neighbours(self.options().board.throne(player))
    }

    /// Both thrones, which no move enters.
    #[inline]
    pub fn throne_squares(&self) -> u64 {
        self.thrones()
    }

    /// Whether `player` had a king on the board, so that its opponent may win.
    #[inline]
    pub fn has_had_king(&self, position: &Position, player: Player) -> bool {
        self.had_king(position, player)
    }
}
