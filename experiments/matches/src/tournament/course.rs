//! The progress of a tournament: the deals done, their results, and the next ones.

use std::collections::BTreeMap;

use super::{
    Outcome, Pairing, Payoffs, Plan, Round, Schedule, Standings, Swiss, Tally, Test, TestError, pairings,
    seatings,
};
use crate::ratings::Verdict;

/// A tournament under way. Deals that were played before are entered, in the order of deal and pairing, to go
/// on from there.
#[derive(Clone, Debug)]
pub struct Course {
    plan: Plan,
    pairings: Vec<Pairing>,
    /// The number of seatings of a pairing.
    seatings: usize,
    done: Done,
    /// The results of each round of a Swiss tournament; of other tournaments, of all deals together.
    rounds: Vec<Tally>,
    test: Option<Test>,
}

/// Something entered that cannot be a result of this tournament.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the fields are what the messages name")]
pub enum CourseError {
    #[error("deal {deal} of pairing {pairing} is none of this tournament")]
    Stranger { deal: u64, pairing: u32 },
    #[error("deal {deal} of pairing {pairing} has {found} payoffs where {expected} belong")]
    Payoffs { deal: u64, pairing: u32, found: String, expected: String },
    #[error(transparent)]
    Test(#[from] TestError),
}

impl Course {
    /// Before the first deal of a plan that was checked for a game with this number of players.
    pub fn new(plan: Plan, players: usize) -> Course {
        let test = Test::new(&plan, players).expect("the plan was checked");
        let (pairings, seatings) = (pairings(&plan), seatings(plan.at_table, players).len());
        Course { plan, pairings, seatings, done: Done::default(), rounds: Vec::new(), test }
    }

    /// The plan.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Every pairing that there could be, by its number.
    pub fn pairings(&self) -> &[Pairing] {
        &self.pairings
    }

    /// Enters what a deal brought; a deal that is done already changes nothing.
    pub fn enter(&mut self, deal: u64, pairing: u32, payoffs: &Payoffs) -> Result<(), CourseError> {
        let bots = self.pairings.get(pairing as usize).filter(|_| deal < self.plan.all_deals());
        let bots = bots.ok_or(CourseError::Stranger { deal, pairing })?;
        let ways = self.seatings;
        let fits =
            |seating: &Vec<f64>| seating.len() == bots.len() && seating.iter().all(|won| won.is_finite());
        if payoffs.seatings().len() != ways || !payoffs.seatings().iter().all(fits) {
            let expected = format!("{ways} times {}", bots.len());
            return Err(CourseError::Payoffs { deal, pairing, found: payoffs.to_string(), expected });
        }
        if !self.done.insert(self.key(deal, pairing)) {
            return Ok(());
        }
        let round = match self.plan.schedule {
            Schedule::Swiss => (deal / u64::from(self.plan.deals)) as usize,
            _ => 0,
        };
        if self.rounds.len() <= round {
            self.rounds.resize_with(round + 1, Tally::default);
        }
        self.rounds[round].add(bots, payoffs);
        if let Some(test) = &mut self.test {
            test.record(deal, &Outcome::of(payoffs, 0, 1))?;
        }
        Ok(())
    }

    /// Whether this deal was entered.
    pub fn is_done(&self, deal: u64, pairing: u32) -> bool {
        self.done.contains(self.key(deal, pairing))
    }

    fn key(&self, deal: u64, pairing: u32) -> u64 {
        deal * self.pairings.len() as u64 + u64::from(pairing)
    }

    /// Which numbers of a round are left now.
    pub(super) fn left_of<'r>(&self, round: &'r Round) -> impl Fn(&u64) -> bool + Send + use<'r> {
        let (done, pairings) = (self.done.clone(), self.pairings.len() as u64);
        move |&number| {
            let (deal, pairing) = round.nth(number);
            !done.contains(deal * pairings + u64::from(pairing))
        }
    }

    /// Whether there is a test and it is decided.
    pub fn is_decided(&self) -> bool {
        self.test.as_ref().is_some_and(|test| test.verdict() != Verdict::Open)
    }

    /// The number of deals entered.
    pub fn deals(&self) -> u64 {
        self.rounds.iter().map(Tally::deals).sum()
    }

    /// The total number of deals; a maximum if a test may end the tournament.
    pub fn all_deals(&self) -> u64 {
        match Round::whole(&self.plan) {
            Some(round) => round.len(),
            None => self.plan.all_deals() * (self.plan.bots.len() / 2) as u64,
        }
    }

    /// The number of hands, or matches, of a deal: one from each seating.
    pub fn seatings(&self) -> u64 {
        self.seatings as u64
    }

    /// The next meetings, some of which may be done; none if the tournament is over.
    pub fn next_round(&self) -> Option<Round> {
        if self.is_decided() {
            return None;
        }
        if let Some(round) = Round::whole(&self.plan) {
            return (self.deals() < round.len()).then_some(round);
        }
        let swiss = self.swiss()?;
        let deals = u64::from(self.plan.deals);
        let complete = self.complete_rounds();
        if complete >= u64::from(self.plan.rounds) {
            return None;
        }
        let number =
            |pairing: &Pairing| self.pairings.binary_search(pairing).expect("every pair has a number") as u32;
        let pairings = swiss.pairings().iter().map(number).collect();
        Some(Round { first_deal: complete * deals, deals, pairings })
    }

    /// The scores of a Swiss tournament after the rounds that are complete.
    pub fn swiss(&self) -> Option<Swiss> {
        if self.plan.schedule != Schedule::Swiss {
            return None;
        }
        let mut swiss = Swiss::new(self.plan.bots.len());
        self.rounds.iter().take(self.complete_rounds() as usize).for_each(|round| swiss.enter(round));
        Some(swiss)
    }

    /// The number of complete rounds of a Swiss tournament.
    fn complete_rounds(&self) -> u64 {
        let whole = u64::from(self.plan.deals) * (self.plan.bots.len() / 2) as u64;
        self.rounds.iter().take_while(|round| round.deals() == whole).count() as u64
    }

    /// The tally of all deals.
    pub fn tally(&self) -> Tally {
        let mut all = Tally::default();
        self.rounds.iter().for_each(|round| all.merge(round));
        all
    }

    /// The standings, with the points of a Swiss tournament; ratings take time if there are many deals.
    pub fn standings(&self, with_ratings: bool) -> Standings {
        let points = self.swiss().map(|swiss| swiss.points());
        Standings::of(&self.tally(), self.plan.bots.len(), with_ratings, points.as_deref())
    }

    /// The sequential test, if the tournament is one.
    pub fn test(&self) -> Option<&Test> {
        self.test.as_ref()
    }
}

