//! The schedule of a tournament: which bots meet on which deals in which seats.

use serde::{Deserialize, Serialize};

use super::{Plan, Schedule};

/// The bots that meet at a table, in increasing order.
pub type Pairing = Vec<usize>;

/// Every pairing of a plan, whether it ever meets or not: the place in this list is its number.
pub fn pairings(plan: &Plan) -> Vec<Pairing> {
    let mut all = Vec::new();
    let mut chosen = Vec::new();
    extend(plan.bots.len(), plan.at_table, &mut chosen, &mut all);
    all
}

/// Adds all that begin with `chosen`.
fn extend(bots: usize, at_table: usize, chosen: &mut Pairing, all: &mut Vec<Pairing>) {
    if chosen.len() == at_table {
        all.push(chosen.clone());
        return;
    }
    for next in chosen.last().map_or(0, |last| last + 1)..bots {
        chosen.push(next);
        extend(bots, at_table, chosen, all);
        chosen.pop();
    }
}

/// Every way to seat `at_table` bots at a table of `players` such that each of them has a seat: for each seat
/// the place of its bot in the pairing. Two bots at a table of two sit in 2 ways, at a table of four in 14.
pub fn seatings(at_table: usize, players: usize) -> Vec<Vec<usize>> {
    let ways = at_table.pow(players as u32);
    let seating = |way: usize| -> Vec<usize> {
        (0..players).rev().map(|seat| way / at_table.pow(seat as u32) % at_table).collect()
    };
    (0..ways).map(seating).filter(|seats| (0..at_table).all(|bot| seats.contains(&bot))).collect()
}

/// Meetings that can be played in any order: each of these pairings plays each of these deals.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Round {
    /// The number of the first deal.
    pub first_deal: u64,
    /// The number of deals.
    pub deals: u64,
    /// The numbers of the pairings, in increasing order.
    pub pairings: Vec<u32>,
}

impl Round {
    /// The pairings of a schedule without rounds; none for a Swiss tournament, whose pairings depend on its
    /// results.
    pub fn whole(plan: &Plan) -> Option<Round> {
        let heads = match plan.schedule {
            Schedule::Swiss => return None,
            Schedule::RoundRobin | Schedule::Sprt { .. } => plan.bots.len(),
            Schedule::Gauntlet { heads } => heads,
        };
        // Those at the head of a gauntlet do not meet each other either.
        let gauntlet = matches!(plan.schedule, Schedule::Gauntlet { .. });
        let meets = |pairing: &Pairing| !gauntlet || (pairing[0] < heads && pairing[1] >= heads);
        let numbered = pairings(plan).into_iter().zip(0..);
        let pairings = numbered.filter(|(pairing, _)| meets(pairing)).map(|(_, number)| number).collect();
        Some(Round { first_deal: 0, deals: plan.all_deals(), pairings })
    }

    /// The number of (deal, pairing) pairs.
    pub fn len(&self) -> u64 {
        self.deals * self.pairings.len() as u64
    }

    /// Whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The (deal, pairing) of this number: every deal with all pairings, then the next one.
    pub fn nth(&self, number: u64) -> (u64, u32) {
        let pairings = self.pairings.len() as u64;
        (self.first_deal + number / pairings, self.pairings[(number % pairings) as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::super::plan::tests::plan;
    use super::*;

    #[test]
    fn everybody_has_every_seat_as_often() {
        for (at_table, players, ways) in [(2, 2, 2), (2, 3, 6), (2, 4, 14), (3, 3, 6), (3, 4, 36), (4, 4, 24)]
        {
            let all = seatings(at_table, players);
            assert_eq!(all.len(), ways);
            for seat in 0..players {
                for bot in 0..at_table {
                    let times = all.iter().filter(|seating| seating[seat] == bot).count();
                    assert_eq!(times * at_table, ways, "{bot} of {at_table} in seat {seat} of {players}");
                }
            }
        }
        assert_eq!(seatings(2, 2), [[0, 1], [1, 0]]);
    }

    #[test]
    fn all_meet_whom_they_have_to_meet() {
        let mut four = plan("kuhn", &["a", "b", "c", "d"]);
        let pairs = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]];
        assert_eq!(pairings(&four), pairs);
        let round = Round::whole(&four).expect("known at once");
        assert_eq!((round.len(), round.nth(0), round.nth(5), round.nth(6)), (60, (0, 0), (0, 5), (1, 0)));
        for (heads, meetings) in [(1, &[[0, 1], [0, 2], [0, 3]][..]), (2, &[[0, 2], [0, 3], [1, 2], [1, 3]])]
        {
            four.schedule = Schedule::Gauntlet { heads };
            let round = Round::whole(&four).expect("known at once");
            let met: Vec<_> = round.pairings.iter().map(|&number| pairs[number as usize]).collect();
            assert_eq!(met, meetings);
        }
        four.at_table = 3;
        assert_eq!(pairings(&four), [[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]]);
    }
}
