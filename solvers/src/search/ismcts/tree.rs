//! One tree of the search, and the simulated games that grow it: selection, expansion, rollout and backup.

use std::hash::Hash;

use hinterhand_engine::{Event, EventOf, Game, Player, Rng, Sampler, Turn};

use super::arena::{Arena, NONE};
use super::group::Group;
use super::key::{key, mix};
use super::options::{Options, Selection, TreeKind};
use super::select::{Candidate, Range};
use crate::parallel;
use crate::search::{Model, Rollout};
use crate::strategy::Strategy;

/// A number for what a player notices of an event, which led from one state to another; `None` if that is
/// nothing.
pub(super) type Noticed<G> =
    fn(&G, &<G as Game>::State, &EventOf<G>, &<G as Game>::State, Player) -> Option<u64>;

/// The parts of a search that all its trees and simulated games share.
pub(super) struct SearchContext<'g, G: Game> {
    pub game: &'g G,
    pub rollout: HeldRollout<'g, G>,
    /// The model of all players but the one at the root, if there is one.
    pub model: Option<Box<dyn Model<G> + 'g>>,
    /// The prior probabilities of actions for PUCT, by what the player to move sees; by default all are the same.
    pub prior: Option<Box<dyn Strategy<G> + Send + 'g>>,
    /// What players notice, for trees that begin at the decision.
    pub noticed: Option<Noticed<G>>,
    pub options: Options,
}

impl<'g, G: Game> SearchContext<'g, G> {
    pub(super) fn new(game: &'g G, rollout: &'g dyn Rollout<G>, options: Options) -> SearchContext<'g, G> {
        let rollout = HeldRollout::Borrowed(rollout);
        SearchContext { game, rollout, model: None, prior: None, noticed: None, options }
    }
}

/// A rollout that a search borrows or owns.
pub(super) enum HeldRollout<'g, G: Game> {
    Borrowed(&'g dyn Rollout<G>),
    Owned(Box<dyn Rollout<G> + Send + 'g>),
}

impl<'g, G: Game> std::ops::Deref for HeldRollout<'g, G> {
    type Target = dyn Rollout<G> + 'g;

    fn deref(&self) -> &Self::Target {
        match self {
            HeldRollout::Borrowed(rollout) => *rollout,
            HeldRollout::Owned(rollout) => &**rollout,
        }
    }
}

/// The states from which simulated games begin.
pub(super) enum Origin<'g, S> {
    /// A new world for each game, from what draws those that fit what the player at the root knows.
    Known(Sampler<'g, S>),
    /// These worlds in turn.
    Worlds(Vec<S>),
}

/// A tree and the state of its growth.
///
/// Neighbouring trees are grown by different threads, and the fields are written in each game. The alignment
/// avoids false sharing (cache lines are fetched in pairs); with two threads it gains about a tenth.
#[repr(align(128))]
pub(super) struct SearchTree<'g, G: Game> {
    pub arena: Arena<G::Action>,
    pub(super) root: u32,
    pub(super) player: Player,
    pub(super) origin: Origin<'g, G::State>,
    pub(super) rng: Rng,
    /// The seed of the rollouts of a round, each of which has a stream of its own.
    pub(super) seed: u64,
    /// The number of games simulated since the search turned to this decision.
    pub(super) done: u64,
    /// Whether chance has decided anything in this game.
    pub(super) has_dealt: bool,
    /// For trees that begin at the decision: a number for all that each other player has noticed since then
    /// in this game.
    noticed: Vec<u64>,
    pub(super) range: Range,
    pub(super) candidates: Vec<Candidate>,
    /// The key of what the player at the root sees of each action, and the index of the action among the
    /// legal ones; equal keys are adjacent.
    pub(super) sights: Vec<(u64, usize)>,
    /// For each candidate, if several actions may look the same.
    pub(super) groups: Vec<Group>,
    pub(super) priors: Vec<f64>,
    pub(super) weights: Vec<f64>,
    pub(super) path: Vec<Step>,
    pub(super) siblings: Vec<u32>,
    /// With spare capacity, so that the payoffs of another tree are on another cache line.
    pub(super) payoffs: Vec<f64>,
}

/// An action of a simulated game, to be updated in the backup.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) edge: u32,
    pub(super) mover: Player,
    /// The value entered until the payoff is known: the mean before, or a virtual loss.
    pub(super) loss: f64,
    /// The probability with which the action was chosen.
    pub(super) probability: f64,
    /// The index of the first edge of the actions that were legal then among the siblings, and their number.
    pub(super) siblings: (u32, u32),
}

/// A game that has left the tree.
struct Leaf<S> {
    state: S,
    /// The start of its path.
    from: usize,
    payoffs: Vec<f64>,
}

