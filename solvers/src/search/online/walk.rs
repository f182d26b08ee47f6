//! One walk of online outcome sampling.
//!
//! Probabilities of chance are left out everywhere: they stand above and below the line of every weight.

use hinterhand_engine::{ActionSet, Game, Player, Rng, StateHistory, Turn, Worlds, playout};

use super::memory::{Memory, Place};
use super::options::OnlineOptions;
use super::target::{Fork, ForkId, Target, position};
use crate::regret_matching::match_regrets;

/// A walk of a player who learns.
pub(super) struct Walk<'a, G: Game> {
    pub(super) game: &'a G,
    pub(super) options: &'a OnlineOptions,
    pub(super) target: Option<&'a Target<G>>,
    /// The weight of the walk.
    pub(super) weight: f64,
    pub(super) player: Player,
    pub(super) rng: Rng,
    pub(super) memory: &'a mut Memory<G>,
    pub(super) scratch: &'a mut Scratch,
}

/// Vectors that are used again by the next walk.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    passed: Vec<Passed>,
    strategy: Vec<f64>,
}

/// A decision that the walk has passed.
#[derive(Clone, Copy, Debug)]
struct Passed {
    place: Place,
    own: bool,
    action: usize,
    /// The probability of the others' decisions before it.
    others: f64,
    /// The probability of its action in the strategy.
    share: f64,
}

/// The place of a walk beside the target.
#[derive(Clone, Copy)]
enum Stand {
    /// The target can still be reached.
    Before(ForkId),
    /// It has been reached; or there is none.
    Within,
    /// It cannot be reached any more.
    Beside,
}

/// The probabilities that all decisions so far are sampled.
#[derive(Clone, Copy)]
struct Sampled {
    /// By a walk that is drawn to the target.
    drawn: f64,
    /// By a walk that is not.
    free: f64,
}

impl Sampled {
    /// The probability over both kinds of walks.
    fn of(self, options: &OnlineOptions) -> f64 {
        options.delta * self.drawn + (1.0 - options.delta) * self.free
    }
}

