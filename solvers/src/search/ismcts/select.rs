//! The choice among the actions at a node.

use hinterhand_engine::{ActionSet, Rng};
use libm::exp;

use super::arena::{Arena, Edge, NONE, Node};
use super::options::{FirstPlay, Options, Selection, Widening};

/// A legal action at the node: its edge and the numbers of that edge, or [`Candidate::NEW`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub edge: u32,
    visits: u32,
    available: u32,
    urge: f32,
    mean: f64,
    weight: f64,
}

impl Candidate {
    /// An action without an edge.
    pub(super) const NEW: Candidate =
        Candidate { edge: NONE, visits: 0, available: 0, urge: 0.0, mean: 0.0, weight: 0.0 };

    /// The action of the edge with this number.
    #[inline]
    pub(super) fn of<A>(number: u32, edge: &Edge<A>) -> Candidate {
        let &Edge { visits, available, urge, mean, weight, .. } = edge;
        Candidate { edge: number, visits, available, urge, mean, weight }
    }
}

/// A choice.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice {
    /// Which candidate.
    pub at: usize,
    /// The probability of the choice, where it was drawn.
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
pub(super) struct Selector<'a> {
    pub options: &'a Options,
    pub node: Node,
    /// Whether all candidates were legal every time that the node was visited.
    pub is_steady: bool,
    /// Whether the tree has room for another edge.
    pub has_room: bool,
    pub candidates: &'a [Candidate],
    /// For PUCT: the prior probability of each candidate.
    pub priors: &'a [f64],
    pub range: &'a Range,
}

