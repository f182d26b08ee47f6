//! `hinterhand tournament luck`: the scores of a tournament with reduced variance (AIVAT).

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::num::NonZeroU32;
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::Ordering;

use anyhow::{Context as _, anyhow};
use hinterhand_engine::{Contest, Game as _, Player};
use hinterhand_matches::luck::{DealLuck, Judge, JudgeError, Way, Worth};
use hinterhand_matches::ratings::{DealScore, Freed, Score};
use hinterhand_matches::store::{DealOf, Durability, Store, StoreError, Tournament};
use hinterhand_matches::tournament::{Hand, LEVEL, Payoffs, Plan, Seats, Unit};
use hinterhand_players::bots::{Bot, BotError, BotSpec};
use hinterhand_players::games::{self, GameError, LoadedGame};
use hinterhand_players::option_value;
use hinterhand_players::protocol::quoted;
use hinterhand_players::strategy::rules_hash;
use rayon::prelude::*;
use serde_json::{Value as Json, json};

use super::super::progress::Progress;
use super::super::{Done, Failure, complain, interrupt, output, program, written};
use super::Stored;
use super::table::print_columns;

/// Print the scores of a tournament with the luck removed (AIVAT)
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  hinterhand tournament luck sixty-six.db --by ismcts:iterations=100 --playouts 32 --ask 4
  hinterhand tournament luck kinderschnapsen.db --by table:kinderschnapsen.strategy --playouts all --ask 2

For every two bots of a tournament, prints four scores with the same mean: plain, as if each hand had cards of its own;
duplicate, where the results with the same cards from all seats are one number; and both of these freed of luck. Luck is
the value of the deal, the value of what was drawn above the mean of what could have been drawn, and the value of a
decision above the mean of what the bot decides when it is asked again (always 0 for deterministic bots). The share of
luck that is subtracted is estimated from other deals, so that every score is unbiased whatever the values of positions
are (AIVAT), except where a sequential test ended the tournament early.

The value of a position is estimated by a bot that plays it to its end for all sides, or by one bot for each entrant, such
as the same one with less time. With `all` playouts all ways to the end are weighed instead, for strategies in files. Bots
with a time limit and external programs are not asked again. Judged deals are kept in the store; Ctrl-C stops, and the
same command continues. Nothing depends on the number of threads.")]
pub(in super::super) struct Args {
    #[command(flatten)]
    stored: Stored,
    /// The bot that estimates the values of positions; or one for each entrant, in their order, that plays in
    /// its place
    #[arg(long, value_name = "BOT", default_value = "ismcts:iterations=100")]
    by: Vec<String>,
    /// The number of times that it plays a position to its end, or `all` to weigh all ways
    #[arg(long, value_name = "N", default_value = "32", value_parser = way)]
    playouts: Way,
    /// The number of times that the bots are asked again for each decision
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(..=1_000))]
    ask: u32,
    /// Only deals with a number below this
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    deals: Option<u64>,
    /// The number of threads; by default all cores
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

fn way(text: &str) -> Result<Way, String> {
    if text == "all" {
        return Ok(Way::ActionValue);
    }
    let number = text.parse().ok().filter(|number: &NonZeroU32| number.get() <= 1_000_000);
    number.map(Way::Playouts).ok_or_else(|| "expected a number from 1 to 1000000, or `all`".to_owned())
}

pub(super) fn run(args: &Args) -> Done {
    let (_, tournament) = args.stored.open()?;
    let plan = &tournament.plan;
    if plan.unit == Unit::Match {
        return Err(Failure::Usage(anyhow!(
            "`{}` was played for matches: the value of a position in game points does not measure who wins a match",
            plan.name
        )));
    }
    if args.by.len() > 1 && args.by.len() != plan.bots.len() {
        return Err(Failure::Usage(anyhow!(
            "--by is given {} times: allowed are once, or once for each of the {} bots",
            args.by.len(),
            plan.bots.len()
        )));
    }
    let open = |text: &String| {
        let spec: BotSpec = text.parse()?;
        if args.playouts == Way::ActionValue && spec.name() != "table" {
            return Err(Failure::Usage(anyhow!(
                "--playouts all: only a strategy in a file, `table:FILE`, gives the probability of every action, not {spec}"
            )));
        }
        if spec.goes_by_the_clock() {
            return Err(Failure::Usage(anyhow!(
                "--by {spec}: it goes by the clock, and its estimates would differ each time"
            )));
        }
        Ok::<_, Failure>(Bot::open(spec)?)
    };
    let by: Vec<Bot> = args.by.iter().map(open).collect::<Result<_, _>>()?;
    let fill = |settings: &mut _| option_value::fill(settings, &plan.options).map_err(GameError::from);
    let game = games::load(&plan.game, fill)?;
    free(args, &game, &tournament, &by)
}

