//! The lines of an own turn, the most promising position first.

use std::collections::{BinaryHeap, HashSet};

use hinterhand_engine::games::Schikanoeschen;
use hinterhand_engine::games::schikanoeschen::{Action, Deed, KnockMode, Position, Stack};
use hinterhand_engine::{ActionSet, Game, Player, Turn};

use super::Prospect;
use crate::search::turn::TurnGame;

/// Actions of an own turn, up to its end or to an action that turns up a card that no player has seen, or as many as a
/// line may have.
#[derive(Clone, Debug)]
pub struct Line {
    /// The actions; the last one reveals something if `gamble` is there.
    pub actions: Vec<Action>,
    /// The position after them, or before the gamble.
    pub position: Position,
    /// The last action, if it turns up a card.
    pub gamble: Option<Action>,
    /// What the line promises.
    pub worth: f64,
    /// Whether it hands over the turn at a position where that has been done before.
    pub repeats: bool,
}

/// The lines that were found, the best first.
#[derive(Clone, Debug)]
pub struct Lines {
    lines: Vec<Line>,
    /// Whether the player is ahead where they begin.
    ahead: bool,
}

/// A position within the turn.
struct Node {
    position: Position,
    parent: usize,
    action: Action,
    length: usize,
}

/// The order in which positions are looked at.
#[derive(PartialEq)]
struct Promise {
    worth: f64,
    node: usize,
}

impl Eq for Promise {}

impl Ord for Promise {
    fn cmp(&self, other: &Promise) -> std::cmp::Ordering {
        // Among equals the one that was found first.
        self.worth.total_cmp(&other.worth).then(other.node.cmp(&self.node))
    }
}

impl PartialOrd for Promise {
    fn partial_cmp(&self, other: &Promise) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// The end of a line, as long as its actions are not written out.
struct End {
    node: usize,
    action: Action,
    position: Position,
    gamble: bool,
    worth: f64,
    repeats: bool,
}

/// Which moves from board stack to board stack are tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Moves {
    /// All of them.
    All,
    /// Those that empty a stack, lay face-down cards bare, or lay a card open that has a place elsewhere.
    Fruitful,
}

/// Whether an action is anything but a move on the board that lays nothing useful open.
fn is_fruitful(position: &Position, player: Player, action: Action) -> bool {
    let Deed::Shift(from, to) = action.deed() else { return true };
    if !from.is_board() || !to.is_board() {
        return true;
    }
    let (height, down) = (position.height(from), position.face_down(from));
    if height == down + 1 {
        // The place that it leaves is worth no more than the one that it takes, unless that one shows a card.
        return position.open_card(to).is_some() || height != 1 && position.height(to) == 0;
    }
    let Some(next) = position.cards(from).nth(1).flatten() else { return true };
    let others = [Stack::side(player.other()), Stack::discard(player.other())];
    let fits = |stack: &Stack| {
        let open = position.open_card(*stack);
        open.is_some_and(|open| {
            open.suit() == next.suit()
                && open.value().zip(next.value()).is_some_and(|(a, b)| a.abs_diff(b) == 1)
        })
    };
    let wanted = |stack: Stack| match position.cards(stack).next().flatten() {
        Some(top) => top.suit() == next.suit() && top.value().map(|value| value + 1) == next.value(),
        None => next.value() == Some(1),
    };
    next.suit().is_none() || others.iter().any(fits) || Stack::finals().any(wanted)
}

/// Lets the other player pass where it may knock though nothing was wrong.
pub(crate) fn pass(game: &Schikanoeschen, position: &mut Position) {
    if game.knock_mode == KnockMode::Full
        && !position.awaits_action()
        && game.turn(position) != Turn::Over
        && game.legal(position).contains(Action::LET)
    {
        game.play(position, Action::LET);
    }
}

/// The cost of each action, so that actions without any gain are avoided.
const EFFORT: f64 = 1e-3;
/// The worth of a main card that is turned over, since there may be a place for it.
const TURNED: f64 = 0.01;
/// The longest line. One that has not ended by then is judged as it stands: with many known cards in order a
/// turn can take more actions.
const LONGEST: usize = 40;
/// How many times as many positions are looked at where no end of a line was found.
const PATIENCE: usize = 10;

impl Lines {
    /// The lines of `player` from `start`, where an action of it is due, trying all actions from this many positions, and
    /// from some times as many where no line ends in these.
    pub fn from(
        game: &Schikanoeschen,
        start: &Position,
        player: Player,
        prospect: &Prospect,
        positions: usize,
        moves: Moves,
    ) -> Lines {
        Lines::up_to(LONGEST, game, start, player, prospect, positions, moves)
    }

