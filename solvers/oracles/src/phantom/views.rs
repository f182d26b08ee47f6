//! What one player may know: its own stones in order, the outcomes of its tries, and the stones that it has hit.
//!
//! A view is numbered within the set of its own stones, so that all views that a course of stones concerns lie
//! side by side. Views in which the player may have to decide are its information sets; they come first. The
//! other views only occur when the game is over.

use std::collections::BTreeMap;

use super::board::{Board, Squares, count, each};
use super::course::Courses;
use super::injection::{Trie, orders, place};
use super::pattern::Pattern;

/// All views of one player.
#[derive(Clone, Debug)]
pub(super) struct Views {
    /// For each set of own stones, its views.
    sets: Vec<Option<SetViews>>,
    /// The first information set with each set of own stones that has any, in their order.
    by_infoset: Vec<(usize, Squares)>,
    /// The number of information sets.
    infosets: usize,
    /// The number of all views.
    views: usize,
}

/// The views with one set of own stones.
#[derive(Clone, Debug)]
pub(super) struct SetViews {
    set: Squares,
    /// Whether the stones win, so that only their last one can have made them win.
    wins: bool,
    /// The squares that may have come last, as places in the set.
    lasts: Vec<usize>,
    /// The orders of the stones: their number, and how many share the last one.
    orders: usize,
    orders_by_last: usize,
    /// The first information set, and how many each order has.
    first_infoset: usize,
    infosets: usize,
    /// The first of the other views, and how many each order has.
    first_end: usize,
    ends: usize,
    /// For each pattern that may occur, where its views lie in those of an order.
    blocks: BTreeMap<Pattern, Block>,
    hits: Trie,
    /// For each kind of pattern and each choice of hit stones, the place of the view in its block.
    places: BTreeMap<Kind, Vec<Place>>,
}

/// What decides which stones may have been hit when the player has to decide: the number of failed tries, and the
/// least number of stones that the opponent has; none if it never has to decide.
type Kind = (usize, Option<usize>);

#[derive(Clone, Debug)]
struct Block {
    kind: Kind,
    infoset: usize,
    end: usize,
}

/// The place of a view in its block.
#[derive(Clone, Copy, Debug)]
enum Place {
    Infoset(u32),
    End(u32),
    Elsewhere,
}

/// The views of one player with one order of own stones.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group {
    first_infoset: usize,
    first_end: usize,
}

impl Group {
    /// The number of the view that lies at this offset.
    pub(super) fn view(self, offset: Offset) -> usize {
        match offset {
            Offset::Infoset(place) => self.first_infoset + place as usize,
            Offset::End(place) => self.first_end + place as usize,
        }
    }
}

impl Group {
    /// The number of the information set that lies at this offset, if it is one.
    pub(super) fn infoset(self, offset: Offset) -> Option<usize> {
        matches!(offset, Offset::Infoset(_)).then(|| self.view(offset))
    }
}

/// Where a view lies among those of its group.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Offset {
    /// Among the information sets.
    Infoset(u32),
    /// Among the other views.
    End(u32),
}

impl Views {
    /// All views of a player.
    pub(super) fn new(board: &Board, courses: &Courses, player: usize) -> Views {
        let patterns = patterns(courses, player);
        let most = patterns.keys().map(|pattern| pattern.fails()).max().unwrap_or(0);
        let sets = vec![None; usize::from(board.all()) + 1];
        let mut views = Views { sets, by_infoset: Vec::new(), infosets: 0, views: 0 };
        let mut by_size: Vec<Squares> = (0..=board.all()).collect();
        by_size.sort_by_key(|&set| count(set));
        for &set in &by_size {
            if let Some(of_set) = SetViews::new(board, player, set, &patterns, most, views.infosets) {
                if of_set.infosets > 0 {
                    views.by_infoset.push((views.infosets, set));
                }
                views.infosets += of_set.orders * of_set.infosets;
                views.sets[usize::from(set)] = Some(of_set);
            }
        }
        views.views = views.infosets;
        for &set in &by_size {
            if let Some(of_set) = &mut views.sets[usize::from(set)] {
                of_set.first_end = views.views;
                views.views += of_set.orders * of_set.ends;
            }
        }
        views
    }

    /// The number of information sets.
    pub(super) fn infosets(&self) -> usize {
        self.infosets
    }

    /// The number of all views.
    pub(super) fn len(&self) -> usize {
        self.views
    }

    /// The views with these stones.
    pub(super) fn of(&self, set: Squares) -> Option<&SetViews> {
        self.sets[usize::from(set)].as_ref()
    }

