//! `hinterhand train`.

use std::path::{Path, PathBuf};

use hinterhand_matches::store::{Durability, Store};
use serde_json::Value as Json;
use tempfile::TempDir;

use crate::support::{Run, run};

fn text(path: &Path) -> &str {
    path.to_str().expect("a folder for tests has a plain name")
}

/// A training with its file, in a folder that goes away with it.
struct Training {
    parent: TempDir,
}

impl Training {
    /// The file says this, and in which folder.
    fn new(config: &str) -> Training {
        let training = Training { parent: tempfile::tempdir().expect("there is room for temporary files") };
        training.write(config);
        training
    }

    fn write(&self, config: &str) {
        let folder = format!("folder = {:?}\n", self.folder());
        std::fs::write(self.config(), folder + config).expect("there is room");
    }

    fn config(&self) -> PathBuf {
        self.parent.path().join("config.toml")
    }

    fn folder(&self) -> PathBuf {
        self.parent.path().join("folder")
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder().join(name)
    }

    fn bytes(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.file(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    fn run(&self, more: &[&str]) -> Run {
        run(&[&["train", text(&self.config())], more].concat())
    }

    /// The lines of the metrics without what depends on the machine.
    fn metrics(&self) -> Vec<Json> {
        let lines = String::from_utf8(self.bytes("metrics.jsonl")).expect("UTF-8");
        let line = |line: &str| {
            let mut json: Json = serde_json::from_str(line).expect(line);
            let machine = ["seconds", "build_seconds", "peak_memory_bytes", "threads", "command"];
            json.as_object_mut().expect(line).retain(|key, _| !machine.contains(&key.as_str()));
            json
        };
        lines.lines().map(line).collect()
    }

    /// The part of the output that must not depend on interruptions.
    fn result(&self) -> (Vec<Json>, Vec<u8>, Vec<u8>) {
        (self.metrics(), self.bytes("best.strategy"), self.bytes("last.strategy"))
    }

    /// The iteration of a strategy.
    fn iteration(&self, name: &str) -> u64 {
        let info = run(&["strategy", "info", text(&self.file(name)), "--json"]).good();
        info.json_lines()[0]["iterations"].as_u64().expect("a number")
    }
}

fn exploitability(point: &Json) -> f64 {
    point["exploitability"].as_f64().unwrap_or_else(|| panic!("{point}"))
}

#[test]
fn the_best_is_the_best_of_the_metrics() {
    // By this seed the average of few samples is better half way than at the end.
    let training = Training::new(
        "game = 'kuhn'\nalgorithm = 'outcome'\nseed = 5\n[end]\niterations = 400\n[gauntlet]\n\
         bots = ['random', 'oos:iterations=5']\ndeals = 20\n",
    );
    let told = training.run(&["--json"]).done().json_lines().remove(0);
    let metrics = training.metrics();
    let (head, points) = metrics.split_first().expect("there is a head");
    assert_eq!((&head["game"], &head["iterations"]), (&"kuhn".into(), &400.into()));
    assert!(
        points.len() > 20
            && points.windows(2).all(|pair| pair[0]["iteration"].as_u64() < pair[1]["iteration"].as_u64())
    );
    let best = points.iter().min_by(|a, b| exploitability(a).total_cmp(&exploitability(b))).expect("one");
    assert!(exploitability(best) < exploitability(points.last().expect("one")), "nothing is tested");
    assert_eq!(told["best"]["iteration"], best["iteration"]);
    assert_eq!(best["iteration"], training.iteration("best.strategy"));
    assert_eq!(training.iteration("last.strategy"), 400);
    let judged = run(&["exploitability", text(&training.file("best.strategy")), "--json"]).good();
    // Probabilities read from a file are normalized again.
    let again = exploitability(&judged.json_lines()[0]);
    assert!((again - exploitability(best)).abs() < 1e-12, "{again}");
    for point in points {
        let bouts = point["gauntlet"].as_array().expect("a list");
        let bots: Vec<&Json> = bouts.iter().map(|bout| &bout["bot"]).collect();
        assert_eq!(bots, ["random", "oos:iterations=5"]);
        assert!(bouts.iter().all(|bout| bout["hands"] == 40));
    }
    let page = training.parent.path().join("page.html");
    run(&["report", text(&training.file("metrics.jsonl")), "--out", text(&page)]).good();
    let page = std::fs::read_to_string(page).expect("it was written");
    for part in ["The gauntlet", "<bdi>oos:iterations=5</bdi>", "config.toml", "Exploitability by time"] {
        assert!(page.contains(part), "no {part}");
    }
    // Both are strategies like any other.
    let first = text(&training.file("best.strategy")).to_owned();
    run(&["duel", "kuhn", &first, &format!("table:{first}"), "--pairs", "2"]).done();
    // A finished training stays finished: the same command prints the same again.
    let before = training.result();
    training.run(&[]).done();
    assert!(training.result() == before);
    assert!(!training.file("best.next").exists());
}

#[test]
fn the_gauntlet_does_not_depend_on_threads() {
    let metrics = |threads: u32| {
        let training = Training::new(&format!(
            "game = 'leduc'\nthreads = {threads}\n[end]\niterations = 20\n[gauntlet]\n\
             bots = ['random', 'ismcts:iterations=10']\ndeals = 30\n"
        ));
        training.run(&[]).done();
        training.metrics()
    };
    let one = metrics(1);
    assert_eq!(one, metrics(2));
    assert_eq!(one, metrics(5));
}

#[test]
fn training_ends_early_when_nothing_is_gained() {
    let training = Training::new("game = 'kuhn'\npatience = 4\ngain = 0.05\n");
    let told = training.run(&[]).done();
    assert!(told.err.contains("ended early: no gain in 4 judgements"), "{}", told.err);
    let points: Vec<f64> = training.metrics()[1..].iter().map(exploitability).collect();
    let (before, idle) = points.split_at(points.len() - 4);
    let reference = *before.last().expect("something was gained");
    assert!(before.len() > 1 && idle.iter().all(|&after| reference - after < 0.05), "{points:?}");
    let before = training.result();
    training.run(&[]).done();
    assert!(training.result() == before, "it ended, and ends again");
    // With more patience it goes on.
    training.write("game = 'kuhn'\npatience = 9\ngain = 0.05\n");
    training.run(&[]).done();
    let (before, after) = (&before.0[1..], &training.metrics()[1..]);
    assert!(after.len() >= before.len() + 5 && after.starts_with(before), "{after:?}");
    let (gains, idle) = after.split_at(after.len() - 9);
    let reference = exploitability(gains.last().expect("something was gained"));
    assert!(idle.iter().all(|after| reference - exploitability(after) < 0.05), "{after:?}");
}

#[test]
fn limits_can_be_raised() {
    let config =
        |iterations: u32| format!("game = 'kuhn'\ncheckpoint = '1h'\n[end]\niterations = {iterations}\n");
    let training = Training::new(&config(50));
    training.run(&[]).done();
    training.write(&config(90));
    let told = training.run(&[]).done();
    assert!(told.err.contains("going on after iteration 50"), "{}", told.err);
    let whole = Training::new(&config(90));
    whole.run(&[]).done();
    assert!(training.bytes("last.strategy") == whole.bytes("last.strategy"));
    // The judgement at the old limit stays.
    let mut metrics = training.metrics();
    metrics.retain(|line| line["iteration"] != 50);
    let mut expected = whole.metrics();
    expected.retain(|line| line["iteration"] != 50);
    assert_eq!(metrics, expected);
}

#[test]
fn a_schedule_is_planned_once() {
    let training = Training::new("game = 'kuhn'\nalgorithm = 'hs-dcfr-30'\n[end]\niterations = 20\n");
    training.run(&[]).done();
    training.write("game = 'kuhn'\nalgorithm = 'hs-dcfr-30'\n[end]\niterations = 30\n");
    training.run(&[]).refused(1, &["planned for 20 iterations", "(`planned = 20` keeps its schedule)"]);
    training.write("game = 'kuhn'\nalgorithm = 'hs-dcfr-30'\nplanned = 20\n[end]\niterations = 30\n");
    training.run(&[]).done();
    assert_eq!(training.iteration("last.strategy"), 30);
    training.write("game = 'kuhn'\nalgorithm = 'cfr'\n[end]\niterations = 30\n");
    let other = training.run(&[]);
    other.refused(1, &["holds another training"]);
    assert!(!other.err.contains("keeps its schedule"), "{}", other.err);
}

#[test]
fn what_waits_is_taken_or_thrown_away_by_what_the_checkpoint_says() {
    let training = Training::new("game = 'kuhn'\n[end]\niterations = 64\n");
    training.run(&[]).done();
    let before = training.result();
    // It was killed after the checkpoint and before the best strategy took its place.
    std::fs::rename(training.file("best.strategy"), training.file("best.next")).expect("it is there");
    training.run(&[]).done();
    assert!(training.result() == before && !training.file("best.next").exists());
    // It was killed when a better strategy was not yet counted; the metrics were ahead, and torn.
    let ahead = Training::new("game = 'kuhn'\n[end]\niterations = 100\n");
    ahead.run(&[]).done();
    std::fs::copy(ahead.file("best.strategy"), training.file("best.next")).expect("there is room");
    let mut torn = training.bytes("metrics.jsonl");
    torn.extend_from_slice(b"{\"iteration\":70,\"sec");
    std::fs::write(training.file("metrics.jsonl"), torn).expect("there is room");
    training.run(&[]).done();
    assert!(training.result() == before && !training.file("best.next").exists());
    // The loss of the best strategy is reported.
    std::fs::remove_file(training.file("best.strategy")).expect("it is there");
    let told = training.run(&[]).done();
    assert!(told.err.contains("is not the best strategy so far any more"), "{}", told.err);
}

#[test]
fn games_that_are_not_written_out_go_by_the_gauntlet() {
    let training = Training::new(
        "game = 'leduc'\nmost_nodes = 1000\nalgorithm = 'outcome'\n[end]\niterations = 500\n[gauntlet]\n\
         bots = ['random']\ndeals = 30\n",
    );
    let told = training.run(&[]).done();
    assert!(told.err.contains("it is not written out, and tables grow up to 2000 MB"), "{}", told.err);
    let metrics = training.metrics();
    let won = |point: &Json| point["gauntlet"][0]["mean"].as_f64().expect("a number");
    let best = metrics[1..].iter().rev().max_by(|a, b| won(a).total_cmp(&won(b))).expect("one");
    assert!(best["exploitability"].is_null());
    assert_eq!(best["iteration"], training.iteration("best.strategy"));
    assert!(training.file("checkpoint").exists() && training.iteration("last.strategy") == 500);
    let small = Training::new(
        "game = 'leduc'\nmost_nodes = 1000\nmost_megabytes = 0\nalgorithm = 'external'\n[end]\ntime = '1h'\n",
    );
    let told = small.run(&["--dry-run"]).done().out;
    assert!(
        told.contains("over       soon: after 0 iterations") && told.contains("on 0 iterations"),
        "{told}"
    );
    let before = training.result();
    let told = training.run(&[]).done();
    assert!(told.err.contains("going on after iteration 500"), "{}", told.err);
    assert!(training.result() == before);
    std::fs::remove_file(training.file("checkpoint")).expect("it is there");
    training.run(&[]).refused(1, &["holds a training without its checkpoint", "cannot be continued"]);
    assert!(training.result() == before);
}

#[test]
fn the_store_has_what_the_metrics_have() {
    let parent = tempfile::tempdir().expect("there is room");
    let store = parent.path().join("store.db");
    let config = format!(
        "game = 'kuhn'\nname = 'first'\nstore = {store:?}\n[end]\niterations = 30\n[gauntlet]\n\
         bots = ['random']\ndeals = 5\n"
    );
    let training = Training::new(&config);
    training.run(&[]).done();
    training.run(&[]).done();
    let database = rusqlite::Connection::open(&store).expect("a database");
    let count = |table: &str| -> usize {
        let sql = format!("SELECT count(*) FROM {table}");
        database.query_row(&sql, (), |row| row.get::<_, i64>(0)).expect("a number") as usize
    };
    let points = training.metrics().len() - 1;
    assert_eq!(["trainings", "training_points", "training_bouts"].map(count), [1, points, points]);
    let other = Training::new(&config.replace("[end]", "algorithm = 'cfr'\n[end]"));
    other.run(&[]).refused(1, &["another training called `first`: algorithm is \"dcfr\" there"]);
    // The same training in another folder would replace the one that is there.
    let twin = Training::new(&config.replace("= 30", "= 3"));
    let taken = format!("another training called `first`: it has {points} judgements");
    twin.run(&[]).refused(1, &[&taken[..], "give this one another `name`"]);
    assert!(!other.folder().exists() && !twin.folder().exists());
    assert_eq!(count("training_points"), points);
    twin.write(&config.replace("= 30", "= 3").replace("first", "second"));
    twin.run(&[]).done();
    assert_eq!(count("trainings"), 2);
    drop(database);
    std::fs::write(&store, "no database at all, but long enough to be taken for one").expect("room");
    training.run(&[]).refused(1, &["is no store"]);
}

#[test]
fn a_store_that_somebody_writes_is_waited_for_by_nobody() {
    let parent = tempfile::tempdir().expect("there is room");
    let store = parent.path().join("store.db");
    let training = Training::new(&format!("game = 'kuhn'\nstore = {store:?}\n[end]\niterations = 30\n"));
    let writer = Store::open(&store, Durability::Process).expect("there is room");
    let told = training.run(&[]).done();
    assert!(
        told.out.contains("iterations      30") && told.err.contains("another run is at work on"),
        "{told:?}"
    );
    assert!(told.err.contains("the same command enters the last judgements later"), "{}", told.err);
    drop(writer);
    let told = training.run(&[]).done();
    assert!(!told.err.contains("at work"), "{}", told.err);
    let database = rusqlite::Connection::open(&store).expect("a database");
    let sql = "SELECT count(*) FROM training_points";
    let points: i64 = database.query_row(sql, (), |row| row.get(0)).expect("a number");
    assert_eq!(points as usize, training.metrics().len() - 1);
}

#[cfg(target_os = "linux")]
#[test]
fn forfeits_in_the_gauntlet_are_told() {
    // It breaks the rules now and then.
    let faulty = crate::protocol::python("faulty.py", "illegal 3");
    let training = Training::new(&format!(
        "game = 'leduc'\n[end]\niterations = 2\n[gauntlet]\nbots = ['random', 'cmd:{faulty}']\ndeals = 20\n"
    ));
    let told = training.run(&[]).done();
    let metrics = training.metrics();
    let forfeits = |at: usize| metrics[at]["gauntlet"][1]["forfeits"].as_u64().expect("a number");
    let [first, last] = [1, 2].map(forfeits);
    assert!((1..40).contains(&first) && metrics.len() == 3, "{metrics:?}");
    let all = format!("cmd:{faulty} forfeited {} of its 80 hands in the gauntlet", first + last);
    assert!(told.err.contains(&all) && !told.err.contains("random forfeited"), "{}", told.err);
    assert!(told.out.contains(&format!("in 40 hands, of which it forfeited {last}\n")), "{}", told.out);
    assert_eq!(metrics[1]["gauntlet"][0]["forfeits"], 0);
}

#[test]
fn a_dry_run_writes_nothing() {
    // No judgement is due after 49 iterations, but for the end.
    let config = "game = 'leduc'\n[end]\niterations = 49\n[gauntlet]\nbots = ['random']\ndeals = 5\n";
    let training = Training::new(&format!("store = 'never.db'\n{config}"));
    let told = training.run(&["--dry-run"]).done().out;
    for part in ["memory     about 1 MB", "disk       about 1 MB", "training   about", "judgements"] {
        assert!(told.contains(part), "{told}");
    }
    let figures = training.run(&["--dry-run", "--json"]).done().json_lines().remove(0);
    assert!(!training.folder().exists() && !Path::new("never.db").exists());
    assert_eq!(std::fs::read_dir(training.parent.path()).expect("it is there").count(), 1);
    training.write(config);
    training.run(&[]).done();
    assert_eq!(figures["judgements"], training.metrics().len() - 1);
}

#[test]
fn what_cannot_be_is_refused_and_nothing_is_lost() {
    let refused = |config: &str, parts: &[&str]| {
        let training = Training::new(config);
        training.run(&[]).refused(1, parts);
        assert!(!training.folder().exists(), "{config}");
    };
    let end = "[end]\niterations = 5\n";
    refused("gam = 'kuhn'", &["config.toml, line 2, column 1: unknown field `gam`", "did you mean `game`?"]);
    refused("game = 'kuhn'", &["config.toml, line 1, column 1: nothing would end it"]);
    refused(
        &format!("game = 'leduc'\n{end}[options]\nsuit = 'merged'"),
        &["config.toml, line 6, column 1", "did you mean `suits`?"],
    );
    refused(&format!("game = 'leduc'\npresets = ['x']\n{end}"), &["line 3, column 12"]);
    refused(&format!("game = 'kuhn'\n{end}[gauntlet]\nbots = ['human']"), &["`human` is a person"]);
    refused(&format!("game = 'kuhn'\n{end}[gauntlet]\nbots = ['greedy']"), &["greedy needs a greedy player"]);
    refused(&format!("game = 'leduc'\nmost_nodes = 1000\n{end}"), &["leduc has more than 1000 nodes"]);
    let growing = "game = 'leduc'\nmost_nodes = 1000\nalgorithm = 'outcome'\n";
    refused(&format!("{growing}[end]\ntarget = 1e-3"), &["needs iterations or time"]);
    refused(
        &format!("{growing}best = 'exploitability'\n{end}"),
        &["line 5, column 8: the exploitability of a game that is not written out"],
    );
    refused(&format!("{growing}patience = 3\n{end}"), &["patience: without a [gauntlet] nothing is judged"]);
    run(&["train"]).refused(2, &["CONFIG.toml"]);
    run(&["train", "/nowhere.toml"]).refused(1, &["cannot read /nowhere.toml"]);

    let kuhn = format!("game = 'kuhn'\n{end}");
    let training = Training::new(&kuhn);
    training.run(&[]).done();
    let before = training.result();
    for (config, difference) in [
        (format!("algorithm = 'cfr'\n{kuhn}"), "algorithm is \"dcfr\" there and \"cfr\" here"),
        (format!("spacing = 2.0\n{kuhn}"), "spacing is null there and 2.0 here"),
        (kuhn.replace("kuhn", "leduc"), "game is \"kuhn\" there and \"leduc\" here"),
        (format!("{kuhn}[gauntlet]\nbots = ['random']"), "gauntlet is null there"),
    ] {
        training.write(&config);
        training.run(&[]).refused(1, &["holds another training", difference]);
        training.run(&["--dry-run"]).refused(1, &[difference]);
        assert!(training.result() == before);
    }
    training.write(&kuhn);
    std::fs::write(training.file("checkpoint"), b"HNTRHND\0 but no more").expect("it is there");
    training.run(&[]).refused(1, &["checkpoint"]);
    assert!(training.result() == before);

    let foreign = Training::new(&kuhn);
    std::fs::create_dir(foreign.folder()).expect("there is room");
    std::fs::write(foreign.file("notes"), "mine").expect("there is room");
    foreign.run(&[]).refused(1, &["holds other files and no training"]);
    foreign.run(&["--dry-run"]).refused(1, &["holds other files and no training"]);
    assert_eq!(std::fs::read_dir(foreign.folder()).expect("it is there").count(), 1);
    let file = Training::new(&kuhn);
    std::fs::write(file.folder(), "a file").expect("there is room");
    file.run(&[]).refused(1, &["cannot make or read the folder"]);
    file.run(&["--dry-run"]).refused(1, &["cannot make or read the folder"]);
}

#[cfg(unix)]
mod broken_off {
    //! Killed and interrupted at any moment.

    use std::process::{Command, Stdio};
    use std::time::Duration;

    use hinterhand_engine::Rng;
    use rustix::process::{Pid, Signal, kill_process};

    use super::*;

    /// Breaks a training off so often by `signal`, at moments drawn from `seed`, and holds what comes of it
    /// against an undisturbed one.
    fn survive(task: &str, signal: Signal, times: u32, seed: u64) {
        let undisturbed = Training::new(task);
        undisturbed.run(&[]).done();
        let expected = undisturbed.result();
        let training = Training::new(task);
        let store = training.parent.path().join("store.db");
        training.write(&format!("store = {store:?}\n{task}"));
        let mut rng = Rng::new(seed, 0);
        let (mut broken, mut whole) = (0, 0);
        while broken < times && whole < 10 * times {
            let mut child = Command::new(env!("CARGO_BIN_EXE_hinterhand"))
                .args(["train", text(&training.config())])
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .expect("the binary has been built");
            std::thread::sleep(Duration::from_millis(u64::from(rng.below(250))));
            if child.try_wait().expect("it is our child").is_none() {
                kill_process(Pid::from_child(&child), signal).expect("it is our child");
            }
            let status = child.wait().expect("it is our child");
            if status.success() {
                whole += 1;
                assert!(training.result() == expected, "other bits after {broken} times");
                std::fs::remove_dir_all(training.folder()).expect("it is there");
                std::fs::remove_file(&store).expect("it is there");
            } else {
                assert!(signal == Signal::KILL || status.code().is_none_or(|code| code == 130), "{status}");
                broken += 1;
            }
        }
        assert!(broken == times, "it was never disturbed");
        training.run(&[]).done();
        assert!(training.result() == expected, "other bits after {broken} times");
        assert!(!training.file("best.next").exists());
        let judged: Vec<f64> = training.metrics()[1..].iter().map(exploitability).collect();
        assert_eq!(stored(&store), judged);
    }

    /// The judgements in a store with one training.
    fn stored(store: &Path) -> Vec<f64> {
        let database = rusqlite::Connection::open(store).expect("a database");
        let sql =
            "SELECT exploitability FROM training_points JOIN trainings ON id = training ORDER BY iteration";
        let mut rows = database.prepare(sql).expect("there is a training");
        let rows = rows.query_map((), |row| row.get(0)).expect("rows");
        rows.collect::<rusqlite::Result<_>>().expect("numbers")
    }

    const KUHN: &str = "game = 'kuhn'\nalgorithm = 'outcome'\ncheckpoint = '2ms'\n[end]\niterations = 3000\n\
        [gauntlet]\nbots = ['random', 'oos:iterations=20']\ndeals = 25\n";
    const LEDUC: &str = "game = 'leduc'\nalgorithm = 'pcfr+'\nprecision = 'f32'\ncheckpoint = '10ms'\n\
        [end]\niterations = 500\n[gauntlet]\nbots = ['random']\ndeals = 20\n";

    #[test]
    fn killed_training_comes_to_the_same_bits() {
        survive(KUHN, Signal::KILL, 6, 1);
        survive(LEDUC, Signal::KILL, 6, 2);
    }

    #[test]
    fn interrupted_training_comes_to_the_same_bits() {
        survive(KUHN, Signal::INT, 6, 3);
        survive(LEDUC, Signal::INT, 6, 4);
    }

    #[test]
    #[ignore = "slow: two hundred kills"]
    fn training_killed_two_hundred_times_comes_to_the_same_bits() {
        survive(KUHN, Signal::KILL, 100, 5);
        survive(LEDUC, Signal::KILL, 100, 6);
    }
}
