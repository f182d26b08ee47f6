//! The options of `cheating`, and the search that they select.

use hinterhand_engine::{Allowed, options, word_table};
use hinterhand_solvers::dynamic::RolloutKind;
use hinterhand_solvers::search::ismcts::{Options, Selection};

use super::BotSpec;
use super::info::{BotInfo, CHEATING};
use super::ismcts::ITERATIONS;

/// The description of the bot.
pub(super) const INFO: BotInfo = BotInfo {
    name: CHEATING,
    about: "cheating UCT, which sees all cards and what will be drawn: no player, but a limit of what the others could \
            win; only in `hinterhand duel`",
    options: &[&[ITERATIONS], Cheating::OPTIONS],
    ..BotInfo::PLAIN
};

options! {
    /// The options of the search. The defaults are those of [`Options`].
    struct Cheating {
        c: f64 = Allowed::Reals(0.0, 1000.0, 0.7), "the weight of exploration, for payoffs scaled to 0 to 1";
        rollout: Rollout = Rollout::ALLOWED,
            "how a simulated game is played to its end: by the players that the game offers for it, or random ones if \
             it offers none (guided), or by random players";
        trees: u32 = Allowed::Range(1, 1024, 1), "the number of trees that share the simulated games";
    }
}

#[derive(PartialEq)]
struct Rollout(RolloutKind);

word_table! {
    Rollout {
        "guided" = Rollout(RolloutKind::Guided),
        "random" = Rollout(RolloutKind::Random),
    }
}

/// The options of the search.
pub(super) fn options(spec: &BotSpec) -> Options {
    let Cheating { c: exploration, trees, .. } = spec.options();
    Options { trees, selection: Selection::Ucb1 { exploration }, ..Options::default() }
}

/// The rollout of simulated games.
pub(super) fn rollout(spec: &BotSpec) -> RolloutKind {
    spec.options::<Cheating>().rollout.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_are_those_of_the_search() {
        let read = |text: &str| options(&text.parse().expect("a bot"));
        assert_eq!(read("cheating"), Options::default());
        assert_eq!(read("cheating:trees=3").trees, 3);
    }
}
