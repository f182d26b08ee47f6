//! The two sweeps of an iteration over one player's information sets: upwards to learn, downwards to reach.

use super::lanes::{self, LANES, Row};
use super::layout::{Batch, Layout};
use super::number::Number;
use super::products::{Payoffs, Rows};
use super::variant::Variant;
use crate::parallel;

/// The number of rows from which a batch is shared among threads. Waking them takes longer than a whole
/// iteration of liar's dice.
const SHARED_FROM: usize = 1 << 12;

/// The number of blocks that a thread takes at once. Results do not depend on it: no block of a batch reads
/// another.
const BLOCKS_AT_ONCE: usize = 256;

/// The tables of one player. Rows as in the player's [`Layout`].
#[derive(Clone, Debug)]
pub(super) struct Tables<R> {
    pub(super) regrets: Vec<Row<R>>,
    /// The policy to be played next.
    pub(super) current: Vec<Row<R>>,
    pub(super) average: Vec<Row<R>>,
    /// The value of each set to the player in this iteration, times the reach of the others; at the end a row
    /// of zeros.
    values: Vec<Row<R>>,
}

/// The numbers of a [`Variant`] in one iteration.
#[derive(Clone, Copy, Debug)]
pub(super) struct Factors<R> {
    positive: R,
    negative: R,
    /// The lowest regret that is kept.
    floor: R,
    next_positive: R,
    next_negative: R,
    prediction: R,
    average: R,
}

/// What follows the slots of a player: entries of the ends with the place of the others' sequence, and places
/// of the sets that may come next, counted from the end of the batch.
#[derive(Clone, Debug)]
pub(super) struct Successors<R> {
    pub(super) ends: Payoffs<R>,
    pub(super) later: Rows<u32>,
}

impl<R: Number> Factors<R> {
    pub(super) fn new(variant: &Variant, t: u64) -> Factors<R> {
        // Without a prediction the next discount changes no policy, only its rounding.
        let predicts = variant.prediction != 0.0;
        let next = |factor: f64| R::from_f64(if predicts { factor } else { 1.0 });
        Factors {
            positive: R::from_f64(variant.positive.at(t)),
            negative: R::from_f64(variant.negative.at(t)),
            floor: if variant.floor { R::ZERO } else { R::from_f64(f64::NEG_INFINITY) },
            next_positive: next(variant.positive.at(t + 1)),
            next_negative: next(variant.negative.at(t + 1)),
            prediction: R::from_f64(variant.prediction),
            average: R::from_f64(variant.average_at(t)),
        }
    }
}

impl<R: Number> Tables<R> {
    /// No regret yet, so that all actions are equally likely.
    pub(super) fn new(layout: &Layout) -> Tables<R> {
        let zeros = vec![[R::ZERO; LANES]; layout.slots / LANES];
        let mut current = zeros.clone();
        for batch in &layout.batches {
            let even = R::ONE / R::from_f64(batch.actions as f64);
            current[batch.first_slot / LANES..batch.end_slot() / LANES].fill([even; LANES]);
        }
        let values = vec![[R::ZERO; LANES]; layout.sets / LANES + 1];
        Tables { regrets: zeros.clone(), current, average: zeros, values }
    }

    /// Learns from one iteration: `own` is the reach of the player's own sequences, `others` that of the
    /// others'.
    pub(super) fn learn(
        &mut self,
        layout: &Layout,
        successors: &Successors<R>,
        factors: &Factors<R>,
        own: &[Row<R>],
        others: &[R],
    ) {
        for batch in layout.batches.iter().rev() {
            let slots = batch.first_slot / LANES..batch.end_slot() / LANES;
            let (values, later) = self.values.split_at_mut(batch.end_set() / LANES);
            let mut blocks = Blocks {
                actions: batch.actions,
                group: slots.start,
                regrets: &mut self.regrets[slots.clone()],
                current: &mut self.current[slots.clone()],
                average: &mut self.average[slots.clone()],
                own: &own[slots],
                values: &mut values[batch.first_set / LANES..],
            };
            let later = later.as_flattened();
            if batch.blocks * batch.actions < SHARED_FROM {
                blocks.learn(successors, factors, others, later);
            } else {
                parallel::for_each(&mut blocks.split(), &|_, blocks| {
                    blocks.learn(successors, factors, others, later);
                });
            }
        }
    }

