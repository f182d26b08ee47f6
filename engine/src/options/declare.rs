//! Options declared once: one declaration gives field, default, description, reading and writing.

use super::error::OptionError;
use super::value::Value;

/// A struct that is declared by [`options!`](crate::options).
pub trait Options: Sized {
    /// The struct with the values that `value` gives for the names of its options.
    fn from_values(value: &dyn Fn(&'static str) -> Value) -> Result<Self, OptionError>;
}

/// Declares a struct of options: each field with its type, the [`Allowed`](crate::Allowed) values, of which
/// one is the default, and what it does. The name of an option is that of its field, or what is given as in
/// `final_move as "move"`.
///
/// The struct gets a `Default`, `OPTIONS` to describe it, `from_settings` and [`Options`](crate::Options) to
/// read it, and `values` to write it.
///
/// ```
/// use hinterhand_engine::Allowed;
///
/// hinterhand_engine::words! {
///     /// The order in which prizes come.
///     #[derive(Clone, Copy, PartialEq, Debug)]
///     pub enum Prizes {
///         /// The highest first.
///         Descending = "descending",
///         /// By chance.
///         Random = "random",
///     }
/// }
///
/// hinterhand_engine::options! {
///     /// An auction.
///     #[derive(Clone, PartialEq, Debug)]
///     pub struct Auction {
///         /// The number of cards of each player.
///         pub cards: u8 = Allowed::Range(1, 13, 4), "how many cards each player bids with";
///         /// The order in which prizes come.
///         pub prizes: Prizes = Prizes::ALLOWED, "in which order the prizes come";
///         /// The largest number of rounds, if it is bounded.
///         pub rounds: Option<u64> = Allowed::Optional(1, 100), "the largest number of rounds";
///     }
/// }
///
/// assert_eq!(Auction::default(), Auction { cards: 4, prizes: Prizes::Descending, rounds: None });
/// assert_eq!(Auction::OPTIONS[1].allowed.to_string(), "descending|random");
/// ```
#[macro_export]
macro_rules! options {
    ($(#[$meta:meta])* $vis:vis struct $name:ident {
        $($(#[$doc:meta])* $field_vis:vis $field:ident $(as $key:literal)?: $type:ty = $allowed:expr, $about:expr;)*
    }) => {
        $(#[$meta])*
        $vis struct $name {
            $($(#[$doc])* $field_vis $field: $type,)*
        }

        impl $name {
            /// The options: their names, values, and what they do.
            $vis const OPTIONS: &'static [$crate::OptionSpec] =
                &[$($crate::OptionSpec::new($crate::option_key!($field $($key)?), $allowed, $about)),*];

            /// The options with these settings.
            $vis fn from_settings(settings: &$crate::Settings) -> Result<$name, $crate::OptionError> {
                $crate::Options::from_values(&|key| settings.value(key))
            }

            /// The options with their values.
            $vis fn values(&self) -> Vec<(&'static str, $crate::Value)> {
                vec![$(($crate::option_key!($field $($key)?), $crate::OptionField::write(&self.$field, $allowed))),*]
            }
        }

        impl $crate::Options for $name {
            fn from_values(value: &dyn Fn(&'static str) -> $crate::Value) -> Result<$name, $crate::OptionError> {
                Ok($name {
                    $($field: {
                        let key = $crate::option_key!($field $($key)?);
                        $crate::OptionField::read(key, &value(key))?
                    },)*
                })
            }
        }

        impl Default for $name {
            fn default() -> $name {
                let option = |key| $name::OPTIONS.iter().find(|option| option.key == key);
                $crate::Options::from_values(&|key| option(key).expect("it is listed").allowed.default())
                    .expect("the default is allowed")
            }
        }
    };
}

/// The name of the option that a field stands for.
#[doc(hidden)]
#[macro_export]
macro_rules! option_key {
    ($field:ident) => {
        stringify!($field)
    };
    ($field:ident $key:literal) => {
        $key
    };
}

/// Declares an enum of which each variant is a word of an option, the default first. It can be the type of a
/// field of [`options!`](crate::options), with `ALLOWED` for its values.
#[macro_export]
macro_rules! words {
    ($(#[$meta:meta])* $vis:vis enum $name:ident {
        $($(#[$doc:meta])* $variant:ident = $word:literal,)+
    }) => {
        $(#[$meta])*
        $vis enum $name {
            $($(#[$doc])* $variant,)+
        }

        impl $name {
            /// The word of the option.
            $vis const fn word(self) -> &'static str {
                match self {
                    $($name::$variant => $word,)+
                }
            }
        }

        $crate::word_table! { $name { $($word = $name::$variant,)+ } }
    };
}

/// Makes a type with a word for each of its values, the default first, one that a field of
/// [`options!`](crate::options) may have.
#[macro_export]
macro_rules! word_table {
    ($name:ident { $($word:literal = $value:expr,)+ }) => {
        impl $name {
            /// The words of the option, the default first.
            pub const ALLOWED: $crate::Allowed = $crate::Allowed::Words(&[$($word),+]);
        }

        impl $crate::OptionField for $name {
            fn read(key: &'static str, value: &$crate::Value) -> Result<$name, $crate::OptionError> {
                let known = [$(($word, $value)),+];
                let word = value.to_string();
                let found = known.into_iter().find(|(known, _)| *known == word);
                Ok(found.unwrap_or_else(|| panic!("`{key}` has no word `{word}`")).1)
            }

            fn write(&self, _: $crate::Allowed) -> $crate::Value {
                let known = [$(($word, $value)),+];
                let found = known.into_iter().find(|(_, value)| value == self);
                $crate::Value::Word(found.expect("every value has a word").0.to_owned())
            }
        }
    };
}
