//! A lower bound of the value of a best response, for games too large to compute one: the local best response
//! (Lisý and Bowling 2017).
//!
//! The exploiter knows the policy of the opponent. It keeps the *range*, all states that may be the case with
//! their probabilities under that policy, and at each decision takes the action that would be best if it
//! continued by some simple policy from there: roll-outs. Its average payoff is really won, however bad its
//! estimates are; so a best response wins no less.
//!
//! In the paper both continue by checking and calling, as fits poker. Here the policy of the exploiter's
//! roll-outs is an argument, and the opponent continues by the policy that is judged. What is hidden from the
//! exploiter is never drawn but averaged over the range, so the error comes only from what the exploiter
//! sees.
//!
//! Where the states that may be the case are too many, some of them are [drawn](LocalBestResponse::drawn) at each
//! decision in place of the range. The exploiter's estimates are worse then, what it wins is as real.

use std::collections::HashMap;
use std::convert::Infallible;

use hinterhand_engine::{ActionSet, Game, Player, Rng, Steps, Turn, Worlds, outcomes};

use crate::parallel;
use crate::strategy::Strategy;

/// The judge for zero-sum games of two.
///
/// ```
/// use hinterhand_engine::{Rng, games::Leduc};
/// use hinterhand_solvers::{judges::{LocalBestResponse, RollOuts}, strategy::Uniform};
///
/// let judge = LocalBestResponse {
///     game: &Leduc::default(),
///     policy: &Uniform,
///     own: &Uniform,
///     roll_outs: RollOuts::Exact,
///     worlds: 100,
/// };
/// let found = judge.exploitability(200, &mut Rng::new(1, 0))?;
/// assert!(found.mean > 1.0);
/// # Ok::<(), hinterhand_solvers::judges::TooManyWorlds>(())
/// ```
#[derive(Clone, Copy)]
pub struct LocalBestResponse<'a, G: Game> {
    /// The game.
    pub game: &'a G,
    /// The policy that is judged.
    pub policy: &'a dyn Strategy<G>,
    /// The policy by which the exploiter expects to continue after the current decision.
    pub own: &'a dyn Strategy<G>,
    /// The kind of roll-outs.
    pub roll_outs: RollOuts,
    /// The maximum number of worlds in the range, or the number that is drawn in its place.
    pub worlds: usize,
}

/// The estimate of an action's value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RollOuts {
    /// By all that can follow from each world of the range.
    Exact,
    /// By this number of games to the end, from worlds drawn from the range, the same worlds for all actions.
    Sampled(u32),
}

/// A mean with its standard error.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// Its standard error.
    pub error: f64,
}

impl Estimate {
    /// The mean of two independent estimates.
    pub fn mean_of([first, second]: [Estimate; 2]) -> Estimate {
        let error = (first.error.powi(2) + second.error.powi(2)).sqrt() / 2.0;
        Estimate { mean: (first.mean + second.mean) / 2.0, error }
    }
}

/// The decisions that led to a state, in order: each with the state at which it was made.
pub type DecisionsOf<'d, G> =
    &'d (dyn Fn(&<G as Game>::State) -> Vec<(<G as Game>::State, <G as Game>::Action)> + Sync);

/// The share of other actions that the exploiter expects of the policy where worlds are drawn: a few are hardly ever the ones in
/// which it would have acted as it did.
const OTHERWISE: f64 = 0.01;

/// More states fit what the exploiter has seen than were allowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("more than {limit} worlds fit what {player} has seen")]
pub struct TooManyWorlds {
    /// The exploiter.
    pub player: Player,
    /// The maximum number of worlds.
    pub limit: usize,
}