    /// The number of the view after these tries: the square of each, and whether a stone was placed there.
    pub(super) fn view(&self, tries: &[(usize, bool)]) -> Option<usize> {
        let stones: Vec<usize> =
            tries.iter().filter(|(_, stone)| *stone).map(|&(square, _)| square).collect();
        let set = stones.iter().fold(0, |set, square| set | 1 << square);
        let views = self.of(set)?;
        let order = views.order_of(&stones)?;
        let (mut pattern, mut hits) = (Pattern::default(), 0);
        for &(square, stone) in tries {
            pattern = pattern.then(stone);
            if !stone {
                hits = views.hits.next(hits, square)?;
            }
        }
        Some(views.group(order).view(views.offset(pattern, hits)?))
    }

    /// The own stones at an information set.
    pub(super) fn stones(&self, infoset: usize) -> Squares {
        let next = self.by_infoset.partition_point(|&(first, _)| first <= infoset);
        self.by_infoset[next - 1].1
    }

    /// All sets of own stones, in the order of their views.
    pub(super) fn sets(&self) -> Vec<&SetViews> {
        let mut sets: Vec<&SetViews> = self.sets.iter().flatten().collect();
        sets.sort_by_key(|of_set| of_set.first_infoset + of_set.first_end);
        sets
    }
}

/// The patterns of a player, each with the least number of stones of the opponent where it decides.
fn patterns(courses: &Courses, player: usize) -> BTreeMap<Pattern, Option<usize>> {
    let ends = courses.shapes.iter().flat_map(|shape| &shape.sides[player].patterns);
    let ends = ends.map(|&pattern| (pattern, None));
    let decisions = courses.decisions[player].iter().map(|(&pattern, &least)| (pattern, Some(least)));
    ends.chain(decisions).collect()
}

impl SetViews {
    fn new(
        board: &Board,
        player: usize,
        set: Squares,
        patterns: &BTreeMap<Pattern, Option<usize>>,
        most: usize,
        first_infoset: usize,
    ) -> Option<SetViews> {
        let squares: Vec<usize> = each(set).collect();
        let wins = board.wins(player, set);
        let may_be_last = |place: &usize| !wins || !board.wins(player, set & !(1 << squares[*place]));
        let lasts: Vec<usize> = (0..squares.len()).filter(may_be_last).collect();
        if !squares.is_empty() && lasts.is_empty() {
            return None;
        }
        let orders_by_last = orders(squares.len().saturating_sub(1)).len();
        let mut views = SetViews {
            set,
            wins,
            orders: lasts.len().max(1) * orders_by_last,
            orders_by_last,
            lasts,
            first_infoset,
            infosets: 0,
            first_end: 0,
            ends: 0,
            blocks: BTreeMap::new(),
            hits: Trie::new(board, 1 - player, set, most),
            places: BTreeMap::new(),
        };
        let here = patterns.iter().filter(|(pattern, _)| pattern.stones() == squares.len());
        let mut here: Vec<(Pattern, Option<usize>)> =
            here.map(|(&pattern, &least)| (pattern, least)).collect();
        // What follows a failed try comes later.
        here.sort_by_key(|(pattern, _)| (pattern.fails(), *pattern));
        let mut largest = LargestSets { board, opponent: 1 - player, own: set, known: BTreeMap::new() };
        for (pattern, least) in here {
            if wins && pattern.last() != Some(true) {
                continue;
            }
            let kind = (pattern.fails(), least.filter(|_| !wins));
            let places = views.places.entry(kind).or_insert_with(|| places(&views.hits, kind, &mut largest));
            let infosets = places.iter().filter(|place| matches!(place, Place::Infoset(_))).count();
            let ends = places.iter().filter(|place| matches!(place, Place::End(_))).count();
            views.blocks.insert(pattern, Block { kind, infoset: views.infosets, end: views.ends });
            views.infosets += infosets;
            views.ends += ends;
        }
        Some(views)
    }

    /// The stones.
    pub(super) fn set(&self) -> Squares {
        self.set
    }

    /// Whether the stones win.
    pub(super) fn wins(&self) -> bool {
        self.wins
    }

    /// The squares that may have come last, as places in the set.
    pub(super) fn lasts(&self) -> &[usize] {
        &self.lasts
    }

    /// The number of orders of the stones.
    pub(super) fn orders(&self) -> usize {
        self.orders
    }

    /// The information sets of all orders.
    pub(super) fn infoset_range(&self) -> std::ops::Range<usize> {
        self.first_infoset..self.first_infoset + self.orders * self.infosets
    }

