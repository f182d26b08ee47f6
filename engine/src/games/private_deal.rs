//! Games in which chance deals one card, or rolls the dice, to each player at the start and nothing else is
//! hidden: what follows from that alone.

use std::fmt::Display;
use std::hash::Hash;
use std::iter;

#[cfg(feature = "drawings")]
use crate::Drawing;
use crate::{
    ActionList, ActionSet, Event, EventOf, Game, Notation, Player, Rng, StateHistory, Steps, Turn, WordError,
    Worlds, outcomes,
};

/// A game in which each player is dealt one card, or rolls its dice, that only this player sees. All that is
/// done afterwards is public. [`Worlds`], [`Steps`], [`StateHistory`] and [`Notation`] follow.
pub trait PrivateDeal:
    Game<State: Copy + Eq, Action: Display, InfoSet = InfoSet<<Self as Game>::State>>
{
    /// A card; the default stands for none.
    type Card: Copy + Eq + Ord + Default + Display;
    /// The name of the deal in its word: `deal` in `deal:J,Q`.
    const DEAL: &'static str = "deal";
    /// The sign between two cards in that word.
    const BETWEEN: &'static str = ",";
    /// The text of the position before the deal, and that of the table.
    const UNDEALT: [&'static str; 2] = ["undealt", "The cards have not been dealt."];

    /// The cards that may be dealt besides those `dealt`; the sum of their weights depends on how many were
    /// dealt alone.
    fn left(&self, dealt: &[Self::Card]) -> ActionList<Self::Card, 21>;

    /// The weight of a card: how likely it is beside the others. All are equally likely if not said
    /// otherwise.
    #[inline]
    fn weight(&self, _: Self::Card) -> u32 {
        1
    }

    /// The cards of all players.
    fn dealt(&self, state: &Self::State) -> Self::Chance;

    /// All actions so far.
    fn actions(&self, state: &Self::State) -> impl Iterator<Item = Self::Action>;

    /// The table after the deal as `player` sees it; see [`Notation::table_text`].
    fn table(&self, state: &Self::State, player: Player) -> String;

    /// The same in pieces; see [`Notation::drawing`].
    #[cfg(feature = "drawings")]
    fn pieces(&self, state: &Self::State, player: Player) -> Drawing;

    /// The way in which the game ended; see [`Notation::ending`].
    fn end(&self, state: &Self::State) -> String;

    /// The fault of a deal in which the card at `place`, counted from 1, does not exist.
    fn unknown(&self, place: usize) -> String {
        let pack: Vec<String> = self.left(&[]).iter().map(|card| card.to_string()).collect();
        format!("card {place} is none of {}", pack.join(" "))
    }

    /// The fault of a deal of another number of cards than there are players.
    fn miscounted(&self, cards: usize) -> String {
        format!("{cards} cards for {} players", self.players())
    }
}

/// The cards of a deal, one for each seat.
pub trait Cards<C>: Default + Hash + Send + Sync + AsRef<[C]> + AsMut<[C]> {}

impl<C, T: Default + Hash + Send + Sync + AsRef<[C]> + AsMut<[C]>> Cards<C> for T {}

/// The information set of one player: the state without the cards of the others.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct InfoSet<S> {
    seat: Player,
    state: S,
}

impl<S> InfoSet<S> {
    /// The seat that knows this.
    pub fn seat(&self) -> Player {
        self.seat
    }

    /// The state as far as the seat knows it.
    pub fn known(&self) -> &S {
        &self.state
    }
}

/// The information set of `player` at `state`.
#[inline]
pub(super) fn info_set<G: PrivateDeal<Chance: Cards<G::Card>>>(
    game: &G,
    state: &G::State,
    player: Player,
) -> InfoSet<G::State> {
    let (dealt, mut own, mut state) = (game.dealt(state), G::Chance::default(), *state);
    own.as_mut()[player.index()] = dealt.as_ref()[player.index()];
    game.reveal(&mut state, &own);
    InfoSet { seat: player, state }
}

