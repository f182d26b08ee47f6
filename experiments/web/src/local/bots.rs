//! Bots in a browser: decisions, opinions about records, solutions in slices, and networks.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

#[cfg(feature = "server")]
use hinterhand_engine::Player;
use hinterhand_engine::Settings;
use hinterhand_players::bots::{self, Bot};
use hinterhand_players::games::{self, LoadedGame};
use hinterhand_players::records::Record;
use hinterhand_players::strategy::{StrategyFile, slice_asked};
use serde::Deserialize;
use serde_json::{Map, Value as Json, json};

use super::{Failure, Posed, read, text_of};
use crate::bots::OpenBots;
use crate::catalogue::{self, Catalogue};
use crate::records::{self, Adviser, Asked};
use crate::room::{self, Hand, Question, Score, Thought};

/// The bots of a page without a server.
#[derive(Debug)]
pub struct LocalBots {
    catalogue: Catalogue,
    bots: OpenBots,
    /// Solutions by what the page calls them, of which slices are loaded when they are needed.
    solutions: Vec<String>,
    slices: HashMap<String, Arc<Bot>>,
}

/// How the names of networks among the slices begin.
pub(crate) const NETWORK: &str = "learned/";

/// What the page asks.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
enum Request {
    /// Names the solutions, first of all.
    Open { solutions: Vec<String> },
    /// Whether a bot plays this game with these options, as the page has them.
    Admit {
        bot: String,
        game: String,
        #[serde(default)]
        options: Map<String, Json>,
    },
    /// A bot is to answer.
    Think { question: Posed },
    /// A bot is to answer, about actions that the person is shown.
    Advise { question: Posed, shown: Vec<String> },
    /// What a bot thinks of a position.
    Opinions { about: Asked },
    /// What the decisions of a record cost.
    Reviews { about: Asked },
    /// Whether a hand could have been won.
    Hindsights { about: Asked },
}

impl Default for LocalBots {
    fn default() -> LocalBots {
        LocalBots::new()
    }
}

impl LocalBots {
    /// Bots of which none is open yet.
    pub fn new() -> LocalBots {
        LocalBots {
            catalogue: Catalogue::new(Vec::new(), true),
            bots: OpenBots::new(HashMap::new()),
            solutions: Vec::new(),
            slices: HashMap::new(),
        }
    }

    /// The answer to a request: `{"error": REASON}` if there is none, or `{"needs": SLICE}`, which is to be
    /// added before it is asked again.
    pub fn answer(&mut self, request: &str) -> String {
        text_of(read(request).and_then(|request| self.answered(request)))
    }

    /// Adds a slice of a solution or a network, whose bytes begin at a multiple of 64.
    pub fn add_slice(&mut self, name: &str, bytes: &'static [u8]) -> Result<(), String> {
        #[cfg(target_family = "wasm")]
        if let Some(network) = name.strip_prefix(NETWORK) {
            return bots::give_network(network, bytes).map_err(|error| error.to_string());
        }
        let file = StrategyFile::of_bytes(Path::new(name), bytes).map_err(|error| error.to_string())?;
        let bot = Bot::of_strategy(name, file).map_err(|error| error.to_string())?;
        self.slices.insert(name.to_owned(), Arc::new(bot));
        Ok(())
    }

    fn answered(&mut self, request: Request) -> Result<Json, Failure> {
        match request {
            Request::Open { solutions } => {
                self.catalogue = Catalogue::new(solutions.clone(), true);
                self.solutions = solutions;
                Ok(json!({}))
            }
            Request::Admit { bot, game, options } => {
                let spec = self.catalogue.admit(&bot)?;
                if !self.is_solution(&spec) {
                    let settings = games::info(&game).map(|&info| Settings::described(info));
                    let options =
                        settings.map(|settings| catalogue::options(settings, &options)).transpose()?;
                    let game = room::load(&game, &options.unwrap_or_default())?;
                    has_network(&spec, &game)?;
                    self.bots.bot(&spec)?.for_game(&game)?;
                }
                Ok(json!({ "spec": spec }))
            }
            Request::Think { question } => Ok(json!(self.think(&question)?)),
            Request::Advise { question, shown } => {
                let (game, asked) = posed(&question)?;
                let thought = self.think(&question)?;
                let actions = room::advised(&asked.words, &shown, thought.opinions.as_deref());
                let why = room::why(&game, &asked, &actions);
                Ok(json!({ "actions": actions, "why": why }))
            }
            Request::Opinions { about } => {
                Ok(records::opinion(&about.record, about.ply, &self.adviser(&about)?)?)
            }
            Request::Reviews { about } => {
                Ok(records::reviewed(&about.record, &self.adviser(&about)?, &|| true)?)
            }
            Request::Hindsights { about } => {
                Ok(records::hindsight(&about.record, &self.adviser(&about)?, &|| true)?)
            }
        }
    }

    fn is_solution(&self, spec: &str) -> bool {
        self.solutions.iter().any(|solution| solution == spec)
    }

