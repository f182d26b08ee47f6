//! Searches made from requests, and behind them the one adapter from a search of a game to a search of any game.

use std::sync::Arc;

use hinterhand_engine::dynamic::{ActionNumber, AnyGame, AnyLegal, Playable};
use hinterhand_engine::{ActionSet as _, Game, Rng, View};

use super::methods::NewSearch;
use super::offers::{AnyOpenCards, Offers};
use super::players::ModelOf;
use super::{
    IimcPlayers, Inferring, Offer, OpenCardsRequest, OpenSolver, Opponent, RolloutKind, SearchRequest,
};
use crate::search::ismcts::Ismcts;
use crate::search::{
    ByGreedy, ByPimc, Counsel, Evaluation, Greedy, Iimc, Level, OpenCards, Pimc, Postponed, Random, Rollout,
    Search, ToDepth, Truncated, Weighed,
};

/// Why a game cannot be searched as asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SearchError {
    /// The game does not offer what the search needs.
    #[error("the game has no {0}")]
    Missing(Offer),
    /// The search is for games of two.
    #[error("the search is for games of two, and this one has {players} players")]
    Players {
        /// The number of players of the game.
        players: usize,
    },
}

/// Makes searches of a game of known type.
type NewTyped<'g, G> = Box<dyn Fn() -> Box<dyn Search<G> + 'g> + Send + Sync + 'g>;

/// Makes searches of `game` as requested.
pub(super) fn new<'g, G: Playable>(
    game: &'g G,
    offers: &Offers<G>,
    request: &SearchRequest,
) -> Result<NewSearch<'g>, SearchError> {
    let new = typed(game, offers, request)?;
    Ok(Box::new(move || Box::new(OfAnyGame { search: new(), legal: None })))
}

fn typed<'g, G: Playable>(
    game: &'g G,
    offers: &Offers<G>,
    request: &SearchRequest,
) -> Result<NewTyped<'g, G>, SearchError> {
    let missing = |offer| SearchError::Missing(offer);
    Ok(match *request {
        SearchRequest::Ismcts { options, rollout, opponents, endgame } => {
            let guided: &'static dyn Rollout<G> = match (rollout, offers.evaluation) {
                (RolloutKind::Guided, _) => offers.rollout.unwrap_or(&Random),
                (RolloutKind::Evaluation { .. }, None) => return Err(missing(Offer::Evaluation)),
                (RolloutKind::Random | RolloutKind::Evaluation { .. }, _) => &Random,
            };
            let evaluation = offers.evaluation;
            let model = opponents.map(|opponent| ModelOf::of(opponent, offers)).transpose()?;
            let new: NewTyped<'g, G> = Box::new(move || {
                let mut search = Ismcts::new(game, guided, options);
                if let RolloutKind::Evaluation { plies } = rollout {
                    search =
                        search.with_rollout(Box::new(Truncated { plies, evaluation: Judged(evaluation) }));
                }
                match model {
                    Some(model) => Box::new(search.against(Box::new(model))),
                    None => Box::new(search),
                }
            });
            with_endgame(endgame, game, offers, new)?
        }
        SearchRequest::Pimc { options, ref solver, inferring, endgame } => {
            let solver = Worlds::new(game, offers, solver)?;
            let inferring = inferring.map(|Inferring { model, error }| {
                let (found, offer) = match model {
                    Opponent::Greedy => (offers.greedy_model, Offer::GreedyModel),
                    Opponent::Directed => (offers.directed_model, Offer::DirectedModel),
                };
                found.map(|infer| (infer, error)).ok_or(missing(offer))
            });
            let inferring = inferring.transpose()?;
            let new: NewTyped<'g, G> = Box::new(move || {
                let pimc = Pimc::new(game, solver.clone(), options);
                Box::new(match inferring {
                    Some((infer, error)) => pimc.inferring(infer(error)),
                    None => pimc,
                })
            });
            with_endgame(endgame, game, offers, new)?
        }
        SearchRequest::Iimc { players, ref solver } => match (players, offers.greedy) {
            (IimcPlayers::Best | IimcPlayers::Greedy, Some(greedy)) => {
                Box::new(move || Box::new(Iimc::new(game, Players(Box::new(ByGreedy(Rule(greedy)))))))
            }
            (IimcPlayers::Greedy, None) => return Err(missing(Offer::Greedy)),
            (IimcPlayers::Pimc { worlds }, _) => {
                let solver = Worlds::new(game, offers, solver)?;
                Box::new(move || {
                    Box::new(Iimc::new(game, Players(Box::new(ByPimc::new(worlds, solver.clone())))))
                })
            }
            (IimcPlayers::Best | IimcPlayers::Random, _) => {
                Box::new(move || Box::new(Iimc::new(game, Players(Box::new(Random)))))
            }
        },
        SearchRequest::Postponed { options, ref solver } => {
            let solver = Worlds::new(game, offers, solver)?;
            Box::new(move || Box::new(Postponed::new(game, solver.clone(), options)))
        }
        SearchRequest::Online(options) => {
            let new = offers.online.ok_or(missing(Offer::Online))?;
            Box::new(move || new(game, options))
        }
        SearchRequest::Turn(options) => {
            let new = offers.turn.ok_or(missing(Offer::Turn))?;
            Box::new(move || new(game, options))
        }
    })
}

