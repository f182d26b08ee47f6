//! The choice among the actions at a node.

use std::cmp::Ordering;

use hinterhand_engine::{ActionSet, Rng};

use super::arena::{Arena, Edge, Node};
use super::functions::exp;
use super::options::{FirstPlay, Options, Selection, Widening};

/// An action that is legal now, and its edge if it was tried before.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate<A> {
    pub action: A,
    pub edge: u32,
}

/// What was chosen.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice {
    /// Which candidate.
    pub at: usize,
    /// With what probability, where it was drawn.
    pub probability: f64,
}

/// The payoffs met so far, or those that were given.
#[derive(Clone, Copy, Debug)]
pub(super) struct Range {
    low: f64,
    high: f64,
    is_given: bool,
    worst: f64,
    scale: f64,
}

impl Range {
    pub(super) fn new(given: Option<[f64; 2]>) -> Range {
        let [low, high] = given.unwrap_or([f64::INFINITY, f64::NEG_INFINITY]);
        let mut range = Range { low, high, is_given: given.is_some(), worst: 0.0, scale: 1.0 };
        range.set_scale();
        range
    }

    fn set_scale(&mut self) {
        self.worst = if self.low.is_finite() { self.low } else { 0.0 };
        self.scale = if self.high > self.low { 1.0 / (self.high - self.low) } else { 1.0 };
    }

    #[inline]
    pub(super) fn meet(&mut self, payoff: f64) {
        if !self.is_given && (payoff < self.low || payoff > self.high) {
            self.low = self.low.min(payoff);
            self.high = self.high.max(payoff);
            self.set_scale();
        }
    }

    /// The worst that can happen; 0 as long as nothing has.
    pub(super) fn worst(&self) -> f64 {
        self.worst
    }

    /// The payoff brought to the range 0 to 1, if it lies within what was met or given.
    #[inline]
    pub(super) fn unit(&self, payoff: f64) -> f64 {
        (payoff - self.worst) * self.scale
    }
}

/// Everything a choice goes by.
pub(super) struct Selector<'a, A> {
    pub options: &'a Options,
    pub arena: &'a Arena<A>,
    pub node: u32,
    /// How often the node was visited, if all candidates were legal every time.
    pub steady: Option<u32>,
    pub candidates: &'a [Candidate<A>],
    /// For PUCT: how likely each candidate is at first sight.
    pub priors: &'a [f64],
    pub range: &'a Range,
}

impl<A: Copy + Ord> Selector<'_, A> {
    /// Chooses; `weights` is room to reckon in.
    pub(super) fn choose(&self, weights: &mut Vec<f64>, rng: &mut Rng) -> Choice {
        match self.options.selection {
            Selection::Ucb1 { exploration } => self.ucb1(exploration, rng),
            Selection::Puct { exploration } => self.puct(exploration, rng),
            Selection::Exp3 { gamma } => {
                let count = self.candidates.len() as f64;
                let most = self.weights().fold(f64::NEG_INFINITY, f64::max);
                weights.clear();
                weights.extend(self.weights().map(|weight| exp(gamma / count * (weight - most))));
                draw(weights, gamma, rng)
            }
            Selection::RegretMatching { gamma } => {
                weights.clear();
                weights.extend(self.weights().map(|weight| weight.max(0.0)));
                draw(weights, gamma, rng)
            }
            Selection::Smooth { exploration, eta, gamma, decay } => {
                let visits = f64::from(self.arena.nodes[self.node as usize].visits);
                let share = (eta / (1.0 + decay * visits.sqrt())).max(gamma);
                let tried = self.candidates.iter().map(|candidate| f64::from(self.visits(candidate)));
                if rng.unit() >= share && tried.clone().any(|visits| visits > 0.0) {
                    return Choice { at: rng.weighted(tried), probability: 1.0 };
                }
                self.ucb1(exploration, rng)
            }
        }
    }

    fn ucb1(&self, exploration: f64, rng: &mut Rng) -> Choice {
        let steady = self.steady.is_some().then_some(self.arena.nodes[self.node as usize].urge);
        self.best(rng, |edge| ucb1_score(edge, steady.unwrap_or(edge.urge), exploration, self.range))
    }

    fn edge(&self, candidate: &Candidate<A>) -> Option<&Edge<A>> {
        self.arena.edges.get(candidate.edge as usize)
    }

    fn visits(&self, candidate: &Candidate<A>) -> u32 {
        self.edge(candidate).map_or(0, |edge| edge.visits)
    }

    fn weights(&self) -> impl Iterator<Item = f64> {
        self.candidates.iter().map(|candidate| self.edge(candidate).map_or(0.0, |edge| edge.weight))
    }

    /// Whether actions that were not tried yet may be looked at.
    fn is_open(&self, tried: usize) -> bool {
        if tried == 0 {
            return true;
        }
        let visits = f64::from(self.arena.nodes[self.node as usize].visits);
        let wide = |widening: Widening| (tried as f64) < (widening.factor * visits.sqrt()).max(1.0);
        self.arena.has_room() && self.options.widening.is_none_or(wide)
    }

    /// The candidate of the highest score, the first among equals; those not tried yet as [`FirstPlay`] says.
    #[inline]
    fn best(&self, rng: &mut Rng, score: impl Fn(&Edge<A>) -> f64) -> Choice {
        let mut tried = 0;
        let mut best = (f64::NEG_INFINITY, 0);
        let mut worth = (0.0, 0);
        for (at, candidate) in self.candidates.iter().enumerate() {
            let Some(edge) = self.edge(candidate).filter(|edge| edge.visits > 0) else { continue };
            tried += 1;
            let score = score(edge);
            if score > best.0 {
                best = (score, at);
            }
            if let FirstPlay::Parent(_) = self.options.first_play {
                worth = (worth.0 + edge.mean * f64::from(edge.visits), worth.1 + edge.visits);
            }
        }
        let new = self.candidates.len() - tried;
        if new > 0 && self.is_open(tried) {
            let urgency = match self.options.first_play {
                FirstPlay::Every => f64::INFINITY,
                FirstPlay::Urgency(mean) => mean,
                FirstPlay::Parent(_) if tried == 0 => f64::INFINITY,
                FirstPlay::Parent(less) => self.range.unit(worth.0 / f64::from(worth.1)) - less,
            };
            if tried == 0 || urgency > best.0 {
                return Choice { at: self.new(new, rng), probability: 1.0 };
            }
        }
        Choice { at: best.1, probability: 1.0 }
    }

    /// One of the candidates that were not tried yet, of which there are so many.
    fn new(&self, count: usize, rng: &mut Rng) -> usize {
        let nth = rng.below(count as u32) as usize;
        let mut new = self.candidates.iter().enumerate().filter(|(_, candidate)| self.visits(candidate) == 0);
        new.nth(nth).expect("there are so many").0
    }

    fn puct(&self, exploration: f64, rng: &mut Rng) -> Choice {
        let bonus = |at: usize, available: u32, visits: u32| {
            exploration * self.priors[at] * f64::from(available).sqrt() / f64::from(1 + visits)
        };
        let (mut tried, mut sum, mut visits) = (0, 0.0, 0);
        for edge in self.candidates.iter().filter_map(|candidate| self.edge(candidate)) {
            if edge.visits > 0 {
                (tried, visits) = (tried + 1, visits + edge.visits);
                sum += edge.mean * f64::from(edge.visits);
            }
        }
        let new = self.candidates.len() - tried;
        let is_open = self.is_open(tried);
        let first = match self.options.first_play {
            FirstPlay::Every if new > 0 && is_open => {
                return Choice { at: self.new(new, rng), probability: 1.0 };
            }
            FirstPlay::Every => 0.0,
            FirstPlay::Urgency(mean) => mean,
            FirstPlay::Parent(_) if visits == 0 => 0.0,
            FirstPlay::Parent(less) => self.range.unit(sum / f64::from(visits)) - less,
        };
        let here = self.arena.nodes[self.node as usize].visits;
        let mut best = (f64::NEG_INFINITY, 0);
        for (at, candidate) in self.candidates.iter().enumerate() {
            let score = match self.edge(candidate).filter(|edge| edge.visits > 0) {
                Some(edge) => {
                    let available = self.steady.unwrap_or(edge.available);
                    self.range.unit(edge.mean) + bonus(at, available, edge.visits)
                }
                None if is_open => first + bonus(at, here, 0),
                None => continue,
            };
            if score > best.0 {
                best = (score, at);
            }
        }
        Choice { at: best.1, probability: 1.0 }
    }
}

