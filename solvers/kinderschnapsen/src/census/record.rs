//! The histories and information sets that a node of the public tree counts for.

use hinterhand_engine::games::Kinderschnapsen;

use super::count::{Sets, TurnupCount};
use super::node::{Node, Phase};
use super::symmetric::symmetric;

impl Node {
    /// Adds this node to the count.
    #[inline]
    pub(super) fn record(&self, game: &Kinderschnapsen, count: &mut TurnupCount) {
        let histories = self.scene.histories();
        let ply = &mut count.plies[self.ply()];
        let part = &mut count.parts[self.scene.part as usize];
        if self.phase == Phase::Over {
            ply.end_histories += histories;
            part.all.end_histories += histories;
            part.all.public_ends += 1;
        } else {
            ply.histories += histories;
            part.all.histories += histories;
            part.all.public_decisions += 1;
            let (player, sets) = (self.mover, self.sets(game));
            part.all.merged[player] = part.all.merged[player].plus(&sets);
            let sets = sets.times(self.scene.ways(player));
            part.all.sets[player] = part.all.sets[player].plus(&sets);
        }
        if let Some(played) = self.scene.trumps_played {
            symmetric(self, game, played, &mut part.symmetric);
        }
    }

    /// The merged information sets of the player to move.
    #[inline]
    fn sets(&self, game: &Kinderschnapsen) -> Sets {
        let cards = self.scene.cards(self.mover);
        let hands = || self.scene.hands(self.mover);
        match self.phase {
            Phase::Lead => Sets::alike(hands(), (cards + usize::from(self.closable(game))) as u64),
            Phase::Reply(_) if self.scene.is_open() || cards == 1 => Sets::alike(hands(), cards as u64),
            Phase::Reply(_) => {
                let mut sets = Sets::default();
                self.scene.each_hand(self.mover, |hand| {
                    sets = sets.plus(&Sets::alike(1, self.playable(hand).len() as u64));
                });
                sets
            }
            Phase::CheckOut => Sets::alike(hands(), 2),
            Phase::Over => Sets::default(),
        }
    }
}
