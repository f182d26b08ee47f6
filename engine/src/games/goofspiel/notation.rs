//! Goofspiel in words.

use super::auction::{Auction, Bid, Outcome};
use super::rules::{Goofspiel, Prizes};
use super::seen::InfoSet;
#[cfg(feature = "drawings")]
use crate::{Drawing, Piece};
use crate::{Event, EventOf, Game, Notation, Player, StateHistory, Steps, Turn, WordError};

impl Notation for Goofspiel {
    fn action_word(&self, _: &Auction, bid: Bid) -> String {
        bid.to_string()
    }

    fn chance_word(&self, _: &Auction, prize: &Bid) -> String {
        format!("prize:{prize}")
    }

    fn read_chance(&self, auction: &Auction, word: &str) -> Result<Bid, WordError> {
        let name = WordError::contents(word, "prize")?;
        let left = self.steps(auction, &[]);
        let prize = left.iter().find(|(prize, _)| prize.to_string() == name);
        prize.map(|&(prize, _)| prize).ok_or_else(|| {
            let left: Vec<String> = left.iter().map(|(prize, _)| prize.to_string()).collect();
            WordError::broken(word, format!("the prizes left are {}", left.join(" ")))
        })
    }

    fn noticed(&self, before: &Auction, event: &EventOf<Self>, after: &Auction, player: Player) -> String {
        let bid = match event {
            Event::Chance(prize) => return self.chance_word(before, prize),
            Event::Action(bid) if self.turn(before) == Turn::Player(player) => bid.to_string(),
            Event::Action(_) => "bid".to_owned(),
        };
        // The outcome, and that of the last round if it played itself.
        (before.rounds()..after.rounds()).fold(bid, |text, n| match after.outcome(n) {
            Outcome::Won(winner) => format!("{text},won:{}", winner.index()),
            Outcome::Tie => format!("{text},tie"),
        })
    }

    fn position_text(&self, auction: &Auction) -> String {
        let mut words = self.words(auction);
        if self.turn(auction) == Turn::Over {
            words.push("over".to_owned());
        }
        if words.is_empty() { "no bids yet".to_owned() } else { words.join(" ") }
    }

    fn table_text(&self, info_set: &InfoSet) -> String {
        let auction = info_set.known(self);
        let me = info_set.seat();
        let mut text = String::new();
        for n in 0..auction.made_by(me) {
            let (bid, outcome) = info_set.auction_outcome(n);
            text += &format!("Prize {}: you bid {bid}, {outcome}\n", self.prize(&auction, n));
        }
        let now = auction.rounds();
        let is_up = self.prizes != Prizes::Random || now < auction.turned as usize;
        if now < self.cards as usize && is_up {
            text += &format!("Up for auction: {}\n", self.prize(&auction, now));
        }
        let cards = (1..=self.cards).filter(|card| auction.left[me.index()] >> card & 1 == 1);
        let cards: Vec<String> = cards.map(|card| card.to_string()).collect();
        text + &format!("Your cards: {}", cards.join(" "))
    }

    #[cfg(feature = "drawings")]
    fn drawing(&self, info_set: &InfoSet) -> Option<Drawing> {
        let (auction, me) = (info_set.known(self), info_set.seat());
        let now = auction.rounds();
        let is_up = self.prizes != Prizes::Random || now < auction.turned as usize;
        let prize = (now < self.cards as usize && is_up).then(|| Piece::up(self.prize(&auction, now)));
        let cards = (1..=self.cards).filter(|card| auction.left[me.index()] >> card & 1 == 1);
        let rounds = (0..auction.made_by(me)).map(|n| {
            let (bid, outcome) = info_set.auction_outcome(n);
            format!("{}:{bid}:{}", self.prize(&auction, n), outcome.replace(' ', "-"))
        });
        let drawing = Drawing::new("auction")
            .with("hand", Some(me), cards.map(Piece::up))
            .with("prize", None, prize)
            .fact("rounds", rounds.collect::<Vec<_>>().join(" "))
            .fact("cards", self.cards);
        Some(drawing)
    }

    fn retold(&self, _: &[String], world: &Auction) -> Vec<String> {
        self.words(world)
    }

    fn check(&self, auction: &Auction) -> Result<(), String> {
        check_bids(self, auction)?;
        check_prizes(self, auction)
    }
}

/// Each player has bid different cards, and still has the others.
fn check_bids(game: &Goofspiel, auction: &Auction) -> Result<(), String> {
    for player in [Player::FIRST, Player::SECOND] {
        let mut left = game.pack();
        for n in 0..auction.made_by(player) {
            let bid = auction.bid(player, n);
            if left >> bid.0 & 1 == 0 {
                return Err(format!("{player} cannot bid {bid} in round {}", n + 1));
            }
            left &= !(1 << bid.0);
        }
        if left != auction.left[player.index()] {
            return Err(format!("{player} has the cards {:#b}", auction.left[player.index()]));
        }
    }
    Ok(())
}

/// Chance has turned up different prizes, at most one more than there were rounds.
fn check_prizes(game: &Goofspiel, auction: &Auction) -> Result<(), String> {
    let turned = auction.turned as usize;
    let due = if game.prizes != Prizes::Random { 0..=0 } else { auction.rounds()..=auction.rounds() + 1 };
    if !due.contains(&turned) || turned > game.cards as usize {
        return Err(format!("{turned} prizes for {} rounds", auction.rounds()));
    }
    let mut left = game.pack();
    for n in 0..turned {
        let prize = game.prize(auction, n);
        if left >> prize.0 & 1 == 0 {
            return Err(format!("prize {prize} is no prize or came twice"));
        }
        left &= !(1 << prize.0);
    }
    Ok(())
}
