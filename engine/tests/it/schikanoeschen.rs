//! Whole games of Schikanöschen under all options: what is kept at every step, what happens how often, and
//! how games end.

use std::collections::BTreeMap;

use hinterhand_engine::contract::Contract;
use hinterhand_engine::games::Schikanoeschen;
use hinterhand_engine::games::schikanoeschen::{Action, KnockMode, PassRule, Position, Stack};
use hinterhand_engine::{ActionSet, Described, Directed, Game, History, Notation, Player, Rng, Turn};

use crate::variants::{variants, written};

/// Draws accepted and knocks end many random games, or turns, before much has happened.
fn hurries(_: &Schikanoeschen, _: &Position, action: Action) -> bool {
    action == Action::ACCEPT || action == Action::KNOCK
}

/// The contract under all options, on games cut short: random games are long, and nothing new happens
/// late in them.
#[test]
fn the_contract_is_kept() {
    for settings in variants::<Schikanoeschen>(8) {
        let game = Schikanoeschen::with_settings(&settings).expect("checked options");
        let game = Schikanoeschen { max_actions: 40, ..game };
        let run = Contract::new(&game).games(3).seed(5).avoiding(hurries).run();
        let positions = run.unwrap_or_else(|breach| panic!("with {}: {breach}", written(&settings)));
        assert!(positions >= 40, "{positions} positions with {}", written(&settings));
    }
}

/// The number of times that something happened.
type Counts = BTreeMap<String, u64>;

/// The kinds of actions that must occur often.
const KINDS: &[&str] = &[
    "accept",
    "board>board",
    "board>final",
    "board>opponent",
    "decline",
    "discard",
    "end",
    "flip",
    "held>board",
    "held>final",
    "held>opponent",
    "joker",
    "keep",
    "knock",
    "let",
    "offer",
    "own>board",
    "own>final",
    "own>opponent",
    "revert",
    "turn",
    "wait",
];

/// The kind of an action: its word, or where its card comes from and goes to.
fn kind(word: &str) -> String {
    let place = |name: &str, source: bool| match name.as_bytes()[0] {
        b'D' => "final",
        b'@' => "held",
        b'E'..=b'H' => "board",
        _ if source => "own",
        _ => "opponent",
    };
    match word.split_once(['>', ':']) {
        Some(("joker" | "flip", _)) => word[..word.find(':').expect("just split there")].to_owned(),
        Some((from, to)) => format!("{}>{}", place(from, true), place(to, false)),
        None => word.to_owned(),
    }
}

/// The ending of a finished game, unless neither player had a legal action.
fn end(game: &Schikanoeschen, position: &Position, actions: u64, last: Action) -> &'static str {
    if game.payoff(position, Player::FIRST) != 0.0 {
        if last == Action::KNOCK { "second false knock" } else { "out" }
    } else if last == Action::ACCEPT {
        "draw agreed"
    } else if actions == game.max_actions {
        "cap on the actions"
    } else {
        "repetition"
    }
}

/// Plays a game between directed players, or random ones, checks every position, and counts.
fn watch(game: &Schikanoeschen, directed: bool, rng: &mut Rng, kinds: &mut Counts, ends: &mut Counts) {
    let mut position = game.start();
    game.deal(&mut position, rng);
    let (mut actions, mut last) = (0, Action::TURN);
    while let Turn::Player(mover) = game.turn(&position) {
        let legal = game.legal(&position);
        if rng.below(40) == 0 {
            // The legal actions of a sampled world and its views from both seats are those of the true state.
            let known = game.info_set(&position, mover);
            let world = game.sample(&known, rng);
            game.check(&world).unwrap_or_else(|error| panic!("a world is unsound: {error}"));
            assert_eq!(game.legal(&world), legal);
            for seat in Player::all(2) {
                let shown = |state| format!("{:?}", game.info_set(state, seat));
                assert_eq!(shown(&world), shown(&position));
            }
        }
        let choice = if directed {
            game.directed(&position, &legal, rng)
        } else {
            legal.nth(rng.below(legal.len() as u32) as usize)
        };
        assert!(legal.contains(choice));
        let word = game.action_word(&position, choice);
        let own = Stack::discard(position.active());
        let kind = if word == format!("@>{own}") { "discard".to_owned() } else { kind(&word) };
        *kinds.entry(kind).or_default() += 1;
        game.play(&mut position, choice);
        actions += 1;
        last = choice;
        game.check(&position).unwrap_or_else(|error| panic!("after {actions} actions, {word}: {error}"));
    }
    let ending = game.ending(&position);
    if ending == "nothing to do" {
        assert_eq!((game.pass_rule, position.own_cards(position.active()) > 0), (PassRule::Literal, true));
    } else {
        assert_eq!(ending, end(game, &position, actions, last));
    }
    *ends.entry(ending).or_default() += 1;
}

