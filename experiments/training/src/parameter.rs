//! The parameters of a training, and which algorithm reads which: one that is given and not read is refused.

use std::fmt;

use hinterhand_players::games::names_with;
use hinterhand_solvers::dynamic::Offer;
use hinterhand_solvers::mccfr::Sampling;

use super::{Algorithm, AlgorithmError, Precision};

/// A parameter of a training that not every algorithm reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Parameter {
    /// The number of iterations for which a schedule is planned.
    Planned,
    /// The precision of the tables.
    Precision,
    /// The seed of all that is drawn.
    Seed,
    /// The number of walks of each player in an iteration.
    Batch,
    /// Whether iteration t counts t times.
    Linear,
    /// The rate of the baselines.
    Baselines,
    /// The maximum number of nodes of a game that is written out.
    MostNodes,
    /// The maximum size of tables that grow.
    MostMegabytes,
}

/// A parameter that was given and is not read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{name} is for algorithms that {}, and not for {whom}", parameter.readers())]
pub struct Unread {
    /// The name under which it was given, such as `--batch`.
    pub name: String,
    /// The parameter.
    pub parameter: Parameter,
    /// The algorithm, or the solver of a game.
    pub whom: String,
}

/// The parameters that algorithms on a tree or on samples of a game read, if the algorithm has a schedule.
const PLANNED: &[Parameter] = &[Parameter::Planned, Parameter::Precision, Parameter::MostNodes];
/// If it walks the whole tree without a schedule.
const FULL: &[Parameter] = &[Parameter::Precision, Parameter::MostNodes];
/// If it samples.
const SAMPLED: &[Parameter] = &[
    Parameter::Seed,
    Parameter::Batch,
    Parameter::Linear,
    Parameter::Baselines,
    Parameter::MostNodes,
    Parameter::MostMegabytes,
];
/// If it samples chance alone: where all actions are visited there is nothing to guess.
const SAMPLED_CHANCE: &[Parameter] =
    &[Parameter::Seed, Parameter::Batch, Parameter::Linear, Parameter::MostNodes, Parameter::MostMegabytes];
/// Those of the solver of whole hands, which writes no tree.
const HANDS: &[Parameter] = &[Parameter::Precision];
/// Those of the same solver by samples.
const SAMPLED_HANDS: &[Parameter] = &[Parameter::Seed, Parameter::Linear];

impl Parameter {
    /// The algorithms that read it, to follow `algorithms that`.
    fn readers(self) -> &'static str {
        match self {
            Parameter::Planned => "have a schedule, hs-...",
            Parameter::Precision => "walk the whole tree, such as dcfr",
            Parameter::Seed | Parameter::Batch | Parameter::Linear => "sample, such as external or outcome",
            Parameter::Baselines => "sample actions, such as external or outcome",
            Parameter::MostNodes => "write the tree of a game out or walk samples of it",
            Parameter::MostMegabytes => "sample games which are too large to be written out",
        }
    }
}

impl Algorithm {
    /// The parameters that it reads in a game.
    pub fn parameters(&self, game: &str) -> &'static [Parameter] {
        match (self, is_solved_by_hands(game)) {
            (Algorithm::Full { .. }, true) => HANDS,
            (Algorithm::Sampled { .. }, true) => SAMPLED_HANDS,
            (Algorithm::Full { .. }, false) => {
                if self.is_planned() {
                    PLANNED
                } else {
                    FULL
                }
            }
            (Algorithm::Sampled { options, .. }, false) => {
                if options.sampling == Sampling::CHANCE {
                    SAMPLED_CHANCE
                } else {
                    SAMPLED
                }
            }
        }
    }

    /// Refuses the first of these parameters, each with the name under which it was given, that this
    /// algorithm does not read in this game.
    pub fn check_read<'p>(
        &self,
        game: &str,
        given: impl IntoIterator<Item = (Parameter, &'p str)>,
    ) -> Result<(), Unread> {
        let read = self.parameters(game);
        match given.into_iter().find(|(parameter, _)| !read.contains(parameter)) {
            None => Ok(()),
            Some((parameter, name)) => {
                Err(Unread { name: name.to_owned(), parameter, whom: Whom(self, game).to_string() })
            }
        }
    }

    /// Refuses a precision that the tables of this game's own solver do not have.
    pub fn check_precision(&self, game: &str) -> Result<(), AlgorithmError> {
        match self {
            Algorithm::Full { precision: Precision::F64, .. } if is_solved_by_hands(game) => {
                Err(AlgorithmError::Precision { game: game.to_owned() })
            }
            _ => Ok(()),
        }
    }
}

/// Whether a solver made for the game solves its hands.
fn is_solved_by_hands(game: &str) -> bool {
    names_with(Offer::HandSolver).contains(&game)
}

/// An algorithm, with its game where that decides.
struct Whom<'a>(&'a Algorithm, &'a str);

impl fmt::Display for Whom<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Whom(algorithm, game) = self;
        if is_solved_by_hands(game) { write!(f, "{algorithm} in {game}") } else { write!(f, "{algorithm}") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hinterhand_solvers::mccfr::Options;

    const ALL: [(Parameter, &str); 8] = [
        (Parameter::Planned, "planned"),
        (Parameter::Precision, "precision"),
        (Parameter::Seed, "seed"),
        (Parameter::Batch, "batch"),
        (Parameter::Linear, "linear"),
        (Parameter::Baselines, "baselines"),
        (Parameter::MostNodes, "most_nodes"),
        (Parameter::MostMegabytes, "most_megabytes"),
    ];

    /// The names of the parameters that this algorithm accepts in this game; each of the others is refused
    /// by its name.
    fn accepted(name: &str, game: &str) -> String {
        let algorithm = Algorithm::named(name, 7, Precision::usual(game), Options::default()).expect(name);
        let mut accepted = Vec::new();
        for (parameter, given) in ALL {
            match algorithm.check_read(game, [(parameter, given)]) {
                Ok(()) => accepted.push(given),
                Err(error) => {
                    let (start, end) = (format!("{given} is for algorithms that "), error.to_string());
                    assert!(end.starts_with(&start) && end.contains(&format!("not for {name}")), "{end}");
                }
            }
        }
        accepted.join(" ")
    }

    #[test]
    fn whole_hands_are_solved_with_tables_of_f32() {
        let algorithm = |precision| Algorithm::named("dcfr", 1, precision, Options::default()).unwrap();
        assert_eq!(algorithm(Precision::F32).check_precision("kinderschnapsen"), Ok(()));
        assert_eq!(algorithm(Precision::F64).check_precision("leduc"), Ok(()));
        let error = algorithm(Precision::F64).check_precision("kinderschnapsen").unwrap_err().to_string();
        assert!(error.starts_with("kinderschnapsen is solved with tables of f32, not of f64"), "{error}");
    }

    #[test]
    fn each_algorithm_accepts_what_it_reads() {
        for (name, game, parameters) in [
            ("dcfr", "leduc", "precision most_nodes"),
            ("hs-dcfr-30", "leduc", "planned precision most_nodes"),
            ("external", "leduc", "seed batch linear baselines most_nodes most_megabytes"),
            ("chance", "leduc", "seed batch linear most_nodes most_megabytes"),
            ("dcfr", "kinderschnapsen", "precision"),
            ("external", "kinderschnapsen", "seed linear"),
        ] {
            assert_eq!(accepted(name, game), parameters, "{name} in {game}");
        }
    }
}
