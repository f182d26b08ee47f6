//! The conditions on which an option of a bot is read: what a bot says of its options, and one check refuses
//! the rest.

use std::fmt;

/// An option that a bot reads only beside certain values of another option. Given beside any other value, it
/// would change nothing, and is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Condition {
    /// The option.
    pub option: &'static str,
    /// The other option, which decides.
    pub by: &'static str,
    /// The values of the other option beside which the first one is read.
    pub values: Values,
}

/// Some of the values of an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Values {
    /// These.
    Words(&'static [&'static str]),
    /// All but this one.
    AllBut(&'static str),
    /// Any, if the option is given.
    Given,
    /// None: the option may not be given.
    NotGiven,
}

/// The text of the value of an option that is not given and has no default.
const NOTHING: &str = "none";

impl Condition {
    /// An option that is read beside one of these words.
    pub const fn words(option: &'static str, by: &'static str, words: &'static [&'static str]) -> Condition {
        Condition { option, by, values: Values::Words(words) }
    }

    /// An option that is read unless the other one has this value.
    pub const fn all_but(option: &'static str, by: &'static str, value: &'static str) -> Condition {
        Condition { option, by, values: Values::AllBut(value) }
    }

    /// An option that is read only if the other one, which has no default, is given.
    pub const fn beside(option: &'static str, by: &'static str) -> Condition {
        Condition { option, by, values: Values::Given }
    }

    /// An option that is not read if the other one, which has no default, is given.
    pub const fn not_beside(option: &'static str, by: &'static str) -> Condition {
        Condition { option, by, values: Values::NotGiven }
    }
}

impl Values {
    /// Whether the value with this text is one of them.
    pub fn contain(self, value: &str) -> bool {
        match self {
            Values::Words(words) => words.contains(&value),
            Values::AllBut(other) => other != value,
            Values::Given => value != NOTHING,
            Values::NotGiven => value == NOTHING,
        }
    }
}

impl fmt::Display for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Values::Words(words) => f.write_str(&words.join("|")),
            Values::AllBut(value) => write!(f, "anything but {value}"),
            Values::Given => f.write_str("anything"),
            Values::NotGiven => f.write_str(NOTHING),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bots::registry;
    use hinterhand_engine::Allowed;

    /// Every condition names options that the bot has, and words that the other option can be.
    #[test]
    fn conditions_name_what_there_is() {
        let mut count = 0;
        for info in registry::all() {
            for condition in info.conditions.iter().copied().flatten() {
                let find = |key| info.options().find(|option| option.key == key);
                assert!(find(condition.option).is_some(), "{}: {}", info.name, condition.option);
                let by = find(condition.by).unwrap_or_else(|| panic!("{}: {}", info.name, condition.by));
                match (condition.values, by.allowed) {
                    (Values::Words(words), Allowed::Words(all)) => {
                        assert!(words.iter().all(|word| all.contains(word)), "{condition:?}");
                        assert!(words.len() < all.len(), "{condition:?} always holds");
                    }
                    (Values::Words(_), _) => panic!("{condition:?}: {} has no words", condition.by),
                    (Values::Given | Values::NotGiven, allowed) => {
                        assert_eq!(allowed.default().to_string(), NOTHING, "{condition:?}");
                    }
                    (Values::AllBut(value), allowed) => {
                        assert_eq!(
                            allowed.parse(value).map(|value| value.to_string()).as_deref(),
                            Some(value)
                        );
                    }
                }
                count += 1;
            }
        }
        assert!(count > 10, "{count} conditions");
    }
}
