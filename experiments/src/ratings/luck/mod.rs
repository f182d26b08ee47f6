//! Scores freed of luck: control variates from a value function, after AIVAT (Burch, Schmid, Moravčík, Morrill and
//! Bowling, "AIVAT: A new variance reduction technique for agent evaluation in imperfect information games", 2018).
//!
//! Wherever something was drawn from a known distribution, by chance or by a player whose strategy is known, the
//! score is corrected by the expected value before the draw less the value after it. Each correction is 0 on
//! average, whatever the values are, provided that they do not depend on what is drawn in this game; so the
//! corrected score has the same mean, and the better the values, the less variance.
//!
//! What we leave out of the paper: it also averages over the private cards that a player of known strategy might
//! have held. So where only strategies of one side are known more variance is left than there.

use hinterhand_engine::{ActionSet, Event, EventOf, Game, Player, Rng, Steps, Turn};
use hinterhand_solvers::strategy::Strategy;

/// How the expected value over what chance may decide is found.
///
/// Listing is exact. Where there are too many outcomes, as with the deal of a whole pack, the expectation is the
/// mean over fresh draws, made with a generator that has nothing to do with the game: then the correction is still 0
/// on average, and it is independent from game to game, so that intervals stay right; it adds the variance of the
/// values over the number of draws. Draws must not be shared between games: their error would be the same in all of
/// them, and no interval would show it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Expectation {
    /// As many outcomes as are listed at most.
    pub listed: usize,
    /// As many fresh draws as are made where there are more. With 0 there is no correction.
    pub draws: usize,
}

impl Default for Expectation {
    fn default() -> Expectation {
        Expectation { listed: 1_000, draws: 100 }
    }
}

/// A game played to its end, with and without luck.
#[derive(Clone, PartialEq, Debug)]
pub struct Adjusted {
    /// What each player has won.
    pub payoffs: Vec<f64>,
    /// The same with all corrections.
    pub adjusted: Vec<f64>,
}

/// What is known about games between certain players: `V` says how much each player can expect from a position, on
/// whatever grounds.
///
/// ```
/// use hinterhand_engine::{Event, Player, Retrace, Rng, games::Kuhn, playout, Game};
/// use hinterhand_experiments::ratings::{Expectation, Luck};
/// use hinterhand_solvers::strategy::Uniform;
///
/// let game = Kuhn::default();
/// // A rough guess: who can make the other fold, or has better cards, will tell.
/// let luck = Luck::new(&game, |_: &_| vec![0.0, 0.0], Expectation::default())
///     .knowing(Player::FIRST, &Uniform)
///     .knowing(Player::SECOND, &Uniform);
/// let mut rng = Rng::new(5, 0);
/// let mut state = game.start();
/// playout(&game, &mut state, &mut rng);
/// let events: Vec<_> = game.events(&state).into_iter().map(|(event, _)| event).collect();
/// let found = luck.adjust(&events, &mut Rng::new(5, 1));
/// assert_eq!(found.payoffs[0], -found.payoffs[1]);
/// assert_eq!(found.adjusted[0], -found.adjusted[1]);
/// ```
pub struct Luck<'a, G: Game, V> {
    game: &'a G,
    values: V,
    known: Vec<Option<&'a dyn Strategy<G>>>,
    expectation: Expectation,
    at_start: Option<Vec<f64>>,
}

