//! A network as a prior: what it would do, softened, so that a search looks there first.

use std::sync::Arc;

use hinterhand_engine::ActionSet;
use hinterhand_engine::tricks::Actions;

use super::inputs::TrickInputs;
use super::layers::Network;
use super::sitting::{Chooser, Learned};
use crate::search::lent::{Lent, Pool};
use crate::search::rand_deep::sensible;
use crate::strategy::{Strategy, even};

/// A strategy that takes actions the likelier the higher the outputs of a network are. Claims that are not right have
/// probability 0, and where the network has not learned to play all actions are equally likely.
#[derive(Debug)]
pub struct NetworkPrior<'g, G> {
    game: &'g G,
    network: Arc<Network>,
    learned: Learned,
    choosers: Pool<Chooser>,
}

impl<'g, G> NetworkPrior<'g, G> {
    /// The strategy of a network that has learned this.
    pub fn new(game: &'g G, network: Arc<Network>, learned: Learned) -> NetworkPrior<'g, G> {
        NetworkPrior { game, network, learned, choosers: Pool::new(Chooser::new(learned)) }
    }
}

impl<G: TrickInputs> Strategy<G> for NetworkPrior<'_, G> {
    fn probabilities(&self, info_set: &G::InfoSet, legal: &Actions, out: &mut Vec<f64>) {
        let choices = sensible(*legal);
        if choices.len() == 0 || !self.learned.covers(G::seen(info_set).0) {
            return even(legal.len(), out);
        }
        Lent::new(&self.choosers).solver().policy(self.game, &self.network, info_set, choices, out);
        let mut found = std::mem::take(out).into_iter();
        let next =
            |action| if choices.contains(action) { found.next().expect("one for each choice") } else { 0.0 };
        out.extend(legal.iter().map(next));
    }
}

#[cfg(test)]
mod tests {
    use hinterhand_engine::games::Schnapsen;
    use hinterhand_engine::{Contest, ContestRules, Game, Player, Rng, Turn, View};

    use super::*;
    use crate::network::interaction::fresh;
    use crate::network::{Inputs, NetworkValues, Part, Target};
    use crate::search::ismcts::{FirstPlay, Ismcts, Options, Selection};
    use crate::search::{OpenCards, OpenTricks, Random, Search};

    const LEARNED: Learned =
        Learned { inputs: Inputs::Ranked, target: Target::Payoff, part: Part::WhileDrawn };

    /// A game, a network that knows nothing, and states at which a player has something to choose.
    fn states() -> (Schnapsen, Arc<Network>, Vec<<Schnapsen as Game>::State>) {
        let (game, mut rng, mut states) = (Schnapsen::default(), Rng::new(4, 0), Vec::new());
        for _ in 0..60 {
            let mut state = game.start();
            loop {
                match game.turn(&state) {
                    Turn::Over => break,
                    Turn::Chance => game.deal(&mut state, &mut rng),
                    Turn::Player(_) => {
                        let legal = game.legal(&state);
                        if legal.len() > 1 {
                            states.push(state);
                        }
                        game.play(&mut state, legal.nth(rng.below(legal.len() as u32) as usize));
                    }
                }
            }
        }
        (game, Arc::new(fresh(LEARNED.inputs.count::<Schnapsen>(), &[8], 3)), states)
    }

    #[test]
    fn higher_outputs_are_likelier() {
        let (game, network, states) = states();
        let prior = NetworkPrior::new(&game, Arc::clone(&network), LEARNED);
        let (mut chooser, mut seen) = (Chooser::new(LEARNED), [0; 2]);
        for state in states {
            let Turn::Player(player) = game.turn(&state) else { unreachable!("a player chooses") };
            let (info_set, legal, mut found) =
                (game.info_set(&state, player), game.legal(&state), Vec::new());
            prior.probabilities(&info_set, &legal, &mut found);
            assert!((found.iter().sum::<f64>() - 1.0).abs() < 1e-9 && found.len() == legal.len());
            let of = |action| found[legal.iter().position(|other| other == action).expect("it is legal")];
            let choices = sensible(legal);
            if !LEARNED.covers(&state) {
                assert!(found.iter().all(|one| (one * legal.len() as f64 - 1.0).abs() < 1e-9), "{found:?}");
                seen[0] += 1;
                continue;
            }
            assert!(legal.iter().all(|action| choices.contains(action) == (of(action) > 0.0)), "{found:?}");
            let mut outputs = Vec::new();
            chooser.outputs(&game, &network, &info_set, choices, |action, output| {
                outputs.push((output, action));
            });
            outputs.sort_by(|one, other| one.0.total_cmp(&other.0));
            assert!(outputs.windows(2).all(|pair| of(pair[0].1) <= of(pair[1].1)), "{outputs:?} {found:?}");
            seen[1] += 1;
        }
        assert!(seen[0] > 100 && seen[1] > 100, "{seen:?}");
    }

