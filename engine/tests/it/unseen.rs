//! `sample` against `worlds` where the decisions of others are hidden: a chi-square test.

use std::collections::HashMap;
use std::hash::Hash;

use hinterhand_engine::games::goofspiel::{Auction, Bid, InfoSet, Prizes};
use hinterhand_engine::games::phantom::{Connection, Line, Phantom, Version};
use hinterhand_engine::games::{DarkHex, Goofspiel, PhantomTtt};
use hinterhand_engine::{ActionSet, Game, Player, Rng, Turn, Worlds};

#[test]
fn goofspiel() {
    check(&Goofspiel { cards: 6, ..Goofspiel::default() });
    check(&Goofspiel { cards: 7, prizes: Prizes::Random, ..Goofspiel::default() });
}

#[test]
fn phantom_ttt() {
    check(&PhantomTtt::default());
    check(&PhantomTtt::new(4, 4, 4));
    check(&PhantomTtt::new(3, 4, 2));
}

#[test]
fn phantom_ttt_abrupt() {
    check(&Phantom::of(Line::default(), Version::Abrupt));
    check(&Phantom::of(Line::new(4, 4, 4), Version::Abrupt));
}

#[test]
fn dark_hex() {
    check(&DarkHex::default());
    check(&Phantom::of(Connection::default(), Version::Abrupt));
    check(&Phantom::of(Connection::new(4, 3), Version::Abrupt));
}

#[test]
fn bids_made_up_round_by_round_are_rejected() {
    // Any bid is taken that still lets the rest fit, however few ways there are.
    let greedy = |info_set: &InfoSet, worlds: &[(Auction, f64)], rng: &mut Rng| {
        let other = info_set.seat().other();
        let mut left: Vec<Auction> = worlds.iter().map(|&(world, _)| world).collect();
        for n in 0..left[0].made_by(other) {
            let mut bids: Vec<Bid> = left.iter().map(|world| world.bid(other, n)).collect();
            bids.sort_unstable();
            bids.dedup();
            let bid = bids[rng.below(bids.len() as u32) as usize];
            left.retain(|world| world.bid(other, n) == bid);
        }
        left[0]
    };
    must_reject(&Goofspiel { cards: 6, ..Goofspiel::default() }, greedy);
}

#[test]
fn tries_that_are_all_as_likely_are_rejected() {
    // A try among few squares counts as much as one among many.
    must_reject(&PhantomTtt::default(), |_, worlds, rng| worlds[rng.below(worlds.len() as u32) as usize].0);
}

/// Positions of each game.
const POSITIONS: usize = 24;

/// Draws for each world.
const DRAWS: usize = 10;

/// The standard normal deviate that is exceeded with probability 1e-5: a right sampler fails one of the
/// 240 positions at one seed of 400, and the seeds are fixed.
const LIMIT: f64 = 4.265;

/// A position that is tested, as one player sees it, and the worlds that fit.
type Position<G> = (<G as Game>::InfoSet, Vec<(<G as Game>::State, f64)>);

/// Positions of random games with 30 to 3,000 worlds.
fn positions<G: Worlds>(game: &G) -> impl Iterator<Item = Position<G>> {
    let found = (0..).filter_map(|number| {
        let mut rng = Rng::new(11, number);
        let info_set = position(game, Player::new(number as usize % 2), &mut rng);
        let worlds = game.worlds(&info_set, 3_000)?;
        (worlds.len() >= 30).then_some((info_set, worlds))
    });
    found.take(POSITIONS)
}

/// Compares samples with the listed worlds.
fn check<G: Worlds>(game: &G)
where
    G::State: Eq + Hash,
{
    for (info_set, worlds) in positions(game) {
        let normal = deviate(&worlds, |rng| game.sample(&info_set, rng));
        assert!(normal < LIMIT, "{normal} standard deviations for {info_set:?}");
    }
}

/// A wrong sampler, which picks one of the listed worlds, is found out wherever much is hidden.
fn must_reject<G: Worlds>(game: &G, sampler: impl Fn(&G::InfoSet, &[(G::State, f64)], &mut Rng) -> G::State)
where
    G::State: Eq + Hash,
{
    let deviates =
        positions(game).map(|(info_set, worlds)| deviate(&worlds, |rng| sampler(&info_set, &worlds, rng)));
    let rejected = deviates.filter(|&normal| normal > LIMIT).count();
    assert!(rejected > POSITIONS / 3, "rejected at {rejected} of {POSITIONS} positions");
}

/// A position of a random game, as `player` sees it; all depths are as likely.
fn position<G: Game>(game: &G, player: Player, rng: &mut Rng) -> G::InfoSet {
    let mut state = game.start();
    let mut seen = Vec::new();
    loop {
        seen.push(game.info_set(&state, player));
        match game.turn(&state) {
            Turn::Over => break,
            Turn::Chance => game.deal(&mut state, rng),
            Turn::Player(_) => {
                let legal = game.legal(&state);
                game.play(&mut state, legal.nth(rng.below(legal.len() as u32) as usize));
            }
        }
    }
    let at = rng.below(seen.len() as u32) as usize;
    seen.swap_remove(at)
}

/// The distance of sampled worlds from their probabilities, in standard deviations. Worlds that should be
/// drawn less than five times are taken together, as many as it takes. The cube root of chi-square over its
/// degrees of freedom is nearly normal (Wilson and Hilferty 1931).
fn deviate<S: Eq + Hash>(worlds: &[(S, f64)], sample: impl Fn(&mut Rng) -> S) -> f64 {
    let draws = DRAWS * worlds.len();
    let mut counts: HashMap<&S, f64> = worlds.iter().map(|(world, _)| (world, 0.0)).collect();
    let mut rng = Rng::new(12, 0);
    for _ in 0..draws {
        *counts.get_mut(&sample(&mut rng)).expect("a sample is one of the worlds") += 1.0;
    }
    let mut cells = Vec::new();
    let (mut expected, mut drawn) = (0.0, 0.0);
    for (world, probability) in worlds {
        expected += draws as f64 * probability;
        drawn += counts[world];
        if expected >= 5.0 {
            cells.push((expected, drawn));
            (expected, drawn) = (0.0, 0.0);
        }
    }
    let last = cells.last_mut().expect("there are many draws");
    *last = (last.0 + expected, last.1 + drawn);
    let chi: f64 = cells.iter().map(|(expected, drawn)| (drawn - expected).powi(2) / expected).sum();
    let freedom = (cells.len() - 1) as f64;
    let spread = 2.0 / (9.0 * freedom);
    ((chi / freedom).cbrt() - (1.0 - spread)) / spread.sqrt()
}
