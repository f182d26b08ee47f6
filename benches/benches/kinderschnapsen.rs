//! How many iterations a second does the solver made for Kinderschnapsen do, over all its hands?

#![allow(missing_docs, reason = "criterion's macros make public functions")]

use criterion::{Criterion, criterion_group, criterion_main};
use hinterhand_engine::games::Kinderschnapsen;
use hinterhand_kinderschnapsen::{HandSolver, Payoff};
use hinterhand_solvers::cfr::Variant;

fn all(c: &mut Criterion) {
    let mut hands = HandSolver::new(Kinderschnapsen::default(), &Payoff::POINTS, Variant::DCFR);
    let begun = hands.exploitability();
    (0..3).for_each(|_| hands.step());
    let learned = hands.exploitability();
    assert!(learned < begun / 2.0, "{begun} -> {learned}");
    let mut group = c.benchmark_group("kinderschnapsen");
    group.sample_size(10);
    group.bench_function("DCFR", |b| {
        b.iter(|| {
            let before = hands.iterations();
            hands.step();
            assert_eq!(hands.iterations(), before + 1);
        });
    });
    group.finish();
}

criterion_group!(benches, all);
criterion_main!(benches);
