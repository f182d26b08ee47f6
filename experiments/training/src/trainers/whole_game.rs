//! The whole game of Kinderschnapsen, from 5 points down to 0, solved backwards over its scores.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use anyhow::bail;
use hinterhand_engine::games::Kinderschnapsen;
use hinterhand_engine::{ContestRules, Settings};
use hinterhand_kinderschnapsen::{BackwardInduction, HandSolver, Score, WholeGameJudge};
use hinterhand_players::files::column_file::ColumnFile;
use hinterhand_players::strategy::kinderschnapsen::{self, Equity};
use hinterhand_players::strategy::{self, About, Parts};
use hinterhand_solvers::cfr::Variant;
use serde::{Deserialize, Serialize};
use serde_json::json;

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
    /// The seconds of training, tables built and judging left out.
    pub seconds: f64,
    /// The seconds of building tables.
    pub build_seconds: f64,
}

/// The metadata of a file of a single score.
#[derive(Serialize, Deserialize)]
struct Part {
    rules: String,
    algorithm: String,
    target: f64,
    wins: f64,
    iterations: u64,
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
        let (mut seconds, mut build_seconds, mut iterations) = (0.0, 0.0, 0);
        let mut done = 0;
        while let Some(score) = race.next() {
            let kept = self.parts.as_ref().filter(|parts| resume && parts.path(score).exists());
            if let Some(parts) = kept {
                let file = parts.open(score)?;
                let part = self.part(&file)?;
                let payoff = race.payoff(score);
                judge.judge(score, &kinderschnapsen::solution(&file, "", self.game, &payoff)?)?;
                iterations += part.iterations;
                race.settle(score, part.wins);
            } else {
                let began = Instant::now();
                let mut hands = HandSolver::new(self.game, &race.payoff(score), self.variant);
                build_seconds += began.elapsed().as_secs_f64();
                let began = Instant::now();
                if !self.train(&mut hands, stop) {
                    return Ok(None);
                }
                seconds += began.elapsed().as_secs_f64();
                let solution = hands.solution();
                judge.judge(score, &solution)?;
                let wins = judge.wins(score);
                let part = Part {
                    rules: strategy::rules_hash(self.settings),
                    algorithm: self.algorithm.clone(),
                    target: self.target,
                    wins,
                    iterations: hands.iterations().into(),
                };
                if let Some(parts) = &self.parts {
                    parts.write(score, &json!(part), &solution)?;
                }
                iterations += part.iterations;
                race.settle(score, wins);
            }
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
            parts.compose(&about)?;
        }
        Ok(Some(WholeGameOutcome { about, equity, seconds, build_seconds }))
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

    /// The score of a part, if it is one of this task.
    fn part(&self, file: &ColumnFile) -> anyhow::Result<Part> {
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
        Ok(part)
    }
}
