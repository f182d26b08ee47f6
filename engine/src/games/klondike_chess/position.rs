//! The position, and what each action makes of it.

use super::action::Action;
use super::card::{Card, CardSet, Pairing};
use super::key::{Key, Past};
use super::rules::{KingCounts, KlondikeChess, NoMove, Options};
use super::setup::Setup;
use super::stacks::{Place, Stacks};
use super::stock::{STOCK, Stock};
use crate::{ActionSet, Digest, Game, Player};

/// The complete state: hands and face-down cards, board, thrones, draw pile and waste.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    pub(super) stacks: Stacks,
    /// The squares with a face-down card.
    pub(super) face_down: u64,
    /// The cards on the throne of each player. They lie in order of value.
    pub(super) thrones: [CardSet; 2],
    /// The cards that have been drawn or turned over.
    pub(super) seen: CardSet,
    pub(super) key: Key,
    /// The events that both players have noticed.
    pub(super) log: Digest,
    pub(super) setup: Setup,
    pub(super) stock: Stock,
    pub(super) past: Past,
    /// The action that would undo the last turn.
    pub(super) ko: Option<Action>,
    pub(super) turns: u16,
    /// Reshuffles since the board last changed.
    pub(super) reshuffles: u16,
    pub(super) phase: Phase,
    pub(super) mover: Player,
    /// The players who had a king face-up on the board, as two bits.
    pub(super) kings: u8,
    /// No king was on the board at the turn that decides whether a draw may be claimed.
    pub(super) kingless: bool,
}

const _: () = assert!(size_of::<Position>() <= 512);

/// The next event.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Phase {
    Deal,
    Refill,
    Set,
    /// The draw pile gets its order.
    Pile,
    Play,
    Drawn(Draw),
    Won(Player),
}

/// The reason of a draw.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Draw {
    /// A draw was claimed.
    Claim,
    /// Too many reshuffles without a change on the board.
    Reshuffles,
    /// The player to move can do nothing.
    NoMove,
    /// Too many turns.
    Plies,
}

/// Whether a position before the turn can come again.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    Final,
    Reversible,
}

impl Position {
    pub(super) const START: Position = Position {
        stacks: Stacks::NONE,
        face_down: 0,
        thrones: [CardSet::EMPTY; 2],
        seen: CardSet::EMPTY,
        key: Key::START,
        log: Digest::EMPTY,
        setup: Setup::NONE,
        stock: Stock::NONE,
        past: Past::NONE,
        ko: None,
        turns: 0,
        reshuffles: 0,
        phase: Phase::Deal,
        mover: Player::FIRST,
        kings: 0,
        kingless: false,
    };

    /// Squares with cards, face-up or face-down; thrones are never among them.
    #[inline]
    pub(super) fn occupied(&self) -> u64 {
        self.stacks.squares() | self.face_down
    }

    /// The top card of the throne of `player`.
    #[inline]
    pub(super) fn throne_top(&self, player: Player) -> Option<Card> {
        let pile = self.thrones[player.index()];
        (!pile.is_empty()).then(|| pile.last())
    }

    /// The cards of the draw pile, when all face-down cards are known.
    pub(super) fn pile_cards(&self) -> CardSet {
        let waste: CardSet = self.stock.waste().iter().copied().collect();
        let set = self.setup.all_set(Player::FIRST) | self.setup.all_set(Player::SECOND);
        let turned = self.stacks.cards() | self.thrones[0] | self.thrones[1];
        CardSet::ALL - turned - waste - set
    }

    /// Counts a king that comes to the board.
    #[inline]
    fn meet_king(&mut self, card: Card) {
        let king = CardSet::KINGS.contains(card);
        self.kings |= u8::from(king) << card.owner().index();
    }

    /// The transfer that brings `card` back to where it is about to leave from, a stack that it was not
    /// alone in.
    fn way_back(&self, card: Card) -> Option<Action> {
        let fits = |low: Card, high: Card| low.owner() != high.owner();
        match self.stacks.place(card) {
            Place::Alone => Some(Action::Split(card, self.stacks.at(card))),
            Place::Low(above) => fits(card, above).then(|| Action::JoinLow(Pairing::of(card, above), above)),
            Place::High(below) => fits(below, card).then(|| Action::JoinHigh(Pairing::of(below, card), card)),
            // It comes back to an end only.
            Place::Inside => None,
        }
    }

    fn take_from_throne(&mut self, throne: Player, options: &Options) -> Card {
        let card = self.thrones[throne.index()].last();
        self.thrones[throne.index()].remove(card);
        self.key.flip_card(card, options.board.throne(throne));
        card
    }

