//! `hinterhand report`.

use std::path::Path;

use hinterhand_matches::store::Store;
use hinterhand_players::protocol::{quoted, words};
use tempfile::TempDir;

use crate::support::{Run, run};

/// A name that would like to be more.
const BAD: &str = "<script>alert(\"1\")</script>' onload='x";
/// The same as text on a page.
const SAFE: &str = "&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&#39; onload=&#39;x";

fn text(path: &Path) -> &str {
    path.to_str().expect("a folder for tests has a plain name")
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("there is room for temporary files")
}

/// Plays a tournament of this name into a store.
fn play(store: &Path, name: &str, bots: &[&str], more: &[&str]) {
    let mut args = vec!["tournament", "run", "--name", name, "--store", text(store)];
    bots.iter().for_each(|bot| args.extend(["--bot", bot]));
    run(&[&args[..], more].concat()).done();
}

fn report(file: &Path, out: &Path, more: &[&str]) -> Run {
    run(&[&["report", text(file), "--out", text(out)], more].concat())
}

/// The page on a file, which has nothing from elsewhere in it and is the same whenever it is made.
#[track_caller]
fn page(file: &Path, more: &[&str]) -> String {
    let folder = folder();
    let [one, two] = ["one.html", "two.html"].map(|name| folder.path().join(name));
    let pages = [&one, &two].map(|out| {
        report(file, out, more).good();
        std::fs::read_to_string(out).expect("it was written")
    });
    let [page, again] = pages;
    assert!(page == again, "the same file gives the same bytes");
    for never in ["<script", "<iframe", "<link rel=\"stylesheet\"", "@import", " src=", "url("] {
        assert!(!page.contains(never), "{never} in the page");
    }
    let addresses = page.matches("http://").count() + page.matches("https://").count();
    assert_eq!(
        addresses,
        page.matches("xmlns=\"http://www.w3.org/2000/svg\"").count(),
        "addresses in the page"
    );
    page
}

/// The number of rows of the table with this class.
fn rows(page: &str, class: &str) -> usize {
    let table = page.split(&format!("<table class=\"{class}\"")).nth(1).expect("there is such a table");
    let body = table.split("<tbody>").nth(1).and_then(|body| body.split("</tbody>").next());
    body.expect("a table has a body").matches("<tr>").count()
}

/// The first command of a page that begins so, as it was before it became markup.
fn command(page: &str, beginning: &str) -> Vec<String> {
    let block = page.split("<pre><code>").find(|block| block.starts_with(beginning)).expect("a command");
    let block = block.split("</code>").next().expect("it ends").replace("\\\n", "");
    let pairs = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")];
    let typed = pairs.iter().fold(block, |text, (escaped, c)| text.replace(escaped, c));
    words(&typed).expect("as a shell takes it apart")
}

#[test]
fn a_page_names_what_was_played_and_how_to_play_it_again() {
    let folder = folder();
    let store = folder.path().join("leduc cup.db");
    let bots = [&format!("name={BAD},spec=random"), "pimc:worlds=2", "name=last,spec=ismcts:iterations=2"];
    play(
        &store,
        BAD,
        &bots,
        &["--game", "leduc", "--option", "suits=merged", "--rounds", "12", "--seed", "9"],
    );
    let page = page(&store, &[]);
    assert!(page.contains(&format!("<h1><bdi>{SAFE}</bdi></h1>")) && !page.contains(BAD));
    for class in ["standing", "cross", "decisions", "texts bots"] {
        assert_eq!(rows(&page, class), 3, "{class}");
    }
    assert_eq!(rows(&page, "runs"), 1);
    for part in
        ["Leduc", "suits=merged", "36 deals, 72 hands", "Seed 9", "fold", "showdown", "<svg", "iterations=2"]
    {
        assert!(page.contains(part), "no {part}");
    }
    assert!(!page.contains("href=\"#forfeits\""));
    // The command on the page comes to the same plan.
    let again = folder.path().join("again.db");
    let mut typed = command(&page, "hinterhand tournament run");
    assert_eq!(typed.pop().as_deref(), Some("leduc cup.db"));
    typed.push(text(&again).to_owned());
    run(&typed[1..].iter().map(String::as_str).collect::<Vec<_>>()).done();
    let plan = |path: &Path| Store::read(path).unwrap().tournament(None).unwrap().plan;
    assert_eq!(plan(&again), plan(&store));
}

