//! Units of processes that are killed at random: nothing is lost, nothing is there twice, and the bits are those of one
//! machine.

use std::fs;
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use hinterhand_engine::Rng;
use rustix::process::{Pid, Signal, kill_process_group};

use crate::support::run;

/// The tasks, each of which is done by two processes at a time.
const TASKS: usize = 3;

fn start(plan: &str, results: &str, task: usize) -> Child {
    let (index, of) = ((task % TASKS).to_string(), TASKS.to_string());
    Command::new(env!("CARGO_BIN_EXE_hinterhand"))
        .args(["unit", "run", plan, "--index", &index, "--of", &of, "--results", results])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        // A group of its own, as a node of a cluster takes its processes with it.
        .process_group(0)
        .spawn()
        .expect("the binary has been built")
}

fn text(folder: &Path, name: &str) -> String {
    folder.join(name).to_str().expect("a plain name").to_owned()
}

/// One of the workers.
fn any(rng: &mut Rng, workers: usize) -> std::ops::Range<usize> {
    let task = rng.below(workers as u32) as usize;
    task..task + 1
}

#[test]
#[ignore = "20 kills of processes at random moments, then all of them at once; a minute"]
fn twenty_kills_lose_nothing() {
    let folder = tempfile::tempdir().expect("room");
    let [file, plan, results, one, merged] =
        ["t.toml", "plan.json", "results", "one.db", "merged.db"].map(|name| text(folder.path(), name));
    let tournament = "name = 'kills'\ngame = 'sixty-six'\nseed = 11\nrounds = 2000\n\
                      [[bot]]\nspec = 'ismcts:iterations=60'\n[[bot]]\nspec = 'greedy'\n";
    fs::write(&file, tournament).expect("room");
    run(&["tournament", "run", &file, "--store", &one, "--json"]).done();
    run(&["unit", "plan", &file, "--per-unit", "10", "--out", &plan]).done();
    let array = || run(&["unit", "status", &plan, &results, "--array", "--of", "3"]).good().out;
    let mut rng = Rng::new(23, 0);
    let mut workers: Vec<Child> = (0..2 * TASKS).map(|task| start(&plan, &results, task)).collect();
    let began = Instant::now();
    for kill in 0..20 {
        std::thread::sleep(Duration::from_millis(20 + u64::from(rng.below(120))));
        // Once it is the head and its node: all that is at work.
        let killed = if kill == 12 { 0..workers.len() } else { any(&mut rng, workers.len()) };
        for task in killed {
            // A worker that is done already cannot be killed; its task is begun again all the same.
            let _ = kill_process_group(Pid::from_child(&workers[task]), Signal::KILL);
            workers[task].wait().expect("it is ours");
            workers[task] = start(&plan, &results, task);
        }
        assert!(began.elapsed() < Duration::from_secs(300), "it hangs");
    }
    for mut worker in workers {
        assert!(worker.wait().expect("it is ours").success());
    }
    assert_eq!(array(), "\n", "what was killed was begun again");
    run(&["unit", "merge", &plan, &results, "--out", &merged]).done();
    let same = run(&["unit", "compare", &one, &merged]).good().out;
    // 1 tournament, 2 bots, 1 pairing, 1 run, 2,000 deals, 4,000 hands: nothing twice.
    assert_eq!(same, "the same: 6005 rows\n");
}
