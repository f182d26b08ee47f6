//! The table: where every card lies, and the small steps of which all actions are made.

use super::action::Action;
use super::card::{Card, DECK, Faces, Open, PIECES, Piece};
use super::deal::{Deal, OPEN};
use super::key::Key;
use super::past::Past;
use super::stack::Stack;
use crate::{Digest, Player};

/// The position, hidden cards included: 512 bytes. On the heap are only past positions, when they have become
/// many.
///
/// Stacks are chains of cards from the top down, so every move is one step whatever the heights. Face-down
/// cards of a stack lie under its face-up ones.
#[derive(Clone, Debug)]
pub struct Position {
    /// The past positions that still matter.
    pub(super) past: Past,
    /// The key of this one.
    pub(super) key: Key,
    /// A digest of the history: every action and every card turned up.
    pub(super) digest: Digest,
    /// Actions played.
    pub(super) actions: u64,
    /// The face of every card, and whether a player has seen it.
    faces: [u8; PIECES],
    /// The card under each card.
    under: [Piece; PIECES],
    tops: [Piece; Stack::COUNT],
    heights: [u8; Stack::PLACES],
    /// Face-down cards of board, side and discard stacks.
    downs: [u8; Stack::SHOWN],
    /// The open face of each.
    open: [Open; Stack::SHOWN],
    /// The faces that follow on final stacks whose top card is of each deck; aces always do.
    follows: [Faces; 2],
    /// The steps that a knock may undo, the first one first.
    steps: [Step; STEPS],
    step_count: u8,
    /// Cards on final stacks and out of the game, and board and side cards turned up: what never becomes
    /// less but by a knock.
    pub(super) progress: u8,
    /// The same when the turn started.
    pub(super) progress_at_start: u8,
    pub(super) phase: Phase,
    /// The active player; once over, the winner, or either player after a draw.
    pub(super) active: Player,
    /// The action that the active player is about to do wrongly.
    pub(super) touched: Action,
    pub(super) flags: Flags,
}

const _: () = assert!(size_of::<Position>() <= 512);

/// The event for which the game waits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(super) enum Phase {
    Deal,
    /// The active player does something.
    Act,
    /// It has a main card in hand.
    Held,
    /// The other answers an offer.
    Offer,
    /// The other may knock before an infraction.
    Touch,
    /// The other may knock after an infraction.
    After,
    /// The other may knock though nothing was wrong.
    Window,
    /// The active player has won: it has got rid of all cards.
    Out,
    /// The active player has won: the other has knocked wrongly for the second time.
    Knocks,
    /// A draw: the offer was accepted.
    Agreed,
    /// A draw: a turn has started from the same position too often.
    Repeated,
    /// A draw: the active player can do nothing.
    Stuck,
    /// A draw: there have been too many actions.
    Capped,
}

impl Phase {
    #[inline]
    pub(super) fn is_won(self) -> bool {
        matches!(self, Phase::Out | Phase::Knocks)
    }
}

/// Small facts about the turn and about the action that a knock may follow.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Flags {
    /// Each player has knocked wrongly.
    pub(super) warned: [bool; 2],
    /// A draw was offered in this turn.
    pub(super) offered: bool,
    /// The main card was turned over against an obligation.
    pub(super) wrong_turn: bool,
    /// The action took the last own card of the active player.
    pub(super) took_last: bool,
    /// The action ended the turn, unless there is a knock.
    pub(super) ends: bool,
    /// The infraction put its card on a final stack.
    pub(super) on_final: bool,
}

/// A step that can be undone: the top card of one stack goes to another, the top card of a stack is turned
/// up, or a discard stack is turned over.
///
/// The lowest five bits are the first stack, the next five the second, then the kind.
#[derive(Clone, Copy, Debug)]
struct Step(u16);

const TURNED_UP: u16 = 1 << 10;
const TURNED_OVER: u16 = 2 << 10;

/// The most steps of one action: a discard stack turned over, the card taken in hand and put down; or a
/// side card moved, then the next one turned up and, with `joker_auto_remove`, three jokers in a row leave.
const STEPS: usize = 12;

