//! Sixty-six with 24 cards and Schnapsen with 20, one small function per rule.

use super::Naive;
use super::cards::{Card, deck, list, pick, read_card, read_deal, spell};
use super::kinderschnapsen::{Closing, two_or_three};
use super::options::{OptionTable, Options};

mod tests;

/// Sixty-six or Schnapsen being played.
#[derive(Clone, Debug)]
pub struct SixtySix {
    family: Family,
    options: Options,
    phase: Phase,
    mover: usize,
    hands: [Vec<Card>; 2],
    /// Top first; the open card is the last.
    deck: Vec<Card>,
    trump: char,
    /// The card led, while its reply is awaited.
    lead: Option<Card>,
    trick_points: [i64; 2],
    marriage_points: [i64; 2],
    tricks: [usize; 2],
    /// Suits announced in this hand, by either player.
    announced: Vec<char>,
    /// Suits announced at the present lead.
    announced_now: Vec<char>,
    closing: Option<Closing>,
    payoff: [i64; 2],
    seen: [String; 2],
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Phase {
    Deal,
    Lead,
    Reply,
    /// The winner of the last trick may still stop.
    AfterLastTrick,
    Over,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Family {
    SixtySix,
    Schnapsen,
}

// The values of each option of Sixty-six, the default first (S3: the suit is always named).
pub const SIXTY_SIX: OptionTable = &[
    ("exchange_needs_trick", &["false", "true"]),
    ("exchange_as_second", &["true", "false"]),
    ("exchange_min_deck", &["4", "2"]),
    ("after_announce", &["play_or_stop", "free"]),
    ("announce_names_suit", &["true"]),
    ("marriage_needs_trick", &["false", "true"]),
    ("trump_marriage", &["30", "40"]),
    ("first_trick_free", &["false", "true"]),
    ("close_fail", &["last_trick", "closer_judged"]),
    ("stop_after_last_trick", &["false", "true"]),
    ("stop_only_if_66", &["false", "true"]),
    ("last_trick_points", &["0", "10"]),
    ("all_played", &["last_trick", "more_points"]),
    ("closing", &["true", "false"]),
    ("close_min_deck", &["2", "4", "6", "8", "10", "12"]),
    ("must_beat", &["false", "true"]),
    ("must_trump", &["false", "true"]),
    ("marriage_when_closed", &["true", "false"]),
];

// The rules of Schnapsen.
pub const SCHNAPSEN: OptionTable = &[
    ("exchange_needs_trick", &["false", "true"]),
    ("exchange_as_second", &["false", "true"]),
    ("exchange_min_deck", &["4", "2"]),
    ("after_announce", &["play_or_stop", "free"]),
    ("announce_names_suit", &["true"]),
    ("marriage_needs_trick", &["true", "false"]),
    ("trump_marriage", &["40", "30"]),
    ("first_trick_free", &["false", "true"]),
    ("close_fail", &["closer_must_win", "last_trick", "closer_judged"]),
    ("freeze_on_close", &["true", "false"]),
    ("stop_after_last_trick", &["true", "false"]),
    ("stop_only_if_66", &["false", "true"]),
    ("last_trick_points", &["0", "10"]),
    ("all_played", &["last_trick", "more_points"]),
    ("closing", &["true", "false"]),
    ("close_min_deck", &["2", "4", "6", "8", "10", "12"]),
    ("must_beat", &["true", "false"]),
    ("must_trump", &["true", "false"]),
    ("marriage_when_closed", &["true", "false"]),
];

impl Family {
    fn ranks(self) -> &'static str {
        match self {
            Family::SixtySix => "9JQKTA",
            Family::Schnapsen => "JQKTA",
        }
    }

    // Both hands, the open card, the rest of the deck.
    fn sizes(self) -> [usize; 4] {
        match self {
            Family::SixtySix => [6, 6, 1, 11],
            Family::Schnapsen => [5, 5, 1, 9],
        }
    }
}

impl SixtySix {
    /// Sixty-six before its deal; options that are not given have their defaults.
    pub fn new(options: &[(&str, &str)]) -> Self {
        Self::before_deal(Family::SixtySix, Options::choose(SIXTY_SIX, options))
    }

    /// Schnapsen before its deal; options that are not given have their defaults.
    pub fn schnapsen(options: &[(&str, &str)]) -> Self {
        Self::before_deal(Family::Schnapsen, Options::choose(SCHNAPSEN, options))
    }

    fn before_deal(family: Family, options: Options) -> Self {
        SixtySix {
            family,
            options,
            phase: Phase::Deal,
            mover: 0,
            hands: [vec![], vec![]],
            deck: vec![],
            trump: ' ',
            lead: None,
            trick_points: [0, 0],
            marriage_points: [0, 0],
            tricks: [0, 0],
            announced: vec![],
            announced_now: vec![],
            closing: None,
            payoff: [0, 0],
            seen: [String::new(), String::new()],
        }
    }