/// The same searches, with the solver of endgames before them if that is asked for.
fn with_endgame<'g, G: Playable>(
    wanted: bool,
    game: &'g G,
    offers: &Offers<G>,
    new: NewTyped<'g, G>,
) -> Result<NewTyped<'g, G>, SearchError> {
    if !wanted {
        return Ok(new);
    }
    let with = offers.endgame.ok_or(SearchError::Missing(Offer::Endgame))?;
    Ok(Box::new(move || with(game, new())))
}

/// A search of a game of known type as a search of any game.
struct OfAnyGame<'g, G: Game> {
    search: Box<dyn Search<G> + 'g>,
    /// The legal actions of its decision.
    legal: Option<AnyLegal>,
}

impl<G: Playable> Search<AnyGame> for OfAnyGame<'_, G> {
    fn turn_to(&mut self, view: &View<'_, AnyGame>, rng: &mut Rng) {
        let (info_set, legal) = (view.info_set.typed(), view.legal.typed());
        self.search.turn_to(&View { contest: view.contest, info_set, legal }, rng);
        self.legal = Some(view.legal.clone());
    }

    fn step(&mut self, steps: u64) -> u64 {
        self.search.step(steps)
    }

    fn counsel(&self) -> Counsel<ActionNumber> {
        let legal = self.legal.as_ref().expect("it is turned to a decision first");
        numbered::<G>(self.search.counsel(), legal.typed())
    }
}

/// The counsel with the numbers of its actions. It need not list all legal actions.
pub(super) fn numbered<G: Game>(counsel: Counsel<G::Action>, legal: &G::Legal) -> Counsel<ActionNumber> {
    // Most counsels list the legal actions in their order.
    let mut order = legal.iter().enumerate();
    let numbered = |weighed: Weighed<G::Action>| {
        let Weighed { action, probability, value, error, visits } = weighed;
        let next = order.find(|(_, other)| *other == action).map(|(number, _)| number);
        let number = next.or_else(|| legal.iter().position(|other| other == action));
        let action = ActionNumber::new(number.expect("legal actions are weighed"));
        Weighed { action, probability, value, error, visits }
    };
    Counsel { moves: counsel.moves.into_iter().map(numbered).collect() }
}

/// A solver of worlds of any kind. A clone has not found out anything yet.
struct Worlds<G: Game + 'static> {
    make: Arc<dyn Fn() -> AnyOpenCards<G> + Send + Sync>,
    /// Made when it is needed first: its memory may be large.
    solver: Option<AnyOpenCards<G>>,
}

