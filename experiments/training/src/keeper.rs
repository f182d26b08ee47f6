//! The work of a training in a folder beside training itself: the gauntlet is played, the judgements are
//! written, and the best strategy is kept.

use std::sync::atomic::AtomicBool;

use anyhow::Context as _;
use hinterhand_engine::dynamic::AnyGame;
use hinterhand_players::strategy::About;
use hinterhand_solvers::strategy::Strategy;

use super::{Bout, Folder, LogForm, LogHead, Point, Task, Training, Yardstick};
use crate::memory;

/// Lets a strategy play the gauntlet. Returns the result against each bot, or `None` once the flag is set.
pub type PlayGauntlet<'k> =
    dyn Fn(&dyn Strategy<AnyGame>, &AtomicBool) -> anyhow::Result<Option<Vec<Bout>>> + 'k;

/// Enters all judgements so far into a store. Returns false if another process writes it.
pub type Enter<'k> = dyn Fn(&[Point]) -> anyhow::Result<bool> + 'k;

/// Keeps a training in its folder.
pub struct Keeper<'k> {
    /// The folder.
    pub folder: &'k Folder,
    /// The task.
    pub task: &'k Task,
    /// The first line of the metrics; iterations and seconds are filled in.
    pub head: LogHead,
    /// The gauntlet, if there is one.
    pub gauntlet: Option<&'k PlayGauntlet<'k>>,
    /// The number of judgements without a gain after which training ends.
    pub patience: Option<u32>,
    /// The least improvement that counts as a gain.
    pub gain: f64,
    /// Enters the judgements into a store, if there is one.
    pub enter: Option<&'k Enter<'k>>,
}

impl Keeper<'_> {
    /// Plays the gauntlet. Returns its results, or `None` once `stop` is set.
    pub(super) fn play(
        &self,
        training: &dyn Training,
        stop: &AtomicBool,
    ) -> anyhow::Result<Option<Vec<Bout>>> {
        match self.gauntlet {
            Some(play) => play(&*training.strategy(), stop),
            None => Ok(Some(Vec::new())),
        }
    }

    /// Keeps the last judgement of the log, and the strategy if it is the best so far.
    pub(super) fn judged(&self, training: &dyn Training, about: &About, log: &[Point]) -> anyhow::Result<()> {
        if self.best(log).is_some_and(|best| best.iteration == about.iterations) {
            training.write_strategy(&self.folder.next_best(), about)?;
        }
        self.write(log)?;
        // If another process writes the store now, the next judgement or the end enters this one as well.
        self.enter(log)?;
        Ok(())
    }

    /// Writes the judgements.
    pub(super) fn write(&self, log: &[Point]) -> anyhow::Result<()> {
        let (iterations, seconds) = log.last().map_or((0, 0.0), |last| (last.iteration, last.seconds));
        let peak_memory_bytes = memory::peak_bytes();
        let head = LogHead { iterations, seconds, peak_memory_bytes, ..self.head.clone() };
        let path = self.folder.metrics();
        LogForm::Jsonl.write(&path, &head, log).with_context(|| format!("cannot write {}", path.display()))
    }

    /// Enters the judgements into the store. Returns false if another process writes it.
    pub(super) fn enter(&self, log: &[Point]) -> anyhow::Result<bool> {
        self.enter.map_or(Ok(true), |enter| enter(log))
    }

    /// Called when the checkpoint contains the judgements so far: the best strategy that waits becomes the
    /// best.
    pub(super) fn promote(&self) -> anyhow::Result<()> {
        let best = self.folder.best();
        self.folder.promote().with_context(|| format!("cannot write {}", best.display()))
    }

    /// The reason why training ends early, if too many judgements had no gain.
    pub(super) fn has_enough(&self, log: &[Point]) -> Option<String> {
        let idle = self.task.best?.idle(log, self.gain);
        let patience = self.patience.filter(|&patience| idle >= patience)?;
        Some(format!("ended early: no gain in {patience} judgements"))
    }

    /// The best judgement so far.
    pub(super) fn best<'l>(&self, log: &'l [Point]) -> Option<&'l Point> {
        self.task.best.and_then(|yardstick: Yardstick| yardstick.best(log))
    }
}
