//! The registry of games: what games there are, and how one is loaded by its name.
//!
//! The games of the engine are there from the start; a crate adds its own with [`add`], before it looks one
//! up. Everything that works on games by name works on added ones as well.

use std::fmt;
use std::ops::Deref;
use std::sync::{Arc, LazyLock, OnceLock, RwLock};

use hinterhand_engine::dynamic::AnyGame;
use hinterhand_engine::games::Kinderschnapsen;
use hinterhand_engine::{Described, GameInfo, OptionError, Settings, Value, nearest};
pub use hinterhand_solvers::dynamic::{GameKind, Offers};
use hinterhand_solvers::dynamic::{Made, Methods, Offer};
use hinterhand_solvers::oracle::{GameOracle, MakeOracle};

/// A game that was loaded: its rules as an object, its hot loops, and the solver of whole hands and the oracle if
/// there is one.
///
/// ```
/// use hinterhand_players::games::{self, GameError};
///
/// let game = games::load("kinderschnapsen", |settings| {
///     settings.set_text("close_min_stock", "4").map_err(GameError::from)
/// })?;
/// assert_eq!(game.info().title, "Kinderschnapsen");
/// # Ok::<(), GameError>(())
/// ```
#[derive(Clone)]
pub struct LoadedGame {
    made: Made,
    hand: Option<Kinderschnapsen>,
    make_oracle: Option<MakeOracle>,
    /// The oracle, once it was asked for.
    oracle: Arc<OnceLock<Option<Arc<dyn GameOracle>>>>,
}

impl LoadedGame {
    /// The rules as an object.
    pub fn rules(&self) -> &AnyGame {
        &self.made.game
    }

    /// The hot loops.
    pub fn methods(&self) -> &dyn Methods {
        &*self.made.methods
    }

    /// The rules that the solver of whole hands plays by, if the game is the one that it was made for.
    pub fn hand(&self) -> Option<Kinderschnapsen> {
        self.hand
    }

    /// The oracle by which the game is judged and solved without being written out, if there is one and it can serve
    /// these settings. It is made when it is first asked for, which takes some seconds and up to a gigabyte.
    pub fn oracle(&self) -> Option<Arc<dyn GameOracle>> {
        self.oracle.get_or_init(|| self.make_oracle.and_then(|make| make(self.settings()))).clone()
    }

    /// The maximum number of nodes of the tree that is written out for a judge or a solver that needs every node, if
    /// none is given: fewer where an oracle may do without the tree.
    pub fn most_nodes(&self) -> usize {
        if self.make_oracle.is_some() { 1_000_000 } else { 50_000_000 }
    }

    /// Whether it is a game in which the talon may be closed, and its options forbid that.
    pub fn forbids_closing(&self) -> bool {
        self.settings().given().any(|given| given == ("closing", &Value::Flag(false)))
    }

    /// Whether the game offers something beyond its rules.
    pub fn offers(&self, offer: Offer) -> bool {
        match offer {
            Offer::HandSolver => self.hand.is_some(),
            offer => self.methods().offers(offer),
        }
    }
}

impl fmt::Debug for LoadedGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LoadedGame")
            .field("made", &self.made)
            .field("hand", &self.hand)
            .finish_non_exhaustive()
    }
}

impl Deref for LoadedGame {
    type Target = AnyGame;

    fn deref(&self) -> &AnyGame {
        self.rules()
    }
}

/// Makes what the solver of whole hands needs.
type NewHand = fn(&Settings) -> Result<Kinderschnapsen, OptionError>;

/// A game of the registry.
struct Entry {
    kind: GameKind,
    /// The requirements of the solver of whole hands.
    hand: Option<NewHand>,
    /// How its oracle is made.
    oracle: Option<MakeOracle>,
    /// Whether the game is made of its settings alone, and not of a file.
    complete: bool,
}

/// Entries are never taken away, so that names live as long as the process.
static GAMES: LazyLock<RwLock<Vec<&'static Entry>>> = LazyLock::new(|| {
    let hand = |kind: &GameKind| -> Option<NewHand> {
        (kind.info().name == Kinderschnapsen::INFO.name).then_some(Kinderschnapsen::with_settings)
    };
    let complete = GameKind::all().into_iter().map(|kind| {
        // A browser lacks the memory for one, and would only load its code.
        let oracle =
            if cfg!(target_family = "wasm") { None } else { hinterhand_oracles::of(kind.info().name) };
        Entry { hand: hand(&kind), oracle, kind, complete: true }
    });
    let tree = GameKind::of_tree(crate::files::tree_file::open);
    let tree = Entry { kind: tree, hand: None, oracle: None, complete: false };
    RwLock::new(complete.chain([tree]).map(|entry| &*Box::leak(Box::new(entry))).collect())
});

fn entries() -> Vec<&'static Entry> {
    GAMES.read().expect("the registry is never left half written").clone()
}

/// Adds a game to the registry.
///
/// # Panics
///
/// If there is one of this name.
pub fn add(kind: GameKind) {
    let mut games = GAMES.write().expect("the registry is never left half written");
    let name = kind.info().name;
    assert!(games.iter().all(|entry| entry.kind.info().name != name), "there is a game `{name}` already");
    games.push(Box::leak(Box::new(Entry { kind, hand: None, oracle: None, complete: true })));
}