    // Setup: the hands; the open card makes trump and lies at the bottom of the deck.
    fn deal(&mut self, word: &str) {
        let all = deck("CSHD", self.family.ranks());
        let groups = read_deal(word, &all, self.family.sizes());
        let open = groups[2][0];
        self.hands = [groups[0].clone(), groups[1].clone()];
        self.deck = groups[3].clone();
        self.deck.push(open);
        self.trump = open.suit;
        for player in 0..2 {
            let hand = list(&self.hands[player]);
            self.seen[player] = format!("dealt {hand}, open {open};");
        }
        self.phase = Phase::Lead;
        self.mover = 0;
    }

    fn tell_both(&mut self, event: &str) {
        self.seen[0].push_str(event);
        self.seen[1].push_str(event);
    }

    fn deck_is_open(&self) -> bool {
        self.closing.is_none() && !self.deck.is_empty()
    }

    // S4, S12: points from tricks and announcements; with `marriage_needs_trick` the latter wait for a trick.
    fn points(&self, player: usize) -> i64 {
        if self.options.on("marriage_needs_trick") && self.tricks[player] == 0 {
            self.trick_points[player]
        } else {
            self.trick_points[player] + self.marriage_points[player]
        }
    }

    // `first_trick_free`: while neither player has taken a trick, neither announces nor closes.
    fn is_first_trick_free(&self) -> bool {
        self.options.on("first_trick_free") && self.tricks == [0, 0]
    }

    // LEAD: a card, an announcement, the exchange, closing, stopping.
    fn lead_words(&self) -> Vec<String> {
        let mut words = spell(&self.lead_cards());
        for suit in "CSHD".chars() {
            if self.may_announce(suit) {
                words.push(format!("marry:{suit}"));
            }
        }
        if self.may_exchange() {
            words.push("exchange".to_string());
        }
        if self.may_close() {
            words.push("close".to_string());
        }
        if self.may_stop() {
            words.push("stop".to_string());
        }
        words
    }

    // S2: after an announcement at this lead only a card of an announced pair may be led.
    fn lead_cards(&self) -> Vec<Card> {
        let mut cards = self.hands[self.mover].clone();
        if !self.announced_now.is_empty() {
            cards.retain(|c| self.announced_now.contains(&c.suit) && (c.rank == 'K' || c.rank == 'Q'));
        }
        cards
    }

    // S2: an announcement at this lead forbids announcing, exchanging and closing, unless these are free.
    fn is_locked(&self) -> bool {
        !self.announced_now.is_empty() && self.options.is("after_announce", "play_or_stop")
    }

    // S2, S13: king and queen in hand, each suit once per hand; if so agreed only while the deck is open.
    fn may_announce(&self, suit: char) -> bool {
        let hand = &self.hands[self.mover];
        let has_pair = ['K', 'Q'].iter().all(|rank| hand.contains(&Card { rank: *rank, suit }));
        let deck_allows = self.options.on("marriage_when_closed") || self.deck_is_open();
        let rules_allow = !self.is_locked() && !self.is_first_trick_free();
        has_pair && deck_allows && rules_allow && !self.announced.contains(&suit)
    }

    // The card that is exchanged: trump nine, in Schnapsen trump jack.
    fn lowest_trump(&self) -> Card {
        deck(&self.trump.to_string(), self.family.ranks())[0]
    }

    // S1, S16: the lowest trump in hand, at least `exchange_min_deck` cards in an open deck; the replier only
    // if so agreed.
    fn may_exchange(&self) -> bool {
        let lowest = self.lowest_trump();
        let position_allows = match self.phase {
            Phase::Lead => !self.is_locked(),
            Phase::Reply => self.options.on("exchange_as_second"),
            _ => false,
        };
        let tricks_allow = !self.options.on("exchange_needs_trick") || self.tricks[self.mover] > 0;
        let enough = self.deck.len() >= self.options.number("exchange_min_deck");
        let deck_allows = self.closing.is_none() && enough;
        position_allows && tricks_allow && deck_allows && self.hands[self.mover].contains(&lowest)
    }

    // S9: the leader may close an open deck of at least `close_min_deck` cards, if closing is allowed.
    fn may_close(&self) -> bool {
        let deck_allows = self.deck_is_open() && self.deck.len() >= self.options.number("close_min_deck");
        let rules_allow = self.options.on("closing") && !self.is_first_trick_free();
        deck_allows && rules_allow && !self.is_locked()
    }

    // S8: at any lead, or only with 66 points.
    fn may_stop(&self) -> bool {
        !self.options.on("stop_only_if_66") || self.points(self.mover) >= 66
    }

