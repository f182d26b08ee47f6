//! Blocks of games that are played out: what every playout figure comes from.

use hinterhand_engine::{Game, Player, Rng, Turn, playout};

/// The games that share one stream of the generator: a stream to each would cost more than the games.
pub const BLOCK: usize = 256;

/// The games played.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Played {
    /// Games played to their end.
    pub games: u64,
    /// Player actions, forced ones too, chance not.
    pub moves: u64,
    /// The total payoff of the first player.
    pub balance: f64,
}

/// Plays a game from `state` to its end and returns the number of actions: [`playout`], or the same with
/// directed players.
pub type Walk<G> = fn(&G, &mut <G as Game>::State, &mut Rng) -> u64;

/// Plays a game to its end and counts it.
#[inline]
fn play_out<G: Game>(game: &G, walk: Walk<G>, state: &mut G::State, rng: &mut Rng, played: &mut Played) {
    played.moves += walk(game, state, rng);
    played.games += 1;
    played.balance += game.payoff(state, Player::FIRST);
}

/// One block of uniformly random games from their deals to their ends.
pub fn block<G: Game>(game: &G, seed: u64, block: u64) -> Played {
    walked_block(game, playout, seed, block)
}

/// One block of games played by `walk` from their deals to their ends.
pub fn walked_block<G: Game>(game: &G, walk: Walk<G>, seed: u64, block: u64) -> Played {
    let mut rng = Rng::new(seed, block);
    let mut played = Played::default();
    for _ in 0..BLOCK {
        play_out(game, walk, &mut game.start(), &mut rng, &mut played);
    }
    played
}

/// One block of uniformly random games from positions that are dealt already.
pub fn dealt_block<G: Game>(game: &G, dealt: &[G::State], seed: u64, block: u64) -> Played {
    let mut rng = Rng::new(seed, block);
    let mut played = Played::default();
    for state in dealt.iter().cycle().take(BLOCK) {
        play_out(game, playout, &mut state.clone(), &mut rng, &mut played);
    }
    played
}

/// The first `count` positions in which a player moves first, by the deals of this seed.
pub fn deals<G: Game>(game: &G, seed: u64, count: usize) -> Vec<G::State> {
    let mut rng = Rng::new(seed, 0);
    (0..count)
        .map(|_| {
            let mut state = game.start();
            while game.turn(&state) == Turn::Chance {
                game.deal(&mut state, &mut rng);
            }
            state
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use hinterhand_engine::games::Kinderschnapsen;

    #[test]
    fn a_block_is_a_function_of_its_seed_and_number() {
        let game = Kinderschnapsen::default();
        assert_eq!(block(&game, 1, 2), block(&game, 1, 2));
        assert_ne!(block(&game, 1, 2), block(&game, 1, 3));
        assert_eq!(block(&game, 1, 2).games, BLOCK as u64);
    }

    #[test]
    fn a_dealt_block_deals_nothing() {
        let game = Kinderschnapsen::default();
        let dealt = deals(&game, 1, 3);
        let played = dealt_block(&game, &dealt, 1, 0);
        assert_eq!(played.games, BLOCK as u64);
        assert!(dealt.iter().all(|state| state.cards_played() == 0), "the deals are still unplayed");
    }
}
