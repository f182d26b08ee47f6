//! The local best response to a strategy of Kinderschnapsen, which must stay below the exact one and not far.

use hinterhand_engine::Rng;
use hinterhand_engine::games::Kinderschnapsen;
use hinterhand_kinderschnapsen::{Columns, HandSolver, Payoff, Solution, Verdict};
use hinterhand_solvers::cfr::Variant;
use hinterhand_solvers::judges::{LocalBestResponse, RollOuts};

/// The player that acts uniformly at random while cards are hidden, and perfectly once they are known, is
/// judged exactly elsewhere. Four standard errors: one of sixteen thousand correct estimates is further off.
#[test]
#[ignore = "some minutes: solves what follows the last draw in Kinderschnapsen, and judges a strategy exactly"]
fn kinderschnapsen_stays_below_the_exact_judge() {
    let game = Kinderschnapsen::default();
    let solved = HandSolver::new(game, &Payoff::POINTS, Variant::DCFR).solution();
    let Columns { low, high, plays, .. } = solved.columns().clone();
    let groups = low.len();
    let columns = Columns {
        mixed: vec![u64::MAX; groups].into(),
        low,
        high,
        base: (0..groups as u32).map(|group| 64 * group).collect(),
        rows: vec![1; 4 * 64 * groups].into(),
        plays,
    };
    let even = Solution::from_columns(game, &Payoff::POINTS, columns).expect("as many as there were");
    let exact = Verdict::mean(&even.judge()).exploitability();
    let judge = LocalBestResponse {
        game: &game,
        policy: &even,
        own: &even,
        roll_outs: RollOuts::Sampled(50),
        worlds: 10_000,
    };
    let found = judge.exploitability(1_000, &mut Rng::new(7, 0)).expect("6,720 worlds at most");
    println!("{found:?} of {exact}");
    assert!(found.mean - 4.0 * found.error < exact, "{found:?}, but {exact} at most");
    assert!(found.mean > exact / 2.0, "{found:?} of {exact}");
}