/// All states that fit what the exploiter has seen. The weights are not normalized.
struct Range<S> {
    phase: Phase,
    states: Vec<(S, f64)>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Phase {
    /// The exploiter decides.
    Own,
    /// Chance or the opponent decides.
    Foreign,
    Over,
}

impl<S> Range<S> {
    fn weight(&self) -> f64 {
        self.states.iter().map(|(_, weight)| weight).sum()
    }
}

impl<G: Worlds + Steps> LocalBestResponse<'_, G> {
    /// The average payoff of `player` against the policy over sampled games. At least two games are needed
    /// for an error.
    ///
    /// Each deal is drawn with a generator of its own, named by one number from `rng`.
    pub fn sampled(&self, player: Player, games: u32, rng: &mut Rng) -> Result<Estimate, TooManyWorlds> {
        self.over_games(games, rng, &|rng| self.play(player, rng))
    }

    /// The average payoff of `player` against the policy over sampled games, as [`sampled`](LocalBestResponse::sampled), but
    /// without a range: at each decision of the exploiter, worlds are drawn that fit what it has seen, and weighed by how the
    /// policy would have acted on the way.
    pub fn drawn(
        &self,
        player: Player,
        games: u32,
        decisions_of: DecisionsOf<'_, G>,
        rng: &mut Rng,
    ) -> Estimate {
        let play = |rng: &mut Rng| Ok::<_, Infallible>(self.play_drawn(player, decisions_of, rng));
        let Ok(found) = self.over_games(games, rng, &play);
        found
    }

    /// The mean over games, each with a generator of its own.
    fn over_games<E: Send>(
        &self,
        games: u32,
        rng: &mut Rng,
        play: &(dyn Fn(&mut Rng) -> Result<f64, E> + Sync),
    ) -> Result<Estimate, E> {
        assert!(games >= 2, "the error of one game is not known");
        assert_eq!(self.game.players(), 2, "a best response is a bound in games of two");
        let seed = rng.bits();
        let play = |game| play(&mut Rng::new(seed, game as u64));
        let payoffs = parallel::map(games as usize, &play).into_iter().collect::<Result<Vec<f64>, E>>()?;
        let count = f64::from(games);
        let mean = payoffs.iter().sum::<f64>() / count;
        let squares: f64 = payoffs.iter().map(|payoff| (payoff - mean).powi(2)).sum();
        Ok(Estimate { mean, error: (squares / (count - 1.0) / count).sqrt() })
    }

    /// The average payoff of `player` against the policy, over all deals and all that can follow. Only
    /// sampled roll-outs draw from `rng`.
    pub fn exact(&self, player: Player, rng: &mut Rng) -> Result<f64, TooManyWorlds> {
        assert_eq!(self.game.players(), 2, "a best response is a bound in games of two");
        self.worth(self.begin(player), player, rng)
    }

    /// A lower bound of the exploitability of the policy, in the sense of
    /// [`Exploitability::average`](super::Exploitability::average): the exploiter's average payoff over both
    /// seats, with `games` games in each.
    pub fn exploitability(&self, games: u32, rng: &mut Rng) -> Result<Estimate, TooManyWorlds> {
        let first = self.sampled(Player::FIRST, games, rng)?;
        let second = self.sampled(Player::SECOND, games, rng)?;
        Ok(Estimate::mean_of([first, second]))
    }

    /// One game of `player`: the payoff, averaged over what the player did not see.
    fn play(&self, player: Player, rng: &mut Rng) -> Result<f64, TooManyWorlds> {
        let mut range = self.begin(player);
        if self.game.turn(&self.game.start()) == Turn::Chance {
            // All deals may be far too many, those that look like this one are not.
            let mut state = self.game.start();
            self.game.deal(&mut state, rng);
            let info_set = self.game.info_set(&state, player);
            let states = self.game.worlds(&info_set, self.worlds);
            let states = states.ok_or(TooManyWorlds { player, limit: self.worlds })?;
            range = Range { phase: self.phase(&state, player), states };
        }
        while range.phase != Phase::Over {
            let mut ways = self.groups(self.successors(&range, player, rng), player)?;
            let drawn = rng.weighted(ways.iter().map(Range::weight));
            range = ways.swap_remove(drawn);
        }
        Ok(self.paid(&range, player) / range.weight())
    }

