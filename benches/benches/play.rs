//! How many actions a second are played, the copy of the state included?

#![allow(missing_docs, reason = "criterion's macros make public functions")]

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use hinterhand_benches::views::{self, Question};
use hinterhand_engine::{ActionSet, Game, Player};

/// Measures one action from a copy of each position: searches copy rather than undo.
struct Ask<'c>(&'c mut Criterion);

impl Question for Ask<'_> {
    fn ask<G: Game>(&mut self, name: &str, game: &G, positions: &[(G::State, Player)]) {
        let choices: Vec<(&G::State, G::Action)> = positions
            .iter()
            .map(|(state, _)| {
                let legal = game.legal(state);
                (state, legal.nth(legal.len() / 2))
            })
            .collect();
        assert_eq!(choices.len(), 1024, "{name}");
        let mut group = self.0.benchmark_group("play");
        group.throughput(Throughput::Elements(positions.len() as u64));
        group.bench_function(BenchmarkId::new("middle of the game", name), |b| {
            b.iter(|| {
                for &(state, action) in &choices {
                    let mut next = state.clone();
                    game.play(&mut next, action);
                    black_box(&next);
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
