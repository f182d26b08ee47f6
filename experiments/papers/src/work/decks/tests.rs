use std::sync::atomic::AtomicBool;

use hinterhand_engine::games::Kinderschnapsen;
use hinterhand_engine::tricks::{Card, Deal};
use hinterhand_engine::{ActionSet, Game, Steps, Turn, Worlds};
use hinterhand_matches::ratings::Moments;
use hinterhand_solvers::tree::Policy;

use super::deck::Hand;
use super::seen::Seen;
use super::vector::VectorCfr;
use super::*;

fn deck(suits: u8, ranks: u8) -> Deck {
    Deck::new(suits, ranks, 0).expect("there is such a deck")
}

fn run(text: &str) -> anyhow::Result<Option<Outcome>> {
    let work: Decks = toml::from_str(text).expect("a piece of work");
    work.run(&WorkContext::new(5, &AtomicBool::new(false)))
}

/// All positions of a random hand after its deal.
fn positions(deck: &Deck, rng: &mut Rng) -> Vec<Hand> {
    let mut hand = deck.start();
    deck.deal(&mut hand, rng);
    let mut positions = vec![hand];
    while deck.turn(&hand) != Turn::Over {
        let legal = deck.legal(&hand);
        deck.play(&mut hand, legal.nth(rng.below(legal.len() as u32) as usize));
        positions.push(hand);
    }
    positions
}

/// All deals with their probabilities, a card at a time.
fn deals(deck: &Deck) -> Vec<(Deal, f64)> {
    let (start, mut deals) = (deck.start(), Vec::new());
    let mut open: Vec<(Vec<Card>, f64)> = vec![(Vec::new(), 1.0)];
    while let Some((dealt, probability)) = open.pop() {
        let steps = deck.steps(&start, &dealt);
        if steps.is_empty() {
            deals.push((deck.assemble(&start, &dealt), probability));
        }
        let on = |(card, next)| ([&dealt[..], &[card]].concat(), probability * next);
        open.extend(steps.into_iter().map(on));
    }
    deals
}

/// Whether a deal leads to what this player has seen.
fn fits(deck: &Deck, deal: &Deal, seen: &Seen) -> bool {
    let mut hand = deck.start();
    deck.reveal(&mut hand, deal);
    let at_first = deck.info_set(&hand, seen.player);
    if (at_first.first, at_first.turnup) != (seen.first, seen.turnup) {
        return false;
    }
    for action in seen.log.actions() {
        if deck.turn(&hand) == Turn::Over || !deck.legal(&hand).contains(action) {
            return false;
        }
        deck.play(&mut hand, action);
    }
    deck.info_set(&hand, seen.player) == *seen
}

#[test]
fn the_cards_are_dealt_by_the_rule() {
    for (suits, ranks, hand, talon, target) in [
        (2, 2, 1, 2, 21),
        (2, 3, 1, 4, 28),
        (3, 2, 1, 4, 32),
        (2, 4, 2, 4, 30),
        (4, 2, 2, 4, 44),
        (3, 3, 2, 4, 43),
        (3, 4, 3, 6, 46),
        (4, 3, 3, 6, 58),
        (4, 4, 4, 8, 62),
    ] {
        let deck = deck(suits, ranks);
        let found = (deck.pack.hand, deck.pack.talon, deck.target);
        assert_eq!(found, (hand, talon, target), "{suits} suits of {ranks} ranks");
    }
    assert_eq!(deck(3, 4).pack, Kinderschnapsen::PACK);
}

