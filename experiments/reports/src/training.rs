//! The report of a training: convergence, time and memory, parameters.

use hinterhand_charts::{Axis, Chart, Line, Scale};
use hinterhand_players::protocol::quoted;
use hinterhand_training::{Bout, LogHead, Point, Yardstick};

use super::format;
use super::page::{Cell, Markup, Page, name, text};

/// The width and height of the pictures.
const SIZE: [f64; 2] = [440.0, 300.0];

/// The maximum number of judgements in the table.
const MOST_ROWS: usize = 60;

/// The page of a training log of this name.
pub(super) fn page(head: Option<&LogHead>, log: &[Point], file: &str) -> Page {
    let made = format!("hinterhand report {} --out report.html", quoted(file));
    let title = head.map_or_else(|| file.to_owned(), |head| format!("{}, {}", head.title, head.algorithm));
    let mut lead = Markup::default();
    lead.within("p class=\"lead\"", |p| match log.last() {
        None => {
            p.text("The result was not judged: there are no figures.");
        }
        Some(last) => {
            let after = format!(
                "after {} and {} of training",
                format::counted(last.iteration, "iteration", "iterations"),
                format::seconds(last.seconds)
            );
            match (last.exploitability, Yardstick::Gauntlet.figure(last)) {
                (Some(exploitability), _) => {
                    p.text(format_args!("Exploitability {} {after}.", format::exact(exploitability)))
                }
                (None, won) => p.text(format_args!(
                    "{} a hand won against the gauntlet {after}.",
                    won.map_or_else(|| "\u{2013}".to_owned(), |won| format::signed(won, 4))
                )),
            };
        }
    });
    lead.raw("\n");
    let mut parts = Vec::new();
    if log.iter().any(|point| point.exploitability.is_some()) {
        parts.push(("convergence", "Convergence", convergence(log, &made)));
    }
    if log.iter().any(|point| !point.gauntlet.is_empty()) {
        parts.push(("gauntlet", "The gauntlet", gauntlet(log, &made)));
    }
    if !log.is_empty() {
        parts.push(("judgements", "The judgements", judgements(log, &made)));
    }
    parts.push(("trained", "What was trained", trained(head)));
    parts.push(("commands", "The commands", commands(head, &made)));
    Page { title, kind: "Training".to_owned(), lead, parts }
}

/// The curves.
fn convergence(log: &[Point], made: &str) -> Markup {
    let mut part = Markup::default();
    let exploitability = |point: &Point| point.exploitability;
    let iterations = |point: &Point| point.iteration as f64;
    part.within("div class=\"pair\"", |pair| {
        let lines = [line("", log, iterations, exploitability)];
        let svg = drawn("iterations", Scale::Logarithmic, "exploitability", lines);
        pair.within("div", |div| {
            div.element("h3", "By iterations").picture(&svg, "Exploitability by iterations");
        });
        let lines = [line("", log, |point| point.seconds, exploitability)];
        let svg = drawn("seconds of training", Scale::Logarithmic, "exploitability", lines);
        pair.within("div", |div| {
            div.element("h3", "By time").picture(&svg, "Exploitability by time");
        });
    });
    part.caption(
        "Exploitability: the average of what each player would win more by answering the others best, in units of the \
         payoff. Both axes are logarithmic. The times depend on the machine.",
        made,
    );
    if log.iter().any(|point| point.value.is_some()) {
        part.element("h3", "The value").raw("\n");
        let lines = [
            line("value", log, iterations, |point| point.value),
            line("upper bound", log, iterations, |point| point.value_high),
            line("lower bound", log, iterations, |point| point.value_low),
        ];
        part.picture(
            &drawn("iterations", Scale::Linear, "what player 0 wins", lines),
            "The value for player 0 with its bounds, by iterations",
        );
        part.caption(
            "What player 0 wins when both play by the strategy, and what each player is sure of. In a zero-sum game of two \
             the value of the game lies between the bounds for certain.",
            made,
        );
    }
    part
}

