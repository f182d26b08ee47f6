//! The games of the engine with what they offer: the table by which their names become types.

use std::fmt;
use std::sync::Arc;

use hinterhand_engine::dynamic::{AnyGame, Playable};
use hinterhand_engine::games::{
    DarkHex, GenericPoker, Goofspiel, Kinderschnapsen, KlondikeChess, Kuhn, Leduc, LiarsDice, PhantomTtt,
    Recipippes, ReferenceGame, Schikanoeschen, Schnapsen, SixtySix, Tree,
};
// Without observations every game will do.
#[cfg(not(feature = "observations"))]
use hinterhand_engine::Game as Observation;
#[cfg(feature = "observations")]
use hinterhand_engine::observation::Observation;
use hinterhand_engine::tricks::{Action, Actions, InfoSet, Table};
use hinterhand_engine::{Described, Directed, Game, GameInfo, OptionError, Settings, StateHistory, Worlds};

#[cfg(feature = "observations")]
use super::Observing;
use super::adapters::AnyOpenCards;
use super::players::ModelOf;
use super::{
    AfterstateNetworks, DirectedPlayer, Methods, MethodsOf, Offer, Offers, Shuffling, TrickNetworks,
};
use crate::search::evaluation::{Burden, Race};
use crate::search::greedy::{GreedyKlondikeChess, GreedyRecipippes, GreedySchikanoeschen, TrickGames};
use crate::search::lookahead::{
    Forecast, KlondikeChessForecast, Lookahead, RecipippesForecast, SchikanoeschenForecast,
};
use crate::search::rules::{
    ByRules, KlondikeChessRules, RecipippesRules, Rules, RulesPlayer, SchikanoeschenRules,
};
use crate::search::turn::{TurnGame, TurnOptions, TurnSearch};
use crate::search::{
    ByDirected, ByExpert, ByModel, DirectedModel, Endgame, EndgameOptions, Evaluation, Expert, Greedy,
    GreedyModel, Inference, KnowledgeLimited, KnowledgeLimitedOptions, LateOpenTricks, OnlineOptions,
    OnlineSampling, OpenPhantom, OpenTricks, RandDeep, RandDeepOptions, Reason, Rollout, Search, TrickGame,
    TrickPoints,
};

/// A kind of game: its description, and how to make it from settings.
#[derive(Clone)]
pub struct GameKind {
    settings: Settings,
    make: Arc<dyn Fn(Settings) -> Result<Made, OptionError> + Send + Sync>,
    offers: Vec<Offer>,
    greedy_rule: Option<&'static str>,
    directed_rule: Option<&'static str>,
}

/// A game that was made: its rules, and what can be done fast with it.
#[derive(Clone)]
pub struct Made {
    /// The rules as an object.
    pub game: AnyGame,
    /// The hot loops.
    pub methods: Arc<dyn Methods>,
}

impl GameKind {
    /// A kind of game with what it offers, made by
    /// [`Described::with_settings`](hinterhand_engine::Described).
    pub fn of<G: Playable>(offers: Offers<G>) -> GameKind {
        GameKind::described_by(Settings::of::<G>(), G::with_settings, offers)
    }

    /// A kind of game with the description and the options of these settings, made by `make`: for types that serve
    /// many games, and games that are made of more than their settings.
    pub fn described_by<G: Playable>(
        settings: Settings,
        make: impl Fn(&Settings) -> Result<G, OptionError> + Send + Sync + 'static,
        offers: Offers<G>,
    ) -> GameKind {
        let listed = offers.listed();
        let greedy_rule = offers.greedy.map(crate::search::Greedy::rule);
        let directed_rule = offers.directed.map(|player| player.rule);
        let make = move |settings: Settings| {
            let game = Arc::new(make(&settings)?);
            let methods = Arc::new(MethodsOf::new(Arc::clone(&game), offers.clone()));
            Ok(Made { game: AnyGame::shared(game, settings), methods: methods as Arc<dyn Methods> })
        };
        GameKind { settings, make: Arc::new(make), offers: listed, greedy_rule, directed_rule }
    }

