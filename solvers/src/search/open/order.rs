//! In which order actions at the trick table are looked at: what is likely to be best first.

use hinterhand_engine::tricks::{Action, Actions, CardSet, Table, takes};
use hinterhand_engine::{ActionSet, Player};

use super::trick_game::TrickGame;

/// The most actions that there are at once: a hand of cards and all announcements.
const MOST: usize = 16;

/// The weight of the history of an action, its success elsewhere.
const MEMORY_WEIGHT: u32 = 256;

/// Actions with a note each, to be taken in the order of the notes.
pub(super) struct Ordered {
    actions: [(u32, Action); MOST],
    len: usize,
    at: usize,
}

impl Ordered {
    /// The actions `legal` of the player to move; `first` is the number of the one to look at first.
    #[inline]
    pub(super) fn new<G: TrickGame>(hand: &G::State, legal: Actions, first: u8, seen: &[u32; 64]) -> Ordered {
        let mut ordered = Ordered { actions: [(0, Action::STOP); MOST], len: 0, at: 0 };
        let me = hand.mover();
        for action in legal.iter() {
            let note = if action.index() == usize::from(first) {
                u32::MAX
            } else {
                ((note::<G>(hand, me, action) + 200) as u32) * 256
                    + seen[action.index()].ilog2() * MEMORY_WEIGHT
            };
            ordered.actions[ordered.len] = (note, action);
            ordered.len += 1;
        }
        ordered
    }
}

impl Iterator for Ordered {
    type Item = Action;

    /// Finds the best of those left: often the first one is enough, so they are not sorted.
    #[inline]
    fn next(&mut self) -> Option<Action> {
        let left = &mut self.actions[self.at..self.len];
        let mut best = 0;
        for other in 1..left.len() {
            if left[other].0 > left[best].0 {
                best = other;
            }
        }
        let found = left.get(best)?.1;
        left.swap(0, best);
        self.at += 1;
        Some(found)
    }
}

/// The priority of the action: points count, tricks count more, claims most.
#[inline]
fn note<G: TrickGame>(hand: &G::State, me: Player, action: Action) -> i32 {
    let Some(card) = action.played() else {
        return match action {
            Action::OUT => 120,
            Action::EXCHANGE => 110,
            // Cheap to look at: nothing is drawn any more.
            Action::CLOSE => 105,
            // False claims among them: those that are right have been looked at before.
            Action::STOP | Action::ON => -100,
            _ => 100,
        };
    };
    let worth = G::points(card) as i32;
    let trump = hand.trump();
    if let Some(lead) = hand.lead() {
        let stake = worth + G::points(lead) as i32;
        if !takes(card, lead, trump) {
            return -stake;
        }
        // Of cards that take it, the one that is least missed later.
        return if card.suit() == trump && lead.suit() != trump { 10 - stake } else { 30 - stake };
    }
    let theirs = hand.cards(me.other());
    let mates = theirs & card.suit_mates();
    let trumps = if card.suit() == trump { CardSet::EMPTY } else { theirs & CardSet::suit(trump) };
    let beaten =
        !(theirs & card.stronger()).is_empty() || (mates.is_empty() || hand.is_open()) && !trumps.is_empty();
    if beaten { -worth } else { 40 + worth }
}
