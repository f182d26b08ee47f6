//! Sets of cards as bits, the errors of reading a card, and cards in debug output: one macro for each.

/// Declares a set of `$item`, a newtype of `u8` whose number is its bit.
macro_rules! bit_set {
    ($(#[$meta:meta])* $vis:vis struct $set:ident($bits:ty) of $item:ident;) => {
        $(#[$meta])*
        $vis struct $set($bits);

        impl $set {
            /// The empty set.
            pub const EMPTY: $set = $set(0);

            /// The set with these bits.
            #[inline]
            pub const fn from_bits(bits: $bits) -> $set {
                $set(bits)
            }

            /// Its bits.
            #[inline]
            pub const fn bits(self) -> $bits {
                self.0
            }

            /// The bit of one card.
            #[inline]
            const fn bit(item: $item) -> $bits {
                1 << (item.0 & (<$bits>::BITS - 1) as u8)
            }

            /// The card with the lowest bit of bits that are not zero.
            #[inline]
            const fn lowest(bits: $bits) -> $item {
                $item(bits.trailing_zeros() as u8 & (<$bits>::BITS - 1) as u8)
            }

            /// Only this card.
            #[inline]
            pub const fn of(item: $item) -> $set {
                $set($set::bit(item))
            }

            /// The number of cards.
            #[inline]
            pub const fn len(self) -> usize {
                self.0.count_ones() as usize
            }

            /// Whether the set is empty.
            #[inline]
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// Whether this card is in the set.
            #[inline]
            pub const fn contains(self, item: $item) -> bool {
                self.0 & $set::bit(item) != 0
            }

            /// Puts a card in.
            #[inline]
            pub const fn insert(&mut self, item: $item) {
                self.0 |= $set::bit(item);
            }

            /// Takes a card out.
            #[inline]
            pub const fn remove(&mut self, item: $item) {
                self.0 &= !$set::bit(item);
            }

            /// The `n`-th card, counted from 0 in increasing order; `n` must be below `len`.
            #[inline]
            pub fn nth(self, n: usize) -> $item {
                debug_assert!(n < self.len(), "the set has no n-th card");
                let mut bits = self.0;
                for _ in 0..n {
                    bits &= bits.wrapping_sub(1);
                }
                $set::lowest(bits)
            }

            /// The cards in increasing order.
            #[inline]
            pub fn iter(self) -> impl DoubleEndedIterator<Item = $item> + Clone {
                #[derive(Clone)]
                struct Items($bits);

                impl Iterator for Items {
                    type Item = $item;

                    #[inline]
                    fn next(&mut self) -> Option<$item> {
                        (self.0 != 0).then(|| {
                            let item = $set::lowest(self.0);
                            self.0 &= self.0 - 1;
                            item
                        })
                    }
                }

                impl DoubleEndedIterator for Items {
                    #[inline]
                    fn next_back(&mut self) -> Option<$item> {
                        (self.0 != 0).then(|| {
                            let item = $item((<$bits>::BITS - 1 - self.0.leading_zeros()) as u8);
                            self.0 &= !$set::bit(item);
                            item
                        })
                    }
                }

                Items(self.0)
            }
        }

        $crate::cards::bit_set!(@operator $set, BitOr, bitor, BitOrAssign, bitor_assign, |a, b| a | b);
        $crate::cards::bit_set!(@operator $set, BitAnd, bitand, BitAndAssign, bitand_assign, |a, b| a & b);
        $crate::cards::bit_set!(@operator $set, BitXor, bitxor, BitXorAssign, bitxor_assign, |a, b| a ^ b);
        $crate::cards::bit_set!(@operator $set, Sub, sub, SubAssign, sub_assign, |a, b| a & !b);

        impl FromIterator<$item> for $set {
            fn from_iter<I: IntoIterator<Item = $item>>(items: I) -> $set {
                items.into_iter().fold($set::EMPTY, |set, item| set | $set::of(item))
            }
        }

        impl std::fmt::Display for $set {
            /// The cards in order, with commas between; with `{:#}` the suits are symbols where they have
            /// any.
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                for (n, item) in self.iter().enumerate() {
                    if n > 0 {
                        f.write_str(",")?;
                    }
                    std::fmt::Display::fmt(&item, f)?;
                }
                Ok(())
            }
        }

        impl std::fmt::Debug for $set {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "{{{self}}}")
            }
        }
    };
    (@operator $set:ident, $trait:ident, $of:ident, $assign:ident, $by:ident, |$a:ident, $b:ident| $bits:expr) => {
        impl std::ops::$trait for $set {
            type Output = $set;

            #[inline]
            fn $of(self, other: $set) -> $set {
                let ($a, $b) = (self.0, other.0);
                $set($bits)
            }
        }

        impl std::ops::$assign for $set {
            #[inline]
            fn $by(&mut self, other: $set) {
                *self = std::ops::$trait::$of(*self, other);
            }
        }
    };
}

/// Declares the error of a text that is no card; the message describes cards.
macro_rules! parse_error {
    ($(#[$meta:meta])* $vis:vis struct $error:ident: $message:literal;) => {
        $(#[$meta])*
        #[derive(Clone, PartialEq, Eq, Debug)]
        $vis struct $error(String);

        impl $error {
            /// The error of this text, of which a long one is shortened.
            fn of(text: &str) -> $error {
                $error(text.chars().take(12).collect())
            }
        }

        impl std::fmt::Display for $error {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, concat!("`{}` ", $message), self.0)
            }
        }

        impl std::error::Error for $error {}
    };
}

/// Makes the debug output of a type its text.
macro_rules! debug_as_text {
    ($name:ident) => {
        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Display::fmt(self, f)
            }
        }
    };
}

pub(crate) use {bit_set, debug_as_text, parse_error};
