//! The best move is found, the surer the more games are simulated.

use hinterhand_engine::games::{Kuhn, SixtySix, kuhn};
use hinterhand_engine::tricks::Table;
use hinterhand_engine::{ActionSet, Directed, Game, Notation, Player, Rng, Turn, Worlds};
use hinterhand_solvers::search::ismcts::{FirstPlay, Ismcts, Options, Selection, TreeKind};
use hinterhand_solvers::search::{Random, Search};

use super::{Decision, KINDS, with_kind};
use crate::bettor::Bettor;

/// The payoff of the first player under perfect play with open cards.
fn minimax(game: &SixtySix, state: &<SixtySix as Game>::State) -> f64 {
    let Turn::Player(player) = game.turn(state) else { return game.payoff(state, Player::FIRST) };
    let values = game.legal(state).iter().map(|action| value(game, state, action)).collect::<Vec<_>>();
    let sign = if player == Player::FIRST { 1.0 } else { -1.0 };
    values.into_iter().map(|value| sign * value).fold(f64::NEG_INFINITY, f64::max) * sign
}

fn value(game: &SixtySix, state: &<SixtySix as Game>::State, action: <SixtySix as Game>::Action) -> f64 {
    let mut next = *state;
    game.play(&mut next, action);
    minimax(game, &next)
}

/// A decision in which both know all cards, with what minimax says of each action.
struct Open {
    state: <SixtySix as Game>::State,
    values: Vec<f64>,
}

/// The last tricks of hands, where some action is better than another and three cards at most are left to
/// each.
fn open_decisions(game: &SixtySix, count: usize) -> Vec<Open> {
    let mut rng = Rng::new(8, 0);
    let mut found = Vec::new();
    while found.len() < count {
        let mut state = game.start();
        game.deal(&mut state, &mut rng);
        while let Turn::Player(player) = game.turn(&state) {
            // Then the talon is used up, and a player that has counted knows the other hand.
            if state.hand_size(player) <= 3 && state.talon().left() == 0 {
                let sign = if player == Player::FIRST { 1.0 } else { -1.0 };
                let legal = game.legal(&state);
                let values: Vec<f64> =
                    legal.iter().map(|action| sign * value(game, &state, action)).collect();
                if values.iter().any(|&value| value != values[0]) {
                    found.push(Open { state, values });
                }
                break;
            }
            let action = game.directed(&state, &game.legal(&state), &mut rng);
            game.play(&mut state, action);
        }
    }
    found
}

/// The number of these decisions at which the search agrees with minimax.
fn right(game: &SixtySix, decisions: &[Open], options: Options, steps: u64) -> usize {
    let is_right = |open: &&Open| {
        let action_values = Decision::at(game, &open.state).think(game, &Random, options, 1, steps);
        let at = action_values.entries.iter().position(|entry| entry.action == action_values.best());
        let best = open.values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        open.values[at.expect("the best is one of them")] == best
    };
    decisions.iter().filter(is_right).count()
}

#[test]
fn more_games_find_better_moves() {
    let game = SixtySix::default();
    let states = open_decisions(&game, 40);
    // In which order the other drew its cards makes no difference any more, but it makes other information
    // sets of the other, which is why MO-ISMCTS is not among these.
    for kind in [TreeKind::SingleObserver, TreeKind::PartiallyObservable, TreeKind::Determinized] {
        let [few, more, many] = [5, 50, 3_000].map(|steps| right(&game, &states, with_kind(kind), steps));
        assert!(few < more && more <= many && many == states.len(), "{kind:?}: {few}, {more}, {many}");
    }
    for selection in [
        Selection::Puct { exploration: 1.5 },
        Selection::Smooth { exploration: 0.7, eta: 0.9, gamma: 0.1, decay: 0.01 },
        Selection::RegretMatching { gamma: 0.1 },
        Selection::Exp3 { gamma: 0.1 },
    ] {
        let options = Options { selection, ..Options::default() };
        let [few, many] = [5, 5_000].map(|steps| right(&game, &states, options, steps));
        assert!(few < many && many >= 38, "{selection:?}: {few}, {many}");
    }
    for first_play in [FirstPlay::Urgency(0.5), FirstPlay::Parent(0.1)] {
        let options = Options { first_play, ..Options::default() };
        let many = right(&game, &states, options, 5_000);
        assert!(many >= 38, "{first_play:?}: {many}");
    }
}

/// After a bet in Kuhn poker the lowest card folds and the highest calls, whatever the other may hold.
#[test]
fn sure_decisions_are_found_at_once() {
    let game = Kuhn::default();
    let mut rng = Rng::new(4, 0);
    let mut checked = 0;
    for _ in 0..30 {
        let mut state = game.start();
        game.deal(&mut state, &mut rng);
        let [pass, bet] = [0, 1].map(|n| game.legal(&state).nth(n));
        game.play(&mut state, bet);
        let decision = Decision::at(&game, &state);
        let worlds = game.worlds(&decision.info_set, 10).expect("few cards are left");
        let called = worlds.into_iter().map(|(mut world, _)| {
            game.play(&mut world, bet);
            game.payoff(&world, Player::SECOND)
        });
        let called: Vec<f64> = called.collect();
        if called.iter().any(|&won| won != called[0]) {
            continue;
        }
        checked += 1;
        for kind in KINDS {
            let action_values = decision.think(&game, &Random, with_kind(kind), 1, 500);
            assert_eq!(action_values.best(), if called[0] > 0.0 { bet } else { pass }, "{kind:?}");
            assert_eq!([0, 1].map(|n| action_values.entries[n].value), [Some(-1.0), Some(called[0])]);
            assert_eq!([0, 1].map(|n| action_values.entries[n].error), [Some(0.0); 2]);
        }
    }
    assert!(checked > 10, "{checked} sure decisions");
}

#[test]
fn against_a_model_the_best_answer_to_it_is_found() {
    let game = Kuhn::default();
    let mut state = game.start();
    let deal = game.read_chance(&state, "deal:J,Q").expect("a deal");
    game.reveal(&mut state, &deal);
    let decision = Decision::at(&game, &state);
    for tree in KINDS {
        // With a jack: a player that never folds takes two chips from a bluff; one that folds all but a king
        // loses one with a queen, so that a bluff costs half a chip and passing a whole one.
        for (model, answer, worth) in
            [(Bettor::Always, kuhn::Action::Pass, -1.0), (Bettor::WithAKing, kuhn::Action::Bet, -0.5)]
        {
            let mut search = Ismcts::new(&game, &Random, with_kind(tree)).noticing().against(Box::new(model));
            decision.turn(&mut search, 3);
            search.step(20_000);
            let action_values = search.action_values();
            assert_eq!(action_values.best(), answer, "{tree:?}: {action_values:?}");
            let best =
                action_values.entries.iter().find(|entry| entry.action == answer).expect("it is listed");
            // The mean of 20,000 payoffs, of which some were tried only to see.
            assert!(
                best.value.is_some_and(|value| (value - worth).abs() < 0.05),
                "{tree:?}: {action_values:?}"
            );
        }
    }
}
