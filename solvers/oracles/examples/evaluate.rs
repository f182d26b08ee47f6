//! Builds the oracle of a game, judges uniform play, and solves: what each step costs.
//!
//!     cargo run --release -p hinterhand-oracles --example evaluate -- dark-hex 8 version=abrupt

use std::time::Instant;

use hinterhand_engine::Settings;
use hinterhand_engine::games::{DarkHex, LiarsDice, PhantomTtt};
use hinterhand_solvers::cfr::Variant;
use hinterhand_solvers::oracle::{OracleCfr, Treeplex, judge, uniform};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [name, iterations, options @ ..] = &words[..] else { panic!("GAME ITERATIONS [OPTION=VALUE ...]") };
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
    let treeplexes = [0, 1].map(|player| oracle.treeplex(player));
    println!(
        "built in {}: {} information sets, {} sequences, {} MB of treeplexes",
        begin.elapsed(),
        treeplexes.map(Treeplex::infosets).iter().sum::<usize>(),
        treeplexes.map(Treeplex::sequences).iter().sum::<usize>(),
        treeplexes.map(|treeplex| treeplex.bytes() >> 20).iter().sum::<usize>(),
    );
    let plans = [0, 1].map(|player| uniform(&*oracle, player));
    // The first one allocates.
    for _ in 0..2 {
        let begin = Clock::now();
        let judged = judge(&*oracle, [&plans[0], &plans[1]]);
        println!("{judged:?} in {}", begin.elapsed());
    }
    drop(plans);
    let mut solver = OracleCfr::<_, f32>::new(&*oracle, Variant::PCFR_PLUS);
    solver.step();
    let iterations: u64 = iterations.parse().expect("a number");
    let begin = Clock::now();
    while solver.iterations() <= iterations {
        solver.step();
    }
    println!("{iterations} iterations in {}", begin.elapsed());
    println!("exploitability {:.3e}", solver.judge().exploitability());
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
