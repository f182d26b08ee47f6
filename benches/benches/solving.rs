//! How many nodes a second does CFR+ learn from, and how many the crate `cfr` on the same tree?

#![allow(missing_docs, reason = "criterion's macros make public functions")]

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use hinterhand_benches::peer::Peer;
use hinterhand_benches::solving;
use hinterhand_solvers::cfr::Real;
use hinterhand_solvers::tree::Tree;

fn ours<R: Real>(group: &mut BenchmarkGroup<'_, WallTime>, game: &str, tree: &Tree, iterations: u64) {
    let mut solver = solving::solver::<R>(tree, 200, 2e-2);
    group.throughput(Throughput::Elements(iterations * tree.node_count() as u64));
    group.bench_function(BenchmarkId::new(R::NAME, game), |b| {
        b.iter(|| solving::steps(&mut solver, iterations));
    });
}

fn all(c: &mut Criterion) {
    let (leduc, liars_dice) = (solving::leduc(), solving::liars_dice());
    let mut group = c.benchmark_group("CFR+");
    ours::<f32>(&mut group, "Leduc poker, suits merged", &leduc, 1_000);
    ours::<f64>(&mut group, "Leduc poker, suits merged", &leduc, 1_000);
    let peer = Peer::new(&leduc);
    group.bench_function(BenchmarkId::new("crate cfr 0.6.2", "Leduc poker, suits merged"), |b| {
        b.iter(|| assert!((peer.solve(1_000) + 0.0856).abs() < 2e-2));
    });
    ours::<f32>(&mut group, "Liar's dice, six sides", &liars_dice, 10);
    ours::<f64>(&mut group, "Liar's dice, six sides", &liars_dice, 10);
    group.finish();
}

criterion_group!(benches, all);
criterion_main!(benches);
