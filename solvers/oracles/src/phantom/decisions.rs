//! The information sets of a phantom game in the numbers of its oracle.

use std::sync::Arc;

use hinterhand_engine::Player;
use hinterhand_engine::dynamic::{AnyInfoSet, AnyLegal};
use hinterhand_engine::games::phantom::{InfoSet, Square};
use hinterhand_engine::games::{ReferenceGame, reference};
use hinterhand_solvers::oracle::{Folded, GameOracle, Histories};

use super::histories::histories;
use super::oracle::PhantomOracle;
use super::symmetric;

impl PhantomOracle {
    /// The tries of a player before it decides at an information set.
    fn tries(&self, player: usize, infoset: usize) -> Vec<(Square, bool)> {
        let (treeplex, views) = (&self.treeplexes[player], &self.views[player]);
        // The actions from the last one back, and the stones that stood after each.
        let (mut made, mut at) = (Vec::new(), infoset);
        loop {
            let sequence = treeplex.parent(at);
            if sequence == 0 {
                break;
            }
            let before = treeplex.infoset_of(sequence);
            let stone = views.stones(before) != views.stones(at);
            made.push((sequence - treeplex.sequences_of(before).start, stone));
            at = before;
        }
        let mut untried: Vec<usize> = (0..self.board.squares()).collect();
        made.into_iter().rev().map(|(action, stone)| (Square::new(untried.remove(action)), stone)).collect()
    }
}

impl GameOracle for PhantomOracle {
    fn find(&self, info_set: &AnyInfoSet) -> Option<(usize, usize)> {
        let reference::InfoSet::Phantom(info_set) = info_set.typed() else { return None };
        let player = info_set.seat().index();
        let tries: Vec<(usize, bool)> =
            info_set.tries().iter().map(|(square, free)| (square.index(), free)).collect();
        let view = self.views[player].view(&tries)?;
        (view < self.treeplexes[player].infosets()).then_some((player, view))
    }

    fn decision(&self, player: usize, infoset: usize) -> (AnyInfoSet, AnyLegal) {
        let tries = self.tries(player, infoset);
        let info_set = InfoSet::to_move(self.board.version(), Player::new(player), &tries);
        let legal = info_set.untried(self.board.all());
        let info_set = reference::InfoSet::Phantom(info_set);
        (AnyInfoSet::new(info_set), AnyLegal::new::<ReferenceGame>(reference::Legal::Phantom(legal)))
    }

    fn histories(&self) -> Histories {
        histories(&self.board)
    }

    fn folded(self: Arc<Self>) -> Option<Folded> {
        let symmetries = self.board.symmetries();
        (symmetries.len() > 1).then(|| symmetric::folded(self, &symmetries))
    }
}
