//! A plan as it is typed: the command that plays it.

use hinterhand_players::protocol::quoted;
use serde_json::Value as Json;

use super::{Plan, Schedule, Unit};

impl Plan {
    /// The command that plays this tournament and keeps it in `store`, what is called and then each flag with
    /// its value; none if a bot has a name that only a file can give it. Nothing is left to defaults, which
    /// may change.
    pub fn command(&self, store: &str) -> Option<Vec<String>> {
        let mut words = vec!["hinterhand tournament run".to_owned()];
        // With a blank between them a value could look like another flag.
        let mut say = |flag: &str, value: &str| words.push(format!("{flag}{}{}", mark(value), quoted(value)));
        say("--game", &self.game);
        say("--name", &self.name);
        for (key, value) in &self.options {
            say("--option", &format!("{key}={}", typed(value)));
        }
        for bot in &self.bots {
            if bot.name.contains(",spec=") {
                return None;
            }
            say("--bot", &format!("name={},spec={}", bot.name, bot.spec));
        }
        match self.schedule {
            Schedule::RoundRobin => say("--schedule", "round-robin"),
            Schedule::Swiss => say("--schedule", "swiss"),
            Schedule::Gauntlet { heads } => {
                say("--schedule", "gauntlet");
                say("--heads", &heads.to_string());
            }
            Schedule::Sprt { elo0, elo1, alpha, beta, normal, points } => {
                let of_points = points.map_or_else(String::new, |points| format!(",points={points}"));
                let test =
                    format!("elo0={elo0},elo1={elo1},alpha={alpha},beta={beta},normal={normal}{of_points}");
                say("--sprt", &test);
            }
        }
        say("--rounds", &self.rounds.to_string());
        say("--deals", &self.deals.to_string());
        say("--at-table", &self.at_table.to_string());
        say(
            "--unit",
            match self.unit {
                Unit::Hand => "hand",
                Unit::Match => "match",
            },
        );
        for (key, value) in &self.contest {
            say("--match", &format!("{key}={value}"));
        }
        say("--seed", &self.seed.to_string());
        say("--store", store);
        Some(words)
    }
}

/// The separator between a flag and its value.
fn mark(value: &str) -> char {
    if value.starts_with('-') { '=' } else { ' ' }
}

/// A value as it is typed.
fn typed(value: &Json) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::super::plan::tests::plan;

    #[test]
    fn names_are_quoted_or_left_to_a_file() {
        let mut two = plan("kuhn", &["random", "greedy"]);
        two.bots[0].name = "it's <b>".to_owned();
        let command = two.command("a b.db").expect("names that can be typed").join(" ");
        assert!(command.contains(r"--bot 'name=it'\''s <b>,spec=random' --bot"), "{command}");
        assert!(command.ends_with("--unit hand --seed 7 --store 'a b.db'"), "{command}");
        two.name = "-x".to_owned();
        assert_eq!(two.command("a.db").expect("it can be typed")[2], "--name=-x");
        two.bots[1].name = "a,spec=b".to_owned();
        assert_eq!(two.command("a.db"), None);
    }
}