impl<G: StateHistory + Worlds> Walk<'_, G> {
    /// Goes from the start to the end of the game and learns.
    pub(super) fn go(&mut self) {
        self.scratch.passed.clear();
        let mut state = self.game.start();
        let mut stand = self.target.map_or(Stand::Within, |_| self.stand(Target::<G>::START));
        let drawn = self.target.is_some() && self.rng.unit() < self.options.delta;
        let mut sampled = Sampled { drawn: 1.0 / self.weight, free: 1.0 / self.weight };
        let mut others = 1.0;
        loop {
            match self.game.turn(&state) {
                Turn::Over => break,
                Turn::Chance => stand = self.chance(&mut state, stand, drawn, &mut sampled),
                Turn::Player(player) => {
                    let new = self.decide(player, &mut state, &mut stand, drawn, &mut sampled, &mut others);
                    if new {
                        // One new decision for a walk; after it all players play uniformly.
                        playout(self.game, &mut state, &mut self.rng);
                        break;
                    }
                }
            }
        }
        self.learn(self.game.payoff(&state, self.player) / sampled.of(self.options));
    }

    fn stand(&self, fork: ForkId) -> Stand {
        let target = self.target.expect("forks belong to a target");
        if matches!(target.fork(fork), Fork::Reached) { Stand::Within } else { Stand::Before(fork) }
    }

    /// Lets chance decide.
    fn chance(&mut self, state: &mut G::State, stand: Stand, drawn: bool, sampled: &mut Sampled) -> Stand {
        let fork = match (stand, self.target) {
            (Stand::Before(fork), Some(target)) => match target.fork(fork) {
                Fork::Chance(fork) => Some(fork),
                _ => unreachable!("after the same events it is the same one's turn"),
            },
            _ => None,
        };
        let Some(fork) = fork else {
            self.game.deal(state, &mut self.rng);
            return stand;
        };
        let next = if drawn {
            let (chance, next) = fork.draw(&mut self.rng);
            self.game.reveal(state, chance);
            Some(next)
        } else {
            let chance = self.game.draw(state, &mut self.rng);
            self.game.reveal(state, &chance);
            fork.next(&chance)
        };
        match next {
            Some(next) => {
                sampled.drawn /= fork.probability;
                self.stand(next)
            }
            None => {
                sampled.drawn = 0.0;
                Stand::Beside
            }
        }
    }

    /// Lets a player decide, and learns its average strategy if it is not the one whose walk this is. Returns
    /// whether its information set is new, or has no place in the table.
    fn decide(
        &mut self,
        player: Player,
        state: &mut G::State,
        stand: &mut Stand,
        drawn: bool,
        sampled: &mut Sampled,
        others: &mut f64,
    ) -> bool {
        let legal = self.game.legal(state);
        let Some((place, new)) = self.memory.place(self.game.info_set(state, player), legal.len()) else {
            return true;
        };
        let own = player == self.player;
        self.match_regrets(place);
        if !own {
            let weight = *others / sampled.of(self.options);
            let cells = self.memory.of_mut(place).iter_mut();
            cells.zip(&self.scratch.strategy).for_each(|(cell, share)| cell.average += weight * share);
        }
        let even = 1.0 / legal.len() as f64;
        let action = if new {
            sampled.drawn *= even;
            sampled.free *= even;
            self.rng.below(legal.len() as u32) as usize
        } else {
            let action;
            (action, *stand) = self.sample(&legal, own, *stand, drawn, sampled);
            action
        };
        let share = self.scratch.strategy[action];
        self.scratch.passed.push(Passed { place, own, action, others: *others, share });
        if own {
            self.memory.of_mut(place)[action].visits += 1;
        } else {
            *others *= share;
        }
        self.game.play(state, legal.nth(action));
        new
    }

    /// Samples an action, among those that lead to the target if the walk is drawn there.
    fn sample(
        &mut self,
        legal: &G::Legal,
        own: bool,
        stand: Stand,
        drawn: bool,
        sampled: &mut Sampled,
    ) -> (usize, Stand) {
        let exploration = if own { self.options.exploration } else { 0.0 };
        let (even, strategy) = (1.0 / legal.len() as f64, &self.scratch.strategy);
        let probability = |action: usize| exploration * even + (1.0 - exploration) * strategy[action];
        let ways = match (stand, self.target) {
            (Stand::Before(fork), Some(target)) => match target.fork(fork) {
                Fork::Player(ways) => ways.as_slice(),
                _ => unreachable!("after the same events it is the same one's turn"),
            },
            _ => {
                let action = self.rng.weighted((0..legal.len()).map(probability));
                sampled.free *= probability(action);
                sampled.drawn *= probability(action);
                return (action, stand);
            }
        };
        let towards = ways.iter().map(|&(action, _)| probability(position(legal, action)));
        let sum: f64 = towards.clone().sum();
        let (action, way) = if drawn {
            // Without mixing a strategy may exclude the target. Then nothing is learned from the walk, and it
            // does not matter which way it goes.
            let way = if sum > 0.0 { self.rng.weighted(towards) } else { 0 };
            (position(legal, ways[way].0), Some(way))
        } else {
            let action = self.rng.weighted((0..legal.len()).map(probability));
            (action, ways.iter().position(|way| way.0 == legal.nth(action)))
        };
        sampled.free *= probability(action);
        match way {
            Some(way) => {
                sampled.drawn *= if sum > 0.0 { probability(action) / sum } else { 1.0 };
                (action, self.stand(ways[way].1))
            }
            None => {
                sampled.drawn = 0.0;
                (action, Stand::Beside)
            }
        }
    }

    /// Enters what the walk has found, over the probability of sampling it, into the regrets of its player.
    fn learn(&mut self, found: f64) {
        // The probability of what came later in the strategies; in the playout it is that of sampling it.
        let mut tail = 1.0;
        for step in self.scratch.passed.iter().rev() {
            if step.own {
                let found = found * step.others * tail;
                // The estimated value of the strategy here, of which only the action that was taken is known.
                let worth = found * step.share;
                let cells = self.memory.of_mut(step.place);
                cells.iter_mut().for_each(|cell| cell.regret -= worth);
                cells[step.action].regret += found;
            }
            tail *= step.share;
        }
    }

    /// The strategy of an information set: regret matching with a little of all actions.
    fn match_regrets(&mut self, place: Place) {
        let shares = &mut self.scratch.strategy;
        shares.clear();
        shares.extend(self.memory.of(place).iter().map(|cell| cell.regret));
        match_regrets(shares);
        let (mixing, even) = (self.options.mixing, 1.0 / shares.len() as f64);
        shares.iter_mut().for_each(|share| *share = (1.0 - mixing) * *share + mixing * even);
    }
}
