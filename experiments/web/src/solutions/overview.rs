//! A strategy over all hands: what it does at its first decisions, and how often which kind of action is taken when.

use std::collections::{BTreeMap, HashMap};

use hinterhand_engine::dynamic::AnyGame;
use hinterhand_engine::tricks::{Card, Suit};
use hinterhand_engine::{ActionSet as _, Game as _, Notation as _, Rng, Turn};
use hinterhand_players::games::LoadedGame;
use hinterhand_players::strategy::{Entry, Opening, OpeningHand, RANKS, book};
use serde_json::{Value as Json, json};

use super::solved::Solutions;
use super::source::InTime;
use super::written::MOST_NODES;

/// The rows of a heat map, the most frequent first.
const ROWS: usize = 240;

/// The games that are played where a game is too large to be written out, by a strategy that answers at once and by one
/// that searches.
const GAMES: [u64; 2] = [1_000, 40];

/// What is done at the first decision of each player, hand by hand: panels of rows, whose cells are probabilities.
pub(crate) fn opening(
    game: &LoadedGame,
    strategy: InTime<'_>,
    solutions: &Solutions,
) -> Result<Json, String> {
    if let Some(rules) = game.hand() {
        return Ok(first_leads(&Opening::of(&rules, &strategy)));
    }
    let written = solutions.written(game)?;
    let entries = book(game, &strategy, MOST_NODES).map_err(|error| error.to_string())?;
    let mut columns: Vec<&str> = Vec::new();
    let panels = (0..game.players()).map(|player| {
        let sets = entries.iter().zip(written.tree.tree().sets());
        let firsts = sets.filter(|(entry, set)| entry.player == player && set.parent().is_none());
        let mut firsts: Vec<&Entry> = firsts.map(|(entry, _)| entry).collect();
        // What happens most is kept, in the order of the tree.
        if firsts.len() > ROWS {
            let mut reaches: Vec<f64> = firsts.iter().map(|entry| entry.reach).collect();
            reaches.sort_by(|one, other| other.total_cmp(one));
            firsts.retain(|entry| entry.reach >= reaches[ROWS - 1]);
            firsts.truncate(ROWS);
        }
        firsts
    });
    let panels: Vec<Vec<&Entry>> = panels.collect();
    for word in panels.iter().flatten().flat_map(|entry| &entry.legal) {
        if !columns.contains(&word.as_str()) {
            columns.push(word);
        }
    }
    let row = |entry: &&Entry| {
        let of = |column: &&str| {
            entry.legal.iter().position(|word| word == column).map(|at| entry.probabilities[at])
        };
        let cells: Vec<Option<f64>> = columns.iter().map(of).collect();
        json!({ "seen": entry.seen, "weight": entry.reach, "cells": cells, "actions": entry.actions })
    };
    let panels =
        panels.iter().enumerate().filter(|(_, rows)| !rows.is_empty()).map(
            |(player, rows)| json!({ "player": player, "rows": rows.iter().map(row).collect::<Vec<_>>() }),
        );
    Ok(json!({ "columns": columns, "panels": panels.collect::<Vec<_>>() }))
}

/// The first leads of Kinderschnapsen: columns for closing, and for leading the first to third card, open and closed.
fn first_leads(opening: &Opening) -> Json {
    let all: f64 = opening.hands.iter().map(|hand| f64::from(hand.deals)).sum();
    let panels = RANKS.map(|rank| {
        let rows = opening.hands.iter().filter(|hand| hand.turnup.rank() == rank).map(|hand| {
            json!({
                "hand": hand.cards.map(|card| card.to_string()), "weight": f64::from(hand.deals) / all,
                "cells": hand.parts().collect::<Vec<_>>(), "actions": [deal(hand)],
            })
        });
        json!({ "turnup": format!("{}S", rank.letter()), "rows": rows.collect::<Vec<_>>() })
    });
    json!({ "columns": ["close", "open:1", "open:2", "open:3", "closed:1", "closed:2", "closed:3"], "panels": panels })
}

/// The word of a deal that gives the leader this hand; the other cards lie in the order of the pack.
fn deal(hand: &OpeningHand) -> String {
    let is_left = |card: &Card| *card != hand.turnup && !hand.cards.contains(card);
    let all = [Suit::Spades, Suit::Hearts, Suit::Diamonds]
        .into_iter()
        .flat_map(|suit| RANKS.map(|rank| Card::new(rank, suit)));
    let left: Vec<String> = all.filter(is_left).map(|card| card.to_string()).collect();
    let hand_text = hand.cards.map(|card| card.to_string()).join(",");
    format!("deal:{hand_text}/{}/{}/{}", left[..3].join(","), hand.turnup, left[3..].join(","))
}

