//! The crate of `docs/own-crate.md`: its game and its bot are in the whole command.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value as Json;

use crate::support::{Run, run_command};

const PAGE: &str = include_str!("../../../../docs/own-crate.md");

/// The code block of the page whose fence ends with this mark.
fn block(mark: &str) -> String {
    let mut blocks =
        PAGE.split("\n```").filter(|block| block.lines().next().is_some_and(|fence| fence.ends_with(mark)));
    let (block, other) = (blocks.next().expect(mark), blocks.next());
    assert_eq!(other, None, "two blocks with {mark}");
    block.split_once('\n').expect("more than its fence").1.to_owned() + "\n"
}

/// The crate, compiled.
struct Lab {
    folder: PathBuf,
    program: PathBuf,
}

impl Lab {
    /// Writes the files of the page and compiles them. The folder of what is compiled stays, so that the next
    /// time only what has changed is compiled.
    fn build() -> Lab {
        let (temporary, root) =
            (Path::new(env!("CARGO_TARGET_TMPDIR")), concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
        let folder = temporary.join("cuckoo-lab");
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(folder.join("src")).expect("the folder for temporary files exists");
        for name in ["src/main.rs", "src/cuckoo.rs", "src/careful.rs"] {
            std::fs::write(folder.join(name), block(&format!(" file={name}"))).expect("there is room");
        }
        let manifest = block(" file=Cargo.toml").replace("../hinterhand", root);
        std::fs::write(folder.join("Cargo.toml"), manifest).expect("there is room");
        // The same versions of all dependencies as here; those that the crate does not need are dropped.
        std::fs::copy(Path::new(root).join("Cargo.lock"), folder.join("Cargo.lock"))
            .expect("it can be copied");
        let target = temporary.join("cuckoo-lab-target");
        let mut build = Command::new(env!("CARGO"));
        build.args(["build", "--offline", "--quiet"]).current_dir(&folder);
        build.env("CARGO_TARGET_DIR", &target).env("CARGO_PROFILE_DEV_DEBUG", "none");
        run_command(&mut build, b"").done();
        Lab { folder, program: target.join("debug/cuckoo-lab") }
    }

    fn run_with(&self, words: &[&str], input: &[u8]) -> Run {
        run_command(Command::new(&self.program).args(words).current_dir(&self.folder), input)
    }

    fn run(&self, words: &[&str]) -> Run {
        self.run_with(words, b"")
    }

    /// The one JSON object that is printed.
    fn json(&self, words: &[&str]) -> Json {
        self.run(words).done().json_lines().remove(0)
    }
}

#[test]
#[ignore = "slow: compiles all crates again, without optimisation"]
fn a_crate_of_its_own_has_the_whole_command() {
    assert!(block(" file=src/cuckoo.rs").lines().count() <= 60);
    let lab = Lab::build();
    the_page_works(&lab);
    the_game_is_played(&lab);
    the_game_is_solved(&lab);
    the_bot_serves(&lab);
    names_are_known(&lab);
}

/// Every command of the page.
fn the_page_works(lab: &Lab) {
    let folder = lab.program.parent().expect("it has a folder");
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").expect("there is a path"));
    for line in block("sh run").lines() {
        let mut shell = Command::new("sh");
        shell.args(["-c", line]).current_dir(&lab.folder).env("PATH", &path);
        run_command(&mut shell, b"").done();
    }
}

/// A tournament with the bot, kept, shown and reported; records of it reviewed; a hand against a person.
fn the_game_is_played(lab: &Lab) {
    let store = lab.folder.join("played.db");
    let store = store.to_str().expect("a plain name");
    let bots = ["--bot", "careful", "--bot", "random", "--bot", "careful:below=1"];
    let words = ["tournament", "run", "--game", "cuckoo", "--rounds", "400", "--store", store, "--json"];
    let standings = lab.json(&[&words[..], &bots].concat());
    assert_eq!((&standings["game"], standings["deals"].as_u64()), (&Json::from("cuckoo"), Some(1200)));
    assert_eq!(standings["bots"][0]["bot"], "careful");
    // A bot that never swaps loses as clearly to one that swaps low cards.
    let margin = |bot: usize| standings["bots"][bot]["margin_interval_95"].clone();
    assert!(margin(0)[0].as_f64() > Some(0.0) && margin(2)[1].as_f64() < Some(0.0), "{standings}");
    let page = lab.folder.join("played.html");
    lab.run(&["report", store, "--out", page.to_str().expect("a plain name")]).good();
    assert!(std::fs::read_to_string(page).expect("it was written").contains("Tournament \u{b7} Cuckoo"));
    let records = lab.run(&["tournament", "export", store, "--format", "jsonl"]).good().out;
    let inspected = lab.run_with(&["inspect"], records.as_bytes()).good();
    assert!(inspected.json_lines().iter().all(|position| position.get("error").is_none()));
    let few: String = records.lines().take(20).map(|line| format!("{line}\n")).collect();
    let reviewed =
        lab.run_with(&["review", "--bot", "ismcts:iterations=200", "--json"], few.as_bytes()).good();
    assert_eq!(reviewed.json_lines().len(), 20);
    let played =
        lab.run_with(&["play", "cuckoo", "--seed", "1", "--opponent", "careful"], b"swap\nquit\n").good();
    assert!(played.out.contains("Score: you"), "{}", played.out);
}

/// A solution, its exploitability, and a training of the same.
fn the_game_is_solved(lab: &Lab) {
    let solved = lab.json(&[
        "solve",
        "cuckoo",
        "--algorithm",
        "cfr+",
        "--iterations",
        "2000",
        "--out",
        "s.strategy",
        "--json",
    ]);
    assert!(solved["exploitability"].as_f64() < Some(1e-3), "{solved}");
    let judged = lab.json(&["exploitability", "s.strategy", "--json"]);
    let [judged, solved] = [judged, solved].map(|json| json["exploitability"].as_f64().expect("a number"));
    assert!((judged - solved).abs() < 1e-12, "rounded in another order: {judged}, {solved}");
    let duel = lab.json(&["duel", "cuckoo", "careful:below=9", "s.strategy", "--pairs", "5000", "--json"]);
    assert!(duel["interval_95"][1].as_f64() < Some(0.0), "{duel}");
    let config = "game = 'cuckoo'\nalgorithm = 'cfr+'\nfolder = 'trained'\n[end]\niterations = 100\n";
    std::fs::write(lab.folder.join("train.toml"), config).expect("there is room");
    lab.run(&["train", "train.toml"]).done();
    let trained = lab.json(&["exploitability", "trained/best.strategy", "--json"]);
    assert!(trained["exploitability"].as_f64() < Some(0.1), "{trained}");
}

/// The bot as a program of its own, which decides as it does in the same process.
fn the_bot_serves(lab: &Lab) {
    let program = lab.program.to_str().expect("a plain name");
    let checked = lab.json(&["check-bot", &format!("'{program}' bot careful"), "--game", "cuckoo", "--json"]);
    assert_eq!(checked["passed"], true, "{checked}");
    let duel = |bot: &str| {
        let found = lab.json(&["duel", "cuckoo", bot, "random", "--pairs", "50", "--seed", "3", "--json"]);
        ["wins", "losses", "mean", "endings"].map(|key| found[key].clone())
    };
    assert_eq!(duel(&format!("cmd:'{program}' bot careful")), duel("careful"));
}

/// Completion, the manual and errors know what was added, under the name of the program.
fn names_are_known(lab: &Lab) {
    let script = lab.run(&["completions", "bash"]).good().out;
    assert!(script.contains("cuckoo") && script.contains("cuckoo-lab") && script.contains("kinderschnapsen"));
    let manual = lab.run(&["man", "duel"]).good().out;
    assert!(manual.contains("cuckoo"), "{manual}");
    lab.run(&["duel", "cuckoo", "carefull", "random"]).refused(2, &["did you mean `careful`?"]);
    lab.run(&["duel", "kuhn", "careful", "random"])
        .refused(2, &["careful does not play kuhn; it plays: cuckoo"]);
    lab.run(&["duel", "cucko", "random", "random"]).refused(2, &["cucko", "similar", "cuckoo"]);
    lab.run(&["rules", "cuckoo"]).good();
}
