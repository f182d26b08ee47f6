//! The plan of a tournament from a file and flags.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow};
use hinterhand_engine::{Settings, nearest};
use hinterhand_matches::tournament::file::{self, PlanFile, ScheduleName, SprtFile, value_text};
use hinterhand_matches::tournament::{Entrant, Plan, Schedule, Unit};
use hinterhand_players::bots::{self, Bot, BotInfo, BotSpec};
use hinterhand_players::files::place::Place;
use hinterhand_players::games::did_you_mean;
use serde_json::Map;

use super::super::{Failure, options};
use super::flags::Flags;

/// A tournament whose game is not loaded yet.
#[derive(Debug)]
pub(in super::super) struct Draft {
    pub(in super::super) game: String,
    pub(super) store: Option<PathBuf>,
    pub(super) concurrency: Option<u16>,
    file: PlanFile,
    /// The name and the content of the file.
    text: Option<(String, String)>,
    bots: Vec<(String, BotSpec)>,
    each: Vec<(String, String)>,
    sprt: Option<SprtFile>,
    contest: BTreeMap<String, String>,
    plan: Plan,
}

fn usage(error: impl Into<anyhow::Error>) -> Failure {
    Failure::Usage(error.into())
}

impl Draft {
    /// Reads the file, if there is one, and applies the flags to it.
    pub(in super::super) fn new(path: Option<&Path>, flags: &Flags) -> Result<Draft, Failure> {
        let text = path
            .map(|path| {
                let name = path.display().to_string();
                let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
                Ok::<_, anyhow::Error>((name, text))
            })
            .transpose()?;
        let file = match &text {
            Some((name, text)) => file::read(text).map_err(|error| anyhow!("{name}, {error}"))?,
            None => PlanFile::default(),
        };
        let game = flags.game.clone().or_else(|| file.game.clone());
        let game =
            game.ok_or_else(|| usage(anyhow!("no game was given: --game GAME, or `game` in the file")))?;
        let plan = Plan {
            name: flags.name.clone().or_else(|| file.name.clone()).unwrap_or_else(|| game.clone()),
            game: game.clone(),
            options: Map::new(),
            seed: flags.seed.or(file.seed).unwrap_or(1),
            unit: Unit::Hand,
            contest: BTreeMap::new(),
            schedule: Schedule::RoundRobin,
            rounds: flags.rounds.or(file.rounds).unwrap_or(100),
            deals: flags.deals.or(file.deals).unwrap_or(1),
            at_table: flags.at_table.or(file.at_table).unwrap_or(2),
            bots: Vec::new(),
        };
        let mut draft = Draft {
            game,
            store: flags.store.clone().or_else(|| file.store.clone()),
            concurrency: file.concurrency,
            bots: Vec::new(),
            each: Vec::new(),
            sprt: file.sprt.clone(),
            contest: BTreeMap::new(),
            text,
            file,
            plan,
        };
        draft.read_file()?;
        draft.read_flags(flags)?;
        draft.schedule(flags)?;
        Ok(draft)
    }

    /// Reads the bots and the score above the hand from the file.
    fn read_file(&mut self) -> Result<(), Failure> {
        for bot in &self.file.bot {
            let place = || self.place(bot.spec.span().start);
            let spec = bot.spec.as_ref().parse::<BotSpec>().with_context(place)?;
            let name = bot.name.clone().unwrap_or_else(|| bot.spec.as_ref().clone());
            self.bots.push((name, spec));
        }
        self.each = self.file.each.iter().map(|(key, value)| (key.clone(), value_text(value))).collect();
        self.contest =
            self.file.contest.iter().map(|(key, value)| (key.clone(), value_text(value))).collect();
        Ok(())
    }

    fn read_flags(&mut self, flags: &Flags) -> Result<(), Failure> {
        for text in &flags.bot {
            let (name, spec) = match text.strip_prefix("name=") {
                None => {
                    let spec = text.strip_prefix("spec=").unwrap_or(text);
                    (spec, spec)
                }
                Some(rest) => {
                    let parts = rest.split_once(",spec=");
                    let (name, spec) = parts.ok_or_else(|| {
                        usage(anyhow!(
                            "`--bot {text}`: expected name=NAME,spec=BOT, such as name=deep,spec=ismcts"
                        ))
                    })?;
                    (name, spec)
                }
            };
            self.bots.push((name.to_owned(), spec.parse::<BotSpec>()?));
        }
        for text in flags.each.iter().flat_map(|text| text.split(',')) {
            let (key, value) = pair("--each", text, "iterations=1000")?;
            self.each.retain(|(other, _)| *other != key);
            self.each.push((key, value));
        }
        for text in &flags.contest {
            let (key, value) = pair("--match", text, "best_of=3")?;
            self.contest.insert(key, value);
        }
        let Some(texts) = &flags.sprt else { return Ok(()) };
        let sprt = self.sprt.get_or_insert_default();
        for text in texts.iter().flat_map(|text| text.split(',')) {
            let (key, value) = pair("--sprt", text, "elo1=5")?;
            let wrong = |what| usage(anyhow!("`--sprt {text}`: expected {what}"));
            let number = || value.parse::<f64>().map_err(|_| wrong("a number"));
            match &key[..] {
                "elo0" => sprt.elo0 = Some(number()?),
                "elo1" => sprt.elo1 = Some(number()?),
                "alpha" => sprt.alpha = Some(number()?),
                "beta" => sprt.beta = Some(number()?),
                "normal" => sprt.normal = Some(value.parse().map_err(|_| wrong("true or false"))?),
                "points" => sprt.points = Some(value.parse().map_err(|_| wrong("a whole number"))?),
                _ => {
                    let keys = ["elo0", "elo1", "alpha", "beta", "normal", "points"];
                    let meant = did_you_mean(nearest(&key, keys));
                    let all = keys.join(", ");
                    return Err(usage(anyhow!(
                        "`--sprt {text}`: there is no `{key}`{meant}; there are: {all}"
                    )));
                }
            }
        }
        Ok(())
    }

