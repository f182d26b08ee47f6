//! Any small game as an explicit tree.

use std::collections::HashMap;
use std::fmt;
use std::vec::IntoIter;

use super::builder::TreeBuilder;
use super::error::TreeError;
use super::label::words;
use super::nodes::{EventId, SetId, Tree};
use crate::{ActionSet, Event, EventOf, Notation, Player, Steps, Turn};

impl Tree {
    /// The tree of `game`, if it has no more than `limit` nodes.
    ///
    /// Chance is dealt one [step](Steps) a node. An outcome is labelled with its step, or with the word of
    /// the notation where a single step is the whole event. Information sets are numbered in the order of
    /// the first visit, and named by what the player has seen.
    ///
    /// ```
    /// use hinterhand_engine::games::Kinderschnapsen;
    /// use hinterhand_engine::games::tree::{Tree, UnfoldError};
    ///
    /// let all = Tree::unfold(&Kinderschnapsen::default(), "Kinderschnapsen", 1_000);
    /// assert!(matches!(all, Err(UnfoldError::TooLarge { limit: 1_000 })));
    /// ```
    pub fn unfold<G: Steps + Notation>(game: &G, title: &str, limit: usize) -> Result<Tree, UnfoldError> {
        let names: Vec<String> = Player::all(game.players()).map(|player| player.to_string()).collect();
        let builder = TreeBuilder::new(title, names.iter().map(String::as_str))
            .map_err(|error| UnfoldError::Tree { words: String::new(), error })?;
        let mut unfolding = Unfolding { game, builder, limit, nodes: 0, sets: HashMap::new() };
        unfolding.all()?;
        unfolding.builder.finish().map_err(|error| UnfoldError::Tree { words: String::new(), error })
    }
}

/// A tree in the making. It keeps its own stack, since the depth of the game is not known.
struct Unfolding<'g, G: Steps> {
    game: &'g G,
    builder: TreeBuilder,
    limit: usize,
    nodes: usize,
    sets: HashMap<(Player, G::InfoSet), SetId>,
}

/// A node with branches that have not been walked.
struct Open<G: Steps> {
    here: Here<G>,
    branches: IntoIter<Way<G>>,
}

enum Way<G: Steps> {
    Step(G::Step),
    Action(G::Action),
}

/// A position with its history.
struct Here<G: Steps> {
    state: G::State,
    /// The steps of a chance event that is not complete.
    dealt: Vec<G::Step>,
    words: Vec<String>,
    seen: Vec<String>,
}

