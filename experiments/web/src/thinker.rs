//! Decisions of bots: on threads of their own, a few at a time, within a limit of time.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use hinterhand_engine::dynamic::{ActionNumber, AnyInfoSet, AnyLegal};
use hinterhand_engine::{ActionSet as _, Contest, Rng, View};
use hinterhand_players::bots::{Bot, BotSpec};
use hinterhand_players::games::LoadedGame;
use hinterhand_solvers::search::ActionValues;
use tokio::sync::Semaphore;

use crate::{named, slow};

/// Lets bots think.
#[derive(Debug)]
pub(crate) struct Thinker {
    /// As many at once as there are processors.
    at_once: Arc<Semaphore>,
    /// Bots that were named when the server was started: what browsers call them, and their texts.
    named: HashMap<String, String>,
    bots: Mutex<HashMap<String, Arc<Bot>>>,
}

/// What a bot is asked: what its seat sees, and nothing else.
#[derive(Clone, Debug)]
pub(crate) struct Question {
    /// The game.
    pub(crate) game: Arc<LoadedGame>,
    /// The bot.
    pub(crate) spec: String,
    /// The score.
    pub(crate) contest: Contest,
    /// What its seat knows.
    pub(crate) info_set: AnyInfoSet,
    /// The legal actions.
    pub(crate) legal: AnyLegal,
    /// The seed of the room.
    pub(crate) seed: u64,
    /// The number of this decision.
    pub(crate) stream: u64,
}

/// The answer.
#[derive(Clone, Debug)]
pub(crate) struct Thought {
    /// The action.
    pub(crate) action: ActionNumber,
    /// The values and probabilities behind it, unless only one action was legal.
    pub(crate) values: Option<ActionValues<ActionNumber>>,
    /// The time that it took.
    pub(crate) took: Duration,
}

/// The longest time for a decision of a search.
pub(crate) const LONGEST: Duration = Duration::from_secs(20);

/// The number of bots that are kept open.
const KEPT: usize = 64;

impl Thinker {
    /// A thinker for this machine that knows these bots besides those of the registry.
    pub(crate) fn new(named: HashMap<String, String>) -> Thinker {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        Thinker { at_once: Arc::new(Semaphore::new(processors)), named, bots: Mutex::default() }
    }

    /// The bot of this text, opened once.
    pub(crate) fn bot(&self, text: &str) -> Result<Arc<Bot>, String> {
        if let Some(bot) = self.bots.lock().expect("no thread panics here").get(text) {
            return Ok(Arc::clone(bot));
        }
        let spec: BotSpec =
            self.named.get(text).map_or(text, String::as_str).parse().map_err(|error| format!("{error}"))?;
        let bot = Bot::open(spec.clone()).map_err(|error| named::told(&error, &spec))?;
        let bot = Arc::new(bot);
        let mut bots = self.bots.lock().expect("no thread panics here");
        if bots.len() >= KEPT {
            bots.clear();
        }
        bots.insert(text.to_owned(), Arc::clone(&bot));
        Ok(bot)
    }

    /// Asks a bot.
    pub(crate) async fn think(self: Arc<Self>, question: Question) -> Result<Thought, String> {
        let places = Arc::clone(&self.at_once);
        slow::work(&places, move |_| self.decide(&question)).await?
    }

    fn decide(&self, question: &Question) -> Result<Thought, String> {
        let began = Instant::now();
        let Question { game, spec, contest, info_set, legal, seed, stream } = question;
        if legal.len() == 1 {
            return Ok(Thought { action: legal.nth(0), values: None, took: Duration::ZERO });
        }
        let bot = self.bot(spec)?;
        let seated = bot.for_game(game).map_err(|error| named::told(&error, bot.spec()))?;
        let mut seat = seated.sit();
        seat.allow(LONGEST);
        let view = View { contest, info_set, legal };
        let choice = seat.choose(&view, &mut Rng::new(*seed, *stream));
        Ok(Thought { action: choice.action, values: choice.action_values, took: began.elapsed() })
    }
}
