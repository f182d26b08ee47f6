//! The test whether a program keeps to the protocol.

use std::time::Duration;

use hinterhand_engine::dynamic::{ActionNumber, AnyChance, AnyGame, AnyState};
use hinterhand_engine::{
    ActionSet as _, Contest, EventOf, Game as _, Notation as _, Player, Rng, Settings, View,
};
use serde::Serialize;
use serde_json::{Map, Value as Json};

use super::messages::Setting;
use super::pool::{line, ready};
use super::{Fault, FaultKind, Limits, ProgramError, ProgramPool, Seat, ViewWriter};
use crate::bots::{Referee, referee};
use crate::clock::{Clock, TimeControl};
use crate::games::{self, GameError};
use crate::option_value;

/// The test of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trial {
    /// The games, with their options that differ from the defaults; by default those that the program lists.
    pub games: Vec<(String, Map<String, Json>)>,
    /// The number of hands of each game.
    pub hands: u64,
    /// The seed of the hands.
    pub seed: u64,
    /// The time of the program for a hand, if a clock shall be kept.
    pub control: Option<TimeControl>,
}

/// The result of one check.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct CheckResult {
    /// The name of the check.
    pub check: String,
    /// The fault, if there is one.
    pub fault: Option<String>,
    /// A remark.
    pub note: String,
}

/// The number of decisions after which a hand is broken off.
const MOST_DECISIONS: u64 = 400;
/// The number of decisions of the first hand that are asked for twice, the second time of a new process.
const TWICE: u64 = 8;

/// The number of hands of each game with a pause after the first answer, in which any output is a fault.
const PAUSES: u64 = 2;
const PAUSE: Duration = Duration::from_millis(100);

/// Unknown messages, with and without a body.
const UNKNOWN: &[u8] = b"\nblorb {\"x\":[1,{}]}\nblorb\n   \n";

/// Tests a program and passes each result to `each`; true if it has passed all checks.
pub fn check(
    command: &str,
    limits: Limits,
    options: &[(String, String)],
    trial: &Trial,
    each: &mut dyn FnMut(CheckResult),
) -> Result<bool, CheckError> {
    let mut passed = true;
    let mut report = |check: String, found: Result<String, String>| {
        passed &= found.is_ok();
        let (fault, note) = match found {
            Ok(note) => (None, note),
            Err(fault) => (Some(fault), String::new()),
        };
        each(CheckResult { check, fault, note });
    };
    let pool = match ProgramPool::start(command, limits, options) {
        Ok(pool) => pool,
        Err(ProgramError::Fault { fault, .. }) => {
            report("it starts and says what it is".to_owned(), Err(fault.to_string()));
            return Ok(false);
        }
        Err(error) => return Err(error.into()),
    };
    let id = pool.id();
    report(
        "it starts and says what it is".to_owned(),
        Ok(format!("{} {}", id.name, id.version).trim().to_owned()),
    );
    let asked =
        pool.start_another().and_then(|mut process| ready(&mut process, UNKNOWN.to_vec(), limits.start));
    report("it passes over what it does not know".to_owned(), outcome(asked));
    for option in pool.declared() {
        let setting = Setting { name: option.name.clone(), value: option.default.clone() };
        let set = line("option", &setting);
        let asked = pool.start_another().and_then(|mut process| ready(&mut process, set, limits.start));
        report(format!("option {} can be set", option.name), outcome(asked));
    }
    // A game from a file must be named together with it.
    let of_file =
        |name: &str| games::info(name).is_some() && games::complete_names().all(|complete| complete != name);
    let all = || games::names().map(str::to_owned).collect();
    let its_own = || id.games.clone().unwrap_or_else(all).into_iter().filter(|name| !of_file(name));
    let named = if trial.games.is_empty() {
        its_own().map(|game| (game, Map::new())).collect()
    } else {
        trial.games.clone()
    };
    for (game, options) in named {
        if !games::names().any(|name| name == game) {
            // The program claims to play an unknown game; games that were typed have been checked before.
            let unknown = GameError::unknown(&game).to_string();
            report(format!("it plays {game}"), Err(unknown));
            continue;
        }
        pool.must_play(&game)?;
        let hands = Hands { pool: &pool, trial, deterministic: id.deterministic };
        let game_error =
            |settings: &mut Settings| option_value::fill(settings, &options).map_err(GameError::from);
        let loaded = games::load(&game, game_error)?;
        let found = hands.play(&loaded);
        report(format!("it plays {game}"), found.map(|tried| tried.to_string()));
    }
    let quit = pool.start_another().map(|process| process.quit_by_word(b"quit\n"));
    report(
        "it ends when it is told to".to_owned(),
        match quit {
            Err(fault) => Err(fault.to_string()),
            Ok(Some(status)) if status.success() => Ok(String::new()),
            Ok(Some(status)) => Err(format!("it ended with {status}")),
            Ok(None) => Err("it is still there a second after `quit`".to_owned()),
        },
    );
    let quit = pool.start_another().map(|process| process.quit(b""));
    report(
        "it ends with its input".to_owned(),
        match quit {
            Err(fault) => Err(fault.to_string()),
            Ok(Some(_)) => Ok(String::new()),
            Ok(None) => Err("it is still there a second after the end of its input".to_owned()),
        },
    );
    Ok(passed)
}

