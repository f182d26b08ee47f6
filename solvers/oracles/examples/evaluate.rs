//! Builds the oracle of a game, judges uniform play, and solves: what each step costs.
//!
//!     cargo run --release -p hinterhand-oracles --example evaluate -- dark-hex 8 version=abrupt

use std::time::{Duration, Instant};

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
    let begin = Instant::now();
    let make = hinterhand_oracles::of(name).expect("a game with an oracle");
    let oracle = make(&settings).expect("a game of this size");
    let treeplexes = [0, 1].map(|player| oracle.treeplex(player));
    println!(
        "built in {:.1?}: {} information sets, {} sequences, {} MB of treeplexes",
        begin.elapsed(),
        treeplexes.map(Treeplex::infosets).iter().sum::<usize>(),
        treeplexes.map(Treeplex::sequences).iter().sum::<usize>(),
        treeplexes.map(|treeplex| treeplex.bytes() >> 20).iter().sum::<usize>(),
    );
    let plans = [0, 1].map(|player| uniform(&*oracle, player));
    let begin = Instant::now();
    println!("{:?} in {:.2?}", judge(&*oracle, [&plans[0], &plans[1]]), begin.elapsed());
    drop(plans);
    let mut solver = OracleCfr::<_, f32>::new(&*oracle, Variant::PCFR_PLUS);
    let mut stepping = Duration::ZERO;
    let iterations: u64 = iterations.parse().expect("a number");
    while solver.iterations() < iterations {
        let begin = Instant::now();
        solver.step();
        stepping += begin.elapsed();
        let done = solver.iterations();
        if done.is_power_of_two() || done == iterations {
            println!("{done} in {:.2?}: {:.3e}", stepping, solver.judge().exploitability());
        }
    }
}
