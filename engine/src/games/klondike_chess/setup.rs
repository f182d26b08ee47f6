//! Before the first turn: hands, the exchange of wrong colours, and the cards set face-down.

use super::card::{Card, CardSet};
use crate::Player;

/// Cards to a hand.
pub(super) const HAND: usize = 10;

/// Start spaces to be filled, so own-colour cards that a hand must have.
pub(super) const STARTS: usize = 4;

/// A player that is short of cards gives at least seven of the 22 cards of the other colour that the other
/// was not dealt, and only once if both are short.
pub(super) const EXCHANGES: usize = 3;

/// The cards that were dealt, exchanged, drawn and set.
///
/// Masked for a seat, it holds of the other's cards only what it handed over and what was turned over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Setup {
    /// The first hands.
    pub(super) dealt: [CardSet; 2],
    /// The cards drawn after each exchange; only one player ever draws.
    pub(super) refills: [CardSet; EXCHANGES],
    /// The face-down cards in the order of the start spaces, also after they have been turned over.
    pub(super) set: [[Card; STARTS]; 2],
    /// For each exchange so far the players who were short, as two bits.
    short: [u8; EXCHANGES],
    exchanges: u8,
    refilled: u8,
    /// The number of cards that have been set, player 0 first.
    pub(super) laid: u8,
}

/// A card that has not been set, or that the seat has not seen.
pub(super) const BLANK: Card = Card::from_index(0x3f);

/// Cards that came to a player in one go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Source {
    /// The first hand.
    Deal,
    /// The cards drawn after the exchange of this number.
    Refill(usize),
}

impl Setup {
    pub(super) const NONE: Setup = Setup {
        dealt: [CardSet::EMPTY; 2],
        refills: [CardSet::EMPTY; EXCHANGES],
        set: [[BLANK; STARTS]; 2],
        short: [0; EXCHANGES],
        exchanges: 0,
        refilled: 0,
        laid: 0,
    };

    /// The number of exchanges so far.
    pub(super) fn exchanges(&self) -> usize {
        self.exchanges as usize
    }

    /// The number of refills so far.
    pub(super) fn refilled(&self) -> usize {
        self.refilled as usize
    }

    /// Whether `player` was short at this exchange.
    pub(super) fn was_short(&self, exchange: usize, player: Player) -> bool {
        exchange < self.exchanges() && self.short[exchange] >> player.index() & 1 == 1
    }

    /// The cards that `player` handed over at this exchange; both players know them.
    pub(super) fn handed(&self, exchange: usize, player: Player) -> CardSet {
        if !self.was_short(exchange, player) {
            return CardSet::EMPTY;
        }
        // A player that is short again has handed over all other cards but those just drawn.
        let cards = match exchange.checked_sub(1) {
            None => self.dealt[player.index()],
            Some(refill) => self.refills[refill],
        };
        cards - CardSet::colour(player)
    }

    /// The cards that `player` has handed over.
    pub(super) fn all_handed(&self, player: Player) -> CardSet {
        (0..self.exchanges()).fold(CardSet::EMPTY, |all, exchange| all | self.handed(exchange, player))
    }

    /// The player that draws after this exchange, and the number of cards; both players know that.
    pub(super) fn draws(&self, exchange: usize) -> Option<(Player, usize)> {
        let mut sizes = [HAND; 2];
        let mut drawer = None;
        for exchange in 0..=exchange {
            for player in Player::all(2) {
                let handed = self.handed(exchange, player).len();
                sizes[player.other().index()] += handed;
                sizes[player.index()] -= handed;
            }
            drawer = Player::all(2)
                .find(|player| sizes[player.index()] < HAND)
                .map(|player| (player, HAND - sizes[player.index()]));
            sizes = sizes.map(|size| size.max(HAND));
        }
        drawer
    }

