//! A solution as a strategy of the game, for agents and judges.

use hinterhand_engine::ActionSet;
use hinterhand_engine::games::{Kinderschnapsen, kinderschnapsen::Hand};
use hinterhand_engine::tricks::{Actions, InfoSet};
use hinterhand_solvers::strategy::Strategy;

use crate::solution::Solution;

impl Strategy<Kinderschnapsen> for Solution<'_> {
    fn probabilities(&self, info_set: &InfoSet<Hand>, legal: &Actions, out: &mut Vec<f64>) {
        let advice = self.advice(info_set).expect("only the player to move is asked");
        out.clear();
        out.extend(legal.iter().map(|action| f64::from(advice.probability(action))));
    }
}
