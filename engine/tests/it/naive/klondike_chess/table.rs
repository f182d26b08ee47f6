//! The table: the board, both thrones, the draw pile and the waste.

use super::action::{Action, Source, Target};
use super::board::Board;
use super::card::{Card, KING, deck, list};
use super::square::Square;
use super::stack::ring_without;

/// The table.
#[derive(Clone, PartialEq, Debug)]
pub struct Table {
    pub board: Board,
    /// One for each of the 64 squares; those of the thrones stay empty.
    spaces: Vec<Space>,
    /// The cards on the throne of each player (they are the other's), bottom first.
    pub thrones: [Vec<Card>; 2],
    /// Bottom first.
    pub waste: Vec<Card>,
    /// Bottom first.
    pub pile: Vec<Card>,
}

/// The stack on one square.
#[derive(Clone, PartialEq, Debug)]
pub enum Space {
    Empty,
    Reshuffle(Card),
    /// A stack of one or more cards, low end first.
    FaceUp(Vec<Card>),
}

impl Table {
    /// All cards are in the pile.
    pub fn new(board: Board) -> Table {
        Table {
            board,
            spaces: vec![Space::Empty; 64],
            thrones: [vec![], vec![]],
            waste: vec![],
            pile: deck(),
        }
    }

    pub fn space(&self, square: Square) -> &Space {
        &self.spaces[square.0]
    }

    pub fn put(&mut self, square: Square, space: Space) {
        self.spaces[square.0] = space;
    }

    /// The face-up cards of a square, none if there are none.
    pub fn stack(&self, square: Square) -> &[Card] {
        match self.space(square) {
            Space::FaceUp(stack) => stack,
            _ => &[],
        }
    }

    /// The squares of all face-up stacks.
    pub fn stack_squares(&self) -> impl Iterator<Item = Square> {
        Square::all().filter(|square| !self.stack(*square).is_empty())
    }

    /// C5, C6: moves and splits end on squares that are empty and no throne.
    pub fn is_open(&self, square: Square) -> bool {
        *self.space(square) == Space::Empty && !self.board.is_throne(square)
    }

    /// Whether a king of this colour lies face-up on a board square.
    pub fn shows_king(&self, colour: usize) -> bool {
        let is_king = |card: &Card| card.value == KING && card.colour() == colour;
        self.stack_squares().any(|square| self.stack(square).iter().any(is_king))
    }

    /// The cards at the source of a transfer: the whole stack or throne pile.
    pub fn party(&self, source: Source, player: usize) -> &[Card] {
        match source {
            Source::Low(square) | Source::High(square) | Source::Ring(square, _) => self.stack(square),
            Source::EnemyThrone => &self.thrones[1 - player],
            Source::OwnThrone => &self.thrones[player],
        }
    }

    /// The card that a transfer from there moves.
    pub fn source_card(&self, source: Source, player: usize) -> Card {
        let party = self.party(source, player);
        match source {
            Source::Low(_) => party[0],
            Source::Ring(_, card) => card,
            Source::High(_) | Source::EnemyThrone | Source::OwnThrone => party[party.len() - 1],
        }
    }

    /// Carries out a legal turn of this player.
    pub fn apply(&mut self, action: Action, player: usize) {
        match action {
            Action::Flip(square) => self.flip(square),
            Action::Move { from, to } => self.move_stack(from, to),
            Action::Transfer { source, target } => {
                let card = self.take(source, player);
                self.lay(card, target, player);
            }
            Action::Add(target) => {
                let card = self.waste.pop().expect("a card is added only from a waste that has one");
                self.lay(card, target, player);
            }
            Action::Draw => {
                let card = self.pile.pop().expect("a card is drawn only from a pile that has one");
                self.waste.push(card);
            }
            // The order of the new pile is given by the chance word that follows.
            Action::Reshuffle => self.pile = std::mem::take(&mut self.waste),
            Action::Pass | Action::Claim => {}
        }
    }

    // C23: face-up for ever.
    fn flip(&mut self, square: Square) {
        let Space::Reshuffle(card) = *self.space(square) else { panic!("{square} has no face-down card") };
        self.put(square, Space::FaceUp(vec![card]));
    }

    fn move_stack(&mut self, from: Square, to: Square) {
        let stack = self.stack(from).to_vec();
        self.put(from, Space::Empty);
        self.put(to, Space::FaceUp(stack));
    }

    fn take(&mut self, source: Source, player: usize) -> Card {
        let card = self.source_card(source, player);
        match source {
            Source::Low(square) => self.put_stack(square, self.stack(square)[1..].to_vec()),
            Source::High(square) => {
                let stack = self.stack(square);
                self.put_stack(square, stack[..stack.len() - 1].to_vec());
            }
            Source::Ring(square, _) => self.put_stack(square, ring_without(self.stack(square), card)),
            Source::EnemyThrone => self.thrones[1 - player].truncate(self.thrones[1 - player].len() - 1),
            Source::OwnThrone => self.thrones[player].truncate(self.thrones[player].len() - 1),
        }
        card
    }

    fn lay(&mut self, card: Card, target: Target, player: usize) {
        match target {
            Target::Low(square) => self.put_stack(square, [&[card], self.stack(square)].concat()),
            Target::High(square) => self.put_stack(square, [self.stack(square), &[card]].concat()),
            Target::Empty(square) => self.put_stack(square, vec![card]),
            Target::EnemyThrone => self.thrones[1 - player].push(card),
        }
    }

    fn put_stack(&mut self, square: Square, stack: Vec<Card>) {
        self.put(square, if stack.is_empty() { Space::Empty } else { Space::FaceUp(stack) });
    }

    /// Position, as ko and repetition compare it: nothing hidden is part of it.
    pub fn position(&self, to_move: usize) -> String {
        let mut text = format!("{to_move} pile {} waste {}", self.pile.len(), list(&self.waste));
        for square in Square::all() {
            match self.space(square) {
                Space::Empty => {}
                Space::Reshuffle(_) => text.push_str(&format!(" {square}#")),
                Space::FaceUp(stack) => text.push_str(&format!(" {square}={}", list(stack))),
            }
        }
        format!("{text} thrones {}/{}", list(&self.thrones[0]), list(&self.thrones[1]))
    }
}
