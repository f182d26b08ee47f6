//! The worlds that a search looks at: all of them if they are few, else as many samples as it is given time
//! for.

use std::ops::Range;

use hinterhand_engine::{Game, Player, Rng, Turn, Worlds};

/// Numbered worlds that fit what a player knows. The same number is the same world on every thread.
pub(in crate::search) struct Sampler<G: Game> {
    info_set: G::InfoSet,
    /// All worlds with their probabilities, in random order, if they are few.
    listed: Option<Vec<(G::State, f64)>>,
    seed: u64,
    next: u64,
}

impl<G: Game> Sampler<G> {
    /// The worlds that fit `info_set`, listed if there are no more than `limit`.
    pub(in crate::search) fn new(game: &G, info_set: &G::InfoSet, limit: usize, rng: &mut Rng) -> Sampler<G>
    where
        G: Worlds,
    {
        let mut listed = if limit == 0 { None } else { game.worlds(info_set, limit) };
        let seed = rng.bits();
        if let Some(worlds) = &mut listed {
            // A search that stops before the end has seen a fair sample.
            Rng::new(seed, u64::MAX).shuffle(worlds);
        }
        Sampler { info_set: info_set.clone(), listed, seed, next: 0 }
    }

    /// The player whose decision it is.
    pub(in crate::search) fn mover(&self, game: &G) -> Player {
        match game.turn(&self.world(game, 0).0) {
            Turn::Player(player) => player,
            turn => panic!("a view is of a decision, not of {turn:?}"),
        }
    }

    /// The number of worlds, if they are listed.
    pub(in crate::search) fn listed(&self) -> Option<usize> {
        self.listed.as_ref().map(Vec::len)
    }

    /// The numbers of the next worlds, at most `steps`.
    pub(in crate::search) fn take(&mut self, steps: u64) -> Range<u64> {
        let end = self.next.saturating_add(steps);
        let end = self.listed.as_ref().map_or(end, |worlds| end.min(worlds.len() as u64));
        let start = std::mem::replace(&mut self.next, end);
        start..end
    }

    /// World `number`, its weight, and a generator for whatever else is left to chance in it.
    pub(in crate::search) fn world(&self, game: &G, number: u64) -> (G::State, f64, Rng) {
        let mut rng = Rng::new(self.seed, number);
        match &self.listed {
            Some(worlds) => {
                let (world, probability) = &worlds[number as usize];
                (world.clone(), *probability, rng)
            }
            None => (game.sample(&self.info_set, &mut rng), 1.0, rng),
        }
    }
}
