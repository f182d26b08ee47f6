//! The networks that come with the program, and the bot that plays by them.
//!
//! In `networks`, that of Schnapsen is what this command writes:
//!
//! ```text
//! hinterhand learn schnapsen --method self-play --hidden 512 --games 6000000 --out schnapsen.network
//! ```
//!
//! That of Kinderschnapsen is of 600,000 games, with 256 hidden units. That of Recipippes, for 2 players, is
//! of 5,000,000 games, without `--hidden`. That of Sixty-six was learned by 2,000,000 games against itself
//! with an earlier form of the learning, which knew neither Q(lambda) nor the inputs of actions that are the
//! same in every suit.

use std::path::Path;
use std::sync::OnceLock;

use hinterhand_engine::{Allowed, Game, options};
use hinterhand_solvers::dynamic::{Offer, SearchRequest};
use hinterhand_solvers::network::LookaheadOptions;

use super::info::{BotInfo, THINKING};
use super::network::{WORLDS, by_network, of_afterstates, thinks};
use super::{BotError, BotSpec, Budget};
#[cfg(target_family = "wasm")]
use crate::files::column_file::ColumnFileError;
use crate::files::network_file::NetworkFile;
use crate::games::LoadedGame;

/// The name of the bot.
pub(super) const NAME: &str = "learned";

/// The bot with the time that a person hardly notices, as a number of worlds, so that its choices depend on
/// the seed alone.
pub(super) const UNNOTICED: &str = "learned:worlds=400";

/// The games that have a network.
const GAMES: &[&str] = &["kinderschnapsen", "sixty-six", "schnapsen", "recipippes"];

/// The number of players in the games of the networks.
const PLAYERS: usize = 2;

/// The description of the bot.
pub(super) const INFO: BotInfo = BotInfo {
    name: NAME,
    about: "plays by the network that comes with the program, which `hinterhand learn --method self-play` has made, and in \
            games of tricks, once no more cards are drawn, by the solver of open cards: the strongest fast bot of these \
            games; with a time or a number of worlds it looks ahead, by the network in all seats; Recipippes only for 2 \
            players and without the options `lookahead`, `trust` and `inference`",
    made_for: Some(GAMES),
    for_two: true,
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
    }
}

/// The tricks that it looks ahead where it is given time, by game. In Kinderschnapsen, where three are played
/// while cards are drawn, what it finds so puts closing in a wrong light.
fn ahead(game: &str) -> u32 {
    if game == "kinderschnapsen" { 0 } else { 2 }
}

/// The networks, once they were read.
static READ: [OnceLock<NetworkFile>; GAMES.len()] = [const { OnceLock::new() }; GAMES.len()];

/// The bytes of the networks, each with the name of its game.
#[cfg(not(target_family = "wasm"))]
pub fn networks() -> [(&'static str, &'static [u8]); GAMES.len()] {
    /// Bytes of a file at a multiple of 64.
    #[repr(C, align(64))]
    struct Aligned<B: ?Sized>(B);

    static KINDERSCHNAPSEN: &Aligned<[u8]> =
        &Aligned(*include_bytes!("../../networks/kinderschnapsen.network"));
    static SIXTY_SIX: &Aligned<[u8]> = &Aligned(*include_bytes!("../../networks/sixty-six.network"));
    static SCHNAPSEN: &Aligned<[u8]> = &Aligned(*include_bytes!("../../networks/schnapsen.network"));
    static RECIPIPPES: &Aligned<[u8]> = &Aligned(*include_bytes!("../../networks/recipippes.network"));
    let bytes: [&'static [u8]; GAMES.len()] = [&KINDERSCHNAPSEN.0, &SIXTY_SIX.0, &SCHNAPSEN.0, &RECIPIPPES.0];
    std::array::from_fn(|n| (GAMES[n], bytes[n]))
}

/// Gives the network of a game, whose bytes begin at a multiple of 64, to a program in a browser. There they
/// are no part of it, since they take as long to load as everything else that plays.
#[cfg(target_family = "wasm")]
pub fn give_network(game: &str, bytes: &'static [u8]) -> Result<(), ColumnFileError> {
    let Some(at) = GAMES.iter().position(|name| *name == game) else { return Ok(()) };
    let path = Path::new(GAMES[at]).with_extension("network");
    let _ = READ[at].set(NetworkFile::of_bytes(&path, bytes)?);
    Ok(())
}

/// Whether a bot of this text cannot play a game before its network is given.
pub fn lacks_network(bot: &str, game: &str) -> bool {
    bot.split(':').next() == Some(NAME) && GAMES.contains(&game) && network(game).is_none()
}

/// The network of a game, if there is one.
fn network(game: &str) -> Option<&'static NetworkFile> {
    let at = GAMES.iter().position(|name| *name == game)?;
    #[cfg(not(target_family = "wasm"))]
    READ[at].get_or_init(|| {
        let path = Path::new(GAMES[at]).with_extension("network");
        NetworkFile::of_bytes(&path, networks()[at].1).expect("a test reads it")
    });
    READ[at].get()
}

/// Whether a game has a network, with the number of players that it has.
pub(super) fn plays(game: &LoadedGame) -> bool {
    GAMES.contains(&game.name()) && game.players() == PLAYERS
}

/// The search of the bot in a game that has a network, with its budget.
pub(super) fn request(game: &str, spec: &BotSpec) -> Result<(SearchRequest, Budget), BotError> {
    let file = network(game).expect("it is made for this game");
    if file.values_afterstates() {
        return Ok((of_afterstates(spec, file)?, spec.budget(None)));
    }
    let Learned { lookahead, trust, inference } = spec.options();
    let tricks = lookahead.unwrap_or(if thinks(spec) { ahead(game) } else { 0 });
    let options = LookaheadOptions { tricks, learned: file.learned(), trust, inference };
    Ok((by_network(file.network(), options, None), spec.budget(Some("worlds"))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::load_default;

    #[test]
    fn networks_are_those_of_their_games() {
        for game in GAMES {
            let about = network(game).expect("it comes with the program").about();
            let loaded = load_default(game).expect("a game");
            assert_eq!(
                (&*about.game, &*about.rules),
                (*game, &*crate::strategy::rules_hash(loaded.settings()))
            );
            let of_tricks = loaded.offers(Offer::RandDeep);
            assert!(about.while_drawn && about.learned.contains("against itself"), "{about:?}");
            assert_eq!(network(game).expect("it was read").values_afterstates(), !of_tricks);
        }
        assert!(network("kuhn").is_none() && !lacks_network("learned:worlds=5", "schnapsen"));
    }
}
