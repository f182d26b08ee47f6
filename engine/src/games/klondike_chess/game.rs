//! Klondike Chess as a [`Game`].

use super::action::{Action, Legal};
use super::card::CardSet;
use super::position::{Phase, Position};
use super::rules::KlondikeChess;
use super::seen::InfoSet;
use super::setup::HAND;
use super::stock::Pile;
use crate::{ActionSet, Game, Player, Rng, Turn};

/// An event of chance.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Chance {
    /// The first hands.
    Deal([CardSet; 2]),
    /// The cards that the players draw after an exchange.
    Refill([CardSet; 2]),
    /// The draw pile.
    Pile(Pile),
}

/// The marks of chance events in the log.
const DEALT: u64 = 2 << 32;
const REFILLED: u64 = 3 << 32;
const PILED: u64 = 4 << 32;

impl Game for KlondikeChess {
    type State = Position;
    type Action = Action;
    type Legal = Legal;
    type Chance = Chance;
    type InfoSet = InfoSet;

    fn players(&self) -> usize {
        2
    }

    #[inline]
    fn start(&self) -> Position {
        Position::START
    }

    #[inline]
    fn turn(&self, position: &Position) -> Turn {
        match position.phase {
            Phase::Deal | Phase::Refill | Phase::Pile => Turn::Chance,
            Phase::Set | Phase::Play => Turn::Player(position.mover),
            Phase::Drawn(_) | Phase::Won(_) => Turn::Over,
        }
    }

    #[inline]
    fn legal(&self, position: &Position) -> Legal {
        let mut legal = Legal::new();
        match position.phase {
            Phase::Play => self.list_turns(position, &mut legal),
            Phase::Set => legal.fill(None, |legal| self.add_settings(position, legal)),
            _ => {}
        }
        legal
    }

    #[inline]
    fn play(&self, position: &mut Position, action: Action) {
        debug_assert!(self.legal(position).contains(action), "{action:?} is not legal");
        match action {
            Action::Set(card) => self.set_card(position, card),
            _ => self.take_turn(position, action),
        }
    }

    fn draw(&self, position: &Position, rng: &mut Rng) -> Chance {
        let deck = CardSet::ALL - position.setup.in_hands();
        match position.phase {
            Phase::Deal => {
                let first = deck.choose(HAND, rng);
                Chance::Deal([first, (deck - first).choose(HAND, rng)])
            }
            Phase::Refill => {
                let mut cards = [CardSet::EMPTY; 2];
                if let Some((drawer, size)) = position.setup.draws(position.setup.refilled()) {
                    cards[drawer.index()] = deck.choose(size, rng);
                }
                Chance::Refill(cards)
            }
            _ => Chance::Pile(Pile::shuffled(position.pile_cards(), rng)),
        }
    }

    fn reveal(&self, position: &mut Position, chance: &Chance) {
        match *chance {
            Chance::Deal(hands) => {
                position.log.absorb(DEALT);
                let again = position.setup.deal(hands);
                position.phase = if again { Phase::Refill } else { Phase::Set };
            }
            Chance::Refill(cards) => {
                position.log.absorb(REFILLED);
                let again = position.setup.refill(cards);
                position.phase = if again { Phase::Refill } else { Phase::Set };
            }
            Chance::Pile(ref pile) => {
                position.log.absorb(PILED);
                position.stock.order(pile);
                position.phase = Phase::Play;
                if position.turns == 0 {
                    self.begin(position);
                }
                self.judge_stalemate(position);
            }
        }
    }

    #[inline]
    fn payoff(&self, position: &Position, player: Player) -> f64 {
        match position.phase {
            Phase::Won(winner) if winner == player => 1.0,
            Phase::Won(_) => -1.0,
            _ => 0.0,
        }
    }

    #[inline]
    fn info_set(&self, position: &Position, player: Player) -> InfoSet {
        InfoSet::of(self, position, player)
    }

    #[inline]
    fn sample(&self, info_set: &InfoSet, rng: &mut Rng) -> Position {
        info_set.sample(self, rng)
    }
}
