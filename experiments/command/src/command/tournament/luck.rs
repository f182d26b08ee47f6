//! `hinterhand tournament luck`: what the bots of a tournament have won, freed of luck.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
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
use super::super::{Done, Failure, complain, interrupt, output, program};
use super::table::print_columns;

/// Tell what the bots of a tournament have won, freed of luck
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  hinterhand tournament luck sixty-six.db --by ismcts:iterations=100 --playouts 32 --ask 4
  hinterhand tournament luck kinderschnapsen.db --by table:kinderschnapsen.strategy --playouts all --ask 2

After a tournament, for every two bots four scores with the same mean: plain, as if each hand had cards of its own;
duplicate, where what was won with the same cards from all seats is one number; and both of these freed of luck. Luck is
what the deal was worth, what was drawn was worth more than what could have been drawn, and what a bot did was worth more
than what it does when it is asked again, which tells nothing of bots that always do the same. How much of it is taken
off comes from other deals, so that no score is wrong in the mean, whatever positions are worth (AIVAT); only where a test
ended the tournament early does the number of deals depend on luck.

What positions are worth is told by a bot, which plays them to their end for all sides, or by one for each entrant, such
as the same one with less time. With `all` playouts it weighs
all ways to the end instead: for strategies in files. Bots by the clock and programs are not asked again. What was judged
is kept in the store; Ctrl-C stops, and the same command goes on. Nothing depends on the number of threads.")]
pub(in super::super) struct Args {
    /// The store
    #[arg(value_name = "STORE")]
    store: PathBuf,
    /// Which tournament, if there are several
    #[arg(long, value_name = "NAME")]
    tournament: Option<String>,
    /// The bot that says what positions are worth; or one for each entrant, in their order, that plays in its place
    #[arg(long, value_name = "BOT", default_value = "ismcts:iterations=100")]
    by: Vec<String>,
    /// How often it plays a position to its end, or `all` to weigh all ways
    #[arg(long, value_name = "N", default_value = "32", value_parser = way)]
    playouts: Way,
    /// How often the bots are asked again what they do
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(..=1_000))]
    ask: u32,
    /// Only deals with a number below this
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    deals: Option<u64>,
    /// How many threads; as many as the machine runs at once if not given
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

fn way(text: &str) -> Result<Way, String> {
    if text == "all" {
        return Ok(Way::Weighed);
    }
    let number = text.parse().ok().filter(|number: &NonZeroU32| number.get() <= 1_000_000);
    number.map(Way::Playouts).ok_or_else(|| "expected a number from 1 to 1000000, or `all`".to_owned())
}

pub(super) fn run(args: &Args) -> Done {
    let tournament = Store::read(&args.store)?.tournament(args.tournament.as_deref())?;
    let plan = &tournament.plan;
    if plan.unit == Unit::Match {
        return Err(Failure::Usage(anyhow!(
            "`{}` was played for matches: what a position is worth in game points says little of who wins them",
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
        if args.playouts == Way::Weighed && spec.name() != "table" {
            return Err(Failure::Usage(anyhow!(
                "--playouts all: only a strategy in a file, `table:FILE`, says how likely every action is, and not {spec}"
            )));
        }
        if spec.goes_by_the_clock() {
            return Err(Failure::Usage(anyhow!(
                "--by {spec}: it goes by the clock, and would tell another worth each time"
            )));
        }
        Ok::<_, Failure>(Bot::open(spec)?)
    };
    let by: Vec<Bot> = args.by.iter().map(open).collect::<Result<_, _>>()?;
    let fill = |settings: &mut _| option_value::fill(settings, &plan.options).map_err(GameError::from);
    let game = games::load(&plan.game, fill)?;
    free(args, &game, &tournament, &by)
}

/// A deal that was played, and what came of it.
type Hands = (DealOf, Vec<Hand>);

/// Frees the scores of a tournament of luck, with `by` as the judges of positions.
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

/// What was played is not what there is now.
fn changed(args: &Args, plan: &Plan, what: &str) -> Failure {
    Failure::Data(anyhow!("{}: `{}` was played with {what}", args.store.display(), plan.name))
}

/// The bot if it can be asked again: one of ours that does not go by the clock.
fn asked(args: &Args, spec: &str) -> Result<Option<Bot>, Failure> {
    let spec: BotSpec = spec.parse()?;
    let deaf = args.ask == 0 || spec.command().is_some() || spec.goes_by_the_clock();
    Ok(if deaf { None } else { Some(Bot::open(spec)?) })
}

/// Judges what is not judged yet, and prints what came of all.
fn judged(
    args: &Args,
    tournament: &Tournament,
    judge: &str,
    luck: impl Fn(DealOf, &[Hand]) -> Result<DealLuck, JudgeError> + Sync,
) -> Done {
    let stop = interrupt::flag()?;
    let store = Store::open(&args.store, Durability::Process)?;
    let mut known = store.luck(tournament, judge)?;
    let deals = deals(&store, tournament, args.deals)?;
    let left: Vec<&Hands> = deals.iter().filter(|(deal, _)| !known.contains_key(deal)).collect();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.threads.map_or(0, usize::from)).build();
    let pool = pool.context("cannot start the threads")?;
    let mut progress = Progress::new("deals", deals.len() as u64);
    progress.reached((deals.len() - left.len()) as u64);
    // As much as is lost at most if the process is killed.
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
            complain(format_args!("go on with: {}", go_on(args)));
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
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

impl From<JudgeError> for Failure {
    fn from(error: JudgeError) -> Failure {
        Failure::Data(error.into())
    }
}

/// The command that goes on.
fn go_on(args: &Args) -> String {
    let path = |path: &Path| quoted(&path.to_string_lossy());
    let mut command = format!("{} tournament luck {}", program(), path(&args.store));
    if let Some(name) = &args.tournament {
        command += &format!(" --tournament {}", quoted(name));
    }
    let playouts = match args.playouts {
        Way::Playouts(number) => number.to_string(),
        Way::Weighed => "all".to_owned(),
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

/// Two bots that have met, how many deals, and their scores as the first of them sees it.
struct Pair {
    bots: [usize; 2],
    deals: usize,
    freed: Freed,
}

/// Every two bots that have met. All that they have played with the same cards, at however many tables, is one deal;
/// those are left out of which something is still to be played.
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

/// The four scores by name.
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
