//! Points, winners and payoffs.

use super::Recipippes;

impl Recipippes {
    // The payoff of each player: for the win, or by the margins of points.
    pub fn payoffs(&self) -> Vec<i64> {
        match self.options.value("payoff") {
            "win" => self.win_payoffs(),
            "margin" => self.margin_payoffs(),
            other => panic!("no payoff {other}"),
        }
    }

    // Pawns 1, courts 2.
    fn points(&self, player: usize) -> i64 {
        self.captured[player].iter().map(|card| card.points()).sum()
    }

    // With w winners among n players each winner gets n-w and every other player -w.
    fn win_payoffs(&self) -> Vec<i64> {
        let players = self.players() as i64;
        let winners = self.winners();
        let shared = winners.len() as i64;
        let payoff = |player: usize| if winners.contains(&player) { players - shared } else { -shared };
        (0..self.players()).map(payoff).collect()
    }

    // The highest score wins; in a tie the holder of The Excuse, and if it is not among the tied, all of them
    // (R19).
    pub fn winners(&self) -> Vec<usize> {
        let best = (0..self.players()).map(|player| self.points(player)).max().expect("there are players");
        let tied: Vec<usize> = (0..self.players()).filter(|player| self.points(*player) == best).collect();
        if tied.contains(&self.excuse) { vec![self.excuse] } else { tied }
    }

    // The sum over the other players of own points minus theirs.
    fn margin_payoffs(&self) -> Vec<i64> {
        let margin =
            |player: usize| (0..self.players()).map(|other| self.points(player) - self.points(other)).sum();
        (0..self.players()).map(margin).collect()
    }
}
