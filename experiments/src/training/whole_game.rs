//! The whole game of Kinderschnapsen, from 5 points down to 0, solved backwards over its scores.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use anyhow::{Context as _, bail};
use hinterhand_engine::games::Kinderschnapsen;
use hinterhand_engine::{ContestRules, Settings};
use hinterhand_solvers::kinderschnapsen::{Hands, Learning, Race, RaceJudge, Score, Solution};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::column_file::{self, Column, ColumnFile};
use crate::strategy::kinderschnapsen::{self, Equity, scores};
use crate::strategy::{self, About};

/// What the files of single scores say they are.
const KIND: &str = "part of a strategy";

/// The hands of a game are more than one, and what each gives away is added up: the share of each.
const SHARE: f64 = 1.0 / 6.0;

/// Solving the whole game.
#[derive(Debug)]
pub struct WholeGame<'s> {
    game: Kinderschnapsen,
    settings: &'s Settings,
    learning: Learning,
    algorithm: String,
    /// The exploitability that each hand must come to.
    target: f64,
    out: Option<PathBuf>,
}

/// What came of it.
#[derive(Clone, PartialEq, Debug)]
pub struct WholeGameOutcome {
    /// What the strategy is, judged.
    pub about: About,
    /// Who wins from which score.
    pub equity: Equity,
    /// The seconds of training, tables built and judging left out.
    pub seconds: f64,
    /// The seconds of building tables.
    pub build_seconds: f64,
}

/// What a file of a single score says besides its columns.
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
        let learning = super::kinderschnapsen::learning(algorithm)?;
        let algorithm = format!("{algorithm}, f32");
        Ok(WholeGame { game, settings, learning, algorithm, target: SHARE * target, out })
    }

    fn part_path(&self, score: Score) -> Option<PathBuf> {
        let mut name = self.out.as_ref()?.as_os_str().to_owned();
        name.push(format!(".{}-{}.part", score.leader, score.other));
        Some(name.into())
    }

    /// Solves score after score; nothing comes back if `stop` was set before the last one was solved. With
    /// `resume` the parts that an earlier run left are taken over.
    pub fn solve(
        &self,
        resume: bool,
        stop: &AtomicBool,
        mut tell: impl FnMut(usize, Score, f64),
    ) -> anyhow::Result<Option<WholeGameOutcome>> {
        let mut race = Race::new(ContestRules::KINDERSCHNAPSEN)?;
        let mut judge = RaceJudge::new(ContestRules::KINDERSCHNAPSEN)?;
        let (mut seconds, mut build_seconds, mut iterations) = (0.0, 0.0, 0);
        let mut done = 0;
        while let Some(score) = race.next() {
            let path = self.part_path(score);
            let kept = path.as_deref().filter(|path| resume && path.exists());
            if let Some(path) = kept {
                let file = ColumnFile::open(path, KIND)?;
                let part = self.part(&file)?;
                let payoff = race.payoff(score);
                judge.judge(score, &kinderschnapsen::solution(&file, "", self.game, &payoff)?);
                iterations += part.iterations;
                race.settle(score, part.wins);
            } else {
                let began = Instant::now();
                let mut hands = Hands::new(self.game, &race.payoff(score), self.learning);
                build_seconds += began.elapsed().as_secs_f64();
                let began = Instant::now();
                if !self.train(&mut hands, stop) {
                    return Ok(None);
                }
                seconds += began.elapsed().as_secs_f64();
                let solution = hands.solution();
                judge.judge(score, &solution);
                let wins = judge.wins(score);
                let part = Part {
                    rules: strategy::rules_hash(self.settings),
                    algorithm: self.algorithm.clone(),
                    target: self.target,
                    wins,
                    iterations: hands.iterations().into(),
                };
                if let Some(path) = &path {
                    write_part(path, &part, &solution)?;
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
        if let Some(out) = &self.out {
            self.compose(out, &about)?;
        }
        Ok(Some(WholeGameOutcome { about, equity, seconds, build_seconds }))
    }

    /// Trains to the target; tells whether it was reached.
    fn train(&self, hands: &mut Hands, stop: &AtomicBool) -> bool {
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

    /// What a part is, if it is one of this task.
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

    /// Puts the parts into one file and removes them.
    fn compose(&self, out: &Path, about: &About) -> anyhow::Result<()> {
        let paths: Vec<(Score, PathBuf)> =
            scores().filter_map(|score| Some((score, self.part_path(score)?))).collect();
        let files = paths.iter().map(|(score, path)| Ok((*score, ColumnFile::open(path, KIND)?)));
        let files = files.collect::<anyhow::Result<Vec<_>>>()?;
        let mut columns = Vec::new();
        for (score, file) in &files {
            for (name, column) in kinderschnapsen::columns_of(file)? {
                columns.push((kinderschnapsen::column_name(*score, name), column));
            }
        }
        let columns: Vec<(&str, Column<'_>)> =
            columns.iter().map(|(name, column)| (name.as_str(), *column)).collect();
        column_file::write(out, strategy::KIND, &json!(about), &columns)
            .with_context(|| format!("cannot write {}", out.display()))?;
        for (_, path) in &paths {
            fs::remove_file(path).with_context(|| format!("cannot remove {}", path.display()))?;
        }
        Ok(())
    }
}

fn write_part(path: &Path, part: &Part, solution: &Solution<'_>) -> anyhow::Result<()> {
    column_file::write(path, KIND, &json!(part), &kinderschnapsen::columns(solution))
        .with_context(|| format!("cannot write {}", path.display()))
}
