//! The oracle of a phantom board up to the symmetries of the board.
//!
//! Averaging an equilibrium over the symmetries gives an equilibrium that treats mirrored situations alike, so nothing
//! is lost by learning only such plans. Views that symmetries map to each other are one point; at an information set
//! that some symmetries leave as it is, actions that they map to each other are one action. A sequence stands for all
//! its images: its reach is the sum of theirs, so that each of them has the same part of it, and what it is worth is what
//! any of them is worth.

use std::ops::Range;
use std::sync::Arc;

use hinterhand_solvers::oracle::{Folded, Oracle, Treeplex, room};
use hinterhand_solvers::parallel;

use super::board::{Board, Squares, count, each, image};
use super::injection::orders;
use super::oracle::PhantomOracle;
use super::views::{Offset, SetViews, Views};

/// The oracle of symmetric plans, and what each sequence of the whole game is there.
pub(super) fn folded(whole: Arc<PhantomOracle>, symmetries: &[Vec<usize>]) -> Folded {
    let sides = [0, 1].map(|player| Side::new(&whole, player, symmetries));
    let [(first, first_classes), (second, second_classes)] = sides;
    let oracle = SymmetricOracle { whole, sides: [first, second] };
    Folded::new(Arc::new(oracle), [first_classes, second_classes], symmetries.len())
}

/// A phantom board, for plans that treat mirrored situations alike.
struct SymmetricOracle {
    whole: Arc<PhantomOracle>,
    sides: [Side; 2],
}

/// The symmetric plans of one player.
struct Side {
    treeplex: Treeplex,
    /// For each view of the whole game its point in the treeplex.
    point: Vec<u32>,
    /// For each point the first of its views.
    view: Vec<u32>,
    /// For each point one over the number of its views.
    part: Vec<f64>,
    /// For each set of own stones the orders with views that are the first of their point.
    orders: Vec<Vec<usize>>,
}

impl Oracle for SymmetricOracle {
    fn treeplex(&self, player: usize) -> &Treeplex {
        &self.sides[player].treeplex
    }

    fn gradient(&self, player: usize, plan: &[f64], gradient: &mut [f64], memory: &mut Vec<f64>) {
        let [own, other] = [&self.sides[player], &self.sides[1 - player]];
        let numbers = room(memory, own.point.len() + other.point.len() + other.view.len());
        let (worth, numbers) = numbers.split_at_mut(own.point.len());
        let (reach, points) = numbers.split_at_mut(other.point.len());
        parallel::for_parts(4096, points, &|first, numbers| {
            for (point, number) in (first..).zip(numbers) {
                *number = plan[other.treeplex.parent(point)] * other.part[point];
            }
        });
        parallel::for_parts(4096, reach, &|first, reach| {
            for (reach, &point) in reach.iter_mut().zip(&other.point[first..]) {
                *reach = points[point as usize];
            }
        });
        let whole = &self.whole;
        let chosen = |set: &SetViews| own.orders[usize::from(set.set())].clone();
        whole.kernel.gradient(&whole.board, &whole.views, player, &chosen, reach, worth);
        parallel::for_parts(4096, gradient, &|first, numbers| {
            for (sequence, number) in (first..).zip(numbers) {
                let views = own.treeplex.points_after(sequence).iter().map(|&point| own.view[point as usize]);
                *number = views.map(|view| worth[view as usize]).sum();
            }
        });
    }
}

impl Side {
    /// The symmetric plans of a player, and for each sequence of the whole game the one that it is there.
    fn new(whole: &PhantomOracle, player: usize, symmetries: &[Vec<usize>]) -> (Side, Vec<u32>) {
        let PhantomOracle { board, views, treeplexes, .. } = whole;
        let (views, treeplex) = (&views[player], &treeplexes[player]);
        let found = Images::new(board, views, symmetries);
        let (mut view, mut point) = (Vec::new(), Vec::<u32>::with_capacity(views.len()));
        for (number, &first) in found.first.iter().enumerate() {
            // The first image has a lower number.
            let known = point.get(first as usize).copied();
            point.push(known.unwrap_or(view.len() as u32));
            if known.is_none() {
                view.push(number as u32);
            }
        }
        let mut views_of_point = vec![0_u32; view.len()];
        point.iter().for_each(|&point| views_of_point[point as usize] += 1);
        let infosets = view.partition_point(|&view| (view as usize) < views.infosets());
        let (mut first, mut alike) = (vec![1_u32], vec![1_u8]);
        for &infoset in &view[..infosets] {
            found.add_actions(infoset as usize, &mut alike);
            first.push(alike.len() as u32);
        }
        let classes = found.classes(treeplex, symmetries, |infoset| first[point[infoset] as usize]);
        let parent = view.iter().map(|&view| classes[treeplex.parent(view as usize)]).collect();
        let layers = layers(board, views, &view[..infosets]);
        let side = Side {
            treeplex: Treeplex::new(first, parent, layers).with_alike(alike),
            point,
            view,
            part: views_of_point.into_iter().map(|views| 1.0 / f64::from(views)).collect(),
            orders: found.orders,
        };
        (side, classes)
    }
}

