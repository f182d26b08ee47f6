//! Matches between bots: what the referee, the store and the protocol take beside the bots themselves.

use std::collections::BTreeMap;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use hinterhand_engine::{Contest, ContestRules, Game as _, History, Player, Rng, Turn, View};
use hinterhand_matches::store::{About, Durability, Store};
use hinterhand_matches::tournament::{self, Course, Entrant, Plan, Played, Schedule, Table, Unit};
use hinterhand_players::bots::{Bot, BotFor, Seat};
use hinterhand_players::games;
use serde_json::{Map, Value as Json};

/// A tournament of two bots in a game, for `deals` deals.
fn plan(game: &str, bots: [&str; 2], deals: u32) -> Plan {
    let entrant = |(name, spec): (&str, &str)| Entrant { name: name.to_owned(), spec: spec.to_owned() };
    Plan {
        name: "bars".to_owned(),
        game: game.to_owned(),
        options: Map::new(),
        seed: 2026,
        unit: Unit::Hand,
        contest: BTreeMap::new(),
        schedule: Schedule::RoundRobin,
        rounds: deals,
        deals: 1,
        at_table: 2,
        bots: [("first", bots[0]), ("second", bots[1])].map(entrant).into(),
    }
}

/// The bots of a plan.
fn opened(plan: &Plan) -> Result<Vec<Bot>> {
    plan.bots.iter().map(|bot| Ok(Bot::open(bot.spec.parse()?)?)).collect()
}

/// Shows the table of a plan, at which it has been checked that these can sit, to `work`.
fn at_table<T>(plan: &Plan, bots: &[Bot], work: impl FnOnce(&Table<'_, '_>) -> Result<T>) -> Result<T> {
    let game = games::load_default(&plan.game)?;
    let rules = plan.check(game.players(), game.contest_rules())?;
    let players: Vec<BotFor<'_>> = bots.iter().map(|bot| bot.for_referee(&game)).collect::<Result<_, _>>()?;
    work(&Table::new(&game, &players, plan, rules))
}

/// Plays this number of deals on this thread.
fn played(table: &Table<'_, '_>, deals: u32) -> Vec<Played> {
    let never = AtomicBool::new(false);
    (0..deals).map(|deal| table.play(deal.into(), 0, &never).expect("it is not stopped")).collect()
}

/// The number of hands of Sixty-six between random and greedy play that are stored in a second of wall time,
/// records included, in batches as in a tournament.
pub fn stored_per_second(folder: &Path) -> Result<f64> {
    const DEALS: u32 = 32_768;
    const AT_ONCE: usize = 2_048;
    let plan = plan("sixty-six", ["random", "greedy"], DEALS);
    let bots = opened(&plan)?;
    let deals = at_table(&plan, &bots, |table| Ok(played(table, DEALS)))?;
    let path = folder.join("writes.db");
    let about = About {
        plan,
        rules: "bars".to_owned(),
        players: 2,
        options: vec![Map::new(); 2],
        versions: vec![String::new(); 2],
    };
    let mut journal = Store::open(&path, Durability::Process)?.journal(&about, 1)?;
    let began = Instant::now();
    for some in deals.chunks(AT_ONCE) {
        journal.keep(some)?;
    }
    journal.close()?;
    let spent = began.elapsed().as_secs_f64();
    let store = Store::read(&path)?;
    let tournament = store.tournament(None)?;
    let (mut hands, mut sum) = (0, 0.0);
    store.hands(&tournament, |kept| {
        hands += 1;
        sum += kept.hand.returns[0];
        anyhow::Ok(())
    })?;
    let expected: f64 = deals.iter().flat_map(|deal| &deal.hands).map(|hand| hand.returns[0]).sum();
    ensure!(
        hands == 2 * DEALS && sum == expected,
        "{hands} hands came back, with {sum} points for {expected}"
    );
    drop(store);
    std::fs::remove_file(&path)?;
    Ok(f64::from(hands) / spent)
}

/// The nanoseconds of a match of Sixty-six for each action of a player, without the thinking time of the
/// bots.
///
/// Their thinking time is measured alone: they are asked again for the decisions of the hands played.
pub fn overhead_ns() -> Result<f64> {
    const DEALS: u32 = 20_000;
    let plan = plan("sixty-six", ["random", "greedy"], DEALS);
    let bots = opened(&plan)?;
    let (deals, whole) = at_table(&plan, &bots, |table| {
        let began = Instant::now();
        let deals = played(table, DEALS);
        Ok((deals, began.elapsed()))
    })?;
    let game = games::load_default(&plan.game)?;
    let players: Vec<_> = bots.iter().map(|bot| bot.for_game(&game)).collect::<Result<_, _>>()?;
    let mut decisions = Vec::new();
    for hand in deals.iter().flat_map(|deal| &deal.hands) {
        let mut history = History::new(game.rules());
        for word in hand.actions.split(' ') {
            if let Turn::Player(player) = history.turn() {
                let state = history.state();
                decisions.push((hand.seats[player.index()], game.info_set(state, player), game.legal(state)));
            }
            history.play_word(word).context("it was played")?;
        }
    }
    let contest = Contest::new(ContestRules::SIXTY_SIX, Player::FIRST);
    let mut seated: Vec<Seat<'_>> = players.iter().map(|player| player.sit()).collect();
    let mut rng = Rng::new(2026, 1);
    let began = Instant::now();
    for (bot, info_set, legal) in &decisions {
        let view = View { contest: &contest, info_set, legal };
        black_box(seated[*bot].choose(&view, &mut rng));
    }
    let thinking = began.elapsed();
    let kept: usize = deals.iter().flat_map(|deal| &deal.hands).map(asked_and_forced).sum();
    ensure!(kept == decisions.len(), "{kept} actions were kept of {}", decisions.len());
    Ok(1e9 * (whole.as_secs_f64() - thinking.as_secs_f64()) / decisions.len() as f64)
}

