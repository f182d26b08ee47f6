//! From what the fast solver has learned to a strategy for every information set.
//!
//! The subgames are looked through once more, in the same order. Where dominance leaves one action, it is taken.
//! Where it leaves several and they were learned, the average strategy is taken. The rest can only come up after
//! somebody played a dominated action: there all actions that survive are taken evenly, which gives nothing away, or
//! they are learned against an opponent who errs.

use rayon::prelude::*;

use super::columns::{Writing, rounded};
use super::compile::{actions, compile};
use super::completion::{Reaches, complete, reach, reaches};
use super::dominance::Dominance;
use super::endings::plays;
use super::hands::{Hands, Part};
use super::solution::Solution;
use super::table::Rules;
use super::walk::{CLOSE, Ground, Spot};

impl Hands {
    /// The average strategy, completed to all information sets.
    pub fn solution(&self) -> Solution<'static> {
        self.completed_solution(0)
    }

    /// The average strategy, completed to all information sets with this many iterations for what comes after
    /// mistakes. See the page of the module `completion`.
    pub fn completed_solution(&self, iterations: u32) -> Solution<'static> {
        let ground = Ground { rules: &self.rules, endings: &self.endings, layout: &self.layout };
        let units = self.units.len() / self.deals.len();
        let all = [1.0; 165];
        let deals: Vec<Exported> =
            self.deals.par_iter().map(|deal| Exported::new(ground, deal, [&all; 2], iterations)).collect();
        let writings: Vec<Writing> = self
            .units
            .par_iter()
            .enumerate()
            .map(|(at, unit)| {
                let reaches = &deals[at / units].reaches;
                let reaches = reaches.each_ref().map(|reaches| reach(reaches, unit.spot.trick.base));
                Exported::new(ground, unit, reaches, iterations).written()
            })
            .collect();
        let mut parts = Vec::with_capacity(deals.len() + writings.len());
        let mut writings = writings.into_iter();
        for deal in deals {
            parts.push(deal.written());
            parts.extend(writings.by_ref().take(units));
        }
        let columns = Writing::finish(parts, plays(&self.rules, |_| true));
        Solution::from_columns(self.rules.game, &self.payoff, columns).expect("every slot was written")
    }
}

/// A part of the game written out.
struct Exported {
    /// By slot from the first one of the part.
    decisions: Vec<[u16; 4]>,
    /// By hero the other's reach of all that follows the trick.
    reaches: [Reaches; 2],
}

impl Exported {
    /// Writes out a part, which the players reach like this, each as the other of a hero.
    fn new(ground: Ground<'_>, part: &Part, reached: [&[f64]; 2], iterations: u32) -> Exported {
        let (rules, layout, spot) = (ground.rules, ground.layout, &part.spot);
        let base = spot.trick.base;
        let slots = if spot.table.stage == 1 { layout.own(1) } else { layout.after_first_trick() };
        let mut decisions = vec![[0; 4]; slots];
        let closable = if spot.closable(rules) { 1 << CLOSE } else { 0 };
        let (lead, reply) = (spot.trick.reply(0) - base, spot.trick.reply(spot.table.n) - base);
        for (at, sums) in part.rows.sums.chunks(4).enumerate() {
            let legal = match at {
                _ if at < lead => 0b111 | closable,
                _ if at < reply => 0b111,
                _ => 0b11,
            };
            decisions[at] = shared(sums, legal);
        }
        let reaches = [0, 1]
            .map(|hero| reaches(ground, spot, &decisions, hero, &reached[hero as usize][..spot.hands()]));
        let mut dominance = Dominance::new(rules, ground.endings, true);
        part.subgames_below(rules, layout, |subgame, spot, slots| {
            dominance.look(spot, slots);
            let begin = spot.trick.base - base;
            let decisions = &mut decisions[begin..begin + slots];
            let survivors = dominance.all_survivors();
            let learned = subgame_decisions(part, subgame, spot, rules, &dominance, decisions);
            if iterations > 0 {
                let reached = reaches.each_ref().map(|reaches| reach(reaches, spot.trick.base));
                complete(ground, spot, reached, (decisions, &learned, survivors), iterations);
            }
        });
        Exported { decisions, reaches }
    }

    fn written(&self) -> Writing {
        let mut writing = Writing::default();
        writing.push(&self.decisions);
        writing
    }
}

