//! Simulated games in one tree: down through what is known of it, one step beyond, and back.

use std::hash::Hash;

use hinterhand_engine::{ActionSet, Game, Player, Rng, Turn};
use rayon::prelude::*;

use super::arena::{Arena, NONE, Node};
use super::key::key;
use super::options::{Options, Selection, TreeKind};
use super::select::{Candidate, Range, Selector, is_drawn, ucb1, ucb1_among};
use crate::search::Rollout;
use crate::strategy::{Strategy, even};

/// What all simulated games have in common.
pub(super) struct Ground<'g, G: Game> {
    pub game: &'g G,
    pub rollout: &'g dyn Rollout<G>,
    pub prior: Option<&'g dyn Strategy<G>>,
    pub options: Options,
}

/// Where simulated games begin.
#[derive(Clone, Debug)]
pub(super) enum Origin<S, I> {
    /// What the player at the root knows: a new world for each game.
    Known(I),
    /// These worlds in turn.
    Worlds(Vec<S>),
}

/// One tree and what is needed to grow it.
pub(super) struct Walker<G: Game> {
    pub arena: Arena<G::Action>,
    root: u32,
    player: Player,
    origin: Origin<G::State, G::InfoSet>,
    rng: Rng,
    /// The seed of games that are played out apart from each other.
    seed: u64,
    /// How many games were simulated since the search turned to this decision.
    done: u64,
    /// Whether chance has decided anything in this game.
    has_dealt: bool,
    range: Range,
    candidates: Vec<Candidate<G::Action>>,
    /// What the player at the root sees of each action, the place of the action among the legal ones, and itself;
    /// what looks the same stands together.
    sights: Vec<(u64, usize, G::Action)>,
    /// For each candidate, if several actions may look the same.
    groups: Vec<Group>,
    priors: Vec<f64>,
    weights: Vec<f64>,
    path: Vec<Step>,
    siblings: Vec<u32>,
    payoffs: Vec<f64>,
}

/// An action of a simulated game that is to be remembered.
#[derive(Clone, Copy, Debug)]
struct Step {
    edge: u32,
    mover: Player,
    /// What was entered as long as there was no payoff: the mean before, or a loss.
    loss: f64,
    /// With what probability the action was chosen.
    probability: f64,
    /// Where the edges of all actions that were legal then begin among the siblings, and how many there are.
    siblings: (u32, u32),
}

/// Actions that look the same to the player at the root.
#[derive(Clone, Copy, Debug)]
struct Group {
    label: u64,
    /// The place of the first of them among the legal actions.
    place: usize,
    /// Where they stand among the sights.
    from: usize,
    to: usize,
}

/// A game that has left the tree.
struct Leaf<S> {
    state: S,
    /// Where its path begins.
    from: usize,
    payoffs: Vec<f64>,
}

impl<G: Game> Walker<G> {
    pub(super) fn new(ground: &Ground<'_, G>) -> Walker<G> {
        let options = &ground.options;
        let by_path = matches!(options.tree, TreeKind::SingleObserver | TreeKind::Determinized);
        let labelled = options.tree == TreeKind::PartiallyObservable;
        let bytes = options.memory_bytes / u64::from(options.trees.max(1));
        Walker {
            arena: Arena::new(by_path, labelled, bytes),
            root: NONE,
            player: Player::FIRST,
            origin: Origin::Worlds(Vec::new()),
            rng: Rng::new(0, 0),
            seed: 0,
            done: 0,
            has_dealt: false,
            range: Range::new(options.range),
            candidates: Vec::new(),
            sights: Vec::new(),
            groups: Vec::new(),
            priors: Vec::new(),
            weights: Vec::new(),
            path: Vec::new(),
            siblings: Vec::new(),
            payoffs: vec![0.0; ground.game.players()],
        }
    }

