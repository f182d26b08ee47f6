//! The options of `solve`, and its agent: no table, but the whole hand solved when it begins.

use std::time::Duration;

use hinterhand_engine::dynamic::AnyGame;
use hinterhand_engine::games::Kinderschnapsen;
use hinterhand_engine::games::kinderschnapsen::Hand;
use hinterhand_engine::tricks::InfoSet;
use hinterhand_engine::{Allowed, Rng, View, options};
use hinterhand_kinderschnapsen::{HandSolver, Payoff, Solution};
use hinterhand_solvers::cfr::Variant;
use hinterhand_solvers::dynamic::Offer;

use super::agent::{Agent, Decision};
use super::info::BotInfo;
use super::resolve::action_values;

/// An agent that solves the hand with this number of iterations.
pub(super) fn agent(game: Kinderschnapsen, iterations: u32) -> Box<dyn Agent> {
    Box::new(SolvingAgent { game, iterations, solution: None })
}

/// The description of the bot.
pub(super) const INFO: BotInfo = BotInfo {
    name: "solve",
    about: "solves the hand when it first has to decide, from nothing and for the card that is turned up, and keeps \
            nothing for the next hand: the longer it thinks, the nearer to an equilibrium; takes seconds, once in a hand",
    needs: Some(Offer::HandSolver),
    options: &[Solve::OPTIONS],
    ..BotInfo::PLAIN
};

options! {
    /// The options.
    pub(super) struct Solve {
        pub(super) iterations: u32 = Allowed::Range(1, 1_000_000, 20),
            "the number of iterations of counterfactual regret minimization, once for each hand";
    }
}

struct SolvingAgent {
    game: Kinderschnapsen,
    iterations: u32,
    /// Of the hand that is played.
    solution: Option<Solution<'static>>,
}

impl Agent for SolvingAgent {
    fn decide(&mut self, view: &View<'_, AnyGame>, _: Option<Duration>, _: &mut Rng) -> Decision {
        let info_set: &InfoSet<Hand> = view.info_set.typed();
        let steps = if self.solution.is_some() { 0 } else { u64::from(self.iterations) };
        let solution = self.solution.get_or_insert_with(|| {
            let hand = info_set.hand();
            let mut hands = HandSolver::with_turnup_of(hand, self.game, &Payoff::POINTS, Variant::DCFR);
            (0..self.iterations).for_each(|_| hands.step());
            hands.solution()
        });
        let advice = solution.advice(info_set).expect("a view is of a decision");
        Decision { action_values: action_values(&advice, view), steps }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hinterhand_engine::{ActionSet, Contest, ContestRules, Game, Player, Turn};

    use crate::games;

    /// A hand from both sides: solved once each, with probabilities for what is legal.
    #[test]
    fn a_hand_is_solved_once() {
        let (game, mut rng) = (games::load_default("kinderschnapsen").unwrap(), Rng::new(3, 0));
        let mut hand = game.start();
        game.deal(&mut hand, &mut rng);
        let contest = Contest::new(ContestRules::KINDERSCHNAPSEN, Player::FIRST);
        let mut players = [(); 2].map(|()| agent(Kinderschnapsen::default(), 2));
        let mut steps = [Vec::new(), Vec::new()];
        while let Turn::Player(player) = game.turn(&hand) {
            let (info_set, legal) = (game.info_set(&hand, player), game.legal(&hand));
            let view = View { contest: &contest, info_set: &info_set, legal: &legal };
            let decision = players[player.index()].decide(&view, None, &mut rng);
            steps[player.index()].push(decision.steps);
            assert!(decision.action_values.entries.iter().map(|entry| entry.action).eq(legal.iter()));
            let sum: f64 = decision.action_values.entries.iter().map(|entry| entry.probability).sum();
            assert!((sum - 1.0).abs() < 1e-6, "{:?}", decision.action_values);
            game.play(&mut hand, decision.action_values.best());
        }
        for steps in steps {
            assert!(steps[0] == 2 && steps[1..].iter().all(|&steps| steps == 0), "{steps:?}");
        }
    }
}