    /// The description of the game.
    pub fn info(&self) -> &GameInfo {
        self.settings.info()
    }

    /// The default settings.
    pub fn settings(&self) -> Settings {
        self.settings.clone()
    }

    /// Makes the game.
    pub fn make(&self, settings: Settings) -> Result<Made, OptionError> {
        (self.make)(settings)
    }

    /// Whether the game offers something beyond its rules.
    pub fn offers(&self, offer: Offer) -> bool {
        self.offers.contains(&offer)
    }

    /// The rule of the greedy player, if the game has one.
    pub fn greedy_rule(&self) -> Option<&'static str> {
        self.greedy_rule
    }

    /// The rule of the directed player, if the game has one.
    pub fn directed_rule(&self) -> Option<&'static str> {
        self.directed_rule
    }

    /// Explicit game trees, made by `make`, which reads them from files.
    pub fn of_tree(make: fn(&Settings) -> Result<Tree, OptionError>) -> GameKind {
        let make = move |settings: &Settings| make(settings).map(ReferenceGame::Tree);
        GameKind::described_by(Settings::of::<Tree>(), make, Offers::remembering())
    }

    /// The games of the engine that are made of their settings alone, in the order in which they are listed.
    pub fn all() -> Vec<GameKind> {
        let mut kinds = Vec::new();
        list(&mut kinds);
        kinds
    }
}

/// What the games of the engine are listed for.
pub(super) trait Listed {
    /// Adds a game with what it offers. What is not called here is no part of the program.
    fn add_made<G: Playable>(
        &mut self,
        settings: Settings,
        make: fn(&Settings) -> Result<G, OptionError>,
        offers: impl FnOnce() -> Offers<G>,
    );

    /// Adds a game with the settings of its own type.
    fn add<G: Playable>(&mut self, offers: impl FnOnce() -> Offers<G>) {
        self.add_made(Settings::of::<G>(), G::with_settings, offers);
    }

    /// Adds a game with the settings of `D`, as one of the [`ReferenceGame`]s.
    fn add_reference<D: Described>(&mut self, offers: impl FnOnce() -> Offers<ReferenceGame>) {
        self.add_made(Settings::of::<D>(), ReferenceGame::with_settings, offers);
    }
}

impl Listed for Vec<GameKind> {
    fn add_made<G: Playable>(
        &mut self,
        settings: Settings,
        make: fn(&Settings) -> Result<G, OptionError>,
        offers: impl FnOnce() -> Offers<G>,
    ) {
        self.push(GameKind::described_by(settings, make, offers()));
    }
}