/// The bit of a face that a player has seen.
const SEEN: u8 = 0x80;
/// A face that is not known, in an information set.
const BLANK: u8 = 0x3f;

impl Position {
    pub(super) const UNDEALT: Position = Position {
        past: Past::EMPTY,
        key: Key::DEALT,
        digest: Digest::EMPTY,
        actions: 0,
        faces: [BLANK; PIECES],
        under: [Piece::NONE; PIECES],
        tops: [Piece::NONE; Stack::COUNT],
        heights: [0; Stack::PLACES],
        downs: [0; Stack::SHOWN],
        open: [Open::EMPTY; Stack::SHOWN],
        follows: [Faces::ACES; 2],
        steps: [Step(0); STEPS],
        step_count: 0,
        progress: 0,
        progress_at_start: 0,
        phase: Phase::Deal,
        active: Player::FIRST,
        touched: Action::TURN,
        flags: Flags {
            warned: [false; 2],
            offered: false,
            wrong_turn: false,
            took_last: false,
            ends: false,
            on_final: false,
        },
    };

    /// The layout of all deals, before the open cards are known.
    const LAID_OUT: Position = {
        let mut position = Position::UNDEALT;
        let mut player = 0;
        while player < 2 {
            let mut place = 0;
            while place < DECK {
                // The main stack is dealt top first, so it is laid out from the last card.
                let place_here = if place < 27 { place } else { 27 + DECK - 1 - place };
                let stack = home(player, place_here).index();
                let piece = Piece::new(DECK * player + place_here);
                position.under[piece.index()] = position.tops[stack];
                position.tops[stack] = piece;
                position.heights[stack] += 1;
                place += 1;
            }
            let mut column = 0;
            while column < 4 {
                position.downs[4 * player + column] = column as u8 + 1;
                column += 1;
            }
            position.downs[8 + player] = 12;
            player += 1;
        }
        position
    };

    /// The table as dealt, nothing yet done by itself.
    pub(super) fn dealt(deal: &Deal) -> Position {
        let mut position = Position::LAID_OUT;
        for (player, deck) in deal.decks.iter().enumerate() {
            for (place, card) in deck.iter().enumerate() {
                position.faces[DECK * player + place] = card.index() as u8;
            }
            for place in OPEN {
                let stack = home(player, place);
                position.see(Piece::new(DECK * player + place));
                position.open[stack.index()] = Open::of(deck[place]);
            }
        }
        position
    }

    /// The deal that led here.
    pub(super) fn deal(&self) -> Deal {
        let card = |player, place| self.face(Piece::new(DECK * player + place)).unwrap_or(Card::JOKER);
        Deal { decks: std::array::from_fn(|player| std::array::from_fn(|place| card(player, place))) }
    }

    /// Whether the cards have been dealt.
    pub fn is_dealt(&self) -> bool {
        self.phase != Phase::Deal
    }

    /// The active player; after a win the winner.
    #[inline]
    pub fn active(&self) -> Player {
        self.active
    }

    /// The number of cards in a board, side, discard or main stack.
    #[inline]
    pub fn height(&self, stack: Stack) -> usize {
        self.heights[stack.index()] as usize
    }

    /// The number of cards of that a board, side, discard or main stack lie face down.
    #[inline]
    pub fn face_down(&self, stack: Stack) -> usize {
        self.downs.get(stack.index()).map_or(self.height(stack), |&down| down as usize)
    }

    /// The cards in the player's main, discard and side stacks.
    #[inline]
    pub fn own_cards(&self, player: Player) -> usize {
        let stacks = [Stack::main(player), Stack::discard(player), Stack::side(player)];
        stacks.into_iter().map(|stack| self.height(stack)).sum()
    }

