//! The options of `resolve`, and the one who plays by it: a table, and what is learned anew where a subgame begins.

use std::time::Duration;

use hinterhand_engine::games::Kinderschnapsen;
use hinterhand_engine::tricks::Action;
use hinterhand_engine::{ActionSet, Rng, View};
use hinterhand_kinderschnapsen::{Advice, Resolved, Resolver, Solution};
use hinterhand_solvers::search::Counsel;

use super::Power;
use super::registry::{BotInfo, BotOption, Kind};
use super::think::{Thinker, Thought};
use crate::strategy::FileStrategy;

/// Makes one who plays by a strategy with so many iterations in each subgame.
pub type NewResolving<G> = for<'t> fn(&'t FileStrategy<'t>, u32) -> Box<dyn Thinker<G> + 't>;

/// Makes one for Kinderschnapsen.
pub(crate) fn resolving<'t>(
    strategy: &'t FileStrategy<'t>,
    iterations: u32,
) -> Box<dyn Thinker<Kinderschnapsen> + 't> {
    Box::new(ByResolving { strategy, iterations, kept: None })
}

/// What is known of it.
pub(super) const INFO: BotInfo = BotInfo {
    name: "resolve",
    about: "plays by the solution of Kinderschnapsen in a file, which may be a coarse one, and learns the third trick or \
            the closed game anew when it begins, so that nobody can exploit it more than the file; options stand after \
            the file, as in `resolve:FILE,iterations=500`",
    argument: Some("FILE"),
    needs: Some(Power::Resolving),
    options: &[BotOption {
        key: ITERATIONS,
        kind: Kind::Whole(1, 1_000_000, Some(200)),
        about: "the iterations in a subgame, once for each hand",
    }],
};

/// The option with the iterations.
pub(super) const ITERATIONS: &str = "iterations";

struct ByResolving<'t> {
    strategy: &'t FileStrategy<'t>,
    iterations: u32,
    /// The last subgame that was learned, and from what.
    kept: Option<(&'t Solution<'t>, Resolved<'t>)>,
}

impl Thinker<Kinderschnapsen> for ByResolving<'_> {
    fn think(
        &mut self,
        view: &View<'_, Kinderschnapsen>,
        _: Option<Duration>,
        _: &mut Rng,
    ) -> Thought<Action> {
        let solution = self.strategy.solution_at(view.contest).expect("it was opened for a solution");
        let mut steps = 0;
        let advice = match solution.subgame(view.info_set) {
            None => solution.advice(view.info_set),
            Some(subgame) => {
                // What is learned depends on nothing but the solution and the subgame.
                let holds = |(from, resolved): &(&Solution<'_>, Resolved<'_>)| {
                    std::ptr::eq(*from, solution) && resolved.subgame() == subgame
                };
                if !self.kept.as_ref().is_some_and(holds) {
                    let mut resolving =
                        Resolver::new(solution, view.info_set).expect("the subgame was just found");
                    (0..self.iterations).for_each(|_| resolving.step());
                    steps = u64::from(self.iterations);
                    self.kept = Some((solution, resolving.resolved()));
                }
                let (_, resolved) = self.kept.as_ref().expect("just learned");
                resolved.advice(view.info_set)
            }
        };
        Thought { counsel: counsel(&advice.expect("a view is of a decision"), view), steps }
    }
}

/// The advice of a solution as a counsel.
pub(super) fn counsel(advice: &Advice, view: &View<'_, Kinderschnapsen>) -> Counsel<Action> {
    Counsel::mixed(view.legal.iter().map(|action| (action, f64::from(advice.probability(action)))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strategy::file::tests::lowest;
    use hinterhand_engine::{Contest, ContestRules, Game, Player, Turn};

    /// A hand closed at once: the first decision is the table's, the closed game is learned once for each player.
    #[test]
    fn a_subgame_is_learned_once() {
        let (game, mut rng) = (Kinderschnapsen::default(), Rng::new(3, 0));
        let strategy = FileStrategy::Kinderschnapsen(Box::new(lowest()));
        let mut hand = game.start();
        game.deal(&mut hand, &mut rng);
        let contest = Contest::new(ContestRules::KINDERSCHNAPSEN, Player::FIRST);
        let mut players = [resolving(&strategy, 20), resolving(&strategy, 20)];
        let mut steps = [Vec::new(), Vec::new()];
        while let Turn::Player(player) = game.turn(&hand) {
            let (info_set, legal) = (game.info_set(&hand, player), game.legal(&hand));
            let view = View { contest: &contest, info_set: &info_set, legal: &legal };
            let thought = players[player.index()].think(&view, None, &mut rng);
            steps[player.index()].push(thought.steps);
            assert!(thought.counsel.moves.iter().map(|weighed| weighed.action).eq(legal.iter()));
            let sum: f64 = thought.counsel.moves.iter().map(|weighed| weighed.probability).sum();
            assert!((sum - 1.0).abs() < 1e-6, "{:?}", thought.counsel);
            game.play(&mut hand, if legal.contains(Action::CLOSE) { Action::CLOSE } else { legal.nth(0) });
        }
        let [leading, replying] = steps;
        assert_eq!((leading[0], leading[1], replying[0]), (0, 20, 20));
        assert!(leading[2..].iter().chain(&replying[1..]).all(|&steps| steps == 0));
    }
}
