//! The size of a game: its nodes and information sets, counted.

use anyhow::ensure;
use hinterhand_engine::games::Kinderschnapsen;
use hinterhand_engine::games::kinderschnapsen::Deals;
use hinterhand_kinderschnapsen::Census;
use hinterhand_kinderschnapsen::census::Count;
use hinterhand_solvers::tree::CompileError;
use serde::Deserialize;

use crate::{GameSpec, Measure, Outcome, WorkContext};

/// The game that is counted.
///
/// The measures: `nodes`, `ends` and `information sets`; of a game that is too large for that and has an oracle `histories`,
/// also as `billions of histories`, `millions of decisions` among them, `ends` and `information sets`; for Kinderschnapsen
/// those of `hinterhand size`.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Counts {
    game: GameSpec,
}

/// The maximum number of nodes of a game that is counted node by node.
const MOST_NODES: usize = 50_000_000;

impl Counts {
    /// Counts; `None` if stopped.
    pub fn run(&self, context: &WorkContext<'_>) -> anyhow::Result<Option<Outcome>> {
        let game = self.game.load()?;
        if let Some(hand) = game.hand() {
            return Ok(census(hand, context));
        }
        let (size, whole) = game.methods().tree_size(MOST_NODES);
        if !whole && let Some(oracle) = game.oracle() {
            let histories = oracle.histories();
            let info_sets = [0, 1].map(|player| oracle.treeplex(player).infosets() as u64);
            return Ok(Some(
                Outcome::default()
                    .measure("histories", exact(histories.all()))
                    .measure("billions of histories", Measure::exact(histories.all() as f64 / 1e9))
                    .measure("millions of decisions", Measure::exact(histories.decisions as f64 / 1e6))
                    .measure("ends", exact(histories.ends))
                    .measure("information sets", exact(info_sets.iter().sum())),
            ));
        }
        ensure!(whole, CompileError::TooLarge { limit: MOST_NODES });
        Ok(Some(
            Outcome::default()
                .measure("nodes", exact(size.nodes as u64))
                .measure("ends", exact(size.ends as u64))
                .measure("information sets", exact(size.sets as u64)),
        ))
    }
}

/// Counts Kinderschnapsen without walking through its histories; `None` if stopped.
fn census(game: Kinderschnapsen, context: &WorkContext<'_>) -> Option<Outcome> {
    let mut census = Census::new(game);
    while census.step() {
        if context.is_stopped() {
            return None;
        }
    }
    let total = census.total();
    let mut outcome = Outcome::default();
    for (name, deals, count) in [
        ("all trumps", Deals::COUNT, total.with_all_trumps()),
        ("trump fixed", Deals::COUNT / 3, total.all),
        ("up to suits", Deals::CLASSES, total.up_to_suits()),
    ] {
        outcome = outcome.measure(format!("deals, {name}"), exact(deals.into()));
        for (what, of) in ROWS {
            outcome = outcome.measure(format!("{what}, {name}"), exact(of(&count)));
        }
    }
    Some(outcome)
}

fn exact(number: u64) -> Measure {
    Measure::exact(number as f64)
}
/// A figure of a count: its name and how to read it.
type Row = (&'static str, fn(&Count) -> u64);

const ROWS: [Row; 9] = [
    ("public decision states", |count| count.public_decisions),
    ("public end states", |count| count.public_ends),
    ("information sets of player 0", |count| count.sets[0].info_sets),
    ("information sets of player 1", |count| count.sets[1].info_sets),
    ("actions at information sets", |count| count.both().actions),
    ("information sets with a choice", |count| count.both().choices),
    ("actions at those", |count| count.both().choice_actions),
    ("decision histories", |count| count.histories),
    ("end histories", |count| count.end_histories),
];

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;

    #[test]
    fn kuhn_has_twelve_information_sets() {
        let work = Counts { game: "kuhn".into() };
        let never = AtomicBool::new(false);
        let found = work.run(&WorkContext::new(1, &never)).expect("a game").expect("not stopped");
        assert_eq!(found.measures["information sets"].value, 12.0);
    }
}
