//! A strategy in a file: opened, checked against the rules, and asked.

use std::path::Path;

use hinterhand_engine::Contest;
use hinterhand_engine::dynamic::{AnyGame, AnyInfoSet, AnyLegal};
use hinterhand_engine::games::Kinderschnapsen;
use hinterhand_engine::games::kinderschnapsen::Hand;
use hinterhand_engine::tricks::{Actions, InfoSet};
use hinterhand_kinderschnapsen::{Payoff, Score, Solution};
use hinterhand_solvers::strategy::Strategy;

use super::kinderschnapsen::{self, GameSolution};
use super::{About, KIND, Sequences, Table, rules_hash};
use crate::files::column_file::{ColumnFile, ColumnFileError};
use crate::games::LoadedGame;

/// An open file with a strategy, whatever it is for.
#[derive(Debug)]
pub struct StrategyFile {
    file: ColumnFile,
    about: About,
}

/// A strategy in an open file.
#[derive(Debug)]
pub enum FileStrategy<'f> {
    /// Kept as a table.
    Table(Table<'f>),
    /// Kept in the numbers of an oracle.
    Sequences(Sequences<'f>),
    /// The solution of Kinderschnapsen.
    Kinderschnapsen(Box<Solution<'f>>),
    /// A solution of Kinderschnapsen for each score.
    KinderschnapsenGame(GameSolution<'f>),
}

impl StrategyFile {
    /// Opens the file and reads what it is.
    pub fn open(path: &Path) -> Result<StrategyFile, ColumnFileError> {
        StrategyFile::read(ColumnFile::open(path, KIND)?)
    }

    /// Reads a file whose bytes begin at a multiple of 64; errors call it `path`.
    pub fn of_bytes(path: &Path, bytes: &'static [u8]) -> Result<StrategyFile, ColumnFileError> {
        StrategyFile::read(ColumnFile::of_bytes(path, bytes, KIND)?)
    }

    fn read(file: ColumnFile) -> Result<StrategyFile, ColumnFileError> {
        let about = serde_json::from_value(file.about().clone()).map_err(|error| file.senseless(&error))?;
        Ok(StrategyFile { file, about })
    }

    /// The description of the strategy.
    pub fn about(&self) -> &About {
        &self.about
    }

    /// The file with its columns.
    pub fn file(&self) -> &ColumnFile {
        &self.file
    }

    /// The strategy, for a game, which must be the one that it was made for.
    pub fn strategy(&self, game: &LoadedGame) -> Result<FileStrategy<'_>, ColumnFileError> {
        let (settings, name) = (game.settings(), game.name());
        if self.about.game != name {
            return Err(self.file.senseless(&format!("a strategy for {}, not for {name}", self.about.game)));
        }
        if self.about.rules != rules_hash(settings) {
            let made_for = serde_json::Value::Object(self.about.options.clone());
            let here = serde_json::Value::Object(crate::option_value::given(settings));
            return Err(self.file.senseless(&format!(
                "made for other rules: the options that differ from the defaults are {made_for} there and \
                 {here} here"
            )));
        }
        match &*self.about.form {
            Table::FORM => Ok(FileStrategy::Table(Table::of(&self.file)?)),
            Sequences::FORM => {
                let oracle = game.oracle();
                let oracle =
                    oracle.ok_or_else(|| self.file.senseless(&"the form is that of another game"))?;
                Ok(FileStrategy::Sequences(Sequences::of(&self.file, oracle)?))
            }
            kinderschnapsen::FORM | kinderschnapsen::GAME_FORM => {
                let hand =
                    game.hand().ok_or_else(|| self.file.senseless(&"the form is that of another game"))?;
                if self.about.form == kinderschnapsen::GAME_FORM {
                    let solution = GameSolution::of(&self.file, &self.about, hand)?;
                    return Ok(FileStrategy::KinderschnapsenGame(solution));
                }
                let solution = kinderschnapsen::solution(&self.file, "", hand, &Payoff::POINTS)?;
                Ok(FileStrategy::Kinderschnapsen(Box::new(solution)))
            }
            kinderschnapsen::SLICE_FORM => {
                let hand =
                    game.hand().ok_or_else(|| self.file.senseless(&"the form is that of another game"))?;
                Ok(FileStrategy::Kinderschnapsen(Box::new(kinderschnapsen::slice_solution(
                    &self.file, hand,
                )?)))
            }
            form => Err(self.file.senseless(&format!("stored in the unknown form `{form}`"))),
        }
    }
}

impl<'f> FileStrategy<'f> {
    /// The strategy for a hand at this score of a whole game; nothing if it is for a single hand.
    pub fn at(self, score: Score) -> Option<FileStrategy<'f>> {
        match self {
            FileStrategy::KinderschnapsenGame(game) => {
                Some(FileStrategy::KinderschnapsenGame(game.asked_at(score)))
            }
            FileStrategy::Table(_) | FileStrategy::Sequences(_) | FileStrategy::Kinderschnapsen(_) => None,
        }
    }

    /// Clears `out` and fills it with the probabilities of the legal actions, when the hand is played at this
    /// score.
    pub fn probabilities_at(
        &self,
        contest: &Contest,
        info_set: &AnyInfoSet,
        legal: &AnyLegal,
        out: &mut Vec<f64>,
    ) {
        self.at_score(score(contest), info_set, legal, out);
    }

    /// The solution for a hand that is played at this score; none of a table.
    pub fn solution_at(&self, contest: &Contest) -> Option<&Solution<'f>> {
        match self {
            FileStrategy::Table(_) | FileStrategy::Sequences(_) => None,
            FileStrategy::Kinderschnapsen(solution) => Some(solution),
            FileStrategy::KinderschnapsenGame(game) => Some(game.at(score(contest))),
        }
    }

    /// The value of each legal action, in their order, for the player with `info_set` if both otherwise
    /// follow the strategy; `None` for a table and for sequences, which have no values. Of a strategy for a whole game, the
    /// values in its first hand.
    pub fn action_values(&self, info_set: &AnyInfoSet) -> Option<Vec<f64>> {
        let solution = match self {
            FileStrategy::Table(_) | FileStrategy::Sequences(_) => return None,
            FileStrategy::Kinderschnapsen(solution) => solution,
            FileStrategy::KinderschnapsenGame(game) => game.at(Score { leader: 5, other: 5 }),
        };
        // A solution is opened for its own game only.
        let values = solution.action_values(info_set.typed())?;
        Some(values.into_iter().map(|(_, value)| value).collect())
    }

    fn at_score(&self, score: Score, info_set: &AnyInfoSet, legal: &AnyLegal, out: &mut Vec<f64>) {
        let solution = match self {
            FileStrategy::Table(table) => {
                return Strategy::<AnyGame>::probabilities(table, info_set, legal, out);
            }
            FileStrategy::Sequences(sequences) => return sequences.probabilities(info_set, legal, out),
            FileStrategy::Kinderschnapsen(solution) => solution,
            FileStrategy::KinderschnapsenGame(game) => game.at(score),
        };
        // A solution is opened for its own game only.
        Strategy::<Kinderschnapsen>::probabilities(solution, info_set.typed(), legal.typed(), out);
    }
}