/// The reason for which nothing could be checked.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each says what it is")]
pub enum CheckError {
    #[error(transparent)]
    Program(#[from] ProgramError),
    #[error(transparent)]
    Game(#[from] GameError),
}

fn outcome(found: Result<(), Fault>) -> Result<String, String> {
    found.map(|()| String::new()).map_err(|fault| fault.to_string())
}

/// Hands of one game, in which the program plays one seat and all others play at random.
struct Hands<'h> {
    pool: &'h ProgramPool,
    trial: &'h Trial,
    deterministic: bool,
}

/// The size of a test.
#[derive(Clone, Copy, Debug, Default)]
struct Tried {
    hands: u64,
    decisions: u64,
    slowest: Duration,
    twice: u64,
}

impl std::fmt::Display for Tried {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Tried { hands, decisions, slowest, twice } = self;
        write!(f, "{hands} hands, {decisions} decisions, the slowest {:.1} ms", 1e3 * slowest.as_secs_f64())?;
        if *twice > 0 { write!(f, ", {twice} asked twice") } else { Ok(()) }
    }
}

impl Hands<'_> {
    fn play(&self, game: &AnyGame) -> Result<Tried, String> {
        let known = ViewWriter::prefix(game.name(), &option_value::given(game.settings()), game.players());
        // In every other hand with an unknown key.
        let about = [&known[..], &format!("{known},\"blorb\":[{{}}]")];
        let mut tried = Tried::default();
        for number in 0..self.trial.hands {
            let player = Player::new((number % game.players() as u64) as usize);
            let hand = self.hand(game, about[(number % 2) as usize], player, number, &mut tried);
            hand.map_err(|fault| format!("hand {number}, seat {}: {fault}", player.index()))?;
            tried.hands += 1;
        }
        Ok(tried)
    }

    /// Plays one hand, in which the program sits in the seat of `player`.
    fn hand(
        &self,
        game: &AnyGame,
        about: &str,
        player: Player,
        number: u64,
        tried: &mut Tried,
    ) -> Result<(), Fault> {
        let contest = Contest::new(game.contest_rules(), Player::FIRST);
        let mut rng = Rng::new(self.trial.seed, number);
        let takes_over = (number % 8 == 3).then(|| u64::from(rng.below(4)));
        let seat = Seat::new(self.pool, ViewWriter::new(about));
        let clock = self.trial.control.map(Clock::new);
        let twice = self.deterministic && number == 0;
        let mut hand =
            Hand { game, number, player, rng, seat, clock, takes_over, twice, decisions: 0, tried };
        match referee(game, &mut game.start(), &contest, &mut hand) {
            Ok(()) | Err(Break::Enough) => Ok(()),
            Err(Break::Fault(fault)) => Err(fault),
        }
    }
}

/// The referee of one hand.
struct Hand<'h> {
    game: &'h AnyGame,
    number: u64,
    /// The player whose decisions are the program's.
    player: Player,
    /// The generators of chance, the other players and the program.
    rng: Rng,
    seat: Seat<'h>,
    clock: Option<Clock>,
    /// The decision at which a new copy takes over, in some hands: what it is shown must be enough.
    takes_over: Option<u64>,
    /// Whether the first decisions are asked for twice.
    twice: bool,
    decisions: u64,
    tried: &'h mut Tried,
}

/// The reason for which a hand is broken off.
enum Break {
    /// It has been tried far enough.
    Enough,
    Fault(Fault),
}

impl From<Fault> for Break {
    fn from(fault: Fault) -> Break {
        Break::Fault(fault)
    }
}

impl Hand<'_> {
    fn go_on(&self) -> Result<(), Break> {
        if self.decisions < MOST_DECISIONS { Ok(()) } else { Err(Break::Enough) }
    }

    /// Asks the program.
    fn ask(&mut self, state: &AnyState, contest: &Contest) -> Result<ActionNumber, Fault> {
        if self.takes_over == Some(self.decisions) {
            self.takes_over = None;
            self.seat.dismiss();
        }
        let words = self.game.legal_words(state);
        let again = (self.twice && self.decisions < TWICE).then(|| self.rng.clone());
        let answer = self.seat.ask(self.player, contest, &words, self.clock.as_mut(), &mut self.rng)?;
        self.decisions += 1;
        self.tried.decisions += 1;
        self.tried.slowest = self.tried.slowest.max(answer.time);
        if let Some(mut rng) = again {
            self.seat.dismiss();
            let second = self.seat.ask(self.player, contest, &words, self.clock.as_mut(), &mut rng)?;
            self.tried.twice += 1;
            if second.best.action != answer.best.action {
                let (one, other) = (answer.best.action, second.best.action);
                let reason = format!("it says it is deterministic, and plays `{one}` and `{other}`");
                return Err(FaultKind::Garbage.because(reason));
            }
        }
        let read = self.game.read_action(state, &answer.best.action);
        let action = read.map_err(|error| FaultKind::Illegal.because(error.to_string()))?;
        if self.number < PAUSES && self.decisions == 1 {
            self.seat.must_be_silent(PAUSE)?;
        }
        Ok(action)
    }
}

impl Referee for Hand<'_> {
    type Break = Break;

    fn draw(&mut self, state: &AnyState) -> Result<AnyChance, Break> {
        self.go_on()?;
        Ok(self.game.draw(state, &mut self.rng))
    }

    fn decide(
        &mut self,
        player: Player,
        state: &AnyState,
        view: &View<'_, AnyGame>,
    ) -> Result<ActionNumber, Break> {
        self.go_on()?;
        if player == self.player && view.legal.len() > 1 {
            return Ok(self.ask(state, view.contest)?);
        }
        Ok(view.legal.nth(self.rng.below(view.legal.len() as u32) as usize))
    }

    fn notifies(&self) -> bool {
        true
    }

    fn notify(&mut self, before: &AnyState, event: &EventOf<AnyGame>, after: &AnyState) {
        self.seat.notice(&self.game.noticed(before, event, after, self.player));
    }
}
