//! `hinterhand selfplay`: rows that the engine confirms, and the same bytes however they came about.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use hinterhand_engine::{Player, Settings};
use hinterhand_matches::selfplay::{Hand, Table};
use hinterhand_players::bots::Bot;
use hinterhand_players::games::{self, GameError, LoadedGame};
use hinterhand_players::option_value;
use hinterhand_players::records::Record;
use hinterhand_players::records::inspect::{Inspector, Show, Verdict};
use hinterhand_solvers::dynamic::Offer;
use serde_json::Value as Json;

use crate::support::{Run, cut_short, parquet_rows, run};

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("there is room for temporary files")
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a folder for tests has a plain name")
}

fn selfplay(words: &[&str]) -> Run {
    run(&[&["selfplay"], words].concat())
}

/// A short piece of work with bots of all sorts.
const TASK: [&str; 11] = [
    "sixty-six",
    "--bot",
    "ismcts:iterations=30",
    "--bot",
    "greedy",
    "--bot",
    "pimc:worlds=4",
    "--hands",
    "18",
    "--seed",
    "7",
];

/// The rows of a file of lines.
fn lines(path: &Path) -> Vec<Json> {
    let text = std::fs::read_to_string(path).expect("it was written");
    text.lines().map(|line| serde_json::from_str(line).expect(line)).collect()
}

/// All files of a folder that are finished.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = std::fs::read_dir(folder).expect("it is there").map(|entry| entry.expect("it can be read"));
    let named = entries.map(|entry| (entry.file_name().to_string_lossy().into_owned(), entry.path()));
    let finished = named.filter(|(name, _)| !name.starts_with('.'));
    finished.map(|(name, path)| (name, std::fs::read(path).expect("it can be read"))).collect()
}

#[test]
fn the_bytes_are_the_same_on_any_number_of_threads() {
    let folder = folder();
    for form in ["jsonl", "parquet"] {
        let of = |threads: &str| {
            let out = folder.path().join(format!("{threads}.{form}"));
            selfplay(&[&TASK[..], &["--threads", threads, "--out", text(&out)]].concat()).done();
            let parts = folder.path().join(format!("{threads}-{form}"));
            let how = ["--parts", text(&parts), "--part-hands", "5", "--format", form, "--threads", threads];
            selfplay(&[&TASK[..], &how].concat()).done();
            (std::fs::read(out).expect("it was written"), files(&parts))
        };
        let one = of("1");
        assert!(one == of("2") && one == of("8"), "{form}");
        let parts = (0..4).map(|part| format!("part-{part:06}.{form}"));
        let expected: Vec<String> = ["_plan.json".to_owned()].into_iter().chain(parts).collect();
        assert!(one.1.keys().eq(&expected), "{:?}", one.1.keys());
    }
}

#[test]
fn lines_and_columns_say_the_same() {
    let folder = folder();
    let [whole, table] = ["a.jsonl", "a.parquet"].map(|name| folder.path().join(name));
    for out in [&whole, &table] {
        let said = selfplay(&[&TASK[..], &["--out", text(out)]].concat()).done();
        assert!(said.err.contains("18 hands, ") && said.out.is_empty(), "{said:?}");
    }
    let rows = lines(&whole);
    assert_eq!(parquet_rows(&table), rows);
    let keys: Vec<&str> = rows[0].as_object().expect("a row").keys().map(String::as_str).collect();
    assert_eq!(
        keys,
        ["hand", "decision", "ply", "seat", "bot", "seen", "legal", "action", "policy", "value", "won"]
    );
    // Three bots at a table of two: each sits in each seat in a third of the hands.
    for bot in ["ismcts:iterations=30", "greedy", "pimc:worlds=4"] {
        for seat in 0..2 {
            let mut hands: Vec<u64> = rows
                .iter()
                .filter(|row| row["bot"] == bot && row["seat"] == seat)
                .map(|row| row["hand"].as_u64().unwrap())
                .collect();
            hands.dedup();
            assert_eq!(hands.len(), 6, "{bot} in seat {seat}");
        }
    }
    let chosen = |row: &&Json| row["legal"].as_array().unwrap().len() > 1;
    let sure = |row: &Json| row["policy"].as_array().unwrap().iter().any(|share| share.as_f64() == Some(1.0));
    let of = |bot: &'static str| rows.iter().filter(move |row| row["bot"] == bot).filter(chosen);
    // The search says how often it visited each action, although it plays the one that it visited most.
    assert!(of("ismcts:iterations=30").any(|row| !sure(row)));
    assert!(of("ismcts:iterations=30").all(|row| row["value"].is_number()));
    for row in of("ismcts:iterations=30") {
        let shares: Vec<f64> =
            row["policy"].as_array().unwrap().iter().map(|share| share.as_f64().unwrap()).collect();
        let at = row["legal"].as_array().unwrap().iter().position(|word| *word == row["action"]).unwrap();
        assert!(shares.iter().all(|&share| share <= shares[at]), "{row}");
    }
    // It looks at all actions alike: its visits say nothing.
    assert!(of("pimc:worlds=4").any(sure));
    assert!(of("greedy").all(|row| sure(row) && row["value"].is_null()));
}

