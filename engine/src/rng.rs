//! The one random generator: ChaCha8, named by a seed and a stream.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng};

/// A generator that a caller makes from a seed and a stream and hands in wherever chance is needed.
///
/// The same (seed, stream) gives the same numbers on every machine and every thread. One unit of work,
/// such as a game of a tournament or a fixed block of random playouts, takes one stream.
///
/// ```
/// use hinterhand_engine::Rng;
/// let mut a = Rng::new(2026, 7);
/// let mut b = Rng::new(2026, 7);
/// assert_eq!(a.below(6), b.below(6));
/// ```
#[derive(Clone, Debug)]
pub struct Rng(ChaCha8Rng);

impl Rng {
    /// The generator of this seed and stream, at its beginning.
    #[inline]
    pub fn new(seed: u64, stream: u64) -> Rng {
        // The key is the seed itself: what rand makes of a u64 may change with its version.
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        let mut chacha = ChaCha8Rng::from_seed(key);
        chacha.set_stream(stream);
        Rng(chacha)
    }

    /// How far the generator has gone, in words of 32 bits.
    #[inline]
    pub fn position(&self) -> u64 {
        self.0.get_word_pos() as u64
    }

    /// Goes to a [position](Rng::position) of its stream.
    ///
    /// ```
    /// use hinterhand_engine::Rng;
    /// let mut rng = Rng::new(2026, 7);
    /// let (_, position) = (rng.below(6), rng.position());
    /// let next = rng.bits();
    /// rng.seek(position);
    /// assert_eq!(rng.bits(), next);
    /// ```
    #[inline]
    pub fn seek(&mut self, position: u64) {
        self.0.set_word_pos(position.into());
    }

    /// 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A whole number below `bound`, each equally likely. `bound` must not be zero.
    ///
    /// Lemire's multiplication with its exact rejection: one 32-bit word, hardly ever a second.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        debug_assert!(bound > 0, "there is no number below zero");
        let mut product = u64::from(self.0.next_u32()) * u64::from(bound);
        if (product as u32) < bound {
            let reject = bound.wrapping_neg() % bound;
            while (product as u32) < reject {
                product = u64::from(self.0.next_u32()) * u64::from(bound);
            }
        }
        (product >> 32) as u32
    }

    /// A whole number below each of `bounds`, all from one 64-bit word. The product of the bounds must
    /// not exceed 2^32.
    ///
    /// Brackett-Rozinsky and Lemire, "Batched ranged random integer generation" (2024): the low half of
    /// one multiplication is the randomness of the next, and one test at the end rejects what would make
    /// them uneven.
    #[inline]
    pub fn below_each<const N: usize>(&mut self, bounds: [u32; N]) -> [u32; N] {
        let product = bounds.iter().fold(1u64, |product, &bound| product * u64::from(bound));
        debug_assert!(product > 0 && product <= 1 << 32, "bounds too large for one word");
        loop {
            let mut low = self.0.next_u64();
            let draws = bounds.map(|bound| {
                let wide = u128::from(low) * u128::from(bound);
                low = wide as u64;
                (wide >> 64) as u32
            });
            // Uneven only below 2^64 mod product, which is itself below the product.
            if low >= product || low >= product.wrapping_neg() % product {
                return draws;
            }
        }
    }

    /// A number in [0, 1) with 53 random bits.
    #[inline]
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
    }

    /// Shuffles `items` (Fisher and Yates, from the end). Written here because a library may change its
    /// shuffle, and with it every deal.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for end in (1..items.len()).rev() {
            let at = self.below(end as u32 + 1) as usize;
            items.swap(end, at);
        }
    }

    /// An index of `weights`, likely in proportion to them. Their sum must be positive.
    pub fn weighted(&mut self, weights: impl Iterator<Item = f64> + Clone) -> usize {
        let total: f64 = weights.clone().sum();
        let mut left = self.unit() * total;
        let mut last = 0;
        for (index, weight) in weights.enumerate() {
            if weight > 0.0 {
                if left < weight {
                    return index;
                }
                left -= weight;
                last = index;
            }
        }
        // Only rounding leads here.
        last
    }
}