    /// The payoff of `player` in one game in which worlds are drawn.
    fn play_drawn(&self, player: Player, decisions_of: DecisionsOf<'_, G>, rng: &mut Rng) -> f64 {
        let game = self.game;
        let (mut state, mut shares) = (game.start(), Vec::new());
        loop {
            let mover = match game.turn(&state) {
                Turn::Over => return game.payoff(&state, player),
                Turn::Chance => {
                    game.deal(&mut state, rng);
                    continue;
                }
                Turn::Player(mover) => mover,
            };
            let (legal, info_set) = (game.legal(&state), game.info_set(&state, mover));
            let action = if legal.len() == 1 {
                legal.nth(0)
            } else if mover == player {
                let worlds = (0..self.worlds).map(|_| {
                    let world = game.sample(&info_set, rng);
                    let weight = self.likelihood(player, &decisions_of(&world));
                    (world, weight)
                });
                let range = Range { phase: Phase::Own, states: worlds.collect() };
                self.best(&range, player, rng)
            } else {
                self.policy.probabilities(&info_set, &legal, &mut shares);
                legal.nth(rng.weighted(shares.iter().copied()))
            };
            game.play(&mut state, action);
        }
    }

    /// The likelihood of the decisions of the policy among these, which may be other ones now and then.
    fn likelihood(&self, player: Player, decisions: &[(G::State, G::Action)]) -> f64 {
        let (game, other) = (self.game, player.other());
        let (mut likelihood, mut shares) = (1.0, Vec::new());
        for (state, action) in decisions {
            let legal = game.legal(state);
            if legal.len() > 1 && game.turn(state) == Turn::Player(other) {
                self.policy.probabilities(&game.info_set(state, other), &legal, &mut shares);
                let taken = legal.iter().position(|other| other == *action).expect("it was legal");
                likelihood *= (1.0 - OTHERWISE) * shares[taken] + OTHERWISE / shares.len() as f64;
            }
        }
        likelihood
    }

    /// The value of a range to `player`, times its weight.
    fn worth(&self, range: Range<G::State>, player: Player, rng: &mut Rng) -> Result<f64, TooManyWorlds> {
        if range.phase == Phase::Over {
            return Ok(self.paid(&range, player));
        }
        let ways = self.groups(self.successors(&range, player, rng), player)?;
        drop(range);
        ways.into_iter().map(|way| self.worth(way, player, rng)).sum()
    }

    fn begin(&self, player: Player) -> Range<G::State> {
        let start = self.game.start();
        Range { phase: self.phase(&start, player), states: vec![(start, 1.0)] }
    }

    fn phase(&self, state: &G::State, player: Player) -> Phase {
        match self.game.turn(state) {
            Turn::Over => Phase::Over,
            Turn::Player(mover) if mover == player => Phase::Own,
            Turn::Player(_) | Turn::Chance => Phase::Foreign,
        }
    }

    /// All states that may be the case after the next step, of any player.
    fn successors(&self, range: &Range<G::State>, player: Player, rng: &mut Rng) -> Vec<(G::State, f64)> {
        let mut next = Vec::new();
        if range.phase == Phase::Own {
            let best = self.best(range, player, rng);
            next.extend(range.states.iter().map(|(state, weight)| (self.played(state, best), *weight)));
            return next;
        }
        let mut shares = Vec::new();
        for (state, weight) in &range.states {
            if self.game.turn(state) == Turn::Chance {
                for (chance, probability) in outcomes(self.game, state) {
                    let mut state = state.clone();
                    self.game.reveal(&mut state, &chance);
                    next.push((state, weight * probability));
                }
                continue;
            }
            let legal = self.game.legal(state);
            let info_set = self.game.info_set(state, player.other());
            self.policy.probabilities(&info_set, &legal, &mut shares);
            for (action, share) in legal.iter().zip(&shares).filter(|(_, share)| **share > 0.0) {
                next.push((self.played(state, action), weight * share));
            }
        }
        next
    }

