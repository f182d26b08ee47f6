//! From what the fast solver has learned to a strategy for every information set.
//!
//! The subgames are looked through once more, in the same order. Where dominance leaves one action, it is taken.
//! Where it leaves several and they were learned, the average strategy is taken. The rest can only come up after
//! somebody played a dominated action: there all actions that survive are taken evenly, which gives nothing away, or
//! they are learned with all else that comes after mistakes.

use rayon::prelude::*;

use super::columns::{Writing, rounded};
use super::compile::{Compiled, actions, compile};
use super::dominance::Dominance;
use super::endings::plays;
use super::hands::{Hands, Part};
use super::reaching::{Reaches, reach, reaches};
use super::refinement::refine;
use super::solution::Solution;
use super::strays::astray;
use super::subsets::choose;
use super::table::Rules;
use super::walk::{CLOSE, Ground, Spot};

/// The most iterations of a refinement by the stage of the subgame; it takes no more than the learning did, so that
/// a strategy that is found fast is completed fast. The closed games of the first stage are the largest, but there are
/// only four of them.
const REFINEMENTS: [u32; 3] = [200, 60, 60];
/// The same of a second trick with open talon.
const STRAYS: u32 = 100;

impl Hands {
    /// The average strategy, completed to all information sets.
    pub fn solution(&self) -> Solution<'static> {
        self.written(0)
    }

    /// The average strategy, with what comes after the other's mistakes learned anew in each subgame. It wins as much
    /// against sound play and loses less where that never leads.
    pub fn refined_solution(&self) -> Solution<'static> {
        self.written(self.iterations())
    }

    /// Written out, with at most so many iterations of refinement in each subgame.
    fn written(&self, refinement: u32) -> Solution<'static> {
        let ground = Ground { rules: &self.rules, endings: &self.endings, layout: &self.layout };
        let units = self.units.len() / self.deals.len();
        let all = [1.0; 165];
        let deals: Vec<Exported> =
            self.deals.par_iter().map(|deal| Exported::new(ground, deal, [&all; 2], refinement)).collect();
        let writings: Vec<Writing> = self
            .units
            .par_iter()
            .enumerate()
            .map(|(at, unit)| {
                let reaches = &deals[at / units].reaches;
                let reaches = reaches.each_ref().map(|reaches| reach(reaches, &unit.spot));
                Exported::new(ground, unit, reaches, refinement).written()
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
    /// By player his reach of all that follows the trick.
    reaches: [Reaches; 2],
}

impl Exported {
    /// Writes out a part, which the players reach like this.
    fn new(ground: Ground<'_>, part: &Part, reached: [&[f64]; 2], refinement: u32) -> Exported {
        let (rules, layout, spot) = (ground.rules, ground.layout, &part.spot);
        let reached = reached.map(|reach| &reach[..spot.hands()]);
        let [first, second] = [0, 1].map(|owner: u8| {
            let reached = [owner, 1 - owner].map(|player| reached[usize::from(player)]);
            let learns = spot.table.stage == 2 && refinement > 0;
            let iterations = STRAYS.min(refinement);
            learns.then(|| astray(ground, part, owner, reached, iterations)).flatten()
        });
        // By player, what he has learned.
        let parts = [first.as_ref().unwrap_or(part), second.as_ref().unwrap_or(part)];
        let base = spot.trick.base;
        let slots = if spot.table.stage == 1 { layout.own(1) } else { layout.after_first_trick() };
        let mut decisions = vec![[0; 4]; slots];
        let closable = if spot.closable(rules) { 1 << CLOSE } else { 0 };
        let (lead, reply) = (spot.trick.reply(0) - base, spot.trick.reply(spot.table.n) - base);
        let leader = usize::from(spot.table.leader);
        let of = |player: usize, at: usize, legal| shared(&parts[player].rows.sums[4 * at..][..4], legal);
        for (at, decision) in decisions.iter_mut().enumerate().take(part.rows.sums.len() / 4) {
            *decision = match at {
                _ if at < lead => of(leader, at, 0b111 | closable),
                _ if at < reply => of(1 - leader, at, 0b111),
                _ => {
                    let pairs = spot.table.n - 1;
                    let cards = (at - reply) / choose(spot.table.n - 2, 2);
                    let winner = spot.table.trick(cards / pairs, cards % pairs).leader;
                    of(winner.into(), at, 0b11)
                }
            };
        }
        let reaches =
            [0, 1].map(|player| reaches(ground, spot, &decisions, player, reached[usize::from(player)]));
        let mut dominance = Dominance::new(rules, ground.endings, true);
        part.subgames_below(rules, layout, |subgame, spot, slots| {
            dominance.look(spot, slots);
            let begin = spot.trick.base - base;
            let decisions = &mut decisions[begin..begin + slots];
            subgame_decisions(parts, subgame, spot, rules, &dominance, decisions);
            if refinement == 0 {
                return;
            }
            let [first, second] = reaches.each_ref().map(|reaches| reach(reaches, spot));
            let iterations = REFINEMENTS[usize::from(spot.table.stage) - 1].min(refinement);
            for (owner, reached) in [(0, [first, second]), (1, [second, first])] {
                // Where the owner never comes there is nothing to be met.
                if reached[0].iter().any(|&reach| reach > 0.0) {
                    refine(rules, &dominance, spot, owner, reached, decisions, iterations);
                }
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

/// Writes out a subgame.
fn subgame_decisions(
    parts: [&Part; 2],
    subgame: usize,
    spot: &Spot,
    rules: &Rules,
    dominance: &Dominance<'_>,
    decisions: &mut [[u16; 4]],
) {
    for (decision, &survivors) in decisions.iter_mut().zip(dominance.all_survivors()) {
        *decision = shared(&[], survivors);
    }
    let compiled = compile(rules, dominance, spot, None);
    for (player, part) in parts.into_iter().enumerate() {
        for (slot, decision) in learned(&compiled, player, part.subgames.sums(subgame, player)) {
            decisions[slot - spot.trick.base] = decision;
        }
    }
}

/// What a player does at each of his decisions in a subgame, with their slots, by the sums of his strategies.
pub(super) fn learned<'c>(
    compiled: &'c Compiled,
    player: usize,
    mut sums: &'c [f32],
) -> impl Iterator<Item = (usize, [u16; 4])> + 'c {
    compiled.decisions[player].iter().map(move |decision| {
        let (own, rest) = sums.split_at(decision.actions.count_ones() as usize);
        sums = rest;
        let mut spread = [0.0; 4];
        for (action, sum) in actions(decision.actions).zip(own) {
            spread[action] = *sum;
        }
        (decision.slot as usize, shared(&spread, decision.actions))
    })
}

/// The probabilities that belong to these sums; evenly if there are none.
pub(super) fn shared(sums: &[f32], legal: u8) -> [u16; 4] {
    let sum: f64 = sums.iter().map(|&sum| f64::from(sum)).sum();
    if sum > 0.0 {
        rounded(std::array::from_fn(|action| f64::from(sums[action]) / sum))
    } else {
        std::array::from_fn(|action| u16::from(legal >> action & 1))
    }
}

/// What is done after a first trick, by slot from its first one.
#[cfg(test)]
pub(super) fn written_unit(ground: Ground<'_>, part: &Part) -> Vec<[u16; 4]> {
    Exported::new(ground, part, [&[1.0; 84]; 2], 0).decisions
}

#[cfg(test)]
mod tests {
    use super::super::hands::tests::learned_unit;
    use super::super::judge::{Root, best};
    use super::super::layout::Layout;
    use super::super::learning::Learning;
    use super::super::off_path::OffPath;
    use super::super::table::Payoff;
    use super::*;
    use hinterhand_engine::games::Kinderschnapsen;
    use hinterhand_engine::{Player, Rng};

    /// What follows a first trick, written out as a strategy that knows nothing else.
    fn written(
        ground: Ground<'_>,
        part: &Part,
        root: Root,
        reached: [&[f64]; 2],
        refinement: u32,
    ) -> Solution<'static> {
        let (rules, layout) = (ground.rules, ground.layout);
        let span = root.slots(layout);
        let unit = Exported::new(ground, part, reached, refinement).written();
        let rest = Writing::idle(layout.slots() - span.end);
        let columns = Writing::finish(vec![Writing::idle(span.start), unit, rest], plays(rules, |_| false));
        Solution::from_columns(rules.game, &Payoff::POINTS, columns).unwrap()
    }

    /// After a first trick, at fifty random places where the strategy never leads: learned anew, it loses next to
    /// nothing there on average, and nothing against sound play.
    #[test]
    fn refinement_loses_nothing_on_the_path_and_little_off_it() {
        let rules = Rules::new(Kinderschnapsen::default(), &Payoff::POINTS);
        let layout = Layout::new(rules.asks());
        let root = Root::FirstTrick(1, 2, 7);
        let endings = root.endings(&rules);
        let ground = Ground { rules: &rules, endings: &endings, layout: &layout };
        let part = learned_unit(ground, root, Learning::DCFR, 60);
        let [plain, refined] =
            [0, 60].map(|refinement| written(ground, &part, root, [&[1.0; 84]; 2], refinement));
        for player in [0, 1] {
            let of = |solution| best(&rules, &endings, &layout, solution, root, player);
            // A small part of what it is exploitable by after these iterations.
            assert!(of(&refined) < of(&plain) + 1e-5, "{} {}", of(&plain), of(&refined));
        }
        let [before, after] = [&plain, &refined].map(|solution| {
            let judge = OffPath::with_endings(solution, root.endings(&rules));
            let mut losses = Vec::new();
            let mut rng = Rng::new(7, 0);
            while losses.len() < 50 {
                let owner = Player::new(losses.len() % 2);
                let mut places = judge.hand_from(owner, root.spot(&layout), &mut rng);
                places.retain(|place| place.is_off_path() && (place.is_closed() || place.stage() == 3));
                if !places.is_empty() {
                    let place = &places[rng.below(places.len() as u32) as usize];
                    losses.push(judge.loss(place, 200, 10.0).most);
                }
            }
            losses.iter().sum::<f64>() / 50.0
        });
        assert!(before > 5e-3 && after < 2e-4, "{before} {after}");
    }

    /// Where only a mistake leads to the second trick, what was learned there in two iterations is replaced, for both
    /// players, before the lead and after it: four fifths of what is lost there are saved.
    #[test]
    fn a_second_trick_after_a_mistake_is_learned_anew() {
        let rules = Rules::new(Kinderschnapsen::default(), &Payoff::POINTS);
        let layout = Layout::new(rules.asks());
        let root = Root::FirstTrick(2, 5, 1);
        let endings = root.endings(&rules);
        let ground = Ground { rules: &rules, endings: &endings, layout: &layout };
        let part = learned_unit(ground, root, Learning::DCFR, 2);
        for owner in [Player::FIRST, Player::SECOND] {
            let mut reached: [&[f64]; 2] = [&[0.0; 84]; 2];
            reached[owner.index()] = &[1.0; 84];
            let [before, after] = [0, 60].map(|refinement| {
                let solution = written(ground, &part, root, reached, refinement);
                let judge = OffPath::with_endings(&solution, root.endings(&rules));
                let places = judge.hand_from(owner, root.spot(&layout), &mut Rng::new(3, 1));
                let losses = [0, 1].map(|at| judge.loss(&places[at], 40, 10.0).most);
                assert!(places[1].is_led() && places[1].stage() == 2);
                losses
            });
            assert!((0..2).all(|at| after[at] < before[at] / 5.0), "{owner:?} {before:?} {after:?}");
        }
    }
}
