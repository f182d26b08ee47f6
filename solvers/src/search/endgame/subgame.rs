//! The rest of a game, from one of several states on.

use hinterhand_engine::{Game, Player, Rng, Steps, Turn};

/// A game that begins with chance choosing one of the states of another, each equally likely.
#[derive(Clone, Debug)]
pub(super) struct Subgame<'g, G: Game> {
    game: &'g G,
    roots: Vec<G::State>,
}

impl<'g, G: Game> Subgame<'g, G> {
    pub(super) fn new(game: &'g G, roots: Vec<G::State>) -> Subgame<'g, G> {
        Subgame { game, roots }
    }

    fn inside(state: &Option<G::State>) -> &G::State {
        state.as_ref().expect("chance has chosen")
    }
}

impl<G: Game<State: Sync>> Game for Subgame<'_, G> {
    type State = Option<G::State>;
    type Action = G::Action;
    type Legal = G::Legal;
    type Chance = u32;
    type InfoSet = Option<G::InfoSet>;

    fn players(&self) -> usize {
        self.game.players()
    }

    fn start(&self) -> Option<G::State> {
        None
    }

    fn turn(&self, state: &Option<G::State>) -> Turn {
        state.as_ref().map_or(Turn::Chance, |state| self.game.turn(state))
    }

    fn legal(&self, state: &Option<G::State>) -> G::Legal {
        self.game.legal(Self::inside(state))
    }

    fn play(&self, state: &mut Option<G::State>, action: G::Action) {
        self.game.play(state.as_mut().expect("chance has chosen"), action);
    }

    fn draw(&self, _: &Option<G::State>, rng: &mut Rng) -> u32 {
        rng.below(self.roots.len() as u32)
    }

    fn reveal(&self, state: &mut Option<G::State>, &chosen: &u32) {
        *state = Some(self.roots[chosen as usize].clone());
    }

    fn payoff(&self, state: &Option<G::State>, player: Player) -> f64 {
        self.game.payoff(Self::inside(state), player)
    }

    fn info_set(&self, state: &Option<G::State>, player: Player) -> Option<G::InfoSet> {
        state.as_ref().map(|state| self.game.info_set(state, player))
    }

    fn sample(&self, info_set: &Option<G::InfoSet>, rng: &mut Rng) -> Option<G::State> {
        info_set.as_ref().map(|info_set| self.game.sample(info_set, rng))
    }
}

impl<G: Game<State: Sync>> Steps for Subgame<'_, G> {
    type Step = u32;

    fn steps(&self, state: &Option<G::State>, dealt: &[u32]) -> Vec<(u32, f64)> {
        if state.is_some() || !dealt.is_empty() {
            return Vec::new();
        }
        let even = 1.0 / self.roots.len() as f64;
        (0..self.roots.len() as u32).map(|root| (root, even)).collect()
    }

    fn assemble(&self, _: &Option<G::State>, dealt: &[u32]) -> u32 {
        dealt[0]
    }
}
