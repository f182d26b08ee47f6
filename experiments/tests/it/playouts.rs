//! `hinterhand playouts`.

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
    for info in hinterhand_experiments::games::GAMES.iter().filter(|info| info.name != "tree") {
        // Not a multiple of a block, and more blocks than threads.
        let option = cut_short(info.name).map(|(key, value)| format!("{key}={value}"));
        let of = |threads: &str| {
            let mut args = vec![info.name, "--games", "3000", "--seed", "5", "--threads", threads];
            args.extend(option.iter().flat_map(|option| ["--option", option.as_str()]));
            figures(&args)
        };
        let one = of("1");
        assert_eq!(one["games"], 3000, "{}", info.name);
        assert_eq!(one, of("2"), "{}", info.name);
        assert_eq!(one, of("8"), "{}", info.name);
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