    /// What a network expects does not depend on cards that the player does not see, and the rest is solved.
    #[test]
    fn values_go_by_what_is_seen() {
        let (game, network, states) = states();
        let mut judge = NetworkValues::new(network, LEARNED);
        let (mut solver, mut rng, mut seen) = (OpenTricks::default(), Rng::new(9, 0), [0; 3]);
        let (mut values, mut others) = (Vec::new(), Vec::new());
        for state in states {
            let Turn::Player(player) = game.turn(&state) else { unreachable!("a player chooses") };
            let (info_set, legal) = (game.info_set(&state, player), game.legal(&state));
            judge.values(&game, &state, &legal, &mut values);
            assert_eq!(values.len(), legal.len());
            if LEARNED.covers(&state) {
                judge.values(&game, &game.sample(&info_set, &mut rng), &legal, &mut others);
                assert_eq!(values, others);
                seen[0] += 1;
            } else {
                let best = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                assert!((best - solver.value(&game, &state)).abs() < 1e-6, "{values:?}");
                seen[1] += 1;
            }
            for (action, value) in legal.iter().zip(&values) {
                let mut after = state;
                game.play(&mut after, action);
                if game.turn(&after) == Turn::Over && game.payoff(&after, player) > 0.0 {
                    assert!((value - game.payoff(&after, player)).abs() < 1e-6, "{action:?} {values:?}");
                    seen[2] += 1;
                }
            }
        }
        assert!(seen.iter().all(|&count| count > 10), "{seen:?}");
    }

    /// A strategy that takes the last action nine times of ten.
    struct Last;

    impl Strategy<Schnapsen> for Last {
        fn probabilities(&self, _: &<Schnapsen as Game>::InfoSet, legal: &Actions, out: &mut Vec<f64>) {
            let rest = 0.1 / (legal.len() - 1).max(1) as f64;
            out.clear();
            out.extend(
                (1..=legal.len()).map(|n| if n == legal.len() { 1.0 - rest * (n - 1) as f64 } else { rest }),
            );
        }
    }

    /// With much weight on the prior, the search visits actions as the prior says.
    #[test]
    fn a_tree_is_searched_where_the_prior_says() {
        let (game, _, states) = states();
        let options = Options {
            selection: Selection::Puct { exploration: 1000.0 },
            first_play: FirstPlay::Urgency(0.0),
            trees: 2,
            ..Options::default()
        };
        let contest = Contest::new(ContestRules::SCHNAPSEN, Player::FIRST);
        for state in states.iter().step_by(40) {
            let Turn::Player(player) = game.turn(state) else { unreachable!("a player chooses") };
            let (info_set, legal) = (game.info_set(state, player), game.legal(state));
            let visits = |prior: Option<Last>| {
                let mut search = Ismcts::new(&game, &Random, options);
                if let Some(prior) = prior {
                    search = search.with_prior(Box::new(prior));
                }
                let view = View { contest: &contest, info_set: &info_set, legal: &legal };
                search.turn_to(&view, &mut Rng::new(1, 0));
                search.step(1000);
                let values = search.action_values();
                values.entries.last().and_then(|entry| entry.visits).expect("visits")
            };
            let even = 1000 / legal.len() as u64;
            let (with, without) = (visits(Some(Last)), visits(None));
            assert!(with.abs_diff(900) < 30, "{with} of {}", legal.len());
            assert!(without.abs_diff(even) < 30, "{without} of {}", legal.len());
        }
    }
}
