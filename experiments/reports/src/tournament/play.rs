//! The parts of the report about the hands: lengths, endings, effort of the decisions, forfeits.

use hinterhand_charts::Histogram;

use super::Played;
use super::hands::Effort;
use crate::format;
use crate::page::{Cell, Markup, name, text};

/// More kinds of ends or faults than these are not listed.
const MOST_ROWS: usize = 30;

/// The lengths and the endings of the hands.
pub(super) fn hands(played: &Played<'_>) -> Markup {
    let (hands, mut part) = (played.hands, Markup::default());
    let finished: u64 = hands.lengths.values().sum();
    if finished == 0 {
        part.element("p", "No hand was played to its end.");
        return part;
    }
    part.element("h3", "Length");
    let counts = hands.lengths.clone();
    let histogram = Histogram { x: "actions in a hand".to_owned(), y: "% of hands".to_owned(), counts };
    let width = histogram.bar_width();
    part.raw("\n").picture(&histogram.svg(), "How many hands have each length");
    let sum: u64 = hands.lengths.iter().map(|(length, times)| length * times).sum();
    let ends = (hands.lengths.first_key_value(), hands.lengths.last_key_value());
    let (shortest, longest) = (ends.0.map_or(0, |end| *end.0), ends.1.map_or(0, |end| *end.0));
    let bar =
        if width == 1 { "each bar is one length".to_owned() } else { format!("each bar is {width} lengths") };
    part.caption(
        &format!(
            "Actions of all players, of {}; {bar}. From {shortest} to {longest}, on average {}.",
            format::counted(finished, "hand", "hands"),
            format::number(sum as f64 / finished as f64, 2)
        ),
        &played.reported_by(),
    );
    part.element("h3", "End").raw("\n");
    match &hands.replayed {
        None => unknown(&mut part),
        Some(replayed) => {
            let mut endings: Vec<(&String, u64)> =
                replayed.endings.iter().map(|(ending, times)| (ending, *times)).collect();
            endings.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
            let most = endings.first().map_or(1, |(_, times)| *times) as f64;
            let row = |(ending, times): &(&String, u64)| {
                let share = *times as f64 / finished as f64;
                let mut bar = Markup::default();
                bar.element("span", format::percent(share));
                let bar = Cell::coloured(bar, "bar", *times as f64 / most);
                vec![text(ending).into(), format::whole(*times).into(), bar]
            };
            let rows: Vec<Vec<Cell>> = endings.iter().take(MOST_ROWS).map(row).collect();
            part.table("endings", 1, &["how it ended", "hands", "share"], &rows);
            let left = endings.len().saturating_sub(MOST_ROWS);
            let more = if left > 0 { format!(" {left} rarer ends are left out.") } else { String::new() };
            part.caption(
                &format!("Found by playing all hands again by the rules.{more}"),
                &played.reported_by(),
            );
        }
    }
    part
}

fn unknown(part: &mut Markup) {
    part.element(
        "p",
        "This is found by playing the hands again, and this version of the program has other rules than those by which \
         they were played.",
    );
}

/// The effort of the decisions of each bot.
pub(super) fn decisions(played: &Played<'_>) -> Markup {
    let mut part = Markup::default();
    let Some(replayed) = &played.hands.replayed else {
        unknown(&mut part);
        return part;
    };
    let row = |&bot: &usize| {
        let effort: &Effort = &replayed.efforts[bot];
        let each = |sum: u64| sum as f64 / effort.decisions.max(1) as f64;
        let time = |micros: f64| format::seconds(micros / 1e6);
        let steps =
            if effort.steps == 0 { "\u{2013}".to_owned() } else { format::number(each(effort.steps), 1) };
        vec![
            name(played.bot(bot)).into(),
            format::whole(effort.decisions).into(),
            steps.into(),
            time(each(effort.total())).into(),
            time(effort.quantile(0.5) as f64).into(),
            time(effort.quantile(0.99) as f64).into(),
            time(effort.quantile(1.0) as f64).into(),
            time(effort.total() as f64).into(),
        ]
    };
    let rows: Vec<Vec<Cell>> = played.standings.order().iter().map(row).collect();
    let head = ["bot", "decisions", "steps each", "mean time", "median", "99 %", "longest", "in all"];
    part.table("decisions", 1, &head, &rows);
    part.caption(
        "Every action of a player, forced ones too. Steps are those of a search, and \u{2013} means that there is none. \
         Times are kept in whole microseconds; they depend on the machine and on what else it did, and a seed does not \
         repeat them.",
        &played.reported_by(),
    );
    part
}

/// The forfeited hands by bot and reason.
pub(super) fn forfeits(played: &Played<'_>) -> Markup {
    let mut found: Vec<_> = played.hands.forfeits.iter().collect();
    found.sort_by(|a, b| b.1.cmp(a.1).then(a.0.cmp(b.0)));
    let row =
        |((bot, kind, reason), times): &(&(usize, hinterhand_players::protocol::FaultKind, String), &u64)| {
            vec![
                name(played.bot(*bot)).into(),
                text(kind).into(),
                name(reason).into(),
                format::whole(**times).into(),
            ]
        };
    let rows: Vec<Vec<Cell>> = found.iter().take(MOST_ROWS).map(row).collect();
    let mut part = Markup::default();
    part.table("texts forfeits", 3, &["bot", "fault", "reason", "hands"], &rows);
    let all: u64 = played.hands.forfeits.values().sum();
    let left = found.len().saturating_sub(MOST_ROWS);
    let more = if left > 0 { format!(" {left} rarer reasons are left out.") } else { String::new() };
    part.caption(
        &format!(
            "{} of {} ended with a fault of a bot, which counts for it the least that the game can pay.{more}",
            format::whole(all),
            format::counted(played.hands.count, "hand", "hands")
        ),
        &played.reported_by(),
    );
    part
}
