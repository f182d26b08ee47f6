//! Writing `.efg`.

use std::collections::HashMap;
use std::fmt::Write as _;

use super::number::number_text;
use crate::games::tree::{Node, Tree, UnfoldError};
use crate::{Notation, Steps};

/// Any small game as the text of a Gambit `.efg` file, with this title, if it has no more than `limit` nodes.
///
/// See [`Tree::unfold`] for how chance is dealt, how things are numbered, and what they are called.
pub fn write_efg<G: Steps + Notation>(game: &G, title: &str, limit: usize) -> Result<String, UnfoldError> {
    Tree::unfold(game, title, limit).map(|tree| tree.to_efg())
}

impl Tree {
    /// The text of a Gambit `.efg` file: one line for each node, everything described wherever it is named,
    /// as Gambit itself does. Ends that pay the same share an outcome. Read again, it is this tree.
    pub fn to_efg(&self) -> String {
        let players: Vec<String> = self.player_names().iter().map(|name| quoted(name)).collect();
        let mut text = format!("EFG 2 R {} {{ {} }}\n", quoted(self.title()), players.join(" "));
        let _ = writeln!(text, "{}\n", quoted(self.comment()));
        let mut outcomes = HashMap::new();
        for node in self.nodes() {
            let _ = match self.node(node) {
                Node::Chance { event, outcomes } => {
                    let outcomes = outcomes.iter().map(|(label, probability)| {
                        format!("{} {}", quoted(label), number_text(*probability))
                    });
                    let outcomes: Vec<String> = outcomes.collect();
                    writeln!(text, "c \"\" {} \"\" {{ {} }} 0", event.index() + 1, outcomes.join(" "))
                }
                Node::Decision { player, set, actions } => {
                    let actions: Vec<String> = actions.iter().map(|label| quoted(label)).collect();
                    let (player, number) = (player.index() + 1, self.set_number(set));
                    let name = quoted(self.set_name(set));
                    writeln!(text, "p \"\" {player} {number} {name} {{ {} }} 0", actions.join(" "))
                }
                Node::End { payoffs } => {
                    let payoffs: Vec<String> = payoffs.iter().copied().map(number_text).collect();
                    let payoffs = payoffs.join(", ");
                    let next = outcomes.len() + 1;
                    let number = *outcomes.entry(payoffs.clone()).or_insert(next);
                    writeln!(text, "t \"\" {number} \"\" {{ {payoffs} }}")
                }
            };
        }
        text
    }
}

/// Text in quotes, as the reader takes it.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
