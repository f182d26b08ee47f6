//! The seatings of a tournament, and the streams of random numbers of each deal.

use hinterhand_engine::Rng;

use super::{Pairing, Plan, pairings, seatings};

/// The seats of all hands of a plan.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seats {
    seed: u64,
    pairings: Vec<Pairing>,
    /// For each seating and seat the place of its bot in the pairing.
    seatings: Vec<Vec<usize>>,
}

impl Seats {
    /// The seats of a plan for a game with this number of players.
    pub fn of(plan: &Plan, players: usize) -> Seats {
        Seats { seed: plan.seed, pairings: pairings(plan), seatings: seatings(plan.at_table, players) }
    }

    /// The seed of the plan.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The number of seatings of a pairing.
    pub fn seatings(&self) -> u32 {
        u32::try_from(self.seatings.len()).expect("a plan allows no more than thousands")
    }

    /// The number of pairings.
    pub fn pairings(&self) -> u32 {
        u32::try_from(self.pairings.len()).expect("a plan allows no more than thousands")
    }

    /// The bots of a pairing.
    pub fn pairing(&self, pairing: u32) -> &Pairing {
        &self.pairings[pairing as usize]
    }

    /// The bot in each seat.
    pub fn bots(&self, pairing: u32, seating: u32) -> Vec<usize> {
        self.seatings[seating as usize].iter().map(|&place| self.pairing(pairing)[place]).collect()
    }

    /// The mean of a quantity over the seats of each bot of a pairing.
    pub fn by_bot(&self, seating: u32, of_seats: &[f64]) -> Vec<f64> {
        let seating = &self.seatings[seating as usize];
        let of = |bot: usize| {
            let own = seating.iter().zip(of_seats).filter(|(other, _)| **other == bot).map(|(_, of)| *of);
            own.clone().sum::<f64>() / own.count() as f64
        };
        (0..self.pairings[0].len()).map(of).collect()
    }

    /// The chance of a hand, the same for all who play it.
    pub fn chance(&self, deal: u64, hand: u32) -> Rng {
        Rng::new(self.seed, deal << 32 | u64::from(hand))
    }

    /// The generator of the bot in a seat.
    pub fn rng(&self, deal: u64, pairing: u32, seating: u32, seat: usize) -> Rng {
        Rng::new(self.seed, self.stream(deal, pairing, seating, seat))
    }

    /// The stream that belongs to a seat.
    pub fn stream(&self, deal: u64, pairing: u32, seating: u32, seat: usize) -> u64 {
        let place = u64::from(seating) * self.seatings[seating as usize].len() as u64 + seat as u64;
        deal << 32 | (u64::from(pairing) + 1) << 16 | place
    }
}
