//! The options of `turn`, and what they come to.

use hinterhand_solvers::dynamic::{Offer, SearchRequest};
use hinterhand_solvers::search::turn::TurnOptions;

use super::BotSpec;
use super::registry::{BotInfo, BotOption, CLOCK, Kind, TIME};

/// What is known of it. The defaults are those of [`TurnOptions`].
pub(super) const INFO: BotInfo = BotInfo {
    name: "turn",
    about: "searches within its own turn for the best position by an evaluation of the game, over worlds that fit what \
            it sees where a card is turned up; for games whose playouts do not end",
    argument: None,
    needs: Some(Offer::Turn),
    made_for: None,
    options: &[
        BotOption {
            key: "worlds",
            kind: Kind::Whole(1, u64::MAX, Some(8)),
            about: "the worlds looked at for a decision",
        },
        TIME,
        CLOCK,
        BotOption {
            key: "length",
            kind: Kind::Whole(1, 1_000, Some(24)),
            about: "the most actions of a line",
        },
        BotOption {
            key: "width",
            kind: Kind::Whole(1, 100_000, Some(100)),
            about: "how many lines of each length are followed further",
        },
        BotOption {
            key: "gambles",
            kind: Kind::Whole(1, 100_000, Some(32)),
            about: "how many actions that turn up a card are looked at",
        },
        BotOption {
            key: "effort",
            kind: Kind::Real(0.0, 1.0, 1e-3),
            about: "what each action of a line costs, so that nothing is done for nothing",
        },
    ],
};

/// The search that the options ask for.
pub(super) fn request(spec: &BotSpec) -> SearchRequest {
    SearchRequest::Turn(options(spec))
}

/// The options of the search.
fn options(spec: &BotSpec) -> TurnOptions {
    let whole = |key| spec.whole(key).expect("it has a default") as usize;
    TurnOptions {
        length: whole("length"),
        width: whole("width"),
        gambles: whole("gambles"),
        effort: spec.real("effort"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_are_those_of_the_search() {
        let read = |text: &str| options(&text.parse().expect("a bot"));
        assert_eq!(read("turn"), TurnOptions::default());
        let other = TurnOptions { length: 3, width: 4, gambles: 5, effort: 0.5 };
        assert_eq!(read("turn:length=3,width=4,gambles=5,effort=0.5"), other);
    }
}
