//! The size of Kinderschnapsen: every information set and every history counted exactly, none of them listed.
//!
//! The tree of what both players see is walked, with the rules asked of the engine. The number of hidden
//! hands, draws and orders of the talon that fit each of its nodes follows by combinatorics. Trump is always
//! spades: the whole game is three times as large. Recall is perfect: information sets distinguish which
//! cards a player was dealt and when it drew the others; *merged* counts do not.

mod count;
mod node;
mod record;
mod scene;
mod symmetric;

use hinterhand_engine::games::Kinderschnapsen;
use hinterhand_engine::tricks::{Card, CardSet, Suit};
use hinterhand_solvers::parallel;

pub use count::{Count, Part, PartCount, Ply, Sets, TurnupCount};
use node::Node;

/// The count of all information sets and histories, in pieces.
///
/// ```no_run
/// use hinterhand_engine::games::Kinderschnapsen;
/// use hinterhand_kinderschnapsen::Census;
///
/// let mut census = Census::new(Kinderschnapsen { auto_checkout: true, ..Kinderschnapsen::default() });
/// while census.step() {}
/// assert_eq!(census.total().all.histories, 58_853_033_880);
/// ```
#[derive(Clone, Debug)]
pub struct Census {
    game: Kinderschnapsen,
    /// The turnup's place among the four, and the node where the piece begins.
    pieces: Vec<(usize, Node)>,
    done: usize,
    turnups: [TurnupCount; 4],
}

/// Above this ply each branch is counted by itself, so that threads have something to share.
const SHARED_PLIES: usize = 4;

impl Census {
    /// Nothing is counted yet.
    pub fn new(game: Kinderschnapsen) -> Census {
        let trumps = Kinderschnapsen::PACK.cards & CardSet::suit(Suit::Spades);
        let mut pieces = Vec::new();
        let turnups = std::array::from_fn(|at| {
            let turnup = trumps.nth(at);
            let dealt = Node::dealt(turnup);
            let mut count = TurnupCount::new(turnup);
            dealt.record(&game, &mut count);
            dealt.children(&game, |child| pieces.push((at, child)));
            count
        });
        Census { game, pieces, done: 0, turnups }
    }

    /// The number of pieces.
    pub fn pieces(&self) -> usize {
        self.pieces.len()
    }

    /// The number of pieces counted so far.
    pub fn done(&self) -> usize {
        self.done
    }

    /// Counts the next piece; false if there is none.
    pub fn step(&mut self) -> bool {
        let Some((turnup, node)) = self.pieces.get(self.done) else { return false };
        let count = &mut self.turnups[*turnup];
        count.add(&below(&self.game, node, count.turnup));
        self.done += 1;
        true
    }

    /// The counts of each turnup, the weakest first.
    pub fn turnups(&self) -> &[TurnupCount; 4] {
        &self.turnups
    }

    /// The counts of this part of the game with all four turnups.
    pub fn part(&self, part: Part) -> PartCount {
        self.turnups.iter().fold(PartCount::default(), |sum, turnup| sum.plus(turnup.part(part)))
    }

    /// The counts of the whole game.
    pub fn total(&self) -> PartCount {
        Part::ALL.into_iter().fold(PartCount::default(), |sum, part| sum.plus(&self.part(part)))
    }
}

/// The count from a node on. Sums of integers: the order in which threads come to them makes no difference.
fn below(game: &Kinderschnapsen, node: &Node, turnup: Card) -> TurnupCount {
    let mut count = TurnupCount::new(turnup);
    if node.ply() >= SHARED_PLIES {
        walk(game, node, &mut count);
        return count;
    }
    node.record(game, &mut count);
    let mut children = Vec::new();
    node.children(game, |child| children.push(child));
    let counts = parallel::map(children.len(), &|child| below(game, &children[child], turnup));
    counts.iter().for_each(|part| count.add(part));
    count
}

fn walk(game: &Kinderschnapsen, node: &Node, count: &mut TurnupCount) {
    node.record(game, count);
    node.children(game, |child| walk(game, &child, count));
}

#[cfg(test)]
mod tests;
