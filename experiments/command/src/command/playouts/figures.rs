//! Statistics of games as text, as JSON and as a row of Markdown.

use std::io::Write;

use hinterhand_matches::statistics::{Counts, InfoSets, Statistics};
use serde_json::{Map, Value as Json, json};

use super::{Args, Measured, print_returns};

/// Prints the statistics in the form that `args` ask for.
pub(super) fn print(
    statistics: &Statistics,
    measured: &Measured,
    args: &Args,
    out: &mut impl Write,
) -> std::io::Result<()> {
    if args.json {
        writeln!(out, "{}", as_json(statistics, measured, args))
    } else if args.markdown {
        print_row(statistics, measured, args, out)
    } else {
        print_lines(statistics, measured, args, out)
    }
}

/// The endings with their numbers and shares, the most frequent first.
fn endings(statistics: &Statistics) -> Vec<(&str, u64, f64)> {
    let mut endings: Vec<(&str, u64)> =
        statistics.endings.iter().map(|(name, &games)| (name.as_str(), games)).collect();
    endings.sort_by_key(|&(name, games)| (std::cmp::Reverse(games), name));
    let all = statistics.playouts.games as f64;
    endings.into_iter().map(|(name, games)| (name, games, games as f64 / all)).collect()
}

fn as_json(statistics: &Statistics, measured: &Measured, args: &Args) -> Json {
    let counts = |counts: &Counts| {
        json!({
            "mean": counts.mean(), "percentile_99": counts.percentile(99), "max": counts.largest(),
        })
    };
    let endings: Map<String, Json> =
        endings(statistics).into_iter().map(|(name, games, _)| (name.to_owned(), json!(games))).collect();
    json!({
        "game": args.game,
        "options": measured.options,
        "player": args.player.name(),
        "seed": args.seed,
        "games": statistics.playouts.games,
        "moves": statistics.playouts.moves,
        "length": counts(&statistics.lengths),
        "choices": counts(&statistics.choices),
        "forced": statistics.forced(),
        "endings": endings,
        "mean_returns": statistics.playouts.mean_returns(),
        "interval_95": statistics.playouts.interval_95(),
        "info_sets": statistics.info_sets.of_each(),
        "info_sets_in_games": statistics.info_sets.games(),
    })
}

/// Mean, 99th percentile and maximum, separated by `between`.
fn three(counts: &Counts, between: &str) -> String {
    match (counts.mean(), counts.percentile(99), counts.largest()) {
        (Some(mean), Some(most), Some(largest)) => format!("{mean:.2}{between}{most}{between}{largest}"),
        _ => "-".to_owned(),
    }
}

fn percent(share: Option<f64>) -> String {
    share.map_or_else(|| "-".to_owned(), |share| format!("{:.2} %", 100.0 * share))
}

/// The number of information sets of each player, and of how many games if not of all.
fn info_sets(info_sets: &InfoSets, games: u64) -> String {
    let each: Vec<String> = info_sets.of_each().iter().map(usize::to_string).collect();
    let each = each.join(" + ");
    match info_sets.games() {
        0 => "too many to count".to_owned(),
        counted if counted < games => format!("{each} in the first {counted} games"),
        _ => each,
    }
}

fn print_lines(
    statistics: &Statistics,
    measured: &Measured,
    args: &Args,
    out: &mut impl Write,
) -> std::io::Result<()> {
    let games = statistics.playouts.games;
    writeln!(out, "player         {}: {}", args.player.name(), measured.rule)?;
    writeln!(out, "games          {games}")?;
    writeln!(out, "               mean, 99 %, max")?;
    writeln!(out, "length         {}", three(&statistics.lengths, ", "))?;
    writeln!(out, "choices        {}", three(&statistics.choices, ", "))?;
    writeln!(out, "forced         {}", percent(statistics.forced()))?;
    print_returns(&statistics.playouts, out)?;
    for (name, games, share) in endings(statistics) {
        writeln!(out, "ending         {name}: {games} ({})", percent(Some(share)))?;
    }
    writeln!(out, "info sets      {}", info_sets(&statistics.info_sets, games))
}

fn print_row(
    statistics: &Statistics,
    measured: &Measured,
    args: &Args,
    out: &mut impl Write,
) -> std::io::Result<()> {
    let played = &statistics.playouts;
    let value = |value: &Json| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let mut game = args.game.clone();
    for (key, given) in &measured.options {
        game += &format!(" {key}={}", value(given));
    }
    // Rounded first, so that nothing is printed as -0.0000.
    let four = |number: f64| format!("{:.4}", (number * 1e4).round() / 1e4 + 0.0);
    let balance = match (played.mean_returns()[0], played.interval_95()[0]) {
        (Some(mean), Some([low, high])) => format!("{} ({} to {})", four(mean), four(low), four(high)),
        (Some(mean), None) => four(mean),
        _ => "-".to_owned(),
    };
    let endings: Vec<String> = endings(statistics)
        .into_iter()
        .map(|(name, _, share)| format!("{name} {}", percent(Some(share))))
        .collect();
    writeln!(
        out,
        "| game | player | games | length: mean / 99 % / max | choices: mean / 99 % / max | forced \
         | mean return of player 0 (95 %) | endings | information sets |\n\
         | --- | --- | ---: | ---: | ---: | ---: | ---: | --- | ---: |"
    )?;
    writeln!(
        out,
        "| {game} | {} | {} | {} | {} | {} | {balance} | {} | {} |",
        args.player.name(),
        played.games,
        three(&statistics.lengths, " / "),
        three(&statistics.choices, " / "),
        percent(statistics.forced()),
        endings.join(", "),
        info_sets(&statistics.info_sets, played.games),
    )
}
