//! The rest of a game from some of its states on, as a game of its own.

use hinterhand_engine::{Game, Player, Rng, Steps, Turn};

/// The end of a subgame before the game is over, and the actions in it.
pub(super) trait Horizon<G: Game>: Sync {
    /// The actions to choose from at `state`, after the root of this number.
    fn choices(&self, game: &G, state: &G::State, root: usize) -> G::Legal;

    /// The payoff of the first player, if the subgame ends at `state`.
    fn end(&self, game: &G, state: &G::State) -> Option<f64>;
}

/// A subgame that goes on until the game is over, with all legal actions.
impl<G: Game> Horizon<G> for () {
    fn choices(&self, game: &G, state: &G::State, _: usize) -> G::Legal {
        game.legal(state)
    }

    fn end(&self, _: &G, _: &G::State) -> Option<f64> {
        None
    }
}

/// A position of a subgame.
#[derive(Clone, Debug)]
pub(super) struct Position<S> {
    root: usize,
    state: S,
    /// The payoff of the first player, if the subgame ends here though the game does not.
    end: Option<f64>,
}

/// A game for two that begins with chance choosing one of the states of another by their weights.
#[derive(Clone, Debug)]
pub(super) struct Subgame<'g, G: Game, H> {
    game: &'g G,
    roots: Vec<(G::State, f64)>,
    total: f64,
    horizon: H,
}

impl<'g, G: Game, H: Horizon<G>> Subgame<'g, G, H> {
    pub(super) fn new(game: &'g G, roots: Vec<(G::State, f64)>, horizon: H) -> Subgame<'g, G, H> {
        let total = roots.iter().map(|(_, weight)| weight).sum();
        Subgame { game, roots, total, horizon }
    }

    fn inside(position: &Option<Position<G::State>>) -> &Position<G::State> {
        position.as_ref().expect("chance has chosen")
    }
}

impl<G: Game<State: Sync>, H: Horizon<G>> Game for Subgame<'_, G, H> {
    type State = Option<Position<G::State>>;
    type Action = G::Action;
    type Legal = G::Legal;
    type Chance = u32;
    type InfoSet = Option<G::InfoSet>;

    fn players(&self) -> usize {
        self.game.players()
    }

    fn start(&self) -> Self::State {
        None
    }

    fn turn(&self, position: &Self::State) -> Turn {
        match position {
            None => Turn::Chance,
            Some(Position { end: Some(_), .. }) => Turn::Over,
            Some(position) => self.game.turn(&position.state),
        }
    }

    fn legal(&self, position: &Self::State) -> G::Legal {
        let Position { state, root, .. } = Self::inside(position);
        self.horizon.choices(self.game, state, *root)
    }

    fn play(&self, position: &mut Self::State, action: G::Action) {
        let Position { state, end, .. } = position.as_mut().expect("chance has chosen");
        self.game.play(state, action);
        if self.game.turn(state) != Turn::Over {
            *end = self.horizon.end(self.game, state);
        }
    }

    fn draw(&self, _: &Self::State, rng: &mut Rng) -> u32 {
        rng.weighted(self.roots.iter().map(|&(_, weight)| weight)) as u32
    }

    fn reveal(&self, position: &mut Self::State, &chosen: &u32) {
        let root = chosen as usize;
        *position = Some(Position { root, state: self.roots[root].0.clone(), end: None });
    }

    fn payoff(&self, position: &Self::State, player: Player) -> f64 {
        let position = Self::inside(position);
        match position.end {
            Some(end) if player == Player::FIRST => end,
            Some(end) => -end,
            None => self.game.payoff(&position.state, player),
        }
    }

    fn info_set(&self, position: &Self::State, player: Player) -> Option<G::InfoSet> {
        position.as_ref().map(|position| self.game.info_set(&position.state, player))
    }

    fn sample(&self, info_set: &Option<G::InfoSet>, rng: &mut Rng) -> Self::State {
        let root = self.roots.len();
        info_set.as_ref().map(|info_set| Position { root, state: self.game.sample(info_set, rng), end: None })
    }
}

impl<G: Game<State: Sync>, H: Horizon<G>> Steps for Subgame<'_, G, H> {
    type Step = u32;

    fn steps(&self, position: &Self::State, dealt: &[u32]) -> Vec<(u32, f64)> {
        if position.is_some() || !dealt.is_empty() {
            return Vec::new();
        }
        let step = |(root, (_, weight)): (usize, &(G::State, f64))| (root as u32, weight / self.total);
        self.roots.iter().enumerate().map(step).collect()
    }

    fn assemble(&self, _: &Self::State, dealt: &[u32]) -> u32 {
        dealt[0]
    }
}
