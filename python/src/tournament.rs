//! Tournaments between bots.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use hinterhand_engine::Game as _;
use hinterhand_matches::store::{About, Durability, Journal, Store as Kept, StoreError};
use hinterhand_matches::tournament::{
    self as tournaments, Course, Entrant, Forfeits, Plan, Played, Schedule, Table, Unit, figures,
};
use hinterhand_players::bots::{Bot, BotError, BotFor};
use hinterhand_players::games::LoadedGame;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::{Map, Value as Json};

use crate::error::{error, message};
use crate::game::{Game, option_text};
use crate::html::escaped;
use crate::{bot, json, threads, work};

/// A tournament, as far as it has been played.
///
/// >>> tournament = hinterhand.tournament("leduc", ["random", "ismcts:iterations=50"], rounds=40, seed=1)
/// >>> tournament.deals, [bot["bot"] for bot in tournament.standings]
/// (40, ['ismcts:iterations=50', 'random'])
/// >>> tournament.pairs[0]["margin"] < 0
/// True
#[pyclass(module = "hinterhand", frozen)]
pub(crate) struct Tournament {
    figures: Json,
}

impl Tournament {
    pub(crate) fn of(course: &Course, forfeits: &Forfeits) -> Tournament {
        Tournament { figures: figures(course, forfeits) }
    }

    fn part<'py>(&self, py: Python<'py>, key: &str) -> PyResult<Bound<'py, PyAny>> {
        json::python(py, &self.figures[key])
    }

    fn text(&self, key: &str) -> String {
        self.figures[key].as_str().unwrap_or_default().to_owned()
    }
}

#[pymethods]
impl Tournament {
    /// The name.
    #[getter]
    fn name(&self) -> String {
        self.text("tournament")
    }

    /// The name of the game.
    #[getter]
    fn game(&self) -> String {
        self.text("game")
    }

    /// The deals that were played, each from every seating.
    #[getter]
    fn deals(&self) -> Option<u64> {
        self.figures["deals"].as_u64()
    }

    /// The deals of the whole tournament.
    #[getter]
    fn all_deals(&self) -> Option<u64> {
        self.figures["all_deals"].as_u64()
    }

    /// The bots by rank: a dictionary for each, with `bot`, `deals`, `won`, `drawn`, `lost`, `share`, `margin`, `elo`,
    /// and the 95 % intervals of the last three. `pandas.DataFrame(tournament.standings)` is a table of them.
    #[getter]
    fn standings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.part(py, "bots")
    }

    /// The pairs of bots, from the side of the first: a dictionary for each.
    #[getter]
    fn pairs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.part(py, "pairs")
    }

    /// The state of the sequential test, if the tournament is one.
    #[getter]
    fn sprt<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.part(py, "sprt")
    }

    fn __repr__(&self) -> String {
        let count = |key: &str| self.figures[key].as_u64().unwrap_or(0);
        format!("<tournament {}: {} of {} deals>", self.name(), count("deals"), count("all_deals"))
    }

    fn _repr_html_(&self) -> String {
        let mut html = format!("<b>{}</b>", escaped(&self.name()));
        html += "<table><tr><th>bot</th><th>deals</th><th>won</th><th>drawn</th><th>lost</th><th>margin</th><th>Elo</th></tr>";
        let bots = self.figures["bots"].as_array().map_or(&[][..], Vec::as_slice);
        for bot in bots {
            html += &format!("<tr><td>{}</td>", escaped(bot["bot"].as_str().unwrap_or_default()));
            for key in ["deals", "won", "drawn", "lost"] {
                let _ = write!(html, "<td>{}</td>", bot[key]);
            }
            let _ =
                write!(html, "<td>{}</td><td>{}</td></tr>", number(bot, "margin", 4), number(bot, "elo", 0));
        }
        html += "</table>";
        html + &self.cross_table(bots)
    }
}

