//! The tests of the engine as a whole.

#![allow(unreachable_pub, reason = "what the modules of a test share is `pub` to each other alone")]

/// The contract of every game, one line per game.
mod contract;

/// The engine against the second implementation, whole trees and random games.
mod agreement;
/// The big games against it: random games under random mixtures of options.
mod agreement_of_random_games;
/// Nothing hidden can be concluded from what a seat is shown.
mod leaks;
/// Kinderschnapsen with a leak of one bit.
mod leaky;
/// Faults planted in the second implementation of the big games, which that comparison must find.
mod planted;

/// The common knowledge of both players of a trick-taking game.
mod common;
/// Position keys: the part of a state that still matters.
mod position_keys;
/// Cards that no player has seen can be put in any order.
mod reshuffle;
/// Sampled worlds are as frequent as the listed ones are likely.
mod sampling;
/// The listed worlds are those that the second implementation cannot tell apart.
mod worlds;

/// The bodies of the fuzz targets.
#[path = "../../../fuzz/entries.rs"]
mod fuzz_entries;
/// The counts of histories kept as data.
mod perft_tables;
/// Seeded games word for word.
mod playthroughs;
/// Bytes and words of all kinds, and the corpus of the fuzz targets.
mod properties;

/// The types of the engine, each by itself.
mod units;

/// Klondike Chess: contract, tables, sampling, and how games end.
mod klondike_chess;

/// The texts of endings.
mod endings;
/// The numbered scenarios of the rules pages.
mod scenarios;

/// Liar's dice, with one and with two dice each, against a second implementation.
mod liars_dice;
// What learners are given.
mod observations;
/// The reference games in words: how they end, and what is said of words that cannot be.
mod records;
/// The reference games are as large as OpenSpiel's.
mod sizes;
/// States tell how they came about.
mod state_history;
/// Where decisions are hidden, sampled worlds are as frequent as the listed ones are likely.
mod unseen;
/// Whole trees of small games: what is seen, which worlds fit, what random play pays.
mod whole_trees;

/// The small form of a game: two examples, the fast form beside it, and rules that contradict themselves.
mod small;

/// Recipippes: its scenarios, its samples, and how random games go.
mod recipippes;
/// Whole games of Schikanöschen: what is kept, what happens how often, how they end.
mod schikanoeschen;

/// Explicit trees, Gambit's files, and other games written out as trees.
mod tree;

/// A second implementation of the trick-taking and of the big games, to compare with.
mod naive;
/// Which second implementation referees which game.
mod referee;
/// The small games as one type, held against each of them.
mod reference;

/// Facts hidden from a seat, or proved to it.
mod facts;
/// Texts kept in files.
mod golden;
/// Deals that differ by hidden cards alone.
mod hidden;
/// The information partitions in both implementations.
mod partition;
/// Phantom games: the engine against the second implementation, and the published sizes.
mod phantom;
/// Positions with neither too few nor too many worlds.
mod positions;
/// Games under every option.
mod variants;
