//! The solution of Kinderschnapsen that bots play by: computed at its first use, and kept in a file.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

use anyhow::{Context as _, ensure};
use hinterhand_matches::exact::FirstTrick;
use hinterhand_players::games::{LoadedGame, load_default};
use hinterhand_players::strategy::{StrategyFile, rules_hash};
use hinterhand_solvers::mccfr::Options;
use hinterhand_training::{self as training, Algorithm, Extent, Limits, Precision, Run};

use super::Scale;

/// The solution at one scale.
#[derive(Debug)]
pub struct Solution {
    path: PathBuf,
    scale: Scale,
    /// Held by the thread that solves: the others wait for it.
    solving: Mutex<()>,
    first_trick: Arc<FirstTrick>,
}

/// The iterations of a solution at the small scale.
const SMALL: u64 = 3;
/// The exploitability of a solution at the full scale.
const FULL: f64 = 1e-5;

impl Solution {
    /// The solution that is kept in `folder`, solved or not.
    pub fn new(folder: &Path, scale: Scale) -> Solution {
        let name = format!("kinderschnapsen-{}.strategy", scale.name());
        Solution { path: folder.join(name), scale, solving: Mutex::new(()), first_trick: Arc::default() }
    }

    /// The costs against it that were computed so far.
    pub fn first_trick(&self) -> Arc<FirstTrick> {
        Arc::clone(&self.first_trick)
    }

    /// Its file; `None` if solving is stopped.
    pub fn file(&self, stop: &AtomicBool) -> anyhow::Result<Option<PathBuf>> {
        let _solving = self.solving.lock().expect("no thread panics with it");
        if self.path.exists() {
            self.check()?;
            return Ok(Some(self.path.clone()));
        }
        // The other threads wait for it, so it may use all cores.
        let pool = rayon::ThreadPoolBuilder::new().build().context("cannot start the threads")?;
        pool.install(|| self.solve(stop))
    }

    /// A file that exists must be as good as the one that would be computed.
    fn check(&self) -> anyhow::Result<()> {
        let file = StrategyFile::open(&self.path)?;
        let about = file.about();
        let good = match self.scale {
            Scale::Small => about.iterations >= SMALL,
            Scale::Full => about.judged.is_judged() && about.judged.exploitability() <= FULL,
        };
        let rules = rules_hash(game()?.settings());
        ensure!(
            good && about.rules == rules,
            "{} is not a good enough solution of Kinderschnapsen by the default rules: remove it to have it solved again",
            self.path.display()
        );
        Ok(())
    }

    fn solve(&self, stop: &AtomicBool) -> anyhow::Result<Option<PathBuf>> {
        let game = game()?;
        let algorithm = Algorithm::named("dcfr", 1_000, Precision::F32, Options::default())?;
        let extent = Extent { most_nodes: 0, growing: None, by_oracle: false, judge: None };
        let mut training = training::training(&game, &algorithm, extent)?;
        let limits = match self.scale {
            Scale::Small => Limits { iterations: Some(SMALL), ..Limits::default() },
            Scale::Full => Limits { target: Some(FULL), ..Limits::default() },
        };
        let outcome = Run::new(&mut *training, limits, None).go(stop, |_| ())?;
        if outcome.stopped {
            return Ok(None);
        }
        training.write_strategy(&self.path, &outcome.about)?;
        Ok(Some(self.path.clone()))
    }
}

/// Kinderschnapsen by its default rules.
fn game() -> anyhow::Result<LoadedGame> {
    Ok(load_default("kinderschnapsen")?)
}
