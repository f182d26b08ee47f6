//! From the name of a game to its type: the one run-time match.

use hinterhand_engine::games as rules;
use hinterhand_engine::{
    Described, Directed, Game, GameInfo, Notation, OptionError, Settings, Steps, Worlds, nearest,
};
use hinterhand_solvers::search::evaluation::{Burden, Race};
use hinterhand_solvers::search::greedy::{
    GreedyKlondikeChess, GreedyRecipippes, GreedySchikanoeschen, TrickGames,
};
use hinterhand_solvers::search::{ByDirected, Greedy, LateOpenTricks, OpenTricks, TrickGame};

use crate::bots::endgame::with_endgame;
use crate::bots::inference::{by_directed, by_greedy};
use crate::bots::oos::online;
use crate::bots::resolve::resolving;
use crate::bots::solve::solving;
use crate::bots::turn::turn;
use crate::bots::{AnyOpenCards, DirectedPlayer, Others, Power, Powers, Shuffling};

/// What a game must have to be at home in the command.
pub trait Playable: Game<Legal: Sync> + Notation + Worlds + Steps + Described + 'static {
    /// What it offers to those who think at the table, besides its rules.
    fn powers() -> Powers<Self>;
}

/// Something to do with a game whose type is known only once its name has been read.
pub trait GameVisitor {
    /// What comes of it.
    type Output;

    /// Does it with this game, which was made from `settings`.
    fn visit<G: Playable>(self, game: G, settings: &Settings) -> Self::Output;
}

/// Something to do with a game that has a directed player.
pub trait DirectedVisitor {
    /// What comes of it.
    type Output;

    /// Does it with this game, which was made from `settings`.
    fn visit<G: Playable + Directed>(self, game: G, settings: &Settings) -> Self::Output;
}

/// Each line is a game of the engine. One that is made of more than its settings, such as a file, which the
/// engine does not read, names a function of this crate that makes it. What a game has beyond what every game
/// must have stands after a colon, and in braces what it offers to those who think at the table.
macro_rules! games {
    (@make $game:ty) => { <$game>::with_settings };
    (@make $game:ty, $make:expr) => { $make };
    (@directed $game:ty, $fill:ident, $visitor:ident) => {
        Err(GameError::undirected(<$game as Described>::INFO.name).into())
    };
    (@directed $game:ty, $fill:ident, $visitor:ident, directed) => {
        make(<$game>::with_settings, $fill).map(|(game, settings)| $visitor.visit(game, &settings))
    };
    (@named $game:ty) => { None };
    (@named $game:ty, directed) => { Some(<$game as Described>::INFO.name) };
    ($($($game:ident)::+ $(: $power:ident)? $({ $($offer:ident: $offered:expr),+ })? $(= $make:expr)?,)*) => {
        /// What is known of every game, in the order of `hinterhand games`.
        pub const GAMES: &[GameInfo] = &[$(<rules::$($game)::+ as Described>::INFO),*];

        /// Makes the game called `name` with the options that `fill` enters, and shows it to `visitor`.
        pub fn visit<V: GameVisitor, E: From<GameError>>(
            name: &str,
            fill: impl FnOnce(&mut Settings) -> Result<(), E>,
            visitor: V,
        ) -> Result<V::Output, E> {
            match name {
                $(name if name == <rules::$($game)::+ as Described>::INFO.name => {
                    let (game, settings) = make(games!(@make rules::$($game)::+ $(, $make)?), fill)?;
                    Ok(visitor.visit(game, &settings))
                })*
                _ => Err(GameError::unknown(name).into()),
            }
        }

        /// Makes the game called `name`, which must have a directed player, as [`visit`] does.
        pub fn visit_directed<V: DirectedVisitor, E: From<GameError>>(
            name: &str,
            fill: impl FnOnce(&mut Settings) -> Result<(), E>,
            visitor: V,
        ) -> Result<V::Output, E> {
            match name {
                $(name if name == <rules::$($game)::+ as Described>::INFO.name => {
                    games!(@directed rules::$($game)::+, fill, visitor $(, $power)?)
                })*
                _ => Err(GameError::unknown(name).into()),
            }
        }

        $(impl Playable for rules::$($game)::+ {
            fn powers() -> Powers<Self> {
                Powers { $($($offer: Some($offered),)+)? ..Powers::NONE }
            }
        })*

        /// The names of the games that have this power.
        pub fn names_with(power: Power) -> Vec<&'static str> {
            let games = [$((
                <rules::$($game)::+ as Described>::INFO.name,
                <rules::$($game)::+ as Playable>::powers().has(power),
            )),*];
            games.into_iter().filter(|(_, has)| *has).map(|(name, _)| name).collect()
        }

        /// The rules of the greedy players: the name of the game, and what he goes by.
        pub fn greedy_rules() -> Vec<(&'static str, &'static str)> {
            let rules = [$(<rules::$($game)::+ as Playable>::powers().greedy.map(|greedy| {
                (<rules::$($game)::+ as Described>::INFO.name, greedy.rule())
            })),*];
            rules.into_iter().flatten().collect()
        }

        /// The rules of the directed players: the name of the game, and what they go by.
        pub fn directed_rules() -> Vec<(&'static str, &'static str)> {
            let rules = [$(<rules::$($game)::+ as Playable>::powers().directed.map(|player| {
                (<rules::$($game)::+ as Described>::INFO.name, player.rule)
            })),*];
            rules.into_iter().flatten().collect()
        }

        const DIRECTED: &[Option<&str>] = &[$(games!(@named rules::$($game)::+ $(, $power)?)),*];
    };
}

