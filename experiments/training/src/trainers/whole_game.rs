//! The whole game of Kinderschnapsen, from 5 points down to 0, solved backwards over its scores.
//!
//! Each score is solved like a single hand: learned to its share of the target, refined off its path, judged,
//! and kept as a part. A part that is kept is not judged again.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::bail;
use hinterhand_engine::games::Kinderschnapsen;
use hinterhand_engine::{ContestRules, Settings};
use hinterhand_kinderschnapsen::{BackwardInduction, HandSolver, Payoff, Score, Solution, WholeGameJudge};
use hinterhand_players::files::column_file::ColumnFile;
use hinterhand_players::strategy::kinderschnapsen::{self, Equity};
use hinterhand_players::strategy::{self, About, Parts};
use hinterhand_solvers::cfr::Variant;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::{Phases, timed};

/// The hands of a game are more than one, and what each gives away is added up: the share of each.
const SHARE: f64 = 1.0 / 6.0;

/// Solving the whole game.
#[derive(Debug)]
pub struct WholeGame<'s> {
    game: Kinderschnapsen,
    settings: &'s Settings,
    variant: Variant,
    algorithm: String,
    /// The exploitability that each hand must come to.
    target: f64,
    parts: Option<Parts>,
}

/// The outcome.
#[derive(Clone, PartialEq, Debug)]
pub struct WholeGameOutcome {
    /// The description of the strategy with its judgement.
    pub about: About,
    /// The probability of winning from each score.
    pub equity: Equity,
    /// The seconds of each phase, including those of the scores that an earlier run left.
    pub phases: Phases,
}

/// The metadata of a file of a single score.
#[derive(Serialize, Deserialize)]
struct Part {
    rules: String,
    algorithm: String,
    target: f64,
    /// The payoffs of the results, by which the scores that follow were solved.
    payoff: [f64; 7],
    /// The probability that the leader wins if both follow the strategy.
    wins: f64,
    /// The probability of winning by best responses from this score on: leading and not leading.
    best: [f64; 2],
    iterations: u64,
    phases: Phases,
}

