//! How many states a second does `sample` draw from what a player knows in the middle of a game?

#![allow(missing_docs)] // criterion's macros make public functions

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use hinterhand_benches::views;
use hinterhand_engine::tricks::{Action, Table};
use hinterhand_engine::{Game, Player, Rng, games};

const SEED: u64 = 2026;
const VIEWS: usize = 1024;

/// Measures one sample from each position as its player to move sees it.
fn sample<G: Game>(c: &mut Criterion, name: &str, game: &G, positions: &[(G::State, Player)]) {
    let mut rng = Rng::new(SEED, 1);
    views::assert_sampled(game, positions, &mut rng);
    let info_sets = views::info_sets(game, positions);
    let mut group = c.benchmark_group("sample");
    group.throughput(Throughput::Elements(info_sets.len() as u64));
    group.bench_function(BenchmarkId::new("middle of the hand", name), |b| {
        b.iter(|| {
            for info_set in &info_sets {
                black_box(&game.sample(info_set, &mut rng));
            }
        });
    });
    group.finish();
}

fn all(c: &mut Criterion) {
    let game = games::Kinderschnapsen::default();
    let positions = views::positions(&game, SEED, VIEWS, |hand| hand.talon().left() == 4, |_| false);
    sample(c, "kinderschnapsen", &game, &positions);

    // A random stop is nearly always a false one and ends the hand early.
    let stop = |action| action == Action::STOP;
    let game = games::SixtySix::default();
    let positions = views::positions(&game, SEED, VIEWS, |hand| hand.talon().left() == 6, stop);
    sample(c, "sixty-six", &game, &positions);

    let game = games::Schnapsen::default();
    let positions = views::positions(&game, SEED, VIEWS, |hand| hand.talon().left() == 6, stop);
    sample(c, "schnapsen", &game, &positions);
}

criterion_group!(benches, all);
criterion_main!(benches);
