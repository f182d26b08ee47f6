//! `hinterhand unit`: experiments cut into units, done in any order by any number of processes, merged to what one machine
//! makes; whatever is damaged, missing, foreign or different is named.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use hinterhand_units::{Payload, Plan, ResultFile, VARIABLES};
use serde_json::Value as Json;

use crate::support::{Run, run, run_command};

/// A tournament of three bots, one of which searches.
const TOURNAMENT: &str = r#"
name = "greed"
game = "sixty-six"
seed = 5
rounds = 7

[[bot]]
name = "search"
spec = "ismcts:iterations=4"

[[bot]]
spec = "greedy"

[[bot]]
spec = "random"
"#;

/// A folder with the file of an experiment, its plan and its results.
struct Place {
    folder: tempfile::TempDir,
}

impl Place {
    fn new(experiment: &str) -> Place {
        let place = Place { folder: tempfile::tempdir().expect("there is room for temporary files") };
        fs::write(place.path("experiment.toml"), experiment).expect("room");
        place
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn text(&self, name: &str) -> String {
        self.path(name).to_str().expect("a plain name").to_owned()
    }

    /// Runs `hinterhand unit` with these words, of which those with a slash at the beginning alone are names in the folder.
    fn unit(&self, words: &[&str]) -> Run {
        run(&self.words(words).iter().map(String::as_str).collect::<Vec<_>>())
    }

    fn words(&self, words: &[&str]) -> Vec<String> {
        let own = |word: &&str| {
            word.strip_prefix('/').filter(|name| !name.contains('/')).map(|name| self.text(name))
        };
        let word = |word| own(word).unwrap_or_else(|| (*word).to_owned());
        ["unit"].iter().chain(words).map(word).collect()
    }

    fn plan(&self, more: &[&str]) -> Plan {
        let words = [&["plan", "/experiment.toml", "--out", "/plan.json"], more].concat();
        self.unit(&words).done();
        Plan::read(&self.path("plan.json")).expect("it was written")
    }

    /// Does all units in `tasks` processes, the last one first.
    fn run_all(&self, tasks: u32) {
        for index in (0..tasks).rev() {
            let (index, of) = (index.to_string(), tasks.to_string());
            let words = ["run", "/plan.json", "--index", &index, "--of", &of, "--results", "/results"];
            self.unit(&words).done();
        }
    }

    fn merge(&self, out: &str) -> Run {
        self.unit(&["merge", "/plan.json", "/results", "--out", out])
    }

    /// The files of results, in order.
    fn files(&self) -> Vec<PathBuf> {
        let entries =
            |path: &Path| fs::read_dir(path).expect("a folder").map(|entry| entry.expect("readable").path());
        let mut files: Vec<PathBuf> = entries(&self.path("results"))
            .filter(|path| path.is_dir())
            .flat_map(|shard| entries(&shard))
            .collect();
        files.sort_unstable();
        files
    }
}

fn json(path: &Path) -> Json {
    serde_json::from_str(&fs::read_to_string(path).expect("it was written")).expect("one object")
}

/// The figures of an object but for times.
fn timeless(mut json: Json) -> Json {
    let object = json.as_object_mut().expect("one object");
    object.retain(|key, _| !key.contains("seconds") && !key.contains("memory"));
    for bot in object.get_mut("bots").and_then(Json::as_array_mut).into_iter().flatten() {
        bot.as_object_mut().expect("a bot").remove("mean_ms");
    }
    json
}

/// Asserts that two stores are the same but for times.
fn assert_same(first: &str, second: &str) -> String {
    run(&["unit", "compare", first, second]).good().out
}

#[test]
fn a_tournament_in_units_is_that_of_one_machine() {
    let place = Place::new(TOURNAMENT);
    let plan = place.plan(&["--per-unit", "4"]);
    assert_eq!((plan.items, plan.unit_count(), plan.unit(5).count), (21, 6, 1));
    // Each task has its number from another scheduler.
    for (index, variable) in VARIABLES.iter().enumerate() {
        let words = place.words(&["run", "/plan.json", "--of", "4", "--results", "/results"]);
        let mut command = Command::new(env!("CARGO_BIN_EXE_hinterhand"));
        for other in VARIABLES {
            command.env_remove(other);
        }
        run_command(command.args(words).env(variable, index.to_string()), b"").done();
    }
    place.merge("/merged.db").done();
    let (one, merged) = (place.text("one.db"), place.text("merged.db"));
    run(&["tournament", "run", &place.text("experiment.toml"), "--store", &one, "--json"]).done();
    let said = assert_same(&one, &merged);
    // 1 tournament, 3 bots, 3 pairings, 1 run, 21 deals, 42 hands.
    assert_eq!(said, "the same: 71 rows\n");
    // Again, from more tasks than there are units, all of which are there: nothing changes.
    place.run_all(9);
    let before = fs::read(&merged).expect("it was written");
    place.merge("/merged.db").done();
    assert_eq!(fs::read(&merged).expect("it was written"), before);
    let other = TOURNAMENT.replace("seed = 5", "seed = 6");
    fs::write(place.path("other.toml"), other).expect("room");
    let another = place.text("another.db");
    run(&["tournament", "run", &place.text("other.toml"), "--store", &another, "--json"]).done();
    let different = run(&["unit", "compare", &one, &another]);
    assert_eq!((different.status, different.out.contains("different, first in `tournaments`")), (1, true));
}

#[test]
fn matches_and_tests_and_swiss_rounds_are_those_of_one_machine() {
    let sprt = "game = 'kuhn'\nrounds = 400\n[sprt]\nelo0 = 0\nelo1 = 150\n[[bot]]\nspec = 'greedy'\n[[bot]]\nname = 'r'\nspec = 'random'\n";
    let matches = "game = 'sixty-six'\nunit = 'match'\nrounds = 3\n[[bot]]\nspec = 'greedy'\n[[bot]]\nspec = 'random'\n";
    let four = "[[bot]]\nname = 'a'\nspec = 'random'\n[[bot]]\nname = 'b'\nspec = 'greedy'\n\
                [[bot]]\nname = 'c'\nspec = 'random'\n[[bot]]\nname = 'd'\nspec = 'greedy'\n";
    let swiss = format!("game = 'sixty-six'\nschedule = 'swiss'\nrounds = 3\ndeals = 2\n{four}");
    let gauntlet = format!("game = 'kuhn'\nschedule = 'gauntlet'\nheads = 2\nrounds = 5\n{four}");
    for (text, rounds) in [(sprt, 1), (matches, 1), (&swiss, 3), (&gauntlet, 1)] {
        let text =
            text.replace("greedy", "pimc:worlds=2").replace("game = 'kuhn'", "game = 'kinderschnapsen'");
        let place = Place::new(&text);
        for round in 0..rounds {
            let after: &[&str] = if round == 0 { &[] } else { &["--after", "/merged.db"] };
            place.plan(&[&["--per-unit", "3"], after].concat());
            place.run_all(2);
            place.merge("/merged.db").done();
        }
        let one = place.text("one.db");
        run(&["tournament", "run", &place.text("experiment.toml"), "--store", &one, "--json"]).done();
        assert_same(&one, &place.text("merged.db"));
        if rounds > 1 {
            // Files of the rounds before lie beside those of the last one.
            let status = place.unit(&["status", "/plan.json", "/results"]).good().out;
            assert!(status.contains("foreign"), "{status}");
            let over =
                place.unit(&["plan", "/experiment.toml", "--out", "/next.json", "--after", "/merged.db"]);
            over.refused(2, &["it is over"]);
        }
    }
}

#[test]
fn damage_is_named_and_done_again() {
    let place = Place::new(TOURNAMENT);
    place.plan(&["--per-unit", "4"]);
    place.run_all(1);
    let files = place.files();
    assert_eq!(files.len(), 6);
    let bytes = fs::read(&files[0]).expect("it is there");
    fs::write(&files[0], &bytes[..bytes.len() - 100]).expect("room");
    let mut damaged = fs::read(&files[1]).expect("it is there");
    let middle = damaged.len() / 2;
    damaged[middle] ^= 1;
    fs::write(&files[1], damaged).expect("room");
    fs::write(&files[2], "notes of a colleague").expect("room");
    // Another unit's result under the name of this one.
    fs::copy(&files[4], &files[3]).expect("room");
    // What a kill leaves, and what has nothing to do with it.
    fs::write(files[5].with_file_name(".hinterhand-x"), "half").expect("room");
    fs::write(place.path("results/README"), "text").expect("room");
    let status = place.unit(&["status", "/plan.json", "/results", "--of", "6"]).good().out;
    for (file, what) in [
        (&files[0], "it is cut off or damaged"),
        (&files[1], "it is cut off or damaged"),
        (&files[2], "it is no result of a unit"),
        (&files[3], "it has the result of another unit"),
    ] {
        assert!(status.contains(&format!("damaged  {}: {what}", file.display())), "{status}");
    }
    assert!(status.contains("done     2,") && status.contains("missing  4"), "{status}");
    place.merge("/merged.db").refused(1, &["4 of 6 units have no result", "more files", "--partial"]);
    assert!(!place.path("merged.db").exists());
    let again =
        place.unit(&["run", "/plan.json", "--index", "0", "--of", "1", "--results", "/results"]).done();
    assert_eq!(
        again.err.matches("it is renamed to *.damaged, and its unit is done again").count(),
        4,
        "{}",
        again.err
    );
    assert!(again.err.contains("4 of 6 units done, 2 were there"), "{}", again.err);
    let whole = place.unit(&["status", "/plan.json", "/results"]).good().out;
    assert!(whole.contains("done     6,") && !whole.contains("damaged"), "{whole}");
    place.merge("/merged.db").done();
    let one = place.text("one.db");
    run(&["tournament", "run", &place.text("experiment.toml"), "--store", &one, "--json"]).done();
    assert_same(&one, &place.text("merged.db"));
}

#[test]
fn what_is_missing_is_told_as_schedulers_write_it() {
    let place = Place::new(TOURNAMENT);
    place.plan(&["--per-unit", "2"]);
    for index in ["0", "1", "4"] {
        place.unit(&["run", "/plan.json", "--index", index, "--results", "/results"]).done();
    }
    let array = |more: &[&str]| {
        place.unit(&[&["status", "/plan.json", "/results", "--array"], more].concat()).good().out
    };
    assert_eq!((array(&[]), array(&["--of", "3"])), ("2-3,5-10\n".to_owned(), "0-2\n".to_owned()));
    let figures = place.unit(&["status", "/plan.json", "/results", "--json"]).good().json_lines().remove(0);
    assert_eq!((figures["units"].as_u64(), figures["missing"].as_u64()), (Some(11), Some(8)));
    assert!(figures["seconds_left"].as_f64().is_some_and(|left| left > 0.0));
    // What there is can be merged, and the rest later.
    place.merge("/merged.db").refused(1, &["8 of 11 units have no result", "--partial"]);
    let partial = place.unit(&["merge", "/plan.json", "/results", "--out", "/merged.db", "--partial"]).done();
    assert!(partial.err.contains("6 of 21 deals; 8 units are missing"), "{}", partial.err);
    place.run_all(2);
    place.merge("/merged.db").done();
    let one = place.text("one.db");
    run(&["tournament", "run", &place.text("experiment.toml"), "--store", &one, "--json"]).done();
    assert_same(&one, &place.text("merged.db"));
    assert_eq!(array(&[]), "\n");
}

#[test]
fn two_results_of_a_unit_are_reported_with_both_files() {
    let place = Place::new(TOURNAMENT);
    place.plan(&["--per-unit", "4"]);
    place.run_all(1);
    // Done again, the same comes out: there is no other file.
    let words = ["run", "/plan.json", "--index", "0", "--of", "1", "--results", "/results", "--again"];
    let again = place.unit(&words).done();
    assert!(again.err.contains("6 of 6 units done"), "{}", again.err);
    let files = place.files();
    assert_eq!(files.len(), 6);
    // A machine on which a deal has come out in another way.
    let mine = ResultFile::read(&files[2]).expect("it is whole");
    let text = String::from_utf8(mine.payload.same.clone()).expect("JSON").replacen("1.0", "3.0", 1);
    let payload = Payload { same: text.into_bytes(), ..mine.payload.clone() };
    let theirs = ResultFile { payload, ..mine }.write(&place.path("theirs")).expect("room");
    let [mine, theirs] = [&files[2], &theirs].map(|path| path.to_str().expect("a plain name"));
    let both = ["/plan.json", "/results", "/theirs"];
    let merged = place.unit(&[&["merge"], &both[..], &["--out", "/merged.db"]].concat());
    merged.refused(1, &["not deterministic", mine, theirs]);
    assert!(!place.path("merged.db").exists());
    let status = place.unit(&[&["status"], &both[..]].concat());
    assert_eq!(status.status, 1);
    assert!(status.out.contains(mine) && status.out.contains(theirs), "{}", status.out);
    // Without the folder of the other machine nothing is wrong.
    place.merge("/merged.db").done();
}

#[test]
fn bots_that_go_by_the_clock_are_refused() {
    let duel = |bot: &str| format!("[duel]\ngame = 'kuhn'\nbots = ['{bot}', 'random']\ndeals = 10\n");
    let tournament = |bot: &str| TOURNAMENT.replace("ismcts:iterations=4", bot);
    let judged = "[exploitability]\ngame = 'kuhn'\nbot = 'ismcts:time=5'\n".to_owned();
    for text in [duel("ismcts:time=5"), duel("ismcts:tc=1+0.1"), tournament("ismcts:time=5"), judged] {
        let place = Place::new(&text);
        let refused = place.unit(&["plan", "/experiment.toml", "--out", "/plan.json"]);
        refused.refused(2, &["goes by the clock", "depends on the speed of the machine", "iterations=1000"]);
        assert!(!place.path("plan.json").exists());
    }
}

#[test]
fn a_duel_in_units_is_that_of_one_machine() {
    let bots = "bots = ['ismcts:iterations=20', 'greedy']";
    let place = Place::new(&format!(
        "[duel]\ngame = 'sixty-six'\n{bots}\ndeals = 25\nseed = 3\noptions = {{ close_min_deck = 4 }}\n"
    ));
    place.plan(&["--per-unit", "4"]);
    place.run_all(3);
    place.merge("/merged.json").done();
    let words =
        ["duel", "sixty-six", "ismcts:iterations=20", "greedy", "--pairs", "25", "--seed", "3", "--json"];
    let one = run(&[&words[..], &["--option", "close_min_deck=4"]].concat()).good();
    assert_eq!(timeless(json(&place.path("merged.json"))), timeless(one.json_lines().remove(0)));
}

#[test]
fn selfplay_in_units_is_that_of_one_machine() {
    for format in ["jsonl", "parquet"] {
        let text = "bots = ['ismcts:iterations=8', 'random']\nhands = 23\nseed = 4\npart_hands = 5\n";
        let place = Place::new(&format!("[selfplay]\ngame = 'leduc'\nformat = '{format}'\n{text}"));
        place.plan(&[]);
        place.run_all(2);
        place.merge("/merged").done();
        place.merge("/merged").done();
        let words = ["selfplay", "leduc", "--bot", "ismcts:iterations=8", "--bot", "random", "--hands", "23"];
        let parts = place.text("one");
        let more = ["--seed", "4", "--part-hands", "5", "--format", format, "--parts", &parts];
        run(&[&words[..], &more].concat()).done();
        let content = |folder: &str| {
            let mut files: Vec<(PathBuf, Vec<u8>)> = fs::read_dir(place.path(folder))
                .expect("a folder")
                .map(|entry| entry.expect("readable").path())
                .map(|path| (path.file_name().expect("a file").into(), fs::read(&path).expect("readable")))
                .collect();
            files.sort_unstable();
            files
        };
        let (one, merged) = (content("one"), content("merged"));
        assert_eq!(one.len(), 6);
        assert!(one == merged, "{format}");
        // The next generation is another experiment for other rows of this one.
        let hash = |after: &str| place.plan(&["--after", after]).hash;
        let (mine, theirs) = (hash("/merged"), hash("/one"));
        assert_eq!(mine, theirs);
        fs::write(place.path("one/part-000000.more"), "a row").expect("room");
        assert_ne!(hash("/one"), mine);
    }
}

#[test]
fn exploitability_in_units_is_that_of_one_machine() {
    let place = Place::new("[exploitability]\ngame = 'leduc'\nbot = 'ismcts:iterations=3'\nseed = 2\n");
    let plan = place.plan(&["--per-unit", "100"]);
    assert!(plan.unit_count() > 3);
    place.run_all(3);
    place.merge("/merged.json").done();
    let one =
        run(&["exploitability", "leduc", "--bot", "ismcts:iterations=3", "--seed", "2", "--json"]).good();
    assert_eq!(timeless(json(&place.path("merged.json"))), timeless(one.json_lines().remove(0)));
}

#[test]
#[ignore = "slow: solves Kinderschnapsen and judges it twice"]
fn exploitability_by_turnup_is_that_of_one_machine() {
    let place = Place::new("");
    let strategy = place.text("one.strategy");
    fs::write(place.path("experiment.toml"), format!("[exploitability]\nstrategy = '{strategy}'\n"))
        .expect("room");
    run(&["solve", "kinderschnapsen", "--iterations", "20", "--out", &strategy]).done();
    let plan = place.plan(&["--per-unit", "1"]);
    assert_eq!(plan.unit_count(), 4);
    place.run_all(3);
    place.merge("/merged.json").done();
    let one = run(&["exploitability", &strategy, "--json"]).done();
    assert_eq!(json(&place.path("merged.json")), one.json_lines().remove(0));
}

#[test]
fn a_sweep_in_units_is_that_of_one_machine() {
    let sweep = r#"
name = "sweep"
title = "Two algorithms, two seeds"
papers = []
claim = "None."
setup = "None."
differs = "Nothing."

[[cells]]
name = "{algorithm}"
over = { algorithm = ["cfr", "external"] }
work = { kind = "convergence", game = "kuhn", algorithm = "{algorithm}" }
small = { iterations = 20 }
full = { iterations = 200 }

[[cells]]
name = "{bot}"
over = { bot = ["greedy", "ismcts:iterations=5"] }
work = { kind = "meeting", game = "sixty-six", first = "{bot}", second = "random" }
small = { pairs = 10 }
full = { pairs = 100 }
"#;
    let place = Place::new(sweep);
    let plan = place.plan(&["--scale", "small"]);
    assert_eq!(plan.unit_count(), 4);
    place.run_all(2);
    place.merge("/merged.db").done();
    let (one, merged) = (place.text("one.db"), place.text("merged.db"));
    let (experiment, pages) = (place.text("experiment.toml"), place.text("pages"));
    let paper = ["paper", "run", &experiment, "--scale", "small", "--store", &one, "--out", &pages];
    run(&paper).done();
    // The figures beside the page are those of the store, also if nothing is left to do.
    let figures = place.path("pages/sweep.jsonl");
    let kept = fs::read(&figures).expect("it was written");
    fs::remove_file(&figures).expect("it is there");
    run(&[&paper[..], &["--resume"]].concat()).done();
    assert_eq!(fs::read(&figures).expect("it was written again"), kept);
    assert_eq!(assert_same(&one, &merged), "the same: 4 rows\n");
    let clock = sweep.replace("ismcts:iterations=5", "ismcts:time=5");
    fs::write(place.path("experiment.toml"), clock).expect("room");
    place.unit(&["plan", "/experiment.toml", "--out", "/clock.json"]).refused(2, &["goes by the clock"]);
}

#[test]
fn pieces_of_work_that_measure_time_are_left_out_by_name() {
    let place = Place::new("");
    let planned = place.unit(&["plan", "scale", "--scale", "small", "--out", "/plan.json"]).done();
    assert!(planned.err.contains("left out, since they measure time: "), "{}", planned.err);
}

#[test]
fn training_goes_round_by_round_to_the_same_bits() {
    let text = "[training]\ngame = 'leduc'\nsampling = 'external'\nlinear = true\nseed = 9\nshards = 4\n";
    let exploitability = |path: &str| {
        let judged = run(&["exploitability", path, "--json"]).good().json_lines().remove(0);
        judged["exploitability"].as_f64().expect("a number")
    };
    let tables = [1, 3].map(|tasks| {
        let place = Place::new(text);
        let mut tables = Vec::new();
        let mut judged = Vec::new();
        for round in 1..=3 {
            let (before, table) =
                (format!("/round-{}.strategy", round - 1), format!("/round-{round}.strategy"));
            let after: &[&str] = if round == 1 { &[] } else { &["--after", &before] };
            let plan = place.plan(&[&["--per-unit", "300"], after].concat());
            assert_eq!((plan.unit_count(), plan.items), (4, 1200));
            place.run_all(tasks);
            place.merge(&table).done();
            judged.push(exploitability(&place.text(&table[1..])));
            tables.push((plan.hash, fs::read(place.path(&table[1..])).expect("it was written")));
        }
        // From 300 iterations to 900, each with the noise of a quarter.
        assert!(judged[2] < 0.75 * judged[0], "{judged:?}");
        // The plan of a round has the hash of the table that it goes on from.
        let other = Place::new(&text.replace("seed = 9", "seed = 8"));
        other
            .unit(&[
                "plan",
                "/experiment.toml",
                "--out",
                "/plan.json",
                "--after",
                &place.text("round-1.strategy"),
            ])
            .refused(1, &["the training of", "seed 8"]);
        fs::write(place.path("round-2.strategy"), &tables[0].1).expect("room");
        let stale = place.unit(&["run", "/plan.json", "--index", "0", "--results", "/results"]);
        stale.refused(1, &["the content of", "round-2.strategy", "and the plan was made with"]);
        tables
    });
    let [one, three] = tables;
    assert!(
        one.iter().zip(&three).all(|(one, three)| one.1 == three.1),
        "the same tables from one task and from three"
    );
    assert_eq!(one[0].0, three[0].0);
}

#[test]
fn a_plan_is_what_it_was_when_it_was_made() {
    let place = Place::new(TOURNAMENT);
    place.plan(&["--per-unit", "4"]);
    let text = fs::read_to_string(place.path("plan.json")).expect("it was written");
    let run_it = || place.unit(&["run", "/plan.json", "--index", "0", "--results", "/results"]);
    fs::write(place.path("plan.json"), text.replace("\"seed\": 5", "\"seed\": 6")).expect("room");
    run_it().refused(1, &["was changed after it was made"]);
    fs::write(place.path("plan.json"), text.replace("\"per_unit\": 4", "\"per_unit\": 0")).expect("room");
    run_it().refused(1, &["is no plan of units: a unit without items"]);
    fs::write(place.path("plan.json"), "{}").expect("room");
    run_it().refused(1, &["is no plan of units"]);
    fs::remove_file(place.path("plan.json")).expect("it is there");
    run_it().refused(1, &["cannot read"]);
    fs::write(place.path("plan.json"), &text).expect("room");
    let words = ["run", "/plan.json", "--results", "/results", "--of", "3"];
    place.unit(&words).refused(2, &["which task? Give --index N"]);
    place.unit(&[&words[..], &["--index", "3"]].concat()).refused(2, &["there is no task 3 of 3"]);
    place.unit(&["plan", "/none.toml", "--out", "/p.json"]).refused(1, &["cannot read"]);
    place.unit(&["plan", "cfrr", "--out", "/p.json"]).refused(2, &["no published experiment `cfrr`"]);
    for (text, message) in [
        ("[duell]\n", "unknown variant `duell`"),
        ("[duel]\ngame = 'kuhn'\n", "missing field `bots`"),
        ("[training]\ngame = 'kuhn'\nshards = 0\n", "it must be at least 1"),
        ("[training]\ngame = 'kuhn'\nshards = 1\nsampling = 'half'\n", "there is no sampling `half`"),
        ("[exploitability]\ngame = 'kuhn'\n", "give either `game` and `bot`"),
    ] {
        fs::write(place.path("experiment.toml"), text).expect("room");
        let refused = place.unit(&["plan", "/experiment.toml", "--out", "/p.json"]);
        assert!(refused.status != 0 && refused.err.contains(message), "{text}: {refused:?}");
        assert!(!place.path("p.json").exists());
    }
}

#[test]
fn a_hundred_thousand_units_are_planned_without_being_listed() {
    let place = Place::new(&TOURNAMENT.replace("rounds = 7", "rounds = 100000"));
    let plan = place.plan(&["--per-unit", "3"]);
    assert_eq!(plan.unit_count(), 100_000);
    let mut names: Vec<String> = (0..plan.unit_count()).map(|unit| plan.unit(unit).name()).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), 100_000);
    assert!(fs::metadata(place.path("plan.json")).expect("it was written").len() < 10_000);
    let left = place.unit(&["status", "/plan.json", "/none", "--array"]).good().out;
    assert_eq!(left, "0-99999\n");
}