    /// The reach of each slot under the current policy.
    pub(super) fn reach(&self, layout: &Layout, reach: &mut [Row<R>]) {
        for batch in &layout.batches {
            let (before, rest) = reach.split_at_mut(batch.first_slot / LANES);
            let slots = batch.first_slot / LANES..batch.end_slot() / LANES;
            let here = &mut rest[..slots.len()];
            let current = &self.current[slots];
            let parents = &layout.parents[batch.first_set..batch.end_set()];
            let before = before.as_flattened();
            if batch.blocks * batch.actions < SHARED_FROM {
                reach_blocks(batch, here, current, parents, before);
            } else {
                let rows = BLOCKS_AT_ONCE * batch.actions;
                let parts = here.chunks_mut(rows).zip(current.chunks(rows));
                let mut parts: Vec<_> = parts.zip(parents.chunks(BLOCKS_AT_ONCE * LANES)).collect();
                parallel::for_each(&mut parts, &|_, ((here, current), parents)| {
                    reach_blocks(batch, here, current, parents, before);
                });
            }
        }
    }
}

fn reach_blocks<R: Number>(
    batch: &Batch,
    here: &mut [Row<R>],
    current: &[Row<R>],
    parents: &[u32],
    before: &[R],
) {
    let (parents, _) = parents.as_chunks::<LANES>();
    let blocks = here.chunks_exact_mut(batch.actions).zip(current.chunks_exact(batch.actions));
    for ((here, current), parents) in blocks.zip(parents) {
        let before: Row<R> = std::array::from_fn(|lane| before[parents[lane] as usize]);
        for (here, current) in here.iter_mut().zip(current) {
            *here = lanes::multiply(before, *current);
        }
    }
}

/// Some blocks of one batch.
struct Blocks<'t, R> {
    actions: usize,
    /// The number of the first row among all of the player.
    group: usize,
    regrets: &'t mut [Row<R>],
    current: &'t mut [Row<R>],
    average: &'t mut [Row<R>],
    own: &'t [Row<R>],
    values: &'t mut [Row<R>],
}

impl<'t, R: Number> Blocks<'t, R> {
    /// The blocks in parts for threads.
    fn split(self) -> Vec<Blocks<'t, R>> {
        let (actions, group) = (self.actions, self.group);
        let rows = BLOCKS_AT_ONCE * actions;
        let tables = self.regrets.chunks_mut(rows).zip(self.current.chunks_mut(rows));
        let reaches = self.average.chunks_mut(rows).zip(self.own.chunks(rows));
        let values = self.values.chunks_mut(BLOCKS_AT_ONCE);
        let parts = tables.zip(reaches).zip(values).enumerate();
        let parts = parts.map(|(part, (((regrets, current), (average, own)), values))| Blocks {
            actions,
            group: group + part * rows,
            regrets,
            current,
            average,
            own,
            values,
        });
        parts.collect()
    }

    fn learn(&mut self, successors: &Successors<R>, factors: &Factors<R>, others: &[R], later: &[R]) {
        // The compiler unrolls what it knows the length of.
        match self.actions {
            1 => self.learn_with(&mut [[R::ZERO; LANES]; 1], successors, factors, others, later),
            2 => self.learn_with(&mut [[R::ZERO; LANES]; 2], successors, factors, others, later),
            3 => self.learn_with(&mut [[R::ZERO; LANES]; 3], successors, factors, others, later),
            4 => self.learn_with(&mut [[R::ZERO; LANES]; 4], successors, factors, others, later),
            n => self.learn_with(&mut vec![[R::ZERO; LANES]; n], successors, factors, others, later),
        }
    }

    #[inline(always)]
    fn learn_with(
        &mut self,
        gained: &mut [Row<R>],
        successors: &Successors<R>,
        factors: &Factors<R>,
        others: &[R],
        later: &[R],
    ) {
        let actions = gained.len();
        let mut group = self.group;
        let tables = self.regrets.chunks_exact_mut(actions).zip(self.current.chunks_exact_mut(actions));
        let reaches = self.average.chunks_exact_mut(actions).zip(self.own.chunks_exact(actions));
        for (((regrets, current), (average, own)), value) in tables.zip(reaches).zip(&mut *self.values) {
            let mut mean = [R::ZERO; LANES];
            for action in 0..actions {
                let mut sums = successors.ends.products(group, others);
                if !successors.later.is_empty(group) {
                    sums = lanes::add(sums, successors.later.sums(group, |place| later[place as usize]));
                }
                mean = lanes::add(mean, lanes::multiply(sums, current[action]));
                gained[action] = sums;
                group += 1;
            }
            *value = mean;
            match_regrets(regrets, current, average, own, gained, &mean, factors);
        }
    }
}

