//! Leads of the first trick that no hand makes: the reply and all below it learned again.
//!
//! In some hands of a whole game a card is never led, and the reply to it is what was learned when it was led
//! last. So the game after such a lead is solved by itself, as after a mistake in a [second
//! trick](crate::off_path::second_tricks): each hand of the leader, the *stranger*, enters once, and more often
//! if it wins more than before (see [`Entries`]). Mistakes further down are left to the second tricks.

use hinterhand_solvers::cfr::Variant;

use crate::learn::average::shared;
use crate::learn::hands::{HandSolver, Start, TrickTables};
use crate::off_path::gadget::Entries;
use crate::position::pairs::Pair;
use crate::position::subsets::{MOST, choose, number, places, subsets, with_gap};
use crate::reduced::sequences::PassMode;
use crate::regrets::Factors;

/// A lead that no hand makes.
struct StrangeLead {
    card: usize,
    /// The hands of the stranger without the card.
    entries: Entries,
}

/// The solver, with replies learned again to all leads that no hand makes; none if there are no such leads.
pub(crate) fn relearn_first_tricks(hands: &HandSolver, iterations: u32) -> Option<HandSolver> {
    let cards: Vec<Vec<usize>> = hands.deals.iter().map(|deal| never_led(deal, &hands.pairs)).collect();
    if iterations == 0 || cards.iter().all(Vec::is_empty) {
        return None;
    }
    let mut hands = hands.clone();
    let deals = vec![vec![Start::deal()]; cards.len()];
    let best = hands.pass_from(0, PassMode::Answer, &deals);
    // All hands of the replying player, against which the stranger learns.
    let replying = |&card: &usize| Start { lead: Some(card), reach: vec![1.0; choose(MOST - 1, 3)] };
    let replying: Vec<Vec<Start>> = cards.iter().map(|cards| cards.iter().map(replying).collect()).collect();
    let won = hands.pass_from(0, PassMode::Answer, &replying);
    let mut leads: Vec<Vec<StrangeLead>> = Vec::new();
    for ((cards, won), best) in cards.iter().zip(&won).zip(&best) {
        let lead = |(&card, won): (&usize, &Vec<f64>)| {
            // By this lead a hand may win as much as by its best action.
            let with = |&rest: &u16| best[0][number(with_gap(rest, card) | 1 << card)];
            let most: Vec<f64> = subsets(MOST - 1, 2).iter().map(with).collect();
            StrangeLead { card, entries: Entries::new(won, Some(&most)) }
        };
        leads.push(cards.iter().zip(won).map(lead).collect());
    }
    forget(&mut hands, &cards);
    for iteration in 1..=iterations {
        let factors = Factors::new(&Variant::DCFR, iteration);
        let start = |lead: &StrangeLead| Start { lead: Some(lead.card), reach: lead.entries.reach() };
        let entering: Vec<Vec<Start>> = leads.iter().map(|leads| leads.iter().map(start).collect()).collect();
        hands.pass_from(1, PassMode::Learn(factors), &entering);
        let wins = hands.pass_from(0, PassMode::Learn(factors), &replying);
        for (lead, wins) in leads.iter_mut().flatten().zip(wins.iter().flatten()) {
            lead.entries.learn(wins, &factors);
        }
    }
    Some(hands)
}

/// Forgets all that follows these leads.
fn forget(hands: &mut HandSolver, cards: &[Vec<usize>]) {
    let tricks = &hands.pairs[..hands.pairs.len() - 1];
    for ((deal, units), cards) in hands.deals.iter_mut().zip(hands.units.chunks_mut(tricks.len())).zip(cards)
    {
        cards.iter().for_each(|&card| deal.forget(Some(card)));
        let below = units.iter_mut().zip(tricks).filter(|(_, pair)| cards.contains(&pair.lead()));
        below.for_each(|(unit, _)| unit.forget(None));
    }
}

/// The cards that no hand leads in a first trick, nor their mirror images.
fn never_led(deal: &TrickTables, pairs: &[Pair]) -> Vec<usize> {
    let leads = |card: usize| {
        subsets(MOST, 3).iter().any(|&hand| {
            let action = places(hand).position(|place| place == card);
            action.is_some_and(|action| shared(&deal.rows.sums[4 * number(hand)..][..4], 0b1111)[action] > 0)
        })
    };
    let mut led: [bool; MOST] = std::array::from_fn(leads);
    for pair in &pairs[..pairs.len() - 1] {
        let both = led[pair.lead()] || led[pair.image_lead()];
        (led[pair.lead()], led[pair.image_lead()]) = (both, both);
    }
    (0..MOST).filter(|&card| !led[card]).collect()
}