/// A deal with its hands.
type Hands = (DealOf, Vec<Hand>);

/// Removes luck from the scores of a tournament, with the values of positions by the bots `by`.
fn free(args: &Args, game: &LoadedGame, tournament: &Tournament, by: &[Bot]) -> Done {
    let plan = &tournament.plan;
    let rules =
        plan.check(game.players(), game.contest_rules()).map_err(|error| Failure::Data(error.into()))?;
    if tournament.rules != rules_hash(game.settings()) {
        return Err(changed(args, plan, "other rules of the game"));
    }
    let bots: Vec<Option<Bot>> =
        plan.bots.iter().map(|bot| asked(args, &bot.spec)).collect::<Result<_, _>>()?;
    for ((bot, entrant), version) in bots.iter().zip(&plan.bots).zip(&tournament.versions) {
        if let Some(now) = bot.as_ref().map(Bot::version).filter(|now| now != version) {
            let what = format!("bot `{}` as {version}, which is now {now}", entrant.name);
            return Err(changed(args, plan, &format!("{what}; with --ask 0 no bot is asked again")));
        }
    }
    let again = bots.iter().map(|bot| bot.as_ref().map(|bot| bot.for_game(game)).transpose());
    let again = again.collect::<Result<_, BotError>>()?;
    let contest = Contest::new(rules, Player::FIRST);
    let players = by.iter().map(|bot| bot.for_game(game)).collect::<Result<_, _>>()?;
    let worth = Worth::new(game, players, args.playouts, contest);
    let judge = Judge::new(game, Seats::of(plan, game.players()), worth, again, args.ask, rules);
    let names: Vec<String> = by.iter().map(|bot| format!("{} ({})", bot.spec(), bot.version())).collect();
    let name = format!("{}, {}, asked {} times", names.join(" and "), args.playouts, args.ask);
    judged(args, tournament, &name, |(deal, pairing), hands| judge.deal(deal, pairing, hands))
}

/// The failure of a tournament that was played with something else than there is now.
fn changed(args: &Args, plan: &Plan, what: &str) -> Failure {
    Failure::Data(anyhow!("{}: `{}` was played with {what}", args.stored.store.display(), plan.name))
}

/// The bot if it can be asked again: not an external program, and without a time limit.
fn asked(args: &Args, spec: &str) -> Result<Option<Bot>, Failure> {
    let spec: BotSpec = spec.parse()?;
    let deaf = args.ask == 0 || spec.command().is_some() || spec.goes_by_the_clock();
    Ok(if deaf { None } else { Some(Bot::open(spec)?) })
}

