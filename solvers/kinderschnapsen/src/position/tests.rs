//! The rules on public positions against the engine: random hands go the same way in both.

use hinterhand_engine::games::Kinderschnapsen;
use hinterhand_engine::games::kinderschnapsen::{CloseFail, FalseCheckout, Hand};
use hinterhand_engine::tricks::{Action, Card, CardSet, Deal, Suit, Table as _, Talon};
use hinterhand_engine::{ActionSet, Game, Player, Rng, Turn};

use crate::position::endings::{Ending, replies};
use crate::position::public_state::{PublicState, card};
use crate::position::rules::{CheckOut, Payoff, Rules};
use crate::position::subsets::places;

/// The rules with a random mixture of options.
pub(crate) fn random_game(rng: &mut Rng) -> Kinderschnapsen {
    Kinderschnapsen {
        close_min_stock: [2, 4, 6][rng.below(3) as usize],
        close_fail: [CloseFail::LastTrick, CloseFail::OpponentWins2or3][rng.below(2) as usize],
        freeze_on_close: rng.below(2) == 1,
        false_checkout: match rng.below(6) {
            0..3 => FalseCheckout::Forbidden,
            3 => FalseCheckout::OpponentTier,
            pay => FalseCheckout::OpponentFixed(pay as u8 - 3),
        },
        auto_checkout: rng.below(2) == 1,
    }
}

/// The place of a card of the engine, which must be among the unseen ones.
fn place(state: &PublicState, wanted: Card) -> usize {
    (0..state.n).find(|&at| card(state.card(at)) == wanted).expect("the card is unseen")
}

fn hand_places(state: &PublicState, hand: CardSet) -> u16 {
    hand.iter().fold(0, |mask, card| mask | 1 << place(state, card))
}

fn played(cards: impl Iterator<Item = Card>) -> Vec<Action> {
    let mut actions: Vec<Action> = cards.map(Action::card).collect();
    actions.sort_unstable();
    actions
}

fn rank_of(rules: &Rules, game: &Kinderschnapsen, hand: &Hand) -> u8 {
    rules.rank_of(game.payoff(hand, Player::FIRST) as i8)
}

fn random(game: &Kinderschnapsen, hand: &Hand, rng: &mut Rng) -> Action {
    let legal = game.legal(hand);
    legal.nth(rng.below(legal.len() as u32) as usize)
}

/// Follows a random hand of the engine from trick to trick.
fn follow(game: &Kinderschnapsen, rules: &Rules, hand: &mut Hand, turnup: u8, rng: &mut Rng) {
    let mut state = PublicState::dealt(turnup);
    loop {
        let leader = Player::new(state.leader.into());
        assert_eq!(game.turn(hand), Turn::Player(leader));
        let both = [Player::FIRST, Player::SECOND].map(|player| hand.cards(player));
        if hand.talon().left() == 0 {
            let cards = |set: CardSet| (0..12).filter(|&c| set.contains(card(c))).fold(0, |m, c| m | 1 << c);
            let ending = Ending { leader: state.leader, points: state.points, hands: both.map(cards) };
            return follow_ending(game, rules, hand, ending, rng);
        }
        let action = random(game, hand, rng);
        if action == Action::CLOSE {
            assert!(state.open && 8 - 2 * state.stage >= game.close_min_stock);
            game.play(hand, action);
            state = state.closed();
            continue;
        }
        let closable = state.open && 8 - 2 * state.stage >= game.close_min_stock;
        assert_eq!(game.legal(hand).contains(Action::CLOSE), closable);
        assert_eq!(game.legal(hand).played(), both[leader.index()]);
        let lead = place(&state, action.played().unwrap());
        game.play(hand, action);
        assert_eq!(game.turn(hand), Turn::Player(leader.other()));
        let replier = crate::position::subsets::without(hand_places(&state, both[1 - leader.index()]), lead);
        let legal = places(state.duty(lead).of(replier)).map(|at| state.card(at + usize::from(at >= lead)));
        assert_eq!(game.legal(hand).iter().collect::<Vec<_>>(), played(legal.map(card)));
        let action = random(game, hand, rng);
        let reply = place(&state, action.played().unwrap());
        game.play(hand, action);
        state = state.trick(lead, reply - usize::from(reply > lead));
        assert_eq!(state.points, [Player::FIRST, Player::SECOND].map(|player| hand.points(player)));
        if !check_out(game, rules, hand, &state, rng) {
            return;
        }
        if game.turn(hand) == Turn::Over {
            assert_eq!(rank_of(rules, game, hand), rules.played(&state));
            return;
        }
        state = if state.open { state.drawn() } else { state };
    }
}

/// Compares the question of going on; false if the hand ended with it.
fn check_out(
    game: &Kinderschnapsen,
    rules: &Rules,
    hand: &mut Hand,
    state: &PublicState,
    rng: &mut Rng,
) -> bool {
    match rules.check_out(state) {
        CheckOut::Not => {
            assert!(game.turn(hand) == Turn::Over || !game.legal(hand).contains(Action::OUT));
            true
        }
        CheckOut::Ends(rank) => {
            assert_eq!((game.turn(hand), rank_of(rules, game, hand)), (Turn::Over, rank));
            false
        }
        CheckOut::Offered(rank) => {
            let winner = Player::new(state.leader.into());
            assert_eq!(game.turn(hand), Turn::Player(winner));
            assert_eq!(game.legal(hand).iter().collect::<Vec<_>>(), [Action::OUT, Action::ON]);
            let mut ended = *hand;
            game.play(&mut ended, Action::OUT);
            assert_eq!(rank_of(rules, game, &ended), rank);
            let on = rng.below(3) > 0;
            game.play(hand, if on { Action::ON } else { Action::OUT });
            on
        }
    }
}

fn follow_ending(game: &Kinderschnapsen, rules: &Rules, hand: &mut Hand, mut ending: Ending, rng: &mut Rng) {
    while game.turn(hand) != Turn::Over {
        let number = |action: Action| (0..12).find(|&c| Some(card(c)) == action.played()).unwrap();
        let lead = number(random(game, hand, rng));
        game.play(hand, Action::card(card(lead)));
        let legal = places(replies(lead, ending.hands[1 - ending.leader as usize]));
        assert_eq!(game.legal(hand).iter().collect::<Vec<_>>(), played(legal.map(|at| card(at as u8))));
        let reply = number(random(game, hand, rng));
        game.play(hand, Action::card(card(reply)));
        ending = ending.trick(lead, reply);
        if !check_out(game, rules, hand, &ending.state(), rng) {
            return;
        }
    }
    assert_eq!(rank_of(rules, game, hand), rules.played(&ending.state()));
}

#[test]
fn random_hands_of_the_engine_go_the_same_way_here() {
    for stream in 0..3_000 {
        let mut rng = Rng::new(11, stream);
        let game = random_game(&mut rng);
        let rules = Rules::new(game, &Payoff::POINTS);
        let mut hand = game.start();
        let deal = loop {
            let deal = Deal::draw::<12>(&Kinderschnapsen::PACK, &mut rng);
            if deal.talon.card(Talon::BOTTOM).suit() == Suit::Spades {
                break deal;
            }
        };
        game.reveal(&mut hand, &deal);
        let turnup = (0..4).find(|&c| card(c) == deal.talon.card(Talon::BOTTOM)).unwrap();
        follow(&game, &rules, &mut hand, turnup, &mut rng);
    }
}
