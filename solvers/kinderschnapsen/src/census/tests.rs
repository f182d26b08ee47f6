//! The census against figures from elsewhere and against hands of the engine played out one by one.

use std::collections::{HashMap, HashSet};

use hinterhand_engine::games::kinderschnapsen::{FalseCheckout, Hand};
use hinterhand_engine::tricks::{Action, Deal, InfoSet, Table as _, Talon};
use hinterhand_engine::{ActionSet, Game, Turn};

use super::node::Phase;
use super::scene::each_subset;
use super::*;

/// The game of the known figures: 46 points end the hand.
fn auto() -> Kinderschnapsen {
    Kinderschnapsen { auto_checkout: true, ..Kinderschnapsen::default() }
}

fn card(text: &str) -> Card {
    text.parse().expect("a card")
}

/// The actions of a text, with blanks between them.
fn actions(text: &str) -> Vec<Action> {
    text.split_whitespace().map(|word| word.parse().expect("an action")).collect()
}

/// The count of all that follows these actions, the trump seven turned up; of those right after them only
/// closing and the `only` card, if there is one.
fn census(game: &Kinderschnapsen, played: &str, only: &str) -> TurnupCount {
    let turnup = card("7S");
    let mut node = Node::dealt(turnup);
    for action in actions(played) {
        let shown = action.played().map_or(CardSet::EMPTY, CardSet::of);
        let mut found = None;
        node.children(game, |child| {
            if child.phase != Phase::Over && node.scene.unseen - child.scene.unseen == shown {
                found = Some(child);
            }
        });
        node = found.expect("the action is possible");
    }
    let mut count = TurnupCount::new(turnup);
    node.children(game, |child| {
        if only.is_empty() || child.phase == Phase::Lead || child.phase == Phase::Reply(card(only)) {
            count.add(&below(game, &child, turnup));
        }
    });
    count
}

/// The results of listing everything, by part.
#[derive(Default)]
struct Listed {
    publics: HashSet<u128>,
    public_ends: HashSet<u128>,
    sets: [HashMap<InfoSet<Hand>, u64>; 2],
    histories: u64,
    end_histories: u64,
}

impl Listed {
    fn count(&self) -> Count {
        let sets = [0, 1].map(|player: usize| {
            let sets = &self.sets[player];
            sets.values().fold(Sets::default(), |sum, &actions| sum.plus(&Sets::alike(1, actions)))
        });
        Count {
            public_decisions: self.publics.len() as u64,
            public_ends: self.public_ends.len() as u64,
            sets,
            merged: [Sets::default(); 2],
            histories: self.histories,
            end_histories: self.end_histories,
        }
    }
}

fn part(hand: &Hand) -> Part {
    match hand.closed_before() {
        Some(0) => Part::ClosedBefore1,
        Some(1) => Part::ClosedBefore2,
        Some(_) => Part::ClosedBefore3,
        None if hand.talon().left() == 0 => Part::Ending,
        None => Part::Open,
    }
}

/// Plays out everything. `history` is the number of what was played.
fn list(game: &Kinderschnapsen, hand: &Hand, history: u128, listed: &mut [Listed; 5]) {
    let at = &mut listed[part(hand) as usize];
    let Turn::Player(player) = game.turn(hand) else {
        at.public_ends.insert(history);
        at.end_histories += 1;
        return;
    };
    let legal = game.legal(hand);
    at.publics.insert(history);
    at.histories += 1;
    at.sets[player.index()].insert(game.info_set(hand, player), legal.len() as u64);
    for action in legal.iter() {
        let mut next = *hand;
        game.play(&mut next, action);
        list(game, &next, numbered(history, action), listed);
    }
}

fn numbered(history: u128, action: Action) -> u128 {
    history * 64 + action.index() as u128 + 1
}

/// Shows `visit` every deal with the trump seven turned up.
fn each_deal(visit: &mut impl FnMut(Deal)) {
    let turnup = card("7S");
    let pack = Kinderschnapsen::PACK.cards - CardSet::of(turnup);
    each_subset(pack, 3, CardSet::EMPTY, &mut |first| {
        each_subset(pack - first, 3, CardSet::EMPTY, &mut |second| {
            each_order(pack - first - second, &mut vec![turnup], &mut |talon| {
                let talon = Talon::from_bottom(talon.iter().copied());
                visit(Deal { hands: [first, second], talon });
            });
        });
    });
}

