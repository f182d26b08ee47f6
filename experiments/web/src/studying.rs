//! What answers questions about strategies: the ranges and heat maps of a position, all hands, differences, solutions.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::http::Response;
use axum::routing::post;
use axum::{Json, Router};
use hinterhand_engine::{Game as _, Player};
use hinterhand_players::games::LoadedGame;
use hinterhand_players::records::Record;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::records::{self, Adviser};
use crate::room::Hand;
use crate::routes::{App, replay};
use crate::slow::Awaited;
use crate::solutions::{self, EQUILIBRIUM, Eyes, Limit, Lock, Solved, Source};

/// A question.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Study {
    record: Record,
    #[serde(default)]
    ply: usize,
    /// The strategy: a bot, or the equilibrium.
    #[serde(default)]
    bot: Option<String>,
    /// Another one, to compare it with.
    #[serde(default)]
    other: Option<String>,
    /// What is fixed in the equilibrium.
    #[serde(default)]
    locks: Vec<Lock>,
    /// The player that thinks about the hand of another.
    #[serde(default)]
    viewer: usize,
    /// The player whose hand it is.
    #[serde(default)]
    of: usize,
}

/// The routes.
pub(crate) fn routes() -> Router<App> {
    Router::new()
        .route("/api/studies/game", post(about))
        .route("/api/studies/opinion", post(opinion))
        .route("/api/studies/range", post(range))
        .route("/api/studies/opening", post(opening))
        .route("/api/studies/frequencies", post(frequencies))
        .route("/api/studies/differences", post(differences))
        .route("/api/studies/solution", post(solution))
}

impl Study {
    fn game(&self) -> Result<LoadedGame, String> {
        records::game_of(&self.record)
    }

    fn hand<'g>(&self, game: &'g LoadedGame) -> Result<Hand<'g>, String> {
        let words = self.record.actions.iter().take(self.ply).map(String::as_str);
        Hand::replayed(game.rules(), words).map_err(|error| error.to_string())
    }
}

impl App {
    /// The strategy of this name.
    fn source(
        &self,
        game: &LoadedGame,
        name: &str,
        locks: &[Lock],
        limit: &Limit<'_>,
    ) -> Result<Source, String> {
        if name != EQUILIBRIUM {
            return self.bot_source(name);
        }
        self.solved(game, locks, limit).map(Source::Solved)
    }

    /// The solution of a game in which this is fixed.
    fn solved(&self, game: &LoadedGame, locks: &[Lock], limit: &Limit<'_>) -> Result<Arc<Solved>, String> {
        self.solutions.solved(game, locks, &|written, name| {
            self.bot_source(name)?.with(game, limit, |strategy| written.policy(game, &strategy))?
        })
    }

    fn bot_source(&self, name: &str) -> Result<Source, String> {
        let name = self.catalogue.admit(name)?;
        Ok(Source::Bot(Adviser { bot: self.rooms.bot(&name)?, name }))
    }

    /// The strategies of a question, the second if there is one.
    fn sources(
        &self,
        game: &LoadedGame,
        asked: &Study,
        limit: &Limit<'_>,
    ) -> Result<(Source, Option<Source>), String> {
        let first = asked.bot.as_deref().ok_or("no strategy was named")?;
        let first = self.source(game, first, &asked.locks, limit)?;
        let second = asked.other.as_deref().map(|name| self.source(game, name, &asked.locks, limit));
        Ok((first, second.transpose()?))
    }
}

async fn about(State(app): State<App>, Json(asked): Json<Study>) -> Response<Body> {
    let asked_of = app.clone();
    replay(&app, move |_| {
        let game = asked.game()?;
        let solvable = asked_of.solutions.is_offered(&game);
        Ok(json!({ "equilibrium": solvable, "hands": solutions::has_hands(&game), "opening": solvable || game.hand().is_some() }))
    })
    .await
}

