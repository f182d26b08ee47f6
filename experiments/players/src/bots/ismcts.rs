//! The options of `ismcts`, and the search that they select.

use std::sync::Arc;

use hinterhand_engine::{Allowed, OptionSpec, options, word_table, words};
use hinterhand_solvers::dynamic::{Opponent, RolloutKind, SearchRequest};
use hinterhand_solvers::network::{Learned, Network};
use hinterhand_solvers::search::ismcts::{Final, FirstPlay, Options, Selection, TreeKind, Widening};

use super::BotSpec;
use super::condition::Condition;
use super::info::{BotInfo, ENDGAME, ISMCTS, NETWORK_FILE, THINKING, VALUE};

/// The number of simulated games.
pub(super) const ITERATIONS: OptionSpec = OptionSpec::new(
    "iterations",
    Allowed::Range(1, i64::MAX, 2_000),
    "the number of simulated games for a decision",
);

/// The network in the place of rollouts.
const JUDGE: OptionSpec = OptionSpec::new(
    VALUE,
    NETWORK_FILE,
    "a network in the place of the rollout: what it expects stands for the rest of the hand, in games of tricks",
);

/// The description of the bot.
pub(super) const INFO: BotInfo = BotInfo {
    name: ISMCTS,
    about: "information-set Monte Carlo tree search: simulated games in worlds that fit what it sees, in one tree of \
            what it can tell apart",
    options: &[&[ITERATIONS], THINKING, Ismcts::OPTIONS, &[JUDGE]],
    conditions: &[CONDITIONS],
    ..BotInfo::PLAIN
};

/// The options that only some values of others read.
const CONDITIONS: &[Condition] = &[
    Condition::words("c", "select", &["best", "ucb1", "puct", "smooth"]),
    Condition::words("gamma", "select", &["exp3", "regret_matching", "smooth"]),
    Condition::words("eta", "select", &["smooth"]),
    Condition::words("decay", "select", &["smooth"]),
    // Those that draw an action draw one that was not tried yet like all others.
    Condition::words("first_play", "select", &["best", "ucb1", "puct", "smooth"]),
    Condition::words("fpu", "first_play", &["urgency", "parent"]),
    Condition::words("widening", "select", &["best", "ucb1", "puct", "smooth"]),
    // A simple player does not choose by the cards that it does not see.
    Condition::words("redeterminize", "others", &["search"]),
    // With all cards open there is nothing to draw again.
    Condition::words("redeterminize", "tree", &["so", "pom", "mo"]),
    // These trees are rebuilt for each decision.
    Condition::words("keep", "tree", &["so", "pom", "mo"]),
    Condition::words("plies", "rollout", &["evaluation"]),
    Condition::words("prior", "select", &["best", "puct"]),
    // The network takes the place of the rollout.
    Condition::not_beside("rollout", "value"),
    Condition::beside("tricks", "value"),
];

