//! The solver of the hand against one that leaves nothing out, its judgement in the whole game, and its
//! checkpoints.

use hinterhand_engine::games::Kinderschnapsen;
use hinterhand_engine::games::kinderschnapsen::{CloseFail, FalseCheckout};
use hinterhand_solvers::cfr::Variant;

use crate::learn::checkpoint::Checkpoint;
use crate::learn::hands::{HandSolver, TrickTables};
use crate::learn::unreduced::Unreduced;
use crate::position::endings::Endings;
use crate::position::layout::Layout;
use crate::position::rules::{Payoff, Rules};
use crate::position::walk::HandContext;
use crate::reduced::sequences::PassMode;
use crate::regrets::Factors;
use crate::solution::judge::{Root, Strategy, best, judge};
use crate::solution::lookup::Solution;

/// A pass over one unit alone, from all hands equally likely: the hero's value.
fn pass_of_unit(context: HandContext<'_>, part: &mut TrickTables, hero: u8, mode: PassMode) -> f64 {
    let mut values = [0.0; 84];
    part.second_trick(context, hero, mode, None, &[1.0; 84], &mut values);
    values.iter().sum::<f64>() / (84.0 * 20.0 * 6.0)
}

/// A unit alone, by the rules of a game.
pub(crate) struct LoneUnit {
    pub(crate) root: Root,
    pub(crate) payoff: Payoff,
    pub(crate) rules: Rules,
    pub(crate) layout: Layout,
    pub(crate) endings: Endings,
}

impl LoneUnit {
    pub(crate) fn new(game: Kinderschnapsen, payoff: &Payoff, root: Root) -> LoneUnit {
        let rules = Rules::new(game, payoff);
        let (layout, endings) = (Layout::new(rules.asks()), root.endings(&rules));
        LoneUnit { root, payoff: *payoff, rules, layout, endings }
    }

    /// By the default rules, what is won in points.
    pub(crate) fn usual(root: Root) -> LoneUnit {
        LoneUnit::new(Kinderschnapsen::default(), &Payoff::POINTS, root)
    }

    pub(crate) fn context(&self) -> HandContext<'_> {
        HandContext { rules: &self.rules, endings: &self.endings, layout: &self.layout }
    }

    /// What it learns from all hands equally likely.
    pub(crate) fn learned(&self, variant: Variant, steps: u32) -> TrickTables {
        let position = self.root.position(&self.layout);
        let mut part = TrickTables::new(&self.rules, &self.layout, &self.endings, position);
        for step in 1..=steps {
            let mode = PassMode::Learn(Factors::new(&variant, step));
            pass_of_unit(self.context(), &mut part, 0, mode);
            pass_of_unit(self.context(), &mut part, 1, mode);
        }
        part
    }

    /// What a best response of a player wins against a strategy.
    pub(crate) fn best(&self, solution: &Solution<'_>, player: u8) -> f64 {
        best(&self.rules, &self.endings, &self.layout, solution, self.root, player)
    }
}

/// The bounds of the value of one unit that has learned.
fn bounds(game: Kinderschnapsen, root: Root, variant: Variant, steps: u32) -> (f64, f64) {
    let unit = LoneUnit::new(game, &Payoff::POINTS, root);
    let mut part = unit.learned(variant, steps);
    let low = -pass_of_unit(unit.context(), &mut part, 1, PassMode::Answer);
    (low, pass_of_unit(unit.context(), &mut part, 0, PassMode::Answer))
}

#[test]
fn the_reduced_game_has_the_value_of_the_whole() {
    let plain = Kinderschnapsen::default();
    for (game, root) in [
        (plain, Root::FirstTrick(1, 4, 8)),
        (Kinderschnapsen { auto_checkout: true, ..plain }, Root::FirstTrick(3, 2, 0)),
        (
            Kinderschnapsen { close_fail: CloseFail::OpponentWins2or3, freeze_on_close: true, ..plain },
            Root::FirstTrick(0, 8, 2),
        ),
        (
            Kinderschnapsen { false_checkout: FalseCheckout::OpponentFixed(1), ..plain },
            Root::FirstTrick(2, 9, 9),
        ),
    ] {
        let mut whole = Unreduced::new(game, &Payoff::POINTS, root, Variant::DCFR);
        (0..20).for_each(|_| whole.step());
        let wide = whole.judge().bounds();
        let narrow = bounds(game, root, Variant::DCFR, 60);
        // Twice as much room as the widest of them needs with these steps.
        assert!(narrow.1 - narrow.0 > -1e-6 && narrow.1 - narrow.0 < 2e-3, "{narrow:?}");
        assert!(wide.1 - wide.0 < 2e-2, "{wide:?}");
        assert!(narrow.0 < wide.1 && wide.0 < narrow.1, "{narrow:?} {wide:?}");
    }
}

#[test]
#[ignore = "slow: solves the hand and judges it in the whole game"]
fn the_hand_is_solved_and_judged_in_the_whole_game() {
    let mut hands = HandSolver::new(Kinderschnapsen::default(), &Payoff::POINTS, Variant::DCFR);
    (0..80).for_each(|_| hands.step());
    let bounds = hands.bounds();
    let refined = hands.refined_solution();
    let halved = refined.judge();
    assert!(refined.is_own_image());
    for (verdict, (low, high)) in halved.iter().zip(bounds) {
        // Dominance leaves out no better action, and a player that does not see the coins wins less: the
        // bounds of the reduced game hold in the whole one, up to single precision there and sixteen bits
        // here.
        assert!(verdict.bounds().0 > low - 1e-5, "{verdict:?} {low} {high}");
        assert!(verdict.bounds().1 < high + 1e-5, "{verdict:?} {low} {high}");
        assert!(verdict.nash_conv() > 0.0 && verdict.exploitability() < 1.2e-4, "{verdict:?}");
    }
    let (rules, endings) = (&hands.rules, Endings::new(&hands.rules));
    let roots = [0, 1, 2, 3].map(Root::Turnup);
    for (halved, whole) in halved.iter().zip(judge(rules, &endings, &hands.layout, &Whole(&refined), &roots))
    {
        assert!((halved.value - whole.value).abs() < 1e-9, "{halved:?} {whole:?}");
        assert!(
            (0..2).all(|player| (halved.best[player] - whole.best[player]).abs() < 1e-9),
            "{halved:?} {whole:?}"
        );
    }
}

/// A strategy of which both mirror images are judged.
struct Whole<'a>(&'a Solution<'a>);

impl Strategy for Whole<'_> {
    fn at(&self, slot: usize, legal: u8) -> [f64; 4] {
        self.0.at(slot, legal)
    }

    fn is_own_image(&self) -> bool {
        false
    }
}

#[test]
#[ignore = "slow: makes the solver three times"]
fn threads_and_checkpoints_make_no_difference() {
    let learned = |threads: usize, interrupted: bool| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let game = Kinderschnapsen::default();
            let mut hands = HandSolver::new(game, &Payoff::POINTS, Variant::DCFR);
            (0..2).for_each(|_| hands.step());
            if interrupted {
                let checkpoint = hands.checkpoint();
                (0..3).for_each(|_| hands.step());
                hands.restore(&checkpoint).unwrap();
                let short = Checkpoint { numbers: vec![0.0; 7], ..checkpoint };
                assert!(hands.restore(&short).is_err());
            }
            hands.learn_by(Variant::PCFR_PLUS);
            (0..2).for_each(|_| hands.step());
            hands.checkpoint()
        })
    };
    let first = learned(1, false);
    assert!(first == learned(2, false));
    assert!(first == learned(5, true));
}