impl Tournament {
    /// The margins of the row against the column, coloured by their sign.
    fn cross_table(&self, bots: &[Json]) -> String {
        let mut margins = BTreeMap::new();
        for pair in self.figures["pairs"].as_array().into_iter().flatten() {
            if let ([first, second], Some(margin)) =
                ([0, 1].map(|at| pair["bots"][at].as_str().unwrap_or_default()), pair["margin"].as_f64())
            {
                margins.insert((first, second), margin);
                margins.insert((second, first), -margin);
            }
        }
        let names = || bots.iter().map(|bot| bot["bot"].as_str().unwrap_or_default());
        let mut html = "<table><tr><th></th>".to_owned();
        names().for_each(|name| html += &format!("<th>{}</th>", escaped(name)));
        html += "</tr>";
        for row in names() {
            html += &format!("<tr><th>{}</th>", escaped(row));
            for column in names() {
                html += &match margins.get(&(row, column)) {
                    Some(margin) if *margin > 0.0 => {
                        format!("<td style=\"background:#cfe8f7\">{margin:+.3}</td>")
                    }
                    Some(margin) => format!("<td>{margin:+.3}</td>"),
                    None => "<td></td>".to_owned(),
                };
            }
            html += "</tr>";
        }
        html + "</table>"
    }
}

/// A number and half of its 95 % interval.
fn number(bot: &Json, key: &str, digits: usize) -> String {
    let Some(mean) = bot[key].as_f64() else { return String::new() };
    let interval = &bot[format!("{key}_interval_95")];
    match (interval[0].as_f64(), interval[1].as_f64()) {
        (Some(low), Some(high)) => format!("{mean:+.digits$} &plusmn; {:.digits$}", (high - low) / 2.0),
        _ => format!("{mean:+.digits$}"),
    }
}

/// Plays a tournament. `bots` are texts of bots, or pairs of a name and a text. `schedule` is `"round-robin"`,
/// `"gauntlet"`, in which the first `heads` meet all others, or `"swiss"`; with `sprt`, a dictionary such as
/// `{"elo0": 0, "elo1": 5, "alpha": 0.05, "beta": 0.05}`, two bots meet until a sequential test is decided. Each pairing
/// meets `rounds` times for `deals` deals, which are the same for all pairings. With `unit="match"` a deal is played for
/// a whole match, by the rules that `contest` changes, such as `{"best_of": 3}`.
///
/// With `store` all is kept in that file, and the same call goes on where a tournament was stopped; `power_safe` waits
/// for the disk. The results depend on the seed and not on the number of threads.
#[pyfunction]
#[pyo3(signature = (
    game, bots, rounds = 100, deals = 1, seed = 1, name = None, schedule = "round-robin", heads = 1, unit = None,
    contest = None, sprt = None, at_table = 2, store = None, power_safe = false, threads = None, progress = None
))]
#[allow(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub(crate) fn tournament(
    py: Python<'_>,
    game: &Bound<'_, PyAny>,
    bots: Vec<Bound<'_, PyAny>>,
    rounds: u32,
    deals: u32,
    seed: u64,
    name: Option<String>,
    schedule: &str,
    heads: usize,
    unit: Option<&str>,
    contest: Option<&Bound<'_, PyDict>>,
    sprt: Option<&Bound<'_, PyDict>>,
    at_table: usize,
    store: Option<PathBuf>,
    power_safe: bool,
    threads: Option<NonZeroUsize>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Tournament> {
    let rules = Game::of(py, game)?.rules;
    let named: Vec<(String, Bot)> = bots.iter().map(entrant).collect::<PyResult<_>>()?;
    let mut changes = BTreeMap::new();
    for (key, value) in contest.into_iter().flatten() {
        changes.insert(key.extract()?, option_text(&value)?);
    }
    let plan = Plan {
        name: name.unwrap_or_else(|| rules.name().to_owned()),
        game: rules.name().to_owned(),
        options: Map::new(),
        seed,
        unit: match unit {
            Some("hand") => Unit::Hand,
            None if changes.is_empty() => Unit::Hand,
            Some("match") | None => Unit::Match,
            Some(other) => return Err(message(format!("unit `{other}`: expected hand or match"))),
        },
        contest: changes,
        schedule: match (schedule, sprt) {
            (_, Some(options)) => test(options)?,
            ("round-robin", None) => Schedule::RoundRobin,
            ("gauntlet", None) => Schedule::Gauntlet { heads },
            ("swiss", None) => Schedule::Swiss,
            (other, None) => {
                return Err(message(format!("schedule `{other}`: expected round-robin, gauntlet or swiss")));
            }
        },
        rounds,
        deals,
        at_table,
        bots: named
            .iter()
            .map(|(name, bot)| Entrant { name: name.clone(), spec: bot.spec().to_string() })
            .collect(),
    };
    let bots: Vec<Bot> = named.into_iter().map(|(_, bot)| bot).collect();
    let durability = if power_safe { Durability::Power } else { Durability::Process };
    play(py, rules, plan, &bots, Keeping { store, durability, threads }, progress)
}

