//! The whole game: hands until one player has no points left, solved backwards from the last.
//!
//! At each score a hand is a game of its own whose results are worth what the game is worth at the scores
//! that they lead to. Every result lowers the sum of the scores, so there is always a score next to be
//! solved. The caller solves the hands; here it is kept what they are worth.

use hinterhand_engine::{ContestRules, NextLead, Scoring};

use crate::position::rules::Payoff;
use crate::solution::lookup::Solution;

/// The points that both still have to write off, of the leader of the hand and of the other player.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Score {
    /// Of the leader of the hand.
    pub leader: u8,
    /// Of the other.
    pub other: u8,
}

/// The step after a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Next {
    /// The game is over; whether the leader of the hand has won it.
    Over(bool),
    /// Another hand; whether the same player leads it.
    Hand(Score, bool),
}

impl Score {
    /// The step after a hand in which the leader won `leader_won` points.
    fn after(self, leader_won: i8, next_lead: NextLead) -> Next {
        let won = leader_won.unsigned_abs();
        let (mut leader, mut other) = (self.leader, self.other);
        let winner = if leader_won > 0 { &mut leader } else { &mut other };
        *winner = winner.saturating_sub(won);
        if *winner == 0 {
            return Next::Over(leader_won > 0);
        }
        let same = match next_lead {
            NextLead::Alternate => false,
            NextLead::Winner => leader_won > 0,
            NextLead::Loser => leader_won < 0,
            NextLead::Fixed => true,
        };
        let score = if same { Score { leader, other } } else { Score { leader: other, other: leader } };
        Next::Hand(score, same)
    }
}

/// A number for each score, filled in backwards.
#[derive(Clone, Debug)]
struct Scores {
    start: u8,
    numbers: Vec<Option<f64>>,
}

impl Scores {
    fn new(start: u8) -> Scores {
        Scores { start, numbers: vec![None; usize::from(start) * usize::from(start)] }
    }

    fn at(&self, score: Score) -> usize {
        usize::from(score.leader - 1) * usize::from(self.start) + usize::from(score.other - 1)
    }

    fn known(&self, score: Score) -> f64 {
        self.numbers[self.at(score)].expect("scores are solved from the lowest up")
    }
}

const RESULTS: [i8; 7] = [-3, -2, -1, 0, 1, 2, 3];

/// The probability of winning the whole game from each score, as far as it is known.
///
/// ```
/// use hinterhand_engine::ContestRules;
/// use hinterhand_kinderschnapsen::{BackwardInduction, Score};
///
/// let mut race = BackwardInduction::new(ContestRules::KINDERSCHNAPSEN)?;
/// // The hand at one point each decides the game.
/// assert_eq!(race.next(), Some(Score { leader: 1, other: 1 }));
/// assert_eq!(race.payoff(Score { leader: 1, other: 1 }).of(1), 1.0);
/// assert_eq!(race.payoff(Score { leader: 1, other: 1 }).of(-3), 0.0);
/// race.settle(Score { leader: 1, other: 1 }, 0.625);
/// // At 1:2 the leader may lose one point, and the other leads at 1:1.
/// assert_eq!(race.payoff(Score { leader: 1, other: 2 }).of(-1), 0.375);
/// # Ok::<(), hinterhand_kinderschnapsen::UnsupportedContest>(())
/// ```
#[derive(Clone, Debug)]
pub struct BackwardInduction {
    next_lead: NextLead,
    wins: Scores,
}

/// Rules above the hand that are no race from a score down to 0 of up to 7 points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnsupportedContest;

impl std::fmt::Display for UnsupportedContest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the whole game can be solved from a start score of 1 to 7 down to 0 only")
    }
}

impl std::error::Error for UnsupportedContest {}

