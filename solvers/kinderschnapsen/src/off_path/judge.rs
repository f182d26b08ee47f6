//! The loss of a strategy off its path: in subgames after the other player's mistakes, the amount by which
//! the strategy could do better there without any gain of the other.
//!
//! One player, the *owner*, plays the strategy; the other, the *stranger*, plays evenly among the legal
//! actions. A subgame is everything from a public position on. The hands there have the probabilities that
//! follow from both ways of playing, by Bayes' rule over all hands that fit. Let `b` be the stranger's hands
//! with these probabilities, and `c(h)` the value of hand `h` to the stranger from there on with a best
//! response to the strategy. For another strategy of the owner in the subgame, with `c'(h)`, the *loss* is
//!
//! ```text
//! the most of   sum of b(h) * (c(h) - c'(h))  -  M * sum of b(h) * max(0, c'(h) - c(h))
//! ```
//!
//! the points that the owner could have saved on average, where what a hand would gain by it counts `1 + M`
//! times. Without this last term (`M = 0`) it is the distance to the best play against a known stranger; an
//! equilibrium of the whole game, however good in every subgame, need not come near it, for it was made for
//! other hands. With a large `M` only savings remain that do not cost much against any hand: what a strategy
//! can be blamed for. It is the gadget game of safe subgame solving (Burch, Johanson and Bowling, "Solving
//! Imperfect Information Games Using Decomposition", 2014), with the stranger's own hands forced into the
//! subgame.
//!
//! The loss is bounded from above: after some iterations in the gadget game, the owner's best answer to the
//! stranger's average strategy wins no less than the best play there.

use hinterhand_engine::{Player, Rng};
use hinterhand_solvers::cfr::Variant;
use hinterhand_solvers::regret_matching::match_regrets;

use crate::learn::whole_tree::{Learn, Memory};
use crate::position::endings::Endings;
use crate::position::rules::CheckOut;
use crate::position::subsets::{choose, number, places, subsets, with_gap};
use crate::position::walk::{CLOSE, HandContext, Pass, TrickPosition, Walk, legal};
use crate::regrets::Factors;
use crate::solution::judge::{Judging, Strategy as _};
use crate::solution::lookup::Solution;

/// A strategy with what is needed to judge it in subgames.
pub struct OffPathJudge<'a> {
    solution: &'a Solution<'a>,
    endings: Endings,
}

/// A public position in which a player must decide and cards are hidden, reached by a stranger's random play.
#[derive(Clone, Debug)]
pub(crate) struct PublicPosition {
    owner: u8,
    position: TrickPosition,
    /// The place of the card led, if one is.
    lead: Option<usize>,
    /// The owner's hands by their reach.
    own: Vec<f64>,
    /// The stranger's.
    strange: Vec<f64>,
    /// The stranger's hands by their reach if the stranger played the strategy.
    faithful: Vec<f64>,
}

/// The loss in a subgame, in units of the payoff.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Loss {
    /// The loss is no more than this.
    pub most: f64,
    /// It is no less than this, but for rounding.
    pub least: f64,
}

/// The way of acting, for the reach of a range.
#[derive(Clone, Copy)]
enum Play {
    ByStrategy,
    Evenly,
}

impl PublicPosition {
    /// The number of the trick with open talon, from 1; once closed, that of the trick before which it was
    /// closed.
    pub(crate) fn stage(&self) -> u8 {
        self.position.state.stage
    }

    /// Returns true if the talon was closed.
    pub(crate) fn is_closed(&self) -> bool {
        !self.position.state.open
    }

    /// The number of cards in a hand at the beginning of the trick.
    pub(crate) fn held(&self) -> usize {
        self.position.k
    }

    /// The place of the card led, if one is.
    pub(crate) fn lead(&self) -> Option<usize> {
        self.lead
    }

    /// The owner and the public history: the first slot of the trick, which all before it leads to, and the place
    /// of the card led.
    pub(crate) fn history(&self) -> (u8, usize, Option<usize>) {
        (self.owner, self.position.trick.base, self.lead)
    }

