//! Kinderschnapsen with a smaller or larger deck: the rules, as a game for the trees of the solvers.
//!
//! Of `n` cards each player is dealt a quarter, rounded down, and the talon is the largest even number of the
//! remaining cards; a card that is left over is put aside unseen. Half of all points less two end the hand at
//! once. All other rules are those of Kinderschnapsen, the deck of three suits and four ranks, with automatic
//! check-out at 46 points.

use anyhow::ensure;
use hinterhand_engine::games::Kinderschnapsen;
use hinterhand_engine::tricks::{Action, Actions, Card, CardSet, Deal, Pack, Rank, Suit, Talon, takes};
use hinterhand_engine::{Game, Player, Rng, Steps, Turn};

use super::seen::{DRAWS, Log, Seen, choose};

/// The suits and ranks of decks; every deck has the first ones.
const SUITS: [Suit; 4] = [Suit::Spades, Suit::Hearts, Suit::Diamonds, Suit::Clubs];
const RANKS: [Rank; 4] = [Rank::Queen, Rank::Jack, Rank::Seven, Rank::Two];

/// Kinderschnapsen with a deck of 2 to 4 suits and 2 to 4 ranks.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Deck {
    pub(super) pack: Pack,
    /// The points that end the hand.
    pub(super) target: u8,
}

/// The position of a hand, hidden cards included.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Hand {
    /// The hands as dealt.
    first: [CardSet; 2],
    held: [CardSet; 2],
    /// The draws of each player, in order.
    drawn: [[Option<Card>; DRAWS]; 2],
    talon: Talon,
    log: Log,
    closed: bool,
    lead: Option<Card>,
    points: [u8; 2],
    phase: Phase,
    /// The player to move; once over, the one who took the last trick.
    mover: Player,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Phase {
    Deal,
    Play,
    /// Over by a check-out.
    Out,
    /// Over after the last trick.
    Played,
}

impl Deck {
    /// The deck of 2 to 4 suits and 2 to 4 ranks, without the lowest card of the last `without` suits.
    pub(super) fn new(suits: u8, ranks: u8, without: u8) -> anyhow::Result<Deck> {
        for (name, count) in [("suits", suits), ("ranks", ranks)] {
            ensure!((2..=4).contains(&count), "`{name}` is {count}; it must be from 2 to 4");
        }
        ensure!(without < suits, "`without` is {without}; it must be less than the {suits} suits");
        let (suits, ranks) = (&SUITS[..suits.into()], &RANKS[..ranks.into()]);
        let missing = &suits[suits.len() - usize::from(without)..];
        let cards = CardSet::pack(suits, ranks) - CardSet::pack(missing, &ranks[ranks.len() - 1..]);
        let hand = cards.len() / 4;
        let pack = Pack { cards, hand, talon: (cards.len() - 2 * hand) / 2 * 2 };
        let points: u8 = cards.iter().map(Kinderschnapsen::points).sum();
        Ok(Deck { pack, target: points / 2 - 2 })
    }

    /// The payoff of a check-out against this number of points.
    pub(super) fn tier(&self, points: u8) -> u8 {
        match points {
            0 => 3,
            points if points < self.target / 2 - 1 => 2,
            _ => 1,
        }
    }

    /// Continues after a trick: draws, or ends the hand.
    fn go_on(&self, hand: &mut Hand) {
        let winner = hand.mover;
        if hand.points[winner.index()] >= self.target {
            hand.phase = Phase::Out;
        } else if hand.is_open() {
            // Hands of one card are empty here too, and draw.
            let draw = (self.pack.talon - hand.talon.left()) / 2;
            for player in [winner, winner.other()] {
                let card = hand.talon.draw();
                hand.held[player.index()].insert(card);
                hand.drawn[player.index()][draw] = Some(card);
            }
        } else if hand.held == [CardSet::EMPTY; 2] {
            hand.phase = Phase::Played;
        }
    }
}

impl Hand {
    /// Whether cards are still drawn, and so anything may be played.
    fn is_open(&self) -> bool {
        !self.closed && self.talon.left() > 0
    }
}

impl Game for Deck {
    type State = Hand;
    type Action = Action;
    type Legal = Actions;
    type Chance = Deal;
    type InfoSet = Seen;

    fn players(&self) -> usize {
        2
    }

    fn start(&self) -> Hand {
        Hand {
            first: [CardSet::EMPTY; 2],
            held: [CardSet::EMPTY; 2],
            drawn: [[None; DRAWS]; 2],
            talon: Talon::EMPTY,
            log: Log::EMPTY,
            closed: false,
            lead: None,
            points: [0; 2],
            phase: Phase::Deal,
            mover: Player::FIRST,
        }
    }