/// Plays hands, compares their rows with what the inspector says of their records, and returns the number of
/// rows.
fn confirmed(game: &LoadedGame, others: &[&str]) -> usize {
    let search = if game.offers(Offer::Turn) { "greedy" } else { "ismcts:iterations=12" };
    let bots: Vec<Bot> = [&[search], others]
        .concat()
        .iter()
        .map(|spec| Bot::open(spec.parse().expect("a bot")).expect("no file"))
        .collect();
    let seated = bots.iter().map(|bot| bot.for_referee(game).expect("it plays all")).collect();
    let table = Table::new(game, &bots, seated, 11);
    let never = AtomicBool::new(false);
    let play = |number| table.play(number, &never).expect("no programs").expect("it is not stopped");
    assert_eq!(table.play(0, &AtomicBool::new(true)), Ok(None));
    let mut inspector = Inspector::new(Show { legal: true, seen: true });
    let mut decisions = 0;
    for number in 0..4 {
        let hand = play(number);
        assert_eq!(hand, play(number), "it depends on its number alone");
        let record = Record {
            game: game.name().to_owned(),
            options: option_value::given(game.settings()),
            actions: hand.words.clone(),
            returns: Some(hand.returns.clone()),
            more: serde_json::Map::new(),
        };
        let mut out = Vec::new();
        assert_eq!(inspector.inspect(0, Ok(record), &mut out).expect("memory"), Verdict::Sound);
        confirm(&hand, std::str::from_utf8(&out).expect("UTF-8"));
        decisions += hand.decisions.len();
    }
    decisions
}

/// Holds the rows of a hand against the positions of its record.
fn confirm(hand: &Hand, positions: &str) {
    let positions: Vec<Json> =
        positions.lines().map(|line| serde_json::from_str(line).expect(line)).collect();
    let turns = positions.iter().filter(|position| position.get("legal").is_some()).count();
    assert_eq!(hand.decisions.len(), turns, "a row for each decision");
    for decision in &hand.decisions {
        let position = &positions[decision.ply];
        assert_eq!(position["turn"], Player::new(decision.seat).to_string());
        assert_eq!(position["seen"][decision.seat], decision.seen);
        assert_eq!(position["legal"], Json::from(decision.legal.clone()));
        assert_eq!(hand.words[decision.ply], decision.action);
        assert_eq!(decision.policy.len(), decision.legal.len());
        assert!(decision.policy.iter().all(|&share| (0.0..=1.0).contains(&share)), "{decision:?}");
        assert!((decision.policy.iter().sum::<f64>() - 1.0).abs() < 1e-12, "{decision:?}");
        let at = decision.legal.iter().position(|word| *word == decision.action).expect("it was legal");
        assert!(decision.policy[at] > 0.0, "{decision:?}");
    }
}

