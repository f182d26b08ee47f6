//! Searches made from requests: compiled once, with the parts of a game behind its [`Methods`].

use std::sync::Arc;

use hinterhand_engine::dynamic::{AnyGame, AnyLegal, AnyState};
use hinterhand_engine::{Game, Rng};

use super::adapters::{AnySolver, NewSearch, NewSolver};
use super::claiming::claiming;
use super::error::SearchError;
use super::methods::{Methods, SimplePlayer};
use super::{IimcPlayers, Offer, OpenCardsRequest, SearchRequest};
use crate::search::{ByPimc, Iimc, OpenCards, Pimc, Postponed, Rollout};

/// Makes searches of a game as requested, which claim as soon as a claim wins. The loops of information-set trees, of online sampling and of the
/// search within the turn are those of the game; the others spend their time in its solvers and players.
pub fn search<'m>(
    game: &'m AnyGame,
    methods: &'m dyn Methods,
    request: &SearchRequest,
) -> Result<NewSearch<'m>, SearchError> {
    let new: NewSearch<'m> = match *request {
        SearchRequest::Ismcts { options, ref rollout, ref prior, opponents, endgame } => {
            with_endgame(endgame, methods, methods.ismcts(options, rollout, prior.clone(), opponents)?)?
        }
        SearchRequest::Pimc { options, ref solver, inferring, endgame } => {
            let solver = Worlds::new(game, methods, solver)?;
            let inferring = inferring.map(|inferring| methods.inference(inferring)).transpose()?;
            let pimc: NewSearch<'m> = Box::new(move || {
                let pimc = Pimc::new(game, solver.clone(), options);
                Box::new(match &inferring {
                    Some(infer) => pimc.inferring(infer()),
                    None => pimc,
                })
            });
            with_endgame(endgame, methods, pimc)?
        }
        SearchRequest::Iimc { players: IimcPlayers::Pimc { worlds }, ref solver } => {
            let solver = Worlds::new(game, methods, solver)?;
            Box::new(move || Box::new(Iimc::new(game, ByPimc::new(worlds, solver.clone()))))
        }
        SearchRequest::Iimc { players, .. } => {
            let has_greedy = methods.offers(Offer::Greedy);
            let player = match players {
                IimcPlayers::Expert if methods.offers(Offer::ExpertRollout) => SimplePlayer::Expert,
                IimcPlayers::Expert => return Err(SearchError::Missing(Offer::ExpertRollout)),
                IimcPlayers::Best | IimcPlayers::Greedy if has_greedy => SimplePlayer::Greedy,
                IimcPlayers::Greedy => return Err(SearchError::Missing(Offer::Greedy)),
                _ => SimplePlayer::Random,
            };
            Box::new(move || Box::new(Iimc::new(game, Players(methods.players(player)))))
        }
        SearchRequest::Postponed { options, ref solver, ref value } => {
            let solver = match value {
                None => Worlds::new(game, methods, solver)?,
                Some((network, learned)) => {
                    Worlds { make: methods.networks().values(Arc::clone(network), *learned)?, solver: None }
                }
            };
            Box::new(move || Box::new(Postponed::new(game, solver.clone(), options)))
        }
        SearchRequest::Online(options) => methods.online(options)?,
        SearchRequest::Expert => methods.expert()?,
        SearchRequest::Turn(options) => methods.turn(options)?,
        SearchRequest::Lookahead { worlds } => methods.lookahead(worlds)?,
        SearchRequest::RandDeep(options) => methods.rand_deep(options)?,
        SearchRequest::KnowledgeLimited(options, None) => methods.knowledge_limited(options)?,
        SearchRequest::KnowledgeLimited(options, Some((ref network, learned))) => {
            methods.networks().subgame(Arc::clone(network), learned, options)?
        }
        SearchRequest::Network { ref network, options } => {
            methods.networks().search(Arc::clone(network), options)?
        }
        SearchRequest::Afterstates { ref network, worlds } => {
            methods.networks().afterstates(Arc::clone(network), worlds)?
        }
    };
    Ok(if methods.offers(Offer::Claim) { claiming(game, methods, new) } else { new })
}

/// The same searches, behind the endgame solver if that is requested.
fn with_endgame<'m>(
    wanted: bool,
    methods: &'m dyn Methods,
    new: NewSearch<'m>,
) -> Result<NewSearch<'m>, SearchError> {
    if wanted { methods.with_endgame(new) } else { Ok(new) }
}

/// A solver of worlds of any kind. A clone has not found out anything yet.
struct Worlds<'m> {
    make: NewSolver<'m>,
    /// Made when it is needed first: its memory may be large.
    solver: Option<AnySolver<'m>>,
}

impl<'m> Worlds<'m> {
    fn new(
        game: &AnyGame,
        methods: &'m dyn Methods,
        request: &OpenCardsRequest,
    ) -> Result<Worlds<'m>, SearchError> {
        match game.players() {
            2 => Ok(Worlds { make: methods.open_cards(request)?, solver: None }),
            players => Err(SearchError::Players { players }),
        }
    }
}

impl Clone for Worlds<'_> {
    fn clone(&self) -> Self {
        Worlds { make: self.make.clone(), solver: None }
    }
}

impl OpenCards<AnyGame> for Worlds<'_> {
    fn values(&mut self, game: &AnyGame, state: &AnyState, legal: &AnyLegal, values: &mut Vec<f64>) {
        self.solver.get_or_insert_with(|| (self.make)()).values(game, state, legal, values);
    }

    fn value(&mut self, game: &AnyGame, state: &AnyState) -> f64 {
        self.solver.get_or_insert_with(|| (self.make)()).value(game, state)
    }
}

/// Players of any kind.
struct Players<'m>(Box<dyn Rollout<AnyGame> + 'm>);

impl Rollout<AnyGame> for Players<'_> {
    fn roll_out(&self, game: &AnyGame, state: &mut AnyState, rng: &mut Rng, payoffs: &mut [f64]) {
        self.0.roll_out(game, state, rng, payoffs);
    }
}
