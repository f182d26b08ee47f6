//! `hinterhand tournament`: the same results whatever happens.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use hinterhand_engine::Rng;
use hinterhand_matches::store::{KeptHand, Store, StoreError};
use serde_json::Value as Json;

use crate::support::{file, parquet_rows, run, run_with};

/// A tournament of three bots, one of which searches, without a number of rounds.
const TASK: [&str; 11] = [
    "--game",
    "sixty-six",
    "--bot",
    "name=search,spec=ismcts:iterations=4",
    "--bot",
    "greedy",
    "--bot",
    "random",
    "--seed",
    "5",
    "--json",
];

/// A tournament that takes some hundred milliseconds.
const LONG: [&str; 2] = ["--rounds", "600"];
/// A tournament that is still running when its first deals have been reported and answered.
const LONGER: [&str; 2] = ["--rounds", "4000"];

fn text(path: &Path) -> &str {
    path.to_str().expect("a folder for tests has a plain name")
}

/// A folder for the stores of one test.
fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("there is room for temporary files")
}

fn command(mode: &[&str]) -> Vec<String> {
    ["tournament"].iter().chain(mode).map(|&word| word.to_owned()).collect()
}

/// Runs `hinterhand tournament` with these words.
fn tournament(words: &[&str]) -> crate::support::Run {
    let words = command(words);
    run(&words.iter().map(String::as_str).collect::<Vec<_>>())
}

/// The figures of a run but for the time.
fn figures(output: &str) -> Json {
    let mut figures: Json = serde_json::from_str(output).expect("one object");
    figures.as_object_mut().expect("one object").remove("seconds");
    figures
}

/// Plays the task into this store and returns its figures.
fn play(task: &[&str], store: &Path, more: &[&str]) -> Json {
    let words = [&["run"], task, &["--store", text(store)], more].concat();
    figures(&tournament(&words).done().out)
}

/// Every hand of a store, but for times and dates.
fn hands(store: &Path) -> Vec<String> {
    let store = Store::read(store).expect("a store");
    let mut hands = Vec::new();
    let show = |kept: KeptHand| {
        let KeptHand { deal, pairing, hand, .. } = kept;
        let decisions = hand.decisions.unpacked().expect("as they were packed");
        let decisions: Vec<_> = decisions.iter().map(|decision| (decision.steps, decision.value)).collect();
        let (seats, returns, actions) = (hand.seats, hand.returns, hand.actions);
        let key = (deal, pairing, hand.seating, hand.hand);
        hands.push(format!("{key:?} {seats:?} {returns:?} {actions} {decisions:?}"));
        Ok::<(), StoreError>(())
    };
    store.hands(&store.tournament(None).expect("one"), show).expect("sound");
    hands
}

/// The number of deals of a tournament in a store, if the store exists yet.
fn deals(path: &Path) -> u64 {
    let Ok(store) = Store::read(path) else { return 0 };
    store.tournament(None).and_then(|tournament| store.course(&tournament)).map_or(0, |course| course.deals())
}

fn start(words: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hinterhand"));
    command.args(self::command(words)).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    command.spawn().expect("the binary has been built")
}

/// The deals that a line of the progress says are kept.
fn told(line: &str) -> Option<u64> {
    let (deals, rest) = line.split_once(" of ")?;
    rest.contains(" deals").then(|| deals.parse().ok())?
}