options! {
    /// The options of the search. The defaults are those of [`Options`].
    struct Ismcts {
        tree: Tree = Tree::ALLOWED,
            "the player whose information sets are the nodes: the player at the root (so), the same with partially \
             observable moves of the others (pom), each player to move (mo), the same but for the others only what \
             they have noticed since the decision (mo_from_root), or none, with all cards open (determinized)";
        keep: bool = Allowed::Flag(true),
            "whether what lies below the next decision is kept for it, where the tree contains it";
        select: Select = Select::ALLOWED,
            "the rule that chooses an action in the tree; best: puct with a `prior`, ucb1 without one";
        c: f64 = Allowed::Reals(0.0, 1000.0, 0.7),
            "ucb1, puct, smooth: the weight of exploration, for payoffs scaled to 0 to 1";
        gamma: f64 = Allowed::Reals(0.001, 1.0, 0.1),
            "exp3, regret_matching: the share of uniform choice; smooth: the final share of ucb1";
        eta: f64 = Allowed::Reals(0.0, 1.0, 0.9), "smooth: the initial share of ucb1";
        decay: f64 = Allowed::Reals(0.0, 1000.0, 0.002),
            "smooth: the rate at which the initial share of ucb1 becomes the final one";
        first_play: First = First::ALLOWED,
            "when an untried action is tried: before all others (every), as if its mean were `fpu` (urgency), or as if \
             its mean were that of its parent less `fpu` (parent)";
        fpu: f64 = Allowed::Reals(0.0, 10.0, 0.5), "first_play urgency, parent: the number named there";
        widening: f64 = Allowed::Reals(0.0, 1000.0, 0.0),
            "progressive widening: a node considers this number times the square root of its visits of its actions; \
             0: all actions";
        redeterminize: bool = Allowed::Flag(false),
            "the other players choose in worlds that fit what they see themselves";
        others: Others = Others::ALLOWED,
            "how the other players choose in the tree: by the search, or as the greedy or the directed player does; \
             what is learned then is the best answer to that player only";
        final_move as "move": Move = Move::ALLOWED,
            "the action that is played: the most visited one, the one of the highest mean, or one drawn in proportion \
             to the visits, all of them or (mean) without the share of uniform choice of exp3 and regret_matching";
        rollout: Rollout = Rollout::ALLOWED,
            "how a simulated game is played to its end: by the players that the game offers for it, or random ones if \
             it offers none (guided), by random players, by the rules of thumb of `expert` and perfectly once no \
             more cards are drawn, or by random players for `plies` actions and then by the evaluation of the game";
        plies: u32 = Allowed::Range(0, 1_000_000, 10), "rollout evaluation: the number of actions before it";
        tricks: u32 = Allowed::Range(0, 100, 0),
            "value: the number of tricks that both players go on by the network before it is asked";
        prior: Option<String> = NETWORK_FILE,
            "puct: a network that says where to look first, at each decision of either player by what that player sees, \
             in games of tricks; without one all actions are equally likely";
        trees: u32 = Allowed::Range(1, 1024, 1),
            "the number of trees that share the simulated games, on any number of threads";
        width: u32 = Allowed::Range(1, 65_536, 1),
            "the number of games of one tree that are selected at once and played out on any number of threads";
        worlds: Option<u32> = Allowed::Optional(1, 1_000_000),
            "the number of worlds for each tree, used in turn, instead of a new one for each simulated game";
        memory: u64 = Allowed::Range(1, 1 << 20, 256), "the maximum size of the trees in megabytes (2^20 bytes)";
        endgame: bool = Allowed::Flag(false), ENDGAME;
    }
}

#[derive(PartialEq)]
struct Tree(TreeKind);

word_table! {
    Tree {
        "so" = Tree(TreeKind::SingleObserver),
        "pom" = Tree(TreeKind::PartiallyObservable),
        "mo" = Tree(TreeKind::MultipleObserver),
        "mo_from_root" = Tree(TreeKind::FromRoot),
        "determinized" = Tree(TreeKind::Determinized),
    }
}

words! {
    #[derive(Clone, Copy, PartialEq)]
    enum Select {
        Best = "best",
        Ucb1 = "ucb1",
        Puct = "puct",
        Exp3 = "exp3",
        RegretMatching = "regret_matching",
        Smooth = "smooth",
    }
}

words! {
    #[derive(Clone, Copy, PartialEq)]
    enum First {
        Every = "every",
        Urgency = "urgency",
        Parent = "parent",
    }
}

#[derive(PartialEq)]
struct Others(Option<Opponent>);

word_table! {
    Others {
        "search" = Others(None),
        "greedy" = Others(Some(Opponent::Greedy)),
        "directed" = Others(Some(Opponent::Directed)),
    }
}

#[derive(PartialEq)]
struct Move(Final);

word_table! {
    Move {
        "visits" = Move(Final::Visits),
        "value" = Move(Final::Value),
        "proportional" = Move(Final::Proportional),
        "mean" = Move(Final::Mean),
    }
}

words! {
    #[derive(Clone, Copy, PartialEq)]
    enum Rollout {
        Guided = "guided",
        Random = "random",
        Expert = "expert",
        Evaluation = "evaluation",
    }
}

