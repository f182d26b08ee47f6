//! The solver on the game itself: it keeps only the information sets that walks have come to.

use std::collections::HashMap;

use hinterhand_engine::{ActionSet, Digest, Game, Player, Rng, Turn};

use super::domain::{Decision, Domain, NodeKind};
use super::log::{self, Log, NEW, WALKS_AT_ONCE};
use super::options::Options;
use super::tables::{SnapshotError, Tables};
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
    options: Options,
    limit: usize,
    /// Set permanently once the tables are full.
    full: Option<MemoryFull>,
    iterations: u64,
    /// The number of players who have learned in the iteration under way: not 0 only if memory has ended it.
    learned: usize,
    nodes: u64,
    domain: GameDomain<'g, G>,
    tables: Tables,
    logs: Vec<Log<NewInfoSets>>,
}

/// The state of a solver, complete enough to continue bit for bit.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct GrowingSnapshot {
    /// The number of iterations done.
    pub iterations: u64,
    /// The number of players who have learned in the iteration after that: not 0 only if memory has ended it.
    pub learned: u64,
    /// The number of nodes visited.
    pub nodes: u64,
    /// The digests of the information sets and their numbers of actions, in the order in which they were met.
    pub sets: Vec<(u128, u32)>,
    /// The regrets, one for each action of each set.
    pub regrets: Vec<f64>,
    /// The sums of the average policy.
    pub averages: Vec<f64>,
    /// The baselines of each action, one for each player; none if there are no baselines.
    pub baselines: Vec<f64>,
    /// How far the generators of the walks have gone.
    pub generators: Vec<u64>,
}

/// The tables may not grow any further. What was learned before stays, and can be read out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "after {iterations} iterations and {sets} information sets the tables, or what walks found for them, would take \
     more than {limit} bytes"
)]
pub struct MemoryFull {
    /// The iterations that were completed.
    pub iterations: u64,
    /// The information sets that are known.
    pub sets: usize,
    /// The bytes that were allowed.
    pub limit: usize,
}

/// The game, and where what is known of it stands.
#[derive(Clone, Debug)]
struct GameDomain<'g, G: Game> {
    game: &'g G,
    /// The maximum number of bytes of each log.
    room: usize,
    /// By the digests of the information sets. Only asked, never listed but by place: its order is that of a
    /// hash table.
    places: HashMap<u128, Slots>,
}

/// The slots of an information set.
#[derive(Clone, Copy, Debug)]
struct Slots {
    first: u32,
    actions: u32,
}

