//! The solution of Kinderschnapsen in a file.

use std::io;
use std::path::Path;

use hinterhand_engine::ContestRules;
use hinterhand_engine::games::Kinderschnapsen;
use hinterhand_kinderschnapsen::{
    BackwardInduction, Columns, Payoff, Score, Solution, Verdict, WholeGameJudge,
};

pub use super::equity::Equity;
use super::{About, Judgement, KIND, Part};
use crate::files::column_file::{self, Column, ColumnFile, ColumnFileError};

/// The name of this form in the header of a file.
pub const FORM: &str = "kinderschnapsen";

/// The name of the form of a slice, which is for one turnup.
pub(super) const SLICE_FORM: &str = "kinderschnapsen-turnup";

/// The column of a slice with the number of its turnup.
pub(super) const TURNUP: &str = "turnup";

/// The turnups in the order of the solver.
pub(super) const TURNUPS: [&str; hinterhand_kinderschnapsen::TURNUPS] = ["2", "7", "J", "Q"];

/// The name of the form of a strategy for the whole game.
pub const GAME_FORM: &str = "kinderschnapsen-game";

/// The solution that lies in the columns of `file` whose names begin with `prefix`.
pub fn solution<'f>(
    file: &'f ColumnFile,
    prefix: &str,
    game: Kinderschnapsen,
    payoff: &Payoff,
) -> Result<Solution<'f>, ColumnFileError> {
    Solution::from_columns(game, payoff, read(file, prefix)?).map_err(|error| file.senseless(&error))
}

/// The columns of `file` whose names begin with `prefix`.
pub(super) fn read<'f>(file: &'f ColumnFile, prefix: &str) -> Result<Columns<'f>, ColumnFileError> {
    let name = |column: &str| format!("{prefix}{column}");
    Ok(Columns {
        mixed: file.column(&name("mixed"))?.into(),
        low: file.column(&name("low"))?.into(),
        high: file.column(&name("high"))?.into(),
        base: file.column(&name("base"))?.into(),
        rows: file.column(&name("rows"))?.into(),
        plays: file.column(&name("plays"))?.into(),
    })
}

/// The slice in a file, as a solution that must not be asked about other turnups.
pub(super) fn slice_solution(
    file: &ColumnFile,
    game: Kinderschnapsen,
) -> Result<Solution<'_>, ColumnFileError> {
    let &[turnup] = file.column::<u8>(TURNUP)? else {
        return Err(file.senseless(&"it is not of one turnup"));
    };
    let columns = read(file, "")?;
    let (groups, turnup) = (columns.base.len(), usize::from(turnup));
    let fits = [columns.mixed.len(), columns.low.len(), columns.high.len()].iter().all(|&len| len == groups);
    if turnup >= TURNUPS.len() || !fits {
        return Err(file.senseless(&"its columns do not fit together"));
    }
    Solution::from_columns(game, &Payoff::POINTS, columns.with_turnup_alone(turnup))
        .map_err(|error| file.senseless(&error))
}

/// The columns of a solution with their names.
pub fn columns<'s>(solution: &'s Solution<'_>) -> [(&'static str, Column<'s>); 6] {
    named(solution.columns())
}

/// Columns with their names.
pub(super) fn named<'c>(columns: &'c Columns<'_>) -> [(&'static str, Column<'c>); 6] {
    [
        ("mixed", (&*columns.mixed).into()),
        ("low", (&*columns.low).into()),
        ("high", (&*columns.high).into()),
        ("base", (&*columns.base).into()),
        ("rows", (&*columns.rows).into()),
        ("plays", (&*columns.plays).into()),
    ]
}

/// The columns of a solution in a file with their names.
pub fn columns_of(file: &ColumnFile) -> Result<[(&'static str, Column<'_>); 6], ColumnFileError> {
    Ok([
        ("mixed", file.column::<u64>("mixed")?.into()),
        ("low", file.column::<u64>("low")?.into()),
        ("high", file.column::<u64>("high")?.into()),
        ("base", file.column::<u32>("base")?.into()),
        ("rows", file.column::<u16>("rows")?.into()),
        ("plays", file.column::<u8>("plays")?.into()),
    ])
}

/// The name of a column of the strategy at a score in a file for the whole game.
pub fn column_name(score: Score, column: &str) -> String {
    format!("{}:{} {column}", score.leader, score.other)
}

/// Writes down a solution.
pub fn write(path: &Path, about: &About, solution: &Solution<'_>) -> io::Result<()> {
    let about = serde_json::to_value(about).map_err(io::Error::other)?;
    column_file::write(path, KIND, &about, &columns(solution))
}

