//! Words in braces: the combinations of the values of lists, and texts in which the words are replaced.

use toml::{Table as Toml, Value};

/// A combination of values: the names in braces and their values.
pub(super) type Choice = Vec<(String, Value)>;

/// All combinations of one value from each list; the last list varies fastest.
pub(super) fn choices(over: &Toml) -> Vec<Choice> {
    let mut all = vec![Choice::new()];
    for (name, list) in over {
        let one = [list.clone()];
        let list = list.as_array().map_or(&one[..], Vec::as_slice);
        let with = |choice: &Choice, value: &Value| {
            let mut choice = choice.clone();
            match value {
                // Several names at once: `{pair.first}`, `{pair.second}`.
                Value::Table(table) => {
                    choice.extend(table.iter().map(|(key, value)| (format!("{name}.{key}"), value.clone())));
                }
                value => choice.push((name.clone(), value.clone())),
            }
            choice
        };
        all = all
            .iter()
            .flat_map(|choice| list.iter().map(|value| with(choice, value)).collect::<Vec<_>>())
            .collect();
    }
    all
}

/// Replaces the words in braces by their values. A text that is only such a word becomes the value itself,
/// for instance a number.
pub(super) fn fill(value: &Value, choice: &Choice) -> Value {
    match value {
        Value::String(text) => {
            let whole = choice.iter().find(|(name, _)| *text == format!("{{{name}}}"));
            whole.map_or_else(|| Value::String(filled(text, choice)), |(_, value)| value.clone())
        }
        Value::Array(list) => Value::Array(list.iter().map(|value| fill(value, choice)).collect()),
        Value::Table(table) => {
            Value::Table(table.iter().map(|(key, value)| (key.clone(), fill(value, choice))).collect())
        }
        value => value.clone(),
    }
}

pub(super) fn filled(text: &str, choice: &Choice) -> String {
    choice
        .iter()
        .fold(text.to_owned(), |text, (name, value)| text.replace(&format!("{{{name}}}"), &word(value)))
}

/// A value as a part of a text.
pub(super) fn word(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
