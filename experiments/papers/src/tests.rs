//! Tests of what surrounds the work: reading, running, stopping, resuming, the page.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use hinterhand_matches::store::{Durability, Store};

use super::*;

const KUHN: &str = r#"
name = "kuhn"
title = "Kuhn poker"
papers = ["Kuhn 1950"]
claim = "The value is -1/18."
setup = "CFR."
differs = "Nothing."

[[cells]]
name = "{algorithm}"
over = { algorithm = ["cfr", "cfr+", "pcfr+"] }
work = { kind = "convergence", game = "kuhn", algorithm = "{algorithm}", at = [20, 100] }
small = { iterations = 20 }
full = { iterations = 300 }

[[tables]]
title = "Value"
rows = ["cfr+", "pcfr+"]
columns = ["value"]
cell = "{row}"
measure = "{column}"
show = "exact"
known = "exact"
test = { within = 1e-3 }
theirs = [["-1/18"], ["0.5"]]

[[claims]]
text = "CFR+ is faster"
less = "cfr+: exploitability at 100"
than = "cfr: exploitability at 100"
known = "Tammelin"

[[plots]]
title = "Curves"
x = "iterations"
y = "exploitability"
log_x = true
log_y = true
lines = ["cfr", "cfr+"]
cell = "{line}"
curve = "exploitability"
"#;

struct Desktop {
    _folder: tempfile::TempDir,
    store: Store,
    place: Place,
    experiment: Experiment,
}

fn desktop() -> Desktop {
    let folder = tempfile::tempdir().expect("a folder");
    let store = Store::open(&folder.path().join("store"), Durability::Process).expect("a store");
    let solution = Solution::new(folder.path(), Scale::Small);
    let place = Place { solution, threads: 1, commit: String::new(), machine: "a test".to_owned() };
    Desktop { _folder: folder, store, place, experiment: Experiment::read(KUHN).expect("an experiment") }
}

impl Desktop {
    fn results(&self) -> Results {
        Results::read(&self.store, &self.experiment, Scale::Full, 1).expect("what is kept")
    }

    fn run(&mut self, threads: usize, stop: &AtomicBool, progress: impl FnMut(&str, usize)) -> Results {
        let mut results = self.results();
        self.place.threads = threads;
        run(&self.store, &self.experiment, &mut results, &self.place, stop, progress)
            .expect("it can be done");
        self.results()
    }
}

fn outcomes(results: &Results) -> Vec<(String, f64, f64)> {
    let of = |cell: &hinterhand_matches::store::KeptCell| {
        let measures = &cell.outcome.measures;
        (cell.cell.clone(), measures["exploitability"].value, measures["value"].value)
    };
    results.done.values().map(of).collect()
}

#[test]
fn every_experiment_of_the_program_can_be_read() {
    let all = all();
    for experiment in &all {
        assert_eq!(
            all.iter().filter(|other| other.name == experiment.name).count(),
            1,
            "{}",
            experiment.name
        );
        assert!(
            !experiment.papers.is_empty() && !experiment.claim.is_empty() && !experiment.differs.is_empty()
        );
        for scale in [Scale::Small, Scale::Full] {
            assert!(!experiment.cells(scale).expect("cells").is_empty(), "{}", experiment.name);
        }
    }
}

#[test]
fn every_published_figure_has_a_test() {
    for experiment in all() {
        for table in experiment.tables.iter().filter(|table| table.published) {
            let published = table.places().any(|(row, column)| table.published_at(row, column).is_some());
            assert!(!published || table.test.is_some(), "{}: table `{}`", experiment.name, table.title);
        }
    }
}

#[test]
fn what_is_stopped_goes_on_to_the_same_figures_on_any_number_of_threads() {
    let never = AtomicBool::new(false);
    let mut whole = desktop();
    let whole = outcomes(&whole.run(1, &never, |_, _| ()));
    assert_eq!(whole.len(), 3);
    let mut parts = desktop();
    let stop = AtomicBool::new(false);
    let stopped = parts.run(1, &stop, |_, _| {
        // However long it takes to keep a piece, no other one is begun before.
        std::thread::sleep(Duration::from_millis(100));
        stop.store(true, Ordering::Relaxed);
    });
    assert_eq!(stopped.done.len(), 1);
    let mut again = Vec::new();
    let done = parts.run(2, &never, |name, _| again.push(name.to_owned()));
    assert!(done.is_whole() && again.len() == 2 && !again.contains(&"cfr".to_owned()), "{again:?}");
    assert_eq!(outcomes(&done), whole);
}

