//! Tree search from the start of a game for all players at once, judged exactly during its run.
//!
//! Heinrich and Silver, "Smooth UCT search in computer poker" (IJCAI 2015): UCT does not converge to an
//! equilibrium of a game with hidden information; a search that sometimes plays its average policy comes
//! close to one. As in the paper, the average policy is judged, which plays each action as often as it was
//! tried.

use std::num::{NonZeroU16, NonZeroU32};

use anyhow::{Context as _, ensure};
use hinterhand_engine::dynamic::{AnyGame, AnyLegal};
use hinterhand_engine::{Game as _, Rng};
use hinterhand_matches::ratings::Moments;
use hinterhand_solvers::dynamic::AnyTree;
use hinterhand_solvers::judges;
use hinterhand_solvers::search::ismcts::{Options, Selection};
use hinterhand_solvers::strategy::Strategy;
use hinterhand_solvers::tree::{Policy, SetId, Tree};
use serde::Deserialize;

use crate::{GameSpec, Measure, Outcome, WorkContext};

/// The maximum number of nodes of a written-out game.
const MOST_NODES: usize = 10_000_000;

/// The number of episodes between two checks whether the work is to be stopped.
const BETWEEN_CHECKS: u64 = 10_000;

/// A tree search that learns a game by self-play.
///
/// The curve is its `exploitability` by episodes, the mean of the runs. The measures are the `exploitability`
/// at the end, `exploitability at` the episodes of `at`, and the `lowest exploitability` of each run at any of its
/// points, with Student's interval over the runs.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SelfPlay {
    /// The game.
    pub game: GameSpec,
    /// The rule by which an action is selected.
    pub select: Select,
    /// The exploration weight for the payoffs of the game. The search scales payoffs to 0 to 1, so it uses
    /// this divided by the distance between the highest and the lowest payoff: 2 is 0.5 in Kuhn poker, with
    /// payoffs from -2 to 2. For `ucb1` and `smooth` only.
    pub c: Option<f64>,
    /// The share of UCB1 at the start; for `smooth` only.
    pub eta: Option<f64>,
    /// The share of UCB1 in the limit for `smooth`, of uniform choice for `exp3` and `regret_matching`.
    pub gamma: Option<f64>,
    /// The speed at which the one share becomes the other; for `smooth` only.
    pub decay: Option<f64>,
    /// The number of games played.
    pub episodes: NonZeroU32,
    /// The number of judgements, at numbers of episodes that are evenly spaced on a logarithmic scale.
    pub points: NonZeroU16,
    /// Numbers of episodes after which it is judged besides.
    #[serde(default)]
    pub at: Vec<u64>,
    /// The number of runs, with different random numbers.
    pub runs: NonZeroU32,
}

/// The rule by which an action is selected.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Select {
    /// UCB1, which makes the search UCT.
    Ucb1,
    /// Smooth UCT: UCB1 or the average policy.
    Smooth,
    /// Exp3, whose average policy is judged without its uniform choice.
    Exp3,
    /// Regret matching, likewise.
    RegretMatching,
}

impl SelfPlay {
    /// Plays and judges; `None` if stopped.
    pub fn run(&self, context: &WorkContext<'_>) -> anyhow::Result<Option<Outcome>> {
        Ok(self.runs(context)?.map(|runs| outcome(&self.judged_after(), &self.at, &runs)))
    }

    /// The episodes and the exploitability at each judgement of each run; `None` if stopped.
    pub(super) fn curves(&self, context: &WorkContext<'_>) -> anyhow::Result<Option<Vec<Vec<[f64; 2]>>>> {
        let judged_after = self.judged_after();
        let curve = |found: Vec<f64>| {
            judged_after.iter().zip(found).map(|(&after, found)| [after as f64, found]).collect()
        };
        Ok(self.runs(context)?.map(|runs| runs.into_iter().map(curve).collect()))
    }

