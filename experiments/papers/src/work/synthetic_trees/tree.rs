//! A random game tree of two players with a given leaf correlation, bias and disambiguation.
//!
//! After Long, Sturtevant, Buro and Furtak, "Understanding the success of perfect information Monte Carlo
//! sampling in game tree search" (AAAI 2010). From the paper are the three properties: the leaf correlation,
//! the probability that sibling ends have the same payoff; the bias, the probability that they favour a
//! particular player; the disambiguation factor, the rate at which a player's information set shrinks from
//! one of its decisions to the next. Binary nodes, worlds dealt by one chance node, alternating moves and
//! payoffs of 1 and -1 are the paper's as well, at second hand. How an information set is divided is ours:
//!
//! * Chance deals each player one of `worlds` worlds, all pairs equally likely. Each player sees its own.
//! * Then the players alternate, player 0 first, `depth` decisions in all, of two actions each. All actions
//!   are public.
//! * The ends are pairs of siblings, drawn independently for each pair of worlds. With the probability
//!   `correlation` both ends have the same payoff of player 0: 1 with the probability `bias`, else -1.
//!   Otherwise one of them pays 1 and the other -1, in either order with equal probability. The game is
//!   zero-sum.
//! * With each action of any player, each player learns something about the other's world. It divides the
//!   worlds that the player could not distinguish: any two of them are separated with the same probability
//!   `p`, and stay separated. It is `p = 1 - sqrt(1 - disambiguation)`, because two actions lie between a
//!   player's decisions: from one to the next, two worlds are separated with the probability
//!   `disambiguation`. The division is a Chinese restaurant process: each world in order begins a table of
//!   its own or joins one of the seated worlds, each with equal probability. It is drawn independently for
//!   each player, each world of its own and each action.
//!
//! The tree is drawn once, and both players know it: what an action reveals is not a chance event of the
//! game.

use hinterhand_engine::{ActionList, Game, Player, Rng, Steps, Turn, Worlds};

/// The size and the properties of a tree.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Shape {
    pub(super) correlation: f64,
    pub(super) bias: f64,
    pub(super) disambiguation: f64,
    pub(super) depth: u32,
    pub(super) worlds: u8,
}

/// A tree, as a game.
#[derive(Clone, Debug)]
pub(crate) struct SyntheticTree {
    shape: Shape,
    /// For each pair of worlds and each node the open-card value of player 0; at the ends, its payoff.
    values: Vec<i8>,
    /// For each player, world of its own, node and world of the other: the least of the worlds of the other
    /// that the player cannot distinguish from that one.
    classes: [Vec<u8>; 2],
}

/// The worlds of the players and the node. Nodes are numbered as in a heap: the first one is 1, and the
/// actions at `n` lead to `2n` and `2n + 1`. Before the deal the node is 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Place {
    node: u32,
    worlds: [u8; 2],
}

/// An information set: the world of the player, all actions, and the class of worlds of the other that it
/// cannot distinguish, named by the least.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Seen {
    player: Player,
    node: u32,
    own: u8,
    class: u8,
}

impl SyntheticTree {
    /// Draws a tree of this shape.
    pub(super) fn draw(shape: Shape, rng: &mut Rng) -> SyntheticTree {
        let worlds = usize::from(shape.worlds);
        let values = (0..worlds * worlds).flat_map(|_| values(&shape, rng)).collect();
        let classes = [(); 2].map(|()| (0..worlds).flat_map(|_| classes(&shape, rng)).collect());
        SyntheticTree { shape, values, classes }
    }

    /// The payoff of player 0 if both players see everything from here on.
    pub(super) fn open_value(&self, place: &Place) -> i8 {
        let [first, second] = place.worlds.map(usize::from);
        let pair = first * usize::from(self.shape.worlds) + second;
        self.values[pair * self.shape.nodes() + place.node as usize]
    }

    /// The places that fit, equally likely.
    pub(super) fn fitting(&self, seen: &Seen) -> impl Iterator<Item = Place> + '_ {
        let seen = *seen;
        let others = if seen.node == 0 { 1 } else { self.shape.worlds };
        let fits = move |&other: &u8| {
            seen.node == 0 || self.class(seen.player, seen.node, seen.own, other) == seen.class
        };
        (0..others).filter(fits).map(move |other| {
            let mut worlds = [seen.own; 2];
            worlds[seen.player.other().index()] = other;
            Place { node: seen.node, worlds }
        })
    }

    fn class(&self, player: Player, node: u32, own: u8, other: u8) -> u8 {
        let row = usize::from(own) * self.shape.nodes() + node as usize;
        self.classes[player.index()][row * usize::from(self.shape.worlds) + usize::from(other)]
    }
}

impl Shape {
    /// The number of node numbers.
    pub(super) fn nodes(&self) -> usize {
        2 << self.depth
    }

    /// The player to move at a node that is not an end.
    fn mover(node: u32) -> Player {
        Player::new(node.ilog2() as usize % 2)
    }
}

