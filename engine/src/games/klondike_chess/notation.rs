//! Klondike Chess in words.

use std::fmt::Write as _;

use super::action::Action;
use super::board::Square;
use super::card::{Card, CardSet};
use super::game::Chance;
use super::position::{Draw, Phase, Position};
use super::read;
use super::rules::KlondikeChess;
use super::seen::InfoSet;
use super::setup::BLANK;
use super::stacks::Place;
#[cfg(feature = "drawings")]
use crate::Drawing;
use crate::{Event, EventOf, Game, Notation, Player, Turn, WordError};

impl KlondikeChess {
    /// Where `card` is transferred from.
    fn source(&self, position: &Position, card: Card) -> String {
        let square = position.stacks.at(card);
        if self.options().ring_transfer && position.stacks.rings().contains(card) {
            return format!("{square}:{card}");
        }
        match position.stacks.place(card) {
            Place::High(_) => format!("{square}.hi"),
            _ => format!("{square}.lo"),
        }
    }
}

impl Notation for KlondikeChess {
    fn action_word(&self, position: &Position, action: Action) -> String {
        let from = |card| self.source(position, card);
        let at = |card| position.stacks.at(card);
        match action {
            Action::Set(card) => format!("set:{card}"),
            Action::Flip(square) => format!("flip:{square}"),
            Action::Move(low, to) => format!("{}-{to}", at(low)),
            Action::Pass => "pass".to_owned(),
            Action::Split(card, to) => format!("{}>{to}", from(card)),
            Action::JoinLow(pairing, low) => format!("{}>{}.lo", from(low.below(pairing)), at(low)),
            Action::JoinHigh(pairing, card) => format!("{}>{}.hi", from(card), at(card.below(pairing))),
            Action::Lay(card) => format!("{}>throne", from(card)),
            Action::Take(to) => format!("throne>{to}"),
            Action::TakeLow(low) => format!("throne>{}.lo", at(low)),
            Action::TakeHigh(high) => format!("throne>{}.hi", at(high)),
            Action::OwnLow(low) => format!("own>{}.lo", at(low)),
            Action::OwnHigh(high) => format!("own>{}.hi", at(high)),
            Action::Add(to) => format!("add:{to}"),
            Action::AddLow(low) => format!("add:{}.lo", at(low)),
            Action::AddHigh(high) => format!("add:{}.hi", at(high)),
            Action::Draw => "draw".to_owned(),
            Action::Reshuffle => "reshuffle".to_owned(),
            Action::Claim => "claim".to_owned(),
        }
    }

    fn chance_word(&self, _: &Position, chance: &Chance) -> String {
        match chance {
            Chance::Deal([first, second]) => format!("deal:{first}/{second}"),
            Chance::Refill([first, second]) => format!("refill:{first}/{second}"),
            Chance::Pile(pile) => format!("pile:{}", list(pile.cards())),
        }
    }

    fn read_chance(&self, position: &Position, word: &str) -> Result<Chance, WordError> {
        read::chance(position, word)
    }

    /// Everything but what the other was dealt and drew from the deck, which cards it set, and the order of
    /// the draw pile. The result is seen at the end: it may reveal that a king lay face-down.
    fn noticed(&self, before: &Position, event: &EventOf<Self>, after: &Position, player: Player) -> String {
        let mut text = match *event {
            Event::Chance(Chance::Deal(hands)) => format!("deal:{}", hands[player.index()]),
            Event::Chance(Chance::Refill(cards)) => format!("refill:{}", cards[player.index()]),
            Event::Chance(Chance::Pile(_)) => "pile".to_owned(),
            Event::Action(Action::Set(_)) if before.mover != player => "set".to_owned(),
            Event::Action(action) => self.action_word(before, action),
        };
        for exchange in before.setup.exchanges()..after.setup.exchanges() {
            let handed = Player::all(2).map(|player| after.setup.handed(exchange, player).to_string());
            let _ = write!(text, "+{}", handed.collect::<Vec<_>>().join("/"));
        }
        let shown = match *event {
            Event::Action(Action::Flip(square)) => after.stacks.lowest_on(square),
            Event::Action(Action::Draw) => after.stock.top(),
            _ => None,
        };
        if let Some(card) = shown {
            let _ = write!(text, "={card}");
        }
        if self.turn(after) == Turn::Over {
            let _ = write!(text, "={}", self.payoff(after, player));
        }
        text
    }

