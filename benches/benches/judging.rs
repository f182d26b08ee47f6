//! How many nodes a second do exact judges visit?

#![allow(missing_docs, reason = "criterion's macros make public functions")]

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use hinterhand_benches::solving;
use hinterhand_solvers::judges;
use hinterhand_solvers::tree::Tree;

/// Measures the value and the best responses of what solves the game nearly.
fn judge(c: &mut Criterion, game: &str, tree: &Tree, value: f64) {
    let policy = solving::solver::<f64>(tree, 200, 2e-2).average();
    let nodes = tree.node_count() as u64;
    let mut group = c.benchmark_group("judging");
    group.sample_size(20);
    group.throughput(Throughput::Elements(nodes));
    group.bench_function(BenchmarkId::new("values", game), |b| {
        b.iter(|| {
            let found = judges::values(tree, &[&policy, &policy])[0];
            assert!((found - value).abs() < 2e-2, "{found}");
        });
    });
    // Both players respond.
    group.throughput(Throughput::Elements(2 * nodes));
    let expected = judges::exploitability(tree, &policy).average();
    group.bench_function(BenchmarkId::new("exploitability", game), |b| {
        b.iter(|| assert_eq!(judges::exploitability(tree, &policy).average(), expected));
    });
    group.finish();
}

fn all(c: &mut Criterion) {
    judge(c, "Leduc poker, suits merged", &solving::leduc(), -0.0856);
    // As the tests of the solvers have it.
    judge(c, "Liar's dice, six sides", &solving::liars_dice(), -7.0 / 258.0);
}

criterion_group!(benches, all);
criterion_main!(benches);
