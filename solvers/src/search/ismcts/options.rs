//! The options of a search: every variant is a value here.

/// Which information sets a node stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum TreeKind {
    /// SO-ISMCTS: nodes by what the player at the root can distinguish, and by every action of the others as
    /// if it were visible.
    #[default]
    SingleObserver,
    /// SO-ISMCTS+POM: nodes by what the player at the root can distinguish. Where it cannot distinguish
    /// actions of others, the choice is among what it sees of them, and a fitting action is drawn.
    PartiallyObservable,
    /// MO-ISMCTS with nodes by the information sets of the player to move, its own cards included.
    MultipleObserver,
    /// MO-ISMCTS as it was published: a tree for each player, and all begin at the decision. A node of
    /// another player goes by what that player has noticed since then, and not by what it knew before. Needs
    /// [`Ismcts::noticing`](super::Ismcts::noticing); the trees are rebuilt for each decision.
    FromRoot,
    /// Determinized UCT: each tree is played with open cards, in its own world or in a few of them.
    Determinized,
}

/// The selection of an action while the simulated game is in the tree. Payoffs are scaled to the range 0 to 1
/// first, see [`Options::range`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Selection {
    /// UCB1 with availability counts: the mean plus `exploration * sqrt(ln(times available) / visits)`.
    Ucb1 {
        /// The weight of what is not well known: 0.7 in Cowling, Powley and Whitehouse (2012).
        exploration: f64,
    },
    /// PUCT: the mean plus `exploration * prior * sqrt(times available) / (1 + visits)`. All legal actions
    /// have the same prior probability, or [that of a strategy](super::Ismcts::with_prior); of those that the player
    /// cannot tell apart the sum counts.
    Puct {
        /// The weight of what is not well known.
        exploration: f64,
    },
    /// Exp3 (Auer et al. 2002): drawn by the exponentials of the payoffs so far, each divided by the
    /// probability with which it came.
    Exp3 {
        /// The share of uniform choice, above 0 and at most 1.
        gamma: f64,
    },
    /// Regret matching: drawn in proportion to the positive regrets (Lisý 2014).
    RegretMatching {
        /// The share of uniform choice, above 0 and at most 1.
        gamma: f64,
    },
    /// Smooth UCT (Heinrich and Silver 2015): with probability `max(gamma, eta / (1 + decay * sqrt(visits)))`
    /// as UCB1 chooses, otherwise as often as each action was chosen before.
    Smooth {
        /// The exploration constant of UCB1.
        exploration: f64,
        /// The share of UCB1 at the beginning.
        eta: f64,
        /// The share of UCB1 in the end.
        gamma: f64,
        /// The rate of the transition between the two.
        decay: f64,
    },
}

impl Selection {
    /// The share of uniform choice.
    pub(super) fn uniform_share(self) -> f64 {
        match self {
            Selection::Exp3 { gamma } | Selection::RegretMatching { gamma } => gamma,
            Selection::Ucb1 { .. } | Selection::Puct { .. } | Selection::Smooth { .. } => 0.0,
        }
    }
}

impl Default for Selection {
    fn default() -> Selection {
        Selection::Ucb1 { exploration: 0.7 }
    }
}

/// The rule for actions that were not tried yet. Exp3 and regret matching draw such actions like all others;
/// UCB1 treats them as if tried once.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub enum FirstPlay {
    /// Before any other is tried again, in random order.
    #[default]
    Every,
    /// By the score that it would have with this mean, between 0 and 1.
    Urgency(f64),
    /// By the score that it would have with the mean of all actions tried there minus this, between 0 and 1.
    Parent(f64),
}

/// Progressive widening: of many actions, only `factor * sqrt(visits of the node)` are considered, at least
/// one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Widening {
    /// The number of actions for each square root of a visit.
    pub factor: f64,
}

/// The final choice of an action.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Final {
    /// The action that was tried most often.
    #[default]
    Visits,
    /// The action of the highest mean.
    Value,
    /// An action drawn in proportion to how often it was tried.
    Proportional,
    /// The same without the share of uniform choice that Exp3 and regret matching have: about the mean of the policies
    /// that they matched.
    Mean,
}

/// The options of a search; `Default` is SO-ISMCTS as in Cowling, Powley and Whitehouse (2012).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Options {
    /// Which information sets a node stands for.
    pub tree: TreeKind,
    /// The number of trees, each with its share of the steps and on any thread; their visits are added up. At
    /// least 1.
    pub trees: u32,
    /// The number of games that are selected in one tree, with virtual losses, before they are played out on
    /// any thread and entered in order. Steps are rounded up to whole rounds. At least 1, which is
    /// sequential.
    pub width: u32,
    /// The number of worlds sampled for each tree in advance and taken in turn; `None` means a new world for
    /// each simulated game, or a single one in a determinized tree.
    pub worlds: Option<u32>,
    /// The selection of actions in the tree.
    pub selection: Selection,
    /// The rule for actions that were not tried yet.
    pub first_play: FirstPlay,
    /// The number of actions considered; `None` means all of them.
    pub widening: Option<Widening>,
    /// Whether the others choose in worlds sampled from what they know themselves, so that they cannot learn
    /// what the player at the root holds (Goodman 2019). Each such choice costs a simulated game of its own.
    /// Without effect where nodes are not by information sets: with [`TreeKind::FromRoot`] and
    /// [`TreeKind::Determinized`].
    pub redeterminize: bool,
    /// Whether what lies below the next decision is kept for it, where the trees contain it. With
    /// [`TreeKind::FromRoot`] and [`TreeKind::Determinized`] nothing can be kept.
    pub keep: bool,
    /// The final choice of an action.
    pub final_move: Final,
    /// The lowest and the highest payoff; `None` goes by those met so far.
    pub range: Option<[f64; 2]>,
    /// The maximum size of the trees in bytes. When they are full the search goes on without growing them.
    pub memory_bytes: u64,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            tree: TreeKind::default(),
            trees: 1,
            width: 1,
            worlds: None,
            selection: Selection::default(),
            first_play: FirstPlay::default(),
            widening: None,
            redeterminize: false,
            keep: true,
            final_move: Final::default(),
            range: None,
            memory_bytes: 256 << 20,
        }
    }
}
