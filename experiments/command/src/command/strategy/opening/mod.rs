//! `hinterhand strategy opening`: the first decision of a hand of Kinderschnapsen.

mod markdown;

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Context as _, anyhow};
use clap::ValueEnum;
use hinterhand_engine::tricks::{Card, Rank};
use hinterhand_players::files::column_file::replace;
use hinterhand_players::strategy::kinderschnapsen::Equity;
use hinterhand_players::strategy::{About, Opening, OpeningHand, RANKS, StrategyFile};
use serde_json::{Map, Value as Json, json};

use super::{ScoreArg, load, open};
use crate::command::{Done, Failure, output, written};
use hinterhand_training::opening_map;

/// Show the first decision of a strategy for Kinderschnapsen with every hand
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  hinterhand strategy opening hand.strategy
  hinterhand strategy opening hand.strategy --svg hand.svg --json

Trump is spades. Hands that differ only in the names of the plain suits are one hand, so there are 89 for each of the
four turnups. `open` is the probability of leading each card without closing, which with `close` sums to 1; `closed` is
the probability of leading each card after closing. All are means over the names of the suits; `largest_difference` is
the largest difference between two names.")]
pub(super) struct Args {
    /// The file with the strategy
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// Print a part as a table in Markdown
    #[arg(long, value_name = "PART", value_enum, conflicts_with = "json")]
    markdown: Option<Part>,
    /// Draw a heat map, hands by actions, into this file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    #[command(flatten)]
    score: ScoreArg,
}

/// The tables in Markdown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Part {
    /// One row for the strategy: rules, value, how often the leader closes
    Row,
    /// A row for each turnup: value, how often the leader closes
    Turnups,
    /// A row for each kind of card: how often it is led first
    Leads,
    /// The number of hands with which the leader closes always, sometimes or never
    Closing,
    /// The hands with which the leader does not always close
    Doubtful,
    /// All hands
    Hands,
    /// For a strategy for the whole game: the leader's probability of winning it from each score
    Equity,
}

pub(super) fn run(args: &Args) -> Done {
    if args.score.score.is_some() && args.markdown == Some(Part::Equity) {
        return Err(Failure::Usage(anyhow!("--score: the table of --markdown equity has all scores")));
    }
    let file = open(&args.file)?;
    let about = file.about();
    let opening = ask(&file, args.score)?;
    if let Some(path) = &args.svg {
        let title = format!("The first lead of Kinderschnapsen ({})", rules(about));
        let svg = opening_map(&opening, title).svg();
        replace(path, &mut |out| out.write_all(svg.as_bytes()))
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    let mut out = output();
    match args.markdown {
        Some(Part::Row) => markdown::row(about, &file.file().blake3(), &opening, &mut out)?,
        Some(Part::Turnups) => markdown::turnups(about, &opening, &mut out)?,
        Some(Part::Leads) => markdown::leads(&opening, &mut out)?,
        Some(Part::Closing) => markdown::closing(&opening, &mut out)?,
        Some(Part::Doubtful) => {
            markdown::hands(&opening, |hand| hand.close < markdown::SURE, &mut out)?;
        }
        Some(Part::Hands) => markdown::hands(&opening, |_| true, &mut out)?,
        Some(Part::Equity) => markdown::equity(equity_of(about)?, &mut out)?,
        None if args.json => writeln!(out, "{}", as_json(about, &opening))?,
        None => print(about, &opening, &mut out)?,
    }
    written(out)
}

/// The probabilities of winning the whole game.
fn equity_of(about: &About) -> anyhow::Result<&Equity> {
    about.equity.as_ref().ok_or_else(|| anyhow!("a strategy for a single hand, not for the whole game"))
}

/// The opening of a strategy for Kinderschnapsen.
fn ask(file: &StrategyFile, score: ScoreArg) -> Result<Opening, Failure> {
    let game = load(file.about())?;
    let hand = game.hand().ok_or_else(|| {
        anyhow!("a strategy for {}, but only kinderschnapsen has this opening", game.name())
    })?;
    Ok(Opening::of(&hand, &score.strategy(file, &game)?))
}

/// The hands of a turnup.
fn of_turnup(opening: &Opening, rank: Rank) -> impl Iterator<Item = &OpeningHand> {
    opening.hands.iter().filter(move |hand| hand.turnup.rank() == rank)
}

/// The options of a strategy in one line.
fn rules(about: &About) -> String {
    let value = |value: &Json| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let options: Vec<String> =
        about.options.iter().map(|(key, given)| format!("{key}={}", value(given))).collect();
    if options.is_empty() { "defaults".to_owned() } else { options.join(" ") }
}

fn as_json(about: &About, opening: &Opening) -> Json {
    let by_turnup: Map<String, Json> = RANKS
        .iter()
        .map(|rank| {
            let judged = about.judged.by_turnup.iter().find(|part| part.name.starts_with(rank.letter()));
            let part = json!({
                "close": opening.close(Some(*rank)),
                "value": judged.map(|part| part.value),
                "value_low": judged.map(|part| part.value_low),
                "value_high": judged.map(|part| part.value_high),
            });
            (rank.letter().to_string(), part)
        })
        .collect();
    let hand = |hand: &OpeningHand| {
        json!({
            "turnup": hand.turnup.to_string(),
            "cards": hand.cards.map(|card| card.to_string()),
            "deals": hand.deals,
            "close": hand.close,
            "open": hand.open,
            "closed": hand.closed,
        })
    };
    let mut json = json!({
        "game": about.game,
        "options": about.options,
        "close": opening.close(None),
        "by_turnup": by_turnup,
        "largest_difference": opening.largest_difference,
    });
    json["hands"] = opening.hands.iter().map(hand).collect();
    json
}

/// A share in percent.
fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// Cards with the probabilities of leading them, without those below 0.05 %.
fn led(cards: &[Card; 3], leads: &[f64; 3]) -> String {
    let mut led: Vec<(&Card, f64)> =
        cards.iter().zip(leads.iter().copied()).filter(|(_, lead)| *lead >= 0.0005).collect();
    led.sort_by(|a, b| b.1.total_cmp(&a.1));
    if let [(only, 0.9995..)] = led[..] {
        return format!("{only:#}");
    }
    let texts: Vec<String> =
        led.into_iter().map(|(card, lead)| format!("{card:#} {}", percent(lead))).collect();
    texts.join(", ")
}

fn print(about: &About, opening: &Opening, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "rules           {}", rules(about))?;
    writeln!(out, "closes          {} of all deals", percent(opening.close(None)))?;
    for rank in RANKS {
        let word = format!("turnup {}", rank.letter());
        writeln!(out, "  {word:<14}{}", percent(opening.close(Some(rank))))?;
    }
    writeln!(
        out,
        "differences     {:.1e} between names of the same hand at most",
        opening.largest_difference
    )?;
    for rank in RANKS {
        writeln!(out, "\nturnup {}, trump is spades", rank.letter())?;
        for hand in of_turnup(opening, rank) {
            let closed = hand.closed.map_or_else(String::new, |closed| led(&hand.cards, &closed));
            let (cards, close) = (hand.text(), percent(hand.close));
            let open = led(&hand.cards, &hand.open);
            writeln!(
                out,
                "  {cards}  {} deals, close {close:>7}, open: {open}; closed: {closed}",
                hand.deals
            )?;
        }
    }
    Ok(())
}
