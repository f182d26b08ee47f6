//! The description of a strategy: the header of its file.

use hinterhand_engine::Settings;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json, json};

use super::equity::Equity;
use crate::option_value;

/// The origin and the judgement of a strategy.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct About {
    /// The game.
    pub game: String,
    /// Its options that differ from the defaults.
    pub options: Map<String, Json>,
    /// A hash over the game and all its options: [`rules_hash`].
    pub rules: String,
    /// The form in which the file stores the strategy.
    pub form: String,
    /// The algorithm that found it.
    pub algorithm: String,
    /// Its iterations.
    pub iterations: u64,
    /// The judgement.
    pub judged: Judgement,
    /// For a strategy for a whole game of Kinderschnapsen: the probability of winning from each score. For a
    /// best response it is that of the strategy that it answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub equity: Option<Equity>,
    /// The version of the program that wrote it.
    pub version: String,
}

/// The exact value and exploitability of a strategy; empty where they were not computed.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Judgement {
    /// The mean payoff of each player when all play by it.
    pub values: Vec<f64>,
    /// The gain of each player by a best response to the others; never negative.
    pub gains: Vec<f64>,
    /// In Kinderschnapsen the same by the card that is turned up.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub by_turnup: Vec<Part>,
}

/// One of several games of two that chance chooses among openly.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Part {
    /// The event that leads to it.
    pub name: String,
    /// The mean payoff of player 0 there when both play by the strategy.
    pub value: f64,
    /// The guaranteed mean payoff of player 0.
    pub value_low: f64,
    /// The mean payoff of player 0 there by a best response.
    pub value_high: f64,
}

impl Judgement {
    /// The average gain: with two players half of what is called NashConv.
    pub fn exploitability(&self) -> f64 {
        self.gains.iter().sum::<f64>() / self.gains.len().max(1) as f64
    }

    /// With two players: between which bounds the value of the game for player 0 lies, for certain if it is
    /// a zero-sum game.
    pub fn bounds(&self) -> Option<[f64; 2]> {
        match (&self.values[..], &self.gains[..]) {
            (&[value, _], &[mine, theirs]) => Some([value - theirs, value + mine]),
            _ => None,
        }
    }

    /// Whether the strategy was judged.
    pub fn is_judged(&self) -> bool {
        !self.gains.is_empty()
    }

    /// The keys that every command prints.
    pub fn as_json(&self) -> Map<String, Json> {
        let mut json = Map::new();
        if !self.is_judged() {
            return json;
        }
        let mut put = |key: &str, value: Json| {
            json.insert(key.to_owned(), value);
        };
        if let Some([low, high]) = self.bounds() {
            put("value", self.values[0].into());
            put("value_low", low.into());
            put("value_high", high.into());
        }
        put("exploitability", self.exploitability().into());
        put("values", self.values.clone().into());
        put("gains", self.gains.clone().into());
        if !self.by_turnup.is_empty() {
            let part = |part: &Part| {
                let Part { name, value, value_low, value_high } = part;
                (name.clone(), json!({"value": value, "value_low": value_low, "value_high": value_high}))
            };
            put("by_turnup", Json::Object(self.by_turnup.iter().map(part).collect()));
        }
        json
    }
}

impl Judgement {
    /// Prints the same for people, a line for each figure.
    pub fn print(&self, out: &mut dyn std::io::Write) -> std::io::Result<()> {
        if !self.is_judged() {
            return writeln!(out, "exploitability  not judged");
        }
        if let Some([low, high]) = self.bounds() {
            writeln!(
                out,
                "value           {:.8} for player 0 (bounds {low:.8} to {high:.8})",
                self.values[0]
            )?;
        } else {
            let values: Vec<String> = self.values.iter().map(|value| format!("{value:.8}")).collect();
            writeln!(out, "values          {}", values.join(", "))?;
        }
        let gains: Vec<String> = self.gains.iter().map(|gain| format!("{gain:.3e}")).collect();
        writeln!(
            out,
            "exploitability  {:.3e}, the average of the gains {}",
            self.exploitability(),
            gains.join(", ")
        )?;
        for Part { name, value, value_low, value_high } in &self.by_turnup {
            writeln!(out, "  {name:<14}{value:.8} (bounds {value_low:.8} to {value_high:.8})")?;
        }
        Ok(())
    }
}

impl About {
    /// The description of a strategy of this game, before it is judged.
    pub fn new(settings: &Settings, form: &str, algorithm: String, iterations: u64) -> About {
        About {
            game: settings.info().name.to_owned(),
            options: option_value::given(settings),
            rules: rules_hash(settings),
            form: form.to_owned(),
            algorithm,
            iterations,
            judged: Judgement::default(),
            equity: None,
            version: env!("CARGO_PKG_VERSION").to_owned(),
        }
    }
}

/// A hash over the game and the value of each of its options, defaults too: strategies of games that are
/// played differently have different ones.
pub fn rules_hash(settings: &Settings) -> String {
    let info = settings.info();
    let mut text = format!("{}\n", info.name);
    for option in info.options {
        text += &format!("{}={}\n", option.key, settings.value(option.key));
    }
    blake3::hash(text.as_bytes()).to_hex()[..32].to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use hinterhand_engine::games::Kinderschnapsen;

    #[test]
    fn bounds_hold_the_value_between_them() {
        let judged = Judgement { values: vec![0.25, -0.25], gains: vec![0.5, 0.125], by_turnup: Vec::new() };
        assert_eq!(judged.bounds(), Some([0.125, 0.75]));
        assert_eq!(judged.exploitability(), 0.3125);
        assert_eq!(Judgement::default().bounds(), None);
        assert!(judged.is_judged() && !Judgement::default().is_judged());
        assert!(Judgement::default().as_json().is_empty());
    }

    #[test]
    fn other_rules_have_another_hash() {
        let default = Settings::of::<Kinderschnapsen>();
        let mut other = default.clone();
        other.set_text("close_min_stock", "4").expect("an option of the game");
        assert_ne!(rules_hash(&default), rules_hash(&other));
        other.set_text("close_min_stock", "2").expect("an option of the game");
        assert_eq!(rules_hash(&default), rules_hash(&other));
    }
}
