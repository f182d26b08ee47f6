//! The results of walks, noted down in the order of the walks until the tables learn them.

use hinterhand_engine::Rng;

use super::options::Options;

/// Slots from here on are not in the tables yet.
pub(super) const NEW: u32 = 1 << 31;

/// The number of walks that a thread takes at once. They draw from one stream.
pub(super) const WALKS_AT_ONCE: u32 = 16;

/// The results of walks, in their order, and the information sets that they met first.
#[derive(Clone, Debug)]
pub(super) struct Log<N> {
    pub(super) results: Results,
    pub(super) new_sets: N,
    /// What the walks draw from. It goes on from batch to batch.
    pub(super) rng: Rng,
    /// The position of the generator before the walks of this batch.
    pub(super) begun: u64,
}

impl<N: Default> Log<N> {
    /// The logs of a batch before its first walk: all of one player, and if several learn at a time, then those of the
    /// next one. Each player draws from the same streams, so that all make the same walks.
    pub(super) fn of_batch(players: usize, options: &Options) -> Vec<Log<N>> {
        let log = |stream| Log {
            results: Results::default(),
            new_sets: N::default(),
            rng: Rng::new(options.seed, stream),
            begun: 0,
        };
        let streams = u64::from(options.batch.div_ceil(WALKS_AT_ONCE));
        (0..options.sampling.learners(players)).flat_map(|_| (0..streams).map(log)).collect()
    }

    /// Forgets the walks of the batch, as if they had not been made, and gives their memory back.
    pub(super) fn take_back(&mut self) {
        (self.results, self.new_sets) = (Results::default(), N::default());
        self.rng.seek(self.begun);
    }
}

/// How far the generators have gone.
pub(super) fn positions<N>(logs: &[Log<N>]) -> Vec<u64> {
    logs.iter().map(|log| log.rng.position()).collect()
}

/// Goes on where the generators were.
pub(super) fn seek<N>(logs: &mut [Log<N>], positions: &[u64]) {
    logs.iter_mut().zip(positions).for_each(|(log, &position)| log.rng.seek(position));
}

/// The results of walks.
#[derive(Clone, Debug, Default)]
pub(super) struct Results {
    /// The number of nodes visited: chance, decisions and ends.
    pub(super) nodes: u64,
    pub(super) learned: Vec<Learned>,
    /// The regrets of all that was learned, one information set after the other.
    pub(super) regrets: Vec<f64>,
    pub(super) averaged: Vec<Averaged>,
    pub(super) found: Vec<Found>,
    /// The estimated values of the actions of the decisions on the way: empty between walks.
    pub(super) estimates: Vec<f64>,
}

/// An information set whose regrets were estimated.
#[derive(Clone, Copy, Debug)]
pub(super) struct Learned {
    pub(super) first: u32,
    pub(super) actions: u32,
    /// The weight of its regrets.
    pub(super) weight: f64,
    /// The estimated value of the policy there.
    pub(super) value: f64,
}

/// An information set whose policy enters the average.
#[derive(Clone, Copy, Debug)]
pub(super) struct Averaged {
    pub(super) first: u32,
    pub(super) actions: u32,
    pub(super) weight: f64,
}

/// The value of an action to the player who walked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    pub(super) slot: u32,
    pub(super) value: f64,
}

impl Results {
    pub(super) fn clear(&mut self) {
        self.nodes = 0;
        self.learned.clear();
        self.regrets.clear();
        self.averaged.clear();
        self.found.clear();
    }

    /// Tells the estimated value of each action of what was learned, with its slot. A decision to which the
    /// policies of the others never lead has a weight of 0, and its estimates are not known any more.
    pub(super) fn tell_estimates(&self, note: &mut dyn FnMut(usize, f64)) {
        let mut regrets = self.regrets.iter();
        for learned in &self.learned {
            let regrets = regrets.by_ref().take(learned.actions as usize);
            for (slot, regret) in (learned.first as usize..).zip(regrets).filter(|_| learned.weight > 0.0) {
                note(slot, learned.value + regret / learned.weight);
            }
        }
    }

    /// The number of bytes.
    #[inline]
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&self.learned[..])
            + size_of_val(&self.regrets[..])
            + size_of_val(&self.averaged[..])
            + size_of_val(&self.found[..])
    }

    /// Replaces the slots of new information sets, which are counted from [`NEW`] on, by those that these
    /// sets have got.
    pub(super) fn settle(&mut self, slots: &[u32]) {
        let firsts = self.learned.iter_mut().map(|learned| &mut learned.first);
        let firsts = firsts.chain(self.averaged.iter_mut().map(|averaged| &mut averaged.first));
        let firsts = firsts.chain(self.found.iter_mut().map(|found| &mut found.slot));
        for first in firsts.filter(|first| **first >= NEW) {
            *first = slots[(*first - NEW) as usize];
        }
    }
}
