//! What the actions of a decision came to in sampled worlds, and which of them are still worth another world.

/// The sums over worlds for each action. Every world is asked about all actions that are left, so that two of them are
/// compared by their differences in the same worlds, which vary less than what either comes to.
#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    /// What is thought of each action before any world, if anything is.
    prior: Vec<f64>,
    /// The number of worlds for which that counts.
    trust: f64,
    left: Vec<bool>,
    sums: Vec<f64>,
    /// For each action the sum of the weights of its worlds, and of their squares.
    weights: Vec<[f64; 2]>,
    /// For each two actions, beside each other for the first: the squares of the differences.
    squares: Vec<f64>,
    worlds: u64,
}

/// The number of worlds after which actions are compared, again and again.
const ROUND: u64 = 16;

/// The standard errors by which an action must lie behind the best one to be given up.
const BEHIND: f64 = 3.0;

impl Tally {
    /// Begins anew with this number of actions.
    pub(super) fn begin(&mut self, actions: usize) {
        self.prior.clear();
        self.trust = 0.0;
        self.worlds = 0;
        for (numbers, count) in [(&mut self.sums, actions), (&mut self.squares, actions * actions)] {
            numbers.clear();
            numbers.resize(count, 0.0);
        }
        self.left.clear();
        self.left.resize(actions, true);
        self.weights.clear();
        self.weights.resize(actions, [0.0; 2]);
    }

    /// Takes note of what is thought of each action, which counts for `trust` worlds. With some trust, actions that are
    /// worse than the best one by more than `much` are given up at once.
    pub(super) fn expect(&mut self, prior: &[f32], trust: u32, much: f32) {
        self.prior.extend(prior.iter().copied().map(f64::from));
        self.trust = f64::from(trust);
        let best = prior.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        for (left, &thought) in self.left.iter_mut().zip(prior) {
            *left = trust == 0 || thought >= best - much;
        }
    }

    /// Whether the action is worth another world.
    pub(super) fn is_left(&self, action: usize) -> bool {
        self.left[action]
    }

    /// Whether there is nothing to choose any more.
    pub(super) fn is_decided(&self) -> bool {
        self.left.iter().filter(|left| **left).count() <= 1
    }

    /// Adds a world of this weight, in which each action that is left has come to its entry of `found`.
    pub(super) fn add(&mut self, found: &[f64], weight: f64) {
        let actions = found.len();
        for one in (0..actions).filter(|&one| self.left[one]) {
            self.sums[one] += weight * found[one];
            self.weights[one][0] += weight;
            self.weights[one][1] += weight * weight;
            for other in 0..one {
                self.squares[one * actions + other] += weight * (found[one] - found[other]).powi(2);
            }
        }
        self.worlds += 1;
        if self.worlds.is_multiple_of(ROUND) {
            self.give_up();
        }
    }

    /// Gives up the actions that are behind by more than chance explains.
    fn give_up(&mut self) {
        let actions = self.sums.len();
        let best = (0..actions).filter(|&action| self.left[action]);
        let best =
            best.reduce(|best, action| if self.judged(action) > self.judged(best) { action } else { best });
        let Some(best) = best else { return };
        let ahead = self.judged(best);
        for action in 0..actions {
            let behind = ahead - self.judged(action);
            if action == best || !self.left[action] || behind <= 0.0 {
                continue;
            }
            let weight = self.weights[action][0];
            let mean = (self.sums[best] - self.sums[action]) / weight;
            let square = self.squares[best.max(action) * actions + best.min(action)] / weight;
            let error = ((square - mean * mean).max(0.0) / (self.worth(action) + self.trust)).sqrt();
            self.left[action] = behind <= BEHIND * error;
        }
    }

    /// The number of worlds of the same weight that those of an action are worth.
    fn worth(&self, action: usize) -> f64 {
        let [sum, squares] = self.weights[action];
        if squares > 0.0 { sum * sum / squares } else { 0.0 }
    }

    /// What an action comes to after all that is known.
    pub(super) fn judged(&self, action: usize) -> f64 {
        let [weight, _] = self.weights[action];
        let mean = self.sums[action] / weight;
        match self.prior.get(action) {
            Some(&prior) if weight == 0.0 => prior,
            Some(&prior) if self.trust > 0.0 => {
                let worlds = self.worth(action);
                (self.trust * prior + worlds * mean) / (self.trust + worlds)
            }
            _ if weight == 0.0 => 0.0,
            _ => mean,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn worlds_of_different_weights_are_weighed() {
        let mut tally = Tally::default();
        tally.begin(2);
        tally.add(&[1.0, 0.0], 1.0);
        tally.add(&[0.0, 0.5], 3.0);
        assert_eq!([tally.judged(0), tally.judged(1)], [0.25, 0.375]);
        // Four units of weight whose squares sum to 10 are worth 1.6 worlds.
        tally.begin(2);
        tally.expect(&[0.5, 0.75], 8, 1.0);
        assert_eq!([tally.judged(0), tally.judged(1)], [0.5, 0.75]);
        tally.add(&[1.0, 0.0], 1.0);
        tally.add(&[0.0, 0.5], 3.0);
        assert!((tally.judged(0) - (8.0 * 0.5 + 1.6 * 0.25) / 9.6).abs() < 1e-12);
    }

    /// What differs by more than chance explains is decided soon; what does not is kept.
    #[test]
    fn actions_far_behind_are_given_up() {
        let mut tally = Tally::default();
        tally.begin(3);
        for world in 0..ROUND {
            let luck = f64::from(u8::from(world % 2 == 0));
            // The first two swing alike, and the second lies a little behind; the third swings by itself.
            tally.add(&[luck, luck - 0.01, 1.0 - luck], 1.0);
        }
        assert!(tally.is_left(0) && !tally.is_left(1) && tally.is_left(2));
        assert!(!tally.is_decided());
        // What was given up stays as it was.
        let before = tally.judged(1);
        tally.add(&[1.0, f64::NAN, 0.0], 1.0);
        assert_eq!(tally.judged(1), before);
        tally.begin(2);
        tally.expect(&[0.5, 0.2], 300, 0.1);
        assert!(tally.is_decided());
    }
}
