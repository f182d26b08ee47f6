//! Exact equilibria of small zero-sum games of two, by linear programming.
//!
//! Koller, Megiddo and von Stengel, "Fast Algorithms for Finding Randomized Strategies in Game Trees" (1994):
//! with the reach of each sequence as its variables, a game in sequence form is a linear program. Player 0
//! looks for a plan whose worst case is best; the dual values are the plan of player 1. We differ in how the
//! simplex method starts: a pure plan of player 0 and a best response to it are a corner of the program that
//! is known without searching.
//!
//! The tables are dense and the method has no bound on its time, so this is for games of some hundred
//! information sets, and a check of other solvers that shares nothing with them but the tree.

mod dictionary;

use hinterhand_engine::Player;

use self::dictionary::Dictionary;
use hinterhand_solvers::tree::{Policy, Tree};

/// The most numbers that the tables may have: 256 MiB.
const MOST_ENTRIES: usize = 1 << 25;

/// An equilibrium.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Equilibrium {
    /// The average payoff of player 0.
    pub(crate) value: f64,
    /// The play of both. Where a player's own plan never leads, every action is equally likely.
    pub(crate) policy: Policy,
}

/// The reason why no equilibrium is found.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the fields are what the messages name")]
pub(crate) enum ExactError {
    #[error("linear programming needs a zero-sum game of two players")]
    NotZeroSumOfTwo,
    #[error("the linear program has {rows} rows and {columns} columns; {MOST_ENTRIES} numbers are allowed")]
    TooLarge { rows: usize, columns: usize },
    #[error("the simplex method lost its digits, or did not end within {pivots} pivots")]
    Lost { pivots: usize },
}

/// An equilibrium of `tree`, up to rounding.
///
/// ```
/// use hinterhand_engine::games::Kuhn;
/// use hinterhand_solvers::{exact, tree::GameTree};
///
/// let kuhn = GameTree::compile(&Kuhn::default(), 1_000)?;
/// let found = exact::equilibrium(kuhn.tree())?;
/// assert!((found.value + 1.0 / 18.0).abs() < 1e-15);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub(crate) fn equilibrium(tree: &Tree) -> Result<Equilibrium, ExactError> {
    if !tree.is_zero_sum_of_two() {
        return Err(ExactError::NotZeroSumOfTwo);
    }
    let program = Program::new(tree)?;
    let mut dictionary = program.corner();
    dictionary.shift();
    // Far more than seen: a game of 288 information sets takes some hundred.
    let most = 50 * (dictionary.rows() + dictionary.columns());
    if !dictionary.maximize(most) {
        return Err(ExactError::Lost { pivots: most });
    }
    Ok(Equilibrium { value: dictionary.value(), policy: program.policy(&dictionary) })
}

/// The linear program of a tree: maximize what player 1 leaves to player 0.
///
/// Variables are `x`, the reach of each slot of player 0, and `q`, what each information set of player 1 is
/// worth to player 0. Each set of player 0 demands that the reaches of its actions sum to that of the last
/// decision before it, or to 1; each slot of player 1 that its set is worth no more than what it leads to.
struct Program<'t> {
    tree: &'t Tree,
    dictionary: Dictionary,
    /// For each slot its column (player 0) or row (player 1).
    slots: Vec<usize>,
    /// For each set its row (player 0) or column (player 1).
    sets: Vec<usize>,
}

impl Program<'_> {
    fn new(tree: &Tree) -> Result<Program<'_>, ExactError> {
        let mut counts = [[0_usize; 2]; 2];
        let (mut slots, mut sets) = (vec![0; tree.slot_count()], vec![0; tree.sets().len()]);
        for (set, number) in tree.sets().iter().zip(&mut sets) {
            let [own_sets, own_slots] = &mut counts[set.player().index()];
            *number = *own_sets;
            *own_sets += 1;
            for slot in set.slots() {
                slots[slot] = *own_slots;
                *own_slots += 1;
            }
        }
        let [[sets_0, slots_0], [sets_1, slots_1]] = counts;
        let (rows, columns) = (sets_0 + slots_1, slots_0 + sets_1);
        if rows.saturating_mul(columns) > MOST_ENTRIES {
            return Err(ExactError::TooLarge { rows, columns });
        }
        for (set, number) in tree.sets().iter().zip(&mut sets) {
            if set.player() == Player::FIRST {
                continue;
            }
            *number += slots_0;
            slots[set.slots()].iter_mut().for_each(|row| *row += sets_0);
        }
        let dictionary = Dictionary::new(rows, columns);
        let mut program = Program { tree, dictionary, slots, sets };
        program.write();
        Ok(program)
    }

    fn write(&mut self) {
        let Program { tree, dictionary, slots, sets, .. } = self;
        for (set, &number) in tree.sets().iter().zip(&*sets) {
            if set.player() == Player::FIRST {
                set.slots().for_each(|slot| dictionary.add(number, slots[slot], -1.0));
                match set.parent() {
                    Some(slot) => dictionary.add(number, slots[slot.index()], 1.0),
                    None => dictionary.add_constant(number, 1.0),
                }
            } else {
                set.slots().for_each(|slot| dictionary.add(slots[slot], number, -1.0));
                match set.parent() {
                    Some(slot) => dictionary.add(slots[slot.index()], number, 1.0),
                    None => dictionary.add_objective(number, 1.0),
                }
            }
        }
        for end in tree.ends() {
            let payoff = end.weight * end.payoffs[0];
            let [x, y] = [0, 1].map(|player| end.sequences[player].map(|slot| slots[slot.index()]));
            match (x, y) {
                (Some(x), Some(y)) => dictionary.add(y, x, payoff),
                (None, Some(y)) => dictionary.add_constant(y, payoff),
                (Some(x), None) => dictionary.add_objective(x, payoff),
                (None, None) => dictionary.add_value(payoff),
            }
        }
    }

    /// The program at a corner: player 0 always takes the first action, player 1 plays a best response.
    fn corner(&self) -> Dictionary {
        let mut dictionary = self.dictionary.clone();
        let sets = || self.tree.sets().iter().zip(&self.sets);
        for (set, &row) in sets().filter(|(set, _)| set.player() == Player::FIRST) {
            dictionary.exchange(row, self.slots[set.slots().start]);
            // Now it is the difference of two sides of an equation, and stays 0.
            dictionary.forbid_column(self.slots[set.slots().start]);
        }
        for (set, &column) in sets().rev().filter(|(set, _)| set.player() == Player::SECOND) {
            let rows = self.slots[set.slots()].iter().copied();
            let best =
                rows.min_by(|&one, &other| dictionary.constant(one).total_cmp(&dictionary.constant(other)));
            let best = best.expect("every set has an action");
            dictionary.exchange(best, column);
            // The value of a set may be negative: it never has to leave.
            dictionary.free_row(best);
        }
        dictionary
    }

    fn policy(&self, solved: &Dictionary) -> Policy {
        let mut plans = vec![0.0; self.tree.slot_count()];
        for set in self.tree.sets() {
            for slot in set.slots() {
                let number = self.slots[slot];
                plans[slot] = match set.player() {
                    Player::FIRST => solved.primal(number),
                    _ => solved.dual(number),
                };
                // Only rounding makes a reach negative.
                plans[slot] = plans[slot].max(0.0);
            }
        }
        Policy::from_weights(self.tree, plans)
    }
}
