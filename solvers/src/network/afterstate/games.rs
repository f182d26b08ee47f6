//! Games of a network that learns to value afterstates.

use hinterhand_engine::{ActionSet, Player, Rng, Turn};

use super::{AfterstateInputs, Valuer, best, output};
use crate::network::game_source::{GameSource, PlayedGame};
use crate::network::opponent::{self, Opponent};
use crate::network::sitting::Policy;
use crate::network::targets::{Taken, with_targets};

/// Games of a network in all seats, or in one against a strategy in the others.
#[derive(Debug)]
pub struct AfterstateGames<'g, G: AfterstateInputs> {
    game: &'g G,
    opponents: Vec<Opponent<'g, G>>,
    trace: Option<f32>,
}

/// The number of worlds in which actions that reveal something are valued.
const WORLDS: u32 = 2;

impl<'g, G: AfterstateInputs> AfterstateGames<'g, G> {
    /// Games against these opponents in turn, with this share of the result in what a decision should have been worth.
    ///
    /// # Panics
    ///
    /// If there are no opponents, or if one of them plays games of tricks alone.
    pub fn new(game: &'g G, trace: Option<f32>, opponents: Vec<Opponent<'g, G>>) -> AfterstateGames<'g, G> {
        assert!(!opponents.is_empty(), "nobody to play against");
        assert!(!opponents.iter().any(|other| matches!(other, Opponent::RandDeep(..))), "no game of tricks");
        AfterstateGames { game, opponents, trace }
    }
}

impl<G: AfterstateInputs> GameSource for AfterstateGames<'_, G> {
    type Workspace = Valuer;

    fn inputs(&self) -> usize {
        self.game.inputs()
    }

    fn workspace(&self) -> Valuer {
        Valuer::new(self.game)
    }

    fn play(&self, learner: Policy<'_>, number: u64, valuer: &mut Valuer, rng: &mut Rng) -> PlayedGame {
        let game = self.game;
        let (opponent, seat) = opponent::seated(&self.opponents, game.players(), number);
        let others = match opponent {
            Opponent::Strategy(strategy) => Some(&**strategy),
            Opponent::Itself | Opponent::RandDeep(..) => None,
        };
        let mut state = game.start();
        let mut decisions = Vec::new();
        // Who has ended the game at random, and what it was worth before that.
        let mut ended_at_random = None;
        loop {
            let player = match game.turn(&state) {
                Turn::Over => break,
                Turn::Chance => {
                    game.deal(&mut state, rng);
                    continue;
                }
                Turn::Player(player) => player,
            };
            let legal = game.legal(&state);
            if legal.len() == 1 {
                game.play(&mut state, legal.nth(0));
                continue;
            }
            let info_set = game.info_set(&state, player);
            if let Some(strategy) = others.filter(|_| player != seat) {
                game.play(&mut state, opponent::draw(strategy, &info_set, &legal, rng));
                continue;
            }
            let valued = valuer.values(game, learner.network, &info_set, &legal, WORLDS, rng);
            if valued.is_empty() {
                let action = game.by_rules(&info_set, &legal, rng);
                game.play(&mut state, action);
                continue;
            }
            let is_random = rng.unit() < learner.exploration;
            let best = best(&valued);
            let chosen = if is_random { rng.below(valued.len() as u32) as usize } else { best };
            game.play_line(&mut state, &valued[chosen].line);
            if game.turn(&state) == Turn::Over {
                ended_at_random = is_random.then_some((player, valued[best].value));
                break;
            }
            let inputs = valuer.see(game, &game.info_set(&state, player));
            // What was seen right after the action counts, but what was lost by chance does not.
            let value = if is_random { valued[best].value } else { learner.network.value(&inputs) };
            decisions.push(Taken { player, inputs, value, is_random });
        }
        let players = Player::all(game.players());
        let mut results: Vec<f32> = players.map(|player| output(game, &state, player)).collect();
        if let (Some(_), Some((player, value))) = (self.trace, ended_at_random) {
            results[player.index()] = value;
        }
        let won = game.payoff(&state, seat) > 0.0;
        PlayedGame { decisions: with_targets(decisions, self.trace, &mut results), won }
    }
}
