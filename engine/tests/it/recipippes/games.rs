//! Random games: cards are conserved, every kind of action occurs, and each ends as the rules say.

use std::collections::BTreeMap;

use hinterhand_engine::games::Recipippes;
use hinterhand_engine::games::recipippes::{Action, Position, Verb};
use hinterhand_engine::{ActionSet, Described, Game, History, Notation, Player, Rng, Turn};

use super::rules;
use crate::variants::{variants, written};

/// The preference of a random player for captures and steals.
#[derive(Clone, Copy)]
enum Style {
    /// As likely as all other actions.
    Random,
    /// They come first.
    Greedy,
    /// They are left alone.
    Idle,
}

/// A random action of a player of this style.
fn choose(game: &Recipippes, position: &Position, style: Style, rng: &mut Rng) -> Action {
    let legal = game.legal(position);
    let wanted: Vec<Action> = match style {
        Style::Random => Vec::new(),
        Style::Greedy => legal.iter().filter(|action| action.target().is_some()).collect(),
        Style::Idle => legal.iter().filter(|action| action.target().is_none()).collect(),
    };
    match wanted.len() {
        0 => legal.nth(rng.below(legal.len() as u32) as usize),
        some => wanted[rng.below(some as u32) as usize],
    }
}

#[test]
fn every_kind_of_action_occurs_and_games_end_as_the_rules_say() {
    let mut verbs: BTreeMap<Verb, u32> = BTreeMap::new();
    let mut endings: BTreeMap<(u8, String), u32> = BTreeMap::new();
    let (mut games, mut actions, mut widest) = (0u32, 0u32, 0);
    let styles = [Style::Random, Style::Greedy, Style::Idle];
    for (players, style) in [2, 3, 4].into_iter().flat_map(|players| styles.map(|style| (players, style))) {
        let game = Recipippes { players, ..Recipippes::default() };
        for number in 0..2_000 {
            let mut rng = Rng::new(u64::from(players), number);
            let mut position = game.start();
            let (mut turns_left, mut played_on) = (None, false);
            loop {
                match game.turn(&position) {
                    Turn::Over => break,
                    Turn::Chance => game.deal(&mut position, &mut rng),
                    Turn::Player(_) => {
                        widest = widest.max(game.legal(&position).len());
                        let action = choose(&game, &position, style, &mut rng);
                        *verbs.entry(action.verb()).or_default() += 1;
                        actions += 1;
                        game.play(&mut position, action);
                    }
                }
                let now = position.final_turns();
                assert!(turns_left.is_none() || now <= turns_left, "last turns are counted down");
                // Counted down to nothing, and not because the deck was used up.
                played_on = turns_left == Some(1) && now.is_none();
                turns_left = now;
            }
            games += 1;
            let ending = game.ending(&position);
            assert_eq!(ending == "last turns played", played_on, "{ending}");
            *endings.entry((players, ending)).or_default() += 1;
            let paid: f64 =
                Player::all(usize::from(players)).map(|player| game.payoff(&position, player)).sum();
            assert_eq!(paid, 0.0);
        }
    }
    println!("{games} games, {actions} actions, at most {widest} legal ones");
    verbs.iter().for_each(|(verb, count)| println!("{verb:?}: {count}"));
    endings.iter().for_each(|((players, ending), count)| println!("{players} players, {ending}: {count}"));
    assert_eq!(verbs.len(), 16);
    assert!(verbs.values().all(|&count| count >= 1_000), "{verbs:?}");
    for (players, ending) in [
        (2, "last turns played"),
        (2, "second deck used up"),
        (3, "deck used up in the last turns"),
        (4, "deck used up, no discards"),
    ] {
        assert!(endings.contains_key(&(players, ending.to_owned())), "no game of {players}: {ending}");
    }
}

#[test]
fn positions_are_sound_under_every_option() {
    for settings in variants::<Recipippes>(60) {
        let game = Recipippes::with_settings(&settings).expect("checked options");
        let styles = [Style::Random, Style::Greedy, Style::Idle];
        for number in 0..42 {
            let mut rng = Rng::new(8, number);
            let mut position = game.start();
            while game.turn(&position) != Turn::Over {
                match game.turn(&position) {
                    Turn::Player(_) => {
                        let action = choose(&game, &position, styles[number as usize % 3], &mut rng);
                        game.play(&mut position, action);
                    }
                    _ => game.deal(&mut position, &mut rng),
                }
                if let Err(error) = game.check(&position) {
                    panic!("with {}: {error} in {}", written(&settings), game.position_text(&position));
                }
            }
        }
    }
}

