//! The schemas of the messages of a program: reads them, and explains errors in the words of the protocol.

use std::fmt;

use serde::de::DeserializeOwned;
use serde_json::Value as Json;
use serde_json::error::Category;

use super::fault::shortened;
use super::messages::{BestMove, DeclaredOption, Id};
use super::{Fault, FaultKind};

/// The schema of a message of a program.
pub(super) trait Schema: DeserializeOwned {
    /// The keys, the types of their values, and whether they are required.
    const FIELDS: &'static [(&'static str, FieldType, Presence)];
}

/// The type of the value of a key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum FieldType {
    Text,
    /// Or `null`, which is as if the key were absent.
    Texts,
    /// Or `null`.
    Number,
    Truth,
    Anything,
}

/// Whether a key is required.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Presence {
    Required,
    Optional,
}

impl Schema for Id {
    const FIELDS: &'static [(&'static str, FieldType, Presence)] = &[
        ("name", FieldType::Text, Presence::Required),
        ("version", FieldType::Text, Presence::Optional),
        ("author", FieldType::Text, Presence::Optional),
        ("games", FieldType::Texts, Presence::Optional),
        ("deterministic", FieldType::Truth, Presence::Optional),
    ];
}

impl Schema for DeclaredOption {
    const FIELDS: &'static [(&'static str, FieldType, Presence)] = &[
        ("name", FieldType::Text, Presence::Required),
        ("default", FieldType::Anything, Presence::Required),
        ("about", FieldType::Text, Presence::Optional),
    ];
}

impl Schema for BestMove {
    const FIELDS: &'static [(&'static str, FieldType, Presence)] =
        &[("action", FieldType::Text, Presence::Required), ("value", FieldType::Number, Presence::Optional)];
}

/// Reads the body of a line.
pub(super) fn read<T: Schema>(said: &str, body: &str) -> Result<T, Fault> {
    serde_json::from_str(body).map_err(|error| {
        let wrong = serde_json::from_str(body)
            .map_or_else(|_| no_json(body, &error), |json| misfit(&json, T::FIELDS));
        FaultKind::Garbage.because(format!("`{}`: {wrong}", shortened(said)))
    })
}

/// The error of a text that is no JSON.
fn no_json(body: &str, error: &serde_json::Error) -> String {
    let place = error.column();
    match error.classify() {
        _ if body.is_empty() => "the JSON object after the word is missing".to_owned(),
        Category::Eof => format!("the JSON object after the word ends early, after byte {place}"),
        _ => {
            format!("the text after the word is not JSON from its byte {place} on; it must be a JSON object")
        }
    }
}

/// The error of JSON that does not fit the schema.
fn misfit(json: &Json, keys: &[(&str, FieldType, Presence)]) -> String {
    let Json::Object(object) = json else {
        return format!("{} after the word; it must be a JSON object", kind(json));
    };
    for &(key, field_type, presence) in keys {
        match object.get(key) {
            None if presence == Presence::Required => {
                return format!("`{key}` is missing; it must be {field_type}");
            }
            Some(value) if !field_type.fits(value) => {
                return format!("`{key}` is {}; it must be {field_type}", kind(value));
            }
            _ => {}
        }
    }
    "a key occurs twice".to_owned()
}

/// The type of a value, in words.
fn kind(value: &Json) -> &'static str {
    match value {
        Json::Null => "`null`",
        Json::Bool(_) => "`true` or `false`",
        Json::Number(_) => "a number",
        Json::String(_) => "a text",
        Json::Array(_) => "a list",
        Json::Object(_) => "an object",
    }
}

impl FieldType {
    fn fits(self, value: &Json) -> bool {
        match self {
            FieldType::Text => value.is_string(),
            FieldType::Texts => {
                value.is_null() || value.as_array().is_some_and(|list| list.iter().all(Json::is_string))
            }
            FieldType::Number => value.is_null() || value.is_number(),
            FieldType::Truth => value.is_boolean(),
            FieldType::Anything => true,
        }
    }
}

impl fmt::Display for FieldType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FieldType::Text => "a text",
            FieldType::Texts => "a list of texts",
            FieldType::Number => "a number or `null`",
            FieldType::Truth => "`true` or `false`",
            FieldType::Anything => "there",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::messages::parts;
    use super::*;

    /// The reason given for a wrong line.
    fn wrong<T: Schema>(said: &str) -> String {
        let fault = read::<T>(said, parts(said).1).err().unwrap_or_else(|| panic!("{said} is all right"));
        assert_eq!(fault.kind, FaultKind::Garbage);
        fault.reason
    }

    #[test]
    fn what_is_wrong_is_said_in_words_of_the_protocol() {
        for (said, reason) in [
            ("bestmove", "the JSON object after the word is missing"),
            ("bestmove {\"action\": ", "the JSON object after the word ends early, after byte 10"),
            (
                "bestmove bet",
                "the text after the word is not JSON from its byte 1 on; it must be a JSON object",
            ),
            (
                "bestmove {\"action\":\"bet\"} x",
                "the text after the word is not JSON from its byte 18 on; it must be a JSON object",
            ),
            ("bestmove \"bet\"", "a text after the word; it must be a JSON object"),
            ("bestmove {}", "`action` is missing; it must be a text"),
            ("bestmove {\"action\":5}", "`action` is a number; it must be a text"),
            (
                "bestmove {\"action\":\"bet\",\"value\":[]}",
                "`value` is a list; it must be a number or `null`",
            ),
            ("bestmove {\"action\":\"bet\",\"action\":\"pass\"}", "a key occurs twice"),
        ] {
            let reason_given = wrong::<BestMove>(said);
            assert!(
                reason_given.starts_with(&format!("`{said}`: ")) && reason_given.ends_with(reason),
                "{reason_given}"
            );
        }
        assert!(
            wrong::<Id>("id {\"name\":\"x\",\"games\":[1]}")
                .ends_with("`games` is a list; it must be a list of texts")
        );
        assert!(
            wrong::<Id>("id {\"name\":\"x\",\"deterministic\":1}").ends_with("it must be `true` or `false`")
        );
        assert!(
            wrong::<DeclaredOption>("option {\"name\":\"x\"}")
                .ends_with("`default` is missing; it must be there")
        );
    }

    #[test]
    fn what_is_right_is_read() {
        let best: BestMove = read("", "{\"action\":\"bet\",\"value\":null,\"later\":1}").expect("an answer");
        assert_eq!((&best.action[..], best.value), ("bet", None));
        let id: Id = read("", "{\"name\":\"x\",\"games\":null}").expect("an id");
        assert_eq!((&id.name[..], id.games), ("x", None));
    }
}
