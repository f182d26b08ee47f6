//! The number of hands that bots have forfeited.

use std::collections::BTreeMap;
use std::fmt;

use hinterhand_players::protocol::FaultKind;

use super::Played;

/// The faults of each bot, counted.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Forfeits(BTreeMap<usize, BTreeMap<FaultKind, u64>>);

impl Forfeits {
    /// Enters a fault of a bot.
    pub fn add(&mut self, bot: usize, kind: FaultKind) {
        *self.0.entry(bot).or_default().entry(kind).or_default() += 1;
    }

    /// Enters all of a deal.
    pub fn enter(&mut self, played: &Played) {
        for hand in &played.hands {
            if let Some(forfeit) = &hand.forfeit {
                self.add(hand.seats[forfeit.seat], forfeit.kind);
            }
        }
    }

    /// The forfeits of each bot that has any, by its number.
    pub fn bots(&self) -> impl Iterator<Item = (usize, FaultCounts<'_>)> {
        self.0.iter().map(|(bot, counts)| (*bot, FaultCounts(counts)))
    }

    /// The forfeits of one bot.
    pub fn of(&self, bot: usize) -> Option<FaultCounts<'_>> {
        self.0.get(&bot).map(FaultCounts)
    }
}

/// The faults of one bot by kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FaultCounts<'f>(&'f BTreeMap<FaultKind, u64>);

impl<'f> FaultCounts<'f> {
    /// The total number.
    pub fn all(self) -> u64 {
        self.0.values().sum()
    }

    /// The number of each kind that occurred.
    pub fn by_kind(self) -> impl Iterator<Item = (FaultKind, u64)> + use<'f> {
        self.0.iter().map(|(kind, times)| (*kind, *times))
    }
}

impl fmt::Display for FaultCounts<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kinds: Vec<String> = self.by_kind().map(|(kind, times)| format!("{kind} {times}")).collect();
        write!(f, "{} ({})", self.all(), kinds.join(", "))
    }
}
