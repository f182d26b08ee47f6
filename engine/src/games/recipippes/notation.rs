//! Recipippes in words.

use std::fmt::Write as _;

use super::position::Phase;
use super::rules::Recipippes;
use super::{Action, Chance, CourtSet, Deal, InfoSet, Position};
#[cfg(feature = "drawings")]
use crate::Drawing;
use crate::{ActionSet, Event, EventOf, Game, Notation, Player, WordError};

impl Notation for Recipippes {
    fn action_word(&self, _: &Position, action: Action) -> String {
        action.to_string()
    }

    fn chance_word(&self, _: &Position, chance: &Chance) -> String {
        match chance {
            Chance::Lot(lot) => format!("lot:{lot}"),
            Chance::Deal(deal) => format!("deal:{}", deal.word(self.players())),
            Chance::Pile(deck) => format!("pile:{deck}"),
        }
    }

    fn read_chance(&self, position: &Position, word: &str) -> Result<Chance, WordError> {
        match position.phase {
            Phase::Lot => Chance::read_lot(word),
            Phase::Shuffle => Chance::read_pile(word, position.discard.cards()),
            _ => Deal::read(self.players(), position.lot, WordError::contents(word, "deal")?)
                .map(Chance::Deal)
                .map_err(|error| WordError::broken(word, error)),
        }
    }

    fn read_action(&self, position: &Position, word: &str) -> Result<Action, WordError> {
        let legal = self.legal(position);
        let action = Action::read(word).filter(|&action| legal.contains(action));
        action.ok_or_else(|| WordError::illegal(word, self.legal_words(position)))
    }

    fn noticed(&self, before: &Position, event: &EventOf<Self>, after: &Position, player: Player) -> String {
        let mut text = match event {
            Event::Action(action) => action.to_string(),
            Event::Chance(Chance::Lot(lot)) => format!("lot:{lot}"),
            Event::Chance(Chance::Deal(deal)) => {
                format!("deal:{}/{}", deal.hands[player.index()], deal.display)
            }
            Event::Chance(Chance::Pile(_)) => "pile".to_owned(),
        };
        if before.is_dealt() {
            let laid_out = after.display.without(before.display);
            if !laid_out.is_empty() {
                let _ = write!(text, "/{laid_out}");
            }
        }
        // Cards may be drawn from both decks: none of them was drawn before.
        for (old, new) in before.decks.iter().zip(&after.decks) {
            for place in (old.drawn()..new.drawn()).filter(|&place| new.drawer(place) == player) {
                if let Some(card) = new.card(place) {
                    let _ = write!(text, "+{card}");
                }
            }
        }
        text
    }

    fn ending(&self, position: &Position) -> String {
        // Turns are counted down to 0, and begin to be counted only after the pile is used up.
        let ending = match (position.final_turns(), position.pile_left(), position.exhaustions()) {
            (Some(_), ..) => "deck used up in the last turns",
            (None, 0, _) => "last turns played",
            (None, _, 0) => "deck used up, no discards",
            _ => "second deck used up",
        };
        ending.to_owned()
    }

    fn position_text(&self, position: &Position) -> String {
        let mut text =
            format!("{:?} {} to decide, turn of {}", position.phase, position.actor, position.mover);
        if let Some(lot) = position.lot {
            let _ = write!(text, " lot {lot}");
        }
        if !position.is_dealt() {
            let _ = write!(text, " call {}", if position.called_pawn { "pawn" } else { "court" });
            return text;
        }
        for player in Player::all(self.players()) {
            let (hand, captured) = (position.hand(player), position.captured(player));
            let _ = write!(text, " | {player} {hand} has {captured}");
        }
        let _ = write!(text, " | known {}", position.known);
        let pile: Vec<String> = position.pile.iter().flatten().map(ToString::to_string).collect();
        let _ = write!(
            text,
            " | display {} pile {} left {}",
            position.display,
            pile.join(","),
            position.pile_left
        );
        for deck in position.decks.iter().filter(|deck| !deck.is_empty()) {
            let drawers: String =
                (0..deck.drawn()).map(|place| deck.drawer(place).index().to_string()).collect();
            let _ = write!(text, " | deck {deck} drawn by {drawers}");
        }
        let discard: Vec<String> = position.discard.iter().map(|card| card.to_string()).collect();
        let _ = write!(
            text,
            " | discard {} | table {} support {} defence {} | excuse {} exhausted {} final {}",
            discard.join(","),
            position.laid,
            position.support,
            position.defence,
            position.excuse.index(),
            position.exhaustions,
            position.final_turns,
        );
        let _ = write!(
            text,
            " owed {} traded {} taken {} strength {} target {}",
            position.owed, position.traded, position.taken, position.strength, position.target,
        );
        text
    }

