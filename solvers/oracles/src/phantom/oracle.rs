//! The oracle of a phantom board.

use std::collections::BTreeMap;

use hinterhand_engine::games::phantom::{Goal, Phantom};
use hinterhand_solvers::oracle::{Oracle, Treeplex, room};
use hinterhand_solvers::parallel;

use super::board::{Board, count, each};
use super::course::Courses;
use super::gradient::Kernel;
use super::injection::orders;
use super::views::{SetViews, Views};

/// A phantom board of at most nine squares, as an [`Oracle`].
///
/// ```
/// use hinterhand_engine::games::DarkHex;
/// use hinterhand_engine::games::phantom::{Connection, Phantom, Version};
/// use hinterhand_oracles::phantom::PhantomOracle;
/// use hinterhand_solvers::oracle::{judge, uniform};
///
/// let game: DarkHex = Phantom::of(Connection::new(2, 2), Version::Abrupt);
/// let oracle = PhantomOracle::new(&game).expect("a small board");
/// let plans = [0, 1].map(|player| uniform(&oracle, player));
/// assert!(judge(&oracle, [&plans[0], &plans[1]]).value > 0.0);
/// ```
#[derive(Clone, Debug)]
pub struct PhantomOracle {
    pub(super) board: Board,
    pub(super) views: [Views; 2],
    pub(super) treeplexes: [Treeplex; 2],
    pub(super) kernel: Kernel,
}

impl PhantomOracle {
    /// The oracle of a game, if its board has at most nine squares.
    pub fn new<G: Goal>(game: &Phantom<G>) -> Option<PhantomOracle> {
        Some(PhantomOracle::on(Board::of(game)?))
    }

    pub(super) fn on(board: Board) -> PhantomOracle {
        let courses = Courses::new(&board);
        let views = [0, 1].map(|player| Views::new(&board, &courses, player));
        let treeplexes = [0, 1].map(|player| treeplex(&board, &views[player]));
        let kernel = Kernel::new(&board, &courses, &views);
        PhantomOracle { board, views, treeplexes, kernel }
    }
}

impl Oracle for PhantomOracle {
    fn treeplex(&self, player: usize) -> &Treeplex {
        &self.treeplexes[player]
    }

    fn gradient(&self, player: usize, plan: &[f64], gradient: &mut [f64], memory: &mut Vec<f64>) {
        let [own, other] = [&self.treeplexes[player], &self.treeplexes[1 - player]];
        let (reach, worth) =
            room(memory, other.point_count() + own.point_count()).split_at_mut(other.point_count());
        parallel::for_parts(4096, reach, &|first, reach| {
            reach.iter_mut().enumerate().for_each(|(view, reach)| *reach = plan[other.parent(first + view)]);
        });
        let every = |set: &SetViews| self.kernel.orders_of(set);
        self.kernel.gradient(&self.board, &self.views, player, &every, reach, worth);
        parallel::for_parts(4096, gradient, &|first, numbers| {
            for (sequence, number) in (first..).zip(numbers) {
                *number = own.points_after(sequence).iter().map(|&view| worth[view as usize]).sum();
            }
        });
    }
}

/// The decisions of a player: the points are its views.
fn treeplex(board: &Board, views: &Views) -> Treeplex {
    let sets = views.sets();
    let mut first = Vec::with_capacity(views.infosets() + 1);
    let mut next = 1_u32;
    for set in &sets {
        let actions = actions_of_group(board, set);
        for _ in 0..set.orders() {
            for &(infosets, actions) in &actions {
                for _ in 0..infosets {
                    first.push(next);
                    next += actions as u32;
                }
            }
        }
    }
    first.push(next);
    let mut parent = vec![0; views.len()];
    let lexicographic: Vec<Vec<usize>> = (0..=board.squares()).map(lexicographic_places).collect();
    let mut hooks = Hooks { board, views, first: &first, parent: &mut parent };
    sets.iter().for_each(|set| hooks.hang(set, &lexicographic[count(set.set())]));
    let mut layers: Vec<Vec<std::ops::Range<usize>>> = vec![Vec::new(); board.squares() + 1];
    sets.iter().for_each(|set| layers[count(set.set())].push(set.infoset_range()));
    Treeplex::new(first, parent, layers)
}

/// For each pattern of a group, its number of information sets and how many squares may be tried in them.
fn actions_of_group(board: &Board, set: &SetViews) -> Vec<(usize, usize)> {
    let patterns = set.patterns().into_iter();
    let infosets = patterns
        .map(|pattern| (set.infosets_of(pattern), board.squares() - pattern.stones() - pattern.fails()));
    infosets.collect()
}

/// For each order of [`orders`], its place in lexicographic order.
fn lexicographic_places(things: usize) -> Vec<usize> {
    let all = orders(things);
    let mut sorted: Vec<&Vec<usize>> = all.iter().collect();
    sorted.sort();
    let place: BTreeMap<&Vec<usize>, usize> =
        sorted.into_iter().enumerate().map(|(n, order)| (order, n)).collect();
    all.iter().map(|order| place[order]).collect()
}

/// The views with one stone more, and for each choice of hit stones the same one among theirs.
type Larger<'v> = Option<(&'v SetViews, Vec<Option<usize>>)>;

/// Finds the sequence before each view.
struct Hooks<'a> {
    board: &'a Board,
    views: &'a Views,
    first: &'a [u32],
    parent: &'a mut [u32],
}

impl Hooks<'_> {
    /// Hangs up what follows the information sets with these stones.
    fn hang(&mut self, set: &SetViews, lexicographic: &[usize]) {
        if set.wins() {
            return;
        }
        let free: Vec<usize> = each(self.board.all() & !set.set()).collect();
        let unmoved: Vec<usize> = (0..self.board.squares()).collect();
        // For each free square, the views with a stone there too, and the same hit stones among theirs.
        let larger: Vec<Larger<'_>> = free
            .iter()
            .map(|&square| {
                let larger = self.views.of(set.set() | 1 << square)?;
                Some((larger, set.hits().images_in(larger.hits(), &unmoved)))
            })
            .collect();
        for (order, &place) in lexicographic.iter().enumerate() {
            let group = set.group(order);
            for pattern in set.patterns() {
                let (stone, fail) = (pattern.then(true), pattern.then(false));
                for (node, hits) in set.hits().nodes().iter().enumerate() {
                    if count(hits.set) != pattern.fails() {
                        continue;
                    }
                    let Some(offset) = set.offset(pattern, node) else { continue };
                    let Some(infoset) = group.infoset(offset) else { continue };
                    let untried =
                        free.iter().zip(&larger).filter(|&(&square, _)| hits.set >> square & 1 == 0);
                    for (sequence, (&square, larger)) in (self.first[infoset]..).zip(untried) {
                        if let Some((larger, same)) = larger {
                            let last = count(larger.set() & ((1 << square) - 1));
                            let after = same[node].and_then(|node| larger.offset(stone, node));
                            if let (Some(after), true) = (after, larger.lasts().contains(&last)) {
                                let order = last * lexicographic.len() + place;
                                self.parent[larger.group(order).view(after)] = sequence;
                            }
                        }
                        let after = set.hits().next(node, square).and_then(|node| set.offset(fail, node));
                        if let Some(after) = after {
                            self.parent[group.view(after)] = sequence;
                        }
                    }
                }
            }
        }
    }
}
