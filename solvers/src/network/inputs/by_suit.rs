//! A decision as numbers that do not hang on the names of the suits.
//!
//! Trumps come first; the other suits are sorted by what the player knows of their cards. Points are there as numbers
//! and in steps, the pay of a claim of either player, and of a reply whether it takes the trick and for how many points.

use hinterhand_engine::tricks::{Action, Card, CardSet, Rank, Suit, Table, takes};

use super::{Place, TrickInputs, retraced};

/// What the inputs of actions need to know of a decision.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sight {
    /// The place of each suit, by its number.
    order: [u8; 4],
    /// The cards of the player.
    pub(super) own: CardSet,
    /// The cards that the other is known to hold.
    pub(super) others: CardSet,
    /// The cards of which nothing is known.
    pub(super) unseen: CardSet,
}

impl Default for Sight {
    fn default() -> Sight {
        Sight { order: [0; 4], own: CardSet::EMPTY, others: CardSet::EMPTY, unseen: CardSet::EMPTY }
    }
}

/// The places of a card that are told apart, besides that nothing is known of it: with the player, led, with the
/// other, open under the talon, in a trick.
const PLACES: usize = 5;
/// The steps of the points that a player lacks.
const STEPS: usize = 12;

const POINTS: usize = 0;
const LACKS: usize = POINTS + 4;
const PAYS: usize = LACKS + 2 * STEPS;
const TRICKS: usize = PAYS + 2 * 3;
const TALON: usize = TRICKS + 2;
const CLOSER: usize = TALON + 7;
const LED: usize = CLOSER + 2;
const CARDS: usize = LED + 2;

/// The kinds of actions.
const KINDS: usize = 6;

fn cards<G: TrickInputs>() -> usize {
    G::State::PACK.cards.len()
}

/// The number of inputs of a decision.
pub(super) fn count<G: TrickInputs>() -> usize {
    actions_from::<G>() + KINDS + cards::<G>() + 2
}

/// The index of the first input that belongs to an action.
fn actions_from<G: TrickInputs>() -> usize {
    CARDS + PLACES * cards::<G>()
}

/// The number of a card in the pack, with the suits in this order.
fn number<G: TrickInputs>(order: &[u8; 4], card: Card) -> usize {
    let lowest = G::State::PACK.lowest(card.suit());
    let ranks = (G::State::PACK.cards & CardSet::suit(card.suit())).len();
    let weaker = G::State::PACK.cards.bits() >> lowest.index() & ((1 << (card.index() - lowest.index())) - 1);
    usize::from(order[card.suit() as usize]) * ranks + weaker.count_ones() as usize
}

/// Fills in the inputs of what the player sees, and returns what the inputs of actions need. Cards that are `denied` to the
/// other count as played.
pub(super) fn of_view<G: TrickInputs>(
    game: &G,
    info_set: &G::InfoSet,
    denied: CardSet,
    inputs: &mut Vec<(u16, f32)>,
) -> Sight {
    let (hand, seat) = G::seen(info_set);
    let (places, announced) = retraced(hand, seat);
    let lead = hand.lead();
    let place = |card: Card| match places[card.index()] {
        _ if lead == Some(card) => Some(1),
        Place::Own => Some(0),
        Place::Others => Some(2),
        Place::Open => Some(3),
        Place::OwnTrick | Place::OthersTrick => Some(4),
        Place::Unknown if denied.contains(card) => Some(4),
        Place::Unknown => None,
    };
    // The places of a suit's cards as a number with a digit for each.
    let mut codes = [u64::MAX; 4];
    for card in G::State::PACK.cards.iter() {
        let code = &mut codes[card.suit() as usize];
        let before = if *code == u64::MAX { 0 } else { *code };
        *code = 8 * before + place(card).unwrap_or(PLACES) as u64;
    }
    let mut suits = [0, 1, 2, 3];
    suits.sort_by_key(|&suit: &usize| (suit != hand.trump() as usize, codes[suit]));
    let mut sight = Sight::default();
    for (place, &suit) in suits.iter().enumerate() {
        sight.order[suit] = place as u8;
    }
    inputs.clear();
    let mut push = |index: usize, number: f32| {
        if number != 0.0 {
            inputs.push((index as u16, number));
        }
    };
    let players = [seat, seat.other()];
    for (index, &player) in players.iter().enumerate() {
        push(POINTS + 2 * index, f32::from(game.counted(hand, player)) / 66.0);
        push(POINTS + 2 * index + 1, f32::from(game.waiting(hand, player)) / 66.0);
    }
    for (index, &player) in players.iter().enumerate() {
        push(LACKS + STEPS * index + usize::from(game.lacks(hand, player)).div_ceil(6).min(STEPS - 1), 1.0);
    }
    for (index, &player) in players.iter().enumerate() {
        push(PAYS + 3 * index + game.claim(hand, player).clamp(1, 3) as usize - 1, 1.0);
    }
    for (index, &player) in players.iter().enumerate() {
        push(TRICKS + index, f32::from(u8::from(hand.has_trick(player))));
    }
    push(TALON + hand.talon().left() / 2, 1.0);
    if let Some(closer) = hand.closer() {
        push(CLOSER + usize::from(closer == seat), 1.0);
    }
    push(LED, f32::from(u8::from(lead.is_some())));
    push(LED + 1, f32::from(u8::from(lead.is_some() && announced)));
    // Cards by their numbers, so that indices increase.
    let from = inputs.len();
    for card in G::State::PACK.cards.iter() {
        let place = place(card);
        match place {
            Some(0) => sight.own.insert(card),
            Some(2) => sight.others.insert(card),
            Some(_) => {}
            None => sight.unseen.insert(card),
        }
        if let Some(place) = place {
            inputs.push(((CARDS + PLACES * number::<G>(&sight.order, card) + place) as u16, 1.0));
        }
    }
    inputs[from..].sort_unstable_by_key(|&(index, _)| index);
    sight
}

/// Fills in the inputs of an action of the player, for a decision at `hand`.
pub(super) fn of_action<G: TrickInputs>(
    sight: &Sight,
    hand: &G::State,
    action: Action,
    inputs: &mut Vec<(u16, f32)>,
) {
    inputs.clear();
    let suit: Option<Suit> = action.married();
    let (kind, card) = match action {
        Action::EXCHANGE => (1, Some(G::State::PACK.lowest(hand.trump()))),
        Action::CLOSE => (3, None),
        Action::STOP | Action::OUT => (4, None),
        Action::ON => (5, None),
        _ => match suit {
            Some(suit) => (2, Some(Card::new(Rank::Queen, suit))),
            None => (0, action.played()),
        },
    };
    let from = actions_from::<G>();
    inputs.push(((from + kind) as u16, 1.0));
    if let Some(card) = card {
        inputs.push(((from + KINDS + number::<G>(&sight.order, card)) as u16, 1.0));
    }
    if let (Some(lead), Some(card)) = (hand.lead(), action.played()) {
        let won = f32::from(G::points(lead) + G::points(card)) / 22.0;
        let from = from + KINDS + cards::<G>();
        if takes(card, lead, hand.trump()) {
            inputs.push((from as u16, 1.0));
            inputs.push((from as u16 + 1, won));
        } else {
            inputs.push((from as u16 + 1, -won));
        }
    }
}
