//! Files that are no stores, stores that cannot be written, and what is kept whatever happens.

use std::path::{Path, PathBuf};

use hinterhand_players::bots::Decisions;
use hinterhand_players::protocol::{FaultKind, Forfeit};
use hinterhand_players::strategy::training_log::{Bout, Point};
use rusqlite::Connection;
use serde_json::Map;

use super::*;
use crate::tournament::{Course, Hand, Payoffs, Plan, Played};

fn about(name: &str, rounds: u32) -> About {
    let plan = format!(
        r#"{{"name": "{name}", "game": "kuhn", "options": {{}}, "seed": 1, "unit": "hand", "schedule": "round-robin",
            "rounds": {rounds}, "deals": 1, "at_table": 2,
            "bots": [{{"name": "a", "spec": "random"}}, {{"name": "b", "spec": "random"}}]}}"#
    );
    let plan: Plan = serde_json::from_str(&plan).expect("a plan");
    let (options, versions) = (vec![Map::new(); 2], vec!["1".to_owned(); 2]);
    About { plan, rules: "none".to_owned(), players: 2, options, versions }
}

fn played(deal: u64) -> Played {
    let won = if deal.is_multiple_of(3) { 1.0 } else { -0.5 };
    let hand = |seating: u32| Hand {
        seating,
        hand: 0,
        seats: if seating == 0 { vec![0, 1] } else { vec![1, 0] },
        actions: format!("deal:K,Q bet pass{deal}"),
        returns: vec![won, -won],
        decisions: Decisions::packed(vec![0, 1, 2, 3]),
        forfeit: (deal == 3).then(|| Forfeit {
            seat: 1,
            kind: FaultKind::Crash,
            reason: "it ended with signal: 9 (SIGKILL)".to_owned(),
        }),
    };
    let payoffs = Payoffs::new(vec![vec![won, -won], vec![-won, won]]);
    Played { deal, pairing: 0, payoffs, hands: vec![hand(0), hand(1)] }
}

fn deals(numbers: impl Iterator<Item = u64>) -> Vec<Played> {
    numbers.map(played).collect()
}

/// A store in a folder of its own, in which deals of a tournament of 1000 were kept.
fn store(numbers: impl Iterator<Item = u64>) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("there is room for temporary files");
    let path = folder.path().join("a store.db");
    let store = Store::open(&path, Durability::Process).expect("a new store");
    let mut journal = store.journal(&about("test", 1000), 2).expect("a new tournament");
    journal.keep(&deals(numbers)).expect("room");
    journal.close().expect("room");
    (folder, path)
}

fn read(path: &Path) -> (Course, Vec<KeptHand>) {
    let store = Store::read(path).expect("a store");
    let tournament = store.tournament(None).expect("one");
    let mut hands = Vec::new();
    let show = |hand| {
        hands.push(hand);
        Ok::<(), StoreError>(())
    };
    store.hands(&tournament, show).expect("sound");
    (store.course(&tournament).expect("sound"), hands)
}

fn error<T>(result: Result<T, StoreError>) -> String {
    match result {
        Ok(_) => panic!("that should not be possible"),
        Err(error) => error.to_string(),
    }
}

fn training(name: &str) -> KeptTraining {
    let task = r#"{"game": "kuhn", "options": {}, "rules": "none", "algorithm": "dcfr", "growing": false,
        "spacing": null, "best": "exploitability", "gauntlet": null}"#;
    let task = serde_json::from_str(task).expect("a task");
    KeptTraining { name: name.to_owned(), task, config: "game = 'kuhn'".to_owned() }
}

fn log(iterations: std::ops::Range<u64>) -> Vec<Point> {
    let bot = "random".to_owned();
    let bout = Bout { bot, hands: 2, forfeits: 0, mean: 1.0, mean_low: None, mean_high: None };
    let point = |iteration| Point {
        iteration,
        exploitability: Some(0.5f64.powi(iteration as i32)),
        gauntlet: vec![bout.clone()],
        ..Point::default()
    };
    iterations.map(point).collect()
}

