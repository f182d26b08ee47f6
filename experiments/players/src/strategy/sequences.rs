//! A strategy for a game that is known by an oracle: a probability for each sequence of each player.

use std::borrow::Cow;
use std::fmt;
use std::io;
use std::path::Path;
use std::sync::Arc;

use hinterhand_engine::ActionSet;
use hinterhand_engine::dynamic::{AnyGame, AnyInfoSet, AnyLegal};
use hinterhand_solvers::oracle::{self, GameOracle};
use hinterhand_solvers::strategy::Strategy;

use super::{About, Judgement, KIND};
use crate::files::column_file::{self, ColumnFile, ColumnFileError};

/// A policy of each player in the numbers of an oracle: for each sequence the probability of its last action.
#[derive(Clone)]
pub struct Sequences<'f> {
    oracle: Arc<dyn GameOracle>,
    policies: [Cow<'f, [f32]>; 2],
}

/// The columns of the players.
const COLUMNS: [&str; 2] = ["player 0", "player 1"];

impl<'f> Sequences<'f> {
    /// The name of this form in the header of a file.
    pub const FORM: &'static str = "sequences";

    /// The policies of two players in the numbers of an oracle.
    pub fn new(oracle: Arc<dyn GameOracle>, policies: [Cow<'f, [f32]>; 2]) -> Sequences<'f> {
        for (player, policy) in policies.iter().enumerate() {
            assert_eq!(policy.len(), oracle.treeplex(player).sequences(), "a policy of another game");
        }
        Sequences { oracle, policies }
    }

    /// The strategy in a file. Its numbers are checked: those of an information set are not negative and sum to 1, up
    /// to rounding.
    pub fn of(file: &'f ColumnFile, oracle: Arc<dyn GameOracle>) -> Result<Sequences<'f>, ColumnFileError> {
        let mut policies: [Cow<'f, [f32]>; 2] = Default::default();
        for (player, policy) in policies.iter_mut().enumerate() {
            let numbers = file.column::<f32>(COLUMNS[player])?;
            let treeplex = oracle.treeplex(player);
            if numbers.len() != treeplex.sequences() {
                let (found, sequences) = (numbers.len(), treeplex.sequences());
                let what = format!("{found} numbers for {sequences} sequences of player {player}");
                return Err(file.senseless(&what));
            }
            let is_sound = |infoset: usize| {
                let numbers = &numbers[treeplex.sequences_of(infoset)];
                numbers.iter().all(|&number| number >= 0.0)
                    && (numbers.iter().sum::<f32>() - 1.0).abs() < 1e-4
            };
            if let Some(infoset) = (0..treeplex.infosets()).find(|&infoset| !is_sound(infoset)) {
                let what = "the numbers of information set";
                return Err(
                    file.senseless(&format!("{what} {infoset} of player {player} are no probabilities"))
                );
            }
            *policy = numbers.into();
        }
        Ok(Sequences { oracle, policies })
    }

    /// Writes the strategy to a file.
    pub fn write(&self, path: &Path, about: &About) -> io::Result<()> {
        let about = serde_json::to_value(about).map_err(io::Error::other)?;
        let columns = [0, 1].map(|player| (COLUMNS[player], (&*self.policies[player]).into()));
        column_file::write(path, KIND, &about, &columns)
    }

    /// The exact value and exploitability.
    pub fn judge(&self) -> Judgement {
        let plans = self.plans();
        oracle::judge(&*self.oracle, [&plans[0], &plans[1]]).into()
    }

    /// The strategy that plays a best response to this one in both seats.
    pub fn best_response(&self) -> Sequences<'static> {
        let plans = self.plans();
        let policies =
            [0, 1].map(|player| Cow::Owned(oracle::best_response(&*self.oracle, player, &plans[1 - player])));
        Sequences { oracle: Arc::clone(&self.oracle), policies }
    }

    fn plans(&self) -> [Vec<f64>; 2] {
        [0, 1].map(|player| oracle::plan(&*self.oracle, player, &self.policies[player]))
    }
}

impl From<oracle::Judgement> for Judgement {
    fn from(judged: oracle::Judgement) -> Judgement {
        let values = vec![judged.value, -judged.value];
        // Rounding may make a best response look worse than the strategy that it is.
        let gains = [0, 1].map(|player| (judged.best_responses[player] - values[player]).max(0.0)).to_vec();
        Judgement { values, gains, by_turnup: Vec::new() }
    }
}

impl Strategy<AnyGame> for Sequences<'_> {
    fn probabilities(&self, info_set: &AnyInfoSet, legal: &AnyLegal, out: &mut Vec<f64>) {
        out.clear();
        match self.oracle.find(info_set) {
            Some((player, infoset)) => {
                let numbers = &self.policies[player][self.oracle.treeplex(player).sequences_of(infoset)];
                out.extend(numbers.iter().map(|&number| f64::from(number)));
            }
            None => out.resize(legal.len(), 1.0 / legal.len() as f64),
        }
    }
}

impl fmt::Debug for Sequences<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sequences = [0, 1].map(|player| self.policies[player].len());
        f.debug_struct("Sequences").field("sequences", &sequences).finish_non_exhaustive()
    }
}
