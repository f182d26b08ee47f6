//! The search: lines of own actions, the best of them kept at each length.

use std::collections::HashSet;

use hinterhand_engine::{ActionSet, Game, Player, Rng, Turn, View};

use super::TurnGame;
use crate::search::{ActionValue, ActionValues, Evaluation, Search};

/// The options of a search within the turn.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TurnOptions {
    /// The most actions of a line.
    pub length: usize,
    /// The number of lines of each length that are extended.
    pub width: usize,
    /// The number of gambles considered.
    pub gambles: usize,
    /// The cost of each action of a line, so that useless actions are avoided.
    pub effort: f64,
}

impl Default for TurnOptions {
    fn default() -> TurnOptions {
        TurnOptions { length: 24, width: 100, gambles: 32, effort: 1e-3 }
    }
}

/// Looks for the best position in which to end the turn.
///
/// A beam search over lines of own actions: of each length only the best few by the evaluation are kept, and
/// no position twice. A line ends with the turn, with the game, or with a gamble: an action that reveals
/// something that the player cannot foresee. The value of a gamble is the mean over sampled worlds of the
/// best immediate continuation; each step of the search is one more world. The first action of the best line
/// is played, and the search starts again for the next one.
pub struct TurnSearch<'a, G: TurnGame, E> {
    game: &'a G,
    evaluation: E,
    options: TurnOptions,
    me: Player,
    seed: u64,
    worlds: u64,
    branches: Vec<Branch<G::Action>>,
    gambles: Vec<Gamble<G>>,
}

/// The lines that begin with an action.
struct Branch<A> {
    action: A,
    best: Option<f64>,
}

/// A line that ends with a gamble.
struct Gamble<G: Game> {
    branch: usize,
    info_set: G::InfoSet,
    action: G::Action,
    promise: f64,
    cost: f64,
    total: f64,
}

/// A line that goes on.
struct Line<S> {
    branch: usize,
    state: S,
    worth: f64,
}

impl<'a, G: TurnGame, E: Evaluation<G>> TurnSearch<'a, G, E> {
    /// A search that has not been turned to anything.
    pub fn new(game: &'a G, evaluation: E, options: TurnOptions) -> TurnSearch<'a, G, E> {
        assert!(
            options.length > 0 && options.width > 0 && options.gambles > 0,
            "a search looks at something"
        );
        let (branches, gambles) = (Vec::new(), Vec::new());
        TurnSearch { game, evaluation, options, me: Player::FIRST, seed: 0, worlds: 0, branches, gambles }
    }

    fn worth(&self, state: &G::State) -> f64 {
        if self.game.turn(state) == Turn::Over {
            return self.game.payoff(state, self.me);
        }
        let mut payoffs = [0.0; 2];
        self.evaluation.estimate(self.game, state, &mut payoffs);
        payoffs[self.me.index()]
    }

    /// Follows all lines from `root`.
    fn follow(&mut self, root: &G::State) {
        let mut actions = Vec::new();
        self.game.candidates(root, &self.game.legal(root), &mut actions);
        self.branches = actions.iter().map(|&action| Branch { action, best: None }).collect();
        let mut seen = HashSet::from([self.game.likeness(root)]);
        let mut lines = vec![Line { branch: usize::MAX, state: root.clone(), worth: 0.0 }];
        for length in 1..=self.options.length {
            let cost = self.options.effort * length as f64;
            let mut longer = Vec::new();
            for line in &lines {
                self.game.candidates(&line.state, &self.game.legal(&line.state), &mut actions);
                for (n, &action) in actions.iter().enumerate() {
                    let branch = if length == 1 { n } else { line.branch };
                    if self.game.is_gamble(&line.state, action) {
                        let info_set = self.game.info_set(&line.state, self.me);
                        let promise = self.worth(&line.state) - cost;
                        self.gambles.push(Gamble { branch, info_set, action, promise, cost, total: 0.0 });
                        continue;
                    }
                    let mut state = line.state.clone();
                    self.game.play(&mut state, action);
                    let worth = self.worth(&state);
                    let goes_on = self.game.turn(&state) == Turn::Player(self.me);
                    // A line as long as can be is judged as it stands.
                    if goes_on && length < self.options.length {
                        if seen.insert(self.game.likeness(&state)) {
                            longer.push(Line { branch, state, worth });
                        }
                    } else {
                        let best = &mut self.branches[branch].best;
                        *best = Some(best.map_or(worth - cost, |best| best.max(worth - cost)));
                    }
                }
            }
            longer.sort_by(|a, b| b.worth.total_cmp(&a.worth));
            longer.truncate(self.options.width);
            lines = longer;
        }
        self.gambles.sort_by(|a, b| b.promise.total_cmp(&a.promise));
        self.gambles.truncate(self.options.gambles);
    }

    /// The best that can be done at once after a gamble.
    fn aftermath(&self, state: &G::State) -> f64 {
        let game = self.game;
        if game.turn(state) != Turn::Player(self.me) {
            return self.worth(state);
        }
        let mut actions = Vec::new();
        game.candidates(state, &game.legal(state), &mut actions);
        let mut best = f64::NEG_INFINITY;
        for &action in &actions {
            if game.is_gamble(state, action) {
                best = best.max(self.worth(state));
                continue;
            }
            let mut next = state.clone();
            game.play(&mut next, action);
            best = best.max(self.worth(&next));
        }
        best
    }
}

impl<G: TurnGame, E: Evaluation<G>> Search<G> for TurnSearch<'_, G, E> {
    fn turn_to(&mut self, view: &View<'_, G>, rng: &mut Rng) {
        self.seed = rng.bits();
        self.worlds = 0;
        self.gambles.clear();
        let root = self.game.sample(view.info_set, &mut Rng::new(self.seed, 0));
        let Turn::Player(me) = self.game.turn(&root) else { panic!("a search is asked when it is its turn") };
        self.me = me;
        debug_assert_eq!(view.legal.len(), self.game.legal(&root).len(), "the view fits the position");
        self.follow(&root);
    }

    fn step(&mut self, steps: u64) -> u64 {
        if self.gambles.is_empty() {
            return 0;
        }
        for _ in 0..steps {
            self.worlds += 1;
            let mut gambles = std::mem::take(&mut self.gambles);
            for gamble in &mut gambles {
                // The same stream for all, so that they meet similar luck.
                let mut rng = Rng::new(self.seed, self.worlds);
                let mut state = self.game.sample(&gamble.info_set, &mut rng);
                self.game.play(&mut state, gamble.action);
                while self.game.turn(&state) == Turn::Chance {
                    self.game.deal(&mut state, &mut rng);
                }
                gamble.total += self.aftermath(&state) - gamble.cost;
            }
            self.gambles = gambles;
        }
        steps
    }

    fn action_values(&self) -> ActionValues<G::Action> {
        let mut values: Vec<Option<f64>> = self.branches.iter().map(|branch| branch.best).collect();
        for gamble in &self.gambles {
            let mean = if self.worlds > 0 { gamble.total / self.worlds as f64 } else { gamble.promise };
            let value = &mut values[gamble.branch];
            *value = Some(value.map_or(mean, |value| value.max(mean)));
        }
        let best = (0..values.len()).fold(0, |best, n| if values[n] > values[best] { n } else { best });
        let branches = self.branches.iter().zip(&values).enumerate();
        let entry = |(n, (branch, &value)): (usize, (&Branch<G::Action>, &Option<f64>))| ActionValue {
            action: branch.action,
            probability: if n == best { 1.0 } else { 0.0 },
            value,
            error: None,
            visits: None,
        };
        ActionValues { entries: branches.map(entry).collect() }
    }
}
