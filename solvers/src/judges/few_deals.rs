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
//! What it foresees can be charged for, at its first decisions, by a [`Penalty`]: what a value function says of the
//! decision that follows its action, less the mean of that over all deals that fit what it sees at the action. An
//! exploiter that sees no more than it may pays nothing on average, so the bound stays one, whatever the value function
//! is; and the better that is, the less foresight is worth. Where the deals that fit are few, the mean is exact;
//! otherwise it is the mean over sampled ones *and* the possible ones. Since these are drawn alike, the
//! difference has mean 0 all the same. What the exploiter's first view promises above other first views is taken off too:
//! that is luck, and without it fewer views are needed.
//!
//! All actions of the exploiter are followed to the end of the game in each deal, so this is for games with some
//! hundred thousand ways to go on against a given opponent.

use std::collections::HashMap;

use hinterhand_engine::dynamic::{ActionNumber, AnyGame, AnyInfoSet, AnyLegal, AnyState};
use hinterhand_engine::{ActionSet as _, Digest, Game as _, Player, Rng, Turn, Worlds as _};

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
    /// What foresight costs, if anything. What is left untried where it is charged for counts as infinite.
    pub penalty: Option<Penalty<'a>>,
}

/// The price of foresight.
#[derive(Clone, Copy)]
pub struct Penalty<'a> {
    /// The value of the rest of the game to the player to move, who has a choice.
    pub value: &'a dyn Fn(&AnyInfoSet, &AnyLegal) -> f64,
    /// The decisions that led to a state: the states at which they were made, and the actions.
    pub decisions_of: &'a dyn Fn(&AnyState) -> Vec<(AnyState, ActionNumber)>,
    /// The number of deals with which those of the exploiter are compared.
    pub deals: u32,
    /// The number of decisions at the beginning at which it pays.
    pub decisions: u32,
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
        let values = HashMap::new();
        let mut walk =
            Walk { judge: self, exploiter, most, allowed, actions: 0, is_cut_short: false, values, rng };
        let next = walk.next_decisions(worlds);
        let luck =
            self.penalty.map_or(0.0, |penalty| walk.promised(&penalty, &next) - walk.expected(&penalty));
        let payoff = walk.value(next, 0) - luck;
        Answered { payoff, actions: walk.actions, is_cut_short: walk.is_cut_short }
    }
}

/// States with their weights.
type Worlds = Vec<(AnyState, f64)>;

/// Worlds that have gone on until the exploiter has a choice, or the game was over.
struct Next {
    /// What the exploiter wins where the game is over, times the weights.
    paid: f64,
    /// Where it has a choice.
    own: Worlds,
}

/// The deals with which those of the exploiter are compared at a decision, each as likely as its weight says.
struct Compared {
    worlds: Worlds,
    /// Whether they are all that there are.
    all: bool,
}

/// The walk through the deals.
struct Walk<'j, 'a> {
    judge: &'j FewDeals<'a>,
    exploiter: Player,
    /// The highest payoff of the game.
    most: f64,
    allowed: u64,
    actions: u64,
    is_cut_short: bool,
    /// What the value function has said, by the keys of the information sets.
    values: HashMap<u128, f64>,
    rng: &'j mut Rng,
}

impl Walk<'_, '_> {
    /// Each of these worlds goes on until the exploiter has a choice.
    fn next_decisions(&mut self, mut worlds: Worlds) -> Next {
        let game = self.judge.game;
        let (mut paid, mut own, mut shares) = (0.0, Vec::new(), Vec::new());
        while let Some((mut state, weight)) = worlds.pop() {
            match game.turn(&state) {
                Turn::Over => paid += weight * game.payoff(&state, self.exploiter),
                Turn::Chance => {
                    game.deal(&mut state, self.rng);
                    worlds.push((state, weight));
                }
                Turn::Player(mover) => {
                    let legal = game.legal(&state);
                    if legal.len() == 1 {
                        worlds.push((self.played(&state, legal.nth(0)), weight));
                        continue;
                    }
                    if mover == self.exploiter {
                        own.push((state, weight));
                        continue;
                    }
                    self.judge.policy.probabilities(&game.info_set(&state, mover), &legal, &mut shares);
                    for (action, share) in legal.iter().zip(&shares).filter(|(_, share)| **share > 0.0) {
                        worlds.push((self.played(&state, action), weight * share));
                    }
                }
            }
        }
        Next { paid, own }
    }