/// Plays the task, is killed `kills` times at random moments, goes on each time, and must come to the hands
/// of a run without interruption; nothing that it had reported as kept may be missing after a kill.
fn survive(kills: usize, seed: u64) {
    let folder = folder();
    let [whole, part] = ["whole.db", "part.db"].map(|name| folder.path().join(name));
    let begun = Instant::now();
    let figures = play(&TASK, &whole, &LONG);
    let most = u32::try_from(begun.elapsed().as_micros()).expect("it is short");
    let expected = hands(&whole);
    let mut rng = Rng::new(seed, 0);
    let (mut killed, mut in_between) = (0, 0);
    while killed < kills {
        let threads = ["1", "2", "8"][rng.below(3) as usize];
        let how = ["--store", text(&part), "--report", "1ms", "--concurrency", threads];
        let mut child = start(&[&["run"], &TASK[..], &LONG, &how].concat());
        let messages = BufReader::new(child.stderr.take().expect("piped"));
        let reader = std::thread::spawn(move || {
            let lines = messages.lines().map_while(Result::ok);
            lines.filter_map(|line| told(&line)).last()
        });
        std::thread::sleep(Duration::from_micros(u64::from(rng.below(most))));
        let over = child.try_wait().expect("it is our child").is_some();
        child.kill().expect("it is our child");
        child.wait().expect("it is our child");
        let acknowledged = reader.join().expect("it only reads").unwrap_or(0);
        let kept = deals(&part);
        assert!(kept >= acknowledged, "{acknowledged} were reported as kept, and {kept} are there");
        if over {
            assert_eq!(hands(&part), expected, "after {killed} kills");
            for end in ["", "-wal", "-shm"] {
                let mut name = part.clone().into_os_string();
                name.push(end);
                let _ = std::fs::remove_file(PathBuf::from(name));
            }
        } else {
            killed += 1;
            in_between += usize::from(kept > 0);
        }
    }
    assert!(in_between * 4 > kills, "only {in_between} of {kills} kills found it at work");
    assert_eq!(play(&TASK, &part, &LONG), figures);
    assert_eq!(hands(&part), expected, "after {killed} kills");
}

#[test]
fn a_killed_tournament_goes_on_to_the_same_hands() {
    survive(20, 1);
}

#[test]
#[ignore = "slow: three hundred kills"]
fn a_tournament_killed_three_hundred_times_goes_on_to_the_same_hands() {
    survive(300, 2);
}

