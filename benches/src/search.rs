//! Information-set tree search, counted in simulated games: each search begins with an empty tree.

use std::time::Instant;

use hinterhand_engine::{ActionSet, Contest, ContestRules, Game, Player, Rng, Turn, View, games};
use hinterhand_solvers::search::ismcts::{Ismcts, Options};
use hinterhand_solvers::search::{ByDirected, Rollout, Search};

/// A decision as its player sees it.
pub struct Decision<G: Game> {
    info_set: G::InfoSet,
    legal: G::Legal,
}

/// The first decisions that are `wanted`, of `count` games in which the actions before are the lowest ones.
pub fn decisions<G: Game>(
    game: &G,
    seed: u64,
    count: usize,
    wanted: impl Fn(&G::State) -> bool,
) -> Vec<Decision<G>> {
    let mut rng = Rng::new(seed, 0);
    let mut first = || {
        let mut state = game.start();
        loop {
            match game.turn(&state) {
                Turn::Over => panic!("a game without a wanted decision"),
                Turn::Chance => game.deal(&mut state, &mut rng),
                Turn::Player(player) if wanted(&state) => {
                    let (info_set, legal) = (game.info_set(&state, player), game.legal(&state));
                    return Decision { info_set, legal };
                }
                Turn::Player(_) => {
                    let lowest = game.legal(&state).nth(0);
                    game.play(&mut state, lowest);
                }
            }
        }
    };
    (0..count).map(|_| first()).collect()
}

/// The first lead of `count` hands of Sixty-six.
pub fn first_leads(seed: u64, count: usize) -> Vec<Decision<games::SixtySix>> {
    decisions(&games::SixtySix::default(), seed, count, |_| true)
}

/// The first turn of `count` games of Recipippes.
pub fn first_turns(seed: u64, count: usize) -> Vec<Decision<games::Recipippes>> {
    decisions(&games::Recipippes::default(), seed, count, games::recipippes::Position::is_dealt)
}

/// Simulates `steps` games for a decision, and returns the number of visits at its root.
pub fn think<G: Game>(
    game: &G,
    rollout: &dyn Rollout<G>,
    options: Options,
    decision: &Decision<G>,
    steps: u64,
) -> u64 {
    let contest = Contest::new(ContestRules::SINGLE_HAND, Player::FIRST);
    let view = View { contest: &contest, info_set: &decision.info_set, legal: &decision.legal };
    let mut search = Ismcts::new(game, rollout, options);
    search.turn_to(&view, &mut Rng::new(2026, 1));
    search.step(steps);
    search.action_values().entries.iter().filter_map(|entry| entry.visits).sum()
}

/// The number of games that are simulated in two trees in a second of wall time, on this number of threads.
pub fn rate_on(threads: usize) -> f64 {
    const STEPS: u64 = 1_000_000;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a few threads");
    let decisions = first_leads(2026, 1);
    let options = Options { trees: 2, ..Options::default() };
    let start = Instant::now();
    let game = games::SixtySix::default();
    let counted = pool.install(|| think(&game, &ByDirected, options, &decisions[0], STEPS));
    assert_eq!(counted, STEPS);
    STEPS as f64 / start.elapsed().as_secs_f64()
}

#[cfg(test)]
mod tests {
    use super::*;
    use hinterhand_solvers::search::Random;

    #[test]
    fn every_game_is_counted() {
        let game = games::Recipippes::default();
        let decisions = first_turns(1, 2);
        assert_eq!(think(&game, &Random, Options::default(), &decisions[1], 50), 50);
    }
}