/// The information sets of each number of stones, by the sets of stones. `infosets` are those of the whole game that
/// come first among their images.
fn layers(board: &Board, views: &Views, infosets: &[u32]) -> Vec<Vec<Range<usize>>> {
    let mut layers = vec![Vec::new(); board.squares() + 1];
    for set in views.sets() {
        let all = set.infoset_range();
        let [start, end] =
            [all.start, all.end].map(|bound| infosets.partition_point(|&set| (set as usize) < bound));
        if start < end {
            layers[count(set.set())].push(start..end);
        }
    }
    layers
}

/// What the symmetries of the board make of the views of a player.
struct Images {
    /// For each view the first of its images.
    first: Vec<u32>,
    /// For each information set the symmetry that leads to the first of its images.
    by: Vec<u8>,
    /// For each information set the squares that were tried.
    tried: Vec<Squares>,
    /// For each information set that is the first of its images, which symmetries leave it as it is.
    stabilizer: Vec<u8>,
    stabilizers: Vec<Stabilizer>,
    /// For each set of stones the orders in which some view is the first of its images.
    orders: Vec<Vec<usize>>,
}

/// Symmetries that leave a view as it is, by their numbers, as bits.
struct Stabilizer {
    symmetries: u64,
    /// For each square the least one that they make of it.
    least: Vec<usize>,
    /// The squares that are the least ones.
    firsts: Squares,
}

/// The views that one symmetry makes of those with one set of stones.
struct Image<'v> {
    symmetry: usize,
    views: &'v SetViews,
    /// For each order of the stones, and for each choice of hit stones, what becomes of it.
    orders: Vec<Option<usize>>,
    hits: Vec<Option<usize>>,
}

impl Images {
    fn new(board: &Board, views: &Views, symmetries: &[Vec<usize>]) -> Images {
        let mut images = Images {
            first: vec![0; views.len()],
            by: vec![0; views.infosets()],
            tried: vec![0; views.infosets()],
            stabilizer: vec![0; views.infosets()],
            stabilizers: vec![Stabilizer::new(1, symmetries)],
            orders: vec![Vec::new(); usize::from(board.all()) + 1],
        };
        for set in views.sets() {
            images.add(set, &Image::all(views, symmetries, set), symmetries);
        }
        images
    }

