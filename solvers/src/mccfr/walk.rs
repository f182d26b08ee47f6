//! Walks of one player through the game, against frozen tables; what they find is only noted down.

use hinterhand_engine::{Player, Rng};

use super::domain::{Decision, Domain, NodeKind};
use super::log::{Averaged, Found, Learned, Log, NEW, WALKS_AT_ONCE};
use super::options::Options;
use super::sampling::{Sampling, Visit};
use super::tables::{Cell, Tables};
use crate::parallel;

/// Makes the walks of one batch of `player`, and leaves what they found in `logs`, in the order of the walks.
pub(super) fn walk_batch<G: Domain>(
    domain: &G,
    tables: &Tables,
    options: &Options,
    player: Player,
    logs: &mut [Log<G::NewInfoSets>],
) {
    let some_walks = |chunk: usize, log: &mut Log<G::NewInfoSets>| {
        log.results.clear();
        log.new_sets = G::NewInfoSets::default();
        log.begun = log.rng.position();
        let mut rng = log.rng.clone();
        let from = chunk as u32 * WALKS_AT_ONCE;
        let mut walk =
            Walk { domain, tables, sampling: options.sampling, player, log, behind: Vec::with_capacity(16) };
        for _ in from..options.batch.min(from + WALKS_AT_ONCE) {
            walk.go(&mut rng);
        }
        log.rng = rng;
    };
    parallel::for_each(logs, &some_walks);
}

/// A walk of one player. It keeps its own stack, since the depth of the game is not known.
struct Walk<'a, G: Domain> {
    domain: &'a G,
    tables: &'a Tables,
    sampling: Sampling,
    player: Player,
    log: &'a mut Log<G::NewInfoSets>,
    /// The decisions behind which the walk is.
    behind: Vec<Visited<G>>,
}

/// A decision some of whose actions are being visited.
struct Visited<G: Domain> {
    place: G::Place,
    decision: Decision<G::Branches>,
    /// The probability of the others' decisions so far, over that of having come here.
    weight: f64,
    /// The index of the first estimate of its actions.
    start: usize,
    /// The action that is visited, which happens with probability `q`.
    action: usize,
    q: f64,
}

impl<'a, G: Domain> Walk<'a, G> {
    /// Walks through the game once, or ends on the way where there is no room for more: then nothing may be
    /// learned from the log.
    fn go(&mut self, rng: &mut Rng) {
        let (mut place, mut weight) = (self.domain.start(), 1.0);
        loop {
            if self.domain.is_full(self.log) {
                return;
            }
            self.log.results.nodes += 1;
            let mut value = match self.domain.node(&place, &mut self.log.new_sets) {
                NodeKind::Chance => {
                    place = self.domain.deal(place, rng);
                    continue;
                }
                NodeKind::Decision(decision) => {
                    if let Some(next) = self.pass(&place, &decision, weight, rng) {
                        place = next;
                        continue;
                    }
                    self.arrive(place, decision, weight);
                    match self.follow(0, rng) {
                        Some(next) => {
                            (place, weight) = next;
                            continue;
                        }
                        None => self.leave(),
                    }
                }
                NodeKind::Over => self.domain.payoff(&place, self.player),
            };
            (place, weight) = loop {
                let Some(from) = self.come_back(value) else { return };
                match self.follow(from, rng) {
                    Some(next) => break next,
                    None => value = self.leave(),
                }
            };
        }
    }

    /// Goes on from a decision of the others if nothing needs to be done on the way back: one action was
    /// drawn by the policy and there are no baselines, so the game is worth here what it is worth there.
    #[inline]
    fn pass(
        &mut self,
        place: &G::Place,
        decision: &Decision<G::Branches>,
        weight: f64,
        rng: &mut Rng,
    ) -> Option<G::Place> {
        let on_policy = Visit::One { exploration: 0.0 };
        if decision.player == self.player || self.sampling.others != on_policy || self.tables.has_baselines()
        {
            return None;
        }
        let &Decision { first, actions, .. } = decision;
        self.log.results.averaged.push(Averaged { first, actions, weight });
        let (action, _) = Cursor::new(self.tables, decision, self.player).draw(0.0, rng.unit());
        Some(self.domain.child(place, &decision.branches, action))
    }