impl<'g, G: Game> SearchTree<'g, G> {
    pub(super) fn new(context: &SearchContext<'_, G>) -> SearchTree<'g, G> {
        let options = &context.options;
        let by_path = matches!(options.tree, TreeKind::SingleObserver | TreeKind::Determinized);
        let labelled = options.tree == TreeKind::PartiallyObservable;
        let bytes = options.memory_bytes / u64::from(options.trees.max(1));
        let mut payoffs = Vec::with_capacity(align_of::<SearchTree<'_, G>>() / size_of::<f64>());
        payoffs.resize(context.game.players(), 0.0);
        SearchTree {
            arena: Arena::new(by_path, labelled, bytes),
            root: NONE,
            player: Player::FIRST,
            origin: Origin::Worlds(Vec::new()),
            rng: Rng::new(0, 0),
            seed: 0,
            done: 0,
            has_dealt: false,
            noticed: vec![0; context.game.players()],
            range: Range::new(options.range),
            candidates: Vec::new(),
            sights: Vec::new(),
            groups: Vec::new(),
            priors: Vec::new(),
            weights: Vec::new(),
            path: Vec::new(),
            siblings: Vec::new(),
            payoffs,
        }
    }

    /// Turns to a decision of `player`, or to the start of a game in which it is the first to decide.
    pub(super) fn turn_to(
        &mut self,
        player: Player,
        origin: Origin<'g, G::State>,
        root_key: Option<u64>,
        rng: &mut Rng,
    ) {
        self.seed = rng.bits();
        self.rng = Rng::new(self.seed, 0);
        self.player = player;
        self.origin = origin;
        self.done = 0;
        self.root = NONE;
        match root_key {
            Some(key) => {
                let kept = self.arena.turn_to(key);
                let root = kept.or_else(|| self.arena.enter(NONE, key));
                self.root = root.expect("there is room for a root in what was cleared");
            }
            None => self.arena.clear(),
        }
    }

    /// The node of the decision that the search is turned to; there is none before.
    pub(super) fn root(&self) -> Option<u32> {
        (self.root != NONE).then_some(self.root)
    }

    /// Forgets everything.
    pub(super) fn forget(&mut self) {
        self.arena.clear();
        self.root = NONE;
    }

    /// Simulates games until there are at least `games` since the search turned to this decision.
    pub(super) fn run(&mut self, context: &SearchContext<'_, G>, games: u64) {
        while self.done < games {
            if context.options.width <= 1 {
                self.game(context);
            } else {
                self.round(context);
            }
        }
    }

    fn world(&mut self) -> G::State {
        let number = self.done;
        self.done += 1;
        self.has_dealt = false;
        self.noticed.fill(0);
        match &self.origin {
            Origin::Known(sampler) => sampler(&mut self.rng),
            Origin::Worlds(worlds) => worlds[(number % worlds.len() as u64) as usize].clone(),
        }
    }

    /// One game from its beginning to its end.
    fn game(&mut self, context: &SearchContext<'_, G>) {
        let mut state = self.world();
        self.start(context, &mut state);
        self.finish(context, &mut state, 0);
    }

    /// A round of `width` games: selected one after the other, played out in parallel, entered in order.
    fn round(&mut self, context: &SearchContext<'_, G>) {
        let first = self.done;
        let mut leaves: Vec<Leaf<G::State>> = Vec::with_capacity(context.options.width as usize);
        for _ in 0..context.options.width {
            let mut state = self.world();
            let from = self.path.len();
            self.start(context, &mut state);
            leaves.push(Leaf { state, from, payoffs: self.payoffs.clone() });
        }
        let seed = self.seed;
        parallel::for_each(&mut leaves, &|n, leaf| {
            // Stream 0 is that of the selection.
            let mut rng = Rng::new(seed, 1 + first + n as u64);
            context.rollout.roll_out(context.game, &mut leaf.state, &mut rng, &mut leaf.payoffs);
        });
        for n in 0..leaves.len() {
            let to = leaves.get(n + 1).map_or(self.path.len(), |next| next.from);
            self.back_up(context, leaves[n].from, to, &leaves[n].payoffs);
        }
        self.path.clear();
        self.siblings.clear();
    }

    /// Plays the game out, and enters the payoffs on the path from `from` on.
    fn finish(&mut self, context: &SearchContext<'_, G>, state: &mut G::State, from: usize) {
        let mut payoffs = std::mem::take(&mut self.payoffs);
        context.rollout.roll_out(context.game, state, &mut self.rng, &mut payoffs);
        self.back_up(context, from, self.path.len(), &payoffs);
        self.payoffs = payoffs;
        let siblings = self.path.get(from).map(|step| step.siblings.0);
        self.path.truncate(from);
        self.siblings.truncate(siblings.unwrap_or(self.siblings.len() as u32) as usize);
    }

    fn start(&mut self, context: &SearchContext<'_, G>, state: &mut G::State) {
        if self.root != NONE {
            self.descend(context, state, self.root, false);
        } else if let Some(root) = self.next(context, state, NONE) {
            self.descend(context, state, root, false);
        }
    }

    /// Plays through the tree from `node` until the game leaves it.
    fn descend(&mut self, context: &SearchContext<'_, G>, state: &mut G::State, mut node: u32, inner: bool) {
        let SearchContext { game, options, .. } = context;
        while let Turn::Player(mover) = game.turn(state) {
            let (edge, is_new);
            let has_information_sets = !matches!(options.tree, TreeKind::FromRoot | TreeKind::Determinized);
            if options.redeterminize && has_information_sets && !inner && mover != self.player {
                // The other player chooses in a world of its own, from which it learns; the action is
                // repeated here.
                let mut other = game.sample(&game.info_set(state, mover), &mut self.rng);
                let from = self.path.len();
                let action;
                (action, edge, is_new) = self.choose(context, &other, node, mover);
                game.play(&mut other, action);
                if !is_new && let Some(next) = self.next(context, &mut other, edge) {
                    self.descend(context, &mut other, next, true);
                }
                self.finish(context, &mut other, from);
                game.play(state, action);
            } else {
                let action;
                (action, edge, is_new) = self.choose(context, state, node, mover);
                self.play(context, state, action);
            }
            if is_new {
                return;
            }
            match self.next(context, state, edge) {
                Some(next) => node = next,
                None => return,
            }
        }
    }

    /// Lets chance decide until a player must, and finds the node of that decision; `None` if the game is
    /// over or there is no room for the node.
    #[inline]
    fn next(&mut self, context: &SearchContext<'_, G>, state: &mut G::State, edge: u32) -> Option<u32> {
        let game = context.game;
        loop {
            match game.turn(state) {
                Turn::Player(mover) => {
                    let key = self.key(context, state, mover);
                    return self.arena.enter(edge, key);
                }
                Turn::Chance => {
                    self.deal(context, state);
                    self.has_dealt = true;
                }
                Turn::Over => return None,
            }
        }
    }

    /// Plays an action and, where nodes go by that, remembers what the others notice.
    #[inline]
    fn play(&mut self, context: &SearchContext<'_, G>, state: &mut G::State, action: G::Action) {
        match context.noticed {
            Some(noticed) => self.happen(context.game, noticed, state, &Event::Action(action)),
            None => context.game.play(state, action),
        }
    }

    /// Lets chance decide and, where nodes go by that, remembers what the others notice.
    #[inline]
    fn deal(&mut self, context: &SearchContext<'_, G>, state: &mut G::State) {
        match context.noticed {
            Some(noticed) => {
                let chance = context.game.draw(state, &mut self.rng);
                self.happen(context.game, noticed, state, &Event::Chance(chance));
            }
            None => context.game.deal(state, &mut self.rng),
        }
    }

    /// Lets this event happen, and remembers what the others notice of it. Not inlined: the trees that do
    /// without it need no room for a copy of the state.
    #[inline(never)]
    fn happen(&mut self, game: &G, noticed: Noticed<G>, state: &mut G::State, event: &EventOf<G>) {
        let before = state.clone();
        match event {
            Event::Action(action) => game.play(state, *action),
            Event::Chance(chance) => game.reveal(state, chance),
        }
        for other in Player::all(game.players()).filter(|&other| other != self.player) {
            if let Some(new) = noticed(game, &before, event, state, other) {
                let all = &mut self.noticed[other.index()];
                *all = mix(*all, new);
            }
        }
    }

    /// The key that distinguishes this node from others to which the same action may lead.
    #[inline]
    fn key(&self, context: &SearchContext<'_, G>, state: &G::State, mover: Player) -> u64 {
        match context.options.tree {
            TreeKind::SingleObserver | TreeKind::PartiallyObservable => {
                root_key(&context.game.info_set(state, self.player), mover)
            }
            TreeKind::MultipleObserver => root_key(&context.game.info_set(state, mover), mover),
            TreeKind::FromRoot if mover == self.player => {
                root_key(&context.game.info_set(state, mover), mover)
            }
            TreeKind::FromRoot => mix(self.noticed[mover.index()], mover.index() as u64),
            // With open cards only chance distinguishes nodes, perhaps later than it acts; chance that no
            // player sees is averaged over.
            TreeKind::Determinized if self.has_dealt => Player::all(context.game.players())
                .fold(mover.index() as u64, |name, player| key(&context.game.info_set(state, player), name)),
            TreeKind::Determinized => mover.index() as u64,
        }
    }

    /// Enters the payoffs of all players on a part of the path.
    fn back_up(&mut self, context: &SearchContext<'_, G>, from: usize, to: usize, payoffs: &[f64]) {
        payoffs.iter().for_each(|&payoff| self.range.meet(payoff));
        for step in &self.path[from..to] {
            let payoff = payoffs[step.mover.index()];
            let edge = &mut self.arena.edges[step.edge as usize];
            edge.mean += (payoff - step.loss) / f64::from(edge.visits);
            edge.squares += payoff * payoff;
            match context.options.selection {
                Selection::Exp3 { .. } => edge.weight += self.range.unit(payoff) / step.probability,
                Selection::RegretMatching { .. } => {
                    let unit = self.range.unit(payoff);
                    edge.weight += unit / step.probability;
                    let (first, count) = step.siblings;
                    for &edge in &self.siblings[first as usize..][..count as usize] {
                        self.arena.edges[edge as usize].weight -= unit;
                    }
                }
                _ => {}
            }
        }
    }
}

/// The key of a node with this information set at which this player decides.
#[inline]
pub(super) fn root_key(info_set: &impl Hash, mover: Player) -> u64 {
    key(info_set, mover.index() as u64)
}