games! {
    // Six cards are drawn: solved from the first trick on, its worlds make the better bot.
    Kinderschnapsen {
        greedy: &TrickGames,
        open_cards: open_tricks,
        online: online,
        endgame: with_endgame,
        resolving: resolving,
        solving: solving,
        shuffling: Shuffling::OF_THE_GAME,
        greedy_model: by_greedy
    },
    SixtySix: directed {
        greedy: &TrickGames,
        directed: DirectedPlayer::OF_THE_GAME,
        open_cards: open_tricks,
        late_open_cards: late_open_tricks,
        rollout: &ByDirected,
        online: online,
        endgame: with_endgame,
        shuffling: Shuffling::OF_THE_GAME,
        greedy_model: by_greedy,
        directed_model: by_directed
    },
    Schnapsen: directed {
        greedy: &TrickGames,
        directed: DirectedPlayer::OF_THE_GAME,
        open_cards: open_tricks,
        late_open_cards: late_open_tricks,
        rollout: &ByDirected,
        online: online,
        endgame: with_endgame,
        shuffling: Shuffling::OF_THE_GAME,
        greedy_model: by_greedy,
        directed_model: by_directed
    },
    Recipippes { greedy: &GreedyRecipippes, shuffling: Shuffling::OF_THE_GAME },
    Schikanoeschen: directed {
        greedy: &GreedySchikanoeschen,
        directed: DirectedPlayer::OF_THE_GAME,
        evaluation: &Burden::CHOSEN,
        rollout: &ByDirected,
        turn: turn::<_, Burden>
    },
    KlondikeChess { greedy: &GreedyKlondikeChess, evaluation: &Race::CHOSEN, turn: turn::<_, Race> },
    Kuhn { online: online },
    Leduc { online: online },
    GenericPoker { online: online },
    LiarsDice { online: online },
    Goofspiel { online: online },
    PhantomTtt { online: online },
    Tree { online: online } = crate::tree_file::open,
}

fn open_tricks<G: TrickGame>() -> AnyOpenCards<G> {
    Box::new(OpenTricks::default())
}

fn late_open_tricks<G: TrickGame>(other: Others<G>) -> AnyOpenCards<G>
where
    TrickGames: Greedy<G>,
{
    Box::new(LateOpenTricks::against(other))
}

fn make<G: Playable, E: From<GameError>>(
    make: fn(&Settings) -> Result<G, OptionError>,
    fill: impl FnOnce(&mut Settings) -> Result<(), E>,
) -> Result<(G, Settings), E> {
    let mut settings = Settings::of::<G>();
    fill(&mut settings)?;
    let game = make(&settings).map_err(GameError::from)?;
    Ok((game, settings))
}

/// The names of all games.
pub fn names() -> impl Iterator<Item = &'static str> + Clone {
    GAMES.iter().map(|info| info.name)
}

/// The names of the games that have a directed player.
pub fn directed_names() -> impl Iterator<Item = &'static str> + Clone {
    DIRECTED.iter().copied().flatten()
}

/// What is known of the game called `name`.
pub fn info(name: &str) -> Option<&'static GameInfo> {
    GAMES.iter().find(|info| info.name == name)
}

/// A game that cannot be made.
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
    fn undirected(name: &'static str) -> GameError {
        GameError::Undirected { name, allowed: directed_names().collect() }
    }

    pub(crate) fn unknown(name: &str) -> GameError {
        let allowed: Vec<&str> = names().collect();
        let nearest = nearest(name, allowed.iter().copied());
        GameError::Unknown { name: name.chars().take(60).collect(), nearest, allowed }
    }
}

/// The end of a message about a wrong name, if there is a right one near it.
pub(crate) fn did_you_mean(nearest: Option<&str>) -> String {
    nearest.map_or_else(String::new, |name| format!(" (did you mean `{name}`?)"))
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Players;

    fn players(name: &str) -> Result<usize, GameError> {
        visit(name, |_| Ok(()), Players)
    }

    impl GameVisitor for Players {
        type Output = usize;

        fn visit<G: Playable>(self, game: G, _: &Settings) -> usize {
            game.players()
        }
    }

    #[test]
    fn every_name_is_there_once_and_leads_to_its_game() {
        for name in names() {
            assert_eq!(names().filter(|&other| other == name).count(), 1, "{name}");
            // A game that wants a file says so; no other error is one of a game without options.
            let made = players(name);
            let wants_text = matches!(made, Err(GameError::Option(OptionError::Text { .. })));
            assert!(wants_text || made.as_ref().is_ok_and(|&players| players >= 1), "{name}: {made:?}");
        }
    }

    #[test]
    fn a_wrong_name_gets_the_nearest_right_one() {
        let error = players("kinderschnapser").unwrap_err().to_string();
        assert!(error.contains("did you mean `kinderschnapsen`?"), "{error}");
    }

    #[test]
    fn games_have_a_directed_player_or_say_who_has() {
        struct Rule;
        impl DirectedVisitor for Rule {
            type Output = &'static str;

            fn visit<G: Playable + Directed>(self, _: G, _: &Settings) -> &'static str {
                G::RULE
            }
        }
        let rule = |name| visit_directed(name, |_| Ok::<_, GameError>(()), Rule);
        assert!(directed_names().all(|name| rule(name).is_ok_and(|rule| !rule.is_empty())));
        let error = rule("kuhn").unwrap_err().to_string();
        assert!(directed_names().all(|name| error.contains(name)), "{error}");
        assert!(matches!(rule("kuhm"), Err(GameError::Unknown { .. })));
    }
}
