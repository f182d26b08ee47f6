//! How many hands of Sixty-six a second are solved with open cards, and how long do the hardest take?

#![allow(missing_docs, reason = "criterion's macros make public functions")]

use std::time::Instant;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use hinterhand_benches::open_cards::{Deals, decide, solve};
use hinterhand_benches::views;
use hinterhand_engine::Game;
use hinterhand_engine::games::SixtySix;
use hinterhand_engine::tricks::{Action, Table};
use hinterhand_solvers::search::{OpenCards, OpenTricks};

const SEED: u64 = 2026;

fn open_cards(c: &mut Criterion) {
    let game = SixtySix::default();
    let mut solver = OpenTricks::default();
    let mut group = c.benchmark_group("open_cards");
    for deals in Deals::ALL {
        let hands = deals.hands(&game, SEED, if deals == Deals::Full { 100 } else { 1_000 });
        let answer = solve(&mut solver, &game, &hands);
        group.throughput(Throughput::Elements(hands.len() as u64));
        group.sample_size(10);
        group.bench_function(BenchmarkId::new("sixty-six", deals.name()), |b| {
            b.iter(|| assert_eq!(solve(&mut solver, &game, &hands), answer));
        });
    }
    let six_left = |hand: &<SixtySix as Game>::State, _| hand.talon().left() == 6;
    let hands: Vec<_> = views::positions(&game, SEED, 20, six_left, |action| action == Action::STOP)
        .into_iter()
        .map(|(hand, _)| hand)
        .collect();
    group.throughput(Throughput::Elements(hands.len() as u64));
    group.bench_function(BenchmarkId::new("sixty-six", "a decision by PIMC, 100 worlds, deck 6"), |b| {
        b.iter(|| decide(&game, &hands, 100));
    });
    group.finish();

    // Criterion knows means; the bar also asks for the hardest of a hundred.
    let hands = Deals::Full.hands(&game, SEED, 1_000);
    let mut times: Vec<f64> = hands
        .iter()
        .map(|hand| {
            let start = Instant::now();
            solver.value(&game, hand);
            start.elapsed().as_secs_f64() * 1e3
        })
        .collect();
    times.sort_by(f64::total_cmp);
    let mean = times.iter().sum::<f64>() / times.len() as f64;
    println!(
        "full deals: mean {mean:.3} ms, median {:.3} ms, 99 % under {:.3} ms, all under {:.3} ms",
        times[times.len() / 2],
        times[times.len() * 99 / 100],
        times[times.len() - 1]
    );
}

criterion_group!(benches, open_cards);
criterion_main!(benches);
