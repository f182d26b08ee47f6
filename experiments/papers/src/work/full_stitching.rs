//! Full stitching: the answers of a bot at all information sets of a game, judged exactly as one policy.
//!
//! Lisý, Lanctot and Bowling, "Online Monte Carlo counterfactual regret minimization for search in imperfect
//! information games" (AAMAS 2015), evaluate search in this way: at each decision the bot starts without
//! memory, as if it had been seated for this decision alone. A bot that keeps its search tree from earlier
//! decisions may play differently in a game.
//!
//! The policy has the probabilities that the bot gives to the actions. For a bot with random numbers of its
//! own they are the mean over the repeats; with few repeats that mean is more uneven than the expectation,
//! and as a rule more exploitable.

use std::num::NonZeroU32;

use anyhow::{Context as _, ensure};
use hinterhand_engine::{Contest, ContestRules, Game as _, Player, Rng, View};
use hinterhand_matches::ratings::Moments;
use hinterhand_players::bots::{Bot, BotFor, BotSpec};
use hinterhand_solvers::cfr::{Cfr, Variant};
use hinterhand_solvers::dynamic::AnyTree;
use hinterhand_solvers::judges;
use hinterhand_solvers::tree::{Policy, SetId, Tree};
use serde::Deserialize;

use crate::{GameSpec, Measure, Outcome, WorkContext};

/// The maximum number of nodes of a written-out game.
const MOST_NODES: usize = 10_000_000;

/// The exploitability at which the equilibrium that the bot plays against is good enough.
const TARGET: f64 = 1e-9;

/// The number of groups of repeats for the delete-a-group jackknife, from which the intervals come. Fewer
/// than the least number of groups give no interval.
const GROUPS: std::ops::RangeInclusive<usize> = 5..=10;

/// Asking a bot at every information set of a zero-sum game of two.
///
/// The measures: its `exploitability`, the average of what best responses win beyond what it wins itself, and
/// their sum, `exploitability sum`; the `value` of the policy against itself for player 0; and for each
/// player `i` the payoff of the policy against a best response, `worst case i`, and against a policy of an
/// equilibrium, `against equilibrium i`. If a game has several equilibria, the latter may depend on the one
/// that was found; `exploitability of the equilibrium` tells how close to an equilibrium it is.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FullStitching {
    /// The game.
    pub game: GameSpec,
    /// The bot, as text.
    pub bot: String,
    /// The number of times that it is asked at each information set, with different random numbers. Intervals
    /// need five.
    pub repeats: NonZeroU32,
    /// The maximum number of iterations in the search for an equilibrium; with 0 there is none to play
    /// against.
    #[serde(default = "opponent_iterations")]
    pub opponent_iterations: u64,
}

fn opponent_iterations() -> u64 {
    100_000
}

impl FullStitching {
    /// Asks and judges; `None` if stopped.
    pub fn run(&self, context: &WorkContext<'_>) -> anyhow::Result<Option<Outcome>> {
        let spec: BotSpec = self.bot.parse().with_context(|| format!("bot `{}`", self.bot))?;
        let bot = Bot::open(spec)?;
        let game = self.game.load()?;
        let bot = bot.for_game(&game)?;
        let compiled = game.methods().tree(MOST_NODES).with_context(|| format!("game `{}`", self.game))?;
        let tree = compiled.tree();
        ensure!(tree.is_zero_sum_of_two(), "game `{}`: it is not a zero-sum game of two players", self.game);
        let Some(answers) = ask(&compiled, &bot, self.repeats.get(), context) else { return Ok(None) };
        let Some(equilibrium) = equilibrium(tree, self.opponent_iterations, context) else { return Ok(None) };
        Ok(Some(judge(tree, &answers, equilibrium.as_ref())))
    }
}

/// The answers of a bot, in the order of the slots of a tree.
struct Answers {
    /// The sums of the probabilities in each group of repeats.
    groups: Vec<Vec<f64>>,
    /// Whether all repeats had the same answers.
    alike: bool,
}

impl Answers {
    /// The policy of all repeats, or of all but one group.
    fn policy(&self, tree: &Tree, without: Option<usize>) -> Policy {
        let mut sums = vec![0.0; tree.slot_count()];
        for (_, group) in self.groups.iter().enumerate().filter(|&(number, _)| Some(number) != without) {
            sums.iter_mut().zip(group).for_each(|(sum, part)| *sum += part);
        }
        // The only action of an information set without a choice has no answer and gets all.
        Policy::from_weights(tree, sums)
    }
}