impl Ismcts {
    fn search(&self) -> Options {
        let Ismcts { c: exploration, gamma, eta, decay, fpu, widening: factor, .. } = *self;
        Options {
            tree: self.tree.0,
            trees: self.trees,
            width: self.width,
            worlds: self.worlds,
            selection: match self.select {
                Select::Best if self.prior.is_none() => Selection::Ucb1 { exploration },
                Select::Ucb1 => Selection::Ucb1 { exploration },
                Select::Best | Select::Puct => Selection::Puct { exploration },
                Select::Exp3 => Selection::Exp3 { gamma },
                Select::RegretMatching => Selection::RegretMatching { gamma },
                Select::Smooth => Selection::Smooth { exploration, eta, gamma, decay },
            },
            first_play: match self.first_play {
                First::Every => FirstPlay::Every,
                First::Urgency => FirstPlay::Urgency(fpu),
                First::Parent => FirstPlay::Parent(fpu),
            },
            widening: (factor > 0.0).then_some(Widening { factor }),
            redeterminize: self.redeterminize,
            keep: self.keep,
            final_move: self.final_move.0,
            range: None,
            memory_bytes: self.memory << 20,
        }
    }
}

/// The search that the options select, with the networks that they name.
pub(super) fn request(
    spec: &BotSpec,
    value: Option<(Arc<Network>, Learned)>,
    prior: Option<(Arc<Network>, Learned)>,
) -> SearchRequest {
    let asked: Ismcts = spec.options();
    let judged = |(network, learned)| RolloutKind::Network { network, learned, tricks: asked.tricks };
    SearchRequest::Ismcts {
        options: asked.search(),
        rollout: value.map(judged).unwrap_or_else(|| match asked.rollout {
            Rollout::Guided => RolloutKind::Guided,
            Rollout::Random => RolloutKind::Random,
            Rollout::Expert => RolloutKind::Expert,
            Rollout::Evaluation => RolloutKind::Evaluation { plies: asked.plies },
        }),
        prior,
        opponents: asked.others.0,
        endgame: asked.endgame,
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
        text.parse::<BotSpec>().expect("a bot").options::<Ismcts>().search()
    }

    #[test]
    fn the_defaults_are_those_of_the_search() {
        assert_eq!(read("ismcts"), Options::default());
        assert_eq!(read("ismcts:memory=1").memory_bytes, 1 << 20);
        assert_eq!(read("ismcts:widening=2").widening, Some(Widening { factor: 2.0 }));
    }

    #[test]
    fn the_best_rule_depends_on_a_prior() {
        assert_eq!(read("ismcts:select=best"), read("ismcts:select=ucb1"));
        assert_eq!(read("ismcts:prior=x.network,c=2"), read("ismcts:select=puct,c=2"));
    }

    #[test]
    fn every_word_is_another_search() {
        for key in ["tree", "select", "first_play", "move"] {
            let option = Ismcts::OPTIONS.iter().find(|option| option.key == key).expect("it is listed");
            let Allowed::Words(words) = option.allowed else { panic!("{key} has words") };
            // Which rule is the best one depends on another option.
            let words = words.iter().filter(|word| **word != "best");
            let all: Vec<Options> = words.clone().map(|word| read(&format!("ismcts:{key}={word}"))).collect();
            for (n, one) in all.iter().enumerate() {
                assert!(all[..n].iter().all(|other| other != one), "{key}: {words:?}");
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
                "`tree` cannot be `pon` (did you mean `pom`?); allowed: so|pom|mo|mo_from_root|determinized",
            ),
            ("ismcts:c=nan", "`c` cannot be `nan`; allowed: a number from 0 to 1000"),
            ("ismcts:c=1,c=2", "`c` is given twice"),
            (
                "ismcts:gamma=0.2",
                "`gamma` is read by select=exp3|regret_matching|smooth, and not by select=best",
            ),
            ("ismcts:eta=0.5,select=exp3", "`eta` is read by select=smooth, and not by select=exp3"),
            ("ismcts:select=puct,decay=0", "`decay` is read by select=smooth, and not by select=puct"),
            ("ismcts:select=regret_matching,c=1", "`c` is read by select=best|ucb1|puct|smooth, and not by"),
            ("ismcts:select=exp3,first_play=parent", "`first_play` is read by select=best|ucb1|puct|smooth"),
            (
                "ismcts:select=exp3,widening=2",
                "`widening` is read by select=best|ucb1|puct|smooth, and not by",
            ),
            ("ismcts:fpu=0.1", "`fpu` is read by first_play=urgency|parent, and not by first_play=every"),
            ("ismcts:plies=5", "`plies` is read by rollout=evaluation, and not by rollout=guided"),
            ("ismcts:others=greedy,redeterminize=true", "`redeterminize` is read by others=search, and not"),
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
