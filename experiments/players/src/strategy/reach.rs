//! The probability that an information set of Kinderschnapsen is reached: summed over all hands that fit, so
//! that no sampling is needed where a strategy is too large to be written out.

use hinterhand_engine::games::Kinderschnapsen;
use hinterhand_engine::games::kinderschnapsen::{Deals, Hand};
use hinterhand_engine::tricks::{Action, Deal, InfoSet, Table, Talon};
use hinterhand_engine::{ActionSet, Game, Player, Worlds};
use hinterhand_solvers::strategy::Strategy;

/// More hands than this never fit: at the first lead, 8 over 3 hands of the other times 5! orders of the
/// talon.
const MOST_HANDS: usize = 6_720;

/// The probability that the information set is reached when both play by `strategy` and the trump suit is
/// that of the information set.
pub fn reach(
    game: &Kinderschnapsen,
    strategy: &impl Strategy<Kinderschnapsen>,
    info_set: &InfoSet<Hand>,
) -> f64 {
    let fitting = game.worlds(info_set, MOST_HANDS).expect("no more hands than that ever fit");
    let deals = f64::from(Deals::COUNT / 3);
    fitting.iter().map(|(hand, _)| likelihood(game, strategy, hand)).sum::<f64>() / deals
}

/// The probability that this deal is played to this position.
fn likelihood(game: &Kinderschnapsen, strategy: &impl Strategy<Kinderschnapsen>, hand: &Hand) -> f64 {
    let mut at = game.start();
    game.reveal(&mut at, &deal(hand));
    let mut likelihood = 1.0;
    let mut probabilities = Vec::new();
    let mut play = |at: &mut Hand, action| {
        if likelihood > 0.0 {
            let legal = game.legal(at);
            strategy.probabilities(&game.info_set(at, at.mover()), &legal, &mut probabilities);
            let chosen = legal.iter().position(|other| other == action).expect("it was played");
            likelihood *= probabilities[chosen];
        }
        game.play(at, action);
    };
    hand.retrace(|action, _| {
        // The decision not to check out is not among the retraced actions.
        if game.legal(&at).contains(Action::ON) {
            play(&mut at, Action::ON);
        }
        play(&mut at, action);
    });
    if at != *hand {
        play(&mut at, Action::ON);
    }
    debug_assert_eq!(at, *hand, "the same deal and the same actions");
    likelihood
}

/// The deal from which this position came.
fn deal(hand: &Hand) -> Deal {
    let mut hands = *hand.hands();
    hand.retrace(|action, who| {
        if let Some(card) = action.played() {
            hands[who.index()].insert(card);
        }
    });
    for (player, cards) in Player::all(2).zip(&mut hands) {
        for t in 0..hand.draws() {
            cards.remove(hand.talon().card(hand.drawn_by(player, t)));
        }
    }
    let places = Talon::BOTTOM..Kinderschnapsen::PACK.talon;
    Deal { hands, talon: Talon::from_bottom(places.map(|place| hand.talon().card(place))) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hinterhand_engine::{Rng, Turn};
    use hinterhand_solvers::strategy::Uniform;

    #[test]
    fn a_first_decision_is_reached_by_its_deals() {
        let game = Kinderschnapsen::default();
        let mut hand = game.start();
        game.reveal(&mut hand, &Deals::get(2_026));
        let deals = f64::from(Deals::COUNT / 3);
        let first = reach(&game, &Uniform, &game.info_set(&hand, Player::FIRST));
        assert!((first - 6_720.0 / deals).abs() < 1e-15, "{first}");
        // Three cards and the close may be played, and the replier has no part in it.
        let lead = game.legal(&hand).nth(0);
        game.play(&mut hand, lead);
        let reply = reach(&game, &Uniform, &game.info_set(&hand, Player::SECOND));
        // The hand of the second player and the card led leave 7 over 2 hands of the leader and 5! talons.
        assert!((reply - 21.0 * 120.0 / deals / 4.0).abs() < 1e-15, "{reply}");
    }

    #[test]
    fn every_position_goes_back_to_its_deal() {
        let game = Kinderschnapsen::default();
        for stream in 0..300 {
            let mut rng = Rng::new(8, stream);
            let mut hand = game.start();
            let dealt = game.draw(&hand, &mut rng);
            game.reveal(&mut hand, &dealt);
            let mut expected = 1.0;
            while let Turn::Player(_) = game.turn(&hand) {
                assert_eq!(deal(&hand), dealt);
                let found = likelihood(&game, &Uniform, &hand);
                assert!((found - expected).abs() < 1e-15, "{found} {expected} {hand:?}");
                let legal = game.legal(&hand);
                expected /= legal.len() as f64;
                game.play(&mut hand, legal.nth(rng.below(legal.len() as u32) as usize));
            }
        }
    }
}
