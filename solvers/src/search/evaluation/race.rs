//! Klondike Chess: how many turns each player needs to fill the enemy throne.

use hinterhand_engine::games::KlondikeChess;
use hinterhand_engine::games::klondike_chess::{Card, CardSet, Position, Square};
use hinterhand_engine::tricks::Suit;
use hinterhand_engine::{Game, Player, Turn};

use super::Evaluation;

/// Counts for each player, in the suit in which it is nearer, the turns until the king lies on the enemy
/// throne, and compares both.
///
/// The weights are ours, in turns. They were found by playing [searches](crate::search::turn::TurnSearch)
/// with them against the greedy player and looking at games that did not end; the slow test of
/// `tests/it/turns.rs` plays such games. They are for thrones that are filled in order; with other rules for
/// thrones the count is only rough.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Race {
    /// Turns for each card that has still to be laid, more than the one that it takes because what is laid
    /// stays.
    pub lay: f64,
    /// Turns for a card that comes from the draw pile or from under the waste, besides those on the board.
    pub hidden: f64,
    /// Turns for a card that has to be uncovered in its stack, for each card above it.
    pub uncover: f64,
    /// Turns for a throne to which this many squares are open.
    pub gates: [f64; 6],
    /// Turns for a throne around which this many squares are empty.
    pub crowd: [f64; 6],
    /// Turns for this many usable start spaces: those on which there is no stack that is only of the
    /// opponent.
    pub room: [f64; 5],
    /// Turns for as long as the opponent has had no king.
    pub kingless: f64,
    /// The weight of the second suit.
    pub spare: f64,
    /// The share of the lead that is lost by the turn from which a draw can be claimed, if no king has been
    /// shown.
    pub claim: f64,
    /// The share of the lead that is lost in the long run without an irreversible action.
    pub stale: f64,
    /// The value of being to move.
    pub tempo: f64,
    /// The cost of repeating a position.
    pub again: f64,
    /// Turns by which both races are made longer, so that the last turns do not decide alone.
    pub ballast: f64,
}

impl Default for Race {
    fn default() -> Race {
        Race::CHOSEN
    }
}

impl Race {
    /// The weights that won most.
    pub const CHOSEN: Race = Race {
        lay: 5.0,
        hidden: 3.0,
        uncover: 1.5,
        gates: [15.0, 6.0, 3.0, 1.0, 0.4, 0.0],
        crowd: [2.0, 0.5, 0.1, 0.0, 0.0, 0.0],
        room: [2.0, 0.7, 0.2, 0.1, 0.0],
        kingless: 4.0,
        spare: 0.05,
        claim: 0.8,
        stale: 0.5,
        tempo: 0.5,
        again: 1.0,
        ballast: 4.0,
    };

    /// The turns that both players need.
    pub fn of(&self, game: &KlondikeChess, position: &Position) -> [f64; 2] {
        self.runs(game, position).map(|run| run.near + self.spare * run.other + self.turns_of(&run.obstacles))
    }

    /// The ways of both players to the enemy throne.
    pub(crate) fn runs(&self, game: &KlondikeChess, position: &Position) -> [Run; 2] {
        let both = [Player::FIRST, Player::SECOND];
        let mut boards = both.map(|player| Board::of(game, position, player));
        let suits = [0, 1].map(|n| self.suits(&boards[n])[0].0);
        for (n, board) in boards.iter_mut().enumerate() {
            // Cards that the opponent needs for its own run will not stay on guard.
            let needed: CardSet =
                position.on_board().iter().filter(|card| card.suit() == suits[1 - n]).collect();
            let leaving = squares(position, needed);
            board.leaving = leaving;
            board.mine |= leaving;
            board.gates |= board.around & leaving;
        }
        boards.map(|board| {
            let [(suit, near), (_, other)] = self.suits(&board);
            Run { suit, near, other, obstacles: Obstacles::of(&board, suit) }
        })
    }

    /// The suits of a player with the turns for their cards, the nearer one first.
    fn suits(&self, board: &Board<'_>) -> [(Suit, f64); 2] {
        let throne = board.position.throne(board.player.other());
        let mut suits = Suit::ALL.into_iter().filter(|&suit| Card::new(1, suit).owner() == board.player);
        let [a, b] = [suits.next(), suits.next()].map(|suit| {
            let suit = suit.expect("a colour has two suits");
            (suit, self.suit(board, suit, throne))
        });
        if a.1 <= b.1 { [a, b] } else { [b, a] }
    }

    /// The turns that a player loses by cards in its way.
    fn turns_of(&self, obstacles: &Obstacles) -> f64 {
        let mut turns = self.gates[obstacles.gates];
        if !obstacles.ready {
            turns += self.crowd[obstacles.empty];
        }
        turns += self.room[obstacles.room];
        if obstacles.shut {
            turns += 1.0;
        }
        if obstacles.kingless {
            turns += self.kingless;
        }
        turns
    }

