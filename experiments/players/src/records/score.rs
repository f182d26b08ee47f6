//! The score over the hands that a person plays: it is kept until the person stops.

use std::fmt::{self, Write as _};

use hinterhand_engine::{Contest, ContestRules, Player, Scoring};

use crate::option_value::number;

/// The score as one person sees it, with the own part first.
#[derive(Clone, Debug)]
pub(crate) struct Score {
    /// Without a contest above the hand it stays as it is.
    contest: Contest,
    counts: Counts,
}

#[derive(Clone, Debug)]
enum Counts {
    /// Hands make games; the person is the first side.
    Contest,
    /// Payoffs are added up for each seat; the person keeps the seat.
    Sums { seat: Player, sums: Vec<f64> },
}

impl Score {
    /// Before the first hand, which the person plays in `seat`.
    pub(crate) fn new(rules: ContestRules, players: usize, seat: Player) -> Score {
        if rules == ContestRules::SINGLE_HAND || players != 2 {
            let contest = Contest::new(ContestRules::SINGLE_HAND, Player::FIRST);
            return Score { contest, counts: Counts::Sums { seat, sums: vec![0.0; players] } };
        }
        // Seat 0 leads: the side there is the person or the other one.
        Score { contest: Contest::new(rules, seat), counts: Counts::Contest }
    }

    /// The public part of the score.
    pub(crate) fn contest(&self) -> &Contest {
        &self.contest
    }

    /// The person's seat in the hand to be played.
    pub(crate) fn seat(&self) -> Player {
        match &self.counts {
            Counts::Contest => self.contest.leader(),
            Counts::Sums { seat, .. } => *seat,
        }
    }

    /// Enters the payoffs of a hand and returns their meaning.
    pub(crate) fn enter(&mut self, returns: &[f64]) -> String {
        let seat = self.seat();
        let won = returns[seat.index()];
        let mut message = match won {
            won if won > 0.0 => format!("You win {}.", number(won)),
            won if won < 0.0 => format!("You lose {}.", number(-won)),
            _ => "You neither win nor lose.".to_owned(),
        };
        match &mut self.counts {
            Counts::Contest => {
                let [games, lost_games] = self.contest.games();
                // Game points are whole numbers.
                self.contest.score(returns[0].round() as i32);
                let [mine, theirs] = self.contest.games();
                if mine > games {
                    message.push_str(" The game is yours!");
                } else if theirs > lost_games {
                    message.push_str(" The game is the opponent's.");
                }
                if self.contest.is_over() {
                    let outcome = match self.contest.winner() {
                        Some(Player::FIRST) => "is yours",
                        Some(_) => "is the opponent's",
                        None => "ends level",
                    };
                    let _ = write!(
                        message,
                        " The match {outcome}, {mine} : {theirs}; the next hand begins another."
                    );
                    self.contest = Contest::new(*self.contest.rules(), self.contest.leader());
                }
            }
            Counts::Sums { sums, .. } => {
                sums.iter_mut().zip(returns).for_each(|(sum, won)| *sum += won);
            }
        }
        message
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.counts {
            Counts::Contest => {
                let ([mine, theirs], [won, lost]) = (self.contest.points(), self.contest.games());
                write!(f, "Score: you {mine}, opponent {theirs}")?;
                match self.contest.rules().scoring {
                    Scoring::Down { start } => write!(f, " (from {start} down to 0)")?,
                    Scoring::Up { target: Some(target) } => write!(f, " (up to {target})")?,
                    Scoring::Up { target: None } => {}
                }
                if won + lost > 0 { write!(f, "; games {won} : {lost}") } else { Ok(()) }
            }
            Counts::Sums { seat, sums } => {
                write!(f, "Score: you {}", number(sums[seat.index()]))?;
                let others = sums.iter().enumerate().filter(|(other, _)| *other != seat.index());
                for (other, sum) in others {
                    write!(f, ", player {other} {}", number(*sum))?;
                }
                Ok(())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPEN_ENDED: ContestRules = ContestRules { best_of: u32::MAX, ..ContestRules::KINDERSCHNAPSEN };

    #[test]
    fn a_match_won_is_followed_by_another() {
        let rules = ContestRules { scoring: Scoring::Down { start: 2 }, ..ContestRules::KINDERSCHNAPSEN };
        let mut score = Score::new(rules, 2, Player::FIRST);
        let message = score.enter(&[-3.0, 3.0]);
        assert!(
            message.ends_with("The match is the opponent's, 0 : 1; the next hand begins another."),
            "{message}"
        );
        assert_eq!(score.to_string(), "Score: you 2, opponent 2 (from 2 down to 0)");
    }

    #[test]
    fn a_game_won_is_followed_by_the_next() {
        let mut score = Score::new(OPEN_ENDED, 2, Player::SECOND);
        assert_eq!(score.seat(), Player::SECOND);
        assert_eq!(score.enter(&[-3.0, 3.0]), "You win 3.");
        assert_eq!(score.to_string(), "Score: you 2, opponent 5 (from 5 down to 0)");
        assert_eq!(score.seat(), Player::FIRST);
        assert_eq!(score.enter(&[2.0, -2.0]), "You win 2. The game is yours!");
        assert_eq!(score.to_string(), "Score: you 5, opponent 5 (from 5 down to 0); games 1 : 0");
    }

    #[test]
    fn other_games_are_added_up() {
        let mut score = Score::new(ContestRules::SINGLE_HAND, 3, Player::new(2));
        assert_eq!(score.enter(&[1.0, 1.0, -2.0]), "You lose 2.");
        assert_eq!(score.enter(&[-0.5, 0.5, 0.0]), "You neither win nor lose.");
        assert_eq!(score.to_string(), "Score: you -2, player 0 0.5, player 1 1.5");
        assert_eq!(score.seat(), Player::new(2));
    }
}
