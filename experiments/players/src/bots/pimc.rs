//! The options of `pimc` and `late-pimc`, and the searches that they select.

use hinterhand_engine::{Allowed, OptionSpec, options, word_table};
use hinterhand_solvers::dynamic::{Inferring, Offer, Opponent, SearchRequest};
use hinterhand_solvers::search::{Merit, PimcOptions, Ties};

use super::BotSpec;
use super::condition::Condition;
use super::info::{BotInfo, ENDGAME, THINKING};
use super::solver::{self, OpenAtOnce, OpenLate};

const WORLDS: &[OptionSpec] = &[OptionSpec::new(
    "worlds",
    Allowed::Range(1, i64::MAX, 100),
    "the number of worlds solved for a decision",
)];

const INFERENCE: &[Condition] = &[Condition::words("error", "inference", &["greedy", "directed"])];

/// The description of the bot that lays all cards open at once.
pub(super) const INFO: BotInfo = BotInfo {
    name: "pimc",
    about: "perfect information Monte Carlo: solves worlds that fit what it sees as if all cards lay open, and takes \
            the mean; for games of two",
    options: &[WORLDS, THINKING, OpenAtOnce::OPTIONS, Pimc::OPTIONS],
    for_two: true,
    conditions: &[solver::AT_ONCE, INFERENCE],
    ..BotInfo::PLAIN
};

/// The description of the bot that lays the cards open once no more are drawn.
pub(super) const LATE: BotInfo = BotInfo {
    name: LATE_PIMC,
    about: "plays worlds that fit what it sees by a simple rule until no more cards are drawn, solves the rest as if all \
            cards lay open, and takes the mean; not perfect information Monte Carlo as long as cards are drawn",
    options: &[WORLDS, THINKING, OpenLate::OPTIONS, Pimc::OPTIONS],
    for_two: true,
    needs: Some(Offer::LateOpenCards),
    conditions: &[INFERENCE],
    ..BotInfo::PLAIN
};

/// The name of the bot that lays the cards open late.
pub(super) const LATE_PIMC: &str = "late-pimc";

options! {
    /// The options of the search. The defaults are those of [`PimcOptions`].
    struct Pimc {
        list: usize = Allowed::Range(0, 10_000_000, 400),
            "if no more worlds than this fit, each is solved once, instead of sampled ones";
        merit: By = By::ALLOWED,
            "the measure by which actions are compared: the mean payoff, the number of worlds in which no other action \
             wins more, or the number of worlds in which they win at all";
        ties: Tie = Tie::ALLOWED,
            "how equal actions are distinguished: by chance, or by the payoff if the opponent errs once";
        plans: bool = Allowed::Flag(false),
            "treat decisions in a row between which nothing is learned, such as a close and the lead after it, as \
             one: the same in all worlds; without effect in games that have none";
        inference: Inference = Inference::ALLOWED,
            "weight worlds by the likelihood in them of what the opponent has done, if it plays like the greedy or the \
             directed player; none: equal weights";
        error: f64 = Allowed::Reals(0.001, 1.0, 0.2),
            "inference: the probability that the opponent chooses any action, each equally likely, instead of the \
             model's";
        endgame: bool = Allowed::Flag(false), ENDGAME;
    }
}

#[derive(PartialEq)]
struct By(Merit);

word_table! {
    By {
        "mean" = By(Merit::Mean),
        "votes" = By(Merit::Votes),
        "wins" = By(Merit::Wins),
    }
}

#[derive(PartialEq)]
struct Tie(Ties);

word_table! {
    Tie {
        "even" = Tie(Ties::Even),
        "erring" = Tie(Ties::Erring),
    }
}

#[derive(PartialEq)]
struct Inference(Option<Opponent>);

word_table! {
    Inference {
        "none" = Inference(None),
        "greedy" = Inference(Some(Opponent::Greedy)),
        "directed" = Inference(Some(Opponent::Directed)),
    }
}

/// The search that the options select.
pub(super) fn request(spec: &BotSpec) -> SearchRequest {
    let Pimc { inference, error, endgame, .. } = spec.options();
    SearchRequest::Pimc {
        options: options(spec),
        solver: if spec.name() == LATE_PIMC {
            spec.options::<OpenLate>().request()
        } else {
            spec.options::<OpenAtOnce>().request()
        },
        inferring: inference.0.map(|model| Inferring { model, error }),
        endgame,
    }
}

fn options(spec: &BotSpec) -> PimcOptions {
    let Pimc { list, merit, ties, plans, .. } = spec.options();
    PimcOptions { list, merit: merit.0, ties: ties.0, plans }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_are_those_of_the_search() {
        let read = |text: &str| options(&text.parse().expect("a bot"));
        assert_eq!(read("pimc"), PimcOptions::default());
        assert_eq!(read("pimc:merit=wins").merit, Merit::Wins);
        let other = PimcOptions { list: 0, merit: Merit::Votes, ties: Ties::Erring, plans: true };
        assert_eq!(read("pimc:list=0,merit=votes,ties=erring,plans=true"), other);
    }
}