/// The information sets that a walk met first, each time that it came to one.
#[derive(Clone, Debug, Default)]
struct NewInfoSets {
    sets: Vec<(u128, u32)>,
    slots: u32,
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
        assert_eq!(options.check(), Ok(()), "options are checked by the caller");
        let tables = Tables::new(game.players(), &options);
        // Each log has its part, so that it does not depend on the threads which of them is full.
        let room = limit / options.batch.div_ceil(WALKS_AT_ONCE) as usize;
        let domain = GameDomain { game, room, places: HashMap::new() };
        let logs = Log::of_batch(&options);
        GrowingMccfr { options, limit, full: None, iterations: 0, learned: 0, nodes: 0, domain, tables, logs }
    }

    /// One iteration: every player walks and learns once.
    ///
    /// If the walks reach more information sets than there is memory for, or find more than that, the
    /// iteration ends there: the results of this player's walks are not learned, and every further step
    /// returns the same error.
    pub fn step(&mut self) -> Result<(), MemoryFull> {
        self.full.map_or(Ok(()), Err)?;
        let weights = self.options.weights(self.iterations);
        for player in Player::all(self.domain.game.players()).skip(self.learned) {
            walk_batch(&self.domain, &self.tables, &self.options, player, &mut self.logs);
            if let Err(full) = self.settle() {
                self.full = Some(full);
                self.logs.iter_mut().for_each(Log::take_back);
                return Err(full);
            }
            for log in &self.logs {
                self.tables.learn(&log.results, player, weights);
                self.nodes += log.results.nodes;
            }
            self.learned += 1;
        }
        self.learned = 0;
        self.iterations += 1;
        Ok(())
    }

    /// The options.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The number of iterations done.
    pub fn iterations(&self) -> u64 {
        self.iterations
    }

    /// The number of nodes visited by all walks: each decision, end and draw of chance counts each time that
    /// a walk reaches it.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The number of known information sets.
    pub fn set_count(&self) -> usize {
        self.domain.places.len()
    }

    /// The bytes that count against the limit.
    pub fn bytes(&self) -> usize {
        self.bytes_with(self.set_count(), self.tables.cells.len())
    }

    /// The digests of the information sets that are known and the average policy there, in the order in which
    /// they were met.
    pub fn policies(&self) -> Vec<(u128, Vec<f64>)> {
        self.known().into_iter().map(|(key, slots)| (key, self.average(slots))).collect()
    }

    /// The digests of the information sets that are known with their slots, in the order in which they were
    /// met.
    fn known(&self) -> Vec<(u128, Slots)> {
        let mut known: Vec<(u128, Slots)> =
            self.domain.places.iter().map(|(key, slots)| (*key, *slots)).collect();
        known.sort_unstable_by_key(|(_, slots)| slots.first);
        known
    }

    /// The average policy at an information set, if any walk has come to it.
    pub fn probabilities(&self, info_set: &G::InfoSet) -> Option<Vec<f64>> {
        self.domain.places.get(&key(info_set)).map(|slots| self.average(*slots))
    }

    fn average(&self, slots: Slots) -> Vec<f64> {
        let mut probabilities = Vec::new();
        self.tables.average(slots.first as usize, slots.actions as usize, &mut probabilities);
        probabilities
    }

    /// Everything needed to continue later.
    pub fn snapshot(&self) -> GrowingSnapshot {
        let [regrets, averages, baselines] = self.tables.numbers();
        let sets = self.known().into_iter().map(|(key, slots)| (key, slots.actions)).collect();
        let (iterations, learned, nodes) = (self.iterations, self.learned as u64, self.nodes);
        let generators = log::positions(&self.logs);
        GrowingSnapshot { iterations, learned, nodes, sets, regrets, averages, baselines, generators }
    }

    /// Goes back to a snapshot of a solver of the same game and options: what follows is the same bit for
    /// bit. After an error the solver is as it was.
    ///
    /// A snapshot of a solver whose memory was full continues with the walks that found no room, so that with
    /// a higher limit all is as if there had always been enough.
    pub fn restore(&mut self, snapshot: &GrowingSnapshot) -> Result<(), SnapshotError> {
        let GrowingSnapshot { iterations, learned, nodes, sets, regrets, averages, baselines, generators } =
            snapshot;
        SnapshotError::check("generators", generators.len(), self.logs.len())?;
        let players = self.domain.game.players();
        if *learned >= players as u64 {
            let (count, wanted) = (*learned as usize, players - 1);
            return Err(SnapshotError { table: "players who have learned", count, wanted });
        }
        let mut tables = Tables::new(self.domain.game.players(), &self.options);
        let mut places = HashMap::with_capacity(sets.len());
        let mut ranges = Vec::with_capacity(sets.len());
        for (key, actions) in sets {
            let first = tables.add(*actions as usize);
            places.insert(*key, Slots { first: first as u32, actions: *actions });
            ranges.push(first..tables.cells.len());
        }
        if places.len() != sets.len() {
            let (count, wanted) = (sets.len(), places.len());
            return Err(SnapshotError { table: "information sets", count, wanted });
        }
        tables.put([regrets, averages, baselines], ranges.into_iter())?;
        (self.iterations, self.learned, self.nodes) = (*iterations, *learned as usize, *nodes);
        (self.domain.places, self.tables, self.full) = (places, tables, None);
        log::seek(&mut self.logs, generators);
        Ok(())
    }

    /// Gives the information sets that the walks have met first their places, in the order of the walks.
    fn settle(&mut self) -> Result<(), MemoryFull> {
        if self.logs.iter().any(|log| self.domain.is_full(log)) {
            return Err(self.memory_full());
        }
        for at in 0..self.logs.len() {
            let new_sets = std::mem::take(&mut self.logs[at].new_sets);
            let mut slots = Vec::with_capacity(new_sets.slots as usize);
            for (key, actions) in new_sets.sets {
                let known = self.domain.places.get(&key).copied();
                let place = match known {
                    Some(place) => place,
                    None => self.settle_one(key, actions)?,
                };
                slots.extend(place.first..place.first + place.actions);
            }
            self.logs[at].results.settle(&slots);
        }
        Ok(())
    }

    fn settle_one(&mut self, key: u128, actions: u32) -> Result<Slots, MemoryFull> {
        let slots = self.tables.cells.len() + actions as usize;
        if self.bytes_with(self.set_count() + 1, slots) > self.limit || slots >= NEW as usize {
            return Err(self.memory_full());
        }
        let place = Slots { first: self.tables.add(actions as usize) as u32, actions };
        self.domain.places.insert(key, place);
        Ok(place)
    }

    fn memory_full(&self) -> MemoryFull {
        MemoryFull { iterations: self.iterations, sets: self.set_count(), limit: self.limit }
    }

    fn bytes_with(&self, sets: usize, slots: usize) -> usize {
        sets * size_of::<(u128, Slots)>() + self.tables.bytes(slots)
    }
}

impl<G: Game> Strategy<G> for GrowingMccfr<'_, G> {
    /// The average policy; every action is as likely where no walk has come to.
    fn probabilities(&self, info_set: &G::InfoSet, legal: &G::Legal, out: &mut Vec<f64>) {
        match self.domain.places.get(&key(info_set)) {
            Some(slots) => self.tables.average(slots.first as usize, slots.actions as usize, out),
            None => even(legal.len(), out),
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
        let first = match self.places.get(&key) {
            Some(slots) => {
                debug_assert_eq!(slots.actions, actions, "equal information sets have the same actions");
                slots.first
            }
            None => {
                let first = NEW + new_sets.slots;
                new_sets.slots += actions;
                new_sets.sets.push((key, actions));
                first
            }
        };
        NodeKind::Decision(Decision { player, first, actions, branches })
    }

    fn is_full(&self, log: &Log<NewInfoSets>) -> bool {
        log.results.bytes() + size_of_val(&log.new_sets.sets[..]) > self.room
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