/// The judgements of all trainings: the iteration, the exploitability, and what was won.
fn judged(path: &Path) -> Vec<String> {
    let database = Connection::open(path).expect("a database");
    let sql =
        "SELECT t.name || ': ' || p.iteration || ' ' || p.exploitability || ' ' || CAST(b.mean AS INTEGER)
        FROM trainings AS t JOIN training_points AS p ON p.training = t.id
        JOIN training_bouts AS b ON b.training = t.id AND b.iteration = p.iteration ORDER BY 1";
    let mut rows = database.prepare(sql).expect("the tables of today");
    let rows = rows.query_map((), |row| row.get(0)).expect("rows");
    rows.collect::<rusqlite::Result<_>>().expect("texts")
}

#[test]
fn what_is_kept_is_there_once() {
    let (_folder, path) = store(0..10);
    let store = Store::open(&path, Durability::Power).expect("it is there");
    let mut journal = store.journal(&about("test", 1000), 2).expect("the same tournament");
    journal.keep(&deals((5..15).rev())).expect("room");
    journal.keep(&[]).expect("nothing to keep");
    drop(journal);
    let (course, hands) = read(&path);
    assert_eq!((course.deals(), course.is_done(14, 0), course.is_done(15, 0)), (15, true, false));
    let expected: Vec<(u64, Hand)> = deals(0..15)
        .into_iter()
        .flat_map(|played| played.hands.into_iter().map(move |hand| (played.deal, hand)))
        .collect();
    assert_eq!(hands.len(), 30);
    assert!(hands.iter().map(|kept| (kept.deal, kept.hand.clone())).eq(expected));
    assert!(
        hands.iter().all(|hand| hand.version == env!("CARGO_PKG_VERSION") && hand.started.ends_with('Z'))
    );
}

#[test]
fn runs_tell_what_they_kept_and_how_long_they_took() {
    let (_folder, path) = store(0..4);
    let more = Store::open(&path, Durability::Process).expect("it is there");
    let mut journal = more.journal(&about("test", 1000), 8).expect("the same tournament");
    journal.keep(&deals(2..11)).expect("room");
    drop(journal);
    // A third one keeps nothing.
    let idle = Store::open(&path, Durability::Process).expect("it is there");
    drop(idle.journal(&about("test", 1000), 1).expect("the same tournament"));
    let store = Store::read(&path).expect("a store");
    let tournament = store.tournament(None).expect("one");
    let runs = store.runs(&tournament).expect("sound");
    let listed: Vec<_> = runs.iter().map(|run| (run.threads, run.deals, run.seconds.is_some())).collect();
    assert_eq!(listed, [(2, 4, true), (8, 7, true), (1, 0, false)]);
    assert!(runs.iter().all(|run| run.seconds.is_none_or(|seconds| seconds >= 0.0)));
    assert_eq!(store.bot_options(&tournament).expect("sound"), [Map::new(), Map::new()]);
}

#[test]
fn people_find_names_in_the_records() {
    let (_folder, path) = store(0..2);
    let database = Connection::open(&path).expect("a database");
    let sql = "SELECT tournament, game, seats, returns FROM records ORDER BY deal, seating";
    let mut rows = database.prepare(sql).expect("the view is there");
    let rows = rows.query_map((), |row| Ok([row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?]));
    let rows: Vec<[String; 4]> = rows.expect("rows").map(|row| row.expect("text")).collect();
    assert_eq!(rows[0], ["test", "kuhn", "a,b", "[1,-1]"]);
    assert_eq!(rows[3], ["test", "kuhn", "b,a", "[-0.5,0.5]"]);
}

#[test]
fn files_that_are_no_stores_are_left_alone() {
    let folder = tempfile::tempdir().expect("there is room for temporary files");
    let text = folder.path().join("text");
    std::fs::write(&text, "no database at all, but long enough to have a header ".repeat(40)).unwrap();
    let foreign = folder.path().join("foreign.db");
    Connection::open(&foreign).unwrap().execute_batch("CREATE TABLE a (b); PRAGMA user_version = 1").unwrap();
    let other = folder.path().join("other.db");
    Connection::open(&other).unwrap().execute_batch("PRAGMA application_id = 7; CREATE TABLE a (b)").unwrap();
    for (path, message) in [
        (&text, "is no store: it is no database"),
        (&foreign, "it is a database of another program"),
        (&other, "it is a database of another program"),
    ] {
        let before = std::fs::read(path).unwrap();
        for error in [error(Store::read(path)), error(Store::open(path, Durability::Process))] {
            assert!(error.contains(message) && error.contains(path.to_str().unwrap()), "{error}");
        }
        assert_eq!(std::fs::read(path).unwrap(), before);
    }
    let missing = folder.path().join("missing");
    assert!(error(Store::read(&missing)).contains("there is no file"));
    assert!(error(Store::open(&missing.join("a.db"), Durability::Process)).contains("cannot open"));
}