fn each_order(left: CardSet, order: &mut Vec<Card>, visit: &mut impl FnMut(&[Card])) {
    if left.is_empty() {
        visit(order);
    }
    for card in left.iter() {
        order.push(card);
        each_order(left - CardSet::of(card), order, visit);
        order.pop();
    }
}

/// Lists what [`census`] counts, from all deals in which the cards can be played so.
fn listing(game: &Kinderschnapsen, played: &str, only: &str) -> [Count; 5] {
    let played = actions(played);
    let mut listed: [Listed; 5] = Default::default();
    each_deal(&mut |deal| {
        let mut hand = game.start();
        game.reveal(&mut hand, &deal);
        let mut history = 0;
        for &action in &played {
            if !game.legal(&hand).contains(action) {
                return;
            }
            game.play(&mut hand, action);
            history = numbered(history, action);
        }
        for action in game.legal(&hand).iter() {
            if only.is_empty() || action == Action::CLOSE || action == Action::card(card(only)) {
                let mut next = hand;
                game.play(&mut next, action);
                list(game, &next, numbered(history, action), &mut listed);
            }
        }
    });
    listed.map(|listed| listed.count())
}

#[track_caller]
fn agree(game: &Kinderschnapsen, played: &str, only: &str) -> TurnupCount {
    let census = census(game, played, only);
    let listed = listing(game, played, only);
    for part in Part::ALL {
        let count = Count { merged: [Sets::default(); 2], ..census.part(part).all };
        assert_eq!(count, listed[part as usize], "{} after {played}", part.name());
    }
    assert!(listed.iter().any(|count| count.end_histories > 0), "nothing was listed");
    let ends: u64 = census.plies.iter().map(|ply| ply.end_histories).sum();
    assert_eq!(ends, census.total().all.end_histories);
    census
}

#[test]
fn what_is_counted_can_be_listed() {
    // Two tricks, after which the third is played open or closed.
    for played in ["JH 7D QD 2H", "QS 2S JS QD", "2H 2D 7D 7H"] {
        agree(&auto(), played, "");
    }
    let asks = Kinderschnapsen::default();
    agree(&asks, "QS JS QH QD on", "2D");
    let always = Kinderschnapsen { false_checkout: FalseCheckout::OpponentTier, close_min_stock: 4, ..asks };
    agree(&always, "JH 7D on QD 2H on", "2S");
}

#[test]
#[ignore = "slow: lists 7.7 million ends"]
fn the_known_part_of_a_hand_can_be_listed() {
    let census = agree(&auto(), "JH 7D", "QD");
    let of = |part: Part| {
        let count = census.part(part).all;
        let [first, second] = count.sets;
        let decisions = count.public_decisions;
        [decisions, first.info_sets, second.info_sets, first.actions, second.actions]
    };
    // Counted independently, by another program.
    assert_eq!(of(Part::ClosedBefore2), [7_454, 43_464, 37_218, 48_720, 41_916]);
    assert_eq!(of(Part::ClosedBefore3), [6_553, 83_079, 68_094, 102_681, 87_048]);
    assert_eq!(of(Part::Ending), [22_683, 331_452, 403_551, 476_640, 618_057]);
    assert_eq!(census.total().all.end_histories, 7_713_306);
}