    fn turn(&self, hand: &Hand) -> Turn {
        match hand.phase {
            Phase::Deal => Turn::Chance,
            Phase::Play => Turn::Player(hand.mover),
            Phase::Out | Phase::Played => Turn::Over,
        }
    }

    fn legal(&self, hand: &Hand) -> Actions {
        let cards = hand.held[hand.mover.index()];
        match hand.lead {
            None => Actions::cards(cards).with(Action::CLOSE, hand.is_open()),
            Some(_) if hand.is_open() => Actions::cards(cards),
            Some(lead) => {
                let trump = hand.talon.card(Talon::BOTTOM).suit();
                Actions::cards(Kinderschnapsen::DUTY.replies(cards, lead, trump))
            }
        }
    }

    fn play(&self, hand: &mut Hand, action: Action) {
        hand.log.push(action);
        let Some(card) = action.played() else {
            hand.closed = true;
            return;
        };
        debug_assert!(hand.held[hand.mover.index()].contains(card), "{} does not hold {card}", hand.mover);
        hand.held[hand.mover.index()].remove(card);
        let Some(lead) = hand.lead.take() else {
            hand.lead = Some(card);
            hand.mover = hand.mover.other();
            return;
        };
        if !takes(card, lead, hand.talon.card(Talon::BOTTOM).suit()) {
            hand.mover = hand.mover.other();
        }
        hand.points[hand.mover.index()] += Kinderschnapsen::points(lead) + Kinderschnapsen::points(card);
        self.go_on(hand);
    }

    fn draw(&self, _: &Hand, rng: &mut Rng) -> Deal {
        let mut cards: Vec<Card> = self.pack.cards.iter().collect();
        rng.shuffle(&mut cards);
        Deal::from_steps(&self.pack, &cards[..2 * self.pack.hand + self.pack.talon])
    }

    fn reveal(&self, hand: &mut Hand, deal: &Deal) {
        let (first, held) = (deal.hands, deal.hands);
        *hand = Hand { first, held, talon: deal.talon, phase: Phase::Play, ..self.start() };
    }

    fn payoff(&self, hand: &Hand, player: Player) -> f64 {
        debug_assert_eq!(self.turn(hand), Turn::Over);
        let out = hand.phase == Phase::Out;
        let won = f64::from(if out { self.tier(hand.points[hand.mover.other().index()]) } else { 1 });
        if player == hand.mover { won } else { -won }
    }

    fn info_set(&self, hand: &Hand, player: Player) -> Seen {
        let turnup = (hand.phase != Phase::Deal).then(|| hand.talon.card(Talon::BOTTOM));
        let (first, drawn) = (hand.first[player.index()], hand.drawn[player.index()]);
        Seen { player, turnup, first, drawn, log: hand.log }
    }

    fn sample(&self, seen: &Seen, rng: &mut Rng) -> Hand {
        let mut hand = self.start();
        if let Some(unseen) = seen.unseen(&self.pack) {
            self.reveal(&mut hand, &unseen.draw(rng));
            seen.log.actions().for_each(|action| self.play(&mut hand, action));
        }
        hand
    }
}

impl Steps for Deck {
    type Step = Card;

    /// The cards of the leader and those of the dealer, each hand from its lowest card, then the turnup, then
    /// the talon from its top, so that each deal has one sequence of steps.
    fn steps(&self, _: &Hand, dealt: &[Card]) -> Vec<(Card, f64)> {
        let Pack { cards, hand, talon } = self.pack;
        if dealt.len() == 2 * hand + talon {
            return Vec::new();
        }
        let left = cards - dealt.iter().copied().collect();
        let (missing, next) = match dealt.len() {
            // The missing cards of the hand are higher than the last one.
            cards if cards < 2 * hand && cards % hand > 0 => (hand - cards % hand, dealt.last()),
            cards if cards < 2 * hand => (hand, None),
            _ => {
                let even = 1.0 / left.len() as f64;
                return left.iter().map(|card| (card, even)).collect();
            }
        };
        let from: Vec<Card> = left.iter().filter(|card| next.is_none_or(|last| card > last)).collect();
        let all = choose(from.len(), missing);
        let lowest = from.iter().enumerate();
        let lowest = lowest.map(|(place, &card)| (card, choose(from.len() - 1 - place, missing - 1) / all));
        lowest.filter(|&(_, probability)| probability > 0.0).collect()
    }

    fn assemble(&self, _: &Hand, dealt: &[Card]) -> Deal {
        Deal::from_steps(&self.pack, dealt)
    }
}