    /// Returns true if the owner decides.
    pub(crate) fn owner_decides(&self) -> bool {
        (self.position.state.leader == self.owner) == self.lead.is_none()
    }

    /// Returns true if two players of the strategy never reach this position.
    pub(crate) fn is_off_path(&self) -> bool {
        self.mass(&self.faithful) == 0.0
    }

    /// The cards unseen, and how many the owner and the stranger hold.
    fn sizes(&self) -> (usize, usize, usize) {
        let (n, k) = (self.position.state.n, self.position.k);
        match self.lead {
            None => (n, k, k),
            Some(_) if self.position.state.leader == self.owner => (n - 1, k - 1, k),
            Some(_) => (n - 1, k, k - 1),
        }
    }

    /// The reach of all pairs of hands, with these of the stranger.
    fn mass(&self, strange: &[f64]) -> f64 {
        self.pairs(strange).map(|(_, _, reach)| reach).sum()
    }

    fn pairs<'p>(&'p self, strange: &'p [f64]) -> impl Iterator<Item = (u16, u16, f64)> + 'p {
        let (n, own, other) = self.sizes();
        subsets(n, own).iter().zip(&self.own).filter(|(_, reach)| **reach > 0.0).flat_map(
            move |(&own, &reach)| {
                let others = subsets(n, other).iter().zip(strange);
                others.filter(move |(other, _)| own & **other == 0).map(move |(&o, &r)| (own, o, reach * r))
            },
        )
    }
}

