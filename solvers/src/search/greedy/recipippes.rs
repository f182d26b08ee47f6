//! Recipippes: taking what is worth most for what is worth least.

use hinterhand_engine::games::Recipippes;
use hinterhand_engine::games::recipippes::{Action, InfoSet, Legal, Verb};
use hinterhand_engine::{ActionSet, Rng};

use super::Greedy;

/// Captures if possible, else steals if possible, else draws.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct GreedyRecipippes;

impl Greedy<Recipippes> for GreedyRecipippes {
    fn rule(&self) -> &'static str {
        "Captures what is worth most with the fewest and cheapest cards; else steals so, supported by its highest card; \
         else draws from the deck. It defends whenever it can, with its highest cards, and trades only when it must, its \
         cheapest cards for as many as it may"
    }

    fn choose(&self, _: &Recipippes, _: &InfoSet, legal: &Legal, rng: &mut Rng) -> Action {
        let best = legal.iter().map(rank).min().expect("a decision has at least one action");
        let wanted: Vec<Action> = legal.iter().filter(|&action| rank(action) == best).collect();
        wanted[rng.below(wanted.len() as u32) as usize]
    }
}

/// The place of an action among those that there may be beside it: its kind, then what is paid less what is
/// won.
fn rank(action: Action) -> (usize, i32) {
    let cards = action.cards();
    let value = i32::from(cards.value());
    // A point is worth more than any cards, and one card fewer more than their values.
    let paid = 100 * cards.len() as i32 + value;
    let won = action.target().map_or(0, |court| if court.is_pawn() { 1000 } else { 2000 });
    match action.verb() {
        Verb::Capture => (0, paid - won),
        Verb::Steal => (1, paid - won),
        Verb::DrawDiscard => (3, 0),
        Verb::Trade => (4, 0),
        Verb::Take => (0, -i32::from(action.count())),
        Verb::Discard => (1, value),
        // A support is ended as soon as there is one, a defence as soon as it holds.
        Verb::Support | Verb::Defend => (1, -value),
        Verb::Draw | Verb::Yield => (2, 0),
        // The cheapest card comes to lie on top.
        Verb::Place => (0, -value),
        Verb::Done | Verb::CallPawn | Verb::CallCourt | Verb::SeatFirst => (0, 0),
        Verb::SeatSecond => (1, 0),
    }
}