/// All figures that another program found.
#[test]
#[ignore = "slow: walks the 254 million nodes of the public tree"]
fn the_whole_game_is_as_large_as_known() {
    let mut census = Census::new(auto());
    while census.step() {}
    assert_eq!(census.done(), census.pieces());

    // With all trumps, with trump fixed, up to suits.
    let total = census.total();
    let three = [total.with_all_trumps(), total.all, total.up_to_suits()];
    type Row = (&'static str, fn(&Count) -> u64, [u64; 3]);
    let rows: [Row; 8] = [
        ("public decisions", |c| c.public_decisions, [421_659_714, 140_553_238, 70_276_707]),
        ("public ends", |c| c.public_ends, [340_422_672, 113_474_224, 56_737_112]),
        ("player 0", |c| c.sets[0].info_sets, [6_182_427_252, 2_060_809_084, 1_030_404_690]),
        ("player 1", |c| c.sets[1].info_sets, [6_242_292_450, 2_080_764_150, 1_040_382_267]),
        ("actions", |c| c.both().actions, [17_874_133_986, 5_958_044_662, 2_979_022_657]),
        ("histories", |c| c.histories, [176_559_101_640, 58_853_033_880, 29_426_516_940]),
        ("ends", |c| c.end_histories, [82_879_199_352, 27_626_399_784, 13_813_199_892]),
        // Up to suits only 1.642 thousand million is known; the digits after that are ours.
        ("actions of choices", |c| c.both().choice_actions, [9_854_454_936, 3_284_818_312, 1_642_409_434]),
    ];
    for (row, of, known) in rows {
        assert_eq!(three.map(|count| of(&count)), known, "{row}");
    }
    assert_eq!(three[0].both().choices, 4_405_040_652);
    assert_eq!(three[1].both().choices, 1_468_346_884);

    // Merged and without endings, rounded: 11.44 and 27.25 million.
    let ending = census.part(Part::Ending).up_to_suits();
    let open_sets = |of: fn(&Sets) -> u64| of(&three[2].both_merged()) - of(&ending.both_merged());
    assert_eq!(open_sets(|sets| sets.choices).div_ceil(10_000), 1_145);
    assert_eq!(open_sets(|sets| sets.choice_actions).div_ceil(10_000), 2_725);

    // From the Two to the Queen.
    let turnups = [
        (12_524_470_464, 6_169_127_508),
        (14_260_729_656, 6_775_772_796),
        (15_391_779_072, 7_164_417_168),
        (16_676_054_688, 7_517_082_312),
    ];
    for (count, (histories, ends)) in census.turnups().iter().zip(turnups) {
        let all = count.total().all;
        assert_eq!((all.histories, all.end_histories), (histories, ends), "{}", count.turnup);
    }
    let seven = &census.turnups()[1].plies;
    let histories: [u64; 12] = [
        1_108_800,
        4_435_200,
        13_305_600,
        44_881_200,
        127_615_320,
        408_725_880,
        939_374_160,
        2_115_563_292,
        2_358_365_004,
        3_821_501_268,
        2_457_223_452,
        1_968_630_480,
    ];
    let ends: [u64; 9] = [
        2_063_880,
        1_335_000,
        215_084_160,
        141_959_076,
        740_406_420,
        463_224_852,
        2_754_475_956,
        488_592_972,
        1_968_630_480,
    ];
    assert!(seven.iter().map(|ply| ply.histories).eq(histories.into_iter().chain([0; 9])));
    assert!(seven.iter().map(|ply| ply.end_histories).eq([0; 4].into_iter().chain(ends).chain([0; 8])));

    // Public decisions, information sets of both, actions, actions of choices, these merged, ends.
    let parts = [
        [253_888, 23_843_640, 26_046_960, 159_605_040, 159_605_040, 18_292_400, 850_551_840],
        [150_870, 322_300, 355_242, 721_870, 87_148, 87_148, 57_542_400],
        [3_283_840, 18_294_990, 17_508_462, 40_226_592, 8_628_552, 2_876_184, 513_065_664],
        [26_880_844, 315_916_830, 300_812_562, 774_364_032, 299_137_860, 33_237_540, 3_868_442_712],
        [109_983_796, 1_702_431_324, 1_736_040_924, 4_983_127_128, 2_817_359_712, 0, 22_336_797_168],
    ];
    for (part, known) in Part::ALL.into_iter().zip(parts) {
        let count = census.part(part).all;
        let (first, second, both) = (count.sets[0].info_sets, count.sets[1].info_sets, count.both());
        // The other program solved the endings and did not merge them.
        let merged = if part == Part::Ending { 0 } else { count.both_merged().choice_actions };
        let (decisions, ends) = (count.public_decisions, count.end_histories);
        let row = [decisions, first, second, both.actions, both.choice_actions, merged, ends];
        assert_eq!(row, known, "{}", part.name());
    }
}
