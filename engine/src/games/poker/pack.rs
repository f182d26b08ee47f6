//! The pack of a small poker.

use super::kind::{Kind, NAMES};
use super::table::Table;
use crate::{Player, Rng};

/// The cards with which a small poker is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pack {
    lowest: u8,
    /// The number of kinds.
    kinds: u8,
    /// The number of neighbouring kinds that are of one rank.
    suits: u8,
    /// The number of cards of each kind.
    copies: u8,
}

impl Pack {
    /// J Q K of spades and hearts.
    pub(super) const SUITED: Pack = Pack { lowest: 1, kinds: 6, suits: 2, copies: 1 };
    /// J Q K, two of each.
    pub(super) const MERGED: Pack = Pack { lowest: 7, kinds: 3, suits: 1, copies: 2 };

    /// Numbers from 1 to `ranks`, which is at most 13, and `copies` of each.
    pub(super) const fn numbers(ranks: u8, copies: u8) -> Pack {
        Pack { lowest: 10, kinds: ranks, suits: 1, copies }
    }

    /// All kinds, the lowest first.
    pub(super) fn kinds(&self) -> impl Iterator<Item = Kind> + use<> {
        (self.lowest..self.lowest + self.kinds).map(Kind)
    }

    /// The number of cards of `kind` left when the ones on the table and these are gone.
    pub(super) fn left(&self, kind: Kind, table: &Table, dealt: &[Kind]) -> u8 {
        let gone =
            table.cards.iter().chain([&table.board]).chain(dealt).filter(|&&card| card == kind).count();
        self.copies.saturating_sub(gone as u8)
    }

    /// The kinds that are left with the probability of each.
    pub(super) fn draws(&self, table: &Table, dealt: &[Kind]) -> Vec<(Kind, f64)> {
        let left: Vec<(Kind, u8)> = self.kinds().map(|kind| (kind, self.left(kind, table, dealt))).collect();
        let all: u8 = left.iter().map(|&(_, count)| count).sum();
        let each = |(kind, count)| (kind, f64::from(count) / f64::from(all));
        left.into_iter().filter(|&(_, count)| count > 0).map(each).collect()
    }

    /// The probability that the next card is of this kind.
    pub(super) fn chance(&self, kind: Kind, table: &Table, dealt: &[Kind]) -> f64 {
        let draws = self.draws(table, dealt);
        draws.iter().find(|(drawn, _)| *drawn == kind).map_or(0.0, |&(_, chance)| chance)
    }

    /// A card that is left when `dealt` is gone, too, which may be none; all are equally likely.
    pub(super) fn draw(&self, table: &Table, dealt: Kind, rng: &mut Rng) -> Kind {
        let [first, second] = table.cards;
        let mut gone = [first, second, table.board, dealt];
        let (copies, taken) = (u32::from(self.copies), gone.iter().filter(|&&card| card != Kind::NONE));
        let mut number = rng.below(u32::from(self.kinds) * copies - taken.count() as u32);
        // Which cards these are cannot be predicted, so they are sorted, and counted in, without a jump.
        for (low, high) in [(0, 1), (2, 3), (0, 2), (1, 3), (1, 2)] {
            (gone[low], gone[high]) = (gone[low].min(gone[high]), gone[low].max(gone[high]));
        }
        // From the lowest on each is put back at the head of its kind; what is none stands behind all kinds.
        for card in gone {
            let place = u32::from(card.0.wrapping_sub(self.lowest));
            number += u32::from(number >= copies * place);
        }
        Kind(self.lowest + (number / copies) as u8)
    }

    /// A pair with the board beats every other card, then the rank counts.
    pub(super) fn strength(&self, table: &Table, player: Player) -> u8 {
        let rank = |card: Kind| (card.0 - self.lowest) / self.suits;
        let own = rank(table.card(player));
        if table.board != Kind::NONE && rank(table.board) == own { u8::MAX } else { own }
    }

    /// The card with this name.
    pub(super) fn named(&self, name: &str) -> Option<Kind> {
        self.kinds().find(|kind| NAMES[kind.0 as usize] == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draw_counts_what_is_left() {
        let mut rng = Rng::new(1, 0);
        for pack in [Pack::SUITED, Pack::MERGED, Pack::numbers(3, 2), Pack::numbers(13, 8)] {
            for round in 0..800 {
                let mut cards: Vec<Kind> =
                    pack.kinds().flat_map(|kind| (0..pack.copies).map(move |_| kind)).collect();
                rng.shuffle(&mut cards);
                // Any of the four places may be empty.
                let at = |place: usize| if round >> place & 1 == 1 { cards[place] } else { Kind::NONE };
                let mut table = Table::START;
                (table.cards, table.board) = ([at(0), at(1)], at(2));
                let copies = |kind| (0..pack.left(kind, &table, &[at(3)])).map(move |_| kind);
                let left: Vec<Kind> = pack.kinds().flat_map(copies).collect();
                let expected = left[rng.clone().below(left.len() as u32) as usize];
                assert_eq!(pack.draw(&table, at(3), &mut rng), expected, "{table:?} {}", at(3));
            }
        }
    }
}
