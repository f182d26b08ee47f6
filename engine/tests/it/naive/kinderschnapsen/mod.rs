//! Kinderschnapsen with twelve cards, one small function per rule.

use super::Naive;
use super::cards::{Card, deck, list, pick, read_card, read_deal, spell};
use super::options::{OptionTable, Options};

mod tests;

/// Kinderschnapsen being played.
#[derive(Clone, Debug)]
pub struct Kinderschnapsen {
    options: Options,
    phase: Phase,
    mover: usize,
    hands: [Vec<Card>; 2],
    /// Top first; the turnup is the last card.
    stock: Vec<Card>,
    trump: char,
    /// The card led, while its reply is awaited.
    lead: Option<Card>,
    points: [i64; 2],
    tricks: [usize; 2],
    closing: Option<Closing>,
    payoff: [i64; 2],
    seen: [String; 2],
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Phase {
    Deal,
    Lead,
    Reply,
    Checkout,
    Over,
}

/// The player that closed, and how its opponent stood at that moment.
#[derive(Clone, Debug)]
pub struct Closing {
    pub closer: usize,
    pub other_points: i64,
    pub other_tricks: usize,
}

// The values of each option, the default first.
pub const OPTIONS: OptionTable = &[
    ("close_min_stock", &["2", "4", "6"]),
    ("close_fail", &["last_trick", "opponent_wins2or3"]),
    ("freeze_on_close", &["false", "true"]),
    (
        "false_checkout",
        &["forbidden", "opponent_tier", "opponent_fixed:1", "opponent_fixed:2", "opponent_fixed:3"],
    ),
    ("auto_checkout", &["false", "true"]),
];

impl Kinderschnapsen {
    /// A game before its deal; options that are not given have their defaults.
    pub fn new(options: &[(&str, &str)]) -> Self {
        Kinderschnapsen {
            options: Options::choose(OPTIONS, options),
            phase: Phase::Deal,
            mover: 0,
            hands: [vec![], vec![]],
            stock: vec![],
            trump: ' ',
            lead: None,
            points: [0, 0],
            tricks: [0, 0],
            closing: None,
            payoff: [0, 0],
            seen: [String::new(), String::new()],
        }
    }

    // Hand setup: three cards each, the turnup makes trump and lies at the bottom of the stock.
    fn deal(&mut self, word: &str) {
        let groups = read_deal(word, &deck("SHD", "27JQ"), [3, 3, 1, 5]);
        let turnup = groups[2][0];
        self.hands = [groups[0].clone(), groups[1].clone()];
        self.stock = groups[3].clone();
        self.stock.push(turnup);
        self.trump = turnup.suit;
        for player in 0..2 {
            let hand = list(&self.hands[player]);
            self.seen[player] = format!("dealt {hand}, turnup {turnup};");
        }
        self.phase = Phase::Lead;
        self.mover = 0;
    }

    fn tell_both(&mut self, event: &str) {
        self.seen[0].push_str(event);
        self.seen[1].push_str(event);
    }

    // An exhausted stock counts as closed for the reply.
    fn stock_is_open(&self) -> bool {
        self.closing.is_none() && !self.stock.is_empty()
    }

    // LEAD: any card of the hand, or Close.
    fn lead_words(&self) -> Vec<String> {
        let mut words = spell(&self.hands[self.mover]);
        if self.may_close() {
            words.push("close".to_string());
        }
        words
    }

    // K3: the leader may close an open stock of at least `close_min_stock` cards.
    fn may_close(&self) -> bool {
        self.stock_is_open() && self.stock.len() >= self.options.number("close_min_stock")
    }

    // REPLY: any card while the stock is open, else by `legal_reply`.
    fn reply_cards(&self) -> Vec<Card> {
        let hand = &self.hands[self.mover];
        if self.stock_is_open() {
            hand.clone()
        } else {
            let lead = self.lead.expect("a card was led before the reply");
            legal_reply(self.trump, lead, hand)
        }
    }

    // CHECKOUT, K5: with 46 points the winner of a trick is asked; with fewer only if it may check out
    // falsely.
    fn checkout_exists(&self) -> bool {
        self.points[self.mover] >= 46 || !self.options.is("false_checkout", "forbidden")
    }

    // K3, K8: closing remembers how the closer's opponent stands.
    fn close(&mut self) {
        let other = 1 - self.mover;
        self.closing = Some(Closing {
            closer: self.mover,
            other_points: self.points[other],
            other_tricks: self.tricks[other],
        });
    }

    fn play_card(&mut self, card: Card) {
        self.hands[self.mover].retain(|held| *held != card);
        match self.lead.take() {
            None => {
                self.lead = Some(card);
                self.mover = 1 - self.mover;
                self.phase = Phase::Reply;
            }
            Some(lead) => self.finish_trick(lead, card),
        }
    }

