//! A decision at the trick table as numbers: what the player sees, and one of its actions.
//!
//! The numbers are those of the Schnapsen engine of the Vrije Universiteit Amsterdam (its `ml_bot`), for our
//! packs and actions: points of both sides and those that wait for a trick, the trump suit, the phase, the
//! size of the talon, who leads, the place of each card, the action of the leader and that of the other.
//! Added are the player that closed and the actions that are unknown there.

use hinterhand_engine::tricks::{Action, Card, Rank, Table};

use super::{TrickInputs, retraced};

/// Points twice, trump suit, phase, size of the talon, leader, closer.
const SCORE: usize = 4;
const TRUMP: usize = SCORE;
const PHASE: usize = TRUMP + 4;
const TALON: usize = PHASE + 2;
const LEADER: usize = TALON + 1;
const CLOSER: usize = LEADER + 2;
const CARDS: usize = CLOSER + 2;

/// The places of a card that are told apart.
const PLACES: usize = 6;
/// The kinds of actions, the suits and the ranks.
const ACTION: usize = 6 + 4 + 8;

/// The number of inputs of a decision.
pub(super) fn count<G: TrickInputs>() -> usize {
    actions_from::<G>() + 2 * ACTION
}

/// The index of the first input that belongs to an action.
fn actions_from<G: TrickInputs>() -> usize {
    CARDS + PLACES * G::State::PACK.cards.len()
}

/// Fills in the inputs of what the player sees: those of its own action come after them.
pub(super) fn of_view<G: TrickInputs>(game: &G, info_set: &G::InfoSet, inputs: &mut Vec<(u16, f32)>) {
    let (hand, seat) = G::seen(info_set);
    let other = seat.other();
    inputs.clear();
    let mut push = |index: usize, number: f32| {
        if number != 0.0 {
            inputs.push((index as u16, number));
        }
    };
    for (index, player) in [seat, other].into_iter().enumerate() {
        push(2 * index, f32::from(game.counted(hand, player)));
        push(2 * index + 1, f32::from(game.waiting(hand, player)));
    }
    push(TRUMP + hand.trump() as usize, 1.0);
    push(PHASE + usize::from(hand.is_open()), 1.0);
    push(TALON, hand.talon().left() as f32);
    push(LEADER + usize::from(hand.lead().is_none()), 1.0);
    if let Some(closer) = hand.closer() {
        push(CLOSER + usize::from(closer == seat), 1.0);
    }
    let (places, announced) = retraced(hand, seat);
    for (number, card) in G::State::PACK.cards.iter().enumerate() {
        push(CARDS + PLACES * number + places[card.index()] as usize, 1.0);
    }
    if let Some(lead) = hand.lead() {
        let action = if announced { Action::marry(lead.suit()) } else { Action::card(lead) };
        of_action_at(actions_from::<G>(), action, Some(lead), inputs);
    }
}

/// Fills in the inputs of an action of the player, for a decision at `hand`.
pub(super) fn of_action<G: TrickInputs>(hand: &G::State, action: Action, inputs: &mut Vec<(u16, f32)>) {
    inputs.clear();
    let from = actions_from::<G>() + if hand.lead().is_some() { ACTION } else { 0 };
    let card = match action {
        Action::EXCHANGE => Some(G::State::PACK.lowest(hand.trump())),
        action => action.played(),
    };
    of_action_at(from, action, card, inputs);
}

fn of_action_at(from: usize, action: Action, card: Option<Card>, inputs: &mut Vec<(u16, f32)>) {
    let suit = action.married();
    let kind = match action {
        Action::EXCHANGE => 1,
        Action::CLOSE => 3,
        Action::STOP | Action::OUT => 4,
        Action::ON => 5,
        _ if suit.is_some() => 2,
        _ => 0,
    };
    let card = card.or(suit.map(|suit| Card::new(Rank::Queen, suit)));
    let mut push = |index: usize| inputs.push(((from + index) as u16, 1.0));
    push(kind);
    if let Some(card) = card {
        push(6 + card.suit() as usize);
        push(10 + card.rank() as usize);
    }
}

#[cfg(test)]
mod tests {
    use hinterhand_engine::games::Schnapsen;
    use hinterhand_engine::{Game, History, Turn};

    use super::super::Place;
    use super::*;

    /// The inputs of the player to move after these words, with an action.
    fn inputs(words: &[&str], action: &str) -> Vec<(u16, f32)> {
        let game = Schnapsen::default();
        let mut history = History::new(&game);
        words.iter().for_each(|word| history.play_word(word).expect("a sound record"));
        let Turn::Player(player) = history.turn() else { panic!("no player is to move") };
        let (mut all, mut own) = (Vec::new(), Vec::new());
        of_view(&game, &game.info_set(history.state(), player), &mut all);
        of_action::<Schnapsen>(history.state(), action.parse().expect("an action"), &mut own);
        all.extend(own);
        all
    }

    const DEAL: &str = "deal:JC,QC,TC,JS,AS/JD,QD,JH,QH,KH/KD/TH,AH,KC,AC,QS,KS,TS,TD,AD";

    #[test]
    fn a_decision_is_that_of_a_hand_written_table() {
        let start = inputs(&[DEAL], "TC");
        let card = |name: &str| {
            let card: Card = name.parse().expect("a card");
            let number = Schnapsen::PACK.cards.iter().position(|other| other == card).expect("in the pack");
            CARDS + PLACES * number
        };
        let has = |inputs: &[(u16, f32)], index: usize, number: f32| {
            inputs.iter().any(|&(at, found)| usize::from(at) == index && found == number)
        };
        // Trumps are diamonds, the talon has 10 cards, the player leads.
        assert!(has(&start, TALON, 10.0) && has(&start, LEADER + 1, 1.0) && has(&start, PHASE + 1, 1.0));
        assert!(has(&start, card("TC") + Place::Own as usize, 1.0));
        assert!(has(&start, card("KD") + Place::Open as usize, 1.0));
        assert!(has(&start, card("AH") + Place::Unknown as usize, 1.0));
        let from = actions_from::<Schnapsen>();
        assert!(has(&start, from, 1.0) && has(&start, from + 10 + Rank::Ten as usize, 1.0));
        assert_eq!(start.iter().filter(|(at, _)| usize::from(*at) >= from).count(), 3);

        // The other has taken 10 and 2 points and announces hearts, which the player must answer.
        let words = [DEAL, "TC", "JD", "marry:H", "QH"];
        let reply = inputs(&words, "JC");
        assert!(has(&reply, 2, 12.0 + 20.0) && has(&reply, LEADER, 1.0));
        assert!(has(&reply, card("TC") + Place::OthersTrick as usize, 1.0));
        assert!(has(&reply, card("KH") + Place::Others as usize, 1.0));
        assert!(has(&reply, card("QH") + Place::Others as usize, 1.0));
        assert!(has(&reply, from + 2, 1.0) && has(&reply, from + ACTION, 1.0));
    }
}
