//! The whole trees of small games: what is seen, which worlds fit, what random play pays.

use std::collections::HashMap;
use std::fmt::Debug;
use std::hash::Hash;

use hinterhand_engine::games::goofspiel::{Payoff, Prizes};
use hinterhand_engine::games::phantom::{Connection, Line, Phantom, Version};
use hinterhand_engine::games::poker::{Generic, Suits};
use hinterhand_engine::games::{DarkHex, GenericPoker, Goofspiel, Kuhn, Leduc, LiarsDice, PhantomTtt};
use hinterhand_engine::{ActionSet, Game, History, Notation, Player, Steps, Turn, Worlds, outcomes};

fn goofspiel(cards: u8, prizes: Prizes, payoff: Payoff) -> Goofspiel {
    Goofspiel { cards, prizes, payoff }
}

fn generic(ranks: u8, copies: u8, raises: u8, bets: u8, rounds: u8) -> GenericPoker {
    GenericPoker::new(Generic { ranks, copies, raises, bets, rounds })
}

fn abrupt_line(width: u8, height: u8, length: u8) -> PhantomTtt {
    Phantom::of(Line::new(width, height, length), Version::Abrupt)
}

fn abrupt_hex(rows: u8, columns: u8) -> DarkHex {
    Phantom::of(Connection::new(rows, columns), Version::Abrupt)
}

#[test]
fn what_is_seen_tells_information_sets_apart() {
    check_seen(&Kuhn::default());
    check_seen(&Kuhn { players: 3 });
    check_seen(&Leduc::default());
    check_seen(&Leduc::new(Suits::Merged));
    check_seen(&generic(3, 3, 0, 2, 2));
    check_seen(&generic(3, 2, 2, 2, 1));
    check_seen(&LiarsDice { sides: 2, dice: 1 });
    check_seen(&LiarsDice { sides: 4, dice: 1 });
    check_seen(&LiarsDice { sides: 2, dice: 2 });
    for cards in 1..=5 {
        check_seen(&goofspiel(cards, Prizes::Descending, Payoff::Win));
    }
    for cards in 1..=4 {
        check_seen(&goofspiel(cards, Prizes::Increasing, Payoff::Win));
        check_seen(&goofspiel(cards, Prizes::Random, Payoff::Margin));
    }
    check_seen(&PhantomTtt::new(2, 2, 2));
    check_seen(&PhantomTtt::new(2, 2, 3));
    check_seen(&PhantomTtt::new(3, 2, 2));
    check_seen(&PhantomTtt::new(2, 3, 3));
    check_seen(&abrupt_line(2, 2, 2));
    check_seen(&abrupt_line(2, 2, 3));
    check_seen(&abrupt_line(3, 2, 2));
    check_seen(&DarkHex::new(2, 2));
    check_seen(&DarkHex::new(2, 3));
    check_seen(&DarkHex::new(3, 2));
    check_seen(&abrupt_hex(2, 2));
    check_seen(&abrupt_hex(2, 3));
}

#[test]
fn worlds_are_the_histories_that_fit() {
    check_worlds(&Kuhn::default());
    check_worlds(&Kuhn { players: 3 });
    check_worlds(&Leduc::default());
    check_worlds(&Leduc::new(Suits::Merged));
    check_worlds(&generic(4, 2, 1, 2, 2));
    check_worlds(&generic(2, 2, 1, 1, 2));
    check_worlds(&LiarsDice { sides: 4, dice: 1 });
    check_worlds(&LiarsDice { sides: 2, dice: 2 });
    check_worlds(&goofspiel(5, Prizes::Descending, Payoff::Win));
    check_worlds(&goofspiel(4, Prizes::Increasing, Payoff::Margin));
    check_worlds(&goofspiel(4, Prizes::Random, Payoff::Win));
    check_worlds(&goofspiel(1, Prizes::Random, Payoff::Win));
    check_worlds(&PhantomTtt::new(2, 2, 2));
    check_worlds(&PhantomTtt::new(2, 2, 3));
    check_worlds(&PhantomTtt::new(2, 3, 2));
    check_worlds(&PhantomTtt::new(3, 2, 3));
    check_worlds(&abrupt_line(2, 2, 2));
    check_worlds(&abrupt_line(2, 2, 3));
    check_worlds(&abrupt_line(2, 3, 2));
    check_worlds(&abrupt_line(3, 2, 3));
    check_worlds(&DarkHex::new(2, 2));
    check_worlds(&DarkHex::new(2, 3));
    check_worlds(&DarkHex::new(3, 2));
    check_worlds(&abrupt_hex(2, 2));
    check_worlds(&abrupt_hex(2, 3));
    check_worlds(&abrupt_hex(3, 2));
}