/// The Excuse is with seat 2 until the first theft, then with the last victim of a theft; it decides a tie.
#[test]
fn the_excuse_follows_the_thefts() {
    let game = rules(&[]);
    let (mut ties, mut thefts) = (0, 0);
    for number in 0..400 {
        let mut rng = Rng::new(9, number);
        let mut history = History::new(&game);
        let mut holder = None;
        while history.turn() != Turn::Over {
            match history.turn() {
                Turn::Player(player) => {
                    let action = choose(&game, history.state(), Style::Greedy, &mut rng);
                    if action.verb() == Verb::Yield {
                        holder = Some(player);
                        thefts += 1;
                    }
                    history.play(action).expect("legal");
                }
                _ => history.deal(&mut rng),
            }
            if let Some(holder) = holder {
                assert_eq!(history.state().excuse(), holder);
            }
        }
        let position = history.state();
        let points = [0, 1].map(|seat| position.points(Player::new(seat)));
        let winner = match points[0].cmp(&points[1]) {
            std::cmp::Ordering::Greater => Player::FIRST,
            std::cmp::Ordering::Less => Player::SECOND,
            std::cmp::Ordering::Equal => {
                ties += 1;
                position.excuse()
            }
        };
        assert_eq!(game.payoff(position, winner), 1.0);
    }
    assert!(ties > 20 && thefts > 100, "{ties} ties, {thefts} thefts");
}

#[test]
fn scenario_09_pile_exhausted() {
    for (includes, last_turns) in [(true, 2), (false, 1)] {
        let game = Recipippes { final_turn_includes_trigger: includes, ..Recipippes::default() };
        let (mut emptied, mut smaller) = (0, 0);
        for number in 0..300 {
            let mut rng = Rng::new(10, number);
            let mut position = game.start();
            // The turn in which the last card of the pile came, and the turns begun since.
            let mut trigger: Option<(Player, Vec<Player>)> = None;
            let mut lot_seen = false;
            while game.turn(&position) != Turn::Over {
                let before = position;
                match game.turn(&position) {
                    Turn::Player(player) => {
                        let action = choose(&game, &position, Style::Greedy, &mut rng);
                        game.play(&mut position, action);
                        let emptied_now = before.pile_left() == 1 && position.pile_left() == 0;
                        if emptied_now {
                            // Both players have known since the lot which card comes last.
                            let text = game.table_text(&game.info_set(&before, player.other()));
                            let added = position.display().without(before.display());
                            assert!(text.contains(&format!("pile 1, {added} at the bottom")), "{text}");
                            lot_seen = true;
                            trigger = Some((player, Vec::new()));
                            emptied += 1;
                        } else if action.verb() == Verb::Capture && before.pile_left() == 0 {
                            assert_eq!(position.display().len(), before.display().len() - 1);
                            smaller += 1;
                        }
                    }
                    _ => game.deal(&mut position, &mut rng),
                }
                if let Some((_, turns)) = &mut trigger {
                    let left = position.final_turns();
                    if left != before.final_turns() && left.is_some() {
                        turns.extend(match game.turn(&position) {
                            Turn::Player(player) => Some(player),
                            _ => None,
                        });
                    }
                }
            }
            if let Some((player, turns)) = trigger {
                assert!(lot_seen && turns.len() <= last_turns);
                let expected = [player.other(), player];
                assert!(turns.iter().zip(expected).all(|(&turn, wanted)| turn == wanted), "{turns:?}");
                if game.ending(&position) == "last turns played" {
                    assert_eq!(position.final_turns(), None);
                }
            }
        }
        assert!(emptied > 20 && smaller > 5, "{emptied} piles emptied, {smaller} captures after that");
    }
}

/// A seed gives the same game for ever.
#[test]
fn a_seeded_game_is_pinned() {
    let game = rules(&[("players", "3")]);
    let mut rng = Rng::new(2026, 0);
    let mut history = History::new(&game);
    while history.turn() != Turn::Over {
        match history.turn() {
            Turn::Player(_) => {
                let action = choose(&game, history.state(), Style::Random, &mut rng);
                history.play(action).expect("legal");
            }
            _ => history.deal(&mut rng),
        }
    }
    let words = history.words();
    let (first, last) = (words[..4].join(" "), words[words.len() - 4..].join(" "));
    let game = format!("{first} ... {last}: {} words, {:?}", words.len(), history.returns());
    assert_eq!(game, GOLDEN);
}

const GOLDEN: &str = "call:court lot:CSWY seat:first \
    deal:5SW,8MS,XW/5ML,6LK,XL/AK,2WL,3SK/PMYK,PWLY,CMWK/CSLK,PMSL,CMLY,PSWK,CSWY/\
    2SY,9MS,8YK,XY,7WY,9LK,4WL,XS,4MS,AY,8WL,XM,XK,AS,6MW,AM,3LY,2MK,4YK,9WY,6SY,5YK,AW,7SK,AL,7ML,3MW \
    ... done place:AY place:8WL place:AW: 43 words, Some([2.0, -1.0, -1.0])";