    /// Adds the views with one set of stones.
    fn add(&mut self, set: &SetViews, images: &[Image<'_>], symmetries: &[Vec<usize>]) {
        let mut is_first = vec![false; images[0].orders.len()];
        let mut offsets = Vec::new();
        for pattern in set.patterns() {
            let finders: Vec<_> = images.iter().map(|image| image.views.finder(pattern)).collect();
            let offset = |image: usize, hits: usize| finders[image].as_ref()?(images[image].hits[hits]?);
            for (hits, node) in set.hits().nodes().iter().enumerate() {
                let Some(here) = set.offset(pattern, hits) else { continue };
                offsets.clear();
                offsets.extend(
                    (0..images.len())
                        .map(|image| offset(image, hits).expect("a symmetry makes a view of a view")),
                );
                for (order, is_first) in is_first.iter_mut().enumerate() {
                    if images[0].orders[order].is_some() {
                        let view = set.group(order).view(here);
                        *is_first |= self.add_view(view, order, images, &offsets, symmetries);
                        if let Some(infoset) = set.group(order).infoset(here) {
                            self.tried[infoset] = set.set() | node.set;
                        }
                    }
                }
            }
        }
        let firsts = is_first.iter().enumerate().filter(|(_, is_first)| **is_first);
        self.orders[usize::from(set.set())] = firsts.map(|(order, _)| order).collect();
    }

    /// Adds a view, of which each symmetry makes what lies at its offset. Returns true if it is the first of its images.
    fn add_view(
        &mut self,
        view: usize,
        order: usize,
        images: &[Image<'_>],
        offsets: &[Offset],
        symmetries: &[Vec<usize>],
    ) -> bool {
        let image = |number: usize| {
            let Image { views, orders, .. } = &images[number];
            views.group(orders[order].expect("orders are as allowed in images")).view(offsets[number])
        };
        let least = (0..images.len()).map(image).min().expect("there is a symmetry");
        self.first[view] = least as u32;
        if view < self.by.len() {
            let to_first = (0..images.len()).filter(|&number| image(number) == least);
            let mut to_first = to_first.map(|number| images[number].symmetry);
            let by = to_first.next().expect("one is the least");
            self.by[view] = by as u8;
            if view == least {
                let bits = to_first.fold(1 << by, |bits, symmetry| bits | 1 << symmetry);
                self.stabilizer[view] = self.stabilizer(bits, symmetries);
            }
        }
        least == view
    }

    /// The number of the stabilizer with these symmetries.
    fn stabilizer(&mut self, bits: u64, symmetries: &[Vec<usize>]) -> u8 {
        let known = self.stabilizers.iter().position(|known| known.symmetries == bits);
        let number = known.unwrap_or_else(|| {
            self.stabilizers.push(Stabilizer::new(bits, symmetries));
            self.stabilizers.len() - 1
        });
        u8::try_from(number).expect("at most 64 symmetries of nine squares have fewer groups")
    }

    /// The squares that may be tried at an information set that is the first of its images: one of those that are
    /// alike.
    fn actions(&self, infoset: usize) -> Squares {
        self.stabilizers[usize::from(self.stabilizer[infoset])].firsts & !self.tried[infoset]
    }

    /// Adds the actions at such an information set: for each the number of those that are alike.
    fn add_actions(&self, infoset: usize, alike: &mut Vec<u8>) {
        let Stabilizer { least, .. } = &self.stabilizers[usize::from(self.stabilizer[infoset])];
        let count = |action: usize| least.iter().filter(|&&square| square == action).count() as u8;
        alike.extend(each(self.actions(infoset)).map(count));
    }

    /// For each sequence of the whole game the one that it is among the symmetric ones; `first_of` has the first one of
    /// each information set there.
    fn classes(
        &self,
        treeplex: &Treeplex,
        symmetries: &[Vec<usize>],
        first_of: impl Fn(usize) -> u32,
    ) -> Vec<u32> {
        let all = (1 << symmetries[0].len()) - 1;
        let mut classes = vec![0; treeplex.sequences()];
        for (infoset, &tried) in self.tried.iter().enumerate() {
            let (first, symmetry) =
                (self.first[infoset] as usize, &symmetries[usize::from(self.by[infoset])]);
            let (start, actions) = (first_of(infoset), self.actions(first));
            let Stabilizer { least, .. } = &self.stabilizers[usize::from(self.stabilizer[first])];
            for (sequence, square) in treeplex.sequences_of(infoset).zip(each(all & !tried)) {
                let least = least[symmetry[square]];
                classes[sequence] = start + (actions & ((1 << least) - 1)).count_ones();
            }
        }
        classes
    }
}

impl Stabilizer {
    fn new(bits: u64, symmetries: &[Vec<usize>]) -> Stabilizer {
        let of = |square: usize| {
            let here = symmetries.iter().enumerate().filter(|(number, _)| bits >> number & 1 == 1);
            here.map(|(_, symmetry)| symmetry[square]).min().expect("one changes nothing")
        };
        let least: Vec<usize> = (0..symmetries[0].len()).map(of).collect();
        let firsts = least.iter().fold(0, |firsts, &square| firsts | 1 << square);
        Stabilizer { symmetries: bits, least, firsts }
    }
}

impl Image<'_> {
    /// The images of a set of stones that come first.
    fn all<'v>(views: &'v Views, symmetries: &[Vec<usize>], set: &SetViews) -> Vec<Image<'v>> {
        let images: Vec<Squares> = symmetries.iter().map(|symmetry| image(set.set(), symmetry)).collect();
        let least = *images.iter().min().expect("there is a symmetry");
        let squares: Vec<usize> = each(set.set()).collect();
        let here = symmetries.iter().enumerate().filter(|(number, _)| images[*number] == least);
        here.map(|(number, symmetry)| {
            let views = views.of(least).expect("a symmetry makes a set of views of one");
            let moved = |order: &Vec<usize>| {
                let stones: Vec<usize> = order.iter().map(|&place| symmetry[squares[place]]).collect();
                views.order_of(&stones)
            };
            Image {
                symmetry: number,
                views,
                orders: orders(squares.len()).iter().map(moved).collect(),
                hits: set.hits().images_in(views.hits(), symmetry),
            }
        })
        .collect()
    }
}
