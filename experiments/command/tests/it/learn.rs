//! `hinterhand learn`: networks in files, and the bots that play by them.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use hinterhand_engine::Rng;

use crate::support::{Run, run};

fn learn(path: &Path, words: &[&str]) -> Run {
    let path = path.to_str().expect("a folder for tests has a plain name");
    run(&[&["learn"], words, &["--out", path]].concat())
}

const SMALL: [&str; 9] =
    ["kinderschnapsen", "--games", "3000", "--hidden", "16", "--update", "20", "--depth", "2"];

#[test]
fn a_network_is_learned_and_plays() {
    let folder = tempfile::tempdir().expect("a folder");
    let [path, again] = ["new/a.network", "b.network"].map(|name| folder.path().join(name));
    learn(&path, &SMALL).done();
    learn(&again, &SMALL).done();
    let bytes = |path: &Path| std::fs::read(path).expect("it was written");
    assert_eq!(bytes(&path), bytes(&again), "the same command writes the same bytes");
    for options in ["", ",lookahead=1,worlds=4"] {
        let bot = format!("network:{}{options}", path.display());
        let duel = |game: &str| run(&["duel", game, &bot, "random", "--pairs", "200", "--json"]);
        let found = duel("kinderschnapsen").good().json_lines().remove(0);
        // So little is learned that only looking ahead is sure to win.
        assert!(options.is_empty() || found["interval_95"][0].as_f64() > Some(0.0), "{found}");
        assert_eq!(found["hands"], 400, "{found}");
        let timed = format!("{bot},time=1");
        let timed = run(&["duel", "kinderschnapsen", &timed, "random", "--pairs", "1"]);
        if options.is_empty() {
            timed.refused(2, &["`time` is read by lookahead=anything but 0, and not by lookahead=0"]);
        }
        duel("schnapsen").refused(1, &["a network for kinderschnapsen, not for schnapsen"]);
        duel("kuhn").refused(
            2,
            &["needs a way to value actions by a network, which kuhn does not have", "sixty-six"],
        );
    }
}

/// Networks inside of searches: as the judge of a tree, as its prior, and at the ends of postponed reasoning.
#[test]
fn a_network_helps_searches() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../players/networks/kinderschnapsen.network");
    let duel = |game: &str, bot: &str| run(&["duel", game, bot, "random", "--pairs", "20", "--json"]);
    let plain = duel("kinderschnapsen", "ismcts:iterations=50").good().json_lines().remove(0);
    for bot in [
        format!("ismcts:iterations=50,value={file}"),
        format!("ismcts:iterations=50,value={file},tricks=2,others=greedy"),
        format!("ismcts:iterations=50,prior={file}"),
        format!("ismcts:iterations=50,select=puct,first_play=parent,value={file},prior={file}"),
        format!("epimc:worlds=5,decisions=2,value={file}"),
        format!("alpha-mu:worlds=5,decisions=2,value={file}"),
    ] {
        let found = duel("kinderschnapsen", &bot).good().json_lines().remove(0);
        // Postponed reasoning wins from `random` too, but not for sure in so few hands.
        assert!(!bot.starts_with("ismcts") || found["interval_95"][0].as_f64() > Some(0.0), "{bot}: {found}");
        assert_eq!(found["hands"], 40, "{bot}: {found}");
        assert_ne!(found["mean"], plain["mean"], "{bot} plays otherwise");
        duel("schnapsen", &bot).refused(1, &["a network for kinderschnapsen, not for schnapsen"]);
    }
    for (options, reason) in [
        (
            format!("ismcts:select=ucb1,prior={file}"),
            "`prior` is read by select=best|puct, and not by select=ucb1",
        ),
        (format!("ismcts:rollout=random,value={file}"), "`rollout` is read by value=none, and not by"),
        ("ismcts:tricks=2".to_owned(), "`tricks` is read by value=anything, and not by value=none"),
        (format!("epimc:solver=open,value={file}"), "`solver` is read by value=none, and not by"),
        ("ismcts:value=".to_owned(), "`value` cannot be ``; allowed: the name of a file"),
    ] {
        duel("kinderschnapsen", &options).refused(2, &[reason]);
    }
    duel("kinderschnapsen", "ismcts:prior=nowhere.network").refused(1, &["nowhere.network"]);
    let recipippes = folder.path().join("r.network");
    learn(&recipippes, &["recipippes", "--games", "10", "--hidden", "8"]).done();
    duel("recipippes", &format!("ismcts:value={}", recipippes.display()))
        .refused(2, &["`value` is read in games of tricks, and recipippes is none"]);
    let path = folder.path().join("a.network");
    let version = |words: &[&str], parts: &str| {
        learn(&path, words).done();
        let (bot, parts) =
            (format!("ismcts:iterations=5,prior={}", path.display()), folder.path().join(parts));
        let text = parts.display().to_string();
        run(&[
            "selfplay",
            "kinderschnapsen",
            "--bot",
            &bot,
            "--hands",
            "1",
            "--parts",
            &text,
            "--format",
            "jsonl",
        ])
        .done();
        let plan = std::fs::read_to_string(parts.join("_plan.json")).expect("it was written");
        let plan: serde_json::Value = serde_json::from_str(&plan).expect("JSON");
        let version = plan["plan"]["bots"][0]["version"].as_str().expect("a text").to_owned();
        assert!(version.contains(", prior blake3 "), "{plan}");
        version
    };
    assert_ne!(version(&SMALL, "a"), version(&[&SMALL[..], &["--seed", "5"]].concat(), "b"));
}