    fn take_from_waste(&mut self) -> Card {
        let card = self.stock.take();
        self.key.flip_waste(card, self.stock.waste().len());
        self.meet_king(card);
        card
    }

    fn draw(&mut self) -> Step {
        let left = self.stock.left();
        self.key.flip_left(left);
        self.key.flip_left(left - 1);
        let card = self.stock.draw();
        self.key.flip_waste(card, self.stock.waste().len() - 1);
        self.seen.insert(card);
        self.log.absorb(card.index() as u64);
        // With more cards the draw pile gets as large again by a reshuffle only.
        if self.stock.len() > 1 {
            return Step::Final;
        }
        self.ko = Some(Action::Reshuffle);
        Step::Reversible
    }

    fn reshuffle(&mut self) -> Step {
        let cards = self.stock.waste().len();
        for (place, &card) in self.stock.waste().iter().enumerate() {
            self.key.flip_waste(card, place);
        }
        self.key.flip_left(0);
        self.key.flip_left(cards);
        self.stock = Stock::of_hidden(cards);
        self.reshuffles += 1;
        self.phase = Phase::Pile;
        if cards > 1 {
            return Step::Final;
        }
        self.ko = Some(Action::Draw);
        Step::Reversible
    }
}

impl KlondikeChess {
    /// The squares that nothing may enter by a move.
    #[inline]
    pub(super) fn thrones(&self) -> u64 {
        let board = &self.options().board;
        board.throne(Player::FIRST).bit() | board.throne(Player::SECOND).bit()
    }

    pub(super) fn set_card(&self, position: &mut Position, card: Card) {
        let setter = position.setup.setter();
        let space = position.setup.lay(card);
        let square = self.options().board.starts(setter)[space];
        position.face_down |= square.bit();
        position.key.flip_face_down(square);
        position.log.absorb(SET);
        position.mover = position.setup.setter();
        if position.setup.laid == 8 {
            position.mover = Player::FIRST;
            position.phase = Phase::Pile;
            position.stock = Stock::of_hidden(STOCK);
            position.key.flip_left(STOCK);
        }
    }

    /// Before the first turn.
    pub(super) fn begin(&self, position: &mut Position) {
        position.past.note(position.key);
        self.look_for_kings(position);
    }

    /// Notes, at the turn that decides it, whether a draw may be claimed.
    #[inline]
    fn look_for_kings(&self, position: &mut Position) {
        if u32::from(position.turns) == 2 * u32::from(self.options().king_draw_turn) {
            position.kingless = position.kings == 0;
        }
    }

    /// Whether the player to move may claim a draw. A king never leaves the board, but to win.
    #[inline]
    pub(super) fn may_claim(&self, position: &Position) -> bool {
        if self.options().king_draw_latched {
            position.kingless
        } else {
            position.kings == 0 && u32::from(position.turns) >= 2 * u32::from(self.options().king_draw_turn)
        }
    }

    #[inline]
    pub(super) fn take_turn(&self, position: &mut Position, action: Action) {
        position.log.absorb(u64::from(action.number()));
        if action == Action::Claim {
            position.phase = Phase::Drawn(Draw::Claim);
            return;
        }
        position.ko = None;
        let step = self.carry_out(position, action);
        if !matches!(action, Action::Pass | Action::Draw | Action::Reshuffle) {
            position.reshuffles = 0;
        }
        position.turns += 1;
        position.mover = position.mover.other();
        self.look_for_kings(position);
        if step == Step::Final {
            position.past.forget();
        }
        let before = position.past.note(position.key);
        self.judge(position, action, before);
    }

