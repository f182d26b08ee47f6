//! The worlds that fit what a player knows, listed.
//!
//! They are few only while most hands are known: when both players were short and handed nearly all their
//! cards over, and the draw pile is used up or has no order yet.

use super::card::{Card, CardSet};
use super::hidden::{Case, Hidden};
use super::position::{Phase, Position};
use super::rules::KlondikeChess;
use super::seen::InfoSet;
use super::setup::Setup;
use super::stock::Pile;
use crate::Worlds;

impl Worlds for KlondikeChess {
    fn worlds(&self, info_set: &InfoSet, limit: usize) -> Option<Vec<(Position, f64)>> {
        let masked = &info_set.position;
        if masked.phase == Phase::Deal {
            return Some(vec![(masked.clone(), 1.0)]);
        }
        let hidden = Hidden::new(self, info_set);
        let ordered = if masked.phase == Phase::Pile { 0 } else { masked.stock.left() };
        let orders: f64 = (1..=ordered).map(|cards| cards as f64).product();
        let count: f64 = hidden.cases().map(|case| hidden.count(case)).sum();
        if count * orders > limit as f64 + 0.5 {
            return None;
        }
        let mut worlds = Vec::new();
        for case in hidden.cases().filter(|&case| hidden.count(case) > 0.0) {
            let weight = hidden.weight(case);
            each_setup(&hidden, case, &masked.setup, &mut |setup| {
                let position = Position { setup: *setup, ..masked.clone() };
                if ordered == 0 {
                    return worlds.push((position, weight));
                }
                let mut cards: Vec<Card> = position.pile_cards().iter().collect();
                each_order(&mut cards, 0, &mut |cards| {
                    let mut position = position.clone();
                    position.stock.order(&Pile::from_top(cards.iter().copied()));
                    worlds.push((position, weight));
                });
            });
        }
        let total: f64 = worlds.iter().map(|(_, weight)| weight).sum();
        worlds.iter_mut().for_each(|(_, weight)| *weight /= total);
        Some(worlds)
    }
}

/// Calls `visit` with every filling of the blanks of `masked` that belongs to this case.
fn each_setup(hidden: &Hidden, case: Case, masked: &Setup, visit: &mut dyn FnMut(&Setup)) {
    each_face_down(hidden, case.taken, &mut Vec::new(), &mut |face_down| {
        let mut setup = *masked;
        hidden.lay(&mut setup, face_down);
        let set = hidden.turned | face_down.iter().copied().collect::<CardSet>() & hidden.own;
        each_subset(hidden.own - set, hidden.unseen_own(case) - set.len(), &mut |others| {
            each_origin(hidden, case, 0, set | others, &setup, visit);
        });
    });
}

/// Splits `own` over the times at which the cards came, from the `at`-th on.
fn each_origin(
    hidden: &Hidden,
    case: Case,
    at: usize,
    own: CardSet,
    setup: &Setup,
    visit: &mut dyn FnMut(&Setup),
) {
    if let Some(&(source, size)) = hidden.fixed().get(at) {
        each_subset(own, size, &mut |cards| {
            let mut setup = *setup;
            *setup.source_mut(source, hidden.other) |= cards;
            each_origin(hidden, case, at + 1, own - cards, &setup, visit);
        });
    } else if let Some((source, size)) = hidden.open {
        each_subset(hidden.wrong, size - case.open, &mut |wrong| {
            let mut setup = *setup;
            *setup.source_mut(source, hidden.other) |= own | wrong;
            visit(&setup);
        });
    } else {
        visit(setup);
    }
}

/// Calls `visit` with every sequence of cards that has this many of each pool.
fn each_face_down(hidden: &Hidden, left: [usize; 4], laid: &mut Vec<Card>, visit: &mut dyn FnMut(&[Card])) {
    if left == [0; 4] {
        return visit(laid);
    }
    for (n, pool) in hidden.pools.iter().enumerate().filter(|&(n, _)| left[n] > 0) {
        let mut left = left;
        left[n] -= 1;
        for card in pool.iter() {
            if !laid.contains(&card) {
                laid.push(card);
                each_face_down(hidden, left, laid, visit);
                laid.pop();
            }
        }
    }
}

/// Calls `visit` with every choice of `size` cards out of `cards`.
fn each_subset(cards: CardSet, size: usize, visit: &mut dyn FnMut(CardSet)) {
    if size == 0 {
        return visit(CardSet::EMPTY);
    }
    if cards.len() < size {
        return;
    }
    let first = cards.first();
    let others = cards - CardSet::of(first);
    each_subset(others, size - 1, &mut |chosen| visit(chosen | CardSet::of(first)));
    each_subset(others, size, visit);
}

/// Calls `visit` with every order of the cards from the `at`-th on.
fn each_order(cards: &mut [Card], at: usize, visit: &mut dyn FnMut(&[Card])) {
    if at >= cards.len() {
        return visit(cards);
    }
    for next in at..cards.len() {
        cards.swap(at, next);
        each_order(cards, at + 1, visit);
        cards.swap(at, next);
    }
}