impl Selector<'_> {
    /// Chooses; `weights` is a scratch buffer.
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
                let visits = f64::from(self.node.visits);
                let share = (eta / (1.0 + decay * visits.sqrt())).max(gamma);
                let tried = self.candidates.iter().map(|candidate| f64::from(candidate.visits));
                if rng.unit() >= share && tried.clone().any(|visits| visits > 0.0) {
                    return Choice { at: rng.weighted(tried), probability: 1.0 };
                }
                self.ucb1(exploration, rng)
            }
        }
    }

    fn ucb1(&self, exploration: f64, rng: &mut Rng) -> Choice {
        let here = self.node.urge;
        // An action that was not tried yet scores as if it had been tried once.
        let bonus = exploration * f64::from(here);
        self.best(bonus, rng, |&Candidate { mean, weight, urge, .. }| {
            ucb1_score(mean, weight, if self.is_steady { here } else { urge }, exploration, self.range)
        })
    }

    fn weights(&self) -> impl Iterator<Item = f64> {
        self.candidates.iter().map(|candidate| candidate.weight)
    }

    /// Whether actions that were not tried yet may be looked at.
    fn is_open(&self, tried: usize) -> bool {
        if tried == 0 {
            return true;
        }
        let visits = f64::from(self.node.visits);
        let wide = |widening: Widening| (tried as f64) < (widening.factor * visits.sqrt()).max(1.0);
        self.has_room && self.options.widening.is_none_or(wide)
    }

    /// The candidate of the highest score, the first among equals; those not tried yet by the rule of
    /// [`FirstPlay`], with this bonus.
    #[inline]
    fn best(&self, bonus: f64, rng: &mut Rng, score: impl Fn(&Candidate) -> f64) -> Choice {
        let mut tried = 0;
        let mut best = (f64::NEG_INFINITY, 0);
        let mut worth = (0.0, 0);
        for (at, candidate) in self.candidates.iter().enumerate().filter(|(_, known)| known.visits > 0) {
            tried += 1;
            let score = score(candidate);
            if score > best.0 {
                best = (score, at);
            }
            if let FirstPlay::Parent(_) = self.options.first_play {
                let &Candidate { mean, visits, .. } = candidate;
                worth = (worth.0 + mean * f64::from(visits), worth.1 + visits);
            }
        }
        let new = self.candidates.len() - tried;
        if new > 0 && self.is_open(tried) {
            let urgency = match self.options.first_play {
                FirstPlay::Every => f64::INFINITY,
                FirstPlay::Urgency(mean) => mean + bonus,
                FirstPlay::Parent(_) if tried == 0 => f64::INFINITY,
                FirstPlay::Parent(less) => self.range.unit(worth.0 / f64::from(worth.1)) - less + bonus,
            };
            if tried == 0 || urgency > best.0 {
                return Choice { at: self.untried(new, rng), probability: 1.0 };
            }
        }
        Choice { at: best.1, probability: 1.0 }
    }

    /// A random one of the `count` candidates that were not tried yet.
    fn untried(&self, count: usize, rng: &mut Rng) -> usize {
        let nth = rng.below(count as u32) as usize;
        let mut new = self.candidates.iter().enumerate().filter(|(_, candidate)| candidate.visits == 0);
        new.nth(nth).expect("it is below the count").0
    }

    fn puct(&self, exploration: f64, rng: &mut Rng) -> Choice {
        let bonus = |at: usize, available: u32, visits: u32| {
            exploration * self.priors[at] * f64::from(available).sqrt() / f64::from(1 + visits)
        };
        let (mut tried, mut sum, mut visits) = (0, 0.0, 0);
        for candidate in self.candidates.iter().filter(|candidate| candidate.visits > 0) {
            (tried, visits) = (tried + 1, visits + candidate.visits);
            sum += candidate.mean * f64::from(candidate.visits);
        }
        let new = self.candidates.len() - tried;
        let is_open = self.is_open(tried);
        let first = match self.options.first_play {
            FirstPlay::Every if new > 0 && is_open => {
                return Choice { at: self.untried(new, rng), probability: 1.0 };
            }
            FirstPlay::Every => 0.0,
            FirstPlay::Urgency(mean) => mean,
            FirstPlay::Parent(_) if visits == 0 => 0.0,
            FirstPlay::Parent(less) => self.range.unit(sum / f64::from(visits)) - less,
        };
        let here = self.node.visits;
        let mut best = (f64::NEG_INFINITY, 0);
        for (at, candidate) in self.candidates.iter().enumerate() {
            let score = if candidate.visits > 0 {
                let available = if self.is_steady { here } else { candidate.available };
                self.range.unit(candidate.mean) + bonus(at, available, candidate.visits)
            } else if is_open {
                first + bonus(at, here, 0)
            } else {
                continue;
            };
            if score > best.0 {
                best = (score, at);
            }
        }
        Choice { at: best.1, probability: 1.0 }
    }
}

#[inline]
fn ucb1_score(mean: f64, weight: f64, urge: f32, exploration: f64, range: &Range) -> f64 {
    range.unit(mean) + exploration * f64::from(urge) * weight
}

/// The edge that UCB1 chooses where all edges of the node are legal and all legal actions have an edge. The
/// same as [`Selector::choose`], along the edges and without looking at the actions.
#[inline]
pub(super) fn ucb1<A: Copy + Ord>(arena: &Arena<A>, node: u32, exploration: f64, range: &Range) -> u32 {
    let Node { urge, first, .. } = arena.nodes[node as usize];
    let mut best = (f64::NEG_INFINITY, first);
    let mut at = first;
    while let Some(edge) = arena.edges.get(at as usize) {
        let score = ucb1_score(edge.mean, edge.weight, urge, exploration, range);
        // Which one is best can hardly be predicted, so there should be no jump.
        best = if score > best.0 { (score, at) } else { best };
        at = edge.next;
    }
    best.1
}

/// The edge that UCB1 chooses among the legal actions, and counts them as available; nothing if one of them
/// has no edge.
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
    for (offered, action) in legal.iter().enumerate() {
        let found = loop {
            match arena.edges.get_mut(at as usize) {
                Some(edge) if edge.action == action => break edge,
                Some(edge) if edge.action < action => at = edge.next,
                _ => {
                    withdraw(arena, first, legal, offered);
                    return None;
                }
            }
        };
        let score = ucb1_score(found.mean, found.weight, found.urge, exploration, range);
        best = if score > best.0 { (score, at) } else { best };
        found.offer();
        at = found.next;
    }
    Some(best.1)
}

