//! How long it takes to solve Leduc poker with suits merged, in CPU time of one thread and without the checks, as a line
//! of JSON for each variant: what the scripts in `benches/peers` hold against other programs.

use anyhow::{Result, bail};
use hinterhand_benches::clock::cpu_s;
use hinterhand_benches::solving;
use hinterhand_solvers::cfr::{Cfr, Variant};
use hinterhand_solvers::judges;
use serde_json::json;

/// Exploitability is looked at after this many times the iterations of the last look.
const NEXT_LOOK: f64 = 1.05;

fn main() -> Result<()> {
    if std::env::args().len() > 1 {
        bail!("usage: leduc (it has no options)");
    }
    let tree = solving::leduc();
    for (name, variant) in [("cfr+", Variant::CFR_PLUS), ("dcfr", Variant::DCFR)] {
        let mut solver = Cfr::<f32>::new(&tree, variant);
        let (mut iterations, mut look, mut spent, mut reached) = (0_u64, 20.0_f64, 0.0, Vec::new());
        for target in [1e-3, 1e-4] {
            loop {
                let wanted = look as u64;
                let start = cpu_s();
                solving::steps(&mut solver, wanted - iterations);
                spent += cpu_s() - start;
                iterations = wanted;
                let found = judges::exploitability(&tree, &solver.average()).average();
                if found < target {
                    reached.push(json!({"target": target, "iterations": iterations, "cpu_s": spent, "exploitability": found}));
                    break;
                }
                look = (look * NEXT_LOOK).max(look + 1.0);
            }
        }
        println!("{}", json!({"algorithm": name, "reached": reached}));
    }
    Ok(())
}
