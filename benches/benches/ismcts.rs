//! How many games a second does information-set tree search simulate, from an empty tree?

#![allow(missing_docs, reason = "criterion's macros make public functions")]

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use hinterhand_benches::search::{Decision, decisions, first_leads, first_turns, think};
use hinterhand_engine::{Game, games};
use hinterhand_solvers::search::ismcts::{Options, TreeKind};
use hinterhand_solvers::search::{ByDirected, Random, Rollout};

const SEED: u64 = 2026;

/// Measures `steps` simulated games for each of the decisions.
fn measure<G: Game>(
    c: &mut Criterion,
    name: &str,
    game: &G,
    rollout: &dyn Rollout<G>,
    decisions: &[Decision<G>],
    steps: u64,
) {
    let mut group = c.benchmark_group("ismcts");
    let games = decisions.len() as u64 * steps;
    group.throughput(Throughput::Elements(games)).sample_size(10);
    for (tree, kind) in [
        ("SO", TreeKind::SingleObserver),
        ("MO", TreeKind::MultipleObserver),
        ("determinized", TreeKind::Determinized),
    ] {
        let options = Options { tree: kind, ..Options::default() };
        group.bench_function(BenchmarkId::new(tree, name), |b| {
            b.iter(|| {
                let counted = decisions.iter().map(|decision| think(game, rollout, options, decision, steps));
                assert_eq!(counted.sum::<u64>(), games, "{name}");
            });
        });
    }
    group.finish();
}

fn all(c: &mut Criterion) {
    let game = games::Leduc::default();
    measure(c, "leduc", &game, &Random, &decisions(&game, SEED, 4, |_| true), 50_000);
    let game = games::SixtySix::default();
    measure(c, "sixty-six, first lead", &game, &ByDirected, &first_leads(SEED, 100), 10_000);
    let game = games::Recipippes::default();
    measure(c, "recipippes, 2 players, first turn", &game, &Random, &first_turns(SEED, 10), 10_000);
}

criterion_group!(benches, all);
criterion_main!(benches);
