//! Positions in the middle of random games: what `legal`, `play`, `sample` and `info_set` are measured on.

use hinterhand_engine::games::schikanoeschen::KnockMode;
use hinterhand_engine::games::{
    Kinderschnapsen, KlondikeChess, Recipippes, Schikanoeschen, Schnapsen, SixtySix,
};
use hinterhand_engine::tricks::{Action, Table};
use hinterhand_engine::{ActionSet, Game, Player, Rng, Turn};

/// Something to measure on positions of every game.
pub trait Question {
    /// Measures it on these positions of `game`, each with the player to move.
    fn ask<G: Game>(&mut self, name: &str, game: &G, positions: &[(G::State, Player)]);
}

/// Asks a question of the three trick games in the middle of a hand and of the three big ones after forty
/// actions.
pub fn ask_all(question: &mut impl Question) {
    const SEED: u64 = 2026;
    const COUNT: usize = 1024;
    const PLAYED: u64 = 40;

    let game = Kinderschnapsen::default();
    let middle = |hand: &<Kinderschnapsen as Game>::State, _| hand.talon().left() == 4;
    question.ask("kinderschnapsen", &game, &positions(&game, SEED, COUNT, middle, |_| false));

    // A random stop is nearly always a false one and ends the hand early.
    let stop = |action| action == Action::STOP;
    let game = SixtySix::default();
    let middle = |hand: &<SixtySix as Game>::State, _| hand.talon().left() == 6;
    question.ask("sixty-six", &game, &positions(&game, SEED, COUNT, middle, stop));
    let game = Schnapsen::default();
    let middle = |hand: &<Schnapsen as Game>::State, _| hand.talon().left() == 6;
    question.ask("schnapsen", &game, &positions(&game, SEED, COUNT, middle, stop));

    for players in 2..=4 {
        let game = Recipippes { players, ..Recipippes::default() };
        let middle = positions(&game, SEED, COUNT, |_, played| played == PLAYED, |_| false);
        question.ask(&format!("recipippes, {players} players"), &game, &middle);
    }
    // Random players soon agree on a draw, if they may.
    let game = Schikanoeschen { draw_offers: false, ..Schikanoeschen::default() };
    for knock_mode in [KnockMode::Obligation, KnockMode::Off] {
        let game = Schikanoeschen { knock_mode, ..game };
        let name =
            if knock_mode == KnockMode::Off { "schikanoeschen, no knocking" } else { "schikanoeschen" };
        question.ask(name, &game, &positions(&game, SEED, COUNT, |_, played| played == PLAYED, |_| false));
    }
    let game = KlondikeChess::default();
    let middle = positions(&game, SEED, COUNT, |_, played| played == PLAYED, |_| false);
    question.ask("klondike-chess", &game, &middle);
}

/// One position of each of `count` games, the first that `wanted` takes by itself and the number of actions
/// so far, with the player to move.
///
/// The walk chooses uniformly among the actions that `shunned` does not name. Games without a wanted
/// position are left out.
pub fn positions<G: Game>(
    game: &G,
    seed: u64,
    count: usize,
    wanted: impl Fn(&G::State, u64) -> bool,
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
    wanted: impl Fn(&G::State, u64) -> bool,
    shunned: impl Fn(G::Action) -> bool,
) -> Option<(G::State, Player)> {
    let mut state = game.start();
    let mut played = 0;
    loop {
        match game.turn(&state) {
            Turn::Over => return None,
            Turn::Chance => game.deal(&mut state, rng),
            Turn::Player(player) if wanted(&state, played) => return Some((state, player)),
            Turn::Player(_) => {
                let legal: Vec<G::Action> = game.legal(&state).iter().filter(|&a| !shunned(a)).collect();
                game.play(&mut state, legal[rng.below(legal.len() as u32) as usize]);
                played += 1;
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
