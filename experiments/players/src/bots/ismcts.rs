//! The options of `ismcts`, and what they come to.

use hinterhand_solvers::dynamic::{RolloutKind, SearchRequest};
use hinterhand_solvers::search::ismcts::{Final, FirstPlay, Options, Selection, TreeKind, Widening};

use super::registry::{BotInfo, BotOption, CLOCK, Kind, TIME};
use super::{BotSpec, endgame, others};

/// How much is simulated.
pub(super) const ITERATIONS: BotOption = BotOption {
    key: "iterations",
    kind: Kind::Whole(1, u64::MAX, Some(2_000)),
    about: "the simulated games for a decision",
};

/// What is known of it. The defaults are those of [`Options`].
pub(super) const INFO: BotInfo = BotInfo {
    name: "ismcts",
    about: "information-set Monte Carlo tree search: simulated games in worlds that fit what it sees, in one tree of \
            what it can tell apart",
    argument: None,
    needs: None,
    options: &[
        ITERATIONS,
        TIME,
        CLOCK,
        BotOption {
            key: "tree",
            kind: Kind::Words(&["so", "pom", "mo", "determinized"]),
            about: "whose information sets the nodes are: those of the player who thinks, of him with the moves that \
                    he does not see, of each player to move, or of none, as all cards lie open",
        },
        BotOption {
            key: "select",
            kind: Kind::Words(&["ucb1", "puct", "exp3", "regret_matching", "smooth"]),
            about: "how an action is chosen in the tree",
        },
        BotOption {
            key: "c",
            kind: Kind::Real(0.0, 1000.0, 0.7),
            about: "ucb1, puct, smooth: the weight of what is not well known, for payoffs brought to 0 to 1",
        },
        BotOption {
            key: "gamma",
            kind: Kind::Real(0.001, 1.0, 0.1),
            about: "exp3, regret_matching: the share of uniform choice; smooth: that of ucb1 in the end",
        },
        BotOption {
            key: "eta",
            kind: Kind::Real(0.0, 1.0, 0.9),
            about: "smooth: the share of ucb1 at the beginning",
        },
        BotOption {
            key: "decay",
            kind: Kind::Real(0.0, 1000.0, 0.002),
            about: "smooth: how fast the one share becomes the other",
        },
        BotOption {
            key: "first_play",
            kind: Kind::Words(&["every", "urgency", "parent"]),
            about: "when an untried action is tried: before all others, as if its mean were `fpu`, or as if it were \
                    that of its parent less `fpu`",
        },
        BotOption {
            key: "fpu",
            kind: Kind::Real(0.0, 10.0, 0.5),
            about: "first_play urgency and parent: see there",
        },
        BotOption {
            key: "widening",
            kind: Kind::Real(0.0, 1000.0, 0.0),
            about: "only this times the square root of the visits of a node are looked at of its actions; 0: all",
        },
        BotOption {
            key: "redeterminize",
            kind: Kind::Flag(false),
            about: "the others choose in worlds that fit what they see themselves",
        },
        BotOption {
            key: "others",
            kind: Kind::Words(&["search", "greedy", "directed"]),
            about: "how the others choose in the tree: as well as they can, or like the greedy or the directed player; \
                    then what is learned is the best answer to that player, and to no other",
        },
        BotOption {
            key: "move",
            kind: Kind::Words(&["visits", "value", "proportional"]),
            about: "what is played: the action tried most often, the one of the highest mean, or one drawn in \
                    proportion to the visits",
        },
        BotOption {
            key: "rollout",
            kind: Kind::Words(&["guided", "random", "evaluation"]),
            about: "who plays a simulated game to its end: the players that the game offers for it, if it does, or \
                    random ones; or random ones for some actions, and then the game's own estimate (evaluation)",
        },
        BotOption {
            key: "plies",
            kind: Kind::Whole(0, 1_000_000, Some(10)),
            about: "rollout evaluation: after so many actions",
        },
        BotOption {
            key: "trees",
            kind: Kind::Whole(1, 1024, Some(1)),
            about: "how many trees share the simulated games, on any number of threads",
        },
        BotOption {
            key: "width",
            kind: Kind::Whole(1, 65_536, Some(1)),
            about: "how many games of one tree are selected at once and played out on any number of threads",
        },
        BotOption {
            key: "worlds",
            kind: Kind::Whole(1, 1_000_000, None),
            about: "so many worlds for each tree, taken in turn, and not a new one for each simulated game",
        },
        BotOption {
            key: "memory",
            kind: Kind::Whole(1, 1 << 20, Some(256)),
            about: "the megabytes (2^20 bytes) that the trees may take",
        },
        endgame::OPTION,
    ],
};

