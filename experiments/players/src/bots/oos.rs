//! The options of `oos`, and the search that they select.

use hinterhand_engine::{Allowed, OptionSpec, options, word_table};
use hinterhand_solvers::dynamic::{Offer, SearchRequest};
use hinterhand_solvers::search::{OnlineOptions, Restart, Targeting};

use super::BotSpec;
use super::condition::Condition;
use super::info::{BotInfo, THINKING};

/// The description of the bot.
pub(super) const INFO: BotInfo = BotInfo {
    name: "oos",
    about: "online outcome sampling: learns a strategy for the whole game, with most walks near the decision; the \
            longer it thinks, the nearer to an equilibrium of a game of two",
    needs: Some(Offer::Online),
    options: &[
        &[OptionSpec::new(
            "iterations",
            Allowed::Range(1, i64::MAX, 10_000),
            "the number of walks for a decision",
        )],
        THINKING,
        Online::OPTIONS,
    ],
    conditions: &[&[
        Condition::all_but("target", "delta", "0"),
        Condition::all_but("worlds", "delta", "0"),
        Condition::all_but("restart", "delta", "0"),
        Condition::all_but("target", "worlds", "0"),
        Condition::all_but("delta", "worlds", "0"),
        Condition::all_but("restart", "worlds", "0"),
    ]],
    ..BotInfo::PLAIN
};

options! {
    /// The options of the search. The defaults are those of [`OnlineOptions`].
    struct Online {
        target: Target = Target::ALLOWED,
            "the histories that walks are drawn to: those that the player cannot tell apart, or those that no player \
             can";
        delta: f64 = Allowed::Reals(0.0, 1.0, 0.9), "the probability that a walk is drawn there";
        exploration: f64 = Allowed::Reals(0.001, 1.0, 0.4),
            "the probability that the player who learns takes any action";
        mixing: f64 = Allowed::Reals(0.0, 1.0, 0.01), "the share of uniform choice in every strategy";
        restart: Weight = Weight::ALLOWED,
            "the weight of walks to a new target: so that each that reaches the decision counts there as much as earlier \
             ones, by the formula printed in the paper, or 1";
        worlds: usize = Allowed::Range(0, 10_000_000, 10_000),
            "the maximum number of histories of a target; a public state with more gives way to the information set, an \
             information set with more to a sample; with 0 there is no target";
        memory: usize = Allowed::Range(1, 1 << 20, 1024), "the maximum size of the table in megabytes (2^20 bytes)";
    }
}

#[derive(PartialEq)]
struct Target(Targeting);

word_table! {
    Target {
        "information_set" = Target(Targeting::InformationSet),
        "public_state" = Target(Targeting::PublicState),
    }
}

#[derive(PartialEq)]
struct Weight(Restart);

word_table! {
    Weight {
        "reach" = Weight(Restart::Reach),
        "printed" = Weight(Restart::Printed),
        "off" = Weight(Restart::Off),
    }
}

/// The search that the options select.
pub(super) fn request(spec: &BotSpec) -> SearchRequest {
    SearchRequest::Online(options(spec))
}

fn options(spec: &BotSpec) -> OnlineOptions {
    let Online { target, delta, exploration, mixing, restart, worlds, memory } = spec.options();
    OnlineOptions {
        targeting: target.0,
        delta,
        exploration,
        mixing,
        restart: restart.0,
        worlds,
        memory: memory << 20,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_are_those_of_the_search() {
        let read = |text: &str| options(&text.parse().expect("a bot"));
        assert_eq!(read("oos"), OnlineOptions::default());
        assert_eq!(read("oos:target=public_state").targeting, Targeting::PublicState);
        assert_eq!(read("oos:restart=printed").restart, Restart::Printed);
    }
}
