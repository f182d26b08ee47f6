//! The opening as tables in Markdown.

use std::io::{self, Write};

use hinterhand_players::strategy::kinderschnapsen::Equity;
use hinterhand_players::strategy::{About, Opening, OpeningHand, Part, RANKS};

use super::{led, of_turnup, percent, rules};

/// The probability from which on the text is that the leader always closes; below 1 minus this, that it never
/// closes.
pub(super) const SURE: f64 = 0.999;

/// A number with its bounds.
fn worth(value: f64, low: f64, high: f64) -> String {
    format!("{value:.5} ({low:.5} to {high:.5})")
}

/// One row for the strategy.
pub(super) fn row(about: &About, blake3: &str, opening: &Opening, out: &mut impl Write) -> io::Result<()> {
    writeln!(
        out,
        "| rules | value for the leader (bounds) | exploitability | iterations | leader closes at once | blake3 |\n\
         | --- | ---: | ---: | ---: | ---: | --- |"
    )?;
    let judged = &about.judged;
    let value = judged.values.first().zip(judged.bounds());
    let value = value.map_or_else(|| "-".to_owned(), |(&value, [low, high])| worth(value, low, high));
    writeln!(
        out,
        "| {} | {value} | {:.1e} | {} | {} | `{blake3}` |",
        rules(about),
        judged.exploitability(),
        about.iterations,
        percent(opening.close(None))
    )
}

/// A row for each turnup and one for all.
pub(super) fn turnups(about: &About, opening: &Opening, out: &mut impl Write) -> io::Result<()> {
    writeln!(
        out,
        "| turnup | value for the leader (bounds) | leader closes at once |\n| --- | ---: | ---: |"
    )?;
    for rank in RANKS {
        let letter = rank.letter().to_string();
        let part = about.judged.by_turnup.iter().find(|part| part.name == letter);
        let value = |&Part { value, value_low, value_high, .. }: &Part| worth(value, value_low, value_high);
        let value = part.map_or_else(|| "-".to_owned(), value);
        writeln!(out, "| {letter} | {value} | {} |", percent(opening.close(Some(rank))))?;
    }
    let all = about.judged.values.first().zip(about.judged.bounds());
    let all = all.map_or_else(|| "-".to_owned(), |(&value, [low, high])| worth(value, low, high));
    writeln!(out, "| all | {all} | {} |", percent(opening.close(None)))
}

/// A row for each kind of card.
pub(super) fn leads(opening: &Opening, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "| first lead | without closing | after closing |\n| --- | ---: | ---: |")?;
    let mut sums = [0.0; 2];
    for (trump, suit) in [(true, "trump"), (false, "plain")] {
        for rank in RANKS.into_iter().rev() {
            let both = [false, true].map(|closed| opening.lead(trump, rank, closed));
            sums = [sums[0] + both[0], sums[1] + both[1]];
            let [open, closed] = both.map(percent);
            writeln!(out, "| {suit} {} | {open} | {closed} |", rank.letter())?;
        }
    }
    let [open, closed] = sums.map(percent);
    writeln!(out, "| all | {open} | {closed} |")
}

/// The number of hands with which the leader closes always, sometimes and never.
pub(super) fn closing(opening: &Opening, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "| the leader closes | hands | share of the deals |\n| --- | ---: | ---: |")?;
    type Kind = fn(&OpeningHand) -> bool;
    let kinds: [(&str, Kind); 4] = [
        ("always (99.9 % or more)", |hand| hand.close >= SURE),
        ("mostly", |hand| (0.5..SURE).contains(&hand.close)),
        ("sometimes", |hand| hand.close > 1.0 - SURE && hand.close < 0.5),
        ("never (0.1 % or less)", |hand| hand.close <= 1.0 - SURE),
    ];
    for (name, is) in kinds {
        let hands = opening.hands.iter().filter(|hand| is(hand)).count();
        writeln!(out, "| {name} | {hands} | {} |", percent(opening.share(is)))?;
    }
    Ok(())
}

/// A table of the chosen hands for each turnup.
pub(super) fn hands(
    opening: &Opening,
    which: impl Fn(&OpeningHand) -> bool,
    out: &mut impl Write,
) -> io::Result<()> {
    for rank in RANKS {
        let hands: Vec<&OpeningHand> = of_turnup(opening, rank).filter(|hand| which(hand)).collect();
        if hands.is_empty() {
            continue;
        }
        writeln!(
            out,
            "Turnup {}\u{2660}:\n\n| hand | deals | closes | leads without closing | leads after closing |\n\
             | --- | ---: | ---: | --- | --- |",
            rank.letter()
        )?;
        for hand in hands {
            let OpeningHand { cards, close, open, closed, .. } = hand;
            // The remaining probabilities of an action that training gave up mean nothing.
            let open = if *close >= SURE { "-".to_owned() } else { led(cards, open) };
            let closed = closed.filter(|_| *close > 1.0 - SURE);
            let closed = closed.map_or_else(|| "-".to_owned(), |closed| led(cards, &closed));
            writeln!(out, "| {} | {} | {} | {open} | {closed} |", hand.text(), hand.deals, percent(*close))?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// A row for each score of the leader.
pub(super) fn equity(equity: &Equity, out: &mut impl Write) -> io::Result<()> {
    let scores: Vec<String> = (1..=equity.equity.len()).map(|score| score.to_string()).collect();
    writeln!(out, "| leader \\ other | {} |", scores.join(" | "))?;
    writeln!(out, "| --- |{}", " ---: |".repeat(scores.len()))?;
    for (score, row) in scores.iter().zip(&equity.equity) {
        let cells: Vec<String> = row.iter().map(|wins| format!("{wins:.4}")).collect();
        writeln!(out, "| {score} | {} |", cells.join(" | "))?;
    }
    let pairs = equity.equity_low.iter().flatten().zip(equity.equity_high.iter().flatten());
    let widest = pairs.map(|(low, high)| high - low).fold(0.0, f64::max);
    writeln!(out, "\nThe bounds of no number are further apart than {widest:.1e}.")
}
