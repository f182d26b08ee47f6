//! The options of `cheating`, and what they come to.

use hinterhand_solvers::dynamic::RolloutKind;
use hinterhand_solvers::search::ismcts::{Options, Selection};

use super::BotSpec;
use super::ismcts::ITERATIONS;
use super::registry::{BotInfo, BotOption, CHEATING, Kind};

/// What is known of it. The defaults are those of [`Options`].
pub(super) const INFO: BotInfo = BotInfo {
    name: CHEATING,
    about: "cheating UCT, which sees all cards and what will be drawn: no player, but a limit of what the others could \
            win; only in `hinterhand duel`",
    argument: None,
    needs: None,
    made_for: None,
    options: &[
        ITERATIONS,
        BotOption {
            key: "c",
            kind: Kind::Real(0.0, 1000.0, 0.7),
            about: "the weight of what is not well known, for payoffs brought to 0 to 1",
        },
        BotOption {
            key: "rollout",
            kind: Kind::Words(&["guided", "random"]),
            about: "who plays a simulated game to its end: the players that the game offers for it, if it does, or \
                    random ones",
        },
        BotOption {
            key: "trees",
            kind: Kind::Whole(1, 1024, Some(1)),
            about: "how many trees share the simulated games",
        },
    ],
};

/// The options of the search.
pub(super) fn options(spec: &BotSpec) -> Options {
    let trees = spec.whole("trees").expect("it has a default");
    Options {
        trees: u32::try_from(trees).expect("the registry bounds it"),
        selection: Selection::Ucb1 { exploration: spec.real("c") },
        ..Options::default()
    }
}

/// How simulated games go on.
pub(super) fn rollout(spec: &BotSpec) -> RolloutKind {
    if spec.word("rollout") == "guided" { RolloutKind::Guided } else { RolloutKind::Random }
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
