//! Decisions in a row: what a player does before it learns anything is one decision.
//!
//! A player that closes the talon leads next, and leads the same card in all worlds that it cannot
//! distinguish. To value the close by the best lead of each world is strategy fusion, and can be avoided at
//! no cost: whole sequences are compared, and the value of an action is that of the best sequence that begins
//! with it. Where something may be learned between two decisions, [`Postponed`](super::Postponed) goes
//! further.

use std::iter;

use hinterhand_engine::{ActionSet, Game, Player, Rng, Turn};

use super::ties::{self, Ties, WorldValue};
use crate::search::OpenCards;

/// A decision, and the ways to go on from it until something may be learned.
#[derive(Clone, Debug)]
pub(super) struct Plans<G: Game> {
    info_set: G::InfoSet,
    /// For each legal action the decision that follows it, if nothing is learned before.
    next: Vec<Option<Plans<G>>>,
}

/// The total number of actions of the decisions from which on no further decisions are joined.
const MOST: usize = 256;

impl<G: Game> Plans<G> {
    /// The ways of `me` to go on from a decision that is the same in all these worlds. One decision follows
    /// another if it, too, looks the same in all of them.
    pub(super) fn new(game: &G, worlds: &[G::State], me: Player) -> Plans<G> {
        Plans::joined(game, worlds, me, &mut { MOST })
    }

    fn joined(game: &G, worlds: &[G::State], me: Player, room: &mut usize) -> Plans<G> {
        let info_set = game.info_set(&worlds[0], me);
        let legal = game.legal(&worlds[0]);
        *room = room.saturating_sub(legal.len());
        let next = legal.iter().map(|action| {
            let after: Vec<G::State> = worlds.iter().map(|world| after(game, world, action)).collect();
            let is_mine = |world| game.turn(world) == Turn::Player(me);
            if *room == 0 || !after.iter().all(is_mine) {
                return None;
            }
            let seen = game.info_set(&after[0], me);
            let is_same = after.iter().all(|world| game.info_set(world, me) == seen);
            is_same.then(|| Plans::joined(game, &after, me, room))
        });
        Plans { info_set, next: next.collect() }
    }

    /// For each way the place of its first action among the legal ones.
    pub(super) fn first(&self) -> Vec<usize> {
        let next = self.next.iter().enumerate();
        next.flat_map(|(place, next)| iter::repeat_n(place, ways(next.as_ref()))).collect()
    }

    /// The value of each sequence in a world.
    pub(super) fn world_values<O: OpenCards<G>>(
        &self,
        game: &G,
        solver: &mut O,
        world: &G::State,
        me: Player,
        ties: Ties,
        rng: &mut Rng,
    ) -> Vec<WorldValue> {
        let legal = game.legal(world);
        let here = ties::world_values(game, solver, world, me, &legal, ties, rng);
        let mut found = Vec::with_capacity(here.len());
        for ((action, world_value), next) in legal.iter().zip(here).zip(&self.next) {
            let Some(next) = next else {
                found.push(world_value);
                continue;
            };
            let world = after(game, world, action);
            if game.turn(&world) == Turn::Player(me) && game.info_set(&world, me) == next.info_set {
                found.extend(next.world_values(game, solver, &world, me, ties, rng));
            } else {
                // The worlds that were asked did not show that something may be learned here.
                found.extend(iter::repeat_n(world_value, ways(Some(next))));
            }
        }
        found
    }
}

/// The number of sequences that begin with an action, given the decision that follows it.
fn ways<G: Game>(next: Option<&Plans<G>>) -> usize {
    next.map_or(1, |plans| plans.next.iter().map(|next| ways(next.as_ref())).sum())
}

fn after<G: Game>(game: &G, world: &G::State, action: G::Action) -> G::State {
    let mut world = world.clone();
    game.play(&mut world, action);
    world
}