/// Adds to the sums of one block the new regrets and the policy that was played, and matches the regrets:
/// `own` is the reach of the played policy, `gained` what each action gains and `mean` what the policy does.
///
/// Kept apart from its caller, and with every slice an argument of its own, so that the compiler knows that
/// they do not overlap: then it uses vector instructions, and otherwise it does not.
#[inline(never)]
fn match_regrets<R: Number>(
    regrets: &mut [Row<R>],
    current: &mut [Row<R>],
    average: &mut [Row<R>],
    own: &[Row<R>],
    gained: &[Row<R>],
    mean: &Row<R>,
    factors: &Factors<R>,
) {
    let even = R::ONE / R::from_f64(gained.len() as f64);
    let mut total = [R::ZERO; LANES];
    let rows = regrets.iter_mut().zip(current.iter_mut()).zip(average.iter_mut().zip(own)).zip(gained);
    for (((regrets, current), (average, own)), gained) in rows {
        for lane in 0..LANES {
            let gain = gained[lane] - mean[lane];
            let kept =
                regrets[lane].positive() * factors.positive + regrets[lane].negative() * factors.negative;
            let regret = kept + gain;
            let regret = if regret > factors.floor { regret } else { factors.floor };
            regrets[lane] = regret;
            let next = regret.positive() * factors.next_positive + regret.negative() * factors.next_negative;
            let positive_part = (next + factors.prediction * gain).positive();
            current[lane] = positive_part;
            total[lane] += positive_part;
            average[lane] = average[lane] * factors.average + own[lane];
        }
    }
    for positive_parts in current {
        for lane in 0..LANES {
            let share = positive_parts[lane] / total[lane];
            positive_parts[lane] = if total[lane] > R::ZERO { share } else { even };
        }
    }
}

#[cfg(test)]
mod tests {
    use hinterhand_engine::Player;
    use hinterhand_engine::games::GenericPoker;
    use hinterhand_engine::games::poker::Generic;

    use super::{Layout, SHARED_FROM};
    use crate::cfr::{Cfr, Variant};
    use crate::tree::GameTree;

    #[test]
    fn threads_change_nothing() {
        let poker = GenericPoker::new(Generic { ranks: 9, copies: 2, ..Generic::default() });
        let poker = GameTree::compile(&poker, 2_000_000).expect("a game of known size");
        for player in Player::all(2) {
            let layout = Layout::new(poker.tree(), player);
            let rows: Vec<usize> = layout.batches.iter().map(|batch| batch.blocks * batch.actions).collect();
            assert!(rows.iter().any(|&rows| rows >= SHARED_FROM), "too small a game: {rows:?}");
        }
        let new = Cfr::<f32>::new(poker.tree(), Variant::PDCFR_PLUS);
        let run = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
            let mut solver = new.clone();
            pool.install(|| (0..3).for_each(|_| solver.step()));
            solver.snapshot()
        };
        let one = run(1);
        assert_eq!(one, run(2));
        assert_eq!(one, run(5));
    }
}