    /// The turns for a throne filled in this suit.
    fn suit(&self, view: &Board<'_>, suit: Suit, throne: CardSet) -> f64 {
        let mut turns = 0.0;
        let laid = throne.iter().filter(|card| card.suit() == suit).count();
        if laid < throne.len() {
            // The cards of the other suit have to be taken away first.
            turns += 2.0 * throne.len() as f64;
        }
        for value in laid + 1..=Card::VALUES {
            turns += self.card(view, Card::new(value, suit), value == laid + 1);
        }
        turns
    }

    /// The turns until `card` lies on the throne when its time has come.
    fn card(&self, view: &Board<'_>, card: Card, is_next: bool) -> f64 {
        // Cards around the throne will have been laid or moved on by the turn of a later card.
        let free = view.around & view.free;
        let goal = if is_next && free != 0 { free } else { view.gates };
        let way = |from| if is_next { view.path(card, from, goal) } else { view.way(card, from, goal) };
        let position = view.position;
        if let Some(square) = position.square_of(card) {
            let above = if position.loose().contains(card) { 0.0 } else { self.depth(position, card) };
            return self.lay + self.uncover * above + way(square);
        }
        if let Some(&(_, square)) = view.face_down.iter().find(|(set, _)| *set == card) {
            return self.lay + 1.0 + way(square);
        }
        let from = |&start: &Square| way(start) + view.clearing(card, start);
        let start = view.starts.iter().map(from).fold(f64::INFINITY, f64::min);
        let hidden = if position.waste().last() == Some(&card) { 0.0 } else { self.hidden };
        self.lay + 1.0 + start + hidden
    }

    /// The number of cards that have to leave the stack of `card` before it can.
    fn depth(&self, position: &Position, card: Card) -> f64 {
        let loose = position.loose();
        let up = position.stack_of(card).position(|other| loose.contains(other)).unwrap_or(1);
        let len = position.stack_of(card).count();
        up.min(len - up).max(1) as f64
    }
}

/// The way of a player to the enemy throne.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Run {
    /// The suit in which it is nearer.
    pub(crate) suit: Suit,
    /// The turns for the cards of this suit, and for those of its other one.
    pub(crate) near: f64,
    pub(crate) other: f64,
    pub(crate) obstacles: Obstacles,
}

/// What is in the way of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Obstacles {
    /// The squares around the enemy throne, up to 5, that are open to it, and that are empty.
    pub(crate) gates: usize,
    pub(crate) empty: usize,
    /// Whether the next card lies beside the throne.
    pub(crate) ready: bool,
    /// The start spaces, up to 4, on which there is no stack that is only of the opponent.
    pub(crate) room: usize,
    /// Whether none of them is empty.
    pub(crate) shut: bool,
    /// Whether the opponent has had no king.
    pub(crate) kingless: bool,
}

impl Obstacles {
    /// What is in the way of the cards of this suit.
    fn of(board: &Board<'_>, suit: Suit) -> Obstacles {
        let position = board.position;
        let count = |squares: u64| squares.count_ones() as usize;
        let laid = position.throne(board.player.other()).len();
        let next = (laid < Card::VALUES).then(|| Card::new(laid + 1, suit));
        let ready =
            next.and_then(|next| position.square_of(next)).is_some_and(|at| board.around & at.bit() != 0);
        let among = |squares: u64| board.starts.iter().filter(|start| squares & start.bit() != 0).count();
        Obstacles {
            gates: count(board.gates).min(5),
            empty: count(board.around & board.free).min(5),
            ready,
            room: among(board.free | board.mine | position.face_down_squares()),
            shut: among(board.free | board.leaving) == 0,
            kingless: !board.game.has_had_king(position, board.player.other()),
        }
    }
}

/// The maximum number of moves of the ways searched: as many as a king needs from one edge to the other.
const FARTHEST: usize = 7;

/// The number of turns without an irreversible step that are not penalized.
const PATIENCE: usize = 12;

/// The board of a player's race.
struct Board<'a> {
    game: &'a KlondikeChess,
    position: &'a Position,
    player: Player,
    /// The squares around the enemy throne.
    around: u64,
    /// Those that are empty or on which there is something that the player can move.
    gates: u64,
    /// The squares with a stack that the player can move or that the opponent will not leave there.
    mine: u64,
    /// The squares that cards may enter.
    free: u64,
    /// The squares with cards that the opponent will not leave there.
    leaving: u64,
    starts: [Square; 4],
    face_down: Vec<(Card, Square)>,
}