/// A strategy that is so bad at lower scores that at this one the results of a hand stand in another order
/// than in the payoff that it was found for. What follows the last draw is kept as best play in that order
/// only.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "at {}:{} the results of a hand are worth something else in another order than the strategy was made for, so \
     that it cannot be judged from there on",
    .0.leader,
    .0.other
)]
pub struct ResultsReordered(pub Score);

fn start(contest: &ContestRules) -> Result<u8, UnsupportedContest> {
    match contest.scoring {
        Scoring::Down { start: start @ 1..=7 } => Ok(start as u8),
        _ => Err(UnsupportedContest),
    }
}

impl BackwardInduction {
    /// One game under these rules, of which nothing is known yet.
    pub fn new(contest: ContestRules) -> Result<BackwardInduction, UnsupportedContest> {
        Ok(BackwardInduction { next_lead: contest.next_lead, wins: Scores::new(start(&contest)?) })
    }

    /// A lowest score that is not solved yet.
    pub fn next(&self) -> Option<Score> {
        let start = self.wins.start;
        let scores = (1..=start).flat_map(|leader| (1..=start).map(move |other| Score { leader, other }));
        scores
            .filter(|&score| self.wins.numbers[self.wins.at(score)].is_none())
            .min_by_key(|score| score.leader + score.other)
    }

    /// The score at which the game begins.
    pub fn first(&self) -> Score {
        Score { leader: self.wins.start, other: self.wins.start }
    }

    /// The payoffs of the results of a hand at this score: the probability that its leader wins the game.
    pub fn payoff(&self, score: Score) -> Payoff {
        Payoff(RESULTS.map(|result| match (result, score.after(result, self.next_lead)) {
            // There are no drawn hands.
            (0, _) => 0.0,
            (_, Next::Over(won)) => f64::from(u8::from(won)),
            (_, Next::Hand(score, true)) => self.wins.known(score),
            (_, Next::Hand(score, false)) => 1.0 - self.wins.known(score),
        }))
    }

    /// Keeps the probability with which the leader of the hand at this score wins the game.
    pub fn settle(&mut self, score: Score, wins: f64) {
        let at = self.wins.at(score);
        self.wins.numbers[at] = Some(wins);
    }

    /// The probability with which the leader of the hand at this score wins the game, once it is settled.
    pub fn wins(&self, score: Score) -> Option<f64> {
        self.wins.numbers[self.wins.at(score)]
    }
}

/// The value of a best response to a strategy for the whole game, score by score.
#[derive(Clone, Debug)]
pub struct WholeGameJudge {
    next_lead: NextLead,
    /// The best response of the leader of a hand.
    leading: Scores,
    /// The best answer of the other player.
    replying: Scores,
    /// The probability that the leader wins if both follow the strategy.
    following: Scores,
}

impl WholeGameJudge {
    /// Nothing judged yet.
    pub fn new(contest: ContestRules) -> Result<WholeGameJudge, UnsupportedContest> {
        let scores = Scores::new(start(&contest)?);
        Ok(WholeGameJudge {
            next_lead: contest.next_lead,
            leading: scores.clone(),
            replying: scores.clone(),
            following: scores,
        })
    }

    /// The payoffs of the results for one player, given the player's values at the scores that follow.
    fn payoff(&self, score: Score, leads: bool, leading: &Scores, replying: &Scores) -> Payoff {
        Payoff(RESULTS.map(|result| match (result, score.after(result, self.next_lead)) {
            (0, _) => 0.0,
            (_, Next::Over(won)) => f64::from(u8::from(won == leads)),
            (_, Next::Hand(score, same)) if same == leads => leading.known(score),
            (_, Next::Hand(score, _)) => replying.known(score),
        }))
    }

    /// The payoffs of the results of a hand at this score for a player with best responses from there on: the
    /// probability of winning, if the player leads the hand; otherwise its negative, as the payoff of the
    /// leader.
    pub fn payoffs(&self, score: Score) -> [Payoff; 2] {
        let leading = self.payoff(score, true, &self.leading, &self.replying);
        let replying = self.payoff(score, false, &self.leading, &self.replying);
        [leading, Payoff(replying.0.map(|wins| -wins))]
    }

