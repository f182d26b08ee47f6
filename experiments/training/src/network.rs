//! Learning of a network that estimates the value of an action: by play, or from the games of others.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use hinterhand_engine::dynamic::AnyGame;
use hinterhand_players::games::LoadedGame;
use hinterhand_solvers::dynamic::NetworkLearning;
use hinterhand_solvers::network::{
    ImitationOptions, Inputs, InteractionOptions, Learned, Network, Opponent, Part, Target,
};
use hinterhand_solvers::search::RandDeepOptions;

use super::Checkpoint;
use super::gate::{Gated, PlayGate};
use super::network_checkpoint::{self, LearnError, Progress};
use super::network_plan::{NetworkMethod, NetworkPlan};

/// A network that was learned.
#[derive(Clone, PartialEq, Debug)]
pub struct LearnedNetwork {
    /// The network.
    pub network: Network,
    /// What it has learned.
    pub learned: Learned,
    /// The games of the learner, and the share won since the point before: at most about a hundred points.
    pub won: Vec<[f64; 2]>,
    /// The generation that it is of, if they were gated.
    pub generation: Option<u64>,
}

/// The number of points of the curve of games won.
const POINTS: u64 = 100;

impl LearnedNetwork {
    /// The share of the last tenth of its games that the learner has won, if it has played itself.
    pub fn won_at_the_end(&self) -> Option<f64> {
        let first = self.won.len() - self.won.len().div_ceil(10);
        let before = first.checked_sub(1).map_or(0.0, |point| self.won[point][0]);
        let (mut games, mut won) = (before, 0.0);
        for &[until, share] in &self.won[first..] {
            won += share * (until - games);
            games = until;
        }
        (games > before).then(|| won / (games - before))
    }
}

impl NetworkPlan {
    /// Learns on the threads of the current pool, with the same bits on any number of them; `None` if stopped. `progress`
    /// gets the share of the work that is done.
    pub fn learn(
        &self,
        game: &LoadedGame,
        stop: &AtomicBool,
        progress: impl FnMut(f64),
    ) -> Result<Option<LearnedNetwork>, LearnError> {
        self.learn_on(game, None, None, stop, progress)
    }

