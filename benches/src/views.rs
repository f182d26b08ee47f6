//! What players know in the middle of random games: the positions to measure `sample` and `info_set` on.

use hinterhand_engine::{ActionSet, Game, Player, Rng, Turn};

/// One position of each of `count` games, the first that `wanted` takes, with the player to move.
///
/// The walk chooses uniformly among the actions that `shunned` does not name. Games without a wanted
/// position are left out.
pub fn positions<G: Game>(
    game: &G,
    seed: u64,
    count: usize,
    wanted: impl Fn(&G::State) -> bool,
    shunned: impl Fn(G::Action) -> bool,
) -> Vec<(G::State, Player)> {
    let mut rng = Rng::new(seed, 0);
    let mut found = Vec::with_capacity(count);
    // Rare positions are an error of the caller: nothing here looks for them forever.
    for _ in 0..1000 * count {
        if found.len() == count {
            break;
        }
        found.extend(first(game, &mut rng, &wanted, &shunned));
    }
    assert_eq!(found.len(), count, "hardly any game has a wanted position");
    found
}

fn first<G: Game>(
    game: &G,
    rng: &mut Rng,
    wanted: impl Fn(&G::State) -> bool,
    shunned: impl Fn(G::Action) -> bool,
) -> Option<(G::State, Player)> {
    let mut state = game.start();
    loop {
        match game.turn(&state) {
            Turn::Over => return None,
            Turn::Chance => game.deal(&mut state, rng),
            Turn::Player(player) if wanted(&state) => return Some((state, player)),
            Turn::Player(_) => {
                let legal: Vec<G::Action> = game.legal(&state).iter().filter(|&a| !shunned(a)).collect();
                game.play(&mut state, legal[rng.below(legal.len() as u32) as usize]);
            }
        }
    }
}

/// The information sets of the players to move.
pub fn info_sets<G: Game>(game: &G, positions: &[(G::State, Player)]) -> Vec<G::InfoSet> {
    positions.iter().map(|(state, player)| game.info_set(state, *player)).collect()
}

/// Samples each information set once, and asserts that the sampled state looks the same to its player.
pub fn assert_sampled<G: Game>(game: &G, positions: &[(G::State, Player)], rng: &mut Rng) {
    for (state, player) in positions {
        let info_set = game.info_set(state, *player);
        let sampled = game.sample(&info_set, rng);
        assert_eq!(game.info_set(&sampled, *player), info_set, "a sample that its player can tell apart");
    }
}