fn asked_and_forced(hand: &tournament::Hand) -> usize {
    hand.decisions.unpacked().expect("as it was packed").len()
}

/// The number of actions in a second of wall time that a program answers in Kuhn poker, in matches against
/// another copy on this number of threads.
pub fn answered_per_second(program: &Path, threads: usize) -> Result<f64> {
    const DEALS: u32 = 10_000;
    ensure!(program.exists(), "there is no {}", program.display());
    let spec = format!("cmd:{}", program.display());
    let plan = plan("kuhn", [&spec, &spec], DEALS);
    let bots = opened(&plan)?;
    at_table(&plan, &bots, |table| {
        let mut course = Course::new(plan.clone(), 2);
        let (mut asked, mut forfeits) = (0, 0);
        let keep = |deals: &[Played]| {
            for hand in deals.iter().flat_map(|deal| &deal.hands) {
                // In Kuhn poker there always is a choice.
                asked += asked_and_forced(hand);
                forfeits += u32::from(hand.forfeit.is_some());
            }
            Ok::<(), std::fmt::Error>(())
        };
        let play = |deal, pairing, stop: &_| table.play(deal, pairing, stop);
        let began = Instant::now();
        tournament::run(&mut course, &play, threads, &AtomicBool::new(false), keep, |_| ())?;
        let spent = began.elapsed().as_secs_f64();
        ensure!(course.deals() == u64::from(DEALS) && forfeits == 0, "{forfeits} hands were forfeited");
        Ok(asked as f64 / spent)
    })
}

/// A large tournament in a store, played by the command.
#[derive(Clone, Debug)]
pub struct Stored {
    /// Where it is kept.
    pub path: PathBuf,
    /// The seconds that it took.
    pub seconds: f64,
    /// The most memory that it took in bytes.
    pub memory: u64,
    /// The size of the file in bytes.
    pub size: u64,
}

/// Deals of which the hands are a million.
const DEALS: u64 = 500_000;

/// Plays a million hands of Sixty-six between random and greedy play on two threads and stores them with
/// their records.
pub fn million_hands(command: &Path, folder: &Path) -> Result<Stored> {
    let path = folder.join("million.db");
    let mut hinterhand = Command::new(command);
    hinterhand.args(["tournament", "run", "--game", "sixty-six", "--bot", "random", "--bot", "greedy"]);
    hinterhand.args(["--concurrency", "2", "--rounds", &DEALS.to_string(), "--json", "--store"]).arg(&path);
    let (seconds, memory) = watched(hinterhand)?;
    let size = std::fs::metadata(&path)?.len();
    Ok(Stored { path, seconds, memory, size })
}

/// The seconds that the command takes to resume that finished tournament and to print its standings.
pub fn resumed_s(command: &Path, stored: &Stored) -> Result<f64> {
    let mut hinterhand = Command::new(command);
    hinterhand.args(["tournament", "resume"]).arg(&stored.path).args(["--concurrency", "2", "--json"]);
    Ok(watched(hinterhand)?.0)
}

/// Runs a command that tells of that tournament, and returns the seconds that it took, and the most memory in
/// bytes.
fn watched(mut command: Command) -> Result<(f64, u64)> {
    let began = Instant::now();
    let mut child =
        command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().context("cannot be started")?;
    let mut memory = 0;
    let status = loop {
        // The system keeps the highest mark itself: it only must be read before the end.
        memory = memory.max(peak_bytes(&child).unwrap_or(0));
        if let Some(status) = child.try_wait()? {
            break status;
        }
        std::thread::sleep(Duration::from_millis(2));
    };
    let seconds = began.elapsed().as_secs_f64();
    let said = std::io::read_to_string(child.stdout.take().expect("piped"))?;
    ensure!(status.success(), "it ended with {status}");
    let figures: Json = serde_json::from_str(&said)?;
    ensure!(figures["deals"] == DEALS && figures["seatings"] == 2, "it played {}", figures["deals"]);
    Ok((seconds, memory))
}

/// The largest resident size of a process so far, where the system tells it.
fn peak_bytes(child: &Child) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(1024 * kilobytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_measured_is_right() {
        let folder = tempfile::tempdir().expect("there is room for temporary files");
        assert!(stored_per_second(folder.path()).expect("all came back") > 0.0);
        assert!(overhead_ns().expect("all were asked").is_finite());
        let missing =
            answered_per_second(&folder.path().join("none"), 1).expect_err("there is no such program");
        assert!(missing.to_string().starts_with("there is no /"), "{missing}");
    }
}
