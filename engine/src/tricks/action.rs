//! The actions at the trick table, and sets of them as bits.

use std::fmt;
use std::str::FromStr;

use super::{Card, CardSet, ParseCardError, Suit};
use crate::ActionSet;
use crate::cards::debug_as_text;

/// A decision at the trick table: a card or one of the announcements, as one byte.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Action(u8);

impl Action {
    /// Exchange the lowest trump for the open card.
    pub const EXCHANGE: Action = Action(36);
    /// Close the talon.
    pub const CLOSE: Action = Action(37);
    /// Claim to have enough points, which ends the hand (Sixty-six, Schnapsen).
    pub const STOP: Action = Action(38);
    /// Check out, which ends the hand (Kinderschnapsen).
    pub const OUT: Action = Action(39);
    /// Go on playing where the hand could have been ended.
    pub const ON: Action = Action(40);

    /// Play `card`.
    #[inline]
    pub const fn card(card: Card) -> Action {
        Action(card.index() as u8)
    }

    /// Announce king and queen of `suit`.
    #[inline]
    pub const fn marry(suit: Suit) -> Action {
        Action(32 + suit as u8)
    }

    /// The card that is played, if it is a card.
    #[inline]
    pub const fn played(self) -> Option<Card> {
        if self.0 < 32 { Some(Card::from_index(self.0 as usize)) } else { None }
    }

    /// The suit that is announced, if it is a pair.
    #[inline]
    pub const fn married(self) -> Option<Suit> {
        if self.0 >= 32 && self.0 < 36 { Some(Suit::ALL[(self.0 & 3) as usize]) } else { None }
    }

    /// Its number, below 64.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The action with this number; it must be one of ours.
    pub(crate) const fn from_index(index: u8) -> Action {
        debug_assert!(index <= Action::ON.0);
        Action(index)
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Action::EXCHANGE => f.write_str("exchange"),
            Action::CLOSE => f.write_str("close"),
            Action::STOP => f.write_str("stop"),
            Action::OUT => f.write_str("out"),
            Action::ON => f.write_str("on"),
            action => match (action.played(), action.married()) {
                (Some(card), _) => fmt::Display::fmt(&card, f),
                (_, Some(suit)) => {
                    write!(f, "marry:{}", if f.alternate() { suit.symbol() } else { suit.letter() })
                }
                _ => write!(f, "?{}", self.0),
            },
        }
    }
}

debug_as_text!(Action);

/// A text that is no action of the trick table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseActionError(ParseCardError);

impl fmt::Display for ParseActionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, or `marry:` and a suit, `exchange`, `close`, `stop`, `out`, `on`", self.0)
    }
}

impl std::error::Error for ParseActionError {}

impl FromStr for Action {
    type Err = ParseActionError;

    fn from_str(text: &str) -> Result<Action, ParseActionError> {
        if let Some(suit) = text.strip_prefix("marry:") {
            let mut letters = suit.chars();
            if let (Some(suit), None) = (letters.next().and_then(Suit::from_char), letters.next()) {
                return Ok(Action::marry(suit));
            }
        }
        match text {
            "exchange" => Ok(Action::EXCHANGE),
            "close" => Ok(Action::CLOSE),
            "stop" => Ok(Action::STOP),
            "out" => Ok(Action::OUT),
            "on" => Ok(Action::ON),
            card => card.parse().map(Action::card).map_err(ParseActionError),
        }
    }
}

/// A set of actions: bit `n` is the action with index `n`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Actions(u64);

impl Actions {
    /// No action.
    pub const NONE: Actions = Actions(0);

    /// Plays of these cards.
    #[inline]
    pub const fn cards(cards: CardSet) -> Actions {
        Actions(cards.bits() as u64)
    }

    /// This set and `action`, if `allowed`.
    #[inline]
    #[must_use]
    pub const fn with(self, action: Action, allowed: bool) -> Actions {
        Actions(self.0 | ((allowed as u64) << action.0))
    }

    /// This set and the plays of `cards`.
    #[inline]
    #[must_use]
    pub const fn with_cards(self, cards: CardSet) -> Actions {
        Actions(self.0 | cards.bits() as u64)
    }

    /// This set and the announcements of the suits whose bits are set.
    #[inline]
    #[must_use]
    pub const fn with_pairs(self, suits: u8) -> Actions {
        Actions(self.0 | ((suits & 0xf) as u64) << 32)
    }

    /// This set but for `action`.
    #[inline]
    #[must_use]
    pub const fn without(self, action: Action) -> Actions {
        Actions(self.0 & !(1 << action.0))
    }

    /// The plays among them.
    #[inline]
    pub const fn played(self) -> CardSet {
        CardSet::from_bits(self.0 as u32)
    }
}

impl ActionSet<Action> for Actions {
    #[inline]
    fn len(&self) -> usize {
        self.0.count_ones() as usize
    }

    #[inline]
    fn nth(&self, n: usize) -> Action {
        debug_assert!(n < self.len(), "no {n}-th action among {}", self.len());
        // Clearing the lowest bit n times without a branch: which n comes next is random, so a loop that
        // ends at n would be mispredicted most of the time.
        let mut bits = self.0;
        for step in 0..4 {
            bits = if step < n { bits & bits.wrapping_sub(1) } else { bits };
        }
        for _ in 4..n {
            bits &= bits.wrapping_sub(1);
        }
        Action((bits.trailing_zeros() & 63) as u8)
    }

    fn iter(&self) -> impl Iterator<Item = Action> + '_ {
        let mut bits = self.0;
        std::iter::from_fn(move || {
            (bits != 0).then(|| {
                let action = Action(bits.trailing_zeros() as u8);
                bits &= bits - 1;
                action
            })
        })
    }

    #[inline]
    fn contains(&self, action: Action) -> bool {
        self.0 >> action.0 & 1 != 0
    }
}

impl fmt::Debug for Actions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_action_reads_what_it_writes() {
        for index in 0..=40 {
            let action = Action::from_index(index);
            assert_eq!(action.to_string().parse(), Ok(action));
        }
        for wrong in ["", "marry", "marry:", "marry:X", "marry:SS", "Close", "stop ", "3S"] {
            assert!(wrong.parse::<Action>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_nth_action_is_the_nth_of_the_list() {
        let all = (0..=40).map(Action::from_index);
        for stride in 1..=12 {
            let set = all.clone().step_by(stride).fold(Actions::NONE, |set, action| set.with(action, true));
            for (n, action) in set.iter().enumerate() {
                assert_eq!(set.nth(n), action);
                assert!(set.contains(action));
            }
        }
    }
}
