//! From the text form of a bot to a player: a bot that is opened, and a bot that can play a game.

use std::sync::Arc;

use hinterhand_engine::Game as _;
use hinterhand_engine::dynamic::AnyGame;
use hinterhand_kinderschnapsen::Solution;
use hinterhand_solvers::dynamic::{self, NewSearch, Offer, SearchError, SearchRequest};
use hinterhand_solvers::network::{Learned, Network};
use hinterhand_solvers::search::ismcts::Options;
use hinterhand_solvers::strategy::Strategy;

use super::agent::{Agent, DirectedAgent, FileAgent, GreedyAgent, SearchAgent, StrategyAgent, UniformAgent};
use super::info::{CHEATING, COMMAND, HUMAN, NETWORK, PRIOR, VALUE};
use super::registry::{self, NewAgent};
use super::{
    BotError, BotSpec, Budget, Seat, cheating, iimc, ismcts, learned, lookahead, network, oos, pimc,
    postponed, rdeep, resolve, solve, solver, subgame, turn,
};
use crate::clock::Clock;
use crate::files::network_file::NetworkFile;
use crate::games::{LoadedGame, names_with};
use crate::option_value;
use crate::protocol::{ProgramPool, ViewWriter};
use crate::strategy::{FileStrategy, StrategyFile};

/// A bot whose file, if it has one, is open, and whose program, if it is one, is started.
#[derive(Debug)]
pub struct Bot {
    spec: BotSpec,
    file: Option<StrategyFile>,
    /// Networks, each with the option that names it, or with the name of the bot that plays by it.
    networks: Vec<(&'static str, NetworkFile)>,
    pool: Option<ProgramPool>,
}

/// A bot that can play a game. A referee may seat any; others only those that are handed what their seat
/// sees.
pub struct BotFor<'b> {
    game: &'b LoadedGame,
    spec: Option<&'b BotSpec>,
    play: Play<'b>,
}