    /// Judges the strategy at a score after those of all lower scores; refuses one that cannot be judged, and
    /// knows nothing of the score then.
    pub fn judge(&mut self, score: Score, solution: &Solution<'_>) -> Result<(), ResultsReordered> {
        let at = self.leading.at(score);
        let replying = Scores {
            numbers: self.following.numbers.iter().map(|wins| wins.map(|wins| 1.0 - wins)).collect(),
            ..self.following
        };
        let following = self.payoff(score, true, &self.following, &replying);
        let [leading, against] = self.payoffs(score);
        if ![following, leading, against].iter().all(|payoff| solution.ranks_as(payoff)) {
            return Err(ResultsReordered(score));
        }
        self.leading.numbers[at] = Some(solution.best(0, &leading));
        self.replying.numbers[at] = Some(solution.best(1, &against));
        self.following.numbers[at] = Some(solution.value(&following));
        Ok(())
    }

    /// Takes over what [`wins`](WholeGameJudge::wins) and [`best`](WholeGameJudge::best) returned for this
    /// score when the same strategies were judged before.
    pub fn settle(&mut self, score: Score, wins: f64, [leading, replying]: [f64; 2]) {
        let at = self.leading.at(score);
        self.leading.numbers[at] = Some(leading);
        self.replying.numbers[at] = Some(replying);
        self.following.numbers[at] = Some(wins);
    }

    /// The probability that the leader of the hand at this score wins if both follow the strategy.
    pub fn wins(&self, score: Score) -> f64 {
        self.following.known(score)
    }

    /// The probability of winning from this score on with best responses: leading and not leading.
    pub fn best(&self, score: Score) -> [f64; 2] {
        [self.leading.known(score), self.replying.known(score)]
    }

    /// The gain in the probability of winning by best responses, averaged over the two seats.
    pub fn exploitability(&self, score: Score) -> f64 {
        let [leading, replying] = self.best(score);
        (leading + replying - 1.0) / 2.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hinterhand_engine::{Contest, Player};

    /// The engine keeps the score the same way.
    #[test]
    fn scores_follow_each_other_as_in_the_engine() {
        for next_lead in [NextLead::Alternate, NextLead::Winner, NextLead::Loser, NextLead::Fixed] {
            let rules = ContestRules { next_lead, ..ContestRules::KINDERSCHNAPSEN };
            // All ways of three hands and more.
            for number in 0..6_u32.pow(5) {
                let mut contest = Contest::new(rules, Player::FIRST);
                let mut score = Score { leader: 5, other: 5 };
                for hand in 0..5 {
                    let result = [-3, -2, -1, 1, 2, 3][(number / 6_u32.pow(hand) % 6) as usize];
                    let leader = contest.leader();
                    contest.score(result.into());
                    match score.after(result, next_lead) {
                        Next::Over(won) => {
                            assert!(contest.is_over());
                            assert_eq!(contest.winner() == Some(leader), won);
                            break;
                        }
                        Next::Hand(next, same) => {
                            assert!(!contest.is_over());
                            assert_eq!(contest.leader() == leader, same);
                            let points = contest.points();
                            let now = contest.leader();
                            let counted = [now, now.other()].map(|side| points[side.index()]);
                            assert_eq!(counted, [next.leader.into(), next.other.into()]);
                            score = next;
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn only_a_race_down_to_nothing_is_one() {
        assert_eq!(BackwardInduction::new(ContestRules::SIXTY_SIX).unwrap_err(), UnsupportedContest);
        let far = ContestRules { scoring: Scoring::Down { start: 8 }, ..ContestRules::KINDERSCHNAPSEN };
        assert_eq!(WholeGameJudge::new(far).unwrap_err(), UnsupportedContest);
    }
}
