//! Second tricks with open talon that only an opponent's mistake leads to: the trick and all below it learned
//! again.
//!
//! Where no two hands come by the strategy to the trick, or to what follows a lead in it, the *owner* has
//! learned nothing since two last did. So the reduced game from there on is solved by itself, as a gadget game
//! (Burch, Johanson and Bowling, "Solving Imperfect Information Games Using Decomposition", 2014): each hand
//! of the stranger enters once, and more often if it wins more than before (see [`Entries`]). First the trick
//! as a whole is learned, if it has to be, and then what follows each lead in it, where a hand may come by a
//! second mistake. Mistakes further down are left to [`refine`](crate::off_path::refinement::refine), which
//! is told how often the stranger gets there by what it has learned here.

use hinterhand_solvers::cfr::Variant;

use crate::learn::average::shared;
use crate::learn::hands::TrickTables;
use crate::off_path::gadget::Entries;
use crate::position::reaching::{Reaches, reaches, relative};
use crate::position::subsets::{number, places, subsets, with_gap};
use crate::position::walk::HandContext;
use crate::reduced::sequences::PassMode;
use crate::regrets::Factors;

/// What was learned again of a second trick.
pub(crate) struct Relearned {
    pub(crate) tables: TrickTables,
    /// The stranger's reach of what follows, by the average of what it has learned, if an even player's is 1.
    /// Not where a lead was learned by itself that the stranger plays: a hand comes to it with weights that do
    /// not depend on its other leads.
    pub(crate) stranger: Reaches,
}

/// The tables of `owner` in a second trick, from the reach of both on; none if the strategy itself leads to
/// all that could be learned again there.
pub(crate) fn relearn_second_trick(
    context: HandContext<'_>,
    part: &TrickTables,
    owner: u8,
    [own, faithful]: [&[f64]; 2],
    iterations: u32,
) -> Option<Relearned> {
    if own.iter().all(|&reach| reach == 0.0) {
        return None;
    }
    let n = part.position.state.n;
    let held = |reach: &[f64]| -> Vec<u16> {
        subsets(n, 3).iter().zip(reach).filter(|(_, reach)| **reach > 0.0).map(|(&hand, _)| hand).collect()
    };
    let hands = [held(own), held(faithful)];
    let own = relative(own);
    let meets = |hand: u16, others: &[u16]| others.iter().any(|other| other & hand == 0);
    let met = hands[0].iter().any(|&hand| meets(hand, &hands[1]));
    let mut trick = SecondTrick { context, part, owner, iterations, learned: None };
    if !met {
        trick.relearn(None, &own, None);
    }
    let owner_leads = part.position.state.leader == owner;
    if owner_leads && !met {
        return trick.learned;
    }
    let (leading, replying) = if owner_leads { (&hands[0], &hands[1]) } else { (&hands[1], &hands[0]) };
    // What a mistaken lead may win: as much as the best one.
    let best =
        if owner_leads { Vec::new() } else { trick.tables().best_responses(context, 1 - owner, None, &own) };
    for lead in 0..n {
        let sums = &trick.tables().rows.sums;
        // How often a hand leads this.
        let share = |hand: u16| -> f64 {
            let Some(action) = places(hand).position(|place| place == lead) else { return 0.0 };
            let shares = shared(&sums[4 * number(hand)..][..4], 0b1111).map(f64::from);
            shares[action] / shares.iter().sum::<f64>()
        };
        if leading.iter().any(|&hand| share(hand) > 0.0 && meets(hand, replying)) {
            continue;
        }
        let with = |&rest: &u16| number(with_gap(rest, lead) | 1 << lead);
        let (left, most) = if owner_leads {
            let led = |hand: usize| own[hand] * share(subsets(n, 3)[hand]);
            let left: Vec<f64> = subsets(n - 1, 2).iter().map(with).map(led).collect();
            // What the owner never leads needs no play after it.
            if left.iter().all(|&reach| reach == 0.0) {
                continue;
            }
            (relative(&left), None)
        } else {
            let left = subsets(n - 1, 3).iter().map(|&hand| own[number(with_gap(hand, lead))]).collect();
            (left, Some(subsets(n - 1, 2).iter().map(with).map(|hand| best[hand]).collect::<Vec<f64>>()))
        };
        trick.relearn(Some(lead), &left, most.as_deref());
    }
    trick.learned
}

/// A second trick whose owner learns again.
struct SecondTrick<'a> {
    context: HandContext<'a>,
    /// As it was learned before.
    part: &'a TrickTables,
    owner: u8,
    iterations: u32,
    learned: Option<Relearned>,
}

impl SecondTrick<'_> {
    /// The tables so far.
    fn tables(&self) -> &TrickTables {
        self.learned.as_ref().map_or(self.part, |learned| &learned.tables)
    }

    /// Learns again from here on; the stranger's hands should win no more than against the part as it was,
    /// and by no means more than `most`.
    fn relearn(&mut self, lead: Option<usize>, own: &[f64], most: Option<&[f64]>) {
        let SecondTrick { context, part, owner, iterations, .. } = *self;
        let won = part.best_responses(context, 1 - owner, lead, own);
        let mut entries = Entries::new(&won, most);
        let (mut saved, mut wins) = (vec![0.0; own.len()], vec![0.0; won.len()]);
        let learned =
            self.learned.get_or_insert_with(|| Relearned { tables: part.clone(), stranger: Reaches::new() });
        let Relearned { tables, stranger } = learned;
        tables.forget(lead);
        let (mut average, mut weights) = (vec![0.0; won.len()], 0.0);
        for iteration in 1..=iterations {
            let factors = Factors::new(&Variant::DCFR, iteration);
            let range = entries.reach();
            weights += f64::from(factors.weight);
            for (sum, reach) in average.iter_mut().zip(&range) {
                *sum += f64::from(factors.weight) * reach;
            }
            tables.second_trick(context, owner, PassMode::Learn(factors), lead, &range, &mut saved);
            tables.second_trick(context, 1 - owner, PassMode::Learn(factors), lead, own, &mut wins);
            entries.learn(&wins, &factors);
        }
        if most.is_none() {
            average.iter_mut().for_each(|sum| *sum /= weights);
            let rows: Vec<[u16; 4]> = tables.rows.sums.chunks(4).map(|sums| shared(sums, 0b1111)).collect();
            for (base, reach) in reaches(context, &part.position, lead, &rows, 1 - owner, &average) {
                match stranger.binary_search_by_key(&base, |&(base, _)| base) {
                    Ok(at) => stranger[at].1 = reach,
                    Err(at) => stranger.insert(at, (base, reach)),
                }
            }
        }
    }
}
