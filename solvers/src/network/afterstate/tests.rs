//! What networks that value afterstates must not see, and what they must find.

use std::fmt::Debug;
use std::sync::Arc;

use hinterhand_engine::games::klondike_chess::{self, ThroneOrder};
use hinterhand_engine::games::recipippes::{Card, DiscardOrder, Verb};
use hinterhand_engine::games::schikanoeschen::KnockMode;
use hinterhand_engine::games::{KlondikeChess, Recipippes, Schikanoeschen};
use hinterhand_engine::{Contest, ContestRules, Game, Player, Rng, Turn, View};

use super::{AfterstateForecast, AfterstateGames, AfterstateInputs, Valued, Valuer, best};
use crate::network::Opponent;
use crate::network::game_source::GameSource;
use crate::network::interaction::{Interaction, InteractionOptions};
use crate::network::layers::Network;
use crate::network::sitting::Policy;
use crate::search::Search;
use crate::search::lookahead::Lookahead;

type Action = <Recipippes as Game>::Action;

fn of(players: u8) -> Recipippes {
    Recipippes { players, ..Recipippes::default() }
}

fn random_network<G: AfterstateInputs>(game: &G) -> Network {
    Network::new(&[game.inputs(), 8, 1], &mut Rng::new(5, 0))
}

/// Plays a game by a network and hands over each position at which actions are valued.
fn at_decisions<G: AfterstateInputs>(
    game: &G,
    seed: u64,
    mut look: impl FnMut(&G::State, &[Valued<G::Action>]),
) {
    let network = random_network(game);
    let mut valuer = Valuer::new(game);
    let mut rng = Rng::new(seed, 0);
    let mut state = game.start();
    loop {
        let player = match game.turn(&state) {
            Turn::Over => break,
            Turn::Chance => {
                game.deal(&mut state, &mut rng);
                continue;
            }
            Turn::Player(player) => player,
        };
        let legal = game.legal(&state);
        let info_set = game.info_set(&state, player);
        let valued = valuer.values(game, &network, &info_set, &legal, 2, &mut rng);
        if valued.is_empty() {
            let action = game.by_rules(&info_set, &legal, &mut rng);
            game.play(&mut state, action);
            continue;
        }
        look(&state, &valued);
        // Now and then any, so that games come to many positions.
        let any = rng.below(4) == 0;
        let chosen = if any { rng.below(valued.len() as u32) as usize } else { best(&valued) };
        game.play_line(&mut state, &valued[chosen].line);
    }
}

/// The values of lines are the same whatever the cards are that the player does not see.
#[test]
fn what_is_hidden_changes_no_value() {
    for players in 2..=4 {
        no_value_changes(&of(players));
    }
    no_value_changes(&KlondikeChess::default());
    for knock_mode in [KnockMode::Off, KnockMode::Full] {
        no_value_changes(&Schikanoeschen { knock_mode, ..Schikanoeschen::default() });
    }
}

fn no_value_changes<G: AfterstateInputs<State: Debug>>(game: &G) {
    let (network, mut valuer) = (random_network(game), Valuer::new(game));
    let (mut rng, mut worlds, mut decisions) = (Rng::new(8, 0), 0, 0);
    at_decisions(game, 3, |state, valued| {
        let Turn::Player(player) = game.turn(state) else { unreachable!("a player decides") };
        decisions += 1;
        if decisions > 100 {
            return;
        }
        let seen = game.info_set(state, player);
        let world = game.sample(&seen, &mut rng);
        worlds += u32::from(format!("{world:?}") != format!("{state:?}"));
        let values = |state: &G::State, valuer: &mut Valuer| {
            let (seen, legal) = (game.info_set(state, player), game.legal(state));
            let valued = valuer.values(game, &network, &seen, &legal, 2, &mut Rng::new(1, 0));
            valued.iter().map(|valued| valued.value).collect::<Vec<f32>>()
        };
        assert_eq!(values(state, &mut valuer), values(&world, &mut valuer));
        assert!(valued.iter().all(|valued| (0.0..=1.0).contains(&valued.value)));
    });
    assert!(worlds > 20, "{worlds}");
}

/// Where nothing new is seen right after a line, its value needs no sample: every world has the same.
#[test]
fn lines_that_reveal_nothing_lead_to_one_afterstate() {
    for discard_order in [DiscardOrder::Full, DiscardOrder::Canonical] {
        for players in 2..=4 {
            only_what_reveals_differs(&Recipippes { discard_order, ..of(players) }, 12, [500, 100]);
        }
    }
    for throne_order in [ThroneOrder::Consecutive, ThroneOrder::KingDirect] {
        let options = klondike_chess::Options { throne_order, ..klondike_chess::Options::default() };
        only_what_reveals_differs(&KlondikeChess::new(options), 1, [300, 20]);
    }
    only_what_reveals_differs(&Schikanoeschen::default(), 1, [300, 20]);
}

