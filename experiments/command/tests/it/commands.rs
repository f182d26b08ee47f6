//! The output of the smaller subcommands, and command lines that are refused.

use serde_json::json;

use crate::support::{file, run, run_with};

#[test]
fn games_are_listed() {
    let table = run(&["games"]).good().out;
    let listed = run(&["games", "--json"]).good().json_lines().remove(0);
    let names: Vec<&str> =
        listed["games"].as_array().expect("a list").iter().filter_map(|game| game["game"].as_str()).collect();
    assert!(names.contains(&"kinderschnapsen"));
    for name in names {
        assert!(table.contains(name), "{name}");
        assert!(run(&["rules", name]).good().out.contains(name), "{name}");
    }
}

#[test]
fn rules_show_options_defaults_and_presets() {
    let text = run(&["rules", "kinderschnapsen"]).good().out;
    for part in ["close_min_stock", "opponent_fixed:3", "icai", "close_fail=opponent_wins2or3"] {
        assert!(text.contains(part), "no {part} in {text}");
    }
    let rules = run(&["rules", "kinderschnapsen", "--json"]).good().json_lines().remove(0);
    assert_eq!(rules["options"][0]["option"], json!("close_min_stock"));
    assert_eq!(rules["options"][0]["default"], json!(2));
    assert_eq!(rules["options"][0]["others"], json!([4, 6]));
}

#[test]
fn deals_depend_on_the_seed_alone() {
    let deals = |args: &[&str]| run(&[&["deal", "kinderschnapsen"], args].concat()).good().json_lines();
    let three = deals(&["--seed", "7", "--count", "3"]);
    assert_eq!(three[..2], deals(&["--seed", "7", "--count", "2"]));
    assert_ne!(three[0]["actions"], three[1]["actions"]);
    assert_ne!(three[0]["actions"], deals(&["--seed", "8"])[0]["actions"]);
    assert_eq!(three[0]["actions"].as_array().map(Vec::len), Some(1));
    let text = three.iter().map(|record| format!("{record}\n")).collect::<String>();
    assert_eq!(run_with(&["inspect"], text.as_bytes()).good().json_lines().len(), 6);
}

#[test]
fn presets_files_and_options_in_this_order() {
    let path = file("penalty.toml", b"# from a file\nclose_min_stock = 4\nauto_checkout = true\n");
    let args = ["deal", "kinderschnapsen", "--option", "close_min_stock=6", "--options", &path];
    let record = run(&[&args[..], &["--preset", "strict"]].concat()).good().json_lines().remove(0);
    let expected = json!({
        "auto_checkout": true, "close_fail": "opponent_wins2or3", "close_min_stock": 6,
        "freeze_on_close": true,
    });
    assert_eq!(record["options"], expected);
}

#[test]
fn wrong_names_get_the_nearest_right_one() {
    let deal = |args: &[&str]| run(&[&["deal", "kinderschnapsen"], args].concat());
    run(&["deal", "kinderschnapse"]).refused(2, &["kinderschnapse", "similar", "kinderschnapsen"]);
    run(&["inspekt"]).refused(2, &["inspect"]);
    run(&["perft", "kinderschnapsen", "--dept", "3"]).refused(2, &["--depth"]);
    deal(&["--preset", "penalti"]).refused(2, &["did you mean `penalty`?", "strict"]);
    deal(&["--option", "close_min_stok=4"]).refused(2, &["did you mean `close_min_stock`?"]);
    deal(&["--option", "close_min_stock=5"]).refused(2, &["cannot be `5`", "2|4|6"]);
    deal(&["--option", "auto_checkout=yes"]).refused(2, &["cannot be `yes`", "false|true"]);
    deal(&["--option", "auto_checkout"]).refused(2, &["expected KEY=VALUE", "close_min_stock=2"]);
    deal(&["--count", "-1"]).refused(2, &["-1"]);
    run(&["man", "plaiouts"]).refused(2, &["did you mean `playouts`?"]);
    run(&["playouts", "kinderschnapsen", "--threads", "0"]).refused(2, &["--threads"]);
    run(&["play", "kinderschnapsen", "--seat", "2"]).refused(2, &["seats 0 to 1"]);
    run(&["play", "kinderschnapsen", "--match", "best=3"]).refused(2, &["--match", "`best`", "best_of"]);
    run(&["play", "kinderschnapsen", "--match", "best_of=0"]).refused(2, &["`0`", "a number from 1"]);
    run(&["play", "kinderschnapsen", "--match", "best_of"]).refused(2, &["expected KEY=VALUE"]);
}

#[test]
fn option_files_are_typed_and_errors_have_their_place() {
    for (name, content, parts) in [
        ("a.toml", &b"close_min_stock = \"4\"\n"[..], &["a.toml, line 1", "a whole number, not \"4\""][..]),
        ("b.toml", b"\n  close_min_stok = 4\n", &["b.toml, line 2, column 3", "`close_min_stock`?"]),
        ("c.toml", b"close_min_stock = \n", &["c.toml", "line 1"]),
        ("d.toml", b"close_min_stock = 4\nclose_min_stock = 6\n", &["d.toml", "line 2", "duplicate"]),
        ("e.toml", b"[match]\nbest_of = 3\n", &["e.toml, line 1", "`match`"]),
        ("f.toml", b"close_fail = \xff\n", &["f.toml", "UTF-8"]),
        ("g.toml", b"auto_checkout = 2026-01-01\n", &["g.toml, line 1", "true or false"]),
    ] {
        run(&["deal", "kinderschnapsen", "--options", &file(name, content)]).refused(1, parts);
    }
    run(&["deal", "kinderschnapsen", "--options", "/nowhere.toml"])
        .refused(1, &["cannot read /nowhere.toml"]);
}

#[test]
fn completions_and_manual_name_every_subcommand() {
    let script = run(&["completions", "bash"]).good().out;
    let manual = run(&["man"]).good().out;
    for name in ["games", "rules", "deal", "inspect", "perft", "sample", "playouts", "play"] {
        assert!(script.contains(name) && manual.contains(name), "{name}");
        assert!(run(&["man", name]).good().out.contains(name), "{name}");
        assert!(run(&[name, "--help"]).good().out.contains("Example:\n  "), "{name}");
    }
    assert!(script.contains("kinderschnapsen"), "the names of the games are completed");
}