    /// Enters a decision.
    #[inline]
    fn arrive(&mut self, place: G::Place, decision: Decision<G::Branches>, weight: f64) {
        let cursor = Cursor::new(self.tables, &decision, self.player);
        if !cursor.own {
            let Decision { first, actions, .. } = decision;
            self.log.results.averaged.push(Averaged { first, actions, weight });
        }
        let start = self.log.results.estimates.len();
        self.log
            .results
            .estimates
            .extend((0..cursor.actions).map(|action| cursor.baseline(action).unwrap_or(0.0)));
        self.behind.push(Visited { place, decision, weight, start, action: 0, q: 1.0 });
    }

    /// Goes on to the next action that is to be visited, among those from this one on.
    #[inline]
    fn follow(&mut self, from: usize, rng: &mut Rng) -> Option<(G::Place, f64)> {
        let visited = self.behind.last_mut().expect("the walk is behind a decision");
        let cursor = Cursor::new(self.tables, &visited.decision, self.player);
        let visit = if cursor.own { self.sampling.own } else { self.sampling.others };
        let (action, q) = match visit {
            // Actions that the others never take neither teach nor pay anything.
            Visit::All => {
                ((from..cursor.actions).find(|&action| cursor.own || cursor.share(action) > 0.0)?, 1.0)
            }
            Visit::One { .. } if from > 0 => return None,
            Visit::One { exploration } => cursor.draw(exploration, rng.unit()),
            Visit::Each { least, bonus, scale } => {
                let sum = cursor.average_sum();
                let mut tosses = (from..cursor.actions).map(|action| {
                    let q = (bonus + scale * cursor.average(action)) / (bonus + sum);
                    (action, q.max(least).min(1.0))
                });
                tosses.find(|&(_, q)| q == 1.0 || rng.unit() < q)?
            }
        };
        (visited.action, visited.q) = (action, q);
        let weight = visited.weight;
        let next = if cursor.own { weight / q } else { weight * (cursor.share(action) / q) };
        Some((self.domain.child(&visited.place, &visited.decision.branches, action), next))
    }

    /// Returns the value of the game after the action visited last to the decision before it, and the index
    /// of the next action to visit. `None` if the walk is back at the start.
    #[inline]
    fn come_back(&mut self, value: f64) -> Option<usize> {
        let visited = self.behind.last()?;
        let &Visited { action, q, start, .. } = visited;
        let cursor = Cursor::new(self.tables, &visited.decision, self.player);
        let all = if cursor.own { self.sampling.own } else { self.sampling.others } == Visit::All;
        self.log.results.estimates[start + action] = match cursor.baseline(action) {
            Some(baseline) if !all => {
                self.log.results.found.push(Found { slot: visited.decision.first + action as u32, value });
                baseline + (value - baseline) / q
            }
            _ => value / q,
        };
        Some(action + 1)
    }

    /// Leaves a decision and returns the value of the game from there on.
    #[inline]
    fn leave(&mut self) -> f64 {
        let visited = self.behind.pop().expect("the walk is behind a decision");
        let cursor = Cursor::new(self.tables, &visited.decision, self.player);
        let estimates = &self.log.results.estimates[visited.start..];
        let value =
            estimates.iter().enumerate().map(|(action, estimate)| cursor.share(action) * estimate).sum();
        if cursor.own {
            let Decision { first, actions, .. } = visited.decision;
            let weight = visited.weight;
            self.log.results.learned.push(Learned { first, actions, weight, value });
            self.log.results.regrets.extend(estimates.iter().map(|estimate| weight * (estimate - value)));
        }
        self.log.results.estimates.truncate(visited.start);
        value
    }
}

/// The entries of the tables for a decision.
struct Cursor<'a> {
    own: bool,
    actions: usize,
    /// None if the tables do not know this information set yet.
    cells: Option<&'a [Cell]>,
    tables: &'a Tables,
    first: usize,
    player: Player,
}

impl<'a> Cursor<'a> {
    #[inline]
    fn new<W>(tables: &'a Tables, decision: &Decision<W>, player: Player) -> Cursor<'a> {
        let (first, actions) = (decision.first as usize, decision.actions as usize);
        let cells = (decision.first < NEW).then(|| &tables.cells[first..first + actions]);
        Cursor { own: decision.player == player, actions, cells, tables, first, player }
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