    /// Moves the cards of a turn.
    #[inline]
    fn carry_out(&self, position: &mut Position, action: Action) -> Step {
        let (me, enemy) = (position.mover, position.mover.other());
        let options = self.options();
        match action {
            Action::Move(low, to) => {
                position.ko = Some(Action::Move(low, position.stacks.at(low)));
                position.stacks.slide(low, to, &mut position.key);
                Step::Reversible
            }
            Action::Flip(square) => {
                let space = options.board.starts(me).iter().position(|&start| start == square);
                let card = position.setup.set[me.index()][space.expect("only own start spaces are flipped")];
                position.log.absorb(card.index() as u64);
                position.seen.insert(card);
                position.meet_king(card);
                position.face_down &= !square.bit();
                position.key.flip_face_down(square);
                position.stacks.put(card, square, &mut position.key);
                Step::Final
            }
            Action::Pass => Step::Reversible,
            Action::Split(card, to) => {
                position.ko = position.way_back(card);
                position.stacks.remove(card, &mut position.key);
                position.stacks.put(card, to, &mut position.key);
                Step::Reversible
            }
            Action::JoinLow(pairing, low) => {
                let card = low.below(pairing);
                position.ko = position.way_back(card);
                position.stacks.remove(card, &mut position.key);
                position.stacks.join_low(card, low, &mut position.key);
                Step::Reversible
            }
            Action::JoinHigh(pairing, card) => {
                position.ko = position.way_back(card);
                position.stacks.remove(card, &mut position.key);
                position.stacks.join_high(card, card.below(pairing), &mut position.key);
                Step::Reversible
            }
            Action::Lay(card) => {
                position.ko = match position.way_back(card) {
                    Some(Action::JoinLow(_, low)) => Some(Action::OwnLow(low)),
                    Some(Action::JoinHigh(pairing, _)) => Some(Action::OwnHigh(card.below(pairing))),
                    _ => None,
                };
                position.stacks.remove(card, &mut position.key);
                position.thrones[enemy.index()].insert(card);
                position.key.flip_card(card, options.board.throne(enemy));
                Step::Reversible
            }
            Action::Take(to) => {
                let card = position.take_from_throne(enemy, options);
                position.stacks.put(card, to, &mut position.key);
                Step::Reversible
            }
            Action::TakeLow(low) => {
                let card = position.take_from_throne(enemy, options);
                position.stacks.join_low(card, low, &mut position.key);
                Step::Reversible
            }
            Action::TakeHigh(high) => {
                let card = position.take_from_throne(enemy, options);
                position.stacks.join_high(card, high, &mut position.key);
                Step::Reversible
            }
            Action::OwnLow(low) => {
                let card = position.take_from_throne(me, options);
                position.ko = Some(Action::Lay(card));
                position.stacks.join_low(card, low, &mut position.key);
                Step::Reversible
            }
            Action::OwnHigh(high) => {
                let card = position.take_from_throne(me, options);
                position.ko = Some(Action::Lay(card));
                position.stacks.join_high(card, high, &mut position.key);
                Step::Reversible
            }
            Action::Add(to) => {
                let card = position.take_from_waste();
                position.stacks.put(card, to, &mut position.key);
                Step::Final
            }
            Action::AddLow(low) => {
                let card = position.take_from_waste();
                position.stacks.join_low(card, low, &mut position.key);
                Step::Final
            }
            Action::AddHigh(high) => {
                let card = position.take_from_waste();
                position.stacks.join_high(card, high, &mut position.key);
                Step::Final
            }
            Action::Draw => position.draw(),
            Action::Reshuffle => position.reshuffle(),
            Action::Set(_) | Action::Claim => unreachable!("no turn of the game"),
        }
    }

    /// Ends the game after `action`, if it does; the position was there this often `before`.
    #[inline]
    fn judge(&self, position: &mut Position, action: Action, before: usize) {
        let (other, me) = (position.mover, position.mover.other());
        let options = self.options();
        match action {
            Action::Lay(card) if CardSet::KINGS.contains(card) => {
                position.phase = Phase::Won(if self.had_king(position, other) { me } else { other });
            }
            Action::Reshuffle if position.reshuffles >= options.reshuffle_draw => {
                position.phase = Phase::Drawn(Draw::Reshuffles);
            }
            _ if before >= 2 => position.phase = Phase::Won(other),
            _ if position.turns >= options.max_plies => position.phase = Phase::Drawn(Draw::Plies),
            _ => self.judge_stalemate(position),
        }
    }

    /// Ends the game if the player now to move can do nothing.
    #[inline]
    pub(super) fn judge_stalemate(&self, position: &mut Position) {
        // Mostly there is a card to draw.
        if position.phase == Phase::Play
            && self.options().no_move == NoMove::Draw
            && (position.stock.left() == 0 || position.ko == Some(Action::Draw))
            && !self.can_move(position)
            && self.legal(position).is_empty()
        {
            position.phase = Phase::Drawn(Draw::NoMove);
        }
    }

    /// Whether a king of `player` was on the board.
    pub(super) fn had_king(&self, position: &Position, player: Player) -> bool {
        let face_down = self.options().king_counts == KingCounts::OnBoardAny
            && !(position.setup.all_set(player) & CardSet::KINGS).is_empty();
        face_down || position.kings >> player.index() & 1 == 1
    }
}

/// The mark in the log of a card that is set.
pub(super) const SET: u64 = 1 << 32;