impl<G: Playable> Worlds<G> {
    fn new(game: &G, offers: &Offers<G>, request: &OpenCardsRequest) -> Result<Worlds<G>, SearchError> {
        let players = game.players();
        if players != 2 {
            return Err(SearchError::Players { players });
        }
        let make: Arc<dyn Fn() -> AnyOpenCards<G> + Send + Sync> =
            match (request.solver, offers.open_cards, offers.late_open_cards) {
                (OpenSolver::Best | OpenSolver::Late, _, Some(make)) => {
                    let other = ModelOf::of(request.opponent, offers)?;
                    Arc::new(move || make(other))
                }
                (OpenSolver::Best | OpenSolver::Open, Some(make), _) => Arc::new(make),
                (OpenSolver::Open, None, _) => return Err(SearchError::Missing(Offer::OpenCards)),
                (OpenSolver::Late, _, None) => return Err(SearchError::Missing(Offer::LateOpenCards)),
                (OpenSolver::Best | OpenSolver::Depth, _, _) => {
                    let (options, evaluation) = (request.depth, offers.evaluation);
                    Arc::new(move || Box::new(ToDepth::new(options, Judged(evaluation))))
                }
            };
        Ok(Worlds { make, solver: None })
    }
}

impl<G: Game> Clone for Worlds<G> {
    fn clone(&self) -> Worlds<G> {
        Worlds { make: Arc::clone(&self.make), solver: None }
    }
}

impl<G: Game> OpenCards<G> for Worlds<G> {
    fn values(&mut self, game: &G, state: &G::State, legal: &G::Legal, values: &mut Vec<f64>) {
        self.solver.get_or_insert_with(|| (self.make)()).values(game, state, legal, values);
    }
}

/// The evaluation that a game has, or else the one that knows nothing.
struct Judged<G: Game + 'static>(Option<&'static dyn Evaluation<G>>);

impl<G: Game> Clone for Judged<G> {
    fn clone(&self) -> Judged<G> {
        Judged(self.0)
    }
}

impl<G: Game> Evaluation<G> for Judged<G> {
    fn estimate(&self, game: &G, state: &G::State, payoffs: &mut [f64]) {
        self.0.unwrap_or(&Level).estimate(game, state, payoffs);
    }
}

/// Players of any kind.
struct Players<G: Game>(Box<dyn Rollout<G>>);

impl<G: Game> Rollout<G> for Players<G> {
    fn roll_out(&self, game: &G, state: &mut G::State, rng: &mut Rng, payoffs: &mut [f64]) {
        self.0.roll_out(game, state, rng, payoffs);
    }
}

/// The greedy player of a game.
struct Rule<G: Game + 'static>(&'static dyn Greedy<G>);

impl<G: Game> Greedy<G> for Rule<G> {
    fn rule(&self) -> &'static str {
        self.0.rule()
    }

    fn choose(&self, game: &G, info_set: &G::InfoSet, legal: &G::Legal, rng: &mut Rng) -> G::Action {
        self.0.choose(game, info_set, legal, rng)
    }
}

#[cfg(test)]
mod tests {
    use hinterhand_engine::games::Kuhn;

    use super::*;

    #[test]
    fn actions_keep_their_numbers_when_some_are_left_out() {
        let game = Kuhn::default();
        let mut state = game.start();
        game.deal(&mut state, &mut Rng::new(1, 0));
        let legal = game.legal(&state);
        let [first, second] = [0, 1].map(|number| legal.nth(number));
        for (weighed, numbers) in
            [(vec![first, second], vec![0, 1]), (vec![second], vec![1]), (vec![second, first], vec![1, 0])]
        {
            let counsel = Counsel::mixed(weighed.into_iter().map(|action| (action, 0.5)));
            let found =
                numbered::<Kuhn>(counsel, &legal).moves.into_iter().map(|weighed| weighed.action.index());
            assert!(found.eq(numbers));
        }
    }
}