/// Asks at every information set with a choice; `None` if stopped.
fn ask(compiled: &AnyTree, bot: &BotFor<'_>, repeats: u32, context: &WorkContext<'_>) -> Option<Answers> {
    let (game, tree) = (bot.game(), compiled.tree());
    let contest = Contest::new(ContestRules::SINGLE_HAND, Player::FIRST);
    let groups = (*GROUPS.end()).min(repeats as usize);
    let mut answers = Answers { groups: vec![vec![0.0; tree.slot_count()]; groups], alike: repeats > 1 };
    for (number, set) in tree.sets().iter().enumerate().filter(|(_, set)| set.action_count() > 1) {
        let info_set = compiled.info_set(SetId::new(number));
        // The legal actions are the same at every state of the information set.
        let legal = game.legal(&game.sample(&info_set, &mut Rng::new(context.seed, 0)));
        let view = View { contest: &contest, info_set: &info_set, legal: &legal };
        let mut first = Vec::new();
        for repeat in 0..repeats {
            if context.is_stopped() {
                return None;
            }
            let stream = number as u64 * u64::from(repeats) + u64::from(repeat);
            let action_values = bot.sit().action_values(&view, &mut Rng::new(context.seed, stream));
            let answer: Vec<f64> = action_values.entries.iter().map(|entry| entry.probability).collect();
            let sums = &mut answers.groups[repeat as usize % groups][set.slots()];
            sums.iter_mut().zip(&answer).for_each(|(sum, probability)| *sum += probability);
            if repeat == 0 {
                first = answer;
            } else {
                answers.alike &= answer == first;
            }
        }
    }
    Some(answers)
}

/// An approximate equilibrium after at most this number of iterations, or none with 0 iterations; `None` if
/// stopped.
fn equilibrium(tree: &Tree, iterations: u64, context: &WorkContext<'_>) -> Option<Option<Policy>> {
    if iterations == 0 {
        return Some(None);
    }
    let mut solver = Cfr::<f64>::new(tree, Variant::PDCFR_PLUS);
    let mut judged = 8;
    while solver.iterations() < iterations {
        if context.is_stopped() {
            return None;
        }
        solver.step();
        if solver.iterations() == judged {
            if judges::exploitability(tree, &solver.average()).average() <= TARGET {
                break;
            }
            judged += judged / 4;
        }
    }
    Some(Some(solver.average()))
}

/// The measures. The intervals are those of the delete-a-group jackknife; there are none with fewer than five
/// repeats or if all repeats had the same answers.
fn judge(tree: &Tree, answers: &Answers, equilibrium: Option<&Policy>) -> Outcome {
    let found = figures(tree, &answers.policy(tree, None), equilibrium);
    let groups = answers.groups.len();
    let without: Vec<Figures> = if GROUPS.contains(&groups) && !answers.alike {
        let left_out = |group| figures(tree, &answers.policy(tree, Some(group)), equilibrium);
        (0..groups).map(left_out).collect()
    } else {
        Vec::new()
    };
    let mut outcome = Outcome::default();
    if let Some(equilibrium) = equilibrium {
        let far = judges::exploitability(tree, equilibrium).average();
        outcome = outcome.measure("exploitability of the equilibrium", Measure::exact(far));
    }
    for (number, (name, value)) in found.into_iter().enumerate() {
        // Tukey's pseudo-values: one value for each group, with the figure as their mean.
        let pseudo = |figures: &Figures| value * groups as f64 - figures[number].1 * (groups - 1) as f64;
        let moments: Moments = without.iter().map(pseudo).collect();
        let half = moments.student(0.95).map(|[low, high]| (high - low) / 2.0);
        let interval = half.map(|half| [value - half, value + half]);
        // The policy of a bot without random numbers is exact.
        let measure = if answers.alike { Measure::exact(value) } else { Measure::estimated(value, interval) };
        outcome = outcome.measure(name, measure);
    }
    outcome
}

/// Figures with their names, always in the same order.
type Figures = Vec<(String, f64)>;

