//! The plan of a tournament: everything that the results depend on, as one value.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

use crate::ratings::{Likelihood, SprtOptions};

/// A tournament before it is played. Two tournaments with the same plan come to the same hands, unless a bot
/// goes by the clock; the number of threads is no part of it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Plan {
    /// Its name in a store.
    pub name: String,
    /// The game.
    pub game: String,
    /// Its options that differ from the defaults.
    pub options: Map<String, Json>,
    /// The seed of the deals and of the bots.
    pub seed: u64,
    /// The unit that is played with one deal from one seating.
    pub unit: Unit,
    /// Changes of the score above the hands, where that is played for.
    #[serde(default)]
    pub contest: BTreeMap<String, String>,
    /// The schedule: which bots meet.
    pub schedule: Schedule,
    /// The number of times that the bots of each pairing meet; in a Swiss tournament, the rounds.
    pub rounds: u32,
    /// The deals of a meeting.
    pub deals: u32,
    /// The number of different bots at a table. At larger tables some of them sit more than once.
    pub at_table: usize,
    /// The bots.
    pub bots: Vec<Entrant>,
}

/// A bot that takes part.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Entrant {
    /// The name in this tournament.
    pub name: String,
    /// The specification.
    pub spec: String,
}

/// The unit that is played with one deal from one seating.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unit {
    /// A single hand, which counts as it falls.
    Hand,
    /// Hands until the rules above the hand have a winner, who wins 1.
    Match,
}

/// The schedule: which bots meet.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Schedule {
    /// Every bot meets every other.
    RoundRobin,
    /// The first bots meet all others, who do not meet each other.
    Gauntlet {
        /// The number of bots at the head.
        heads: usize,
    },
    /// In each round those meet who have scored alike.
    Swiss,
    /// Two bots meet until a sequential test is decided, at most for all rounds.
    Sprt {
        /// The first bot is no better than this.
        elo0: f64,
        /// The first bot is at least so good.
        elo1: f64,
        /// The maximum probability that the test passes a bot of `elo0`.
        alpha: f64,
        /// The maximum probability that it fails a bot of `elo1`.
        beta: f64,
        /// Whether the likelihood is that of normal results; the exact one otherwise.
        normal: bool,
        /// The game points that a hand is worth at most, if they are what is tested; hands won otherwise.
        points: Option<u32>,
    },
}

impl Schedule {
    /// The parameters of the test, if this is one.
    pub(crate) fn sprt_options(&self) -> Option<SprtOptions> {
        let Schedule::Sprt { elo0, elo1, alpha, beta, normal, .. } = *self else { return None };
        let likelihood = if normal { Likelihood::Normal } else { Likelihood::Exact };
        Some(SprtOptions { elo0, elo1, alpha, beta, likelihood })
    }
}

impl Plan {
    /// The number of deals of a pairing that meets in every round.
    pub fn all_deals(&self) -> u64 {
        u64::from(self.rounds) * u64::from(self.deals)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A tournament of these bots in a game.
    pub(crate) fn plan(game: &str, bots: &[&str]) -> Plan {
        let entrant = |spec: &&str| Entrant { name: (*spec).to_owned(), spec: (*spec).to_owned() };
        Plan {
            name: "test".to_owned(),
            game: game.to_owned(),
            options: Map::new(),
            seed: 7,
            unit: Unit::Hand,
            contest: BTreeMap::new(),
            schedule: Schedule::RoundRobin,
            rounds: 10,
            deals: 1,
            at_table: 2,
            bots: bots.iter().map(entrant).collect(),
        }
    }

    /// A test of game points, or of hands won.
    pub(crate) fn sprt(points: Option<u32>) -> Schedule {
        Schedule::Sprt { elo0: 0.0, elo1: 50.0, alpha: 0.05, beta: 0.05, normal: false, points }
    }

    #[test]
    fn a_plan_is_read_as_it_was_written() {
        let mut written = plan("leduc", &["random", "greedy"]);
        for schedule in
            [Schedule::RoundRobin, Schedule::Gauntlet { heads: 1 }, Schedule::Swiss, sprt(Some(3))]
        {
            written.schedule = schedule;
            let text = serde_json::to_string(&written).expect("a plan is plain");
            assert_eq!(serde_json::from_str::<Plan>(&text).expect("as written"), written);
        }
    }
}