/// All scores of a whole game: the leader's first.
pub fn scores() -> impl Iterator<Item = Score> + Clone {
    (1..=5).flat_map(|leader| (1..=5).map(move |other| Score { leader, other }))
}

/// A strategy for the whole game in a file: one for each score.
#[derive(Debug)]
pub struct GameSolution<'f> {
    /// In the order of [`scores`].
    solutions: Vec<Solution<'f>>,
    /// The default score of queries.
    asked: Score,
}

impl<'f> GameSolution<'f> {
    /// The strategy in `file`, whose header has the value of the game at each score.
    pub fn of(
        file: &'f ColumnFile,
        about: &About,
        game: Kinderschnapsen,
    ) -> Result<GameSolution<'f>, ColumnFileError> {
        let equity = about.equity.as_ref().ok_or_else(|| file.senseless(&"the header has no equity"))?;
        let rules = ContestRules::KINDERSCHNAPSEN;
        let mut race = BackwardInduction::new(rules).map_err(|error| file.senseless(&error))?;
        let mut payoffs = vec![Payoff::POINTS; 25];
        while let Some(score) = race.next() {
            let row = equity.equity.get(usize::from(score.leader - 1));
            let wins = row.and_then(|row| row.get(usize::from(score.other - 1)));
            let wins = *wins.ok_or_else(|| file.senseless(&"the equity is not one of 25 scores"))?;
            payoffs[place(score)] = race.payoff(score);
            race.settle(score, wins);
        }
        let solutions = scores()
            .zip(&payoffs)
            .map(|(score, payoff)| solution(file, &column_name(score, ""), game, payoff));
        let solutions = solutions.collect::<Result<_, _>>()?;
        Ok(GameSolution { solutions, asked: Score { leader: 5, other: 5 } })
    }

    /// The strategy with this score as the default of queries, instead of that of the first hand.
    pub fn asked_at(self, score: Score) -> GameSolution<'f> {
        GameSolution { asked: score, ..self }
    }

    /// The default score of queries.
    pub fn asked(&self) -> Score {
        self.asked
    }

    /// The strategy at each score.
    pub fn solutions(&self) -> impl Iterator<Item = (Score, &Solution<'f>)> {
        scores().zip(&self.solutions)
    }

    /// The strategy at a score.
    pub fn at(&self, score: Score) -> &Solution<'f> {
        &self.solutions[place(score)]
    }

    /// The judgement over all scores, and the value of the game at each score.
    pub fn judge(&self) -> anyhow::Result<(Judgement, Equity)> {
        self.judge_and(|_, _, _| Ok(()))
    }

    /// The same; at each score `answer` gets the strategy and what the results are worth to the players who
    /// answer it best from there on.
    pub fn judge_and(
        &self,
        mut answer: impl FnMut(Score, &Solution<'_>, [Payoff; 2]) -> anyhow::Result<()>,
    ) -> anyhow::Result<(Judgement, Equity)> {
        let mut judge = WholeGameJudge::new(ContestRules::KINDERSCHNAPSEN)?;
        let mut order: Vec<Score> = scores().collect();
        order.sort_by_key(|score| score.leader + score.other);
        for score in order {
            judge.judge(score, self.at(score))?;
            answer(score, self.at(score), judge.payoffs(score))?;
        }
        let start = Score { leader: 5, other: 5 };
        Ok((game_judgement(&judge, start), Equity::of(&judge)))
    }
}

fn place(score: Score) -> usize {
    5 * usize::from(score.leader - 1) + usize::from(score.other - 1)
}

/// The value of a strategy for the whole game from this score on, as a probability of winning.
pub fn game_judgement(judge: &WholeGameJudge, score: Score) -> Judgement {
    let wins = judge.wins(score);
    let [leading, replying] = judge.best(score);
    Judgement {
        values: vec![wins, 1.0 - wins],
        gains: vec![leading - wins, replying - (1.0 - wins)],
        by_turnup: Vec::new(),
    }
}

/// The mean of the judgements for the four turnups, which are equally likely.
pub fn judgement(by_turnup: &[Verdict]) -> Judgement {
    let all = Verdict::mean(by_turnup);
    Judgement {
        values: vec![all.value, -all.value],
        gains: vec![all.best[0] - all.value, all.best[1] + all.value],
        by_turnup: TURNUPS
            .iter()
            .zip(by_turnup)
            .map(|(name, verdict)| {
                let (value_low, value_high) = verdict.bounds();
                Part { name: (*name).to_owned(), value: verdict.value, value_low, value_high }
            })
            .collect(),
    }
}