/// Judges the deals that are not judged yet, and prints the scores.
fn judged(
    args: &Args,
    tournament: &Tournament,
    judge: &str,
    luck: impl Fn(DealOf, &[Hand]) -> Result<DealLuck, JudgeError> + Sync,
) -> Done {
    let stop = interrupt::flag()?;
    let store = Store::open(&args.stored.store, Durability::Process)?;
    let mut known = store.luck(tournament, judge)?;
    let deals = deals(&store, tournament, args.deals)?;
    let left: Vec<&Hands> = deals.iter().filter(|(deal, _)| !known.contains_key(deal)).collect();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.threads.map_or(0, usize::from)).build();
    let pool = pool.context("cannot start the threads")?;
    let mut progress = Progress::new("deals", deals.len() as u64);
    progress.reached((deals.len() - left.len()) as u64);
    // The most that is lost if the process is killed.
    for some in left.chunks(4 * pool.current_num_threads()) {
        let judge_one = |(deal, hands): &&Hands| {
            let found = || luck(*deal, hands).map(|luck| (*deal, luck));
            (!stop.load(Ordering::Relaxed)).then(found).transpose()
        };
        let found: Vec<_> = pool.install(|| some.par_iter().map(judge_one).collect::<Result<_, _>>())?;
        let found: Vec<(DealOf, DealLuck)> = found.into_iter().flatten().collect();
        store.keep_luck(tournament, judge, &found)?;
        known.extend(found);
        progress.reached(deals.iter().filter(|(deal, _)| known.contains_key(deal)).count() as u64);
        if stop.load(Ordering::Relaxed) {
            progress.finish();
            complain(format_args!("stopped with {} of {} deals judged", known.len(), deals.len()));
            complain(format_args!("continue with: {}", go_on(args)));
            return Ok(ExitCode::from(interrupt::STATUS));
        }
    }
    progress.finish();
    store.settle()?;
    let pairs = pairs(&tournament.plan, &deals, &known, tournament.players);
    let mut out = output();
    if args.json {
        writeln!(out, "{}", figures(&tournament.plan, judge, &pairs))?;
    } else {
        print(&tournament.plan, judge, &pairs, &mut out)?;
    }
    written(out)
}

impl From<JudgeError> for Failure {
    fn from(error: JudgeError) -> Failure {
        Failure::Data(error.into())
    }
}

/// The command that continues.
fn go_on(args: &Args) -> String {
    let path = |path: &Path| quoted(&path.to_string_lossy());
    let mut command = format!("{} tournament luck {}", program(), path(&args.stored.store));
    if let Some(name) = &args.stored.tournament {
        command += &format!(" --tournament {}", quoted(name));
    }
    let playouts = match args.playouts {
        Way::Playouts(number) => number.to_string(),
        Way::ActionValue => "all".to_owned(),
    };
    args.by.iter().for_each(|by| command += &format!(" --by {}", quoted(by)));
    command += &format!(" --playouts {playouts} --ask {}", args.ask);
    if let Some(deals) = args.deals {
        command += &format!(" --deals {deals}");
    }
    command
}

/// The deals of a tournament with their hands.
fn deals(store: &Store, tournament: &Tournament, below: Option<u64>) -> Result<Vec<Hands>, StoreError> {
    let mut deals: Vec<Hands> = Vec::new();
    store.hands(tournament, |kept| {
        let deal = (kept.deal, kept.pairing);
        if below.is_none_or(|below| kept.deal < below) {
            match deals.last_mut().filter(|(last, _)| *last == deal) {
                Some((_, hands)) => hands.push(kept.hand),
                None => deals.push((deal, vec![kept.hand])),
            }
        }
        Ok::<(), StoreError>(())
    })?;
    let seats = Seats::of(&tournament.plan, tournament.players);
    for ((deal, pairing), hands) in &deals {
        let right = *pairing < seats.pairings()
            && (0..seats.seatings())
                .map(|seating| (seating, seats.bots(*pairing, seating)))
                .eq(hands.iter().map(|hand| (hand.seating, hand.seats.clone())))
            && hands.iter().all(|hand| hand.returns.len() == tournament.players);
        if !right {
            let what = format!("the hands of deal {deal}, pairing {pairing}, are not those of the plan");
            return Err(StoreError::senseless(store.path(), &what));
        }
    }
    Ok(deals)
}

/// Two bots that have met, the number of their deals, and the scores of the first of them.
struct Pair {
    bots: [usize; 2],
    deals: usize,
    freed: Freed,
}

