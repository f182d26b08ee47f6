//! What a player knows, and the positions that fit it.
//!
//! Nobody looks at a face-down card before the other does, so both players know the same: what was seen of
//! each deck, and the whole history. Hidden is only which of the unseen cards of a deck lies where.

use std::hash::{Hash, Hasher};

use super::card::{Card, DECK, PIECES, Piece};
use super::position::Position;
use crate::{Digest, Player, Rng};

/// All that one player knows: the position with a blank for every card that nobody has seen.
#[derive(Clone, Debug)]
pub struct InfoSet {
    seat: Player,
    position: Position,
}

impl InfoSet {
    #[inline]
    pub(super) fn of(position: &Position, seat: Player) -> InfoSet {
        let mut position = position.clone();
        position.blank();
        InfoSet { seat, position }
    }

    /// The seat that knows this.
    pub fn seat(&self) -> Player {
        self.seat
    }

    /// The position as far as it is known.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The digest of everything that has been seen: equal for equal information sets, whatever the seat.
    pub fn digest(&self) -> Digest {
        self.position.digest
    }

    /// The cards of a deck that nobody has seen: how many there are of each face.
    pub fn unseen(&self, deck: usize) -> [u8; Card::COUNT] {
        let mut unseen = std::array::from_fn(|n| Card::from_index(n).copies() as u8);
        for piece in pieces(deck) {
            if let Some(card) = self.position.face(piece) {
                unseen[card.index()] -= 1;
            }
        }
        unseen
    }

    /// A position that fits, all of them equally likely.
    ///
    /// Every order of the unseen cards of each deck is equally likely, and so is every way to tell them:
    /// an arrangement with jokers stands for as many orders as its jokers have, which is the same for all.
    /// That the open cards do not all tie is known and changes nothing.
    pub(super) fn sample(&self, rng: &mut Rng) -> Position {
        let mut position = self.position.clone();
        if position.is_dealt() {
            for deck in 0..2 {
                let mut cards = [Card::JOKER; DECK];
                let mut left = spread(&self.unseen(deck), &mut cards);
                for piece in pieces(deck) {
                    if !position.is_seen(piece) {
                        let at = rng.below(left as u32) as usize;
                        left -= 1;
                        cards.swap(at, left);
                        position.fill(piece, cards[left]);
                    }
                }
            }
        }
        position
    }

    /// All positions that fit, each as likely as any other, if there are no more than `limit`.
    pub(super) fn worlds(&self, limit: usize) -> Option<Vec<(Position, f64)>> {
        let mut worlds = vec![self.position.clone()];
        if self.position.is_dealt() {
            let unseen = [self.unseen(0), self.unseen(1)];
            if arrangements(&unseen[0]) * arrangements(&unseen[1]) > limit as f64 {
                return None;
            }
            // Card by card: every world so far goes on with each face that its deck has left.
            for place in 0..PIECES {
                let piece = Piece::new(place);
                if self.position.is_seen(piece) {
                    continue;
                }
                let deck = piece.deck();
                worlds = worlds
                    .iter()
                    .flat_map(|world| {
                        let left = InfoSet { seat: self.seat, position: world.clone() }.unseen(deck);
                        let faces = (0..Card::COUNT).filter(move |&n| left[n] > 0);
                        faces.map(|n| {
                            let mut next = world.clone();
                            next.fill(piece, Card::from_index(n));
                            next
                        })
                    })
                    .collect();
            }
        }
        let share = 1.0 / worlds.len() as f64;
        Some(worlds.into_iter().map(|world| (world, share)).collect())
    }
}

impl PartialEq for InfoSet {
    /// The digest stands for the whole history, and everything else follows from it.
    fn eq(&self, other: &InfoSet) -> bool {
        (self.seat, self.digest()) == (other.seat, other.digest())
    }
}

impl Eq for InfoSet {}

impl Hash for InfoSet {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.seat, self.digest()).hash(state);
    }
}

/// The cards of a deck.
fn pieces(deck: usize) -> impl Iterator<Item = Piece> {
    (DECK * deck..DECK * (deck + 1)).map(Piece::new)
}

/// Writes every face as often as it is counted, and returns the number of cards.
fn spread(counts: &[u8; Card::COUNT], cards: &mut [Card; DECK]) -> usize {
    let mut len = 0;
    for (n, &count) in counts.iter().enumerate() {
        for _ in 0..count {
            cards[len] = Card::from_index(n);
            len += 1;
        }
    }
    len
}

/// In how many ways cards with these counts can be arranged in a row.
fn arrangements(counts: &[u8; Card::COUNT]) -> f64 {
    let factorial = |n: u32| (1..=n).map(f64::from).product::<f64>();
    let total = counts.iter().map(|&count| u32::from(count)).sum();
    counts.iter().fold(factorial(total), |ways, &count| ways / factorial(u32::from(count)))
}
