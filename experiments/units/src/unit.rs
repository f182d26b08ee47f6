//! A unit of work: a part of an experiment that any machine can do, and its name.

use std::ops::Range;

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

/// A part of an experiment: some of its items, such as deals.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unit {
    /// The kind of the experiment.
    pub kind: String,
    /// The hash of the experiment: of its description with rules, bots, and versions and files that they play by.
    pub experiment: String,
    /// The seed of the experiment.
    pub seed: u64,
    /// The number of the first item.
    pub first: u64,
    /// The number of items.
    pub count: u64,
}

impl Unit {
    /// The name: the hash of its canonical JSON.
    pub fn name(&self) -> String {
        blake3::hash(self.text().as_bytes()).to_hex().to_string()
    }

    /// Its canonical JSON.
    pub fn text(&self) -> String {
        canonical(&serde_json::to_value(self).expect("a unit is plain JSON"))
    }

    /// The numbers of its items.
    pub fn items(&self) -> Range<u64> {
        self.first..self.first + self.count
    }
}

/// The canonical text of a JSON value: no blanks, and the keys of each object in the order of their bytes.
pub(crate) fn canonical(json: &Json) -> String {
    match json {
        Json::Object(map) => {
            let mut entries: Vec<_> = map.iter().collect();
            entries.sort_unstable_by_key(|(key, _)| *key);
            let entry =
                |(key, value): (&String, &Json)| format!("{}:{}", Json::from(key.as_str()), canonical(value));
            let entries: Vec<String> = entries.into_iter().map(entry).collect();
            format!("{{{}}}", entries.join(","))
        }
        Json::Array(list) => format!("[{}]", list.iter().map(canonical).collect::<Vec<_>>().join(",")),
        plain => plain.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn canonical_text_does_not_depend_on_the_order_of_keys() {
        let json = json!({"b": [1, 0.5, null], "a": {"d": "é\"", "c": true}});
        let text = r#"{"a":{"c":true,"d":"é\""},"b":[1,0.5,null]}"#;
        assert_eq!(canonical(&json), text);
        let other = json!({"a": {"c": true, "d": "é\""}, "b": [1, 0.5, null]});
        assert_eq!(canonical(&other), text);
    }

    #[test]
    fn the_name_is_the_hash_of_all_of_it() {
        let unit = Unit { kind: "duel".into(), experiment: "ab".into(), seed: u64::MAX, first: 3, count: 2 };
        let text = r#"{"count":2,"experiment":"ab","first":3,"kind":"duel","seed":18446744073709551615}"#;
        assert_eq!(unit.text(), text);
        assert_eq!(unit.name(), blake3::hash(text.as_bytes()).to_hex().to_string());
        assert_eq!(serde_json::from_str::<Unit>(text).expect("as written"), unit);
        assert_ne!(Unit { first: 4, ..unit.clone() }.name(), unit.name());
    }
}
