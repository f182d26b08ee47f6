//! The parts of luck, and those of a deal.

use crate::tournament::{Outcome, Payoffs};

/// The sources of luck.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Part {
    /// The cards that were dealt. They are the same for all who sit in the same seat.
    Deal,
    /// Cards drawn later.
    Draws,
    /// Random decisions of bots, and those of searches that sample.
    Decisions,
}

impl Part {
    /// All of them.
    pub const ALL: [Part; 3] = [Part::Deal, Part::Draws, Part::Decisions];
}

/// The luck of a deal that a pairing has played from every seating.
#[derive(Clone, PartialEq, Debug)]
pub struct DealLuck(pub [Payoffs; 3]);

impl DealLuck {
    /// One part of it: for each seating that of each bot.
    pub fn part(&self, part: Part) -> &Payoffs {
        &self.0[part as usize]
    }

    /// For each seating half of what the first of two places won more than the second, and the parts of luck
    /// in that.
    pub fn in_margins(&self, won: &Payoffs, first: usize, second: usize) -> Vec<(f64, [f64; 3])> {
        let margins = |of: &Payoffs| Outcome::margins(of, first, second);
        let [dealt, drawn, decided] = Part::ALL.map(|part| margins(self.part(part)));
        let parts = dealt.into_iter().zip(drawn).zip(decided).map(|((a, b), c)| [a, b, c]);
        margins(won).into_iter().zip(parts).collect()
    }
}
