//! Corrections are 0 on average, exactly where all games can be listed, and take the variance away.

use hinterhand_engine::games::{Kuhn, Leduc};
use hinterhand_engine::{Digest, outcomes};
use hinterhand_solvers::strategy::Uniform;

use super::*;
use crate::ratings::Moments;

/// A player whose later actions are likelier: with weights 1, 2, 3 and so on.
struct Bold;

impl<G: Game> Strategy<G> for Bold {
    fn probabilities(&self, _: &G::InfoSet, legal: &G::Legal, out: &mut Vec<f64>) {
        let total = (legal.len() * (legal.len() + 1)) as f64 / 2.0;
        out.clear();
        out.extend((1..=legal.len()).map(|weight| weight as f64 / total));
    }
}

/// Who plays in all of these tests.
fn players<'a, G: Game>() -> [&'a dyn Strategy<G>; 2] {
    [&Bold, &Uniform]
}

/// What may happen next, with its probability.
fn events<G: Steps>(game: &G, state: &G::State) -> Vec<(EventOf<G>, f64)> {
    match game.turn(state) {
        Turn::Over => Vec::new(),
        Turn::Chance => {
            outcomes(game, state).into_iter().map(|(chance, p)| (Event::Chance(chance), p)).collect()
        }
        Turn::Player(player) => {
            let (legal, mut probabilities) = (game.legal(state), Vec::new());
            let info_set = game.info_set(state, player);
            players::<G>()[player.index()].probabilities(&info_set, &legal, &mut probabilities);
            legal.iter().map(Event::Action).zip(probabilities).collect()
        }
    }
}

fn apply<G: Game>(game: &G, state: &G::State, event: &EventOf<G>) -> G::State {
    let mut after = state.clone();
    match event {
        Event::Action(action) => game.play(&mut after, *action),
        Event::Chance(chance) => game.reveal(&mut after, chance),
    }
    after
}

/// What each player wins on average from here, exactly.
fn exact<G: Steps>(game: &G, state: &G::State) -> Vec<f64> {
    if game.turn(state) == Turn::Over {
        return Player::all(2).map(|player| game.payoff(state, player)).collect();
    }
    let mut sums = vec![0.0; 2];
    for (event, probability) in events(game, state) {
        let values = exact(game, &apply(game, state, &event));
        sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += probability * value);
    }
    sums
}

/// All games that can be played, with their probabilities.
fn all_games<G: Steps>(game: &G) -> Vec<(Vec<EventOf<G>>, f64)>
where
    EventOf<G>: Clone,
{
    let mut ended = Vec::new();
    let mut open = vec![(game.start(), Vec::new(), 1.0)];
    while let Some((state, past, probability)) = open.pop() {
        for (event, next) in events(game, &state) {
            let after = apply(game, &state, &event);
            let history = [past.as_slice(), &[event]].concat();
            open.push((after, history, probability * next));
        }
        if game.turn(&state) == Turn::Over {
            ended.push((past, probability));
        }
    }
    ended
}

/// A game played by the two players.
fn played<G: Steps>(game: &G, rng: &mut Rng) -> Vec<EventOf<G>> {
    let (mut state, mut past) = (game.start(), Vec::new());
    while game.turn(&state) != Turn::Over {
        let mut next = events(game, &state);
        let at = rng.weighted(next.iter().map(|(_, probability)| *probability));
        let (event, _) = next.swap_remove(at);
        state = apply(game, &state, &event);
        past.push(event);
    }
    past
}

/// Values that know nothing: the same for the same position, and otherwise anything from -2 to 2.
fn arbitrary<S: std::hash::Hash>(state: &S) -> Vec<f64> {
    let bits = Digest::of(state).bits();
    let value = (bits >> 70) as f64 / (1u64 << 58) as f64 * 4.0 - 2.0;
    vec![value, 0.5 - value * value]
}

#[test]
fn corrections_are_zero_on_average_whatever_the_values() {
    let game = Kuhn::default();
    let games = all_games(&game);
    assert!((games.iter().map(|(_, probability)| probability).sum::<f64>() - 1.0).abs() < 1e-12);
    for known in [[false, false], [true, false], [false, true], [true, true]] {
        let mut luck = Luck::new(&game, arbitrary, Expectation::default());
        for player in Player::all(2).filter(|player| known[player.index()]) {
            luck = luck.knowing(player, players()[player.index()]);
        }
        let mut means = [0.0; 2];
        let mut size = 0.0;
        for (events, probability) in &games {
            let found = luck.adjust(events, &mut Rng::new(0, 0));
            for (mean, (adjusted, payoff)) in means.iter_mut().zip(found.adjusted.iter().zip(&found.payoffs))
            {
                *mean += probability * (adjusted - payoff);
                size += probability * (adjusted - payoff).abs();
            }
        }
        assert!(means.iter().all(|mean| mean.abs() < 1e-14), "{known:?}: {means:?}");
        assert!(size > 0.5, "the corrections are large: {size}");
    }
}

