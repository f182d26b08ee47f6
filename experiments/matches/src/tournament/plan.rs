//! The plan of a tournament: everything that the results depend on, as one value.

use std::collections::{BTreeMap, BTreeSet};

use hinterhand_engine::{ContestError, ContestRules};
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

/// A plan that cannot be played.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the fields are what the messages name")]
pub enum PlanError {
    #[error("a tournament needs two bots or more, and there {}", if *.0 == 1 { "is 1" } else { "is none" })]
    Few(usize),
    #[error("two bots are called `{0}`: give each its own name")]
    Twice(String),
    #[error("a bot must have a name")]
    Nameless,
    #[error("a sequential test is between two bots, and there are {0}")]
    TestOfMany(usize),
    #[error("a gauntlet of {bots} bots can have from 1 to {} at its head, not {heads}", bots - 1)]
    Heads { heads: usize, bots: usize },
    #[error("{at_table} different bots at a table of {players}: allowed are 2 to {}", (*players).min(*bots))]
    Table { at_table: usize, players: usize, bots: usize },
    #[error("{what} are between two bots, and {at_table} meet at a table")]
    Pairs { what: &'static str, at_table: usize },
    #[error("{game} is for one player, so that no bots can meet in it")]
    Alone { game: String },
    #[error("a match is between two players, and {game} has {players} of them")]
    MatchOfMany { game: String, players: usize },
    #[error("{game} has no score above the hand: only hands can be played for")]
    NoContest { game: String },
    #[error("the score above the hand changes nothing where hands are played for: `unit` must be `match`")]
    IdleContest,
    #[error("{0}")]
    Contest(ContestError),
    #[error("this match never ends: it needs a target")]
    Endless,
    #[error("{what} must be from 1 to {most}, not {found}")]
    Range { what: &'static str, most: u64, found: u64 },
    #[error("game points can be tested only between two players in a tournament of hands")]
    Points,
    #[error("{0}")]
    Sprt(#[from] crate::ratings::SprtError),
}

/// The most deals that a seed names.
pub const MOST_DEALS: u64 = 1 << 32;

/// The most seatings from which a deal is played.
const MOST_SEATINGS: u64 = 1 << 12;

/// The most pairings that a seed tells apart.
pub const MOST_PAIRINGS: u64 = (1 << 16) - 1;

impl Plan {
    /// The number of deals of a pairing that meets in every round.
    pub fn all_deals(&self) -> u64 {
        u64::from(self.rounds) * u64::from(self.deals)
    }

    /// Checks the plan for a game with this number of players and these rules above the hand, and returns the
    /// rules above the hand that it plays by.
    pub fn check(&self, players: usize, contest: ContestRules) -> Result<ContestRules, PlanError> {
        self.check_meetings(players)?;
        self.contest_rules(players, contest)
    }

    /// Checks the pairings for a table of this number of players.
    pub(crate) fn check_meetings(&self, players: usize) -> Result<(), PlanError> {
        let bots = self.bots.len();
        if players < 2 {
            return Err(PlanError::Alone { game: self.game.clone() });
        }
        if bots < 2 {
            return Err(PlanError::Few(bots));
        }
        let mut names = BTreeSet::new();
        for Entrant { name, .. } in &self.bots {
            if name.is_empty() {
                return Err(PlanError::Nameless);
            }
            if !names.insert(name) {
                return Err(PlanError::Twice(name.clone()));
            }
        }
        if !(2..=players.min(bots)).contains(&self.at_table) {
            return Err(PlanError::Table { at_table: self.at_table, players, bots });
        }
        let range = |what, most, found| match found {
            0 => Err(PlanError::Range { what, most, found }),
            _ if found > most => Err(PlanError::Range { what, most, found }),
            _ => Ok(()),
        };
        range("rounds times deals", MOST_DEALS, self.all_deals())?;
        range("the number of pairings", MOST_PAIRINGS, choose(bots as u64, self.at_table as u64))?;
        let seatings = (self.at_table as u64).saturating_pow(u32::try_from(players).unwrap_or(u32::MAX));
        range("the number of ways to seat a pairing", MOST_SEATINGS, seatings)?;
        self.check_schedule(players)
    }

    fn check_schedule(&self, players: usize) -> Result<(), PlanError> {
        let (bots, at_table) = (self.bots.len(), self.at_table);
        match self.schedule {
            Schedule::Gauntlet { heads } if heads == 0 || heads >= bots => {
                return Err(PlanError::Heads { heads, bots });
            }
            Schedule::Gauntlet { .. } if at_table != 2 => {
                return Err(PlanError::Pairs { what: "gauntlets", at_table });
            }
            Schedule::Swiss if at_table != 2 => {
                return Err(PlanError::Pairs { what: "rounds of a Swiss tournament", at_table });
            }
            Schedule::RoundRobin | Schedule::Gauntlet { .. } | Schedule::Swiss => {}
            Schedule::Sprt { .. } if bots != 2 => return Err(PlanError::TestOfMany(bots)),
            Schedule::Sprt { points, .. } => {
                if points.is_some() && (players != 2 || self.unit != Unit::Hand) {
                    return Err(PlanError::Points);
                }
                super::Test::new(self, players)?;
            }
        }
        Ok(())
    }

    fn contest_rules(&self, players: usize, contest: ContestRules) -> Result<ContestRules, PlanError> {
        match self.unit {
            Unit::Hand if !self.contest.is_empty() => Err(PlanError::IdleContest),
            Unit::Hand => Ok(contest),
            Unit::Match if players != 2 => Err(PlanError::MatchOfMany { game: self.game.clone(), players }),
            Unit::Match if contest == ContestRules::SINGLE_HAND => {
                Err(PlanError::NoContest { game: self.game.clone() })
            }
            Unit::Match => {
                let mut rules = contest;
                for (key, text) in &self.contest {
                    rules.set_text(key, text).map_err(PlanError::Contest)?;
                }
                let endless = hinterhand_engine::Scoring::Up { target: None };
                if rules.scoring == endless { Err(PlanError::Endless) } else { Ok(rules) }
            }
        }
    }
}

/// The number of ways to choose `k` of `n`, at most the largest number that fits.
fn choose(n: u64, k: u64) -> u64 {
    (0..k).fold(1u64, |ways, at| ways.saturating_mul(n - at) / (at + 1))
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

    fn sprt(points: Option<u32>) -> Schedule {
        Schedule::Sprt { elo0: 0.0, elo1: 50.0, alpha: 0.05, beta: 0.05, normal: false, points }
    }

    #[test]
    fn what_cannot_be_played_is_refused() {
        let good = plan("sixty-six", &["a", "b", "c"]);
        assert_eq!(good.check(2, ContestRules::SIXTY_SIX), Ok(ContestRules::SIXTY_SIX));
        type Change = fn(&mut Plan);
        let cases: [(Change, &str); 14] = [
            (|plan| plan.bots.truncate(1), "needs two bots or more, and there is 1"),
            (|plan| plan.bots[1].name = "a".to_owned(), "two bots are called `a`"),
            (|plan| plan.bots[1].name.clear(), "must have a name"),
            (|plan| plan.schedule = sprt(None), "between two bots, and there are 3"),
            (|plan| plan.schedule = Schedule::Gauntlet { heads: 3 }, "from 1 to 2 at its head, not 3"),
            (|plan| plan.schedule = Schedule::Gauntlet { heads: 0 }, "from 1 to 2 at its head, not 0"),
            (|plan| plan.at_table = 3, "3 different bots at a table of 2: allowed are 2 to 2"),
            (|plan| plan.rounds = 0, "rounds times deals must be from 1 to 4294967296, not 0"),
            (|plan| (plan.rounds, plan.deals) = (1 << 17, 1 << 16), "not 8589934592"),
            (|plan| plan.contest = [("target".into(), "3".into())].into(), "`unit` must be `match`"),
            (
                |plan| {
                    plan.unit = Unit::Match;
                    plan.contest = [("target".into(), "none".into())].into();
                },
                "this match never ends",
            ),
            (
                |plan| {
                    plan.unit = Unit::Match;
                    plan.contest = [("start_score".into(), "3".into())].into();
                },
                "no option `start_score` above the hand; there are: target",
            ),
            (
                |plan| {
                    plan.bots.truncate(2);
                    plan.unit = Unit::Match;
                    plan.schedule = sprt(Some(3));
                },
                "only between two players in a tournament of hands",
            ),
            (
                |plan| {
                    plan.bots.truncate(2);
                    plan.schedule = Schedule::Sprt {
                        elo0: 5.0,
                        elo1: 0.0,
                        alpha: 0.05,
                        beta: 0.05,
                        normal: false,
                        points: None,
                    };
                },
                "5 is not less than 0",
            ),
        ];
        for (change, message) in cases {
            let mut wrong = good.clone();
            change(&mut wrong);
            let error = wrong.check(2, ContestRules::SIXTY_SIX).expect_err(message).to_string();
            assert!(error.contains(message), "{error}");
        }
        let large = good.check(13, ContestRules::SINGLE_HAND).unwrap_err().to_string();
        assert!(large.contains("ways to seat a pairing must be from 1 to 4096, not 8192"), "{large}");
        let alone = good.check(1, ContestRules::SINGLE_HAND).unwrap_err().to_string();
        assert!(alone.contains("for one player"), "{alone}");
        let of_hands = Plan { unit: Unit::Match, ..good.clone() };
        for (players, contest, message) in [
            (2, ContestRules::SINGLE_HAND, "no score above the hand"),
            (3, ContestRules::SIXTY_SIX, "has 3 of them"),
        ] {
            let error = of_hands.check(players, contest).unwrap_err().to_string();
            assert!(error.contains(message), "{error}");
        }
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