/// The mean of player 0's payoff and of its square when all play at random. Those of OpenSpiel's games
/// were computed by a walk over OpenSpiel 2.0.2, whose margin in goofspiel is half of ours; those of
/// phantom games on small boards exactly by a dozen lines of Python.
#[test]
fn random_play_pays_what_it_should() {
    check_payoffs(&Kuhn::default(), 0.125, 2.125);
    check_payoffs(&Kuhn { players: 3 }, 0.234375, 4.921875);
    check_payoffs(&Leduc::default(), -0.078125, 20.371875);
    check_payoffs(&Leduc::new(Suits::Merged), -0.078125, 20.371875);
    check_payoffs(&generic(3, 2, 1, 1, 2), -0.078125, 20.371875);
    check_payoffs(&LiarsDice { sides: 2, dice: 1 }, 0.125, 1.0);
    check_payoffs(&LiarsDice { sides: 3, dice: 1 }, 1.0 / 54.0, 1.0);
    check_payoffs(&LiarsDice { sides: 4, dice: 1 }, -1.0 / 64.0, 1.0);
    check_payoffs(&LiarsDice { sides: 5, dice: 1 }, -0.028, 1.0);
    check_payoffs(&goofspiel(3, Prizes::Descending, Payoff::Win), 0.0, 13.0 / 18.0);
    check_payoffs(&goofspiel(4, Prizes::Descending, Payoff::Win), 0.0, 29.0 / 36.0);
    check_payoffs(&goofspiel(4, Prizes::Descending, Payoff::Margin), 0.0, 4.0 * 20.0 / 9.0);
    // By hand: two cards, prizes 0 and 1. Half of the games are ties throughout; in the others each player wins
    // one round.
    check_payoffs(&goofspiel(2, Prizes::Increasing, Payoff::Win), 0.0, 0.5);
    check_payoffs(&goofspiel(3, Prizes::Random, Payoff::Win), 0.0, 13.0 / 18.0);
    check_payoffs(&goofspiel(4, Prizes::Random, Payoff::Margin), 0.0, 4.0 * 20.0 / 9.0);
    check_payoffs(&PhantomTtt::new(2, 2, 2), 1.0, 1.0);
    check_payoffs(&PhantomTtt::new(2, 2, 3), 0.0, 0.0);
    check_payoffs(&PhantomTtt::new(3, 2, 2), 5.0 / 9.0, 1.0);
    check_payoffs(&PhantomTtt::new(3, 2, 3), 0.1, 0.1);
    check_payoffs(&abrupt_line(2, 2, 2), 2.0 / 3.0, 1.0);
    check_payoffs(&abrupt_line(3, 2, 2), 1114.0 / 2025.0, 1.0);
    check_payoffs(&abrupt_line(3, 2, 3), 407.0 / 1800.0, 97.0 / 300.0);
    check_payoffs(&DarkHex::new(2, 2), 0.0, 1.0);
    check_payoffs(&DarkHex::new(2, 3), 0.6, 1.0);
    check_payoffs(&DarkHex::new(3, 2), -0.6, 1.0);
    check_payoffs(&abrupt_hex(2, 2), 11.0 / 24.0, 1.0);
    check_payoffs(&abrupt_hex(2, 3), 1303.0 / 1800.0, 1.0);
    check_payoffs(&abrupt_hex(3, 2), -151.0 / 1350.0, 1.0);
}

