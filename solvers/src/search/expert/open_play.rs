//! The card to play while cards are still drawn: what it wins now against what it is worth later.
//!
//! All is counted in points of cards. A card has a worth if it is kept: aces and guarded tens take a trick
//! once suit must be followed, kings and queens may make a pair, trumps take what the other wants to bring
//! home. A reply that takes the trick wins the points of both cards, one that does not loses them; of a lead
//! that is so as likely as the cards that are out say, if the other takes what it can in the suit and trumps
//! what is worth it.

use hinterhand_engine::tricks::{Action, Actions, Card, CardSet, InfoSet, Suit, Table, pair, takes};
use hinterhand_engine::{ActionSet, Game};

use super::sight::Sight;
use crate::search::TrickGame;

/// The worths, in points of cards.
#[derive(Clone, Copy, Debug)]
pub(super) struct Worths {
    /// A trump, on top of its points.
    pub(super) trump: f64,
    /// The lowest trump, as long as it may be exchanged.
    pub(super) exchange: f64,
    /// A plain card of at least ten points that nothing in its suit beats any more, on top of its points; less
    /// than nothing, since it may still be trumped.
    pub(super) master: f64,
    /// The share of its points that another plain card brings home.
    pub(super) guarded: f64,
    /// Each card of a pair that can be announced, as a share of the points of the announcement.
    pub(super) pair: f64,
    /// The same if the other card is still out.
    pub(super) half_pair: f64,
    /// To lead while cards are drawn.
    pub(super) lead: f64,
    /// To lead when the last card has been drawn.
    pub(super) last_lead: f64,
    /// To announce a pair at the next lead, as a share of its points.
    pub(super) announce: f64,
    /// The first trick.
    pub(super) first_trick: f64,
    /// The points for a claim.
    pub(super) claim: f64,
    /// The probability that the other takes in the suit if it can.
    pub(super) takes: f64,
}

impl Worths {
    /// The worths that won most in Schnapsen against `greedy` and `late-pimc:worlds=6`, of those that were
    /// tried by changing one at a time, and that are sound in the other two games.
    pub(super) const CHOSEN: Worths = Worths {
        trump: 14.0,
        exchange: 10.0,
        master: -3.0,
        guarded: 0.2,
        pair: 0.4,
        half_pair: 0.2,
        lead: -4.0,
        last_lead: 0.0,
        announce: 0.7,
        first_trick: 3.0,
        claim: 40.0,
        takes: 0.85,
    };
}

/// A decision while cards are drawn.
pub(super) struct OpenPlay<'a, G: TrickGame> {
    game: &'a G,
    hand: &'a G::State,
    sight: Sight,
    worths: &'a Worths,
}