/// Lists the games of the engine that are made of their settings alone, in their order.
pub(super) fn list(games: &mut impl Listed) {
    games.add::<Kinderschnapsen>(|| Offers {
        greedy: Some(&TrickGames),
        expert: Some(expert),
        expert_rollout: Some(by_expert),
        claim: Some(claim),
        reason: Some(reason),
        // Six cards are drawn: solved from the first trick on, its worlds make the better bot.
        open_cards: Some(open_tricks),
        online: Some(online),
        decisions: Some(StateHistory::decisions),
        endgame: Some(with_endgame),
        shuffling: Some(Shuffling::OF_THE_GAME),
        networks: Some(TrickNetworks::of_tricks()),
        rand_deep: Some(rand_deep),
        knowledge_limited: Some(knowledge_limited),
        greedy_model: Some(by_greedy),
        ..Offers::observed()
    });
    games.add::<SixtySix>(drawing_tricks);
    games.add::<Schnapsen>(drawing_tricks);
    games.add::<Recipippes>(|| Offers {
        greedy: Some(&GreedyRecipippes),
        expert: Some(by_rules::<_, RecipippesRules>),
        expert_rollout: Some(rolled_out::<_, RecipippesRules>),
        lookahead: Some(lookahead::<_, RecipippesForecast>),
        networks: Some(AfterstateNetworks::of_afterstates()),
        shuffling: Some(Shuffling::OF_THE_GAME),
        ..Offers::observed()
    });
    games.add::<Schikanoeschen>(|| Offers {
        greedy: Some(&GreedySchikanoeschen),
        expert: Some(by_rules::<_, SchikanoeschenRules>),
        lookahead: Some(lookahead::<_, SchikanoeschenForecast>),
        networks: Some(AfterstateNetworks::of_afterstates()),
        directed: Some(DirectedPlayer::OF_THE_GAME),
        evaluation: Some(&Burden::CHOSEN),
        rollout: Some(&ByDirected),
        turn: Some(turn::<_, Burden>),
        ..Offers::observed()
    });
    games.add::<KlondikeChess>(|| Offers {
        greedy: Some(&GreedyKlondikeChess),
        expert: Some(by_rules::<_, KlondikeChessRules>),
        lookahead: Some(lookahead::<_, KlondikeChessForecast>),
        networks: Some(AfterstateNetworks::of_afterstates()),
        evaluation: Some(&Race::CHOSEN),
        turn: Some(turn::<_, Race>),
        ..Offers::observed()
    });
    games.add_reference::<Kuhn>(reference);
    games.add_reference::<Leduc>(reference);
    games.add_reference::<GenericPoker>(reference);
    games.add_reference::<LiarsDice>(reference);
    games.add_reference::<Goofspiel>(reference);
    games.add_reference::<PhantomTtt>(phantom);
    games.add_reference::<DarkHex>(phantom);
}

/// The offers of Sixty-six and Schnapsen.
fn drawing_tricks<G, H>() -> Offers<G>
where
    H: Table,
    G: Playable + TrickPoints + Directed + StateHistory + hinterhand_engine::Reshuffle,
    G: Game<State = H, Action = Action, Legal = Actions, InfoSet = InfoSet<H>>,
    TrickGames: Greedy<G>,
{
    Offers {
        greedy: Some(&TrickGames),
        expert: Some(expert),
        expert_rollout: Some(by_expert),
        claim: Some(claim),
        reason: Some(reason),
        directed: Some(DirectedPlayer::OF_THE_GAME),
        open_cards: Some(open_tricks),
        late_open_cards: Some(late_open_tricks),
        rollout: Some(&ByDirected),
        online: Some(online),
        decisions: Some(StateHistory::decisions),
        endgame: Some(with_endgame),
        shuffling: Some(Shuffling::OF_THE_GAME),
        networks: Some(TrickNetworks::of_tricks()),
        rand_deep: Some(rand_deep),
        knowledge_limited: Some(knowledge_limited),
        greedy_model: Some(by_greedy),
        directed_model: Some(by_directed),
        ..Offers::observed()
    }
}

/// The offers of the small games of the literature.
fn reference() -> Offers<ReferenceGame> {
    Offers { online: Some(online), decisions: Some(StateHistory::decisions), ..Offers::observed() }
}

/// The offers of phantom games.
fn phantom() -> Offers<ReferenceGame> {
    Offers { open_cards: Some(open_phantom), ..reference() }
}

impl<G: Observation> Offers<G> {
    /// Nothing but the observation of the engine.
    fn observed() -> Offers<G> {
        Offers {
            #[cfg(feature = "observations")]
            observing: Some(Observing::OF_THE_GAME),
            ..Offers::NONE
        }
    }
}

impl<G: Playable + StateHistory> Offers<G> {
    /// The offers of games whose states contain their history.
    pub fn remembering() -> Offers<G> {
        Offers { online: Some(online), decisions: Some(StateHistory::decisions), ..Offers::NONE }
    }
}

fn open_tricks<G: TrickGame>() -> AnyOpenCards<G> {
    Box::new(OpenTricks::default())
}

fn open_phantom() -> AnyOpenCards<ReferenceGame> {
    Box::new(OpenPhantom::default())
}

