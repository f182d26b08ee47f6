//! From the text form of a bot to a player: the one run-time match.

use hinterhand_engine::Settings;
use hinterhand_kinderschnapsen::Solution;
use hinterhand_solvers::search::ismcts::Ismcts;
use hinterhand_solvers::search::{Greedy, Search};
use hinterhand_solvers::strategy::Strategy;

use super::directed::{ByDirection, DirectedPlayer};
use super::ismcts::Estimated;
use super::registry::{CHEATING, COMMAND};
use super::think::{ByFile, ByRule, ByStrategy, Idle, Searching};
use super::{
    BotError, BotSpec, Budget, NewResolving, NewSolving, Others, Power, Seated, endgame, iimc, ismcts, oos,
    pimc, postponed, resolve, solve, turn,
};
use crate::games::{Playable, names_with};
use crate::protocol::Crew;
use crate::strategy::{FileStrategy, StrategyFile};

/// A bot whose file, if it has one, is open, and whose program, if it is one, is started.
#[derive(Debug)]
pub struct Bot {
    spec: BotSpec,
    file: Option<StrategyFile>,
    crew: Option<Crew>,
    estimated: Estimated,
}

/// A bot that can play a game.
pub struct BotFor<'b, G: Playable> {
    game: &'b G,
    way: Way<'b, G>,
}

/// How it plays.
enum Way<'b, G: Playable> {
    Random,
    Greedy(&'static dyn Greedy<G>),
    Directed(DirectedPlayer<G>),
    File(FileStrategy<'b>),
    Strategy(&'b dyn Strategy<G>),
    /// Learns subgames anew, with so many iterations.
    Resolving(FileStrategy<'b>, NewResolving<G>, u32),
    Solving(NewSolving<G>, u32),
    /// Makes a search, and how long it thinks.
    Search(NewSearch<'b, G>, Budget),
}

/// Makes a search that knows nothing yet.
pub(super) type NewSearch<'b, G> = Box<dyn Fn() -> Box<dyn Search<G> + 'b> + Sync + 'b>;

impl Bot {
    /// Who is asked for advice in a game if nobody is named: of those who think quickly, one of the best.
    pub fn adviser<G: Playable>() -> Bot {
        let name = if G::powers().turn.is_some() { "turn" } else { "ismcts" };
        Bot::open(name.parse().expect("it is in the registry")).expect("it needs no file")
    }

    /// Opens what the bot plays by.
    pub fn open(spec: BotSpec) -> Result<Bot, BotError> {
        let file = spec.file().map(StrategyFile::open).transpose()?;
        let start = |command| Crew::start(command, spec.limits(), spec.own_options());
        let crew = spec.command().map(start).transpose()?;
        let estimated = Estimated::of(&spec);
        Ok(Bot { spec, file, crew, estimated })
    }

    /// The bot as it was asked for.
    pub fn spec(&self) -> &BotSpec {
        &self.spec
    }

    /// The program that it is, if it is one of its own.
    pub fn crew(&self) -> Option<&Crew> {
        self.crew.as_ref()
    }

    /// What else it plays by than what it was asked for: the version of this program, of a file its name by content,
    /// or what a program of its own says it is.
    pub fn version(&self) -> String {
        match (&self.file, &self.crew) {
            (Some(file), _) => format!("blake3 {}", file.file().blake3()),
            (None, Some(crew)) => format!("{} {}", crew.id().name, crew.id().version).trim_end().to_owned(),
            (None, None) => format!("hinterhand {}", env!("CARGO_PKG_VERSION")),
        }
    }

    /// The bot for a game, which was made from `settings`.
    pub fn for_game<'b, G: Playable>(
        &'b self,
        game: &'b G,
        settings: &Settings,
    ) -> Result<BotFor<'b, G>, BotError> {
        if self.spec.time_control().is_some() && self.crew.is_none() {
            return Err(BotError::Clock { bot: self.spec.to_string() });
        }
        self.for_referee(game, settings)
    }

    /// The same of one whose clock a referee will keep.
    pub(super) fn for_referee<'b, G: Playable>(
        &'b self,
        game: &'b G,
        settings: &Settings,
    ) -> Result<BotFor<'b, G>, BotError> {
        let powers = G::powers();
        let lacks = |power| BotError::Power {
            bot: self.spec.to_string(),
            power,
            game: G::INFO.name,
            allowed: names_with(power),
        };
        let way = match self.spec.name() {
            "random" => Way::Random,
            "greedy" => Way::Greedy(powers.greedy.ok_or_else(|| lacks(Power::Greedy))?),
            "directed" => Way::Directed(powers.directed.ok_or_else(|| lacks(Power::Directed))?),
            "table" => {
                let file = self.file.as_ref().expect("a table is opened with its file");
                Way::File(file.strategy(game, settings)?)
            }
            "resolve" => {
                let new = powers.resolving.ok_or_else(|| lacks(Power::Resolving))?;
                let file = self.file.as_ref().expect("it is opened with its file");
                let strategy = file.strategy(game, settings)?;
                if let FileStrategy::Table(_) = strategy {
                    return Err(file.file().senseless(&"a table of information sets, not a solution").into());
                }
                let iterations = self.spec.whole(resolve::ITERATIONS).expect("it has a default");
                Way::Resolving(strategy, new, u32::try_from(iterations).expect("the registry bounds it"))
            }
            "solve" => {
                let new = powers.solving.ok_or_else(|| lacks(Power::Solving))?;
                let iterations = self.spec.whole(solve::ITERATIONS).expect("it has a default");
                Way::Solving(new, u32::try_from(iterations).expect("the registry bounds it"))
            }
            "ismcts" => {
                let (options, rollout) =
                    (ismcts::options(&self.spec), ismcts::rollout(&self.spec, &powers, &self.estimated)?);
                let others = Others::named(&self.spec, &powers)?;
                let new = move || -> Box<dyn Search<G> + 'b> {
                    let search = Ismcts::new(game, rollout, options);
                    match others {
                        Some(model) => Box::new(search.against(Box::new(model))),
                        None => Box::new(search),
                    }
                };
                let new = endgame::added(&self.spec, game, &powers, Box::new(new))?;
                Way::Search(new, self.spec.budget(Some("iterations")))
            }
            "pimc" => {
                let new = pimc::new(&self.spec, game, &powers)?;
                let new = endgame::added(&self.spec, game, &powers, new)?;
                Way::Search(new, self.spec.budget(Some("worlds")))
            }
            "iimc" => Way::Search(iimc::new(&self.spec, game, &powers)?, self.spec.budget(Some("worlds"))),
            // A step is one of the actions: without a time all are looked at.
            "epimc" | "alpha-mu" => {
                Way::Search(postponed::new(&self.spec, game, &powers)?, self.spec.budget(None))
            }
            "oos" => {
                let new = powers.online.ok_or_else(|| lacks(Power::Online))?;
                let options = oos::options(&self.spec);
                Way::Search(Box::new(move || new(game, options)), self.spec.budget(Some("iterations")))
            }
            "turn" => {
                let new = powers.turn.ok_or_else(|| lacks(Power::Turn))?;
                let options = turn::options(&self.spec);
                Way::Search(Box::new(move || new(game, options)), self.spec.budget(Some("worlds")))
            }
            COMMAND => return Err(BotError::Foreign { command: self.spec.to_string() }),
            CHEATING => return Err(BotError::Cheating),
            "human" => return Err(BotError::Human),
            name => unreachable!("{name} is in the registry and not here"),
        };
        Ok(BotFor { game, way })
    }
}