/// The open-card value of player 0 at each node of one pair of worlds.
fn values(shape: &Shape, rng: &mut Rng) -> Vec<i8> {
    let mut values = vec![0; shape.nodes()];
    let ends = 1 << shape.depth;
    for siblings in values[ends..].chunks_exact_mut(2) {
        let (correlated, odds) = (rng.unit() < shape.correlation, rng.unit());
        siblings[0] = if odds < if correlated { shape.bias } else { 0.5 } { 1 } else { -1 };
        siblings[1] = if correlated { siblings[0] } else { -siblings[0] };
    }
    for node in (1..ends).rev() {
        let [one, other] = [values[2 * node], values[2 * node + 1]];
        let first_moves = Shape::mover(node as u32) == Player::FIRST;
        values[node] = if first_moves { one.max(other) } else { one.min(other) };
    }
    values
}

/// For each node and each world of the other, the least of those that a player cannot distinguish from it.
fn classes(shape: &Shape, rng: &mut Rng) -> Vec<u8> {
    let worlds = usize::from(shape.worlds);
    let part = 1.0 - (1.0 - shape.disambiguation).sqrt();
    let mut classes = vec![0; shape.nodes() * worlds];
    let mut table = Vec::with_capacity(worlds);
    for node in 2..shape.nodes() {
        let (before, here) = classes.split_at_mut(node * worlds);
        let before = &before[node / 2 * worlds..][..worlds];
        for class in 0..shape.worlds {
            table.clear();
            for other in (usize::from(class)..worlds).filter(|&other| before[other] == class) {
                let sitting = table.len() as f64;
                // With one seated world: separated with `part`. With more: so that any two are separated as
                // often.
                let alone = table.is_empty() || rng.unit() * (part + sitting * (1.0 - part)) < part;
                let joined = if alone { other } else { table[rng.below(table.len() as u32) as usize] };
                here[other] = if alone { other as u8 } else { here[joined] };
                table.push(other);
            }
        }
    }
    classes
}

impl Game for SyntheticTree {
    type State = Place;
    type Action = u8;
    type Legal = ActionList<u8, 2>;
    type Chance = [u8; 2];
    type InfoSet = Seen;

    fn players(&self) -> usize {
        2
    }

    fn start(&self) -> Place {
        Place { node: 0, worlds: [0; 2] }
    }

    fn turn(&self, place: &Place) -> Turn {
        match place.node {
            0 => Turn::Chance,
            node if node.ilog2() < self.shape.depth => Turn::Player(Shape::mover(node)),
            _ => Turn::Over,
        }
    }

    fn legal(&self, _: &Place) -> ActionList<u8, 2> {
        [0, 1].into_iter().collect()
    }

    fn play(&self, place: &mut Place, action: u8) {
        debug_assert!(matches!(self.turn(place), Turn::Player(_)) && action < 2, "an illegal action");
        place.node = 2 * place.node + u32::from(action);
    }

    fn draw(&self, _: &Place, rng: &mut Rng) -> [u8; 2] {
        rng.below_each([u32::from(self.shape.worlds); 2]).map(|world| world as u8)
    }

    fn reveal(&self, place: &mut Place, chance: &[u8; 2]) {
        *place = Place { node: 1, worlds: *chance };
    }

    fn payoff(&self, place: &Place, player: Player) -> f64 {
        debug_assert_eq!(self.turn(place), Turn::Over);
        let first = f64::from(self.open_value(place));
        if player == Player::FIRST { first } else { -first }
    }

    fn info_set(&self, place: &Place, player: Player) -> Seen {
        let (own, other) = (place.worlds[player.index()], place.worlds[player.other().index()]);
        let class = if place.node == 0 { 0 } else { self.class(player, place.node, own, other) };
        Seen { player, node: place.node, own, class }
    }

    fn sample(&self, seen: &Seen, rng: &mut Rng) -> Place {
        let count = self.fitting(seen).count() as u32;
        self.fitting(seen).nth(rng.below(count) as usize).expect("drawn below the count")
    }
}

impl Worlds for SyntheticTree {
    fn worlds(&self, seen: &Seen, limit: usize) -> Option<Vec<(Place, f64)>> {
        let count = self.fitting(seen).count();
        let even = 1.0 / count as f64;
        (count <= limit).then(|| self.fitting(seen).map(|place| (place, even)).collect())
    }
}

impl Steps for SyntheticTree {
    type Step = u8;

    fn steps(&self, place: &Place, dealt: &[u8]) -> Vec<(u8, f64)> {
        let count = if place.node == 0 && dealt.len() < 2 { self.shape.worlds } else { 0 };
        (0..count).map(|world| (world, 1.0 / f64::from(self.shape.worlds))).collect()
    }

    fn assemble(&self, _: &Place, dealt: &[u8]) -> [u8; 2] {
        [dealt[0], dealt[1]]
    }
}
