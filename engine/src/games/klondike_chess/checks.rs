//! The invariants of a position, one function for each.

use super::card::{Card, CardSet};
use super::position::{Phase, Position};
use super::rules::KlondikeChess;
use super::setup::STARTS;
use crate::Player;

impl KlondikeChess {
    pub(super) fn check_position(&self, position: &Position) -> Result<(), String> {
        check_hands(position)?;
        self.check_set(position)?;
        check_cards(position)?;
        check_stacks(position)?;
        check_thrones(position)?;
        self.check_key(position)
    }

    /// A player that has set a card has it on its start space, and has had it in its hand.
    fn check_set(&self, position: &Position) -> Result<(), String> {
        for player in Player::all(2) {
            let set = position.setup.all_set(player);
            let hand = position.setup.hand(player) & CardSet::colour(player);
            ensure(set.len() == position.setup.laid_by(player), || format!("{player} has set {set}"))?;
            ensure((set - hand).is_empty(), || format!("{player} has set {set} out of {hand}"))?;
            let hidden = position.setup.set[player.index()].iter().zip(self.options().board.starts(player));
            for (&card, space) in hidden.take(position.setup.laid_by(player)) {
                let face_down = position.face_down & space.bit() != 0;
                ensure(face_down != position.seen.contains(card), || {
                    format!("{card} on {space} is both seen and not")
                })?;
            }
        }
        Ok(())
    }

    /// The key and the tables of the stacks are those of a position rebuilt from scratch.
    fn check_key(&self, position: &Position) -> Result<(), String> {
        let (stacks, mut key) = position.stacks.rebuilt();
        ensure(stacks == position.stacks, || "the tables of the stacks are wrong".to_owned())?;
        super::board::Square::each(position.face_down).for_each(|square| key.flip_face_down(square));
        for player in Player::all(2) {
            let throne = self.options().board.throne(player);
            position.thrones[player.index()].iter().for_each(|card| key.flip_card(card, throne));
        }
        for (place, &card) in position.stock.waste().iter().enumerate() {
            key.flip_waste(card, place);
        }
        if position.setup.laid as usize == 2 * STARTS {
            key.flip_left(position.stock.left());
        }
        ensure(key == position.key, || format!("the key is {:?}, not {key:?}", position.key))
    }
}

/// The hands were dealt from one pack, and no player who was short was left so.
fn check_hands(position: &Position) -> Result<(), String> {
    if position.phase == Phase::Deal {
        return Ok(());
    }
    let setup = &position.setup;
    for player in Player::all(2) {
        for (source, size) in setup.sources(player) {
            let mut setup = *setup;
            let cards = *setup.source_mut(source, player);
            ensure(cards.len() == size, || format!("{player} was dealt {cards}, not {size} cards"))?;
        }
        let own = setup.hand(player) & CardSet::colour(player);
        ensure(position.phase == Phase::Refill || own.len() >= STARTS, || format!("{player} is short"))?;
    }
    let (first, second) = (setup.received(Player::FIRST), setup.received(Player::SECOND));
    ensure((first & second).is_empty(), || format!("{} are in two hands", first & second))
}

/// Each card is in one place.
fn check_cards(position: &Position) -> Result<(), String> {
    if position.setup.laid as usize != 2 * STARTS {
        return ensure(position.stacks.cards().is_empty(), || "cards on the board too early".to_owned());
    }
    let face_down =
        position.setup.set.iter().flatten().filter(|&&card| !position.seen.contains(card)).count();
    let (waste, pile) = (position.stock.waste(), position.stock.draw_pile());
    let pile = if position.phase == Phase::Pile { &[] } else { pile };
    let placed: CardSet = waste
        .iter()
        .chain(pile)
        .chain(position.setup.set.iter().flatten().filter(|&&card| !position.seen.contains(card)))
        .copied()
        .collect();
    let turned = position.stacks.cards() | position.thrones[0] | position.thrones[1];
    let count = face_down + waste.len() + position.stock.left() + turned.len();
    ensure(count == 52, || format!("{count} cards"))?;
    ensure((placed & turned).is_empty(), || format!("{} are in two places", placed & turned))?;
    let missing = CardSet::ALL - placed - turned;
    let unordered = if position.phase == Phase::Pile { position.stock.left() } else { 0 };
    ensure(missing.len() == unordered, || format!("{missing} are nowhere"))
}

/// In a stack each card is one higher than the one below it; colours alternate but at one seam that a ring
/// has left.
fn check_stacks(position: &Position) -> Result<(), String> {
    let mut occupied = position.face_down;
    for low in position.stacks.lows().iter() {
        let square = position.stacks.at(low);
        ensure(occupied & square.bit() == 0, || format!("two stacks on {square}"))?;
        occupied |= square.bit();
        let stack: Vec<Card> = position.stacks.circle(low).collect();
        let rises = stack.windows(2).all(|pair| pair[1].value() == pair[0].value() % Card::VALUES + 1);
        ensure(rises, || format!("{stack:?} on {square} is no run"))?;
        ensure(stack.iter().all(|&card| position.stacks.at(card) == square), || {
            format!("{stack:?} is not all on {square}")
        })?;
    }
    ensure(occupied == position.occupied(), || "occupied squares are wrong".to_owned())
}

/// A throne has cards of one suit of the enemy's, but for a king laid directly.
fn check_thrones(position: &Position) -> Result<(), String> {
    for player in Player::all(2) {
        let pile = position.thrones[player.index()];
        let below = pile - CardSet::KINGS;
        let one_suit = below.is_empty() || below.first().suit() == below.last().suit();
        ensure(one_suit && (pile & CardSet::colour(player)).is_empty(), || {
            format!("{pile} on the throne of {player}")
        })?;
    }
    Ok(())
}

fn ensure(holds: bool, breach: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(breach()) }
}
