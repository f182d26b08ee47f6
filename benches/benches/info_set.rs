//! How many information sets a second are made from states in the middle of a game, and how many get their
//! key?

#![allow(missing_docs, reason = "criterion's macros make public functions")]

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use hinterhand_benches::views::{self, Question};
use hinterhand_engine::{Digest, Game, Player};

/// Measures the information set of the player to move in each position.
struct Ask<'c>(&'c mut Criterion);

impl Question for Ask<'_> {
    fn ask<G: Game>(&mut self, name: &str, game: &G, positions: &[(G::State, Player)]) {
        let next = |player: Player| Player::new((player.index() + 1) % game.players());
        for (state, player) in positions {
            let (mine, theirs) = (game.info_set(state, *player), game.info_set(state, next(*player)));
            assert_eq!(mine, game.info_set(state, *player), "{name}");
            assert_ne!(mine, theirs, "{name}: two players who know the same");
        }
        let info_sets = views::info_sets(game, positions);
        let keys: Vec<Digest> = info_sets.iter().map(Digest::of).collect();
        let mut group = self.0.benchmark_group("info_set");
        group.throughput(Throughput::Elements(positions.len() as u64));
        group.bench_function(BenchmarkId::new("middle of the game", name), |b| {
            b.iter(|| {
                for (state, player) in positions {
                    black_box(&game.info_set(state, *player));
                }
            });
        });
        // The key by which files of strategies know an information set.
        group.bench_function(BenchmarkId::new("key", name), |b| {
            b.iter(|| {
                for (info_set, key) in info_sets.iter().zip(&keys) {
                    assert_eq!(Digest::of(black_box(info_set)), *key);
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
