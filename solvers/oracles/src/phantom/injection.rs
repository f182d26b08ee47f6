//! Ordered choices without repetition: the squares that a player has found occupied, in order.

use super::board::{Board, Squares, each};

/// All ordered choices of squares outside of a set that do not win for the opponent, as a trie.
#[derive(Clone, Debug)]
pub(super) struct Trie {
    nodes: Vec<Node>,
}

/// One ordered choice.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// The node with one more square at the end, by the square; 0 if there is none.
    next: [u32; 9],
    /// The squares.
    pub(super) set: Squares,
}

impl Trie {
    /// The choices of at most `most` squares outside of `own` that do not win for `opponent`.
    pub(super) fn new(board: &Board, opponent: usize, own: Squares, most: usize) -> Trie {
        let mut trie = Trie { nodes: vec![Node { next: [0; 9], set: 0 }] };
        trie.grow(board, opponent, own, 0, most);
        trie
    }

    fn grow(&mut self, board: &Board, opponent: usize, own: Squares, at: usize, most: usize) {
        if most == 0 {
            return;
        }
        let set = self.nodes[at].set;
        for square in each(board.all() & !(own | set)) {
            let larger = set | 1 << square;
            if !board.wins(opponent, larger) {
                let new = self.nodes.len();
                self.nodes.push(Node { next: [0; 9], set: larger });
                self.nodes[at].next[square] = new as u32;
                self.grow(board, opponent, own, new, most - 1);
            }
        }
    }

    /// All nodes, those of one length in lexicographic order; the first one is the empty choice.
    pub(super) fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The node with one more square at the end.
    pub(super) fn next(&self, node: usize, square: usize) -> Option<usize> {
        match self.nodes[node].next[square] {
            0 => None,
            next => Some(next as usize),
        }
    }

    /// For each choice what a permutation of the squares makes of it, in another trie, if it has that.
    pub(super) fn images_in(&self, other: &Trie, permutation: &[usize]) -> Vec<Option<usize>> {
        let mut images = vec![None; self.nodes.len()];
        images[0] = Some(0);
        for node in 0..images.len() {
            for (square, &moved) in permutation.iter().enumerate() {
                if let Some(next) = self.next(node, square) {
                    images[next] = images[node].and_then(|node| other.next(node, moved));
                }
            }
        }
        images
    }
}

/// The number of ordered choices of `length` of `things`.
pub(super) fn choices(things: usize, length: usize) -> usize {
    if length > things { 0 } else { (things - length + 1..=things).product() }
}

/// The place of an ordered choice of things from 0 to `things - 1` among all of its length, in lexicographic
/// order.
pub(super) fn place(things: usize, chosen: impl ExactSizeIterator<Item = usize>) -> usize {
    let (mut place, mut used, length) = (0, 0_u32, chosen.len());
    for (index, thing) in chosen.enumerate() {
        let lower = thing - (used & ((1 << thing) - 1)).count_ones() as usize;
        place += lower * choices(things - index - 1, length - index - 1);
        used |= 1 << thing;
    }
    place
}

/// All orders of the things from 0 to `things - 1`: sorted by the last one, then by the others.
pub(super) fn orders(things: usize) -> Vec<Vec<usize>> {
    fn fill(rest: &mut Vec<usize>, order: &mut Vec<usize>, all: &mut Vec<Vec<usize>>) {
        if rest.is_empty() {
            all.push(order.clone());
        }
        for index in 0..rest.len() {
            let thing = rest.remove(index);
            order.push(thing);
            fill(rest, order, all);
            order.pop();
            rest.insert(index, thing);
        }
    }
    if things == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for last in 0..things {
        let mut others = Vec::new();
        fill(&mut (0..things).filter(|&thing| thing != last).collect(), &mut Vec::new(), &mut others);
        all.extend(others.into_iter().map(|mut order| {
            order.push(last);
            order
        }));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_numbered_in_lexicographic_order() {
        let mut all = Vec::new();
        for a in 0..5 {
            for b in (0..5).filter(|&b| b != a) {
                all.extend((0..5).filter(|&c| c != a && c != b).map(|c| [a, b, c]));
            }
        }
        assert_eq!(all.len(), choices(5, 3));
        for (number, choice) in all.into_iter().enumerate() {
            assert_eq!(place(5, choice.into_iter()), number, "{choice:?}");
        }
    }

    #[test]
    fn orders_are_sorted_by_the_last_one() {
        assert_eq!(
            orders(3),
            [[1, 2, 0], [2, 1, 0], [0, 2, 1], [2, 0, 1], [0, 1, 2], [1, 0, 2]].map(|order| order.to_vec())
        );
        assert_eq!(orders(0), [Vec::<usize>::new()]);
    }
}
