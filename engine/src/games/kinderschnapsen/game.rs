//! Kinderschnapsen as a [`Game`].

use super::deals::Deals;
use super::hand::{Hand, Phase};
use super::rules::{DUTY, FalseCheckout, Kinderschnapsen, PACK, POINTS};
use crate::tricks::{Action, Actions, Card, Deal, InfoSet, Table, takes};
use crate::{Event, EventOf, Game, Player, Reshuffle, Rng, StateHistory, Steps, Turn};

impl Game for Kinderschnapsen {
    type State = Hand;
    type Action = Action;
    type Legal = Actions;
    type Chance = Deal;
    type InfoSet = InfoSet<Hand>;

    fn players(&self) -> usize {
        2
    }

    #[inline]
    fn start(&self) -> Hand {
        Hand::UNDEALT
    }

    #[inline]
    fn turn(&self, hand: &Hand) -> Turn {
        match hand.phase {
            Phase::Deal => Turn::Chance,
            Phase::Lead | Phase::Reply | Phase::CheckOut => Turn::Player(hand.mover),
            Phase::Out | Phase::Played => Turn::Over,
        }
    }

    #[inline]
    fn legal(&self, hand: &Hand) -> Actions {
        let cards = hand.cards(hand.mover);
        match hand.phase {
            Phase::Lead => {
                let close = hand.is_open() && hand.talon.left() >= self.close_min_stock as usize;
                Actions::cards(cards).with(Action::CLOSE, close)
            }
            Phase::Reply if hand.is_open() => Actions::cards(cards),
            Phase::Reply => {
                let lead = hand.card_played(2 * hand.tricks());
                Actions::cards(DUTY.replies(cards, lead, hand.trump()))
            }
            Phase::CheckOut => Actions::NONE.with(Action::OUT, true).with(Action::ON, true),
            Phase::Deal | Phase::Out | Phase::Played => Actions::NONE,
        }
    }

    #[inline]
    fn play(&self, hand: &mut Hand, action: Action) {
        debug_assert!(crate::ActionSet::contains(&self.legal(hand), action), "{action} is not legal");
        if let Some(card) = action.played() {
            if hand.phase == Phase::Lead {
                hand.lay(card);
                hand.phase = Phase::Reply;
                hand.mover = hand.mover.other();
                return;
            }
            let lead = hand.card_played(2 * hand.tricks());
            hand.lay(card);
            let taken = takes(card, lead, hand.trump());
            let winner = Player::new(hand.mover.index() ^ usize::from(!taken));
            hand.mover = winner;
            hand.points[winner.index()] += POINTS[lead.index() & 7] + POINTS[card.index() & 7];
            hand.winners |= (winner.index() as u8) << hand.tricks;
            hand.tricks += 1;
            let enough = hand.points[winner.index()] >= Kinderschnapsen::TARGET;
            if enough && self.auto_checkout {
                hand.phase = Phase::Out;
            } else if enough || self.false_checkout != FalseCheckout::Forbidden {
                hand.phase = Phase::CheckOut;
            } else {
                hand.go_on();
            }
        } else if action == Action::CLOSE {
            hand.marks |= hand.tricks + 1;
            hand.frozen = hand.points(hand.mover.other());
        } else if action == Action::OUT {
            hand.phase = Phase::Out;
        } else {
            hand.marks |= 2 << hand.tricks;
            hand.go_on();
        }
    }

    #[inline]
    fn draw(&self, _: &Hand, rng: &mut Rng) -> Deal {
        Deal::draw::<12>(&PACK, rng)
    }

    #[inline]
    fn reveal(&self, hand: &mut Hand, deal: &Deal) {
        *hand = Hand { talon: deal.talon, hands: deal.hands, phase: Phase::Lead, ..Hand::UNDEALT };
    }

    #[inline]
    fn payoff(&self, hand: &Hand, player: Player) -> f64 {
        let won = f64::from(self.pay(&hand.finish()));
        if player == hand.mover { won } else { -won }
    }

    #[inline]
    fn info_set(&self, hand: &Hand, player: Player) -> InfoSet<Hand> {
        InfoSet::of(hand, player)
    }

    #[inline]
    fn sample(&self, info_set: &InfoSet<Hand>, rng: &mut Rng) -> Hand {
        info_set.sample(DUTY, rng)
    }
}

impl Reshuffle for Kinderschnapsen {
    fn face_down(&self, hand: &Hand) -> usize {
        hand.talon.face_down()
    }

    fn reshuffle(&self, hand: &mut Hand, rng: &mut Rng) {
        hand.talon.reshuffle(rng);
    }
}

impl Steps for Kinderschnapsen {
    type Step = Card;

    /// Three cards to the leader, three to the dealer, the turnup, then the talon from its top.
    fn steps(&self, _: &Hand, dealt: &[Card]) -> Vec<(Card, f64)> {
        let left = PACK.cards - dealt.iter().copied().collect();
        left.iter().map(|card| (card, 1.0 / left.len() as f64)).collect()
    }

    fn assemble(&self, _: &Hand, dealt: &[Card]) -> <Self as Game>::Chance {
        Deal::from_steps(&PACK, dealt)
    }
}

impl StateHistory for Kinderschnapsen {
    fn events(&self, hand: &Hand) -> Vec<(EventOf<Kinderschnapsen>, f64)> {
        if !hand.is_dealt() {
            return Vec::new();
        }
        let (deal, mut now) = (hand.deal(), self.start());
        self.reveal(&mut now, &deal);
        let mut events = vec![(Event::Chance(deal), 1.0 / f64::from(Deals::COUNT))];
        while now != *hand {
            let action = match now.phase {
                Phase::Lead if now.closer().is_none() && hand.closed_before() == Some(now.tricks()) => {
                    Action::CLOSE
                }
                Phase::CheckOut if hand.marks >> (now.tricks + 1) & 1 == 1 => Action::ON,
                Phase::CheckOut => Action::OUT,
                _ => Action::card(hand.card_played(now.cards_played())),
            };
            self.play(&mut now, action);
            events.push((Event::Action(action), 1.0));
        }
        events
    }
}
