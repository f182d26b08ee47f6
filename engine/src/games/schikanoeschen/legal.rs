//! Which actions are legal, and which of them miss an obligation.

use super::action::{Action, Actions, FINAL_ROW, FLIP_ROW, HAND_COLUMN, JOKER_ROW};
use super::card::{Faces, Open};
use super::position::{Phase, Position};
use super::rules::{KnockMode, PassRule, Schikanoeschen};
use super::stack::Stack;
use crate::Player;

/// Face-up cards that a stack with face-down ones may have, the one put on it included.
const MOST_UP: usize = 4;

/// The cards that must go to a final stack, as bits of their stacks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Obligation {
    /// On the board: these come first.
    pub(super) board: u16,
    /// On the active player's own side and discard stacks.
    pub(super) own: u16,
}

/// The fault of an action, if any.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fault {
    /// It is in order.
    None,
    /// A wrong card is touched: one may knock before the action.
    WrongCard,
    /// The right card goes to a wrong place: one may knock only after it.
    WrongPlace,
}

impl Obligation {
    #[inline]
    pub(super) fn is_none(self) -> bool {
        self.board | self.own == 0
    }

    /// The cards of which one must go now.
    #[inline]
    pub(super) fn first(self) -> u16 {
        if self.board != 0 { self.board } else { self.own }
    }

    /// The fault of `action`, when the active player has no card in hand.
    #[inline]
    pub(super) fn fault(self, action: Action) -> Fault {
        let right = action.row() <= FINAL_ROW && self.first() & action.source().bit() != 0;
        if self.is_none() || right && action.row() == FINAL_ROW {
            Fault::None
        } else if right {
            Fault::WrongPlace
        } else {
            Fault::WrongCard
        }
    }
}

impl Schikanoeschen {
    /// The legal actions of any position.
    #[inline]
    pub(super) fn legal_actions(&self, position: &Position) -> Actions {
        match position.phase {
            Phase::Act => self.acts(position),
            Phase::Held => self.placements(position),
            Phase::Offer => const { Actions::of(&[Action::ACCEPT, Action::DECLINE]) },
            Phase::Touch => const { Actions::of(&[Action::KNOCK, Action::WAIT]) },
            Phase::After => {
                let mut answers = const { Actions::of(&[Action::LET]) };
                let decisive = position.flags.took_last || position.has_won(position.active);
                answers.add_if(Action::KEEP, !decisive);
                answers.add_if(Action::REVERT, decisive || !position.flags.on_final);
                answers
            }
            Phase::Window => const { Actions::of(&[Action::KNOCK, Action::LET]) },
            _ => Actions::NONE,
        }
    }

    /// The cards that must go to a final stack now.
    #[inline]
    pub(super) fn obligation(&self, position: &Position) -> Obligation {
        let sources = sources(position.active);
        self.obligation_among(position, sources, faces(position, sources))
    }

    /// The same, of `sources`, which show `faces`.
    #[inline]
    fn obligation_among(&self, position: &Position, sources: u16, faces: Faces) -> Obligation {
        let wanted = position.wanted(None).and(faces);
        if wanted.is_empty() {
            return Obligation { board: 0, own: 0 };
        }
        let mut fitting = sources & stacks_with(position, wanted);
        if self.final_same_back {
            let fits = |stack: Stack| {
                position.wanted(Some(position.top(stack).deck())).contains(position.open(stack))
            };
            let shown = (0..Stack::SHOWN).map(Stack::from_index);
            fitting &= shown
                .filter(|&stack| fitting & stack.bit() != 0 && fits(stack))
                .fold(0, |all, s| all | s.bit());
        }
        Obligation { board: fitting & ON_BOARD, own: fitting & !ON_BOARD }
    }

    /// Whether the card in hand fits on a final stack.
    #[inline]
    pub(super) fn held_fits(&self, position: &Position) -> bool {
        let deck = self.final_same_back.then(|| position.top(Stack::HAND).deck());
        position.held().is_some_and(|card| position.wanted(deck).contains(Open::of(card)))
    }

    /// The legal actions of the active player without a card in hand.
    fn acts(&self, position: &Position) -> Actions {
        let mut acts = Actions::NONE;
        let player = position.active;
        let sources = sources(player);
        let faces = faces(position, sources);
        let obligation = self.obligation_among(position, sources, faces);
        if !obligation.is_none() {
            if self.knock_mode == KnockMode::Off {
                acts.add(FINAL_ROW, obligation.first());
                return acts;
            }
            acts.add(FINAL_ROW, obligation.board | obligation.own);
        }
        self.add_moves(&mut acts, position, sources, faces);
        if !faces.and(Faces::JOKER).is_empty() {
            acts.add(JOKER_ROW, sources & stacks_with(position, Faces::JOKER));
        }
        for column in 0..4 {
            let stack = Stack::board(player, column);
            acts.add(FLIP_ROW, u16::from(position.open(stack) == Open::DOWN) << stack.index());
        }
        let cards = position.height(Stack::main(player)) + position.height(Stack::discard(player));
        acts.add_if(Action::TURN, cards > 0);
        if obligation.is_none() {
            self.add_words(&mut acts, position);
        }
        acts
    }

