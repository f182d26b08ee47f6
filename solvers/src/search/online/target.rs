//! The states that are possible at a decision, by what one player knows or by common knowledge.

use std::collections::HashSet;
use std::hash::BuildHasherDefault;

use hinterhand_engine::{Digest, Event, Game, Player, Rng, StateHistory, Turn, Worlds};

use super::options::{OnlineOptions, Targeting};

/// The histories to which walks are drawn, each as likely as chance made it.
pub(super) struct Target<G: Game> {
    /// The player to move.
    player: Player,
    worlds: Vec<G::State>,
    /// The probabilities that chance makes this world or one before it.
    chances: Vec<f64>,
    /// The information sets of the player in them.
    info_sets: HashSet<G::InfoSet, BuildHasherDefault<Digest>>,
}

impl<G: Game> std::fmt::Debug for Target<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Target").field("player", &self.player).field("worlds", &self.worlds.len()).finish()
    }
}

impl<G: StateHistory + Worlds> Target<G> {
    /// The target of a decision, if it is not too large.
    pub(super) fn of(game: &G, info_set: &G::InfoSet, options: &OnlineOptions) -> Option<Target<G>> {
        let narrow = |game: &G| {
            game.worlds(info_set, options.worlds).map(|worlds| {
                let worlds: Vec<G::State> = worlds.into_iter().map(|(world, _)| world).collect();
                let player = mover(game, worlds.first().expect("something is the case"));
                (player, worlds, HashSet::from_iter([info_set.clone()]))
            })
        };
        let found = match options.targeting {
            Targeting::InformationSet => narrow(game),
            Targeting::PublicState => common(game, info_set, options.worlds).or_else(|| narrow(game)),
        };
        let (player, worlds, info_sets) = found?;
        let mut sum = 0.0;
        let chances = worlds.iter().map(|world| {
            sum += game.events(world).iter().map(|(_, probability)| probability).product::<f64>();
            sum
        });
        let chances = chances.collect();
        Some(Target { player, worlds, chances, info_sets })
    }

    /// The probability that chance makes one of its histories possible.
    pub(super) fn chance(&self) -> f64 {
        *self.chances.last().expect("something is the case")
    }

    /// The events of one of its histories, drawn at random.
    pub(super) fn draw(&self, game: &G, rng: &mut Rng) -> Vec<Event<G::Action, G::Chance>> {
        let drawn = rng.unit() * self.chance();
        let at = self.chances.partition_point(|&sum| sum <= drawn).min(self.worlds.len() - 1);
        game.events(&self.worlds[at]).into_iter().map(|(event, _)| event).collect()
    }

    /// Whether a history in which `player` decides and knows this is one of them.
    pub(super) fn contains(&self, player: Player, info_set: &G::InfoSet) -> bool {
        player == self.player && self.info_sets.contains(info_set)
    }
}

fn mover<G: Game>(game: &G, state: &G::State) -> Player {
    match game.turn(state) {
        Turn::Player(player) => player,
        Turn::Chance | Turn::Over => panic!("only who must decide may ask"),
    }
}

type Found<G> = (Player, Vec<<G as Game>::State>, HashSet<<G as Game>::InfoSet, BuildHasherDefault<Digest>>);

/// The states that are possible by common knowledge: those that some player considers possible in a state
/// that some player considers possible, and so on.
fn common<G: Worlds>(game: &G, info_set: &G::InfoSet, limit: usize) -> Option<Found<G>> {
    let mut worlds: Vec<G::State> = Vec::new();
    let mut own = HashSet::default();
    let mut others = HashSet::<G::InfoSet, BuildHasherDefault<Digest>>::default();
    let mut open = vec![info_set.clone()];
    own.insert(info_set.clone());
    let mut player = None;
    while let Some(info_set) = open.pop() {
        let left = limit - worlds.len();
        let fitting = game.worlds(&info_set, left)?;
        for (world, _) in fitting {
            let me = *player.get_or_insert_with(|| mover(game, &world));
            for other in Player::all(game.players()).filter(|&other| other != me) {
                let theirs = game.info_set(&world, other);
                if others.contains(&theirs) {
                    continue;
                }
                for (world, _) in game.worlds(&theirs, limit)? {
                    let mine = game.info_set(&world, me);
                    if own.insert(mine.clone()) {
                        open.push(mine);
                    }
                }
                others.insert(theirs);
            }
            worlds.push(world);
        }
    }
    Some((player?, worlds, own))
}
