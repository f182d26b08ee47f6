//! The table of a small poker: the cards and the betting.

use super::kind::Kind;
use crate::{ActionSet, Player, Turn};

/// An action.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Action {
    /// Give up the pot.
    #[default]
    Fold,
    /// Put in as much as the other.
    Call,
    /// Put in as much and add the `n`-th size, counted from 1.
    Raise(u8),
}

impl Action {
    /// Its number in the log: 1 is to fold, 2 to call, and each size of a raise has its own.
    fn code(self) -> u8 {
        match self {
            Action::Fold => 1,
            Action::Call => 2,
            Action::Raise(size) => 2 + size,
        }
    }

    fn of(code: u8) -> Action {
        match code {
            1 => Action::Fold,
            2 => Action::Call,
            _ => Action::Raise(code - 2),
        }
    }
}

/// The legal actions: neighbouring ones, since all raises can be made or none.
#[derive(Clone, Copy, Debug)]
pub struct Choices {
    /// The code of the lowest one.
    lowest: u8,
    /// The code after that of the highest one.
    end: u8,
}

impl ActionSet<Action> for Choices {
    #[inline]
    fn len(&self) -> usize {
        usize::from(self.end - self.lowest)
    }

    #[inline]
    fn nth(&self, n: usize) -> Action {
        debug_assert!(n < self.len(), "{n} of {self:?}");
        Action::of(self.lowest + n as u8)
    }

    #[inline]
    fn iter(&self) -> impl Iterator<Item = Action> + '_ {
        (self.lowest..self.end).map(Action::of)
    }
}

/// The stakes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stakes {
    /// The number of sizes that a raise may have: 2, 4, ... in the first round, twice that in the second. At
    /// most 5.
    pub(super) sizes: u8,
    /// The number of raises that a round may have, the opening bet included. At most 8.
    pub(super) raises: u8,
    /// The number of betting rounds: 1 or 2.
    pub(super) rounds: u8,
}

impl Stakes {
    /// The most that a player can pay: the ante, and every raise at its largest.
    pub(super) fn most(&self) -> u16 {
        let round = |round| u16::from(self.raises) * (u16::from(2 * self.sizes) << round);
        1 + (0..self.rounds).map(round).sum::<u16>()
    }
}

/// The cards and the betting: 24 bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Table {
    /// All actions, three bits each, the first one lowest.
    log: u64,
    /// The chips that each player has put in, the ante included.
    paid: [u16; 2],
    pub(super) cards: [Kind; 2],
    pub(super) board: Kind,
    pub(super) phase: Phase,
    mover: Player,
    /// The number of actions.
    acted: u8,
    /// The betting round, from 0.
    round: u8,
    /// The number of raises this round that has seen.
    raises: u8,
}

const _: () = assert!(size_of::<Table>() <= 24);

/// The next event.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Phase {
    Deal,
    /// A betting round begins.
    Open,
    /// At least one player has acted in this round.
    Bet,
    Board,
    /// Over: the one to move next has won the pot.
    Folded,
    /// Over: the cards decide.
    Showdown,
}

impl Table {
    pub(super) const START: Table = Table {
        log: 0,
        paid: [1; 2],
        cards: [Kind::NONE; 2],
        board: Kind::NONE,
        phase: Phase::Deal,
        mover: Player::FIRST,
        acted: 0,
        round: 0,
        raises: 0,
    };

    /// The card of `player`, [`Kind::NONE`] before the deal.
    pub fn card(&self, player: Player) -> Kind {
        self.cards[player.index()]
    }

    /// The card on the board, [`Kind::NONE`] while there is none.
    pub fn board(&self) -> Kind {
        self.board
    }

    /// The chips that `player` has put in, the ante included.
    pub fn paid(&self, player: Player) -> u16 {
        self.paid[player.index()]
    }

    /// The betting round, from 0.
    pub fn round(&self) -> usize {
        self.round as usize
    }

