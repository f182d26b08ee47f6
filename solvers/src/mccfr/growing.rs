//! The solver on the game itself: it keeps only the information sets that walks have come to.

use hinterhand_engine::{ActionSet, Digest, Game, Player, Rng, Turn};

use super::domain::{Decision, Domain, NodeKind};
use super::growing_tables::{GrowingSnapshot, GrowingTables, MemoryFull, NewInfoSets, Places};
use super::log::Log;
use super::options::Options;
use super::tables::SnapshotError;
use super::walk::walk_batch;
use crate::strategy::{Strategy, even};

/// Monte Carlo counterfactual regret minimization on a game that is too large to be written out.
///
/// It is [`Mccfr`](super::Mccfr) on another domain: information sets get their place in the tables when the
/// first walk reaches them. They are known by their [digests](Digest), which take less memory than they do
/// themselves and can be written to files. Chance is drawn as the game draws it, in one go, and counts as one
/// node.
///
/// ```
/// use hinterhand_engine::games::Kinderschnapsen;
/// use hinterhand_solvers::mccfr::{GrowingMccfr, Options};
///
/// let game = Kinderschnapsen::default();
/// let mut solver = GrowingMccfr::new(&game, Options::default(), 64 << 20);
/// for _ in 0..10 {
///     solver.step()?;
/// }
/// assert!(solver.set_count() > 10);
/// # Ok::<(), hinterhand_solvers::mccfr::MemoryFull>(())
/// ```
#[derive(Clone, Debug)]
pub struct GrowingMccfr<'g, G: Game> {
    game: &'g G,
    grown: GrowingTables,
}

/// The game, and where what is known of it stands.
struct GameDomain<'a, G: Game> {
    game: &'a G,
    places: &'a Places,
}

/// The name of an information set in the tables.
fn key(info_set: &impl std::hash::Hash) -> u128 {
    Digest::of(info_set).bits()
}

impl<'g, G: Game> GrowingMccfr<'g, G> {
    /// A solver before its first iteration, whose tables may take `limit` bytes, and what the walks of an
    /// iteration find before it is learned as many again. The options must pass their
    /// [check](Options::check).
    ///
    /// Not counted is the spare room of a growing table.
    pub fn new(game: &'g G, options: Options, limit: usize) -> GrowingMccfr<'g, G> {
        GrowingMccfr { game, grown: GrowingTables::new(game.players(), options, limit) }
    }

    /// One iteration: every player walks and learns once.
    ///
    /// If the walks reach more information sets than there is memory for, or find more than that, the
    /// iteration ends there: the results of this player's walks are not learned, and every further step
    /// returns the same error.
    pub fn step(&mut self) -> Result<(), MemoryFull> {
        let game = self.game;
        self.grown.step(&|places, tables, options, player, logs| {
            walk_batch(&GameDomain { game, places }, tables, options, player, logs);
        })
    }

    /// The options.
    pub fn options(&self) -> &Options {
        &self.grown.options
    }

    /// The number of iterations done.
    pub fn iterations(&self) -> u64 {
        self.grown.iterations
    }

    /// The number of nodes visited by all walks: each decision, end and draw of chance counts each time that
    /// a walk reaches it.
    pub fn nodes(&self) -> u64 {
        self.grown.nodes
    }

    /// The number of known information sets.
    pub fn set_count(&self) -> usize {
        self.grown.places.count()
    }

    /// The bytes that count against the limit.
    pub fn bytes(&self) -> usize {
        self.grown.bytes()
    }

    /// The digests of the information sets that are known and the average policy there, in the order in which
    /// they were met.
    pub fn policies(&self) -> Vec<(u128, Vec<f64>)> {
        self.grown.policies()
    }

    /// The average policy at an information set, if any walk has come to it.
    pub fn probabilities(&self, info_set: &G::InfoSet) -> Option<Vec<f64>> {
        let mut probabilities = Vec::new();
        self.grown.probabilities(key(info_set), &mut probabilities).then_some(probabilities)
    }

    /// Everything needed to continue later.
    pub fn snapshot(&self) -> GrowingSnapshot {
        self.grown.snapshot()
    }

    /// Goes back to a snapshot of a solver of the same game and options: what follows is the same bit for
    /// bit. After an error the solver is as it was.
    ///
    /// A snapshot of a solver whose memory was full continues with the walks that found no room, so that with
    /// a higher limit all is as if there had always been enough.
    pub fn restore(&mut self, snapshot: &GrowingSnapshot) -> Result<(), SnapshotError> {
        self.grown.restore(snapshot)
    }
}

impl<G: Game> Strategy<G> for GrowingMccfr<'_, G> {
    /// The average policy; every action is as likely where no walk has come to.
    fn probabilities(&self, info_set: &G::InfoSet, legal: &G::Legal, out: &mut Vec<f64>) {
        if !self.grown.probabilities(key(info_set), out) {
            even(legal.len(), out);
        }
    }
}

impl<G: Game> Domain for GameDomain<'_, G> {
    type Place = G::State;
    type Branches = G::Legal;
    type NewInfoSets = NewInfoSets;

    fn start(&self) -> G::State {
        self.game.start()
    }

    fn node(&self, state: &G::State, new_sets: &mut NewInfoSets) -> NodeKind<G::Legal> {
        let player = match self.game.turn(state) {
            Turn::Chance => return NodeKind::Chance,
            Turn::Over => return NodeKind::Over,
            Turn::Player(player) => player,
        };
        let branches = self.game.legal(state);
        let actions = branches.len() as u32;
        let key = key(&self.game.info_set(state, player));
        let first = self.places.first(key, actions, new_sets);
        NodeKind::Decision(Decision { player, first, actions, branches })
    }

    fn is_full(&self, log: &Log<NewInfoSets>) -> bool {
        self.places.is_full(log)
    }

    fn deal(&self, mut state: G::State, rng: &mut Rng) -> G::State {
        self.game.deal(&mut state, rng);
        state
    }

    fn child(&self, state: &G::State, legal: &G::Legal, action: usize) -> G::State {
        let mut next = state.clone();
        self.game.play(&mut next, legal.nth(action));
        next
    }

    fn payoff(&self, state: &G::State, player: Player) -> f64 {
        self.game.payoff(state, player)
    }
}
