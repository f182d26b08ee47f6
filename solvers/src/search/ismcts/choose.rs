//! The choice of an action at a node of the tree: the legal actions, their edges, and shortcuts.

use hinterhand_engine::{ActionSet, Game, Player};

use super::arena::NONE;
use super::functions::inverse_sqrt;
use super::group::{Group, group_sights};
use super::key::key;
use super::options::{Selection, TreeKind};
use super::select::{Candidate, Selector, is_drawn, ucb1, ucb1_among};
use super::tree::{Origin, SearchContext, SearchTree, Step};
use crate::strategy::even;

impl<G: Game> SearchTree<'_, G> {
    /// Chooses an action at `node` and notes it on the path. Returns it with its edge, and whether the game
    /// leaves the tree with it.
    #[inline]
    pub(super) fn choose(
        &mut self,
        context: &SearchContext<'_, G>,
        state: &G::State,
        node: u32,
        mover: Player,
    ) -> (G::Action, u32, bool) {
        let legal = context.game.legal(state);
        if let Some(model) = context.model.as_ref().filter(|_| mover != self.player) {
            let action = model.act(context.game, state, &legal, &mut self.rng);
            return self.follow(context, &legal, node, mover, action);
        }
        let options = &context.options;
        let edges = self.arena.nodes[node as usize].edges;
        // If the information of the node determines the legal actions, all of them have an edge as soon as
        // there are as many edges.
        let is_steady = match options.tree {
            TreeKind::SingleObserver | TreeKind::PartiallyObservable | TreeKind::FromRoot => {
                mover == self.player
            }
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
                return (action, edge, self.note(context, edge, mover, 1.0, self.siblings.len()));
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
            return (action, edge, self.note(context, edge, mover, 1.0, self.siblings.len()));
        }
        self.choose_among(context, state, &legal, node, mover, grouped, is_steady)
    }

    /// Notes an action of which there was nothing to choose.
    #[inline(never)]
    fn follow(
        &mut self,
        context: &SearchContext<'_, G>,
        legal: &G::Legal,
        node: u32,
        mover: Player,
        action: G::Action,
    ) -> (G::Action, u32, bool) {
        self.gather(legal, node);
        let at = legal.iter().position(|other| other == action).expect("a model does what is legal");
        self.add_edge(legal, node, at, false);
        self.arena.nodes[node as usize].visit();
        let edge = self.candidates[at].edge;
        let Some(chosen) = self.arena.edges.get_mut(edge as usize) else { return (action, NONE, true) };
        chosen.offer();
        (action, edge, self.note(context, edge, mover, 1.0, self.siblings.len()))
    }

    /// Chooses by looking at every legal action.
    #[inline(never)]
    #[expect(clippy::too_many_arguments, reason = "it is the rest of `choose`, kept out of its way")]
    fn choose_among(
        &mut self,
        context: &SearchContext<'_, G>,
        state: &G::State,
        legal: &G::Legal,
        node: u32,
        mover: Player,
        grouped: bool,
        is_steady: bool,
    ) -> (G::Action, u32, bool) {
        let options = &context.options;
        if grouped {
            self.group(context, state, legal, node);
        } else {
            self.gather(legal, node);
        }
        if let Selection::Puct { .. } = options.selection {
            self.weigh(context, state, legal, mover, grouped);
        }
        if is_drawn(options.selection) {
            for at in 0..self.candidates.len() {
                self.add_edge(legal, node, at, grouped);
            }
        }
        let selector = Selector {
            options,
            node: self.arena.nodes[node as usize],
            is_steady,
            has_room: self.arena.has_room(),
            candidates: &self.candidates,
            priors: &self.priors,
            range: &self.range,
        };
        let choice = selector.choose(&mut self.weights, &mut self.rng);
        self.add_edge(legal, node, choice.at, grouped);
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
        let edge = self.candidates[choice.at].edge;
        let action = legal.nth(if grouped { self.any_like(choice.at) } else { choice.at });
        if edge == NONE {
            self.siblings.truncate(siblings);
            return (action, NONE, true);
        }
        (action, edge, self.note(context, edge, mover, choice.probability, siblings))
    }

    /// Notes that `edge` was chosen; its siblings begin there. Returns whether that was the first time.
    #[inline]
    fn note(
        &mut self,
        context: &SearchContext<'_, G>,
        edge: u32,
        mover: Player,
        probability: f64,
        siblings: usize,
    ) -> bool {
        let options = &context.options;
        let chosen = &mut self.arena.edges[edge as usize];
        let is_new = chosen.visits == 0;
        chosen.visits += 1;
        let loss = if options.width > 1 { self.range.worst() } else { chosen.mean };
        if options.width > 1 {
            chosen.mean += (loss - chosen.mean) / f64::from(chosen.visits);
        }
        if !is_drawn(options.selection) {
            chosen.weight = inverse_sqrt(chosen.visits);
        }
        let siblings = (siblings as u32, (self.siblings.len() - siblings) as u32);
        self.path.push(Step { edge, mover, loss, probability, siblings });
        is_new
    }

    fn has_one_world(&self) -> bool {
        matches!(&self.origin, Origin::Worlds(worlds) if worlds.len() == 1)
    }

    /// Makes sure that the candidate at this place has an edge, if there is room.
    fn add_edge(&mut self, legal: &G::Legal, node: u32, at: usize, grouped: bool) {
        let candidate = &mut self.candidates[at];
        if candidate.edge == NONE && self.arena.has_room() {
            candidate.edge = if grouped {
                let Group { label, place, .. } = self.groups[at];
                self.arena.add_labelled(node, label, legal.nth(place))
            } else {
                self.arena.add_edge(node, legal.nth(at))
            };
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
            match self.arena.edges.get(edge as usize).filter(|edge| edge.action == action) {
                Some(found) => {
                    self.candidates.push(Candidate::of(edge, found));
                    edge = found.next;
                }
                None => self.candidates.push(Candidate::NEW),
            }
        }
    }
}

