//! The oracle against the written-out trees of small games, and against a walk through all histories of small boards.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use hinterhand_engine::Rng;
use hinterhand_engine::games::phantom::{AnyGoal, Connection, Goal, Line, Phantom, Version};
use hinterhand_engine::games::{DarkHex, PhantomTtt};
use hinterhand_solvers::cfr::Variant;
use hinterhand_solvers::oracle::{self, GameOracle as _, Oracle, OracleCfr, judge, plan, uniform};

use super::PhantomOracle;
use super::board::{Board, each};
use super::histories::histories;

/// The tries of a player: squares, and whether a stone was placed.
type Tries = Vec<(usize, bool)>;

/// A walk through all histories.
struct Walk<'a> {
    oracle: &'a PhantomOracle,
    plans: [&'a [f64]; 2],
    gradients: [Vec<f64>; 2],
    infosets: [BTreeSet<Tries>; 2],
    histories: u64,
}

impl Walk<'_> {
    fn new<'a>(oracle: &'a PhantomOracle, plans: [&'a [f64]; 2]) -> Walk<'a> {
        let gradients = plans.map(|plan| vec![0.0; plan.len()]);
        Walk { oracle, plans, gradients, infosets: Default::default(), histories: 0 }
    }

    fn go(&mut self, tries: &mut [Tries; 2], last: [usize; 2], mover: usize) {
        self.histories += 1;
        let board = &self.oracle.board;
        let set = |tries: &Tries| {
            tries.iter().filter(|(_, stone)| *stone).fold(0_u16, |set, (square, _)| set | 1 << square)
        };
        let sets = [set(&tries[0]), set(&tries[1])];
        let winner = (0..2).find(|&player| board.wins(player, sets[player]));
        if winner.is_some() || sets[0] | sets[1] == board.all() {
            for player in 0..2 {
                let payoff = winner.map_or(0.0, |winner| if winner == player { 1.0 } else { -1.0 });
                self.gradients[player][last[player]] += payoff * self.plans[1 - player][last[1 - player]];
            }
            return;
        }
        self.infosets[mover].insert(tries[mover].clone());
        let infoset = self.oracle.views[mover].view(&tries[mover]).expect("every view has a number");
        let sequences = self.oracle.treeplex(mover).sequences_of(infoset);
        let tried = tries[mover].iter().fold(0_u16, |set, (square, _)| set | 1 << square);
        let untried: Vec<usize> = (0..board.squares()).filter(|square| tried >> square & 1 == 0).collect();
        assert_eq!(untried.len(), sequences.len());
        for (sequence, square) in sequences.zip(untried) {
            let stone = (sets[0] | sets[1]) >> square & 1 == 0;
            let mut now = last;
            now[mover] = sequence;
            tries[mover].push((square, stone));
            let next = if stone || board.version() == Version::Abrupt { 1 - mover } else { mover };
            self.go(tries, now, next);
            tries[mover].pop();
        }
    }
}

/// A plan that takes every action with a random probability.
fn random_plan(oracle: &dyn Oracle, player: usize, rng: &mut Rng) -> Vec<f64> {
    let treeplex = oracle.treeplex(player);
    let mut plan = vec![0.0; treeplex.sequences()];
    let mut weights: Vec<f64> = plan.iter().map(|_| 0.05 + rng.unit()).collect();
    treeplex.from_the_beginning(&mut plan, &mut weights, |_, reach, plan, weights| {
        let sum: f64 = weights.iter().sum();
        plan.iter_mut().zip(weights).for_each(|(plan, weight)| *plan = reach * *weight / sum);
    });
    plan
}