/// A deal to all players.
pub(super) fn draw<G: PrivateDeal<Chance: Cards<G::Card>>>(game: &G, rng: &mut Rng) -> G::Chance {
    fill(game, G::Chance::default(), rng)
}

/// A state that fits `info_set`: by the rules, later actions are independent of the cards, so that all are
/// equally likely.
pub(super) fn sample<G: PrivateDeal<Chance: Cards<G::Card>>>(
    game: &G,
    info_set: &InfoSet<G::State>,
    rng: &mut Rng,
) -> G::State {
    let mut state = info_set.state;
    if game.turn(&state) != Turn::Chance {
        let deal = fill(game, game.dealt(&state), rng);
        game.reveal(&mut state, &deal);
    }
    state
}

/// Deals a card to each player that has none among `cards`.
#[inline]
fn fill<G: PrivateDeal<Chance: Cards<G::Card>>>(game: &G, mut cards: G::Chance, rng: &mut Rng) -> G::Chance {
    for seat in 0..game.players() {
        if cards.as_ref()[seat] == G::Card::default() {
            let left = game.left(cards.as_ref());
            let mut drawn = rng.below(sum_of_weights(game, &left));
            let chosen = left.iter().find(|&card| {
                let found = drawn < game.weight(card);
                drawn = drawn.wrapping_sub(game.weight(card));
                found
            });
            cards.as_mut()[seat] = chosen.expect("less than the sum was drawn");
        }
    }
    cards
}

fn sum_of_weights<G: PrivateDeal>(game: &G, cards: &ActionList<G::Card, 21>) -> u32 {
    cards.iter().map(|card| game.weight(card)).sum()
}

/// The weight of a deal: the product of those of its cards.
fn ways<G: PrivateDeal<Chance: Cards<G::Card>>>(game: &G, deal: &G::Chance) -> u32 {
    deal.as_ref()[..game.players()].iter().map(|&card| game.weight(card)).product()
}

impl<G: PrivateDeal<Chance: Cards<G::Card>>> Worlds for G {
    fn worlds(&self, info_set: &G::InfoSet, limit: usize) -> Option<Vec<(G::State, f64)>> {
        let (seat, state) = (info_set.seat.index(), info_set.state);
        if self.turn(&state) == Turn::Chance {
            return Some(vec![(state, 1.0)]);
        }
        let mut deals = outcomes(self, &self.start());
        deals.retain(|(deal, _)| deal.as_ref()[seat] == self.dealt(&state).as_ref()[seat]);
        let all: u32 = deals.iter().map(|(deal, _)| ways(self, deal)).sum();
        let world = |(deal, _)| {
            let mut world = state;
            self.reveal(&mut world, &deal);
            (world, f64::from(ways(self, &deal)) / f64::from(all))
        };
        (deals.len() <= limit).then(|| deals.into_iter().map(world).collect())
    }
}

impl<G: PrivateDeal<Chance: Cards<G::Card>>> Steps for G {
    type Step = G::Card;

    /// A card to each player in seat order.
    fn steps(&self, _: &G::State, dealt: &[G::Card]) -> Vec<(G::Card, f64)> {
        if dealt.len() == self.players() {
            return Vec::new();
        }
        let left = self.left(dealt);
        let all = f64::from(sum_of_weights(self, &left));
        left.iter().map(|card| (card, f64::from(self.weight(card)) / all)).collect()
    }

    fn assemble(&self, _: &G::State, dealt: &[G::Card]) -> G::Chance {
        let mut cards = G::Chance::default();
        cards.as_mut()[..dealt.len()].copy_from_slice(dealt);
        cards
    }
}

