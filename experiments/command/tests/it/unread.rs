//! Options that the chosen algorithm or mode does not read: refused, with their name and what reads them.

use crate::support::{file, run};

#[track_caller]
fn refused(args: &[&str], parts: &[&str]) {
    run(args).refused(2, parts);
}

#[test]
fn solve_refuses_what_its_algorithm_does_not_read() {
    for (args, parts) in [
        (
            &["kuhn", "--algorithm", "dcfr", "--batch", "7", "--linear", "--baselines", "0.3", "--seed", "9"]
                [..],
            ["--seed is for algorithms that sample", "not for dcfr"],
        ),
        (&["kuhn", "--batch", "7"], ["--batch is for algorithms that sample", "not for dcfr"]),
        (&["kuhn", "--linear"], ["--linear is for algorithms that sample", "not for dcfr"]),
        (&["kuhn", "--baselines", "0.3"], ["--baselines is for algorithms that sample", "not for dcfr"]),
        (&["kuhn", "--planned", "3"], ["--planned is for algorithms that have a schedule", "not for dcfr"]),
        (
            &["kuhn", "--algorithm", "outcome", "--planned", "3"],
            ["--planned is for algorithms that have a schedule", "not for outcome sampling"],
        ),
        (
            &["kuhn", "--algorithm", "external", "--precision", "f32"],
            ["--precision is for algorithms that walk the whole tree", "not for external sampling"],
        ),
        (
            &["kuhn", "--algorithm", "chance", "--baselines", "0.3"],
            ["--baselines is for algorithms that sample actions", "not for chance sampling"],
        ),
        (
            &["kuhn", "--most-megabytes", "5"],
            ["--most-megabytes is for algorithms that sample games which are too large", "not for dcfr"],
        ),
        (
            &["kuhn", "--algorithm", "external", "--most-megabytes", "5"],
            ["--most-megabytes is for games that are not written out", "kuhn is"],
        ),
        (
            &["kinderschnapsen", "--most-nodes", "5"],
            ["--most-nodes is for algorithms that", "not for dcfr, f32 in kinderschnapsen"],
        ),
        (
            &["kinderschnapsen", "--algorithm", "external", "--batch", "2"],
            [
                "--batch is for algorithms that sample",
                "external sampling, seed 1, batch 2 in kinderschnapsen",
            ],
        ),
        (
            &["kinderschnapsen", "--precision", "f64"],
            ["kinderschnapsen is solved with tables of f32, not of f64", "leave the precision away"],
        ),
        (
            &["leduc", "--algorithm", "external", "--most-nodes", "1000", "--time", "1s", "--target", "1"],
            ["--target", "is not judged exactly"],
        ),
        (&["kinderschnapsen", "--whole-game", "--seed", "3"], ["--whole-game", "--seed"]),
        (&["kinderschnapsen", "--whole-game", "--most-nodes", "3"], ["--whole-game", "--most-nodes"]),
        (&["kinderschnapsen", "--whole-game", "--resume"], ["--resume", "--out FILE"]),
        (&["kuhn", "--every", "5s"], ["--checkpoint", "required"]),
    ] {
        refused(&[&["solve"], args].concat(), &parts);
    }
    // What is read is accepted.
    let sampled = ["--seed", "9", "--batch", "2", "--linear", "--baselines", "0.3"];
    let sampled = [&["solve", "kuhn", "--algorithm", "outcome", "--iterations", "3"], &sampled[..]].concat();
    run(&sampled).done();
    run(&[&sampled[..], &["--most-nodes", "5", "--most-megabytes", "1"]].concat()).done();
    run(&["solve", "kuhn", "--algorithm", "hs-dcfr-30", "--planned", "9", "--iterations", "3"]).done();
}

#[test]
fn train_refuses_what_its_algorithm_does_not_read() {
    let whole = "game = 'kuhn'\nfolder = '/nowhere'\npatience = 2\n";
    for (name, text, message) in [
        ("seed", "seed = 3", "line 4, column 8: seed is for algorithms that sample"),
        ("precision", "algorithm = 'external'\nprecision = 'f32'", "line 5, column 13: precision is for"),
        (
            "megabytes",
            "most_megabytes = 3",
            "line 4, column 18: most_megabytes is for algorithms that sample",
        ),
        (
            "megabytes-of-a-tree",
            "algorithm = 'external'\nmost_megabytes = 3",
            "line 5, column 18: most_megabytes is for games that are not written out, and kuhn is",
        ),
    ] {
        let path = file(&format!("unread-{name}.toml"), format!("{whole}{text}").as_bytes());
        run(&["train", &path]).refused(1, &[message]);
    }
}