impl<'b, G: Playable> BotFor<'b, G> {
    /// One who plays by a strategy that is at hand.
    pub fn by_strategy(game: &'b G, strategy: &'b dyn Strategy<G>) -> BotFor<'b, G> {
        BotFor { game, way: Way::Strategy(strategy) }
    }

    /// The solution of a hand of Kinderschnapsen that it plays by, if it does.
    pub fn solution(&self) -> Option<&Solution<'b>> {
        match &self.way {
            Way::File(FileStrategy::Kinderschnapsen(solution)) => Some(solution),
            _ => None,
        }
    }

    /// Whether what it does at a decision may depend on what it thought at earlier ones.
    pub fn remembers(&self) -> bool {
        match &self.way {
            Way::Random | Way::Greedy(_) | Way::Directed(_) | Way::File(_) | Way::Strategy(_) => false,
            Way::Resolving(..) | Way::Solving(..) | Way::Search(..) => true,
        }
    }

    /// A player for one seat of one game, who knows nothing yet.
    pub fn sit(&self) -> Seated<'_, G> {
        let game = self.game;
        Seated::new(match &self.way {
            Way::Random => Box::new(Idle),
            Way::Greedy(greedy) => Box::new(ByRule { game, greedy: *greedy }),
            Way::Directed(player) => Box::new(ByDirection { game, player: *player }),
            Way::File(strategy) => Box::new(ByFile { strategy, probabilities: Vec::new() }),
            Way::Strategy(strategy) => {
                Box::new(ByStrategy { strategy: *strategy, probabilities: Vec::new() })
            }
            Way::Resolving(strategy, new, iterations) => new(strategy, *iterations),
            Way::Solving(new, iterations) => new(game, *iterations),
            Way::Search(new, budget) => Box::new(Searching { search: new(), budget: *budget }),
        })
    }
}

impl<G: Playable> std::fmt::Debug for BotFor<'_, G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BotFor").field("game", &G::INFO.name).finish_non_exhaustive()
    }
}
