//! The legal actions at each step of a turn.

use super::action::Verb;
use super::cover::Sizes;
use super::position::{Phase, Position};
use super::rules::{CaptureCover, DiscardOrder, FinalTurns, HAND_LIMIT, Recipippes, TradeDraw};
use super::{CardSet, CourtSet, Legal};

impl Recipippes {
    /// The legal actions in this position.
    #[inline]
    pub(super) fn choices(&self, position: &Position) -> Legal {
        match position.phase {
            Phase::Act => self.legal_acts(position),
            Phase::Trade => self.legal_trade(position),
            Phase::Support => Recipippes::legal_support(position),
            Phase::Defend => self.legal_defence(position),
            Phase::Place => Legal::NONE.with_cards(Verb::Place, position.laid),
            Phase::Call => Legal::words(&[Verb::CallPawn, Verb::CallCourt]),
            Phase::Seat => Legal::words(&[Verb::SeatFirst, Verb::SeatSecond]),
            Phase::Lot | Phase::Deal | Phase::Shuffle | Phase::Over => Legal::NONE,
        }
    }

    /// Whether only captures, steals and passes are left to do.
    #[inline]
    fn is_restricted(&self, position: &Position) -> bool {
        position.final_turns > 0 && self.final_turns == FinalTurns::CaptureStealOnly
    }

    #[inline]
    fn legal_acts(&self, position: &Position) -> Legal {
        let mover = position.mover;
        let hand = position.hand(mover);
        let held = hand.len() as u8;
        let free = !position.over_limit && !self.is_restricted(position);
        let legal = Legal::NONE
            .with(Verb::Draw, free)
            .with(Verb::DrawDiscard, free && !position.discard.is_empty())
            .with(Verb::Trade, true);
        let mut least = 0;
        if position.over_limit {
            if self.over_limit_trade_only {
                return legal;
            }
            // A capture must lead back to the limit; a steal can, by its support.
            least = held.saturating_sub(HAND_LIMIT);
        }
        let all = position.captured.iter().fold(CourtSet::EMPTY, |all, &courts| all.with(courts));
        let others = all.without(position.captured(mover));
        let relevant = self.capture_cover == CaptureCover::EachRelevant;
        legal
            .with_captures(position.display, hand, Sizes { least, most: held }, relevant)
            // One card more is needed for support.
            .with_steals(others, hand, Sizes { least: 0, most: held.saturating_sub(1) })
    }

    #[inline]
    fn legal_trade(&self, position: &Position) -> Legal {
        let hand = position.hand(position.mover);
        let held = hand.len() as u8;
        let traded = position.traded;
        if !position.over_limit && self.is_restricted(position) {
            return Legal::NONE.with_takes(0, 0);
        }
        let ended = position.closed || position.taken > 0;
        let discards = if ended { CardSet::EMPTY } else { self.discards(position, hand) };
        let mut most = match self.trade_draw {
            TradeDraw::Declared => traded,
            TradeDraw::Sequential => u8::from(position.taken < traded),
        };
        let mut allowed = traded > 0 || self.allow_trade_zero;
        if position.over_limit {
            allowed &= held <= HAND_LIMIT;
            most = most.min(HAND_LIMIT.saturating_sub(held));
        }
        let legal = Legal::NONE.with_cards(Verb::Discard, discards);
        if allowed { legal.with_takes(0, most) } else { legal }
    }

    /// The cards of `hand` that can be discarded next in a trade.
    #[inline]
    fn discards(&self, position: &Position, hand: CardSet) -> CardSet {
        if self.discard_order == DiscardOrder::Full {
            return hand;
        }
        let higher = if position.traded == 0 { hand } else { hand & CardSet::above(position.last) };
        let lower = if self.discard_order == DiscardOrder::TopOnly { hand - higher } else { CardSet::EMPTY };
        // The number of more discards that are needed after this one.
        let needed = match position.over_limit {
            true => hand.len().saturating_sub(1 + usize::from(HAND_LIMIT)),
            false => 0,
        };
        if needed == 0 {
            return higher | lower;
        }
        // Each must be higher than the one before, except perhaps the last.
        let rising = needed - usize::from(self.discard_order == DiscardOrder::TopOnly);
        reaching(higher, rising)
    }

    #[inline]
    fn legal_support(position: &Position) -> Legal {
        let hand = position.hand(position.mover);
        let higher = match position.support.last() {
            Some(last) => hand & CardSet::above(last),
            None => hand,
        };
        let limit = usize::from(HAND_LIMIT);
        let needed = if position.over_limit { hand.len().saturating_sub(1 + limit) } else { 0 };
        let done = !position.support.is_empty() && (!position.over_limit || hand.len() <= limit);
        Legal::NONE.with_cards(Verb::Support, reaching(higher, needed)).with(Verb::Done, done)
    }

    #[inline]
    fn legal_defence(&self, position: &Position) -> Legal {
        let hand = position.hand(position.actor);
        let (strength, laid) = (position.strength, position.defence.value());
        let (higher, first) = match (position.defence.last(), position.defence.first()) {
            (Some(last), first) => (hand & CardSet::above(last), first),
            (None, _) => (hand, None),
        };
        let mut cards = CardSet::EMPTY;
        let mut done = laid >= strength;
        if self.defense_minimal {
            // Bit `s`: some higher cards are worth `s` together.
            let mut sums = 1u128;
            for card in higher.iter().rev() {
                let least = first.unwrap_or(card).value();
                if reaches_barely(sums, laid + card.value(), strength, least) {
                    cards.insert(card);
                }
                sums |= sums << card.value();
            }
            done &= first.is_some_and(|first| laid - first.value() < strength);
        } else {
            // The lower a card, the more can follow it.
            let mut reached = laid;
            for card in higher.iter().rev() {
                reached += card.value();
                if reached >= strength {
                    cards = higher - CardSet::above(card);
                    break;
                }
            }
        }
        Legal::NONE
            .with_cards(Verb::Defend, cards)
            .with(Verb::Yield, position.defence.is_empty())
            .with(Verb::Done, done)
    }
}

/// The cards of `higher` after which at least `needed` higher ones follow.
#[inline]
fn reaching(higher: CardSet, needed: usize) -> CardSet {
    if needed == 0 {
        higher
    } else if needed < higher.len() {
        higher - CardSet::above(higher.nth(higher.len() - needed - 1))
    } else {
        CardSet::EMPTY
    }
}

/// Whether cards worth `laid`, with some of the `sums`, reach `strength` so that none of them could be left
/// out, the least of them being worth `least`.
#[inline]
pub(super) fn reaches_barely(sums: u128, laid: u8, strength: u8, least: u8) -> bool {
    let from = strength.saturating_sub(laid);
    let to = (strength + least).saturating_sub(laid);
    from < to && sums >> from & ((1 << (to - from)) - 1) != 0
}