    /// All actions so far.
    pub fn actions(&self) -> impl Iterator<Item = Action> + use<> {
        let (log, acted) = (self.log, self.acted);
        (0..acted).map(move |n| Action::of((log >> (3 * n) & 7) as u8))
    }

    /// The table without the card of the other player.
    pub(super) fn seen_by(&self, player: Player) -> Table {
        // Written so that the copy stays in registers: with an index it would go through memory, and wait
        // there for every small part that an action has just changed.
        let own = |seat| if seat == player { self.card(seat) } else { Kind::NONE };
        Table { cards: [own(Player::FIRST), own(Player::SECOND)], ..*self }
    }

    /// Whether both have put in the same.
    pub(super) fn is_level(&self) -> bool {
        self.paid[0] == self.paid[1]
    }

    /// The chips that the `size`-th raise adds in this round.
    pub(super) fn chips(&self, size: u8) -> u16 {
        u16::from(2 * size) << self.round
    }

    pub(super) fn turn(&self) -> Turn {
        match self.phase {
            Phase::Deal | Phase::Board => Turn::Chance,
            Phase::Open | Phase::Bet => Turn::Player(self.mover),
            Phase::Folded | Phase::Showdown => Turn::Over,
        }
    }

    /// The number of cards that chance deals here.
    pub(super) fn cards_due(&self) -> usize {
        if self.phase == Phase::Deal { 2 } else { 1 }
    }

    pub(super) fn legal(&self, stakes: &Stakes) -> Choices {
        let lowest = if self.is_level() { Action::Call } else { Action::Fold };
        let sizes = if self.raises < stakes.raises { stakes.sizes } else { 0 };
        Choices { lowest: lowest.code(), end: Action::Call.code() + sizes + 1 }
    }

    pub(super) fn play(&mut self, stakes: &Stakes, action: Action) {
        self.log |= u64::from(action.code()) << (3 * self.acted);
        self.acted += 1;
        let (me, other) = (self.mover.index(), self.mover.other().index());
        self.mover = self.mover.other();
        match action {
            Action::Fold => self.phase = Phase::Folded,
            Action::Raise(size) => {
                self.paid[me] = self.paid[other] + self.chips(size);
                self.raises += 1;
                self.phase = Phase::Bet;
            }
            Action::Call if self.phase == Phase::Open => self.phase = Phase::Bet,
            Action::Call => {
                self.paid[me] = self.paid[other];
                let last = self.round + 1 == stakes.rounds;
                self.phase = if last { Phase::Showdown } else { Phase::Board };
            }
        }
    }

    /// Deals both cards, or the one on the board, with which a new round begins.
    pub(super) fn reveal(&mut self, cards: [Kind; 2]) {
        if self.phase == Phase::Deal {
            self.cards = cards;
        } else {
            self.board = cards[0];
            self.round += 1;
            self.raises = 0;
            self.mover = Player::FIRST;
        }
        self.phase = Phase::Open;
    }

    /// Plays the same betting again from the deal and tells `each` action with the table before it.
    pub(super) fn replay(&self, stakes: &Stakes, mut each: impl FnMut(&Table, Action)) -> Table {
        let mut now = Table { cards: self.cards, phase: Phase::Open, ..Table::START };
        for action in self.actions() {
            each(&now, action);
            now.play(stakes, action);
            if now.phase == Phase::Board && self.board != Kind::NONE {
                now.reveal([self.board, Kind::NONE]);
            }
        }
        now
    }

    /// Whether the board has just been dealt.
    pub(super) fn is_new_board(&self) -> bool {
        self.phase == Phase::Open && self.round > 0
    }

    /// The player that gets the pot, `None` if it is split; only asked once the game is over. `strength` is
    /// that of a player's card.
    pub(super) fn winner(&self, strength: impl Fn(Player) -> u8) -> Option<Player> {
        if self.phase == Phase::Folded {
            return Some(self.mover);
        }
        let [first, second] = [Player::FIRST, Player::SECOND].map(strength);
        (first != second).then_some(if first > second { Player::FIRST } else { Player::SECOND })
    }
}
