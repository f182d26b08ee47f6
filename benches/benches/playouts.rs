//! How many moves a second do played-out games make, with and without the deal?

#![allow(missing_docs, reason = "criterion's macros make public functions")]

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use hinterhand_benches::playouts::{BLOCK, Played, block, deals, dealt_block, walked_block};
use hinterhand_engine::games::schikanoeschen::KnockMode;
use hinterhand_engine::{Directed, Game, games};

const SEED: u64 = 2026;

/// Measures the first block of `game`, which must be `moves` long with the deals and `dealt_moves` without.
fn playouts<G: Game>(c: &mut Criterion, name: &str, game: &G, moves: u64, dealt_moves: u64) {
    let dealt = deals(game, SEED, BLOCK);
    measure(c, "with the deal", name, moves, || block(game, SEED, 0));
    measure(c, "without the deal", name, dealt_moves, || dealt_block(game, &dealt, SEED, 0));
}

fn measure(c: &mut Criterion, what: &str, name: &str, moves: u64, block: impl Fn() -> Played) {
    let mut group = c.benchmark_group("playouts");
    group.throughput(Throughput::Elements(moves));
    group.bench_function(BenchmarkId::new(what, name), |b| {
        b.iter(|| {
            let played = block();
            assert_eq!((played.games, played.moves), (BLOCK as u64, moves), "{name}");
        });
    });
    group.finish();
}

fn all(c: &mut Criterion) {
    playouts(c, "kinderschnapsen", &games::Kinderschnapsen::default(), 2470, 2514);
    playouts(c, "sixty-six", &games::SixtySix::default(), 2422, 2441);
    // Without a claim after the last trick, as in all earlier measurements.
    let schnapsen = games::Schnapsen { stop_after_last_trick: false, ..games::Schnapsen::default() };
    playouts(c, "schnapsen", &schnapsen, 2056, 2080);
    playouts(c, "klondike-chess", &games::KlondikeChess::default(), 130_376, 124_648);
    playouts(c, "kuhn", &games::Kuhn::default(), 570, 577);
    playouts(c, "leduc", &games::Leduc::default(), 1018, 1068);
    playouts(c, "liars-dice", &games::LiarsDice::default(), 834, 851);
    playouts(c, "goofspiel", &games::Goofspiel::default(), 1536, 1536);
    playouts(c, "phantom-ttt", &games::PhantomTtt::default(), 2665, 2665);
    playouts(c, "dark-hex", &games::DarkHex::default(), 2653, 2653);
    playouts(c, "generic-poker", &games::GenericPoker::default(), 1118, 1195);
}

/// Recipippes begins with a choice of the players, not with a deal.
fn recipippes(c: &mut Criterion) {
    for (players, moves) in [(2, 9_993), (3, 11_102), (4, 12_309)] {
        let game = games::Recipippes { players, ..games::Recipippes::default() };
        let name = format!("recipippes, {players} players");
        measure(c, "with the set-up", &name, moves, || block(&game, SEED, 0));
    }
}

/// Uniformly random players of Schikanöschen end by agreed draws or hardly ever: these are directed ones.
fn directed(c: &mut Criterion) {
    let default = games::Schikanoeschen::default();
    let quiet = games::Schikanoeschen { knock_mode: KnockMode::Off, draw_offers: false, ..default };
    for (name, game, moves) in [
        ("schikanoeschen, no knocking, no draw offers", quiet, 223_943),
        ("schikanoeschen", default, 124_806),
    ] {
        let walk = games::Schikanoeschen::play_out;
        measure(c, "directed, with the deal", name, moves, || walked_block(&game, walk, SEED, 0));
    }
}

criterion_group!(benches, all, recipippes, directed);
criterion_main!(benches);