    fn up_to(
        longest: usize,
        game: &Schikanoeschen,
        start: &Position,
        player: Player,
        prospect: &Prospect,
        positions: usize,
        moves: Moves,
    ) -> Lines {
        let root = Node { position: start.clone(), parent: 0, action: Action::END, length: 0 };
        let (mut nodes, mut open, mut ends) = (vec![root], BinaryHeap::new(), Vec::new());
        let mut seen = HashSet::from([game.likeness(start)]);
        let ahead = prospect.lead(start, player) > 0.0;
        let mut actions = Vec::new();
        open.push(Promise { worth: 0.0, node: 0 });
        let mut tried = 0;
        while let Some(Promise { node, .. }) = open.pop() {
            tried += 1;
            let length = nodes[node].length + 1;
            let cost = EFFORT * length as f64;
            game.candidates(&nodes[node].position, &game.legal(&nodes[node].position), &mut actions);
            for &action in &actions {
                if moves == Moves::Fruitful && !is_fruitful(&nodes[node].position, player, action) {
                    continue;
                }
                let gamble = game.is_gamble(&nodes[node].position, action);
                let mut position = nodes[node].position.clone();
                game.play(&mut position, action);
                pass(game, &mut position);
                let mine = game.turn(&position) == Turn::Player(player);
                let won = game.turn(&position) == Turn::Over;
                let worth = if won {
                    2.0 * game.payoff(&position, player) - cost
                } else {
                    prospect.lead(&position, player) - cost
                };
                if gamble {
                    let worth = worth + if action == Action::TURN { TURNED } else { 0.0 };
                    let before = nodes[node].position.clone();
                    ends.push(End { node, action, position: before, gamble, worth, repeats: false });
                } else if mine {
                    if !seen.insert(game.likeness(&position)) {
                        continue;
                    }
                    if length == longest || tried > PATIENCE * positions {
                        ends.push(End { node, action, position, gamble, worth, repeats: false });
                        continue;
                    }
                    open.push(Promise { worth, node: nodes.len() });
                    nodes.push(Node { position, parent: node, action, length });
                } else {
                    let repeats =
                        !won && position.occurrences() > 1 || won && game.payoff(&position, player) == 0.0;
                    let worth = if repeats && ahead { worth - 2.0 } else { worth };
                    ends.push(End { node, action, position, gamble, worth, repeats });
                }
            }
            if tried >= positions && !ends.is_empty() {
                break;
            }
        }
        ends.sort_by(|a, b| b.worth.total_cmp(&a.worth));
        let lines = ends.into_iter().map(|end| Lines::line(&nodes, end)).collect();
        Lines { lines, ahead }
    }

    fn line(nodes: &[Node], end: End) -> Line {
        let mut actions = vec![end.action];
        let mut node = end.node;
        while node != 0 {
            actions.push(nodes[node].action);
            node = nodes[node].parent;
        }
        actions.reverse();
        let gamble = end.gamble.then_some(end.action);
        Line { actions, position: end.position, gamble, worth: end.worth, repeats: end.repeats }
    }

    /// The line that promises most.
    pub fn best(&self) -> Option<&Line> {
        self.lines.first()
    }

    /// The lines that repeat no position, where the player is ahead and has such lines, and otherwise all; the best
    /// first.
    pub fn without_needless_repeats(&self) -> impl Iterator<Item = &Line> {
        let shy = self.ahead && self.lines.iter().any(|line| !line.repeats);
        self.lines.iter().filter(move |line| !(shy && line.repeats))
    }

    /// All lines, the best first.
    pub fn all(&self) -> &[Line] {
        &self.lines
    }
}

#[cfg(test)]
mod tests {
    use hinterhand_engine::Rng;

    use super::*;
    use crate::search::rules::{Quick, Rules};

    /// A turn that takes more actions than a line may have has lines all the same.
    #[test]
    fn long_turns_have_lines() {
        let game = Schikanoeschen::default();
        let mut cut_off = 0;
        for seed in 0..4 {
            let mut rng = Rng::new(seed, 0);
            let mut position = game.start();
            loop {
                let player = match game.turn(&position) {
                    Turn::Over => break,
                    Turn::Chance => {
                        game.deal(&mut position, &mut rng);
                        continue;
                    }
                    Turn::Player(player) => player,
                };
                let legal = game.legal(&position);
                if position.awaits_action() {
                    let prospect = Prospect::CHOSEN;
                    let lines = Lines::up_to(2, &game, &position, player, &prospect, 20, Moves::All);
                    assert!(lines.all().iter().all(|line| (1..=2).contains(&line.actions.len())));
                    assert!(lines.best().is_some());
                    // All lines are cut off after ten positions, whatever their length.
                    let few = Lines::up_to(1000, &game, &position, player, &prospect, 1, Moves::All);
                    assert!(few.all().iter().all(|line| line.actions.len() <= PATIENCE + 1));
                    assert!(few.best().is_some());
                    let is_cut = |line: &Line| game.turn(&line.position) == Turn::Player(player);
                    cut_off +=
                        lines.all().iter().filter(|line| line.gamble.is_none() && is_cut(line)).count();
                }
                let action = Quick.choose(&game, &position, player, &legal, &mut rng);
                game.play(&mut position, action);
            }
        }
        assert!(cut_off > 100, "{cut_off}");
    }
}
