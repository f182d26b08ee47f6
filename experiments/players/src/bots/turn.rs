//! The options of `turn`, and the search that they select.

use hinterhand_engine::{Allowed, OptionSpec, options};
use hinterhand_solvers::dynamic::{Offer, SearchRequest};
use hinterhand_solvers::search::turn::TurnOptions;

use super::BotSpec;
use super::info::{BotInfo, THINKING};

/// The description of the bot.
pub(super) const INFO: BotInfo = BotInfo {
    name: "turn",
    about: "searches within its own turn for the best position by an evaluation of the game, over worlds that fit what \
            it sees where a card is turned up; for games whose playouts do not end",
    needs: Some(Offer::Turn),
    options: &[
        &[OptionSpec::new(
            "worlds",
            Allowed::Range(1, i64::MAX, 8),
            "the number of worlds sampled for a decision",
        )],
        THINKING,
        Turn::OPTIONS,
    ],
    ..BotInfo::PLAIN
};

options! {
    /// The options of the search. The defaults are those of [`TurnOptions`].
    struct Turn {
        length: usize = Allowed::Range(1, 1_000, 24), "the maximum number of actions of a line";
        width: usize = Allowed::Range(1, 100_000, 100), "the number of lines of each length that are extended";
        gambles: usize = Allowed::Range(1, 100_000, 32),
            "the maximum number of actions that turn up a card that are searched";
        effort: f64 = Allowed::Reals(0.0, 1.0, 1e-3),
            "the cost of each action of a line, so that actions without any gain are avoided";
    }
}

/// The search that the options select.
pub(super) fn request(spec: &BotSpec) -> SearchRequest {
    SearchRequest::Turn(options(spec))
}

fn options(spec: &BotSpec) -> TurnOptions {
    let Turn { length, width, gambles, effort } = spec.options();
    TurnOptions { length, width, gambles, effort }
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
