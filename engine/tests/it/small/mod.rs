//! The small form: two games in it, the small and the fast form of Kuhn poker side by side, and faults.

mod cuckoo;
mod faults;
mod kuhn;

use std::collections::HashMap;

use hinterhand_engine::contract::check;
use hinterhand_engine::games::Kuhn;
use hinterhand_engine::small::Small;
use hinterhand_engine::{Described, Game, History, Notation, Player, Sizes, Turn, outcomes};

use crate::variants::variants;
use cuckoo::Cuckoo;
use kuhn::SmallKuhn;

#[test]
fn cuckoo() {
    for settings in variants::<Small<Cuckoo>>(0) {
        check(&Small::<Cuckoo>::with_settings(&settings).expect("a small game"));
    }
}

#[test]
fn kuhn() {
    for settings in variants::<Small<SmallKuhn>>(0) {
        check(&Small::<SmallKuhn>::with_settings(&settings).expect("a small game"));
    }
}

/// The small and the fast form of Kuhn poker: the same words are legal, the players see the same, win the
/// same, and the trees are equally large.
#[test]
fn small_kuhn_is_fast_kuhn() {
    for (players, nodes, sets) in [(2, 58, vec![6, 6]), (3, 617, vec![16, 16, 16])] {
        let (fast, small) = (Kuhn { players }, Small::new(SmallKuhn { players }).expect("a small game"));
        assert_eq!(Sizes::of(&small), Sizes::of(&fast));
        assert_eq!((Sizes::of(&small).nodes, Sizes::of(&small).info_sets), (nodes, sets));
        assert_eq!(small.node_count() as u64, nodes);
        for player in Player::all(players) {
            assert_eq!(small.least_payoff(player), fast.least_payoff(player));
        }
        let mut seen = vec![HashMap::new(); players];
        for (cards, _) in outcomes(&fast, &fast.start()) {
            let deal = fast.chance_word(&fast.start(), &cards);
            let (mut few, mut one) = (History::new(&small), History::new(&fast));
            one.play_word(&deal).expect("an outcome");
            let cards = deal.trim_start_matches("deal:").split(',');
            cards.for_each(|card| few.play_word(card).expect("a card"));
            visit(&few, &one, &mut seen);
        }
    }
}

/// Compares the two forms at one position and at all that follow.
fn visit(
    small: &History<'_, Small<SmallKuhn>>,
    fast: &History<'_, Kuhn>,
    seen: &mut [HashMap<String, String>],
) {
    compare(small, fast, seen);
    if fast.turn() != Turn::Over {
        for word in fast.game().legal_words(fast.state()) {
            let (mut small, mut fast) = (small.clone(), fast.clone());
            small.play_word(&word).expect("legal in both forms");
            fast.play_word(&word).expect("listed");
            visit(&small, &fast, seen);
        }
    }
}

/// Compares the two forms at one position; `seen` is what the fast form shows for what the small one does.
fn compare(
    small: &History<'_, Small<SmallKuhn>>,
    fast: &History<'_, Kuhn>,
    seen: &mut [HashMap<String, String>],
) {
    assert_eq!(small.turn(), fast.turn());
    assert_eq!(small.returns(), fast.returns());
    if let Turn::Player(_) = small.turn() {
        let words = small.game().legal_words(small.state());
        assert_eq!(words, fast.game().legal_words(fast.state()));
    }
    for (player, seen) in Player::all(seen.len()).zip(seen) {
        let (ours, theirs) = (small.seen(player), fast.seen(player));
        assert_eq!(seen.entry(ours.to_owned()).or_insert_with(|| theirs.to_owned()), theirs);
        let others = seen.values().filter(|known| *known == theirs).count();
        assert_eq!(others, 1, "two texts of the small form for `{theirs}`");
    }
}