#[test]
fn the_hands_are_the_same_on_any_number_of_threads() {
    let folder = folder();
    let swiss = ["--schedule", "swiss", "--rounds", "3", "--deals", "20"];
    let sprt = ["--bot", "greedy", "--bot", "random", "--rounds", "5000", "--sprt", "elo0=0", "elo1=100"];
    let others = [&TASK[..], &swiss].concat();
    let test = [&TASK[..2], &sprt, &["--json"]].concat();
    let two = [
        &TASK[..2],
        &["--bot", "greedy", "--bot", "random", "--match", "best_of=3", "--rounds", "20", "--json"],
    ];
    for (number, task) in [[&TASK[..], &LONG].concat(), others, test, two.concat()].into_iter().enumerate() {
        let of = |threads: &str| {
            let store = folder.path().join(format!("{number}-{threads}.db"));
            (play(&task, &store, &["--concurrency", threads]), hands(&store))
        };
        let one = of("1");
        assert!(one == of("2") && one == of("8"), "{task:?}");
        assert!(one.0["deals"].as_u64().expect("a number") * 2 <= one.1.len() as u64);
        if number == 2 {
            let (verdict, deals) = (&one.0["sprt"]["verdict"], &one.0["sprt"]["deals"]);
            assert_eq!((verdict.as_str(), deals), (Some("passed"), &one.0["deals"]));
            assert!(one.0["deals"].as_u64() < one.0["all_deals"].as_u64());
        }
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_tournament_says_how_to_go_on() {
    use rustix::process::{Pid, Signal, kill_process};
    let folder = folder();
    let [whole, part] = ["whole.db", "it's a part.db"].map(|name| folder.path().join(name));
    let figures = play(&TASK, &whole, &LONGER);
    let mut child =
        start(&[&["run"], &TASK[..], &LONGER, &["--store", text(&part), "--report", "1ms"]].concat());
    let mut messages = BufReader::new(child.stderr.take().expect("piped"));
    let mut line = String::new();
    while told(&line).is_none() {
        line.clear();
        assert!(messages.read_line(&mut line).expect("UTF-8") > 0, "it ended before it reported anything");
    }
    kill_process(Pid::from_child(&child), Signal::INT).expect("the command runs");
    let rest: Vec<String> = messages.lines().map_while(Result::ok).collect();
    assert_eq!(child.wait().expect("it is our child").code(), Some(130), "{rest:?}");
    let go_on = rest.iter().find_map(|line| line.strip_prefix("continue with: ")).expect("it says how");
    let binary = Path::new(env!("CARGO_BIN_EXE_hinterhand")).parent().expect("it lies in a folder");
    let output = Command::new("sh")
        .args(["-c", &format!("PATH='{}':$PATH {go_on} --json", text(binary))])
        .output()
        .expect("there is a shell");
    assert!(output.status.success(), "{go_on}: {output:?}");
    assert_eq!(self::figures(&String::from_utf8(output.stdout).expect("UTF-8")), figures);
    assert_eq!(hands(&part), hands(&whole));
}

#[cfg(unix)]
#[test]
fn a_disk_that_takes_no_more_ends_the_run_and_loses_nothing() {
    let folder = folder();
    let [whole, part] = ["whole.db", "part.db"].map(|name| folder.path().join(name));
    let figures = play(&TASK, &whole, &LONG);
    let size = std::fs::metadata(&whole).expect("it was written").len();
    // No file may become larger: what is written beyond that fails as on a disk with errors. Blocks are of
    // 512 bytes.
    for share in [2, 4, 8] {
        let limit = size / share / 512;
        let words =
            command(&[&["run"], &TASK[..], &LONG, &["--store", text(&part), "--report", "1ms"]].concat());
        let words: Vec<String> = words.iter().map(|word| format!("'{word}'")).collect();
        let script = format!(
            "trap '' XFSZ; ulimit -f {limit}; exec {} {}",
            env!("CARGO_BIN_EXE_hinterhand"),
            words.join(" ")
        );
        let output = Command::new("sh").args(["-c", &script]).output().expect("there is a shell");
        let messages = String::from_utf8(output.stderr).expect("UTF-8");
        assert_eq!(output.status.code(), Some(1), "{messages}");
        assert!(messages.contains("what was stored before is safe"), "{messages}");
        let acknowledged = messages.lines().rev().find_map(told).unwrap_or(0);
        assert!(deals(&part) >= acknowledged, "{messages}");
    }
    let resumed = tournament(&["resume", text(&part), "--json"]).done();
    assert_eq!(self::figures(&resumed.out), figures);
    assert_eq!(hands(&part), hands(&whole));
}

#[test]
fn one_run_at_a_time_and_others_look_on() {
    let folder = folder();
    let store = folder.path().join("store.db");
    let task =
        ["run", "--game", "kuhn", "--bot", "a", "--bot", "b", "--rounds", "1000000000", "--report", "1ms"];
    let mut task = task.map(str::to_owned).to_vec();
    (task[4], task[6]) = ("name=a,spec=random".to_owned(), "name=b,spec=random".to_owned());
    let words: Vec<&str> = task.iter().map(String::as_str).chain(["--store", text(&store)]).collect();
    let mut child = start(&words);
    let mut messages = BufReader::new(child.stderr.take().expect("piped"));
    let mut line = String::new();
    while told(&line).is_none() {
        line.clear();
        assert!(messages.read_line(&mut line).expect("UTF-8") > 0, "it ended before it reported anything");
    }
    // It has to go on writing, although its messages are not read.
    std::thread::spawn(move || messages.lines().for_each(drop));
    tournament(&words).refused(1, &["another run is at work on", text(&store)]);
    tournament(&["resume", text(&store)]).refused(1, &["another run is at work on"]);
    let shown = tournament(&["show", text(&store), "--json"]).good();
    assert!(figures(&shown.out)["deals"].as_u64().expect("a number") > 0);
    child.kill().expect("it is our child");
    child.wait().expect("it is our child");
}

#[test]
fn what_is_exported_is_what_was_played() {
    let folder = folder();
    let store = folder.path().join("store.db");
    let figures = play(&TASK, &store, &["--rounds", "4", "--name", "a, \"b\""]);
    assert_eq!(figures["deals"], 12);
    let shown = tournament(&["show", text(&store), "--json"]).good();
    assert_eq!(self::figures(&shown.out), figures);
    let export = |format: &str| tournament(&["export", text(&store), "--format", format]).good().out;
    let records = export("jsonl");
    assert_eq!(records.lines().count(), 24);
    let inspected = run_with(&["inspect"], records.as_bytes()).good();
    assert!(inspected.json_lines().iter().all(|line| line.get("error").is_none()));
    let first: Json = serde_json::from_str(records.lines().next().expect("a line")).expect("a record");
    let actions = first["actions"].as_array().expect("words");
    let chance = actions.iter().filter(|word| word.as_str().is_some_and(|word| word.contains(':'))).count();
    for list in ["steps", "values", "micros"] {
        assert!(first[list].as_array().expect("a list").len() >= actions.len() - chance, "{list}: {first}");
    }
    assert_eq!((&first["tournament"], &first["seats"][0]), (&"a, \"b\"".into(), &"search".into()));
    let table = export("csv");
    assert_eq!(table.lines().count(), 25);
    assert!(table.lines().nth(1).expect("a row").starts_with("\"a, \"\"b\"\"\",0,0,0,0,search;greedy,"));
    // Commas between quotes are no ends of cells.
    let cells =
        |row: &str| 1 + row.split('"').step_by(2).map(|part| part.matches(',').count()).sum::<usize>();
    assert!(table.lines().all(|row| cells(row) == 15), "{table}");
    let games = export("pgn");
    assert_eq!(games.matches("[Event \"a, \\\"b\\\"\"]").count(), 24);
    assert!(games.lines().all(|line| line.len() < 80 || line.starts_with('[')));
    let out = folder.path().join("out.csv");
    tournament(&["export", text(&store), "--format", "csv", "--out", text(&out)]).good();
    assert_eq!(std::fs::read_to_string(&out).expect("it was written"), table);
    let parquet = ["a.parquet", "b.parquet"].map(|name| folder.path().join(name));
    for out in &parquet {
        tournament(&["export", text(&store), "--format", "parquet", "--out", text(out)]).good();
    }
    let [bytes, again] = parquet.each_ref().map(|path| std::fs::read(path).expect("it was written"));
    assert!(bytes == again, "the same store comes to the same bytes");
    let rows = parquet_rows(&parquet[0]);
    assert_eq!(rows.len(), 24);
    for (row, line) in rows.iter().zip(records.lines()) {
        let mut record: Json = serde_json::from_str(line).expect("a record");
        // Numbers of a column are all of one type, and the options are a text.
        record["returns"] = record["returns"].as_array().unwrap().iter().map(Json::as_f64).collect();
        record["options"] = record["options"].to_string().into();
        record["forfeit"] = Json::Null;
        assert_eq!(*row, record);
    }
}

#[test]
fn stores_are_merged() {
    let folder = folder();
    let [whole, one, two, both] =
        ["whole.db", "one.db", "two.db", "both.db"].map(|name| folder.path().join(name));
    let task = [&TASK[..], &["--rounds", "20"]].concat();
    let figures = play(&task, &whole, &[]);
    play(&task, &one, &["--concurrency", "1"]);
    play(&[&task[..], &["--name", "other"]].concat(), &two, &[]);
    let merged = tournament(&["merge", text(&one), text(&whole), text(&two), "--out", text(&both)]).done();
    assert!(merged.err.contains("120 deals, 240 hands"), "{}", merged.err);
    assert!(merged.err.contains("60 deals were there twice, 0 of them with other results"), "{}", merged.err);
    let shown = tournament(&["show", text(&both), "--tournament", "sixty-six", "--json"]).good();
    assert_eq!(self::figures(&shown.out), figures);
    tournament(&["show", text(&both)]).refused(1, &["one must be named: sixty-six, other"]);
    tournament(&["merge", text(&one), "--out", text(&both)]).refused(1, &["is there already"]);
}

#[test]
fn files_say_what_is_played() {
    let folder = folder();
    let store = folder.path().join("store.db");
    let plan = format!(
        "name = 'greed'\ngame = 'kinderschnapsen'\nrounds = 5\ndeals = 2\nstore = '{}'\n\
         [options]\nclose_min_stock = 4\n[each]\niterations = 3\n\
         [[bot]]\nname = 'deep'\nspec = 'ismcts'\n[[bot]]\nspec = 'greedy'\n",
        text(&store)
    );
    let path = file("greed.toml", plan.as_bytes());
    let figures = figures(&tournament(&["run", &path, "--json", "--rounds", "3"]).done().out);
    assert_eq!((&figures["tournament"], &figures["deals"]), (&"greed".into(), &6.into()));
    assert_eq!(figures["options"]["close_min_stock"], 4);
    let specs: Vec<&str> =
        figures["bots"].as_array().unwrap().iter().filter_map(|bot| bot["spec"].as_str()).collect();
    assert!(specs.contains(&"ismcts:iterations=3") && specs.contains(&"greedy"), "{specs:?}");
    // Another number of rounds is another tournament.
    tournament(&["run", &path])
        .refused(1, &["another tournament called `greed`, which differs in its schedule"]);
    let shown = tournament(&["show", text(&store)]).good().out;
    assert!(shown.contains("6 of 6 deals, 12 hands") && shown.contains("deep"), "{shown}");
    let planned = tournament(&["run", &path, "--dry-run", "--name", "never"]).good().out;
    assert!(
        planned.contains("deals     10, about 20 hands") && planned.contains("store     about"),
        "{planned}"
    );
    assert_eq!(Store::read(&store).unwrap().tournaments().unwrap().len(), 1);
}

#[test]
fn what_cannot_be_is_refused() {
    let refused = |words: &[&str], status: i32, parts: &[&str]| {
        tournament(words).refused(status, parts);
    };
    let with = |content: &str| file("broken-plan.toml", content.as_bytes());
    for (content, parts) in [
        ("game = 'kuhn'\nrouns = 3", &["broken-plan.toml, line 2, column 1", "did you mean `rounds`?"][..]),
        ("game = 'kuhn'\n[[bot]]\nspec = 'rndom'", &["line 3, column 8", "did you mean `random`?"]),
        (
            "game = 'leduc'\n[options]\nsuts = 'merged'\n[[bot]]\nspec = 'random'",
            &["line 3, column 1", "did you mean `suits`?"],
        ),
        ("game = ", &["line 1"]),
    ] {
        refused(&["run", &with(content)], 1, parts);
    }
    let two = ["run", "--bot", "random", "--bot", "name=b,spec=random"];
    let and = |more: &[&'static str]| [&two[..], more].concat();
    refused(&two, 2, &["no game was given"]);
    refused(&and(&["--game", "kuhm"]), 2, &["did you mean `kuhn`?"]);
    refused(&and(&["--game", "kuhn", "--sprt", "elo2=3"]), 2, &["did you mean `elo0`?"]);
    refused(&and(&["--game", "kuhn", "--sprt", "--schedule", "swiss"]), 2, &["a schedule of its own"]);
    refused(
        &and(&["--game", "kuhn", "--each", "iterations=3"]),
        2,
        &["no bot here has an option `iterations`"],
    );
    refused(&and(&["--game", "kuhn", "--unit", "match"]), 2, &["no score above the hand"]);
    refused(&and(&["--game", "kuhn", "--heads", "1"]), 2, &["--heads is for a gauntlet"]);
    refused(&and(&["--game", "kuhn", "--bot", "name=c"]), 2, &["expected name=NAME,spec=BOT"]);
    refused(&["run", "--game", "kuhn", "--bot", "random"], 2, &["needs two bots or more, and there is 1"]);
    refused(&["run", "--game", "kuhn", "--bot", "random", "--bot", "greedy"], 2, &["needs a greedy player"]);
    let text = file(
        "no-store",
        b"no database, though it has enough bytes for the header of one".repeat(20).as_slice(),
    );
    for mode in ["show", "resume"] {
        refused(&[mode, &text], 1, &["no-store is no store: it is no database"]);
        refused(&[mode, "nowhere.db"], 1, &["there is no file nowhere.db"]);
    }
    refused(
        &and(&["--game", "kuhn", "--store", "/nowhere/at/all.db"]),
        1,
        &["cannot open /nowhere/at/all.db"],
    );
}
