//! How many actions a second does perft play, and how many leaves a second does it count in bulk?

#![allow(missing_docs, reason = "criterion's macros make public functions")]

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use hinterhand_benches::{playouts, trees};
use hinterhand_engine::{Game, games};

const SEED: u64 = 2026;

/// Measures the trees of `deals` deals to this depth.
fn perft<G: Game>(c: &mut Criterion, name: &str, game: &G, deals: usize, depth: usize) {
    let mut group = c.benchmark_group("perft");
    group.sample_size(20);
    let dealt = playouts::deals(game, SEED, deals);
    let (played, leaves) = trees::expected(game, &dealt, depth);
    group.throughput(Throughput::Elements(played));
    group.bench_function(BenchmarkId::new("every leaf played", name), |b| {
        b.iter(|| assert_eq!(trees::played(game, &dealt, depth), played));
    });
    group.throughput(Throughput::Elements(leaves));
    group.bench_function(BenchmarkId::new("bulk", name), |b| {
        b.iter(|| assert_eq!(trees::leaves(game, &dealt, depth), leaves));
    });
    group.finish();
}

fn all(c: &mut Criterion) {
    perft(c, "kinderschnapsen", &games::Kinderschnapsen::default(), 100, 6);
    perft(c, "sixty-six", &games::SixtySix::default(), 100, 6);
    perft(c, "schnapsen", &games::Schnapsen::default(), 100, 6);
}

criterion_group!(benches, all);
criterion_main!(benches);