#[test]
fn every_schedule_can_be_played_again() {
    let folder = folder();
    let bots =
        ["name=a,spec=random", "name=b,spec=ismcts:iterations=2", "name=c,spec=random", "name=d,spec=random"];
    let cases: [(&[&str], &[&str]); 4] = [
        (&bots, &["--game", "kuhn", "--schedule", "swiss", "--rounds", "3", "--deals", "2"]),
        (&bots, &["--game", "kuhn", "--schedule", "gauntlet", "--heads", "2", "--rounds", "2"]),
        (&bots[..2], &["--game", "kuhn", "--sprt", "elo1=80", "alpha=0.1", "points=2", "--rounds", "40"]),
        (&bots[..3], &["--game", "kinderschnapsen", "--match", "best_of=3", "--rounds", "2"]),
    ];
    for (number, (bots, more)) in cases.into_iter().enumerate() {
        let store = folder.path().join(format!("{number}.db"));
        play(&store, "cup", bots, more);
        let (page, found) = (page(&store, &[]), Store::read(&store).unwrap().tournament(None).unwrap());
        let typed = command(&page, "hinterhand tournament run");
        assert_eq!(typed[3..].join(" ").matches("--bot").count(), bots.len());
        let again = folder.path().join(format!("{number} again.db"));
        let typed: Vec<&str> = typed[1..typed.len() - 1].iter().map(String::as_str).collect();
        run(&[&typed[..], &[text(&again)]].concat()).done();
        let again = Store::read(&again).unwrap().tournament(None).unwrap();
        assert_eq!((again.plan, again.rules), (found.plan, found.rules), "{more:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn forfeits_are_told_with_their_reasons() {
    let folder = folder();
    let store = folder.path().join("faults.db");
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/programs/faulty.py");
    let faulty = format!("name=faulty,spec=cmd:python3 {} markup", quoted(program));
    play(&store, "faults", &[&faulty, "random"], &["--game", "kuhn", "--rounds", "3"]);
    let page = page(&store, &[]);
    assert!(page.contains("href=\"#forfeits\"") && rows(&page, "texts forfeits") >= 1);
    assert!(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;"), "the reason is told");
}

#[test]
fn hands_of_other_rules_are_not_played_again() {
    let folder = folder();
    let store = folder.path().join("old.db");
    play(&store, "old", &["ismcts:iterations=2", "random"], &["--game", "kuhn", "--rounds", "5"]);
    rusqlite::Connection::open(&store)
        .unwrap()
        .execute("UPDATE tournaments SET rules = 'other'", ())
        .unwrap();
    let page = page(&store, &[]);
    assert!(page.contains("has other rules than those") && page.contains("10 hands; each bar"), "{page}");
    assert!(!page.contains("class=\"endings\""));
}

#[test]
fn a_training_is_told_with_its_curves_and_what_it_took() {
    let folder = folder();
    let [log, strategy] = ["kuhn.jsonl", "kuhn.strategy"].map(|name| folder.path().join(name));
    let args = ["solve", "kuhn", "--algorithm", "external", "--seed", "5", "--iterations", "200"];
    run(&[&args[..], &["--log", text(&log), "--out", text(&strategy)]].concat()).done();
    let told = page(&log, &[]);
    assert_eq!(told.matches("<svg").count(), 3);
    let lines = std::fs::read_to_string(&log).unwrap();
    assert!((1..=60).contains(&(lines.lines().count() - 1)));
    assert_eq!(rows(&told, "judgements"), lines.lines().count() - 1);
    for part in ["Kuhn poker, external sampling, seed 5", "200 iterations", "MB", "--seed", "<dd>5</dd>"] {
        assert!(told.contains(part), "no {part}");
    }
    // Logs of earlier versions have no first line of their own.
    std::fs::write(&log, lines.split_once('\n').unwrap().1).unwrap();
    assert!(page(&log, &[]).contains("does not tell"));
    std::fs::write(&log, format!("{lines}<script>\n")).unwrap();
    let line = format!("line {}: not a line of a training log", lines.lines().count() + 1);
    report(&log, &folder.path().join("out.html"), &[]).refused(1, &["kuhn.jsonl", &line]);
    report(&strategy, &folder.path().join("out.html"), &["--tournament", "a"])
        .refused(2, &["--tournament is for a store"]);
}

#[test]
fn a_strategy_can_be_found_again_by_its_page() {
    let folder = folder();
    let strategy = folder.path().join("found.strategy");
    let args =
        ["solve", "leduc", "--option", "suits=merged", "--algorithm", "hs-pcfr+-15", "--planned", "30"];
    let more = ["--iterations", "20", "--precision", "f32", "--out", text(&strategy)];
    run(&[&args[..], &more].concat()).done();
    let told = page(&strategy, &[]);
    assert_eq!(rows(&told, "worth"), 2);
    let hash = blake3::hash(&std::fs::read(&strategy).unwrap()).to_hex().to_string();
    for part in [&hash[..], "suits=merged", "player 0", "1 after call", "1 after raise", "Judged exactly"] {
        assert!(told.contains(part), "no {part}");
    }
    let plain = told.replace("<span class=\"word\">", "").replace("</span>", "");
    let mut typed = command(&plain, "hinterhand solve");
    let again = folder.path().join("again.strategy");
    assert_eq!(typed.pop().as_deref(), Some("found.strategy"));
    typed.push(text(&again).to_owned());
    run(&typed[1..].iter().map(String::as_str).collect::<Vec<_>>()).done();
    assert_eq!(std::fs::read(&again).unwrap(), std::fs::read(&strategy).unwrap());
    // Damaged, it is refused.
    let mut bytes = std::fs::read(&strategy).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    std::fs::write(&strategy, bytes).unwrap();
    report(&strategy, &folder.path().join("out.html"), &[]).refused(1, &["found.strategy"]);
}

#[test]
fn what_cannot_be_reported_is_refused() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    let (store, out) = (at("two.db"), at("out.html"));
    for name in ["first", "second"] {
        play(&store, name, &["ismcts:iterations=2", "random"], &["--game", "kuhn", "--rounds", "2"]);
    }
    std::fs::write(at("empty"), "").unwrap();
    std::fs::write(at("text"), "nothing of ours\n").unwrap();
    rusqlite::Connection::open(at("foreign.db")).unwrap().execute_batch("CREATE TABLE a (b)").unwrap();
    for (file, parts) in [
        ("missing.db", &["cannot read", "missing.db"][..]),
        ("", &["cannot read", "directory"]),
        ("empty", &["empty is empty"]),
        ("text", &["text", "nothing that can be reported on"]),
        ("foreign.db", &["foreign.db is no store: it is a database of another program"]),
        ("two.db", &["one must be named: first, second"]),
    ] {
        report(&at(file), &out, &[]).refused(1, parts);
    }
    report(&store, &out, &["--tournament", "third"]).refused(1, &["no tournament `third`", "first, second"]);
    report(&store, &at("nowhere/out.html"), &["--tournament", "first"])
        .refused(1, &["cannot write", "nowhere"]);
    report(&store, &store, &["--tournament", "first"]).refused(2, &["would be lost"]);
    run(&["report", text(&store)]).refused(2, &["--out"]);
    assert!(!out.exists() && std::fs::metadata(at("empty")).unwrap().len() == 0, "nothing was written");
    report(&store, &out, &["--tournament", "second"]).good();
}
