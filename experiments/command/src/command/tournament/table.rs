//! The standings as text.

use std::io::{self, Write};

use hinterhand_matches::ratings::{Gap, Moments, Verdict};
use hinterhand_matches::tournament::{Course, Forfeits, LEVEL, Schedule, Standings, Test, Unit};

/// The standings while a tournament is played: without ratings, which take time to compute.
pub(super) fn running(course: &Course) -> String {
    let mut text = Vec::new();
    let written = ranks(course, &course.standings(false), &mut text);
    written.expect("a vector takes all");
    String::from_utf8(text).expect("names are text")
}

/// The ranks, the cross table, and the forfeited hands.
pub(super) fn print(course: &Course, forfeits: &Forfeits, out: &mut impl Write) -> io::Result<()> {
    let standings = course.standings(true);
    let (plan, deals) = (course.plan(), course.deals());
    let unit = match plan.unit {
        Unit::Hand => "hands",
        Unit::Match => "matches",
    };
    writeln!(out, "{}: {}, seed {}", plan.name, plan.game, plan.seed)?;
    writeln!(out, "{deals} of {} deals, {} {unit}\n", course.all_deals(), deals * course.seatings())?;
    ranks(course, &standings, out)?;
    if plan.bots.len() > 2 {
        cross_table(course, &standings, out)?;
    }
    for (bot, counts) in forfeits.bots() {
        writeln!(out, "\n{} forfeited hands: {counts}", plan.bots[bot].name)?;
    }
    writeln!(
        out,
        "\nAfter ±: half of the 95 % interval. A margin is what is won by a {}.",
        &unit[..unit.len() - if plan.unit == Unit::Hand { 1 } else { 2 }]
    )
}

fn ranks(course: &Course, standings: &Standings, out: &mut impl Write) -> io::Result<()> {
    let plan = course.plan();
    let swiss = plan.schedule == Schedule::Swiss;
    let mut head = vec!["", "bot"];
    head.extend(swiss.then_some("points"));
    head.extend(["deals", "won", "drawn", "lost", "share %", "margin"]);
    let rated = standings.bots().iter().any(|standing| standing.rating.is_some());
    head.extend(rated.then_some("Elo"));
    let mut rows = vec![head.into_iter().map(str::to_owned).collect::<Vec<_>>()];
    for (rank, &bot) in standings.order().iter().enumerate() {
        let standing = &standings.bots()[bot];
        let mut row = vec![(rank + 1).to_string(), plan.bots[bot].name.clone()];
        row.extend(standing.points.map(|points| points.to_string()));
        row.push(standing.margin.count().to_string());
        row.extend(standing.counts.map(|count| count.to_string()));
        row.push(with_error(&standing.share, 100.0, 2));
        row.push(with_error(&standing.margin, 1.0, 4));
        row.extend(standing.rating.map(|rating| elo(&rating)));
        rows.push(row);
    }
    print_columns(&rows, 2, out)?;
    course.test().map_or(Ok(()), |test| print_test(test, out))
}

fn print_test(test: &Test, out: &mut impl Write) -> io::Result<()> {
    let sprt = test.sprt();
    let ([low, high], ratio) = (sprt.bounds(), sprt.log_likelihood_ratio());
    writeln!(
        out,
        "test: {}, log likelihood ratio {ratio:.3} (from {low:.3} to {high:.3}) after {} deals",
        test.verdict().word(),
        test.deals()
    )?;
    let counts: Vec<String> = sprt.counts().iter().map(u64::to_string).collect();
    writeln!(out, "deals by result, worst first: {}", counts.join(" "))?;
    match test.verdict() {
        Verdict::Open => Ok(()),
        Verdict::Passed => writeln!(out, "the first bot is taken to be better by `elo1`"),
        Verdict::Failed => writeln!(out, "the first bot is taken to be no better than by `elo0`"),
    }
}

fn cross_table(course: &Course, standings: &Standings, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "\nmargin of the row against the column")?;
    let order = standings.order();
    let mut head = vec![String::new(), "bot".to_owned()];
    head.extend((1..=order.len()).map(|rank| rank.to_string()));
    let mut rows = vec![head];
    for (rank, &bot) in order.iter().enumerate() {
        let mut row = vec![(rank + 1).to_string(), course.plan().bots[bot].name.clone()];
        row.extend(order.iter().map(|&other| {
            if other == bot { String::new() } else { with_error(&standings.margin(bot, other), 1.0, 3) }
        }));
        rows.push(row);
    }
    print_columns(&rows, 2, out)
}

/// A mean and half of its interval.
fn with_error(moments: &Moments, scale: f64, digits: usize) -> String {
    let Some(mean) = moments.mean() else { return "-".to_owned() };
    let half = moments.student(LEVEL).map(|[low, high]| (high - low) / 2.0);
    let mean = rounded(scale * mean, digits);
    half.map_or_else(|| mean.clone(), |half| format!("{mean} ± {:.digits$}", scale * half))
}

/// A number with this many digits, and never `-0`.
fn rounded(number: f64, digits: usize) -> String {
    let text = format!("{number:.digits$}");
    match text.strip_prefix('-') {
        Some(rest) if rest.bytes().all(|digit| matches!(digit, b'0' | b'.')) => rest.to_owned(),
        _ => text,
    }
}

fn elo(rating: &Gap) -> String {
    match rating {
        Gap::Points { elo, .. } => {
            let half = rating.interval(LEVEL).map_or(0.0, |[low, high]| (high - low) / 2.0);
            format!("{elo:+.1} ± {half:.1}")
        }
        Gap::Above => "above".to_owned(),
        Gap::Below => "below".to_owned(),
        Gap::Unknown => "-".to_owned(),
    }
}

/// Prints columns, of which the first ones are words and the others numbers.
pub(super) fn print_columns(rows: &[Vec<String>], words: usize, out: &mut impl Write) -> io::Result<()> {
    let width = |column: usize| rows.iter().filter_map(|row| Some(row.get(column)?.chars().count())).max();
    let widths: Vec<usize> = (0..).map_while(width).collect();
    for row in rows {
        let mut line = String::new();
        for (column, (cell, width)) in row.iter().zip(&widths).enumerate() {
            let gap = " ".repeat(width - cell.chars().count());
            let pause = if column == 0 { "" } else { "  " };
            line += pause;
            line += &if column < words { format!("{cell}{gap}") } else { format!("{gap}{cell}") };
        }
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::rounded;

    #[test]
    fn nothing_has_no_sign() {
        for (number, text) in [
            (-1e-17, "0.000"),
            (-0.0, "0.000"),
            (-0.0004, "0.000"),
            (-0.0006, "-0.001"),
            (0.5, "0.500"),
            (-10.0, "-10.000"),
        ] {
            assert_eq!(rounded(number, 3), text);
        }
    }
}