#[test]
fn three_suits_of_four_ranks_are_kinderschnapsen() {
    let (deck, game) = (deck(3, 4), Kinderschnapsen { auto_checkout: true, ..Kinderschnapsen::default() });
    let mut ends = [0; 2];
    for stream in 0..4_000 {
        let mut rng = Rng::new(3, stream);
        let deal = deck.draw(&deck.start(), &mut rng);
        let (mut ours, mut theirs) = (deck.start(), game.start());
        deck.reveal(&mut ours, &deal);
        game.reveal(&mut theirs, &deal);
        while let Turn::Player(player) = deck.turn(&ours) {
            let legal = deck.legal(&ours);
            assert_eq!((game.turn(&theirs), game.legal(&theirs)), (Turn::Player(player), legal), "{deal}");
            let seen = game.info_set(&theirs, player);
            if let Some(worlds) = game.worlds(&seen, 500) {
                let unseen = deck.info_set(&ours, player).unseen(&deck.pack).expect("it is dealt");
                assert_eq!(unseen.count(), worlds.len() as f64, "{deal}");
            }
            let action = legal.nth(rng.below(legal.len() as u32) as usize);
            deck.play(&mut ours, action);
            game.play(&mut theirs, action);
        }
        assert_eq!(game.turn(&theirs), Turn::Over, "{deal}");
        for player in Player::all(2) {
            assert_eq!(deck.payoff(&ours, player), game.payoff(&theirs, player), "{deal}");
        }
        ends[usize::from(deck.payoff(&ours, Player::FIRST).abs() > 1.0)] += 1;
    }
    assert!(ends.iter().all(|&count| count > 100), "{ends:?} hands for 1 and for more");
}

#[test]
fn each_deal_comes_up_once_and_is_as_likely() {
    for (suits, ranks) in [(2, 2), (3, 2), (2, 4)] {
        let deck = deck(suits, ranks);
        let mut deals = deals(&deck);
        let even = 1.0 / deck.pack.deals();
        // A product of a dozen fractions, each exact up to 2^-53.
        assert!(deals.iter().all(|(_, probability)| (probability / even - 1.0).abs() < 1e-14));
        deals.sort_unstable_by_key(|(deal, _)| deal.to_string());
        deals.dedup_by_key(|(deal, _)| *deal);
        assert_eq!(deals.len() as f64, deck.pack.deals());
    }
}

/// One card lies aside if there are nine.
#[test]
fn as_many_deals_fit_as_are_counted() {
    for (suits, ranks, without, hands) in [(2, 3, 0, 40), (2, 4, 0, 40), (3, 3, 0, 40), (3, 3, 1, 4)] {
        let deck = Deck::new(suits, ranks, without).expect("there is such a deck");
        let (deals, mut rng) = (deals(&deck), Rng::new(2, 0));
        for _ in 0..hands {
            for hand in positions(&deck, &mut rng) {
                for player in Player::all(2) {
                    let seen = deck.info_set(&hand, player);
                    let fitting = deals.iter().filter(|(deal, _)| fits(&deck, deal, &seen)).count();
                    let counted = seen.unseen(&deck.pack).expect("it is dealt").count();
                    assert_eq!(counted, fitting as f64, "{seen:?}");
                }
            }
        }
    }
}

#[test]
fn a_sample_looks_the_same() {
    for (suits, ranks) in [(2, 2), (2, 3), (4, 2), (3, 3), (4, 3), (4, 4)] {
        let (deck, mut rng) = (deck(suits, ranks), Rng::new(4, 0));
        for _ in 0..200 {
            let positions = positions(&deck, &mut rng);
            for hand in [deck.start()].into_iter().chain(positions) {
                for player in Player::all(2) {
                    let seen = deck.info_set(&hand, player);
                    let sample = deck.sample(&seen, &mut rng);
                    assert_eq!(deck.info_set(&sample, player), seen);
                    assert_eq!(deck.turn(&sample), deck.turn(&hand));
                    if let Some(unseen) = seen.unseen(&deck.pack) {
                        let deal = unseen.draw(&mut rng);
                        assert!(fits(&deck, &deal, &seen), "{deal}: {seen:?}");
                    }
                }
            }
        }
    }
}