fn figures(tree: &Tree, policy: &Policy, equilibrium: Option<&Policy>) -> Figures {
    let exploitability = judges::exploitability(tree, policy);
    let value = |policies: [&Policy; 2], player: Player| judges::values(tree, &policies)[player.index()];
    let mut figures = vec![
        ("exploitability".to_owned(), exploitability.average()),
        ("exploitability sum".to_owned(), exploitability.nash_conv()),
        ("value".to_owned(), value([policy, policy], Player::FIRST)),
    ];
    for player in [Player::FIRST, Player::SECOND] {
        let worst = -judges::best_response(tree, player.other(), policy).value;
        figures.push((format!("worst case {}", player.index()), worst));
        if let Some(equilibrium) = equilibrium {
            let mut policies = [equilibrium; 2];
            policies[player.index()] = policy;
            figures.push((format!("against equilibrium {}", player.index()), value(policies, player)));
        }
    }
    figures
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use hinterhand_engine::Notation as _;

    use super::*;
    use hinterhand_players::files::toml_text;
    use hinterhand_players::games::load_default;

    fn stitched(game: &str, bot: &str, repeats: u32) -> FullStitching {
        let text = format!("game = '{game}'\nbot = '{bot}'\nrepeats = {repeats}");
        toml_text::read(&text).expect("it is sound")
    }

    fn run(work: &FullStitching, seed: u64) -> anyhow::Result<Option<Outcome>> {
        work.run(&WorkContext::new(seed, &AtomicBool::new(false)))
    }

    fn outcome(game: &str, bot: &str, repeats: u32) -> Outcome {
        run(&stitched(game, bot, repeats), 1).expect("it can be done").expect("it was not left")
    }

    fn check(outcome: &Outcome, expected: &[(&str, f64)], tolerance: f64) {
        for &(name, expected) in expected {
            let found = outcome.measures[name].value;
            assert!((found - expected).abs() < tolerance, "{name}: {found}, not {expected}");
        }
    }

    /// The equilibrium is exploitable by at most 1e-9; the other figures are as exact.
    const NEAR: f64 = 1e-8;

    #[test]
    fn the_random_player_is_judged_as_by_hand() {
        let found = outcome("kuhn", "random", 3);
        let expected =
            [("value", 1.0 / 8.0), ("worst case 0", -5.0 / 12.0), ("against equilibrium 0", -1.0 / 6.0)];
        check(&found, &expected, NEAR);
        let [first, second] = ["worst case 0", "worst case 1"].map(|name| found.measures[name].value);
        let sum = found.measures["exploitability sum"].value;
        assert!((sum + first + second).abs() < 1e-12, "best answers win {sum} together");
        assert_eq!(found.measures["exploitability"].value, sum / 2.0);
        // It is deterministic, however often it is queried.
        let asked = outcome("kuhn", "random", 7);
        assert!(asked.measures.values().all(|measure| measure.interval_95.is_none()));
        check(&asked, &[("exploitability sum", sum)], 1e-12);
    }

    /// Long, Sturtevant, Buro and Furtak, "Understanding the success of perfect information Monte Carlo
    /// sampling" (AAAI 2010), have for player 1 in Kuhn poker, against an equilibrium and against a best
    /// answer: random -0.161 and -0.417, PIMC -0.056 and -0.083, equilibrium -0.056 and -0.056.
    ///
    /// All but one are reproduced. Against the equilibrium of player 2, which is unique (Kuhn 1950), a random
    /// player gets -1/6, so -0.161 is not an exact value.
    ///
    /// PIMC passes with jack and queen. With the king bet and pass are equal; b is the probability of a bet.
    /// With the queen, after pass and bet, it calls with probability q. Against a best response it gets the
    /// lesser of -q and 2q - b - 1, divided by 6. The mean of the two worlds has q = 1 and so -1/6, whatever
    /// the rule between equal actions. By votes the two worlds disagree. Equal actions drawn uniformly, q = b
    /// = 1/2, are worth -1/12 = -0.083; the first of them, q = b = 0, and the last, q = b = 1, are both worth
    /// -1/6. The equilibrium punishes none of that.
    #[test]
    fn kuhn_poker_by_pimc_is_that_of_long_and_others() {
        let published = |value: f64, digits: f64| (value - digits).abs() < 0.0005;
        let random = outcome("kuhn", "random", 1);
        assert!(published(random.measures["worst case 0"].value, -0.417));
        let votes = outcome("kuhn", "pimc:merit=votes", 1);
        assert!(published(votes.measures["worst case 0"].value, -0.083));
        assert!(published(votes.measures["against equilibrium 0"].value, -0.056));
        check(&votes, &[("worst case 0", -1.0 / 12.0), ("against equilibrium 0", -1.0 / 18.0)], NEAR);
        let means = outcome("kuhn", "pimc", 1);
        check(&means, &[("worst case 0", -1.0 / 6.0), ("against equilibrium 0", -1.0 / 18.0)], NEAR);
    }

    /// The values stated above; for votes, other probabilities than 1/2 are worth -1/12 as well.
    #[test]
    fn what_decides_between_equals_is_worth_what_is_said() {
        let kuhn = load_default("kuhn").expect("it needs no options");
        let compiled = kuhn.methods().tree(1_000).expect("a small game");
        let tree = compiled.tree();
        for (q, b) in [(0.5, 0.5), (0.0, 0.0), (1.0, 1.0), (1.0, 0.0), (0.5, 0.0), (0.25, 0.0), (0.5, 1.0)] {
            let mut probabilities = vec![0.0; tree.slot_count()];
            for (number, set) in tree.sets().iter().enumerate() {
                let state = kuhn.sample(&compiled.info_set(SetId::new(number)), &mut Rng::new(1, 0));
                let bets = match kuhn.position_text(&state).split_once(',').expect("two cards") {
                    ("deal:K", rest) if rest.ends_with("bet") => 1.0,
                    ("deal:K", _) => b,
                    ("deal:Q", rest) if rest.ends_with("bet") => q,
                    _ => 0.0,
                };
                probabilities[set.slots()].copy_from_slice(&[1.0 - bets, bets]);
            }
            let policy = Policy::new(tree, probabilities).expect("they sum to 1");
            let worst = -judges::best_response(tree, Player::SECOND, &policy).value;
            let expected = f64::min(-q, 2.0 * q - b - 1.0) / 6.0;
            assert!((worst - expected).abs() < 1e-12, "q {q}, b {b}: {worst}, not {expected}");
        }
    }

    #[test]
    fn online_sampling_is_the_nearer_the_longer_it_thinks() {
        let by = |bot: &str| outcome("liars-dice sides=2", bot, 20).measures["exploitability sum"];
        for target in ["information_set", "public_state"] {
            let [short, long] = [10, 400].map(|n| by(&format!("oos:iterations={n},target={target}")));
            let [_, high] = long.interval_95.expect("several groups");
            let [low, _] = short.interval_95.expect("several groups");
            assert!(high < low, "{target}: {short:?}, {long:?}");
        }
    }

    #[test]
    fn the_seed_decides_and_nothing_else() {
        let work = stitched("kuhn", "ismcts:iterations=30,select=regret_matching,move=proportional", 12);
        let by = |seed| run(&work, seed).expect("it can be done").expect("it was not left");
        assert_eq!(by(1), by(1));
        assert_ne!(by(1), by(2));
        for (name, measure) in by(1).measures {
            let Some([low, high]) = measure.interval_95 else {
                assert_eq!(name, "exploitability of the equilibrium");
                continue;
            };
            assert!(low < measure.value && measure.value < high, "{name}: {measure:?}");
        }
        let few = outcome("kuhn", "ismcts:iterations=30", 4);
        assert!(few.measures.values().all(|measure| measure.interval_95.is_none()));
        let alone = FullStitching { opponent_iterations: 0, ..work.clone() };
        let alone = run(&alone, 1).expect("it can be done").expect("it was not left");
        assert!(alone.measures.keys().all(|name| !name.contains("equilibrium")));
        assert_eq!(alone.measures["worst case 1"], by(1).measures["worst case 1"]);
    }

    #[test]
    fn work_may_be_left() {
        let left = stitched("kuhn", "random", 1).run(&WorkContext::new(1, &AtomicBool::new(true)));
        assert_eq!(left.expect("it can be done"), None);
    }

    #[test]
    fn what_cannot_be_asked_is_refused() {
        for (game, bot, message) in [
            ("kuhm", "random", "did you mean `kuhn`?"),
            ("kuhn", "randon", "did you mean `random`?"),
            ("kuhn players=3", "random", "it is not a zero-sum game of two players"),
            ("kuhn", "greedy", "kuhn"),
            ("kuhn", "human", "human"),
            ("kuhn", "cheating", "cheating"),
        ] {
            let error = run(&stitched(game, bot, 1), 1).expect_err(bot);
            let error = format!("{error:#}");
            assert!(error.contains(message), "{game}, {bot}: {error}");
        }
        for text in ["repeats = 0", "repeats = 1\nrepeat = 2", ""] {
            let text = format!("game = 'kuhn'\nbot = 'random'\n{text}");
            assert!(toml_text::read::<FullStitching>(&text).is_err(), "{text}");
        }
    }
}