impl<'a, G, H: Table> OpenPlay<'a, G>
where
    G: TrickGame + Game<State = H, InfoSet = InfoSet<H>>,
{
    pub(super) fn new(game: &'a G, info_set: &'a InfoSet<H>, worths: &'a Worths) -> OpenPlay<'a, G> {
        OpenPlay { game, hand: info_set.hand(), sight: Sight::of(info_set), worths }
    }

    /// The action, which is neither a claim nor a close. A pair or an exchange is always good.
    pub(super) fn action(&self, legal: Actions) -> Action {
        for always in [Action::EXCHANGE, Action::ON] {
            if legal.contains(always) {
                return always;
            }
        }
        if let Some(suit) = self.announcement(legal) {
            return Action::marry(suit);
        }
        Action::card(self.card(legal))
    }

    /// The pair to announce.
    pub(super) fn announcement(&self, legal: Actions) -> Option<Suit> {
        let announced = Suit::ALL.into_iter().filter(|&suit| legal.contains(Action::marry(suit)));
        // Trumps count most, the others alike.
        announced.max_by_key(|&suit| suit == self.sight.trump)
    }

    /// The card to play.
    pub(super) fn card(&self, legal: Actions) -> Card {
        let note = |card| match self.hand.lead() {
            None => self.lead(card),
            Some(lead) => self.reply(lead, card),
        };
        let mut best: Option<(f64, Card)> = None;
        for card in legal.played().iter() {
            let note = note(card);
            if best.is_none_or(|(most, _)| note > most) {
                best = Some((note, card));
            }
        }
        best.expect("there is a card to play").1
    }

    /// The worth of a reply.
    pub(super) fn reply(&self, lead: Card, card: Card) -> f64 {
        let points = f64::from(G::points(lead) + G::points(card));
        let taken = takes(card, lead, self.sight.trump);
        let now = if taken { self.won(points) + self.to_lead(card) } else { -self.lost(points) };
        now - self.kept(card)
    }

    /// The worth of a lead.
    pub(super) fn lead(&self, card: Card) -> f64 {
        let (sight, own) = (&self.sight, f64::from(G::points(card)));
        let over = sight.chance_of(card.stronger()) * self.worths.takes;
        let trumped = if card.suit() == sight.trump {
            0.0
        } else {
            let tempted = match G::points(card) {
                10.. => 0.9,
                4..10 => 0.25,
                2..4 => 0.1,
                _ => 0.0,
            };
            sight.chance_of(sight.trumps()) * tempted
        };
        let lost = 1.0 - (1.0 - over) * (1.0 - trumped);
        let now = (1.0 - lost) * (self.won(own + 2.0) + self.to_lead(card)) - lost * self.lost(own + 7.0);
        now - self.kept(card)
    }

    /// The worth of these points in a trick.
    fn won(&self, points: f64) -> f64 {
        let (hand, me) = (self.hand, self.sight.me);
        let first = if hand.has_trick(me) { 0.0 } else { self.worths.first_trick };
        let enough = points >= f64::from(self.game.lacks(hand, me));
        points + first + if enough { self.worths.claim } else { 0.0 }
    }

    /// The worth of these points to the other.
    fn lost(&self, points: f64) -> f64 {
        let (hand, other) = (self.hand, self.sight.me.other());
        let enough = points >= f64::from(self.game.lacks(hand, other));
        points + if enough { self.worths.claim } else { 0.0 }
    }

    /// The worth of leading next, without this card.
    fn to_lead(&self, card: Card) -> f64 {
        let (sight, worths) = (&self.sight, self.worths);
        let mut own = sight.own;
        own.remove(card);
        let announced = f64::from(self.game.announcements(self.hand, own)) * worths.announce;
        let lead = match sight.open {
            // The other draws the open trump.
            Some(open) if sight.left == 2 => {
                worths.last_lead - 0.5 * (worths.trump + f64::from(G::points(open)))
            }
            _ => worths.lead,
        };
        lead + announced
    }

    /// The worth of a card if it is kept.
    fn kept(&self, card: Card) -> f64 {
        let (sight, worths, points) = (&self.sight, self.worths, f64::from(G::points(card)));
        let out = sight.out();
        let alone = if card.suit() == sight.trump {
            let lowest = card == H::PACK.lowest(sight.trump);
            let exchange = if lowest && sight.left > 2 { worths.exchange } else { 0.0 };
            points + worths.trump + exchange
        } else if (card.stronger() & out).is_empty() {
            points + if points >= 10.0 { worths.master } else { 0.0 }
        } else {
            points * worths.guarded
        };
        alone + self.paired(card, out)
    }

    /// The worth of a card as one of a pair.
    fn paired(&self, card: Card, out: CardSet) -> f64 {
        let Some(partner) = Sight::partner(card) else { return 0.0 };
        let both = pair(card.suit());
        let (sight, worths) = (&self.sight, self.worths);
        let share = if sight.own.contains(partner) {
            worths.pair
        } else if out.contains(partner) && !sight.shown.contains(partner) && sight.left > 2 {
            worths.half_pair
        } else {
            return 0.0;
        };
        share * f64::from(self.game.announcements(self.hand, both))
    }
}