/// The ways to play.
pub(super) enum Play<'b> {
    Random,
    Greedy,
    Directed,
    File(FileStrategy<'b>),
    Strategy(&'b dyn Strategy<AnyGame>),
    /// Learns subgames again, with this number of iterations.
    Resolving(FileStrategy<'b>, u32),
    /// Solves the hand, with this number of iterations.
    Solving(u32),
    /// Makes a search with its budget.
    Search(NewSearch<'b>, Budget),
    /// A bot that another crate has added.
    Added(NewAgent),
    /// A program of its own, and how all views of the game begin.
    Program {
        pool: &'b ProgramPool,
        about: String,
    },
    /// A yardstick that is handed the position.
    Cheating {
        options: Options,
        steps: u64,
    },
}

impl Bot {
    /// The default opponent of a person in a game: the best of some tens of milliseconds where one has learned the game;
    /// otherwise an expert, where the game has one, or a search.
    pub fn opponent(game: &LoadedGame) -> Bot {
        let usual = if game.offers(Offer::Expert) { "expert" } else { "ismcts" };
        let name = learned::unnoticed(game).unwrap_or(usual);
        Bot::open(name.parse().expect("it is in the registry")).expect("it needs no file")
    }

    /// The default bot for advice in a game: one of the best among the fast ones.
    pub fn adviser(game: &LoadedGame) -> Bot {
        let usual = if game.offers(Offer::Turn) { "turn" } else { "ismcts" };
        let name = learned::unnoticed(game).unwrap_or(usual);
        Bot::open(name.parse().expect("it is in the registry")).expect("it needs no file")
    }

    /// Opens what the bot plays by.
    pub fn open(spec: BotSpec) -> Result<Bot, BotError> {
        let file = spec.file().filter(|_| spec.name() != NETWORK).map(StrategyFile::open).transpose()?;
        let networks = spec.networks().map(|(option, path)| Ok((option, NetworkFile::open(&path)?)));
        let networks = networks.collect::<Result<_, BotError>>()?;
        let start = |command| ProgramPool::start(command, spec.limits(), spec.own_options());
        let pool = spec.command().map(start).transpose()?;
        Ok(Bot { spec, file, networks, pool })
    }

    /// The bot `table` with a strategy file that is read already, under the name of that file.
    pub fn of_strategy(name: &str, file: StrategyFile) -> Result<Bot, BotError> {
        let spec: BotSpec = format!("table:{name}").parse()?;
        Ok(Bot { spec, file: Some(file), networks: Vec::new(), pool: None })
    }

    /// The bot as it was asked for.
    pub fn spec(&self) -> &BotSpec {
        &self.spec
    }

    /// The copies of its program, if it is a program of its own.
    pub fn pool(&self) -> Option<&ProgramPool> {
        self.pool.as_ref()
    }

    /// The version of the bot, besides its name and options: that of this program, the hash of a file, or the
    /// identification of an external program.
    pub fn version(&self) -> String {
        match (&self.file, &self.pool, &self.networks[..]) {
            (Some(file), ..) => format!("blake3 {}", file.file().blake3()),
            (None, Some(pool), _) => {
                format!("{} {}", pool.id().name, pool.id().version).trim_end().to_owned()
            }
            (None, None, [(NETWORK, file)]) => format!("blake3 {}", file.blake3()),
            (None, None, networks) => {
                let files =
                    networks.iter().map(|(option, file)| format!(", {option} blake3 {}", file.blake3()));
                format!("hinterhand {}{}", env!("CARGO_PKG_VERSION"), files.collect::<String>())
            }
        }
    }

    /// The bot for a game, if it plays by what its seat sees and no clock needs to be kept.
    pub fn for_game<'b>(&'b self, game: &'b LoadedGame) -> Result<BotFor<'b>, BotError> {
        if self.pool.is_some() {
            return Err(BotError::NeedsReferee { command: self.spec.to_string() });
        }
        if self.spec.cheats() {
            return Err(BotError::Cheating);
        }
        if self.spec.time_control().is_some() {
            return Err(BotError::Clock { bot: self.spec.to_string() });
        }
        self.for_referee(game)
    }

    /// The bot for a game, to be seated by a referee that holds the position and keeps the clocks.
    pub fn for_referee<'b>(&'b self, game: &'b LoadedGame) -> Result<BotFor<'b>, BotError> {
        let spec = &self.spec;
        if let Some(names) = spec.info().made_for.filter(|names| !names.contains(&game.name())) {
            return Err(BotError::Game { bot: spec.to_string(), game: game.name(), allowed: names.to_vec() });
        }
        let lacks = |offer| BotError::Offer {
            bot: spec.to_string(),
            offer,
            game: game.name(),
            allowed: names_with(offer),
        };
        let needs = |offer| if game.offers(offer) { Ok(()) } else { Err(lacks(offer)) };
        let within = |request, budget| match dynamic::search(game.rules(), game.methods(), &request) {
            Ok(new) => Ok(Play::Search(new, budget)),
            Err(SearchError::Missing(offer)) => Err(lacks(offer)),
            Err(SearchError::Players { players }) => {
                Err(BotError::Players { bot: spec.to_string(), players })
            }
            Err(error @ SearchError::Inputs { found, .. }) => {
                let mut files = self.networks.iter().map(|(_, file)| file);
                let file =
                    files.find(|file| file.network().inputs() == found).expect("one of them was refused");
                Err(file.senseless(&error).into())
            }
        };
        let search = |request, steps| within(request, spec.budget(steps));
        solver::check_read(spec, game)?;
        if spec.gives("endgame") && game.forbids_closing() {
            return Err(BotError::OfClosing { bot: spec.name(), option: "endgame" });
        }
        let play = match spec.name() {
            "random" => Play::Random,
            "greedy" => needs(Offer::Greedy).map(|()| Play::Greedy)?,
            "directed" => needs(Offer::Directed).map(|()| Play::Directed)?,
            "table" => Play::File(self.strategy_file().strategy(game)?),
            "resolve" => {
                needs(Offer::HandSolver)?;
                let strategy = self.strategy_file().strategy(game)?;
                if let FileStrategy::Table(_) | FileStrategy::Sequences(_) = strategy {
                    let file = self.strategy_file().file();
                    return Err(file.senseless(&"a table of information sets, not a solution").into());
                }
                Play::Resolving(strategy, spec.options::<resolve::Resolve>().iterations)
            }
            "solve" => {
                needs(Offer::HandSolver)?;
                Play::Solving(spec.options::<solve::Solve>().iterations)
            }
            // It decides at once; what it does at a decision does not depend on earlier ones.
            "expert" => within(SearchRequest::Expert, Budget { steps: Some(0), time: None })?,
            "ismcts" => {
                let [value, prior] = [self.of_tricks(VALUE, game)?, self.of_tricks(PRIOR, game)?];
                search(ismcts::request(spec, value, prior), Some("iterations"))?
            }
            "pimc" | pimc::LATE_PIMC => search(pimc::request(spec), Some("worlds"))?,
            "iimc" => search(iimc::request(spec), Some("worlds"))?,
            // A step is one of the actions: without a time all are looked at.
            "epimc" | "alpha-mu" => search(postponed::request(spec, self.of_tricks(VALUE, game)?), None)?,
            "oos" => search(oos::request(spec), Some("iterations"))?,
            "subgame" => search(subgame::request(game, spec), None)?,
            "turn" => search(turn::request(spec), Some("worlds"))?,
            lookahead::NAME => search(lookahead::request(spec), None)?,
            rdeep::NAME => within(rdeep::request(spec), rdeep::budget(spec))?,
            NETWORK => {
                needs(Offer::Networks)?;
                let file = self.network(NETWORK, game)?.expect("it is opened with its file");
                if file.values_afterstates() {
                    search(network::of_afterstates(spec, file)?, None)?
                } else {
                    search(network::request(spec, file.network(), file.learned(), game)?, Some("worlds"))?
                }
            }
            learned::NAME => {
                let (request, budget) = learned::request(game, spec)?;
                within(request, budget)?
            }
            COMMAND => {
                let pool = self.pool.as_ref().expect("a program is started when it is opened");
                pool.must_play(game.name())?;
                let about =
                    ViewWriter::prefix(game.name(), &option_value::given(game.settings()), game.players());
                Play::Program { pool, about }
            }
            CHEATING => Play::Cheating { options: cheating::options(spec), steps: spec.read("iterations") },
            HUMAN => return Err(BotError::Human),
            name => match registry::new_agent(name) {
                Some(new) => {
                    // Errors of its options are reported now.
                    new(game, spec)?;
                    Play::Added(new)
                }
                None => unreachable!("{name} is in the registry and not here"),
            },
        };
        Ok(BotFor { game, spec: Some(spec), play })
    }

    /// The network that this option names, if it is made for the game.
    fn network(&self, option: &str, game: &LoadedGame) -> Result<Option<&NetworkFile>, BotError> {
        let Some((_, file)) = self.networks.iter().find(|(other, _)| *other == option) else {
            return Ok(None);
        };
        if file.about().game == game.name() {
            return Ok(Some(file));
        }
        let reason = format!("a network for {}, not for {}", file.about().game, game.name());
        Err(file.senseless(&reason).into())
    }

    /// The same, with what it has learned, if it values the actions of a game of tricks.
    fn of_tricks(
        &self,
        option: &'static str,
        game: &LoadedGame,
    ) -> Result<Option<(Arc<Network>, Learned)>, BotError> {
        match self.network(option, game)? {
            Some(file) if file.values_afterstates() => {
                let bot = self.spec.to_string();
                Err(BotError::OfTricks { bot, option, game: game.name().to_owned() })
            }
            file => Ok(file.map(|file| (Arc::new(file.network().clone()), file.learned()))),
        }
    }

    fn strategy_file(&self) -> &StrategyFile {
        self.file.as_ref().expect("it is opened with its file")
    }
}

impl<'b> BotFor<'b> {
    /// A bot that plays by a given strategy.
    pub fn by_strategy(game: &'b LoadedGame, strategy: &'b dyn Strategy<AnyGame>) -> BotFor<'b> {
        BotFor { game, spec: None, play: Play::Strategy(strategy) }
    }

    /// A bot that plays by a given search, with a budget for each decision.
    pub fn by_search(game: &'b LoadedGame, search: NewSearch<'b>, budget: Budget) -> BotFor<'b> {
        BotFor { game, spec: None, play: Play::Search(search, budget) }
    }

    /// The game.
    pub fn game(&self) -> &'b LoadedGame {
        self.game
    }

    /// The strategy in a file that it plays by, if it does.
    pub fn file_strategy(&self) -> Option<&FileStrategy<'b>> {
        match &self.play {
            Play::File(strategy) => Some(strategy),
            _ => None,
        }
    }

    /// The solution of a hand of Kinderschnapsen that it plays by, if it does.
    pub fn solution(&self) -> Option<&Solution<'b>> {
        match self.file_strategy() {
            Some(FileStrategy::Kinderschnapsen(solution)) => Some(solution),
            _ => None,
        }
    }

    /// Whether what it does at a decision may depend on earlier ones.
    pub fn remembers(&self) -> bool {
        match &self.play {
            Play::Random | Play::Greedy | Play::Directed | Play::File(_) | Play::Strategy(_) => false,
            Play::Resolving(..)
            | Play::Solving(_)
            | Play::Search(..)
            | Play::Added(_)
            | Play::Program { .. }
            | Play::Cheating { .. } => true,
        }
    }

    /// Its clock at the beginning of a hand or a match, if it has one.
    pub fn clock(&self) -> Option<Clock> {
        self.spec.and_then(BotSpec::time_control).map(Clock::new)
    }

    /// A player for one seat of one game that knows nothing yet.
    pub fn sit(&self) -> Seat<'_> {
        self.sit_by(self.clock())
    }

    /// A player for one seat of one game, by a clock that has run before.
    pub fn sit_by(&self, clock: Option<Clock>) -> Seat<'_> {
        let game = self.game;
        let agent: Box<dyn Agent + '_> = match &self.play {
            Play::Random => Box::new(UniformAgent),
            Play::Greedy => Box::new(GreedyAgent { game }),
            Play::Directed => Box::new(DirectedAgent { game }),
            Play::File(strategy) => Box::new(FileAgent { strategy, probabilities: Vec::new() }),
            Play::Strategy(strategy) => {
                Box::new(StrategyAgent { strategy: *strategy, probabilities: Vec::new() })
            }
            Play::Resolving(strategy, iterations) => resolve::agent(strategy, *iterations),
            Play::Solving(iterations) => solve::agent(game.hand().expect("it was asked for"), *iterations),
            Play::Search(new, budget) => Box::new(SearchAgent { search: new(), budget: *budget }),
            Play::Added(new) => {
                let spec = self.spec.expect("it has a name");
                new(game, spec).expect("it could be made before")
            }
            Play::Program { pool, about } => {
                return Seat::of_program(game, pool, ViewWriter::new(about), clock);
            }
            Play::Cheating { options, steps } => {
                let spec = self.spec.expect("it has a name");
                let search = game.methods().cheating(cheating::rollout(spec), *options);
                return Seat::of_cheater(search, *steps, clock);
            }
        };
        Seat::of_agent(agent, clock)
    }
}

impl std::fmt::Debug for BotFor<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BotFor").field("game", &self.game.name()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use hinterhand_engine::Rng;

    use super::*;
    use crate::files::network_file;
    use crate::games::load_default;

    /// Of two networks the error names the one that does not fit.
    #[test]
    fn the_network_that_does_not_fit_is_named() {
        let folder = tempfile::tempdir().expect("a folder");
        let game = load_default("kinderschnapsen").expect("a game");
        let good = concat!(env!("CARGO_MANIFEST_DIR"), "/networks/kinderschnapsen.network").to_owned();
        let bad = folder.path().join("bad.network");
        let network = Network::new(&[7, 1], &mut Rng::new(1, 0));
        network_file::write(&bad, &game, &network, Learned::default(), "not at all")
            .expect("it can be written");
        let bad = bad.display().to_string();
        for [value, prior] in [[&good, &bad], [&bad, &good]] {
            let bot = format!("ismcts:value={value},prior={prior}").parse().expect("a bot");
            let bot = Bot::open(bot).expect("both are networks");
            let error = bot.for_game(&game).map(drop).expect_err("one does not fit").to_string();
            assert!(error.contains("bad.network: the network has 7 inputs"), "{error}");
        }
    }
}
