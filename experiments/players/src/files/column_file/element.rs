//! The elements of a column.

use bytemuck::Pod;

/// A kind of number that columns are made of.
pub trait Element: Pod + sealed::Sealed {
    /// Its name in the header.
    const NAME: &'static str;
}

/// A column to be written.
#[derive(Clone, Copy, Debug)]
pub struct Column<'a> {
    pub(super) name_of_type: &'static str,
    pub(super) len: usize,
    pub(super) bytes: &'a [u8],
}

impl<'a, T: Element> From<&'a [T]> for Column<'a> {
    fn from(numbers: &'a [T]) -> Column<'a> {
        Column { name_of_type: T::NAME, len: numbers.len(), bytes: bytemuck::cast_slice(numbers) }
    }
}

impl<'a, T: Element> From<&'a Vec<T>> for Column<'a> {
    fn from(numbers: &'a Vec<T>) -> Column<'a> {
        numbers.as_slice().into()
    }
}

mod sealed {
    pub trait Sealed {}
}

macro_rules! elements {
    ($($number:ident)*) => {
        $(
            impl sealed::Sealed for $number {}
            impl Element for $number {
                const NAME: &'static str = stringify!($number);
            }
        )*

        /// The bytes that a number of the type of this name takes.
        pub(super) fn size(name: &str) -> Option<usize> {
            match name {
                $(stringify!($number) => Some(size_of::<$number>()),)*
                _ => None,
            }
        }
    };
}

elements! { u8 u16 u32 u64 f32 f64 }
