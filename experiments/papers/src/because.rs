//! The reason why a figure does not come out as published.

use std::fmt;

use serde::Deserialize;

/// Why a figure or a claim is not reproduced, or stays open.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Because {
    /// The kind of reason.
    pub reason: Reason,
    /// The reason in words.
    pub text: String,
    /// What it is the reason for: of a table, rows, columns or `row, column`; of a claim over several words,
    /// some of these words. Without any, all of the table or claim.
    #[serde(default)]
    pub of: Vec<String>,
}

/// A kind of reason.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// Ours was measured in another setting: another game, opponent, budget or definition.
    OtherSetting,
    /// Ours was measured on a smaller or larger scale.
    OtherSize,
    /// The publication, or what we have of it, does not say how it was done.
    UnknownDetail,
    /// Our sample is too small to decide.
    TooFewSamples,
    /// The setting is the same as far as is known, and the result is another.
    Disagreement,
}

impl Because {
    /// The first of these reasons that is given for something with these names.
    pub(crate) fn first<'a>(all: &'a [Because], names: &[&str]) -> Option<&'a Because> {
        let fits = |because: &&Because| {
            because.of.is_empty() || because.of.iter().any(|of| names.contains(&of.as_str()))
        };
        all.iter().find(fits)
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Reason::OtherSetting => "other setting",
            Reason::OtherSize => "other size",
            Reason::UnknownDetail => "unknown detail",
            Reason::TooFewSamples => "too few samples",
            Reason::Disagreement => "real disagreement",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_reason_that_fits_counts() {
        let because = |text: &str, of: &[&str]| Because {
            reason: Reason::OtherSize,
            text: text.to_owned(),
            of: of.iter().map(|&name| name.to_owned()).collect(),
        };
        let all = [because("place", &["a, b"]), because("row", &["c"]), because("rest", &[])];
        for (names, expected) in
            [(["a", "b", "a, b"], "place"), (["c", "b", "c, b"], "row"), (["x"; 3], "rest")]
        {
            assert_eq!(Because::first(&all, &names).map(|because| because.text.as_str()), Some(expected));
        }
        assert_eq!(Because::first(&all[..1], &["a"]), None);
    }
}
