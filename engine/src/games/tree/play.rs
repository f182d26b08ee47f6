//! A tree as a game: the position is a node.

use super::nodes::{Branch, Fit, InfoSet, Kind, Moment, Node, NodeId, Tree};
use crate::{
    ActionSet, Allowed, Described, Event, EventOf, Game, GameInfo, OptionError, OptionSpec, Player, Rng,
    Settings, StateHistory, Steps, Turn, Worlds,
};

/// The branches of a decision: the actions 0, 1, ... below their number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Branches(u32);

impl Branches {
    pub(crate) fn new(count: u32) -> Branches {
        Branches(count)
    }
}

impl ActionSet<Branch> for Branches {
    fn len(&self) -> usize {
        self.0 as usize
    }

    fn nth(&self, n: usize) -> Branch {
        debug_assert!(n < self.len());
        Branch(n as u32)
    }

    fn iter(&self) -> impl Iterator<Item = Branch> + '_ {
        (0..self.0).map(Branch)
    }

    fn contains(&self, action: Branch) -> bool {
        action.0 < self.0
    }
}

impl Game for Tree {
    type State = NodeId;
    type Action = Branch;
    type Legal = Branches;
    type Chance = Branch;
    type InfoSet = InfoSet;

    fn players(&self) -> usize {
        self.players.len()
    }

    fn start(&self) -> NodeId {
        NodeId::ROOT
    }

    fn turn(&self, &node: &NodeId) -> Turn {
        match self.nodes[node.index()].kind {
            Kind::Chance(_) => Turn::Chance,
            Kind::Decision(set) => Turn::Player(self.set(set).player),
            Kind::End(_) => Turn::Over,
        }
    }

    fn legal(&self, &node: &NodeId) -> Branches {
        Branches(self.children(node).len() as u32)
    }

    fn play(&self, node: &mut NodeId, action: Branch) {
        debug_assert!(matches!(self.turn(node), Turn::Player(_)), "it is no player's turn");
        *node = self.children(*node)[action.index()];
    }

    fn draw(&self, &node: &NodeId, rng: &mut Rng) -> Branch {
        match self.node(node) {
            Node::Chance { outcomes, .. } => {
                Branch::new(rng.weighted(outcomes.iter().map(|(_, probability)| *probability)))
            }
            _ => panic!("it is not chance's turn"),
        }
    }

    fn reveal(&self, node: &mut NodeId, chance: &Branch) {
        debug_assert_eq!(self.turn(node), Turn::Chance);
        *node = self.children(*node)[chance.index()];
    }

    fn payoff(&self, &node: &NodeId, player: Player) -> f64 {
        match self.node(node) {
            Node::End { payoffs } => payoffs[player.index()],
            _ => panic!("the game is not over"),
        }
    }

    fn info_set(&self, &node: &NodeId, player: Player) -> InfoSet {
        let moment = match self.nodes[node.index()].kind {
            Kind::Decision(set) if self.set(set).player == player => Moment::Turn(set),
            _ => Moment::Since(self.past(node, player)),
        };
        InfoSet { player, moment }
    }

    fn sample(&self, info_set: &InfoSet, rng: &mut Rng) -> NodeId {
        let fits = self.fits(info_set);
        let aim = rng.unit() * total(fits);
        // Only rounding leads beyond the last one.
        let at = fits.partition_point(|fit| fit.upto <= aim).min(fits.len() - 1);
        fits[at].node
    }
}

fn total(fits: &[Fit]) -> f64 {
    fits.last().expect("what a player knows at a node fits that node").upto
}

impl Worlds for Tree {
    fn worlds(&self, info_set: &InfoSet, limit: usize) -> Option<Vec<(NodeId, f64)>> {
        let fits = self.fits(info_set);
        let total = total(fits);
        (fits.len() <= limit).then(|| fits.iter().map(|fit| (fit.node, fit.weight / total)).collect())
    }
}

impl Steps for Tree {
    type Step = Branch;

    fn steps(&self, &node: &NodeId, dealt: &[Branch]) -> Vec<(Branch, f64)> {
        match self.node(node) {
            Node::Chance { outcomes, .. } if dealt.is_empty() => {
                (0..).map(Branch).zip(outcomes.iter().map(|(_, probability)| *probability)).collect()
            }
            _ => Vec::new(),
        }
    }

    fn assemble(&self, _: &NodeId, dealt: &[Branch]) -> Branch {
        dealt[0]
    }
}

impl Described for Tree {
    const INFO: GameInfo = GameInfo {
        name: "tree",
        title: "Explicit game tree",
        players: "2 to 16",
        cards: "none: what is in the file",
        longest: "1000",
        widest: "what is in the file",
        status: "checked against other games, written out and read again",
        options: &[OptionSpec {
            key: "file",
            allowed: Allowed::Text(""),
            about: "the path of the tree: Gambit's .efg, or .json",
        }],
        presets: &[],
    };

    /// Always an error: the text of the tree is in a file, and only the caller can read that. The caller
    /// gives it to [`Tree::from_efg`].
    fn with_settings(settings: &Settings) -> Result<Tree, OptionError> {
        let message = match settings.word("file").as_str() {
            "" => "the path of a tree is needed: a Gambit .efg or a .json".to_owned(),
            file => {
                format!("{file:?} must be read before the game is made; the rules themselves read no file")
            }
        };
        Err(OptionError::Text { key: "file", message })
    }

    fn least_payoff(&self, player: Player) -> f64 {
        let payoffs = self.payoffs.chunks(self.players.len()).map(|ends| ends[player.index()]);
        payoffs.fold(f64::INFINITY, f64::min)
    }
}

impl StateHistory for Tree {
    fn events(&self, &node: &NodeId) -> Vec<(EventOf<Tree>, f64)> {
        let mut events = Vec::new();
        let mut at = node;
        while let Some((parent, branch)) = self.parent(at) {
            events.push(match self.node(parent) {
                Node::Chance { outcomes, .. } => (Event::Chance(branch), outcomes[branch.index()].1),
                _ => (Event::Action(branch), 1.0),
            });
            at = parent;
        }
        events.reverse();
        events
    }
}
