//! The bodies of lines: reads what a program says, and tells in the words of the protocol what is wrong with it.

use std::fmt;

use serde::de::DeserializeOwned;
use serde_json::Value as Json;
use serde_json::error::Category;

use super::crew::shortened;
use super::messages::{BestMove, Id, Offer};
use super::{Fault, FaultKind};

/// What a program may say behind a word.
pub(super) trait Body: DeserializeOwned {
    /// The keys, what they hold, and whether they must be there.
    const KEYS: &'static [(&'static str, Holds, Need)];
}

/// What a key holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Holds {
    Text,
    /// Or nothing, which is as if the key were not there.
    Texts,
    /// The same.
    Number,
    Truth,
    Anything,
}

/// Whether a key must be there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Need {
    Must,
    May,
}

impl Body for Id {
    const KEYS: &'static [(&'static str, Holds, Need)] = &[
        ("name", Holds::Text, Need::Must),
        ("version", Holds::Text, Need::May),
        ("author", Holds::Text, Need::May),
        ("games", Holds::Texts, Need::May),
        ("deterministic", Holds::Truth, Need::May),
    ];
}

impl Body for Offer {
    const KEYS: &'static [(&'static str, Holds, Need)] = &[
        ("name", Holds::Text, Need::Must),
        ("default", Holds::Anything, Need::Must),
        ("about", Holds::Text, Need::May),
    ];
}

impl Body for BestMove {
    const KEYS: &'static [(&'static str, Holds, Need)] =
        &[("action", Holds::Text, Need::Must), ("value", Holds::Number, Need::May)];
}

/// Reads the body of a line.
pub(super) fn read<T: Body>(said: &str, body: &str) -> Result<T, Fault> {
    serde_json::from_str(body).map_err(|error| {
        let wrong =
            serde_json::from_str(body).map_or_else(|_| no_json(body, &error), |json| misfit(&json, T::KEYS));
        FaultKind::Garbage.because(format!("`{}`: {wrong}", shortened(said)))
    })
}

/// What is wrong with a text that is no JSON.
fn no_json(body: &str, error: &serde_json::Error) -> String {
    let place = error.column();
    match error.classify() {
        _ if body.is_empty() => "the JSON object behind the word is missing".to_owned(),
        Category::Eof => format!("the JSON object behind the word breaks off after byte {place}"),
        _ => format!(
            "what stands behind the word is no JSON from its byte {place} on; it must be a JSON object"
        ),
    }
}

/// What is wrong with JSON that is not of this form.
fn misfit(json: &Json, keys: &[(&str, Holds, Need)]) -> String {
    let Json::Object(object) = json else {
        return format!("{} stands behind the word; it must be a JSON object", kind(json));
    };
    for &(key, holds, need) in keys {
        match object.get(key) {
            None if need == Need::Must => return format!("`{key}` is missing; it must be {holds}"),
            Some(value) if !holds.fits(value) => {
                return format!("`{key}` is {}; it must be {holds}", kind(value));
            }
            _ => {}
        }
    }
    "a key stands in it twice".to_owned()
}

/// What a value is, in words.
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

impl Holds {
    fn fits(self, value: &Json) -> bool {
        match self {
            Holds::Text => value.is_string(),
            Holds::Texts => {
                value.is_null() || value.as_array().is_some_and(|list| list.iter().all(Json::is_string))
            }
            Holds::Number => value.is_null() || value.is_number(),
            Holds::Truth => value.is_boolean(),
            Holds::Anything => true,
        }
    }
}

impl fmt::Display for Holds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Holds::Text => "a text",
            Holds::Texts => "a list of texts",
            Holds::Number => "a number or `null`",
            Holds::Truth => "`true` or `false`",
            Holds::Anything => "there",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::messages::parts;
    use super::*;

    /// What is said to be wrong with a line.
    fn wrong<T: Body>(said: &str) -> String {
        let fault = read::<T>(said, parts(said).1).err().unwrap_or_else(|| panic!("{said} is all right"));
        assert_eq!(fault.kind, FaultKind::Garbage);
        fault.reason
    }

    #[test]
    fn what_is_wrong_is_said_in_words_of_the_protocol() {
        for (said, reason) in [
            ("bestmove", "the JSON object behind the word is missing"),
            ("bestmove {\"action\": ", "the JSON object behind the word breaks off after byte 10"),
            (
                "bestmove bet",
                "what stands behind the word is no JSON from its byte 1 on; it must be a JSON object",
            ),
            (
                "bestmove {\"action\":\"bet\"} x",
                "what stands behind the word is no JSON from its byte 18 on; it must be a JSON object",
            ),
            ("bestmove \"bet\"", "a text stands behind the word; it must be a JSON object"),
            ("bestmove {}", "`action` is missing; it must be a text"),
            ("bestmove {\"action\":5}", "`action` is a number; it must be a text"),
            (
                "bestmove {\"action\":\"bet\",\"value\":[]}",
                "`value` is a list; it must be a number or `null`",
            ),
            ("bestmove {\"action\":\"bet\",\"action\":\"pass\"}", "a key stands in it twice"),
        ] {
            let told = wrong::<BestMove>(said);
            assert!(told.starts_with(&format!("`{said}`: ")) && told.ends_with(reason), "{told}");
        }
        assert!(
            wrong::<Id>("id {\"name\":\"x\",\"games\":[1]}")
                .ends_with("`games` is a list; it must be a list of texts")
        );
        assert!(
            wrong::<Id>("id {\"name\":\"x\",\"deterministic\":1}").ends_with("it must be `true` or `false`")
        );
        assert!(
            wrong::<Offer>("option {\"name\":\"x\"}").ends_with("`default` is missing; it must be there")
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