/// Whether a king on the throne wins depends on a card of the other that may lie face down.
#[test]
fn a_king_that_may_win_reveals_something() {
    let options = klondike_chess::Options {
        throne_order: ThroneOrder::KingDirect,
        ..klondike_chess::Options::default()
    };
    let game = KlondikeChess::new(options);
    let (mut known, mut doubtful) = (0, 0);
    for seed in 0..12 {
        at_decisions(&game, seed, |state, valued| {
            let Turn::Player(player) = game.turn(state) else { unreachable!("a player decides") };
            for Valued { line, .. } in valued {
                let klondike_chess::Action::Lay(card) = line.first else { continue };
                if card.value() == klondike_chess::Card::VALUES {
                    let is_known = state.has_shown_king(player.other());
                    assert_eq!(line.reveals, !is_known);
                    *(if is_known { &mut known } else { &mut doubtful }) += 1;
                }
            }
        });
    }
    assert!(known > 0 && doubtful > 0, "{known} and {doubtful}");
}

/// In these games, and with one game in its first decisions alone: there must be at least this many lines that reveal
/// nothing, and that reveal something.
fn only_what_reveals_differs<G: AfterstateInputs>(game: &G, games: u64, least: [u32; 2]) {
    let mut rng = Rng::new(9, 0);
    let (mut same, mut revealed, mut decisions) = (0, 0, 0);
    for seed in 0..games {
        at_decisions(game, seed, |state, valued| {
            let Turn::Player(player) = game.turn(state) else { unreachable!("a player decides") };
            decisions += 1;
            if games == 1 && decisions > 200 {
                return;
            }
            let world = game.sample(&game.info_set(state, player), &mut rng);
            for Valued { line, .. } in valued {
                let after = [state, &world].map(|state| {
                    let mut next = state.clone();
                    game.play_line(&mut next, line);
                    game.info_set(&next, player)
                });
                if line.reveals {
                    revealed += u32::from(after[0] != after[1]);
                } else {
                    assert_eq!(after[0], after[1], "{line:?}");
                    same += 1;
                }
            }
        });
    }
    assert!(same >= least[0] && revealed >= least[1], "{same} and {revealed}");
}

/// Summing up only the inputs that an action changes gives the output for all of them, but for rounding.
#[test]
fn outputs_are_those_of_the_inputs_after_the_action() {
    let game = of(3);
    let network = random_network(&game);
    let (mut valuer, mut checked) = (Valuer::new(&game), 0);
    at_decisions(&game, 4, |state, valued| {
        let Turn::Player(player) = game.turn(state) else { unreachable!("a player decides") };
        for Valued { line, value } in valued.iter().filter(|valued| !valued.line.reveals) {
            let mut next = *state;
            game.play_line(&mut next, line);
            if game.turn(&next) != Turn::Over {
                let whole = network.value(&valuer.see(&game, &game.info_set(&next, player)));
                assert!((whole - value).abs() < 1e-5, "{whole} and {value} of {line:?}");
                checked += 1;
            }
        }
    });
    assert!(checked > 100, "{checked}");
}

/// A game of the same number gives the same decisions, with as many targets from 0 to 1.
#[test]
fn games_are_named_by_their_generator() {
    let game = of(4);
    let network = random_network(&game);
    let games = AfterstateGames::new(&game, Some(0.6), vec![Opponent::Itself]);
    let play = |stream: u64| {
        let learner = Policy { network: &network, exploration: 0.1 };
        games.play(learner, 0, &mut games.workspace(), &mut Rng::new(2, stream))
    };
    let gathered = play(0);
    assert_eq!(gathered, play(0));
    assert_ne!(gathered, play(1));
    for (inputs, target) in &gathered.decisions {
        assert!((0.0..=1.0).contains(target), "{target}");
        assert!(inputs.iter().all(|(n, _)| usize::from(*n) < games.inputs()));
        assert!(inputs.is_sorted_by(|a, b| a.0 < b.0));
    }
}

/// A random action that ends the game says nothing of the decisions before it: the result counts for the others
/// alone.
#[test]
fn a_game_that_ends_at_random_counts_for_the_others() {
    let game = of(2);
    let network = random_network(&game);
    let games = AfterstateGames::new(&game, Some(0.6), vec![Opponent::Itself]);
    // The number of players whose last decision has the result as its target, in each game.
    let with_result = |exploration: f64| {
        let play = |n: u64| {
            let learner = Policy { network: &network, exploration };
            let played = games.play(learner, n, &mut games.workspace(), &mut Rng::new(6, n));
            let seats = (0..2).filter(|seat| {
                let own = |(inputs, _): &&(Vec<(u16, f32)>, f32)| inputs[0].0 == *seat;
                let last = played.decisions.iter().rev().find(own).map(|(_, target)| *target);
                last.is_some_and(|target| target == 0.0 || target == 1.0)
            });
            seats.count()
        };
        (0..20).map(play).collect::<Vec<usize>>()
    };
    assert!(with_result(0.0).iter().all(|&seats| seats == 2));
    let random = with_result(1.0);
    assert!(random.contains(&1) && !random.contains(&0), "{random:?}");
}

