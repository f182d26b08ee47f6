//! How many sets of legal actions a second, each counted and one picked from its middle?

#![allow(missing_docs, reason = "criterion's macros make public functions")]

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use hinterhand_benches::views::{self, Question};
use hinterhand_engine::{ActionSet, Game, Player};

/// Measures the legal actions of each position, as random playouts use them: the count and the n-th.
struct Ask<'c>(&'c mut Criterion);

impl Question for Ask<'_> {
    fn ask<G: Game>(&mut self, name: &str, game: &G, positions: &[(G::State, Player)]) {
        for (state, _) in positions {
            let legal = game.legal(state);
            assert_eq!(Some(legal.nth(legal.len() / 2)), legal.iter().nth(legal.len() / 2), "{name}");
        }
        let mut group = self.0.benchmark_group("legal");
        group.throughput(Throughput::Elements(positions.len() as u64));
        group.bench_function(BenchmarkId::new("middle of the game", name), |b| {
            b.iter(|| {
                for (state, _) in positions {
                    let legal = game.legal(state);
                    black_box(legal.nth(legal.len() / 2));
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