    /// The cards that came to `player`, in one go each, without those that the other handed it.
    pub(super) fn sources(&self, player: Player) -> impl Iterator<Item = (Source, usize)> {
        let refills = (0..self.refilled()).filter_map(move |refill| {
            let (drawer, size) = self.draws(refill)?;
            (drawer == player).then_some((Source::Refill(refill), size))
        });
        std::iter::once((Source::Deal, HAND)).chain(refills)
    }

    /// The cards of one such source.
    pub(super) fn source_mut(&mut self, source: Source, player: Player) -> &mut CardSet {
        match source {
            Source::Deal => &mut self.dealt[player.index()],
            Source::Refill(refill) => &mut self.refills[refill],
        }
    }

    /// All cards that `player` was dealt or has drawn.
    pub(super) fn received(&self, player: Player) -> CardSet {
        self.sources(player).fold(CardSet::EMPTY, |all, (source, _)| {
            all | match source {
                Source::Deal => self.dealt[player.index()],
                Source::Refill(refill) => self.refills[refill],
            }
        })
    }

    /// The hand of `player` before it has set any card.
    pub(super) fn hand(&self, player: Player) -> CardSet {
        (self.received(player) - self.all_handed(player)) | self.all_handed(player.other())
    }

    /// The cards of both hands; the others are the deck.
    pub(super) fn in_hands(&self) -> CardSet {
        self.dealt.into_iter().chain(self.refills).fold(CardSet::EMPTY, |all, cards| all | cards)
    }

    /// Deals the first hands; `true` if cards are exchanged at once.
    pub(super) fn deal(&mut self, hands: [CardSet; 2]) -> bool {
        self.dealt = hands;
        self.exchange()
    }

    /// Fills the hands up again; `true` if there is another exchange.
    pub(super) fn refill(&mut self, cards: [CardSet; 2]) -> bool {
        self.refills[self.refilled()] = cards[0] | cards[1];
        self.refilled += 1;
        self.exchange()
    }

    fn exchange(&mut self) -> bool {
        let short = Player::all(2)
            .filter(|&player| (self.hand(player) & CardSet::colour(player)).len() < STARTS)
            .fold(0, |short, player| short | 1 << player.index());
        if short != 0 {
            self.short[self.exchanges()] = short;
            self.exchanges += 1;
        }
        short != 0
    }

    /// The player who sets the next card.
    pub(super) fn setter(&self) -> Player {
        Player::new(self.laid as usize / STARTS)
    }

    /// The number of cards that `player` has set.
    pub(super) fn laid_by(&self, player: Player) -> usize {
        (self.laid as usize).saturating_sub(STARTS * player.index()).min(STARTS)
    }

    /// The cards that `player` may still set.
    pub(super) fn settable(&self, player: Player) -> CardSet {
        (self.hand(player) & CardSet::colour(player)) - self.all_set(player)
    }

    /// The cards that `player` has set, as far as they are known.
    pub(super) fn all_set(&self, player: Player) -> CardSet {
        self.set[player.index()].into_iter().filter(|&card| card != BLANK).collect()
    }

    /// Sets `card` and returns the number of its start space.
    pub(super) fn lay(&mut self, card: Card) -> usize {
        let (player, space) = (self.setter(), self.laid as usize % STARTS);
        self.set[player.index()][space] = card;
        self.laid += 1;
        space
    }

    /// Blanks what the opponent of `seat` alone has seen; `face_down` are its spaces not turned over.
    pub(super) fn mask(&mut self, seat: Player, face_down: [bool; STARTS]) {
        let other = seat.other();
        let mut blank = *self;
        for (source, _) in self.sources(other) {
            let exchange = match source {
                Source::Deal => 0,
                Source::Refill(refill) => refill + 1,
            };
            *blank.source_mut(source, other) = self.handed(exchange, other);
        }
        for (card, face_down) in blank.set[other.index()].iter_mut().zip(face_down) {
            if face_down {
                *card = BLANK;
            }
        }
        *self = blank;
    }
}
