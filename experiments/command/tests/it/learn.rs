//! `hinterhand learn`: networks in files, and the bots that play by them.

use std::path::Path;

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
        duel("schnapsen").refused(1, &["a network for kinderschnapsen, not for schnapsen"]);
        duel("kuhn")
            .refused(2, &["needs a count of points for networks, which kuhn does not have", "sixty-six"]);
    }
}

/// Against a player that looks ahead by random games, after some seconds of learning.
#[test]
fn play_against_itself_makes_a_strong_network() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("self.network");
    learn(&path, &["schnapsen", "--method", "self-play", "--games", "4000", "--hidden", "32"]).done();
    let bot = format!("network:{}", path.display());
    let duel = run(&["duel", "schnapsen", &bot, "rdeep:depth=4,samples=4", "--pairs", "150", "--json"]);
    let found = duel.good().json_lines().remove(0);
    assert!(found["interval_95"][0].as_f64() > Some(0.0), "{found}");
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
    duel(&bot).refused(1, &["not a file of hinterhand's"]);
    duel(&format!("{bot},lookahed=1")).refused(2, &["did you mean `lookahead`?"]);
    duel("network").refused(2, &["network needs the name of a file"]);
    run(&["duel", "kuhn", "rdeep", "random", "--pairs", "1"])
        .refused(2, &["needs a count of points for networks"]);
}