impl<G: Game> SearchTree<'_, G> {
    /// Groups the legal actions by what the player at the root sees of them, with the edges. An action that
    /// looks like no other is a group of its own: what the player sees afterwards, such as a card that it
    /// draws, is no part of the choice.
    fn group(&mut self, context: &SearchContext<'_, G>, state: &G::State, legal: &G::Legal, node: u32) {
        self.sights.clear();
        for (place, action) in legal.iter().enumerate() {
            let mut after = state.clone();
            context.game.play(&mut after, action);
            let seen = key(&context.game.info_set(&after, self.player), 0);
            self.sights.push((seen, place));
        }
        self.groups.clear();
        group_sights(&mut self.sights, &mut self.groups, &|place| key(&legal.nth(place), 1));
        let arena = &self.arena;
        self.candidates.clear();
        self.candidates.extend(self.groups.iter().map(|group| {
            let number = arena.labelled(node, group.label);
            arena.edges.get(number as usize).map_or(Candidate::NEW, |edge| Candidate::of(number, edge))
        }));
    }

    /// The place of any of the actions that look like this candidate.
    fn any_like(&mut self, at: usize) -> usize {
        let Group { from, to, .. } = self.groups[at];
        let nth = if to - from > 1 { self.rng.below((to - from) as u32) as usize } else { 0 };
        self.sights[from + nth].1
    }

    /// Fills in the prior probability of each candidate: every legal action is as likely if no prior is given.
    fn weigh(
        &mut self,
        context: &SearchContext<'_, G>,
        state: &G::State,
        legal: &G::Legal,
        mover: Player,
        grouped: bool,
    ) {
        match &context.prior {
            Some(prior) => {
                prior.probabilities(&context.game.info_set(state, mover), legal, &mut self.priors);
            }
            None => even(legal.len(), &mut self.priors),
        }
        if grouped {
            let single = std::mem::take(&mut self.priors);
            let sum = |group: &Group| {
                self.sights[group.from..group.to].iter().map(|&(_, place)| single[place]).sum::<f64>()
            };
            self.priors = self.groups.iter().map(sum).collect();
        }
    }
}