/// Undoes the count of availability of the first `offered` legal actions, along the edges from `at` on.
#[inline(never)]
fn withdraw<A: Copy + Ord>(arena: &mut Arena<A>, mut at: u32, legal: &impl ActionSet<A>, offered: usize) {
    let mut left = legal.iter().take(offered).peekable();
    while let Some(&action) = left.peek() {
        let edge = &mut arena.edges[at as usize];
        if edge.action == action {
            edge.withdraw();
            left.next();
        }
        at = edge.next;
    }
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

#[cfg(test)]
mod tests {
    use super::super::arena::urge;
    use super::*;
    use hinterhand_engine::ActionList;

    /// A node whose actions 0, 1, ... have these means, visits and availability counts.
    fn arena(stats: &[(f64, u32, u32)]) -> Arena<u8> {
        let mut arena = Arena::new(true, false, 1 << 20);
        let node = arena.enter(NONE, 1).expect("there is room");
        for (action, &(mean, visits, available)) in stats.iter().enumerate() {
            let edge = arena.add_edge(node, action as u8) as usize;
            let weight = 1.0 / f64::from(visits).sqrt();
            arena.edges[edge] =
                Edge { mean, visits, available, weight, urge: urge(available), ..arena.edges[edge] };
            arena.nodes[0].visits += visits;
        }
        arena.nodes[0].urge = urge(arena.nodes[0].visits);
        arena
    }

    /// Means 0.6, 0.4 and 0.5 after 10, 4 and 6 visits.
    const STATS: [(f64, u32, u32); 3] = [(0.6, 10, 20), (0.4, 4, 20), (0.5, 6, 20)];

    fn chosen(
        arena: &Arena<u8>,
        legal: u8,
        options: &Options,
        priors: &[f64],
        is_steady: bool,
    ) -> Vec<Choice> {
        let edge = |action| arena.edges.iter().position(|edge| edge.action == action);
        let candidate = |at: usize| Candidate::of(at as u32, &arena.edges[at]);
        let candidates: Vec<Candidate> =
            (0..legal).map(|action| edge(action).map_or(Candidate::NEW, candidate)).collect();
        let range = Range::new(Some(options.range.unwrap_or([0.0, 1.0])));
        let (node, has_room) = (arena.nodes[0], arena.has_room());
        let selector =
            Selector { options, node, is_steady, has_room, candidates: &candidates, priors, range: &range };
        let mut rng = Rng::new(1, 0);
        (0..10_000).map(|_| selector.choose(&mut Vec::new(), &mut rng)).collect()
    }

    fn always(arena: &Arena<u8>, legal: u8, options: &Options, priors: &[f64], steady: bool) -> usize {
        let choices = chosen(arena, legal, options, priors, steady);
        assert!(choices.iter().all(|choice| choice.at == choices[0].at && choice.probability == 1.0));
        choices[0].at
    }

    #[test]
    fn ucb1_weighs_means_and_visits() {
        let options = Options::default();
        // 0.983, 1.006 and 0.995, since ln 20 is 2.996.
        assert_eq!(always(&arena(&STATS), 3, &options, &[], true), 1);
        assert_eq!(always(&arena(&STATS), 3, &options, &[], false), 1);
        // If the second one was available only five times: 0.844.
        let mut rare = STATS;
        rare[1].2 = 5;
        assert_eq!(always(&arena(&rare), 3, &options, &[], false), 2);
        // Without exploration the mean decides.
        let selection = Selection::Ucb1 { exploration: 0.0 };
        assert_eq!(always(&arena(&STATS), 3, &Options { selection, ..options }, &[], true), 0);
        // The same in another range: the same order.
        let scaled = STATS.map(|(mean, visits, available)| (6.0 * mean - 3.0, visits, available));
        assert_eq!(
            always(&arena(&scaled), 3, &Options { range: Some([-3.0, 3.0]), ..options }, &[], true),
            1
        );
    }

    #[test]
    fn short_cuts_choose_the_same() {
        let mut rng = Rng::new(2, 0);
        for _ in 0..200 {
            let mut stat = || {
                let visits = 1 + rng.below(50);
                (rng.unit(), visits, visits + rng.below(100))
            };
            let stats: Vec<(f64, u32, u32)> = (0..6).map(|_| stat()).collect();
            let mut arena = arena(&stats);
            let (options, range) = (Options::default(), Range::new(Some([0.0, 1.0])));
            let steady = always(&arena, 6, &options, &[], true);
            assert_eq!(ucb1(&arena, 0, 0.7, &range), steady as u32);
            for count in 1..=6 {
                let among = always(&arena, count, &options, &[], false);
                let legal: ActionList<u8, 8> = (0..count).collect();
                let before = arena.edges.clone();
                assert_eq!(ucb1_among(&mut arena, 0, &legal, 0.7, &range), Some(among as u32));
                for (action, (edge, before)) in arena.edges.iter().zip(&before).enumerate() {
                    assert_eq!(edge.available, before.available + u32::from(action < count as usize));
                }
                arena.edges = before;
            }
            let legal: ActionList<u8, 8> = [0, 2, 6].into_iter().collect();
            let counted = |arena: &Arena<u8>| -> Vec<_> {
                arena.edges.iter().map(|edge| (edge.available, edge.urge)).collect()
            };
            let before = counted(&arena);
            assert_eq!(ucb1_among(&mut arena, 0, &legal, 0.7, &range), None);
            assert_eq!(counted(&arena), before);
        }
    }

    #[test]
    fn puct_weighs_by_priors() {
        let options = Options { selection: Selection::Puct { exploration: 1.5 }, ..Options::default() };
        // 0.905, 0.803 and 0.692, since the square root of 20 is 4.472.
        assert_eq!(always(&arena(&STATS), 3, &options, &[0.5, 0.3, 0.2], true), 0);
        // 0.661, 1.473 and 0.596.
        assert_eq!(always(&arena(&STATS), 3, &options, &[0.1, 0.8, 0.1], false), 1);
        // An untried action scores 0.1 + 1.5 * 0.1 * 4.472 = 0.771, or 0.2 + 1.5 * 0.2 * 4.472 = 1.542.
        let urgency = |mean| Options { first_play: FirstPlay::Urgency(mean), ..options };
        assert_eq!(always(&arena(&STATS), 4, &urgency(0.1), &[0.5, 0.2, 0.2, 0.1], true), 0);
        assert_eq!(always(&arena(&STATS), 4, &urgency(0.2), &[0.5, 0.2, 0.1, 0.2], true), 3);
    }

    #[test]
    fn exp3_draws_by_exponentials() {
        let mut arena = arena(&STATS[..2]);
        (arena.edges[0].weight, arena.edges[1].weight) = (3.0, 0.0);
        let options = Options { selection: Selection::Exp3 { gamma: 0.5 }, ..Options::default() };
        // exp(0.25 * 3) to 1 is 0.6792 to 0.3208; half of it, and a quarter.
        let expected = [0.5896, 0.4104];
        check_draws(&chosen(&arena, 2, &options, &[], true), &expected);
    }

    #[test]
    fn regret_matching_draws_by_positive_regrets() {
        let mut arena = arena(&STATS);
        for (edge, regret) in arena.edges.iter_mut().zip([3.0, -1.0, 1.0]) {
            edge.weight = regret;
        }
        let options = Options { selection: Selection::RegretMatching { gamma: 0.2 }, ..Options::default() };
        // Four fifths of 3/4, 0 and 1/4, and a third of a fifth.
        check_draws(&chosen(&arena, 3, &options, &[], true), &[0.6667, 0.0667, 0.2667]);
        arena.edges.iter_mut().for_each(|edge| edge.weight = -1.0);
        check_draws(&chosen(&arena, 3, &options, &[], true), &[1.0 / 3.0; 3]);
    }

    fn check_draws(choices: &[Choice], expected: &[f64]) {
        for (at, &expected) in expected.iter().enumerate() {
            let drawn: Vec<&Choice> = choices.iter().filter(|choice| choice.at == at).collect();
            assert!(drawn.iter().all(|choice| (choice.probability - expected).abs() < 1e-4));
            // Four standard deviations: one of sixteen thousand seeds lies outside, and the seed is fixed.
            let deviation = (expected * (1.0 - expected) * choices.len() as f64).sqrt();
            assert!((drawn.len() as f64 - expected * choices.len() as f64).abs() < 4.0 * deviation);
        }
    }

    #[test]
    fn smooth_uct_is_uct_or_the_average() {
        let smooth = |eta, gamma, decay| Options {
            selection: Selection::Smooth { exploration: 0.7, eta, gamma, decay },
            ..Options::default()
        };
        assert_eq!(always(&arena(&STATS), 3, &smooth(1.0, 0.0, 0.0), &[], true), 1);
        let shares = |options: Options, count: f64| {
            let choices = chosen(&arena(&STATS), 3, &options, &[], true);
            [0, 1, 2].map(|at| choices.iter().filter(|choice| choice.at == at).count() as f64 / count)
        };
        // As often as tried: 10, 4 and 6 of 20. Four standard deviations are 0.02.
        for (found, expected) in shares(smooth(0.0, 0.0, 0.0), 1e4).into_iter().zip([0.5, 0.2, 0.3]) {
            assert!((found - expected).abs() < 0.02);
        }
        // eta / (1 + decay * sqrt(20)) is a half: half of that, and a half for the second.
        let half = smooth(1.0, 0.0, 1.0 / f64::sqrt(20.0));
        for (found, expected) in shares(half, 1e4).into_iter().zip([0.25, 0.6, 0.15]) {
            assert!((found - expected).abs() < 0.02);
        }
        // gamma is the least.
        for (found, expected) in shares(smooth(0.0, 0.5, 0.0), 1e4).into_iter().zip([0.25, 0.6, 0.15]) {
            assert!((found - expected).abs() < 0.02);
        }
    }

    #[test]
    fn untried_actions_come_when_their_time_has_come() {
        let first_play = |first_play| Options { first_play, ..Options::default() };
        let at = |options: Options| always(&arena(&STATS), 4, &options, &[], true);
        assert_eq!(at(first_play(FirstPlay::Every)), 3);
        // The best of the others scores 1.006, and the bonus of a single visit is 1.212.
        assert_eq!(at(first_play(FirstPlay::Urgency(-0.21))), 1);
        assert_eq!(at(first_play(FirstPlay::Urgency(-0.20))), 3);
        // The mean of all is 0.53.
        assert_eq!(at(first_play(FirstPlay::Parent(0.74))), 1);
        assert_eq!(at(first_play(FirstPlay::Parent(0.73))), 3);
        // 0.5 * sqrt(20) is less than the three that were tried, 1.0 * sqrt(20) is more.
        let widening = |factor| Options { widening: Some(Widening { factor }), ..Options::default() };
        assert_eq!(at(widening(0.5)), 1);
        assert_eq!(at(widening(1.0)), 3);
    }

    #[test]
    fn payoffs_met_make_the_range() {
        let mut range = Range::new(None);
        assert_eq!(range.worst(), 0.0);
        range.meet(2.0);
        assert_eq!(range.unit(2.0), 0.0);
        range.meet(-2.0);
        range.meet(0.0);
        assert_eq!([-2.0, 0.0, 2.0].map(|payoff| range.unit(payoff)), [0.0, 0.5, 1.0]);
        let mut given = Range::new(Some([0.0, 10.0]));
        given.meet(20.0);
        assert_eq!((given.unit(5.0), given.worst()), (0.5, 0.0));
    }
}
