//! Newton's method on the likelihood of Davidson's model, which has no hills but one.

use std::collections::BTreeMap;

use super::Bout;
use super::comparable::Comparable;
use crate::ratings::cholesky::Cholesky;
use crate::ratings::elementary::{exp, ln_1_plus, ln_sum_of_exps, logistic};
use crate::ratings::matrix::Matrix;

/// The point of the maximum likelihood.
pub(super) struct Fitted {
    /// The logarithm of each strength; its mean in each group is 0, unless there is a prior.
    pub(super) strengths: Vec<f64>,
    /// The parameter of draws, unless it grows without bound.
    pub(super) draws: Option<f64>,
    /// The covariance of the strengths by results and by bouts.
    pub(super) covariances: [Matrix; 2],
}

/// The wins, draws and losses of a pair.
type Pair = ([usize; 2], [f64; 3]);

/// The data of the likelihood. A point consists of the logarithms of the strengths, and after them that of
/// the parameter of draws, if there are any.
struct Likelihood {
    players: usize,
    with_draws: bool,
    pairs: Vec<Pair>,
    prior: f64,
    groups: Vec<Vec<usize>>,
}

/// Finds the maximum-likelihood strengths of all players that can be compared; bouts between others do not
/// affect them.
pub(super) fn maximize(comparable: &Comparable, bouts: &[Bout], prior: f64) -> Fitted {
    let groups = comparable.groups();
    let players = groups.iter().map(Vec::len).sum();
    let within: Vec<&Bout> =
        bouts.iter().filter(|bout| comparable.same(bout.players[0], bout.players[1])).collect();
    let drawn = bouts.iter().any(|bout| bout.drawn > 0.0);
    let decided = within.iter().any(|bout| bout.won > 0.0 || bout.lost > 0.0);
    if !decided {
        // Nothing is known but the prior: if there is none, of each player alone.
        let variance = if prior > 0.0 { 4.0 / prior } else { 0.0 };
        let covariance = Matrix::from_fn(players, |row, column| if row == column { variance } else { 0.0 });
        return Fitted {
            strengths: vec![0.0; players],
            draws: (!drawn).then_some(0.0),
            covariances: [covariance.clone(), covariance],
        };
    }
    let with_draws = within.iter().any(|bout| bout.drawn > 0.0);
    let likelihood = Likelihood { players, with_draws, pairs: pairs(&within), prior, groups };
    let point = likelihood.top();
    let inverse = Cholesky::of(&likelihood.information(&point)).expect("groups have a top").inverse();
    let between = likelihood.spread(&point, &within);
    let by_bouts = inverse.times(&between).times(&inverse);
    Fitted {
        strengths: point[..players].to_vec(),
        draws: Some(if with_draws { exp(point[players]) } else { 0.0 }),
        covariances: [inverse.corner(players), by_bouts.corner(players)],
    }
}

/// The probabilities of a win, a draw and a loss at this difference of strengths.
pub(super) fn chances(apart: f64, draw: f64) -> [f64; 3] {
    let total = ln_total(apart, draw);
    [exp(apart / 2.0 - total), exp(draw - total), exp(-apart / 2.0 - total)]
}

/// The logarithm of the sum of the three shares, of which those of win and loss have the product 1.
fn ln_total(apart: f64, draw: f64) -> f64 {
    ln_sum_of_exps(ln_sum_of_exps(apart / 2.0, -apart / 2.0), draw)
}

/// The results of each pair taken together.
fn pairs(bouts: &[&Bout]) -> Vec<Pair> {
    let mut pairs: BTreeMap<[usize; 2], [f64; 3]> = BTreeMap::new();
    for bout in bouts {
        let ([first, second], results) = (bout.players, [bout.won, bout.drawn, bout.lost]);
        let turned = first > second;
        let sums = pairs.entry(if turned { [second, first] } else { [first, second] }).or_default();
        for (n, sum) in sums.iter_mut().enumerate() {
            *sum += results[if turned { 2 - n } else { n }];
        }
    }
    pairs.into_iter().collect()
}

impl Likelihood {
    fn size(&self) -> usize {
        self.players + usize::from(self.with_draws)
    }

    fn draw(&self, point: &[f64]) -> f64 {
        if self.with_draws { point[self.players] } else { f64::NEG_INFINITY }
    }

