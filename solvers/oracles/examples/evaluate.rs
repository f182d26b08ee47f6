//! Builds the oracle of a game, judges uniform play, and solves, the whole game and up to its symmetries: what each step
//! costs.
//!
//!     cargo run --release -p hinterhand-oracles --example evaluate -- dark-hex pcfr+ 8 version=abrupt

use std::time::Instant;

use hinterhand_engine::Settings;
use hinterhand_engine::games::{DarkHex, LiarsDice, PhantomTtt};
use hinterhand_solvers::cfr::Variant;
use hinterhand_solvers::oracle::{Oracle, OracleCfr, Treeplex, judge, uniform};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [name, algorithm, iterations, options @ ..] = &words[..] else {
        panic!("GAME ALGORITHM ITERATIONS [OPTION=VALUE ...]")
    };
    let iterations: u32 = iterations.parse().expect("a number");
    let variant = Variant::named(algorithm, iterations).expect("a variant");
    let mut settings = match name.as_str() {
        "phantom-ttt" => Settings::of::<PhantomTtt>(),
        "dark-hex" => Settings::of::<DarkHex>(),
        _ => Settings::of::<LiarsDice>(),
    };
    for option in options {
        let (key, value) = option.split_once('=').expect("OPTION=VALUE");
        settings.set_text(key, value).expect("an option of the game");
    }
    let begin = Clock::now();
    let make = hinterhand_oracles::of(name).expect("a game with an oracle");
    let oracle = make(&settings).expect("a game of this size");
    println!("built in {}", begin.elapsed());
    measure("whole", &*oracle, variant, iterations.into());
    let begin = Clock::now();
    if let Some(folded) = oracle.folded() {
        println!("folded in {} by {} symmetries", begin.elapsed(), folded.symmetries());
        measure("folded", &*folded.oracle(), variant, iterations.into());
    }
}

fn measure(name: &str, oracle: &dyn Oracle, variant: Variant, iterations: u64) {
    let treeplexes = [0, 1].map(|player| oracle.treeplex(player));
    println!(
        "{name}: {} information sets, {} sequences, {} MB of treeplexes",
        treeplexes.map(Treeplex::infosets).iter().sum::<usize>(),
        treeplexes.map(Treeplex::sequences).iter().sum::<usize>(),
        treeplexes.map(|treeplex| treeplex.bytes() >> 20).iter().sum::<usize>(),
    );
    let plans = [0, 1].map(|player| uniform(oracle, player));
    // The first one allocates.
    for _ in 0..2 {
        let begin = Clock::now();
        let judged = judge(oracle, [&plans[0], &plans[1]]);
        println!("{name}: {judged:?} in {}", begin.elapsed());
    }
    drop(plans);
    let mut solver = OracleCfr::<_, f32>::new(oracle, variant);
    solver.step();
    let begin = Clock::now();
    while solver.iterations() <= iterations {
        solver.step();
    }
    println!("{name}: {iterations} iterations in {}", begin.elapsed());
    println!("{name}: exploitability {:.3e}", solver.judge().exploitability());
}

/// The time by the clock, and the CPU seconds of all threads as Linux counts them.
struct Clock(Instant, f64);

impl Clock {
    fn now() -> Clock {
        Clock(Instant::now(), cpu_seconds())
    }

    fn elapsed(&self) -> String {
        format!("{:.2?} by the clock, {:.2} CPU s", self.0.elapsed(), cpu_seconds() - self.1)
    }
}

fn cpu_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // Hundredths of a second: what the process and the kernel for it have used.
    let ticks = text.split(' ').skip(13).take(2).filter_map(|field| field.parse::<u64>().ok());
    ticks.sum::<u64>() as f64 / 100.0
}
