//! How many moves a second do uniformly random games make, with and without the deal?

#![allow(missing_docs)] // criterion's macros make public functions

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use hinterhand_benches::playouts::{BLOCK, Played, block, deals, dealt_block};
use hinterhand_engine::{Game, games};

const SEED: u64 = 2026;

/// Measures the first block of `game`, which must be `moves` long with the deals and `dealt_moves` without.
fn playouts<G: Game>(c: &mut Criterion, name: &str, game: &G, moves: u64, dealt_moves: u64) {
    let mut group = c.benchmark_group("playouts");
    let dealt = deals(game, SEED, BLOCK);
    let check = |played: Played, moves: u64| {
        assert_eq!((played.games, played.moves), (BLOCK as u64, moves), "{name}");
    };
    group.throughput(Throughput::Elements(moves));
    group.bench_function(BenchmarkId::new("with the deal", name), |b| {
        b.iter(|| check(block(game, SEED, 0), moves));
    });
    group.throughput(Throughput::Elements(dealt_moves));
    group.bench_function(BenchmarkId::new("without the deal", name), |b| {
        b.iter(|| check(dealt_block(game, &dealt, SEED, 0), dealt_moves));
    });
    group.finish();
}

fn all(c: &mut Criterion) {
    playouts(c, "kinderschnapsen", &games::Kinderschnapsen::default(), 2470, 2514);
    playouts(c, "sixty-six", &games::SixtySix::default(), 2422, 2441);
    playouts(c, "schnapsen", &games::Schnapsen::default(), 2056, 2080);
    playouts(c, "kuhn", &games::Kuhn::default(), 570, 577);
    playouts(c, "leduc", &games::Leduc::default(), 1018, 1068);
    playouts(c, "liars-dice", &games::LiarsDice::default(), 834, 851);
    playouts(c, "goofspiel", &games::Goofspiel::default(), 1536, 1536);
    playouts(c, "phantom-ttt", &games::PhantomTtt::default(), 2665, 2665);
    playouts(c, "generic-poker", &games::GenericPoker::default(), 1118, 1195);
}

criterion_group!(benches, all);
criterion_main!(benches);
