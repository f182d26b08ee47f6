//! How many states a second does `sample` draw from what a player knows in the middle of a game?

#![allow(missing_docs, reason = "criterion's macros make public functions")]

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use hinterhand_benches::views::{self, Question};
use hinterhand_engine::{Game, Player, Rng};

/// Measures one sample from each position as its player to move sees it.
struct Ask<'c>(&'c mut Criterion);

impl Question for Ask<'_> {
    fn ask<G: Game>(&mut self, name: &str, game: &G, positions: &[(G::State, Player)]) {
        let mut rng = Rng::new(2026, 1);
        views::assert_sampled(game, positions, &mut rng);
        let info_sets = views::info_sets(game, positions);
        let mut group = self.0.benchmark_group("sample");
        group.throughput(Throughput::Elements(positions.len() as u64));
        group.bench_function(BenchmarkId::new("middle of the game", name), |b| {
            b.iter(|| {
                for info_set in &info_sets {
                    black_box(&game.sample(info_set, &mut rng));
                }
            });
        });
        group.finish();
    }
}

fn all(c: &mut Criterion) {
    views::ask_all(&mut Ask(c));
}

criterion_group!(benches, all);
criterion_main!(benches);
