//! The score over the hands of a room, and who sits where.

use hinterhand_engine::dynamic::AnyGame;
use hinterhand_engine::{Contest, ContestRules, Game as _, Player, Scoring};
use hinterhand_players::option_value::number;
use serde_json::{Value as Json, json};

/// The score over the hands.
#[derive(Clone, Debug)]
pub(crate) struct Score {
    players: usize,
    /// The payoffs of the hands so far, by seat.
    returns: Vec<Vec<f64>>,
    counts: Counts,
}

#[derive(Clone, Debug)]
enum Counts {
    /// Hands make games, and games matches.
    Contest { contest: Contest, matches: [u32; 2], last: Option<Last> },
    /// Payoffs are added up for each side.
    Sums(Vec<f64>),
}

/// What the last hand has decided.
#[derive(Clone, Copy, Debug)]
struct Last {
    game: Option<usize>,
    match_over: bool,
    points: [u32; 2],
    games: [u32; 2],
}

impl Score {
    /// Before the first hand.
    pub(crate) fn new(game: &AnyGame, best_of: Option<u32>) -> Score {
        let (players, rules) = (game.players(), game.contest_rules());
        let counts = if rules == ContestRules::SINGLE_HAND || players != 2 {
            Counts::Sums(vec![0.0; players])
        } else {
            let rules = ContestRules { best_of: best_of.unwrap_or(u32::MAX), ..rules };
            Counts::Contest { contest: Contest::new(rules, Player::FIRST), matches: [0; 2], last: None }
        };
        Score { players, returns: Vec::new(), counts }
    }

    /// The public part of the score, for bots.
    pub(crate) fn contest(&self) -> Contest {
        match &self.counts {
            Counts::Contest { contest, .. } => contest.clone(),
            Counts::Sums(_) => Contest::new(ContestRules::SINGLE_HAND, Player::FIRST),
        }
    }

    /// The payoffs of the hands so far, by seat.
    pub(crate) fn returns(&self) -> &[Vec<f64>] {
        &self.returns
    }

    /// The side in each seat of the hand to be played: the leader of a contest, or in turn.
    pub(crate) fn sides(&self) -> Vec<usize> {
        let first = match &self.counts {
            Counts::Contest { contest, .. } => contest.leader().index(),
            Counts::Sums(_) => self.returns.len() % self.players,
        };
        (0..self.players).map(|seat| (first + seat) % self.players).collect()
    }

    /// Enters the payoffs of a hand, by seat.
    pub(crate) fn enter(&mut self, returns: &[f64]) {
        let sides = self.sides();
        self.returns.push(returns.to_vec());
        match &mut self.counts {
            Counts::Sums(sums) => returns.iter().zip(sides).for_each(|(won, side)| sums[side] += won),
            Counts::Contest { contest, matches, last } => {
                let (points, games) = (contest.points(), contest.games());
                // Game points are whole numbers.
                contest.score(returns[0].round() as i32);
                let game = (0..2).find(|&side| contest.games()[side] > games[side]);
                let mut now = Last { game, match_over: contest.is_over(), points, games: contest.games() };
                let winner = if returns[0] > 0.0 { sides[0] } else { sides[1] };
                now.points[winner] = match contest.rules().scoring {
                    Scoring::Down { .. } => points[winner].saturating_sub(returns[0].abs().round() as u32),
                    Scoring::Up { .. } => points[winner] + returns[0].abs().round() as u32,
                };
                if contest.is_over() {
                    if let Some(winner) = contest.winner() {
                        matches[winner.index()] += 1;
                    }
                    *contest = Contest::new(*contest.rules(), contest.leader());
                }
                *last = Some(now);
            }
        }
    }

    /// The score for a page, by side. While the last hand is still shown it is that at its end.
    pub(crate) fn json(&self, hand_is_over: bool) -> Json {
        match &self.counts {
            Counts::Sums(sums) => json!({ "sums": sums.iter().map(|&sum| number(sum)).collect::<Vec<_>>() }),
            Counts::Contest { contest, matches, last } => {
                let scoring = match contest.rules().scoring {
                    Scoring::Down { start } => json!({ "down": start }),
                    Scoring::Up { target } => json!({ "up": target }),
                };
                let best_of = Some(contest.rules().best_of).filter(|&games| games != u32::MAX);
                let shown = last.filter(|_| hand_is_over);
                json!({
                    "points": shown.map_or(contest.points(), |last| last.points),
                    "games": shown.map_or(contest.games(), |last| last.games),
                    "matches": matches, "scoring": scoring, "best_of": best_of,
                    "game_won": shown.and_then(|last| last.game),
                    "match_over": shown.is_some_and(|last| last.match_over),
                })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hinterhand_players::games;

    #[test]
    fn hands_make_games_and_matches() {
        let game = games::load_default("kinderschnapsen").expect("a game");
        let mut score = Score::new(game.rules(), Some(1));
        assert_eq!(score.sides(), [0, 1]);
        score.enter(&[-3.0, 3.0]);
        assert_eq!(score.sides(), [1, 0]);
        assert_eq!(score.json(true)["points"], json!([5, 2]));
        score.enter(&[2.0, -2.0]);
        let shown = score.json(true);
        assert_eq!((&shown["points"], &shown["game_won"]), (&json!([5, 0]), &json!(1)));
        assert_eq!((&shown["matches"], &shown["match_over"]), (&json!([0, 1]), &json!(true)));
        assert_eq!(score.json(false)["points"], json!([5, 5]));
    }

    #[test]
    fn other_games_are_added_up_by_side() {
        let game = games::load_default("kuhn").expect("a game");
        let mut score = Score::new(game.rules(), None);
        score.enter(&[2.0, -2.0]);
        assert_eq!(score.sides(), [1, 0]);
        score.enter(&[2.0, -2.0]);
        assert_eq!(score.json(false)["sums"], json!([0, 0]));
    }
}