    /// Adds what the active player may say without a card in hand, obligations aside: it ends the turn, or
    /// offers a draw.
    #[inline]
    pub(super) fn add_words(&self, acts: &mut Actions, position: &Position) {
        let player = position.active;
        let [main, discard, side] =
            [Stack::main(player), Stack::discard(player), Stack::side(player)].map(|s| position.height(s));
        let stuck = self.pass_rule == PassRule::LiteralOrStuck && discard == 0;
        acts.add_if(Action::END, main == 0 && (side == 0 || stuck));
        acts.add_if(Action::OFFER, self.draw_offers && !position.flags.offered);
    }

    /// Adds the moves to stacks that are not final.
    #[inline]
    fn add_moves(&self, acts: &mut Actions, position: &Position, sources: u16, faces: Faces) {
        let movable = sources & stacks_with(position, faces);
        for n in 0..Stack::BOARD {
            let target = Stack::from_index(n);
            let open = position.open(target);
            if open == Open::EMPTY || open == Open::DOWN {
                acts.add(n, movable & !target.bit());
                continue;
            }
            let fitting = open.accepts().and(faces);
            if !fitting.is_empty() && has_room(position, target) {
                acts.add(n, movable & stacks_with(position, fitting));
            }
        }
        let other = position.active.other();
        for target in [Stack::side(other), Stack::discard(other)] {
            let fitting = position.open(target).neighbours(self.ace_wrap).and(faces);
            if !fitting.is_empty() {
                acts.add(target.index(), movable & stacks_with(position, fitting));
            }
        }
        if position.past.has_steps() {
            remove_returns(acts, position);
        }
    }

    /// The legal actions of the active player with a card in hand.
    fn placements(&self, position: &Position) -> Actions {
        let mut placements = Actions::NONE;
        let Some(card) = position.held() else { return placements };
        let held = Open::of(card);
        let hand = 1 << HAND_COLUMN;
        if self.held_fits(position) {
            placements.add(FINAL_ROW, hand);
            if self.knock_mode == KnockMode::Off {
                return placements;
            }
        }
        for n in 0..Stack::BOARD {
            let target = Stack::from_index(n);
            if position.open(target).accepts().contains(held) && has_room(position, target) {
                placements.add(n, hand);
            }
        }
        let other = position.active.other();
        for target in [Stack::side(other), Stack::discard(other)] {
            if position.open(target).neighbours(self.ace_wrap).contains(held) {
                placements.add(target.index(), hand);
            }
        }
        placements.add(Stack::discard(position.active).index(), hand);
        placements.add_if(Action::joker(Stack::HAND), held == Open::JOKER);
        placements
    }

    /// Whether the active player, to act, has nothing to do. Only a strict rule for ending turns leads here.
    pub(super) fn is_stuck(&self, position: &Position) -> bool {
        let player = position.active;
        self.pass_rule == PassRule::Literal
            && position.height(Stack::main(player)) + position.height(Stack::discard(player)) == 0
            && self.acts(position) == Actions::NONE
    }
}

/// The board stacks as bits.
const ON_BOARD: u16 = (1 << Stack::BOARD) - 1;

/// The stacks from which `player` may move cards.
#[inline]
fn sources(player: Player) -> u16 {
    ON_BOARD | Stack::side(player).bit() | Stack::discard(player).bit()
}

/// The faces that lie open on these stacks.
#[inline]
fn faces(position: &Position, stacks: u16) -> Faces {
    let open = position.open_all().iter().enumerate();
    open.fold(
        Faces::NONE,
        |faces, (n, open)| {
            if stacks >> n & 1 != 0 { faces.or(open.faces()) } else { faces }
        },
    )
}

/// The stacks on which one of these faces lies open.
#[inline]
fn stacks_with(position: &Position, faces: Faces) -> u16 {
    let open = position.open_all().iter().enumerate();
    open.fold(0, |stacks, (n, &open)| stacks | u16::from(faces.contains(open)) << n)
}

/// Whether another face-up card may come on a board stack, as far as their number goes.
#[inline]
fn has_room(position: &Position, target: Stack) -> bool {
    let down = position.face_down(target);
    down == 0 || position.height(target) - down < MOST_UP
}

/// Takes out the moves that lead to a position that this turn has seen.
#[cold]
fn remove_returns(acts: &mut Actions, position: &Position) {
    for row in 0..Stack::BOARD {
        let mut columns = acts.columns(row) & ON_BOARD;
        while columns != 0 {
            let action = Action::new(row, columns.trailing_zeros() as usize);
            if position.past.contains_step(position.key_after(action.source(), Stack::from_index(row))) {
                acts.remove(action);
            }
            columns &= columns - 1;
        }
    }
}