    /// The point at which the likelihood is greatest.
    fn top(&self) -> Vec<f64> {
        let mut point = vec![0.0; self.size()];
        let mut height = self.height(&point);
        // Newton's steps double the digits; a hundred are more than any likelihood takes that has a top.
        for _ in 0..100 {
            let information = Cholesky::of(&self.information(&point)).expect("groups have a top");
            let step = information.solve(&self.slope(&point));
            let longest = step.iter().fold(0.0, |longest: f64, part| longest.max(part.abs()));
            let mut share = 1.0;
            loop {
                let next: Vec<f64> =
                    point.iter().zip(&step).map(|(part, step)| part + share * step).collect();
                let reached = self.height(&next);
                // Near the top, heights differ by rounding only, and the step is as good as it gets.
                if reached > height || longest < 1e-6 {
                    (point, height) = (next, reached);
                    break;
                }
                share /= 2.0;
                if share < 1e-12 {
                    return point;
                }
            }
            if longest < 1e-11 {
                break;
            }
        }
        point
    }

    /// The logarithm of the likelihood.
    fn height(&self, point: &[f64]) -> f64 {
        let draw = self.draw(point);
        let mut height = 0.0;
        for ([first, second], [won, drawn, lost]) in &self.pairs {
            let apart = point[*first] - point[*second];
            let total = ln_total(apart, draw);
            height += won * (apart / 2.0 - total) - lost * (apart / 2.0 + total);
            if *drawn > 0.0 {
                height += drawn * (draw - total);
            }
        }
        if self.prior > 0.0 {
            for strength in &point[..self.players] {
                let away = strength.abs();
                height -= self.prior * (away / 2.0 + ln_1_plus(exp(-away)));
            }
        }
        height
    }

    /// The derivatives of the height.
    fn slope(&self, point: &[f64]) -> Vec<f64> {
        let mut slope = vec![0.0; self.size()];
        for (players, results) in &self.pairs {
            self.add_slope(point, *players, *results, &mut slope);
        }
        if self.prior > 0.0 {
            for (slope, strength) in slope.iter_mut().zip(&point[..self.players]) {
                *slope += self.prior * (0.5 - logistic(*strength));
            }
        }
        slope
    }

    /// Adds what the results of two players do to the slope.
    fn add_slope(&self, point: &[f64], [first, second]: [usize; 2], results: [f64; 3], slope: &mut [f64]) {
        let [won, drawn, lost] = results;
        let [win, draw, loss] = chances(point[first] - point[second], self.draw(point));
        let hands = won + drawn + lost;
        let surprise = (won - lost - hands * (win - loss)) / 2.0;
        slope[first] += surprise;
        slope[second] -= surprise;
        if self.with_draws {
            slope[self.players] += drawn - hands * draw;
        }
    }

    /// Minus the second derivatives, and ones within each group: without them shifts of a group would be
    /// free.
    fn information(&self, point: &[f64]) -> Matrix {
        let mut matrix = Matrix::zeros(self.size());
        for (players, [won, drawn, lost]) in &self.pairs {
            let [first, second] = *players;
            let [win, draw, loss] = chances(point[first] - point[second], self.draw(point));
            let hands = won + drawn + lost;
            let of_apart = hands * (win + loss - (win - loss) * (win - loss)) / 4.0;
            matrix[[first, first]] += of_apart;
            matrix[[second, second]] += of_apart;
            matrix[[first, second]] -= of_apart;
            matrix[[second, first]] -= of_apart;
            if self.with_draws {
                let (last, both) = (self.players, -hands * (win - loss) * draw / 2.0);
                for (player, both) in [(first, both), (second, -both)] {
                    matrix[[player, last]] += both;
                    matrix[[last, player]] += both;
                }
                matrix[[last, last]] += hands * draw * (1.0 - draw);
            }
        }
        if self.prior > 0.0 {
            for (player, strength) in point[..self.players].iter().enumerate() {
                let share = logistic(*strength);
                matrix[[player, player]] += self.prior * share * (1.0 - share);
            }
        } else {
            for group in &self.groups {
                for &one in group {
                    for &other in group {
                        matrix[[one, other]] += 1.0;
                    }
                }
            }
        }
        matrix
    }

    /// The sum over the bouts of the squares of their slopes.
    fn spread(&self, point: &[f64], bouts: &[&Bout]) -> Matrix {
        let mut matrix = Matrix::zeros(self.size());
        let mut slope = vec![0.0; self.size()];
        for bout in bouts {
            self.add_slope(point, bout.players, [bout.won, bout.drawn, bout.lost], &mut slope);
            let draws = self.with_draws.then_some(self.players);
            let touched = || bout.players.into_iter().chain(draws);
            for one in touched() {
                for other in touched() {
                    matrix[[one, other]] += slope[one] * slope[other];
                }
            }
            touched().for_each(|one| slope[one] = 0.0);
        }
        matrix
    }
}
