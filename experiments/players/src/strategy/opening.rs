//! The first decision of a hand of Kinderschnapsen: what a strategy does with every hand of the leader.

use std::cmp::Reverse;

use hinterhand_engine::games::Kinderschnapsen;
use hinterhand_engine::games::kinderschnapsen::SuitMap;
use hinterhand_engine::tricks::{Action, Card, CardSet, Deal, Rank, Suit, Talon};
use hinterhand_engine::{ActionSet, Game, Player};
use hinterhand_solvers::strategy::Strategy;

/// The first leads of a strategy, hand by hand.
///
/// Hands that differ only by the names of the suits are one: trump is called spades, and the plain suits
/// hearts and diamonds can be exchanged. The figures of a hand are means over its names.
#[derive(Clone, PartialEq, Debug)]
pub struct Opening {
    /// The hands by turnup, from the Two to the Queen.
    pub hands: Vec<OpeningHand>,
    /// The largest difference of the probabilities of closing, and of leading a card with or without closing,
    /// between two names of the same hand.
    pub largest_difference: f64,
}

/// The strategy of the leader with a hand.
#[derive(Clone, PartialEq, Debug)]
pub struct OpeningHand {
    /// The turnup, a spade.
    pub turnup: Card,
    /// The three cards: trumps first, in each suit the highest first.
    pub cards: [Card; 3],
    /// The number of the 13,305,600 deals that give the leader this hand with this turnup, with any names of
    /// the suits.
    pub deals: u32,
    /// The probability of closing before the lead.
    pub close: f64,
    /// The probability of leading each card without closing; together with `close` they sum to 1.
    pub open: [f64; 3],
    /// The probability of leading each card after closing; none where closing is not allowed.
    pub closed: Option<[f64; 3]>,
}

/// The orders of the dealer's hand and the talon's hidden cards: 8 over 3, times 5!.
const DEALS_OF_A_HAND: u32 = 56 * 120;

impl Opening {
    /// Asks the strategy about every hand.
    pub fn of(game: &Kinderschnapsen, strategy: &impl Strategy<Kinderschnapsen>) -> Opening {
        let mut opening = Opening { hands: Vec::new(), largest_difference: 0.0 };
        for rank in RANKS {
            let turnup = Card::new(rank, Suit::Spades);
            for cards in hands(turnup) {
                let hand = opening.ask(game, strategy, turnup, cards);
                opening.hands.push(hand);
            }
        }
        opening
    }

    /// The probability that the leader closes before the first lead, with this turnup or with any.
    pub fn close(&self, turnup: Option<Rank>) -> f64 {
        self.mean(|hand| turnup.is_none_or(|rank| hand.turnup.rank() == rank), |hand| hand.close)
    }

    /// The probability over all hands that the first lead is a trump, or a plain card, of this rank, after
    /// closing or without.
    pub fn lead(&self, trump: bool, rank: Rank, closed: bool) -> f64 {
        let led = |card: &Card| (card.suit() == Suit::Spades) == trump && card.rank() == rank;
        self.mean(
            |_| true,
            |hand| {
                let leads = if closed { hand.closed_leads() } else { hand.open };
                hand.cards.iter().zip(leads).filter(|(card, _)| led(card)).map(|(_, lead)| lead).sum()
            },
        )
    }

    /// The share of deals with a hand like this.
    pub fn share(&self, which: impl Fn(&OpeningHand) -> bool) -> f64 {
        self.mean(|_| true, |hand| if which(hand) { 1.0 } else { 0.0 })
    }

    /// The mean over the deals with a hand like this.
    fn mean(&self, which: impl Fn(&OpeningHand) -> bool, of: impl Fn(&OpeningHand) -> f64) -> f64 {
        let of_these = || self.hands.iter().filter(|hand| which(hand));
        let deals: u32 = of_these().map(|hand| hand.deals).sum();
        of_these().map(|hand| f64::from(hand.deals) * of(hand)).sum::<f64>() / f64::from(deals)
    }

