//! What a training in a folder does besides training: it plays the gauntlet, writes down the judgements, and puts the
//! best strategy aside.

use std::sync::atomic::AtomicBool;

use anyhow::Context as _;
use hinterhand_players::games::Playable;
use hinterhand_players::strategy::About;
use hinterhand_solvers::strategy::Strategy;

use super::{Bout, Folder, LogForm, LogHead, Point, Task, TrainingOf, Yardstick};
use crate::memory;

/// Has a strategy play the gauntlet: what came of each bot, or nothing once the flag is set.
pub type PlayGauntlet<'k, G> =
    dyn Fn(&dyn Strategy<G>, &AtomicBool) -> anyhow::Result<Option<Vec<Bout>>> + 'k;

/// Enters all judgements so far into a store; false if somebody else writes it.
pub type Enter<'k> = dyn Fn(&[Point]) -> anyhow::Result<bool> + 'k;

/// Who keeps a training in its folder.
pub struct Keeper<'k, G: Playable> {
    /// The folder.
    pub folder: &'k Folder,
    /// What is trained.
    pub task: &'k Task,
    /// The first line of the metrics; how far training has come is filled in.
    pub head: LogHead,
    /// Plays against the strategy, if there is a gauntlet.
    pub gauntlet: Option<&'k PlayGauntlet<'k, G>>,
    /// After how many judgements without a gain training ends.
    pub patience: Option<u32>,
    /// What is a gain: at least so much.
    pub gain: f64,
    /// Enters the judgements into a store, if there is one.
    pub enter: Option<&'k Enter<'k>>,
}

impl<G: Playable> Keeper<'_, G> {
    /// What comes of the gauntlet; nothing once `stop` is set.
    pub(super) fn play(
        &self,
        training: &dyn TrainingOf<G>,
        stop: &AtomicBool,
    ) -> anyhow::Result<Option<Vec<Bout>>> {
        match self.gauntlet {
            Some(play) => play(&*training.strategy(), stop),
            None => Ok(Some(Vec::new())),
        }
    }

    /// Takes up the last judgement of the log, which was of this training.
    pub(super) fn judged(
        &self,
        training: &dyn TrainingOf<G>,
        about: &About,
        log: &[Point],
    ) -> anyhow::Result<()> {
        if self.best(log).is_some_and(|best| best.iteration == about.iterations) {
            training.write_strategy(&self.folder.next_best(), about)?;
            if !training.can_be_kept() {
                self.promote()?;
            }
        }
        self.write(log)?;
        // Who is at work on the store will have ended by the next judgement, or at the end.
        self.enter(log)?;
        Ok(())
    }

    /// Writes down the judgements.
    pub(super) fn write(&self, log: &[Point]) -> anyhow::Result<()> {
        let (iterations, seconds) = log.last().map_or((0, 0.0), |last| (last.iteration, last.seconds));
        let peak_memory_bytes = memory::peak_bytes();
        let head = LogHead { iterations, seconds, peak_memory_bytes, ..self.head.clone() };
        let path = self.folder.metrics();
        LogForm::Jsonl.write(&path, &head, log).with_context(|| format!("cannot write {}", path.display()))
    }

    /// Enters the judgements into the store, unless somebody else writes it; says whether that was done.
    pub(super) fn enter(&self, log: &[Point]) -> anyhow::Result<bool> {
        self.enter.map_or(Ok(true), |enter| enter(log))
    }

    /// The checkpoint counts the judgements so far.
    pub(super) fn promote(&self) -> anyhow::Result<()> {
        let best = self.folder.best();
        self.folder.promote().with_context(|| format!("cannot write {}", best.display()))
    }

    /// Why training is to end, if it has been idle for too long.
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