/// The options of the search.
pub(super) fn options(spec: &BotSpec) -> Options {
    let (exploration, gamma) = (spec.real("c"), spec.real("gamma"));
    let number = |key| spec.whole(key).map(|number| u32::try_from(number).expect("the registry bounds it"));
    let factor = spec.real("widening");
    Options {
        tree: match spec.word("tree") {
            "so" => TreeKind::SingleObserver,
            "pom" => TreeKind::PartiallyObservable,
            "mo" => TreeKind::MultipleObserver,
            _ => TreeKind::Determinized,
        },
        trees: number("trees").expect("it has a default"),
        width: number("width").expect("it has a default"),
        worlds: number("worlds"),
        selection: match spec.word("select") {
            "ucb1" => Selection::Ucb1 { exploration },
            "puct" => Selection::Puct { exploration },
            "exp3" => Selection::Exp3 { gamma },
            "regret_matching" => Selection::RegretMatching { gamma },
            _ => Selection::Smooth { exploration, eta: spec.real("eta"), gamma, decay: spec.real("decay") },
        },
        first_play: match spec.word("first_play") {
            "every" => FirstPlay::Every,
            "urgency" => FirstPlay::Urgency(spec.real("fpu")),
            _ => FirstPlay::Parent(spec.real("fpu")),
        },
        widening: (factor > 0.0).then_some(Widening { factor }),
        redeterminize: spec.flag("redeterminize"),
        final_move: match spec.word("move") {
            "visits" => Final::Visits,
            "value" => Final::Value,
            _ => Final::Proportional,
        },
        range: None,
        memory_bytes: spec.whole("memory").expect("it has a default") << 20,
    }
}