fn late_open_tricks<G: TrickGame>(other: ModelOf<G>) -> AnyOpenCards<G>
where
    TrickGames: Greedy<G>,
{
    Box::new(LateOpenTricks::against(other))
}

fn online<G: StateHistory + Worlds>(game: &G, options: OnlineOptions) -> Box<dyn Search<G> + '_> {
    Box::new(OnlineSampling::new(game, options))
}

fn with_endgame<'g, G, H: Table>(game: &'g G, before: Box<dyn Search<G> + 'g>) -> Box<dyn Search<G> + 'g>
where
    G: TrickGame + Game<State = H, Action = Action, Legal = Actions, InfoSet = InfoSet<H>>,
{
    Box::new(Endgame::new(game, before, EndgameOptions::default()))
}

fn expert<G, H: Table>(game: &G) -> Box<dyn Search<G> + '_>
where
    G: TrickGame + Game<State = H, Action = Action, Legal = Actions, InfoSet = InfoSet<H>>,
{
    Box::new(Expert::new(game))
}

fn claim<G, H: Table>(game: &G, info_set: &InfoSet<H>, legal: &Actions) -> Option<Action>
where
    G: TrickGame + Game<State = H, Action = Action, Legal = Actions, InfoSet = InfoSet<H>>,
{
    game.right_claim(info_set.hand(), *legal)
}

fn reason<G, H: Table>(game: &G, info_set: &InfoSet<H>, legal: &Actions, action: Action) -> Option<Reason>
where
    G: TrickGame + Game<State = H, Action = Action, Legal = Actions, InfoSet = InfoSet<H>>,
{
    Reason::of(game, info_set, *legal, action)
}

fn by_expert<G, H: Table>() -> Box<dyn Rollout<G> + Send>
where
    G: TrickGame + Game<State = H, Action = Action, Legal = Actions, InfoSet = InfoSet<H>>,
{
    Box::new(ByExpert::default())
}

fn by_rules<G: Game, R: Rules<G> + Default + 'static>(game: &G) -> Box<dyn Search<G> + '_> {
    Box::new(RulesPlayer::new(game, R::default()))
}

fn rolled_out<G: Game, R: Rules<G> + Default + Send + 'static>() -> Box<dyn Rollout<G> + Send> {
    Box::new(ByRules(R::default()))
}

fn lookahead<G: Game, F: Forecast<G> + Default + 'static>(game: &G, worlds: u64) -> Box<dyn Search<G> + '_> {
    Box::new(Lookahead::new(game, F::default(), worlds))
}

fn turn<G: TurnGame, E: Evaluation<G> + Default + 'static>(
    game: &G,
    options: TurnOptions,
) -> Box<dyn Search<G> + '_> {
    Box::new(TurnSearch::new(game, E::default(), options))
}

fn rand_deep<G: TrickPoints>(game: &G, options: RandDeepOptions) -> Box<dyn Search<G> + '_> {
    Box::new(RandDeep::new(game, options))
}

fn knowledge_limited<G, H: Table>(game: &G, options: KnowledgeLimitedOptions) -> Box<dyn Search<G> + '_>
where
    G: TrickGame + StateHistory + Game<State = H, Action = Action, Legal = Actions, InfoSet = InfoSet<H>>,
{
    Box::new(KnowledgeLimited::new(game, OpenTricks::default(), options))
}

fn by_greedy<G: StateHistory>(error: f64) -> Box<dyn Inference<G>>
where
    TrickGames: Greedy<G>,
{
    Box::new(ByModel::new(GreedyModel(TrickGames), error))
}

fn by_directed<G: StateHistory + Directed>(error: f64) -> Box<dyn Inference<G>> {
    Box::new(ByModel::new(DirectedModel, error))
}

impl fmt::Debug for GameKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GameKind").field("game", &self.info().name).finish_non_exhaustive()
    }
}

impl fmt::Debug for Made {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Made").field("game", &self.game.name()).finish_non_exhaustive()
    }
}