/// Learns the same on one thread and on several, killed at random moments until `kills` of them left a checkpoint.
fn survive(words: &[&str], kills: usize, seed: u64) {
    let folder = tempfile::tempdir().expect("a folder");
    let [whole, part] = ["whole.network", "part.network"].map(|name| folder.path().join(name));
    let clock = Instant::now();
    learn(&whole, &[words, &["--threads", "1"]].concat()).done();
    let most = u32::try_from(clock.elapsed().as_micros()).expect("it is short");
    let bytes = |path: &Path| std::fs::read(path).expect("it was written");
    let beside = folder.path().join("part.network.checkpoint");
    let mut rng = Rng::new(seed, 0);
    let (mut begun, mut killed) = (0, 0);
    while killed < kills {
        begun += 1;
        assert!(begun < 100 * kills, "only {killed} of {begun} kills found it at work");
        let threads = ["1", "2", "5"][rng.below(3) as usize];
        let part = part.to_str().expect("a folder for tests has a plain name");
        let how = ["--threads", threads, "--every", "1ms", "--out", part];
        let mut child = Command::new(env!("CARGO_BIN_EXE_hinterhand"))
            .args([&["learn"], words, &how].concat())
            .stderr(Stdio::null())
            .spawn()
            .expect("the binary has been built");
        std::thread::sleep(Duration::from_micros(u64::from(rng.below(most))));
        let over = child.try_wait().expect("it is our child").is_some();
        child.kill().expect("it is our child");
        child.wait().expect("it is our child");
        if over {
            assert!(!beside.exists(), "the checkpoint goes when the network is written");
            assert_eq!(bytes(part.as_ref()), bytes(&whole), "after {killed} kills");
            std::fs::remove_file(part).expect("it was written");
        } else {
            killed += usize::from(beside.exists());
        }
    }
    learn(&part, &[words, &["--threads", "2"]].concat()).done();
    assert_eq!(bytes(&part), bytes(&whole), "after {killed} kills");
}

#[test]
fn killed_learning_goes_on_to_the_same_network() {
    survive(&["kinderschnapsen", "--method", "self-play", "--games", "3000", "--hidden", "16"], 6, 1);
    survive(&["kinderschnapsen", "--games", "1000", "--hidden", "8", "--depth", "1", "--update", "20"], 4, 2);
    let imitation = ["kinderschnapsen", "--method", "imitation", "--games", "300", "--epochs", "8"];
    survive(&[&imitation[..], &["--hidden", "8", "--depth", "1"]].concat(), 4, 3);
    survive(&["recipippes", "--games", "600", "--hidden", "8", "--update", "10"], 4, 5);
    let against = ["kinderschnapsen", "--against", "greedy", "--against", "itself", "--games", "3000"];
    survive(&[&against[..], &["--hidden", "16"]].concat(), 4, 7);
    let closed =
        ["kinderschnapsen", "--method", "self-play", "--games", "3000", "--hidden", "16", "--closed"];
    survive(&[&closed[..], &["--gate", "30"]].concat(), 4, 6);
}

