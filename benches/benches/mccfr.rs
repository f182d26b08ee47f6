//! How many nodes a second do the walks of Monte Carlo solvers visit?
//!
//! A node is counted each time that a walk comes to it: chance, decisions and ends. The solvers have gone
//! some way before, so that the policies are not even any more; what is measured are always the same walks,
//! and it is CPU time.

#![allow(missing_docs, reason = "criterion's macros make public functions")]

use std::time::Duration;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use hinterhand_benches::clock::cpu_s;
use hinterhand_engine::Steps;
use hinterhand_engine::games::{Leduc, LiarsDice};
use hinterhand_solvers::mccfr::{Mccfr, Options, Sampling};
use hinterhand_solvers::tree::GameTree;

/// The iterations before the measurement, and those that are measured.
const BEFORE: u64 = 10_000;
const MEASURED: u64 = 1_000;

fn walks<G: Steps>(c: &mut Criterion, name: &str, game: &G) {
    let tree = GameTree::compile(game, 300_000).expect("a game of known size");
    for sampling in ["external", "outcome"] {
        let options = Options {
            sampling: Sampling::named(sampling).expect("there are both"),
            seed: 2026,
            ..Options::default()
        };
        let mut begun = Mccfr::new(tree.tree(), options);
        (0..BEFORE).for_each(|_| begun.step());
        // The number of nodes visited, and the time that it took.
        let go_on = || {
            let mut solver = begun.clone();
            let start = cpu_s();
            (0..MEASURED).for_each(|_| solver.step());
            (solver.nodes(), cpu_s() - start)
        };
        let (nodes, _) = go_on();
        let mut group = c.benchmark_group(format!("mccfr/{sampling}"));
        group.throughput(Throughput::Elements(nodes - begun.nodes()));
        group.bench_function(BenchmarkId::from_parameter(name), |b| {
            b.iter_custom(|times| {
                let spent = (0..times).map(|_| {
                    let (visited, time_s) = go_on();
                    assert_eq!(visited, nodes);
                    time_s
                });
                Duration::from_secs_f64(spent.sum())
            });
        });
        group.finish();
    }
}

fn all(c: &mut Criterion) {
    walks(c, "leduc", &Leduc::default());
    walks(c, "liars-dice", &LiarsDice::default());
}

criterion_group!(benches, all);
criterion_main!(benches);
