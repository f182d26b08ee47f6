//! The actions, each as one number.

use crate::cards::debug_as_text;
use std::fmt;

use super::{CardSet, Court};

/// The kinds of actions; their order is that of the legal actions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Verb {
    /// Discard a card in a trade.
    Discard,
    /// Lay the next card on the discard pile.
    Place,
    /// Support a steal with a card.
    Support,
    /// Defend against a steal with a card.
    Defend,
    /// End the discards of a trade and draw.
    Take,
    /// Draw from the deck.
    Draw,
    /// Draw the top of the discard pile.
    DrawDiscard,
    /// Begin a trade.
    Trade,
    /// End the support or the defence.
    Done,
    /// Let the thief have it.
    Yield,
    /// Guess that a pawn lies on top.
    CallPawn,
    /// Guess that a court lies on top.
    CallCourt,
    /// Choose to move first.
    SeatFirst,
    /// Choose to move second.
    SeatSecond,
    /// Capture from the display.
    Capture,
    /// Begin to steal from another player.
    Steal,
}

impl Verb {
    /// All of them, by number.
    const ALL: [Verb; 16] = [
        Verb::Discard,
        Verb::Place,
        Verb::Support,
        Verb::Defend,
        Verb::Take,
        Verb::Draw,
        Verb::DrawDiscard,
        Verb::Trade,
        Verb::Done,
        Verb::Yield,
        Verb::CallPawn,
        Verb::CallCourt,
        Verb::SeatFirst,
        Verb::SeatSecond,
        Verb::Capture,
        Verb::Steal,
    ];

    /// The verb with this number.
    #[inline]
    pub(super) const fn from_index(index: usize) -> Verb {
        Verb::ALL[index & 15]
    }
}

/// A decision: a verb with what it needs, packed so that the order of the numbers is that of the verbs, then
/// of the targets, then of the cards.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Action(u64);

const _: () = assert!(size_of::<Action>() <= 8);

const VERB: u32 = 44;
const TARGET: u32 = 40;

impl Action {
    /// A verb that needs nothing more.
    #[inline]
    pub const fn word(verb: Verb) -> Action {
        Action((verb as u64) << VERB)
    }

    /// A verb with cards.
    #[inline]
    pub const fn cards_of(verb: Verb, cards: CardSet) -> Action {
        Action((verb as u64) << VERB | cards.bits())
    }

    /// Draw `count` cards at the end of a trade.
    #[inline]
    pub const fn take(count: u8) -> Action {
        Action((Verb::Take as u64) << VERB | count as u64)
    }

    /// Capture `target` with `cards`.
    #[inline]
    pub const fn capture(target: Court, cards: CardSet) -> Action {
        Action((Verb::Capture as u64) << VERB | (target.index() as u64) << TARGET | cards.bits())
    }

    /// Steal `target` with `cards`.
    #[inline]
    pub const fn steal(target: Court, cards: CardSet) -> Action {
        Action((Verb::Steal as u64) << VERB | (target.index() as u64) << TARGET | cards.bits())
    }

    /// The kind of action.
    #[inline]
    pub const fn verb(self) -> Verb {
        Verb::from_index((self.0 >> VERB) as usize)
    }

    /// The cards that are named; none for a take.
    #[inline]
    pub const fn cards(self) -> CardSet {
        match self.verb() {
            Verb::Take => CardSet::EMPTY,
            _ => CardSet::from_bits(self.0 & CardSet::ALL.bits()),
        }
    }

    /// The number of cards that a take draws; 0 for all else.
    #[inline]
    pub const fn count(self) -> u8 {
        match self.verb() {
            Verb::Take => self.0 as u8,
            _ => 0,
        }
    }

    /// The target, if there is one.
    #[inline]
    pub const fn target(self) -> Option<Court> {
        match self.verb() {
            Verb::Capture | Verb::Steal => Some(Court::from_index((self.0 >> TARGET & 7) as usize)),
            _ => None,
        }
    }

    /// The action as a number, for a digest.
    #[inline]
    pub(super) const fn bits(self) -> u64 {
        self.0
    }

    /// Reads the word of an action; whether it is legal is another question.
    pub(super) fn read(word: &str) -> Option<Action> {
        let words = [Verb::Draw, Verb::DrawDiscard, Verb::Trade, Verb::Done, Verb::Yield].into_iter();
        let words = words.chain([Verb::CallPawn, Verb::CallCourt, Verb::SeatFirst, Verb::SeatSecond]);
        let mut actions = words.map(Action::word);
        let action = actions.find(|action| action.to_string() == word).or_else(|| {
            let (verb, rest) = word.split_once(':')?;
            let single = |verb| rest.parse().ok().map(|card| Action::cards_of(verb, CardSet::of(card)));
            let against = |make: fn(Court, CardSet) -> Action| {
                let (target, cards) = rest.split_once('=')?;
                let cards: Result<CardSet, _> = cards.split(',').map(str::parse).collect();
                Some(make(target.parse().ok()?, cards.ok()?))
            };
            match verb {
                "discard" => single(Verb::Discard),
                "place" => single(Verb::Place),
                "support" => single(Verb::Support),
                "defend" => single(Verb::Defend),
                "take" => rest.parse().ok().map(Action::take),
                "capture" => against(Action::capture),
                "steal" => against(Action::steal),
                _ => None,
            }
        });
        // Only the spelling that is printed is accepted.
        action.filter(|action| action.to_string() == word)
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = match self.verb() {
            Verb::Discard => "discard",
            Verb::Place => "place",
            Verb::Support => "support",
            Verb::Defend => "defend",
            Verb::Take => return write!(f, "take:{}", self.count()),
            Verb::Draw => return f.write_str("draw"),
            Verb::DrawDiscard => return f.write_str("draw:discard"),
            Verb::Trade => return f.write_str("trade"),
            Verb::Done => return f.write_str("done"),
            Verb::Yield => return f.write_str("yield"),
            Verb::CallPawn => return f.write_str("call:pawn"),
            Verb::CallCourt => return f.write_str("call:court"),
            Verb::SeatFirst => return f.write_str("seat:first"),
            Verb::SeatSecond => return f.write_str("seat:second"),
            Verb::Capture => "capture",
            Verb::Steal => "steal",
        };
        match self.target() {
            Some(target) => write!(f, "{word}:{target}={}", self.cards()),
            None => write!(f, "{word}:{}", self.cards()),
        }
    }
}

debug_as_text!(Action);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actions_read_what_they_write() {
        for word in [
            "draw",
            "draw:discard",
            "trade",
            "discard:AM",
            "take:0",
            "take:11",
            "capture:PMSL=4WL,9MS",
            "steal:CSLK=XS,XL,XK",
            "support:9WY",
            "defend:2MK",
            "done",
            "yield",
            "place:3LY",
            "call:pawn",
            "call:court",
            "seat:first",
            "seat:second",
        ] {
            assert_eq!(Action::read(word).map(|action| action.to_string()).as_deref(), Some(word));
        }
        for wrong in ["", "draw:", "take:01", "take:+1", "capture:PMSL=9MS,4WL", "capture:PMSL", "place:PMSL"]
        {
            assert_eq!(Action::read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn verbs_have_their_numbers() {
        for (index, verb) in Verb::ALL.into_iter().enumerate() {
            assert_eq!(verb as usize, index);
        }
    }
}