    /// The value of these worlds to the exploiter after this number of its decisions, times their weights: those that
    /// it cannot tell apart are answered alike.
    fn value(&mut self, Next { paid, own }: Next, decisions: u32) -> f64 {
        if own.len() < 2 {
            return paid + self.best(&own, decisions);
        }
        // Groups in the order in which they come, so that sums do not depend on the order of a hash table.
        let mut groups: Vec<Worlds> = Vec::new();
        let mut known = HashMap::new();
        for (state, weight) in own {
            let at = *known.entry(self.judge.game.info_set(&state, self.exploiter)).or_insert(groups.len());
            if at == groups.len() {
                groups.push(Vec::new());
            }
            groups[at].push((state, weight));
        }
        drop(known);
        paid + groups.iter().map(|group| self.best(group, decisions)).sum::<f64>()
    }

    /// The value of worlds that look alike to the exploiter, times their weights, when it takes the best action.
    fn best(&mut self, worlds: &[(AnyState, f64)], decisions: u32) -> f64 {
        let Some((first, _)) = worlds.first() else { return 0.0 };
        let penalty = self.judge.penalty.filter(|penalty| decisions < penalty.decisions);
        // What is charged for foresight may also be paid back.
        let most = if penalty.is_some() { f64::INFINITY } else { self.most * weight(worlds) };
        let charged = penalty.and_then(|penalty| Some((penalty, self.compared(&penalty, first)?)));
        let mut best = f64::NEG_INFINITY;
        for action in self.judge.game.legal(first).iter() {
            if self.actions >= self.allowed {
                self.is_cut_short = true;
                return most;
            }
            self.actions += worlds.len() as u64;
            let next = self.after(worlds, action);
            let price = match &charged {
                None => 0.0,
                Some((penalty, compared)) => self.price(penalty, &next, weight(worlds), compared, action),
            };
            best = best.max(self.value(next, decisions + 1) - price);
            // Nothing wins more; the sum of the weights is rounded.
            if best >= most - 1e-12 {
                break;
            }
        }
        best
    }

    fn after(&mut self, worlds: &[(AnyState, f64)], action: ActionNumber) -> Next {
        let after = worlds.iter().map(|(state, weight)| (self.played(state, action), *weight));
        self.next_decisions(after.collect())
    }

    /// The deals that fit what the exploiter sees at `state`, if there is more than one.
    fn compared(&mut self, penalty: &Penalty<'_>, state: &AnyState) -> Option<Compared> {
        let game = self.judge.game;
        let view = game.info_set(state, self.exploiter);
        let known = game.worlds(&view, penalty.deals as usize);
        let all = known.is_some();
        let mut worlds = known.unwrap_or_else(|| {
            // Each weighs as much as one of the possible deals.
            let weight = 1.0 / f64::from(self.judge.deals);
            (0..penalty.deals).map(|_| (game.sample(&view, self.rng), weight)).collect()
        });
        if worlds.len() < 2 {
            return None;
        }
        for (world, weight) in &mut worlds {
            *weight *= self.likelihood(&(penalty.decisions_of)(world));
        }
        worlds.retain(|(_, weight)| *weight > 0.0);
        Some(Compared { worlds, all })
    }

    /// The probability that the policy makes its part of these decisions.
    fn likelihood(&self, decisions: &[(AnyState, ActionNumber)]) -> f64 {
        let game = self.judge.game;
        let (mut likelihood, mut shares) = (1.0, Vec::new());
        for (state, action) in decisions {
            let mover = self.exploiter.other();
            let legal = game.legal(state);
            if likelihood > 0.0 && legal.len() > 1 && game.turn(state) == Turn::Player(mover) {
                self.judge.policy.probabilities(&game.info_set(state, mover), &legal, &mut shares);
                likelihood *= shares[action.index()];
            }
        }
        likelihood
    }

    /// What the exploiter pays for taking this action in worlds of this weight, which lead to `next`.
    fn price(
        &mut self,
        penalty: &Penalty<'_>,
        next: &Next,
        weight_here: f64,
        compared: &Compared,
        action: ActionNumber,
    ) -> f64 {
        let promised = self.promised(penalty, next);
        let others = self.after(&compared.worlds, action);
        let (mut sum, mut weights) = (self.promised(penalty, &others), weight(&compared.worlds));
        if !compared.all {
            sum += promised;
            weights += weight_here;
        }
        promised - weight_here * sum / weights
    }

    /// What the value function says of what follows, times the weights.
    fn promised(&mut self, penalty: &Penalty<'_>, next: &Next) -> f64 {
        let game = self.judge.game;
        let mut value = |(state, weight): &(AnyState, f64)| {
            let view = game.info_set(state, self.exploiter);
            let known = self.values.entry(Digest::of(&view).bits());
            weight * *known.or_insert_with(|| (penalty.value)(&view, &game.legal(state)))
        };
        next.paid + next.own.iter().map(&mut value).sum::<f64>()
    }

