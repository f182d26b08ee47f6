//! The tie-break between actions of the same merit.

use hinterhand_engine::{ActionSet, Game, Player, Rng, Turn};

use crate::search::OpenCards;

/// The tie-break between actions of the same merit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Ties {
    /// Nothing: they are equally likely.
    #[default]
    Even,
    /// The mean if the opponent chooses uniformly at its next decision, and both play perfectly after that.
    /// With open cards the opponent is assumed to know everything; this rule prefers, among actions that are
    /// equally good against such an opponent, the one that is better against an opponent that can err. The
    /// idea is Wisser's ("An expert-level card playing agent based on a variant of perfect information Monte
    /// Carlo sampling", IJCAI 2015); the formulas differ.
    Erring,
}

/// The value of an action in one world.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct WorldValue {
    /// The value under perfect play.
    pub(super) value: f64,
    /// The value if the opponent chooses at random once; 0 if it is not needed.
    pub(super) erring: f64,
}

/// The values of the actions `legal` of `me` at `world`.
pub(super) fn world_values<G: Game, O: OpenCards<G>>(
    game: &G,
    solver: &mut O,
    world: &G::State,
    me: Player,
    legal: &G::Legal,
    ties: Ties,
    rng: &mut Rng,
) -> Vec<WorldValue> {
    match ties {
        Ties::Even => {
            let mut values = Vec::with_capacity(legal.len());
            solver.values(game, world, legal, &mut values);
            values.into_iter().map(|value| WorldValue { value, erring: 0.0 }).collect()
        }
        Ties::Erring => legal
            .iter()
            .map(|action| {
                let mut next = world.clone();
                game.play(&mut next, action);
                world_value(game, solver, &mut next, me, rng)
            })
            .collect(),
    }
}

fn world_value<G: Game, O: OpenCards<G>>(
    game: &G,
    solver: &mut O,
    state: &mut G::State,
    me: Player,
    rng: &mut Rng,
) -> WorldValue {
    while game.turn(state) == Turn::Chance {
        game.deal(state, rng);
    }
    let Turn::Player(mover) = game.turn(state) else {
        let value = game.payoff(state, me);
        return WorldValue { value, erring: value };
    };
    let legal = game.legal(state);
    let mut values = Vec::with_capacity(legal.len());
    solver.values(game, state, &legal, &mut values);
    let best = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if mover != me {
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        return WorldValue { value: -best, erring: -mean };
    }
    // The player is to move again: of the best actions the one that is best against an erring opponent.
    let mut erring = f64::NEG_INFINITY;
    for (action, _) in legal.iter().zip(&values).filter(|&(_, &value)| value == best) {
        let mut next = state.clone();
        game.play(&mut next, action);
        erring = erring.max(world_value(game, solver, &mut next, me, rng).erring);
    }
    WorldValue { value: best, erring }
}
