//! The values of options, and which of them are allowed.

use std::fmt;

/// The value of an option.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    /// True or false.
    Flag(bool),
    /// A whole number.
    Number(i64),
    /// A real number, never NaN.
    Real(f64),
    /// Nothing, where a number may be left out.
    Nothing,
    /// One of several words, or free text.
    Word(String),
}

/// No number is NaN.
impl Eq for Value {}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Flag(flag) => write!(f, "{flag}"),
            Value::Number(number) => write!(f, "{number}"),
            Value::Real(number) => write!(f, "{number}"),
            Value::Nothing => f.write_str("none"),
            Value::Word(word) => f.write_str(word),
        }
    }
}

/// The values that an option may have; the first is the default.
#[derive(Clone, Copy, PartialEq, Debug)]
#[allow(unpredictable_function_pointer_comparisons, reason = "each description has one function")]
pub enum Allowed {
    /// True or false, and the default.
    Flag(bool),
    /// A flag that can only be given as its default: the name is known, the other value is refused.
    Only(bool),
    /// One of these words.
    Words(&'static [&'static str]),
    /// One of these numbers.
    Numbers(&'static [i64]),
    /// A number from the first to the second, by default the third.
    Range(i64, i64, i64),
    /// A real number from the first to the second, by default the third.
    Reals(f64, f64, f64),
    /// A whole number from the first to the second, or none; by default none.
    Optional(i64, i64),
    /// Free text that the game reads itself.
    Text(&'static str),
    /// A text of this description that the function brings into its standard form, or none; by default none.
    Parsed(&'static str, fn(&str) -> Option<String>),
}

/// No number is NaN.
impl Eq for Allowed {}

impl Allowed {
    /// The default value.
    pub fn default(self) -> Value {
        match self {
            Allowed::Flag(flag) | Allowed::Only(flag) => Value::Flag(flag),
            Allowed::Words(words) => Value::Word(words[0].to_owned()),
            Allowed::Numbers(numbers) => Value::Number(numbers[0]),
            Allowed::Range(_, _, number) => Value::Number(number),
            Allowed::Reals(_, _, number) => Value::Real(number),
            Allowed::Optional(..) | Allowed::Parsed(..) => Value::Nothing,
            Allowed::Text(text) => Value::Word(text.to_owned()),
        }
    }

    /// Whether an option may have this value.
    pub(super) fn admits(self, value: &Value) -> bool {
        match (self, value) {
            (Allowed::Flag(_), Value::Flag(_))
            | (Allowed::Text(_), Value::Word(_))
            | (Allowed::Optional(..) | Allowed::Parsed(..), Value::Nothing) => true,
            (Allowed::Parsed(_, parse), Value::Word(word)) => parse(word).is_some_and(|text| text == *word),
            (Allowed::Only(only), Value::Flag(flag)) => only == *flag,
            (Allowed::Words(words), Value::Word(word)) => words.contains(&word.as_str()),
            (Allowed::Numbers(numbers), Value::Number(number)) => numbers.contains(number),
            (Allowed::Range(least, most, _) | Allowed::Optional(least, most), Value::Number(number)) => {
                (least..=most).contains(number)
            }
            (Allowed::Reals(least, most, _), Value::Real(number)) => (least..=most).contains(number),
            _ => false,
        }
    }

    /// Reads a value written as text, as on the command line, if it is allowed.
    pub fn parse(self, text: &str) -> Option<Value> {
        Some(self.read(text)).filter(|value| self.admits(value))
    }

    /// Reads a value written as text, as on the command line. What is not of the kind is returned as a word,
    /// which is not allowed then.
    pub(super) fn read(self, text: &str) -> Value {
        let value = match self {
            Allowed::Flag(_) | Allowed::Only(_) => text.parse().ok().map(Value::Flag),
            Allowed::Optional(..) | Allowed::Parsed(..) if text == Value::Nothing.to_string() => {
                Some(Value::Nothing)
            }
            Allowed::Numbers(_) | Allowed::Range(..) | Allowed::Optional(..) => {
                text.parse().ok().map(Value::Number)
            }
            Allowed::Reals(..) => text.parse().ok().filter(|number: &f64| !number.is_nan()).map(Value::Real),
            Allowed::Parsed(_, parse) => parse(text).map(Value::Word),
            Allowed::Words(_) | Allowed::Text(_) => None,
        };
        value.unwrap_or_else(|| Value::Word(text.to_owned()))
    }

    /// Every value but the default, where they can be listed.
    pub fn alternatives(self) -> Vec<Value> {
        let all = match self {
            Allowed::Flag(_) => vec![Value::Flag(false), Value::Flag(true)],
            Allowed::Words(words) => words.iter().map(|&word| Value::Word(word.to_owned())).collect(),
            Allowed::Numbers(numbers) => numbers.iter().map(|&number| Value::Number(number)).collect(),
            Allowed::Range(least, most, _) if most - least < 100 => {
                (least..=most).map(Value::Number).collect()
            }
            Allowed::Only(_)
            | Allowed::Range(..)
            | Allowed::Reals(..)
            | Allowed::Optional(..)
            | Allowed::Text(_)
            | Allowed::Parsed(..) => Vec::new(),
        };
        all.into_iter().filter(|value| *value != self.default()).collect()
    }

    /// The values without the default, such as `a whole number from 1 to 13`. A largest value of `i64::MAX`
    /// is no bound.
    pub fn in_words(self) -> String {
        match self {
            Allowed::Flag(_) => "true|false".to_owned(),
            Allowed::Only(_) | Allowed::Words(_) | Allowed::Numbers(_) => self.to_string(),
            Allowed::Range(least, i64::MAX, _) | Allowed::Optional(least, i64::MAX) => {
                format!("a whole number from {least}")
            }
            Allowed::Range(least, most, _) | Allowed::Optional(least, most) => {
                format!("a whole number from {least} to {most}")
            }
            Allowed::Reals(least, most, _) => format!("a number from {least} to {most}"),
            Allowed::Text(_) => "text".to_owned(),
            Allowed::Parsed(description, _) => description.to_owned(),
        }
    }
}

impl fmt::Display for Allowed {
    /// The values with `|` between them, the default first.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Allowed::Flag(default) => write!(f, "{default}|{}", !default),
            Allowed::Only(only) => write!(f, "{only}"),
            Allowed::Words(words) => f.write_str(&words.join("|")),
            Allowed::Numbers(numbers) => {
                let words: Vec<String> = numbers.iter().map(i64::to_string).collect();
                f.write_str(&words.join("|"))
            }
            Allowed::Range(least, most, default) => write!(f, "{default} ({least} to {most})"),
            Allowed::Reals(least, most, default) => write!(f, "{default} ({least} to {most})"),
            Allowed::Optional(least, most) => write!(f, "none (or {least} to {most})"),
            Allowed::Parsed(description, _) => write!(f, "none (or {description})"),
            Allowed::Text("") => f.write_str("text"),
            Allowed::Text(default) => write!(f, "{default} (or other text)"),
        }
    }
}