impl<'a> Board<'a> {
    fn of(game: &'a KlondikeChess, position: &'a Position, player: Player) -> Board<'a> {
        let around = game.around_throne(player.other());
        let free = !(position.taken_squares() | game.throne_squares());
        let mine = squares(position, position.movable_by(player));
        let starts = game.options().board.starts(player);
        let lying = position.face_down_squares();
        let set = position.set_by(player).map(|(space, card)| (card, starts[space]));
        let face_down = set.filter(|(_, square)| lying & square.bit() != 0).collect();
        Board {
            game,
            position,
            around,
            player,
            gates: around & (free | mine),
            mine,
            free,
            leaving: 0,
            starts,
            face_down,
        }
    }

    /// The cost of an occupied start space: for most cards nothing, as any other start space is as good and
    /// has to be cleared only once for all of them.
    fn clearing(&self, card: Card, start: Square) -> f64 {
        match start.bit() {
            bit if (self.free | self.leaving) & bit != 0 => 0.0,
            bit if (self.mine | self.position.face_down_squares()) & bit != 0 => {
                f64::from(u8::from(steps(card)))
            }
            _ => 5.0,
        }
    }

    /// The number of moves of a card on this square to `goal`, with its stack as it is.
    fn path(&self, card: Card, from: Square, goal: u64) -> f64 {
        if self.around & from.bit() != 0 {
            return 0.0;
        }
        // Cards in the way are assumed to leave soon.
        let unhindered = Square::each(goal).map(|to| distance(from, to)).min().filter(|_| steps(card));
        let most = unhindered.map_or(3.0, |far| far as f64 + 1.0);
        let (mut seen, mut rim) = (from.bit(), from.bit());
        for moves in 1..=FARTHEST {
            let mut next = 0;
            for square in Square::each(rim) {
                let mut reach = |card| next |= self.game.reach(card, square, !(self.free | goal));
                match self.position.square_of(card) {
                    Some(_) => self.position.stack_of(card).for_each(reach),
                    None => reach(card),
                }
            }
            if next & goal != 0 {
                return (moves as f64).min(most);
            }
            rim = next & self.free & !seen;
            seen |= rim;
        }
        most
    }

    /// About how many moves lie between a card on this square and one beside the throne.
    fn way(&self, card: Card, from: Square, goal: u64) -> f64 {
        if self.around & from.bit() != 0 {
            return 0.0;
        }
        let reaches = |card| self.game.reach(card, from, !(self.free | goal)) & goal != 0;
        if reaches(card)
            || self.position.square_of(card).is_some() && self.position.stack_of(card).any(reaches)
        {
            return 1.0;
        }
        if !steps(card) {
            return 2.0;
        }
        Square::each(self.around).map(|to| distance(from, to)).min().map_or(7.0, |far| far as f64)
    }
}

/// Whether a card alone moves like a king.
fn steps(card: Card) -> bool {
    card.value() == 1 || card.value() == Card::VALUES
}

/// The squares of these cards.
fn squares(position: &Position, cards: CardSet) -> u64 {
    cards.iter().filter_map(|card| position.square_of(card)).fold(0, |all, square| all | square.bit())
}

/// The steps of a king from one square to the other.
fn distance(from: Square, to: Square) -> usize {
    let (files, ranks) =
        ((from.index() % 8).abs_diff(to.index() % 8), (from.index() / 8).abs_diff(to.index() / 8));
    files.max(ranks)
}

impl Evaluation<KlondikeChess> for Race {
    fn estimate(&self, game: &KlondikeChess, position: &Position, payoffs: &mut [f64]) {
        let mover = match game.turn(position) {
            Turn::Player(mover) => Some(mover),
            _ => None,
        };
        let again = if position.occurrences() > 1 { self.again } else { 0.0 };
        let [first, second] = self.of(game, position);
        let mut lead = second - first;
        if let Some(mover) = mover {
            // The position was left by the player who is not to move.
            lead += if mover == Player::FIRST { self.tempo + again } else { -self.tempo - again };
        }
        if !Player::all(2).any(|player| position.has_shown_king(player)) {
            // The nearer the turn is from which either player can claim a draw, the less a lead is worth.
            let limit = 2.0 * f64::from(game.options().king_draw_turn.max(1));
            lead *= 1.0 - self.claim * (position.turns() as f64 / limit).min(1.0);
        }
        lead *= 1.0 - position.reshuffles() as f64 / f64::from(game.options().reshuffle_draw);
        let stale = position.since_last_step().saturating_sub(PATIENCE) as f64;
        lead *= 1.0 - self.stale * stale / (stale + 5.0 * PATIENCE as f64);
        payoffs[0] = (lead / (first + second + self.ballast)).clamp(-1.0, 1.0);
        payoffs[1] = -payoffs[0];
    }
}