#[test]
fn the_page_says_what_is_reproduced_and_what_is_not() {
    let mut desktop = desktop();
    let results = desktop.run(2, &AtomicBool::new(false), |_, _| ());
    let tally = Tally::of(&desktop.experiment, &results);
    assert_eq!(tally.published, Counts { reproduced: 2, not_reproduced: 1, ..Counts::default() });
    assert_eq!(tally.unpublished, Counts::default());
    assert_eq!(missing(&desktop.experiment, &results), Vec::<String>::new());
    let page = Page::of(&desktop.experiment, &results, "hinterhand paper run kuhn");
    for part in [
        "**Verdict:** of what was published, 3 figures and claims were tested: 2 reproduced, 1 not reproduced, 0 open; \
         0 untested.",
        "\n**Not explained.**\n\n| what | published | ours | |\n| --- | --- | --- | --- |\n| Value: pcfr+, value | 0.5 | ",
        "| CFR+ is faster | Tammelin | no size; ours: 10 % less |",
        "<!-- paper index: {\"name\":\"kuhn\",",
        "<br>-1/18 \u{2713} |",
        "<br>0.5 \u{2717} |",
        "Theirs: exact.",
        "hinterhand paper run kuhn",
        "![Curves](kuhn-1.svg)",
        "Nothing is drawn at random: everything but times is the same in each run",
    ] {
        assert!(page.markdown.contains(part), "no {part} in {}", page.markdown);
    }
    assert!(!page.markdown.contains("- seed: "));
    assert!(page.pictures[0].1.contains("<path class=\"line1\""));
}

#[test]
fn the_page_says_what_depends_on_the_speed_of_the_machine() {
    let [head, _] = KUHN.split_once("[[cells]]").map(<[&str; 2]>::from).expect("it has cells");
    let mut desktop = desktop();
    for (bot, expected) in [
        (
            "oos:time=1",
            "\nWhere bots think by the clock (`time=`), figures depend on the speed of the machine.",
        ),
        (
            "ismcts:tc=1",
            "\nWhere bots think by the clock (`time=`), figures depend on the speed of the machine.",
        ),
        ("oos:iterations=1", "\nEverything but times depends on the seed alone"),
    ] {
        let cells = format!(
            "[[cells]]\nname = 'meeting'\nsmall = {{}}\nfull = {{}}\n\
             work = {{ kind = 'one-seat', game = 'kuhn', first = '{bot}', second = 'random', hands = 2 }}\n"
        );
        desktop.experiment = Experiment::read(&(head.to_owned() + &cells)).expect("an experiment");
        let page = Page::of(&desktop.experiment, &desktop.results(), "hinterhand paper run kuhn");
        for part in [expected, "- seed: 1\n"] {
            assert!(page.markdown.contains(part), "no {part} in {}", page.markdown);
        }
    }
}

/// The second table has no test, and the claims are about what is not so, what nobody measured, and what is
/// so.
const MISSES: &str = r#"
[[tables.because]]
reason = "other-size"
of = ["pcfr+"]
text = "Half is a whole too much."

[[tables]]
title = "Shown"
rows = ["cfr"]
columns = ["value"]
cell = "{row}"
measure = "{column}"
theirs = [["-1/18"]]

[[claims]]
text = "{slow} is faster than {fast}"
over = { slow = ["cfr"], fast = ["cfr+", "pcfr+"] }
less = "{slow}: exploitability at 100"
than = "{fast}: exploitability at 100"
times = 2
known = "nobody"

[[claims.because]]
reason = "disagreement"
of = ["pcfr+"]
text = "It is slower."

[[claims]]
text = "Nobody knows"
less = "cfr: elegance"
than = "1"
known = "taste"
because = [{ reason = "unknown-detail", text = "Elegance is not measured." }]
"#;