    /// The cards of a stack, top first; none for those not known.
    pub fn cards(&self, stack: Stack) -> impl Iterator<Item = Option<Card>> + '_ {
        self.pieces(stack).map(|piece| self.face(piece))
    }

    /// The card in the active player's hand.
    #[inline]
    pub fn held(&self) -> Option<Card> {
        self.face(self.tops[Stack::HAND.index()])
    }

    #[inline]
    pub(super) fn top(&self, stack: Stack) -> Piece {
        self.tops[stack.index()]
    }

    #[inline]
    pub(super) fn open(&self, stack: Stack) -> Open {
        self.open[stack.index()]
    }

    /// The open faces of board, side and discard stacks, in their order.
    #[inline]
    pub(super) fn open_all(&self) -> &[Open; Stack::SHOWN] {
        &self.open
    }

    pub(super) fn pieces(&self, stack: Stack) -> impl Iterator<Item = Piece> + '_ {
        let next = |piece: Piece| (piece != Piece::NONE).then_some(piece);
        std::iter::successors(next(self.top(stack)), move |piece| next(self.under[piece.index()]))
    }

    /// The face of a card, if there is one and it is known.
    #[inline]
    pub(super) fn face(&self, piece: Piece) -> Option<Card> {
        let face = self.faces.get(piece.index())? & !SEEN;
        (face != BLANK).then(|| Card::from_index(face as usize))
    }

    /// Whether a player has seen the card.
    #[inline]
    pub(super) fn is_seen(&self, piece: Piece) -> bool {
        self.faces[piece.index()] & SEEN != 0
    }

    /// Hides what neither player has seen.
    pub(super) fn blank(&mut self) {
        for face in &mut self.faces {
            if *face & SEEN == 0 {
                *face = BLANK;
            }
        }
    }

    /// Fills a blank.
    pub(super) fn fill(&mut self, piece: Piece, card: Card) {
        debug_assert!(!self.is_seen(piece), "a card that was seen cannot be another");
        self.faces[piece.index()] = card.index() as u8;
    }

    /// The faces that may go on a final stack: for cards of this deck, or of either.
    #[inline]
    pub(super) fn wanted(&self, deck: Option<usize>) -> Faces {
        match deck {
            Some(deck) => self.follows[deck],
            None => self.follows[0].or(self.follows[1]),
        }
    }

    /// The final stack that takes the card: for an ace the lowest empty one.
    pub(super) fn final_for(&self, piece: Piece, same_back: bool) -> Option<Stack> {
        let card = self.face(piece)?;
        Stack::finals().find(|&stack| {
            let top = self.top(stack);
            match self.face(top) {
                None => card.value() == Some(1),
                Some(below) => {
                    Open::of(below).successor().contains(Open::of(card))
                        && (!same_back || top.deck() == piece.deck())
                }
            }
        })
    }

    /// Whether the player has won: no own cards, and nothing face down on its side of the board.
    #[inline]
    pub(super) fn has_won(&self, player: Player) -> bool {
        self.own_cards(player) == 0 && (0..4).all(|column| self.face_down(Stack::board(player, column)) == 0)
    }

    /// The key after a move from board to board.
    #[inline]
    pub(super) fn key_after(&self, from: Stack, to: Stack) -> Key {
        let piece = self.top(from);
        let card = self.face(piece).expect("a card that can be moved lies open");
        self.key.without(from, self.height(from) - 1, card, piece).with(to, self.height(to), card, piece)
    }

    /// Begins an action: what was done before cannot be undone any more.
    #[inline]
    pub(super) fn begin(&mut self) {
        self.step_count = 0;
    }

    /// Moves the top card of `from` to `to`.
    #[inline]
    pub(super) fn shift(&mut self, from: Stack, to: Stack) {
        self.note(Step(from.index() as u16 | (to.index() as u16) << 5));
        let piece = self.lift(from);
        if !self.is_seen(piece) {
            self.see(piece);
        }
        self.lay(to, piece);
    }

    /// Turns up the top card of a board or side stack.
    #[inline]
    pub(super) fn turn_up(&mut self, stack: Stack) {
        self.note(Step(TURNED_UP | stack.index() as u16));
        let n = stack.index();
        let top = self.top(stack);
        self.key = self.key.turned_up(stack, self.height(stack) - 1);
        self.downs[n] -= 1;
        self.progress += 1;
        if !self.is_seen(top) {
            self.see(top);
        }
        self.open[n] = self.face(top).map_or(Open::EMPTY, Open::of);
    }

    /// Turns the player's discard stack over: it becomes the main stack, the first card discarded on top.
    pub(super) fn turn_over(&mut self, player: Player) {
        self.note(Step(TURNED_OVER | player.index() as u16));
        while self.height(Stack::discard(player)) > 0 {
            let piece = self.lift(Stack::discard(player));
            self.lay(Stack::main(player), piece);
        }
    }

    /// Takes back all steps of the action, the last one first. Only the knowledge stays.
    pub(super) fn undo(&mut self) {
        for n in (0..self.step_count as usize).rev() {
            let Step(step) = self.steps[n];
            let stack = Stack::from_index((step & 31) as usize);
            if step & TURNED_UP != 0 {
                self.key = self.key.turned_down(stack, self.height(stack) - 1);
                self.downs[stack.index()] += 1;
                self.progress -= 1;
                self.open[stack.index()] = Open::DOWN;
            } else if step & TURNED_OVER != 0 {
                let player = Player::new(stack.index());
                while self.height(Stack::main(player)) > 0 {
                    let piece = self.lift(Stack::main(player));
                    self.lay(Stack::discard(player), piece);
                }
            } else {
                let piece = self.lift(Stack::from_index((step >> 5 & 31) as usize));
                self.lay(stack, piece);
            }
        }
        self.step_count = 0;
    }

    #[inline]
    fn note(&mut self, step: Step) {
        self.steps[self.step_count as usize] = step;
        self.step_count += 1;
    }

    #[inline]
    pub(super) fn see(&mut self, piece: Piece) {
        let face = &mut self.faces[piece.index()];
        self.digest.absorb(256 + u64::from(*face));
        *face |= SEEN;
    }

    /// Takes the top card off a stack.
    #[inline]
    fn lift(&mut self, stack: Stack) -> Piece {
        let n = stack.index();
        let piece = self.tops[n];
        let under = self.under[piece.index()];
        self.tops[n] = under;
        if n < Stack::PLACES {
            self.heights[n] -= 1;
            let face = Card::from_index((self.faces[piece.index()] & !SEEN) as usize);
            self.key = self.key.without(stack, self.heights[n] as usize, face, piece);
            if n < Stack::SHOWN {
                self.open[n] = match self.heights[n] {
                    0 => Open::EMPTY,
                    height if height <= self.downs[n] => Open::DOWN,
                    _ => self.face(under).map_or(Open::EMPTY, Open::of),
                };
            }
        } else if stack != Stack::HAND {
            self.progress -= 1;
            self.follow();
        }
        piece
    }

    /// Lays a card on a stack, face up but on the main stacks.
    #[inline]
    pub(super) fn lay(&mut self, stack: Stack, piece: Piece) {
        let n = stack.index();
        self.under[piece.index()] = self.tops[n];
        self.tops[n] = piece;
        if n < Stack::PLACES {
            let face = Card::from_index((self.faces[piece.index()] & !SEEN) as usize);
            self.key = self.key.with(stack, self.heights[n] as usize, face, piece);
            self.heights[n] += 1;
            if n < Stack::SHOWN {
                self.open[n] = Open::of(face);
            }
        } else if stack != Stack::HAND {
            self.progress += 1;
            self.follow();
        }
    }

    /// Lays a card face down on a board or side stack.
    #[cfg(test)]
    pub(super) fn lay_down(&mut self, stack: Stack, piece: Piece) {
        self.lay(stack, piece);
        self.downs[stack.index()] += 1;
        self.open[stack.index()] = Open::DOWN;
    }

    /// Finds what follows on the final stacks.
    fn follow(&mut self) {
        self.follows = [Faces::ACES; 2];
        for stack in Stack::finals() {
            let top = self.top(stack);
            if let Some(card) = self.face(top) {
                let follows = &mut self.follows[top.deck()];
                *follows = follows.or(Open::of(card).successor());
            }
        }
    }
}

/// The stack to which the card at this place of the player's deck is dealt.
const fn home(player: usize, place: usize) -> Stack {
    let player = Player::new(player);
    match place {
        0..13 => Stack::side(player),
        13..17 => Stack::board(player, place - 13),
        17..21 => Stack::board(player, place - 17),
        21..24 => Stack::board(player, place - 20),
        24..26 => Stack::board(player, place - 22),
        26 => Stack::board(player, 3),
        _ => Stack::main(player),
    }
}