/// A network that learns against a bot comes to win from it, and more if it begins with one that has learned before.
#[test]
fn an_exploiter_is_learned() {
    let folder = tempfile::tempdir().expect("a folder");
    let [first, second] = ["first.network", "second.network"].map(|name| folder.path().join(name));
    let against = ["kinderschnapsen", "--against", "expert", "--games", "6000"];
    let told = learn(&first, &[&against[..], &["--hidden", "32"]].concat()).done().err;
    assert!(told.contains("6000 games against expert, seed 1, won "), "{told}");
    let start = first.display().to_string();
    let told = learn(&second, &[&against[..], &["--seed", "2", "--start", &start]].concat()).done().err;
    assert!(told.contains("6000 games against expert, seed 2, after 6000 games against expert"), "{told}");
    let won = |path: &Path| {
        let bot = format!("network:{}", path.display());
        let duel =
            run(&["duel", "kinderschnapsen", &bot, "expert", "--pairs", "1000", "--seed", "3", "--json"]);
        duel.good().json_lines().remove(0)["interval_95"].clone()
    };
    assert!(won(&second)[0].as_f64() > Some(0.0), "{} then {}", won(&first), won(&second));
    // The same games from random weights win less.
    let third = folder.path().join("third.network");
    learn(&third, &[&against[..], &["--seed", "2", "--hidden", "32"]].concat()).done();
    assert_ne!(won(&third), won(&second));

    let recipippes = folder.path().join("recipippes.network");
    let words = ["recipippes", "--against", "greedy", "--games", "300", "--hidden", "8"];
    let told = learn(&recipippes, &words).done().err;
    assert!(told.contains("300 games against greedy"), "{told}");

    let refused = |words: &[&str], status: i32, messages: &[&str]| {
        learn(&folder.path().join("x"), &[&["kinderschnapsen", "--games", "10"], words].concat())
            .refused(status, messages);
    };
    refused(&["--against", "nobody"], 2, &["nobody", "expert"]);
    refused(&["--against", "ismcts:time=1"], 2, &["--against ismcts:time=1: it goes by the clock"]);
    refused(&["--against", "expert", "--method", "imitation"], 2, &["--against is for self-play"]);
    refused(&["--against", "expert", "--gate", "5"], 2, &["--gate is for play against itself"]);
    refused(&["--rate", "0"], 2, &["--rate", "above 0 and at most 1"]);
    refused(&["--start", &start, "--hidden", "9"], 2, &["--hidden is for learning without --start"]);
    refused(&["--start", &start], 1, &["has learned something else: from other inputs"]);
    refused(&["--start", &start, "--method", "self-play", "--closed"], 1, &["another part of a hand"]);
    refused(&["--against", "itself", "--start", "missing"], 1, &["missing"]);
}

/// The best of ten generations is kept, and each is told about; also where an action is not an input.
#[test]
fn generations_are_gated() {
    let folder = tempfile::tempdir().expect("a folder");
    for (words, deals) in [
        (["kinderschnapsen", "--method", "self-play", "--games", "3000", "--hidden", "16"], "100"),
        (["recipippes", "--method", "self-play", "--games", "600", "--hidden", "8"], "5"),
    ] {
        let path = folder.path().join(words[0]);
        let told = learn(&path, &[&words[..], &["--gate", deals]].concat()).done().err;
        let gates: Vec<&str> = told.lines().filter(|line| line.contains(" of 10: ")).collect();
        assert_eq!(gates.len(), 10, "{told}");
        let kept = |line: &&&str| line.ends_with("it is the first") || line.ends_with("it takes its place");
        let best = gates.iter().rfind(kept).expect("the first one is kept");
        assert!(gates[0].starts_with("generation 1 of 10: it is the first"), "{told}");
        assert!(gates[1].contains(" points a hand against the best before it; "), "{told}");
        let best = best.split(':').next().expect("a line");
        assert!(told.lines().last().is_some_and(|line| line.contains(&format!("seed 1, {best}"))), "{told}");
        let bytes = std::fs::read(&path).expect("it was written");
        assert!(String::from_utf8_lossy(&bytes).contains(best), "the file tells it");
    }
}

#[test]
#[ignore = "a hundred kills"]
fn learning_survives_a_hundred_kills() {
    survive(&["schnapsen", "--method", "self-play", "--games", "20000", "--hidden", "32"], 100, 4);
}

#[test]
fn the_checkpoint_of_another_learning_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.network");
    let beside = folder.path().join("a.network.checkpoint");
    std::fs::write(&beside, "no checkpoint").expect("it can be written");
    learn(&path, &SMALL).refused(1, &["a.network.checkpoint", "not a file of hinterhand's"]);
}

