//! Ratings of all players at once: the likeliest ones in the model of Bradley and Terry (1952), with draws as
//! Davidson, "On extending the Bradley-Terry model to accommodate ties in paired comparison experiments"
//! (1970), has them.
//!
//! Strengths p and q make win, draw and loss as likely as p to v sqrt(p q) to q. Of the two common models
//! (the other is that of Rao and Kupper, 1967) this is the one in which a draw moves ratings as half a win
//! and half a loss do: at the likeliest strengths every player has the expected score. A hand for several
//! game points is entered as that number of wins. Then, and wherever the hands of a deal are entered as one
//! bout, the bouts are no longer single independent trials; [`Spread::Bouts`] makes no use of that, or draw
//! the bouts again ([`bootstrap`](super::bootstrap)).
//!
//! Where the likelihood has no maximum, since a player has only won, no number is given: see [`Gap`].

mod bout;
mod comparable;
mod likelihood;

use super::distributions::normal_point;
use super::matrix::{Matrix, dot};
use super::moments::upper;
pub use bout::{Bout, BoutError};
use comparable::Comparable;

/// The points of Elo's scale for a strength that is e times as great: for 400 points, wins are ten times as
/// likely as losses.
pub const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// By how much one player is rated above another.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Gap {
    /// The likeliest difference, and its standard error.
    Points {
        /// The difference in points of Elo's scale.
        elo: f64,
        /// Its standard error.
        error: f64,
    },
    /// The greater the likelier: wins lead from the first player to the other, and none lead back.
    Above,
    /// The other way round.
    Below,
    /// The bouts do not determine it: no chain of bouts connects the two, or all are drawn.
    Unknown,
}

impl Gap {
    /// The difference as a number, which may be infinite, or not a number if it is unknown.
    pub fn elo(&self) -> f64 {
        match self {
            Gap::Points { elo, .. } => *elo,
            Gap::Above => f64::INFINITY,
            Gap::Below => f64::NEG_INFINITY,
            Gap::Unknown => f64::NAN,
        }
    }

    /// The interval with this probability by the normal approximation; none unless the difference is finite.
    pub fn interval(&self, level: f64) -> Option<[f64; 2]> {
        let Gap::Points { elo, error } = self else { return None };
        let half = normal_point(upper(level)) * error;
        Some([elo - half, elo + half])
    }
}

/// The source of standard errors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spread {
    /// The observed information: every win, draw and loss is an independent trial of the model.
    Results,
    /// The differences among the bouts (the sandwich estimator of Huber 1967): only bouts are independent,
    /// and the model need not hold. For many bouts.
    Bouts,
}

/// The reference of ratings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Zero {
    /// The mean of the largest group of players that can be compared, among equals the first.
    Mean,
    /// This player.
    Player(usize),
}

/// The likeliest ratings.
///
/// ```
/// use hinterhand_matches::ratings::{BradleyTerry, Bout, Gap, Spread, Zero};
///
/// let bouts = [
///     Bout { players: [0, 1], won: 60.0, drawn: 20.0, lost: 20.0 },
///     Bout { players: [2, 0], won: 0.0, drawn: 0.0, lost: 5.0 },
/// ];
/// let fit = BradleyTerry::fit(3, &bouts, 0.0)?;
/// // Wins and losses as 3 to 1, whatever is drawn.
/// assert!((fit.gap(0, 1, Spread::Results).elo() - 190.85).abs() < 0.01);
/// assert_eq!(fit.gap(2, 0, Spread::Results), Gap::Below);
/// assert_eq!(fit.ratings(Zero::Player(1), Spread::Results)[1].elo(), 0.0);
/// # Ok::<(), hinterhand_matches::ratings::BoutError>(())
/// ```
#[derive(Clone, Debug)]
pub struct BradleyTerry {
    comparable: Comparable,
    /// The logarithms of the strengths.
    strengths: Vec<f64>,
    draws: Option<f64>,
    /// The covariance of the logarithms, by results and by bouts. Only differences within a group mean
    /// anything.
    covariances: [Matrix; 2],
}

impl BradleyTerry {
    /// Fits `players` players to their bouts.
    ///
    /// `prior` is the weight of what was known before: as if every player had played this number of hands
    /// without draws against an average player and won half of them. 0 is plain maximum likelihood; with
    /// more, every difference is finite, and drawn towards 0.
    pub fn fit(players: usize, bouts: &[Bout], prior: f64) -> Result<BradleyTerry, BoutError> {
        bout::check(players, bouts, prior)?;
        let comparable = Comparable::of(players, bouts, prior > 0.0);
        let fitted = likelihood::maximize(&comparable, bouts, prior);
        Ok(BradleyTerry {
            comparable,
            strengths: fitted.strengths,
            draws: fitted.draws,
            covariances: fitted.covariances,
        })
    }

    /// The parameter v of draws in the model: equal players draw with probability v / (2 + v). `None` if it
    /// grows without bound.
    pub fn draws(&self) -> Option<f64> {
        self.draws
    }

    /// By how much `first` is rated above `second`.
    pub fn gap(&self, first: usize, second: usize, spread: Spread) -> Gap {
        self.over(first, &[second], spread)
    }

    /// The rating of every player above `zero`.
    pub fn ratings(&self, zero: Zero, spread: Spread) -> Vec<Gap> {
        let base = match zero {
            Zero::Player(player) => vec![player],
            Zero::Mean => self.comparable.largest(),
        };
        (0..self.strengths.len()).map(|player| self.over(player, &base, spread)).collect()
    }

    /// The players in groups within which differences are finite, each in increasing order.
    pub fn groups(&self) -> Vec<Vec<usize>> {
        self.comparable.groups()
    }

    /// The probabilities that `first` wins, draws and loses a hand against `second`; none unless they can be
    /// compared by a number.
    pub fn chances(&self, first: usize, second: usize) -> Option<[f64; 3]> {
        let draws = self.draws.filter(|_| self.comparable.same(first, second))?;
        Some(likelihood::chances(
            self.strengths[first] - self.strengths[second],
            super::elementary::ln(draws),
        ))
    }

    /// By how much a player is rated above the mean of players of one group.
    fn over(&self, player: usize, base: &[usize], spread: Spread) -> Gap {
        let other = base[0];
        if !self.comparable.same(player, other) {
            return match (self.comparable.leads(player, other), self.comparable.leads(other, player)) {
                (true, _) => Gap::Above,
                (_, true) => Gap::Below,
                _ => Gap::Unknown,
            };
        }
        let mut contrast = vec![0.0; self.strengths.len()];
        contrast[player] += 1.0;
        base.iter().for_each(|&other| contrast[other] -= 1.0 / base.len() as f64);
        let covariance = match spread {
            Spread::Results => &self.covariances[0],
            Spread::Bouts => &self.covariances[1],
        };
        let variance = dot(&contrast, &covariance.times_vector(&contrast)).max(0.0);
        let apart = dot(&contrast, &self.strengths);
        Gap::Points { elo: ELO * apart, error: ELO * variance.sqrt() }
    }
}
