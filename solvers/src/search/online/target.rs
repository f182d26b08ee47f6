//! The histories that walks are drawn to, as a tree of the events that lead to them.

use std::collections::{HashMap, HashSet};
use std::hash::BuildHasherDefault;

use hinterhand_engine::{ActionSet, Digest, Event, EventOf, Game, Player, Rng, StateHistory, Turn, Worlds};

use super::memory::Memory;
use super::options::{OnlineOptions, Targeting};

/// The histories, from the start of the game on.
pub(super) struct Target<G: Game> {
    forks: Vec<Fork<G>>,
}

/// What can follow after a part of a history so that one of the target can still come about.
pub(super) enum Fork<G: Game> {
    /// Nothing is known yet: only while the tree is built.
    New,
    /// A history of the target has come about.
    Reached,
    /// Chance decides.
    Chance(ChanceFork<G>),
    /// A player acts: the actions and what comes after them.
    Player(Vec<(G::Action, ForkId)>),
}

/// The events of chance that lead to the target.
pub(super) struct ChanceFork<G: Game> {
    ways: Vec<ChanceWay<G::Chance>>,
    places: HashMap<G::Chance, usize, BuildHasherDefault<Digest>>,
    /// The sum of the probabilities.
    pub(super) probability: f64,
}

/// An event of chance.
struct ChanceWay<C> {
    chance: C,
    probability: f64,
    /// The sum of the probabilities of the ways up to this one.
    sum: f64,
    next: ForkId,
}

/// A fork of a target, by number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ForkId(u32);

/// The probabilities of a target by the mean strategies of all players.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Reach {
    /// Of all its histories.
    pub(super) target: f64,
    /// Of those that the player at the decision cannot tell apart.
    pub(super) info_set: f64,
}

impl<G: Game> std::fmt::Debug for Target<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Target").field("forks", &self.forks.len()).finish()
    }
}

impl<G: Game> Target<G> {
    /// The fork before anything has happened.
    pub(super) const START: ForkId = ForkId(0);

    pub(super) fn fork(&self, id: ForkId) -> &Fork<G> {
        &self.forks[id.0 as usize]
    }
}

impl<G: StateHistory + Worlds> Target<G> {
    /// The target of a decision, if there is to be one.
    pub(super) fn of(
        game: &G,
        info_set: &G::InfoSet,
        options: &OnlineOptions,
        rng: &mut Rng,
    ) -> Option<Target<G>> {
        if options.worlds == 0 || options.delta == 0.0 {
            return None;
        }
        let alike =
            || game.worlds(info_set, options.worlds).map(|worlds| worlds.into_iter().map(first).collect());
        let worlds: Option<Vec<G::State>> = match options.targeting {
            Targeting::InformationSet => alike(),
            Targeting::PublicState => common(game, info_set, options.worlds).or_else(alike),
        };
        let worlds =
            worlds.unwrap_or_else(|| (0..options.worlds).map(|_| game.sample(info_set, rng)).collect());
        let mut target = Target { forks: vec![Fork::New] };
        worlds.iter().for_each(|world| target.insert(game.events(world)));
        Some(target)
    }

    /// Adds a history. If one is the beginning of another, only the shorter one counts: what comes after it
    /// is part of the target anyway.
    fn insert(&mut self, events: Vec<(EventOf<G>, f64)>) {
        let mut at = 0;
        for (event, probability) in events {
            let new = ForkId(self.forks.len() as u32);
            let next = match (&mut self.forks[at], event) {
                (Fork::Reached, _) => return,
                (fork @ Fork::New, Event::Chance(chance)) => {
                    let mut chances = ChanceFork::default();
                    chances.add(chance, probability, new);
                    *fork = Fork::Chance(chances);
                    new
                }
                (fork @ Fork::New, Event::Action(action)) => {
                    *fork = Fork::Player(vec![(action, new)]);
                    new
                }
                (Fork::Chance(chances), Event::Chance(chance)) => {
                    chances.next(&chance).unwrap_or_else(|| chances.add(chance, probability, new))
                }
                (Fork::Player(ways), Event::Action(action)) => {
                    let known = ways.iter().find(|(known, _)| *known == action).map(|way| way.1);
                    known.unwrap_or_else(|| {
                        ways.push((action, new));
                        new
                    })
                }
                _ => unreachable!("after the same events it is the same one's turn"),
            };
            if next == new {
                self.forks.push(Fork::New);
            }
            at = next.0 as usize;
        }
        self.forks[at] = Fork::Reached;
    }