    // REPLY: the exchange, or a card.
    fn reply_words(&self) -> Vec<String> {
        let mut words = spell(&self.reply_cards());
        if self.may_exchange() {
            words.push("exchange".to_string());
        }
        words
    }

    // S10: any card while the deck is open; else follow suit, beat and trump as far as agreed.
    fn reply_cards(&self) -> Vec<Card> {
        let hand = &self.hands[self.mover];
        if self.deck_is_open() {
            return hand.clone();
        }
        let lead = self.lead.expect("a card was led before the reply");
        let follow = pick(hand, |c| c.suit == lead.suit);
        let higher = pick(&follow, |c| value(*c) > value(lead));
        let trumps = pick(hand, |c| c.suit == self.trump);
        if self.options.on("must_beat") && !higher.is_empty() {
            higher
        } else if !follow.is_empty() {
            follow
        } else if self.options.on("must_trump") && !trumps.is_empty() {
            trumps
        } else {
            hand.clone()
        }
    }

    // S4, S5: 20 points, or 30 or 40 in trump.
    fn announce(&mut self, suit: char) {
        let in_trump = self.options.number("trump_marriage") as i64;
        self.marriage_points[self.mover] += if suit == self.trump { in_trump } else { 20 };
        self.announced.push(suit);
        self.announced_now.push(suit);
    }

    // S1: the lowest trump becomes the open card, the old open card goes to the hand.
    fn exchange(&mut self) {
        let lowest = self.lowest_trump();
        self.hands[self.mover].retain(|held| *held != lowest);
        let open = self.deck.pop().expect("at least two cards are in the deck");
        self.hands[self.mover].push(open);
        self.deck.push(lowest);
    }

    // Closing remembers how the closer's opponent stands.
    fn close(&mut self) {
        let other = 1 - self.mover;
        self.closing = Some(Closing {
            closer: self.mover,
            other_points: self.points(other),
            other_tricks: self.tricks[other],
        });
    }

    // S2: the lock of an announcement ends with the card led.
    fn play_card(&mut self, card: Card) {
        self.hands[self.mover].retain(|held| *held != card);
        self.announced_now.clear();
        match self.lead.take() {
            None => {
                self.lead = Some(card);
                self.mover = 1 - self.mover;
                self.phase = Phase::Reply;
            }
            Some(lead) => self.finish_trick(lead, card),
        }
    }

    // The winner gets the points, both draw, the winner leads.
    fn finish_trick(&mut self, lead: Card, reply: Card) {
        if !beats(self.trump, lead, reply) {
            self.mover = 1 - self.mover;
        }
        self.trick_points[self.mover] += value(lead) + value(reply);
        self.tricks[self.mover] += 1;
        if self.hands[0].is_empty() && self.hands[1].is_empty() {
            self.finish_last_trick();
        } else {
            if self.deck_is_open() {
                self.draw();
            }
            self.phase = Phase::Lead;
        }
    }

    // S7: the hand is over, unless the winner of the last trick may stop. If no player closed, the last trick
    // counts `last_trick_points` more.
    fn finish_last_trick(&mut self) {
        if self.closing.is_none() {
            self.trick_points[self.mover] += self.options.number("last_trick_points") as i64;
        }
        if self.options.on("stop_after_last_trick") && self.may_stop() {
            self.phase = Phase::AfterLastTrick;
        } else {
            self.end_without_stop();
        }
    }

    // The winner draws the upper card, the loser the next; the open card, drawn last, is known to both.
    fn draw(&mut self) {
        for player in [self.mover, 1 - self.mover] {
            let card = self.deck.remove(0);
            self.hands[player].push(card);
            self.seen[player].push_str(&format!(" {player} draws {card};"));
            if self.deck.is_empty() {
                self.seen[1 - player].push_str(&format!(" {player} draws {card};"));
            } else {
                self.seen[1 - player].push_str(&format!(" {player} draws;"));
            }
        }
    }

    // S8: who stops claims 66 points.
    fn stop(&mut self) {
        if self.points(self.mover) >= 66 {
            self.pay_correct_claim();
        } else {
            self.pay_false_claim();
        }
    }

    // A correct claim is paid by the tier, but a closer who must win loses 2 or 3 to its opponent's claim.
    fn pay_correct_claim(&mut self) {
        let amount = match &self.closing {
            Some(closing) if self.closer_must_win() && closing.closer != self.mover => {
                two_or_three(closing.other_tricks)
            }
            _ => self.tier_won(self.mover),
        };
        self.pay(self.mover, amount);
    }

    // A false claim costs 3 in Sixty-six; in Schnapsen 2, or 3 if the other has no trick. For a closer who
    // must win it is the failure of its closing, and the tricks at closing count.
    fn pay_false_claim(&mut self) {
        let other = 1 - self.mover;
        let amount = match &self.closing {
            _ if self.family == Family::SixtySix => 3,
            Some(closing) if self.closer_must_win() && closing.closer == self.mover => {
                two_or_three(closing.other_tricks)
            }
            _ => two_or_three(self.tricks[other]),
        };
        self.pay(other, amount);
    }

