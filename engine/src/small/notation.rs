//! A small game in words: its own.

use super::nodes::{InfoSet, NodeId};
use super::{Small, SmallGame};
use crate::games::tree::Branch;
use crate::{EventOf, Notation, Player, WordError};

impl<S: SmallGame> Notation for Small<S> {
    fn action_word(&self, &node: &NodeId, action: Branch) -> String {
        self.nodes.word(self.nodes.child(node, action)).to_owned()
    }

    fn chance_word(&self, &node: &NodeId, chance: &Branch) -> String {
        self.nodes.word(self.nodes.child(node, *chance)).to_owned()
    }

    fn read_chance(&self, &node: &NodeId, word: &str) -> Result<Branch, WordError> {
        let outcomes = || self.nodes.children(node).map(|outcome| self.nodes.word(outcome));
        outcomes().position(|outcome| outcome == word).map(Branch::new).ok_or_else(|| {
            let words: Vec<&str> = outcomes().collect();
            WordError::broken(word, format!("chance cannot decide that here; it can: {}", words.join(" ")))
        })
    }

    /// The last observation, unless the event was not observed.
    fn noticed(&self, before: &NodeId, _: &EventOf<Self>, after: &NodeId, player: Player) -> String {
        let [before, after] = [before, after].map(|&node| self.nodes.set_number(node, player));
        let last = &self.nodes.sets[after as usize].last;
        last.as_ref().filter(|_| before != after).map_or_else(String::new, |(_, observed)| observed.clone())
    }

    fn position_text(&self, &node: &NodeId) -> String {
        if node == NodeId::START { "start".to_owned() } else { self.nodes.path_words(node).join(" ") }
    }

    fn table_text(&self, info_set: &InfoSet) -> String {
        let set = self.nodes.set(info_set);
        let seen = self.seen(info_set);
        let seen = if seen.is_empty() { "nothing yet" } else { &seen };
        let words = set.choice.iter().flatten().map(|&word| self.nodes.words[word as usize].as_str());
        let words: Vec<&str> = words.collect();
        let move_or_wait = if words.is_empty() {
            "You are not to move.".to_owned()
        } else {
            format!("You may: {}", words.join(" "))
        };
        format!("You are {}.\nSeen: {seen}\n{move_or_wait}", info_set.seat())
    }

    fn retold(&self, _: &[String], world: &NodeId) -> Vec<String> {
        self.nodes.path_words(*world).into_iter().map(str::to_owned).collect()
    }

    fn check(&self, node: &NodeId) -> Result<(), String> {
        let count = self.nodes.len();
        if node.index() < count { Ok(()) } else { Err(format!("node {} of {count}", node.index())) }
    }
}