    fn ending(&self, position: &Position) -> String {
        // The player to move next has not made the last turn. A king on a throne has ended the game.
        let crowned = !((position.thrones[0] | position.thrones[1]) & CardSet::KINGS).is_empty();
        let ending = match position.phase {
            Phase::Won(winner) if crowned && winner == position.mover => {
                "king on the throne, the other never had one"
            }
            Phase::Won(_) if crowned => "king on the throne",
            Phase::Won(_) => "repetition",
            Phase::Drawn(Draw::Claim) => "draw claimed",
            Phase::Drawn(Draw::Reshuffles) => "reshuffles",
            Phase::Drawn(Draw::NoMove) => "no move",
            _ => "cap on the turns",
        };
        ending.to_owned()
    }

    fn position_text(&self, position: &Position) -> String {
        let setup = &position.setup;
        let mut text = format!(
            "{:?} {} turns {} hands {}/{} refills",
            position.phase, position.mover, position.turns, setup.dealt[0], setup.dealt[1]
        );
        for refill in setup.refills.iter().take(setup.refilled()) {
            let _ = write!(text, " {refill}");
        }
        let [black, red] = setup.set.map(|cards| list(&cards));
        let _ = write!(text, " set {black}/{red} down");
        for square in Square::each(position.face_down) {
            let _ = write!(text, " {square}");
        }
        text.push_str(" board");
        for square in Square::each(position.stacks.squares()) {
            let _ = write!(text, " {square}:{}", list(&stack_on(position, square)));
        }
        let _ = write!(
            text,
            " thrones {}/{} waste {} pile {} reshuffles {} past {} kings {} kingless {} ko {:?} key {:?} {:?}",
            position.thrones[0],
            position.thrones[1],
            list(position.stock.waste()),
            list(position.stock.draw_pile()),
            position.reshuffles,
            position.past.len(),
            position.kings,
            position.kingless,
            position.ko,
            position.key,
            position.log,
        );
        text
    }

    fn table_text(&self, info_set: &InfoSet) -> String {
        self.picture(info_set)
    }

    #[cfg(feature = "drawings")]
    fn drawing(&self, info_set: &InfoSet) -> Option<Drawing> {
        super::drawing::drawing(self, info_set)
    }

    fn retold(&self, words: &[String], world: &Position) -> Vec<String> {
        let mut words = words.to_vec();
        let (mut refills, mut laid) = (0, 0);
        for word in &mut words {
            if word.starts_with("deal:") {
                *word = self.chance_word(world, &Chance::Deal(world.setup.dealt));
            } else if word.starts_with("refill:") {
                let mut cards = [CardSet::EMPTY; 2];
                if let Some((drawer, _)) = world.setup.draws(refills) {
                    cards[drawer.index()] = world.setup.refills[refills];
                }
                *word = self.chance_word(world, &Chance::Refill(cards));
                refills += 1;
            } else if word.starts_with("set:") {
                *word = format!("set:{}", world.setup.set[laid / 4][laid % 4]);
                laid += 1;
            }
        }
        let ordered = world.phase != Phase::Pile;
        if let Some(pile) = words.iter_mut().rfind(|word| word.starts_with("pile:")).filter(|_| ordered) {
            let left = list(world.stock.draw_pile());
            // Two letters and a comma to a card: what has been drawn stays.
            let drawn = pile.len() - left.len();
            pile.replace_range(drawn.., &left);
        }
        words
    }

