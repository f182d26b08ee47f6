use std::collections::HashSet;

use hinterhand_engine::games::{Kinderschnapsen, Schnapsen, SixtySix};
use hinterhand_engine::tricks::{Action, Actions, CardSet, Duty, InfoSet, Table};
use hinterhand_engine::{ActionSet, Game, Player, Rng, Turn, Worlds};

type Seen = ([CardSet; 2], Vec<usize>);

/// The hands, and the talon if its order matters.
fn seen<H: Table>(hand: &H) -> Seen {
    let talon = if hand.is_open() {
        hand.talon().from_top().map(hinterhand_engine::tricks::Card::index).collect()
    } else {
        Vec::new()
    };
    (*hand.hands(), talon)
}

/// The worlds of a player are those common worlds in which it holds its cards, for both players.
fn check<G, H: Table>(game: &G, duty: Duty)
where
    G: Worlds + Game<State = H, Action = Action, Legal = Actions, InfoSet = InfoSet<H>>,
{
    let (mut open, mut closed) = (0, 0);
    for stream in 0..2_000 {
        let mut rng = Rng::new(12, stream);
        let mut hand = game.start();
        game.deal(&mut hand, &mut rng);
        while let Turn::Player(mover) = game.turn(&hand) {
            let sets = [Player::FIRST, Player::SECOND].map(|player| game.info_set(&hand, player));
            let common = sets.each_ref().map(|info_set| info_set.common_hands(duty, 3_000));
            assert_eq!(common[0], common[1], "what is common is the same for both");
            if let (Some(common), [first, second]) = (&common[0], &sets)
                && rng.below(4) == 0
            {
                assert_eq!(common.iter().map(seen).collect::<HashSet<Seen>>().len(), common.len());
                for info_set in [first, second] {
                    let Some(worlds) = game.worlds(info_set, 20_000) else { continue };
                    let expected: HashSet<Seen> = worlds.iter().map(|(world, _)| seen(world)).collect();
                    let mine = common.iter().filter(|hand| hand.cards(info_set.seat()) == info_set.cards());
                    let found: HashSet<Seen> = mine.clone().map(seen).collect();
                    let sees_draws = hand.talon().left() == 0;
                    if !sees_draws {
                        assert_eq!(found, expected);
                    }
                    let bare = info_set.without_draws(hand.draws());
                    assert!(mine.into_iter().all(|hand| game.info_set(hand, info_set.seat()) == bare));
                    *if hand.is_open() { &mut open } else { &mut closed } += 1;
                }
            }
            let mut legal = game.legal(&hand).without(Action::STOP);
            if mover == Player::FIRST && rng.below(2) == 0 && legal.len() > 1 {
                legal = legal.without(Action::CLOSE);
            }
            game.play(&mut hand, legal.nth(rng.below(legal.len() as u32) as usize));
        }
        if open > 10 && closed > 200 {
            return;
        }
    }
    panic!("only {open} and {closed} positions");
}

#[test]
fn what_is_common_fits_what_each_player_knows() {
    check(&Kinderschnapsen::default(), Kinderschnapsen::DUTY);
    check(&Schnapsen::default(), Schnapsen::default().duty);
}

#[test]
fn what_is_common_in_sixty_six() {
    let game = SixtySix { duty: Duty { beat: true, trump: true }, ..SixtySix::default() };
    check(&game, game.duty);
}