    /// The exploitability at each judgement of each run; `None` if stopped.
    fn runs(&self, context: &WorkContext<'_>) -> anyhow::Result<Option<Vec<Vec<f64>>>> {
        // Errors in the numbers do not depend on the range.
        self.selection(1.0)?;
        let game = self.game.load()?;
        let compiled = game.methods().tree(MOST_NODES).with_context(|| format!("game `{}`", self.game))?;
        let range = range(compiled.tree());
        ensure!(range[0] < range[1], "game `{}`: it always pays the same", self.game);
        let selection = self.selection(range[1] - range[0])?;
        let options = Options { selection, range: Some(range), ..Options::default() };
        let judge = Judge::new(&game, &compiled);
        let judged_after = self.judged_after();
        let mut runs: Vec<Vec<f64>> = Vec::new();
        for run in 0..self.runs.get() {
            let mut rng = Rng::new(context.seed, run.into());
            let mut search = game.methods().self_play(options, &mut rng);
            let (mut done, mut found) = (0, Vec::new());
            for &after in &judged_after {
                while done < after {
                    if context.is_stopped() {
                        return Ok(None);
                    }
                    let steps = BETWEEN_CHECKS.min(after - done);
                    search.step(steps);
                    done += steps;
                }
                found.push(judge.exploitability(&*search));
            }
            runs.push(found);
        }
        Ok(Some(runs))
    }

    /// The rule in a game with this distance between the highest and the lowest payoff.
    fn selection(&self, distance: f64) -> anyhow::Result<Selection> {
        let (select, used): (&str, &[&str]) = match self.select {
            Select::Ucb1 => ("ucb1", &["c"]),
            Select::Smooth => ("smooth", &["c", "eta", "gamma", "decay"]),
            Select::Exp3 => ("exp3", &["gamma"]),
            Select::RegretMatching => ("regret_matching", &["gamma"]),
        };
        let number = |name: &str, given: Option<f64>, most: f64| {
            if !used.contains(&name) {
                ensure!(given.is_none(), "`{name}` is given, but select = \"{select}\" does not use it");
                return Ok(0.0);
            }
            let number = given.with_context(|| format!("select = \"{select}\" needs `{name}`"))?;
            ensure!(
                (0.0..=most).contains(&number),
                "`{name}` is {number}; allowed: a number from 0 to {most}"
            );
            Ok(number)
        };
        let exploration = number("c", self.c, 1e9)? / distance;
        let [eta, gamma] = [number("eta", self.eta, 1.0)?, number("gamma", self.gamma, 1.0)?];
        let decay = number("decay", self.decay, 1e9)?;
        Ok(match self.select {
            Select::Ucb1 => Selection::Ucb1 { exploration },
            Select::Smooth => Selection::Smooth { exploration, eta, gamma, decay },
            Select::Exp3 => Selection::Exp3 { gamma },
            Select::RegretMatching => Selection::RegretMatching { gamma },
        })
    }

    /// The numbers of episodes after which it is judged, in order and without repetition; the last is that of all
    /// episodes.
    fn judged_after(&self) -> Vec<u64> {
        let (episodes, points) = (f64::from(self.episodes.get()), f64::from(self.points.get()));
        let after = |point: u16| episodes.powf(f64::from(point) / points).round() as u64;
        let mut judged: Vec<u64> = (1..self.points.get()).map(after).collect();
        judged.push(self.episodes.get().into());
        judged.extend(self.at.iter().filter(|&&at| at > 0 && at < self.episodes.get().into()));
        judged.sort_unstable();
        judged.dedup();
        judged
    }
}

/// The lowest and the highest payoff of any player.
fn range(tree: &Tree) -> [f64; 2] {
    let payoffs = tree.ends().flat_map(|end| end.payoffs);
    payoffs
        .fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], &payoff| [low.min(payoff), high.max(payoff)])
}

