//! How large a game is: nodes and information sets, counted.

use std::any::Any;

use hinterhand_engine::Settings;
use hinterhand_engine::games::Kinderschnapsen;
use hinterhand_engine::games::kinderschnapsen::Deals;
use hinterhand_kinderschnapsen::Census;
use hinterhand_kinderschnapsen::census::Count;
use hinterhand_players::games::{GameVisitor, Playable};
use hinterhand_solvers::tree::GameTree;
use serde::Deserialize;

use crate::{Desk, Measure, Outcome, Ruled};

/// What is counted.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Counts {
    game: Ruled,
}

/// No game of an experiment has more nodes when it is walked node by node.
const MOST_NODES: usize = 50_000_000;

impl Counts {
    /// Counts.
    pub fn run(&self, desk: &Desk<'_>) -> anyhow::Result<Option<Outcome>> {
        self.game.visit(Walk { desk })?
    }
}

struct Walk<'a> {
    desk: &'a Desk<'a>,
}

impl GameVisitor for Walk<'_> {
    type Output = anyhow::Result<Option<Outcome>>;

    fn visit<G: Playable>(self, game: G, _: &Settings) -> Self::Output {
        let exact = |number: u64| Measure::exact(number as f64);
        let Some(kinderschnapsen) = (&game as &dyn Any).downcast_ref::<Kinderschnapsen>() else {
            let size = GameTree::measure(&game, MOST_NODES)?;
            return Ok(Some(
                Outcome::default()
                    .measure("nodes", exact(size.nodes as u64))
                    .measure("ends", exact(size.ends as u64))
                    .measure("information sets", exact(size.sets as u64)),
            ));
        };
        let mut census = Census::new(*kinderschnapsen);
        while census.step() {
            if self.desk.is_stopped() {
                return Ok(None);
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
        Ok(Some(outcome))
    }
}

/// What is told of a count: its name, and where it stands.
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
        let found = work.run(&Desk::new(1, &never)).expect("a game").expect("not stopped");
        assert_eq!(found.measures["information sets"].value, 12.0);
    }
}
