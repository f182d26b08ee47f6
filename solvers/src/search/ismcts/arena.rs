//! The nodes of a tree and the actions tried at them, in two flat arrays that stay below a limit.

use super::functions::sqrt_ln;
use super::key::mix;

/// The table at its smallest, a node and an edge need no more than this.
const LEAST_BYTES: usize = 512;

/// No node, no edge.
pub(super) const NONE: u32 = u32::MAX;

/// An information set, as far as the [kind](super::TreeKind) of tree tells them apart.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// The key of the node.
    pub key: u64,
    /// The edge that first led here.
    pub parent: u32,
    /// The edge of the lowest action tried here; each leads to the next one.
    pub first: u32,
    pub visits: u32,
    /// The number of actions tried here.
    pub edges: u32,
    /// `sqrt(ln(visits))`, reckoned in advance: when it is needed everything waits for it.
    pub urge: f32,
}

/// An action that was tried at a node, or is about to be.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge<A> {
    pub action: A,
    /// The mean payoff of the player to move after it.
    pub mean: f64,
    /// The sum of the squares.
    pub squares: f64,
    /// A further quantity of the selection rule: one over the square root of the visits, the sum of regrets,
    /// or the sum of payoffs divided by their probabilities.
    pub weight: f64,
    pub visits: u32,
    /// The number of times the action was legal when the node was visited, since the edge exists. Not counted
    /// where it is legal at every visit.
    pub available: u32,
    /// `sqrt(ln(available))`, reckoned in advance.
    pub urge: f32,
    /// One of the nodes it leads to.
    pub child: u32,
    /// The edge of the next higher action at the same node.
    pub next: u32,
}

impl Node {
    #[inline]
    pub(super) fn visit(&mut self) {
        self.visits += 1;
        self.urge = urge(self.visits);
    }
}

impl<A> Edge<A> {
    /// Notes that the action was legal once more.
    #[inline]
    pub(super) fn offer(&mut self) {
        self.available += 1;
        self.urge = urge(self.available);
    }

    /// Takes back that it was legal once more.
    pub(super) fn withdraw(&mut self) {
        self.available -= 1;
        self.urge = urge(self.available);
    }
}

/// The numerator of the exploration term of UCB1, by the number of times the action was available.
#[inline]
pub(super) fn urge(times: u32) -> f32 {
    sqrt_ln(times)
}

/// The storage of one tree.
#[derive(Clone, Debug)]
pub(super) struct Arena<A> {
    pub nodes: Vec<Node>,
    pub edges: Vec<Edge<A>>,
    /// The names of edges that stand for several actions; only filled where there are such edges.
    labels: Vec<u64>,
    /// A table with open addresses of those nodes that are not the child of their edge, or of all nodes.
    slots: Vec<u32>,
    taken: usize,
    /// Whether a node belongs to the edge that leads to it. Otherwise what is known names it, however it is
    /// reached.
    by_path: bool,
    /// The size of an edge.
    edge_bytes: usize,
    most_bytes: usize,
}

