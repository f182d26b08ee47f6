//! Decisions of bots on a server: on threads of their own, a few at a time.

use std::collections::HashMap;
use std::sync::Arc;

use hinterhand_players::bots::Bot;
use hinterhand_players::games::LoadedGame;
use tokio::sync::Semaphore;

use crate::bots::OpenBots;
use crate::room::{Question, Thought};
use crate::{programs, slow};

/// Lets bots think.
#[derive(Debug)]
pub(crate) struct Thinker {
    /// As many at once as there are processors.
    at_once: Arc<Semaphore>,
    /// The places of programs, which use no place of the others.
    programs: Arc<Semaphore>,
    bots: OpenBots,
}

impl Thinker {
    /// A thinker for this machine that knows these bots besides those of the registry: what browsers call
    /// them, and their texts.
    pub(crate) fn new(named: HashMap<String, String>) -> Thinker {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        let [at_once, programs] =
            [processors, programs::AT_ONCE].map(|places| Arc::new(Semaphore::new(places)));
        Thinker { at_once, programs, bots: OpenBots::new(named) }
    }

    /// The bot of this text, opened once.
    pub(crate) fn bot(&self, text: &str) -> Result<Arc<Bot>, String> {
        self.bots.bot(text)
    }

    /// Asks a bot.
    pub(crate) async fn think(
        self: Arc<Self>,
        question: Question,
        game: Arc<LoadedGame>,
    ) -> Result<Thought, String> {
        if let Some(only) = question.only_answer() {
            return Ok(only);
        }
        let is_program = self.bots.is_program(&question.spec);
        let places = Arc::clone(if is_program { &self.programs } else { &self.at_once });
        let decide = move || -> Result<Thought, String> {
            let bot = self.bot(&question.spec)?;
            match is_program {
                true => programs::answer(&question, &game, &bot),
                false => question.answer_of(&game, &bot),
            }
        };
        slow::work(&places, move |_| decide()).await?
    }
}