fn connection(rows: usize, columns: usize) -> impl Fn(usize, u16) -> bool {
    move |player, set| {
        let is = |row: usize, column: usize| set >> (row * columns + column) & 1 == 1;
        let mut reached = vec![vec![false; columns]; rows];
        // As often as there are squares, each stone is reached from its neighbours.
        for _ in 0..rows * columns {
            for row in 0..rows {
                for column in 0..columns {
                    let near = [(0, 1), (0, -1), (1, 0), (-1, 0), (-1, 1), (1, -1)].iter().any(
                        |&(r, c): &(i32, i32)| {
                            let at = (row as i32 + r, column as i32 + c);
                            (0..rows as i32).contains(&at.0)
                                && (0..columns as i32).contains(&at.1)
                                && reached[at.0 as usize][at.1 as usize]
                        },
                    );
                    let begin = if player == 0 { row == 0 } else { column == 0 };
                    reached[row][column] |= is(row, column) && (begin || near);
                }
            }
        }
        let ends =
            |row: usize, column: usize| if player == 0 { row == rows - 1 } else { column == columns - 1 };
        (0..rows).any(|row| (0..columns).any(|column| ends(row, column) && reached[row][column]))
    }
}

/// Rows, columns and diagonals of two.
fn pairs(rows: usize, columns: usize) -> impl Fn(usize, u16) -> bool {
    move |_, set| {
        let is = |row: usize, column: usize| {
            row < rows && column < columns && set >> (row * columns + column) & 1 == 1
        };
        (0..rows).any(|row| {
            (0..columns).any(|column| {
                let beside = is(row, column + 1) || is(row + 1, column) || is(row + 1, column + 1);
                is(row, column) && (beside || (column > 0 && is(row + 1, column - 1)))
            })
        })
    }
}

/// Three in a row of a board with one row of five squares.
fn threes(_: usize, set: u16) -> bool {
    (0..3).any(|square| set >> square & 7 == 7)
}

#[track_caller]
fn agrees(board: Board) {
    let oracle = PhantomOracle::on(board);
    let mut rng = Rng::new(2026, 0);
    for _ in 0..2 {
        let plans = [0, 1].map(|player| random_plan(&oracle, player, &mut rng));
        let mut walk = Walk::new(&oracle, [&plans[0], &plans[1]]);
        walk.go(&mut [Vec::new(), Vec::new()], [0, 0], 0);
        assert_eq!(oracle.histories().all(), walk.histories);
        for player in 0..2 {
            assert_eq!(walk.infosets[player].len(), oracle.treeplex(player).infosets(), "player {player}");
            let mut gradient = vec![0.0; plans[player].len()];
            oracle.gradient(player, &plans[1 - player], &mut gradient, &mut Vec::new());
            for (sequence, (found, expected)) in gradient.iter().zip(&walk.gradients[player]).enumerate() {
                assert!(
                    (found - expected).abs() < 1e-12,
                    "player {player}, sequence {sequence}: {found}, {expected}"
                );
            }
        }
    }
}

#[test]
fn connections_agree() {
    for version in [Version::Classical, Version::Abrupt] {
        agrees(Board::new(4, version, connection(2, 2)));
        agrees(Board::new(6, version, connection(2, 3)));
        agrees(Board::new(6, version, connection(3, 2)));
    }
}

#[test]
fn lines_agree() {
    for version in [Version::Classical, Version::Abrupt] {
        agrees(Board::new(4, version, pairs(2, 2)));
        agrees(Board::new(6, version, pairs(2, 3)));
        agrees(Board::new(5, version, threes));
        agrees(Board::new(3, version, |_, _| false));
    }
}

#[test]
fn uniform_play_is_judged_as_known() {
    let oracle = PhantomOracle::on(Board::new(4, Version::Classical, connection(2, 2)));
    let plans = [0, 1].map(|player| uniform(&oracle, player));
    let judged = judge(&oracle, [&plans[0], &plans[1]]);
    let mut walk = Walk::new(&oracle, [&plans[0], &plans[1]]);
    walk.go(&mut [Vec::new(), Vec::new()], [0, 0], 0);
    let value: f64 = walk.gradients[0].iter().zip(&plans[0]).map(|(worth, weight)| worth * weight).sum();
    assert!((judged.value - value).abs() < 1e-12);
    assert!(judged.best_responses[0] >= judged.value && judged.best_responses[1] >= -judged.value);
}

/// What uniformly random play is worth to player 0, by the stones of both and by those that each has hit: how a player came
/// to know what it knows does not matter to it.
struct Uniform<'b> {
    board: &'b Board,
    known: HashMap<([u16; 2], [u16; 2], usize), f64>,
}