#[test]
fn rows_are_what_the_records_say() {
    for name in games::complete_names() {
        let fill = |settings: &mut Settings| {
            cut_short(name).map_or(Ok(()), |(key, value)| settings.set_text(key, value))?;
            Ok::<_, GameError>(())
        };
        let game = games::load(name, fill).expect("a game");
        assert!(confirmed(&game, &["random"]) > 0, "{name}");
    }
    let table_of_three = |settings: &mut Settings| Ok::<_, GameError>(settings.set_text("players", "3")?);
    let game = games::load("recipippes", table_of_three).expect("a game");
    assert!(confirmed(&game, &["random", "greedy"]) > 0);
}

/// A run that takes about a second.
const LONG: [&str; 9] = [
    "kinderschnapsen",
    "--bot",
    "ismcts:iterations=300",
    "--hands",
    "500",
    "--part-hands",
    "20",
    "--threads",
    "1",
];

fn start(words: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hinterhand"));
    command.arg("selfplay").args(words);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("it is built")
}

/// Waits until there is something in the folder that ends so, and says whether the child still runs.
fn wait_for(child: &mut Child, folder: &Path, end: &str) -> bool {
    let there = || {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        entries.map(|entry| entry.file_name()).any(|name| name.to_string_lossy().ends_with(end))
    };
    while !there() {
        if child.try_wait().expect("it is our child").is_some() {
            return false;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    child.try_wait().expect("it is our child").is_none()
}

#[cfg(unix)]
#[test]
fn what_was_stopped_goes_on_to_the_same_bytes() {
    use rustix::process::{Pid, Signal, kill_process};
    let folder = folder();
    let [whole, part] = ["whole", "part"].map(|name| folder.path().join(name));
    selfplay(&[&LONG[..], &["--parts", text(&whole)]].concat()).done();
    let expected = files(&whole);
    assert_eq!(expected.len(), 26);
    let words = [&LONG[..], &["--parts", text(&part)]].concat();
    for (signal, end) in [(Signal::INT, "part-000003.parquet"), (Signal::KILL, "part-000010.parquet")] {
        let mut child = start(&words);
        assert!(wait_for(&mut child, &part, end), "it ended before it could be stopped");
        kill_process(Pid::from_child(&child), signal).expect("the command runs");
        let output = child.wait_with_output().expect("it ends");
        let said = String::from_utf8(output.stderr).expect("UTF-8");
        let done = files(&part);
        assert!((5..26).contains(&done.len()), "{} files: {said}", done.len());
        assert!(done.iter().all(|(name, bytes)| expected[name] == *bytes), "whole or not at all");
        if signal == Signal::INT {
            assert_eq!(output.status.code(), Some(130), "{said}");
            let parts = done.len() - 1;
            assert!(said.contains(&format!("stopped: {parts} of 25 parts are in")), "{said}");
        }
    }
    std::fs::remove_file(part.join("part-000001.parquet")).expect("it is there");
    // Existing files are left as they are.
    let before = std::fs::metadata(part.join("part-000002.parquet")).and_then(|data| data.modified());
    selfplay(&words).done();
    assert!(files(&part) == expected);
    let after = std::fs::metadata(part.join("part-000002.parquet")).and_then(|data| data.modified());
    assert_eq!(before.expect("it is there"), after.expect("it is there"));
    selfplay(&[&words[..], &["--seed", "2"]].concat())
        .refused(1, &[text(&part), "started with another seed"]);
}

#[cfg(unix)]
#[test]
fn a_single_file_is_there_whole_or_not_at_all() {
    use rustix::process::{Pid, Signal, kill_process};
    let folder = folder();
    for form in ["jsonl", "parquet"] {
        let out = folder.path().join(format!("out.{form}"));
        let task = ["kuhn", "--bot", "random", "--hands", "100000000", "--out", text(&out)];
        let mut child = start(&task);
        assert!(wait_for(&mut child, folder.path(), ""), "it ended before it could be stopped");
        kill_process(Pid::from_child(&child), Signal::INT).expect("the command runs");
        let output = child.wait_with_output().expect("it ends");
        let said = String::from_utf8(output.stderr).expect("UTF-8");
        assert_eq!(output.status.code(), Some(130), "{said}");
        assert!(said.contains("of 100000000 hands") && said.contains("nothing was written"), "{said}");
        assert_eq!(std::fs::read_dir(folder.path()).expect("it is there").count(), 0);
    }
}

#[cfg(unix)]
#[test]
fn a_full_disk_leaves_nothing_behind() {
    let folder = folder();
    for form in ["jsonl", "parquet"] {
        let out = folder.path().join(format!("out.{form}"));
        // No file may become larger than 64 blocks of 512 bytes.
        let script = format!(
            "trap '' XFSZ; ulimit -f 64; exec {} selfplay kuhn --bot random --hands 100000 --out {}",
            env!("CARGO_BIN_EXE_hinterhand"),
            text(&out)
        );
        let output = Command::new("sh").args(["-c", &script]).output().expect("there is a shell");
        let said = String::from_utf8(output.stderr).expect("UTF-8");
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(said.contains(&format!("cannot write {}: File too large", text(&out))), "{said}");
        assert_eq!(std::fs::read_dir(folder.path()).expect("it is there").count(), 0);
    }
}

#[test]
fn a_dry_run_writes_nothing() {
    let folder = folder();
    let out = folder.path().join("out.parquet");
    let said =
        selfplay(&["kuhn", "--bot", "random", "--hands", "500", "--dry-run", "--out", text(&out)]).good();
    assert!(said.out.contains("hands     500, about ") && said.out.contains("disk      about "), "{said:?}");
    assert!(
        said.out.contains("estimated on 500 hands"),
        "all of them are played within the second: {said:?}"
    );
    assert_eq!(std::fs::read_dir(folder.path()).expect("it is there").count(), 0);
}

#[test]
fn what_cannot_be_is_refused() {
    let folder = folder();
    let out = folder.path().join("out.jsonl");
    let out = ["--out", text(&out)];
    let refused = |words: &[&str], status: i32, parts: &[&str]| selfplay(words).refused(status, parts);
    let kuhn = |more: &[&'static str]| [&["kuhn", "--hands", "2"], &out[..], more].concat();
    refused(&["kuhm", "--bot", "random", "--hands", "2", out[0], out[1]], 2, &["kuhm", "kuhn"]);
    refused(&kuhn(&["--bot", "randon"]), 2, &["did you mean `random`?"]);
    refused(&kuhn(&["--bot", "greedy"]), 2, &["greedy needs a greedy player"]);
    refused(&kuhn(&["--bot", "cheating"]), 2, &["sees all cards"]);
    refused(&kuhn(&["--bot", "human"]), 2, &["human"]);
    refused(&kuhn(&["--bot", "nowhere.strategy"]), 1, &["nowhere.strategy"]);
    refused(&kuhn(&["--bot", "random", "--parts", "x"]), 2, &["cannot be used with"]);
    refused(&kuhn(&["--bot", "random", "--part-hands", "5"]), 2, &["cannot be used with"]);
    refused(&kuhn(&[]), 2, &["--bot"]);
    refused(&["kuhn", "--bot", "random", "--hands", "0", out[0], out[1]], 2, &["0 is not in 1.."]);
    refused(&["kuhn", "--bot", "random", "--hands", "2"], 2, &["--out"]);
    let wrong = ["kuhn", "--bot", "random", "--hands", "2", "--out", "rows.csv"];
    refused(&wrong, 2, &["rows.csv", ".parquet or .jsonl"]);
    let nowhere = ["kuhn", "--bot", "random", "--hands", "2", "--out", "/nowhere/at/all.parquet"];
    refused(&nowhere, 1, &["cannot write /nowhere/at/all.parquet"]);
    let here = env!("CARGO_MANIFEST_DIR");
    let full = ["kuhn", "--bot", "random", "--hands", "2", "--parts", here];
    refused(&full, 1, &[here, "is not empty and has no _plan.json"]);
    let below_a_file = format!("{here}/Cargo.toml/parts");
    let file = ["kuhn", "--bot", "random", "--hands", "2", "--parts", &below_a_file];
    refused(&file, 1, &["Cargo.toml/parts"]);
    assert_eq!(std::fs::read_dir(folder.path()).expect("it is there").count(), 0, "nothing is left behind");
}
