//! Schikanöschen in words.

use std::fmt::Write as _;

use super::action::Action;
use super::card::{DECK, PIECES, Piece};
use super::deal::Deal;
use super::info_set::InfoSet;
use super::position::{Phase, Position};
use super::rules::Schikanoeschen;
use super::stack::Stack;
#[cfg(feature = "drawings")]
use crate::Drawing;
use crate::{Event, EventOf, Notation, Player, WordError, Worlds};

impl Notation for Schikanoeschen {
    fn action_word(&self, _: &Position, action: Action) -> String {
        action.to_string()
    }

    fn chance_word(&self, _: &Position, deal: &Deal) -> String {
        format!("deal:{deal}")
    }

    fn read_chance(&self, _: &Position, word: &str) -> Result<Deal, WordError> {
        Deal::read_word(word)
    }

    /// The word, and every card that neither player had seen before, by its place in the deal. Of the deal
    /// only these cards are noticed.
    fn noticed(&self, before: &Position, event: &EventOf<Self>, after: &Position, _: Player) -> String {
        let mut text = match event {
            Event::Chance(_) => "deal:".to_owned(),
            Event::Action(action) => action.to_string(),
        };
        for piece in (0..PIECES).map(Piece::new) {
            if matches!(event, Event::Chance(_)) && piece.index() == DECK {
                text.push('/');
            }
            let new = after.is_seen(piece) && !before.is_seen(piece);
            if let Some(card) = after.face(piece).filter(|_| new) {
                let _ = write!(text, "+{card}");
            }
        }
        text
    }

    fn ending(&self, position: &Position) -> String {
        let ending = match position.phase {
            Phase::Out => "out",
            Phase::Knocks => "second false knock",
            Phase::Agreed => "draw agreed",
            Phase::Repeated => "repetition",
            Phase::Stuck => "nothing to do",
            _ => "cap on the actions",
        };
        ending.to_owned()
    }

    fn position_text(&self, position: &Position) -> String {
        if !position.is_dealt() {
            return "undealt".to_owned();
        }
        let mut text = String::new();
        for stack in Stack::places() {
            let _ = write!(text, "{stack}:{} ", pile(position, stack));
        }
        let finals: Vec<String> = Stack::finals().map(|stack| pile(position, stack)).collect();
        let _ = write!(text, "D:{} ", finals.join("|"));
        if let Some(card) = position.held() {
            let _ = write!(text, "hand:{card} ");
        }
        let _ = write!(text, "out:{} ", position.cards(Stack::OUT).count());
        for player in Player::all(2).filter(|player| position.flags.warned[player.index()]) {
            let _ = write!(text, "{player} warned ");
        }
        if position.flags.offered {
            text.push_str("offered ");
        }
        if position.phase == Phase::Touch {
            let _ = write!(text, "touched:{} ", position.touched);
        }
        let _ = write!(text, "{:?} {} after {} actions", position.phase, position.active, position.actions);
        text
    }

    fn table_text(&self, info_set: &InfoSet) -> String {
        let position = info_set.position();
        if !position.is_dealt() {
            return "The cards have not been dealt.".to_owned();
        }
        let mut text = String::new();
        private_stacks(&mut text, info_set, info_set.seat().other());
        board(&mut text, position, info_set.seat().other());
        let finals = Stack::finals().map(|stack| match position.cards(stack).next() {
            Some(Some(card)) => format!("{card:#}"),
            _ => "--".to_owned(),
        });
        let _ = writeln!(text, "Final stacks: {}", finals.collect::<Vec<_>>().join(" "));
        board(&mut text, position, info_set.seat());
        private_stacks(&mut text, info_set, info_set.seat());
        let me = position.active() == info_set.seat();
        let who = if me { "You are" } else { "The opponent is" };
        let _ = write!(text, "{who} active");
        if let Some(card) = position.held() {
            let _ = write!(text, ", with {card:#} in hand");
        }
        match position.phase {
            Phase::Offer => text.push_str(", and a draw is offered"),
            Phase::Touch => {
                let _ = write!(text, ", and is about to do {}", position.touched);
            }
            Phase::After => text.push_str(", and has missed an obligation"),
            _ => {}
        }
        text.push('.');
        text
    }

    #[cfg(feature = "drawings")]
    fn drawing(&self, info_set: &InfoSet) -> Option<Drawing> {
        super::drawing::drawing(self, info_set)
    }

    fn retold(&self, words: &[String], world: &Position) -> Vec<String> {
        let mut words = words.to_vec();
        if let Some(deal) = words.first_mut() {
            *deal = format!("deal:{}", world.deal());
        }
        words
    }

    fn check(&self, position: &Position) -> Result<(), String> {
        if position.is_dealt() {
            position.check_cards()?;
            position.check_faces()?;
            position.check_stacks()?;
            position.check_finals(self.final_same_back)?;
            position.check_seen()?;
            position.check_key()?;
            position.check_hand()?;
        }
        Ok(())
    }
}

impl Worlds for Schikanoeschen {
    fn worlds(&self, info_set: &InfoSet, limit: usize) -> Option<Vec<(Position, f64)>> {
        info_set.worlds(limit)
    }
}

/// The cards of a stack, top first, those face down in brackets; `-` for none.
fn pile(position: &Position, stack: Stack) -> String {
    let hidden = if stack.index() < Stack::PLACES { position.face_down(stack) } else { 0 };
    let cards: Vec<_> = position.cards(stack).collect();
    let shown = cards.len() - hidden;
    let name = |(n, card): (usize, &Option<_>)| {
        let name = card.map_or("?".to_owned(), |card: super::Card| card.to_string());
        if n < shown { name } else { format!("[{name}]") }
    };
    let names: Vec<String> = cards.iter().enumerate().map(name).collect();
    if names.is_empty() { "-".to_owned() } else { names.join(",") }
}

/// The main, discard and side stacks of a player on one line.
fn private_stacks(text: &mut String, info_set: &InfoSet, player: Player) {
    let position = info_set.position();
    let whose = if player == info_set.seat() { "You" } else { "Opponent" };
    let top = |stack: Stack| {
        let height = position.height(stack);
        match position.open(stack).card() {
            Some(card) if height > 1 => format!("{card:#} on {} more", height - 1),
            Some(card) => format!("{card:#}"),
            None => "empty".to_owned(),
        }
    };
    let (main, discard, side) = (Stack::main(player), Stack::discard(player), Stack::side(player));
    let _ = write!(
        text,
        "{whose}: main {main} {} cards   discard {discard} {}",
        position.height(main),
        top(discard)
    );
    let _ = write!(text, "   side {side} {}", top(side));
    text.push_str(if position.flags.warned[player.index()] { "   warned once\n" } else { "\n" });
}

/// The board stacks of a player, one to a line, from the bottom card to the top.
fn board(text: &mut String, position: &Position, player: Player) {
    for column in 0..4 {
        let stack = Stack::board(player, column);
        let shown = position.height(stack) - position.face_down(stack);
        let mut cards: Vec<String> =
            position.cards(stack).take(shown).flatten().map(|c| format!("{c:#}")).collect();
        cards.reverse();
        let backs = "[] ".repeat(position.face_down(stack));
        let _ = writeln!(text, "  {stack} {}", format!("{backs}{}", cards.join(" ")).trim_end());
    }
}
