//! Recipippes: the observation, and which pawns and courts the cards in hand reach.

use hinterhand_engine::games::Recipippes;
use hinterhand_engine::games::recipippes::{
    Action, Card, Court, CourtSet, DiscardOrder, InfoSet, Legal, Payoff, Position, Verb,
};
use hinterhand_engine::observation::{Field, Numbers, Observation};
use hinterhand_engine::{ActionSet, Game, Player, Rng};

use super::{AfterstateInputs, Line};
use crate::search::rules::{RecipippesRules, Rules};

/// The suits.
const SUITS: usize = 6;
/// For each pawn and court: where it is and how many of its suits are missing in the hand (4 times 4), how
/// many are if only cards of its suits count (4), and the value of the other cards.
const OF_A_COURT: usize = 16 + 4 + 1;
/// The places of the inputs after those of the pawns and courts.
const OWN_SUITS: usize = 7;
const UNSEEN_SUITS: usize = OWN_SUITS + SUITS;
const AHEAD_OF_CARDS: usize = UNSEEN_SUITS + SUITS;
/// The number of inputs beside those of the observation.
const FURTHER: usize = Court::COUNT * OF_A_COURT + AHEAD_OF_CARDS + 1;

/// The number of inputs of the observation.
fn observed(game: &Recipippes) -> usize {
    game.fields().iter().map(Field::size).sum()
}

impl AfterstateInputs for Recipippes {
    fn inputs(&self) -> usize {
        observed(self) + FURTHER
    }

    fn fill(&self, info_set: &InfoSet, inputs: &mut [f32]) {
        let (seen, inputs) = inputs.split_at_mut(observed(self));
        self.observe(info_set, &mut Numbers::new(seen));
        let (position, me) = (info_set.position(), info_set.seat());
        let (courts, rest) = inputs.split_at_mut(Court::COUNT * OF_A_COURT);
        let hand = info_set.cards();
        for (court, inputs) in Court::all().zip(courts.chunks_exact_mut(OF_A_COURT)) {
            let missing = |suits: u8| ((court.suits() & !suits).count_ones() as usize).min(3);
            let fits = |card: &Card| card.suits() & !court.suits() == 0;
            let place = match position {
                _ if position.display().contains(court) => 0,
                _ if position.captured(me).contains(court) => 1,
                _ if Player::all(self.players()).any(|player| position.captured(player).contains(court)) => 2,
                _ => 3,
            };
            inputs[4 * place + missing(hand.suits())] = 1.0;
            let exact = hand.iter().filter(fits).fold(0, |suits, card| suits | card.suits());
            inputs[16 + missing(exact)] = 1.0;
            let others: u8 = hand.iter().filter(|card| !fits(card)).map(Card::value).sum();
            inputs[20] = f32::from(others) / 40.0;
        }
        let others = || Player::all(self.players()).filter(|&player| player != me);
        let most = others().map(|player| position.points(player)).max().unwrap_or(0);
        let ahead = f32::from(position.points(me)) - f32::from(most);
        let leads = ahead > 0.0 || ahead == 0.0 && position.excuse() == me;
        let leads = f32::from(u8::from(leads));
        let ends = f32::from(u8::from(position.final_turns().is_some()));
        let sizes: usize = others().map(|player| position.hand_size(player)).sum();
        rest[0] = f32::from(hand.value()) / 60.0;
        rest[1] = ahead / 6.0;
        rest[2] = leads;
        rest[3] = position.pile_left() as f32 / 5.0 * leads;
        rest[4] = ends;
        rest[5] = ends * leads;
        rest[6] = ends * ahead / 6.0;
        rest[AHEAD_OF_CARDS] = sizes as f32 / 10.0 * leads;
        let seen = Player::all(self.players()).map(|player| position.hand(player).bits());
        let table = position.discard().cards() | position.laid();
        let seen = seen.fold(table.bits(), |seen, cards| seen | cards);
        for suit in 0..SUITS {
            let shows = |card: &Card| card.suits() >> suit & 1 == 1;
            rest[OWN_SUITS + suit] = hand.iter().filter(shows).count() as f32 / 4.0;
            let unseen = (0..Card::COUNT).filter(|card| seen >> card & 1 == 0).map(Card::from_index);
            rest[UNSEEN_SUITS + suit] = unseen.filter(shows).count() as f32 / 8.0;
        }
    }

    fn lines(&self, info_set: &InfoSet, legal: &Legal, rng: &mut Rng) -> Vec<Line<Action>> {
        let line = |action| Line::of(action, reveals(self, action));
        match legal.nth(0).verb() {
            Verb::Place => Vec::new(),
            Verb::Discard | Verb::Take | Verb::Support | Verb::Done | Verb::Defend | Verb::Yield => {
                legal.iter().map(line).collect()
            }
            _ => {
                let world = self.sample(info_set, rng);
                let kept = RecipippesRules::CHOSEN.shortlist(self, &world, info_set.seat(), legal);
                kept.into_iter().map(line).collect()
            }
        }
    }

    fn by_rules(&self, info_set: &InfoSet, legal: &Legal, rng: &mut Rng) -> Action {
        let world = self.sample(info_set, rng);
        RecipippesRules::CHOSEN.choose(self, &world, info_set.seat(), legal, rng)
    }

    fn begins_turn(&self, _: &Position, legal: &Legal) -> bool {
        !matches!(
            legal.nth(0).verb(),
            Verb::Place | Verb::Support | Verb::Done | Verb::Defend | Verb::Yield | Verb::Take
        )
    }

    fn most(&self) -> f64 {
        match self.payoff {
            Payoff::Win => f64::from(self.players) - 1.0,
            // The payoff is the number of players times the own points, minus the points of all.
            Payoff::Margin => (f64::from(self.players) - 1.0) * f64::from(CourtSet::ALL.points()),
        }
    }
}

/// Whether the player may see something new right after an action.
fn reveals(game: &Recipippes, action: Action) -> bool {
    match action.verb() {
        Verb::Draw | Verb::Take | Verb::Capture => true,
        // Where cards are not arranged by a player, the next turn begins at once, with a card that is drawn.
        Verb::Yield | Verb::Done => game.discard_order == DiscardOrder::Canonical,
        _ => false,
    }
}
