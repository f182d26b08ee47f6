//! The one random generator: ChaCha8, named by a seed and a stream.

use hinterhand_engine::Rng;

#[test]
fn the_stream_is_pinned() {
    let mut rng = Rng::new(1, 2);
    let bits: Vec<u64> = (0..3).map(|_| rng.bits()).collect();
    let mut cards: Vec<u8> = (0..12).collect();
    rng.shuffle(&mut cards);
    assert_eq!(bits, GOLDEN_BITS);
    assert_eq!(cards, GOLDEN_SHUFFLE);
    assert_eq!(rng.below_each([24, 23, 22]), GOLDEN_EACH);
}

const GOLDEN_BITS: [u64; 3] = [6938885953644749562, 2026289535659934096, 7497731145114321849];
const GOLDEN_SHUFFLE: [u8; 12] = [0, 3, 11, 5, 1, 7, 9, 4, 8, 6, 2, 10];
const GOLDEN_EACH: [u32; 3] = [15, 6, 5];

#[test]
fn draws_are_even() {
    // Chi-square over 12 cells at 11 degrees of freedom: 31.26 is exceeded by chance in one seed of
    // a thousand, and the seed is fixed.
    let mut rng = Rng::new(5, 0);
    let mut counts = [[0u32; 12]; 2];
    for _ in 0..120_000 {
        counts[0][rng.below(12) as usize] += 1;
        let [high, low] = rng.below_each([3, 4]);
        counts[1][(4 * high + low) as usize] += 1;
    }
    for cells in counts {
        let chi: f64 = cells.iter().map(|&n| (f64::from(n) - 10_000.0).powi(2) / 10_000.0).sum();
        assert!(chi < 31.26, "{chi} over {cells:?}");
    }
}
