//! States with equal position keys go on alike.

use std::collections::HashMap;

use hinterhand_engine::games::{Kinderschnapsen, Schnapsen, SixtySix};
use hinterhand_engine::tricks::{Action, Actions};
use hinterhand_engine::{ActionSet, Described, Game, Player, PositionKey, Rng, Turn};

use crate::variants::{variants, written};

/// Whose turn it is, the position_keys after each legal action, and what is paid.
type Future = (Turn, Vec<(Action, u128)>, Option<i8>);

/// Random games from the same deal: where position_keys are equal, everything that is still to come is.
fn check<G>()
where
    G: Described + PositionKey + Game<Action = Action, Legal = Actions>,
{
    let mut met_again = 0;
    for settings in variants::<G>(10) {
        let game = G::with_settings(&settings).expect("allowed values");
        for deal in 0..20 {
            let mut rng = Rng::new(40, deal);
            let mut start = game.start();
            game.deal(&mut start, &mut rng);
            let mut known: HashMap<u128, Future> = HashMap::new();
            for _ in 0..60 {
                let mut state = start.clone();
                loop {
                    let turn = game.turn(&state);
                    let legal = game.legal(&state);
                    let after = legal.iter().map(|action| {
                        let mut next = state.clone();
                        game.play(&mut next, action);
                        (action, game.position_key(&next))
                    });
                    let paid = (turn == Turn::Over).then(|| game.payoff(&state, Player::FIRST) as i8);
                    let future = (turn, after.collect::<Vec<_>>(), paid);
                    if let Some(before) = known.get(&game.position_key(&state)) {
                        assert_eq!(before, &future, "{}", written(&settings));
                        met_again += 1;
                    }
                    known.insert(game.position_key(&state), future);
                    if turn == Turn::Over {
                        break;
                    }
                    let likely = if legal.len() > 1 { legal.without(Action::STOP) } else { legal };
                    game.play(&mut state, likely.nth(rng.below(likely.len() as u32) as usize));
                }
            }
        }
    }
    assert!(met_again > 1_000, "only {met_again} positions were met again");
}

#[test]
fn equal_prospects_have_the_same_future() {
    check::<Kinderschnapsen>();
    check::<Schnapsen>();
    check::<SixtySix>();
}
