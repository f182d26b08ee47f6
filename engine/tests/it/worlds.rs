//! The listed worlds are exactly the deals that the naive implementation cannot tell apart.
//!
//! A few hidden cards are laid into each other's places in every possible way. Naively each such deal
//! either can be played on by the same words and looks the same, or it does not; and so it must be listed,
//! or not.

use std::collections::HashSet;

use hinterhand_engine::contract::Avoid;
use hinterhand_engine::games::{Kinderschnapsen, Schnapsen, SixtySix};
use hinterhand_engine::{Rng, Settings};

use crate::facts::Fact;
use crate::hidden::{cards_of, rename};
use crate::naive::Naive;
use crate::positions::{Position, positions, towards_few_worlds};
use crate::referee::{TrickGame, both};

#[test]
fn kinderschnapsen() {
    lists_what_fits::<Kinderschnapsen>(|_, _, _| false);
}

#[test]
fn sixty_six() {
    lists_what_fits::<SixtySix>(towards_few_worlds);
}

#[test]
fn schnapsen() {
    lists_what_fits::<Schnapsen>(towards_few_worlds);
}

fn lists_what_fits<G: TrickGame>(avoid: Avoid<G>) {
    let (game, naive) = both::<G>(&Settings::of::<G>());
    let (mut fitting, mut refuted) = (0, 0);
    for position in positions(&game, avoid, &[Fact::RefusedSuit, Fact::ClosedTalon], 4) {
        let listed: HashSet<String> = position.worlds.keys().map(|story| story[0].clone()).collect();
        for deal in rearranged(&game, &position) {
            let fits = fits(&naive, &position, &deal);
            let what = if fits { "fits but is not listed" } else { "is listed but does not fit" };
            assert_eq!(listed.contains(&deal), fits, "{deal} {what}: {}", position.words.join(" "));
            *if fits { &mut fitting } else { &mut refuted } += 1;
        }
    }
    assert!(fitting > 100 && refuted > 100, "{}: {fitting} fit, {refuted} do not", G::INFO.name);
}

/// The deal with six random cards that the seat was not dealt in each other's places, in all 720 ways.
fn rearranged<G: TrickGame>(game: &G, position: &Position) -> HashSet<String> {
    let deal = &position.words[0];
    let hand = deal.split(['/', ':']).nth(1 + position.seat.index()).expect("a hand");
    let mut cards: Vec<&str> = cards_of(deal).into_iter().filter(|card| !hand.contains(card)).collect();
    Rng::new(950, position.words.len() as u64).shuffle(&mut cards);
    cards.truncate(6);
    let mut orders = vec![Vec::new()];
    for _ in 0..cards.len() {
        orders = orders
            .into_iter()
            .flat_map(|order: Vec<&str>| {
                let left: Vec<&str> = cards.iter().copied().filter(|card| !order.contains(card)).collect();
                left.into_iter().map(move |card| [order.clone(), vec![card]].concat())
            })
            .collect();
    }
    let start = game.start();
    let in_card_order = |order: Vec<&str>| {
        let pairs: Vec<(&str, &str)> = cards.iter().copied().zip(order).collect();
        let chance = game.read_chance(&start, &rename(deal, &pairs)).expect("every card once");
        game.chance_word(&start, &chance)
    };
    orders.into_iter().map(in_card_order).collect()
}

/// Whether the words can be played on this deal and show the seat the same, naively.
fn fits<N: Naive>(naive: &N, position: &Position, deal: &str) -> bool {
    let (mut truth, mut other) = (naive.clone(), naive.clone());
    truth.play(&position.words[0]);
    other.play(deal);
    let same = |truth: &N, other: &N| truth.seen(position.seat.index()) == other.seen(position.seat.index());
    for word in &position.words[1..] {
        if !same(&truth, &other) || !other.legal().contains(word) {
            return false;
        }
        truth.play(word);
        other.play(word);
    }
    same(&truth, &other)
}
