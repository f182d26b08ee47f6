//! Luck is nothing in the mean, exactly where all hands can be listed, and takes the variance away.

use std::num::NonZeroU32;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use hinterhand_engine::dynamic::{ActionNumber, AnyGame, AnyState};
use hinterhand_engine::{
    ActionSet as _, Contest, ContestRules, Event, EventOf, Game as _, Notation as _, Player, Rng, Turn, View,
};
use hinterhand_players::bots::{Bot, BotFor, Decisions};
use hinterhand_players::files::column_file;
use hinterhand_players::games::{self, LoadedGame};
use hinterhand_players::strategy::{self, TableColumns};
use hinterhand_solvers::cfr::{Cfr, Variant};

use super::*;
use crate::ratings::Moments;
use crate::tournament::plans::plan;
use crate::tournament::{Hand, Seats, Table};

fn bot(spec: &str) -> Bot {
    Bot::open(spec.parse().expect("a bot")).expect("it needs no file")
}

fn loaded(game: &str) -> LoadedGame {
    games::load_default(game).expect("it is in the registry")
}

fn contest() -> Contest {
    Contest::new(ContestRules::SINGLE_HAND, Player::FIRST)
}

/// The probability of each action by the bot of the seat; the bots must not search.
fn likely(game: &AnyGame, bots: &[&BotFor<'_>], state: &AnyState) -> Vec<(ActionNumber, f64)> {
    let Turn::Player(player) = game.turn(state) else { return Vec::new() };
    let (info_set, legal, contest) = (game.info_set(state, player), game.legal(state), contest());
    if legal.len() == 1 {
        return vec![(legal.nth(0), 1.0)];
    }
    let view = View { contest: &contest, info_set: &info_set, legal: &legal };
    let action_values = bots[player.index()].sit().action_values(&view, &mut Rng::new(0, 0));
    action_values.entries.iter().map(|entry| (entry.action, entry.probability)).collect()
}

/// All hands that two bots can play, in words, with what they bring the first seat, and their probabilities.
fn all_hands(game: &AnyGame, bots: &[&BotFor<'_>]) -> Vec<(String, f64, f64)> {
    let mut ended = Vec::new();
    let mut open = vec![(game.start(), Vec::<String>::new(), 1.0)];
    while let Some((state, words, probability)) = open.pop() {
        let mut go_on = |event: EventOf<AnyGame>, share: f64| {
            let (mut after, mut words) = (state.clone(), words.clone());
            match event {
                Event::Action(action) => {
                    words.push(game.action_word(&state, action));
                    game.play(&mut after, action);
                }
                Event::Chance(chance) => {
                    words.push(game.chance_word(&state, &chance));
                    game.reveal(&mut after, &chance);
                }
            }
            open.push((after, words, probability * share));
        };
        match game.turn(&state) {
            Turn::Over => ended.push((words.join(" "), game.payoff(&state, Player::FIRST), probability)),
            Turn::Chance => {
                game.outcomes(&state)
                    .into_iter()
                    .for_each(|(chance, share)| go_on(Event::Chance(chance), share));
            }
            Turn::Player(_) => {
                let actions = likely(game, bots, &state).into_iter().filter(|(_, share)| *share > 0.0);
                actions.for_each(|(action, share)| go_on(Event::Action(action), share));
            }
        }
    }
    ended
}

fn hand(actions: &str) -> Hand {
    Hand {
        seating: 0,
        hand: 0,
        seats: vec![0, 1],
        actions: actions.to_owned(),
        returns: Vec::new(),
        decisions: Decisions::default(),
        forfeit: None,
    }
}

/// A judge who weighs by `by` and asks both seats again what `again` does.
fn judge<'b>(game: &'b LoadedGame, by: &'b Bot, again: &'b Bot, way: Way, times: u32) -> Judge<'b, 'b> {
    let sit = |bot: &'b Bot| bot.for_game(game).expect("a player of the game");
    let seats = Seats::of(&plan(game.name(), &["a", "b"]), 2);
    let worth = Worth::new(game, vec![sit(by)], way, contest());
    Judge::new(game, seats, worth, vec![Some(sit(again)), Some(sit(again))], times, ContestRules::SINGLE_HAND)
}

/// Two random players, who are asked how likely all their actions are, in every hand that there is: whatever
/// positions are held to be worth, draws and decisions bring nothing in the mean. Returns what each hand
/// brought without luck.
fn freed(game: &str, by: &Bot) -> Vec<f64> {
    let (game, random) = (loaded(game), bot("random"));
    let player = random.for_game(&game).expect("any game");
    let hands = all_hands(&game, &[&player, &player]);
    assert!((hands.iter().map(|(.., probability)| probability).sum::<f64>() - 1.0).abs() < 1e-9);
    let judge = judge(&game, by, &random, Way::ActionValue, 1);
    let mut means = [0.0; 3];
    let freed = |(words, won, probability): &(String, f64, f64)| {
        let luck = judge.deal(0, 0, &[hand(words)]).expect("a hand of the game");
        let parts = Part::ALL.map(|part| luck.part(part).seatings()[0][0]);
        means.iter_mut().zip(parts).for_each(|(mean, part)| *mean += probability * part);
        won - parts.iter().sum::<f64>()
    };
    let freed = hands.iter().map(freed).collect();
    assert!(means[1].abs() < 1e-9 && means[2].abs() < 1e-9, "{means:?}");
    freed
}

#[test]
fn the_true_worth_leaves_no_luck() {
    for freed in [freed("kuhn", &bot("random")), freed("leduc", &bot("random"))] {
        assert!(freed.iter().all(|score| score.abs() < 1e-9), "{freed:?}");
    }
}

#[test]
fn a_wrong_worth_is_wrong_by_nothing_in_the_mean() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name);
    for game in ["kuhn", "leduc"] {
        let scores = freed(game, &trained(game, &file(game)));
        assert!(scores.iter().any(|score| score.abs() > 0.1), "such players are not random ones");
    }
}

