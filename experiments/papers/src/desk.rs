//! Where a piece of work is done: what it is handed from outside.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use hinterhand_matches::exact::FirstTrick;

/// What a piece of work may use besides its own description. Its result depends on that and on the seed alone.
#[derive(Clone)]
pub struct Desk<'a> {
    /// What decides about all chance.
    pub seed: u64,
    /// Set when the work is to be left as it is.
    pub stop: &'a AtomicBool,
    /// Who knows the file of a solution of Kinderschnapsen; nothing if it is stopped before there is one.
    solution: &'a (dyn Fn() -> anyhow::Result<Option<PathBuf>> + Sync),
    /// What others have found out about that solution.
    pub(super) first_trick: Arc<FirstTrick>,
}

/// What stands in the name of a bot for the file of the solution.
const SOLUTION: &str = "{solution}";

impl<'a> Desk<'a> {
    /// A desk without a solution.
    pub fn new(seed: u64, stop: &'a AtomicBool) -> Desk<'a> {
        let solution = &|| anyhow::bail!("there is no solution of Kinderschnapsen here");
        Desk { seed, stop, solution, first_trick: Arc::default() }
    }

    /// A desk with somebody who knows the file of a solution, and what others have found out about it.
    pub fn with_solution(
        self,
        solution: &'a (dyn Fn() -> anyhow::Result<Option<PathBuf>> + Sync),
        first_trick: Arc<FirstTrick>,
    ) -> Desk<'a> {
        Desk { solution, first_trick, ..self }
    }

    /// Whether the work is to be left.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// The text of a bot with the file of the solution where it asks for it; nothing if stopped before it is there.
    pub fn named(&self, bot: &str) -> anyhow::Result<Option<String>> {
        if !bot.contains(SOLUTION) {
            return Ok(Some(bot.to_owned()));
        }
        let path = (self.solution)()?;
        Ok(path.map(|path| bot.replace(SOLUTION, &path.display().to_string())))
    }
}
