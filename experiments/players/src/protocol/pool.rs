//! A pool of processes of one program: as many as are needed at once, started when needed and lent to seats.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use serde::Serialize;
use serde_json::Value as Json;

use super::fault::unexpected;
use super::messages::{DeclaredOption, Hello, Id, Setting, VERSION, parts};
use super::process::Process;
use super::schema::read;
use super::{Fault, FaultKind, ProgramError, words};

/// The limits of each copy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The time for a move.
    pub time: Duration,
    /// The time by which an answer may be late, for its way through the machine.
    pub grace: Duration,
    /// The time to start and to send its name.
    pub start: Duration,
    /// The memory in megabytes (2^20 bytes), if it is limited.
    pub memory: Option<u64>,
}

/// The processes of one program.
#[derive(Debug)]
pub struct ProgramPool {
    command: String,
    words: Vec<String>,
    limits: Limits,
    settings: Vec<Setting>,
    id: Id,
    declared: Vec<DeclaredOption>,
    /// The processes that wait for a hand.
    idle: Mutex<Vec<Process>>,
}

impl ProgramPool {
    /// Starts a first process, asks for its name and options, and sets these options.
    pub fn start(
        command: &str,
        limits: Limits,
        options: &[(String, String)],
    ) -> Result<ProgramPool, ProgramError> {
        let words = words(command)?;
        let failed = |fault| ProgramError::Fault { command: command.to_owned(), fault };
        let mut first = Process::start(&words, limits.memory).map_err(failed)?;
        let (id, declared) = greet(&mut first, limits.start).map_err(failed)?;
        let setting = |(name, text): &(String, String)| setting(command, &declared, name, text);
        let settings: Vec<Setting> = options.iter().map(setting).collect::<Result<_, _>>()?;
        set_up(&mut first, &settings, limits.start).map_err(failed)?;
        let (command, idle) = (command.to_owned(), Mutex::new(vec![first]));
        Ok(ProgramPool { command, words, limits, settings, id, declared, idle })
    }

    /// The name and version that the program sends.
    pub fn id(&self) -> &Id {
        &self.id
    }

    /// The options that the program declares.
    pub fn declared(&self) -> &[DeclaredOption] {
        &self.declared
    }

    /// The limits of each copy.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// Checks that it plays this game.
    pub fn must_play(&self, game: &str) -> Result<(), ProgramError> {
        match &self.id.games {
            Some(games) if !games.iter().any(|other| other == game) => Err(ProgramError::Game {
                command: self.command.clone(),
                game: game.to_owned(),
                games: games.clone(),
            }),
            _ => Ok(()),
        }
    }

    /// A process that is ready.
    pub(super) fn take(&self) -> Result<Process, Fault> {
        loop {
            let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
            let Some(mut process) = idle else { return self.start_another() };
            // A process that ended between two hands has done no harm.
            if process.is_running() {
                return Ok(process);
            }
        }
    }

    /// Returns a process to the pool.
    pub(super) fn put_back(&self, process: Process) {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(process);
    }

    /// Starts one more process.
    pub(super) fn start_another(&self) -> Result<Process, Fault> {
        let mut process = Process::start(&self.words, self.limits.memory)?;
        let wait = self.limits.start;
        let ready = greet(&mut process, wait).and_then(|_| set_up(&mut process, &self.settings, wait));
        ready.map(|()| process).map_err(|fault| at_start(&fault))
    }
}

impl Drop for ProgramPool {
    fn drop(&mut self) {
        let idle = std::mem::take(self.idle.get_mut().unwrap_or_else(PoisonError::into_inner));
        for process in idle {
            process.quit(b"quit\n");
        }
    }
}

/// Everything that goes wrong before the first hand is one kind of fault.
fn at_start(fault: &Fault) -> Fault {
    FaultKind::Start.because(fault.to_string())
}

/// Asks for its name and its options.
fn greet(process: &mut Process, wait: Duration) -> Result<(Id, Vec<DeclaredOption>), Fault> {
    let (mut id, mut declared) = (None, Vec::new());
    let hello = line("hinterhand", &Hello { protocol: VERSION });
    let id = process.ask(&hello, wait, |said| {
        let (word, body) = parts(said);
        match word {
            "id" => id = Some(read::<Id>(said, body)?),
            "option" => {
                let new = option(said, body)?;
                if declared.iter().any(|old: &DeclaredOption| old.name == new.name) {
                    return Err(unexpected(said, "an option with another name"));
                }
                declared.push(new);
            }
            "hinterhandok" => {
                let garbage = || FaultKind::Garbage.because("`hinterhandok` before `id`");
                return id.take().ok_or_else(garbage).map(Some);
            }
            _ => return Err(unexpected(said, "`id`, `option` or `hinterhandok`")),
        }
        Ok(None)
    })?;
    Ok((id, declared))
}

fn option(said: &str, body: &str) -> Result<DeclaredOption, Fault> {
    let option: DeclaredOption = read(said, body)?;
    if kind(&option.default).is_none() {
        return Err(unexpected(said, "a `default` that is a number, a text, true or false"));
    }
    Ok(option)
}

/// Sets options, and waits until it is ready.
fn set_up(process: &mut Process, settings: &[Setting], wait: Duration) -> Result<(), Fault> {
    let options: Vec<u8> = settings.iter().flat_map(|setting| line("option", setting)).collect();
    ready(process, options, wait)
}

/// Sends this text, and waits until the program is ready.
pub(super) fn ready(process: &mut Process, mut text: Vec<u8>, wait: Duration) -> Result<(), Fault> {
    text.extend(b"isready\n");
    process.ask(&text, wait, |said| match parts(said).0 {
        "readyok" => Ok(Some(())),
        _ => Err(unexpected(said, "`readyok`")),
    })
}

/// The setting of an option by a text.
fn setting(
    command: &str,
    declared: &[DeclaredOption],
    name: &str,
    text: &str,
) -> Result<Setting, ProgramError> {
    let Some(option) = declared.iter().find(|option| option.name == name) else {
        let there = declared.iter().map(|option| option.name.clone()).collect();
        return Err(ProgramError::Option { command: command.to_owned(), name: name.to_owned(), there });
    };
    let value = match &option.default {
        Json::String(_) => Some(Json::from(text)),
        default => serde_json::from_str(text).ok().filter(|value| kind(value) == kind(default)),
    };
    let value = value.ok_or_else(|| ProgramError::Value {
        command: command.to_owned(),
        name: name.to_owned(),
        text: text.to_owned(),
        kind: kind(&option.default).expect("checked when it was offered"),
        default: option.default.to_string(),
    })?;
    Ok(Setting { name: name.to_owned(), value })
}

/// The type of a value of an option.
fn kind(value: &Json) -> Option<&'static str> {
    match value {
        Json::Number(_) => Some("a number"),
        Json::String(_) => Some("a text"),
        Json::Bool(_) => Some("true or false"),
        _ => None,
    }
}

/// A line of the protocol.
pub(super) fn line(word: &str, body: &impl Serialize) -> Vec<u8> {
    let body = serde_json::to_string(body).expect("bodies are plain");
    format!("{word} {body}\n").into_bytes()
}
