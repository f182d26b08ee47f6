//! One walk of one player through the game, against frozen tables; what it finds is only noted down.

use hinterhand_engine::{Player, Rng};

use super::ground::{Decision, Ground, NEW, Sight};
use super::sampling::{Sampling, Visit};
use super::tables::{Cell, Tables};

/// What walks have found, in their order.
#[derive(Clone, Debug, Default)]
pub(super) struct Log<N> {
    /// Every node that was visited: chance, decisions and ends.
    pub(super) nodes: u64,
    pub(super) learned: Vec<Learned>,
    /// The regrets of all that was learned, one information set after the other.
    pub(super) regrets: Vec<f64>,
    pub(super) averaged: Vec<Averaged>,
    pub(super) found: Vec<Found>,
    pub(super) news: N,
}

/// An information set whose regrets were estimated.
#[derive(Clone, Copy, Debug)]
pub(super) struct Learned {
    pub(super) first: u32,
    pub(super) actions: u32,
}

/// An information set whose policy enters the average.
#[derive(Clone, Copy, Debug)]
pub(super) struct Averaged {
    pub(super) first: u32,
    pub(super) actions: u32,
    pub(super) weight: f64,
}

/// What an action was worth to the player who walked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    pub(super) slot: u32,
    pub(super) value: f64,
}

impl<N: Default> Log<N> {
    pub(super) fn clear(&mut self) {
        self.nodes = 0;
        self.learned.clear();
        self.regrets.clear();
        self.averaged.clear();
        self.found.clear();
        self.news = N::default();
    }
}

/// A player on his way.
pub(super) struct Walk<'a, G: Ground> {
    pub(super) ground: &'a G,
    pub(super) tables: &'a Tables,
    pub(super) sampling: Sampling,
    pub(super) player: Player,
    pub(super) rng: Rng,
    pub(super) log: &'a mut Log<G::News>,
    /// What the actions of the decisions on the way are worth, as far as is known.
    pub(super) estimates: Vec<f64>,
}

impl<G: Ground> Walk<'_, G> {
    /// An estimate of what the game is worth to the player from `place` on. `weight` is the probability of the
    /// others' decisions so far, over that of having come here.
    pub(super) fn visit(&mut self, mut place: G::Place, weight: f64) -> f64 {
        loop {
            self.log.nodes += 1;
            match self.ground.look(&place, &mut self.log.news) {
                Sight::Chance => place = self.ground.deal(place, &mut self.rng),
                Sight::Decision(decision) => return self.decide(&place, &decision, weight),
                Sight::Over => return self.ground.payoff(&place, self.player),
            }
        }
    }

    fn decide(&mut self, place: &G::Place, decision: &Decision<G::Ways>, weight: f64) -> f64 {
        let here = Here::new(self.tables, decision, self.player);
        let visit = if here.own {
            self.sampling.own
        } else {
            let Decision { first, actions, .. } = *decision;
            self.log.averaged.push(Averaged { first, actions, weight });
            self.sampling.others
        };
        let start = self.estimates.len();
        match visit {
            Visit::All => {
                for action in 0..here.actions {
                    // What the others never do neither teaches nor pays anything.
                    let never = !here.own && here.share(action) == 0.0;
                    let estimate = if never {
                        0.0
                    } else {
                        let next = if here.own { weight } else { weight * here.share(action) };
                        self.visit(self.ground.child(place, &decision.ways, action), next)
                    };
                    self.estimates.push(estimate);
                }
            }
            Visit::One { exploration } => {
                let (action, q) = here.draw(exploration, self.rng.unit());
                self.guess(&here);
                self.estimates[start + action] = self.follow(place, decision, &here, action, q, weight);
            }
            Visit::Each { least, bonus, scale } => {
                self.guess(&here);
                let sum = here.average_sum();
                for action in 0..here.actions {
                    let q = (bonus + scale * here.average(action)) / (bonus + sum);
                    let q = q.max(least).min(1.0);
                    if q == 1.0 || self.rng.unit() < q {
                        self.estimates[start + action] =
                            self.follow(place, decision, &here, action, q, weight);
                    }
                }
            }
        }
        let estimates = &self.estimates[start..];
        let value =
            estimates.iter().enumerate().map(|(action, estimate)| here.share(action) * estimate).sum();
        if here.own {
            let Decision { first, actions, .. } = *decision;
            self.log.learned.push(Learned { first, actions });
            self.log.regrets.extend(estimates.iter().map(|estimate| weight * (estimate - value)));
        }
        self.estimates.truncate(start);
        value
    }

    /// Visits an action, which happens with probability `q`, and says what it is worth by that.
    #[inline]
    fn follow(
        &mut self,
        place: &G::Place,
        decision: &Decision<G::Ways>,
        here: &Here<'_>,
        action: usize,
        q: f64,
        weight: f64,
    ) -> f64 {
        let next = if here.own { weight / q } else { weight * (here.share(action) / q) };
        let value = self.visit(self.ground.child(place, &decision.ways, action), next);
        match here.baseline(action) {
            Some(baseline) => {
                self.log.found.push(Found { slot: decision.first + action as u32, value });
                baseline + (value - baseline) / q
            }
            None => value / q,
        }
    }

    /// Begins with the baselines of all actions.
    fn guess(&mut self, here: &Here<'_>) {
        self.estimates.extend((0..here.actions).map(|action| here.baseline(action).unwrap_or(0.0)));
    }
}

/// What the tables say of a decision.
struct Here<'a> {
    own: bool,
    actions: usize,
    /// None if the tables do not know this information set yet.
    cells: Option<&'a [Cell]>,
    tables: &'a Tables,
    first: usize,
    player: Player,
}

impl<'a> Here<'a> {
    #[inline]
    fn new<W>(tables: &'a Tables, decision: &Decision<W>, player: Player) -> Here<'a> {
        let (first, actions) = (decision.first as usize, decision.actions as usize);
        let cells = (decision.first < NEW).then(|| &tables.cells[first..first + actions]);
        Here { own: decision.player == player, actions, cells, tables, first, player }
    }

    /// The probability of an action in the policy.
    #[inline]
    fn share(&self, action: usize) -> f64 {
        self.cells.map_or_else(|| 1.0 / self.actions as f64, |cells| cells[action].current)
    }

    #[inline]
    fn average(&self, action: usize) -> f64 {
        self.cells.map_or(0.0, |cells| cells[action].average)
    }

    fn average_sum(&self) -> f64 {
        self.cells.map_or(0.0, |cells| cells.iter().map(|cell| cell.average).sum())
    }

    /// The baseline of an action; none if there are no baselines at all.
    #[inline]
    fn baseline(&self, action: usize) -> Option<f64> {
        self.tables.baseline(self.cells.map(|_| self.first + action), self.player)
    }

    /// An action and its probability, by a number between 0 and 1.
    #[inline]
    fn draw(&self, exploration: f64, mut left: f64) -> (usize, f64) {
        let mut drawn = (0, 0.0);
        for action in 0..self.actions {
            let q = Visit::explored(exploration, self.share(action), self.actions);
            if q > 0.0 {
                drawn = (action, q);
                if left < q {
                    break;
                }
                left -= q;
            }
        }
        // If rounding has left something over it is the last one that can be drawn.
        drawn
    }
}