#[inline]
fn ucb1_score<A>(edge: &Edge<A>, urge: f32, exploration: f64, range: &Range) -> f64 {
    range.unit(edge.mean) + exploration * f64::from(urge) * edge.weight
}

/// The edge that UCB1 chooses where all edges of the node are legal and all legal actions have an edge. The same
/// as [`Selector::choose`], along the edges and without looking at the actions.
#[inline]
pub(super) fn ucb1<A: Copy + Ord>(arena: &Arena<A>, node: u32, exploration: f64, range: &Range) -> u32 {
    let Node { urge, first, .. } = arena.nodes[node as usize];
    let mut best = (f64::NEG_INFINITY, first);
    let mut at = first;
    while let Some(edge) = arena.edges.get(at as usize) {
        let score = ucb1_score(edge, urge, exploration, range);
        // Which one is best can hardly be predicted, so there should be no jump.
        best = if score > best.0 { (score, at) } else { best };
        at = edge.next;
    }
    best.1
}

/// The edge that UCB1 chooses among the legal actions, and counts them as available; nothing if one of them has no
/// edge.
#[inline]
pub(super) fn ucb1_among<A: Copy + Ord>(
    arena: &mut Arena<A>,
    node: u32,
    legal: &impl ActionSet<A>,
    exploration: f64,
    range: &Range,
) -> Option<u32> {
    let first = arena.nodes[node as usize].first;
    let mut best = (f64::NEG_INFINITY, first);
    let mut at = first;
    for action in legal.iter() {
        let found = loop {
            let edge = arena.edges.get(at as usize)?;
            match edge.action.cmp(&action) {
                Ordering::Less => at = edge.next,
                Ordering::Equal => break edge,
                Ordering::Greater => return None,
            }
        };
        let score = ucb1_score(found, found.urge, exploration, range);
        best = if score > best.0 { (score, at) } else { best };
        at = found.next;
    }
    let mut at = first;
    for action in legal.iter() {
        while let Some(edge) = arena.edges.get_mut(at as usize) {
            at = edge.next;
            if edge.action == action {
                edge.offer();
                break;
            }
        }
    }
    Some(best.1)
}

/// Draws in proportion to `weights`, or uniformly in a share `gamma` of all cases and where there are none.
fn draw(weights: &mut [f64], gamma: f64, rng: &mut Rng) -> Choice {
    let total: f64 = weights.iter().sum();
    let even = 1.0 / weights.len() as f64;
    for weight in weights.iter_mut() {
        let share = if total > 0.0 { *weight / total } else { even };
        *weight = (1.0 - gamma) * share + gamma * even;
    }
    let at = rng.weighted(weights.iter().copied());
    Choice { at, probability: weights[at] }
}

/// Whether this selection weighs actions by more than their visits and payoffs.
pub(super) fn is_drawn(selection: Selection) -> bool {
    matches!(selection, Selection::Exp3 { .. } | Selection::RegretMatching { .. })
}
