//! Positions set up by hand, for the scenarios.

use super::card::{Card, DECK, PIECES, Piece};
use super::position::Position;
use super::rules::Schikanoeschen;
use super::stack::Stack;
use crate::{Game, Notation, Player, Turn};

/// A game from a position that no deal led to.
pub(super) struct Scene {
    pub(super) game: Schikanoeschen,
    pub(super) position: Position,
}

impl Scene {
    /// The table with these stacks, such as `E0:QS,JH,[4C]` (top first, face-down cards in brackets) or
    /// `D:2S,AS|AH`; a card is of deck 0 unless it is in use or marked with a `'`. All other cards are in
    /// player 1's main stack, below what is named there, or with `rest:C1` face down in that stack. Player 0
    /// is active.
    pub(super) fn new(game: Schikanoeschen, text: &str) -> Scene {
        let mut position = Position::UNDEALT;
        let mut free: Vec<Piece> = (0..PIECES).map(Piece::new).collect();
        for &piece in &free {
            position.fill(piece, Card::from_index((piece.index() % DECK).min(52)));
        }
        let mut rest = "A1";
        let mut stacks: Vec<(Stack, bool, Piece)> = Vec::new();
        for group in text.split_whitespace() {
            let (name, piles) = group.split_once(':').unwrap();
            if name == "rest" {
                rest = piles;
                continue;
            }
            for (n, pile) in piles.split('|').enumerate() {
                let named = |stack: &Stack| stack.to_string() == name;
                let stack = Stack::places().chain([Stack::OUT]).find(named);
                let stack = stack.unwrap_or_else(|| Stack::last(n));
                assert!(name == "D" || !stack.is_final(), "no stack {name}");
                for card in pile.split(',').rev().filter(|&card| card != "-") {
                    let down = card.starts_with('[');
                    let name = card.trim_matches(['[', ']', '\'']);
                    let face: Card = name.parse().unwrap();
                    let first = if card.contains('\'') { DECK } else { 0 };
                    let fits = |&piece: &Piece| piece.index() >= first && position.face(piece) == Some(face);
                    let at = free.iter().position(fits).unwrap_or_else(|| panic!("no {card} left"));
                    stacks.push((stack, down, free.remove(at)));
                }
            }
        }
        for piece in free {
            match Stack::places().find(|stack| stack.to_string() == rest).unwrap() {
                main if main == Stack::main(Player::SECOND) => position.lay(main, piece),
                stack => position.lay_down(stack, piece),
            }
        }
        for (stack, down, piece) in stacks {
            if down {
                position.lay_down(stack, piece);
            } else {
                position.lay(stack, piece);
                if stack != Stack::main(Player::FIRST) && stack != Stack::main(Player::SECOND) {
                    position.see(piece);
                }
            }
        }
        game.start_turn(&mut position, Player::FIRST);
        Scene { game, position }
    }

    /// Plays these words.
    pub(super) fn play(&mut self, words: &str) -> &mut Scene {
        for word in words.split_whitespace() {
            let action = self.game.read_action(&self.position, word);
            self.game.play(&mut self.position, action.unwrap_or_else(|error| panic!("{error}")));
            let stacks = self.position.check_stacks().and_then(|()| self.position.check_cards());
            stacks.and_then(|()| self.position.check_seen()).unwrap_or_else(|error| panic!("{error}"));
        }
        self
    }

    /// The legal words with blanks between.
    pub(super) fn legal(&self) -> String {
        self.game.legal_words(&self.position).join(" ")
    }

    /// Whether `word` is legal.
    pub(super) fn allows(&self, word: &str) -> bool {
        self.game.legal_words(&self.position).iter().any(|legal| legal == word)
    }

    /// The player to move; `None` once the game is over.
    pub(super) fn mover(&self) -> Option<usize> {
        match self.game.turn(&self.position) {
            Turn::Player(player) => Some(player.index()),
            _ => None,
        }
    }

    /// The payoff of player 0, once the game is over.
    pub(super) fn result(&self) -> Option<f64> {
        (self.mover().is_none()).then(|| self.game.payoff(&self.position, Player::FIRST))
    }

    /// The cards of a stack of the first twelve and the main stacks, top first.
    pub(super) fn cards(&self, name: &str) -> String {
        let stack = Stack::places().find(|stack| stack.to_string() == name).unwrap();
        let cards: Vec<String> = self.position.cards(stack).flatten().map(|card| card.to_string()).collect();
        cards.join(",")
    }
}
