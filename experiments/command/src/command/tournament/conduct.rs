//! Plays a tournament and shows the standings.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::anyhow;
use hinterhand_engine::Game as _;
use hinterhand_matches::store::{About, Durability, Journal, Store, StoreError, Tournament as Kept};
use hinterhand_matches::tournament::{
    self, Course, Ended, Forfeits, Plan, Play, Played, RunError, Table, figures,
};
use hinterhand_players::bots::{Bot, BotError, BotFor};
use hinterhand_players::games::LoadedGame;
use hinterhand_players::protocol::quoted;

use super::super::{Done, Failure, complain, interrupt, output, program};
use super::run_settings::How;
use super::running::Running;
use super::{dry_run, table};

/// Plays a tournament, or resumes one that was begun. The plan is without the options of the game, and the
/// bots are those of the plan.
pub(super) fn run(game: &LoadedGame, plan: Plan, bots: &[Bot], how: &How, begun: Option<&Kept>) -> Done {
    let rules =
        plan.check(game.players(), game.contest_rules()).map_err(|error| Failure::Usage(error.into()))?;
    if bots.iter().any(|bot| bot.spec().cheats()) {
        return Err(BotError::Cheating.into());
    }
    let seated: Vec<BotFor<'_>> = bots.iter().map(|bot| bot.for_referee(game)).collect::<Result<_, _>>()?;
    let about = About::of(game, plan, bots);
    let table = Table::new(game, &seated, &about.plan, rules);
    let play = |deal, pairing, stop: &_| table.play(deal, pairing, stop);
    if how.dry_run {
        return dry_run::run(&about, &play, how);
    }
    conduct(&about, &play, how, begun)
}

/// Plays the deals that are left.
fn conduct(about: &About, play: Play<'_>, how: &How, begun: Option<&Kept>) -> Done {
    if let (Some(what), Some(path)) = (begun.and_then(|begun| begun.differs(about)), &how.store) {
        return Err(Failure::Data(anyhow!(
            "{}: `{}` was started with other {what} than now, and cannot be continued",
            path.display(),
            about.plan.name
        )));
    }
    let stop = interrupt::flag()?;
    let (mut course, mut forfeits, mut journal) = match &how.store {
        None => (Course::new(about.plan.clone(), about.players), Forfeits::default(), None),
        Some(path) => {
            let journal = Store::open(path, how.durability)?.journal(about, how.threads)?;
            let tournament = journal.store().tournament(Some(&about.plan.name))?;
            let store = journal.store();
            (store.course(&tournament)?, store.forfeits(&tournament)?, Some(journal))
        }
    };
    if course.deals() > 0 {
        complain(format_args!("going on after {} of {} deals", course.deals(), course.all_deals()));
    }
    let began = Instant::now();
    let mut running = Running::new(&course, how.report);
    let keep = |played: &[Played]| {
        journal.as_mut().map_or(Ok(()), |journal| journal.keep(played))?;
        played.iter().for_each(|played| forfeits.enter(played));
        Ok(())
    };
    let tell = |course: &Course| running.reached(course);
    let ended = tournament::run(&mut course, play, how.threads, stop, keep, tell);
    running.finish();
    let ended = ended.map_err(|error| failure(error, about, how, &course))?;
    journal.map_or(Ok(()), Journal::close)?;
    let mut out = output();
    if how.json {
        let mut figures = figures(&course, &forfeits);
        figures["seconds"] = began.elapsed().as_secs_f64().into();
        writeln!(out, "{figures}")?;
    } else {
        table::print(&course, &forfeits, &mut out)?;
    }
    out.flush()?;
    if ended == Ended::Over {
        return Ok(ExitCode::SUCCESS);
    }
    complain(format_args!("stopped after {} of {} deals", course.deals(), course.all_deals()));
    match &how.store {
        Some(path) => complain(format_args!("continue with: {}", go_on(path, about, how))),
        None => complain(format_args!("nothing is kept without --store")),
    }
    Ok(ExitCode::from(interrupt::STATUS))
}

/// The command that resumes the tournament.
fn go_on(path: &Path, about: &About, how: &How) -> String {
    let mut command = format!(
        "{} tournament resume {} --tournament {} --concurrency {}",
        program(),
        quoted(&path.to_string_lossy()),
        quoted(&about.plan.name),
        how.threads
    );
    if how.durability == Durability::Power {
        command += " --power-safe";
    }
    command
}

/// The failure of a run, with the command that resumes it.
fn failure(error: RunError<StoreError>, about: &About, how: &How, course: &Course) -> Failure {
    let error = anyhow::Error::from(error);
    Failure::Data(match &how.store {
        None => error,
        Some(path) => {
            let (kept, go_on) = (course.deals(), go_on(path, about, how));
            anyhow!("{error:#}\nIt stopped near deal {kept}; once that is fixed, continue with: {go_on}")
        }
    })
}