impl Uniform<'_> {
    fn value(&mut self, stones: [u16; 2], hits: [u16; 2], mover: usize) -> f64 {
        if stones[0] | stones[1] == self.board.all() {
            return 0.0;
        }
        if let Some(&value) = self.known.get(&(stones, hits, mover)) {
            return value;
        }
        let untried: Vec<usize> = each(self.board.all() & !(stones[mover] | hits[mover])).collect();
        let mut sum = 0.0;
        for &square in &untried {
            let with = |mut sets: [u16; 2]| {
                sets[mover] |= 1 << square;
                sets
            };
            let hit = stones[1 - mover] >> square & 1 == 1;
            sum += if hit {
                let next = if self.board.version() == Version::Abrupt { 1 - mover } else { mover };
                self.value(stones, with(hits), next)
            } else if self.board.wins(mover, with(stones)[mover]) {
                [1.0, -1.0][mover]
            } else {
                self.value(with(stones), hits, 1 - mover)
            };
        }
        let value = sum / untried.len() as f64;
        self.known.insert((stones, hits, mover), value);
        value
    }
}

#[track_caller]
fn uniform_play_is_worth_what_it_is<G: Goal + 'static>(goal: &G) {
    for version in [Version::Classical, Version::Abrupt] {
        let oracle = PhantomOracle::new(&Phantom::of(goal.clone(), version)).expect("a small board");
        let expected = Uniform { board: &oracle.board, known: HashMap::new() }.value([0, 0], [0, 0], 0);
        let plans = [0, 1].map(|player| uniform(&oracle, player));
        let found = judge(&oracle, [&plans[0], &plans[1]]).value;
        assert!((found - expected).abs() < 1e-12, "{found}, {expected}");
    }
}

#[test]
fn uniform_play_on_small_boards_is_worth_what_it_is() {
    uniform_play_is_worth_what_it_is(&Connection::new(2, 3));
    uniform_play_is_worth_what_it_is(&Line::new(3, 2, 2));
}

#[test]
#[ignore = "27 million information sets: a minute, and 4 GB"]
fn uniform_play_on_the_published_boards_is_worth_what_it_is() {
    uniform_play_is_worth_what_it_is(&Line::new(3, 3, 3));
    uniform_play_is_worth_what_it_is(&Connection::new(3, 3));
}

#[track_caller]
fn agrees_with_the_tree(goal: impl Into<AnyGoal>, version: Version) {
    let game = Phantom::of(goal.into(), version);
    let oracle = PhantomOracle::new(&game).expect("a small board");
    crate::check::agrees(&game.into(), &oracle);
}

#[test]
fn small_games_agree_with_the_tree() {
    for version in [Version::Classical, Version::Abrupt] {
        agrees_with_the_tree(Connection::new(2, 2), version);
        agrees_with_the_tree(Connection::new(2, 3), version);
        agrees_with_the_tree(Line::new(2, 2, 2), version);
        agrees_with_the_tree(Line::new(3, 2, 2), version);
    }
}

