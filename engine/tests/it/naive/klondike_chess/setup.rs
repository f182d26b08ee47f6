//! The set-up: hands, exchanges of the wrong colour, and the four hidden cards of each player.

use super::card::{Card, KING, list, read_groups, sorted};
use super::options::KingCounts;
use super::table::Space;
use super::{KlondikeChess, Phase};

impl KlondikeChess {
    /// Setup 1: ten cards for each player.
    pub fn deal(&mut self, word: &str) {
        self.hand_out(word, "deal", [10, 10]);
        for player in 0..2 {
            let event = format!("deal {};", list(&self.hands[player]));
            self.tell(player, &event);
        }
        self.exchange_or_go_on();
    }

    /// Setup 2: each player with fewer than ten cards draws up to ten.
    pub fn refill(&mut self, word: &str) {
        let missing = [0, 1].map(|player: usize| 10usize.saturating_sub(self.hands[player].len()));
        let drawn = self.hand_out(word, "refill", missing);
        for (player, cards) in drawn.iter().enumerate() {
            self.tell(player, &format!("refill {};", list(&sorted(cards))));
        }
        self.exchange_or_go_on();
    }

    // Gives cards that neither player holds to both players.
    fn hand_out(&mut self, word: &str, name: &str, sizes: [usize; 2]) -> Vec<Vec<Card>> {
        let groups = read_groups(word, name);
        let found: Vec<usize> = groups.iter().map(Vec::len).collect();
        assert_eq!(found, sizes, "`{word}` has groups of wrong sizes");
        for (player, group) in groups.iter().enumerate() {
            for card in group {
                let place = self.table.pile.iter().position(|rest| rest == card);
                self.table
                    .pile
                    .remove(place.unwrap_or_else(|| panic!("{card} is named twice or not in the deck")));
                self.hands[player].push(*card);
            }
            self.hands[player].sort();
        }
        groups
    }

    // Setup 2, C26: every player that holds fewer than four cards of its colour gives all others away, both
    // at once.
    fn exchange_or_go_on(&mut self) {
        let short = [0, 1].map(|player| self.own_cards(player).len() < 4);
        if short == [false, false] {
            self.phase = Phase::Set;
            return;
        }
        let gifts = [0, 1].map(|giver| if short[giver] { self.own_colour(giver, 1 - giver) } else { vec![] });
        for (giver, gift) in gifts.iter().enumerate() {
            self.hands[giver].retain(|card| !gift.contains(card));
            self.hands[1 - giver].extend(gift);
            self.tell_both(&format!("{giver} gives {};", list(gift)));
        }
        self.hands[0].sort();
        self.hands[1].sort();
        self.phase = Phase::Refill;
    }

    fn own_cards(&self, player: usize) -> Vec<Card> {
        self.own_colour(player, player)
    }

    // The cards of one colour in a hand.
    fn own_colour(&self, player: usize, colour: usize) -> Vec<Card> {
        self.hands[player].iter().filter(|card| card.colour() == colour).copied().collect()
    }

    /// Setup 3: any card of the own colour in hand.
    pub fn set_words(&self) -> Vec<String> {
        let mut words: Vec<String> =
            self.own_cards(self.mover).iter().map(|card| format!("set:{card}")).collect();
        words.sort();
        words
    }

    /// Setup 3: the card goes face-down to the next own start space; the other player sees only that.
    pub fn set(&mut self, word: &str) {
        let player = self.mover;
        let found = self.own_cards(player).into_iter().find(|card| format!("set:{card}") == word);
        let card = found.unwrap_or_else(|| panic!("`{word}` is not legal"));
        let space = self.table.board.starts[player][self.spaces_set % 4];
        self.hands[player].retain(|held| *held != card);
        self.table.put(space, Space::Reshuffle(card));
        self.count_set_king(player, card);
        self.tell(player, &format!("{player} {word};"));
        self.tell(1 - player, &format!("{player} sets;"));
        self.spaces_set += 1;
        self.mover = if self.spaces_set < 4 { 0 } else { 1 };
        if self.spaces_set == 8 {
            self.return_hands();
        }
    }

    // C16: a king set face-down counts, if so agreed.
    fn count_set_king(&mut self, player: usize, card: Card) {
        if card.value == KING && self.options.king_counts == KingCounts::OnBoardAny {
            self.had_king[player] = true;
        }
    }

    // Setup 4: all cards not placed are shuffled, and player 0 begins.
    fn return_hands(&mut self) {
        for player in 0..2 {
            let returned = std::mem::take(&mut self.hands[player]);
            self.table.pile.extend(returned);
        }
        self.mover = 0;
        self.phase = Phase::Pile;
    }
}
