//! An upper bound of the value of a best response, for games too large to compute one: a best response where only
//! a few deals are possible.
//!
//! Some deals are sampled from all that fit what the exploiter sees at the beginning, and it answers best to the
//! policy as if one of these were the case, each equally likely. Whatever a strategy wins on average over all
//! deals, it wins on average over sampled ones; so the best answer to the sample wins no less on average than a
//! best response. With one deal the exploiter sees everything: an information relaxation without a penalty
//! (Brown, Smith and Sun, "Information Relaxations and Duality in Stochastic Dynamic Programs", 2010). With more
//! deals the bound falls towards the best response.
//!
//! All actions of the exploiter are followed to the end of the game in each deal, so this is for games with some
//! hundred thousand ways to go on against a given opponent.

use std::collections::HashMap;

use hinterhand_engine::dynamic::{ActionNumber, AnyGame, AnyState};
use hinterhand_engine::{ActionSet as _, Game as _, Player, Rng, Turn};

use crate::strategy::Strategy;

/// The judge for zero-sum games of two.
#[derive(Clone, Copy)]
pub struct FewDeals<'a> {
    /// The game.
    pub game: &'a AnyGame,
    /// The policy that is judged.
    pub policy: &'a dyn Strategy<AnyGame>,
    /// The number of deals that are possible.
    pub deals: u32,
    /// The maximum number of actions that are tried for each of them. What is left counts as the highest payoff of
    /// the game, so that the bound stays one.
    pub most_actions: u64,
}

/// What the best answer to some deals wins.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Answered {
    /// Its mean payoff over the deals.
    pub payoff: f64,
    /// The number of actions that were tried.
    pub actions: u64,
    /// Whether some were left untried.
    pub is_cut_short: bool,
}

impl FewDeals<'_> {
    /// What `exploiter` wins after a first view of the game that is drawn from `rng`, as are the deals that fit it
    /// and all later chance.
    pub fn answered(&self, exploiter: Player, rng: &mut Rng) -> Answered {
        assert_eq!(self.game.players(), 2, "a best response is a bound in games of two");
        assert!(self.deals > 0, "some deal must be possible");
        let mut dealt = self.game.start();
        if self.game.turn(&dealt) == Turn::Chance {
            self.game.deal(&mut dealt, rng);
        }
        let view = self.game.info_set(&dealt, exploiter);
        let worlds: Vec<(AnyState, f64)> =
            (0..self.deals).map(|_| (self.game.sample(&view, rng), 1.0 / f64::from(self.deals))).collect();
        let most = -self.game.least_payoff(exploiter.other());
        let allowed = self.most_actions.saturating_mul(u64::from(self.deals));
        let mut walk = Walk { judge: self, exploiter, most, allowed, actions: 0, is_cut_short: false, rng };
        let payoff = walk.value(worlds);
        Answered { payoff, actions: walk.actions, is_cut_short: walk.is_cut_short }
    }
}

/// States with their weights.
type Worlds = Vec<(AnyState, f64)>;

/// The walk through the deals.
struct Walk<'j, 'a> {
    judge: &'j FewDeals<'a>,
    exploiter: Player,
    /// The highest payoff of the game.
    most: f64,
    allowed: u64,
    actions: u64,
    is_cut_short: bool,
    rng: &'j mut Rng,
}

impl Walk<'_, '_> {
    /// The value of these worlds to the exploiter, times their weights: each goes on until the exploiter is to move,
    /// and those that it cannot tell apart then are answered alike.
    fn value(&mut self, mut worlds: Worlds) -> f64 {
        let game = self.judge.game;
        let (mut paid, mut own, mut shares) = (0.0, Vec::new(), Vec::new());
        while let Some((mut state, weight)) = worlds.pop() {
            match game.turn(&state) {
                Turn::Over => paid += weight * game.payoff(&state, self.exploiter),
                Turn::Chance => {
                    game.deal(&mut state, self.rng);
                    worlds.push((state, weight));
                }
                Turn::Player(mover) if mover == self.exploiter => own.push((state, weight)),
                Turn::Player(mover) => {
                    let legal = game.legal(&state);
                    self.judge.policy.probabilities(&game.info_set(&state, mover), &legal, &mut shares);
                    for (action, share) in legal.iter().zip(&shares).filter(|(_, share)| **share > 0.0) {
                        worlds.push((self.played(&state, action), weight * share));
                    }
                }
            }
        }
        if own.len() < 2 {
            return paid + self.best(&own);
        }
        // Groups in the order in which they come, so that sums do not depend on the order of a hash table.
        let mut groups: Vec<Worlds> = Vec::new();
        let mut known = HashMap::new();
        for (state, weight) in own {
            let at = *known.entry(game.info_set(&state, self.exploiter)).or_insert(groups.len());
            if at == groups.len() {
                groups.push(Vec::new());
            }
            groups[at].push((state, weight));
        }
        drop(known);
        paid + groups.iter().map(|group| self.best(group)).sum::<f64>()
    }

    /// The value of worlds that look alike to the exploiter, times their weights, when it takes the best action.
    fn best(&mut self, worlds: &[(AnyState, f64)]) -> f64 {
        let Some((first, _)) = worlds.first() else { return 0.0 };
        let most = self.most * worlds.iter().map(|(_, weight)| weight).sum::<f64>();
        let mut best = f64::NEG_INFINITY;
        for action in self.judge.game.legal(first).iter() {
            if self.actions >= self.allowed {
                self.is_cut_short = true;
                return most;
            }
            self.actions += worlds.len() as u64;
            let after = worlds.iter().map(|(state, weight)| (self.played(state, action), *weight));
            best = best.max(self.value(after.collect()));
            // Nothing wins more; the sum of the weights is rounded.
            if best >= most - 1e-12 {
                break;
            }
        }
        best
    }

    fn played(&self, state: &AnyState, action: ActionNumber) -> AnyState {
        let mut state = state.clone();
        self.judge.game.play(&mut state, action);
        state
    }
}
