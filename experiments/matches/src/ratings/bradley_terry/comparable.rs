//! Which players can be compared by a finite difference, and which are above others without bound.
//!
//! A likelihood of Davidson's model can grow without bound in two ways. The players of one part only beat the
//! others (Ford 1957): then the parts are apart without bound, and within each part all is as if there were
//! no others. Or all drawn players are at most as far from each other as the winners of all won hands from
//! the losers, in some order of all players: then that order grows apart and draws become ever likelier. Each
//! of the two is decided exactly.

use super::Bout;

/// The groups of players that can be compared with each other.
#[derive(Clone, Debug)]
pub(super) struct Comparable {
    players: usize,
    /// Whether wins, and draws where they tie players together, lead from one to another; at row times
    /// players plus column.
    leads: Vec<bool>,
}

impl Comparable {
    /// From the bouts; if there is a prior, all players can be compared.
    pub(super) fn of(players: usize, bouts: &[Bout], prior: bool) -> Comparable {
        if prior {
            return Comparable { players, leads: vec![true; players * players] };
        }
        let draws_are_bounded = !draws_grow(players, bouts);
        let mut leads = vec![false; players * players];
        for Bout { players: [first, second], won, drawn, lost } in bouts {
            let tied = *drawn > 0.0 && draws_are_bounded;
            leads[first * players + second] |= *won > 0.0 || tied;
            leads[second * players + first] |= *lost > 0.0 || tied;
        }
        for player in 0..players {
            leads[player * players + player] = true;
        }
        // Warshall: a way over `middle` is a way.
        for middle in 0..players {
            for from in 0..players {
                if leads[from * players + middle] {
                    for to in 0..players {
                        leads[from * players + to] |= leads[middle * players + to];
                    }
                }
            }
        }
        Comparable { players, leads }
    }

    /// Whether a way of wins leads from `first` to `second`.
    pub(super) fn leads(&self, first: usize, second: usize) -> bool {
        self.leads[first * self.players + second]
    }

    /// Whether their difference is finite.
    pub(super) fn same(&self, first: usize, second: usize) -> bool {
        self.leads(first, second) && self.leads(second, first)
    }

    /// The groups within which differences are finite, in the order of their first players.
    pub(super) fn groups(&self) -> Vec<Vec<usize>> {
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for player in 0..self.players {
            match groups.iter_mut().find(|group| self.same(group[0], player)) {
                Some(group) => group.push(player),
                None => groups.push(vec![player]),
            }
        }
        groups
    }

    /// The largest group, among equals the first.
    pub(super) fn largest(&self) -> Vec<usize> {
        let mut largest = Vec::new();
        for group in self.groups() {
            if group.len() > largest.len() {
                largest = group;
            }
        }
        largest
    }
}

/// Whether the likelihood grows as draws become ever likelier: there are draws, and numbers for all players
/// such that winners are above losers by 1 or more, and drawn players within 1 of each other.
fn draws_grow(players: usize, bouts: &[Bout]) -> bool {
    if !bouts.iter().any(|bout| bout.drawn > 0.0) {
        return false;
    }
    // Bounds from above on differences, as (higher, lower, bound): that of the first is at most that of the
    // second plus the bound.
    let mut bounds = Vec::new();
    for Bout { players: [first, second], won, drawn, lost } in bouts {
        for (happened, bound) in [
            (*won > 0.0, (*second, *first, -1)),
            (*lost > 0.0, (*first, *second, -1)),
            (*drawn > 0.0, (*first, *second, 1)),
            (*drawn > 0.0, (*second, *first, 1)),
        ] {
            if happened {
                bounds.push(bound);
            }
        }
    }
    bounds.sort_unstable();
    bounds.dedup();
    // Bellman and Ford: numbers that still fall after this number of rounds fall for ever, so there are none.
    let mut numbers = vec![0i64; players];
    for _ in 0..=players {
        let mut fell = false;
        for &(low, high, bound) in &bounds {
            if numbers[low] > numbers[high] + bound {
                numbers[low] = numbers[high] + bound;
                fell = true;
            }
        }
        if !fell {
            return true;
        }
    }
    false
}
