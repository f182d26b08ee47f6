//! The networks that come with the program, and the bot that plays by them.
//!
//! The files in `networks` are what these commands write:
//!
//! ```text
//! hinterhand learn schnapsen --method self-play --games 8000000 --out schnapsen.network
//! hinterhand learn sixty-six --method self-play --games 2000000 --out sixty-six.network
//! ```

use std::path::Path;
use std::sync::OnceLock;

use hinterhand_solvers::dynamic::{Offer, SearchRequest};

use super::info::BotInfo;
use super::network::{WORLDS, by_network};
use super::{BotSpec, Budget};
use crate::files::network_file::NetworkFile;

/// The name of the bot.
pub(super) const NAME: &str = "learned";

/// The games that have a network.
pub(super) const GAMES: &[&str] = &["sixty-six", "schnapsen"];

/// The description of the bot.
pub(super) const INFO: BotInfo = BotInfo {
    name: NAME,
    about: "plays by the network that comes with the program, which `hinterhand learn --method self-play` has made, and \
            once no more cards are drawn by the solver of open cards: the strongest fast bot of these games",
    made_for: Some(GAMES),
    needs: Some(Offer::Networks),
    options: &[&[WORLDS]],
    ..BotInfo::PLAIN
};

/// Bytes of a file at a multiple of 64.
#[repr(C, align(64))]
struct Aligned<B: ?Sized>(B);

static SIXTY_SIX: &Aligned<[u8]> = &Aligned(*include_bytes!("../../networks/sixty-six.network"));
static SCHNAPSEN: &Aligned<[u8]> = &Aligned(*include_bytes!("../../networks/schnapsen.network"));

/// The network of a game, if one comes with the program.
fn network(game: &str) -> Option<&'static NetworkFile> {
    static READ: [OnceLock<NetworkFile>; 2] = [const { OnceLock::new() }; 2];
    let at = GAMES.iter().position(|name| *name == game)?;
    let bytes = &[SIXTY_SIX, SCHNAPSEN][at].0;
    let path = Path::new(GAMES[at]).with_extension("network");
    Some(READ[at].get_or_init(|| NetworkFile::of_bytes(&path, bytes).expect("a test reads it")))
}

/// The search of the bot in a game that has a network.
pub(super) fn request(game: &str) -> Option<SearchRequest> {
    network(game).map(|file| by_network(file.network(), file.learned(), 0, None))
}

/// The number of worlds as a budget.
pub(super) fn budget(spec: &BotSpec) -> Budget {
    Budget { steps: Some(spec.read("worlds")), time: None }
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
            assert!(about.while_drawn && about.learned.contains("against itself"), "{about:?}");
        }
        assert!(network("kuhn").is_none());
    }
}