/// Of every deal that fits about as many are drawn.
#[test]
fn samples_are_even() {
    let (deck, mut rng) = (deck(3, 3), Rng::new(6, 0));
    let deals = deals(&deck);
    let mut hands = 0;
    while hands < 6 {
        let positions = positions(&deck, &mut rng);
        let seen = deck.info_set(&positions[positions.len() / 2], Player::FIRST);
        let fitting: Vec<Deal> =
            deals.iter().map(|(deal, _)| *deal).filter(|deal| fits(&deck, deal, &seen)).collect();
        if !(4..=60).contains(&fitting.len()) {
            continue;
        }
        hands += 1;
        let (unseen, mut counts) = (seen.unseen(&deck.pack).expect("it is dealt"), vec![0u32; fitting.len()]);
        for _ in 0..200 * fitting.len() {
            let deal = unseen.draw(&mut rng);
            counts[fitting.iter().position(|other| *other == deal).expect("a deal that fits")] += 1;
        }
        let chi: f64 = counts.iter().map(|&count| (f64::from(count) - 200.0).powi(2) / 200.0).sum();
        // Chi-square has the mean k and the variance 2k at k degrees of freedom; 5 errors are far out for
        // these k too.
        let freedom = (fitting.len() - 1) as f64;
        assert!(chi < freedom + 5.0 * (2.0 * freedom).sqrt(), "{chi} at {freedom}: {seen:?}");
    }
}

#[test]
fn estimates_agree_with_what_is_counted() {
    for (suits, ranks) in [(2, 2), (2, 3), (4, 2)] {
        let of = |rest: &str| run(&format!("suits = {suits}\nranks = {ranks}\n{rest}"));
        let exact = of("exact = true").expect("a small deck").expect("not stopped").measures;
        let estimated = of("walks = 40_000").expect("a deck").expect("not stopped").measures;
        for name in FIGURES {
            let (exact, estimate) = (exact[name].value, estimated[name]);
            // 4 standard errors; they are 0 where every walk meets the same, and then sums are exact up to
            // rounding.
            let bound = 4.0 / 1.96 * estimate.reach(exact).expect("many walks") + 1e-9 * exact;
            assert!((estimate.value - exact).abs() <= bound, "{name}: {exact}, {estimate:?}");
        }
        for name in ["cards", "deals"] {
            assert_eq!(exact[name], estimated[name]);
        }
    }
}

/// The counts of the solver of Kinderschnapsen, with automatic check-out.
#[test]
fn kinderschnapsen_is_estimated_rightly() {
    let found = run("suits = 3\nranks = 4\nwalks = 300_000").expect("a deck").expect("not stopped").measures;
    assert_eq!(found["deals"].value, 13_305_600.0);
    for (name, counted) in [
        ("decision histories", 176_559_101_640.0),
        ("end histories", 82_879_199_352.0),
        ("information sets of player 0", 6_182_427_252.0),
        ("information sets of player 1", 6_242_292_450.0),
        ("information sets", 12_424_719_702.0),
        ("information sets with a choice", 4_405_040_652.0),
    ] {
        let estimate = found[name];
        let reach = estimate.reach(counted).expect("many walks");
        // 4 standard errors.
        assert!((estimate.value - counted).abs() < 4.0 / 1.96 * reach, "{name}: {estimate:?}");
        assert!(reach < 0.01 * counted, "{name}: {reach} is too wide to tell");
    }
}

#[test]
fn a_small_deck_is_solved() {
    let found =
        run("suits = 2\nranks = 3\nexact = true\ntarget = 0.01").expect("a deck").expect("not stopped");
    let figure = |name: &str| found.measures[name].value;
    assert!(figure("exploitability") <= 0.01 && figure("value").abs() <= 3.0);
    // No trick has 28 points: the talon is closed before the first trick, before the second, or never.
    assert_eq!(figure("end histories"), 3.0 * 720.0);
    // Six cards, one after the other.
    let chance = 1.0 + 6.0 + 30.0 + 120.0 + 360.0 + 720.0;
    assert_eq!(figure("nodes"), figure("end histories") + figure("decision histories") + chance);
    assert!(figure("seconds to 1e-2") >= figure("seconds an iteration"));
    assert!(figure("iterations to 1e-2") > 1.0 && figure("megabytes") > 0.0);
}

