//! A type that a field of declared options may have.

use super::error::OptionError;
use super::value::{Allowed, Value};

/// A type that a field of [`options!`](crate::options) may have.
pub trait OptionField: Sized {
    /// The field that an allowed value of the option `key` stands for. Only texts that the option reads
    /// itself can be wrong.
    fn read(key: &'static str, value: &Value) -> Result<Self, OptionError>;

    /// The value of the field, one of those `allowed`.
    fn write(&self, allowed: Allowed) -> Value;
}

impl OptionField for bool {
    /// A word stands for true unless it is `off`.
    fn read(key: &'static str, value: &Value) -> Result<bool, OptionError> {
        match value {
            Value::Flag(flag) => Ok(*flag),
            Value::Word(word) => Ok(word != "off"),
            _ => panic!("`{key}` is {value}, not a flag"),
        }
    }

    fn write(&self, allowed: Allowed) -> Value {
        let word = |on: bool| match allowed {
            Allowed::Words(words) => words.iter().find(|&&word| (word != "off") == on),
            _ => None,
        };
        word(*self).map_or(Value::Flag(*self), |&word| Value::Word(word.to_owned()))
    }
}

impl OptionField for f64 {
    fn read(key: &'static str, value: &Value) -> Result<f64, OptionError> {
        match value {
            Value::Real(number) => Ok(*number),
            _ => panic!("`{key}` is {value}, not a real number"),
        }
    }

    fn write(&self, _: Allowed) -> Value {
        Value::Real(*self)
    }
}

impl OptionField for String {
    fn read(_: &'static str, value: &Value) -> Result<String, OptionError> {
        Ok(value.to_string())
    }

    fn write(&self, _: Allowed) -> Value {
        Value::Word(self.clone())
    }
}

impl<T: OptionField> OptionField for Option<T> {
    fn read(key: &'static str, value: &Value) -> Result<Option<T>, OptionError> {
        if *value == Value::Nothing { Ok(None) } else { T::read(key, value).map(Some) }
    }

    fn write(&self, allowed: Allowed) -> Value {
        self.as_ref().map_or(Value::Nothing, |inner| inner.write(allowed))
    }
}

macro_rules! whole_numbers {
    ($($number:ty)*) => {
        $(impl OptionField for $number {
            fn read(key: &'static str, value: &Value) -> Result<$number, OptionError> {
                match value {
                    Value::Number(number) => {
                        Ok(<$number>::try_from(*number).expect("the values that are allowed fit the field"))
                    }
                    _ => panic!("`{key}` is {value}, not a whole number"),
                }
            }

            fn write(&self, _: Allowed) -> Value {
                Value::Number(i64::try_from(*self).expect("the values that are allowed fit an option"))
            }
        })*
    };
}

whole_numbers! { u8 u16 u32 u64 usize i64 }