impl<'s> WholeGame<'s> {
    /// A game to be solved by `algorithm` to this exploitability, in probability of winning. What is found on
    /// the way is kept beside `out`.
    pub fn new(
        game: Kinderschnapsen,
        settings: &'s Settings,
        algorithm: &str,
        target: f64,
        out: Option<PathBuf>,
    ) -> anyhow::Result<WholeGame<'s>> {
        let variant = super::kinderschnapsen::variant(algorithm)?;
        let algorithm = format!("{algorithm}, f32");
        Ok(WholeGame {
            game,
            settings,
            variant,
            algorithm,
            target: SHARE * target,
            parts: out.map(Parts::of),
        })
    }

    /// Solves score after score; nothing comes back if `stop` was set before the last one was solved. With
    /// `resume` the parts that an earlier run left are taken over.
    pub fn solve(
        &self,
        resume: bool,
        stop: &AtomicBool,
        mut tell: impl FnMut(usize, Score, f64),
    ) -> anyhow::Result<Option<WholeGameOutcome>> {
        let mut race = BackwardInduction::new(ContestRules::KINDERSCHNAPSEN)?;
        let mut judge = WholeGameJudge::new(ContestRules::KINDERSCHNAPSEN)?;
        let (mut phases, mut iterations, mut done) = (Phases::default(), 0, 0);
        while let Some(score) = race.next() {
            let payoff = race.payoff(score);
            let part = match self.kept(score, &payoff, resume)? {
                Some(part) => {
                    judge.settle(score, part.wins, part.best);
                    part
                }
                None => match self.solve_score(score, payoff, &mut judge, stop)? {
                    Some(part) => part,
                    None => return Ok(None),
                },
            };
            iterations += part.iterations;
            phases = phases.and(&part.phases);
            race.settle(score, part.wins);
            done += 1;
            tell(done, score, judge.exploitability(score));
        }
        let judged = kinderschnapsen::game_judgement(&judge, race.first());
        let equity = Equity::of(&judge);
        let mut about =
            About::new(self.settings, kinderschnapsen::GAME_FORM, self.algorithm.clone(), iterations);
        about.judged = judged;
        about.equity = Some(equity.clone());
        if let Some(parts) = &self.parts {
            timed(&mut phases.writing, || parts.compose(&about))?;
        }
        Ok(Some(WholeGameOutcome { about, equity, phases }))
    }

    /// The part of this score that an earlier run left, if it is to be taken over.
    fn kept(&self, score: Score, payoff: &Payoff, resume: bool) -> anyhow::Result<Option<Part>> {
        let kept = self.parts.as_ref().filter(|parts| resume && parts.path(score).exists());
        kept.map(|parts| self.part(&parts.open(score)?, payoff)).transpose()
    }

    /// Solves the hand at this score, judges it and keeps it; nothing comes back if `stop` was set before.
    fn solve_score(
        &self,
        score: Score,
        payoff: Payoff,
        judge: &mut WholeGameJudge,
        stop: &AtomicBool,
    ) -> anyhow::Result<Option<Part>> {
        let mut phases = Phases::default();
        let mut hands = timed(&mut phases.building, || HandSolver::new(self.game, &payoff, self.variant));
        if !timed(&mut phases.learning, || self.train(&mut hands, stop)) {
            return Ok(None);
        }
        let judged = |solution: &Solution<'_>| {
            judge.judge(score, solution)?;
            Ok((judge.wins(score), judge.best(score)))
        };
        self.keep(score, &payoff, &hands, phases, judged).map(Some)
    }

    /// Refines the strategy that was learned at this score, and keeps it with what `judged` says of it: the
    /// probability that the leader wins, and those of winning by best responses.
    fn keep(
        &self,
        score: Score,
        payoff: &Payoff,
        hands: &HandSolver,
        mut phases: Phases,
        judged: impl FnOnce(&Solution<'_>) -> anyhow::Result<(f64, [f64; 2])>,
    ) -> anyhow::Result<Part> {
        let solution = timed(&mut phases.refining, || hands.refined_solution());
        let (wins, best) = timed(&mut phases.judging, || judged(&solution))?;
        let mut part = Part {
            rules: strategy::rules_hash(self.settings),
            algorithm: self.algorithm.clone(),
            target: self.target,
            payoff: payoff.0,
            wins,
            best,
            iterations: hands.iterations().into(),
            phases,
        };
        if let Some(parts) = &self.parts {
            // The time of writing itself is not in the header.
            let about = json!(part);
            timed(&mut part.phases.writing, || parts.write(score, &about, &solution))?;
        }
        Ok(part)
    }

    /// Trains to the target; tells whether it was reached.
    fn train(&self, hands: &mut HandSolver, stop: &AtomicBool) -> bool {
        let mut next = 8;
        loop {
            if stop.load(Ordering::Relaxed) {
                return false;
            }
            hands.step();
            if hands.iterations() >= next {
                if hands.exploitability() <= self.target {
                    return true;
                }
                next = hands.iterations() * 9 / 8 + 1;
            }
        }
    }

    /// The header of a part, if it is one of this task and the scores that follow had the same values.
    fn part(&self, file: &ColumnFile, payoff: &Payoff) -> anyhow::Result<Part> {
        let part: Part = serde_json::from_value(file.about().clone()).map_err(|e| file.senseless(&e))?;
        if part.rules != strategy::rules_hash(self.settings)
            || part.algorithm != self.algorithm
            || part.target != self.target
        {
            bail!(
                file.senseless(
                    &"it was solved under other rules, by another algorithm, or to another target"
                )
            );
        }
        if part.payoff != payoff.0 {
            bail!(file.senseless(&"the scores that follow were worth something else when it was solved"));
        }
        Ok(part)
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use hinterhand_engine::{Game as _, Rng};
    use hinterhand_players::files::column_file::{self, Column};
    use hinterhand_players::strategy::StrategyFile;

    use super::*;

    const TARGET: f64 = 0.2;

    fn whole_game<'s>(settings: &'s Settings, target: f64, out: &Path) -> WholeGame<'s> {
        WholeGame::new(Kinderschnapsen::default(), settings, "dcfr", target, Some(out.to_owned())).unwrap()
    }

    /// Writes a part for each score with made-up values and next to no strategy.
    fn made_up_parts(settings: &Settings, out: &Path) {
        let parts = Parts::of(out.to_owned());
        let mut race = BackwardInduction::new(ContestRules::KINDERSCHNAPSEN).unwrap();
        while let Some(score) = race.next() {
            let wins = f64::from(score.other) / f64::from(score.leader + score.other);
            let part = Part {
                rules: strategy::rules_hash(settings),
                algorithm: "dcfr, f32".to_owned(),
                target: SHARE * TARGET,
                payoff: race.payoff(score).0,
                wins,
                best: [wins + 0.01, 1.0 - wins + 0.02],
                iterations: 10,
                phases: Phases { learning: 2.0, refining: 1.0, ..Phases::default() },
            };
            let (words, bases, rows, plays) = ([1u64, 2], [3u32], [4u16], [5u8]);
            let columns = [
                ("mixed", Column::from(&words[..])),
                ("low", Column::from(&words[..])),
                ("high", Column::from(&words[..])),
                ("base", Column::from(&bases[..])),
                ("rows", Column::from(&rows[..])),
                ("plays", Column::from(&plays[..])),
            ];
            column_file::write(&parts.path(score), "part of a strategy", &json!(part), &columns).unwrap();
            race.settle(score, wins);
        }
    }

    #[test]
    fn resuming_takes_over_all_parts_and_makes_one_file_of_them() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("game.strategy");
        let settings = Settings::of::<Kinderschnapsen>();
        made_up_parts(&settings, &out);
        let mut told = Vec::new();
        let solved = whole_game(&settings, TARGET, &out)
            .solve(true, &AtomicBool::new(true), |done, score, exploitable| {
                told.push((done, score, exploitable));
            })
            .unwrap();
        // Nothing had to be solved, so that `stop` made no difference.
        let WholeGameOutcome { about, equity, phases } = solved.expect("all parts are there");
        assert_eq!(told.len(), 25);
        assert_eq!(told[0].1, Score { leader: 1, other: 1 });
        assert_eq!((told[24].0, told[24].1), (25, Score { leader: 5, other: 5 }));
        assert!(told.iter().all(|&(_, _, exploitable)| (exploitable - 0.015).abs() < 1e-12));
        assert_eq!((equity.equity[1][3], equity.equity_high[1][3]), (4.0 / 6.0, 4.0 / 6.0 + 0.01));
        assert!((equity.equity_low[1][3] - (4.0 / 6.0 - 0.02)).abs() < 1e-12);
        assert_eq!((about.iterations, about.judged.values[0]), (250, 0.5));
        assert_eq!((phases.learning, phases.refining, phases.judging), (50.0, 25.0, 0.0));
        assert!(phases.writing > 0.0);
        let file = StrategyFile::open(&out).unwrap();
        assert_eq!(file.about().equity.as_ref(), Some(&equity));
        assert_eq!(file.file().column::<u64>("3:2 low").unwrap(), [1, 2]);
        assert_eq!(file.file().columns().count(), 25 * 6);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "the parts are still there");
    }

    #[test]
    fn parts_of_another_task_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("game.strategy");
        let settings = Settings::of::<Kinderschnapsen>();
        made_up_parts(&settings, &out);
        let refused = |target: f64| {
            let solved =
                whole_game(&settings, target, &out).solve(true, &AtomicBool::new(true), |_, _, _| ());
            solved.unwrap_err().to_string()
        };
        assert!(refused(2.0 * TARGET).contains("or to another target"));
        // Another value at a score changes the payoffs at those before it.
        let parts = Parts::of(out.clone());
        let score = Score { leader: 1, other: 1 };
        let file = parts.open(score).unwrap();
        let mut about = file.about().clone();
        about["wins"] = json!(0.75);
        let plays = [5u8];
        column_file::write(
            &parts.path(score),
            "part of a strategy",
            &about,
            &[("plays", (&plays[..]).into())],
        )
        .unwrap();
        assert!(refused(TARGET).contains("the scores that follow were worth something else"));
    }

    /// With one turnup that has hardly learned, and made-up values: an exact judgement takes the time of some
    /// hundred iterations.
    #[test]
    fn the_refined_strategy_is_judged_and_kept() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("game.strategy");
        let settings = Settings::of::<Kinderschnapsen>();
        let (game, score) = (Kinderschnapsen::default(), Score { leader: 1, other: 1 });
        let payoff = BackwardInduction::new(ContestRules::KINDERSCHNAPSEN).unwrap().payoff(score);
        let mut hand = game.start();
        game.deal(&mut hand, &mut Rng::new(1, 0));
        let mut hands = HandSolver::with_turnup_of(&hand, game, &payoff, Variant::DCFR);
        hands.step();
        let refined = hands.refined_solution();
        assert!(refined.columns() != hands.solution().columns(), "refining made no difference");
        let judged = |solution: &Solution<'_>| {
            assert!(solution.columns() == refined.columns(), "another strategy was judged");
            Ok((0.5, [0.625, 0.75]))
        };
        let task = whole_game(&settings, TARGET, &out);
        let part = task.keep(score, &payoff, &hands, Phases::default(), judged).unwrap();
        assert_eq!((part.wins, part.best, part.iterations), (0.5, [0.625, 0.75], 1));
        let file = Parts::of(out).open(score).unwrap();
        let kept = kinderschnapsen::solution(&file, "", game, &payoff).unwrap();
        assert!(kept.columns() == refined.columns(), "another strategy was kept");
    }

    /// Stops after the first score, and takes it over.
    #[test]
    #[ignore = "slow: solves two hands of Kinderschnapsen and judges them, some minutes"]
    fn scores_are_refined_and_kept_when_stopped() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("game.strategy");
        let settings = Settings::of::<Kinderschnapsen>();
        let task = whole_game(&settings, TARGET, &out);
        let first = Score { leader: 1, other: 1 };
        let solve_until = |most: usize| {
            let stop = AtomicBool::new(false);
            let mut judged = Vec::new();
            let solved = task.solve(true, &stop, |done, score, exploitable| {
                stop.store(done >= most, Ordering::Relaxed);
                judged.push((score, exploitable));
            });
            assert!(solved.unwrap().is_none(), "it was stopped");
            judged
        };
        let judged = solve_until(1);
        assert!(judged[0].0 == first && judged[0].1 <= TARGET, "{judged:?}");
        let parts = Parts::of(out.clone());
        let kept = std::fs::read(parts.path(first)).unwrap();
        let payoff = BackwardInduction::new(ContestRules::KINDERSCHNAPSEN).unwrap().payoff(first);
        let file = parts.open(first).unwrap();
        let part = task.part(&file, &payoff).unwrap();
        assert!(part.phases.refining > 0.0 && part.phases.judging > 0.0, "{:?}", part.phases);
        let mut hands = HandSolver::new(Kinderschnapsen::default(), &payoff, Variant::DCFR);
        (0..part.iterations).for_each(|_| hands.step());
        let kept_columns = kinderschnapsen::solution(&file, "", Kinderschnapsen::default(), &payoff).unwrap();
        assert!(kept_columns.columns() == hands.refined_solution().columns(), "not the refined strategy");
        assert!(kept_columns.columns() != hands.solution().columns(), "refining made no difference");
        let again = solve_until(2);
        assert_eq!(again[0], judged[0]);
        assert!(again.len() == 2 && again[1].1 <= TARGET, "{again:?}");
        assert!(std::fs::read(parts.path(first)).unwrap() == kept, "the first score was solved again");
    }
}
