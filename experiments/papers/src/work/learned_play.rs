//! A network that is learned and then plays against bots on duplicate deals.

use std::sync::Arc;

use anyhow::{Context as _, ensure};
use hinterhand_matches::duel::{self, Pairing};
use hinterhand_players::bots::{Bot, BotFor, Budget};
use hinterhand_players::games::LoadedGame;
use hinterhand_solvers::dynamic::{SearchRequest, search};
use hinterhand_solvers::network::LookaheadOptions;
use hinterhand_training::{LearnedNetwork, NetworkMethod, NetworkPlan};
use serde::Deserialize;

use crate::{GameSpec, Measure, Outcome, WorkContext};

/// A network, how it is learned, and its opponents afterwards.
///
/// The measures: `win % against BOT` and `payoff against BOT` for each of `against`, the same with
/// `, lookahead N` behind it for each `lookahead` above 0, and `win % in training` over the last tenth of its
/// games. The curve `won in training`.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LearnedPlay {
    game: GameSpec,
    /// The way in which it learns.
    method: NetworkMethod,
    /// The number of samples and the depth of `rdeep`, from which or against which it learns.
    samples: u32,
    depth: u32,
    /// The number of games from which it learns.
    games: u64,
    /// Imitation: the number of times that all decisions are gone through.
    #[serde(default)]
    epochs: u64,
    /// By play: the number of training steps after which the learner plays by the new weights.
    steps_an_update: Option<u64>,
    /// The opponents, and the number of deals against each, each played from both seats.
    against: Vec<String>,
    pairs: u64,
    /// The numbers of tricks that it looks ahead; 0 is not to look ahead.
    #[serde(default = "at_once")]
    lookahead: Vec<u32>,
    /// The number of worlds in which it looks ahead.
    #[serde(default = "few")]
    worlds: u64,
}

fn at_once() -> Vec<u32> {
    vec![0]
}

fn few() -> u64 {
    20
}

impl LearnedPlay {
    /// Learns and plays; `None` if stopped.
    pub fn run(&self, context: &WorkContext<'_>) -> anyhow::Result<Option<Outcome>> {
        ensure!(self.games > 0 && self.pairs > 0, "`games` and `pairs` must be above 0");
        let imitates = self.method == NetworkMethod::Imitation;
        ensure!(imitates == (self.epochs > 0), "`epochs` belongs to imitation, and must be above 0 there");
        let game = self.game.load()?;
        let plan = NetworkPlan {
            method: self.method,
            against: Vec::new(),
            start: None,
            rdeep: (self.samples, self.depth),
            games: self.games,
            epochs: self.epochs,
            hidden: None,
            payoff: false,
            games_a_step: None,
            batch: None,
            steps_an_update: self.steps_an_update,
            rate: None,
            seed: context.seed,
            gate: None,
            closed: false,
        };
        let Some(learned) = plan.learn(&game, context.stop, |_| ())? else { return Ok(None) };
        let mut outcome = Outcome::default();
        if let Some(share) = learned.won_at_the_end() {
            outcome = outcome
                .measure("win % in training", Measure::estimated(100.0 * share, None))
                .curve("won in training", learned.won.clone());
        }
        for &tricks in &self.lookahead {
            for text in &self.against {
                let name = match tricks {
                    0 => text.clone(),
                    tricks => format!("{text}, lookahead {tricks}"),
                };
                match self.against(&game, &learned, tricks, text, context)? {
                    None => return Ok(None),
                    Some([share, payoff]) => {
                        outcome = outcome
                            .measure(format!("win % against {name}"), share)
                            .measure(format!("payoff against {name}"), payoff);
                    }
                }
            }
        }
        Ok(Some(outcome))
    }

    /// The share of hands won and the payoff against a bot; `None` if stopped.
    fn against(
        &self,
        game: &LoadedGame,
        learned: &LearnedNetwork,
        tricks: u32,
        text: &str,
        context: &WorkContext<'_>,
    ) -> anyhow::Result<Option<[Measure; 2]>> {
        let opponent = Bot::open(text.parse()?)?;
        let options = LookaheadOptions { tricks, learned: learned.learned, ..LookaheadOptions::default() };
        let request = SearchRequest::Network { network: Arc::new(learned.network.clone()), options };
        let new = search(game.rules(), game.methods(), &request)?;
        let learner = BotFor::by_search(game, new, Budget { steps: Some(self.worlds), time: None });
        let other = opponent.for_referee(game)?;
        let pairing = Pairing { game, bots: [&learner, &other], exact: None, seed: context.seed };
        let duel =
            duel::run(&pairing, self.pairs, 1, context.stop, |_| ()).context("cannot start a thread")?;
        if context.is_stopped() {
            return Ok(None);
        }
        let share = 100.0 * duel.win_share().context("no deal was played")?;
        let interval = duel.win_share_interval_95().map(|bounds| bounds.map(|bound| 100.0 * bound));
        let payoff = Measure::estimated(duel.mean().context("no deal")?, duel.interval_95());
        Ok(Some([Measure::estimated(share, interval), payoff]))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;

    fn run(text: &str, stop: bool) -> anyhow::Result<Option<Outcome>> {
        let work: LearnedPlay = toml::from_str(text).expect("work");
        let stop = AtomicBool::new(stop);
        work.run(&WorkContext::new(3, &stop))
    }

    const WORK: &str = "game = 'kinderschnapsen'\nmethod = 'interaction'\nsamples = 1\ndepth = 2\ngames = 640\n\
                        against = ['random']\npairs = 200\nsteps_an_update = 20\nlookahead = [0, 9]\nworlds = 8";

    #[test]
    fn a_network_is_learned_and_plays() {
        let found = run(WORK, false).expect("it can be done").expect("not stopped");
        // Little is learned, but who looks ahead to the end beats random play.
        let ahead = found.measures["win % against random, lookahead 9"];
        assert!(ahead.interval_95.is_some_and(|[low, _]| low > 50.0), "{ahead:?}");
        for name in ["win % against random", "payoff against random", "win % in training"] {
            assert!(found.measures.contains_key(name), "{name}");
        }
        assert_eq!(found.curves["won in training"].last().map(|point| point[0]), Some(640.0));
        assert!(run(WORK, true).expect("it can be done").is_none());
    }

    #[test]
    fn wrong_work_is_refused() {
        for (part, instead, expected) in [
            ("games = 640", "games = 0", "must be above 0"),
            ("games = 640", "games = 10\nepochs = 2", "`epochs` belongs to imitation"),
            ("'interaction'", "'imitation'", "`epochs` belongs to imitation"),
            ("'kinderschnapsen'", "'kuhn'", "the game has no way to value actions by a network"),
            ("games = 640", "games = 10\n", "there is no bot `randon`"),
        ] {
            let text = WORK.replace(part, instead).replace("'random'", "'randon'");
            let error = run(&text, false).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
    }
}