impl<G: Steps + Notation> Unfolding<'_, G> {
    fn all(&mut self) -> Result<(), UnfoldError> {
        let start = Here {
            state: self.game.start(),
            dealt: Vec::new(),
            words: Vec::new(),
            seen: vec![String::new(); self.game.players()],
        };
        let mut open: Vec<Open<G>> = Vec::new();
        open.extend(self.arrive(start)?);
        while let Some(top) = open.last_mut() {
            let Some(way) = top.branches.next() else {
                open.pop();
                continue;
            };
            let next = self.follow(&top.here, &way);
            open.extend(self.arrive(next)?);
        }
        Ok(())
    }

    /// The position after one more step or action.
    fn follow(&self, here: &Here<G>, way: &Way<G>) -> Here<G> {
        let mut next = Here {
            state: here.state.clone(),
            dealt: here.dealt.clone(),
            words: here.words.clone(),
            seen: here.seen.clone(),
        };
        match way {
            Way::Action(action) => {
                next.words.push(self.game.action_word(&here.state, *action));
                self.game.play(&mut next.state, *action);
                self.notice(&here.state, &Event::Action(*action), &mut next);
            }
            Way::Step(step) => {
                next.dealt.push(step.clone());
                if self.game.steps(&here.state, &next.dealt).is_empty() {
                    let chance = self.game.assemble(&here.state, &next.dealt);
                    next.dealt.clear();
                    next.words.push(self.game.chance_word(&here.state, &chance));
                    self.game.reveal(&mut next.state, &chance);
                    self.notice(&here.state, &Event::Chance(chance), &mut next);
                }
            }
        }
        next
    }

    fn notice(&self, before: &G::State, event: &EventOf<G>, next: &mut Here<G>) {
        for (player, seen) in Player::all(next.seen.len()).zip(&mut next.seen) {
            let noticed = self.game.noticed(before, event, &next.state, player);
            if !noticed.is_empty() && !seen.is_empty() {
                seen.push(' ');
            }
            seen.push_str(&noticed);
        }
    }

    /// Adds the node for this position, and returns it if it has branches.
    fn arrive(&mut self, here: Here<G>) -> Result<Option<Open<G>>, UnfoldError> {
        self.nodes += 1;
        if self.nodes > self.limit {
            return Err(UnfoldError::TooLarge { limit: self.limit });
        }
        let branches = match self.game.turn(&here.state) {
            Turn::Over => self.end(&here.state).map(|()| Vec::new()),
            Turn::Chance => self.chance(&here),
            Turn::Player(player) => self.decision(&here, player),
        };
        let words = || here.words.join(" ");
        let branches = branches.map_err(|error| UnfoldError::Tree { words: words(), error })?;
        Ok((!branches.is_empty()).then(|| Open { here, branches: branches.into_iter() }))
    }

    fn end(&mut self, state: &G::State) -> Result<(), TreeError> {
        let payoffs = Player::all(self.game.players()).map(|player| self.game.payoff(state, player));
        let payoffs: Vec<f64> = payoffs.collect();
        self.builder.end(&payoffs).map(|_| ())
    }

    fn chance(&mut self, here: &Here<G>) -> Result<Vec<Way<G>>, TreeError> {
        let steps = self.game.steps(&here.state, &here.dealt);
        let event = self.event(here, &steps)?;
        self.builder.chance(event)?;
        Ok(steps.into_iter().map(|(step, _)| Way::Step(step)).collect())
    }

    fn event(&mut self, here: &Here<G>, steps: &[(G::Step, f64)]) -> Result<EventId, TreeError> {
        let whole = |step: &G::Step| {
            here.dealt.is_empty() && self.game.steps(&here.state, std::slice::from_ref(step)).is_empty()
        };
        let labels = if steps.iter().all(|(step, _)| whole(step)) {
            let chances =
                steps.iter().map(|(step, _)| self.game.assemble(&here.state, std::slice::from_ref(step)));
            chances.map(|chance| self.game.chance_word(&here.state, &chance)).collect()
        } else {
            let labels: Vec<String> = steps.iter().map(|(step, _)| step.to_string()).collect();
            words(labels.iter().map(String::as_str))
        };
        let labels: Vec<String> = labels;
        let probabilities = steps.iter().map(|(_, probability)| *probability);
        self.builder.event(labels.iter().map(String::as_str).zip(probabilities))
    }

    fn decision(&mut self, here: &Here<G>, player: Player) -> Result<Vec<Way<G>>, TreeError> {
        let actions: Vec<G::Action> = self.game.legal(&here.state).iter().collect();
        let labels: Vec<String> =
            actions.iter().map(|&action| self.game.action_word(&here.state, action)).collect();
        let key = (player, self.game.info_set(&here.state, player));
        let set = match self.sets.get(&key) {
            Some(&set) => {
                self.builder.same_actions(set, &labels)?;
                set
            }
            None => {
                let name = &here.seen[player.index()];
                let set = self.builder.set(player, name, labels.iter().map(String::as_str))?;
                self.sets.insert(key, set);
                set
            }
        };
        self.builder.decision(set)?;
        Ok(actions.into_iter().map(Way::Action).collect())
    }
}

/// Why a game is not written out.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs, reason = "the fields are what the messages name")]
pub enum UnfoldError {
    TooLarge { limit: usize },
    Tree { words: String, error: TreeError },
}

impl fmt::Display for UnfoldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UnfoldError::TooLarge { limit } => write!(f, "the game has more than {limit} nodes"),
            UnfoldError::Tree { words, error } if words.is_empty() => write!(f, "at the start: {error}"),
            UnfoldError::Tree { words, error } => write!(f, "after `{words}`: {error}"),
        }
    }
}

impl std::error::Error for UnfoldError {}