#[test]
fn other_commands_refuse_what_they_do_not_read() {
    refused(&["exploitability", "x.strategy", "--seed", "3"], &["--off-path", "required"]);
    let seedless = ["--seed is for experiments in which something is drawn at random, and not for"];
    refused(
        &["paper", "run", "cfr", "kinderschnapsen", "--seed", "3"],
        &[seedless[0], "cfr and kinderschnapsen"],
    );
    refused(&["unit", "plan", "cfr", "--seed", "3", "--out", "x.json"], &seedless);
    refused(&["sample", "--seat", "0", "--limit", "1"], &["--worlds", "required"]);
    refused(&["review", "--table", "x.strategy", "--seed", "3"], &["--table", "--seed"]);
    refused(&["play", "kuhn", "--no-practice", "--hint", "random"], &["--no-practice", "--hint"]);
    refused(
        &["strategy", "export", "x.strategy", "--format", "csv", "--seed", "3"],
        &["--samples", "required"],
    );
    refused(&["size", "kinderschnapsen", "--most-nodes", "3"], &["--most-nodes", "not for kinderschnapsen"]);
    refused(
        &["strategy", "export", "x.strategy", "--format", "csv", "--opening", "--most-nodes", "3"],
        &["--opening", "--most-nodes", "cannot be used with"],
    );
    refused(
        &["strategy", "opening", "x.strategy", "--markdown", "equity", "--score", "3:3"],
        &["--score: the table of --markdown equity has all scores"],
    );
    refused(
        &[
            "learn",
            "schnapsen",
            "--method",
            "self-play",
            "--closed",
            "--games",
            "10",
            "--option",
            "closing=false",
            "--out",
            "x.network",
        ],
        &["--closed: by closing=false no hand is closed"],
    );
    for option in ["--deals", "--views", "--worlds", "--most-actions", "--threads"] {
        refused(&["exploitability", "x.strategy", option, "5"], &["--bracket", "required"]);
    }
    let game = ["tournament", "run", "--game", "kuhn", "--rounds", "1"];
    let two = ["--bot", "ismcts:iterations=2,select=exp3", "--bot", "random"];
    let with = |more: &[&'static str]| [&game[..], &two, more].concat();
    refused(&with(&["--power-safe"]), &["--power-safe is for what is kept: --store FILE"]);
    refused(
        &with(&["--each", "c=0.5"]),
        &["--each c=0.5: each bot here gives `c` itself, or does not read it"],
    );
    refused(&with(&["--each", "depth=5"]), &["--each depth=5: no bot here has an option `depth`"]);
    refused(&with(&["--each", "iterations=5"]), &["--each iterations=5: each bot here gives `iterations`"]);
    // An option that is read beside another one, in whichever order they stand.
    let smooth = ["--bot", "ismcts:iterations=2", "--bot", "random", "--each", "eta=0.5", "select=smooth"];
    let played = run(&[&game[..], &smooth, &["--json"]].concat()).done();
    for option in ["select=smooth", "eta=0.5"] {
        assert!(played.out.contains(option), "{option} in {}", played.out);
    }
}

#[test]
fn bots_refuse_what_their_mode_does_not_read() {
    for (game, bot, message) in [
        (
            "kuhn",
            "ismcts:gamma=0.3",
            "ismcts: `gamma` is read by select=exp3|regret_matching|smooth, and not by",
        ),
        (
            "kuhn",
            "pimc:solver=open,positions=3",
            "pimc: `positions` is read by solver=best|depth, and not by",
        ),
        ("sixty-six", "pimc:depth=3", "pimc: `depth` is read by solver=best|depth, and not by solver=open"),
        ("kuhn", "iimc:inner=3", "iimc: `inner` is read by players=pimc, and not by players=best"),
        ("kuhn", "oos:delta=0,worlds=5", "oos: `worlds` is read by delta=anything but 0, and not by delta=0"),
        (
            "kuhn",
            "oos:worlds=0,delta=0.5,target=public_state",
            "oos: `target` is read by worlds=anything but 0",
        ),
        (
            "kuhn",
            "oos:worlds=0,delta=0.5",
            "oos: `delta` is read by worlds=anything but 0, and not by worlds=0",
        ),
        ("schnapsen", "learned:trust=5", "learned: `trust` is read by lookahead=anything but 0"),
        (
            "sixty-six",
            "learned:worlds=5,lookahead=0,trust=5",
            "learned: `trust` is read by lookahead=anything",
        ),
        (
            "kuhn",
            "ismcts:tree=determinized,redeterminize=true",
            "ismcts: `redeterminize` is read by tree=so|pom|mo, and not by tree=determinized",
        ),
        ("kuhn", "alpha-mu:decisions=1,front=5", "alpha-mu: `front` is read by decisions=anything but 1"),
    ] {
        refused(&["duel", game, bot, "random", "--pairs", "1"], &[message]);
    }
    // Closed hands of Kinderschnapsen are looked into without lookahead too.
    run(&["duel", "kinderschnapsen", "learned:trust=5", "random", "--pairs", "1"]).done();
    let closing = ["duel", "sixty-six", "learned:closing_margin=5", "random", "--pairs", "1", "--option"];
    run(&[&closing[..], &["closing=true"]].concat()).done();
    run(&[&closing[..], &["closing=false"]].concat())
        .refused(2, &["learned: `closing_margin` is read where the talon may be closed"]);
    for (bot, message) in [
        (
            "learned:lookahead=0,worlds=5",
            "learned: `worlds` is read with lookahead, or where the talon may be closed",
        ),
        ("learned:lookahead=0,time=5", "learned: `time` is read with lookahead"),
        ("learned:inference=false", "learned: `inference` is read with lookahead"),
        ("ismcts:iterations=5,endgame=true", "ismcts: `endgame` is read where the talon may be closed"),
        ("pimc:worlds=5,endgame=true", "pimc: `endgame` is read where the talon may be closed"),
    ] {
        let duel = ["duel", "schnapsen", bot, "random", "--pairs", "1", "--option"];
        run(&[&duel[..], &["closing=true"]].concat()).done();
        run(&[&duel[..], &["closing=false"]].concat()).refused(2, &[message]);
    }
    let ahead = ["duel", "schnapsen", "learned:worlds=5,inference=false", "random", "--pairs", "1"];
    run(&[&ahead[..], &["--option", "closing=false"]].concat()).done();
}