    /// What the value function says of the first decisions of other deals, on average.
    fn expected(&mut self, penalty: &Penalty<'_>) -> f64 {
        let game = self.judge.game;
        let weight = 1.0 / f64::from(penalty.deals);
        let next = self.next_decisions(vec![(game.start(), weight); penalty.deals as usize]);
        self.promised(penalty, &next)
    }

    fn played(&self, state: &AnyState, action: ActionNumber) -> AnyState {
        let mut state = state.clone();
        self.judge.game.play(&mut state, action);
        state
    }
}

fn weight(worlds: &[(AnyState, f64)]) -> f64 {
    worlds.iter().map(|(_, weight)| weight).sum()
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use hinterhand_engine::dynamic::AnyInfoSet;

    use super::*;
    use crate::dynamic::{GameKind, Made};

    fn made(name: &str, options: &[(&str, &str)]) -> Made {
        let kind = GameKind::all().into_iter().find(|kind| kind.info().name == name).expect("a game");
        let mut settings = kind.settings();
        for (name, value) in options {
            settings.set_text(name, value).expect("an option");
        }
        kind.make(settings).expect("these options go together")
    }

    /// Plays all actions alike.
    struct Uniform;

    impl Strategy<AnyGame> for Uniform {
        fn probabilities(&self, _: &AnyInfoSet, legal: &AnyLegal, out: &mut Vec<f64>) {
            out.clear();
            out.resize(legal.len(), 1.0 / legal.len() as f64);
        }
    }

    /// What a best response wins from here, when all deals that fit are possible, each as likely as the policy makes it.
    fn exact(made: &Made, view: &AnyInfoSet) -> f64 {
        let game = &made.game;
        let policy = &Uniform;
        let judge = FewDeals { game, policy, deals: 1, most_actions: u64::MAX, penalty: None };
        let mut worlds = game.worlds(view, 1_000).expect("a small game");
        let Turn::Player(exploiter) = game.turn(&worlds[0].0) else { unreachable!("a decision") };
        let mut walk = Walk {
            judge: &judge,
            exploiter,
            most: f64::INFINITY,
            allowed: u64::MAX,
            actions: 0,
            is_cut_short: false,
            values: HashMap::new(),
            rng: &mut Rng::new(0, 0),
        };
        for (world, weight) in &mut worlds {
            *weight *= walk.likelihood(&made.methods.decisions(world).expect("a memory"));
        }
        walk.best(&worlds, 0) / weight(&worlds)
    }

    /// Charged by the exact values, foresight is worth nothing, and no view is better than another: but for the sampled
    /// deals that say how good first views are, each comes to what a best response wins.
    #[test]
    fn by_exact_values_foresight_and_luck_are_worth_nothing() {
        for (name, options) in [("kuhn", &[][..]), ("liars-dice", &[("sides", "3")])] {
            let made = made(name, options);
            let start = made.game.start();
            let best: f64 = (made.game.outcomes(&start).into_iter())
                .map(|(chance, probability)| {
                    let mut dealt = start.clone();
                    made.game.reveal(&mut dealt, &chance);
                    probability * exact(&made, &made.game.info_set(&dealt, Player::FIRST))
                })
                .sum();
            // As by hand, see the test of the bracket.
            assert!(name != "kuhn" || (best - 0.5).abs() < 1e-12, "{best}");
            let known = RefCell::new(HashMap::new());
            let value = |view: &AnyInfoSet, _: &AnyLegal| {
                *known.borrow_mut().entry(view.clone()).or_insert_with(|| exact(&made, view))
            };
            let decisions_of = |state: &AnyState| made.methods.decisions(state).expect("a memory");
            for deals in [1, 3] {
                let penalty =
                    Penalty { value: &value, decisions_of: &decisions_of, deals: 20_000, decisions: 100 };
                let judge = FewDeals {
                    game: &made.game,
                    policy: &Uniform,
                    deals,
                    most_actions: u64::MAX,
                    penalty: Some(penalty),
                };
                for stream in 0..10 {
                    let found = judge.answered(Player::FIRST, &mut Rng::new(7, stream)).payoff;
                    // Four standard errors of 20,000 deals, whose values lie within 1 of their mean.
                    assert!((found - best).abs() < 0.029, "{name}: {found} is not {best}");
                }
            }
        }
    }
}
