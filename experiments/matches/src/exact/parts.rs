//! The cost of the decisions of a hand of Kinderschnapsen, divided by trick and by what was decided.

use hinterhand_engine::tricks::Action;

/// The number of tricks of a hand.
const TRICKS: usize = 6;

/// What the cost of a decision is about. A mistake in closing is one whether the player closed where it
/// should not or went on where it should have closed; likewise for claims.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decided {
    /// The lead to a trick, a marriage or an exchange before it included.
    Lead,
    /// The reply to a lead.
    Reply,
    /// To close the talon, or not to.
    Close,
    /// To claim the hand, or to play on.
    Claim,
}

impl Decided {
    /// The kind of a decision between the action that was taken and the best one. `leads` says whether no
    /// card lies on the table.
    pub fn of(taken: Action, best: Action, leads: bool) -> Decided {
        let concerns = |about: &[Action]| about.contains(&taken) || about.contains(&best);
        match leads {
            _ if concerns(&[Action::STOP, Action::ON]) => Decided::Claim,
            _ if concerns(&[Action::CLOSE]) => Decided::Close,
            true => Decided::Lead,
            false => Decided::Reply,
        }
    }
}

/// Sums of costs: by trick, and by what was decided. Both come to the whole.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct LossParts {
    parts: [f64; LossParts::NAMES.len()],
}

impl LossParts {
    /// The names of the parts: the tricks first, then what was decided.
    pub const NAMES: [&str; TRICKS + 4] = [
        "in trick 1",
        "in trick 2",
        "in trick 3",
        "in trick 4",
        "in trick 5",
        "in trick 6",
        "at leads",
        "at replies",
        "at closing",
        "at claims",
    ];

    /// Adds the cost of a decision after this number of tricks.
    pub fn add(&mut self, cost: f64, tricks: usize, decided: Decided) {
        self.parts[tricks.min(TRICKS - 1)] += cost;
        self.parts[TRICKS + decided as usize] += cost;
    }

    /// The parts, in the order of their names.
    pub fn parts(&self) -> &[f64] {
        &self.parts
    }

    /// Adds those of another hand.
    pub fn merge(&mut self, other: &LossParts) {
        self.parts.iter_mut().zip(other.parts).for_each(|(sum, part)| *sum += part);
    }
}

#[cfg(test)]
mod tests {
    use hinterhand_engine::tricks::{Card, Rank, Suit};

    use super::*;

    #[test]
    fn a_decision_is_about_what_was_taken_or_should_have_been() {
        let card = |rank| Action::card(Card::new(rank, Suit::Spades));
        let (jack, queen) = (card(Rank::Jack), card(Rank::Queen));
        for (taken, best, leads, decided) in [
            (jack, queen, true, Decided::Lead),
            (jack, queen, false, Decided::Reply),
            (Action::CLOSE, queen, true, Decided::Close),
            (jack, Action::CLOSE, true, Decided::Close),
            (Action::STOP, Action::CLOSE, true, Decided::Claim),
            (Action::ON, Action::STOP, false, Decided::Claim),
        ] {
            assert_eq!(Decided::of(taken, best, leads), decided);
        }
    }

    #[test]
    fn both_divisions_come_to_the_whole() {
        let mut parts = LossParts::default();
        parts.add(0.5, 0, Decided::Close);
        parts.add(0.25, 3, Decided::Reply);
        // A claim after the last trick belongs to it.
        parts.add(1.0, 6, Decided::Claim);
        let mut twice = parts;
        twice.merge(&parts);
        assert_eq!(twice.parts(), [1.0, 0.0, 0.0, 0.5, 0.0, 2.0, 0.0, 0.5, 1.0, 2.0]);
        assert_eq!(twice.parts()[..TRICKS].iter().sum::<f64>(), twice.parts()[TRICKS..].iter().sum::<f64>());
    }
}
