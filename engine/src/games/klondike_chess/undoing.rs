//! The ko rule, and the tables kept along the way, against what they stand for.

use std::collections::BTreeMap;

use super::action::Action;
use super::board::Square;
use super::card::Card;
use super::notation::stack_on;
use super::position::{Phase, Position};
use super::rules::{KlondikeChess, Options, ThroneOrder};
use crate::{ActionSet, Game, Notation, Player, Rng, Turn};

/// The part of the position that counts for ko and repetition.
#[derive(Clone, PartialEq, Debug)]
struct Public {
    stacks: Vec<(Square, Vec<Card>)>,
    face_down: u64,
    thrones: [Vec<Card>; 2],
    waste: Vec<Card>,
    left: usize,
    mover: Player,
}

fn public(position: &Position) -> Public {
    Public {
        stacks: Square::each(position.stacks.squares()).map(|at| (at, stack_on(position, at))).collect(),
        face_down: position.face_down,
        thrones: position.thrones.map(|pile| pile.iter().collect()),
        waste: position.stock.waste().to_vec(),
        left: position.stock.left(),
        mover: position.mover,
    }
}

/// A kind of action by its number.
fn kind(action: Action) -> u32 {
    action.number() >> 12
}

/// Whether an action has to do with a throne.
fn at_a_throne(action: Action) -> bool {
    (7..=12).contains(&kind(action))
}

/// A random action of a random kind, so that stacks and thrones are built and taken down all the time.
fn directed(game: &KlondikeChess, position: &Position, rng: &mut Rng) -> Action {
    let actions: Vec<Action> =
        game.legal(position).iter().filter(|&action| action != Action::Claim).collect();
    let mut kinds: Vec<u32> = actions.iter().map(|&action| kind(action)).collect();
    kinds.dedup();
    if kinds.iter().any(|kind| (7..=12).contains(kind)) && rng.below(2) == 0 {
        kinds.retain(|kind| (7..=12).contains(kind));
    }
    let chosen = kinds[rng.below(kinds.len() as u32) as usize];
    let actions: Vec<Action> = actions.into_iter().filter(|&action| kind(action) == chosen).collect();
    actions[rng.below(actions.len() as u32) as usize]
}

#[test]
fn the_ko_rule_forbids_what_leads_back_and_nothing_else() {
    let mut forbidden: BTreeMap<u32, u32> = BTreeMap::new();
    for number in 0..400 {
        let game = KlondikeChess::new(Options {
            defend_own_throne: number % 2 == 0,
            throne_order: if number % 3 == 0 { ThroneOrder::Ascending } else { ThroneOrder::Consecutive },
            max_plies: 400,
            ..Options::default()
        });
        let mut rng = Rng::new(8, number);
        let mut position = game.start();
        // The position before the last turn, if that was no pass.
        let mut before: Option<Public> = None;
        let mut thrones = false;
        loop {
            match game.turn(&position) {
                Turn::Over => break,
                Turn::Chance => {
                    game.deal(&mut position, &mut rng);
                    continue;
                }
                Turn::Player(_) => {}
            }
            game.check(&position).unwrap();
            // All actions are tried in some positions, and whenever a throne has changed.
            if position.phase == Phase::Play && (thrones || rng.below(16) == 0) {
                let legal: Vec<Action> = game.legal(&position).iter().collect();
                let free = Position { ko: None, ..position.clone() };
                for action in game.legal(&free).iter().filter(|&action| action != Action::Claim) {
                    let mut next = free.clone();
                    game.take_turn(&mut next, action);
                    let back = before.as_ref() == Some(&public(&next));
                    assert_eq!(legal.contains(&action), !back, "{action:?} at {position:?}");
                    *forbidden.entry(kind(action)).or_default() += u32::from(back);
                }
            }
            let action = directed(&game, &position, &mut rng);
            let played = position.phase == Phase::Play && action != Action::Pass;
            thrones = at_a_throne(action);
            before = played.then(|| public(&position));
            game.play(&mut position, action);
        }
    }
    // Moves, splits, joins at either end, and with a throne to defend cards laid and taken.
    for action in ["move", "split", "join low", "join high", "lay", "own low", "own high"]
        .iter()
        .zip([2, 4, 5, 6, 7, 11, 12])
    {
        let (name, kind) = action;
        assert!(forbidden[&kind] > 0, "no {name} would have led back: {forbidden:?}");
    }
    let never: u32 = [1, 3, 8, 9, 10, 13, 14, 15].iter().filter_map(|kind| forbidden.get(kind)).sum();
    assert_eq!(never, 0, "{forbidden:?}");
}

#[test]
fn keys_are_equal_if_positions_are() {
    let game = KlondikeChess::default();
    let mut keys: Vec<(Public, super::key::Key)> = Vec::new();
    for number in 0..20 {
        let mut rng = Rng::new(9, number);
        let mut position = game.start();
        while game.turn(&position) != Turn::Over {
            if game.turn(&position) == Turn::Chance {
                game.deal(&mut position, &mut rng);
                continue;
            }
            if position.phase == Phase::Play {
                // Whose turn it is, is no part of the key.
                keys.push((Public { mover: Player::FIRST, ..public(&position) }, position.key));
            }
            let action = directed(&game, &position, &mut rng);
            game.play(&mut position, action);
        }
    }
    keys.sort_by(|a, b| format!("{:?}", a.1).cmp(&format!("{:?}", b.1)));
    let repeated = keys.windows(2).filter(|pair| pair[0].1 == pair[1].1).count();
    assert!(repeated > 10, "{repeated} repetitions");
    assert!(keys.windows(2).all(|pair| (pair[0].1 == pair[1].1) == (pair[0].0 == pair[1].0)));
}
