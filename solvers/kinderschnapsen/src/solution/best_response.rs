//! The best answer to a strategy of the hand, as a strategy.

use hinterhand_solvers::parallel;

use crate::position::endings::{Endings, plays};
use crate::position::layout::{GROUP, Layout};
use crate::position::rules::{Payoff, Rules};
use crate::position::walk::{HandContext, NO_SLOT, Pass};
use crate::solution::columns::Writing;
use crate::solution::judge::{Root, Strategy, total};
use crate::solution::lookup::Solution;

impl Solution<'_> {
    /// The best answers of both players to this strategy, as a strategy; where it never leads, they do the
    /// same.
    pub fn best_response(&self) -> Solution<'static> {
        best_response([&self.rules; 2], &self.layout, self)
    }

    /// The best response to the strategy with one payoff of the results for the response of player 0 and
    /// another for that of player 1. Both must stand in the same order as in the payoff that the strategy was
    /// found for.
    pub fn best_response_for(&self, payoffs: &[Payoff; 2]) -> Solution<'static> {
        let [first, second] = payoffs.each_ref().map(|payoff| self.rules_with(payoff));
        best_response([&first, &second], &self.layout, self)
    }
}

/// No action: the decision was not asked for.
const NONE: u8 = u8::MAX;

/// A pass that answers as well as possible and remembers how.
struct Answering<'a, S> {
    strategy: &'a S,
    begin: usize,
    chosen: Vec<u8>,
}

impl<S: Strategy> Pass for Answering<'_, S> {
    fn own(&mut self, slot: usize, legal: u8, values: &[f64; 4]) -> f64 {
        let allowed = (0..4).filter(|action| legal >> action & 1 != 0);
        let (best, most) = allowed
            .map(|action| (action, values[action]))
            .reduce(|best, next| if next.1 > best.1 { next } else { best })
            .expect("there is a legal action");
        if slot != NO_SLOT {
            self.chosen[slot - self.begin] = best as u8;
        }
        most
    }

    fn other(&mut self, slot: usize, legal: u8, reach: f64) -> [f64; 4] {
        if reach == 0.0 { [0.0; 4] } else { self.strategy.at(slot, legal) }
    }
}

/// The best responses of both players to `strategy`, by the rules with the payoff of each, which must rank
/// the results in the same order. Where a player's reach is 0 the response does what `strategy` does.
fn best_response(rules: [&Rules; 2], layout: &Layout, strategy: &Solution<'_>) -> Solution<'static> {
    // Best play once all cards are known, and its rank, are the same for all players that rank the results
    // alike.
    let endings = Endings::new(rules[0]);
    let parts = parallel::map(4, &|turnup| {
        let root = Root::Turnup(turnup as u8);
        let slots = root.slots(layout);
        let answers = [0, 1].map(|hero: u8| {
            let chosen = vec![NONE; slots.len()];
            let mut pass = Answering { strategy, begin: slots.start, chosen };
            let context = HandContext { rules: rules[usize::from(hero)], endings: &endings, layout };
            total(context, root, hero, &mut pass);
            pass.chosen
        });
        let mut writing = Writing::default();
        let mut decisions = Vec::with_capacity(GROUP);
        for (at, slot) in slots.clone().enumerate() {
            // A decision belongs to one player, so at most one of them was asked.
            decisions.push(match answers[0][at].min(answers[1][at]) {
                NONE => strategy.columns().row(slot),
                action => std::array::from_fn(|other| u16::from(other == usize::from(action))),
            });
            if decisions.len() == GROUP {
                writing.push(&decisions);
                decisions.clear();
            }
        }
        debug_assert!(decisions.is_empty(), "turnups are whole groups");
        writing
    });
    let columns = Writing::finish(parts, plays(rules[0], |_| true));
    strategy.with_columns(columns)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learn::hands::HandSolver;
    use hinterhand_engine::games::Kinderschnapsen;
    use hinterhand_solvers::cfr::Variant;

    /// A pass of one strategy against another.
    struct Versus<'a, S> {
        own: &'a S,
        other: &'a S,
    }

    impl<S: Strategy> Pass for Versus<'_, S> {
        fn own(&mut self, slot: usize, legal: u8, values: &[f64; 4]) -> f64 {
            if slot == NO_SLOT {
                // Checking out is never worse there, and both do it.
                return values[0];
            }
            self.own.at(slot, legal).into_iter().zip(values).map(|(chosen, value)| chosen * value).sum()
        }

        fn other(&mut self, slot: usize, legal: u8, reach: f64) -> [f64; 4] {
            if reach == 0.0 { [0.0; 4] } else { self.other.at(slot, legal) }
        }
    }

    /// The payoff of `player` by turnup, playing `own` against `other`.
    fn versus(
        rules: &Rules,
        layout: &Layout,
        own: &Solution<'_>,
        other: &Solution<'_>,
        player: u8,
    ) -> Vec<f64> {
        let endings = Endings::new(rules);
        let context = HandContext { rules, endings: &endings, layout };
        parallel::map(4, &|turnup| {
            total(context, Root::Turnup(turnup as u8), player, &mut Versus { own, other })
        })
    }

    #[test]
    #[ignore = "slow: solves the hand a little"]
    fn the_best_answer_wins_what_the_judge_says() {
        let mut hands = HandSolver::new(Kinderschnapsen::default(), &Payoff::POINTS, Variant::DCFR);
        (0..3).for_each(|_| hands.step());
        let solution = hands.solution();
        let (best, judged) = (solution.best_response(), solution.judge());
        for player in [0, 1] {
            let won = versus(&solution.rules, &solution.layout, &best, &solution, player);
            for (won, judged) in won.iter().zip(&judged) {
                assert!((won - judged.best[player as usize]).abs() < 1e-9, "{won} {judged:?}");
            }
        }
        // With another payoff for each, a best response for it wins at least as much of it.
        let payoffs =
            [[-3.0, -2.9, -1.0, 0.0, 0.5, 2.0, 2.1], [-3.0, -0.3, -0.2, 0.0, 1.0, 1.1, 3.0]].map(Payoff);
        let other = solution.best_response_for(&payoffs);
        for (player, payoff) in [0, 1].into_iter().zip(&payoffs) {
            let most = solution.best(player, payoff);
            let won = |answer: &Solution<'_>| {
                let turnups =
                    versus(&solution.rules_with(payoff), &solution.layout, answer, &solution, player);
                turnups.iter().sum::<f64>() / 4.0
            };
            assert!((won(&other) - most).abs() < 1e-9, "{} {most}", won(&other));
            assert!(won(&best) <= most + 1e-9, "{} {most}", won(&best));
        }
    }
}
