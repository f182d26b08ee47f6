//! One walk of outcome sampling, to the target or anywhere.

use hinterhand_engine::{ActionSet, Event, Game, Player, Rng, StateHistory, Turn, Worlds, playout};

use super::memory::{Memory, Place};
use super::options::OnlineOptions;
use super::target::Target;
use crate::regret_matching::match_regrets;

/// A walk of a player who learns.
pub(super) struct Walk<'a, G: Game> {
    pub(super) game: &'a G,
    pub(super) options: &'a OnlineOptions,
    pub(super) target: Option<&'a Target<G>>,
    pub(super) player: Player,
    pub(super) rng: Rng,
    pub(super) memory: &'a mut Memory<G>,
}

/// A decision that the walk has passed.
struct Passed {
    place: Place,
    own: bool,
    action: usize,
    /// The probability of the others' and of chance's decisions before it over that of having sampled what
    /// came before.
    weight: f64,
    /// The probability of its action in the strategy.
    share: f64,
    /// That with which it was sampled.
    sampled: f64,
}

impl<G: StateHistory + Worlds> Walk<'_, G> {
    pub(super) fn go(&mut self) {
        let (mut state, mut passed) = (self.game.start(), Vec::new());
        let mut weight = 1.0;
        let mut targeted = false;
        if let Some(target) = self.target {
            targeted = self.rng.unit() < self.options.delta;
            weight = if targeted {
                target.chance() / self.options.delta
            } else {
                1.0 / (1.0 - self.options.delta)
            };
            if targeted {
                for event in target.draw(self.game, &mut self.rng) {
                    match event {
                        Event::Chance(chance) => self.game.reveal(&mut state, &chance),
                        Event::Action(action) => self.follow(&mut state, action, &mut weight, &mut passed),
                    }
                }
            }
        }
        if self.wander(&mut state, targeted, weight, &mut passed) {
            self.learn(self.game.payoff(&state, self.player), &passed);
        }
    }

    /// Goes the way of the target through a decision.
    fn follow(
        &mut self,
        state: &mut G::State,
        action: G::Action,
        weight: &mut f64,
        passed: &mut Vec<Passed>,
    ) {
        let Turn::Player(player) = self.game.turn(state) else { unreachable!("a player has acted") };
        let legal = self.game.legal(state);
        let at = legal.iter().position(|legal| legal == action).expect("what happened was legal");
        let own = player == self.player;
        let place = self.memory.place(self.game.info_set(state, player), legal.len());
        let share = match place {
            Some((place, _)) => {
                let share = self.strategy(place)[at];
                passed.push(Passed { place, own, action: at, weight: *weight, share, sampled: 1.0 });
                share
            }
            None => 1.0 / legal.len() as f64,
        };
        if !own {
            *weight *= share;
        }
        self.game.play(state, action);
    }

    /// Goes on by the strategies to the end of the game. Tells whether something can be learned from it: not
    /// if it came to the target by itself, for of that the other walks learn.
    fn wander(
        &mut self,
        state: &mut G::State,
        targeted: bool,
        mut weight: f64,
        passed: &mut Vec<Passed>,
    ) -> bool {
        loop {
            let player = match self.game.turn(state) {
                Turn::Over => return true,
                Turn::Chance => {
                    self.game.deal(state, &mut self.rng);
                    continue;
                }
                Turn::Player(player) => player,
            };
            let legal = self.game.legal(state);
            let info_set = self.game.info_set(state, player);
            if !targeted && self.target.is_some_and(|target| target.contains(player, &info_set)) {
                return false;
            }
            let Some((place, new)) = self.memory.place(info_set, legal.len()) else {
                playout(self.game, state, &mut self.rng);
                return true;
            };
            let strategy = self.strategy(place);
            let own = player == self.player;
            let action;
            if own {
                let (exploration, even) = (self.options.exploration, 1.0 / legal.len() as f64);
                let sampled = strategy.iter().map(|share| exploration * even + (1.0 - exploration) * share);
                action = self.rng.weighted(sampled.clone());
                let sampled = exploration * even + (1.0 - exploration) * strategy[action];
                passed.push(Passed { place, own, action, weight, share: strategy[action], sampled });
                weight /= sampled;
                self.memory.of_mut(place)[action].visits += 1;
            } else {
                action = self.rng.weighted(strategy.iter().copied());
                for (cell, share) in self.memory.of_mut(place).iter_mut().zip(&strategy) {
                    cell.average += weight * share;
                }
            }
            self.game.play(state, legal.nth(action));
            if new {
                // One new decision for a walk; after it all players play uniformly.
                playout(self.game, state, &mut self.rng);
                return true;
            }
        }
    }

    /// Enters what the walk has found into the regrets of its player.
    fn learn(&mut self, payoff: f64, passed: &[Passed]) {
        // The probability of what came later in the strategies, over that with which it was sampled.
        let mut tail = 1.0;
        for step in passed.iter().rev() {
            if step.own {
                let found = payoff * step.weight * tail / step.sampled;
                // The estimated value of the strategy here, of which only the action that was taken is known.
                let worth = found * step.share;
                let cells = self.memory.of_mut(step.place);
                cells.iter_mut().for_each(|cell| cell.regret -= worth);
                cells[step.action].regret += found;
            }
            tail *= step.share / step.sampled;
        }
    }

    /// Regret matching with a little of all actions.
    fn strategy(&self, place: Place) -> Vec<f64> {
        let mut shares: Vec<f64> = self.memory.of(place).iter().map(|cell| cell.regret).collect();
        match_regrets(&mut shares);
        let (mixing, even) = (self.options.mixing, 1.0 / shares.len() as f64);
        shares.iter_mut().for_each(|share| *share = (1.0 - mixing) * *share + mixing * even);
        shares
    }
}
