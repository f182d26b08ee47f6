//! Goofspiel as a [`Game`].

use super::auction::{Auction, Bid, Outcome, nth, with};
use super::rules::{Goofspiel, Payoff, Prizes};
use super::seen::InfoSet;
use crate::{ActionList, ActionSet, Event, EventOf, Game, Player, Rng, StateHistory, Steps, Turn};

impl Game for Goofspiel {
    type State = Auction;
    type Action = Bid;
    type Legal = ActionList<Bid, 13>;
    /// A prize.
    type Chance = Bid;
    type InfoSet = InfoSet;

    fn players(&self) -> usize {
        2
    }

    fn start(&self) -> Auction {
        Auction { bids: [0; 2], prizes: 0, left: [self.pack(); 2], made: 0, turned: 0 }
    }

    fn turn(&self, auction: &Auction) -> Turn {
        if auction.rounds() == self.cards as usize {
            Turn::Over
        } else if self.prizes == Prizes::Random && auction.turned as usize == auction.rounds() {
            Turn::Chance
        } else {
            Turn::Player(Player::new(auction.made as usize % 2))
        }
    }

    fn legal(&self, auction: &Auction) -> ActionList<Bid, 13> {
        cards(auction.left[auction.made as usize % 2]).collect()
    }

    fn play(&self, auction: &mut Auction, bid: Bid) {
        debug_assert!(self.legal(auction).contains(bid), "{bid} is not legal");
        auction.make(bid);
        if auction.made.is_multiple_of(2) && self.plays_itself(auction.rounds()) {
            if self.prizes == Prizes::Random {
                let last = cards(self.prizes_left(auction)).next().expect("one prize is left");
                self.reveal(auction, &last);
            }
            for player in 0..2 {
                auction.make(cards(auction.left[player]).next().expect("one card is left"));
            }
        }
    }

    fn draw(&self, auction: &Auction, rng: &mut Rng) -> Bid {
        let left: ActionList<Bid, 13> = cards(self.prizes_left(auction)).collect();
        left.nth(rng.below(left.len() as u32) as usize)
    }

    fn reveal(&self, auction: &mut Auction, prize: &Bid) {
        auction.prizes = with(auction.prizes, auction.turned as usize, prize.0);
        auction.turned += 1;
    }

    fn payoff(&self, auction: &Auction, player: Player) -> f64 {
        let margin = self.margin(auction);
        let paid = if self.payoff == Payoff::Win { margin.signum() } else { margin };
        f64::from(if player == Player::FIRST { paid } else { -paid })
    }

    fn info_set(&self, auction: &Auction, player: Player) -> InfoSet {
        InfoSet::of(auction, player)
    }

    fn sample(&self, info_set: &InfoSet, rng: &mut Rng) -> Auction {
        info_set.sample(self, rng)
    }
}

impl Steps for Goofspiel {
    type Step = Bid;

    /// One prize.
    fn steps(&self, auction: &Auction, turned: &[Bid]) -> Vec<(Bid, f64)> {
        if !turned.is_empty() {
            return Vec::new();
        }
        let left = self.prizes_left(auction);
        cards(left).map(|prize| (prize, 1.0 / f64::from(left.count_ones()))).collect()
    }

    fn assemble(&self, _: &Auction, turned: &[Bid]) -> Bid {
        turned[0]
    }
}

impl StateHistory for Goofspiel {
    fn events(&self, auction: &Auction) -> Vec<(EventOf<Goofspiel>, f64)> {
        let (mut now, mut events) = (self.start(), Vec::new());
        while now != *auction {
            events.push(match self.turn(&now) {
                Turn::Chance => {
                    let chance = 1.0 / f64::from(self.prizes_left(&now).count_ones());
                    let prize = Bid(nth(auction.prizes, now.turned as usize));
                    self.reveal(&mut now, &prize);
                    (Event::Chance(prize), chance)
                }
                Turn::Player(player) => {
                    let bid = auction.bid(player, now.rounds());
                    self.play(&mut now, bid);
                    (Event::Action(bid), 1.0)
                }
                Turn::Over => unreachable!("an auction does not go on after its end"),
            });
        }
        events
    }
}

impl Goofspiel {
    /// The prizes that chance has not turned up.
    fn prizes_left(&self, auction: &Auction) -> u16 {
        (0..auction.turned as usize).fold(self.pack(), |left, n| left & !(1 << nth(auction.prizes, n)))
    }

    /// The prize of round `n`, from 0; it must have been turned up.
    pub(super) fn prize(&self, auction: &Auction, n: usize) -> Bid {
        match self.prizes {
            Prizes::Descending => Bid(self.cards - n as u8),
            Prizes::Increasing => Bid(n as u8),
            Prizes::Random => Bid(nth(auction.prizes, n)),
        }
    }

    /// Whether round `n`, from 0, is played without being asked.
    fn plays_itself(&self, n: usize) -> bool {
        n > 0 && n + 1 == self.cards as usize
    }

    /// The points of player 0 less those of player 1.
    fn margin(&self, auction: &Auction) -> i32 {
        let won = |n| {
            let prize = i32::from(self.prize(auction, n).0);
            match auction.outcome(n) {
                Outcome::Won(Player::FIRST) => prize,
                Outcome::Won(_) => -prize,
                Outcome::Tie => 0,
            }
        };
        (0..auction.rounds()).map(won).sum()
    }
}

/// The cards of a set of bits.
fn cards(set: u16) -> impl Iterator<Item = Bid> {
    (1..14).filter(move |card| set >> card & 1 == 1).map(Bid)
}
