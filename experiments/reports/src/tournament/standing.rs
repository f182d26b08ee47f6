//! The parts of the report about the standings: ranks with ratings, and the cross table.

use hinterhand_charts::{Dot, DotPlot};
use hinterhand_matches::ratings::{Gap, Moments, Verdict};
use hinterhand_matches::tournament::{LEVEL, Schedule};

use super::Played;
use crate::format;
use crate::page::{Cell, Markup, name, text};

/// The ranks with ratings, as a picture and as a table; of a test also where it stands.
pub(super) fn ranks(played: &Played<'_>) -> Markup {
    let (standings, plan) = (played.standings, &played.tournament.plan);
    let mut part = Markup::default();
    let of = |bot: &usize| {
        let rating = standings.bots()[*bot].rating;
        let dot = match rating.unwrap_or(Gap::Unknown) {
            gap @ Gap::Points { elo, .. } => {
                Dot::Here { at: elo, interval: gap.interval(LEVEL).unwrap_or([elo; 2]) }
            }
            Gap::Above => Dot::Above,
            Gap::Below => Dot::Below,
            Gap::Unknown => Dot::Nowhere,
        };
        (played.bot(*bot).to_owned(), dot)
    };
    let rows = standings.order().iter().map(of).collect();
    let label = "rating in points of Elo\u{2019}s scale, 0 is the mean".to_owned();
    part.picture(&DotPlot { label, rows }.svg(), "The ratings of the table below, with their intervals");
    let swiss = plan.schedule == Schedule::Swiss;
    let mut head = vec!["", "bot"];
    head.extend(swiss.then_some("points"));
    head.extend(["Elo", "share %", "margin", "won", "drawn", "lost", "deals"]);
    let row = |(rank, &bot): (usize, &usize)| {
        let standing = &standings.bots()[bot];
        let mut row: Vec<Cell> = vec![(rank + 1).to_string().into(), name(played.bot(bot)).into()];
        if swiss {
            row.push(standing.points.map_or_else(String::new, |points| points.to_string()).into());
        }
        row.push(standing.rating.as_ref().map_or_else(String::new, elo).into());
        row.push(format::mean(&standing.share, 100.0, 1, false).into());
        row.push(format::mean(&standing.margin, 1.0, 3, true).into());
        row.extend(standing.counts.map(|count| format::whole(count).into()));
        row.push(format::whole(standing.margin.count()).into());
        row
    };
    let rows: Vec<Vec<Cell>> = standings.order().iter().enumerate().map(row).collect();
    part.table("standing", 2, &head, &rows);
    let (one, several) = played.unit();
    part.caption(
        &format!(
            "Bars, and numbers after \u{b1}: 95 % intervals, whose unit is the deal. Share: {several} won, draws as \
             halves. Margin: what a {one} brought more than the others had, halved; in a game of two, what was won."
        ),
        &played.shown_by("tournament show"),
    );
    test(played, &mut part);
    part
}

/// The state of a sequential test.
fn test(played: &Played<'_>, part: &mut Markup) {
    let (Some(test), Schedule::Sprt { elo0, elo1, alpha, beta, .. }) =
        (played.course.test(), played.tournament.plan.schedule)
    else {
        return;
    };
    let (first, sprt) = (played.bot(0), test.sprt());
    part.element("h3", "The sequential test").raw("\n").within("p", |p| { match test.verdict() {
        Verdict::Open => p.text("It is not decided yet."),
        Verdict::Passed => p.text("Passed: ").name(first).text(format_args!(
            " is taken to be better by {elo1} points of Elo\u{2019}s scale. A bot better by only {elo0} comes so far \
             with a probability of at most {alpha}."
        )),
        Verdict::Failed => p.text("Failed: ").name(first).text(format_args!(
            " is taken to be better by no more than {elo0} points of Elo\u{2019}s scale. A bot better by {elo1} falls so \
             low with a probability of at most {beta}."
        )),
    }; });
    let [low, high] = sprt.bounds();
    let counts: Vec<String> = sprt.counts().iter().map(|&count| format::whole(count)).collect();
    part.facts(&[
        ("log likelihood ratio", text(format::signed(sprt.log_likelihood_ratio(), 3))),
        (
            "decided below, and above",
            text(format_args!("{} and {}", format::signed(low, 3), format::signed(high, 3))),
        ),
        ("deals tested", text(format::whole(test.deals()))),
        ("deals by result, the worst first", text(counts.join(" \u{b7} "))),
    ]);
}

/// The cross table.
pub(super) fn pairs(played: &Played<'_>) -> Markup {
    let (standings, order) = (played.standings, played.standings.order());
    let mean = |row: usize, column: usize| standings.margin(row, column).mean().unwrap_or(0.0).abs();
    let all = order.iter().flat_map(|&row| order.iter().map(move |&column| mean(row, column)));
    let largest = all.fold(f64::MIN_POSITIVE, f64::max);
    let numbers: Vec<String> = (1..=order.len()).map(|rank| rank.to_string()).collect();
    let mut head = vec!["", "bot"];
    head.extend(numbers.iter().map(String::as_str));
    let row = |(rank, &bot): (usize, &usize)| {
        let mut row: Vec<Cell> = vec![(rank + 1).to_string().into(), name(played.bot(bot)).into()];
        row.extend(order.iter().map(|&other| {
            let (margin, share) = (standings.margin(bot, other), standings.share(bot, other));
            cell(&margin, &share, largest)
        }));
        row
    };
    let rows: Vec<Vec<Cell>> = order.iter().enumerate().map(row).collect();
    let mut part = Markup::default();
    part.table("cross", 2, &head, &rows);
    let (one, several) = played.unit();
    part.caption(
        &format!(
            "What the bot of a row won against that of a column, per {one}, \u{b1} half of the 95 % interval over deals \
             that both played; below it the share of {several} won. Blue is won, orange is lost; bold: the interval \
             does not contain 0."
        ),
        &played.shown_by("tournament show"),
    );
    part
}

fn cell(margin: &Moments, share: &Moments, largest: f64) -> Cell {
    let Some(mean) = margin.mean() else { return Cell::default() };
    let sure = margin.student(LEVEL).is_some_and(|[low, high]| low > 0.0 || high < 0.0);
    let class = match (mean >= 0.0, sure) {
        (true, true) => "gain sure",
        (true, false) => "gain",
        (false, true) => "loss sure",
        (false, false) => "loss",
    };
    let mut inside = text(format::mean(margin, 1.0, 3, true));
    inside.element("span class=\"small\"", format_args!("{} %", format::mean(share, 100.0, 1, false)));
    Cell::coloured(inside, class, mean.abs() / largest)
}

fn elo(rating: &Gap) -> String {
    match rating {
        Gap::Points { elo, .. } => {
            let half = rating.interval(LEVEL).map_or(0.0, |[low, high]| (high - low) / 2.0);
            format!("{} \u{b1} {}", format::signed(*elo, 1), format::number(half, 1))
        }
        Gap::Above => "above".to_owned(),
        Gap::Below => "below".to_owned(),
        Gap::Unknown => "\u{2013}".to_owned(),
    }
}