    fn table_text(&self, info_set: &InfoSet) -> String {
        let (position, me) = (&info_set.position, info_set.seat);
        let mut text = String::new();
        if !position.is_dealt() {
            let _ = match position.lot {
                Some(lot) => write!(text, "Lot: {lot}"),
                None => write!(text, "Not dealt yet"),
            };
            return text;
        }
        for player in Player::all(self.players()).filter(|&player| player != me) {
            let size = position.hand_size(player);
            let known = position.hand(player);
            let backs = "[] ".repeat(size - known.len());
            let known: String = known.iter().map(|card| format!("{card} ")).collect();
            let cards = format!("{backs}{known}");
            let _ =
                writeln!(text, "{}: {}{}", name(player), cards.trim_end(), self.holdings(position, player));
        }
        let bottom = position.pile[4].filter(|_| position.pile_left > 0);
        let bottom = bottom.map_or_else(String::new, |court| format!(", {court} at the bottom"));
        let _ = writeln!(text, "Display: {}   pile {}{bottom}", spaced(position.display), position.pile_left);
        let which = if position.exhaustions == 0 { "first" } else { "second" };
        let _ = write!(text, "Deck: {} of the {which} deck   discards: ", position.deck().left());
        let _ = match position.discard.top() {
            Some(top) => writeln!(text, "{}, top {top}", position.discard.len()),
            None => writeln!(text, "none"),
        };
        if let Some(turns) = position.final_turns() {
            let _ = writeln!(text, "Last turns: {turns}");
        }
        match position.phase {
            Phase::Support => {
                let _ =
                    writeln!(text, "{} steals {}: {}", name(position.mover), position.target, position.laid);
            }
            Phase::Defend => {
                let _ = writeln!(
                    text,
                    "{} steals {} with strength {}; defence so far {}",
                    name(position.mover),
                    position.target,
                    position.strength,
                    position.defence.value(),
                );
            }
            Phase::Place => {
                let _ = writeln!(text, "To be laid on the discards: {}", position.laid);
            }
            _ => {}
        }
        let cards: Vec<String> = info_set.cards().iter().map(|card| card.to_string()).collect();
        let _ = write!(text, "Your hand: {}{}", cards.join(" "), self.holdings(position, me));
        text
    }

    #[cfg(feature = "drawings")]
    fn drawing(&self, info_set: &InfoSet) -> Option<Drawing> {
        super::drawing::drawing(self, info_set)
    }

    fn retold(&self, words: &[String], world: &Position) -> Vec<String> {
        let mut words = words.to_vec();
        for word in &mut words {
            if word.starts_with("deal:") {
                let pile = world.pile.map(|court| court.expect("a world has no blanks"));
                let deal = Deal {
                    hands: std::array::from_fn(|seat| match seat < self.players() {
                        true => world.dealt(Player::new(seat)),
                        false => super::CardSet::EMPTY,
                    }),
                    display: CourtSet::ALL.without(pile.into_iter().collect()),
                    pile,
                    deck: world.decks[0].undrawn(),
                };
                *word = self.chance_word(world, &Chance::Deal(deal));
            } else if word.starts_with("pile:") {
                *word = self.chance_word(world, &Chance::Pile(world.decks[1].undrawn()));
            }
        }
        words
    }

    fn check(&self, position: &Position) -> Result<(), String> {
        self.check_position(position)
    }
}

impl Recipippes {
    /// The pawns and courts that `player` has taken, and whether it holds The Excuse.
    fn holdings(&self, position: &Position, player: Player) -> String {
        let captured = position.captured(player);
        let excuse = if position.excuse == player { "   The Excuse" } else { "" };
        if captured.is_empty() {
            return excuse.to_owned();
        }
        format!("   {} points: {}{excuse}", captured.points(), spaced(captured))
    }
}

fn name(player: Player) -> String {
    format!("Player {}", player.index())
}

fn spaced(courts: CourtSet) -> String {
    let names: Vec<String> = courts.iter().map(|court| court.to_string()).collect();
    if names.is_empty() { "-".to_owned() } else { names.join(" ") }
}