/// Every card stays on the table at every step, under all options, and every kind of action is common.
#[test]
fn games_under_all_options() {
    let (mut kinds, mut ends) = (Counts::new(), Counts::new());
    for (number, settings) in variants::<Schikanoeschen>(20).iter().enumerate() {
        let game = Schikanoeschen::with_settings(settings).expect("checked options");
        let mut rng = Rng::new(77, number as u64);
        for round in 0..20 {
            watch(&game, round % 2 == 0, &mut rng, &mut kinds, &mut ends);
        }
    }
    // Random games with the default options are short: a player accepts a draw.
    let mut rng = Rng::new(78, 0);
    for _ in 0..3_000 {
        watch(&Schikanoeschen::default(), false, &mut rng, &mut kinds, &mut ends);
    }
    println!("actions: {kinds:#?}\nends: {ends:#?}");
    for &kind in KINDS {
        assert!(kinds.get(kind).is_some_and(|&count| count >= 1_000), "{kind} is too rare: {kinds:?}");
    }
    // Wins are for players who think ahead; the scenarios have them.
    for end in ["second false knock", "draw agreed", "cap on the actions", "repetition"] {
        assert!(ends.contains_key(end), "no game ended by {end}: {ends:?}");
    }
}

/// With the draw by repetition most games of directed players are shorter.
#[test]
fn repetition_ends_stalls() {
    let game = Schikanoeschen { knock_mode: KnockMode::Off, draw_offers: false, ..Schikanoeschen::default() };
    let endless = Schikanoeschen { repetition_draw: false, ..game };
    let mut shorter = 0;
    for seed in 0..20 {
        let length = |game: &Schikanoeschen| game.play_out(&mut game.start(), &mut Rng::new(seed, 6));
        let (with, without) = (length(&game), length(&endless));
        assert!(with <= without);
        shorter += usize::from(with < without);
    }
    assert!(shorter >= 10, "only {shorter} of 20 games are shorter by repetition");
}

/// A position is the same, word for word, whether it was played by actions or by words.
#[test]
fn long_games_are_told_as_they_were_played() {
    let game = Schikanoeschen { max_actions: 400, ..Schikanoeschen::default() };
    let digests = [0, 1, 2].map(|seed| {
        let mut rng = Rng::new(seed, 8);
        let mut history = History::new(&game);
        history.deal(&mut rng);
        while history.turn() != Turn::Over {
            let choice = game.directed(history.state(), &game.legal(history.state()), &mut rng);
            history.play(choice).expect("the directed player keeps the rules");
        }
        let mut told = History::new(&game);
        history.words().iter().for_each(|word| told.play_word(word).expect("its own words"));
        assert_eq!(game.position_text(told.state()), game.position_text(history.state()));
        assert_eq!(told.returns(), history.returns());
        for seat in Player::all(2) {
            assert_eq!(told.seen(seat), history.seen(seat));
            assert_eq!(game.info_set(told.state(), seat), game.info_set(history.state(), seat));
        }
        game.info_set(history.state(), Player::FIRST).digest().bits()
    });
    assert_eq!(digests, GOLDEN);
}

/// The digests of these games: they change with the rules, the directed player, the generator or the deal.
const GOLDEN: [u128; 3] = [
    327610847320897065334249373778266362536,
    95224617340711294321909267699158998961,
    123935557956624730165474245736330514845,
];
