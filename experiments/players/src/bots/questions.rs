//! The information sets of a game at which a bot is asked, by number, and the judge of all its answers: so that several
//! machines can ask it, each at some of them.

use std::ops::Range;
use std::sync::Arc;

use anyhow::ensure;
use hinterhand_engine::dynamic::{AnyInfoSet, AnyLegal};
use hinterhand_engine::{Game as _, Rng};
use hinterhand_solvers::dynamic::AnyTree;
use hinterhand_solvers::judges;
use hinterhand_solvers::oracle::{self, GameOracle};
use hinterhand_solvers::tree::{Policy, SetId};

use super::BotStrategy;
use crate::games::LoadedGame;

/// The information sets of a game of two players, numbered.
pub struct Questions {
    game: LoadedGame,
    source: Source,
}

/// What knows the information sets.
enum Source {
    /// The written-out game.
    Tree(AnyTree),
    /// The oracle of a larger one; those of player 0 come first.
    Oracle(Arc<dyn GameOracle>),
}

impl Questions {
    /// The information sets of a game, which must have an oracle if it has more than this number of nodes.
    pub fn new(game: &LoadedGame, most_nodes: usize) -> anyhow::Result<Questions> {
        let source = match game.methods().tree(most_nodes) {
            Ok(tree) => {
                let sound = tree.tree().is_zero_sum_of_two();
                ensure!(sound, "{} is not a zero-sum game of two players", game.name());
                Source::Tree(tree)
            }
            Err(error) => Source::Oracle(game.oracle().ok_or(error)?),
        };
        Ok(Questions { game: game.clone(), source })
    }

    /// The number of information sets of both players.
    pub fn count(&self) -> usize {
        match &self.source {
            Source::Tree(tree) => tree.tree().sets().len(),
            Source::Oracle(oracle) => [0, 1].map(|player| oracle.treeplex(player).infosets()).iter().sum(),
        }
    }

    /// Asks the bot at the information sets with these numbers: the probabilities of their legal actions, one after the
    /// other. `None` once `go_on` returns false.
    pub fn ask(
        &self,
        bot: &BotStrategy<'_>,
        numbers: Range<usize>,
        go_on: &dyn Fn() -> bool,
    ) -> Option<Vec<f64>> {
        let (mut answers, mut probabilities) = (Vec::new(), Vec::new());
        for number in numbers {
            if !go_on() {
                return None;
            }
            let (info_set, legal) = self.question(number);
            bot.ask(&info_set, &legal, &mut probabilities);
            answers.extend_from_slice(&probabilities);
        }
        Some(answers)
    }

    /// The number of answers from all information sets.
    pub fn answers(&self) -> usize {
        match &self.source {
            Source::Tree(tree) => tree.tree().slot_count(),
            // The empty sequence is no answer.
            Source::Oracle(oracle) => {
                [0, 1].map(|player| oracle.treeplex(player).sequences() - 1).iter().sum()
            }
        }
    }

    /// Judges the answers from all information sets, in their order.
    ///
    /// # Panics
    ///
    /// If there are more or fewer of them.
    pub fn judge(&self, answers: &[f64]) -> oracle::Judgement {
        assert_eq!(answers.len(), self.answers(), "an answer for each legal action");
        match &self.source {
            Source::Tree(tree) => judge_on_tree(tree, answers.to_vec()),
            Source::Oracle(oracle) => judge_by_oracle(&**oracle, answers),
        }
    }

    fn question(&self, number: usize) -> (AnyInfoSet, AnyLegal) {
        match &self.source {
            Source::Tree(tree) => {
                let info_set = tree.info_set(SetId::new(number));
                let rules = self.game.rules();
                // The legal actions are the same at every state of the information set.
                let legal = rules.legal(&rules.sample(&info_set, &mut Rng::new(0, 0)));
                (info_set, legal)
            }
            Source::Oracle(oracle) => {
                let first = oracle.treeplex(0).infosets();
                match number.checked_sub(first) {
                    None => oracle.decision(0, number),
                    Some(number) => oracle.decision(1, number),
                }
            }
        }
    }
}

/// Judges the policy with these probabilities, one for each slot of the tree.
pub(super) fn judge_on_tree(any: &AnyTree, answers: Vec<f64>) -> oracle::Judgement {
    let tree = any.tree();
    let policy = Policy::from_weights(tree, answers);
    let values = judges::values(tree, &[&policy, &policy]);
    let gains = judges::exploitability(tree, &policy).gains;
    let best_responses = [0, 1].map(|player| values[player] + gains[player]);
    oracle::Judgement { value: values[0], best_responses }
}

fn judge_by_oracle(oracle: &dyn GameOracle, answers: &[f64]) -> oracle::Judgement {
    let mut begin = 0;
    let plans = [0, 1].map(|player| {
        let treeplex = oracle.treeplex(player);
        let answers = &answers[begin..][..treeplex.sequences() - 1];
        begin += answers.len();
        let mut plan = vec![0.0; treeplex.sequences()];
        let mut nothing = vec![(); treeplex.sequences()];
        treeplex.from_the_beginning(&mut plan, &mut nothing, |infoset, reach, plan, _| {
            // Sequence 0 is the empty one.
            let probabilities = &answers[treeplex.sequences_of(infoset).start - 1..];
            plan.iter_mut().zip(probabilities).for_each(|(plan, part)| *plan = reach * part);
        });
        plan
    });
    oracle::judge(oracle, [&plans[0], &plans[1]])
}

impl std::fmt::Debug for Questions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Questions").field("game", &self.game.name()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bots::{Bot, ExactJudge};
    use crate::games::load_default;

    /// Asks a bot in parts and judges it, and has it judged at once.
    fn both(name: &str, most_nodes: usize, parts: usize) -> [oracle::Judgement; 2] {
        let game = load_default(name).expect("it is in the registry");
        let bot = Bot::open("ismcts:iterations=3".parse().expect("a bot")).expect("no file");
        let strategy = || BotStrategy::new(Bot::for_game(&bot, &game).expect("any game has it"), 5);
        let questions = Questions::new(&game, most_nodes).expect("a game for it");
        let size = questions.count().div_ceil(parts);
        let mut answers = Vec::new();
        for first in (0..questions.count()).step_by(size) {
            let numbers = first..questions.count().min(first + size);
            answers.extend(questions.ask(&strategy(), numbers, &|| true).expect("it was not stopped"));
        }
        let judge = ExactJudge { game: &game, most_nodes, go_on: &|_| true };
        let at_once = judge.judge(&strategy()).expect("a game for it").expect("it did not give up");
        [questions.judge(&answers), at_once.judged]
    }

    #[test]
    fn asked_in_parts_a_bot_is_judged_to_the_same_bits() {
        for (name, most_nodes, parts) in [("kuhn", 1_000, 4), ("leduc", 100_000, 7), ("liars-dice", 1_000, 5)]
        {
            let [in_parts, at_once] = both(name, most_nodes, parts);
            assert_eq!(in_parts, at_once, "{name}");
        }
    }

    #[test]
    fn it_ends_when_told_to() {
        let game = load_default("kuhn").expect("it is in the registry");
        let bot = Bot::open("random".parse().expect("a bot")).expect("no file");
        let strategy = BotStrategy::new(bot.for_game(&game).expect("any game has it"), 1);
        let questions = Questions::new(&game, 1_000).expect("small");
        assert_eq!((questions.count(), questions.answers()), (12, 24));
        assert_eq!(questions.ask(&strategy, 0..12, &|| false), None);
    }
}
