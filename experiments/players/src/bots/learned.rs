//! The networks that come with the program, and the bot that plays by them.
//!
//! In `networks`, that of Schnapsen is what this command writes:
//!
//! ```text
//! hinterhand learn schnapsen --method self-play --hidden 512 --games 12000000 --out schnapsen.network
//! ```
//!
//! The network of Kinderschnapsen is made by the same command for that game with `--closed`. The network of Sixty-six has
//! learned from 6,000,000 games, and so has the network of Schnapsen without closing, with the options
//! `--option closing=false --option exchange_min_deck=2`. The networks of Recipippes for 2, 3 and 4 players have learned
//! from 5,000,000, 3,000,000 and 1,500,000 games, without `--hidden`; the network for 2 players was made by an older
//! version of the program, in which cards on the table counted as unseen.

use std::path::Path;
use std::sync::{Arc, OnceLock};

use hinterhand_engine::{Allowed, Game, options};
use hinterhand_solvers::dynamic::{Offer, SearchRequest};
use hinterhand_solvers::network::{LookaheadOptions, Network};

use super::info::{BotInfo, THINKING};
use super::network::{WORLDS, by_network, check_read, of_afterstates, thinks};
use super::{BotError, BotSpec, Budget};
use crate::files::network_file::NetworkFile;
#[cfg(target_family = "wasm")]
use crate::files::network_file::NetworkFileError;
use crate::games::LoadedGame;

/// The name of the bot.
pub(super) const NAME: &str = "learned";

/// The games that have networks.
const GAMES: &[&str] = &["kinderschnapsen", "sixty-six", "schnapsen", "recipippes"];

/// A network that comes with the program.
struct Included {
    name: &'static str,
    game: &'static str,
    /// The options that the game must have, as texts. The other options may have any value.
    options: &'static [(&'static str, &'static str)],
}

const fn included(
    name: &'static str,
    game: &'static str,
    options: &'static [(&'static str, &'static str)],
) -> Included {
    Included { name, game, options }
}

/// The networks. A game is played by the first one whose options it has.
const NETWORKS: [Included; 7] = [
    included("kinderschnapsen", "kinderschnapsen", &[]),
    included("sixty-six", "sixty-six", &[]),
    included("schnapsen-without-closing", "schnapsen", &[("closing", "false")]),
    included("schnapsen", "schnapsen", &[]),
    included("recipippes", "recipippes", &[("players", "2")]),
    included("recipippes-3", "recipippes", &[("players", "3")]),
    included("recipippes-4", "recipippes", &[("players", "4")]),
];

/// The description of the bot.
pub(super) const INFO: BotInfo = BotInfo {
    name: NAME,
    about: "plays by the network that comes with the program, which `hinterhand learn --method self-play` has made, and in \
            games of tricks, once no more cards are drawn, by the solver of open cards, but in Kinderschnapsen in closed \
            hands by the network: the strongest fast bot of these games; with a time or a number of worlds it looks ahead, \
            by the network in all seats; in Recipippes without the options `lookahead`, `trust`, `inference` and \
            `closing_margin`",
    made_for: Some(GAMES),
    needs: Some(Offer::Networks),
    options: &[&[WORLDS], THINKING, Learned::OPTIONS],
    ..BotInfo::PLAIN
};

options! {
    /// The options of the search.
    struct Learned {
        lookahead: Option<u32> = Allowed::Optional(0, 100),
            "the number of tricks that are played in each world before the network is asked, the one at the decision \
             included; by default 0, where it is asked about the actions themselves, and with a time or a number of \
             worlds 2, but 0 in Kinderschnapsen";
        trust: u32 = Allowed::Range(0, 1_000_000_000, 300),
            "the number of worlds for which the outputs at the decision itself count; with some, actions that are much \
             worse by these outputs are not looked into";
        inference: bool = Allowed::Flag(true),
            "whether a world counts by how likely the network would have acted as the other player did";
        closing_margin: Option<u32> = Allowed::Optional(0, 600),
            "the hundredths of a point by which a close must be better than every other action; by default 10 in Sixty-six \
             and 0 in other games";
    }
}

/// The tricks that it looks ahead where it is given time, by game. In Kinderschnapsen, where three are played
/// while cards are drawn, what it finds so puts closing in a wrong light.
fn ahead(game: &str) -> u32 {
    if game == "kinderschnapsen" { 0 } else { 2 }
}

/// The hundredths of a point by which a close must be better than every other action, by game. In Sixty-six most closes
/// are worth hardly more than going on against an equal player, and far less against a weaker one.
fn closing_margin(game: &str) -> u32 {
    if game == "sixty-six" { 10 } else { 0 }
}

/// The networks, once they were read.
static READ: [OnceLock<NetworkFile>; NETWORKS.len()] = [const { OnceLock::new() }; NETWORKS.len()];

/// The bytes of the networks, each with its name.
#[cfg(not(target_family = "wasm"))]
pub fn networks() -> [(&'static str, &'static [u8]); NETWORKS.len()] {
    let bytes: [&[u8]; NETWORKS.len()] = [
        include_bytes!("../../networks/kinderschnapsen.network"),
        include_bytes!("../../networks/sixty-six.network"),
        include_bytes!("../../networks/schnapsen-without-closing.network"),
        include_bytes!("../../networks/schnapsen.network"),
        include_bytes!("../../networks/recipippes.network"),
        include_bytes!("../../networks/recipippes-3.network"),
        include_bytes!("../../networks/recipippes-4.network"),
    ];
    std::array::from_fn(|n| (NETWORKS[n].name, bytes[n]))
}

