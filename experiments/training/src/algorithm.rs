//! The algorithm of a training, with every parameter that its result depends on.

use std::fmt;

use hinterhand_engine::nearest;
use hinterhand_players::games::{LoadedGame, did_you_mean, names_with};
use hinterhand_solvers::cfr::{UnknownVariant, Variant};
use hinterhand_solvers::dynamic::Offer;
use hinterhand_solvers::mccfr::{InvalidOptions, Options, Sampling};
use serde::Deserialize;

/// An algorithm with its parameters. Two with the same text give the same bits.
#[derive(Clone, PartialEq, Debug)]
pub enum Algorithm {
    /// Each iteration walks the whole tree.
    Full {
        /// The name of the variant.
        name: String,
        /// Its parameters.
        variant: Variant,
        /// The number of iterations for which its schedule is planned, if it has one.
        planned: u32,
        /// The precision of its tables.
        precision: Precision,
    },
    /// Each iteration walks samples of the tree.
    Sampled {
        /// The name of the scheme.
        name: String,
        /// Its parameters.
        options: Options,
    },
}

/// The precision of the numbers in tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Precision {
    /// Four bytes.
    F32,
    /// Eight bytes.
    F64,
}

/// An algorithm that cannot be run.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the fields are what the messages name")]
pub enum AlgorithmError {
    #[error(
        "there is no algorithm `{name}`{}; there are {}",
        did_you_mean(nearest(name, names())), names().collect::<Vec<_>>().join(", ")
    )]
    Unknown { name: String },
    #[error(transparent)]
    Options(#[from] InvalidOptions),
    #[error("{game} is solved with tables of f32, not of f64: leave the precision away")]
    Precision { game: String },
}

impl Precision {
    /// The precision of a game's tables if none is given. The solver of whole hands has tables of f32 only.
    pub fn usual(game: &str) -> Precision {
        if names_with(Offer::HandSolver).contains(&game) { Precision::F32 } else { Precision::F64 }
    }
}

impl From<UnknownVariant> for AlgorithmError {
    fn from(error: UnknownVariant) -> AlgorithmError {
        AlgorithmError::Unknown { name: error.name }
    }
}

/// The names of all algorithms.
pub fn names() -> impl Iterator<Item = &'static str> {
    Variant::all(1).into_iter().map(|(name, _)| name).chain(Sampling::NAMES.map(|(name, _)| name))
}

impl Algorithm {
    /// The algorithm of this name. The other parameters are taken as far as it uses them.
    pub fn named(
        name: &str,
        planned: u32,
        precision: Precision,
        options: Options,
    ) -> Result<Algorithm, AlgorithmError> {
        let name = name.to_owned();
        if let Ok(sampling) = Sampling::named(&name) {
            let options = Options { sampling, ..options };
            options.check()?;
            return Ok(Algorithm::Sampled { name, options });
        }
        let variant = Variant::named(&name, planned)?;
        Ok(Algorithm::Full { name, variant, planned, precision })
    }

    /// Discounted CFR with three exponents: of the discount of positive regrets, of the discount of negative
    /// regrets, and of the weight of an iteration in the average.
    pub fn dcfr([positive, negative, average]: [f64; 3], precision: Precision) -> Algorithm {
        let name = format!("dcfr with exponents {positive}, {negative}, {average}");
        Algorithm::Full { name, variant: Variant::dcfr(positive, negative, average), planned: 0, precision }
    }

    /// The maximum number of nodes of a game that is written out, if none is given: fewer where an oracle may do without
    /// its tree.
    pub fn most_nodes(&self, game: &LoadedGame) -> usize {
        match self {
            Algorithm::Full { .. } => game.most_nodes(),
            Algorithm::Sampled { .. } => 50_000_000,
        }
    }

    /// Whether its result depends on the number of iterations for which its schedule is planned.
    pub(crate) fn is_planned(&self) -> bool {
        let Algorithm::Full { name, variant, planned, .. } = self else { return false };
        Variant::named(name, planned.wrapping_add(1)).is_ok_and(|otherwise| otherwise != *variant)
    }
}

impl fmt::Display for Algorithm {
    /// Every parameter that the bits of the result depend on.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Algorithm::Full { name, planned, precision, .. } => {
                f.write_str(name)?;
                if self.is_planned() {
                    write!(f, ", planned for {planned} iterations")?;
                }
                if *precision == Precision::F32 { f.write_str(", f32") } else { Ok(()) }
            }
            Algorithm::Sampled { name, options } => {
                write!(f, "{name} sampling, seed {}, batch {}", options.seed, options.batch)?;
                if options.linear {
                    f.write_str(", linear")?;
                }
                if options.plus {
                    f.write_str(", updates of CFR+")?;
                }
                options.baselines.map_or(Ok(()), |rate| write!(f, ", baselines {rate}"))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_says_what_matters() {
        let text = |name: &str, precision, options| {
            Algorithm::named(name, 500, precision, options).map(|algorithm| algorithm.to_string())
        };
        let options = Options { seed: 7, linear: true, ..Options::default() };
        assert_eq!(text("dcfr", Precision::F64, options), Ok("dcfr".to_owned()));
        let hs = "hs-pcfr+-15, planned for 500 iterations, f32";
        assert_eq!(text("hs-pcfr+-15", Precision::F32, options), Ok(hs.to_owned()));
        let discounted = Algorithm::dcfr([1.5, 0.0, 2.5], Precision::F32).to_string();
        assert_eq!(discounted, "dcfr with exponents 1.5, 0, 2.5, f32");
        let sampled = "external sampling, seed 7, batch 1, linear";
        assert_eq!(text("external", Precision::F64, options), Ok(sampled.to_owned()));
        let wrong = Options { batch: 0, ..options };
        assert_eq!(text("outcome", Precision::F64, wrong).unwrap_err().to_string(), "a batch of 0 walks");
        let error = text("magic", Precision::F64, options).unwrap_err().to_string();
        assert!(error.starts_with("there is no algorithm `magic`; there are cfr, cfr+, cfr+2, lcfr, dcfr,"));
        assert!(error.ends_with("chance, external, outcome, outcome-simultaneous, average"), "{error}");
    }
}
