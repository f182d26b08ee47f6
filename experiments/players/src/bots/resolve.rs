//! The options of `resolve`, and its agent: a table, and subgames solved again where they begin.

use std::time::Duration;

use hinterhand_engine::dynamic::{ActionNumber, AnyGame};
use hinterhand_engine::games::kinderschnapsen::Hand;
use hinterhand_engine::tricks::{Actions, InfoSet};
use hinterhand_engine::{ActionSet, Allowed, Rng, View, options};
use hinterhand_kinderschnapsen::{Advice, Resolved, Resolver, Solution};
use hinterhand_solvers::dynamic::Offer;
use hinterhand_solvers::search::ActionValues;

use super::agent::{Agent, Decision};
use super::info::BotInfo;
use crate::strategy::FileStrategy;

/// An agent that plays by a strategy, with this number of iterations in each subgame.
pub(super) fn agent<'t>(strategy: &'t FileStrategy<'t>, iterations: u32) -> Box<dyn Agent + 't> {
    Box::new(ResolvingAgent { strategy, iterations, kept: None })
}

/// The description of the bot.
pub(super) const INFO: BotInfo = BotInfo {
    name: "resolve",
    about: "plays by the solution of Kinderschnapsen in a file, which may be a coarse one, and learns the third trick or \
            the closed game anew when it begins, so that it is no more exploitable than the file; options stand after \
            the file, as in `resolve:FILE,iterations=500`",
    argument: Some("FILE"),
    needs: Some(Offer::HandSolver),
    options: &[Resolve::OPTIONS],
    ..BotInfo::PLAIN
};

options! {
    /// The options.
    pub(super) struct Resolve {
        pub(super) iterations: u32 = Allowed::Range(1, 1_000_000, 200),
            "the number of iterations in a subgame, once for each hand";
    }
}

struct ResolvingAgent<'t> {
    strategy: &'t FileStrategy<'t>,
    iterations: u32,
    /// The last subgame that was learned, and from what.
    kept: Option<(&'t Solution<'t>, Resolved<'t>)>,
}

impl Agent for ResolvingAgent<'_> {
    fn decide(&mut self, view: &View<'_, AnyGame>, _: Option<Duration>, _: &mut Rng) -> Decision {
        let info_set: &InfoSet<Hand> = view.info_set.typed();
        let solution = self.strategy.solution_at(view.contest).expect("it was opened for a solution");
        let mut steps = 0;
        let advice = match solution.subgame(info_set) {
            None => solution.advice(info_set),
            Some(subgame) => {
                // The result depends on nothing but the solution and the subgame.
                let holds = |(from, resolved): &(&Solution<'_>, Resolved<'_>)| {
                    std::ptr::eq(*from, solution) && resolved.subgame() == subgame
                };
                if !self.kept.as_ref().is_some_and(holds) {
                    let mut resolving =
                        Resolver::new(solution, info_set).expect("the subgame was just found");
                    (0..self.iterations).for_each(|_| resolving.step());
                    steps = u64::from(self.iterations);
                    self.kept = Some((solution, resolving.resolved()));
                }
                let (_, resolved) = self.kept.as_ref().expect("just learned");
                resolved.advice(info_set)
            }
        };
        Decision { action_values: action_values(&advice.expect("a view is of a decision"), view), steps }
    }
}

/// The advice of a solution as action values.
pub(super) fn action_values(advice: &Advice, view: &View<'_, AnyGame>) -> ActionValues<ActionNumber> {
    let legal: &Actions = view.legal.typed();
    let numbers = view.legal.iter().zip(legal.iter());
    ActionValues::mixed(numbers.map(|(number, action)| (number, f64::from(advice.probability(action)))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strategy::file::tests::lowest;
    use hinterhand_engine::tricks::Action;
    use hinterhand_engine::{Contest, ContestRules, Game, Player, Turn};

    use crate::games;

    /// A hand closed at once: the first decision is the table's, the closed game is learned once for each
    /// player.
    #[test]
    fn a_subgame_is_learned_once() {
        let (game, mut rng) = (games::load_default("kinderschnapsen").unwrap(), Rng::new(3, 0));
        let strategy = FileStrategy::Kinderschnapsen(Box::new(lowest()));
        let mut hand = game.start();
        game.deal(&mut hand, &mut rng);
        let contest = Contest::new(ContestRules::KINDERSCHNAPSEN, Player::FIRST);
        let mut players = [agent(&strategy, 20), agent(&strategy, 20)];
        let mut steps = [Vec::new(), Vec::new()];
        while let Turn::Player(player) = game.turn(&hand) {
            let (info_set, legal) = (game.info_set(&hand, player), game.legal(&hand));
            let view = View { contest: &contest, info_set: &info_set, legal: &legal };
            let decision = players[player.index()].decide(&view, None, &mut rng);
            steps[player.index()].push(decision.steps);
            assert!(decision.action_values.entries.iter().map(|entry| entry.action).eq(legal.iter()));
            let sum: f64 = decision.action_values.entries.iter().map(|entry| entry.probability).sum();
            assert!((sum - 1.0).abs() < 1e-6, "{:?}", decision.action_values);
            let close = legal.typed::<Actions>().iter().position(|action| action == Action::CLOSE);
            game.play(&mut hand, ActionNumber::new(close.unwrap_or(0)));
        }
        let [leading, replying] = steps;
        assert_eq!((leading[0], leading[1], replying[0]), (0, 20, 20));
        assert!(leading[2..].iter().chain(&replying[1..]).all(|&steps| steps == 0));
    }
}