#[test]
fn a_newer_schema_is_refused_and_an_older_one_brought_up() {
    let (_folder, path) = store(0..3);
    Connection::open(&path).unwrap().pragma_update(None, "user_version", schema::VERSION + 1).unwrap();
    for error in [error(Store::read(&path)), error(Store::open(&path, Durability::Process))] {
        assert!(error.contains("newer version of this program: its schema is 8"), "{error}");
    }
    for version in 1..schema::VERSION {
        for reads in [true, false] {
            let folder = tempfile::tempdir().unwrap();
            let old = folder.path().join("old.db");
            let database = Connection::open(&old).unwrap();
            schema::older(&database, version).unwrap();
            drop(database);
            let store = if reads { Store::read(&old) } else { Store::open(&old, Durability::Process) };
            let mut journal = store.expect("brought up").journal(&about("old", 9), 1).expect("all is there");
            journal.keep(&deals(0..9)).expect("room");
            drop(journal);
            assert_eq!(read(&old).0.deals(), 9);
            let store = Store::open(&old, Durability::Process).expect("no process writes");
            store.keep_training(&training("old"), &log(1..4)).expect("all is there");
            drop(store);
            assert_eq!(judged(&old), ["old: 1 0.5 1", "old: 2 0.25 1", "old: 3 0.125 1"]);
            let columns = "SELECT seats, started FROM records WHERE forfeit LIKE '%crash%'";
            Connection::open(&old).unwrap().query_row(columns, (), |_| Ok(())).expect("the view of today");
        }
    }
}

#[test]
fn one_writes_and_others_read() {
    let (_folder, path) = store(0..4);
    let writer = Store::open(&path, Durability::Process).expect("no process writes");
    assert!(error(Store::open(&path, Durability::Process)).contains("another run is at work on"));
    let mut journal = writer.journal(&about("test", 1000), 2).expect("the same tournament");
    journal.keep(&deals(4..6)).expect("room");
    assert_eq!(read(&path).0.deals(), 6);
    drop(journal);
    Store::open(&path, Durability::Process).expect("no process writes any more");
}

#[test]
fn a_full_disk_loses_nothing_that_was_acknowledged() {
    let (_folder, path) = store(0..4);
    let store = Store::open(&path, Durability::Process).expect("no process writes");
    let pages: i64 = store.connection.pragma_query_value(None, "page_count", |row| row.get(0)).unwrap();
    store.connection.pragma_update_and_check(None, "max_page_count", pages + 4, |_| Ok(())).unwrap();
    let mut journal = store.journal(&about("test", 1000), 2).expect("a row has room");
    let mut kept = 4;
    let full = loop {
        match journal.keep(&deals(kept..kept + 7)) {
            Ok(()) => kept += 7,
            Err(error) => break error.to_string(),
        }
    };
    assert!(full.contains("no room is left to write") && full.contains("is safe"), "{full}");
    assert!(kept > 4, "the first ones had room");
    drop(journal);
    let (course, hands) = read(&path);
    assert_eq!((course.deals(), hands.len() as u64), (kept, 2 * kept));
}

#[test]
fn a_name_stands_for_one_tournament() {
    let (_folder, path) = store(0..4);
    type Change = fn(&mut About);
    let changes: [(Change, &str); 5] = [
        (|about| about.plan.seed = 2, "seed"),
        (|about| about.plan.rounds = 7, "schedule"),
        (|about| about.rules = "other".to_owned(), "options of the game"),
        (|about| about.versions[1] = "2".to_owned(), "versions of the bots"),
        (|about| about.plan.bots[0].spec = "greedy".to_owned(), "bots"),
    ];
    for (change, what) in changes {
        let mut other = about("test", 1000);
        change(&mut other);
        let store = Store::open(&path, Durability::Process).expect("no process writes");
        let error = error(store.journal(&other, 1));
        assert!(
            error.contains(&format!("another tournament called `test`, which differs in its {what}")),
            "{error}"
        );
    }
    let store = Store::open(&path, Durability::Process).expect("no process writes");
    drop(store.journal(&about("second", 5), 1).expect("another name"));
    let store = Store::read(&path).expect("a store");
    assert_eq!(store.tournament(Some("second")).expect("by name").plan.rounds, 5);
    assert!(error(store.tournament(None)).contains("one must be named: test, second"));
    assert!(
        error(store.tournament(Some("third"))).contains("has no tournament `third`; there is: test, second")
    );
}