    /// The other views of all orders.
    pub(super) fn end_range(&self) -> std::ops::Range<usize> {
        self.first_end..self.first_end + self.orders * self.ends
    }

    /// The number in [`orders`] of an order of the stones, given by their squares; `None` if the last one cannot have
    /// come last.
    pub(super) fn order_of(&self, stones: &[usize]) -> Option<usize> {
        let Some((&last, rest)) = stones.split_last() else { return Some(0) };
        let rank = |square: usize| count(self.set & ((1 << square) - 1));
        let last = rank(last);
        let places = rest.iter().map(|&square| rank(square) - usize::from(rank(square) > last));
        self.lasts.contains(&last).then(|| last * self.orders_by_last + place(rest.len(), places))
    }

    /// The views of an order of the stones, by its number in [`orders`]; its last stone must be one of
    /// [`SetViews::lasts`].
    pub(super) fn group(&self, order: usize) -> Group {
        let (last, rest) = (order / self.orders_by_last, order % self.orders_by_last);
        let last = if self.lasts.is_empty() {
            0
        } else {
            self.lasts.iter().position(|&place| place == last).expect("the stone may have come last")
        };
        let order = last * self.orders_by_last + rest;
        Group {
            first_infoset: self.first_infoset + order * self.infosets,
            first_end: self.first_end + order * self.ends,
        }
    }

    /// The ordered choices of stones that may have been hit.
    pub(super) fn hits(&self) -> &Trie {
        &self.hits
    }

    /// Where the view with this pattern and these hit stones, a node of [`SetViews::hits`], lies in its group.
    pub(super) fn offset(&self, pattern: Pattern, hits: usize) -> Option<Offset> {
        self.finder(pattern)?(hits)
    }

    /// Where the views with this pattern lie, by their hit stones.
    pub(super) fn finder(&self, pattern: Pattern) -> Option<impl Fn(usize) -> Option<Offset>> {
        let block = self.blocks.get(&pattern)?;
        let places = &self.places[&block.kind];
        Some(move |hits: usize| match places[hits] {
            Place::Infoset(place) => Some(Offset::Infoset(block.infoset as u32 + place)),
            Place::End(place) => Some(Offset::End(block.end as u32 + place)),
            Place::Elsewhere => None,
        })
    }

    /// The number of information sets with this pattern in a group.
    pub(super) fn infosets_of(&self, pattern: Pattern) -> usize {
        let places = &self.places[&self.blocks[&pattern].kind];
        places.iter().filter(|place| matches!(place, Place::Infoset(_))).count()
    }

    /// The patterns of the views of a group, in their order.
    pub(super) fn patterns(&self) -> Vec<Pattern> {
        let mut patterns: Vec<(&Pattern, &Block)> = self.blocks.iter().collect();
        patterns.sort_by_key(|(pattern, _)| (pattern.fails(), **pattern));
        patterns.into_iter().map(|(pattern, _)| *pattern).collect()
    }
}

/// Numbers the choices of hit stones: those with which the player may have to decide, and the others.
fn places(hits: &Trie, (fails, least): Kind, largest: &mut LargestSets<'_>) -> Vec<Place> {
    let (mut infosets, mut ends) = (0, 0);
    let place = |node: &super::injection::Node| {
        if count(node.set) != fails {
            return Place::Elsewhere;
        }
        let (number, place): (&mut u32, fn(u32) -> Place) =
            if least.is_some_and(|least| largest.around(node.set) >= least) {
                (&mut infosets, Place::Infoset)
            } else {
                (&mut ends, Place::End)
            };
        *number += 1;
        place(*number - 1)
    };
    hits.nodes().iter().map(place).collect()
}

/// The largest set of stones that the opponent may have without winning.
struct LargestSets<'b> {
    board: &'b Board,
    opponent: usize,
    own: Squares,
    known: BTreeMap<Squares, usize>,
}

impl LargestSets<'_> {
    /// The size of the largest such set that contains `set`, which does not win.
    fn around(&mut self, set: Squares) -> usize {
        if let Some(&known) = self.known.get(&set) {
            return known;
        }
        let free = each(self.board.all() & !(self.own | set));
        let larger =
            free.map(|square| set | 1 << square).filter(|&larger| !self.board.wins(self.opponent, larger));
        let larger: Vec<Squares> = larger.collect();
        let most = larger.into_iter().map(|larger| self.around(larger)).max().unwrap_or(count(set));
        self.known.insert(set, most);
        most
    }
}