/// The descriptions of all games, in the order in which they are listed.
pub fn all() -> impl Iterator<Item = &'static GameInfo> + Clone {
    entries().into_iter().map(|entry| entry.kind.info())
}

/// The names of all games.
pub fn names() -> impl Iterator<Item = &'static str> + Clone {
    all().map(|info| info.name)
}

/// The names of the games that are made of their settings alone, and not of a file.
pub fn complete_names() -> impl Iterator<Item = &'static str> + Clone {
    entries().into_iter().filter(|entry| entry.complete).map(|entry| entry.kind.info().name)
}

/// The description of the game called `name`.
pub fn info(name: &str) -> Option<&'static GameInfo> {
    all().find(|info| info.name == name)
}

/// Loads the game called `name` with the options that `fill` enters.
pub fn load<E: From<GameError>>(
    name: &str,
    fill: impl FnOnce(&mut Settings) -> Result<(), E>,
) -> Result<LoadedGame, E> {
    let entry = entries().into_iter().find(|entry| entry.kind.info().name == name);
    let entry = entry.ok_or_else(|| GameError::unknown(name))?;
    let mut settings = entry.kind.settings();
    fill(&mut settings)?;
    Ok(entry.load(settings)?)
}

impl Entry {
    fn load(&self, settings: Settings) -> Result<LoadedGame, GameError> {
        let hand = self.hand.map(|hand| hand(&settings)).transpose()?;
        let made = self.kind.make(settings)?;
        Ok(LoadedGame { made, hand, make_oracle: self.oracle, oracle: Arc::default() })
    }
}

/// Loads the game called `name` with its default options.
pub fn load_default(name: &str) -> Result<LoadedGame, GameError> {
    load(name, |_| Ok(()))
}

/// The names of the games that offer something beyond their rules.
pub fn names_with(offer: Offer) -> Vec<&'static str> {
    let offering = |entry: &&'static Entry| match offer {
        Offer::HandSolver => entry.hand.is_some(),
        offer => entry.kind.offers(offer),
    };
    entries().into_iter().filter(offering).map(|entry| entry.kind.info().name).collect()
}

/// The rules of the greedy players: the name of the game, and the rule.
pub fn greedy_rules() -> Vec<(&'static str, &'static str)> {
    entries()
        .into_iter()
        .filter_map(|entry| Some((entry.kind.info().name, entry.kind.greedy_rule()?)))
        .collect()
}

/// The rules of the directed players: the name of the game, and the rule.
pub fn directed_rules() -> Vec<(&'static str, &'static str)> {
    entries()
        .into_iter()
        .filter_map(|entry| Some((entry.kind.info().name, entry.kind.directed_rule()?)))
        .collect()
}

/// A game that cannot be loaded.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the fields are what the messages name")]
pub enum GameError {
    #[error("there is no game `{name}`{}; there is: {}", did_you_mean(*nearest), allowed.join(", "))]
    Unknown { name: String, nearest: Option<&'static str>, allowed: Vec<&'static str> },
    #[error("{name} has no directed player; those that have one: {}", allowed.join(", "))]
    Undirected { name: &'static str, allowed: Vec<&'static str> },
    #[error(transparent)]
    Option(#[from] OptionError),
}

impl GameError {
    /// The game has no directed player.
    pub fn undirected(name: &'static str) -> GameError {
        GameError::Undirected { name, allowed: names_with(Offer::Directed) }
    }

    /// There is no game of this name.
    pub fn unknown(name: &str) -> GameError {
        let allowed: Vec<&str> = names().collect();
        let nearest = nearest(name, allowed.iter().copied());
        GameError::Unknown { name: name.chars().take(60).collect(), nearest, allowed }
    }
}

/// The end of a message about a wrong name, if there is a right one near it.
pub fn did_you_mean(nearest: Option<&str>) -> String {
    nearest.map_or_else(String::new, |name| format!(" (did you mean `{name}`?)"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use hinterhand_engine::Game as _;

    fn players(name: &str) -> Result<usize, GameError> {
        load_default(name).map(|game| game.players())
    }

    #[test]
    fn every_name_is_there_once_and_leads_to_its_game() {
        for name in names() {
            assert_eq!(names().filter(|&other| other == name).count(), 1, "{name}");
            // A game that needs a file reports that; no other error occurs for a game without options.
            let made = players(name);
            let wants_text = matches!(made, Err(GameError::Option(OptionError::Text { .. })));
            assert!(wants_text || made.as_ref().is_ok_and(|&players| players >= 1), "{name}: {made:?}");
            assert_eq!(wants_text, complete_names().all(|complete| complete != name), "{name}");
        }
    }

    #[test]
    fn a_wrong_name_gets_the_nearest_right_one() {
        let error = players("kinderschnapser").unwrap_err().to_string();
        assert!(error.contains("did you mean `kinderschnapsen`?"), "{error}");
    }

    #[test]
    fn games_have_a_directed_player_or_say_who_has() {
        let directed = names_with(Offer::Directed);
        assert!(directed_rules().iter().map(|(name, _)| *name).eq(directed.iter().copied()));
        assert!(directed_rules().iter().all(|(_, rule)| !rule.is_empty()));
        let error = GameError::undirected("kuhn").to_string();
        assert!(directed.iter().all(|name| error.contains(name)), "{error}");
    }
}
