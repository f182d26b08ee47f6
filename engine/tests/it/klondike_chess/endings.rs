//! The endings of directed games, and the frequency of each kind of action.

use std::collections::BTreeMap;

use hinterhand_engine::games::KlondikeChess;
use hinterhand_engine::games::klondike_chess::{Action, Options, Square, ThroneOrder};
use hinterhand_engine::{ActionSet, Game, Notation, Player, Rng, Turn};

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

/// Whether cards go to a square next to a throne.
fn goes_to_a_throne(game: &KlondikeChess, action: Action) -> bool {
    let (Action::Move(_, to) | Action::Split(_, to) | Action::Take(to)) = action else { return false };
    let place = |square: Square| [square.index() % 8, square.index() / 8];
    Player::all(2).any(|player| {
        let ([x, y], [a, b]) = (place(game.options().board.throne(player)), place(to));
        x.abs_diff(a).max(y.abs_diff(b)) == 1
    })
}

/// Kinds that seldom come up, the most seldom first.
const SELDOM: [&str; 9] =
    ["own high", "own low", "take high", "take low", "add high", "add low", "lay", "reshuffle", "take"];

/// The directed player: half the time the first kind of [`SELDOM`] that is legal, otherwise a random kind,
/// but claims and passes only once in twenty times; half the time only such actions of it that go to a square
/// next to a throne, if there are any; then a random one. Uniformly random play hardly ever builds anything.
pub fn directed(game: &KlondikeChess, position: &<KlondikeChess as Game>::State, rng: &mut Rng) -> Action {
    let mut kinds: BTreeMap<&str, Vec<Action>> = BTreeMap::new();
    for action in game.legal(position).iter() {
        kinds.entry(kind(action)).or_default().push(action);
    }
    for shunned in ["claim", "pass"] {
        if kinds.len() > 1 && rng.below(20) > 0 {
            kinds.remove(shunned);
        }
    }
    let random = kinds.keys().nth(rng.below(kinds.len() as u32) as usize).expect("below their number");
    let seldom = SELDOM.iter().find(|&&kind| kinds.contains_key(kind)).filter(|_| rng.below(2) == 0);
    let all = &kinds[seldom.unwrap_or(random)];
    let near: Vec<Action> = all.iter().copied().filter(|&action| goes_to_a_throne(game, action)).collect();
    let actions = if near.is_empty() || rng.below(2) == 0 { all } else { &near };
    actions[rng.below(actions.len() as u32) as usize]
}

#[test]
fn every_kind_of_action_and_of_ending_occurs() {
    let mut actions: BTreeMap<&str, u32> = BTreeMap::new();
    let mut endings: BTreeMap<String, u32> = BTreeMap::new();
    for number in 0..3600 {
        let game = KlondikeChess::new(Options {
            defend_own_throne: number % 8 != 0,
            throne_order: [ThroneOrder::Consecutive, ThroneOrder::Ascending, ThroneOrder::KingDirect]
                [number as usize % 3],
            king_draw_turn: 25,
            max_plies: 600,
            ..Options::default()
        });
        let mut rng = Rng::new(40, number);
        let mut position = game.start();
        let (mut last, mut turns, mut crowned) = (None, 0, false);
        loop {
            match game.turn(&position) {
                Turn::Over => break,
                Turn::Chance => game.deal(&mut position, &mut rng),
                Turn::Player(player) => {
                    let action = directed(&game, &position, &mut rng);
                    *actions.entry(kind(action)).or_default() += 1;
                    last = Some((kind(action), player));
                    crowned = matches!(action, Action::Lay(card) if card.to_string().starts_with('K'));
                    turns += u16::from(!matches!(action, Action::Set(_) | Action::Claim));
                    game.play(&mut position, action);
                }
            }
        }
        let (kind, player) = last.expect("a player has acted");
        let result = match game.payoff(&position, player) {
            0.0 => "draw",
            won if won > 0.0 => "won",
            _ => "lost",
        };
        assert_eq!(game.payoff(&position, Player::FIRST), -game.payoff(&position, Player::SECOND));
        let ending = game.ending(&position);
        let right = match (kind, result) {
            ("claim", "draw") => "draw claimed",
            (_, "won") => "king on the throne",
            (_, "lost") if crowned => "king on the throne, the other never had one",
            (_, "lost") => "repetition",
            // A reshuffle may be the last one, or reach the cap, or leave nothing to do.
            ("reshuffle", "draw") if ending == "reshuffles" => "reshuffles",
            (_, "draw") if turns == game.options().max_plies => "cap on the turns",
            _ => "no move",
        };
        assert_eq!(ending, right, "{kind}: {result}");
        *endings.entry(format!("{kind}: {result}")).or_default() += 1;
    }
    println!("actions {actions:#?}\nendings {endings:#?}");
    assert_eq!(actions.len(), 19);
    assert!(actions.values().all(|&count| count >= 1000), "{actions:?}");
    for ending in ["claim: draw", "lay: won", "lay: lost", "reshuffle: draw", "pass: draw", "join low: lost"]
    {
        assert!(endings.contains_key(ending), "{ending}: {endings:?}");
    }
}
