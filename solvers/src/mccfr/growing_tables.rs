//! What a solver on the game itself has learned: tables that grow with the information sets that walks reach.

use std::collections::HashMap;

use hinterhand_engine::Player;

use super::log::{self, Log, NEW};
use super::options::Options;
use super::tables::{SnapshotError, Tables};

/// The tables of a solver and how far it has come. They know nothing of the game but the digests of its information
/// sets, so that they are compiled once for all games.
#[derive(Clone, Debug)]
pub(super) struct GrowingTables {
    pub(super) options: Options,
    limit: usize,
    players: usize,
    /// Set permanently once the tables are full.
    full: Option<MemoryFull>,
    pub(super) iterations: u64,
    /// The number of players who have learned in the iteration under way: not 0 only if memory has ended it.
    learned: usize,
    pub(super) nodes: u64,
    pub(super) places: Places,
    tables: Tables,
    logs: Vec<Log<NewInfoSets>>,
}

/// Where the information sets stand in the tables.
#[derive(Clone, Debug)]
pub(super) struct Places {
    /// The maximum number of bytes of each log.
    room: usize,
    /// By the digests of the information sets. Only asked, never listed but by place: its order is that of a
    /// hash table.
    slots: HashMap<u128, Slots>,
}

/// The slots of an information set.
#[derive(Clone, Copy, Debug)]
struct Slots {
    first: u32,
    actions: u32,
}

/// The information sets that a walk met first, each time that it came to one.
#[derive(Clone, Debug, Default)]
pub(super) struct NewInfoSets {
    sets: Vec<(u128, u32)>,
    slots: u32,
}

/// The walks of one player, which leave in the logs what they find.
pub(super) type Walks<'w> = dyn Fn(&Places, &Tables, &Options, Player, &mut [Log<NewInfoSets>]) + 'w;

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

impl Places {
    /// The number of known information sets.
    pub(super) fn count(&self) -> usize {
        self.slots.len()
    }

    /// The first slot of an information set, which is noted down if it is new.
    #[inline]
    pub(super) fn first(&self, key: u128, actions: u32, new_sets: &mut NewInfoSets) -> u32 {
        match self.slots.get(&key) {
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
        }
    }

    /// Whether walks have found more than there is room for.
    #[inline]
    pub(super) fn is_full(&self, log: &Log<NewInfoSets>) -> bool {
        log.results.bytes() + size_of_val(&log.new_sets.sets[..]) > self.room
    }
}

impl GrowingTables {
    pub(super) fn new(players: usize, options: Options, limit: usize) -> GrowingTables {
        assert_eq!(options.check(), Ok(()), "options are checked by the caller");
        let tables = Tables::new(players, &options);
        let logs = Log::of_batch(players, &options);
        // Each log has its part, so that it does not depend on the threads which of them is full.
        let places = Places { room: limit / logs.len(), slots: HashMap::new() };
        GrowingTables {
            options,
            limit,
            players,
            full: None,
            iterations: 0,
            learned: 0,
            nodes: 0,
            places,
            tables,
            logs,
        }
    }

    /// One iteration with these walks.
    pub(super) fn step(&mut self, walks: &Walks<'_>) -> Result<(), MemoryFull> {
        self.full.map_or(Ok(()), Err)?;
        let weights = self.options.weights(self.iterations);
        let learners = self.options.sampling.learners(self.players);
        let each = self.logs.len() / learners;
        while self.learned < self.players {
            let (players, learned) = (self.players, self.learned);
            let who = || Player::all(players).skip(learned);
            for (player, logs) in who().zip(self.logs.chunks_mut(each)) {
                walks(&self.places, &self.tables, &self.options, player, logs);
            }
            if let Err(full) = self.settle() {
                self.full = Some(full);
                self.logs.iter_mut().for_each(Log::take_back);
                return Err(full);
            }
            let GrowingTables { logs, tables, .. } = self;
            logs.iter().for_each(|log| tables.average_in(&log.results, weights));
            for (player, logs) in who().zip(logs.chunks(each)) {
                logs.iter().for_each(|log| tables.learn(&log.results, player, weights));
            }
            // Walks that all players learn from count once.
            self.nodes += logs[..each].iter().map(|log| log.results.nodes).sum::<u64>();
            self.learned += learners;
        }
        self.learned = 0;
        self.iterations += 1;
        Ok(())
    }

    /// The bytes that count against the limit.
    pub(super) fn bytes(&self) -> usize {
        self.bytes_with(self.places.count(), self.tables.cells.len())
    }

    /// The digests of the information sets that are known and the average policy there, in the order in which
    /// they were met.
    pub(super) fn policies(&self) -> Vec<(u128, Vec<f64>)> {
        self.known().into_iter().map(|(key, slots)| (key, self.average(slots))).collect()
    }

    /// The digests of the information sets that are known with their slots, in the order in which they were
    /// met.
    fn known(&self) -> Vec<(u128, Slots)> {
        let mut known: Vec<(u128, Slots)> =
            self.places.slots.iter().map(|(key, slots)| (*key, *slots)).collect();
        known.sort_unstable_by_key(|(_, slots)| slots.first);
        known
    }

    /// Writes the average policy at an information set into `out` if any walk has come to it; returns whether one has.
    pub(super) fn probabilities(&self, key: u128, out: &mut Vec<f64>) -> bool {
        let known = self.places.slots.get(&key);
        if let Some(slots) = known {
            self.tables.average(slots.first as usize, slots.actions as usize, out);
        }
        known.is_some()
    }

    fn average(&self, slots: Slots) -> Vec<f64> {
        let mut probabilities = Vec::new();
        self.tables.average(slots.first as usize, slots.actions as usize, &mut probabilities);
        probabilities
    }

    /// Everything needed to continue later.
    pub(super) fn snapshot(&self) -> GrowingSnapshot {
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
    pub(super) fn restore(&mut self, snapshot: &GrowingSnapshot) -> Result<(), SnapshotError> {
        let GrowingSnapshot { iterations, learned, nodes, sets, regrets, averages, baselines, generators } =
            snapshot;
        SnapshotError::check("generators", generators.len(), self.logs.len())?;
        if *learned >= self.players as u64 {
            let (count, wanted) = (*learned as usize, self.players - 1);
            return Err(SnapshotError { table: "players who have learned", count, wanted });
        }
        let mut tables = Tables::new(self.players, &self.options);
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
        (self.places.slots, self.tables, self.full) = (places, tables, None);
        log::seek(&mut self.logs, generators);
        Ok(())
    }

    /// Gives the information sets that the walks have met first their places, in the order of the walks.
    fn settle(&mut self) -> Result<(), MemoryFull> {
        if self.logs.iter().any(|log| self.places.is_full(log)) {
            return Err(self.memory_full());
        }
        for at in 0..self.logs.len() {
            let new_sets = std::mem::take(&mut self.logs[at].new_sets);
            let mut slots = Vec::with_capacity(new_sets.slots as usize);
            for (key, actions) in new_sets.sets {
                let known = self.places.slots.get(&key).copied();
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
        if self.bytes_with(self.places.count() + 1, slots) > self.limit || slots >= NEW as usize {
            return Err(self.memory_full());
        }
        let place = Slots { first: self.tables.add(actions as usize) as u32, actions };
        self.places.slots.insert(key, place);
        Ok(place)
    }

    fn memory_full(&self) -> MemoryFull {
        MemoryFull { iterations: self.iterations, sets: self.places.count(), limit: self.limit }
    }

    fn bytes_with(&self, sets: usize, slots: usize) -> usize {
        sets * size_of::<(u128, Slots)>() + self.tables.bytes(slots)
    }
}