    /// The bot of this text; of a solution the slice that is needed in this hand.
    fn bot(&self, spec: &str, hand: &Hand<'_>, game: &LoadedGame) -> Result<Arc<Bot>, Failure> {
        if !self.is_solution(spec) {
            has_network(spec, game)?;
            return Ok(self.bots.bot(spec)?);
        }
        if game.hand().is_none() || hand.ply() == 0 {
            return Err("the solution is for hands of Kinderschnapsen".into());
        }
        let slice = format!("{spec}/{}", slice_asked(&hand.info_set(0)));
        self.slices.get(&slice).cloned().ok_or(Failure::Needs(slice))
    }

    fn think(&self, asked: &Posed) -> Result<Thought, Failure> {
        let (game, question) = posed(asked)?;
        if let Some(only) = question.only_answer() {
            return Ok(only);
        }
        let hand = Hand::replayed(game.rules(), asked.words.iter().map(String::as_str))?;
        let bot = self.bot(&asked.spec, &hand, &game)?;
        Ok(question.answer_of(&game, &bot)?)
    }

    fn adviser(&self, asked: &Asked) -> Result<Adviser, Failure> {
        match &asked.bot {
            Some(spec) if self.is_solution(spec) => {
                let bot = self.slice_for(&asked.record, spec)?;
                Ok(Adviser { name: spec.clone(), bot })
            }
            _ => {
                let adviser = asked.adviser(&self.catalogue, |name| self.bots.bot(name))?;
                has_network(&adviser.name, &records::game_of(&asked.record)?)?;
                Ok(adviser)
            }
        }
    }

    fn slice_for(&self, record: &Record, spec: &str) -> Result<Arc<Bot>, Failure> {
        let game = records::game_of(record)?;
        let hand = Hand::replayed(game.rules(), record.actions.iter().take(1).map(String::as_str))?;
        self.bot(spec, &hand, &game)
    }
}

/// Whether a bot has the network that it plays a game by, or what is to be added before.
fn has_network(bot: &str, game: &LoadedGame) -> Result<(), Failure> {
    match bots::lacking_network(bot, game) {
        Some(network) => Err(Failure::Needs(format!("{NETWORK}{network}"))),
        None => Ok(()),
    }
}

/// What a bot is asked, by the seat that is to act in the hand so far.
fn posed(asked: &Posed) -> Result<(Arc<LoadedGame>, Question), Failure> {
    let game = room::load(&asked.game, &asked.options)?;
    let mut score = Score::new(game.rules(), asked.best_of);
    asked.returns.iter().for_each(|returns| score.enter(returns));
    let hand = Hand::replayed(game.rules(), asked.words.iter().map(String::as_str))?;
    let seat = hand.mover().ok_or("no player is to move here")?;
    let question = Question {
        spec: asked.spec.clone(),
        #[cfg(feature = "server")]
        seat,
        contest: score.contest(),
        info_set: hand.info_set(seat),
        #[cfg(feature = "server")]
        seen: hand.history().seen(Player::new(seat)).to_owned(),
        legal: hand.legal(),
        words: hand.legal_words(),
        seed: asked.seed,
        stream: asked.stream,
    };
    Ok((game, question))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(local: &mut LocalBots, request: &Json) -> Json {
        serde_json::from_str(&local.answer(&request.to_string())).expect("JSON")
    }

    #[test]
    fn bots_are_admitted_to_the_games_that_they_play() {
        let mut bots = LocalBots::new();
        let mut ask = |request: &Json| ask(&mut bots, request);
        let players = |players: &str| {
            let options = json!({ "players": players });
            json!({ "ask": "admit", "bot": "ismcts:iterations=50", "game": "recipippes", "options": options })
        };
        assert_eq!(ask(&players("3")), json!({ "spec": "ismcts:iterations=50" }));
        assert!(ask(&players("9"))["error"].is_string());
        let mut admitted = |bot: &str, game: &str| ask(&json!({ "ask": "admit", "bot": bot, "game": game }));
        assert_eq!(admitted("ismcts:iterations=50", "kuhn"), json!({ "spec": "ismcts:iterations=50" }));
        for (bot, game) in [("greedy", "kuhn"), ("cmd:sh", "kuhn"), ("nobody", "kuhn"), ("random", "no-game")]
        {
            assert!(admitted(bot, game)["error"].is_string(), "{bot} in {game}");
        }
    }

    #[test]
    fn a_solution_asks_for_the_slice_that_it_needs() {
        let mut local = LocalBots::new();
        ask(&mut local, &json!({ "ask": "open", "solutions": ["k.strategy"] }));
        let hand = "deal:JH,QH,7D/2S,2H,7H/7S/QS,QD,2D,JS,JD";
        let about = json!({
            "record": { "game": "kinderschnapsen", "actions": [hand] }, "ply": 1, "bot": "k.strategy",
        });
        let needs = ask(&mut local, &json!({ "ask": "opinions", "about": about }));
        assert_eq!(needs, json!({ "needs": "k.strategy/7" }));
        assert!(local.add_slice("k.strategy/7", b"no slice").is_err());
    }
}
