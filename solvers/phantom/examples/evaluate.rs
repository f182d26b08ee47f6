//! Prints the size of a phantom board, the value of uniform play, and how fast it is judged.

use std::time::Instant;

use hinterhand_phantom::{Board, PhantomOracle, Version};
use hinterhand_solvers::cfr::Variant;
use hinterhand_solvers::oracle::{Oracle, OracleCfr, judge, uniform};

const LINES: [u16; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

fn line(_: usize, set: u16) -> bool {
    LINES.iter().any(|line| set & line == *line)
}

fn hex(player: usize, set: u16) -> bool {
    let at = |row: i32, column: i32| {
        (0..3).contains(&row) && (0..3).contains(&column) && set >> (3 * row + column) & 1 == 1
    };
    let mut reached: Vec<(i32, i32)> =
        (0..3).map(|n| if player == 0 { (0, n) } else { (n, 0) }).filter(|&(r, c)| at(r, c)).collect();
    let mut seen = reached.clone();
    while let Some((row, column)) = reached.pop() {
        if (if player == 0 { row } else { column }) == 2 {
            return true;
        }
        for (r, c) in [(0, 1), (0, -1), (1, 0), (-1, 0), (-1, 1), (1, -1)] {
            let next = (row + r, column + c);
            if at(next.0, next.1) && !seen.contains(&next) {
                seen.push(next);
                reached.push(next);
            }
        }
    }
    false
}

fn main() {
    let words: Vec<String> = std::env::args().collect();
    let wins = if words[1] == "hex" { hex } else { line };
    let version = if words[2] == "abrupt" { Version::Abrupt } else { Version::Classical };
    let iterations: u64 = words[3].parse().unwrap();
    let begin = Instant::now();
    let oracle = PhantomOracle::new(Board::new(9, version, wins));
    println!("built in {:?}", begin.elapsed());
    for player in [0, 1] {
        let treeplex = oracle.treeplex(player);
        println!(
            "player {player}: {} infosets, {} sequences, {} points, {} MB",
            treeplex.infosets(),
            treeplex.sequences(),
            treeplex.point_count(),
            treeplex.bytes() >> 20
        );
    }
    println!("{} infosets", oracle.treeplex(0).infosets() + oracle.treeplex(1).infosets());
    let plans = [0, 1].map(|player| uniform(&oracle, player));
    let begin = Instant::now();
    println!("{:?}", judge(&oracle, [&plans[0], &plans[1]]));
    println!("judged in {:?}", begin.elapsed());
    let mut solver = OracleCfr::new(oracle, Variant::PCFR_PLUS);
    let begin = Instant::now();
    while solver.iterations() < iterations {
        solver.step();
        if solver.iterations().is_power_of_two() || solver.iterations() == iterations {
            println!("{} {:?} {:?}", solver.iterations(), begin.elapsed(), solver.judge().exploitability());
        }
    }
}
