//! One legal action, hundreds of them, one world, millions: the kin of perfect information Monte Carlo and
//! online search think about them as about all others.

use hinterhand_engine::games::recipippes::CaptureCover;
use hinterhand_engine::games::{PhantomTtt, Recipippes, SixtySix};
use hinterhand_engine::{ActionSet, Game, Worlds};
use hinterhand_solvers::search::{
    ByPimc, DepthOptions, Iimc, Keep, Level, OnlineOptions, OnlineSampling, OpenTricks, Postponed,
    PostponedOptions, Random, Search, ToDepth,
};

use super::decision::Decision;

/// Searches for a number of steps, and checks that the action values are of the legal actions, with
/// probabilities.
fn think<G: Game>(decision: &Decision<G>, mut search: impl Search<G>, steps: u64) -> G::Action {
    decision.turn(&mut search, 3);
    let taken = search.step(steps);
    assert!(taken > 0 && taken <= steps);
    let action_values = search.action_values();
    assert!(action_values.entries.iter().map(|entry| entry.action).eq(decision.legal.iter()));
    let sum: f64 = action_values.entries.iter().map(|entry| entry.probability).sum();
    assert!((sum - 1.0).abs() < 1e-9, "{sum}");
    assert!(action_values.entries.iter().all(|entry| entry.value.is_none_or(f64::is_finite)));
    action_values.best()
}

/// Extended perfect information Monte Carlo and alpha-mu on a few worlds.
const POSTPONED: [PostponedOptions; 2] = [
    PostponedOptions { worlds: 3, decisions: 2, keep: Keep::Best },
    PostponedOptions { worlds: 3, decisions: 2, keep: Keep::Front(4) },
];

/// To a depth of one action: enough to come to an end with all of them.
fn shallow() -> ToDepth<Level> {
    ToDepth::new(DepthOptions { depth: 1, positions: 200, ..DepthOptions::default() }, Level)
}

#[test]
fn one_legal_action_is_taken() {
    let game = SixtySix::default();
    let forced = (0..60).map(|seed| Decision::after(&game, seed, 11));
    let forced: Vec<_> = forced.filter(|decision| decision.legal.len() == 1).collect();
    assert!(!forced.is_empty());
    for decision in &forced {
        let only = decision.legal.nth(0);
        for options in POSTPONED {
            assert_eq!(think(decision, Postponed::new(&game, OpenTricks::default(), options), 1), only);
        }
        assert_eq!(think(decision, Iimc::new(&game, Random), 5), only);
        assert_eq!(think(decision, Iimc::new(&game, ByPimc::new(2, OpenTricks::default())), 2), only);
        assert_eq!(think(decision, OnlineSampling::new(&game, OnlineOptions::default()), 20), only);
    }
}

#[test]
fn one_world_is_enough() {
    let game = PhantomTtt::default();
    let decision = Decision::first(&game, 1);
    assert_eq!(game.worlds(&decision.info_set, 1).map(|worlds| worlds.len()), Some(1));
    for options in POSTPONED {
        think(&decision, Postponed::new(&game, shallow(), options), 9);
    }
    think(&decision, Iimc::new(&game, Random), 20);
    think(&decision, OnlineSampling::new(&game, OnlineOptions::default()), 200);
}

#[test]
fn millions_of_worlds_are_sampled() {
    let game = SixtySix::default();
    let decision = Decision::first(&game, 1);
    assert!(game.worlds(&decision.info_set, 1_000_000).is_none());
    for options in POSTPONED {
        think(&decision, Postponed::new(&game, shallow(), options), decision.legal.len() as u64);
    }
    think(&decision, Iimc::new(&game, Random), 20);
    think(&decision, OnlineSampling::new(&game, OnlineOptions::default()), 100);
}

#[test]
fn hundreds_of_actions_are_weighed() {
    let game = Recipippes { capture_cover: CaptureCover::EachRelevant, ..Recipippes::default() };
    let mut positions = (0..1_000).map(|seed| Decision::after(&game, seed, 40));
    let many = positions.find(|decision| decision.legal.len() >= 200).expect("there are such positions");
    for options in POSTPONED.map(|options| PostponedOptions { decisions: 1, ..options }) {
        think(&many, Postponed::new(&game, shallow(), options), many.legal.len() as u64);
    }
    think(&many, Iimc::new(&game, Random), 2);
}