/// The outcome of the runs, each judged after these numbers of episodes, with those of `named` as measures.
fn outcome(judged_after: &[u64], named: &[u64], runs: &[Vec<f64>]) -> Outcome {
    let measure =
        |moments: Moments| Measure::estimated(moments.mean().expect("there is a run"), moments.student(0.95));
    let at = |point: usize| runs.iter().map(|found| found[point]).collect::<Moments>();
    let mean = |(point, &after): (usize, &u64)| [after as f64, measure(at(point)).value];
    let lowest = runs.iter().map(|found| found.iter().copied().fold(f64::INFINITY, f64::min)).collect();
    let points = judged_after.iter().enumerate().filter(|(_, after)| named.contains(after));
    points
        .fold(Outcome::default(), |outcome, (point, after)| {
            outcome.measure(format!("exploitability at {after}"), measure(at(point)))
        })
        .measure("exploitability", measure(at(judged_after.len() - 1)))
        .measure("lowest exploitability", measure(lowest))
        .curve("exploitability", judged_after.iter().enumerate().map(mean).collect())
}

/// Asks a strategy at every information set of a game and judges it.
struct Judge<'t> {
    tree: &'t AnyTree,
    /// The legal actions at each information set.
    legal: Vec<AnyLegal>,
}

impl<'t> Judge<'t> {
    fn new(game: &AnyGame, tree: &'t AnyTree) -> Judge<'t> {
        // They are the same at every state of the information set.
        let legal =
            |number| game.legal(&game.sample(&tree.info_set(SetId::new(number)), &mut Rng::new(0, 0)));
        Judge { tree, legal: (0..tree.tree().sets().len()).map(legal).collect() }
    }

    fn exploitability(&self, strategy: &(impl Strategy<AnyGame> + ?Sized)) -> f64 {
        let (mut here, mut all) = (Vec::new(), Vec::new());
        for (number, legal) in self.legal.iter().enumerate() {
            strategy.probabilities(&self.tree.info_set(SetId::new(number)), legal, &mut here);
            all.extend_from_slice(&here);
        }
        let policy = Policy::from_weights(self.tree.tree(), all);
        judges::exploitability(self.tree.tree(), &policy).average()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use hinterhand_players::files::toml_text;
    use hinterhand_players::games::load_default;

    const SMOOTH: &str = "select = 'smooth'\nc = 1.75\neta = 0.9\ngamma = 0.1\ndecay = 0.001";
    const UCT: &str = "select = 'ucb1'\nc = 2";

    fn work(select: &str, episodes: u32, points: u32, runs: u32) -> SelfPlay {
        let rest = format!("game = 'kuhn'\nepisodes = {episodes}\npoints = {points}\nruns = {runs}");
        toml_text::read(&format!("{select}\n{rest}")).expect("it is sound")
    }

    fn run(work: &SelfPlay, seed: u64) -> Outcome {
        let found = work.run(&WorkContext::new(seed, &AtomicBool::new(false)));
        found.expect("it can be done").expect("it was not left")
    }

    #[test]
    fn smooth_uct_comes_nearer_than_uct() {
        let [smooth, uct] = [SMOOTH, UCT].map(|select| run(&work(select, 200_000, 8, 3), 1));
        let [near, far] = [&smooth, &uct].map(|outcome| outcome.measures["exploitability"].value);
        assert!(near < 0.01 && far > 2.0 * near, "{near} and {far}");
        for outcome in [smooth, uct] {
            let curve = &outcome.curves["exploitability"];
            let last = curve.last().expect("eight points");
            assert_eq!(last, &[200_000.0, outcome.measures["exploitability"].value]);
            // The mean of what is lowest in each run is not above the lowest mean.
            let lowest = curve.iter().map(|point| point[1]).fold(f64::INFINITY, f64::min);
            assert!(outcome.measures["lowest exploitability"].value <= lowest);
        }
    }

    #[test]
    fn the_weight_is_that_of_payoffs_as_they_are_paid() {
        let kuhn = load_default("kuhn").expect("it needs no options");
        let selection = Selection::Smooth { exploration: 1.75 / 4.0, eta: 0.9, gamma: 0.1, decay: 0.001 };
        let options = Options { selection, range: Some([-2.0, 2.0]), ..Options::default() };
        let mut search = kuhn.methods().self_play(options, &mut Rng::new(7, 0));
        search.step(3_000);
        let tree = kuhn.methods().tree(1_000).expect("a small game");
        let expected = Judge::new(&kuhn, &tree).exploitability(&*search);
        let found = run(&work(SMOOTH, 3_000, 3, 1), 7);
        assert_eq!(found.measures["exploitability"], Measure::estimated(expected, None));
    }

    #[test]
    fn it_is_judged_after_powers() {
        let after = |episodes, points| work(UCT, episodes, points, 1).judged_after();
        assert_eq!(after(1_000_000, 6), [10, 100, 1_000, 10_000, 100_000, 1_000_000]);
        assert_eq!(after(1_000, 1), [1_000]);
        assert_eq!(after(4, 8), [1, 2, 3, 4]);
        assert_eq!(after(1, 3), [1]);
    }

    #[test]
    fn regret_matching_is_judged_after_further_episodes_too() {
        const MATCHING: &str = "select = 'regret_matching'\ngamma = 0.2\nat = [999, 20000]";
        let kuhn = load_default("kuhn").expect("it needs no options");
        let selection = Selection::RegretMatching { gamma: 0.2 };
        let options = Options { selection, range: Some([-2.0, 2.0]), ..Options::default() };
        let mut search = kuhn.methods().self_play(options, &mut Rng::new(7, 0));
        let tree = kuhn.methods().tree(1_000).expect("a small game");
        let judge = Judge::new(&kuhn, &tree);
        search.step(999);
        let early = judge.exploitability(&*search);
        search.step(20_000 - 999);
        let found = run(&work(MATCHING, 20_000, 3, 1), 7);
        let after = |name: &str| found.measures[name].value;
        assert_eq!(after("exploitability at 999"), early);
        assert_eq!(after("exploitability"), judge.exploitability(&*search));
        assert_eq!(after("exploitability at 20000"), after("exploitability"));
        assert!(after("exploitability") < 0.5 * early, "{found:?}");
        assert!(found.curves["exploitability"].iter().any(|point| point[0] == 999.0));
    }

    #[test]
    fn exp3_learns() {
        let found = run(&work("select = 'exp3'\ngamma = 0.2\nat = [100]", 50_000, 2, 2), 3);
        let after = |name: &str| found.measures[name].value;
        assert!(after("exploitability") < 0.5 * after("exploitability at 100"), "{found:?}");
    }

    #[test]
    fn the_seed_decides() {
        let by = |seed| run(&work(UCT, 500, 2, 2), seed);
        assert_eq!(by(1), by(1));
        assert_ne!(by(1), by(2));
    }

    #[test]
    fn work_may_be_left() {
        let left = work(UCT, 500, 2, 2).run(&WorkContext::new(1, &AtomicBool::new(true)));
        assert_eq!(left.expect("it can be done"), None);
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        for (select, message) in [
            ("select = 'ucb1'\nc = -1", "`c` is -1; allowed: a number from 0"),
            ("select = 'ucb1'\nc = nan", "`c` is NaN"),
            (
                "select = 'ucb1'\nc = 1\ngamma = 0.1",
                "`gamma` is given, but select = \"ucb1\" does not use it",
            ),
            ("select = 'regret_matching'\nc = 1", "`c` is given, but select = \"regret_matching\" does not"),
            ("select = 'regret_matching'", "select = \"regret_matching\" needs `gamma`"),
            ("select = 'exp3'\neta = 0.1", "`eta` is given, but select = \"exp3\" does not use it"),
            ("select = 'smooth'\nc = 1\neta = 0.5\ngamma = 0.1", "select = \"smooth\" needs `decay`"),
            (
                "select = 'smooth'\nc = 1\neta = 1.5\ngamma = 0.1\ndecay = 0",
                "`eta` is 1.5; allowed: a number from 0 to 1",
            ),
        ] {
            let refused = work(select, 10, 1, 1).run(&WorkContext::new(1, &AtomicBool::new(false)));
            let error = refused.expect_err(select).to_string();
            assert!(error.contains(message), "{select}: {error}");
        }
        let text = "game = 'kuhn'\nselect = 'uct'\nc = 1\nepisodes = 1\npoints = 1\nruns = 1";
        assert!(toml_text::read::<SelfPlay>(text).is_err());
    }
}
