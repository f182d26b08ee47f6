//! What bots say of the games that they play, held against what happens when they are asked to.

use hinterhand_engine::Game as _;
use hinterhand_players::bots::{self, Bot};
use hinterhand_players::games::{self, GameError};

/// Every bot that needs no file and no person, in every game of every number of players from 2 to 4.
#[test]
fn bots_play_the_games_that_they_say() {
    let (mut accepted, mut refused) = (0, 0);
    for info in bots::all().filter(|info| info.argument.is_none() && info.name != "human") {
        let bot = Bot::open(info.name.parse().expect("its name")).expect("it needs no file");
        for game in games::all().filter(|game| game.name != "tree") {
            for players in ["2", "3", "4"] {
                // A game without this option is one of two.
                let with_players = games::load(game.name, |settings| match players {
                    "2" => Ok(()),
                    more => settings.set_text("players", more).map_err(GameError::from),
                });
                let Ok(game) = with_players else { continue };
                let says = info.plays().is_none_or(|names| names.contains(&game.name()))
                    && (game.players() == 2 || !info.for_two);
                let plays = bot.for_referee(&game);
                assert_eq!(plays.is_ok(), says, "{} in {} of {players}", info.name, game.name());
                if says { accepted += 1 } else { refused += 1 }
            }
        }
    }
    assert!(accepted > 100 && refused > 30, "{accepted} and {refused}");
}
