//! Every game played at random, written down, replayed, and replayed again with damage.

use hinterhand_engine::{ActionSet, Game as _, History, Rng, Settings, Turn};
use hinterhand_players::games::{self, GameError, LoadedGame};
use hinterhand_players::records::Record;
use hinterhand_players::records::inspect::{Inspector, Show, Verdict};
use serde_json::{Value as Json, json};

use crate::support::cut_short;

/// The record of one game between random players.
fn played(game: &LoadedGame, stream: u64) -> Record {
    let mut rng = Rng::new(11, stream);
    let mut history = History::new(game.rules());
    loop {
        match history.turn() {
            Turn::Over => return Record::of(&history),
            Turn::Chance => history.deal(&mut rng),
            Turn::Player(_) => {
                let legal = game.legal(history.state());
                let action = legal.nth(rng.below(legal.len() as u32) as usize);
                history.play(action).expect("a legal action");
            }
        }
    }
}

/// Games of every kind that needs no file.
fn records(count: u64) -> Vec<Record> {
    let fill = |name, settings: &mut Settings| match cut_short(name) {
        Some((key, value)) => settings.set_text(key, value).map_err(GameError::from),
        None => Ok(()),
    };
    let of_game = |name| {
        let game = games::load(name, |settings| fill(name, settings)).expect("the options are allowed");
        (0..count).map(|stream| played(&game, stream)).collect::<Vec<_>>()
    };
    games::complete_names().flat_map(of_game).collect()
}

fn replay(line: &[u8]) -> (Verdict, Vec<Json>) {
    let mut out = Vec::new();
    let show = Show { legal: true, seen: true };
    let verdict = Inspector::new(show).inspect(0, Record::read(line), &mut out).expect("a vector takes all");
    let lines = String::from_utf8(out).expect("UTF-8");
    (verdict, lines.lines().map(|line| serde_json::from_str(line).expect(line)).collect())
}

#[test]
fn records_are_replayed_to_the_result() {
    for record in records(40) {
        let line = record.to_string();
        assert_eq!(Record::read(line.as_bytes()).as_ref(), Ok(&record), "what is written can be read");
        let (verdict, lines) = replay(line.as_bytes());
        assert_eq!(verdict, Verdict::Sound, "{line}");
        assert_eq!(lines.len(), record.actions.len() + 1);
        for (ply, position) in lines.iter().enumerate() {
            assert_eq!(position["ply"], json!(ply));
            let players = record.returns.as_ref().map(Vec::len);
            assert_eq!(position["seen"].as_array().map(Vec::len), players, "{line}");
            let mover = position["turn"].as_str().expect("text");
            assert_eq!(position.get("returns").is_some(), mover == "over", "{line}");
            assert_eq!(position.get("legal").is_some(), mover.starts_with("player"), "{line}");
            if let Some(legal) = position["legal"].as_array() {
                let words: Vec<&str> = legal.iter().filter_map(Json::as_str).collect();
                assert!(words.is_sorted_by(|a, b| a.as_bytes() < b.as_bytes()), "{words:?}");
                assert!(words.contains(&record.actions[ply].as_str()), "{line}");
            }
        }
        assert_eq!(lines.last().expect("one at least")["turn"], "over");
        let blank = lines[0]["seen"].as_array().expect("a list");
        assert!(blank.iter().all(|seen| *seen == blank[0]), "before the first action all strings are equal");
    }
}

#[test]
fn damage_is_an_error_or_another_game_and_never_a_crash() {
    let mut rng = Rng::new(23, 0);
    let mut broken = 0;
    let records = records(8);
    for record in &records {
        for _ in 0..25 {
            let mut line = record.to_string().into_bytes();
            let at = rng.below(line.len() as u32) as usize;
            match rng.below(5) {
                0 => line.truncate(at),
                1 => line[at] ^= 1 << rng.below(8),
                2 => line[at] = rng.below(256) as u8,
                3 => drop(line.remove(at)),
                _ => line.insert(at, b"\"',/:{}[]0\\"[rng.below(11) as usize]),
            }
            let (verdict, lines) = replay(&line);
            let error = lines.last().expect("there is always an answer").get("error");
            assert_eq!(error.is_some(), verdict == Verdict::Broken);
            if let Some(error) = error {
                assert!(error.as_str().is_some_and(|message| !message.is_empty()));
                broken += 1;
            }
        }
    }
    // Hardly any letter of a record is idle.
    assert!(broken > 20 * records.len(), "{broken} of {}", 25 * records.len());
}