/// Gives the network of this name to a program in a browser. There it is no part of it, since the networks take as long
/// to load as everything else that plays.
#[cfg(target_family = "wasm")]
pub fn give_network(name: &str, bytes: &[u8]) -> Result<(), NetworkFileError> {
    let Some(at) = NETWORKS.iter().position(|network| network.name == name) else { return Ok(()) };
    let path = Path::new(name).with_extension("network");
    let _ = READ[at].set(NetworkFile::of_bytes(&path, bytes)?);
    Ok(())
}

/// The name of the network that is to be given before a bot of this text can play a game, if there is one.
pub fn lacking_network(bot: &str, game: &LoadedGame) -> Option<&'static str> {
    let at = wanted(bot, game)?;
    read(at).is_none().then_some(NETWORKS[at].name)
}

/// The place of the network by which a bot of this text plays a game.
fn wanted(bot: &str, game: &LoadedGame) -> Option<usize> {
    place(game).filter(|_| matches!(bot.split(':').next(), Some(NAME | "subgame")))
}

/// The place of the network of a game, if it has one.
fn place(game: &LoadedGame) -> Option<usize> {
    let settings = game.settings();
    let has = |(option, value): &(&str, &str)| settings.value(option).to_string() == *value;
    NETWORKS.iter().position(|network| network.game == game.name() && network.options.iter().all(has))
}

/// The network at this place, if it is there.
fn read(at: usize) -> Option<&'static NetworkFile> {
    #[cfg(not(target_family = "wasm"))]
    READ[at].get_or_init(|| {
        let path = Path::new(NETWORKS[at].name).with_extension("network");
        NetworkFile::of_bytes(&path, networks()[at].1).expect("a test reads it")
    });
    READ[at].get()
}

/// The bot in a game that has a network, with the time that a person hardly notices, as a number of worlds, so that
/// its choices depend on the seed alone.
pub(super) fn unnoticed(game: &LoadedGame) -> Option<&'static str> {
    place(game).map(|_| if game.players() == 2 { "learned:worlds=400" } else { "learned:worlds=32" })
}

/// The network of a game of tricks, with what it has learned.
pub(super) fn network(game: &LoadedGame) -> Option<(Arc<Network>, hinterhand_solvers::network::Learned)> {
    let file = place(game).and_then(read)?;
    Some((Arc::new(file.network().clone()), file.learned()))
}

/// The search of the bot in a game that has a network, with its budget.
pub(super) fn request(game: &LoadedGame, spec: &BotSpec) -> Result<(SearchRequest, Budget), BotError> {
    let file = place(game).and_then(read).expect("it is made for this game");
    if file.values_afterstates() {
        return Ok((of_afterstates(spec, file)?, spec.budget(None)));
    }
    let Learned { lookahead, trust, inference, closing_margin: hundredths } = spec.options();
    let tricks = lookahead.unwrap_or(if thinks(spec) { ahead(game.name()) } else { 0 });
    check_read(NAME, spec, tricks, file.learned(), game)?;
    if hundredths.is_some() && game.forbids_closing() {
        return Err(BotError::OfClosing { bot: NAME, option: "closing_margin" });
    }
    let closing_margin = f64::from(hundredths.unwrap_or(closing_margin(game.name()))) / 100.0;
    let options = LookaheadOptions { tricks, learned: file.learned(), trust, inference, closing_margin };
    Ok((by_network(file.network(), options), spec.budget(Some("worlds"))))
}

#[cfg(test)]
mod tests {
    use hinterhand_engine::Settings;

    use super::*;
    use crate::games::{GameError, load, load_default};
    use crate::option_value;
    use crate::strategy::rules_hash;

    #[test]
    fn networks_are_those_of_their_games() {
        for (at, Included { game, options, .. }) in NETWORKS.iter().enumerate() {
            let file = read(at).expect("it comes with the program");
            let about = file.about();
            // It was learned with the options of its place, and perhaps with others.
            let learned = |settings: &mut Settings| option_value::fill(settings, &about.options);
            let loaded = load::<GameError>(game, |settings| Ok(learned(settings)?)).expect("a game");
            assert_eq!((&*about.game, &*about.rules), (*game, &*rules_hash(loaded.settings())));
            let place_of = |options: &[(&str, &str)]| {
                let set = |settings: &mut Settings| {
                    options.iter().try_for_each(|(option, value)| settings.set_text(option, value))
                };
                place(&load::<GameError>(game, |settings| Ok(set(settings)?)).expect("a game"))
            };
            assert_eq!(place_of(options), Some(at));
            let of_tricks = loaded.offers(Offer::RandDeep);
            assert!(file.about().while_drawn && file.about().learned.contains("against itself"));
            assert_eq!((file.values_afterstates(), place(&loaded)), (!of_tricks, Some(at)));
            assert!(GAMES.contains(game));
            assert_eq!(wanted("learned:worlds=5", &loaded), Some(at));
            assert_eq!(wanted("subgame", &loaded), Some(at));
            assert_eq!(wanted("random", &loaded), None);
        }
        assert!(GAMES.iter().all(|game| NETWORKS.iter().any(|network| network.game == *game)));
        assert_eq!(place(&load_default("kuhn").expect("a game")), None);
    }
}