/// A strategy of a few iterations in a file.
fn trained(game: &str, file: &Path) -> Bot {
    let game = loaded(game);
    let tree = game.methods().tree(100_000).expect("it is small");
    let mut cfr = Cfr::<f64>::new(tree.tree(), Variant::CFR);
    (0..5).for_each(|_| cfr.step());
    let columns = TableColumns::new(&tree, &cfr.average()).expect("each information set is there once");
    let about = strategy::About::new(game.settings(), strategy::Table::FORM, "cfr".to_owned(), 5);
    let about = serde_json::to_value(about).expect("it is plain");
    column_file::write(file, strategy::KIND, &about, &columns.columns()).expect("there is room");
    bot(&format!("table:{}", file.display()))
}

/// Hands of Sixty-six as a tournament plays them.
fn played(game: &LoadedGame, specs: [&str; 2], deals: u64) -> Vec<(u64, Vec<Hand>)> {
    let bots = specs.map(bot);
    let bots: Vec<_> = bots.iter().map(|bot| bot.for_referee(game).expect("a player of the game")).collect();
    let table = Table::new(game, &bots, &plan("sixty-six", &["a", "b"]), ContestRules::SINGLE_HAND);
    let never = AtomicBool::new(false);
    (0..deals).map(|deal| (deal, table.play(deal, 0, &never).expect("it is not stopped").hands)).collect()
}

#[test]
fn bots_that_remember_do_the_same_when_asked_the_same() {
    let game = loaded("sixty-six");
    let (searching, greedy) = (bot("ismcts:iterations=40"), bot("greedy"));
    let way = Way::Playouts(NonZeroU32::MIN);
    let judge = judge(&game, &greedy, &searching, way, 2);
    let hands = played(&game, ["ismcts:iterations=40"; 2], 20);
    let luck = |(deal, hands): &(u64, Vec<Hand>)| judge.deal(*deal, 0, hands).expect("they play the same");
    let all: Vec<DealLuck> = hands.iter().map(luck).collect();
    assert_eq!(all, hands.iter().map(luck).collect::<Vec<_>>());
    let some = |part| all.iter().any(|luck| luck.part(part).seatings().iter().any(|bots| bots[0] != 0.0));
    assert!(Part::ALL.into_iter().all(some));
    for luck in &all {
        let zero_sum = |bots: &Vec<f64>| (bots[0] + bots[1]).abs() < 1e-9;
        assert!(Part::ALL.iter().all(|&part| luck.part(part).seatings().iter().all(zero_sum)));
    }
    let others = played(&game, ["greedy", "random"], 5);
    let error = others.iter().find_map(|(deal, hands)| judge.deal(*deal, 0, hands).err());
    let message = error.expect("others play otherwise").to_string();
    assert!(message.starts_with("asked again, bot ") && message.contains("at action "), "{message}");
    let words = judge.deal(0, 0, &[hand("deal:nothing")]).expect_err("no deal").to_string();
    assert!(words.starts_with("a hand that does not follow the rules: "), "{words}");
}

#[test]
fn draws_that_are_shuffled_again_bring_nothing_in_the_mean() {
    let game = loaded("sixty-six");
    let (random, greedy) = (bot("random"), bot("greedy"));
    let way = Way::Playouts(NonZeroU32::new(4).expect("not zero"));
    let judge = judge(&game, &greedy, &random, way, 1);
    let mut parts = [Moments::default(); 3];
    for (deal, hands) in played(&game, ["random"; 2], 400) {
        let luck = judge.deal(deal, 0, &hands).expect("a hand of the game");
        for part in Part::ALL {
            parts[part as usize].add(luck.part(part).seatings()[0][0]);
        }
    }
    for part in [Part::Draws, Part::Decisions] {
        // Outside in one of ten thousand seeds.
        let [low, high] = parts[part as usize].normal(0.9999).expect("many");
        assert!(low < 0.0 && 0.0 < high, "{part:?} {low} {high}");
        assert!(high - low < 1.5, "{part:?} {low} {high}");
    }
}
