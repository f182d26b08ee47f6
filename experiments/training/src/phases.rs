//! The phases of solving, and the time that each takes by the clock.

use std::time::Instant;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

/// The seconds of each phase of solving by the clock.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Phases {
    /// Building tables.
    #[serde(rename = "build_seconds")]
    pub building: f64,
    /// Learning by iterations, including the parts before a checkpoint or a score that was kept.
    #[serde(rename = "learn_seconds")]
    pub learning: f64,
    /// Learning again, at the end, the play after mistakes of the other players.
    #[serde(rename = "refine_seconds")]
    pub refining: f64,
    /// Judging, estimates on the way included.
    #[serde(rename = "judge_seconds")]
    pub judging: f64,
    /// Writing strategies and checkpoints.
    #[serde(rename = "write_seconds")]
    pub writing: f64,
}

impl Phases {
    /// The seconds of learning and refining: what is called training.
    pub fn training(&self) -> f64 {
        self.learning + self.refining
    }

    /// The phases with their names, in order.
    pub fn named(&self) -> [(&'static str, f64); 5] {
        let Phases { building, learning, refining, judging, writing } = *self;
        [
            ("building", building),
            ("learning", learning),
            ("refining", refining),
            ("judging", judging),
            ("writing", writing),
        ]
    }

    /// The keys that commands print.
    pub fn as_json(&self) -> Map<String, Json> {
        match serde_json::to_value(self) {
            Ok(Json::Object(json)) => json,
            _ => unreachable!("a struct of numbers is an object"),
        }
    }

    /// The sum of two times of each phase.
    #[must_use]
    pub fn and(&self, other: &Phases) -> Phases {
        Phases {
            building: self.building + other.building,
            learning: self.learning + other.learning,
            refining: self.refining + other.refining,
            judging: self.judging + other.judging,
            writing: self.writing + other.writing,
        }
    }
}

/// Does the work, and adds the seconds that it takes by the clock.
pub fn timed<R>(seconds: &mut f64, work: impl FnOnce() -> R) -> R {
    let began = Instant::now();
    let done = work();
    *seconds += began.elapsed().as_secs_f64();
    done
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::atomic::AtomicBool;
    use std::thread::sleep;
    use std::time::Duration;

    use hinterhand_engine::dynamic::AnyGame;
    use hinterhand_players::files::column_file::ColumnFile;
    use hinterhand_players::games;
    use hinterhand_players::strategy::{About, Judgement};
    use hinterhand_solvers::mccfr::Options;
    use hinterhand_solvers::strategy::Strategy;

    use super::*;
    use crate::{Algorithm, Checkpoint, Extent, Limits, Precision, Run, Training, training};

    #[test]
    fn each_phase_has_its_key_and_its_name() {
        let phases = Phases { building: 1.0, learning: 2.0, refining: 4.0, judging: 8.0, writing: 16.0 };
        let twice = phases.and(&phases);
        assert_eq!(twice.named().map(|(_, seconds)| seconds), [2.0, 4.0, 8.0, 16.0, 32.0]);
        assert_eq!(twice.training(), 12.0);
        let json = phases.as_json();
        let keys = ["build", "learn", "refine", "judge", "write"];
        for (key, seconds) in keys.iter().zip([1.0, 2.0, 4.0, 8.0, 16.0]) {
            assert_eq!(json[&format!("{key}_seconds")], seconds);
        }
        let again: Phases = serde_json::from_value(Json::Object(json)).unwrap();
        assert_eq!(again, phases);
    }

    /// A training of which each phase takes a time of its own, in milliseconds.
    struct Measured<'g> {
        inner: Box<dyn Training + 'g>,
        refined: bool,
    }

    const STEP: Duration = Duration::from_millis(10);
    const REFINE: Duration = Duration::from_millis(30);
    const JUDGE: Duration = Duration::from_millis(50);
    const WRITE: Duration = Duration::from_millis(70);

    impl Training for Measured<'_> {
        fn header(&self) -> &About {
            self.inner.header()
        }

        fn iterations(&self) -> u64 {
            self.inner.iterations()
        }

        fn step(&mut self) {
            sleep(STEP);
            self.refined = false;
            self.inner.step();
        }

        fn refine(&mut self) {
            sleep(REFINE);
            self.refined = true;
        }

        fn look(&mut self) -> anyhow::Result<Judgement> {
            sleep(JUDGE);
            self.inner.look()
        }

        fn judge(&mut self) -> anyhow::Result<Judgement> {
            assert!(self.refined, "what is judged is refined");
            sleep(JUDGE);
            self.inner.judge()
        }

        fn patience(&self) -> f64 {
            self.inner.patience()
        }

        fn bytes(&self) -> u64 {
            self.inner.bytes()
        }

        fn strategy(&self) -> Box<dyn Strategy<AnyGame> + '_> {
            self.inner.strategy()
        }

        fn write_strategy(&self, path: &Path, about: &About) -> anyhow::Result<()> {
            self.inner.write_strategy(path, about)
        }

        fn write_checkpoint(&self, path: &Path, about: &Json) -> anyhow::Result<()> {
            sleep(WRITE);
            self.inner.write_checkpoint(path, about)
        }

        fn restore(&mut self, file: &ColumnFile) -> anyhow::Result<()> {
            self.inner.restore(file)
        }
    }

    #[test]
    fn a_run_books_each_phase_as_what_it_is() {
        let game = games::load_default("kuhn").expect("a game of the engine");
        let algorithm = Algorithm::named("dcfr", 100, Precision::F64, Options::default()).unwrap();
        let inner = training(
            &game,
            &algorithm,
            Extent { most_nodes: 1_000, growing: None, by_oracle: false, judge: None },
        )
        .unwrap();
        let mut measured = Measured { inner, refined: false };
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("checkpoint");
        let checkpoint = Some(Checkpoint { path, every: Duration::from_secs(3_600) });
        let limits = Limits { iterations: Some(10), ..Limits::default() };
        let began = Instant::now();
        let outcome =
            Run::new(&mut measured, limits, checkpoint).go(&AtomicBool::new(false), |_| ()).unwrap();
        let total = began.elapsed().as_secs_f64();
        let Phases { building, learning, refining, judging, writing } = outcome.phases;
        // Ten steps; one refinement and one judgement at the end, and the looks on the way; one checkpoint.
        let looks = outcome.log.len() as f64;
        assert!(looks > 1.0 && building == 0.0);
        assert!(learning >= 10.0 * STEP.as_secs_f64() && refining >= REFINE.as_secs_f64());
        assert!(judging >= looks * JUDGE.as_secs_f64() && writing >= WRITE.as_secs_f64());
        assert!(learning + refining + judging + writing <= total, "{:?} of {total}", outcome.phases);
    }
}
