//! The weights of a position: what each player has yet to get rid of, and what stands in its way.

use hinterhand_engine::Player;
use hinterhand_engine::games::schikanoeschen::{Card, Position, Stack};

/// Weighs for each player the cards that it has yet to get rid of or to turn up, those of them for which there is
/// a place, and those that the other can hand over to it. It looks at nothing that no player has seen.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Prospect {
    /// An own card on the main or discard stack or in hand.
    pub own: f64,
    /// A card of the own side stack.
    pub side: f64,
    /// A face-down card of the own board stacks.
    pub face_down: f64,
    /// An open card on top of such face-down cards.
    pub covering: f64,
    /// A known own card for which there is a place on the board or on a final stack.
    pub placeable: f64,
    /// A card on the board that the other can put on an own stack in its next turn.
    pub exposed: f64,
    /// An empty stack, or one that shows a face-down card, for the player to move.
    pub place: f64,
    /// A card of which a final stack waits that lies under others on the board, for each of them; of both players.
    pub buried: f64,
    /// The value of being active.
    pub tempo: f64,
    /// The cost of handing over the turn at a position where it has been handed over before.
    pub again: f64,
    /// The constant added to the sum of both weights, so that the last cards do not decide alone.
    pub ballast: f64,
}

impl Prospect {
    /// The weights that won most.
    pub const CHOSEN: Prospect = Prospect {
        own: 1.0,
        side: 1.5,
        face_down: 4.0,
        covering: 1.0,
        placeable: 0.3,
        exposed: 0.5,
        place: 0.5,
        buried: 0.05,
        tempo: 1.0,
        again: 1.0,
        ballast: 6.0,
    };

    /// The lead of `player`, from -1 to 1, at a position where an action is due.
    pub fn lead(&self, position: &Position, player: Player) -> f64 {
        let board = Board::of(position);
        let mut weights = [0.0; 2];
        for seat in Player::all(2) {
            weights[seat.index()] = self.of(position, &board, seat);
        }
        let [mine, others] = [weights[player.index()], weights[player.other().index()]];
        ((others - mine) / (mine.max(0.0) + others.max(0.0) + self.ballast)).clamp(-1.0, 1.0)
    }

    /// The weight of what lies between `player` and its win.
    fn of(&self, position: &Position, board: &Board, player: Player) -> f64 {
        let active = position.active() == player;
        let height = |stack| position.height(stack) as f64;
        let held = if active { position.held() } else { None };
        let [main, discard, side] = [Stack::main(player), Stack::discard(player), Stack::side(player)];
        let own = height(main) + height(discard) + f64::from(u8::from(held.is_some()));
        let mut weight = self.own * own + self.side * height(side);
        for column in 0..4 {
            let stack = Stack::board(player, column);
            let down = position.face_down(stack);
            if down > 0 {
                weight += self.face_down * down as f64;
                weight += self.covering * (position.height(stack) - down) as f64;
            }
        }
        let fits = |card: Card| board.accepted >> card.index() & 1 != 0;
        let mut placeable = held.into_iter().filter(|&card| fits(card)).count();
        placeable += position.open_card(side).into_iter().filter(|&card| fits(card)).count();
        placeable += position.cards(discard).take(KNOWN).flatten().filter(|&card| fits(card)).count();
        if position.has_seen_top(main) {
            placeable += position.cards(main).take(KNOWN).flatten().filter(|&card| fits(card)).count();
        }
        weight -= self.placeable * placeable as f64;
        if active {
            weight -= self.tempo + self.place * board.places.min(3) as f64;
        } else {
            for stack in [side, discard] {
                let near = position.open_card(stack).map_or(0, neighbours);
                weight += self.exposed * (near & board.tops).count_ones() as f64;
            }
            if position.occurrences() > 1 && position.awaits_action() {
                weight += self.again;
            }
        }
        weight
    }
}

/// The number of known cards of a stack that are looked at.
const KNOWN: usize = 5;

/// The features of the board, as sets of faces with a bit for each.
struct Board {
    /// The faces that lie open on it.
    tops: u64,
    /// The faces for which there is a place on it or on a final stack.
    accepted: u64,
    /// The stacks on which any card may be put.
    places: usize,
}

/// All faces.
const ALL: u64 = (1 << Card::COUNT) - 1;

impl Board {
    fn of(position: &Position) -> Board {
        let mut board = Board { tops: 0, accepted: 0, places: 0 };
        for stack in Player::all(2).flat_map(|player| (0..4).map(move |column| Stack::board(player, column)))
        {
            let Some(open) = position.open_card(stack) else {
                board.places += 1;
                board.accepted = ALL;
                continue;
            };
            board.tops |= 1 << open.index();
            let down = position.face_down(stack);
            if down == 0 || position.height(stack) - down < MOST_UP {
                board.accepted |= below(open);
            }
        }
        for stack in Stack::finals() {
            let next = position.cards(stack).next().flatten().map_or(ACES, |top| match top.value() {
                Some(value) if value < 13 => 1 << (top.index() + 1),
                _ => 0,
            });
            board.accepted |= next;
        }
        board
    }
}

/// The aces.
const ACES: u64 = 1 | 1 << 13 | 1 << 26 | 1 << 39;

/// The face-up cards that a stack with face-down ones may have.
const MOST_UP: usize = 4;

/// The faces that may be put on an open card on the board: of the other colour and one less.
fn below(open: Card) -> u64 {
    match (open.suit(), open.value()) {
        (Some(suit), Some(value)) if value > 1 => {
            let first = if suit < 2 { 26 } else { 0 };
            1 << (first + value - 2) | 1 << (first + 13 + value - 2)
        }
        _ => 0,
    }
}

/// The faces that may be put on an open card of the other player's own stacks: of its suit, one more or less.
fn neighbours(open: Card) -> u64 {
    let Some(value) = open.value() else { return 0 };
    let lower = if value > 1 { 1 << (open.index() - 1) } else { 0 };
    let higher = if value < 13 { 1 << (open.index() + 1) } else { 0 };
    lower | higher
}