/// At every node, every player: equal information sets exactly where the same was seen. The position is
/// sound, and its history has the words that led to it.
fn check_seen<G: Notation + Steps>(game: &G) {
    type Both<I> = (HashMap<String, I>, HashMap<I, String>);
    fn visit<G: Notation + Steps>(history: &History<'_, G>, known: &mut [Both<G::InfoSet>]) {
        let (game, state) = (history.game(), history.state());
        let words = history.words();
        game.check(state).unwrap_or_else(|error| panic!("{}: {error}", words.join(" ")));
        assert_eq!(game.retold(words, state), words);
        for (seat, (by_seen, by_info_set)) in known.iter_mut().enumerate() {
            let (seen, info_set) = (history.seen(Player::new(seat)), game.info_set(state, Player::new(seat)));
            let other = by_seen.entry(seen.to_owned()).or_insert_with(|| info_set.clone());
            assert_eq!(*other, info_set, "both saw `{seen}`");
            let other = by_info_set.entry(info_set).or_insert_with(|| seen.to_owned());
            assert_eq!(other, seen, "both are one information set");
        }
        let next: Vec<String> = match history.turn() {
            Turn::Over => return,
            Turn::Player(_) => game.legal_words(state),
            Turn::Chance => {
                outcomes(game, state).iter().map(|(chance, _)| game.chance_word(state, chance)).collect()
            }
        };
        for word in next {
            let mut history = history.clone();
            history.play_word(&word).expect("listed by the game");
            visit(&history, known);
        }
    }
    let mut known: Vec<Both<G::InfoSet>> = vec![Default::default(); game.players()];
    visit(&History::new(game), &mut known);
}

/// For every information set of every player, `worlds` lists exactly the states of the tree that fit,
/// each as likely as chance and the random play of the others make it.
fn check_worlds<G: Worlds + Steps>(game: &G)
where
    G::State: Eq + Hash + Debug,
{
    type Fitting<G> = HashMap<<G as Game>::InfoSet, HashMap<<G as Game>::State, f64>>;
    let mut fitting: Vec<Fitting<G>> = vec![HashMap::new(); game.players()];
    each_node(game, &game.start(), &vec![1.0; game.players()], &mut |state, reached| {
        for (seat, fitting) in fitting.iter_mut().enumerate() {
            let fitting = fitting.entry(game.info_set(state, Player::new(seat))).or_default();
            assert!(fitting.insert(state.clone(), reached[seat]).is_none(), "{state:?} came twice");
        }
    });
    for (info_set, fitting) in fitting.iter().flatten() {
        let worlds = game.worlds(info_set, fitting.len()).expect("no more than there are");
        assert_eq!(worlds.len(), fitting.len(), "{info_set:?}");
        let all: f64 = fitting.values().sum();
        for (world, probability) in worlds {
            let expected =
                fitting.get(&world).unwrap_or_else(|| panic!("{world:?} fits not {info_set:?}")) / all;
            // Sums and products of a few thousand rounded numbers.
            assert!((probability - expected).abs() < 1e-12, "{probability} for {expected}: {world:?}");
        }
        assert!(fitting.len() == 1 || game.worlds(info_set, fitting.len() - 1).is_none(), "beyond the limit");
    }
}

fn check_payoffs<G: Steps>(game: &G, mean: f64, square: f64) {
    let mut sums = [0.0; 2];
    // A player that does not exist sees the play of all players.
    each_node(game, &game.start(), &vec![1.0; game.players() + 1], &mut |state, reached| {
        if game.turn(state) == Turn::Over {
            let payoffs: Vec<f64> = Player::all(game.players()).map(|p| game.payoff(state, p)).collect();
            assert!(payoffs.iter().sum::<f64>().abs() < 1e-12, "{payoffs:?}");
            let reached = reached[game.players()];
            sums[0] += reached * payoffs[0];
            sums[1] += reached * payoffs[0] * payoffs[0];
        }
    });
    // Sums of at most 250,000 rounded numbers.
    assert!((sums[0] - mean).abs() < 1e-9 && (sums[1] - square).abs() < 1e-9, "{sums:?}");
}

/// Visits every node below `state`, with the probability for each seat that chance and the others play to
/// it if the others play at random.
fn each_node<G: Steps>(
    game: &G,
    state: &G::State,
    reached: &[f64],
    visit: &mut impl FnMut(&G::State, &[f64]),
) {
    visit(state, reached);
    match game.turn(state) {
        Turn::Over => {}
        Turn::Chance => {
            for (chance, probability) in outcomes(game, state) {
                let mut next = state.clone();
                game.reveal(&mut next, &chance);
                let reached: Vec<f64> = reached.iter().map(|before| before * probability).collect();
                each_node(game, &next, &reached, visit);
            }
        }
        Turn::Player(mover) => {
            let legal = game.legal(state);
            let mut after: Vec<f64> = reached.iter().map(|before| before / legal.len() as f64).collect();
            after[mover.index()] = reached[mover.index()];
            for action in legal.iter() {
                let mut next = state.clone();
                game.play(&mut next, action);
                each_node(game, &next, &after, visit);
            }
        }
    }
}
