//! Decisions of bots on a server: on threads of their own, a few at a time.

use std::collections::HashMap;
use std::sync::Arc;

use hinterhand_players::bots::Bot;
use tokio::sync::Semaphore;

use crate::bots::OpenBots;
use crate::room::{Question, Thought};
use crate::slow;

/// Lets bots think.
#[derive(Debug)]
pub(crate) struct Thinker {
    /// As many at once as there are processors.
    at_once: Arc<Semaphore>,
    bots: OpenBots,
}

impl Thinker {
    /// A thinker for this machine that knows these bots besides those of the registry: what browsers call
    /// them, and their texts.
    pub(crate) fn new(named: HashMap<String, String>) -> Thinker {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        Thinker { at_once: Arc::new(Semaphore::new(processors)), bots: OpenBots::new(named) }
    }

    /// The bot of this text, opened once.
    pub(crate) fn bot(&self, text: &str) -> Result<Arc<Bot>, String> {
        self.bots.bot(text)
    }

    /// Asks a bot.
    pub(crate) async fn think(self: Arc<Self>, question: Question) -> Result<Thought, String> {
        if let Some(only) = question.only_answer() {
            return Ok(only);
        }
        let places = Arc::clone(&self.at_once);
        let decide = move || -> Result<Thought, String> {
            let bot = self.bot(&question.spec)?;
            question.answer_of(&bot)
        };
        slow::work(&places, move |_| decide()).await?
    }
}