/// Writes out a subgame; which of its decisions were learned.
fn subgame_decisions(
    part: &Part,
    subgame: usize,
    spot: &Spot,
    rules: &Rules,
    dominance: &Dominance<'_>,
    decisions: &mut [[u16; 4]],
) -> Vec<bool> {
    for (decision, &survivors) in decisions.iter_mut().zip(dominance.all_survivors()) {
        *decision = shared(&[], survivors);
    }
    let mut learned = vec![false; decisions.len()];
    let compiled = compile(rules, dominance, spot);
    for player in 0..2 {
        let mut sums = part.subgames.sums(subgame, player);
        for decision in &compiled.decisions[player] {
            let (own, rest) = sums.split_at(decision.actions.count_ones() as usize);
            sums = rest;
            let mut spread = [0.0; 4];
            for (action, sum) in actions(decision.actions).zip(own) {
                spread[action] = *sum;
            }
            let at = decision.slot as usize - spot.trick.base;
            decisions[at] = shared(&spread, decision.actions);
            learned[at] = own.iter().any(|&sum| sum > 0.0);
        }
    }
    learned
}

/// The probabilities that belong to these sums; evenly if there are none.
fn shared(sums: &[f32], legal: u8) -> [u16; 4] {
    let sum: f64 = sums.iter().map(|&sum| f64::from(sum)).sum();
    if sum > 0.0 {
        rounded(std::array::from_fn(|action| f64::from(sums[action]) / sum))
    } else {
        std::array::from_fn(|action| u16::from(legal >> action & 1))
    }
}

#[cfg(test)]
mod tests {
    use super::super::completion::erring;
    use super::super::hands::tests::learned_unit;
    use super::super::judge::{Root, Strategy, best, total};
    use super::super::layout::Layout;
    use super::super::learning::Learning;
    use super::super::table::Payoff;
    use super::super::walk::Pass;
    use super::*;
    use hinterhand_engine::games::Kinderschnapsen;

    struct Written {
        base: usize,
        decisions: Vec<[u16; 4]>,
    }

    impl Strategy for Written {
        fn at(&self, slot: usize, legal: u8) -> [f64; 4] {
            let row = self.decisions[slot - self.base];
            let parts: [f64; 4] =
                std::array::from_fn(|action| f64::from(row[action]) * f64::from(legal >> action & 1));
            let sum: f64 = parts.iter().sum();
            if sum > 0.0 { parts.map(|part| part / sum) } else { parts }
        }
    }

    /// One who errs against one who plays as written.
    struct AgainstErrors<'a>(&'a Written, &'a Written);

    impl Pass for AgainstErrors<'_> {
        fn own(&mut self, slot: usize, legal: u8, values: &[f64; 4]) -> f64 {
            self.0.at(slot, legal).into_iter().zip(values).map(|(chosen, value)| chosen * value).sum()
        }

        fn other(&mut self, slot: usize, legal: u8, _: f64) -> [f64; 4] {
            erring(self.1.at(slot, legal), legal)
        }
    }

    /// Learning what to do after mistakes wins more from those who make them, and loses nothing to anybody.
    #[test]
    fn completion_punishes_mistakes_and_makes_none() {
        let game = Kinderschnapsen { auto_checkout: true, ..Kinderschnapsen::default() };
        let rules = Rules::new(game, &Payoff::POINTS);
        let layout = Layout::new(rules.asks());
        let root = Root::FirstTrick(1, 4, 8);
        let endings = root.endings(&rules);
        let ground = Ground { rules: &rules, endings: &endings, layout: &layout };
        let part = learned_unit(ground, root, Learning::DCFR, 30);
        let written = |iterations| {
            let all: &[f64] = &[1.0; 84];
            let decisions = Exported::new(ground, &part, [all; 2], iterations).decisions;
            Written { base: part.spot.trick.base, decisions }
        };
        let (plain, completed) = (written(0), written(8));
        for player in [0, 1] {
            let of = |strategy| best(&rules, &endings, &layout, strategy, root, player);
            // The answers to both are the same but for rounding: sound play leads to the same decisions.
            assert!((of(&plain) - of(&completed)).abs() < 1e-4, "{} {}", of(&plain), of(&completed));
        }
        let won = |own: &Written| {
            let against = |hero| total(ground, root, hero, &mut AgainstErrors(own, &plain));
            against(0) + against(1)
        };
        assert!(won(&completed) > won(&plain) + 1e-6, "{} {}", won(&completed), won(&plain));
    }
}
