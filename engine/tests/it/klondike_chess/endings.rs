//! How directed games end, and how often each kind of action occurs.

use std::collections::BTreeMap;

use hinterhand_engine::games::KlondikeChess;
use hinterhand_engine::games::klondike_chess::{Action, Options, ThroneOrder};
use hinterhand_engine::{ActionSet, Game, Player, Rng, Turn};

fn kind(action: Action) -> &'static str {
    match action {
        Action::Set(_) => "set",
        Action::Flip(_) => "flip",
        Action::Move(..) => "move",
        Action::Pass => "pass",
        Action::Split(..) => "split",
        Action::JoinLow(..) => "join low",
        Action::JoinHigh(..) => "join high",
        Action::Lay(_) => "lay",
        Action::Take(_) => "take",
        Action::TakeLow(_) => "take low",
        Action::TakeHigh(_) => "take high",
        Action::OwnLow(_) => "own low",
        Action::OwnHigh(_) => "own high",
        Action::Add(_) => "add",
        Action::AddLow(_) => "add low",
        Action::AddHigh(_) => "add high",
        Action::Draw => "draw",
        Action::Reshuffle => "reshuffle",
        Action::Claim => "claim",
    }
}

/// A random kind of action, then a random action of it: uniformly random play hardly ever builds anything.
fn directed(game: &KlondikeChess, position: &<KlondikeChess as Game>::State, rng: &mut Rng) -> Action {
    let mut kinds: BTreeMap<&str, Vec<Action>> = BTreeMap::new();
    for action in game.legal(position).iter() {
        kinds.entry(kind(action)).or_default().push(action);
    }
    // A claim ends the game, and passing back and forth repeats it.
    if kinds.len() > 1 && rng.below(20) > 0 {
        kinds.remove("claim");
        kinds.remove("pass");
    }
    let chosen = rng.below(kinds.len() as u32) as usize;
    let actions = kinds.into_values().nth(chosen).expect("below their number");
    actions[rng.below(actions.len() as u32) as usize]
}

#[test]
fn every_kind_of_action_and_of_ending_occurs() {
    let mut actions: BTreeMap<&str, u32> = BTreeMap::new();
    let mut endings: BTreeMap<String, u32> = BTreeMap::new();
    for number in 0..1200 {
        let game = KlondikeChess::new(Options {
            defend_own_throne: number % 2 == 0,
            throne_order: [ThroneOrder::Consecutive, ThroneOrder::Ascending, ThroneOrder::KingDirect]
                [number as usize % 3],
            king_draw_turn: 10,
            max_plies: 300,
            ..Options::default()
        });
        let mut rng = Rng::new(40, number);
        let mut position = game.start();
        let mut last = None;
        loop {
            match game.turn(&position) {
                Turn::Over => break,
                Turn::Chance => game.deal(&mut position, &mut rng),
                Turn::Player(player) => {
                    let action = directed(&game, &position, &mut rng);
                    *actions.entry(kind(action)).or_default() += 1;
                    last = Some((kind(action), player));
                    game.play(&mut position, action);
                }
            }
        }
        let (kind, player) = last.expect("somebody has acted");
        let result = match game.payoff(&position, player) {
            0.0 => "draw",
            won if won > 0.0 => "won",
            _ => "lost",
        };
        assert_eq!(game.payoff(&position, Player::FIRST), -game.payoff(&position, Player::SECOND));
        *endings.entry(format!("{kind}: {result}")).or_default() += 1;
    }
    println!("actions {actions:#?}\nendings {endings:#?}");
    assert_eq!(actions.len(), 19);
    assert!(actions.iter().all(|(&kind, &count)| count >= 1000 || kind == "claim"), "{actions:?}");
    assert!(actions["claim"] > 50, "{actions:?}");
    for ending in ["claim: draw", "lay: won", "lay: lost", "reshuffle: draw", "move: lost"] {
        assert!(endings.contains_key(ending), "{ending}: {endings:?}");
    }
}
