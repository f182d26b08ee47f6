//! A bot judged exactly: asked at every information set of its game, then answered best.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use hinterhand_engine::ActionSet as _;
use hinterhand_engine::dynamic::{AnyGame, AnyInfoSet, AnyLegal};
use hinterhand_solvers::judges;
use hinterhand_solvers::oracle;
use hinterhand_solvers::strategy::Strategy;
use hinterhand_solvers::tree::{Policy, SetId};

use super::BotStrategy;
use crate::games::LoadedGame;
use crate::strategy::book;

/// What an exact judge found of a bot.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ExactJudgement {
    /// The payoff of player 0 if the bot plays in both seats.
    pub value: f64,
    /// The payoff of a best response of each player to the bot in the other seat, for that player.
    pub best_responses: [f64; 2],
    /// The number of information sets at which the bot was asked.
    pub info_sets: u64,
    /// The time of asking the bot.
    pub asking: Duration,
    /// The time of building the game's tree or its oracle.
    pub building: Duration,
}

impl ExactJudgement {
    /// Half of the sum of what best responses gain.
    pub fn exploitability(&self) -> f64 {
        (self.best_responses[0] + self.best_responses[1]) / 2.0
    }
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
    /// Judges a bot; `None` if it gave up. `measure` is called around the evaluation proper: value, both gradients and
    /// both best responses.
    pub fn judge(
        &self,
        bot: &BotStrategy<'_>,
        measure: &mut dyn FnMut(&mut dyn FnMut()),
    ) -> anyhow::Result<Option<ExactJudgement>> {
        let began = Instant::now();
        let (_, whole) = self.game.methods().tree_size(self.most_nodes);
        let oracle = if whole { None } else { self.game.oracle() };
        let asked =
            Asked { bot, count: AtomicU64::new(0), given_up: AtomicBool::new(false), go_on: self.go_on };
        let (mut value, mut best_responses) = (0.0, [0.0; 2]);
        let (building, asking);
        if let Some(oracle) = oracle {
            building = began.elapsed();
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
            asking = began.elapsed() - building;
            if !asked.given_up() {
                measure(&mut || {
                    let judged = oracle::judge(&*oracle, [&plans[0], &plans[1]]);
                    (value, best_responses) = (judged.value, judged.best_responses);
                });
            }
        } else {
            let tree = self.game.methods().tree(self.most_nodes)?;
            building = began.elapsed();
            let mut weights = vec![1.0; tree.tree().slot_count()];
            let sets: std::collections::HashMap<u128, SetId> =
                (0..tree.tree().sets().len()).map(SetId::new).map(|set| (tree.key(set), set)).collect();
            for entry in book(self.game, &asked, self.most_nodes)? {
                let slots = tree.tree().set(sets[&entry.key]).slots();
                weights[slots].copy_from_slice(&entry.probabilities);
            }
            asking = began.elapsed() - building;
            measure(&mut || {
                let policy = Policy::from_weights(tree.tree(), weights.clone());
                let values = judges::values(tree.tree(), &[&policy, &policy]);
                let gains = judges::exploitability(tree.tree(), &policy).gains;
                value = values[0];
                best_responses = [0, 1].map(|player| values[player] + gains[player]);
            });
        }
        let info_sets = asked.count.load(Ordering::Relaxed);
        let judged = ExactJudgement { value, best_responses, info_sets, asking, building };
        Ok((!asked.given_up()).then_some(judged))
    }
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