/// The score of a whole game of Kinderschnapsen, in points still to be won.
fn score(contest: &Contest) -> Score {
    let points = contest.points();
    let leader = contest.leader();
    let [leader, other] = [leader, leader.other()].map(|side| points[side.index()].clamp(1, 5) as u8);
    Score { leader, other }
}

impl FileStrategy<'_> {
    /// The score that is asked when none is given: a strategy for a whole game is asked for its first hand,
    /// unless [another](FileStrategy::at) was named; for a single hand and a table the score does not matter.
    fn asked(&self) -> Score {
        match self {
            FileStrategy::KinderschnapsenGame(game) => game.asked(),
            FileStrategy::Table(_) | FileStrategy::Sequences(_) | FileStrategy::Kinderschnapsen(_) => {
                Score { leader: 5, other: 5 }
            }
        }
    }
}

impl Strategy<Kinderschnapsen> for FileStrategy<'_> {
    fn probabilities(&self, info_set: &InfoSet<Hand>, legal: &Actions, out: &mut Vec<f64>) {
        match self {
            FileStrategy::Table(table) => {
                Strategy::<Kinderschnapsen>::probabilities(table, info_set, legal, out);
            }
            FileStrategy::Sequences(_) => unreachable!("no oracle is one of Kinderschnapsen"),
            FileStrategy::Kinderschnapsen(solution) => solution.probabilities(info_set, legal, out),
            FileStrategy::KinderschnapsenGame(game) => {
                game.at(self.asked()).probabilities(info_set, legal, out);
            }
        }
    }
}

impl Strategy<AnyGame> for FileStrategy<'_> {
    fn probabilities(&self, info_set: &AnyInfoSet, legal: &AnyLegal, out: &mut Vec<f64>) {
        self.at_score(self.asked(), info_set, legal, out);
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use hinterhand_engine::{ActionSet, Game, History, Player};
    use hinterhand_kinderschnapsen::{Columns, Payoff};

    /// The solution that leads the lowest card of its own order, which has trumps first.
    pub(crate) fn lowest() -> Solution<'static> {
        let (groups, plays) = (1_077_528, 13_305_600);
        let none = || vec![0; groups].into();
        let (mixed, low, high) = (none(), none(), none());
        let (base, plays) = (vec![0; groups].into(), vec![0; plays].into());
        let columns = Columns { mixed, low, high, base, rows: Vec::new().into(), plays };
        Solution::from_columns(Kinderschnapsen::default(), &Payoff::POINTS, columns)
            .expect("columns of the right lengths")
    }

    #[test]
    fn probabilities_stand_in_the_order_of_the_legal_actions() {
        let game = Kinderschnapsen::default();
        let strategy = FileStrategy::Kinderschnapsen(Box::new(lowest()));
        for (deal, lowest) in [
            ("deal:2S,7H,JD/JS,2H,2D/7S/QS,7D,JH,QH,QD", "2S"),
            ("deal:2H,7S,JD/JH,2S,2D/7H/QH,7D,JS,QS,QD", "2H"),
            ("deal:2D,7S,JH/JD,2S,2H/7D/QD,7H,JS,QS,QH", "2D"),
        ] {
            let mut history = History::new(&game);
            history.play_word(deal).expect("a deal");
            let (state, mut probabilities) = (history.state(), Vec::new());
            let (info_set, legal) = (game.info_set(state, Player::FIRST), game.legal(state));
            Strategy::<Kinderschnapsen>::probabilities(&strategy, &info_set, &legal, &mut probabilities);
            let expected: Vec<f64> =
                legal.iter().map(|action| f64::from(u8::from(action.to_string() == lowest))).collect();
            assert_eq!(probabilities, expected, "{deal}");
        }
    }
}
