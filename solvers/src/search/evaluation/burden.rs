//! Schikanöschen: how much still lies between each player and the win.

use hinterhand_engine::Player;
use hinterhand_engine::games::Schikanoeschen;
use hinterhand_engine::games::schikanoeschen::{Position, Stack};

use super::Evaluation;

/// Weighs the cards that a player has yet to get rid of or to turn up, and compares both players. It looks at
/// nothing that lies face down.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Burden {
    /// An own card on the main or discard stack or in hand.
    pub own: f64,
    /// A card of the own side stack.
    pub side: f64,
    /// A face-down card of the own board stacks.
    pub face_down: f64,
    /// An open card on top of such face-down cards.
    pub covering: f64,
    /// The cost of handing over the turn at a position where it has been handed over before.
    pub again: f64,
    /// The value of being active.
    pub tempo: f64,
    /// The constant added to the sum of both burdens, so that the last cards do not decide alone.
    pub ballast: f64,
}

impl Default for Burden {
    fn default() -> Burden {
        Burden::CHOSEN
    }
}

impl Burden {
    /// The weights that won most.
    pub const CHOSEN: Burden =
        Burden { own: 1.0, side: 1.5, face_down: 4.0, covering: 1.0, again: 1.0, tempo: 1.0, ballast: 6.0 };

    /// The burden of `player`.
    pub fn of(&self, position: &Position, player: Player) -> f64 {
        let height = |stack| position.height(stack) as f64;
        let held = f64::from(u8::from(position.held().is_some() && position.active() == player));
        let own = height(Stack::main(player)) + height(Stack::discard(player)) + held;
        let mut burden = self.own * own + self.side * height(Stack::side(player));
        for column in 0..4 {
            let stack = Stack::board(player, column);
            let down = position.face_down(stack);
            if down > 0 {
                burden += self.face_down * down as f64;
                burden += self.covering * (position.height(stack) - down) as f64;
            }
        }
        burden
    }
}

impl Evaluation<Schikanoeschen> for Burden {
    fn estimate(&self, _: &Schikanoeschen, position: &Position, payoffs: &mut [f64]) {
        let [first, second] = [Player::FIRST, Player::SECOND].map(|player| {
            let of_turn = if position.active() == player {
                -self.tempo
            } else if position.occurrences() > 1 {
                self.again
            } else {
                0.0
            };
            self.of(position, player) + of_turn
        });
        let lead = (second - first) / (first + second + self.ballast);
        payoffs[0] = lead.clamp(-1.0, 1.0);
        payoffs[1] = -payoffs[0];
    }
}