impl<'a> OffPathJudge<'a> {
    /// The judge of a strategy; `None` under rules by which going on may be better than checking out.
    pub fn new(solution: &'a Solution<'a>) -> Option<OffPathJudge<'a>> {
        let new = || OffPathJudge::with_endings(solution, Endings::new(&solution.rules));
        OffPathJudge::can_judge(solution).then(new)
    }

    /// Returns true unless going on may be better than checking out.
    pub fn can_judge(solution: &Solution<'_>) -> bool {
        !solution.rules.asks()
    }

    /// A judge with these endings, for the part of the game to which they belong.
    pub(crate) fn with_endings(solution: &'a Solution<'a>, endings: Endings) -> OffPathJudge<'a> {
        OffPathJudge { solution, endings }
    }

    fn context(&self) -> HandContext<'_> {
        HandContext { rules: &self.solution.rules, endings: &self.endings, layout: &self.solution.layout }
    }

    /// The decisions with hidden cards of a random hand, in order.
    pub(crate) fn hand(&self, owner: Player, rng: &mut Rng) -> Vec<PublicPosition> {
        let position = TrickPosition::dealt(&self.solution.layout, rng.below(4) as u8);
        self.hand_from(owner, position, rng)
    }

    /// The decisions from this trick on, which all hands reach with the same probability.
    pub(crate) fn hand_from(
        &self,
        owner: Player,
        position: TrickPosition,
        rng: &mut Rng,
    ) -> Vec<PublicPosition> {
        let (rules, layout) = (&self.solution.rules, &self.solution.layout);
        let even = vec![1.0; position.hands()];
        let mut found = Vec::new();
        let mut place = PublicPosition {
            owner: owner.index() as u8,
            position,
            lead: None,
            own: even.clone(),
            strange: even.clone(),
            faithful: even,
        };
        while place.position.k > 1 {
            found.push(place.clone());
            let lead = self.act(&mut place, rng);
            if lead == CLOSE_PLACE {
                place.position = place.position.close();
                continue;
            }
            place.lead = Some(lead);
            found.push(place.clone());
            let reply = self.act(&mut place, rng);
            place.lead = None;
            let state = place.position.state.trick(lead, reply);
            match rules.check_out(&state) {
                CheckOut::Not => {}
                CheckOut::Offered(_) if state.leader != place.owner && rng.below(2) == 1 => {
                    place.faithful.fill(0.0);
                }
                CheckOut::Ends(_) | CheckOut::Offered(_) => break,
            }
            if !state.open {
                let trick = place.position.trick.next_closed(lead, reply);
                place.position = TrickPosition { state, trick, k: place.position.k - 1, ..place.position };
            } else if state.stage < 3 {
                place.position = place.position.next_open(layout, lead, reply);
                for range in [&mut place.own, &mut place.strange, &mut place.faithful] {
                    *range = drawn(state.n, range);
                }
            } else {
                break;
            }
            place.scale();
        }
        found
    }

    /// Draws an action of the player to move, and takes it: the place of the card, or [`CLOSE_PLACE`].
    fn act(&self, place: &mut PublicPosition, rng: &mut Rng) -> usize {
        let pairs: Vec<(u16, u16, f64)> = place.pairs(&place.strange).collect();
        let (own, other, _) = pairs[rng.weighted(pairs.iter().map(|pair| pair.2))];
        let decides = place.owner_decides();
        let (hand, play) = if decides { (own, Play::ByStrategy) } else { (other, Play::Evenly) };
        let chosen = self.chosen(place, hand, play);
        let action = rng.weighted(chosen.into_iter());
        let card =
            if action == CLOSE { CLOSE_PLACE } else { places(hand).nth(action).expect("a card of the hand") };
        let shares = |play| move |place: &PublicPosition, hand| self.chosen(place, hand, play);
        let before = place.clone();
        let (own, strange, faithful) = if decides {
            let own = acted(&before, &before.own, card, shares(Play::ByStrategy));
            (own, left(&before, &before.strange, card, 1), left(&before, &before.faithful, card, 1))
        } else {
            let strange = acted(&before, &before.strange, card, shares(Play::Evenly));
            let faithful = acted(&before, &before.faithful, card, shares(Play::ByStrategy));
            (left(&before, &before.own, card, 0), strange, faithful)
        };
        (place.own, place.strange, place.faithful) = (own, strange, faithful);
        card
    }

    /// The probabilities of the actions of a hand of the player to move.
    fn chosen(&self, place: &PublicPosition, hand: u16, play: Play) -> [f64; 4] {
        let position = &place.position;
        let (slot, legal) = match place.lead {
            None => {
                let close = u8::from(position.closable(&self.solution.rules)) << CLOSE;
                (position.trick.lead(), ((1 << position.k) - 1) | close)
            }
            Some(lead) => (position.trick.reply(lead), legal(hand, position.state.duty(lead).of(hand))),
        };
        match play {
            Play::ByStrategy => self.solution.at(slot + number(hand), legal),
            Play::Evenly => {
                let even = 1.0 / f64::from(legal.count_ones());
                std::array::from_fn(|action| f64::from(legal >> action & 1) * even)
            }
        }
    }

    /// The loss in the subgame that begins here, after `steps` iterations and with `penalty` as `M`.
    pub(crate) fn loss(&self, place: &PublicPosition, steps: u32, penalty: f64) -> Loss {
        let layout = &self.solution.layout;
        let slots = match (place.position.state.open, place.position.state.stage) {
            (true, 1) => layout.slots() / 4,
            (true, 2) => layout.after_first_trick(),
            (_, stage) => layout.own(stage),
        };
        let base = place.position.trick.base;
        let variant = Variant::DCFR;
        let mut memory = Memory::new(base..base + slots, variant);
        let stranger = 1 - place.owner;
        let conceded = self.values(place, stranger, &place.own, &mut Judging::at_best(self.solution));
        let hands = place.strange.len();
        let (mut regrets, mut sums, mut weights) = (vec![[0.0f32; 2]; hands], vec![0.0; hands], 0.0);
        for step in 1..=steps {
            let factors = Factors::new(&variant, step);
            let range: Vec<f64> = (place.strange.iter().zip(&regrets))
                .map(|(reach, regrets)| {
                    let mut shares = regrets.map(f64::from);
                    match_regrets(&mut shares);
                    reach * (1.0 + penalty * shares[1])
                })
                .collect();
            weights += f64::from(factors.weight);
            for (sum, reach) in sums.iter_mut().zip(&range) {
                *sum += f64::from(factors.weight) * reach;
            }
            self.values(
                place,
                place.owner,
                &range,
                &mut Learn { memory: &mut memory, factors, everywhere: true },
            );
            let worth = self.values(
                place,
                stranger,
                &place.own,
                &mut Learn { memory: &mut memory, factors, everywhere: true },
            );
            for (hand, regrets) in regrets.iter_mut().enumerate() {
                let reach = place.strange[hand];
                let part =
                    if reach > 0.0 && penalty > 0.0 { (range[hand] / reach - 1.0) / penalty } else { 0.0 };
                let more = worth[hand] - conceded[hand];
                regrets[0] = factors.regret(regrets[0], (-part * more) as f32);
                regrets[1] = factors.regret(regrets[1], ((1.0 - part) * more) as f32);
            }
        }
        let range: Vec<f64> = sums.iter().map(|sum| sum / weights).collect();
        let unit = place.mass(&place.strange) * place.position.state.weight();
        let sum = |reach: &[f64], values: &[f64]| reach.iter().zip(values).map(|(r, v)| r * v).sum::<f64>();
        let best = self.values(place, place.owner, &range, &mut Judging::at_best(&memory));
        let most = (sum(&place.own, &best) + sum(&range, &conceded)) / unit;
        let answered = self.values(place, stranger, &place.own, &mut Judging::at_best(&memory));
        let saved = place.strange.iter().zip(conceded.iter().zip(&answered)).map(|(reach, (old, new))| {
            let saved = old - new;
            reach * if saved < 0.0 { (1.0 + penalty) * saved } else { saved }
        });
        // The owner may always keep the strategy.
        Loss { most, least: (saved.sum::<f64>() / unit).max(0.0) }
    }

    /// The values of a hero's hands from here on.
    fn values<P: Pass>(&self, place: &PublicPosition, hero: u8, reach: &[f64], pass: &mut P) -> Vec<f64> {
        let mut values = [0.0; 165];
        let mut walk = Walk { context: self.context(), hero, pass };
        let len = if hero == place.owner { place.own.len() } else { place.strange.len() };
        walk.from(&place.position, place.lead, reach, &mut values[..len]);
        values[..len].to_vec()
    }
}