    // The winner of a trick gets both values; then, and only then, it may check out (K4, K11).
    fn finish_trick(&mut self, lead: Card, reply: Card) {
        if !beats(self.trump, lead, reply) {
            self.mover = 1 - self.mover;
        }
        self.points[self.mover] += value(lead) + value(reply);
        self.tricks[self.mover] += 1;
        if self.options.on("auto_checkout") && self.points[self.mover] >= 46 {
            self.check_out(); // K6
        } else if self.checkout_exists() {
            self.phase = Phase::Checkout;
        } else {
            self.carry_on();
        }
    }

    // No player checked out after this trick: draw and lead again, or the hand is over.
    fn carry_on(&mut self) {
        if self.hands[0].is_empty() && self.hands[1].is_empty() {
            self.end_without_checkout();
        } else {
            if self.stock_is_open() {
                self.draw();
            }
            self.phase = Phase::Lead;
        }
    }

    // The winner draws the top card, the loser the next; the turnup, drawn last, is known to both (K9).
    fn draw(&mut self) {
        for player in [self.mover, 1 - self.mover] {
            let card = self.stock.remove(0);
            self.hands[player].push(card);
            self.seen[player].push_str(&format!(" {player} draws {card};"));
            if self.stock.is_empty() {
                self.seen[1 - player].push_str(&format!(" {player} draws {card};"));
            } else {
                self.seen[1 - player].push_str(&format!(" {player} draws;"));
            }
        }
    }

    // K4, K5: a check-out by the winner of the trick just made.
    fn check_out(&mut self) {
        if self.points[self.mover] >= 46 {
            self.pay(self.mover, self.tier_won());
        } else {
            self.pay(1 - self.mover, self.tier_forfeited());
        }
    }

    // K8: the other's final points decide; frozen ones only for the closer's own check-out.
    fn tier_won(&self) -> i64 {
        match &self.closing {
            Some(closing) if self.options.on("freeze_on_close") && closing.closer == self.mover => {
                tier(closing.other_points)
            }
            _ => tier(self.points[1 - self.mover]),
        }
    }

    // K5: what a false check-out gives to the opponent.
    fn tier_forfeited(&self) -> i64 {
        match self.options.value("false_checkout") {
            "opponent_tier" => tier(self.points[self.mover]),
            "opponent_fixed:1" => 1,
            "opponent_fixed:2" => 2,
            "opponent_fixed:3" => 3,
            other => panic!("no false check-out with {other}"),
        }
    }

    // K7, K10: the last trick gives 1, unless a player closed and failing costs 2 or 3.
    fn end_without_checkout(&mut self) {
        match self.closing.clone() {
            Some(closing) if self.options.is("close_fail", "opponent_wins2or3") => {
                self.pay(1 - closing.closer, two_or_three(closing.other_tricks));
            }
            _ => self.pay(self.mover, 1),
        }
    }

    fn pay(&mut self, winner: usize, amount: i64) {
        self.payoff[winner] = amount;
        self.payoff[1 - winner] = -amount;
        self.phase = Phase::Over;
    }
}

impl Naive for Kinderschnapsen {
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
            Phase::Reply => spell(&self.reply_cards()),
            Phase::Checkout => vec!["out".to_string(), "on".to_string()],
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
            "close" => self.close(),
            "out" => self.check_out(),
            "on" => self.carry_on(),
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

// Card values: Q=12, J=11, 7=7, 2=2.
fn value(card: Card) -> i64 {
    match card.rank {
        'Q' => 12,
        'J' => 11,
        '7' => 7,
        '2' => 2,
        other => panic!("no value of rank {other}"),
    }
}

// K1: within a suit the higher value, otherwise only a trump beats a lead of another suit.
fn beats(trump: char, lead: Card, reply: Card) -> bool {
    if reply.suit == lead.suit { value(reply) > value(lead) } else { reply.suit == trump }
}

// K2: follow suit, and beat if possible then; void in the suit, trump; without trumps, anything.
fn legal_reply(trump: char, lead: Card, hand: &[Card]) -> Vec<Card> {
    let follow = pick(hand, |c| c.suit == lead.suit);
    let beating = pick(&follow, |c| beats(trump, lead, *c));
    let trumps = pick(hand, |c| c.suit == trump);
    if !beating.is_empty() {
        beating
    } else if !follow.is_empty() {
        follow
    } else if !trumps.is_empty() {
        trumps
    } else {
        hand.to_vec()
    }
}

// A check-out is worth 3 against no points, 2 against 1..21, 1 against more.
fn tier(points_of_loser: i64) -> i64 {
    match points_of_loser {
        0 => 3,
        1..=21 => 2,
        _ => 1,
    }
}

/// The points of the other for a failed closing, 3 if it had no trick.
pub fn two_or_three(tricks: usize) -> i64 {
    if tricks == 0 { 3 } else { 2 }
}