/// Which numbers are done, as ranges: mostly there is one, from the first to the last.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Done {
    /// The first number of each range, and the one after its last.
    ranges: BTreeMap<u64, u64>,
}

impl Done {
    fn contains(&self, number: u64) -> bool {
        self.ranges.range(..=number).next_back().is_some_and(|(_, &end)| number < end)
    }

    /// Adds a number; false if it is there.
    fn insert(&mut self, number: u64) -> bool {
        if self.contains(number) {
            return false;
        }
        let end = self.ranges.remove(&(number + 1)).unwrap_or(number + 1);
        match self.ranges.range_mut(..=number).next_back() {
            Some((_, before)) if *before == number => *before = end,
            _ => {
                self.ranges.insert(number, end);
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::super::plan::tests::plan;
    use super::*;
    use hinterhand_engine::Rng;

    #[test]
    fn ranges_hold_what_was_put_in() {
        let mut numbers: Vec<u64> = (0..200).filter(|n| n % 7 != 3).collect();
        Rng::new(1, 0).shuffle(&mut numbers);
        let mut done = Done::default();
        for &number in &numbers {
            assert!(done.insert(number) && !done.insert(number));
        }
        assert!((0..210).all(|n| done.contains(n) == numbers.contains(&n)));
        assert_eq!(done.ranges.len(), 29);
    }

    fn even() -> Payoffs {
        "1,-1;-1,1".parse().expect("payoffs")
    }

    #[test]
    fn a_swiss_round_follows_from_those_before() {
        let mut four = plan("kuhn", &["a", "b", "c", "d"]);
        (four.schedule, four.rounds, four.deals) = (Schedule::Swiss, 3, 2);
        let mut course = Course::new(four, 2);
        let mut met = Vec::new();
        while let Some(round) = course.next_round() {
            assert_eq!(round.first_deal, 2 * (met.len() as u64 / 2));
            for number in 0..round.len() {
                let (deal, pairing) = round.nth(number);
                // Within a round the pairings stay.
                assert_eq!(course.next_round().as_ref(), Some(&round));
                course.enter(deal, pairing, &"1,-1;1,-1".parse().unwrap()).unwrap();
            }
            met.extend(round.pairings.iter().map(|&number| course.pairings()[number as usize].clone()));
        }
        assert_eq!((course.deals(), course.all_deals()), (12, 12));
        assert_eq!(course.swiss().expect("it is one").points(), [3.0, 2.0, 1.0, 0.0]);
        met.sort();
        met.dedup();
        assert_eq!(met.len(), 6);
    }

    #[test]
    fn what_is_no_result_is_refused() {
        let mut course = Course::new(plan("kuhn", &["a", "b"]), 2);
        course.enter(3, 0, &even()).unwrap();
        course.enter(3, 0, &even()).unwrap();
        assert_eq!((course.deals(), course.is_done(3, 0), course.is_done(2, 0)), (1, true, false));
        for (deal, pairing, payoffs, message) in [
            (10, 0, "1,-1;-1,1", "deal 10 of pairing 0 is none of this tournament"),
            (0, 1, "1,-1;-1,1", "deal 0 of pairing 1 is none"),
            (0, 0, "1,-1", "has 1,-1 payoffs where 2 times 2 belong"),
            (0, 0, "1,NaN;1,2", "belong"),
        ] {
            let error = course.enter(deal, pairing, &payoffs.parse().unwrap()).unwrap_err().to_string();
            assert!(error.contains(message), "{error}");
        }
    }

    #[test]
    fn a_decided_test_ends_the_tournament() {
        let mut two = plan("kuhn", &["a", "b"]);
        two.rounds = 1000;
        two.schedule =
            Schedule::Sprt { elo0: 0.0, elo1: 50.0, alpha: 0.05, beta: 0.05, normal: false, points: None };
        let mut course = Course::new(two, 2);
        let mut deal = 0;
        while course.next_round().is_some() {
            course.enter(deal, 0, &even()).unwrap();
            deal += 1;
        }
        let test = course.test().expect("there is one");
        assert_eq!((test.verdict(), test.deals()), (Verdict::Failed, deal));
        assert!(deal < 1000);
    }
}
