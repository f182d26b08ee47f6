//! Standings: the cross table with intervals, and ratings.

use super::{Outcome, Tally};
use crate::ratings::{Bout, BradleyTerry, CrossTable, Gap, Moments, Spread, Zero};

/// The level of all intervals.
pub const LEVEL: f64 = 0.95;

/// The standings of the bots after some deals.
///
/// The unit of all intervals is the deal, played from every seating. Those of a cell of the cross table stand
/// on nothing else; for the mean of a bot over all its opponents the same cards, played against several of
/// them, count as if they were others.
#[derive(Clone, Debug)]
pub struct Standings {
    bots: Vec<Standing>,
    margins: CrossTable,
    shares: CrossTable,
    counts: Vec<Vec<[u64; 3]>>,
    order: Vec<usize>,
}

/// The results of one bot.
#[derive(Clone, Debug, Default)]
pub struct Standing {
    /// The hands, or matches, in which it won more than the other, as much, and less.
    pub counts: [u64; 3],
    /// By how much it wins a deal on average, as [`Outcome::margin`] has it.
    pub margin: Moments,
    /// The share of hands won in a deal, draws counted as halves.
    pub share: Moments,
    /// The rating relative to the mean of the comparable players, if ratings were asked for.
    pub rating: Option<Gap>,
    /// The points of a Swiss tournament, if it is one.
    pub points: Option<f64>,
}

impl Standings {
    /// The standings of this number of bots; ratings take time where there are many deals.
    pub fn of(tally: &Tally, bots: usize, with_ratings: bool, points: Option<&[f64]>) -> Standings {
        let mut standings = Standings {
            bots: vec![Standing::default(); bots],
            margins: CrossTable::new(bots),
            shares: CrossTable::new(bots),
            counts: vec![vec![[0; 3]; bots]; bots],
            order: (0..bots).collect(),
        };
        let mut bouts = Vec::new();
        for ([first, second], outcomes) in tally.pairs() {
            for (outcome, &times) in outcomes {
                let Outcome { margin, won, drawn, lost } = *outcome;
                // Shares are taken from one half, so that those of two bots differ by their sign.
                let share = (f64::from(won) - f64::from(lost)) / 2.0 / f64::from(won + drawn + lost);
                let bout = Bout {
                    players: [first, second],
                    won: won.into(),
                    drawn: drawn.into(),
                    lost: lost.into(),
                };
                for _ in 0..times {
                    standings.margins.add(first, second, margin);
                    standings.shares.add(first, second, share);
                    if with_ratings {
                        bouts.push(bout);
                    }
                }
                let [mine, theirs] = [[won, drawn, lost], [lost, drawn, won]];
                for (row, column, counts) in [(first, second, mine), (second, first, theirs)] {
                    let cell = &mut standings.counts[row][column];
                    for (sum, count) in cell.iter_mut().zip(counts) {
                        *sum += u64::from(count) * times;
                    }
                }
            }
        }
        standings.sum_up(points);
        if with_ratings {
            let fit = BradleyTerry::fit(bots, &bouts, 0.0).expect("bouts are between two of the bots");
            let ratings = fit.ratings(Zero::Mean, Spread::Bouts);
            for (standing, rating) in standings.bots.iter_mut().zip(ratings) {
                standing.rating = Some(rating);
            }
        }
        standings.sort();
        standings
    }

    /// Sums each row up.
    fn sum_up(&mut self, points: Option<&[f64]>) {
        for row in 0..self.bots.len() {
            let mut standing = Standing { points: points.map(|points| points[row]), ..Standing::default() };
            for column in (0..self.bots.len()).filter(|&column| column != row) {
                standing.margin.merge(&self.margins.cell(row, column));
                standing.share.merge(&self.share(row, column));
                for (sum, count) in standing.counts.iter_mut().zip(self.counts[row][column]) {
                    *sum += count;
                }
            }
            self.bots[row] = standing;
        }
    }

    /// The best first: by points, then by the share of hands won, then by the margin.
    fn sort(&mut self) {
        let key = |bot: usize| {
            let standing = &self.bots[bot];
            let or_least = |number: Option<f64>| number.unwrap_or(f64::NEG_INFINITY);
            [standing.points, standing.share.mean(), standing.margin.mean()].map(or_least)
        };
        let mut order = std::mem::take(&mut self.order);
        order.sort_by(|&a, &b| {
            let pairs = key(b).into_iter().zip(key(a));
            let differ = pairs.map(|(b, a)| b.total_cmp(&a)).find(|order| order.is_ne());
            differ.unwrap_or(std::cmp::Ordering::Equal).then(a.cmp(&b))
        });
        self.order = order;
    }

    /// The rating of each bot, by its number.
    pub fn bots(&self) -> &[Standing] {
        &self.bots
    }

    /// The numbers of the bots, the best first.
    pub fn order(&self) -> &[usize] {
        &self.order
    }

    /// By how much the bot of a row wins a deal against that of a column.
    pub fn margin(&self, row: usize, column: usize) -> Moments {
        self.margins.cell(row, column)
    }

    /// The share of hands that the bot of a row won against that of a column, draws counted as halves.
    pub fn share(&self, row: usize, column: usize) -> Moments {
        let cell = self.shares.cell(row, column);
        let Some(mean) = cell.mean() else { return cell };
        let count = cell.count();
        let squares = cell.variance().unwrap_or(0.0) * (count.saturating_sub(1)) as f64;
        let (mean, n) = (mean + 0.5, count as f64);
        Moments::of_sums(count, mean * n, squares + mean * mean * n)
    }

    /// The hands won, drawn and lost by the bot of a row against that of a column.
    pub fn counts(&self, row: usize, column: usize) -> [u64; 3] {
        self.counts[row][column]
    }
}
