//! Boards of Klondike Chess in TOML files.

use std::path::Path;

use hinterhand_engine::games::klondike_chess::BoardSpec;
use hinterhand_players::files::board_file;
use serde_json::{Value as Json, json};

use crate::support::{file, run, run_with};

const CORNERS: &str = "own:h8,a1/a3,b3,c2,c1/h6,g6,f7,f8";

/// The name of an example file.
fn example(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../boards").join(name);
    path.to_str().expect("a path in UTF-8").to_owned()
}

fn text_of(name: &str) -> String {
    std::fs::read_to_string(example(name)).expect("an example")
}

/// The option that names this file.
fn board(path: &str) -> String {
    format!("board=@{path}")
}

#[test]
fn the_examples_are_the_boards_that_they_say() {
    let own: BoardSpec = CORNERS.parse().expect("a board");
    let boards =
        [("compass.toml", BoardSpec::COMPASS), ("face_off.toml", BoardSpec::FACE_OFF), ("corners.toml", own)];
    for (name, spec) in boards {
        assert_eq!(board_file::read(&text_of(name)), Ok(spec), "{name}");
    }
    let page = include_str!("../../../../docs/klondike-chess-boards.md");
    assert!(page.contains(&text_of("corners.toml")), "the page shows the example");
}

/// The record of a deal on this board.
fn dealt(options: &[&str]) -> Json {
    run(&[&["deal", "klondike-chess"], options].concat()).good().json_lines().remove(0)
}

/// The last position of this record.
fn last_position(record: &Json) -> Json {
    let lines = run_with(&["inspect"], format!("{record}\n").as_bytes()).good().json_lines();
    lines.last().expect("a position").clone()
}

fn add(record: &mut Json, word: String) {
    record["actions"].as_array_mut().expect("a list").push(word.into());
}

/// The record of a deal after which each player has set the first legal cards, and what is left is the
/// draw pile.
fn set_up(options: &[&str]) -> Json {
    let mut record = dealt(options);
    let mut pile: Vec<String> = "CSHD"
        .chars()
        .flat_map(|suit| "A23456789TJQK".chars().map(move |rank| format!("{rank}{suit}")))
        .collect();
    for _ in 0..8 {
        let word = last_position(&record)["legal"][0].as_str().expect("a player sets a card").to_owned();
        pile.retain(|card| word != format!("set:{card}"));
        add(&mut record, word);
    }
    add(&mut record, format!("pile:{}", pile.join(",")));
    record
}

#[test]
fn a_file_is_the_board_of_that_name() {
    let words = |record: &Json| -> String {
        let words: Vec<&str> =
            record["actions"].as_array().expect("a list").iter().filter_map(Json::as_str).collect();
        words.join(" ")
    };
    let counts = |option: &str| {
        let deal = words(&set_up(&["--option", option]));
        run(&["perft", "klondike-chess", "--deal", &deal, "--depth", "4", "--option", option]).good().out
    };
    for name in ["compass", "face_off"] {
        let (named, filed) = (format!("board={name}"), board(&example(&format!("{name}.toml"))));
        assert_eq!(set_up(&["--option", &filed]), set_up(&["--option", &named]), "the same record");
        assert_eq!(counts(&filed), counts(&named));
    }
    assert_ne!(counts("board=compass"), counts("board=face_off"), "the board makes a difference");
}

#[test]
fn a_record_on_an_own_board_is_replayed_without_the_file() {
    let path = file("corners-for-a-while.toml", text_of("corners.toml").as_bytes());
    let options = file("by-options.toml", format!("max_plies = 40\nboard = '@{path}'\n").as_bytes());
    let dealt = dealt(&["--option", &board(&path), "--option", "max_plies=40"]);
    assert_eq!(dealt["options"], json!({"board": CORNERS, "max_plies": 40}));
    let mut record = set_up(&["--options", &options]);
    assert_eq!(record["options"], dealt["options"]);
    std::fs::remove_file(&path).expect("it was there");

    // Black may turn up the cards on the start spaces of the file, then Red.
    let flips = |position: &Json| -> Vec<String> {
        let legal = position["legal"].as_array().expect("a list").iter().filter_map(Json::as_str);
        legal.filter_map(|word| word.strip_prefix("flip:")).map(str::to_owned).collect()
    };
    let first = last_position(&record);
    assert_eq!((&first["turn"], flips(&first).join(" ")), (&json!("player 0"), "a3 b3 c1 c2".to_owned()));
    add(&mut record, "flip:a3".to_owned());
    let second = last_position(&record);
    assert_eq!((&second["turn"], flips(&second).join(" ")), (&json!("player 1"), "f7 f8 g6 h6".to_owned()));
}

