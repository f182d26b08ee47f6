//! Listed worlds against all histories played forward, and sampled worlds against the listed ones.
//!
//! Worlds are few only after both players were short: then nearly all cards are known.

use std::collections::BTreeMap;

use hinterhand_engine::games::KlondikeChess;
use hinterhand_engine::games::klondike_chess::{CardSet, Chance};
use hinterhand_engine::{Game, History, Notation, Player, Rng, Turn, Worlds};

/// A deal in which player 0 has this many black cards and player 1 this many red ones.
fn deal(black: usize, red: usize, rng: &mut Rng) -> String {
    let mut suits = Player::all(2).map(|player| {
        let mut cards: Vec<_> = CardSet::colour(player).iter().collect();
        rng.shuffle(&mut cards);
        cards.into_iter()
    });
    let mut blacks = suits.next().expect("two colours");
    let mut reds = suits.next().expect("two colours");
    let first: CardSet = blacks.by_ref().take(black).chain(reds.by_ref().take(10 - black)).collect();
    let second: CardSet = blacks.by_ref().take(10 - red).chain(reds.by_ref().take(red)).collect();
    format!("deal:{first}/{second}")
}

/// A game up to the first time that `sets` cards have been set.
fn game_with<'g>(
    game: &'g KlondikeChess,
    deal: &str,
    sets: usize,
    rng: &mut Rng,
) -> History<'g, KlondikeChess> {
    let mut history = History::new(game);
    history.play_word(deal).expect("a deal");
    history.deal(rng);
    for _ in 0..sets {
        let legal = game.legal_words(history.state());
        history.play_word(&legal[rng.below(legal.len() as u32) as usize]).expect("legal");
    }
    history
}