/// The results against each bot of the gauntlet.
fn gauntlet(log: &[Point], made: &str) -> Markup {
    let mut part = Markup::default();
    let bots: Vec<&str> =
        log.iter().rev().take(1).flat_map(|last| &last.gauntlet).map(|bout| &*bout.bot).collect();
    let of = |(at, name): (usize, &&str)| {
        line(name, log, |point| point.iteration as f64, |point| Some(point.gauntlet.get(at)?.mean))
    };
    let lines: Vec<Line> = bots.iter().enumerate().map(of).collect();
    part.picture(&drawn("iterations", Scale::Linear, "won in a hand", lines), "What was won, by iterations");
    let hands = log.last().and_then(|last| last.gauntlet.first()).map_or(0, |bout| bout.hands);
    part.caption(
        &format!(
            "What the strategy won in a hand on average, in {} against each bot on duplicate deals, which are the same at \
             every judgement. The table has the 95 % confidence intervals of the last judgement.",
            format::counted(hands, "hand", "hands")
        ),
        made,
    );
    let end = |end: Option<f64>| end.map_or_else(|| "\u{2013}".to_owned(), |end| format::signed(end, 4));
    let row = |bout: &Bout| -> Vec<Cell> {
        vec![
            name(&bout.bot).into(),
            format::whole(bout.hands).into(),
            format::signed(bout.mean, 4).into(),
            end(bout.mean_low).into(),
            end(bout.mean_high).into(),
        ]
    };
    let rows: Vec<Vec<Cell>> =
        log.last().map(|last| last.gauntlet.iter().map(row).collect()).unwrap_or_default();
    part.table("gauntlet", 1, &["bot", "hands", "won in a hand", "from", "to"], &rows);
    part
}

fn line(name: &str, log: &[Point], x: impl Fn(&Point) -> f64, y: impl Fn(&Point) -> Option<f64>) -> Line {
    Line {
        name: name.to_owned(),
        points: log.iter().filter_map(|point| Some((x(point), y(point)?))).collect(),
    }
}

fn drawn(x: &str, scale: Scale, y: &str, lines: impl Into<Vec<Line>>) -> String {
    let axis = |label: &str, scale| Axis { label: label.to_owned(), scale };
    let (x, y) = (axis(x, Scale::Logarithmic), axis(y, scale));
    Chart { title: String::new(), x, y, lines: lines.into() }.drawn(SIZE)
}

/// The table.
fn judgements(log: &[Point], made: &str) -> Markup {
    let optional = |number: Option<f64>| number.map_or_else(|| "\u{2013}".to_owned(), format::exact);
    let row = |point: &Point| -> Vec<Cell> {
        vec![
            format::whole(point.iteration).into(),
            format::seconds(point.seconds).into(),
            optional(point.exploitability).into(),
            optional(point.value).into(),
            optional(point.value_low).into(),
            optional(point.value_high).into(),
        ]
    };
    // The last one is always among them.
    let step = log.len().div_ceil(MOST_ROWS).max(1);
    let shown = log.iter().enumerate().filter(|(at, _)| (log.len() - 1 - at).is_multiple_of(step));
    let rows: Vec<Vec<Cell>> = shown.map(|(_, point)| row(point)).collect();
    let head = ["iteration", "time", "exploitability", "value", "lower bound", "upper bound"];
    let mut part = Markup::default();
    part.table("judgements", 0, &head, &rows);
    let listed = if step == 1 {
        "All judgements".to_owned()
    } else {
        format!("Every {step}th judgement and the last")
    };
    part.caption(&format!("{listed}, of {}. Judging does not count as training.", log.len()), made);
    part
}

/// The parameters of the training, its time and its memory.
fn trained(head: Option<&LogHead>) -> Markup {
    let mut part = Markup::default();
    let Some(head) = head else {
        part.element("p", "The log was written by an earlier version of the program and does not tell.");
        return part;
    };
    let value = |value: &serde_json::Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let options: Vec<String> =
        head.options.iter().map(|(key, given)| format!("{key}={}", value(given))).collect();
    let options = if options.is_empty() { "all as by default".to_owned() } else { options.join(" ") };
    let megabytes = |bytes: u64| format!("{} MB", format::number(bytes as f64 / 1e6, 1));
    part.facts(&[
        ("game", text(&head.title)),
        ("options of the game", text(options)),
        ("algorithm", text(&head.algorithm)),
        (
            "seed",
            text(
                head.seed
                    .map_or_else(|| "none: nothing is left to chance".to_owned(), |seed| seed.to_string()),
            ),
        ),
        ("iterations", text(format::whole(head.iterations))),
        ("training, judging left out", text(format::seconds(head.seconds))),
        ("building the tables", text(format::seconds(head.build_seconds))),
        ("threads", text(head.threads)),
        ("tables", text(megabytes(head.table_bytes))),
        (
            "most memory of the program",
            text(head.peak_memory_bytes.map_or_else(|| "not known".to_owned(), megabytes)),
        ),
        ("program", text(format_args!("hinterhand {}", head.version))),
    ]);
    part
}

/// The commands that made the strategy and the page.
fn commands(head: Option<&LogHead>, made: &str) -> Markup {
    let mut part = Markup::default();
    if let Some(head) = head {
        part.element(
            "p",
            "This was typed. The strategy after a number of iterations has the same bits on any number of threads; how many \
             iterations a time allows depends on the machine.",
        );
        // A call of a function has no words.
        match &head.command[..] {
            [call] => part.command(call),
            words => part.command(&words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")),
        }
    }
    part.element("p", "This writes this page:");
    part.command(made);
    part
}
