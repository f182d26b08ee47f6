//! The parts of the report about the plan, the bots, the meaning of the figures, and the commands that show
//! them.

use hinterhand_matches::store::KeptRun;
use hinterhand_matches::tournament::{Schedule, Unit};
use serde_json::{Map, Value as Json};

use super::Played;
use crate::format;
use crate::page::{Cell, Markup, name, text};

/// The plan, the bots with all their options, and the runs.
pub(super) fn played(played: &Played<'_>, options: &[Map<String, Json>], runs: &[KeptRun]) -> Markup {
    let (tournament, plan) = (played.tournament, &played.tournament.plan);
    let mut part = Markup::default();
    let mut facts = vec![
        ("game", text(played.title())),
        ("options of the game", listed(&plan.options, "all as by default")),
        ("players at the table", text(tournament.players)),
        ("schedule", text(schedule(&plan.schedule))),
        ("rounds", text(format::whole(plan.rounds.into()))),
        ("deals of a meeting", text(format::whole(plan.deals.into()))),
        ("bots at a table", text(plan.at_table)),
        ("seatings of a deal", text(format::whole(played.course.seatings()))),
        ("seed", text(plan.seed)),
    ];
    if plan.unit == Unit::Match {
        let contest =
            plan.contest.iter().map(|(key, value)| (key.clone(), Json::from(value.as_str()))).collect();
        facts.push(("played for", text("matches")));
        facts.push(("score above the hand", listed(&contest, "as the game has it")));
    }
    facts.push(("hash of the rules", text(&tournament.rules)));
    part.facts(&facts);
    part.element("h3", "The bots").raw("\n");
    let row = |(bot, options): (usize, &Map<String, Json>)| -> Vec<Cell> {
        let entrant = &plan.bots[bot];
        let mut spec = Markup::default();
        spec.element("code", &entrant.spec);
        let version = tournament.versions.get(bot).map_or("", String::as_str);
        vec![name(&entrant.name).into(), spec.into(), listed(options, "none").into(), text(version).into()]
    };
    let rows: Vec<Vec<Cell>> = options.iter().enumerate().take(plan.bots.len()).map(row).collect();
    part.table("texts bots", 4, &["bot", "asked for as", "all its options", "version"], &rows);
    part.element("h3", "The runs").raw("\n");
    let row = |run: &KeptRun| -> Vec<Cell> {
        let started = run.started.replace('T', " ").replace('Z', " UTC");
        let took = run.seconds.map_or_else(|| "not kept".to_owned(), format::seconds);
        vec![
            text(started).into(),
            text(&run.version).into(),
            text(run.threads).into(),
            format::whole(run.deals).into(),
            took.into(),
        ]
    };
    let rows: Vec<Vec<Cell>> = runs.iter().map(row).collect();
    part.table("runs", 2, &["began", "program", "threads", "deals", "time until it last kept some"], &rows);
    part
}

/// Keys with their values.
fn listed(map: &Map<String, Json>, none: &'static str) -> Markup {
    let value = |value: &Json| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let all: Vec<String> = map.iter().map(|(key, given)| format!("{key}={}", value(given))).collect();
    let mut markup = Markup::default();
    if all.is_empty() {
        markup.text(none);
    }
    for (at, pair) in all.iter().enumerate() {
        markup.raw(if at > 0 { " " } else { "" }).element("code", pair);
    }
    markup
}

fn schedule(schedule: &Schedule) -> String {
    match schedule {
        Schedule::RoundRobin => "round robin: everybody meets everybody".to_owned(),
        Schedule::Gauntlet { heads: 1 } => "gauntlet: the first bot meets all others".to_owned(),
        Schedule::Gauntlet { heads } => format!("gauntlet: the first {heads} bots meet all others"),
        Schedule::Swiss => "Swiss: those meet who have scored alike".to_owned(),
        Schedule::Sprt { elo0, elo1, alpha, beta, normal, points } => {
            let tested = points.map_or_else(
                || "hands won".to_owned(),
                |points| format!("game points, of which a hand has at most {points}"),
            );
            let normal = if *normal { ", by the normal approximation" } else { "" };
            format!(
                "sequential test of {tested}: Elo {elo0} against {elo1}, errors {alpha} and {beta}{normal}; at most \
                 all rounds"
            )
        }
    }
}

/// The meaning of the figures.
pub(super) fn reading(played: &Played<'_>) -> Markup {
    let (one, several) = played.unit();
    let mut part = Markup::default();
    let seatings = played.course.seatings();
    let won = match played.tournament.plan.unit {
        Unit::Hand => format!("what a hand pays in {}", played.title()),
        Unit::Match => "1 for a match won and \u{2212}1 for one lost".to_owned(),
    };
    for (term, meaning) in [
        (
            "Deal.",
            format!(
                "The cards of a deal come from the seed and its number alone, and every pairing plays the same deals, \
                 each from {}, so that luck falls on all alike. Deals are independent of each other; the {several} of \
                 one deal are not. So the deal is the unit of every interval.",
                format::counted(seatings, "seating", "seatings")
            ),
        ),
        (
            "Intervals.",
            "All are 95 % intervals. Those of a pair are by Student\u{2019}s t over its deals. The mean of a bot over \
             several opponents counts the same cards, played against two of them, as if they were others."
                .to_owned(),
        ),
        (
            "Margin.",
            format!("Half of what a bot won more than the other, on average over the seatings of a deal; its unit is {won}."),
        ),
        ("Share.", format!("The share of {several} in which a bot won more than the other; a draw counts as half a {one} won.")),
        (
            "Rating.",
            "The likeliest ratings in the model of Bradley and Terry with draws as Davidson has them, on Elo\u{2019}s \
             scale, on which 400 points are odds of 10 to 1; their errors come from how much the deals differ. Above and \
             below: a bot has only won, or only lost, and no number is large enough."
                .to_owned(),
        ),
    ] {
        part.within("p", |p| { p.element("strong", term).raw(" ").text(meaning); });
        part.raw("\n");
    }
    part
}

/// The commands that made and show everything.
pub(super) fn commands(played: &Played<'_>) -> Markup {
    let mut part = Markup::default();
    part.within("p", |p| {
        p.text(format_args!(
            "This plays the same tournament, with seed {}: the same hands on any number of threads, as long as no bot goes \
             by the clock.",
            played.tournament.plan.seed
        ));
    });
    match played.tournament.plan.command(played.file) {
        Some(command) => part.long_command(&command),
        None => {
            part.element("p", "A bot has a name with `,spec=` in it, which only a file can give it; so there is no command.");
        }
    }
    part.element("p", "This shows the standing and the table of pairs, and, with --json, all their figures:");
    part.command(&played.shown_by("tournament show"));
    part.element("p", "This lists the hands, with steps, values and times of all decisions:");
    part.command(&(played.shown_by("tournament export") + " --format csv"));
    part.element("p", "This writes this page:");
    part.command(&played.reported_by());
    part
}
