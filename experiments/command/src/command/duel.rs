//! `hinterhand duel`: bot against bot on duplicate deals.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use anyhow::{Context as _, anyhow};
use hinterhand_matches::duel::{self, Duel, Length, Pairing};
use hinterhand_matches::exact::Exact;
use hinterhand_players::bots::{Bot, BotFor, BotSpec};
use hinterhand_players::games::LoadedGame;
use hinterhand_players::option_value;
use hinterhand_players::records::Record;
use serde_json::{Map, Value as Json, json};

use super::options::OptionArgs;
use super::progress::Progress;
use super::{Done, Failure, complain, game_name, interrupt, open_bot, output};

/// Play two bots against each other on duplicate deals
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  hinterhand duel kinderschnapsen greedy random --pairs 1000 --seed 1
  hinterhand duel recipippes random random --option players=4 --pairs 100 --json
  hinterhand duel sixty-six cheating greedy --pairs 100
  hinterhand duel kinderschnapsen pimc kinderschnapsen.strategy --exact --pairs 500
  hinterhand duel schnapsen expert greedy --until-decided --pairs 5000

Each deal is played from every seat, the first bot against copies of the second. All figures are those of the first
bot. A win is a hand in which it wins more than every other player; a draw is one in which no player wins more than
it, and at least one as much. The intervals are computed from the means of the deals, which are independent; hands of
the same deal are not.

With --exact, in Kinderschnapsen against a solution, each decision of the first bot is compared with the values of the
actions in that solution. The mean cost of its decisions is the difference between what the solution would win in its
place and what it wins, but without the luck of the cards. It is printed in parts, too: by trick, and by what was
decided, such as a lead, or whether to close.

The bot `cheating` is not a player: it sees all cards, and shows what could be won at most. No other command seats it.

With --until-decided the interval of the mean is wider: it holds at all deals at once with 95 %, so that it may be looked at
after each of them. There is none for the share of hands won.

Everything except the time depends on the seed alone, and not on the number of threads, unless a bot has a time limit.
Ctrl-C or a termination signal stops and prints the figures so far, with exit status 130. --records keeps each hand as a
record, for `hinterhand inspect`, `review` and other programs; those of the deals that were finished stay when it is
stopped. `hinterhand bots` lists the bots.")]
pub(super) struct Args {
    /// The game
    #[arg(value_name = "GAME", value_parser = game_name())]
    game: String,
    /// The first bot, whose figures are printed, such as `greedy`
    #[arg(value_name = "BOT")]
    first: String,
    /// The other bot
    #[arg(value_name = "OTHER")]
    second: String,
    /// The number of deals, each played from every seat
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..1 << 48))]
    pairs: u64,
    /// Stop before that as soon as it is decided which bot wins more, after 100 deals at the earliest. The interval is
    /// one that holds at whatever deal one stops
    #[arg(long, conflicts_with = "exact")]
    until_decided: bool,
    /// The seed of the deals and of the bots
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    /// The number of threads; by default all cores
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Print the cost of the decisions of the first bot by the exact values of the solution that the other
    /// plays by
    #[arg(long)]
    exact: bool,
    /// Write every hand as a record, one a line, in the order of the deals
    #[arg(long, value_name = "FILE")]
    records: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    options: OptionArgs,
}

pub(super) fn run(args: &Args) -> Done {
    let bots = [open_bot(&args.first)?, open_bot(&args.second)?];
    let game = args.options.load(&args.game)?;
    let played = play(args, &game, &bots)?;
    let mut out = output();
    let names = bots.map(|bot| bot.spec().to_string());
    if args.json { played.print_json(args, &names, &mut out) } else { played.print(args, &names, &mut out) }?;
    out.flush()?;
    let is_over = played.duel.deals == args.pairs || args.until_decided && played.duel.is_decided();
    if !is_over {
        complain(format_args!("stopped after {} of {} deals", played.duel.deals, args.pairs));
        return Ok(ExitCode::from(interrupt::STATUS));
    }
    Ok(ExitCode::SUCCESS)
}

/// Plays the duel.
fn play(args: &Args, game: &LoadedGame, bots: &[Bot; 2]) -> Result<Played, Failure> {
    let Args { pairs, seed, threads, .. } = *args;
    let specs = bots.each_ref().map(Bot::spec);
    let [first, second] = bots;
    let bots = [first.for_referee(game)?, second.for_referee(game)?];
    let exact = if args.exact { Some(exact(game, specs, &bots[1])?) } else { None };
    let pairing = Pairing { game, bots: [&bots[0], &bots[1]], exact: exact.as_ref(), seed };
    let stop = interrupt::flag()?;
    let threads = super::threads(threads);
    let length = Length { deals: pairs, until_decided: args.until_decided };
    let mut progress = Progress::new("deals", pairs);
    let began = Instant::now();
    let reached = |done| progress.reached(done);
    let duel = match &args.records {
        None => duel::run(&pairing, length, threads, stop, reached),
        Some(path) => {
            let names = specs.map(BotSpec::to_string);
            let names = names.each_ref().map(String::as_str);
            let mut file = RecordFile::create(path, stop)?;
            let keep = &mut |record| file.write(&record);
            let duel = duel::run_recorded(&pairing, length, threads, stop, reached, names, keep);
            file.finish()?;
            duel
        }
    }
    .context("cannot start the threads")?;
    progress.finish();
    let options = option_value::given(game.settings());
    Ok(Played { duel, seconds: began.elapsed().as_secs_f64(), options })
}