    /// Turns to a decision of `player`, or to the beginning of a game of which he is the first to decide.
    pub(super) fn turn_to(
        &mut self,
        player: Player,
        origin: Origin<G::State, G::InfoSet>,
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

    /// Simulates games until there are at least so many since the search turned to this decision.
    pub(super) fn run(&mut self, ground: &Ground<'_, G>, games: u64) {
        while self.done < games {
            if ground.options.width <= 1 {
                self.game(ground);
            } else {
                self.round(ground);
            }
        }
    }

    fn world(&mut self, ground: &Ground<'_, G>) -> G::State {
        let number = self.done;
        self.done += 1;
        self.has_dealt = false;
        match &self.origin {
            Origin::Known(info_set) => ground.game.sample(info_set, &mut self.rng),
            Origin::Worlds(worlds) => worlds[(number % worlds.len() as u64) as usize].clone(),
        }
    }

    /// One game from its beginning to its end.
    fn game(&mut self, ground: &Ground<'_, G>) {
        let mut state = self.world(ground);
        self.start(ground, &mut state);
        self.finish(ground, &mut state, 0);
    }

    /// As many games as the rounds are wide: selected one after the other, played out at once, entered in order.
    fn round(&mut self, ground: &Ground<'_, G>) {
        let first = self.done;
        let mut leaves: Vec<Leaf<G::State>> = Vec::with_capacity(ground.options.width as usize);
        for _ in 0..ground.options.width {
            let mut state = self.world(ground);
            let from = self.path.len();
            self.start(ground, &mut state);
            leaves.push(Leaf { state, from, payoffs: self.payoffs.clone() });
        }
        let seed = self.seed;
        leaves.par_iter_mut().enumerate().for_each(|(n, leaf)| {
            // Stream 0 is that of the selection.
            let mut rng = Rng::new(seed, 1 + first + n as u64);
            ground.rollout.roll_out(ground.game, &mut leaf.state, &mut rng, &mut leaf.payoffs);
        });
        for n in 0..leaves.len() {
            let to = leaves.get(n + 1).map_or(self.path.len(), |next| next.from);
            self.back_up(ground, leaves[n].from, to, &leaves[n].payoffs);
        }
        self.path.clear();
        self.siblings.clear();
    }

    /// Plays the game out, and enters what came of it on the path from `from` on.
    fn finish(&mut self, ground: &Ground<'_, G>, state: &mut G::State, from: usize) {
        let mut payoffs = std::mem::take(&mut self.payoffs);
        ground.rollout.roll_out(ground.game, state, &mut self.rng, &mut payoffs);
        self.back_up(ground, from, self.path.len(), &payoffs);
        self.payoffs = payoffs;
        let siblings = self.path.get(from).map(|step| step.siblings.0);
        self.path.truncate(from);
        self.siblings.truncate(siblings.unwrap_or(self.siblings.len() as u32) as usize);
    }

    fn start(&mut self, ground: &Ground<'_, G>, state: &mut G::State) {
        if self.root != NONE {
            self.descend(ground, state, self.root, false);
        } else if let Some(root) = self.next(ground, state, NONE) {
            self.descend(ground, state, root, false);
        }
    }

    /// Plays through the tree from `node` until the game leaves it.
    fn descend(&mut self, ground: &Ground<'_, G>, state: &mut G::State, mut node: u32, inner: bool) {
        let Ground { game, options, .. } = ground;
        while let Turn::Player(mover) = game.turn(state) {
            let (edge, is_new);
            if options.redeterminize && !inner && mover != self.player {
                // He chooses in a game of his own, from which he learns; here he only does the same.
                let mut other = game.sample(&game.info_set(state, mover), &mut self.rng);
                let from = self.path.len();
                let action;
                (action, edge, is_new) = self.choose(ground, &other, node, mover);
                game.play(&mut other, action);
                if !is_new && let Some(next) = self.next(ground, &mut other, edge) {
                    self.descend(ground, &mut other, next, true);
                }
                self.finish(ground, &mut other, from);
                game.play(state, action);
            } else {
                let action;
                (action, edge, is_new) = self.choose(ground, state, node, mover);
                game.play(state, action);
            }
            if is_new {
                return;
            }
            match self.next(ground, state, edge) {
                Some(next) => node = next,
                None => return,
            }
        }
    }

    /// Lets chance decide until a player must, and finds the node where he does; nothing if the game is over or
    /// there is no room for the node.
    #[inline]
    fn next(&mut self, ground: &Ground<'_, G>, state: &mut G::State, edge: u32) -> Option<u32> {
        let game = ground.game;
        loop {
            match game.turn(state) {
                Turn::Player(mover) => {
                    let key = self.key(ground, state, mover);
                    return self.arena.enter(edge, key);
                }
                Turn::Chance => {
                    game.deal(state, &mut self.rng);
                    self.has_dealt = true;
                }
                Turn::Over => return None,
            }
        }
    }

    /// The name of what makes this node another one than those that the same action may lead to.
    #[inline]
    fn key(&self, ground: &Ground<'_, G>, state: &G::State, mover: Player) -> u64 {
        match ground.options.tree {
            TreeKind::SingleObserver | TreeKind::PartiallyObservable => {
                root_key(&ground.game.info_set(state, self.player), mover)
            }
            TreeKind::MultipleObserver => root_key(&ground.game.info_set(state, mover), mover),
            // With open cards only chance can surprise, and it may take its time to show; what nobody sees of it
            // is averaged over.
            TreeKind::Determinized if self.has_dealt => Player::all(ground.game.players())
                .fold(mover.index() as u64, |name, player| key(&ground.game.info_set(state, player), name)),
            TreeKind::Determinized => mover.index() as u64,
        }
    }

    /// Chooses an action at `node` and notes it on the path. Returns it with its edge, and whether the game leaves
    /// the tree with it.
    #[inline]
    fn choose(
        &mut self,
        ground: &Ground<'_, G>,
        state: &G::State,
        node: u32,
        mover: Player,
    ) -> (G::Action, u32, bool) {
        let legal = ground.game.legal(state);
        let options = &ground.options;
        let Node { edges, visits, .. } = self.arena.nodes[node as usize];
        // Where what is known here decides what is legal, all legal actions have an edge as soon as there are as
        // many edges.
        let is_steady = match options.tree {
            TreeKind::SingleObserver | TreeKind::PartiallyObservable => mover == self.player,
            TreeKind::MultipleObserver => true,
            TreeKind::Determinized => self.has_one_world(),
        };
        let grouped = options.tree == TreeKind::PartiallyObservable && mover != self.player;
        if let Selection::Ucb1 { exploration } = options.selection
            && !grouped
            && edges as usize >= legal.len()
        {
            let edge = if is_steady {
                Some(ucb1(&self.arena, node, exploration, &self.range))
            } else {
                ucb1_among(&mut self.arena, node, &legal, exploration, &self.range)
            };
            if let Some(edge) = edge {
                let action = self.arena.edges[edge as usize].action;
                self.arena.nodes[node as usize].visit();
                return (action, edge, self.note(ground, edge, mover, 1.0, self.siblings.len()));
            }
        }
        if edges == 0 && !grouped && matches!(options.selection, Selection::Ucb1 { .. }) {
            let action = legal.nth(self.rng.below(legal.len() as u32) as usize);
            self.arena.nodes[node as usize].visit();
            if !self.arena.has_room() {
                return (action, NONE, true);
            }
            let edge = self.arena.add_edge(node, action);
            self.arena.edges[edge as usize].offer();
            return (action, edge, self.note(ground, edge, mover, 1.0, self.siblings.len()));
        }
        let steady = is_steady.then_some(visits);
        self.choose_among(ground, state, &legal, node, mover, grouped, steady)
    }

    /// The same by looking at every legal action.
    #[inline(never)]
    #[expect(clippy::too_many_arguments, reason = "it is the rest of `choose`, kept out of its way")]
    fn choose_among(
        &mut self,
        ground: &Ground<'_, G>,
        state: &G::State,
        legal: &G::Legal,
        node: u32,
        mover: Player,
        grouped: bool,
        steady: Option<u32>,
    ) -> (G::Action, u32, bool) {
        let options = &ground.options;
        if grouped {
            self.group(ground, state, legal, node);
        } else {
            self.gather(legal, node);
        }
        if let Selection::Puct { .. } = options.selection {
            self.weigh(ground, state, legal, mover, grouped);
        }
        if is_drawn(options.selection) {
            for at in 0..self.candidates.len() {
                self.add_edge(node, at, grouped);
            }
        }
        let selector = Selector {
            options,
            arena: &self.arena,
            node,
            steady,
            candidates: &self.candidates,
            priors: &self.priors,
            range: &self.range,
        };
        let choice = selector.choose(&mut self.weights, &mut self.rng);
        self.add_edge(node, choice.at, grouped);
        let siblings = self.siblings.len();
        let keep = matches!(options.selection, Selection::RegretMatching { .. });
        for candidate in &self.candidates {
            if let Some(edge) = self.arena.edges.get_mut(candidate.edge as usize) {
                edge.offer();
                if keep {
                    self.siblings.push(candidate.edge);
                }
            }
        }
        self.arena.nodes[node as usize].visit();
        let Candidate { action, edge } = self.candidates[choice.at];
        let action = if grouped { self.any_like(choice.at) } else { action };
        if edge == NONE {
            self.siblings.truncate(siblings);
            return (action, NONE, true);
        }
        (action, edge, self.note(ground, edge, mover, choice.probability, siblings))
    }

    /// Notes that `edge` was chosen; its siblings begin there. Returns whether that was the first time.
    #[inline]
    fn note(
        &mut self,
        ground: &Ground<'_, G>,
        edge: u32,
        mover: Player,
        probability: f64,
        siblings: usize,
    ) -> bool {
        let options = &ground.options;
        let chosen = &mut self.arena.edges[edge as usize];
        let is_new = chosen.visits == 0;
        chosen.visits += 1;
        let loss = if options.width > 1 { self.range.worst() } else { chosen.mean };
        if options.width > 1 {
            chosen.mean += (loss - chosen.mean) / f64::from(chosen.visits);
        }
        if !is_drawn(options.selection) {
            chosen.weight = 1.0 / f64::from(chosen.visits).sqrt();
        }
        let siblings = (siblings as u32, (self.siblings.len() - siblings) as u32);
        self.path.push(Step { edge, mover, loss, probability, siblings });
        is_new
    }

    fn has_one_world(&self) -> bool {
        matches!(&self.origin, Origin::Worlds(worlds) if worlds.len() == 1)
    }

    /// Makes sure that the candidate at this place has an edge, if there is room.
    fn add_edge(&mut self, node: u32, at: usize, grouped: bool) {
        let candidate = &mut self.candidates[at];
        if candidate.edge == NONE && self.arena.has_room() {
            candidate.edge = if grouped {
                let label = self.groups[at].label;
                self.arena.add_labelled(node, label, candidate.action)
            } else {
                self.arena.add_edge(node, candidate.action)
            };
        }
    }

    /// Enters what all have won on a part of the path.
    fn back_up(&mut self, ground: &Ground<'_, G>, from: usize, to: usize, payoffs: &[f64]) {
        payoffs.iter().for_each(|&payoff| self.range.meet(payoff));
        for step in &self.path[from..to] {
            let payoff = payoffs[step.mover.index()];
            let edge = &mut self.arena.edges[step.edge as usize];
            edge.mean += (payoff - step.loss) / f64::from(edge.visits);
            edge.squares += payoff * payoff;
            match ground.options.selection {
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

    /// The legal actions with their edges.
    #[inline]
    fn gather(&mut self, legal: &G::Legal, node: u32) {
        self.candidates.clear();
        let mut edge = self.arena.nodes[node as usize].first;
        for action in legal.iter() {
            while let Some(lower) = self.arena.edges.get(edge as usize).filter(|edge| edge.action < action) {
                edge = lower.next;
            }
            let found = self.arena.edges.get(edge as usize).filter(|edge| edge.action == action);
            self.candidates.push(Candidate { action, edge: if found.is_some() { edge } else { NONE } });
            if let Some(found) = found {
                edge = found.next;
            }
        }
    }
}

impl<G: Game> Walker<G> {
    /// What the player at the root sees of the legal actions, with the edges. An action that looks like no other
    /// goes by itself: what else he sees afterwards, such as a card that he draws, is no part of the choice.
    fn group(&mut self, ground: &Ground<'_, G>, state: &G::State, legal: &G::Legal, node: u32) {
        self.sights.clear();
        for (place, action) in legal.iter().enumerate() {
            let mut after = state.clone();
            ground.game.play(&mut after, action);
            let seen = key(&ground.game.info_set(&after, self.player), 0);
            self.sights.push((seen, place, action));
        }
        self.sights.sort_unstable_by_key(|&(seen, place, _)| (seen, place));
        self.groups.clear();
        let mut from = 0;
        for same in self.sights.chunk_by(|one, other| one.0 == other.0) {
            let (seen, place, action) = same[0];
            let label = if same.len() > 1 { seen } else { key(&action, 1) };
            self.groups.push(Group { label, place, from, to: from + same.len() });
            from += same.len();
        }
        self.groups.sort_unstable_by_key(|group| group.place);
        let (arena, sights) = (&self.arena, &self.sights);
        let candidate = |group: &Group| Candidate {
            action: sights[group.from].2,
            edge: arena.labelled(node, group.label),
        };
        self.candidates.clear();
        self.candidates.extend(self.groups.iter().map(candidate));
    }

    /// Any of the actions that look like the candidate at this place.
    fn any_like(&mut self, at: usize) -> G::Action {
        let Group { from, to, .. } = self.groups[at];
        let nth = if to - from > 1 { self.rng.below((to - from) as u32) as usize } else { 0 };
        self.sights[from + nth].2
    }

    /// How likely each candidate is at first sight.
    fn weigh(
        &mut self,
        ground: &Ground<'_, G>,
        state: &G::State,
        legal: &G::Legal,
        mover: Player,
        grouped: bool,
    ) {
        match ground.prior {
            Some(prior) => prior.probabilities(&ground.game.info_set(state, mover), legal, &mut self.priors),
            None => even(legal.len(), &mut self.priors),
        }
        if grouped {
            let single = std::mem::take(&mut self.priors);
            let sum = |group: &Group| {
                self.sights[group.from..group.to].iter().map(|&(_, place, _)| single[place]).sum::<f64>()
            };
            self.priors = self.groups.iter().map(sum).collect();
        }
    }
}

/// The name of a node where this is known and this player decides.
#[inline]
pub(super) fn root_key(info_set: &impl Hash, mover: Player) -> u64 {
    key(info_set, mover.index() as u64)
}
