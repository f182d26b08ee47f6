//! The options of `turn`, and what they come to.

use hinterhand_solvers::search::turn::{TurnGame, TurnOptions, TurnSearch};
use hinterhand_solvers::search::{Evaluation, Search};

use super::registry::{BotInfo, BotOption, CLOCK, Kind, TIME};
use super::{BotSpec, Power};

/// Makes a search of a game.
pub type NewTurn<G> = for<'g> fn(&'g G, TurnOptions) -> Box<dyn Search<G> + 'g>;

/// Makes a search of a game with turns of several actions, judged by this evaluation.
pub(crate) fn turn<G: TurnGame, E: Evaluation<G> + Default + 'static>(
    game: &G,
    options: TurnOptions,
) -> Box<dyn Search<G> + '_> {
    Box::new(TurnSearch::new(game, E::default(), options))
}

/// What is known of it. The defaults are those of [`TurnOptions`].
pub(super) const INFO: BotInfo = BotInfo {
    name: "turn",
    about: "searches within its own turn for the best position by an evaluation of the game, over worlds that fit what \
            it sees where a card is turned up; for games whose playouts do not end",
    argument: None,
    needs: Some(Power::Turn),
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

/// The options of the search.
pub(super) fn options(spec: &BotSpec) -> TurnOptions {
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
