//! Small pokers in words.

use super::table::Phase;
use super::{InfoSet, Kind, Pack, Poker, Stakes, Table, Variant};
#[cfg(feature = "drawings")]
use crate::{Drawing, Piece};
use crate::{Event, EventOf, Game, Notation, Player, StateHistory, WordError};

impl<V: Variant> Poker<V> {
    /// The words of the betting so far, the card on the board between the rounds.
    fn shown(&self, table: &Table) -> Vec<String> {
        let mut words = Vec::new();
        let board = format!("board:{}", table.board);
        let now = table.replay(&self.stakes, |before, action| {
            words.extend(before.is_new_board().then(|| board.clone()));
            words.push(self.variant.word(before, action));
        });
        words.extend(now.is_new_board().then_some(board));
        words
    }
}

impl<V: Variant> Notation for Poker<V> {
    fn action_word(&self, table: &Table, action: Self::Action) -> String {
        self.variant.word(table, action)
    }

    fn chance_word(&self, table: &Table, cards: &[Kind; 2]) -> String {
        match table.phase {
            Phase::Deal => format!("deal:{},{}", cards[0], cards[1]),
            _ => format!("board:{}", cards[0]),
        }
    }

    fn read_chance(&self, table: &Table, word: &str) -> Result<[Kind; 2], WordError> {
        let name = if table.phase == Phase::Deal { "deal" } else { "board" };
        let names: Vec<&str> = WordError::contents(word, name)?.split(',').collect();
        if names.len() != table.cards_due() {
            let reason = format!("{} cards instead of {}", names.len(), table.cards_due());
            return Err(WordError::broken(word, reason));
        }
        let mut cards = [Kind::NONE; 2];
        for (n, name) in names.into_iter().enumerate() {
            let Some(kind) = self.pack.named(name) else {
                let pack: Vec<String> = self.pack.kinds().map(|kind| kind.to_string()).collect();
                return Err(WordError::broken(word, format!("card {} is none of {}", n + 1, pack.join(" "))));
            };
            if self.pack.left(kind, table, &cards[..n]) == 0 {
                return Err(WordError::broken(word, format!("no {kind} is left for card {}", n + 1)));
            }
            cards[n] = kind;
        }
        Ok(cards)
    }

    /// Nothing is shown at the end.
    fn noticed(&self, before: &Table, event: &EventOf<Self>, _: &Table, player: Player) -> String {
        match event {
            Event::Chance(cards) if before.phase == Phase::Deal => format!("deal:{}", cards[player.index()]),
            Event::Chance(cards) => self.chance_word(before, cards),
            Event::Action(action) => self.action_word(before, *action),
        }
    }

    fn ending(&self, table: &Table) -> String {
        if table.phase == Phase::Folded { "fold" } else { "showdown" }.to_owned()
    }

    fn position_text(&self, table: &Table) -> String {
        if table.phase == Phase::Deal {
            return "undealt".to_owned();
        }
        let mut words = self.shown(table);
        words.insert(0, self.chance_word(&Table::START, &table.cards));
        words.push(format!("paid {},{}", table.paid(Player::FIRST), table.paid(Player::SECOND)));
        words.join(" ")
    }

    fn table_text(&self, info_set: &InfoSet) -> String {
        let (table, me) = (&info_set.table, info_set.seat);
        if table.phase == Phase::Deal {
            return "The cards have not been dealt.".to_owned();
        }
        let shown = self.shown(table);
        let said = if shown.is_empty() { "nothing yet".to_owned() } else { shown.join(" ") };
        let [own, other] = [table.paid(me), table.paid(me.other())];
        format!(
            "Betting: {said}\nIn the pot: {own} of yours, {other} of the opponent's\nBoard: {}\nYour card: {}",
            table.board,
            table.card(me)
        )
    }

    #[cfg(feature = "drawings")]
    fn drawing(&self, info_set: &InfoSet) -> Option<Drawing> {
        let (table, me) = (&info_set.table, info_set.seat);
        if table.phase == Phase::Deal {
            return None;
        }
        let board = (table.round() > 0).then(|| Piece::up(table.board));
        let drawing = Drawing::new("poker")
            .with("hand", Some(me), [Piece::up(table.card(me))])
            .with("hand", Some(me.other()), [Piece::Down])
            .with("board", None, board)
            .fact("said", self.shown(table).join(" "))
            .fact("paid 0", table.paid(Player::FIRST))
            .fact("paid 1", table.paid(Player::SECOND));
        Some(drawing)
    }

    fn retold(&self, _: &[String], world: &Table) -> Vec<String> {
        self.words(world)
    }

    fn check(&self, table: &Table) -> Result<(), String> {
        if table.phase == Phase::Deal {
            return if *table == self.start() { Ok(()) } else { Err("bets before the deal".to_owned()) };
        }
        check_cards(&self.pack, table)?;
        check_betting(&self.stakes, table)
    }
}

/// All cards are of the pack, and there are enough of each kind.
fn check_cards(pack: &Pack, table: &Table) -> Result<(), String> {
    let board = (table.round() > 0).then_some(table.board);
    let mut dealt = Vec::new();
    for card in table.cards.into_iter().chain(board) {
        if pack.left(card, &Table::START, &dealt) == 0 || pack.kinds().all(|kind| kind != card) {
            return Err(format!("{card} is on the table, and {dealt:?}"));
        }
        dealt.push(card);
    }
    Ok(())
}

/// The betting leads from the deal to this table.
fn check_betting(stakes: &Stakes, table: &Table) -> Result<(), String> {
    let now = table.replay(stakes, |_, _| {});
    if now == *table { Ok(()) } else { Err(format!("{table:?} instead of {now:?}")) }
}