#[test]
fn exact_values_leave_no_luck_between_known_players() {
    let kuhn = Kuhn::default();
    let value = exact(&kuhn, &kuhn.start());
    let luck = Luck::new(&kuhn, |state: &_| exact(&kuhn, state), Expectation::default())
        .knowing(Player::FIRST, &Bold)
        .knowing(Player::SECOND, &Uniform);
    for (events, _) in all_games(&kuhn) {
        let found = luck.adjust(&events, &mut Rng::new(0, 0));
        assert!(found.adjusted.iter().zip(&value).all(|(a, b)| (a - b).abs() < 1e-12), "{found:?}");
    }
    // Leduc deals twice, and listing the first deal at every game takes long: once is enough.
    let leduc = Leduc::default();
    let value = exact(&leduc, &leduc.start());
    let listing = || {
        Luck::new(&leduc, |state: &_| exact(&leduc, state), Expectation::default())
            .knowing(Player::FIRST, &Bold)
            .knowing(Player::SECOND, &Uniform)
    };
    let mut rng = Rng::new(3, 0);
    for luck in [listing(), listing().with_start(value.clone())] {
        for _ in 0..5 {
            let found = luck.adjust(&played(&leduc, &mut rng), &mut Rng::new(0, 0));
            assert!(found.adjusted.iter().zip(&value).all(|(a, b)| (a - b).abs() < 1e-12), "{found:?}");
        }
    }
}

/// The moments of the first player's payoffs and adjusted payoffs over `games` games.
fn moments<G: Steps, V: Fn(&G::State) -> Vec<f64>>(
    luck: &Luck<'_, G, V>,
    games: u64,
    seed: u64,
) -> [Moments; 2] {
    let mut moments = [Moments::default(); 2];
    for game in 0..games {
        let events = played(luck.game, &mut Rng::new(seed, 2 * game));
        let found = luck.adjust(&events, &mut Rng::new(seed, 2 * game + 1));
        moments[0].add(found.payoffs[0]);
        moments[1].add(found.adjusted[0]);
    }
    moments
}

fn is_near(moments: &Moments, value: f64) {
    let (mean, error) = (moments.mean().unwrap(), moments.standard_error().unwrap());
    assert!((mean - value).abs() < 4.0 * error, "{mean} with an error of {error}, not {value}");
}

#[test]
fn with_one_known_player_variance_falls() {
    let game = Leduc::default();
    let value = exact(&game, &game.start());
    let luck = Luck::new(&game, |state: &_| exact(&game, state), Expectation::default())
        .knowing(Player::FIRST, &Bold)
        .with_start(value.clone());
    let [plain, adjusted] = moments(&luck, 400, 9);
    is_near(&plain, value[0]);
    is_near(&adjusted, value[0]);
    let share = adjusted.variance().unwrap() / plain.variance().unwrap();
    assert!(share < 0.5, "{share}");
}

#[test]
fn drawn_expectations_are_right_on_average_and_cost_variance() {
    // The exact values but no list: 3 fresh draws for the deal, which add a third of the variance of its values.
    let game = Kuhn::default();
    let value = exact(&game, &game.start());
    let after_deal: Vec<f64> = outcomes(&game, &game.start())
        .into_iter()
        .map(|(deal, _)| exact(&game, &apply(&game, &game.start(), &Event::Chance(deal)))[0])
        .collect();
    let variance =
        after_deal.iter().map(|of_deal| (of_deal - value[0]).powi(2)).sum::<f64>() / after_deal.len() as f64;
    let luck = |draws| {
        Luck::new(&game, |state: &_| exact(&game, state), Expectation { listed: 5, draws })
            .knowing(Player::FIRST, &Bold)
            .knowing(Player::SECOND, &Uniform)
    };
    let [_, adjusted] = moments(&luck(3), 20_000, 2);
    is_near(&adjusted, value[0]);
    let found = adjusted.variance().unwrap();
    // The variance of 20,000 numbers has a relative error of about 1 %.
    assert!((found - variance / 3.0).abs() < 0.05 * variance / 3.0, "{found}, not a third of {variance}");
    // Without draws the deal is not corrected, so all of its variance is left.
    let [_, uncorrected] = moments(&luck(0), 20_000, 2);
    is_near(&uncorrected, value[0]);
    let found = uncorrected.variance().unwrap();
    assert!((found - variance).abs() < 0.05 * variance, "{found}, not {variance}");
}
