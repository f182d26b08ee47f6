//! The task of a training: everything that its bits depend on.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json, json};

use super::Yardstick;

/// Everything that the bits of a training depend on. Limits, patience and other criteria for the end are no
/// part of it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Task {
    /// The game.
    pub game: String,
    /// Its options that differ from the defaults.
    pub options: Map<String, Json>,
    /// The [hash](crate::strategy::rules_hash) of the rules.
    pub rules: String,
    /// The description of the algorithm.
    pub algorithm: String,
    /// Whether tables grow, since the game is not written out.
    pub growing: bool,
    /// After how many times the iterations of a judgement the next one is made, if not as is usual.
    pub spacing: Option<f64>,
    /// The yardstick for the best strategy, if there is one.
    pub best: Option<Yardstick>,
    /// The bots that play against the strategy.
    pub gauntlet: Option<Rivals>,
}

/// The bots of a gauntlet, and on which deals they play.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Rivals {
    /// The bots as they were asked for.
    pub bots: Vec<String>,
    /// The version of each: that of this program, or a digest of the content of a file.
    pub versions: Vec<String>,
    /// The deals against each.
    pub deals: u64,
    /// The seed.
    pub seed: u64,
}

impl Task {
    /// The first thing in which another training differs, with what it is there and here.
    pub fn difference(&self, there: &Task) -> Option<String> {
        fn first(name: &str, there: &Json, here: &Json) -> Option<String> {
            match (there, here) {
                (Json::Object(there), Json::Object(here)) if there.keys().eq(here.keys()) => {
                    there.iter().find_map(|(key, value)| {
                        let name = if name.is_empty() { key.clone() } else { format!("{name}.{key}") };
                        first(&name, value, &here[key])
                    })
                }
                _ => (there != here).then(|| format!("{name} is {there} there and {here} here")),
            }
        }
        let difference = first("", &json!(there), &json!(self))?;
        Some(match (planned(&there.algorithm), planned(&self.algorithm)) {
            (Some((there, iterations)), Some((here, _)))
                if there == here && difference.starts_with("algorithm") =>
            {
                format!("{difference} (`planned = {iterations}` keeps its schedule)")
            }
            _ => difference,
        })
    }
}

/// The description of an algorithm without the iterations for which its schedule is planned, and these.
fn planned(algorithm: &str) -> Option<([&str; 2], &str)> {
    let (name, planned) = algorithm.split_once(", planned for ")?;
    let (iterations, rest) = planned.split_once(" iterations")?;
    Some(([name, rest], iterations))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn task() -> Task {
        let rivals =
            Rivals { bots: vec!["random".to_owned()], versions: vec!["1".to_owned()], deals: 10, seed: 1 };
        Task {
            game: "kuhn".to_owned(),
            options: Map::new(),
            rules: "none".to_owned(),
            algorithm: "dcfr".to_owned(),
            growing: false,
            spacing: None,
            best: None,
            gauntlet: Some(rivals),
        }
    }

    #[test]
    fn the_first_difference_is_named() {
        type Change = fn(&mut Task);
        let changes: [(Change, &str); 4] = [
            (|task| task.algorithm = "cfr".to_owned(), "algorithm is \"dcfr\" there and \"cfr\" here"),
            (|task| task.spacing = Some(1.5), "spacing is null there and 1.5 here"),
            (
                |task| task.gauntlet.as_mut().expect("there is one").deals = 20,
                "gauntlet.deals is 10 there and 20 here",
            ),
            (|task| task.gauntlet = None, "gauntlet is {"),
        ];
        assert_eq!(task().difference(&task()), None);
        for (change, message) in changes {
            let mut other = task();
            change(&mut other);
            let difference = other.difference(&task()).expect("it differs");
            assert!(difference.starts_with(message), "{difference}");
        }
    }
}
