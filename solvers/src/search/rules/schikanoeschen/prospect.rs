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
        tempo: 1.0,
        again: 1.0,
        ballast: 6.0,
    };

    /// The lead of `player`, from -1 to 1, at a position where an action is due.
    pub fn lead(&self, position: &Position, player: Player) -> f64 {
        let [first, second] = Standing::both(position).map(|standing| self.of(&standing));
        let [mine, others] = if player == Player::FIRST { [first, second] } else { [second, first] };
        ((others - mine) / (mine.max(0.0) + others.max(0.0) + self.ballast)).clamp(-1.0, 1.0)
    }

    /// The weight of what lies between a player and its win.
    fn of(&self, standing: &Standing) -> f64 {
        let count = |count: usize| count as f64;
        let Standing { main, discard, held, side, .. } = *standing;
        let mut weight = self.own * count(main + discard + usize::from(held)) + self.side * count(side);
        weight += self.face_down * count(standing.face_down) + self.covering * count(standing.covering);
        weight -= self.placeable * count(standing.placeable);
        if standing.active {
            weight -= self.tempo + self.place * count(standing.places.min(3));
        } else {
            weight += self.exposed * count(standing.exposed);
            weight += if standing.repeats { self.again } else { 0.0 };
        }
        weight
    }
}

/// What lies between a player and its win, counted; of what no player has seen, nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Standing {
    /// The heights of the own stacks.
    pub(crate) main: usize,
    pub(crate) discard: usize,
    pub(crate) side: usize,
    /// Whether the player is the active one, and holds a card.
    pub(crate) active: bool,
    pub(crate) held: bool,
    /// The face-down cards of the own board stacks, how many stacks have some, and the open cards on them.
    pub(crate) face_down: usize,
    pub(crate) covered: usize,
    pub(crate) covering: usize,
    /// The known own cards for which there is a place on the board or on a final stack.
    pub(crate) placeable: usize,
    /// The cards on the board that the other can put on an own stack in its next turn.
    pub(crate) exposed: usize,
    /// The stacks on which any card may be put.
    pub(crate) places: usize,
    /// Whether the player, not active, has handed over the turn at such a position before.
    pub(crate) repeats: bool,
}

impl Standing {
    /// Those of both players.
    pub(crate) fn both(position: &Position) -> [Standing; 2] {
        let board = Board::of(position);
        [Player::FIRST, Player::SECOND].map(|player| Standing::of(position, &board, player))
    }

    fn of(position: &Position, board: &Board, player: Player) -> Standing {
        let active = position.active() == player;
        let held = if active { position.held() } else { None };
        let [main, discard, side] = [Stack::main(player), Stack::discard(player), Stack::side(player)];
        let mut standing = Standing {
            main: position.height(main),
            discard: position.height(discard),
            side: position.height(side),
            active,
            held: held.is_some(),
            face_down: 0,
            covered: 0,
            covering: 0,
            placeable: 0,
            exposed: 0,
            places: board.places,
            repeats: !active && position.occurrences() > 1 && position.awaits_action(),
        };
        for column in 0..4 {
            let stack = Stack::board(player, column);
            let down = position.face_down(stack);
            if down > 0 {
                standing.face_down += down;
                standing.covered += 1;
                standing.covering += position.height(stack) - down;
            }
        }
        let fits = |card: &Card| board.accepted >> card.index() & 1 != 0;
        let known = |stack: Stack| position.cards(stack).take(KNOWN).flatten().filter(fits).count();
        standing.placeable = held.iter().filter(|card| fits(card)).count() + known(discard);
        standing.placeable += position.open_card(side).iter().filter(|card| fits(card)).count();
        if position.has_seen_top(main) {
            standing.placeable += known(main);
        }
        for stack in [side, discard] {
            let near = position.open_card(stack).map_or(0, neighbours);
            standing.exposed += (near & board.tops).count_ones() as usize;
        }
        standing
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
