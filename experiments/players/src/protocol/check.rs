//! The test whether a program keeps to the protocol.

use hinterhand_engine::dynamic::AnyGame;
use hinterhand_engine::{Game as _, Notation as _};
use std::time::Duration;

use hinterhand_engine::{ActionSet as _, Contest, Event, Player, Rng, Settings, Turn};
use serde::Serialize;
use serde_json::{Map, Value as Json};

use super::crew::{line, ready};
use super::messages::Setting;
use super::{Crew, Fault, FaultKind, ForeignError, Limits, Notes, Seat};
use crate::clock::{Clock, TimeControl};
use crate::games::{self, GameError};
use crate::option_value;

/// What is to be tried.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trial {
    /// The games, with their options that differ from the defaults; those that the program says it plays, if there are
    /// none here.
    pub games: Vec<(String, Map<String, Json>)>,
    /// How many hands of each.
    pub hands: u64,
    /// The seed of the hands.
    pub seed: u64,
    /// The time of the program for a hand, if a clock shall be kept.
    pub control: Option<TimeControl>,
}

/// What came of one check.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Checked {
    /// What was checked.
    pub check: String,
    /// What was wrong, if anything was.
    pub fault: Option<String>,
    /// What else there is to say.
    pub note: String,
}

/// A hand is tried so far.
const MOST_DECISIONS: u64 = 400;
/// So many decisions of the first hand are asked for twice, the second time of a new copy.
const TWICE: u64 = 8;

/// So many hands of each game begin with a pause after the first answer, in which nothing more may be said.
const PAUSES: u64 = 2;
const PAUSE: Duration = Duration::from_millis(100);

/// Says what nobody knows, with and without a body.
const UNKNOWN: &[u8] = b"\nblorb {\"x\":[1,{}]}\nblorb\n   \n";

/// Tries a program out and tells of every check; true if it has passed all.
pub fn check(
    command: &str,
    limits: Limits,
    options: &[(String, String)],
    trial: &Trial,
    tell: &mut dyn FnMut(Checked),
) -> Result<bool, CheckError> {
    let mut passed = true;
    let mut report = |check: String, found: Result<String, String>| {
        passed &= found.is_ok();
        let (fault, note) = match found {
            Ok(note) => (None, note),
            Err(fault) => (Some(fault), String::new()),
        };
        tell(Checked { check, fault, note });
    };
    let crew = match Crew::start(command, limits, options) {
        Ok(crew) => crew,
        Err(ForeignError::Fault { fault, .. }) => {
            report("it starts and says what it is".to_owned(), Err(fault.to_string()));
            return Ok(false);
        }
        Err(error) => return Err(error.into()),
    };
    let id = crew.id();
    report(
        "it starts and says what it is".to_owned(),
        Ok(format!("{} {}", id.name, id.version).trim().to_owned()),
    );
    let asked = crew.another().and_then(|mut process| ready(&mut process, UNKNOWN.to_vec(), limits.start));
    report("it passes over what it does not know".to_owned(), told(asked));
    for offer in crew.offers() {
        let setting = Setting { name: offer.name.clone(), value: offer.default.clone() };
        let set = line("option", &setting);
        let asked = crew.another().and_then(|mut process| ready(&mut process, set, limits.start));
        report(format!("option {} can be set", offer.name), told(asked));
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
            // It says that it plays what nobody knows: what was typed has been looked at before.
            let unknown = GameError::unknown(&game).to_string();
            report(format!("it plays {game}"), Err(unknown));
            continue;
        }
        crew.must_play(&game)?;
        let hands = Hands { crew: &crew, trial, deterministic: id.deterministic };
        let game_error =
            |settings: &mut Settings| option_value::fill(settings, &options).map_err(GameError::from);
        let loaded = games::load(&game, game_error)?;
        let found = hands.play(&loaded);
        report(format!("it plays {game}"), found.map(|tried| tried.to_string()));
    }
    let quit = crew.another().map(|process| process.quit_by_word(b"quit\n"));
    report(
        "it ends when it is told to".to_owned(),
        match quit {
            Err(fault) => Err(fault.to_string()),
            Ok(Some(status)) if status.success() => Ok(String::new()),
            Ok(Some(status)) => Err(format!("it ended with {status}")),
            Ok(None) => Err("it is still there a second after `quit`".to_owned()),
        },
    );
    let quit = crew.another().map(|process| process.quit(b""));
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

/// Why nothing could be checked.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each says what it is")]
pub enum CheckError {
    #[error(transparent)]
    Program(#[from] ForeignError),
    #[error(transparent)]
    Game(#[from] GameError),
}

fn told(found: Result<(), Fault>) -> Result<String, String> {
    found.map(|()| String::new()).map_err(|fault| fault.to_string())
}

/// Hands of one game, in which the program plays one seat and all others play at random.
struct Hands<'h> {
    crew: &'h Crew,
    trial: &'h Trial,
    deterministic: bool,
}

/// What was tried.
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
        let known = Notes::about(game.name(), &option_value::given(game.settings()), game.players());
        // In every other hand with a key that nobody knows.
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
}

impl Hands<'_> {
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
        let mut seat = Seat::new(self.crew, Notes::new(about));
        let mut clock = self.trial.control.map(Clock::new);
        let mut state = game.start();
        let mut decisions = 0;
        // In some hands a new copy takes over: what it is shown must be enough.
        let mut takes_over = (number % 8 == 3).then(|| u64::from(rng.below(4)));
        while decisions < MOST_DECISIONS {
            let before = state.clone();
            let event = match game.turn(&state) {
                Turn::Over => break,
                Turn::Chance => {
                    let drawn = game.draw(&state, &mut rng);
                    game.reveal(&mut state, &drawn);
                    Event::Chance(drawn)
                }
                Turn::Player(mover) => {
                    let legal = game.legal(&state);
                    let action = if mover == player && legal.len() > 1 {
                        if takes_over == Some(decisions) {
                            takes_over = None;
                            seat.dismiss();
                        }
                        let words = game.legal_words(&state);
                        let twice = self.deterministic && number == 0 && decisions < TWICE;
                        let again = twice.then(|| rng.clone());
                        let answer = seat.ask(player, &contest, &words, clock.as_mut(), &mut rng)?;
                        decisions += 1;
                        tried.decisions += 1;
                        tried.slowest = tried.slowest.max(answer.time);
                        if let Some(mut rng) = again {
                            seat.dismiss();
                            let second = seat.ask(player, &contest, &words, clock.as_mut(), &mut rng)?;
                            tried.twice += 1;
                            if second.best.action != answer.best.action {
                                let (one, other) = (answer.best.action, second.best.action);
                                let reason =
                                    format!("it says it is deterministic, and plays `{one}` and `{other}`");
                                return Err(FaultKind::Garbage.because(reason));
                            }
                        }
                        let read = game.read_action(&state, &answer.best.action);
                        let action = read.map_err(|error| FaultKind::Illegal.because(error.to_string()))?;
                        if number < PAUSES && decisions == 1 {
                            seat.must_be_silent(PAUSE)?;
                        }
                        action
                    } else {
                        legal.nth(rng.below(legal.len() as u32) as usize)
                    };
                    game.play(&mut state, action);
                    Event::Action(action)
                }
            };
            seat.hear(&game.noticed(&before, &event, &state, player));
        }
        Ok(())
    }
}