/// Forty hands of random play are known to about 15 per cent: more than twice as wide as an interval of 5, and not as
/// one of 10.
#[test]
fn agreement_by_a_wide_interval_is_counted_apart() {
    for (half, wide) in [(5, 1), (10, 0)] {
        let text = format!(
            r#"name = "random"
            title = "Random play"
            papers = ["Kuhn 1950"]
            claim = "It is even."
            setup = "Hands."
            differs = "Nothing."
            cells = [{{ name = "random", work = {{ kind = "one-seat", game = "kuhn", first = "random", second = "random" }},
                small = {{ hands = 40 }}, full = {{ hands = 40 }} }}]
            [[tables]]
            title = "Won"
            rows = ["random"]
            columns = ["win %"]
            cell = "{{row}}"
            measure = "{{column}}"
            known = "by symmetry"
            test = "interval"
            theirs = [["50({half})"]]"#
        );
        let mut desktop = desktop();
        desktop.experiment = Experiment::read(&text).expect("an experiment");
        let results = desktop.run(1, &AtomicBool::new(false), |_, _| ());
        let tally = Tally::of(&desktop.experiment, &results);
        assert_eq!(tally.published, Counts { reproduced: 1, wide, ..Counts::default() });
        let told =
            "1 reproduced (1 of them by an interval of ours more than twice as wide as the printed one)";
        assert_eq!(tally.summary().contains(told), wide == 1, "{}", tally.summary());
    }
}

#[test]
fn what_is_missed_comes_first_with_its_reason() {
    let mut desktop = desktop();
    let [head, tail] = KUHN.split_once("[[claims]]").map(<[&str; 2]>::from).expect("it has a claim");
    let text = format!("{head}{MISSES}[[claims]]{tail}");
    desktop.experiment = Experiment::read(&text).expect("an experiment");
    let nothing = Tally::of(&desktop.experiment, &desktop.results());
    assert_eq!(nothing.published, Counts { untested: 7, ..Counts::default() }, "nothing is done yet");
    let results = desktop.run(1, &AtomicBool::new(false), |_, _| ());
    let tally = Tally::of(&desktop.experiment, &results);
    let expected = Counts { reproduced: 2, not_reproduced: 3, open: 1, untested: 1, wide: 0 };
    assert_eq!(tally.published, expected);
    assert_eq!(
        missing(&desktop.experiment, &results),
        Vec::<String>::new(),
        "what is told needs no complaint"
    );
    let page = Page::of(&desktop.experiment, &results, "hinterhand paper run kuhn").markdown;
    let place = |part: &str| page.find(part).unwrap_or_else(|| panic!("no {part} in {page}"));
    let parts = [
        "## What was not reproduced, and why",
        "**Not explained.**",
        "| Shown: cfr, value | -1/18 | ",
        "| cfr is faster than cfr+ | 2 times less | ",
        "**Other size:** Half is a whole too much.",
        "| Value: pcfr+, value | 0.5 | ",
        "## What is claimed",
    ];
    assert!(parts.map(place).is_sorted(), "{:?}", parts.map(place));
    assert!(
        place("**Real disagreement:** It is slower.") < place("| cfr is faster than pcfr+ | 2 times less | ")
    );
    assert!(place("| Nobody knows | less | none against 1.0000 | open |") < place("## What is claimed"));
    let reasons = Entry::of(&desktop.experiment, &results).reasons;
    assert_eq!(reasons.iter().map(|reason| reason.not_reproduced).sum::<usize>(), 3);
    assert_eq!((reasons.len(), reasons[0].reason.as_deref()), (4, None));
}