/// Every history that starts with one of `deals` and looks like `told` to `player`, with its weight: one
/// over the number of legal actions at every decision of the other. All its chance events are as likely.
fn forward(
    game: &KlondikeChess,
    told: &History<'_, KlondikeChess>,
    player: Player,
    deals: &[String],
) -> BTreeMap<String, f64> {
    let mut fitting = BTreeMap::new();
    let mut open: Vec<(History<'_, KlondikeChess>, f64)> = Vec::new();
    for deal in deals {
        let mut history = History::new(game);
        history.play_word(deal).expect("a deal");
        open.push((history, 1.0));
    }
    while let Some((history, weight)) = open.pop() {
        if history.seen(player) == told.seen(player) {
            fitting.insert(history.words().join(" "), weight);
            continue;
        }
        if !told.seen(player).starts_with(history.seen(player)) {
            continue;
        }
        let (words, weight) = match history.turn() {
            Turn::Player(mover) => {
                let words = game.legal_words(history.state());
                let share = if mover == player { 1.0 } else { words.len() as f64 };
                (words, weight / share)
            }
            // At most one card is drawn, or none.
            _ => {
                let none = [CardSet::EMPTY; 2];
                let one = |player: usize, card| {
                    let mut cards = none;
                    cards[player] = CardSet::of(card);
                    cards
                };
                let draws =
                    [0, 1].into_iter().flat_map(|who| CardSet::ALL.iter().map(move |card| one(who, card)));
                let refills = std::iter::once(none).chain(draws);
                let words = refills.map(|cards| game.chance_word(history.state(), &Chance::Refill(cards)));
                (words.collect(), weight)
            }
        };
        for word in words {
            let mut next = history.clone();
            if next.play_word(&word).is_ok() {
                open.push((next, weight));
            }
        }
    }
    fitting
}

/// All deals in which `player` sees what it sees in `told`, when the other has kept at most one card.
fn deals_like(game: &KlondikeChess, told: &History<'_, KlondikeChess>, player: Player) -> Vec<String> {
    let hands: Vec<CardSet> = told.words()[0][5..]
        .split('/')
        .map(|hand| hand.split(',').map(|card| card.parse().expect("a card")).collect())
        .collect();
    let other = player.other();
    let kept = hands[other.index()] & CardSet::colour(other);
    let handed = hands[other.index()] - kept;
    let others: Vec<CardSet> = if kept.is_empty() {
        vec![kept]
    } else {
        let free = CardSet::colour(other) - hands[player.index()];
        free.iter().map(CardSet::of).collect()
    };
    let deal = |hand: CardSet| {
        let mut hands = [hands[player.index()]; 2];
        hands[other.index()] = handed | hand;
        game.chance_word(&game.start(), &Chance::Deal(hands))
    };
    others.into_iter().map(deal).collect()
}

#[test]
fn worlds_are_the_histories_that_look_alike() {
    let game = KlondikeChess::default();
    let mut rng = Rng::new(31, 0);
    let (mut checked, mut uneven) = (0, 0);
    for (black, red) in [(1, 0), (0, 1), (1, 1), (0, 0)] {
        for sets in [0, 1, 2, 4, 5, 6] {
            let deal = deal(black, red, &mut rng);
            let history = game_with(&game, &deal, sets, &mut rng);
            for player in Player::all(2) {
                let info_set = game.info_set(history.state(), player);
                let Some(worlds) = game.worlds(&info_set, 5000) else { continue };
                let fitting = forward(&game, &history, player, &deals_like(&game, &history, player));
                let total: f64 = fitting.values().sum();
                let listed: BTreeMap<String, f64> = worlds
                    .iter()
                    .map(|(world, likely)| (game.retold(history.words(), world).join(" "), *likely))
                    .collect();
                assert_eq!(listed.len(), worlds.len());
                assert_eq!(listed.len(), fitting.len(), "{player} after {:?}", history.words());
                for (words, weight) in &fitting {
                    let likely = listed.get(words).unwrap_or_else(|| panic!("not listed: {words}"));
                    assert!(
                        (likely - weight / total).abs() < 1e-12,
                        "{words}: {likely}, not {}",
                        weight / total
                    );
                }
                checked += 1;
                uneven += usize::from(worlds.iter().any(|(_, likely)| likely / worlds[0].1 > 1.01));
            }
        }
    }
    assert!(checked >= 24 && uneven >= 3, "{checked} positions, {uneven} with unequal worlds");
}

#[test]
fn samples_are_as_frequent_as_worlds_are_likely() {
    let game = KlondikeChess::default();
    let mut rng = Rng::new(32, 0);
    let (mut tested, mut uneven) = (0, 0);
    let mut outliers = 0;
    for round in 0..60 {
        let (black, red) = (rng.below(3) as usize, rng.below(3) as usize);
        let deal = deal(black, red, &mut rng);
        let history = game_with(&game, &deal, round % 8, &mut rng);
        for player in Player::all(2) {
            let info_set = game.info_set(history.state(), player);
            let Some(worlds) = game.worlds(&info_set, 5000).filter(|worlds| worlds.len() >= 30) else {
                continue;
            };
            let samples = 20 * worlds.len();
            let text = |world: &_| game.position_text(world);
            let mut counts: BTreeMap<String, (f64, f64)> =
                worlds.iter().map(|(world, likely)| (text(world), (likely * samples as f64, 0.0))).collect();
            for _ in 0..samples {
                let world = game.sample(&info_set, &mut rng);
                counts.get_mut(&text(&world)).expect("a sample is one of the worlds").1 += 1.0;
            }
            let chi: f64 =
                counts.values().map(|(expected, found)| (found - expected).powi(2) / expected).sum();
            // With this number of cells nearly a normal number: beyond 3.3 deviations once in two thousand.
            let freedom = (worlds.len() - 1) as f64;
            outliers += usize::from((chi - freedom).abs() > 3.3 * (2.0 * freedom).sqrt());
            assert!((chi - freedom).abs() < 5.0 * (2.0 * freedom).sqrt(), "{chi} at {freedom}");
            tested += 1;
            uneven += usize::from(worlds.iter().any(|(_, likely)| likely / worlds[0].1 > 1.01));
        }
    }
    assert!(tested >= 20 && uneven >= 3, "{tested} positions, {uneven} with unequal worlds");
    assert!(outliers <= 1, "{outliers} of {tested} far off");
}
