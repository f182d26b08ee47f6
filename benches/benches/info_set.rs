//! How many information sets a second are made from states in the middle of a game?

#![allow(missing_docs)] // criterion's macros make public functions

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use hinterhand_benches::views;
use hinterhand_engine::tricks::{Action, Table};
use hinterhand_engine::{Game, Player, games};

const SEED: u64 = 2026;
const VIEWS: usize = 1024;

/// Measures the information set of the player to move in each position.
fn info_set<G: Game>(c: &mut Criterion, name: &str, game: &G, positions: &[(G::State, Player)]) {
    let other = |player: Player| Player::new((player.index() + 1) % game.players());
    for (state, player) in positions {
        let (mine, theirs) = (game.info_set(state, *player), game.info_set(state, other(*player)));
        assert_eq!(mine, game.info_set(state, *player), "{name}");
        assert_ne!(mine, theirs, "{name}: two players who know the same");
    }
    let mut group = c.benchmark_group("info_set");
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function(BenchmarkId::new("middle of the hand", name), |b| {
        b.iter(|| {
            for (state, player) in positions {
                black_box(&game.info_set(state, *player));
            }
        });
    });
    group.finish();
}

fn all(c: &mut Criterion) {
    let game = games::Kinderschnapsen::default();
    let positions = views::positions(&game, SEED, VIEWS, |hand| hand.talon().left() == 4, |_| false);
    info_set(c, "kinderschnapsen", &game, &positions);

    // A random stop is nearly always a false one and ends the hand early.
    let stop = |action| action == Action::STOP;
    let game = games::SixtySix::default();
    let positions = views::positions(&game, SEED, VIEWS, |hand| hand.talon().left() == 6, stop);
    info_set(c, "sixty-six", &game, &positions);

    let game = games::Schnapsen::default();
    let positions = views::positions(&game, SEED, VIEWS, |hand| hand.talon().left() == 6, stop);
    info_set(c, "schnapsen", &game, &positions);
}

criterion_group!(benches, all);
criterion_main!(benches);