/// The search that the options ask for.
pub(super) fn request(spec: &BotSpec) -> SearchRequest {
    let plies =
        u32::try_from(spec.whole("plies").expect("it has a default")).expect("the registry bounds it");
    SearchRequest::Ismcts {
        options: options(spec),
        rollout: match spec.word("rollout") {
            "guided" => RolloutKind::Guided,
            "evaluation" => RolloutKind::Evaluation { plies },
            _ => RolloutKind::Random,
        },
        opponents: others::named(spec),
        endgame: spec.flag(endgame::OPTION.key),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bots::Bot;
    use crate::games;
    use hinterhand_engine::dynamic::ActionNumber;
    use hinterhand_engine::{ActionSet, Contest, ContestRules, Game, Player, Rng, Turn, View};

    /// The first decisions of a game between two players that stop their simulated games early.
    fn played_on(name: &str, threads: usize) -> Vec<ActionNumber> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a few threads");
        pool.install(|| played(name))
    }

    fn played(name: &str) -> Vec<ActionNumber> {
        let spec = "ismcts:iterations=80,rollout=evaluation,plies=5,trees=2".parse().expect("a bot");
        let bot = Bot::open(spec).expect("it needs no file");
        let game = games::load_default(name).expect("the defaults");
        let found = bot.for_game(&game).expect("the game has an evaluation");
        let contest = Contest::new(ContestRules::SINGLE_HAND, Player::FIRST);
        let (mut rng, mut state, mut actions) = (Rng::new(6, 0), game.start(), Vec::new());
        let mut agents = [found.sit(), found.sit()];
        while actions.len() < 8 {
            match game.turn(&state) {
                Turn::Chance => game.deal(&mut state, &mut rng),
                Turn::Over => break,
                Turn::Player(player) => {
                    let (info_set, legal) = (game.info_set(&state, player), game.legal(&state));
                    let view = View { contest: &contest, info_set: &info_set, legal: &legal };
                    let action = agents[player.index()].choose(&view, &mut rng).action;
                    assert!(legal.contains(action), "{action:?}");
                    game.play(&mut state, action);
                    actions.push(action);
                }
            }
        }
        actions
    }

    #[test]
    fn games_without_end_are_played_by_their_evaluation() {
        let schikanoeschen = played_on("schikanoeschen", 1);
        assert_eq!(schikanoeschen.len(), 8);
        assert_eq!(schikanoeschen, played_on("schikanoeschen", 2));
        let chess = played_on("klondike-chess", 1);
        assert_eq!(chess.len(), 8);
        assert_eq!(chess, played_on("klondike-chess", 2));
    }

    fn read(text: &str) -> Options {
        options(&text.parse().expect("a bot"))
    }

    #[test]
    fn the_defaults_are_those_of_the_search() {
        assert_eq!(read("ismcts"), Options::default());
        assert_eq!(read("ismcts:memory=1").memory_bytes, 1 << 20);
        assert_eq!(read("ismcts:widening=2").widening, Some(Widening { factor: 2.0 }));
    }

    #[test]
    fn every_word_is_another_search() {
        for key in ["tree", "select", "first_play", "move"] {
            let option = INFO.options.iter().find(|option| option.key == key).expect("it is listed");
            let Kind::Words(words) = option.kind else { panic!("{key} has words") };
            let all: Vec<Options> = words.iter().map(|word| read(&format!("ismcts:{key}={word}"))).collect();
            for (n, one) in all.iter().enumerate() {
                assert!(all[..n].iter().all(|other| other != one), "{key}={}", words[n]);
            }
        }
    }

    #[test]
    fn wrong_options_are_answered_with_what_is_right() {
        for (text, message) in [
            ("ismcts:iteration=5", "ismcts has no option `iteration` (did you mean `iterations`?)"),
            ("ismcts:iterations=0", "`iterations` cannot be `0`; allowed: a whole number from 1"),
            (
                "ismcts:tree=pon",
                "`tree` cannot be `pon` (did you mean `pom`?); allowed: so|pom|mo|determinized",
            ),
            ("ismcts:c=nan", "`c` cannot be `nan`; allowed: a number from 0 to 1000"),
            ("ismcts:c=1,c=2", "`c` is given twice"),
            ("ismcts:fast", "`fast` is not KEY=VALUE, as in `ismcts:iterations=2000`"),
            ("ismcts:", "`` is not KEY=VALUE"),
            ("ismct:c=1", "did you mean `ismcts`?"),
        ] {
            let error = text.parse::<BotSpec>().expect_err(text).to_string();
            assert!(error.contains(message), "{text}: {error}");
        }
    }

    #[test]
    fn texts_come_back_in_the_order_of_the_options() {
        let spec: BotSpec = "ismcts:c=0.5,tree=mo,iterations=10".parse().expect("a bot");
        assert_eq!(spec.to_string(), "ismcts:iterations=10,tree=mo,c=0.5");
        assert_eq!(spec.to_string().parse::<BotSpec>().expect("a bot"), spec);
        let steps = |text: &str| {
            let budget = text.parse::<BotSpec>().expect("a bot").budget(Some("iterations"));
            (budget.steps, budget.time.map(|time| time.as_millis()))
        };
        assert_eq!(steps("ismcts"), (Some(2_000), None));
        assert_eq!(steps("ismcts:time=50"), (None, Some(50)));
        assert_eq!(steps("ismcts:iterations=9,time=50"), (Some(9), Some(50)));
        assert_eq!(steps("ismcts:tc=10+0.1"), (None, None));
        assert_eq!(steps("ismcts:iterations=9,time=50,tc=10"), (Some(9), Some(50)));
    }
}