/// How often which kind of action is taken, by player and by the number of its decision: exactly where the game can be
/// written out, from games of the strategy with itself elsewhere.
pub(crate) fn frequencies(
    game: &LoadedGame,
    strategy: InTime<'_>,
    solutions: &Solutions,
) -> Result<Json, String> {
    let mut counted = Counted::default();
    let games = match solutions.written(game) {
        Ok(_) => {
            for entry in book(game, &strategy, MOST_NODES).map_err(|error| error.to_string())? {
                let decision = decisions(game.rules(), &entry)?;
                for (word, share) in entry.legal.iter().zip(&entry.probabilities) {
                    counted.add(entry.player, decision, word, entry.reach * share);
                }
            }
            None
        }
        Err(_) => {
            let games = GAMES[usize::from(strategy.is_slow)];
            (0..games)
                .try_for_each(|number| counted.play(game.rules(), strategy, number, 1.0 / games as f64))?;
            Some(games)
        }
    };
    Ok(json!({ "games": games, "rows": counted.json() }))
}

/// The number of decisions that the player of an entry has made before.
fn decisions(rules: &AnyGame, entry: &Entry) -> Result<usize, String> {
    let (mut state, mut made) = (rules.start(), 0);
    for word in &entry.actions {
        match rules.turn(&state) {
            Turn::Chance => {
                let event = rules.read_chance(&state, word).map_err(|error| error.to_string())?;
                rules.reveal(&mut state, &event);
            }
            Turn::Player(player) => {
                made += usize::from(player.index() == entry.player);
                let action = rules.read_action(&state, word).map_err(|error| error.to_string())?;
                rules.play(&mut state, action);
            }
            Turn::Over => return Err("a history that goes on after the end".to_owned()),
        }
    }
    Ok(made)
}

/// Frequencies by player, decision and kind.
#[derive(Debug, Default)]
struct Counted {
    rows: BTreeMap<(usize, usize), BTreeMap<String, f64>>,
}

/// The decisions of a game that are counted.
const DECISIONS: usize = 60;

impl Counted {
    fn add(&mut self, player: usize, decision: usize, word: &str, weight: f64) {
        if decision < DECISIONS {
            *self.rows.entry((player, decision)).or_default().entry(kind(word)).or_default() += weight;
        }
    }

    /// Plays one game and counts it with this weight.
    fn play(
        &mut self,
        rules: &AnyGame,
        strategy: InTime<'_>,
        number: u64,
        weight: f64,
    ) -> Result<(), String> {
        let (mut state, mut rng) = (rules.start(), Rng::new(1, number));
        let mut made = HashMap::<usize, usize>::new();
        loop {
            match rules.turn(&state) {
                Turn::Over => return Ok(()),
                Turn::Chance => rules.deal(&mut state, &mut rng),
                Turn::Player(player) => {
                    let (info_set, legal) = (rules.info_set(&state, player), rules.legal(&state));
                    let shares = strategy.shares(&info_set, &legal);
                    if strategy.is_late() {
                        return Err("it takes too long".to_owned());
                    }
                    let decision = made.entry(player.index()).or_default();
                    // What is done is drawn; what is counted is how likely it was.
                    for (action, share) in legal.iter().zip(&shares).filter(|(_, share)| **share > 0.0) {
                        self.add(
                            player.index(),
                            *decision,
                            &rules.action_word(&state, action),
                            weight * share,
                        );
                    }
                    *decision += 1;
                    let chosen = rng.weighted(shares.iter().copied());
                    rules.play(&mut state, legal.nth(chosen));
                }
            }
        }
    }

    fn json(&self) -> Vec<Json> {
        let row = |(&(player, decision), kinds): (&(usize, usize), &BTreeMap<String, f64>)| {
            let all: f64 = kinds.values().sum();
            let mut kinds: Vec<(&String, f64)> = kinds.iter().map(|(kind, sum)| (kind, sum / all)).collect();
            kinds.sort_by(|(_, one), (_, other)| other.total_cmp(one));
            json!({ "player": player, "decision": decision, "reach": all, "kinds": kinds })
        };
        self.rows.iter().filter(|(_, kinds)| kinds.values().sum::<f64>() > 0.0).map(row).collect()
    }
}

/// The kind of an action: the rank of a card of the French pack, or what stands before the colon.
fn kind(word: &str) -> String {
    let mut letters = word.chars();
    match (letters.next(), letters.next(), letters.next()) {
        (Some(rank), Some('C' | 'S' | 'H' | 'D'), None) => rank.to_string(),
        _ => word.split(':').next().unwrap_or(word).to_owned(),
    }
}