/// Symmetric plans have the same gradients, value and best responses as they have in the whole game, and what is learned
/// of them is as far from an equilibrium there.
#[track_caller]
fn folds(board: Board, symmetries: usize) {
    let whole = Arc::new(PhantomOracle::on(board));
    let folded = Arc::clone(&whole).folded().expect("a board with symmetries");
    assert_eq!(folded.symmetries(), symmetries);
    let small = &*folded.oracle();
    let unfolded = |policies: [&[f64]; 2]| {
        [0, 1].map(|player| {
            let policy = folded.unfold(player, whole.treeplex(player), policies[player]);
            plan(&*whole, player, &policy)
        })
    };
    let check = |policies: [&[f64]; 2]| {
        let plans = [0, 1].map(|player| plan(small, player, policies[player]));
        let unfolded = unfolded(policies);
        for player in 0..2 {
            let (mut found, mut expected) =
                (vec![0.0; plans[player].len()], vec![0.0; unfolded[player].len()]);
            small.gradient(player, &plans[1 - player], &mut found, &mut Vec::new());
            whole.gradient(player, &unfolded[1 - player], &mut expected, &mut Vec::new());
            for (sequence, expected) in expected.into_iter().enumerate() {
                let found = found[folded.class(player, sequence)];
                assert!((found - expected).abs() < 1e-12, "player {player}, {sequence}: {found}, {expected}");
            }
        }
        let found = judge(small, [&plans[0], &plans[1]]);
        let expected = judge(&*whole, [&unfolded[0], &unfolded[1]]);
        let numbers = |judged: oracle::Judgement| [&[judged.value][..], &judged.best_responses].concat();
        for (found, expected) in numbers(found).into_iter().zip(numbers(expected)) {
            assert!((found - expected).abs() < 1e-12, "{found}, {expected}");
        }
        found.exploitability()
    };
    let mut rng = Rng::new(2026, 1);
    let random = [0, 1].map(|player| {
        let treeplex = small.treeplex(player);
        let mut policy = vec![1.0; treeplex.sequences()];
        for infoset in 0..treeplex.infosets() {
            let weights = &mut policy[treeplex.sequences_of(infoset)];
            weights.iter_mut().for_each(|weight| *weight = 0.05 + rng.unit());
            let sum: f64 = weights.iter().sum();
            weights.iter_mut().for_each(|weight| *weight /= sum);
        }
        policy
    });
    check([&random[0], &random[1]]);
    // All actions of the game are as likely where some stand for several.
    let even = [0, 1].map(|player| uniform(small, player));
    let expected = [0, 1].map(|player| uniform(&*whole, player));
    let (found, expected) =
        (judge(small, [&even[0], &even[1]]), judge(&*whole, [&expected[0], &expected[1]]));
    assert!((found.value - expected.value).abs() < 1e-12, "{found:?}, {expected:?}");
    assert!((found.exploitability() - expected.exploitability()).abs() < 1e-12, "{found:?}, {expected:?}");
    // The whole game is not learned in the same steps: rounding breaks ties between mirrored actions.
    let mut solver = OracleCfr::<_, f64>::new(small, Variant::PCFR_PLUS);
    (0..200).for_each(|_| solver.step());
    let learned = [0, 1].map(|player| solver.average(player));
    let exploitability = check([&learned[0], &learned[1]]);
    assert!(exploitability < 1e-2, "{exploitability}");
}

#[test]
fn symmetric_plans_are_worth_what_they_are_in_the_whole_game() {
    for version in [Version::Classical, Version::Abrupt] {
        folds(Board::new(4, version, connection(2, 2)), 2);
        folds(Board::new(6, version, connection(2, 3)), 2);
        folds(Board::new(6, version, connection(3, 2)), 2);
        folds(Board::new(5, version, threes), 2);
        // Of two columns, each may be turned over by itself, and the middle one too; and the outer ones change places.
        folds(Board::new(6, version, pairs(2, 3)), 16);
        folds(Board::new(4, version, pairs(2, 2)), 24);
        folds(Board::new(3, version, |_, _| false), 6);
    }
}

/// Published by the authors of the benchmark, in billions.
#[test]
fn the_published_boards_have_their_histories() {
    let billions = |goal: AnyGoal, version| {
        let board = Board::of(&Phantom::of(goal, version)).expect("nine squares");
        format!("{:.2}", histories(&board).all() as f64 / 1e9)
    };
    for (version, tic_tac_toe, dark_hex) in
        [(Version::Classical, "19.93", "19.12"), (Version::Abrupt, "27.12", "29.31")]
    {
        assert_eq!(billions(Line::new(3, 3, 3).into(), version), tic_tac_toe);
        assert_eq!(billions(Connection::new(3, 3).into(), version), dark_hex);
    }
}

#[test]
fn the_published_boards_have_their_symmetries() {
    let tic_tac_toe = Board::of(&PhantomTtt::default()).expect("nine squares").symmetries();
    assert_eq!(tic_tac_toe.len(), 8);
    assert_eq!(tic_tac_toe[0], [0, 1, 2, 3, 4, 5, 6, 7, 8]);
    let dark_hex = Board::of(&DarkHex::default()).expect("nine squares").symmetries();
    assert_eq!(dark_hex, [[0, 1, 2, 3, 4, 5, 6, 7, 8], [8, 7, 6, 5, 4, 3, 2, 1, 0]]);
}