/// What the equilibrium does at a position, and what its actions are worth.
async fn opinion(State(app): State<App>, Json(asked): Json<Study>) -> Response<Body> {
    study(&app, asked, |app, asked, game, limit| {
        let hand = asked.hand(game)?;
        let seat = hand.mover().ok_or("no player is to move here")?;
        let (source, _) = app.sources(game, asked, limit)?;
        let (rules, state) = (game.rules(), hand.history().state());
        let (info_set, legal) = (rules.info_set(state, Player::new(seat)), rules.legal(state));
        let shares = source.with(game, limit, |strategy| strategy.shares(&info_set, &legal))?;
        let values = match &source {
            Source::Solved(solved) => solved.action_values(seat, &info_set),
            Source::Bot(_) => None,
        };
        let value = |place: usize| values.as_ref().map(|values| values[place]);
        let words = hand.legal_words().into_iter().zip(shares).enumerate();
        let listed: Vec<Value> =
            words.map(|(place, (word, share))| json!([word, share, value(place)])).collect();
        Ok(json!({ "actions": listed, "exact": false, "seen": hand.history().seen(Player::new(seat)) }))
    })
    .await
}

async fn range(State(app): State<App>, Json(asked): Json<Study>) -> Response<Body> {
    study(&app, asked, |app, asked, game, limit| {
        let hand = asked.hand(game)?;
        let players = game.players();
        if asked.viewer >= players || asked.of >= players || asked.viewer == asked.of {
            return Err("a player thinks about the hand of another".to_owned());
        }
        let eyes = Eyes { viewer: Player::new(asked.viewer), of: Player::new(asked.of) };
        let (first, second) = app.sources(game, asked, limit)?;
        let solutions = &app.solutions;
        match second {
            None => first.with(game, limit, |strategy| {
                solutions::range(game, &hand, eyes, strategy, None, solutions)
            })?,
            Some(second) => first.with(game, limit, |strategy| {
                second.with(game, limit, |other| {
                    solutions::range(game, &hand, eyes, strategy, Some(other), solutions)
                })
            })??,
        }
    })
    .await
}

async fn opening(State(app): State<App>, Json(asked): Json<Study>) -> Response<Body> {
    study(&app, asked, |app, asked, game, limit| {
        let (source, _) = app.sources(game, asked, limit)?;
        source.with(game, limit, |strategy| solutions::opening(game, strategy, &app.solutions))?
    })
    .await
}

async fn frequencies(State(app): State<App>, Json(asked): Json<Study>) -> Response<Body> {
    study(&app, asked, |app, asked, game, limit| {
        let (source, _) = app.sources(game, asked, limit)?;
        source.with(game, limit, |strategy| solutions::frequencies(game, strategy, &app.solutions))?
    })
    .await
}

async fn differences(State(app): State<App>, Json(asked): Json<Study>) -> Response<Body> {
    study(&app, asked, |app, asked, game, limit| {
        let (first, second) = app.sources(game, asked, limit)?;
        let second = second.ok_or("two strategies are compared")?;
        first.with(game, limit, |one| {
            second.with(game, limit, |other| solutions::differences(game, [one, other]))
        })??
    })
    .await
}

/// The value of a game, as it is and with what is fixed.
async fn solution(State(app): State<App>, Json(asked): Json<Study>) -> Response<Body> {
    study(&app, asked, |app, asked, game, limit| {
        let (free, fixed) = (app.solved(game, &[], limit)?, app.solved(game, &asked.locks, limit)?);
        Ok(json!({ "free": free.json(), "fixed": fixed.json() }))
    })
    .await
}

/// Answers a question on a thread on which there is time.
async fn study(
    app: &App,
    asked: Study,
    answer: impl FnOnce(&App, &Study, &LoadedGame, &Limit<'_>) -> Result<Value, String> + Send + 'static,
) -> Response<Body> {
    let asked_of = app.clone();
    replay(app, move |awaited: &Awaited| {
        let game = asked.game()?;
        answer(&asked_of, &asked, &game, &Limit::new(awaited))
    })
    .await
}
