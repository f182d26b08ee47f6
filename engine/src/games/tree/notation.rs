//! A tree in words: its labels.

use std::fmt::Write as _;

use super::nodes::{Branch, InfoSet, Kind, Moment, Node, NodeId, SetId, Tree};
use crate::{Event, EventOf, Notation, Player, WordError};

impl Notation for Tree {
    fn action_word(&self, &node: &NodeId, action: Branch) -> String {
        self.label(node, action).to_owned()
    }

    fn chance_word(&self, &node: &NodeId, chance: &Branch) -> String {
        self.label(node, *chance).to_owned()
    }

    fn read_chance(&self, &node: &NodeId, word: &str) -> Result<Branch, WordError> {
        let Node::Chance { outcomes, .. } = self.node(node) else { panic!("it is not chance's turn") };
        match outcomes.iter().position(|(label, _)| label == word) {
            Some(branch) => Ok(Branch::new(branch)),
            None => {
                let labels: Vec<&str> = outcomes.iter().map(|(label, _)| label.as_str()).collect();
                let reason = format!("chance cannot decide that here; it can: {}", labels.join(" "));
                Err(WordError::broken(word, reason))
            }
        }
    }

    /// The label of the player's own action, and then the number of the information set at which it is to
    /// move now; nothing where it does neither.
    fn noticed(&self, before: &NodeId, event: &EventOf<Self>, after: &NodeId, player: Player) -> String {
        let mut noticed = String::new();
        if let (Event::Action(action), Some(_)) = (event, self.set_of(*before, player)) {
            noticed.push_str(self.label(*before, *action));
        }
        if let Some(set) = self.set_of(*after, player) {
            let gap = if noticed.is_empty() { "" } else { " " };
            let _ = write!(noticed, "{gap}@{}", self.set_number(set));
        }
        noticed
    }

    fn position_text(&self, &node: &NodeId) -> String {
        let mut text = format!("node {}", node.index());
        let path = self.path(node);
        if !path.is_empty() {
            let _ = write!(text, " after {}", path.join(" "));
        }
        text
    }

    fn table_text(&self, info_set: &InfoSet) -> String {
        let name = &self.player_names()[info_set.player.index()];
        let mut text = format!("{}: you are {name:?}, {}.", self.title(), info_set.player);
        let mut past = match info_set.moment {
            Moment::Turn(set) => self.set(set).past.flatten(),
            Moment::Since(past) => past,
        };
        let mut lines = Vec::new();
        while let Some((set, branch)) = past {
            let label = &self.set(set).actions[branch.index()];
            lines.push(format!("\nAt {} you chose {label}.", self.set_title(set)));
            past = self.set(set).past.flatten();
        }
        text.extend(lines.iter().rev().map(String::as_str));
        match info_set.moment {
            Moment::Turn(set) => {
                let _ = write!(text, "\nYou are to move at {}.", self.set_title(set));
            }
            Moment::Since(_) => text.push_str("\nYou are not to move."),
        }
        text
    }

    fn retold(&self, _: &[String], world: &NodeId) -> Vec<String> {
        self.path(*world).into_iter().map(str::to_owned).collect()
    }

    fn check(&self, node: &NodeId) -> Result<(), String> {
        let count = self.node_count();
        if node.index() < count { Ok(()) } else { Err(format!("node {} of {count}", node.index())) }
    }
}

impl Tree {
    /// The information set at which `player` is to move at `node`.
    fn set_of(&self, node: NodeId, player: Player) -> Option<SetId> {
        match self.nodes[node.index()].kind {
            Kind::Decision(set) if self.set(set).player == player => Some(set),
            _ => None,
        }
    }

    fn set_title(&self, set: SetId) -> String {
        let number = self.set_number(set);
        match self.set_name(set) {
            "" => format!("information set {number}"),
            name => format!("information set {number} ({name})"),
        }
    }
}