impl<G: PrivateDeal<Chance: Cards<G::Card>>> StateHistory for G {
    fn events(&self, state: &G::State) -> Vec<(EventOf<G>, f64)> {
        if self.turn(state) == Turn::Chance {
            return Vec::new();
        }
        let deal = self.dealt(state);
        let sum = |n: usize| sum_of_weights(self, &self.left(&deal.as_ref()[..n]));
        let all: u32 = (0..self.players()).map(sum).product();
        let probability = f64::from(ways(self, &deal)) / f64::from(all);
        let deal = (Event::Chance(deal), probability);
        iter::once(deal).chain(self.actions(state).map(|action| (Event::Action(action), 1.0))).collect()
    }
}

impl<G: PrivateDeal<Chance: Cards<G::Card>>> Notation for G {
    fn action_word(&self, _: &G::State, action: G::Action) -> String {
        action.to_string()
    }

    fn chance_word(&self, _: &G::State, deal: &G::Chance) -> String {
        let cards: Vec<String> = deal.as_ref()[..self.players()].iter().map(G::Card::to_string).collect();
        format!("{}:{}", G::DEAL, cards.join(G::BETWEEN))
    }

    fn read_chance(&self, state: &G::State, word: &str) -> Result<G::Chance, WordError> {
        let broken = |reason: String| WordError::broken(word, reason);
        let mut dealt = Vec::with_capacity(self.players());
        for name in WordError::contents(word, G::DEAL)?.split(G::BETWEEN) {
            let card = self.left(&[]).iter().find(|card| card.to_string() == name);
            let card = card.ok_or_else(|| broken(self.unknown(dealt.len() + 1)))?;
            if !self.left(&dealt).contains(card) {
                return Err(broken(format!("{card} is dealt twice")));
            }
            dealt.push(card);
        }
        if dealt.len() != self.players() {
            return Err(broken(self.miscounted(dealt.len())));
        }
        Ok(self.assemble(state, &dealt))
    }

    /// Nothing is shown at the end.
    fn noticed(&self, _: &G::State, event: &EventOf<G>, _: &G::State, player: Player) -> String {
        match event {
            Event::Chance(deal) => format!("{}:{}", G::DEAL, deal.as_ref()[player.index()]),
            Event::Action(action) => action.to_string(),
        }
    }

    fn ending(&self, state: &G::State) -> String {
        self.end(state)
    }

    fn position_text(&self, state: &G::State) -> String {
        let words = self.words(state);
        if words.is_empty() { G::UNDEALT[0].to_owned() } else { words.join(" ") }
    }

    fn table_text(&self, info_set: &G::InfoSet) -> String {
        let undealt = self.turn(&info_set.state) == Turn::Chance;
        if undealt { G::UNDEALT[1].to_owned() } else { self.table(&info_set.state, info_set.seat) }
    }

    #[cfg(feature = "drawings")]
    fn drawing(&self, info_set: &G::InfoSet) -> Option<Drawing> {
        let dealt = self.turn(&info_set.state) != Turn::Chance;
        dealt.then(|| self.pieces(&info_set.state, info_set.seat))
    }

    fn retold(&self, _: &[String], world: &G::State) -> Vec<String> {
        self.words(world)
    }

    /// Checks that the deal is one of the rules, that the actions were legal, and that they lead here.
    fn check(&self, state: &G::State) -> Result<(), String> {
        let mut replayed = self.start();
        for (event, _) in self.events(state) {
            let legal = match (event, self.turn(&replayed)) {
                (Event::Chance(deal), Turn::Chance) => {
                    self.reveal(&mut replayed, &deal);
                    outcomes(self, &self.start()).iter().any(|(known, _)| *known == deal)
                }
                (Event::Action(action), Turn::Player(_)) if self.legal(&replayed).contains(action) => {
                    self.play(&mut replayed, action);
                    true
                }
                _ => false,
            };
            if !legal {
                return Err(format!("it cannot go on like this after `{}`", self.words(&replayed).join(" ")));
            }
        }
        if replayed == *state { Ok(()) } else { Err("its events do not lead to it".to_owned()) }
    }
}