/// What counts as unseen is in the deck or in the hand of another who has not shown it, also while cards lie on the
/// table.
#[test]
fn unseen_cards_are_those_that_nobody_has_shown() {
    for players in 2..=4 {
        let game = of(players);
        let mut on_table = 0;
        for seed in 0..8 {
            at_decisions(&game, seed, |state, _| {
                let Turn::Player(player) = game.turn(state) else { unreachable!("a player decides") };
                let mut inputs = vec![0.0; game.inputs()];
                game.fill(&game.info_set(state, player), &mut inputs);
                let hands = Player::all(usize::from(players)).map(|other| state.hand(other).bits());
                let open = state.discard().cards().bits() | state.laid().bits();
                let others = Player::all(usize::from(players)).filter(|&other| other != player);
                let hidden = others.map(|other| (state.hand(other) - state.shown_in_hand(other)).bits());
                let unseen =
                    !(hands.fold(open, |all, hand| all | hand)) | hidden.fold(0, |all, hand| all | hand);
                let counted: u32 = (0..Card::COUNT)
                    .filter(|card| unseen >> card & 1 == 1)
                    .map(|card| Card::from_index(card).suits().count_ones())
                    .sum();
                let inputs = &inputs[inputs.len() - 7..inputs.len() - 1];
                assert_eq!(8.0 * inputs.iter().sum::<f32>(), counted as f32);
                on_table += u32::from(!state.laid().is_empty());
            });
        }
        assert!(on_table > 10, "{on_table}");
    }
}

/// On any number of threads, and with any interruptions, the same network is learned.
#[test]
fn the_same_network_is_learned_on_all_threads() {
    let game = of(2);
    let options = InteractionOptions {
        hidden: vec![8],
        games: 400,
        batch: 64,
        steps_an_update: 5,
        ..InteractionOptions::afterstates()
    };
    let learned = |threads: usize, stops: &[u32]| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a few threads");
        pool.install(|| {
            let new = || {
                Interaction::new(
                    AfterstateGames::new(&game, options.trace, vec![Opponent::Itself]),
                    options.clone(),
                )
            };
            let mut learning = new();
            for step in 0..25 {
                if stops.contains(&step) {
                    let saved = learning.save();
                    learning = new();
                    learning.restore(&saved).expect("it fits");
                }
                learning.step();
            }
            learning.save()
        })
    };
    let expected = learned(1, &[]);
    assert_eq!(learned(3, &[]), expected);
    assert_eq!(learned(2, &[0, 7, 13]), expected);
}

/// With lookahead an action that ends the game well is found by any network, since a game that is over needs
/// none.
#[test]
fn lookahead_takes_an_action_that_wins_at_once() {
    let game = of(2);
    let network = Arc::new(random_network(&game));
    let mut found = 0;
    for seed in 0..40 {
        at_decisions(&game, seed, |state, valued| {
            let Turn::Player(player) = game.turn(state) else { unreachable!("a player decides") };
            let wins = |valued: &Valued<Action>| {
                let mut next = *state;
                game.play_line(&mut next, &valued.line);
                game.turn(&next) == Turn::Over && game.payoff(&next, player) == game.most()
            };
            let surely = |valued: &&Valued<Action>| !valued.line.reveals && wins(valued);
            if valued.iter().find(surely).is_none() || found >= 20 {
                return;
            }
            let forecast = AfterstateForecast::new(&game, Arc::clone(&network));
            let mut search = Lookahead::new(&game, forecast, 8);
            let info_set = game.info_set(state, player);
            let contest = Contest::new(ContestRules::SINGLE_HAND, Player::FIRST);
            let view = View { contest: &contest, info_set: &info_set, legal: &game.legal(state) };
            search.turn_to(&view, &mut Rng::new(seed, 1));
            search.step(100);
            let chosen = search.action_values().best();
            let chosen = valued.iter().find(|valued| valued.line.first == chosen).expect("it is compared");
            assert!(wins(chosen), "{chosen:?}");
            found += 1;
        });
    }
    assert!(found >= 5, "{found}");
}

/// Placing is left to rules of thumb.
#[test]
fn places_are_not_valued() {
    at_decisions(&of(2), 6, |_, valued| {
        assert!(valued.iter().all(|valued| valued.line.first.verb() != Verb::Place));
    });
}
