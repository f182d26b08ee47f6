//! The option of searches to leave the last tricks to the solver of endgames.

use hinterhand_engine::Game;
use hinterhand_engine::tricks::{Action, Actions, InfoSet, Table};
use hinterhand_solvers::search::{Endgame, EndgameOptions, Search, TrickGame};

use super::make::NewSearch;
use super::registry::{BotOption, Kind};
use super::{BotError, BotSpec, Power, Powers};
use crate::games::{Playable, names_with};

/// Whether the last tricks are solved.
pub(super) const OPTION: BotOption = BotOption {
    key: "endgame",
    kind: Kind::Flag(false),
    about: "the last tricks of closed hands are solved as the game of hidden information that they are, in trick games",
};

/// Puts the solver of endgames before a search.
pub type WithEndgame<G> = for<'g> fn(&'g G, Box<dyn Search<G> + 'g>) -> Box<dyn Search<G> + 'g>;

/// The solver of endgames before a search of a trick game.
pub(crate) fn with_endgame<'g, G, H: Table>(
    game: &'g G,
    before: Box<dyn Search<G> + 'g>,
) -> Box<dyn Search<G> + 'g>
where
    G: TrickGame + Game<State = H, Action = Action, Legal = Actions, InfoSet = InfoSet<H>>,
{
    Box::new(Endgame::new(game, before, EndgameOptions::default()))
}

/// The same searches, with solved endgames if they are asked for.
pub(super) fn added<'b, G: Playable>(
    spec: &BotSpec,
    game: &'b G,
    powers: &Powers<G>,
    new: NewSearch<'b, G>,
) -> Result<NewSearch<'b, G>, BotError> {
    if !spec.flag(OPTION.key) {
        return Ok(new);
    }
    let with = powers.endgame.ok_or_else(|| BotError::Power {
        bot: spec.to_string(),
        power: Power::Endgame,
        game: G::INFO.name,
        allowed: names_with(Power::Endgame),
    })?;
    Ok(Box::new(move || with(game, new())))
}