    fn check(&self, position: &Position) -> Result<(), String> {
        self.check_position(position)
    }
}

/// These cards with commas between.
pub(super) fn list(cards: &[Card]) -> String {
    let names: Vec<String> = cards.iter().map(ToString::to_string).collect();
    names.join(",")
}

/// The cards of the stack on `square` from low to high; none if there is no stack.
pub(super) fn stack_on(position: &Position, square: Square) -> Vec<Card> {
    position.stacks.lowest_on(square).map_or_else(Vec::new, |low| position.stacks.circle(low).collect())
}

impl KlondikeChess {
    /// The table as a person sees it: the board, the stacks that do not fit into a square, and all else.
    fn picture(&self, info_set: &InfoSet) -> String {
        let (position, me) = (&info_set.position, info_set.seat);
        let mut text = String::new();
        for rank in (0..8).rev() {
            let _ = write!(text, "{} ", rank + 1);
            for file in 0..8 {
                let _ = write!(text, "{:^6}", self.cell(info_set, Square::from_index(8 * rank + file)));
            }
            text.truncate(text.trim_end().len());
            text.push('\n');
        }
        let files: String = ('a'..='h').map(|file| format!("{file:^6}")).collect();
        let _ = writeln!(text, "  {}", files.trim_end());
        let symbols =
            |cards: &[Card]| cards.iter().map(|card| format!("{card:#}")).collect::<Vec<_>>().join(" ");
        for square in Square::each(position.stacks.squares()) {
            let stack = stack_on(position, square);
            if stack.len() > 1 {
                let _ = writeln!(text, "{square}: {}", symbols(&stack));
            }
        }
        let colour = |player| if player == Player::FIRST { "Black" } else { "Red" };
        for player in Player::all(2) {
            let cards: Vec<Card> = position.thrones[player.index()].iter().collect();
            if !cards.is_empty() {
                let _ = writeln!(text, "On the throne of {}: {}", colour(player), symbols(&cards));
            }
        }
        if position.phase == Phase::Set {
            let hand: Vec<Card> = position.setup.hand(me).iter().collect();
            let _ = writeln!(text, "Your hand: {}", symbols(&hand));
        }
        let set: Vec<Card> = position.setup.set[me.index()].into_iter().filter(|&c| c != BLANK).collect();
        let _ = writeln!(text, "Your start spaces were given: {}", symbols(&set));
        let _ = writeln!(
            text,
            "Draw pile: {} cards   waste: {}",
            position.stock.left(),
            position.stock.top().map_or_else(
                || "empty".to_owned(),
                |top| format!("{top:#} on top of {}", position.stock.waste().len() - 1)
            )
        );
        let _ = write!(text, "You are {}; turn {}", colour(me), position.turns + 1);
        text
    }

    /// The picture of a square: a card, a stack by its ends, a face-down card, a throne, a start space.
    fn cell(&self, info_set: &InfoSet, square: Square) -> String {
        let (position, board) = (&info_set.position, &self.options().board);
        for player in Player::all(2) {
            if board.throne(player) == square {
                let top = position.throne_top(player);
                return top.map_or_else(|| "{  }".to_owned(), |top| format!("{{{top:#}}}"));
            }
        }
        if position.face_down & square.bit() != 0 {
            let mine = board.starts(info_set.seat).iter().position(|&start| start == square);
            let card = mine.map(|space| position.setup.set[info_set.seat.index()][space]);
            return card.map_or_else(|| "[  ]".to_owned(), |card| format!("[{card:#}]"));
        }
        match stack_on(position, square)[..] {
            [] if board.starts(Player::FIRST).contains(&square) => "_b_".to_owned(),
            [] if board.starts(Player::SECOND).contains(&square) => "_r_".to_owned(),
            [] => ".".to_owned(),
            [card] => format!("{card:#}"),
            [low, .., high] => format!("{low:#}-{high:#}"),
        }
    }
}
