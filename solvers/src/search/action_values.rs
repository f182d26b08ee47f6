//! The estimates of a search for the actions at a decision.

/// An entry for each legal action, in their order.
#[derive(Clone, PartialEq, Debug)]
pub struct ActionValues<A> {
    /// The entries.
    pub entries: Vec<ActionValue<A>>,
}

/// An action with its probability, estimated value and number of visits.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ActionValue<A> {
    /// The action.
    pub action: A,
    /// The probability with which the search would play it.
    pub probability: f64,
    /// The estimated payoff of the player after this action, if there is an estimate.
    pub value: Option<f64>,
    /// The standard error of the value, where it is a mean of simulations and as far as they are independent.
    pub error: Option<f64>,
    /// The number of simulations that began with this action, if they are counted.
    pub visits: Option<u64>,
}

impl<A: Copy> ActionValues<A> {
    /// Action values without estimates: these actions with these probabilities.
    pub fn mixed(actions: impl IntoIterator<Item = (A, f64)>) -> ActionValues<A> {
        let entry = |(action, probability)| ActionValue {
            action,
            probability,
            value: None,
            error: None,
            visits: None,
        };
        ActionValues { entries: actions.into_iter().map(entry).collect() }
    }

    /// The most probable action, the first among equals.
    ///
    /// # Panics
    ///
    /// If there is no action.
    pub fn best(&self) -> A {
        let first = self.entries.first().expect("a decision has at least one action");
        let best = self
            .entries
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
        let action_values = ActionValues::mixed([('a', 0.2), ('b', 0.4), ('c', 0.4)]);
        assert_eq!(action_values.best(), 'b');
    }
}