    /// Asks about a hand under all names.
    fn ask(
        &mut self,
        game: &Kinderschnapsen,
        strategy: &impl Strategy<Kinderschnapsen>,
        turnup: Card,
        cards: [Card; 3],
    ) -> OpeningHand {
        let maps = SuitMap::all();
        let deal = deal(turnup, cards);
        let answers = maps.each_ref().map(|map| {
            let mut hand = game.start();
            game.reveal(&mut hand, &map.deal(&deal));
            let first = answer(game, strategy, &hand);
            let closed = game.legal(&hand).contains(Action::CLOSE).then(|| {
                game.play(&mut hand, Action::CLOSE);
                answer(game, strategy, &hand)
            });
            let of = |actions: &[(Action, f64)], action| {
                actions.iter().find(|(listed, _)| *listed == action).map_or(0.0, |&(_, chosen)| chosen)
            };
            let leads =
                |actions: &[(Action, f64)]| cards.map(|card| of(actions, Action::card(map.card(card))));
            (of(&first, Action::CLOSE), leads(&first), closed.map(|closed| leads(&closed)))
        });
        let mut seen: Vec<(Card, CardSet)> = maps
            .iter()
            .map(|map| (map.card(turnup), cards.iter().map(|&card| map.card(card)).collect()))
            .collect();
        seen.sort_unstable_by_key(|(turnup, cards)| (*turnup, cards.bits()));
        seen.dedup();
        let mean = |of: &dyn Fn(usize) -> f64| (0..maps.len()).map(of).sum::<f64>() / maps.len() as f64;
        let pair = mirrored(cards) == cards && cards[1].suit() != Suit::Spades;
        let named: Vec<OpeningHand> = answers
            .into_iter()
            .map(|(close, open, closed)| {
                let alike = |leads: [f64; 3]| if pair { levelled(leads) } else { leads };
                let (open, closed) = (alike(open), closed.map(alike));
                OpeningHand { turnup, cards, deals: DEALS_OF_A_HAND * seen.len() as u32, close, open, closed }
            })
            .collect();
        for (a, b) in
            named.iter().flat_map(|one| named.iter().flat_map(|other| one.parts().zip(other.parts())))
        {
            self.largest_difference = self.largest_difference.max(a - b);
        }
        OpeningHand {
            close: mean(&|n| named[n].close),
            open: [0, 1, 2].map(|at| mean(&|n| named[n].open[at])),
            closed: named[0].closed.map(|_| {
                [0, 1, 2].map(|at| mean(&|n| named[n].closed.expect("the rules do not name a suit")[at]))
            }),
            ..named[0].clone()
        }
    }
}

impl OpeningHand {
    /// The probability of closing and then leading each card.
    pub fn closed_leads(&self) -> [f64; 3] {
        self.closed.map_or([0.0; 3], |closed| closed.map(|lead| self.close * lead))
    }

    /// The probabilities of closing, of leading each card without closing, and of closing and leading each
    /// card.
    pub fn parts(&self) -> impl Iterator<Item = f64> {
        [self.close].into_iter().chain(self.open).chain(self.closed_leads())
    }

    /// The hand with the symbols of the suits.
    pub fn text(&self) -> String {
        self.cards.map(|card| format!("{card:#}")).join(" ")
    }
}

/// The leads of a trump and a pair of plain cards of one rank, of which it makes no difference which is led.
fn levelled([first, second, third]: [f64; 3]) -> [f64; 3] {
    [first, (second + third) / 2.0, (second + third) / 2.0]
}

/// The ranks of the pack, from the weakest to the strongest.
pub const RANKS: [Rank; 4] = [Rank::Two, Rank::Seven, Rank::Jack, Rank::Queen];

/// The hands that the leader can hold, one for each pair of mirror images.
fn hands(turnup: Card) -> impl Iterator<Item = [Card; 3]> {
    all_hands(turnup).into_iter().filter(|&hand| hand.map(order) <= mirrored(hand).map(order))
}

/// The hands that the leader can hold.
fn all_hands(turnup: Card) -> Vec<[Card; 3]> {
    let mut left: Vec<Card> = Kinderschnapsen::PACK.cards.iter().filter(|&card| card != turnup).collect();
    left.sort_unstable_by_key(|card| order(*card));
    let mut hands = Vec::new();
    for (n, &first) in left.iter().enumerate() {
        for (m, &second) in left.iter().enumerate().skip(n + 1) {
            hands.extend(left[m + 1..].iter().map(|&third| [first, second, third]));
        }
    }
    hands
}

/// A deal with spades for trump for each turnup and each hand of the leader.
pub(super) fn deals() -> impl Iterator<Item = Deal> {
    let turnups = RANKS.into_iter().map(|rank| Card::new(rank, Suit::Spades));
    turnups.flat_map(|turnup| all_hands(turnup).into_iter().map(move |cards| deal(turnup, cards)))
}

/// Trumps first, the highest first.
fn order(card: Card) -> (Suit, Reverse<Rank>) {
    (card.suit(), Reverse(card.rank()))
}

/// The hand with hearts for diamonds and diamonds for hearts.
fn mirrored(hand: [Card; 3]) -> [Card; 3] {
    let mut hand = hand.map(|card| match card.suit() {
        Suit::Hearts => Card::new(card.rank(), Suit::Diamonds),
        Suit::Diamonds => Card::new(card.rank(), Suit::Hearts),
        suit => Card::new(card.rank(), suit),
    });
    hand.sort_unstable_by_key(|card| order(*card));
    hand
}

