//! Programs of their own as bots: whatever they do, the tournament goes on, and every hand is there once.
//!
//! Most of them are in Python, which must be installed as `python3`.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use hinterhand_engine::Rng;
use hinterhand_matches::store::{KeptHand, Store, StoreError};
use hinterhand_players::protocol::{FaultKind, Forfeit};
use serde_json::Value as Json;

use crate::support::{Run, file, run};

/// Only its other end is here.
#[expect(dead_code, reason = "it has a `main` of its own")]
#[path = "../../../../examples/bots/random_bot.rs"]
mod random_bot;

const OURS: &str = env!("CARGO_BIN_EXE_hinterhand");

/// A file of this folder's.
fn program(name: &str) -> String {
    format!("{}/tests/it/programs/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// The command of a bot in Python.
pub(crate) fn python(name: &str, words: &str) -> String {
    let there = Command::new("python3").arg("--version").output().is_ok();
    assert!(there, "this test needs python3, which is not installed");
    format!("python3 {} {words}", program(name)).trim_end().to_owned()
}

fn example() -> String {
    python("../../../../../examples/bots/random_bot.py", "")
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("there is room for temporary files")
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a folder for tests has a plain name")
}

/// Every hand of a store.
fn hands(path: &Path) -> Vec<KeptHand> {
    let store = Store::read(path).expect("a store");
    let mut hands = Vec::new();
    let show = |kept| {
        hands.push(kept);
        Ok::<(), StoreError>(())
    };
    store.hands(&store.tournament(None).expect("one"), show).expect("sound");
    hands
}

/// Plays Kuhn poker: the first bot meets all others.
fn gauntlet(store: &Path, rounds: &str, bots: &[String]) -> Run {
    let mut words = vec!["tournament", "run", "--game", "kuhn", "--schedule", "gauntlet", "--json"];
    words.extend(["--rounds", rounds, "--store", text(store), "--concurrency", "2", "--bot", "random"]);
    words.extend(bots.iter().flat_map(|bot| ["--bot", bot]));
    run(&words)
}

#[test]
fn every_fault_is_scored_and_the_tournament_goes_on() {
    // The behaviour of the bot, its limits, the kind of its fault, and a part of the reason.
    let faults = [
        ("crash", "", FaultKind::Crash, "exit status: 1; its last message: RuntimeError: lost my cards"),
        ("killed", "", FaultKind::Crash, "signal: 9"),
        ("hog", ",memory=200", FaultKind::Crash, "MemoryError"),
        ("exit", "", FaultKind::Exit, "it ended"),
        ("hang", ",time=300,grace=100", FaultKind::Late, "within 400 ms; its last message: my child is "),
        ("late", ",time=300,grace=100", FaultKind::Late, "no answer within 400 ms"),
        ("shout", ",time=300,grace=100", FaultKind::Late, "no answer within 400 ms; its last message: xxx"),
        ("garbage", "", FaultKind::Garbage, "`I would rather not` where `bestmove` was expected"),
        (
            "half",
            "",
            FaultKind::Garbage,
            "`bestmove {\"action\":`: the JSON object after the word ends early, after byte 10",
        ),
        ("binary", "", FaultKind::Garbage, "not UTF-8"),
        ("flood", "", FaultKind::Flood, "an answer of more than 1048576 bytes"),
        ("line", "", FaultKind::Flood, "a line of more than 65536 bytes"),
        ("long", "", FaultKind::Flood, "a line of more than 65536 bytes"),
        ("illegal", "", FaultKind::Illegal, "`deal:A` is not legal here; legal: bet pass"),
    ];
    let folder = folder();
    let store = folder.path().join("faults.db");
    let bot = |(fault, limits, ..): &(&str, &str, FaultKind, &str)| {
        format!("name={fault},spec=cmd:{}{limits}", python("faulty.py", fault))
    };
    let bots: Vec<String> = faults.iter().map(bot).collect();
    let figures: Json = serde_json::from_str(&gauntlet(&store, "1", &bots).done().out).expect("one object");
    assert_eq!((&figures["deals"], &figures["all_deals"]), (&14.into(), &14.into()));
    let hands = hands(&store);
    assert_eq!(hands.len(), 28);
    for kept in hands {
        let hand = kept.hand;
        let seat = hand.seats.iter().position(|&bot| bot != 0).expect("one of them");
        let (name, _, kind, reason) = faults[hand.seats[seat] - 1];
        let forfeit: Forfeit = hand.forfeit.unwrap_or_else(|| panic!("{name} got away with it"));
        assert_eq!((forfeit.seat, forfeit.kind), (seat, kind), "{name}: {forfeit:?}");
        assert!(forfeit.reason.contains(reason), "{name}: {}", forfeit.reason);
        assert_eq!((hand.returns[seat], hand.returns[1 - seat]), (-2.0, 2.0), "{name}");
        if let Some((_, child)) = forfeit.reason.split_once("my child is ") {
            assert!(!is_alive(child), "its child {child} has outlived it");
        }
    }
    let of = |name: &str| {
        figures["bots"]
            .as_array()
            .expect("a list")
            .iter()
            .find(|bot| bot["bot"] == name)
            .expect("it was there")
    };
    assert_eq!(of("late")["forfeits"], serde_json::json!({ "late": 2 }));
    assert!(of("random").get("forfeits").is_none());
    let shown = run(&["tournament", "show", text(&store)]).good();
    assert!(shown.out.contains("\nhog forfeited hands: 2 (crash 2)\n"), "{}", shown.out);
    // Records of such hands are not over, and say what happened.
    let exported = run(&["tournament", "export", text(&store), "--format", "jsonl"]).good();
    for record in exported.json_lines() {
        assert!(record.get("returns").is_none() && record["scored"].is_array());
        assert!(record["forfeit"]["reason"].is_string());
    }
    run(&["inspect", "--no-seen", &file("forfeits.jsonl", exported.out.as_bytes())]).good();
    for format in ["csv", "pgn"] {
        let exported = run(&["tournament", "export", text(&store), "--format", format]).good();
        assert!(exported.out.contains("lost my cards"), "{format}");
    }
}

/// Whether there is a process of this number.
fn is_alive(process: &str) -> bool {
    let state = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    // A process that has ended and was not waited for does not count.
    state.split(") ").nth(1).is_some_and(|rest| !rest.starts_with('Z'))
}

#[test]
fn a_bot_is_started_anew_after_a_fault() {
    let folder = folder();
    let store = folder.path().join("anew.db");
    let bots = [format!("name=bad,spec=cmd:{}", python("faulty.py", "crash 7"))];
    gauntlet(&store, "20", &bots).done();
    let hands = hands(&store);
    assert_eq!(hands.len(), 40);
    let forfeits = hands.iter().filter(|kept| kept.hand.forfeit.is_some()).count();
    assert!((2..=10).contains(&forfeits), "{forfeits} of 40");
}

#[test]
fn duels_score_faults_too() {
    let bot = format!("cmd:{}", python("faulty.py", "illegal 3"));
    let duel = run(&["duel", "leduc", &bot, "random", "--pairs", "10", "--threads", "2", "--json"]).good();
    let duel: Json = serde_json::from_str(&duel.out).expect("one object");
    let forfeits = duel["endings"]["forfeit, illegal"]["losses"].as_u64().expect("there were some");
    assert!((1..20).contains(&forfeits) && duel["hands"] == 20, "{duel}");
    assert!(duel["points_lost"].as_f64().is_some_and(|lost| lost >= 13.0 * forfeits as f64), "{duel}");
}

#[test]
fn the_example_in_rust_answers() {
    let said = "hinterhand {\"protocol\":1}\nisready\nblorb\nnewgame {}\n\
                view {\"seen\":[],\"legal\":[\"a\",\"b \\\"c\"]}\n\
                go {\"time_ms\":1,\"seed\":5}\nquit\nisready\n";
    let mut out = Vec::new();
    random_bot::serve(said.as_bytes(), &mut out).expect("it is all right");
    let out = String::from_utf8(out).expect("text");
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines[..3], [r#"id {"name":"random.rs","deterministic":true}"#, "hinterhandok", "readyok"]);
    let answers = [r#"bestmove {"action":"a"}"#, r#"bestmove {"action":"b \"c"}"#];
    assert!(lines.len() == 4 && answers.contains(&lines[3]), "{out}");
}

/// The commands of a tournament between a bot of ours behind the protocol and two others.
fn played_behind(store: &Path, rounds: &str, mode: &str) -> Vec<String> {
    let mut words = vec!["tournament", mode];
    let spec = format!("name=behind,spec=cmd:{OURS} bot random,start=60000");
    if mode == "run" {
        words.extend(["--game", "sixty-six", "--seed", "3", "--rounds", rounds, "--store", text(store)]);
        words.extend(["--bot", &spec, "--bot", "greedy", "--bot", "random"]);
    } else {
        words.push(text(store));
    }
    words.extend(["--concurrency", "2", "--report", "1ms"]);
    words.into_iter().map(str::to_owned).collect()
}

/// A run that begins with these words or, if anything is kept, goes on; what it says is in a file.
fn start(store: &Path, rounds: &str, said: &Path) -> Child {
    let begun = Store::read(store).is_ok_and(|store| store.tournament(None).is_ok());
    let mut command = Command::new(OURS);
    command.args(played_behind(store, rounds, if begun { "resume" } else { "run" }));
    let said = std::fs::File::create(said).expect("there is room");
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(said)
        .spawn()
        .expect("the binary has been built")
}

/// Whether the run is over. One whose first bot was killed before it could say what it is has ended without
/// playing.
fn is_over(referee: &mut Child, store: &Path, rounds: &str, said: &Path) -> bool {
    let Some(status) = referee.try_wait().expect("it is our child") else { return false };
    if status.success() {
        return true;
    }
    let message = std::fs::read_to_string(said).expect("it was written");
    assert!(message.contains("cannot be seated"), "{status}: {message}");
    *referee = start(store, rounds, said);
    false
}

/// The processes that a process has started.
fn children(process: u32) -> Vec<String> {
    let tasks = std::fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
    let of =
        |task: std::fs::DirEntry| std::fs::read_to_string(task.path().join("children")).unwrap_or_default();
    tasks
        .flat_map(|task| of(task).split(' ').map(str::to_owned).collect::<Vec<_>>())
        .filter(|child| !child.is_empty())
        .collect()
}

/// Kills so often bots, and so often the referee, at random moments: then every hand must be there once.
fn survive(kills: u32, rounds: u32, seed: u64) {
    let folder = folder();
    let (store, said) = (folder.path().join("killed.db"), folder.path().join("said"));
    let rounds = rounds.to_string();
    let mut rng = Rng::new(seed, 0);
    let (mut of_bots, mut of_referees) = (0, 0);
    let mut referee = start(&store, &rounds, &said);
    let mut over = false;
    while of_bots + of_referees < kills && !over {
        std::thread::sleep(Duration::from_millis(u64::from(10 + rng.below(60))));
        over = is_over(&mut referee, &store, &rounds, &said);
        let bots = children(referee.id());
        if over || bots.is_empty() {
            continue;
        }
        if rng.below(8) > 0 {
            let bot = &bots[rng.below(bots.len() as u32) as usize];
            let killed = Command::new("kill").args(["-9", bot]).stderr(Stdio::null()).status();
            of_bots += u32::from(killed.expect("there is a command to kill").success());
            continue;
        }
        referee.kill().expect("it is our child");
        referee.wait().expect("it is our child");
        of_referees += 1;
        // The bots see the end of their input.
        let left = || bots.iter().any(|bot| is_alive(bot));
        for _ in 0..500 {
            if !left() {
                break;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        assert!(!left(), "bots have outlived their referee");
        referee = start(&store, &rounds, &said);
    }
    while !is_over(&mut referee, &store, &rounds, &said) {
        std::thread::sleep(Duration::from_millis(10));
    }
    let hands = hands(&store);
    let mut keys: Vec<_> = hands.iter().map(|kept| (kept.deal, kept.pairing, kept.hand.seating)).collect();
    keys.dedup();
    let deals: u64 = rounds.parse().expect("a number");
    assert_eq!((hands.len() as u64, keys.len() as u64), (6 * deals, 6 * deals));
    let mut kinds: BTreeMap<FaultKind, u32> = BTreeMap::new();
    for forfeit in hands.iter().filter_map(|kept| kept.hand.forfeit.as_ref()) {
        *kinds.entry(forfeit.kind).or_default() += 1;
    }
    println!("{of_bots} bots and {of_referees} referees killed, {} hands, forfeits: {kinds:?}", hands.len());
    let forfeits: u32 = kinds.values().sum();
    // Some are killed while they start.
    let expected = |kind: &FaultKind| matches!(kind, FaultKind::Crash | FaultKind::Start);
    assert!(forfeits <= of_bots && kinds.keys().all(expected), "{kinds:?}");
    assert!(of_bots > 0 && (forfeits > 0 || kills < 20), "{of_bots} kills, {kinds:?}");
    assert!(over || of_bots + of_referees == kills);
}

#[test]
fn killed_bots_and_referees_lose_no_hand() {
    survive(25, 2_000, 1);
}

#[test]
#[ignore = "takes a minute"]
fn many_killed_bots_and_referees_lose_no_hand() {
    survive(200, 40_000, 2);
}

#[test]
fn hands_are_the_same_within_and_behind_the_protocol() {
    let folder = folder();
    // There the greedy player draws no chance.
    for game in ["kinderschnapsen", "schnapsen", "sixty-six"] {
        let behind = format!("name=a,spec=cmd:{OURS} bot greedy,start=60000");
        let within = "name=a,spec=greedy".to_owned();
        let played: Vec<Vec<_>> = [behind, within]
            .iter()
            .enumerate()
            .map(|(number, first)| {
                let store = folder.path().join(format!("{game}{number}.db"));
                let words = ["tournament", "run", "--game", game, "--rounds", "20", "--concurrency", "2"];
                run(&[&words[..], &["--bot", first, "--bot", "random", "--store", text(&store)]].concat())
                    .done();
                let hand =
                    |kept: KeptHand| (kept.deal, kept.hand.seats, kept.hand.actions, kept.hand.forfeit);
                hands(&store).into_iter().map(hand).collect()
            })
            .collect();
        assert_eq!(played[0], played[1], "{game}");
    }
}

#[test]
fn programs_play_for_learners_until_they_make_a_fault() {
    let folder = folder();
    let [first, again] = ["first.jsonl", "again.jsonl"].map(|name| folder.path().join(name));
    let bot = format!("cmd:{}", example());
    let play = |bot: &str, threads: &str, out: &Path| {
        let task = ["selfplay", "sixty-six", "--hands", "6", "--bot", "greedy", "--bot", bot];
        run(&[&task[..], &["--threads", threads, "--out", text(out)]].concat())
    };
    play(&bot, "1", &first).done();
    play(&bot, "2", &again).done();
    let rows = std::fs::read_to_string(&first).expect("it was written");
    assert_eq!(rows, std::fs::read_to_string(&again).expect("it was written"));
    let rows: Vec<Json> = rows.lines().map(|line| serde_json::from_str(line).expect(line)).collect();
    let own: Vec<&Json> = rows.iter().filter(|row| row["bot"] == bot).collect();
    assert!(own.len() > 6);
    for row in own {
        let legal = row["legal"].as_array().expect("a list");
        let policy: Vec<Json> = legal.iter().map(|word| u8::from(*word == row["action"]).into()).collect();
        let found: Vec<Json> = row["policy"].as_array().expect("a list").to_vec();
        assert!(found.iter().map(Json::as_f64).eq(policy.iter().map(Json::as_f64)), "{row}");
    }
    let faulty = format!("cmd:{}", python("faulty.py", "illegal"));
    let out = folder.path().join("never.jsonl");
    play(&faulty, "2", &out).refused(1, &["hand 0, seat 1: cmd:", "broke the protocol: illegal"]);
    assert!(!out.exists());
}

#[test]
fn examples_and_our_own_bots_pass_the_check() {
    let games = ["--game", "kinderschnapsen", "--game", "kuhn", "--game", "klondike-chess"];
    let checked = run(&[&["check-bot", &example(), "--hands", "4"], &games[..]].concat()).good();
    assert!(checked.out.contains("ok      it starts and says what it is: random.py 1\n"), "{}", checked.out);
    assert!(checked.out.contains("ok      option avoided can be set\n"), "{}", checked.out);
    assert!(checked.out.contains("ok      it plays klondike-chess: 4 hands"), "{}", checked.out);
    assert!(checked.out.contains("asked twice"), "{}", checked.out);
    assert!(checked.out.ends_with(" checks, 0 failed\n"), "{}", checked.out);
    for (bot, games) in [("random", &["kuhn", "phantom-ttt", "goofspiel"][..]), ("greedy", &["sixty-six"])] {
        let command = format!("{OURS} bot {bot},start=60000");
        let mut words = vec!["check-bot", &command, "--json", "--hands", "12"];
        words.extend(games.iter().flat_map(|game| ["--game", game]));
        let checked: Json = serde_json::from_str(&run(&words).good().out).expect("one object");
        assert_eq!(checked["passed"], true, "{checked}");
        assert_eq!(checked["checks"].as_array().expect("a list").len(), 4 + games.len());
    }
}

#[test]
fn what_is_wrong_with_a_bot_is_told() {
    for (fault, line) in [
        (
            "illegal",
            "FAILED  it plays kuhn: hand 0, seat 0: illegal: `deal:A` is not legal here; legal: bet pass",
        ),
        ("twice", "FAILED  it plays kuhn: hand "),
        (
            "again",
            "FAILED  it plays kuhn: hand 0, seat 0: garbage: `bestmove {\"action\": \"bet\"}` before it was asked",
        ),
        ("crash 3", "FAILED  it plays kuhn: hand "),
        ("overhears", "FAILED  it ends when it is told to: it is still there a second after `quit`"),
        ("stays", "FAILED  it ends when it is told to: it is still there a second after `quit`"),
    ] {
        let checked = run(&["check-bot", &python("faulty.py", fault), "--game", "kuhn"]);
        assert_eq!(checked.status, 1, "{checked:?}");
        assert!(checked.out.lines().any(|said| said.starts_with(line)), "{}", checked.out);
        assert!(checked.out.ends_with(" checks, 1 failed\n"), "{}", checked.out);
    }
    let boasts = run(&["check-bot", &python("faulty.py", "boasts")]);
    let line = "FAILED  it plays whist: there is no game `whist`";
    assert!(boasts.status == 1 && boasts.out.contains(line), "{boasts:?}");
    let repeats = run(&["check-bot", &python("faulty.py", "repeats"), "--game", "kuhn"]);
    let line = "FAILED  it starts and says what it is: garbage: `option {\"name\": \"depth\", \"default\": 2}` where an \
                option with another name was expected";
    assert!(repeats.status == 1 && repeats.out.contains(line), "{repeats:?}");
}

/// The messages about the clock in docs/protocol.md, and in a hand between a program and a built-in bot.
#[test]
fn the_clock_is_told_and_divided() {
    let folder = folder();
    let (log, store) = (folder.path().join("log"), folder.path().join("clock.db"));
    let bot = format!(
        "name=example,spec=cmd:{},tc=60+0.5",
        python("tee.py", &format!("{} {}", text(&log), example()))
    );
    let words = ["tournament", "run", "--game", "kinderschnapsen", "--rounds", "1", "--concurrency", "1"];
    let bots =
        ["--bot", &bot, "--bot", "ismcts", "--each", "tc=2", "--unit", "match", "--match", "start_score=3"];
    run(&[&words[..], &bots, &["--store", text(&store)]].concat()).done();
    let said = std::fs::read_to_string(&log).expect("it was written down");
    let gos: Vec<&str> = said.lines().filter_map(|line| line.strip_prefix("> go ")).collect();
    let page = include_str!("../../../../docs/protocol.md");
    assert!(page.contains(&format!("\n{}\n", gos[0])), "the page tells another first `go` than {}", gos[0]);
    let number = |go: &str, key: &str| serde_json::from_str::<Json>(go).expect(go)[key].as_u64();
    for go in &gos {
        assert_eq!((number(go, "increment_ms"), number(go, "time_ms")), (Some(500), number(go, "left_ms")));
    }
    // More is added than the example takes, unless the machine sleeps; a match begins with the whole time
    // again.
    let left: Vec<u64> = gos.iter().filter_map(|go| number(go, "left_ms")).collect();
    assert_eq!((left[0], left.iter().filter(|&&left| left == 60_000).count()), (60_000, 2));
    assert!(left.iter().all(|left| (1..=60_000 + 500 * gos.len() as u64).contains(left)), "{left:?}");
    for kept in hands(&store) {
        assert_eq!(kept.hand.forfeit, None);
        let decisions = kept.hand.decisions.unpacked().expect("packed");
        assert!(decisions.iter().all(|decision| decision.time < Duration::from_secs(2)));
    }
    let plan = Store::read(&store).and_then(|store| store.tournament(None)).expect("one").plan;
    assert_eq!(plan.bots[1].spec, "ismcts:tc=2");
}

#[test]
fn who_has_no_time_left_forfeits_what_is_left_of_the_match() {
    let folder = folder();
    // A step of this search takes longer than that, because of the number of worlds.
    let ours = "epimc:worlds=50,tc=0.001".to_owned();
    let program = format!("cmd:{},tc=0.3,grace=100", python("faulty.py", "late"));
    for (number, bot) in [ours, program].iter().enumerate() {
        let store = folder.path().join(format!("{number}.db"));
        let words = [
            "tournament",
            "run",
            "--game",
            "sixty-six",
            "--rounds",
            "1",
            "--unit",
            "match",
            "--bot",
            "greedy",
        ];
        run(&[&words[..], &["--bot", &format!("name=slow,spec={bot}"), "--store", text(&store)]].concat())
            .done();
        let hands = hands(&store);
        // Three game points a hand, and eight of them win.
        assert_eq!(hands.len(), 6);
        for kept in hands {
            let forfeit = kept.hand.forfeit.expect("it was too slow");
            assert_eq!((kept.hand.seats[forfeit.seat], forfeit.kind), (1, FaultKind::Late));
            let run_out =
                format!("the {} s for the game have run out at decision 1", ["0.001", "0.3"][number]);
            let asked = if number == 1 && kept.hand.hand == 0 { ": no answer within 400 ms" } else { "" };
            assert_eq!(forfeit.reason, format!("{run_out}{asked}"));
        }
    }
}

#[test]
fn clocks_are_for_referees() {
    for words in [&["play", "kuhn", "--opponent", "ismcts:tc=5"][..], &["bot", "ismcts:tc=5"]] {
        run(words).refused(2, &["ismcts:tc=5: `tc` is kept by a referee"]);
    }
    let words = ["tournament", "run", "--game", "kuhn", "--bot", "random", "--bot", "name=b,spec=random"];
    run(&[&words[..], &["--each", "tc=5"]].concat()).refused(2, &["no bot here has an option `tc`"]);
    run(&["duel", "kuhn", "ismcts:tc=5s", "random"])
        .refused(2, &["`tc` cannot be `5s`; allowed: seconds from 0.001"]);
    let checked =
        run(&["check-bot", &format!("{},tc=60", example()), "--game", "kuhn", "--hands", "4"]).good();
    assert!(checked.out.contains("ok      it plays kuhn: 4 hands"), "{}", checked.out);
    let duel = ["duel", "kuhn", "ismcts:tc=1+0.01", "random", "--pairs", "2", "--json"];
    let duel: Json = serde_json::from_str(&run(&duel).good().out).expect("one object");
    assert_eq!(duel["hands"], 4);
}

#[test]
fn a_program_is_checked_with_a_tree() {
    let (bot, tree) = (example(), format!("file={}/../trees/kuhn.efg", env!("CARGO_MANIFEST_DIR")));
    let words = ["check-bot", &bot, "--hands", "6", "--option", &tree];
    let checked = run(&[&words[..], &["--game", "tree"]].concat()).good();
    assert!(checked.out.contains("ok      it plays tree: 6 hands, "), "{}", checked.out);
    run(&words).refused(2, &["options are for one game"]);
    run(&[&words[..], &["--game", "tree", "--game", "kuhn"]].concat())
        .refused(2, &["options are for one game"]);
    run(&["check-bot", "cat", "--game", "tree", "--option", "file=none.efg"])
        .refused(1, &["none.efg: No such file"]);
}

#[test]
fn programs_that_cannot_be_seated_are_refused() {
    let command = |bot: &str| run(&["duel", "kuhn", bot, "random", "--pairs", "1"]);
    for (bot, status, parts) in [
        ("cmd:./no/such/bot", 1, &["`./no/such/bot` cannot be started", "No such file"][..]),
        ("cmd:/", 1, &["`/` cannot be started", "denied"]),
        ("cmd:true", 1, &["`true` cannot be seated: exit: it ended"]),
        ("cmd:false", 1, &["crash: it ended with exit status: 1"]),
        ("cmd:cat", 1, &["garbage: `hinterhand {\"protocol\":1}` where `id`, `option` or `hinterhandok`"]),
        ("cmd:sleep 60,start=100", 1, &["late: no answer within 100 ms"]),
        ("cmd:", 2, &["`cmd` needs a command"]),
        ("cmd:'a b", 2, &["a quote is opened and not closed"]),
        ("cmd:cat,memory=0", 2, &["`memory` cannot be `0`"]),
    ] {
        command(bot).refused(status, parts);
    }
    let bot = format!("cmd:{}", example());
    command(&format!("{bot},option.depth=3")).refused(2, &["has no option `depth`; it has: avoided"]);
    let ours = format!("cmd:{OURS} bot oos,start=60000");
    run(&["duel", "recipippes", &ours, "random"]).refused(2, &["does not play recipippes; it plays: "]);
    run(&["play", "kuhn", "--opponent", &bot]).refused(2, &["a program of its own plays in tournaments"]);
    run(&["bot", "cheating"]).refused(2, &["`cheating` sees all cards"]);
    run(&["bot", &bot]).refused(2, &["a program of its own cannot serve another referee"]);
}

#[test]
fn a_file_may_name_the_command_word_by_word() {
    let (folder, script) = (folder(), program("../../../../../examples/bots/random_bot.py"));
    let store = folder.path().join("file.db");
    let plan = format!(
        "game = 'leduc'\nrounds = 3\nstore = '{}'\n[[bot]]\nname = 'p'\ncommand = ['python3', '{script}']\n\
         time = 5000\noptions = {{ avoided = 'fold raise' }}\n[[bot]]\nspec = 'random'\n",
        text(&store)
    );
    run(&["tournament", "run", &file("foreign.toml", plan.as_bytes())]).done();
    let hands = hands(&store);
    assert_eq!(hands.len(), 6);
    assert!(hands.iter().all(|kept| kept.hand.forfeit.is_none()));
    let again = run(&["tournament", "resume", text(&store)]).done();
    assert!(again.err.contains("going on after 3 of 3 deals"), "{}", again.err);
}

/// The part of docs/protocol.md between two marks, without the fence.
fn transcript() -> String {
    let page = include_str!("../../../../docs/protocol.md");
    let part = page.split_once("<!-- transcript -->\n").and_then(|(_, rest)| rest.split_once("<!-- end -->"));
    let part = part.expect("the page has a transcript").0.trim();
    part.trim_start_matches("```text\n").trim_end_matches("```").to_owned()
}

#[test]
fn the_transcript_in_the_page_is_what_is_said() {
    let folder = folder();
    let log = folder.path().join("log");
    let bot = format!(
        "name=example,spec=cmd:{},option.avoided=close",
        python("tee.py", &format!("{} {}", text(&log), example()))
    );
    let words = ["tournament", "run", "--game", "kinderschnapsen", "--rounds", "1", "--concurrency", "1"];
    run(&[&words[..], &["--unit", "match", "--match", "start_score=1", "--bot", &bot, "--bot", "greedy"]]
        .concat())
    .done();
    let said = std::fs::read_to_string(&log).expect("it was written down");
    assert_eq!(said, transcript());
}