    /// Puts together what looks the same to `player`, in the order in which it comes.
    fn groups(
        &self,
        states: Vec<(G::State, f64)>,
        player: Player,
    ) -> Result<Vec<Range<G::State>>, TooManyWorlds> {
        let mut ranges: Vec<Range<G::State>> = Vec::new();
        let mut known = HashMap::new();
        for (state, weight) in states {
            let phase = self.phase(&state, player);
            let at = *known.entry((self.game.info_set(&state, player), phase)).or_insert(ranges.len());
            if at == ranges.len() {
                ranges.push(Range { phase, states: Vec::new() });
            }
            ranges[at].states.push((state, weight));
            if ranges[at].states.len() > self.worlds {
                return Err(TooManyWorlds { player, limit: self.worlds });
            }
        }
        Ok(ranges)
    }

    /// The action that is best by roll-outs, of equal ones the first.
    fn best(&self, range: &Range<G::State>, player: Player, rng: &mut Rng) -> G::Action {
        // States that look the same have the same actions.
        let legal = self.game.legal(&range.states[0].0);
        let mut sums = vec![0.0; legal.len()];
        match self.roll_outs {
            _ if sums.len() == 1 => {}
            RollOuts::Exact => {
                for (state, weight) in &range.states {
                    for (sum, action) in sums.iter_mut().zip(legal.iter()) {
                        *sum += weight * self.expected(&self.played(state, action), player);
                    }
                }
            }
            RollOuts::Sampled(count) => {
                let weights = range.states.iter().map(|(_, weight)| *weight);
                for _ in 0..count {
                    let (state, _) = &range.states[rng.weighted(weights.clone())];
                    let seed = rng.bits();
                    for (sum, action) in sums.iter_mut().zip(legal.iter()) {
                        *sum += self.rolled_out(self.played(state, action), player, &mut Rng::new(seed, 0));
                    }
                }
            }
        }
        let mut best = 0;
        for (action, sum) in sums.iter().enumerate() {
            if *sum > sums[best] {
                best = action;
            }
        }
        legal.nth(best)
    }

    /// The average payoff of `player` when continuing by its simple policy.
    fn expected(&self, state: &G::State, player: Player) -> f64 {
        match self.game.turn(state) {
            Turn::Over => self.game.payoff(state, player),
            Turn::Chance => {
                let outcomes = outcomes(self.game, state).into_iter();
                let worth = outcomes.map(|(chance, probability)| {
                    let mut state = state.clone();
                    self.game.reveal(&mut state, &chance);
                    probability * self.expected(&state, player)
                });
                worth.sum()
            }
            Turn::Player(mover) => {
                let (legal, mut shares) = (self.game.legal(state), Vec::new());
                self.going_on(mover == player).probabilities(
                    &self.game.info_set(state, mover),
                    &legal,
                    &mut shares,
                );
                let ways = legal.iter().zip(shares).filter(|(_, share)| *share > 0.0);
                ways.map(|(action, share)| share * self.expected(&self.played(state, action), player)).sum()
            }
        }
    }

    /// The payoff of `player` in one game continued by its simple policy.
    fn rolled_out(&self, mut state: G::State, player: Player, rng: &mut Rng) -> f64 {
        let mut shares = Vec::new();
        loop {
            match self.game.turn(&state) {
                Turn::Over => return self.game.payoff(&state, player),
                Turn::Chance => self.game.deal(&mut state, rng),
                Turn::Player(mover) => {
                    let legal = self.game.legal(&state);
                    let info_set = self.game.info_set(&state, mover);
                    self.going_on(mover == player).probabilities(&info_set, &legal, &mut shares);
                    let action = rng.weighted(shares.iter().copied());
                    self.game.play(&mut state, legal.nth(action));
                }
            }
        }
    }

    fn going_on(&self, own: bool) -> &dyn Strategy<G> {
        if own { self.own } else { self.policy }
    }

    fn played(&self, state: &G::State, action: G::Action) -> G::State {
        let mut state = state.clone();
        self.game.play(&mut state, action);
        state
    }

    fn paid(&self, range: &Range<G::State>, player: Player) -> f64 {
        range.states.iter().map(|(state, weight)| weight * self.game.payoff(state, player)).sum()
    }
}
