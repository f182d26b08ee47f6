//! The engine and the naive implementation agree: on whole trees, and on what is seen in random games.

use hinterhand_engine::contract::Contract;
use hinterhand_engine::games::{Kinderschnapsen, Schnapsen, SixtySix};
use hinterhand_engine::perft::perft;
use hinterhand_engine::tricks::Table;
use hinterhand_engine::{ActionSet, History, Player, Rng, Turn};

use crate::hidden::swap_cards;
use crate::naive::Naive;
use crate::partition::{Partition, same_position};
use crate::referee::{Refereed, TrickGame, both};
use crate::variants::{variants, written};

#[test]
fn kinderschnapsen_trees_to_the_end() {
    trees::<Kinderschnapsen>(5, FULL);
}

#[test]
#[ignore = "slow: 50 deals under every option"]
fn kinderschnapsen_many_trees_to_the_end() {
    trees::<Kinderschnapsen>(50, FULL);
}

#[test]
fn kinderschnapsen_random_games() {
    random_games::<Kinderschnapsen>(40);
}

#[test]
fn sixty_six_trees_to_depth_5() {
    trees::<SixtySix>(5, 5);
}

#[test]
#[ignore = "slow: 50 deals under every option"]
fn sixty_six_many_trees_to_depth_5() {
    trees::<SixtySix>(50, 5);
}

#[test]
fn schnapsen_trees_to_depth_5() {
    trees::<Schnapsen>(5, 5);
}

#[test]
#[ignore = "slow: 50 deals under every option"]
fn schnapsen_many_trees_to_depth_5() {
    trees::<Schnapsen>(50, 5);
}

#[test]
fn sixty_six_random_games() {
    random_games::<SixtySix>(40);
}

#[test]
fn schnapsen_random_games() {
    random_games::<Schnapsen>(40);
}

#[test]
fn sixty_six_endings() {
    endings::<SixtySix>(200);
}

#[test]
fn schnapsen_endings() {
    endings::<Schnapsen>(200);
}

/// Deeper than any hand.
const FULL: usize = 64;

/// Walks the trees of `deals` deals in both implementations to this depth, under every option value alone
/// and 20 mixtures.
fn trees<G: TrickGame>(deals: u64, depth: usize) {
    for (number, settings) in variants::<G>(20).iter().enumerate() {
        let (game, naive) = both::<G>(settings);
        for deal in 0..deals {
            let mut history = History::new(&game);
            history.deal(&mut Rng::new(40 + number as u64, deal));
            let mut naive = naive.clone();
            naive.play(&history.words()[0]);
            same_tree(&game, history.state(), &naive, depth)
                .unwrap_or_else(|error| panic!("{} with {}: {error}", history.words()[0], written(settings)));
        }
    }
}

/// Walks whole trees from random positions with at most three cards in each hand, this number under every
/// option value alone and 20 mixtures.
fn endings<G: TrickGame>(positions: usize) {
    let kinds = ["close", "marry", "exchange"];
    let mut counts = [0; 3];
    for settings in variants::<G>(20) {
        let (game, naive) = both::<G>(&settings);
        let contract = Contract::new(&game).seed(78).avoiding(G::avoid);
        let mut found = 0;
        for number in 0.. {
            if found == positions {
                break;
            }
            let walked = contract.walk(number, |history, rng| {
                let few = |player| history.state().cards(player).len() <= 3;
                let late = Player::all(2).all(few) && matches!(history.turn(), Turn::Player(_));
                if found == positions || !late || rng.below(3) > 0 {
                    return Ok(());
                }
                found += 1;
                for (count, kind) in counts.iter_mut().zip(kinds) {
                    *count += usize::from(history.words().iter().any(|word| word.starts_with(kind)));
                }
                let mut naive = naive.clone();
                history.words().iter().for_each(|word| naive.play(word));
                same_tree(&game, history.state(), &naive, FULL)
                    .map_err(|error| format!("{} {error}", history.words().join(" ")))
            });
            walked.unwrap_or_else(|error| panic!("{}, {error}", written(&settings)));
        }
    }
    for (count, kind) in counts.into_iter().zip(kinds) {
        assert!(count > 200, "{count} positions after `{kind}`");
    }
}

/// Compares both trees from here, and their size with what `perft` counts.
pub fn same_tree<G: Refereed>(
    game: &G,
    state: &G::State,
    naive: &G::Referee,
    depth: usize,
) -> Result<(), String> {
    let mut counts = Vec::new();
    same_subtree(game, state, naive, depth, 0, &mut counts)?;
    let counted = perft(game, state, counts.len());
    if counted == counts { Ok(()) } else { Err(format!("perft {counted:?}, but {counts:?} histories")) }
}

fn same_subtree<G: Refereed>(
    game: &G,
    state: &G::State,
    naive: &G::Referee,
    depth: usize,
    ply: usize,
    counts: &mut Vec<u64>,
) -> Result<(), String> {
    same_position(game, state, naive)?;
    let Turn::Player(_) = game.turn(state) else { return Ok(()) };
    if ply == depth {
        return Ok(());
    }
    if counts.len() == ply {
        counts.push(0);
    }
    for action in game.legal(state).iter() {
        counts[ply] += 1;
        let word = game.action_word(state, action);
        let (mut next, mut naive) = (state.clone(), naive.clone());
        game.play(&mut next, action);
        naive.play(&word);
        same_subtree(game, &next, &naive, depth, ply + 1, counts)
            .map_err(|error| format!("{word} {error}"))?;
    }
    Ok(())
}

/// Plays random games in both implementations, each with a few others that differ from it by hidden cards
/// alone, and compares positions and information partitions.
fn random_games<G: TrickGame>(games: u64) {
    let mut alike = [0; 2];
    for settings in variants::<G>(20) {
        let (game, naive) = both::<G>(&settings);
        let mut partition = Partition::new(2);
        let contract = Contract::new(&game).seed(77).avoiding(G::avoid);
        for number in 0..games {
            let mut words = Vec::new();
            contract
                .walk(number, |history, rng| -> Result<(), String> {
                    words = history.words().to_vec();
                    if history.turn() == Turn::Over {
                        for _ in 0..20 {
                            let mut words = words.clone();
                            words[0] = swap_cards(&words[0], rng);
                            partition.follow(&game, &naive, &words)?;
                        }
                    }
                    Ok(())
                })
                .and_then(|()| partition.follow(&game, &naive, &words))
                .unwrap_or_else(|error| panic!("{}, {error}", written(&settings)));
        }
        alike[0] += partition.alike[0];
        alike[1] += partition.alike[1];
    }
    assert!(alike.iter().all(|&n| n > 1000), "only {alike:?} positions looked like another");
}