    /// Sets the schedule and the unit of play.
    fn schedule(&mut self, flags: &Flags) -> Result<(), Failure> {
        let named = flags.schedule.or(self.file.schedule);
        let heads = flags.heads.or(self.file.heads);
        if heads.is_some() && named != Some(ScheduleName::Gauntlet) {
            return Err(usage(anyhow!("--heads is for a gauntlet: --schedule gauntlet")));
        }
        self.plan.schedule = match (named, &self.sprt) {
            (Some(ScheduleName::Sprt) | None, Some(sprt)) => of_sprt(sprt),
            (Some(ScheduleName::Sprt), None) => of_sprt(&SprtFile::default()),
            (Some(_), Some(_)) => {
                return Err(usage(anyhow!(
                    "a test is a schedule of its own: leave --schedule or --sprt away"
                )));
            }
            (Some(ScheduleName::RoundRobin) | None, None) => Schedule::RoundRobin,
            (Some(ScheduleName::Gauntlet), None) => Schedule::Gauntlet { heads: heads.unwrap_or(1) },
            (Some(ScheduleName::Swiss), None) => Schedule::Swiss,
        };
        let by_default = if self.contest.is_empty() { Unit::Hand } else { Unit::Match };
        self.plan.unit = flags.unit.or(self.file.unit).unwrap_or(by_default);
        Ok(())
    }

    /// The plan without the options of the game, and its bots.
    pub(in super::super) fn plan(&self) -> Result<(Plan, Vec<Bot>), Failure> {
        for (key, value) in &self.each {
            if !self.bots.iter().any(|(_, spec)| spec.has(key)) {
                let has = |option: &&str| self.bots.iter().any(|(_, spec)| spec.has(option));
                let all = bots::all().flat_map(BotInfo::options).map(|option| option.key);
                let meant = did_you_mean(nearest(key, all.filter(has)));
                return Err(usage(anyhow!("--each {key}={value}: no bot here has an option `{key}`{meant}")));
            }
        }
        let mut plan = Plan { contest: self.contest.clone(), ..self.plan.clone() };
        let (mut bots, mut entered) = (Vec::new(), BTreeSet::new());
        for (name, spec) in &self.bots {
            let mut spec = spec.clone();
            // An option may be read only beside another one of these: they are entered until none is left
            // that is read.
            while let Some((key, value)) =
                self.each.iter().find(|(key, _)| spec.reads(key) && !spec.gives(key))
            {
                let text = spec.to_string();
                let mark = if text.contains(':') { ',' } else { ':' };
                spec = format!("{text}{mark}{key}={value}").parse()?;
                entered.insert(key.as_str());
            }
            let text = spec.to_string();
            plan.bots.push(Entrant { name: name.clone(), spec: text });
            bots.push(Bot::open(spec)?);
        }
        if let Some((key, value)) = self.each.iter().find(|(key, _)| !entered.contains(key.as_str())) {
            return Err(usage(anyhow!(
                "--each {key}={value}: each bot here gives `{key}` itself, or does not read it beside its other options"
            )));
        }
        Ok((plan, bots))
    }

    /// Enters the options of the file.
    pub(in super::super) fn fill(&self, settings: &mut Settings) -> Result<(), Failure> {
        for (key, value) in &self.file.options {
            let place = || self.place(key.span().start);
            options::enter(settings, key.as_ref(), value.as_ref()).with_context(place)?;
        }
        Ok(())
    }

    /// The place of an offset of the file.
    fn place(&self, offset: usize) -> String {
        let (name, text) = self.text.as_ref().expect("what has a place was read from a file");
        format!("{name}, {}", Place::of(text, offset))
    }
}

/// A key and its value.
fn pair(flag: &str, text: &str, example: &str) -> Result<(String, String), Failure> {
    let parts = text.split_once('=');
    let (key, value) =
        parts.ok_or_else(|| usage(anyhow!("`{flag} {text}`: expected KEY=VALUE, such as {example}")))?;
    Ok((key.trim().to_owned(), value.trim().to_owned()))
}

fn of_sprt(sprt: &SprtFile) -> Schedule {
    Schedule::Sprt {
        elo0: sprt.elo0.unwrap_or(0.0),
        elo1: sprt.elo1.unwrap_or(5.0),
        alpha: sprt.alpha.unwrap_or(0.05),
        beta: sprt.beta.unwrap_or(0.05),
        normal: sprt.normal.unwrap_or(false),
        points: sprt.points,
    }
}