/// Every two bots that have met. All hands that they have played with the same cards, at any number of
/// tables, are one deal; deals that are not complete are left out.
fn pairs(plan: &Plan, deals: &[Hands], luck: &BTreeMap<DealOf, DealLuck>, players: usize) -> Vec<Pair> {
    let seats = Seats::of(plan, players);
    let mut scores = BTreeMap::<[usize; 2], BTreeMap<u64, DealScore<3>>>::new();
    for (deal, hands) in deals {
        let Some(luck) = luck.get(deal) else { continue };
        let won = hands.iter().map(|hand| seats.by_bot(hand.seating, &hand.returns)).collect();
        let won = Payoffs::new(won);
        let bots = seats.pairing(deal.1);
        for first in 0..bots.len() {
            for second in first + 1..bots.len() {
                let pair = scores.entry([bots[first], bots[second]]).or_default();
                let score = pair.entry(deal.0).or_insert_with(|| DealScore { seatings: Vec::new() });
                score.seatings.extend(luck.in_margins(&won, first, second));
            }
        }
    }
    let pair = |(bots, deals): ([usize; 2], BTreeMap<u64, DealScore<3>>)| {
        let whole = deals.values().map(|deal| deal.seatings.len()).max();
        let whole: Vec<DealScore<3>> =
            deals.into_values().filter(|deal| Some(deal.seatings.len()) == whole).collect();
        Pair { bots, deals: whole.len(), freed: Freed::of(&whole) }
    };
    scores.into_iter().map(pair).collect()
}

/// The four scores with their names.
fn named(freed: &Freed) -> [(&'static str, &Score); 4] {
    [
        ("plain", &freed.plain),
        ("duplicate", &freed.duplicate),
        ("plain, freed of luck", &freed.adjusted),
        ("duplicate, freed of luck", &freed.both),
    ]
}

fn print(plan: &Plan, judge: &str, pairs: &[Pair], out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{}: {}, seed {}; luck by {judge}", plan.name, plan.game, plan.seed)?;
    for Pair { bots, deals, freed } in pairs {
        let [first, second] = bots.map(|bot| &plan.bots[bot].name);
        writeln!(out, "\n{first} against {second}, {deals} deals")?;
        let head = ["", "margin", "deviation", "less by"].map(str::to_owned).to_vec();
        let mut rows = vec![head];
        for (name, score) in named(freed) {
            let moments = score.moments();
            let mean = moments.mean().unwrap_or(0.0);
            let error = moments
                .student(LEVEL)
                .map_or(String::new(), |[low, high]| format!(" ± {:.4}", (high - low) / 2.0));
            let cut = freed.cut(score, LEVEL).filter(|_| name != "plain");
            rows.push(vec![
                name.to_owned(),
                format!("{mean:.4}{error}"),
                score.deviation().map_or(String::new(), |deviation| format!("{deviation:.3}")),
                cut.map_or(String::new(), |(cut, interval)| {
                    let interval =
                        interval.map(|[low, high]| format!(" ({:.1} to {:.1})", 100.0 * low, 100.0 * high));
                    format!("{:.1} %{}", 100.0 * cut, interval.unwrap_or_default())
                }),
            ]);
        }
        print_columns(&rows, 1, out)?;
    }
    writeln!(
        out,
        "\nAfter ± and in brackets: 95 % intervals; those of the plain scores take hands for independent that share their\n\
         cards. A deviation is that of a hand which would make the mean as uncertain, were all hands independent; what it\n\
         is less by is told against the plain score of the same hands."
    )
}

fn figures(plan: &Plan, judge: &str, pairs: &[Pair]) -> Json {
    let pair = |Pair { bots, deals, freed }: &Pair| {
        let names = bots.map(|bot| &plan.bots[bot].name);
        let mut json = json!({ "bots": names, "deals": deals });
        for (key, (_, score)) in ["plain", "duplicate", "adjusted", "both"].into_iter().zip(named(freed)) {
            let (moments, cut) = (score.moments(), freed.cut(score, LEVEL));
            json[key] = json!({
                "margin": moments.mean(), "margin_interval_95": moments.student(LEVEL),
                "deviation": score.deviation(),
                "less_by": cut.map(|(cut, _)| cut), "less_by_interval_95": cut.and_then(|(_, interval)| interval),
            });
        }
        json
    };
    json!({
        "tournament": plan.name, "game": plan.game, "options": plan.options, "seed": plan.seed,
        "judge": judge, "pairs": pairs.iter().map(pair).collect::<Vec<Json>>(),
    })
}