#[test]
fn parts_make_a_whole() {
    let (_one, first) = store(0..10);
    let (_two, second) = store((8..20).chain(30..33));
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("both.db");
    let merged = merge(&[first.clone(), second.clone()], &out).expect("the same tournament");
    assert_eq!(merged, Merged { deals: 23, hands: 46, twice: 2, different: 0 });
    // Only the store itself is left in the folder.
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    let (course, hands) = read(&out);
    assert_eq!((course.deals(), course.is_done(19, 0), course.is_done(20, 0)), (23, true, false));
    let (_three, whole) = store((0..20).chain(30..33));
    let strip =
        |hands: Vec<KeptHand>| hands.into_iter().map(|kept| (kept.deal, kept.hand)).collect::<Vec<_>>();
    assert_eq!(strip(hands), strip(read(&whole).1));
    assert!(error(merge(std::slice::from_ref(&first), &out)).contains("is there already"));
    let other = folder.path().join("other.db");
    let store = Store::open(&other, Durability::Process).unwrap();
    drop(store.journal(&about("test", 7), 1).expect("a new tournament"));
    let error = error(merge(&[first, other], &folder.path().join("never.db")));
    assert!(error.contains("tournament `test` differs in its schedule"), "{error}");
    assert!(!folder.path().join("never.db").exists());
}

#[test]
fn a_training_is_there_once_however_often_it_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let [first, second, both] = ["first", "second", "both"].map(|name| folder.path().join(name));
    let store = Store::open(&first, Durability::Process).unwrap();
    store.keep_training(&training("a"), &log(1..4)).expect("room");
    // It was killed, and goes on from an earlier checkpoint.
    store.keep_training(&training("a"), &log(1..3)).expect("room");
    assert_eq!(judged(&first), ["a: 1 0.5 1", "a: 2 0.25 1"]);
    store.keep_training(&KeptTraining { config: "other".to_owned(), ..training("a") }, &log(1..3)).unwrap();
    let mut other = training("a");
    other.task.algorithm = "cfr".to_owned();
    let taken = error(store.keep_training(&other, &[]));
    let message = "another training called `a`: algorithm is \"dcfr\" there and \"cfr\" here";
    assert!(taken.contains(message), "{taken}");
    drop(store);
    let store = Store::open(&second, Durability::Process).unwrap();
    store.keep_training(&training("b"), &log(1..2)).expect("room");
    store.keep_training(&training("a"), &log(2..4)).expect("room");
    drop(store);
    merge(&[first.clone(), second], &both).expect("the same training");
    assert_eq!(judged(&both), ["a: 1 0.5 1", "a: 2 0.25 1", "a: 3 0.125 1", "b: 1 0.5 1"]);
    let third = folder.path().join("third");
    Store::open(&third, Durability::Process).unwrap().keep_training(&other, &[]).expect("room");
    let error = error(merge(&[first, third], &folder.path().join("never")));
    assert!(error.contains("training `a` is another one in"), "{error}");
}

#[test]
fn damage_is_named() {
    let (_folder, path) = store(0..4);
    for (sql, message) in [
        ("UPDATE deals SET payoffs = '1,2' WHERE deal = 2", "deal 2 of pairing 0 has 1,2 payoffs"),
        ("UPDATE deals SET payoffs = 'x' WHERE deal = 2", "invalid float literal"),
        ("UPDATE tournaments SET players = -7", "tournament 1: the number of ways to seat"),
        ("UPDATE tournaments SET plan = '{}'", "tournament 1: missing field"),
    ] {
        let database = Connection::open(&path).unwrap();
        database.execute(sql, ()).unwrap();
        let store = Store::read(&path).expect("a store");
        let found = store.tournament(None).and_then(|tournament| store.course(&tournament));
        let error = error(found);
        assert!(error.contains("is damaged") && error.contains(message), "{error}");
    }
}
