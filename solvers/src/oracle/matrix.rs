//! A game that was written out, as an oracle: its payoffs as sparse matrices.

use hinterhand_engine::Player;

use super::{Oracle, Treeplex};
use crate::parallel;
use crate::tree::{Policy, SetId, Slot, Tree};

/// The payoffs of a written-out game of two players: for each pair of sequences that can meet, what both get, with the
/// probability of chance. Ends at which the same sequences meet are added up.
///
/// ```
/// use hinterhand_engine::games::Kuhn;
/// use hinterhand_solvers::{oracle::{self, PayoffMatrix}, tree::GameTree};
///
/// let kuhn = GameTree::compile(&Kuhn::default(), 1_000)?;
/// let matrix = PayoffMatrix::new(kuhn.tree());
/// let plans = [0, 1].map(|player| oracle::uniform(&matrix, player));
/// assert!((oracle::judge(&matrix, [&plans[0], &plans[1]]).value - 0.125).abs() < 1e-15);
/// # Ok::<(), hinterhand_solvers::tree::CompileError>(())
/// ```
#[derive(Clone, Debug)]
pub struct PayoffMatrix {
    treeplexes: [Treeplex; 2],
    rows: [Rows; 2],
    /// For each player its information sets in the tree.
    sets: [Vec<SetId>; 2],
}

/// The payoffs of one player, by its sequences.
#[derive(Clone, Debug)]
struct Rows {
    /// The first entry of each sequence, and the number of entries.
    first: Vec<u32>,
    /// The sequence of the other, and the payoff times the probability of chance.
    entries: Vec<(u32, f64)>,
}

impl PayoffMatrix {
    /// The payoffs of a tree.
    ///
    /// # Panics
    ///
    /// If it is not a game of two players.
    pub fn new(tree: &Tree) -> PayoffMatrix {
        assert_eq!(tree.players(), 2, "an oracle is of two players");
        let mut sequence_of = vec![0_u32; tree.slot_count()];
        let mut sets = [Vec::new(), Vec::new()];
        let treeplexes = [Player::FIRST, Player::SECOND].map(|player| {
            let (mut first, mut parent) = (vec![1_u32], Vec::new());
            for (id, set) in tree.sets().iter().enumerate().filter(|(_, set)| set.player() == player) {
                let mut next = *first.last().expect("there is an entry before the first one");
                for slot in set.slots() {
                    sequence_of[slot] = next;
                    next += 1;
                }
                parent.push(number(set.parent(), &sequence_of));
                sets[player.index()].push(SetId::new(id));
                first.push(next);
            }
            // By perfect recall a set comes after those in which its player decided before.
            let layers = vec![std::iter::once(0..parent.len()).collect()];
            Treeplex::new(first, parent, layers)
        });
        let rows = [0, 1].map(|player| {
            let ends = tree.ends().map(|end| {
                let numbers = [0, 1].map(|seat| number(end.sequences[seat], &sequence_of));
                (numbers[player], numbers[1 - player], end.weight * end.payoffs[player])
            });
            Rows::new(treeplexes[player].sequences(), ends.collect())
        });
        PayoffMatrix { treeplexes, rows, sets }
    }

    /// The information set of the tree with this number.
    pub fn set(&self, player: usize, infoset: usize) -> SetId {
        self.sets[player][infoset]
    }

    /// The largest amount that a pair of sequences pays to either player, times the probability of chance.
    pub fn largest(&self) -> f64 {
        self.rows[0].entries.iter().map(|(_, payoff)| payoff.abs()).fold(0.0, f64::max)
    }

    /// The plan of a player that follows a policy on the tree.
    pub fn plan(&self, tree: &Tree, policy: &Policy, player: usize) -> Vec<f64> {
        let treeplex = &self.treeplexes[player];
        let mut plan = vec![0.0; treeplex.sequences()];
        plan[0] = 1.0;
        for (infoset, &set) in self.sets[player].iter().enumerate() {
            let reach = plan[treeplex.parent(infoset)];
            for (sequence, probability) in treeplex.sequences_of(infoset).zip(policy.at(tree, set)) {
                plan[sequence] = reach * probability;
            }
        }
        plan
    }
}

/// The number of the sequence that ends with this decision.
fn number(last: Option<Slot>, sequence_of: &[u32]) -> u32 {
    last.map_or(0, |slot| sequence_of[slot.index()])
}

impl Rows {
    fn new(sequences: usize, mut ends: Vec<(u32, u32, f64)>) -> Rows {
        // The order of equal pairs stays, so that they are added up in a fixed order.
        ends.sort_by_key(|&(own, other, _)| (own, other));
        ends.dedup_by(|next, kept| {
            let same = (next.0, next.1) == (kept.0, kept.1);
            if same {
                kept.2 += next.2;
            }
            same
        });
        let mut first = vec![0_u32; sequences + 1];
        ends.iter().for_each(|&(own, ..)| first[own as usize + 1] += 1);
        for sequence in 0..sequences {
            first[sequence + 1] += first[sequence];
        }
        Rows { first, entries: ends.into_iter().map(|(_, other, payoff)| (other, payoff)).collect() }
    }
}

impl Oracle for PayoffMatrix {
    fn treeplex(&self, player: usize) -> &Treeplex {
        &self.treeplexes[player]
    }

    fn gradient(&self, player: usize, plan: &[f64], gradient: &mut [f64], _: &mut Vec<f64>) {
        let rows = &self.rows[player];
        parallel::for_parts(4096, gradient, &|first, numbers| {
            for (sequence, number) in (first..).zip(numbers) {
                let entries = rows.first[sequence] as usize..rows.first[sequence + 1] as usize;
                let entries = rows.entries[entries].iter();
                *number = entries.map(|&(other, payoff)| plan[other as usize] * payoff).sum();
            }
        });
    }
}