#[test]
fn what_does_not_fit_together_is_refused() {
    for (part, instead, expected) in [
        (
            "cell = \"{row}\"",
            "cell = \"x{row}\"",
            "table `Value` refers to cell `xcfr+`, which does not exist",
        ),
        (
            "theirs = [[\"-1/18\"], [\"0.5\"]]",
            "theirs = [[\"1\"]]",
            "`theirs` has other rows or columns than the table",
        ),
        ("than = \"cfr: ex", "than = \"dcfr: ex", "refers to cell `dcfr`"),
        ("lines = [\"cfr\", ", "lines = [\"lcfr\", ", "plot `Curves` refers to cell `lcfr`"),
        ("kind = \"convergence\"", "kind = \"converge\"", "unknown variant `converge`"),
        ("at = [20, 100]", "att = [20]", "unknown field `att`"),
        ("\"cfr+\", \"pcfr+\"] }", "\"cfr\"] }", "two cells are called `cfr`"),
        ("claim = \"The", "clam = \"The", "did you mean `claim`?"),
        ("name = \"kuhn\"", "name = \"../kuhn\"", "name `../kuhn`: allowed are small letters"),
        ("[\"cfr\", \"cfr+\", \"pcfr+\"] }", "[] }", "`over` has an empty list"),
        ("test = { within = 1e-3 }", "test = { factor = 0.5 }", "`factor` one from 1"),
        ("curve = \"exploitability\"", "measure = \"value\"", "give either a `curve`, or a `measure`"),
        (
            "than = \"cfr: exploitability at 100\"",
            "than = \"nan\"",
            "is neither `cell: measure` nor a number",
        ),
        (
            "known = \"Tammelin\"",
            "known = \"\"\ntimes = 2\nmargin = 5",
            "`times` is the size that was published",
        ),
        ("known = \"Tammelin\"", "known = \"\"\nmargin = 100", "`margin` must be a number of per cent"),
        ("known = \"Tammelin\"", "known = \"\"\ntimes = 0", "`times` must be a number above 0"),
        ("known = \"Tammelin\"", "known = \"\"\nover = { a = [] }", "`over` has an empty list"),
        (
            "known = \"Tammelin\"",
            "known = \"\"\nbecause = [{ reason = \"other-size\", text = \"\", of = [\"x\"] }]",
            "`because` is given for `x`, which is none of its words",
        ),
        (
            "test = { within = 1e-3 }",
            "because = [{ reason = \"other-size\", text = \"\", of = [\"x\"] }]",
            "`because` is given for `x`, which is not in it",
        ),
        ("log_y = true", "log_y = true\nlaw_at = [\"cfr\"]", "`law_at` needs `law_from` and `across`"),
        ("[\"0.5\"]]", "[\"half\"]]", "`half`: expected a number such as 8.2e-3"),
    ] {
        assert!(KUHN.contains(part), "{part}");
        let error = Experiment::read(&KUHN.replacen(part, instead, 1)).unwrap_err().to_string();
        assert!(error.contains(expected), "{instead}: {error}");
    }
}

#[test]
fn a_line_may_lead_from_one_measure_to_another() {
    let mut desktop = desktop();
    let plot = "[[plots]]\ntitle = 'Across'\nx = 'exploitability'\ny = 'value'\nlines = ['all']\ncell = '{at}'\n\
                measure = 'value'\nat = ['cfr', 'cfr+', 'pcfr+']\nacross = 'exploitability'\nlaw_from = 0.0\n";
    desktop.experiment = Experiment::read(&format!("{KUHN}\n{plot}")).expect("an experiment");
    let results = desktop.run(1, &AtomicBool::new(false), |_, _| ());
    assert_eq!(super::missing(&desktop.experiment, &results), Vec::<String>::new());
    let page = Page::of(&desktop.experiment, &results, "hinterhand paper run kuhn");
    assert!(page.pictures[1].1.contains("<path class=\"line0\""));
    // All values are below 0, which has no logarithm.
    assert!(page.markdown.contains("| all | too few points |"), "{}", page.markdown);
    let wrong = plot.replace("across = 'exploitability'\n", "");
    let error = Experiment::read(&format!("{KUHN}\n{wrong}")).unwrap_err().to_string();
    assert!(error.contains("numbers, or words and the measure `across`"), "{error}");
}

#[test]
fn what_is_asked_for_and_not_there_is_told() {
    let mut desktop = desktop();
    desktop.experiment = Experiment::read(
        &KUHN.replace("than = \"cfr: exploitability at 100", "than = \"cfr: exploitability at 99"),
    )
    .expect("an experiment");
    let results = desktop.run(1, &AtomicBool::new(false), |_, _| ());
    let found = missing(&desktop.experiment, &results);
    let expected = "cell `cfr` has no measure `exploitability at 99`; there is: ";
    let listed = |error: &String| error.starts_with(expected) && error.contains(", exploitability at 100,");
    assert!(found.len() == 1 && listed(&found[0]), "{found:?}");
}

#[test]
fn a_figure_that_is_no_number_is_found() {
    let nothing = Outcome::default().measure("x", Measure::exact(f64::NAN)).measure("y", Measure::exact(1.0));
    assert_eq!(nothing.senseless(), Some("x"));
    let curve = Outcome::default().curve("c", vec![[1.0, f64::INFINITY]]);
    assert_eq!(curve.senseless(), Some("c"));
    assert_eq!(Outcome::default().measure("y", Measure::estimated(1.0, None)).senseless(), None);
}
