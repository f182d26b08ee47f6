//! How many information sets a second does a strategy for Kinderschnapsen answer, a million in random order?

#![allow(missing_docs, reason = "criterion's macros make public functions")]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use hinterhand_benches::lookup;

fn all(c: &mut Criterion) {
    const COUNT: usize = 1_000_000;
    let (solution, questions) = (lookup::solution(), lookup::questions(COUNT, 2026));
    let mut group = c.benchmark_group("lookup");
    group.throughput(Throughput::Elements(COUNT as u64)).sample_size(20);
    group.bench_function("kinderschnapsen", |b| {
        b.iter(|| {
            let sum = lookup::answer(&solution, &questions);
            assert!((sum - COUNT as f64).abs() < 1.0, "{sum}");
        });
    });
    group.finish();
}

criterion_group!(benches, all);
criterion_main!(benches);
