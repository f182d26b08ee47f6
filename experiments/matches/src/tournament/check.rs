//! Checks whether a plan can be played.

use std::collections::BTreeSet;

use hinterhand_engine::{ContestError, ContestRules};

use super::{Entrant, Plan, Schedule, Test, Unit};

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
                Test::new(self, players)?;
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
mod tests {
    use super::super::plan::tests::{plan, sprt};
    use super::*;

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
}