    /// Learns as [`learn`](NetworkPlan::learn) does, and keeps a checkpoint, the last one when it is stopped. Where there
    /// is one already, it goes on from there, with the bits of a learning that was never interrupted. With a gate, the
    /// network is the best one of all generations; learning itself always goes on with the newest weights.
    pub fn learn_on(
        &self,
        game: &LoadedGame,
        checkpoint: Option<&Checkpoint>,
        gate: Option<&PlayGate<'_>>,
        stop: &AtomicBool,
        mut progress: impl FnMut(f64),
    ) -> Result<Option<LearnedNetwork>, LearnError> {
        let mut learning: Box<dyn NetworkLearning + '_> = match self.method {
            NetworkMethod::Imitation => game.methods().networks().imitation(self.imitation())?,
            NetworkMethod::Interaction | NetworkMethod::SelfPlay => {
                self.check_start(game)?;
                game.methods().networks().interaction(self.interaction(game), self.opponents(game)?)?
            }
        };
        let steps = self.steps(game);
        let begun =
            checkpoint.map(|kept| network_checkpoint::read(&kept.path, self, game)).transpose()?.flatten();
        let (mut won, mut before, mut gated) = (Vec::new(), [0, 0], Gated::default());
        if let (Some(begun), Some(kept)) = (begun, checkpoint) {
            let unfit = |error| LearnError::Unfit { path: kept.path.clone(), error };
            learning.restore(&begun.saved).map_err(unfit)?;
            let (generations, best) = begun.gated;
            gated = Gated::restored(generations, &best, learning.network()).map_err(unfit)?;
            (won, before) = (begun.won, begun.before);
        }
        let mut last = Instant::now();
        loop {
            let stopped = stop.load(Ordering::Relaxed);
            if let Some(kept) = checkpoint.filter(|kept| stopped || last.elapsed() >= kept.every) {
                let best = gated.network().map(Network::numbers).unwrap_or_default();
                let gated = ([gated.last, gated.best], best);
                let state = Progress { saved: learning.save(), won: won.clone(), before, gated };
                network_checkpoint::write(&kept.path, self, game, &state)?;
                last = Instant::now();
            }
            if stopped {
                return Ok(None);
            }
            let number = Gated::complete(learning.steps(), steps);
            if let Some(play) = gate.filter(|_| number > gated.last) {
                // If it is stopped in the middle, that is seen above, and it is played again another time.
                gated.pass(number, learning.network(), play).map_err(LearnError::Gate)?;
                continue;
            }
            let step = learning.steps() + 1;
            if step > steps {
                break;
            }
            if learning.prepare() {
                continue;
            }
            learning.step();
            if step.is_multiple_of(steps.div_ceil(POINTS)) || step == steps {
                let now = learning.played();
                let games = now[0] - before[0];
                if games > 0 {
                    won.push([now[0] as f64, (now[1] - before[1]) as f64 / games as f64]);
                }
                before = now;
                progress(step as f64 / steps as f64);
            }
        }
        let generation = gated.network().map(|_| gated.best);
        let network = gated.network().unwrap_or_else(|| learning.network()).clone();
        Ok(Some(LearnedNetwork { network, learned: self.learned(), won, generation }))
    }

    /// The number of steps.
    fn steps(&self, game: &LoadedGame) -> u64 {
        match self.method {
            NetworkMethod::Imitation => self.epochs,
            NetworkMethod::Interaction | NetworkMethod::SelfPlay => {
                self.games.div_ceil(self.interaction(game).games_a_step)
            }
        }
    }

    /// The plan in words, for the file of a network.
    pub fn in_words(&self) -> String {
        let (samples, depth) = self.rdeep;
        let games = self.games;
        let how = match self.method {
            NetworkMethod::Interaction => format!("against rdeep:samples={samples},depth={depth}"),
            NetworkMethod::SelfPlay => {
                let names: Vec<String> = self.against.iter().map(ToString::to_string).collect();
                let whom = if names.is_empty() { "itself".to_owned() } else { names.join(" and ") };
                format!("against {whom}{}", if self.closed { ", closed hands too" } else { "" })
            }
            NetworkMethod::Imitation => {
                format!("of rdeep:samples={samples},depth={depth}, {} epochs", self.epochs)
            }
        };
        let before = self.start.as_ref().map(|start| format!(", after {}", start.about().learned));
        format!("{games} games {how}, seed {}{}", self.seed, before.unwrap_or_default())
    }

    /// The opponents of learning by play.
    fn opponents<'g>(&'g self, game: &'g LoadedGame) -> Result<Vec<Opponent<'g, AnyGame>>, LearnError> {
        let (samples, depth) = self.rdeep;
        Ok(match self.method {
            NetworkMethod::Interaction | NetworkMethod::Imitation => {
                vec![Opponent::RandDeep(RandDeepOptions { depth }, samples)]
            }
            NetworkMethod::SelfPlay if self.against.is_empty() => vec![Opponent::Itself],
            NetworkMethod::SelfPlay => {
                let opponents = self.against.iter().map(|other| other.in_game(game, self.seed));
                opponents.collect::<Result<_, _>>()?
            }
        })
    }

    /// Refuses to begin with a network that has learned something else.
    fn check_start(&self, game: &LoadedGame) -> Result<(), LearnError> {
        let Some(start) = &self.start else { return Ok(()) };
        if start.about().game != game.name() {
            return Err(LearnError::Start("another game"));
        }
        let of_afterstates = game.methods().networks().values_afterstates();
        if of_afterstates || start.learned() == self.learned() {
            return Ok(());
        }
        let (begins, goes_on) = (start.learned(), self.learned());
        Err(LearnError::Start(if begins.inputs != goes_on.inputs {
            "from other inputs, by another method"
        } else if begins.target != goes_on.target {
            "another output, the payoff or the probability of winning"
        } else {
            "another part of a hand, with closed hands or without them"
        }))
    }

    /// What is learned.
    pub fn learned(&self) -> Learned {
        let target = if self.payoff { Target::Payoff } else { Target::Wins };
        match self.method {
            NetworkMethod::SelfPlay => {
                let part = if self.closed { Part::WhileTalon } else { Part::WhileDrawn };
                Learned { inputs: Inputs::Ranked, target, part }
            }
            NetworkMethod::Interaction | NetworkMethod::Imitation => Learned { target, ..Learned::default() },
        }
    }

    fn interaction(&self, game: &LoadedGame) -> InteractionOptions {
        let usual = match self.method {
            NetworkMethod::SelfPlay => game.methods().networks().self_play_options(),
            NetworkMethod::Interaction | NetworkMethod::Imitation => InteractionOptions::default(),
        };
        InteractionOptions {
            hidden: self.hidden.clone().unwrap_or(usual.hidden),
            start: self.start.as_ref().map(|start| Arc::new(start.network().clone())),
            learned: self.learned(),
            games: self.games,
            games_a_step: self.games_a_step.unwrap_or(usual.games_a_step),
            batch: self.batch.unwrap_or(usual.batch),
            steps_an_update: self.steps_an_update.unwrap_or(usual.steps_an_update),
            rate: self.rate.unwrap_or(usual.rate),
            seed: self.seed,
            ..usual
        }
    }

    fn imitation(&self) -> ImitationOptions {
        let usual = ImitationOptions::default();
        let (samples, depth) = self.rdeep;
        ImitationOptions {
            hidden: self.hidden.clone().unwrap_or(usual.hidden),
            teacher: RandDeepOptions { depth },
            samples,
            learned: self.learned(),
            games: self.games,
            batch: self.batch.unwrap_or(usual.batch),
            rate: self.rate.unwrap_or(usual.rate),
            seed: self.seed,
            ..usual
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;
    use std::time::Duration;

    use hinterhand_engine::Rng;
    use hinterhand_players::games::load_default;

    use super::super::gate::{GENERATIONS, Generation};
    use super::*;

    fn plan(method: NetworkMethod) -> NetworkPlan {
        NetworkPlan {
            method,
            against: Vec::new(),
            start: None,
            rdeep: (1, 2),
            games: 100,
            epochs: 2,
            hidden: Some(vec![8]),
            payoff: false,
            games_a_step: Some(10),
            batch: Some(16),
            steps_an_update: Some(2),
            rate: Some(1e-3),
            seed: 4,
            gate: None,
            closed: false,
        }
    }

    #[test]
    fn the_last_tenth_is_weighted_by_its_games() {
        let network = Network::new(&[1, 1], &mut Rng::new(1, 0));
        let of = |won: &[[f64; 2]]| {
            let (network, won) = (network.clone(), won.to_vec());
            LearnedNetwork { network, learned: Learned::default(), won, generation: None }.won_at_the_end()
        };
        assert_eq!((of(&[]), of(&[[10.0, 0.3]])), (None, Some(0.3)));
        let mut won: Vec<[f64; 2]> = (1..=10).map(|point| [f64::from(point) * 10.0, 0.5]).collect();
        won.push([102.0, 1.0]);
        // Two of eleven points: ten games, of which five were won, and two.
        assert!(of(&won).is_some_and(|share| (share - 7.0 / 12.0).abs() < 1e-12));
    }

    /// Stopped at any step, and resumed from the checkpoint, every way comes to the same bits.
    #[test]
    fn what_is_stopped_goes_on_with_the_same_bits() {
        let folder = tempfile::tempdir().expect("a folder");
        let game = load_default("kinderschnapsen").expect("a game");
        for method in [NetworkMethod::Interaction, NetworkMethod::SelfPlay, NetworkMethod::Imitation] {
            let path = folder.path().join(format!("{method:?}"));
            let kept = Checkpoint { path: path.clone(), every: Duration::from_secs(3600) };
            let whole = plan(method).learn(&game, &AtomicBool::new(false), |_| ()).expect("a game of tricks");
            let (mut found, mut stops) = (None, 0);
            while found.is_none() {
                // It takes the first step after each stop, and then sees the flag.
                let stop = AtomicBool::new(false);
                let stopping = |_| stop.store(true, Ordering::Relaxed);
                found = plan(method)
                    .learn_on(&game, Some(&kept), None, &stop, stopping)
                    .expect("it can be written");
                stops += 1;
            }
            assert_eq!(found, whole);
            assert!(stops > 2, "{stops}");
            let other = NetworkPlan { seed: 5, ..plan(method) };
            let error =
                other.learn_on(&game, Some(&kept), None, &AtomicBool::new(false), |_| ()).unwrap_err();
            assert!(error.to_string().contains("its `seed` is 4, not 5"), "{error}");
        }
    }

    /// The best generation is kept, with the same bits however often the learning is stopped.
    #[test]
    fn the_best_generation_is_kept() {
        let folder = tempfile::tempdir().expect("a folder");
        let game = load_default("kinderschnapsen").expect("a game");
        let plan = NetworkPlan { gate: Some(1), ..plan(NetworkMethod::SelfPlay) };
        let gated = Mutex::new(Vec::new());
        let play = |generation: Generation<'_>| {
            gated.lock().expect("no other thread holds it").push((
                generation.number,
                generation.network.clone(),
                generation.best.cloned(),
            ));
            Ok(Some([1, 3, 4].contains(&generation.number)))
        };
        let never = AtomicBool::new(false);
        let whole = plan.learn_on(&game, None, Some(&play), &never, |_| ()).expect("a game of tricks");
        let whole = whole.expect("not stopped");
        assert_eq!(whole.generation, Some(4));
        let gated_whole = std::mem::take(&mut *gated.lock().expect("no other thread holds it"));
        let of = |number: u64| &gated_whole[number as usize - 1];
        assert_eq!(gated_whole.len() as u64, GENERATIONS);
        for (number, best) in
            [(1, None), (2, Some(1)), (3, Some(1)), (4, Some(3)), (5, Some(4)), (10, Some(4))]
        {
            assert_eq!((of(number).0, &of(number).2), (number, &best.map(|best| of(best).1.clone())));
        }
        assert_eq!(whole.network, of(4).1);
        assert_ne!(whole.network, of(10).1);
        // Learning goes on with the newest weights.
        let plain = NetworkPlan { gate: None, ..plan.clone() }.learn(&game, &never, |_| ());
        let plain = plain.expect("a game of tricks").expect("not stopped");
        assert_eq!((&plain.network, plain.generation), (&of(10).1, None));

        let kept = Checkpoint { path: folder.path().join("kept"), every: Duration::from_secs(3600) };
        let (mut found, mut stops) = (None, 0);
        while found.is_none() {
            let stop = AtomicBool::new(false);
            // A gate that is stopped in the middle is played again.
            let play = |generation: Generation<'_>| {
                if stops % 3 == 1 && generation.number.is_multiple_of(2) {
                    stop.store(true, Ordering::Relaxed);
                    return Ok(None);
                }
                play(generation)
            };
            let stopping = |_| stop.store(true, Ordering::Relaxed);
            found =
                plan.learn_on(&game, Some(&kept), Some(&play), &stop, stopping).expect("it can be written");
            stops += 1;
        }
        assert!(stops > 5, "{stops}");
        assert_eq!(found, Some(whole));
        assert_eq!(*gated.lock().expect("no other thread holds it"), gated_whole);
        let failing = |_: Generation<'_>| Err(anyhow::anyhow!("no deals"));
        let error = plan.learn_on(&game, None, Some(&failing), &never, |_| ()).unwrap_err();
        assert!(error.to_string().ends_with("best one so far: no deals"), "{error}");
    }

    #[test]
    fn all_ways_learn_something() {
        let (game, never) = (load_default("kinderschnapsen").expect("a game"), AtomicBool::new(false));
        let other = load_default("kuhn").expect("a game");
        for method in [NetworkMethod::Interaction, NetworkMethod::SelfPlay, NetworkMethod::Imitation] {
            let mut shares = Vec::new();
            let learned = plan(method).learn(&game, &never, |share| shares.push(share));
            let learned = learned.expect("it is a game of tricks").expect("not stopped");
            assert_eq!(shares.last(), Some(&1.0));
            let points = if method == NetworkMethod::Imitation { 0 } else { 10 };
            assert_eq!(learned.won.len(), points);
            assert!(learned.won.last().is_none_or(|point| point[0] == 100.0));
            let stopped =
                plan(method).learn(&game, &AtomicBool::new(true), |_| ()).expect("a game of tricks");
            assert!(stopped.is_none());
            assert!(plan(method).learn(&other, &never, |_| ()).is_err());
        }
        assert_eq!(
            plan(NetworkMethod::Imitation).in_words(),
            "100 games of rdeep:samples=1,depth=2, 2 epochs, seed 4"
        );
    }
}