    fn closer_must_win(&self) -> bool {
        self.options.is("close_fail", "closer_must_win")
    }

    // Only Schnapsen can freeze the points at closing.
    fn is_frozen(&self) -> bool {
        self.family == Family::Schnapsen && self.options.on("freeze_on_close")
    }

    // `freeze_on_close`: the closer is paid by the other's tricks and points at closing, else final ones
    // count.
    fn tier_won(&self, winner: usize) -> i64 {
        match &self.closing {
            Some(closing) if self.is_frozen() && closing.closer == winner => {
                tier(closing.other_tricks, closing.other_points)
            }
            _ => tier(self.tricks[1 - winner], self.points(1 - winner)),
        }
    }

    // S6: neither player stopped; the last trick gives 1. A closer may be judged instead: with 66 it is paid
    // as if it had stopped, otherwise its opponent gets 3. Or it must have won: its opponent gets 2 or 3.
    fn end_without_stop(&mut self) {
        match (self.closing.clone(), self.options.value("close_fail")) {
            (Some(closing), "closer_judged") if self.points(closing.closer) >= 66 => {
                self.pay(closing.closer, self.tier_won(closing.closer));
            }
            (Some(closing), "closer_judged") => self.pay(1 - closing.closer, 3),
            (Some(closing), "closer_must_win") => {
                self.pay(1 - closing.closer, two_or_three(closing.other_tricks));
            }
            (None, _) if self.options.is("all_played", "more_points") => self.pay_more_points(),
            _ => self.pay(self.mover, 1),
        }
    }

    // `all_played=more_points`: 1 for the player with more points, nothing if both have as many.
    fn pay_more_points(&mut self) {
        match self.points(0) - self.points(1) {
            0 => self.pay(0, 0),
            ahead if ahead > 0 => self.pay(0, 1),
            _ => self.pay(1, 1),
        }
    }

    fn pay(&mut self, winner: usize, amount: i64) {
        self.payoff[winner] = amount;
        self.payoff[1 - winner] = -amount;
        self.phase = Phase::Over;
    }
}

impl Naive for SixtySix {
    fn turn(&self) -> String {
        match self.phase {
            Phase::Deal => "chance".to_string(),
            Phase::Over => "over".to_string(),
            _ => format!("player {}", self.mover),
        }
    }

    fn legal(&self) -> Vec<String> {
        let mut words = match self.phase {
            Phase::Deal | Phase::Over => vec![],
            Phase::Lead => self.lead_words(),
            Phase::Reply => self.reply_words(),
            Phase::AfterLastTrick => vec!["on".to_string(), "stop".to_string()],
        };
        words.sort();
        words
    }

    fn play(&mut self, word: &str) {
        if self.phase == Phase::Deal {
            self.deal(word);
            return;
        }
        let legal = self.legal();
        assert!(legal.iter().any(|w| w == word), "`{word}` is not among {legal:?}");
        self.tell_both(&format!(" {} {word};", self.mover));
        match word {
            "marry:C" | "marry:S" | "marry:H" | "marry:D" => self.announce(read_suit(word)),
            "exchange" => self.exchange(),
            "close" => self.close(),
            "stop" => self.stop(),
            "on" => self.end_without_stop(),
            card => self.play_card(read_card(card)),
        }
    }

    fn returns(&self) -> Vec<f64> {
        assert!(self.phase == Phase::Over, "the hand is not over");
        self.payoff.map(|pay| pay as f64).to_vec()
    }

    fn seen(&self, player: usize) -> String {
        self.seen[player].clone()
    }
}

// The last letter of `marry:S`.
fn read_suit(word: &str) -> char {
    word.chars().last().expect("the word names a suit")
}

// Card values: 9=0, J=2, Q=3, K=4, T=10, A=11.
fn value(card: Card) -> i64 {
    match card.rank {
        '9' => 0,
        'J' => 2,
        'Q' => 3,
        'K' => 4,
        'T' => 10,
        'A' => 11,
        other => panic!("no value of rank {other}"),
    }
}

// Higher is what has the higher value: the second card wins if it is higher in the same suit, or a trump on
// another suit.
fn beats(trump: char, lead: Card, reply: Card) -> bool {
    if reply.suit == lead.suit { value(reply) > value(lead) } else { reply.suit == trump }
}

// S12: 3 against no trick, 2 against at most 32 points, else 1.
fn tier(tricks_of_loser: usize, points_of_loser: i64) -> i64 {
    if tricks_of_loser == 0 {
        3
    } else if points_of_loser <= 32 {
        2
    } else {
        1
    }
}
