//! The table of regrets and average strategies: a row of cells for each information set that walks have
//! visited.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use hinterhand_engine::{Digest, Game};

use crate::strategy::even;

/// The table. It only grows.
pub(super) struct Memory<G: Game> {
    /// Only asked, never listed.
    places: HashMap<G::InfoSet, Place, BuildHasherDefault<Digest>>,
    cells: Vec<Cell>,
    limit: usize,
}

/// The cells of an information set.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    first: u32,
    pub(super) actions: u32,
}

/// The statistics of an action.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cell {
    pub(super) regret: f64,
    /// Its part of the average strategy.
    pub(super) average: f64,
    /// The number of walks of its player that took it.
    pub(super) visits: u64,
}

/// The cells of an information set, to be read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cells<'a>(&'a [Cell]);

impl<G: Game> std::fmt::Debug for Memory<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Memory").field("sets", &self.places.len()).field("limit", &self.limit).finish()
    }
}

impl<G: Game> Memory<G> {
    pub(super) fn new(limit: usize) -> Memory<G> {
        Memory { places: HashMap::default(), cells: Vec::new(), limit }
    }

    pub(super) fn set_count(&self) -> usize {
        self.places.len()
    }

    pub(super) fn find(&self, info_set: &G::InfoSet) -> Option<Cells<'_>> {
        self.places.get(info_set).map(|&place| Cells(self.of(place)))
    }

    /// The average strategy at an information set with this number of actions; an even one before any walk
    /// has learned there.
    pub(super) fn average(&self, info_set: &G::InfoSet, actions: usize, out: &mut Vec<f64>) {
        match self.find(info_set) {
            Some(cells) => cells.average(out),
            None => even(actions, out),
        }
    }

    /// The place of an information set, and whether it was given one just now; none if it has none and the
    /// table is full.
    pub(super) fn place(&mut self, info_set: G::InfoSet, actions: usize) -> Option<(Place, bool)> {
        if let Some(&place) = self.places.get(&info_set) {
            debug_assert_eq!(place.actions as usize, actions, "equal information sets have the same actions");
            return Some((place, false));
        }
        let cells = self.cells.len() + actions;
        let bytes = (self.places.len() + 1) * size_of::<(G::InfoSet, Place)>() + cells * size_of::<Cell>();
        if bytes > self.limit || u32::try_from(cells).is_err() {
            return None;
        }
        let place = Place { first: self.cells.len() as u32, actions: actions as u32 };
        self.cells.resize(cells, Cell::default());
        self.places.insert(info_set, place);
        Some((place, true))
    }

    pub(super) fn of(&self, place: Place) -> &[Cell] {
        &self.cells[place.first as usize..][..place.actions as usize]
    }

    pub(super) fn of_mut(&mut self, place: Place) -> &mut [Cell] {
        &mut self.cells[place.first as usize..][..place.actions as usize]
    }
}

impl Cells<'_> {
    #[cfg(test)]
    pub(super) fn all(&self) -> &[Cell] {
        self.0
    }

    /// The average strategy, or an even one before there is any.
    fn average(self, out: &mut Vec<f64>) {
        out.clear();
        let sum: f64 = self.0.iter().map(|cell| cell.average).sum();
        let even = 1.0 / self.0.len() as f64;
        out.extend(self.0.iter().map(|cell| if sum > 0.0 { cell.average / sum } else { even }));
    }

    pub(super) fn visits(self, action: usize) -> u64 {
        self.0[action].visits
    }
}
