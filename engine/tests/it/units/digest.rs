//! A running 128-bit digest of what was noticed: one value whatever the way it was fed, on every machine.

use std::collections::HashSet;

use hinterhand_engine::Digest;

#[test]
fn texts_and_their_parts_have_digests_of_their_own() {
    let texts = ["", "a", "b", "aa", "\0", "\0\0", "aaaaaaa", "aaaaaaaa", "aaaaaaaaa", "aaaaaaaa\0"];
    let digests: HashSet<Digest> = texts.iter().map(Digest::of).collect();
    assert_eq!(digests.len(), texts.len());
    assert_ne!(Digest::of(&("ab", "c")), Digest::of(&("a", "bc")));
    assert_eq!(Digest::of(&"golden").bits(), GOLDEN_TEXT);
}

const GOLDEN_TEXT: u128 = 250521000849240423860391722725244080520;

#[test]
fn short_sequences_have_digests_of_their_own() {
    let mut seen = HashSet::new();
    let mut level = vec![Digest::EMPTY];
    for _ in 0..6 {
        level = level
            .into_iter()
            .flat_map(|digest| {
                (0..7).map(move |number| {
                    let mut next = digest;
                    next.absorb(number);
                    next
                })
            })
            .collect();
        assert!(level.iter().all(|&digest| seen.insert(digest)));
    }
    // Any 40 bits of it tell them apart as well, but for the few meetings that chance brings: 137,256
    // digests make 9.4e9 pairs, so 0.009 meetings are expected in each window.
    for shift in [0, 24, 44, 64, 88] {
        let windows: HashSet<u64> =
            seen.iter().map(|digest| (digest.bits() >> shift) as u64 & ((1 << 40) - 1)).collect();
        assert!(windows.len() + 1 >= seen.len(), "window at {shift}");
    }
}

#[test]
fn the_digest_is_pinned() {
    let mut digest = Digest::EMPTY;
    (0..5).for_each(|number| digest.absorb(number));
    assert_eq!(digest.bits(), GOLDEN);
}

const GOLDEN: u128 = 117_156_368_159_915_809_996_800_213_513_245_374_139;
