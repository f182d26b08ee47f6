//! A player by rules as a search that decides at once, and as the player of simulated games.

use hinterhand_engine::{ActionSet, Game, Player, Rng, Turn, View};

use crate::search::{ActionValues, Rollout, Search};

/// Rules by which a player acts. They look at nothing but what the seat of the player sees.
pub trait Rules<G: Game>: Sync {
    /// The choice of `player` among the `legal` actions at `state`, of which it sees only its own part.
    fn choose(
        &self,
        game: &G,
        state: &G::State,
        player: Player,
        legal: &G::Legal,
        rng: &mut Rng,
    ) -> G::Action;
}

/// The player as a search. A step of it does nothing: it decides as soon as it is turned to a decision.
#[derive(Debug)]
pub struct RulesPlayer<'g, G: Game, R> {
    game: &'g G,
    rules: R,
    decision: Option<(Vec<G::Action>, G::Action)>,
}

impl<'g, G: Game, R: Rules<G>> RulesPlayer<'g, G, R> {
    /// A player of this game by these rules.
    pub fn new(game: &'g G, rules: R) -> RulesPlayer<'g, G, R> {
        RulesPlayer { game, rules, decision: None }
    }

    /// The choice of the player who sees `view`.
    pub fn choose(&self, view: &View<'_, G>, rng: &mut Rng) -> G::Action {
        // What the player does not see is filled in at random, so that no rule can rely on it.
        let state = self.game.sample(view.info_set, rng);
        let Turn::Player(player) = self.game.turn(&state) else {
            panic!("a player is asked when it is its turn")
        };
        self.rules.choose(self.game, &state, player, view.legal, rng)
    }
}

impl<G: Game, R: Rules<G>> Search<G> for RulesPlayer<'_, G, R> {
    fn turn_to(&mut self, view: &View<'_, G>, rng: &mut Rng) {
        let chosen = if view.legal.len() == 1 { view.legal.nth(0) } else { self.choose(view, rng) };
        self.decision = Some((view.legal.iter().collect(), chosen));
    }

    fn step(&mut self, _: u64) -> u64 {
        0
    }

    fn action_values(&self) -> ActionValues<G::Action> {
        let (legal, chosen) = self.decision.as_ref().expect("it is turned to a decision first");
        let probability = |action| f64::from(u8::from(action == *chosen));
        ActionValues::mixed(legal.iter().map(|&action| (action, probability(action))))
    }
}

/// Players by these rules in all seats, to the end of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ByRules<R>(pub R);

impl<G: Game, R: Rules<G>> Rollout<G> for ByRules<R> {
    fn roll_out(&self, game: &G, state: &mut G::State, rng: &mut Rng, payoffs: &mut [f64]) {
        loop {
            match game.turn(state) {
                Turn::Over => break,
                Turn::Chance => game.deal(state, rng),
                Turn::Player(player) => {
                    let legal = game.legal(state);
                    let action = match legal.len() {
                        1 => legal.nth(0),
                        _ => self.0.choose(game, state, player, &legal, rng),
                    };
                    game.play(state, action);
                }
            }
        }
        for (player, payoff) in Player::all(game.players()).zip(payoffs) {
            *payoff = game.payoff(state, player);
        }
    }
}