/// A file of records. After an error the duel is stopped, and nothing more is written.
struct RecordFile<'p> {
    path: &'p Path,
    out: BufWriter<File>,
    stop: &'static AtomicBool,
    failed: Option<io::Error>,
}

impl<'p> RecordFile<'p> {
    fn create(path: &'p Path, stop: &'static AtomicBool) -> Result<RecordFile<'p>, Failure> {
        let file = File::create(path).with_context(|| format!("cannot create {}", path.display()));
        let out = BufWriter::new(file.map_err(Failure::Data)?);
        Ok(RecordFile { path, out, stop, failed: None })
    }

    fn write(&mut self, record: &Record) {
        if self.failed.is_none()
            && let Err(error) = writeln!(self.out, "{record}")
        {
            self.failed = Some(error);
            self.stop.store(true, Ordering::Relaxed);
        }
    }

    fn finish(mut self) -> Result<(), Failure> {
        let written = self.failed.take().map_or_else(|| self.out.flush(), Err);
        written.with_context(|| format!("cannot write {}", self.path.display())).map_err(Failure::Data)
    }
}

/// The values that the decisions of the first bot are compared with: those of the solution that the second
/// plays by.
fn exact<'s>(
    game: &LoadedGame,
    [first, second]: [&BotSpec; 2],
    other: &'s BotFor<'_>,
) -> Result<Exact<'s>, Failure> {
    if first.cheats() {
        return Err(Failure::Usage(anyhow!(
            "--exact: {first} sees hidden cards, so that the cost of its decisions has no meaning"
        )));
    }
    game.hand().zip(other.solution()).map(|(hand, solution)| Exact::new(hand, solution)).ok_or_else(|| {
        Failure::Usage(anyhow!(
            "--exact: {second} is no solution of a hand of Kinderschnapsen; the other bot must be the file of one, as \
             `hinterhand solve kinderschnapsen` writes it"
        ))
    })
}

/// The result of the duel.
struct Played {
    duel: Duel,
    seconds: f64,
    options: Map<String, Json>,
}

impl Played {
    fn print_json(&self, args: &Args, names: &[String; 2], out: &mut impl Write) -> io::Result<()> {
        let duel = &self.duel;
        let mut figures = duel.figures(&args.game, &self.options, args.seed, names);
        figures["seconds"] = self.seconds.into();
        if args.until_decided {
            // Those for a number of deals that was fixed before do not hold.
            for interval in ["interval_95", "win_share_interval_95"] {
                figures[interval] = Json::Null;
            }
            figures["interval_95_at_any_time"] = json!(duel.interval_95_at_any_time());
        }
        if args.exact {
            figures["loss"] = json!(duel.loss());
            figures["loss_interval_95"] = json!(duel.loss_interval_95());
            let parts = duel.loss_parts().map(|(part, moments)| {
                let figures = json!({ "mean": moments.mean(), "interval_95": moments.normal(0.95) });
                (part.replace(' ', "_"), figures)
            });
            figures["loss_parts"] = parts.collect::<Map<String, Json>>().into();
        }
        writeln!(out, "{figures}")
    }

    fn print(&self, args: &Args, names: &[String; 2], out: &mut impl Write) -> io::Result<()> {
        let duel = &self.duel;
        writeln!(out, "first bot      {}", names[0])?;
        writeln!(out, "against        {}", names[1])?;
        writeln!(out, "hands          {} of {} deals", duel.hands, duel.deals)?;
        writeln!(out, "wins           {}", duel.wins)?;
        writeln!(out, "draws          {}", duel.draws)?;
        writeln!(out, "losses         {}", duel.losses)?;
        writeln!(out, "points         {} won, {} lost", duel.points_won, duel.points_lost)?;
        let [of_mean, of_share] = if args.until_decided {
            [duel.interval_95_at_any_time(), None]
        } else {
            [duel.interval_95(), duel.win_share_interval_95()]
        };
        if let Some(mean) = duel.mean() {
            writeln!(out, "mean           {mean:.5}{}", bounds(of_mean, 1.0, 5))?;
        }
        if let Some(share) = duel.win_share() {
            let bounds = bounds(of_share, 100.0, 2);
            writeln!(out, "win share      {:.2} %{bounds}, draws as halves", 100.0 * share)?;
        }
        if let (true, Some(loss)) = (args.exact, duel.loss()) {
            writeln!(out, "loss           {loss:.5}{} a hand", bounds(duel.loss_interval_95(), 1.0, 5))?;
            for (part, moments) in duel.loss_parts() {
                let mean = moments.mean().unwrap_or_default();
                writeln!(out, "  {part:<13}{mean:.5}{}", bounds(moments.normal(0.95), 1.0, 5))?;
            }
        }
        for (ending, [wins, draws, losses]) in &duel.endings {
            writeln!(out, "ended by       {ending}: {wins} won, {draws} drawn, {losses} lost")?;
        }
        for (whose, effort) in ["first bot", "other bot"].into_iter().zip(&duel.efforts) {
            if let (Some(steps), Some(ms)) = (effort.mean_steps(), effort.mean_ms()) {
                let decisions = effort.decisions;
                writeln!(out, "{whose}      {decisions} decisions, each {steps:.1} steps and {ms:.4} ms")?;
            }
        }
        writeln!(out, "seconds        {:.3}", self.seconds)
    }
}

/// The bounds of an interval in brackets, to follow a figure.
pub(super) fn bounds(interval: Option<[f64; 2]>, scale: f64, digits: usize) -> String {
    interval.map_or_else(String::new, |[low, high]| {
        format!(" (95 %: {:.digits$} to {:.digits$})", scale * low, scale * high)
    })
}
