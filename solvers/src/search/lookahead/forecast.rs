//! The search: lines are tried in the same sampled worlds, and those that fall behind are given up.

use hinterhand_engine::{ActionSet, Game, Player, Rng, Turn, View};

use crate::search::{ActionValue, ActionValues, Search};

/// The parts of a lookahead that a game gives: the lines of a player, and what becomes of them.
pub trait Forecast<G: Game>: Sync {
    /// Actions in a row, as far as the player can foresee.
    type Line;

    /// The number of standard errors by which a line must be better than the first to be preferred.
    fn caution(&self) -> f64;

    /// Lines of the player who knows `info_set`, the most promising first, each with its first action; at least one.
    fn lines(
        &self,
        game: &G,
        info_set: &G::InfoSet,
        player: Player,
        legal: &G::Legal,
        rng: &mut Rng,
    ) -> Vec<(G::Action, Self::Line)>;

    /// What `line` comes to in a world drawn from `rng`, from -1 to 1 or in payoffs. The caller gives all lines equal
    /// generators, so that they meet the same luck; `round` counts the worlds, from 0.
    fn outcome(
        &self,
        game: &G,
        info_set: &G::InfoSet,
        player: Player,
        line: &Self::Line,
        round: u64,
        rng: &mut Rng,
    ) -> f64;
}

/// Compares the lines of a forecast. Those that are left are tried in the same worlds, up to a number of worlds; a step
/// tries one of them in one world, so that a search with a time can end within a world.
///
/// After 4, 8, 16 and so on worlds a line is given up if its mean is below that of the best one by more than
/// two standard errors of their difference, which is small since both met the same worlds.
/// The first line is taken unless another is better by more than some standard errors of their difference.
pub struct Lookahead<'a, G: Game, F: Forecast<G>> {
    game: &'a G,
    forecast: F,
    info_set: Option<G::InfoSet>,
    legal: Vec<G::Action>,
    player: Player,
    seed: u64,
    worlds: u64,
    /// The worlds in which all lines that are left were tried, and the line that comes next.
    rounds: u64,
    next: usize,
    lines: Vec<Tried<G::Action, F::Line>>,
    caution: f64,
}

/// The number of standard errors by which a line must be worse to be given up.
const DOUBT: f64 = 2.0;

/// A line with its outcomes.
struct Tried<A, P> {
    action: A,
    line: P,
    outcomes: Vec<f64>,
    given_up: bool,
}

impl<A, P> Tried<A, P> {
    fn mean(&self) -> f64 {
        self.outcomes.iter().sum::<f64>() / self.outcomes.len().max(1) as f64
    }
}

impl<'a, G: Game, F: Forecast<G>> Lookahead<'a, G, F> {
    /// A search of at most this number of worlds that has not been turned to anything.
    pub fn new(game: &'a G, forecast: F, worlds: u64) -> Lookahead<'a, G, F> {
        let (legal, lines) = (Vec::new(), Vec::new());
        let (player, caution) = (Player::FIRST, forecast.caution());
        Lookahead {
            game,
            forecast,
            info_set: None,
            legal,
            player,
            seed: 0,
            worlds,
            rounds: 0,
            next: 0,
            lines,
            caution,
        }
    }

    /// The mean by which line `n` is better than line `than`, and the standard error of it, over the worlds that both
    /// met.
    fn difference(&self, n: usize, than: usize) -> (f64, f64) {
        let pairs = || self.lines[n].outcomes.iter().zip(&self.lines[than].outcomes).map(|(a, b)| a - b);
        let count = pairs().count() as f64;
        let mean = pairs().sum::<f64>() / count.max(1.0);
        if count < 2.0 {
            return (mean, mean.abs());
        }
        let variance = pairs().map(|off| (off - mean) * (off - mean)).sum::<f64>() / (count * (count - 1.0));
        (mean, variance.sqrt())
    }

    /// Gives up the lines that have fallen behind.
    fn give_up(&mut self) {
        let left = (0..self.lines.len()).filter(|&n| !self.lines[n].given_up);
        let better =
            |best: usize, n: usize| if self.lines[n].mean() > self.lines[best].mean() { n } else { best };
        let Some(best) = left.reduce(better) else { return };
        for n in 0..self.lines.len() {
            let (behind, error) = self.difference(best, n);
            if n != best && behind > DOUBT * error {
                self.lines[n].given_up = true;
            }
        }
    }

    /// The line that is surely better than the first by most, or the first.
    fn best(&self) -> Option<usize> {
        let surely = |n: usize| {
            let (better, error) = self.difference(n, 0);
            if n == 0 { 0.0 } else { better - self.caution * error }
        };
        let left = (0..self.lines.len()).filter(|&n| n == 0 || !self.lines[n].given_up);
        left.reduce(|best, n| if surely(n) > surely(best) { n } else { best })
    }
}

impl<G: Game, F: Forecast<G>> Search<G> for Lookahead<'_, G, F> {
    fn turn_to(&mut self, view: &View<'_, G>, rng: &mut Rng) {
        self.seed = rng.bits();
        self.rounds = 0;
        self.next = 0;
        self.legal = view.legal.iter().collect();
        self.lines.clear();
        if self.legal.len() == 1 {
            return;
        }
        let mut rng = Rng::new(self.seed, 0);
        let root = self.game.sample(view.info_set, &mut rng);
        let Turn::Player(player) = self.game.turn(&root) else {
            panic!("a search is asked when it is its turn")
        };
        self.player = player;
        let lines = self.forecast.lines(self.game, view.info_set, player, view.legal, &mut rng);
        let tried = |(action, line)| Tried { action, line, outcomes: Vec::new(), given_up: false };
        self.lines = lines.into_iter().map(tried).collect();
        self.info_set = Some(view.info_set.clone());
    }

    fn step(&mut self, steps: u64) -> u64 {
        let Some(info_set) = &self.info_set else { return 0 };
        for done in 0..steps {
            let is_left = |line: &Tried<_, _>| !line.given_up;
            if self.rounds >= self.worlds || self.lines.iter().filter(|line| is_left(line)).count() < 2 {
                return done;
            }
            self.next += self.lines[self.next..].iter().position(is_left).expect("a world has a line to try");
            let tried = &mut self.lines[self.next];
            let mut rng = Rng::new(self.seed, 1 + self.rounds);
            let (game, player) = (self.game, self.player);
            let outcome = self.forecast.outcome(game, info_set, player, &tried.line, self.rounds, &mut rng);
            tried.outcomes.push(outcome);
            self.next += 1;
            if !self.lines[self.next..].iter().any(is_left) {
                self.next = 0;
                self.rounds += 1;
                if self.rounds >= 4 && self.rounds.is_power_of_two() {
                    self.give_up();
                    return 1 + done + self.step(steps - 1 - done);
                }
            }
        }
        steps
    }

    fn action_values(&self) -> ActionValues<G::Action> {
        let chosen = self.best().map_or(self.legal[0], |best| self.lines[best].action);
        let value = |action: G::Action| {
            let lines =
                self.lines.iter().filter(|tried| tried.action == action && !tried.outcomes.is_empty());
            lines.map(Tried::mean).reduce(f64::max)
        };
        let entry = |&action: &G::Action| ActionValue {
            action,
            probability: f64::from(u8::from(action == chosen)),
            value: value(action),
            error: None,
            visits: None,
        };
        ActionValues { entries: self.legal.iter().map(entry).collect() }
    }
}
