//! `hinterhand playouts`.

use hinterhand_players::games;
use hinterhand_solvers::dynamic::Offer;
use serde_json::Value as Json;

use crate::support::{cut_short, run};

fn figures(args: &[&str]) -> Json {
    let mut figures = run(&[&["playouts", "--json"], args].concat()).good().json_lines().remove(0);
    let object = figures.as_object_mut().expect("an object");
    for key in ["seconds", "moves_per_second"] {
        assert!(object.shift_remove(key).is_some_and(|number| number.is_number()), "{key}");
    }
    figures
}

#[test]
fn threads_change_nothing() {
    for name in games::complete_names() {
        // Not a multiple of a block, and more blocks than threads.
        let option = cut_short(name).map(|(key, value)| format!("{key}={value}"));
        let of = |threads: &str| {
            let mut args = vec![name, "--games", "3000", "--seed", "5", "--threads", threads];
            args.extend(option.iter().flat_map(|option| ["--option", option.as_str()]));
            figures(&args)
        };
        let one = of("1");
        assert_eq!(one["games"], 3000, "{name}");
        assert_eq!(one, of("2"), "{name}");
        assert_eq!(one, of("8"), "{name}");
    }
}

#[test]
fn figures_are_those_of_the_game() {
    let one = figures(&["kinderschnapsen", "--games", "2000"]);
    assert_ne!(one, figures(&["kinderschnapsen", "--games", "2000", "--seed", "2"]));
    let number = |json: &Json| json.as_f64().expect("a number");
    assert_eq!(number(&one["mean_returns"][0]), -number(&one["mean_returns"][1]));
    let [low, high] = [0, 1].map(|end| number(&one["interval_95"][0][end]));
    assert!(low < number(&one["mean_returns"][0]) && number(&one["mean_returns"][0]) < high);
    // Payoffs lie between -3 and 3, so the standard error of 2,000 games is below 0.07.
    assert!(high - low < 4.0 * 0.07);
    assert_eq!(number(&one["mean_length"]), number(&one["moves"]) / 2000.0);
}

#[test]
fn for_people() {
    let text = run(&["playouts", "kinderschnapsen", "--games", "1"]).good().out;
    for part in ["games          1\n", "moves/s", "mean return    player 1: "] {
        assert!(text.contains(part), "no {part} in {text}");
    }
}

/// The statistics of a game, as JSON.
fn statistics(args: &[&str]) -> Json {
    run(&[&["playouts", "--stats", "--json"], args].concat()).good().json_lines().remove(0)
}

#[test]
fn statistics_of_every_game_on_any_number_of_threads() {
    for name in games::names() {
        let option = match name {
            "tree" => Some(format!("file={}/../trees/kuhn.efg", env!("CARGO_MANIFEST_DIR"))),
            _ => cut_short(name).map(|(key, value)| format!("{key}={value}")),
        };
        let mut args = vec![name, "--games", "700"];
        args.extend(option.iter().flat_map(|option| ["--option", option.as_str()]));
        let directed = games::names_with(Offer::Directed).contains(&name);
        for player in ["random"].into_iter().chain(directed.then_some("directed")) {
            let of = |threads| statistics(&[&args[..], &["--player", player, "--threads", threads]].concat());
            let one = of("1");
            assert_eq!(one, of("4"), "{name}");
            assert_eq!((&one["game"], &one["player"]), (&Json::from(name), &Json::from(player)));
            let endings = one["endings"].as_object().expect("an object");
            assert_eq!(endings.values().filter_map(Json::as_u64).sum::<u64>(), 700, "{one}");
            assert!(one["length"]["mean"].as_f64() <= one["length"]["max"].as_f64(), "{one}");
            assert!(one["info_sets"][0].as_u64() > Some(0), "{one}");
        }
    }
}

#[test]
fn statistics_are_of_the_games_that_are_measured() {
    for player in ["random", "directed"] {
        let args = ["sixty-six", "--games", "2000", "--player", player];
        let (measured, watched) = (figures(&args), statistics(&args));
        for key in ["player", "games", "moves", "mean_returns", "interval_95"] {
            assert_eq!(measured[key], watched[key], "{key}");
        }
        assert_eq!(measured["mean_length"], watched["length"]["mean"]);
    }
}

#[test]
fn statistics_for_people_and_for_pages() {
    let args = ["playouts", "kuhn", "--option", "players=3", "--games", "500", "--stats"];
    let text = run(&args).good().out;
    for part in
        ["player         random: ", "games          500\n", "ending         fold: ", "info sets      "]
    {
        assert!(text.contains(part), "no {part} in {text}");
    }
    let table = run(&[&args[..], &["--markdown"]].concat()).good().out;
    let rows: Vec<&str> = table.lines().collect();
    assert_eq!(rows.len(), 3, "{table}");
    assert!(rows[2].starts_with("| kuhn players=3 | random | 500 | "), "{table}");
    assert!(rows.iter().all(|row| row.matches('|').count() == 10), "{table}");
}

#[test]
fn wrong_players_and_forms() {
    run(&["playouts", "kuhn", "--player", "directed"]).refused(2, &["kuhn", "schikanoeschen", "sixty-six"]);
    run(&["playouts", "kuhn", "--player", "directe"]).refused(2, &["directe", "random", "directed"]);
    run(&["playouts", "kuhn", "--markdown"]).refused(2, &["--stats"]);
    run(&["playouts", "kuhn", "--stats", "--markdown", "--json"]).refused(2, &["--markdown", "--json"]);
}