/// A bot with its name: a text, a bot, or a pair of a name and one of them.
fn entrant(argument: &Bound<'_, PyAny>) -> PyResult<(String, Bot)> {
    let (name, bot) = match argument.extract::<(String, Bound<'_, PyAny>)>() {
        Ok((name, spec)) if !argument.is_instance_of::<pyo3::types::PyString>() => {
            (Some(name), bot::open(&spec)?)
        }
        _ => (None, bot::open(argument)?),
    };
    if bot.spec().cheats() {
        return Err(error(BotError::Cheating));
    }
    Ok((name.unwrap_or_else(|| bot.spec().to_string()), bot))
}

/// A sequential test by its options.
fn test(options: &Bound<'_, PyDict>) -> PyResult<Schedule> {
    let (mut elo0, mut elo1, mut alpha, mut beta) = (0.0, 5.0, 0.05, 0.05);
    let (mut normal, mut points) = (false, None);
    for (key, value) in options {
        match key.extract::<String>()?.as_str() {
            "elo0" => elo0 = value.extract()?,
            "elo1" => elo1 = value.extract()?,
            "alpha" => alpha = value.extract()?,
            "beta" => beta = value.extract()?,
            "normal" => normal = value.extract()?,
            "points" => points = value.extract()?,
            other => {
                return Err(message(format!(
                    "sprt: there is no `{other}`; there are: elo0, elo1, alpha, beta, normal, points"
                )));
            }
        }
    }
    Ok(Schedule::Sprt { elo0, elo1, alpha, beta, normal, points })
}

/// Where and how deals are kept.
pub(crate) struct Keeping {
    pub(crate) store: Option<PathBuf>,
    pub(crate) durability: Durability,
    pub(crate) threads: Option<NonZeroUsize>,
}

/// Plays the deals that are left.
pub(crate) fn play(
    py: Python<'_>,
    rules: &LoadedGame,
    plan: Plan,
    bots: &[Bot],
    keeping: Keeping,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Tournament> {
    let contest = plan.check(rules.players(), rules.contest_rules()).map_err(error)?;
    let threads = threads::count(keeping.threads)?;
    let about = About::of(rules, plan, bots);
    let all = Course::new(about.plan.clone(), about.players).all_deals();
    let played = work::run(py, bots, Some(all), progress, |desk| -> anyhow::Result<Tournament> {
        let seated: Vec<BotFor<'_>> =
            bots.iter().map(|bot| bot.for_referee(rules)).collect::<Result<_, _>>()?;
        let table = Table::new(rules, &seated, &about.plan, contest);
        let play = |deal, pairing, stop: &_| table.play(deal, pairing, stop);
        let (mut course, mut forfeits, mut journal) = match &keeping.store {
            None => (Course::new(about.plan.clone(), about.players), Forfeits::default(), None),
            Some(path) => {
                let journal = Kept::open(path, keeping.durability)?.journal(&about, threads)?;
                let begun = journal.store().tournament(Some(&about.plan.name))?;
                (journal.store().course(&begun)?, journal.store().forfeits(&begun)?, Some(journal))
            }
        };
        let keep = |played: &[Played]| -> Result<(), StoreError> {
            // Deals of a bot that has raised an exception mean nothing.
            if desk.is_in_vain() {
                return Ok(());
            }
            journal.as_mut().map_or(Ok(()), |journal| journal.keep(played))?;
            played.iter().for_each(|played| forfeits.enter(played));
            Ok(())
        };
        let tell = |course: &Course| desk.reached(course.deals());
        tournaments::run(&mut course, &play, threads, desk.stop, keep, tell)?;
        journal.map_or(Ok(()), Journal::close)?;
        Ok(Tournament::of(&course, &forfeits))
    })?;
    played.map_err(error)
}