/// No card, but the talon closed.
const CLOSE_PLACE: usize = usize::MAX;

impl PublicPosition {
    /// Prevents the reach from vanishing.
    fn scale(&mut self) {
        for range in [&mut self.own, &mut self.strange, &mut self.faithful] {
            let most = range.iter().copied().fold(0.0, f64::max);
            if most > 0.0 {
                range.iter_mut().for_each(|reach| *reach /= most);
            }
        }
    }
}

/// The range of the player to move after playing a card or closing.
fn acted(
    place: &PublicPosition,
    range: &[f64],
    card: usize,
    chosen: impl Fn(&PublicPosition, u16) -> [f64; 4],
) -> Vec<f64> {
    let (n, k) = (place.position.state.n - usize::from(place.lead.is_some()), place.position.k);
    let taken = |hand: u16, action: usize| match range[number(hand)] {
        0.0 => 0.0,
        reach => reach * chosen(place, hand)[action],
    };
    if card == CLOSE_PLACE {
        return subsets(n, k).iter().map(|&hand| taken(hand, CLOSE)).collect();
    }
    let rest = subsets(n - 1, k - 1).iter().map(|&rest| {
        let hand = with_gap(rest, card) | 1 << card;
        taken(hand, (hand & ((1 << card) - 1)).count_ones() as usize)
    });
    rest.collect()
}