/// A deal with this turnup in which the leader has these cards; the order of the others does not matter,
/// since the leader does not see them.
fn deal(turnup: Card, cards: [Card; 3]) -> Deal {
    let first: CardSet = cards.into_iter().collect();
    let rest: Vec<Card> = (Kinderschnapsen::PACK.cards - first - CardSet::of(turnup)).iter().collect();
    let (second, talon) = rest.split_at(Kinderschnapsen::PACK.hand);
    let talon = Talon::from_bottom(std::iter::once(turnup).chain(talon.iter().copied()));
    Deal { hands: [first, second.iter().copied().collect()], talon }
}

/// The strategy at the first lead.
fn answer(
    game: &Kinderschnapsen,
    strategy: &impl Strategy<Kinderschnapsen>,
    hand: &<Kinderschnapsen as Game>::State,
) -> Vec<(Action, f64)> {
    let legal = game.legal(hand);
    let mut probabilities = Vec::new();
    strategy.probabilities(&game.info_set(hand, Player::FIRST), &legal, &mut probabilities);
    legal.iter().zip(probabilities).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use hinterhand_engine::games::kinderschnapsen::{Deals, Hand};
    use hinterhand_engine::tricks::{Actions, InfoSet};
    use hinterhand_solvers::strategy::Uniform;

    /// 11 over 3 hands, of which 13 are their own mirror images: three trumps, or one of three trumps and two
    /// plain cards of one of four ranks.
    #[test]
    fn every_hand_is_there_once() {
        let opening = Opening::of(&Kinderschnapsen::default(), &Uniform);
        assert_eq!(opening.hands.len(), 4 * (165 + 13) / 2);
        for rank in RANKS {
            let of_turnup: Vec<&OpeningHand> =
                opening.hands.iter().filter(|hand| hand.turnup.rank() == rank).collect();
            assert_eq!(of_turnup.len(), 89);
            assert_eq!(of_turnup.iter().filter(|hand| hand.deals == 3 * DEALS_OF_A_HAND).count(), 13);
            assert_eq!(of_turnup.iter().map(|hand| hand.deals).sum::<u32>(), Deals::COUNT / 4);
            assert!(of_turnup.iter().all(|hand| !hand.cards.contains(&hand.turnup)));
        }
    }

    #[test]
    fn what_is_even_is_told_so() {
        let opening = Opening::of(&Kinderschnapsen::default(), &Uniform);
        let third = 1.0 / 3.0;
        for hand in &opening.hands {
            assert_eq!((hand.close, hand.open), (0.25, [0.25; 3]));
            assert_eq!(hand.closed, Some([third; 3]));
        }
        assert_eq!((opening.largest_difference, opening.close(None)), (0.0, 0.25));
        // Of eleven cards three are trumps if the turnup is none of this rank, which is so in 3 of 4 deals.
        let queen = opening.lead(true, Rank::Queen, false);
        assert!((queen - 0.75 * (3.0 / 11.0) * 0.25).abs() < 1e-12, "{queen}");
        let sum: f64 = RANKS
            .iter()
            .flat_map(|&rank| {
                [(true, true), (true, false), (false, true), (false, false)].map(|of| (rank, of))
            })
            .map(|(rank, (trump, closed))| opening.lead(trump, rank, closed))
            .sum();
        assert!((sum - 1.0).abs() < 1e-12, "{sum}");
    }

    /// Leads the first card in the order of the engine; closes if that is a trump.
    struct First;

    impl Strategy<Kinderschnapsen> for First {
        fn probabilities(&self, info_set: &InfoSet<Hand>, legal: &Actions, out: &mut Vec<f64>) {
            use hinterhand_engine::tricks::Table as _;
            let trump = info_set.cards().first().suit() == info_set.hand().trump();
            let wanted = if trump && legal.contains(Action::CLOSE) { Action::CLOSE } else { legal.nth(0) };
            out.clear();
            out.extend(legal.iter().map(|action| f64::from(u8::from(action == wanted))));
        }
    }

    #[test]
    fn names_of_suits_that_make_a_difference_are_noticed() {
        let opening = Opening::of(&Kinderschnapsen::default(), &First);
        assert_eq!(opening.largest_difference, 1.0);
        for hand in &opening.hands {
            let sum = hand.close + hand.open.iter().sum::<f64>();
            let closed: f64 = hand.closed.expect("one may close").iter().sum();
            assert!((sum - 1.0).abs() < 1e-12 && (closed - 1.0).abs() < 1e-12, "{hand:?}");
            // Trumps alone are closed with under any names of the suits.
            let trumps = hand.cards.iter().filter(|card| card.suit() == Suit::Spades).count();
            assert!(trumps != 3 || hand.close == 1.0);
            assert!(trumps != 0 || hand.close == 0.0);
        }
    }
}
