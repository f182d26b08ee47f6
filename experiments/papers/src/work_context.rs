//! The context of a piece of work.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use hinterhand_matches::exact::FirstTrick;

/// Returns the file of a solution of Kinderschnapsen; `None` if the work is stopped before there is one.
type SolutionFile<'a> = &'a (dyn Fn() -> anyhow::Result<Option<PathBuf>> + Sync);

/// The resources of a piece of work besides its own description. Its result depends on that description and
/// the seed alone.
#[derive(Clone)]
pub struct WorkContext<'a> {
    /// The seed of all random numbers.
    pub seed: u64,
    /// Set when the work is to be stopped.
    pub stop: &'a AtomicBool,
    solution: SolutionFile<'a>,
    /// The costs against that solution that other pieces of work have computed.
    pub(super) first_trick: Arc<FirstTrick>,
}

/// The placeholder in the text of a bot for the file of the solution.
const SOLUTION: &str = "{solution}";

impl<'a> WorkContext<'a> {
    /// A context without a solution.
    pub fn new(seed: u64, stop: &'a AtomicBool) -> WorkContext<'a> {
        let solution = &|| anyhow::bail!("there is no solution of Kinderschnapsen here");
        WorkContext { seed, stop, solution, first_trick: Arc::default() }
    }

    /// A context with a function that returns the file of a solution, and with the known costs against it.
    pub(crate) fn with_solution(
        self,
        solution: SolutionFile<'a>,
        first_trick: Arc<FirstTrick>,
    ) -> WorkContext<'a> {
        WorkContext { solution, first_trick, ..self }
    }

    /// Whether the work is to be stopped.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// The text of a bot with the file of the solution in the place of `{solution}`; `None` if stopped before
    /// there is one.
    pub fn named(&self, bot: &str) -> anyhow::Result<Option<String>> {
        if !bot.contains(SOLUTION) {
            return Ok(Some(bot.to_owned()));
        }
        let path = (self.solution)()?;
        Ok(path.map(|path| bot.replace(SOLUTION, &path.display().to_string())))
    }
}
