//! How fast is chess on this machine, in the same units?

#![allow(missing_docs, reason = "criterion's macros make public functions")]

use cozy_chess::Board;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use hinterhand_benches::chess;

const SEED: u64 = 2026;

fn all(c: &mut Criterion) {
    let mut group = c.benchmark_group("chess");
    group.sample_size(20);
    group.throughput(Throughput::Elements(chess::PLAYED_5));
    group.bench_function("perft 5, every leaf played", |b| {
        b.iter(|| assert_eq!(chess::played(&Board::default(), 5), (chess::PLAYED_5, chess::PERFT_5)));
    });
    let moves = chess::block(SEED, 0);
    group.throughput(Throughput::Elements(moves));
    group.bench_function("playouts", |b| {
        b.iter(|| assert_eq!(chess::block(SEED, 0), moves));
    });
    group.finish();
}

criterion_group!(benches, all);
criterion_main!(benches);