/// Even strategies, with which both forms begin, have the same value and best responses, where nothing is left
/// to choose once both players know all cards. In the last deck one card lies aside.
#[test]
fn the_vector_form_is_the_same_game() {
    is_the_same_game(&[(2, 2, 0), (2, 3, 0), (3, 2, 0), (2, 4, 1)]);
}

/// Hands of two cards, the turnup in a hand, and a card aside, so that nothing is searched.
#[test]
#[ignore = "slow: writes out a deck of nine cards"]
fn the_vector_form_of_nine_cards_is_the_same_game() {
    is_the_same_game(&[(3, 3, 0)]);
}

/// Random games of nine cards, in which nothing is searched, have the value of even strategies.
#[test]
fn even_strategies_have_the_value_of_random_games() {
    let deck = deck(3, 3);
    let expected = VectorCfr::new(&deck).expect("a small deck").value();
    let (mut rng, mut payoffs) = (Rng::new(9, 0), Moments::default());
    for _ in 0..40_000 {
        let last = positions(&deck, &mut rng).pop().expect("the end");
        payoffs.add(deck.payoff(&last, Player::FIRST));
    }
    let (mean, error) = (payoffs.mean().expect("games"), payoffs.standard_error().expect("games"));
    assert!((mean - expected).abs() < 4.0 * error, "{mean} with {error}, not {expected}");
    assert!(error < 0.02, "{error} is too wide to tell");
}

#[track_caller]
fn is_the_same_game(decks: &[(u8, u8, u8)]) {
    for &(suits, ranks, without) in decks {
        let deck = Deck::new(suits, ranks, without).expect("there is such a deck");
        let written = GameTree::compile(&deck, MOST_NODES).expect("a small deck");
        let even = Policy::uniform(written.tree());
        let mut vector = VectorCfr::new(&deck).expect("a small deck");
        let expected = judges::exploitability(written.tree(), &even).average();
        // Up to rounding in sums of millions of payoffs: nothing was learned yet, in single precision.
        let found = vector.exploitability();
        assert!((found - expected).abs() < 1e-10, "{expected}, not {found}: {suits} suits, {ranks} ranks");
        let value = judges::values(written.tree(), &[&even, &even])[0];
        assert!((vector.value() - value).abs() < 1e-10, "{value}, not {}", vector.value());
    }
}

#[test]
fn the_vector_form_has_the_value_of_the_game() {
    for deck in ["suits = 2\nranks = 4\nwithout = 1", "suits = 4\nranks = 2"] {
        let of = |form: &str| {
            let text = format!("{deck}\n{form} = true\ntarget = 1e-3");
            run(&text).expect("a small deck").expect("not stopped").measures
        };
        let [written, vector] = ["exact", "vector"].map(of);
        let (low, high) = (written["value"].value - 4e-3, written["value"].value + 4e-3);
        // What both players can gain is at most 2e-3 together, in each form.
        assert!((low..=high).contains(&vector["value"].value), "{written:?}, {vector:?}");
        assert!(vector["exploitability"].value <= 1e-3 && vector["megabytes at most"].value > 0.0);
        assert!(vector["actions of the vector form"].value < written["actions"].value);
    }
}

/// With queens and jacks of two suits the first trick ends the hand, and the other has no points. A trump
/// beats both cards of the other suit, and of these the queen the jack, with either leader: both players win
/// as often.
#[test]
fn the_smallest_deck_is_won_by_the_first_trick() {
    let found = run("suits = 2\nranks = 2\nexact = true").expect("a deck").expect("not stopped").measures;
    assert_eq!((found["value"].value, found["exploitability"].value), (0.0, 0.0));
    let (deck, mut rng) = (deck(2, 2), Rng::new(7, 0));
    for _ in 0..100 {
        let last = positions(&deck, &mut rng).pop().expect("the end");
        assert_eq!(deck.payoff(&last, Player::FIRST).abs(), 3.0);
    }
}