    /// The probabilities of the target of the decision with this information set.
    pub(super) fn reach(&self, game: &G, info_set: &G::InfoSet, memory: &Memory<G>) -> Reach {
        self.reach_from(Target::<G>::START, &game.start(), game, info_set, memory)
    }

    fn reach_from(
        &self,
        at: ForkId,
        state: &G::State,
        game: &G,
        info_set: &G::InfoSet,
        memory: &Memory<G>,
    ) -> Reach {
        let mut sum = Reach::default();
        let mut add = |share: f64, next: ForkId, state: &G::State| {
            let reach = self.reach_from(next, state, game, info_set, memory);
            sum.target += share * reach.target;
            sum.info_set += share * reach.info_set;
        };
        match (self.fork(at), game.turn(state)) {
            (Fork::Chance(chances), _) => {
                for way in &chances.ways {
                    let mut state = state.clone();
                    game.reveal(&mut state, &way.chance);
                    add(way.probability, way.next, &state);
                }
            }
            (Fork::Player(ways), Turn::Player(player)) => {
                let legal = game.legal(state);
                let mut shares = Vec::new();
                memory.average(&game.info_set(state, player), legal.len(), &mut shares);
                for &(action, next) in ways {
                    let mut state = state.clone();
                    game.play(&mut state, action);
                    add(shares[position(&legal, action)], next, &state);
                }
            }
            (Fork::Reached, Turn::Player(player)) => {
                let same = game.info_set(state, player) == *info_set;
                sum = Reach { target: 1.0, info_set: if same { 1.0 } else { 0.0 } };
            }
            _ => unreachable!("a target ends where a player must decide"),
        }
        sum
    }
}

impl<G: Game<Chance: std::hash::Hash>> ChanceFork<G> {
    /// The fork after this event, if it leads to the target.
    pub(super) fn next(&self, chance: &G::Chance) -> Option<ForkId> {
        self.places.get(chance).map(|&place| self.ways[place].next)
    }

    /// One of its events, each as likely as the rules make it among them.
    pub(super) fn draw(&self, rng: &mut Rng) -> (&G::Chance, ForkId) {
        let drawn = rng.unit() * self.probability;
        let place = self.ways.partition_point(|way| way.sum <= drawn).min(self.ways.len() - 1);
        let ChanceWay { chance, next, .. } = &self.ways[place];
        (chance, *next)
    }

    fn add(&mut self, chance: G::Chance, probability: f64, next: ForkId) -> ForkId {
        self.places.insert(chance.clone(), self.ways.len());
        self.probability += probability;
        self.ways.push(ChanceWay { chance, probability, sum: self.probability, next });
        next
    }
}

impl<G: Game> Default for ChanceFork<G> {
    fn default() -> ChanceFork<G> {
        ChanceFork { ways: Vec::new(), places: HashMap::default(), probability: 0.0 }
    }
}

/// The place of an action among the legal ones.
pub(super) fn position<A: Copy + Eq>(legal: &impl ActionSet<A>, action: A) -> usize {
    legal.iter().position(|legal| legal == action).expect("what happened was legal")
}

fn first<A, B>((first, _): (A, B)) -> A {
    first
}

fn mover<G: Game>(game: &G, state: &G::State) -> Player {
    match game.turn(state) {
        Turn::Player(player) => player,
        Turn::Chance | Turn::Over => panic!("only who must decide may ask"),
    }
}

/// The states that are possible by common knowledge: those that some player considers possible in a state
/// that some player considers possible, and so on. Nothing if there are more than `limit`.
fn common<G: Worlds>(game: &G, info_set: &G::InfoSet, limit: usize) -> Option<Vec<G::State>> {
    let mut worlds: Vec<G::State> = Vec::new();
    let mut own = HashSet::<G::InfoSet, BuildHasherDefault<Digest>>::default();
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
    Some(worlds)
}
