//! A bot judged exactly: asked at every information set of its game, then answered best.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use anyhow::ensure;
use hinterhand_engine::dynamic::{AnyGame, AnyInfoSet, AnyLegal};
use hinterhand_engine::{ActionSet as _, Game as _, Rng};
use hinterhand_solvers::dynamic::AnyTree;
use hinterhand_solvers::oracle::{self, GameOracle};
use hinterhand_solvers::strategy::Strategy;
use hinterhand_solvers::tree::SetId;

use super::BotStrategy;
use super::questions::judge_on_tree;
use crate::clock::{Instant, cpu_seconds};
use crate::games::LoadedGame;

/// What an exact judge found of a bot, and what it cost.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ExactJudgement {
    /// The value if the bot plays in both seats, and what best responses to it win.
    pub judged: oracle::Judgement,
    /// The number of information sets at which the bot was asked.
    pub info_sets: u64,
    /// The time of building the game's tree or its oracle.
    pub building: Duration,
    /// The time of asking the bot.
    pub asking: Duration,
    /// The time of the evaluation by the clock: value, both gradients and both best responses.
    pub evaluating: Duration,
    /// The same of all threads, where the system tells it.
    pub cpu_seconds: Option<f64>,
}

/// An exact judge of bots.
pub struct ExactJudge<'j> {
    /// The game, of two players and zero-sum.
    pub game: &'j LoadedGame,
    /// The maximum number of nodes of its tree; a larger game must have an oracle.
    pub most_nodes: usize,
    /// Called with the number of information sets at which the bot was asked, now and then and by any thread. When it
    /// returns false the judge gives up.
    pub go_on: &'j (dyn Fn(u64) -> bool + Sync),
}

impl ExactJudge<'_> {
    /// Judges a bot; `None` if it gave up.
    pub fn judge(&self, bot: &BotStrategy<'_>) -> anyhow::Result<Option<ExactJudgement>> {
        let asked =
            Asked { bot, count: AtomicU64::new(0), given_up: AtomicBool::new(false), go_on: self.go_on };
        let began = Instant::now();
        match self.game.methods().tree(self.most_nodes) {
            Ok(tree) => self.on_tree(&tree, &asked, began.elapsed()),
            Err(error) => {
                let oracle = self.game.oracle().ok_or(error)?;
                Ok(on_oracle(&*oracle, &asked, began.elapsed()))
            }
        }
    }

    fn on_tree(
        &self,
        any: &AnyTree,
        asked: &Asked<'_, '_>,
        building: Duration,
    ) -> anyhow::Result<Option<ExactJudgement>> {
        let (tree, game, began) = (any.tree(), self.game.rules(), Instant::now());
        ensure!(tree.is_zero_sum_of_two(), "{} is not a zero-sum game of two players", game.name());
        let mut weights = Vec::with_capacity(tree.slot_count());
        let mut probabilities = Vec::new();
        for set in (0..tree.sets().len()).map(SetId::new) {
            let info_set = any.info_set(set);
            // The legal actions are the same at every state of the information set.
            let legal = game.legal(&game.sample(&info_set, &mut Rng::new(0, 0)));
            asked.probabilities(&info_set, &legal, &mut probabilities);
            weights.extend_from_slice(&probabilities);
        }
        Ok(asked.judged([building, began.elapsed()], || judge_on_tree(any, weights)))
    }
}

fn on_oracle(oracle: &dyn GameOracle, asked: &Asked<'_, '_>, building: Duration) -> Option<ExactJudgement> {
    let began = Instant::now();
    let plans = [0, 1].map(|player| {
        let treeplex = oracle.treeplex(player);
        let mut plan = vec![0.0; treeplex.sequences()];
        let mut nothing = vec![(); treeplex.sequences()];
        treeplex.from_the_beginning(&mut plan, &mut nothing, |infoset, reach, plan, _| {
            let (info_set, legal) = oracle.decision(player, infoset);
            let mut probabilities = Vec::with_capacity(plan.len());
            asked.probabilities(&info_set, &legal, &mut probabilities);
            plan.iter_mut().zip(&probabilities).for_each(|(plan, part)| *plan = reach * part);
        });
        plan
    });
    asked.judged([building, began.elapsed()], || oracle::judge(oracle, [&plans[0], &plans[1]]))
}

/// A bot that is asked until the judge gives up; then all actions are equally likely.
struct Asked<'a, 'b> {
    bot: &'a BotStrategy<'b>,
    count: AtomicU64,
    given_up: AtomicBool,
    go_on: &'a (dyn Fn(u64) -> bool + Sync),
}

impl Asked<'_, '_> {
    fn given_up(&self) -> bool {
        self.given_up.load(Ordering::Relaxed)
    }

    /// The judgement of what the bot answered, measured; `None` if the judge gave up.
    fn judged(
        &self,
        [building, asking]: [Duration; 2],
        evaluate: impl FnOnce() -> oracle::Judgement,
    ) -> Option<ExactJudgement> {
        if self.given_up() {
            return None;
        }
        let (began, before) = (Instant::now(), cpu_seconds());
        let judged = evaluate();
        let evaluating = began.elapsed();
        Some(ExactJudgement {
            judged,
            info_sets: self.count.load(Ordering::Relaxed),
            building,
            asking,
            evaluating,
            cpu_seconds: cpu_seconds().zip(before).map(|(now, before)| now - before),
        })
    }
}

impl Strategy<AnyGame> for Asked<'_, '_> {
    fn probabilities(&self, info_set: &AnyInfoSet, legal: &AnyLegal, out: &mut Vec<f64>) {
        out.clear();
        if self.given_up() {
            return out.resize(legal.len(), 1.0 / legal.len() as f64);
        }
        self.bot.ask(info_set, legal, out);
        if !(self.go_on)(1 + self.count.fetch_add(1, Ordering::Relaxed)) {
            self.given_up.store(true, Ordering::Relaxed);
        }
    }
}
