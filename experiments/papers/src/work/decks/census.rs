//! The size of a game, estimated from random walks.
//!
//! Knuth, "Estimating the efficiency of backtrack programs" (1975).
//!
//! The deal and the actions of a walk are uniformly random. So the probability of each node that it visits is
//! known, and the node counts with its inverse, the weight: the number of deals times the numbers of actions
//! on the way. The mean over walks of these sums is an unbiased estimate of the number of nodes. An
//! information set has one history for each deal that fits what the player has seen, so a decision counts
//! with its weight divided by that number.

use hinterhand_engine::{ActionSet, Game, Rng, Turn};
use hinterhand_matches::ratings::Moments;

use super::deck::Deck;

/// The figures of a census.
pub(super) const FIGURES: [&str; 7] = [
    "end histories",
    "decision histories",
    "information sets of player 0",
    "information sets of player 1",
    "information sets",
    "information sets with a choice",
    "actions",
];

/// The estimates from the walks so far.
#[derive(Clone, Debug)]
pub(super) struct Census {
    deck: Deck,
    /// In the order of [`FIGURES`].
    pub(super) moments: [Moments; FIGURES.len()],
}

impl Census {
    /// A census before its first walk.
    pub(super) fn new(deck: Deck) -> Census {
        Census { deck, moments: [Moments::default(); FIGURES.len()] }
    }

    /// Does one walk.
    pub(super) fn step(&mut self, rng: &mut Rng) {
        let met = walk(&self.deck, rng);
        self.moments.iter_mut().zip(met).for_each(|(moments, met)| moments.add(met));
    }
}

/// The contribution of one walk to each figure.
fn walk(deck: &Deck, rng: &mut Rng) -> [f64; FIGURES.len()] {
    let mut hand = deck.start();
    deck.deal(&mut hand, rng);
    let mut weight = deck.pack.deals();
    let (mut decisions, mut sets, mut choices, mut actions) = (0.0, [0.0; 2], 0.0, 0.0);
    while let Turn::Player(player) = deck.turn(&hand) {
        let legal = deck.legal(&hand);
        let unseen = deck.info_set(&hand, player).unseen(&deck.pack).expect("the cards are dealt");
        let set = weight / unseen.count();
        decisions += weight;
        sets[player.index()] += set;
        choices += if legal.len() > 1 { set } else { 0.0 };
        actions += set * legal.len() as f64;
        weight *= legal.len() as f64;
        deck.play(&mut hand, legal.nth(rng.below(legal.len() as u32) as usize));
    }
    let [first, second] = sets;
    [weight, decisions, first, second, first + second, choices, actions]
}
