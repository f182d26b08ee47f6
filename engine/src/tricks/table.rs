//! The state that every hand at the trick table has, whatever the game: who led and took which trick, who
//! drew which card, and the invariants that hold between them.

use std::fmt::Debug;
use std::hash::Hasher;

use super::{Action, Card, CardSet, Deal, Pack, Suit, Talon, takes};
use crate::Player;

/// A hand in progress. A game implements access to its fields; the rest is derived.
pub trait Table: Copy + Eq + Debug + Send + Sync {
    /// The pack that it is played with.
    const PACK: Pack;

    /// Whether the cards have been dealt.
    fn is_dealt(&self) -> bool;
    /// The talon; the cards drawn stay readable at the places where they lay.
    fn talon(&self) -> Talon;
    /// The talon, to lay out what is hidden.
    fn talon_mut(&mut self) -> &mut Talon;
    /// The cards that both players hold.
    fn hands(&self) -> &[CardSet; 2];
    /// The hands, to fill in what is hidden.
    fn hands_mut(&mut self) -> &mut [CardSet; 2];
    /// The cards that both players know to be in a hand.
    fn shown(&self) -> CardSet;
    /// The card that lay open after the deal.
    fn open(&self) -> Card;
    /// Tricks taken.
    fn tricks(&self) -> usize;
    /// The player that took trick `t`.
    fn winner(&self, t: usize) -> Player;
    /// The card that was led and waits for the reply.
    fn lead(&self) -> Option<Card>;
    /// The player to move; once the hand is over, the player that ended it or took the last trick.
    fn mover(&self) -> Player;
    /// The player that closed the talon.
    fn closer(&self) -> Option<Player>;
    /// Calls `visit` with every action so far that reveals something about the cards, and its player.
    fn retrace(&self, visit: impl FnMut(Action, Player));
    /// Feeds what all have noticed into `state`.
    fn hash_log<H: Hasher>(&self, state: &mut H);

    /// The trump suit.
    #[inline]
    fn trump(&self) -> Suit {
        self.open().suit()
    }

    /// The cards that `player` holds.
    #[inline]
    fn cards(&self, player: Player) -> CardSet {
        self.hands()[player.index()]
    }

    /// Whether cards are still drawn, and so anything may be played.
    #[inline]
    fn is_open(&self) -> bool {
        self.closer().is_none() && self.talon().left() > 0
    }

    /// The player that led trick `t`.
    #[inline]
    fn leader(&self, t: usize) -> Player {
        if t == 0 { Player::FIRST } else { self.winner(t - 1) }
    }

    /// Whether `player` has won a trick.
    fn has_trick(&self, player: Player) -> bool {
        (0..self.tricks()).any(|t| self.winner(t) == player)
    }

    /// The number of cards that `player` has played.
    #[inline]
    fn plays(&self, player: Player) -> usize {
        self.tricks() + usize::from(self.lead().is_some() && self.mover() != player)
    }

    /// The number of times that both players have drawn.
    #[inline]
    fn draws(&self) -> usize {
        if self.is_dealt() { (Self::PACK.talon - self.talon().left()) / 2 } else { 0 }
    }

    /// The place of the talon from which `player` drew after trick `t`.
    #[inline]
    fn drawn_by(&self, player: Player, t: usize) -> usize {
        Self::PACK.talon - 1 - 2 * t - usize::from(self.winner(t) != player)
    }

    /// The number of cards that `player` holds, known or not.
    #[inline]
    fn hand_size(&self, player: Player) -> usize {
        if self.is_dealt() { Self::PACK.hand + self.draws() - self.plays(player) } else { 0 }
    }

    /// All cards played, in order, with their players.
    fn played(&self) -> Vec<(Card, Player)> {
        let mut played = Vec::with_capacity(Self::PACK.cards.len());
        self.retrace(|action, who| played.extend(action.played().map(|card| (card, who))));
        played
    }

    /// The deal from which this hand came.
    fn deal(&self) -> Deal {
        let mut exchanged = None;
        self.retrace(|action, who| {
            if action == Action::EXCHANGE {
                exchanged = Some(who);
            }
        });
        let played = self.played();
        let hands = [Player::FIRST, Player::SECOND].map(|player| {
            let (bottom, drawn): (Vec<usize>, Vec<usize>) = (0..self.draws())
                .map(|t| self.drawn_by(player, t))
                .partition(|&place| place == Talon::BOTTOM);
            let own = played.iter().filter(|&&(_, who)| who == player);
            let mut cards: CardSet = self.cards(player) | own.map(|&(card, _)| card).collect();
            // Off with the cards that came openly, back with the trump that was given for one of them, and
            // off with the cards drawn face down, which that trump may be one of.
            bottom.iter().for_each(|&place| cards.remove(self.talon().card(place)));
            if exchanged == Some(player) {
                cards.remove(self.open());
                cards.insert(Self::PACK.lowest(self.trump()));
            }
            drawn.iter().for_each(|&place| cards.remove(self.talon().card(place)));
            cards
        });
        let mut talon = Talon::from_bottom((0..Self::PACK.talon).map(|place| self.talon().card(place)));
        talon.put(Talon::BOTTOM, self.open());
        Deal { hands, talon }
    }

    /// Every card of the pack is in exactly one place.
    fn check_cards(&self) -> Result<(), String> {
        let mut left = Self::PACK.cards;
        let &[first, second] = self.hands();
        let held = first.iter().chain(second.iter()).chain(self.talon().from_top());
        for card in held.chain(self.played().into_iter().map(|(card, _)| card)) {
            if !left.contains(card) {
                return Err(format!("{card} is in two places or in no pack"));
            }
            left.remove(card);
        }
        if left.is_empty() { Ok(()) } else { Err(format!("{left} are lost")) }
    }

    /// Both hands have the size that the cards drawn and played leave.
    fn check_sizes(&self) -> Result<(), String> {
        for player in [Player::FIRST, Player::SECOND] {
            let (held, size) = (self.cards(player).len(), self.hand_size(player));
            if held != size {
                return Err(format!("{player} holds {held} cards instead of {size}"));
            }
        }
        Ok(())
    }

    /// Shown cards are still held.
    fn check_shown(&self) -> Result<(), String> {
        let astray = self.shown() - (self.hands()[0] | self.hands()[1]);
        if astray.is_empty() { Ok(()) } else { Err(format!("{astray} are known to be held, and are not")) }
    }

    /// Each trick went to the stronger card.
    fn check_winners(&self) -> Result<(), String> {
        for (t, trick) in self.played().chunks_exact(2).enumerate() {
            let [(lead, leader), (reply, other)] = [trick[0], trick[1]];
            let winner = if takes(reply, lead, self.trump()) { other } else { leader };
            if self.winner(t) != winner {
                return Err(format!("trick {} went to the weaker card", t + 1));
            }
        }
        Ok(())
    }

    /// The points are those of the tricks, and of the announcements as `marriage` values them.
    fn check_points(
        &self,
        points: [u8; 2],
        value: &[u8; 8],
        marriage: impl Fn(Suit) -> u8,
    ) -> Result<(), String> {
        let mut counted = [0; 2];
        for (t, trick) in self.played().chunks_exact(2).enumerate() {
            counted[self.winner(t).index()] +=
                trick.iter().map(|(card, _)| value[card.rank() as usize]).sum::<u8>();
        }
        self.retrace(|action, who| counted[who.index()] += action.married().map_or(0, &marriage));
        if points == counted { Ok(()) } else { Err(format!("points {points:?} instead of {counted:?}")) }
    }
}