#[test]
fn a_record_that_names_a_file_is_refused() {
    let record = json!({"game": "klondike-chess", "options": {"board": board("x")[6..]}, "actions": []});
    let run = run_with(&["inspect"], format!("{record}\n").as_bytes());
    let allowed = "compass, face_off, own:<throne of 0>,<throne of 1>/<starts of 0>/<starts of 1>";
    let error =
        json!({"record": 0, "ply": 0, "error": format!("`board`: `@x` is no board; allowed: {allowed}")});
    assert_eq!((run.status, run.json_lines()), (1, vec![error]));
}

/// The compass with one piece of its text replaced.
fn with(piece: &str, other: &str) -> String {
    let text = text_of("compass.toml");
    assert_eq!(text.matches(piece).count(), 1, "{piece}");
    text.replace(piece, other)
}

#[test]
fn broken_files_say_what_and_where_and_what_was_allowed() {
    let throne = "throne = \"d8\"";
    let starts = "[\"f8\", \"h6\", \"a6\", \"g1\"]";
    for (text, message) in [
        (String::new(), "line 1, column 1: missing field `player_0`"),
        (with(throne, ""), "line 4, column 1: missing field `throne`"),
        (
            with(throne, "trone = \"d8\""),
            "line 5, column 1: unknown field `trone`, expected `throne` or `starts`",
        ),
        (
            with("[player_1]", "[player_2]"),
            "line 9, column 2: unknown field `player_2`, expected `player_0` or `player_1`",
        ),
        (with("[player_1]", "[player_0]"), "line 9, column 2: duplicate key"),
        (with("[player_1]", "[player_1"), "line 9, column 10: unclosed table, expected `]`"),
        (with(throne, "throne = 8"), "line 5, column 10: invalid type: integer `8`, expected a string"),
        (with(starts, "\"f8\""), "line 6, column 10: invalid type: string \"f8\", expected a sequence"),
        (with("\"d8\"", "\"d9\""), "line 5, column 10: `d9` is not a square (a1 to h8)"),
        (with("\"h3\"", "\"H3\""), "line 11, column 23: `H3` is not a square (a1 to h8)"),
        (with(", \"g1\"", ""), "line 6, column 10: 3 start spaces of player 0 instead of 4"),
        (with("\"b8\"", "\"b8\", \"c8\""), "line 11, column 10: 5 start spaces of player 1 instead of 4"),
        (with("\"h3\"", "\"h6\""), "line 11, column 23: h6 is named twice"),
        (with("\"e1\"", "\"d8\""), "line 10, column 10: d8 is named twice"),
    ] {
        let path = file("broken-board.toml", text.as_bytes());
        let run_of = run(&["deal", "klondike-chess", "--option", &board(&path)]);
        let expected = format!("error: `board`: {path}, {message}\n");
        assert_eq!((run_of.status, run_of.out.as_str(), run_of.err.as_str()), (1, "", expected.as_str()));
    }
}

#[test]
fn what_cannot_be_a_file_of_a_board() {
    let deal = |args: &[&str]| run(&[&["deal"], args].concat());
    deal(&["klondike-chess", "--option", "board=@/nowhere.toml"])
        .refused(1, &["`board`: cannot read /nowhere.toml"]);
    deal(&["klondike-chess", "--option", &board(&file("bytes.toml", b"\xff"))])
        .refused(1, &["bytes.toml", "UTF-8"]);
    deal(&["klondike-chess", "--option", "board=@"])
        .refused(2, &["`board=@`", "the name of a TOML file after the @"]);
    // Only a board is looked for in a file.
    let option = format!("max_plies=@{}", example("corners.toml"));
    deal(&["klondike-chess", "--option", &option])
        .refused(2, &["`max_plies` cannot be `@", "1000 (1 to 20000)"]);
    // The file of options says where it names a broken one.
    let broken = file("no-board.toml", b"[player_0]\n");
    let options = file("names-no-board.toml", format!("max_plies = 9\nboard = '@{broken}'\n").as_bytes());
    deal(&["klondike-chess", "--options", &options]).refused(
        1,
        &[
            "names-no-board.toml, line 2, column 1: `board`: ",
            "no-board.toml, line 1, column 1: missing field",
        ],
    );
}
