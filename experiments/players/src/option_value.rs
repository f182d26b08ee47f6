//! Options with their types, as they stand in a record or in a file: a number is no text.

use hinterhand_engine::{Allowed, OptionError, Settings, Value};
use serde_json::{Map, Value as Json};

/// Enters every option of `options`.
pub fn fill(settings: &mut Settings, options: &Map<String, Json>) -> Result<(), OptionError> {
    options.iter().try_for_each(|(key, json)| enter(settings, key, json))
}

/// Enters one option. Its value must have the type of the option: `"4"` is not `4`.
pub fn enter(settings: &mut Settings, key: &str, json: &Json) -> Result<(), OptionError> {
    let Some(spec) = settings.info().options.iter().find(|spec| spec.key == key) else {
        // The settings have the best message for an unknown key.
        return settings.set(key, Value::Flag(false));
    };
    let value = match (spec.allowed, json) {
        (Allowed::Flag(_) | Allowed::Only(_), Json::Bool(flag)) => Value::Flag(*flag),
        (Allowed::Words(_) | Allowed::Text(_) | Allowed::Parsed(..), Json::String(word)) => {
            Value::Word(word.clone())
        }
        (Allowed::Reals(..), Json::Number(number)) => {
            number.as_f64().map(Value::Real).ok_or_else(|| wrong_type(spec.key, spec.allowed, json))?
        }
        (Allowed::Optional(..) | Allowed::Parsed(..), Json::Null) => Value::Nothing,
        (Allowed::Numbers(_) | Allowed::Range(..) | Allowed::Optional(..), Json::Number(number)) => {
            let whole = number.as_i64().or_else(|| whole(number.as_f64()?));
            whole.map(Value::Number).ok_or_else(|| wrong_type(spec.key, spec.allowed, json))?
        }
        _ => return Err(wrong_type(spec.key, spec.allowed, json)),
    };
    settings.set(key, value)
}

fn wrong_type(key: &'static str, allowed: Allowed, json: &Json) -> OptionError {
    let kind = match allowed {
        Allowed::Flag(_) | Allowed::Only(_) => "true or false",
        Allowed::Numbers(_) | Allowed::Range(..) => "a whole number",
        Allowed::Optional(..) => "a whole number or null",
        Allowed::Reals(..) => "a number",
        Allowed::Words(_) | Allowed::Text(_) => "a string",
        Allowed::Parsed(..) => "a string or null",
    };
    let given: String = json.to_string().chars().take(60).collect();
    OptionError::Text { key, message: format!("must be {kind}, not {given}; allowed: {allowed}") }
}

/// The options that differ from the defaults, as a record has them.
pub fn given(settings: &Settings) -> Map<String, Json> {
    let json = |value: &Value| match value {
        Value::Flag(flag) => Json::from(*flag),
        Value::Number(number) => Json::from(*number),
        Value::Real(number) => Json::from(*number),
        Value::Nothing => Json::Null,
        Value::Word(word) => Json::from(word.as_str()),
    };
    settings.given().map(|(key, value)| (key.to_owned(), json(value))).collect()
}

/// A number that is printed as an integer where it is whole.
pub fn number(number: f64) -> Json {
    whole(number).map_or_else(|| Json::from(number), Json::from)
}

fn whole(number: f64) -> Option<i64> {
    // Up to here every integer has its own double.
    (number.fract() == 0.0 && number.abs() <= (1u64 << 53) as f64).then_some(number as i64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hinterhand_engine::games::Kinderschnapsen;
    use serde_json::json;

    fn entered(options: &Json) -> Result<Json, String> {
        let mut settings = Settings::of::<Kinderschnapsen>();
        let options = options.as_object().expect("tests give objects");
        fill(&mut settings, options).map(|()| Json::Object(given(&settings))).map_err(|e| e.to_string())
    }

    #[test]
    fn what_differs_from_the_defaults_is_kept() {
        let options = json!({"close_min_stock": 4.0, "close_fail": "last_trick", "auto_checkout": true});
        assert_eq!(entered(&options), Ok(json!({"close_min_stock": 4, "auto_checkout": true})));
    }

    #[test]
    fn types_are_strict() {
        for (options, message) in [
            (json!({"close_min_stock": "4"}), "`close_min_stock`: must be a whole number, not \"4\""),
            (json!({"close_min_stock": 4.5}), "must be a whole number, not 4.5; allowed: 2|4|6"),
            (json!({"close_min_stock": 3}), "`close_min_stock` cannot be `3`; allowed: 2|4|6"),
            (json!({"auto_checkout": 1}), "must be true or false, not 1"),
            (json!({"close_fail": null}), "must be a string, not null"),
            (json!({"close_fail": "last_trik"}), "did you mean `last_trick`?"),
            (json!({"close_fial": "last_trick"}), "did you mean `close_fail`?"),
            (json!({"best_of": 3}), "belongs to a match"),
        ] {
            let error = entered(&options).unwrap_err();
            assert!(error.contains(message), "{error}");
        }
    }

    #[test]
    fn whole_numbers_are_printed_whole() {
        let printed: Vec<String> = [2.0, -0.0, 0.5, -3.0].map(|n| number(n).to_string()).to_vec();
        assert_eq!(printed, ["2", "0", "0.5", "-3"]);
    }
}
