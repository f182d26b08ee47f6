//! What a search thinks of the actions at a decision.

/// All legal actions with what speaks for them, in their order.
#[derive(Clone, PartialEq, Debug)]
pub struct ActionValues<A> {
    /// The actions.
    pub moves: Vec<ActionValue<A>>,
}

/// An action and what speaks for it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ActionValue<A> {
    /// The action.
    pub action: A,
    /// With what probability the search would play it.
    pub probability: f64,
    /// What it expects the player to win with it, if it has looked.
    pub value: Option<f64>,
    /// The standard error of the value, where it is a mean of simulations and as far as they are independent.
    pub error: Option<f64>,
    /// How many simulations began with it, if they are counted.
    pub visits: Option<u64>,
}

impl<A: Copy> ActionValues<A> {
    /// Action values that says nothing of values: these actions with these probabilities.
    pub fn mixed(moves: impl IntoIterator<Item = (A, f64)>) -> ActionValues<A> {
        let weigh = |(action, probability)| ActionValue {
            action,
            probability,
            value: None,
            error: None,
            visits: None,
        };
        ActionValues { moves: moves.into_iter().map(weigh).collect() }
    }

    /// The most probable action, the first among equals.
    ///
    /// # Panics
    ///
    /// If there is no action.
    pub fn best(&self) -> A {
        let first = self.moves.first().expect("a decision has at least one action");
        let best = self
            .moves
            .iter()
            .fold(first, |best, other| if other.probability > best.probability { other } else { best });
        best.action
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_of_the_most_probable_is_the_best() {
        let judged = ActionValues::mixed([('a', 0.2), ('b', 0.4), ('c', 0.4)]);
        assert_eq!(judged.best(), 'b');
    }
}