/// Ten and eleven cards: the full deck without twos. A deck of seven, with one card aside, is written out.
#[test]
fn decks_without_some_cards_lie_between_the_others() {
    let cards = |without| Deck::new(3, 4, without).expect("a deck").pack;
    assert_eq!([0, 1, 2].map(|without| cards(without).cards.len()), [12, 11, 10]);
    assert_eq!(
        [0, 1, 2].map(|without| (cards(without).hand, cards(without).talon)),
        [(3, 6), (2, 6), (2, 6)]
    );
    let of = |rest: &str| run(&format!("suits = 2\nranks = 4\nwithout = 1\n{rest}"));
    let exact = of("exact = true").expect("a small deck").expect("not stopped").measures;
    let estimated = of("walks = 40_000").expect("a deck").expect("not stopped").measures;
    for name in FIGURES {
        let (exact, estimate) = (exact[name].value, estimated[name]);
        let bound = 4.0 / 1.96 * estimate.reach(exact).expect("many walks") + 1e-9 * exact;
        assert!((estimate.value - exact).abs() <= bound, "{name}: {exact}, {estimate:?}");
    }
}

#[test]
#[ignore = "slow: builds the solver of the full deck"]
fn the_full_deck_is_solved_in_its_reduced_form() {
    let found = run("suits = 3\nranks = 4\nreduced = true\ntarget = 0.01")
        .expect("a deck")
        .expect("not stopped")
        .measures;
    assert!(found["exploitability"].value <= 0.01 && found["megabytes at most"].value > 10.0, "{found:?}");
    assert!(found["decisions of the reduced form"].value > 1e5);
    assert_eq!(found["cards"].value, 12.0);
}

#[test]
fn what_makes_no_sense_is_refused() {
    for (text, message) in [
        ("suits = 1\nranks = 4\nwalks = 9", "`suits` is 1; it must be from 2 to 4"),
        ("suits = 2\nranks = 5\nwalks = 9", "`ranks` is 5; it must be from 2 to 4"),
        ("suits = 3\nranks = 4\nwithout = 3\nwalks = 9", "`without` is 3; it must be less than the 3 suits"),
        ("suits = 3\nranks = 3\nreduced = true", "`reduced` is for three suits and four ranks"),
        ("suits = 4\nranks = 4\nvector = true", "the deck has 16 cards; `vector` is for at most 12"),
        (
            "suits = 2\nranks = 2",
            "one of `walks`, `exact = true`, `vector = true` and `reduced = true` is needed",
        ),
        ("suits = 2\nranks = 2\nexact = true\nwalks = 9", "one of `walks`, `exact = true`, "),
        ("suits = 2\nranks = 2\nexact = true\nvector = true", "one of `walks`, `exact = true`, "),
        ("suits = 2\nranks = 2\nwalks = 9\ntarget = 0.1", "`target` and `iterations` go with `exact`"),
        ("suits = 2\nranks = 3\nexact = true\ntarget = 0.0", "`target` is 0; it must be more than 0"),
        (
            "suits = 2\nranks = 3\nexact = true\niterations = 1",
            "after 1 iterations the exploitability is still",
        ),
    ] {
        let error = run(text).expect_err(text).to_string();
        assert!(error.starts_with(message), "{error}");
    }
}

#[test]
fn work_is_left_when_it_is_stopped() {
    for rest in ["walks = 9", "exact = true", "vector = true"] {
        let work: Decks = toml::from_str(&format!("suits = 2\nranks = 2\n{rest}")).expect("work");
        assert_eq!(work.run(&WorkContext::new(5, &AtomicBool::new(true))).expect("a deck"), None);
    }
}