impl<A: Copy + Ord> Arena<A> {
    /// An empty tree of at most `bytes` bytes, though always with room for a few nodes.
    pub(super) fn new(by_path: bool, labelled: bool, bytes: u64) -> Arena<A> {
        let label = if labelled { size_of::<u64>() } else { 0 };
        Arena {
            nodes: Vec::new(),
            edges: Vec::new(),
            labels: Vec::new(),
            slots: Vec::new(),
            taken: 0,
            by_path,
            edge_bytes: size_of::<Edge<A>>() + label,
            most_bytes: usize::try_from(bytes).unwrap_or(usize::MAX),
        }
    }

    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.edges.clear();
        self.labels.clear();
        self.slots.fill(NONE);
        self.taken = 0;
    }

    /// The maximum size of the tree, with the table after its next growth.
    fn reckoned(&self) -> usize {
        let table = 3 * size_of::<u32>() * self.taken;
        size_of::<Node>() * self.nodes.len() + self.edge_bytes * self.edges.len() + table
    }

    /// Whether there is room for a node and for an edge.
    #[inline]
    pub(super) fn has_room(&self) -> bool {
        self.reckoned() + LEAST_BYTES <= self.most_bytes.max(2 * LEAST_BYTES)
            && self.edges.len() < NONE as usize
    }

    /// Whether the tree is so full that another decision would have little room.
    fn is_crowded(&self) -> bool {
        self.reckoned() > self.most_bytes / 2
    }

    /// The size of the tree without the spare capacity of its arrays.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(self.nodes.as_slice())
            + size_of_val(self.edges.as_slice())
            + size_of_val(self.slots.as_slice())
            + size_of_val(self.labels.as_slice())
    }

    /// The node where this is known, after `edge` if nodes belong to their edges. Adds it if there is room.
    #[inline]
    pub(super) fn enter(&mut self, edge: u32, key: u64) -> Option<u32> {
        let known = self.edges.get(edge as usize).map_or(NONE, |edge| edge.child);
        if known != NONE && self.nodes[known as usize].key == key {
            return Some(known);
        }
        if known == NONE && self.by_path {
            let node = self.add_node(edge, key)?;
            if let Some(edge) = self.edges.get_mut(edge as usize) {
                edge.child = node;
            }
            return Some(node);
        }
        let node = match self.find(edge, key) {
            Some(node) => node,
            None => {
                let node = self.add_node(edge, key)?;
                self.insert(node);
                node
            }
        };
        if !self.by_path
            && let Some(edge) = self.edges.get_mut(edge as usize)
        {
            // The last one is the likeliest next one.
            edge.child = node;
        }
        Some(node)
    }

    fn add_node(&mut self, parent: u32, key: u64) -> Option<u32> {
        if !self.has_room() {
            return None;
        }
        self.nodes.push(Node { key, parent, first: NONE, visits: 0, edges: 0, urge: 0.0 });
        Some(self.nodes.len() as u32 - 1)
    }

    /// Adds `action` to those tried at `node`; there must be room.
    pub(super) fn add_edge(&mut self, node: u32, action: A) -> u32 {
        let (mut before, mut after) = (NONE, self.nodes[node as usize].first);
        while after != NONE && self.edges[after as usize].action < action {
            (before, after) = (after, self.edges[after as usize].next);
        }
        self.link(node, before, after, action)
    }

    /// Adds an edge that stands for all actions of this name.
    pub(super) fn add_labelled(&mut self, node: u32, label: u64, action: A) -> u32 {
        let edge = self.link(node, NONE, self.nodes[node as usize].first, action);
        self.labels.resize(self.edges.len(), 0);
        self.labels[edge as usize] = label;
        edge
    }

    /// The edge of this name at `node`.
    pub(super) fn labelled(&self, node: u32, label: u64) -> u32 {
        let mut edge = self.nodes[node as usize].first;
        while edge != NONE && self.labels[edge as usize] != label {
            edge = self.edges[edge as usize].next;
        }
        edge
    }

    fn link(&mut self, node: u32, before: u32, after: u32, action: A) -> u32 {
        let edge = self.edges.len() as u32;
        self.edges.push(Edge {
            action,
            mean: 0.0,
            squares: 0.0,
            weight: 0.0,
            visits: 0,
            available: 0,
            urge: 0.0,
            child: NONE,
            next: after,
        });
        let node = &mut self.nodes[node as usize];
        node.edges += 1;
        match self.edges.get_mut(before as usize) {
            Some(before) => before.next = edge,
            None => node.first = edge,
        }
        edge
    }

    /// The edges at `node`.
    pub(super) fn at(&self, node: u32) -> impl Iterator<Item = &Edge<A>> {
        let first = self.edges.get(self.nodes[node as usize].first as usize);
        std::iter::successors(first, |edge| self.edges.get(edge.next as usize))
    }

    fn place(&self, edge: u32, key: u64) -> usize {
        if self.by_path { mix(key, u64::from(edge)) as usize } else { key as usize }
    }

    /// The node where this is known, however it was reached.
    pub(super) fn known(&self, key: u64) -> Option<u32> {
        debug_assert!(!self.by_path, "there may be several");
        self.find(NONE, key)
    }

    fn find(&self, edge: u32, key: u64) -> Option<u32> {
        if self.slots.is_empty() {
            return None;
        }
        let mask = self.slots.len() - 1;
        let mut slot = self.place(edge, key) & mask;
        loop {
            let node = self.slots[slot];
            if node == NONE {
                return None;
            }
            let found = &self.nodes[node as usize];
            if found.key == key && (!self.by_path || found.parent == edge) {
                return Some(node);
            }
            slot = (slot + 1) & mask;
        }
    }

    fn insert(&mut self, node: u32) {
        if 3 * (self.taken + 1) > 2 * self.slots.len() {
            let old = std::mem::take(&mut self.slots);
            self.slots = vec![NONE; (2 * old.len()).max(64)];
            old.into_iter().filter(|&node| node != NONE).for_each(|node| self.put(node));
        }
        self.put(node);
        self.taken += 1;
    }

    fn put(&mut self, node: u32) {
        let Node { key, parent, .. } = self.nodes[node as usize];
        let mask = self.slots.len() - 1;
        let mut slot = self.place(parent, key) & mask;
        while self.slots[slot] != NONE {
            slot = (slot + 1) & mask;
        }
        self.slots[slot] = node;
    }

    /// Keeps what lies below the node where this is known, and returns that node; everything is forgotten if
    /// there is none. Where several nodes know the same, the one that was visited most often counts.
    pub(super) fn turn_to(&mut self, key: u64) -> Option<u32> {
        if self.by_path {
            let mut found = None;
            for (index, node) in self.nodes.iter().enumerate() {
                let better = found.is_none_or(|best: usize| node.visits > self.nodes[best].visits);
                if node.key == key && better {
                    found = Some(index);
                }
            }
            if let Some(root) = found {
                self.keep_below(root);
                return Some(0);
            }
        } else if !self.is_crowded()
            && let Some(root) = self.find(NONE, key)
        {
            return Some(root);
        }
        self.clear();
        None
    }

    /// Makes this node the root, and forgets what does not lie below it.
    fn keep_below(&mut self, root: usize) {
        let mut new_nodes: Vec<Node> = Vec::new();
        let mut new_edges: Vec<Edge<A>> = Vec::new();
        let mut new_labels = Vec::new();
        // Where the edges go; nodes come after the edges that lead to them, so one pass in their order is
        // enough.
        let mut moved = vec![NONE; self.edges.len()];
        for (index, node) in self.nodes.iter().enumerate().skip(root) {
            let parent = moved.get(node.parent as usize).copied().unwrap_or(NONE);
            if index != root && parent == NONE {
                continue;
            }
            let place = new_nodes.len() as u32;
            let mut edge = node.first;
            let mut first = NONE;
            let mut last = NONE;
            while edge != NONE {
                let old = self.edges[edge as usize];
                let new = new_edges.len() as u32;
                moved[edge as usize] = new;
                new_edges.push(Edge { child: NONE, next: NONE, ..old });
                new_labels.extend(self.labels.get(edge as usize));
                match new_edges.get_mut(last as usize) {
                    Some(before) => before.next = new,
                    None => first = new,
                }
                last = new;
                edge = old.next;
            }
            new_nodes.push(Node { parent, first, ..*node });
            if let Some(edge) = new_edges.get_mut(parent as usize)
                && edge.child == NONE
            {
                edge.child = place;
            }
        }
        self.nodes = new_nodes;
        self.edges = new_edges;
        self.labels = new_labels;
        self.slots.fill(NONE);
        self.taken = 0;
        for node in 1..self.nodes.len() as u32 {
            let parent = self.nodes[node as usize].parent;
            if self.edges[parent as usize].child != node {
                self.insert(node);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A root with two actions, each leading to many nodes with an action, and each of these to one more.
    fn grown(by_path: bool) -> Arena<u8> {
        let mut arena = Arena::new(by_path, false, 1 << 20);
        let root = arena.enter(NONE, 0).expect("there is room");
        for action in [7, 3] {
            let edge = arena.add_edge(root, action);
            for outcome in 1..=100 {
                let node = arena.enter(edge, 1_000 * u64::from(action) + outcome).expect("there is room");
                let below = arena.add_edge(node, 1);
                arena.edges[below as usize].visits = outcome as u32;
                arena.enter(below, 100_000 * u64::from(action) + outcome).expect("there is room");
            }
        }
        arena
    }

    #[test]
    fn what_is_entered_again_is_found_again() {
        for by_path in [true, false] {
            let mut arena = grown(by_path);
            assert_eq!((arena.nodes.len(), arena.edges.len()), (401, 202));
            let actions: Vec<u8> = arena.at(0).map(|edge| edge.action).collect();
            assert_eq!(actions, [3, 7]);
            let edge = arena.nodes[0].first;
            for outcome in (1..=100).rev() {
                let node = arena.enter(edge, 3_000 + outcome).expect("it is there");
                assert_eq!(arena.at(node).map(|edge| edge.visits).collect::<Vec<_>>(), [outcome as u32]);
            }
            assert_eq!(arena.nodes.len(), 401);
            // The same knowledge on another path: the same node only if paths do not matter.
            let other = arena.edges[edge as usize].next;
            arena.enter(other, 3_001).expect("there is room");
            assert_eq!(arena.nodes.len(), if by_path { 402 } else { 401 });
        }
    }

    #[test]
    fn what_lies_below_a_node_is_kept() {
        let mut arena = grown(true);
        assert_eq!(arena.turn_to(7_005), Some(0));
        assert_eq!((arena.nodes.len(), arena.edges.len()), (2, 1));
        assert_eq!((arena.nodes[0].key, arena.nodes[1].key), (7_005, 700_005));
        assert_eq!(arena.enter(0, 700_005), Some(1));
        assert_eq!(arena.edges[0].visits, 5);
        assert_eq!(arena.turn_to(1), None);
        assert_eq!(arena.nodes.len(), 0);

        // From the root on all is kept, and found again.
        let mut arena = grown(true);
        assert_eq!(arena.turn_to(0), Some(0));
        assert_eq!((arena.nodes.len(), arena.edges.len()), (401, 202));
        for (edge, action) in
            [(arena.nodes[0].first, 3), (arena.edges[arena.nodes[0].first as usize].next, 7)]
        {
            for outcome in 1..=100 {
                let node = arena.enter(edge, 1_000 * action + outcome).expect("it is there");
                let below = arena.nodes[node as usize].first;
                assert_eq!(arena.edges[below as usize].visits, outcome as u32);
                let last = arena.enter(below, 100_000 * action + outcome).expect("it is there");
                assert_eq!(arena.nodes[last as usize].parent, below);
            }
        }
        assert_eq!(arena.nodes.len(), 401);

        let mut arena = grown(false);
        let node = arena.turn_to(7_005).expect("it is there");
        assert_eq!((arena.nodes[node as usize].key, arena.nodes.len()), (7_005, 401));
    }

    #[test]
    fn the_limit_is_kept() {
        for by_path in [true, false] {
            for bytes in [2_000, 10_000, 100_000] {
                let mut arena = Arena::<u8>::new(by_path, false, bytes);
                let root = arena.enter(NONE, 0).expect("there is room");
                let edge = arena.add_edge(root, 0);
                let count = (1..).take_while(|&key| arena.enter(edge, key).is_some()).count();
                assert!(arena.bytes() as u64 <= bytes && count > bytes as usize / 100, "{count} in {bytes}");
                assert!(arena.enter(edge, 1).is_some(), "what there is is found");
            }
        }
    }
}