/// The range of the other player, who cannot have held the card; `role` is 0 for the owner.
fn left(place: &PublicPosition, range: &[f64], card: usize, role: usize) -> Vec<f64> {
    if card == CLOSE_PLACE {
        return range.to_vec();
    }
    let (n, own, other) = place.sizes();
    let k = [own, other][role];
    subsets(n - 1, k).iter().map(|&hand| range[number(with_gap(hand, card))]).collect()
}

/// The range after a card was drawn to two.
fn drawn(n: usize, range: &[f64]) -> Vec<f64> {
    debug_assert_eq!(range.len(), choose(n, 2));
    let sum = |hand: u16| places(hand).map(|at| range[number(hand & !(1 << at))]).sum();
    subsets(n, 3).iter().map(|&hand| sum(hand)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solution::judge::Root;
    use crate::solution::lookup::tests::random_solution;
    use hinterhand_engine::games::Kinderschnapsen;

    /// The bounds hold the same number between them, whatever the iterations, and hands that must not win
    /// more leave less to be saved.
    #[test]
    fn the_bounds_close_in_on_the_loss() {
        let mut rng = Rng::new(3, 0);
        let root = Root::FirstTrick(1, 4, 8);
        let solution = random_solution(Kinderschnapsen::default(), root, None, &mut rng);
        let (rules, layout) = (&solution.rules, &solution.layout);
        let judge = OffPathJudge::with_endings(&solution, root.endings(rules));
        let third = root.position(layout).next_open(layout, 3, 5);
        for (position, owner) in [(third, 0), (third, 1), (third.close(), 0), (third.close(), 1)] {
            let range = || (0..position.hands()).map(|hand| 1.0 / (1 + hand % 7) as f64).collect::<Vec<_>>();
            let place = PublicPosition {
                owner,
                position,
                lead: None,
                own: range(),
                strange: range(),
                faithful: range(),
            };
            assert!(!place.is_off_path());
            let [early, free, bound] = [(20, 0.0), (300, 0.0), (300, 10.0)]
                .map(|(steps, penalty)| judge.loss(&place, steps, penalty));
            assert!(early.least <= free.most && free.least <= early.most, "{early:?} {free:?}");
            assert!(free.most - free.least < 5e-3 && free.least > 0.01, "{free:?}");
            assert!(bound.least <= bound.most && bound.most - bound.least < 0.05, "{bound:?}");
            assert!(bound.least <= free.most, "{bound:?} {free:?}");
        }
    }

    /// Random hands come to decisions of both players with hands that fit together.
    #[test]
    fn a_lead_leaves_the_hands_that_may_have_led_it() {
        let mut rng = Rng::new(4, 0);
        let root = Root::FirstTrick(2, 0, 1);
        let solution = random_solution(Kinderschnapsen::default(), root, None, &mut rng);
        let judge = OffPathJudge::with_endings(&solution, root.endings(&solution.rules));
        let position = root.position(&solution.layout);
        let stranger = position.state.leader;
        let even = vec![1.0; position.hands()];
        let start = PublicPosition {
            owner: 1 - stranger,
            position,
            lead: None,
            own: even.clone(),
            strange: even.clone(),
            faithful: even,
        };
        let (mut place, lead) = loop {
            let mut place = start.clone();
            let lead = judge.act(&mut place, &mut rng);
            if lead != CLOSE_PLACE {
                break (place, lead);
            }
        };
        // Of three cards or three and closing each is equally likely; 28 pairs go with the card, 56 hands
        // miss it.
        let even = if position.closable(&solution.rules) { 0.25 } else { 1.0 / 3.0 };
        assert_eq!((place.strange.len(), place.own.len()), (28, 56));
        assert!(place.strange.iter().all(|reach| (reach - even).abs() < 1e-12), "{:?}", place.strange);
        assert!(place.own.iter().all(|&reach| reach == 1.0));
        place.lead = Some(lead);
        assert!(place.owner_decides());
        // 28 pairs, and of the six cards left three.
        assert!((place.mass(&place.strange) - 28.0 * 20.0 * even).abs() < 1e-9);
    }
}