impl<'a, G: Steps, V: Fn(&G::State) -> Vec<f64>> Luck<'a, G, V> {
    /// Corrections for chance alone. `values` is asked about positions before the end; at the end the payoffs stand.
    pub fn new(game: &'a G, values: V, expectation: Expectation) -> Luck<'a, G, V> {
        Luck { game, values, known: vec![None; game.players()], expectation, at_start: None }
    }

    /// Corrects also for the decisions of this player, who draws each from just the probabilities of `strategy`.
    pub fn knowing(mut self, player: Player, strategy: &'a dyn Strategy<G>) -> Luck<'a, G, V> {
        self.known[player.index()] = Some(strategy);
        self
    }

    /// Takes these for the expected values of the first deal, instead of listing or drawing. They must be the exact
    /// expectation of the values after it, as they are if the values come from the solution of the game: a wrong
    /// number shifts all scores.
    pub fn with_start(mut self, values: Vec<f64>) -> Luck<'a, G, V> {
        assert_eq!(values.len(), self.game.players(), "a value for each player");
        self.at_start = Some(values);
        self
    }

    /// The scores of a game of which these are all events, from the start to the end. `rng` draws for expectations
    /// and must not have played in the game.
    pub fn adjust(&self, events: &[EventOf<G>], rng: &mut Rng) -> Adjusted {
        let mut corrections = vec![0.0; self.game.players()];
        let mut state = self.game.start();
        for (number, event) in events.iter().enumerate() {
            let given =
                self.at_start.as_ref().filter(|_| number == 0 && self.game.turn(&state) == Turn::Chance);
            let expected = given.cloned().or_else(|| self.expected(&state, rng));
            match event {
                Event::Action(action) => self.game.play(&mut state, *action),
                Event::Chance(chance) => self.game.reveal(&mut state, chance),
            }
            if let Some(expected) = expected {
                let came = self.values(&state);
                for ((correction, expected), came) in corrections.iter_mut().zip(expected).zip(came) {
                    *correction += expected - came;
                }
            }
        }
        assert_eq!(self.game.turn(&state), Turn::Over, "the events lead to the end");
        let payoffs = self.values(&state);
        let adjusted =
            payoffs.iter().zip(corrections).map(|(payoff, correction)| payoff + correction).collect();
        Adjusted { payoffs, adjusted }
    }

    /// The values, or the payoffs where they stand.
    fn values(&self, state: &G::State) -> Vec<f64> {
        if self.game.turn(state) == Turn::Over {
            return Player::all(self.game.players()).map(|player| self.game.payoff(state, player)).collect();
        }
        let values = (self.values)(state);
        assert_eq!(values.len(), self.game.players(), "a value for each player");
        values
    }

    /// The expected values after what is drawn here; none if nobody knows how.
    fn expected(&self, state: &G::State, rng: &mut Rng) -> Option<Vec<f64>> {
        match self.game.turn(state) {
            Turn::Over => None,
            Turn::Player(player) => {
                let (info_set, legal) = (self.game.info_set(state, player), self.game.legal(state));
                let mut probabilities = Vec::new();
                self.known[player.index()]?.probabilities(&info_set, &legal, &mut probabilities);
                let mut sums = Sums::none(self.game.players());
                for (action, probability) in legal.iter().zip(probabilities) {
                    if probability > 0.0 {
                        let mut after = state.clone();
                        self.game.play(&mut after, action);
                        sums.add(probability, &self.values(&after));
                    }
                }
                Some(sums.mean())
            }
            Turn::Chance => self.listed(state).or_else(|| self.drawn(state, rng)),
        }
    }

    /// The expected values over all outcomes of chance, unless they are too many.
    fn listed(&self, state: &G::State) -> Option<Vec<f64>> {
        let mut outcomes = Vec::new();
        let mut open = vec![(Vec::new(), 1.0)];
        while let Some((dealt, probability)) = open.pop() {
            let steps = self.game.steps(state, &dealt);
            if steps.is_empty() {
                outcomes.push((self.game.assemble(state, &dealt), probability));
            }
            for (step, next) in steps.into_iter().filter(|(_, next)| *next > 0.0) {
                open.push(([dealt.as_slice(), &[step]].concat(), probability * next));
            }
            // Every open beginning leads to an outcome at least.
            if outcomes.len() + open.len() > self.expectation.listed {
                return None;
            }
        }
        let mut sums = Sums::none(self.game.players());
        for (chance, probability) in outcomes {
            let mut after = state.clone();
            self.game.reveal(&mut after, &chance);
            sums.add(probability, &self.values(&after));
        }
        Some(sums.mean())
    }

    /// The mean values over fresh draws.
    fn drawn(&self, state: &G::State, rng: &mut Rng) -> Option<Vec<f64>> {
        if self.expectation.draws == 0 {
            return None;
        }
        let mut sums = Sums::none(self.game.players());
        for _ in 0..self.expectation.draws {
            let mut after = state.clone();
            self.game.deal(&mut after, rng);
            sums.add(1.0, &self.values(&after));
        }
        Some(sums.mean())
    }
}

/// Sums of values and of their weights.
struct Sums {
    values: Vec<f64>,
    weight: f64,
}

impl Sums {
    fn none(players: usize) -> Sums {
        Sums { values: vec![0.0; players], weight: 0.0 }
    }

    fn add(&mut self, weight: f64, values: &[f64]) {
        self.weight += weight;
        self.values.iter_mut().zip(values).for_each(|(sum, value)| *sum += weight * value);
    }

    fn mean(self) -> Vec<f64> {
        self.values.into_iter().map(|sum| sum / self.weight).collect()
    }
}

#[cfg(test)]
mod tests;