/// Against a player that looks ahead by random games, after some seconds of learning.
#[test]
fn play_against_itself_makes_a_strong_network() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("self.network");
    learn(&path, &["schnapsen", "--method", "self-play", "--games", "16000", "--hidden", "32"]).done();
    let bot = format!("network:{}", path.display());
    let duel = run(&["duel", "schnapsen", &bot, "rdeep:depth=4,samples=4", "--pairs", "150", "--json"]);
    let found = duel.good().json_lines().remove(0);
    assert!(found["interval_95"][0].as_f64() > Some(0.0), "{found}");
}

/// Networks that value afterstates: against a player that chooses at random, after a second of learning.
#[test]
fn a_network_of_recipippes_is_learned_and_plays() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("recipippes.network");
    learn(&path, &["recipippes", "--games", "600", "--hidden", "16"]).done();
    let bot = |options: &str| format!("network:{}{options}", path.display());
    let duel = |bot: &str| run(&["duel", "recipippes", bot, "random", "--pairs", "20", "--json"]);
    let found = duel(&bot("")).good().json_lines().remove(0);
    assert!(found["win_share_interval_95"][0].as_f64() > Some(0.5), "{found}");
    duel(&bot(",worlds=2")).good();
    duel(&bot(",time=1")).good();
    duel(&bot(",lookahead=1"))
        .refused(2, &["`lookahead` is read in games of tricks, and recipippes is none"]);
    let rows = folder.path().join("rows.jsonl").display().to_string();
    let three = ["--hands", "1", "--option", "players=3", "--out", &rows];
    run(&[&["selfplay", "recipippes", "--bot", &bot("")], &three[..]].concat())
        .refused(1, &["508 inputs, and a decision of this game has 556"]);
    learn(&path, &["recipippes", "--games", "10", "--method", "imitation"])
        .refused(2, &["recipippes is learned by self-play alone, since rdeep does not play it"]);
}

/// Turns of several actions: every decision of a game is made, alone and with lookahead.
#[test]
fn networks_of_board_games_are_learned_and_play() {
    let folder = tempfile::tempdir().expect("a folder");
    for (game, option) in [("schikanoeschen", "max_actions=200"), ("klondike-chess", "max_plies=40")] {
        let path = folder.path().join(game);
        learn(&path, &[game, "--games", "3", "--hidden", "8", "--option", option]).done();
        for options in ["", ",worlds=1"] {
            let bot = format!("network:{}{options}", path.display());
            let duel = ["duel", game, &bot, "greedy", "--pairs", "1", "--option", option, "--json"];
            let found = run(&duel).good().json_lines().remove(0);
            assert_eq!(found["hands"], 2, "{found}");
        }
        let other = if game == "klondike-chess" { "schikanoeschen" } else { "klondike-chess" };
        run(&["duel", other, &format!("network:{}", path.display()), "random", "--pairs", "1"])
            .refused(1, &[&format!("a network for {game}, not for {other}")]);
    }
}

#[test]
fn options_that_a_method_does_not_read_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("x.network");
    for (words, reason) in [
        (["--method", "self-play", "--depth", "3"], "--depth is for interaction and imitation"),
        (["--method", "self-play", "--samples", "3"], "--samples is for interaction and imitation"),
        (["--method", "self-play", "--epochs", "3"], "--epochs is for imitation"),
        (["--method", "imitation", "--update", "3"], "--update is for interaction and self-play"),
    ] {
        learn(&path, &[&["schnapsen", "--games", "10"], &words[..]].concat()).refused(2, &[reason]);
    }
    for game in ["schnapsen", "recipippes"] {
        learn(&path, &[game, "--games", "10", "--closed"])
            .refused(2, &["--closed is for self-play in games of tricks"]);
    }
}

#[test]
fn networks_that_cannot_be_learned_or_used_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("x.network");
    learn(&path, &["kuhn", "--games", "10"]).refused(2, &["invalid value 'kuhn'", "schnapsen"]);
    learn(&path, &["schnapsen", "--games", "0"]).refused(2, &["--games"]);
    learn(folder.path(), &["schnapsen", "--games", "1"]).refused(2, &["it is a folder"]);
    assert!(!path.exists());
    std::fs::write(&path, "no network").expect("it can be written");
    let duel = |bot: &str| run(&["duel", "schnapsen", bot, "random", "--pairs", "1"]);
    let bot = format!("network:{}", path.display());
    duel(&bot).refused(1, &["x.network: not a file in the safetensors format"]);
    duel(&format!("{bot},lookahed=1")).refused(2, &["did you mean `lookahead`?"]);
    duel("network").refused(2, &["network needs the name of a file"]);
    run(&["duel", "kuhn", "rdeep", "random", "--pairs", "1"])
        .refused(2, &["needs a count of points, which kuhn does not have"]);
}
