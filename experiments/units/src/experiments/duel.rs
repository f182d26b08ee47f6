//! A duel in units: deals, added up in their order.

use std::ops::Range;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::Context as _;
use hinterhand_matches::duel::{self, Duel as Results, Pairing};
use hinterhand_matches::selfplay::Player;
use hinterhand_players::bots::Bot;
use hinterhand_players::games::LoadedGame;
use serde::{Deserialize, Serialize};

use super::json_file::write_json;
use super::participants::{Rules, agree, reopen, version};
use crate::{Parts, Payload, Work};

/// Two bots, and the deals that they play.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Duel {
    /// The game.
    #[serde(flatten)]
    pub rules: Rules,
    /// The bot whose figures are wanted, and the one in all other seats.
    pub bots: [Player; 2],
    /// The number of deals, each played from every seat.
    pub deals: u64,
    /// The seed.
    pub seed: u64,
    /// The version of this program.
    pub version: String,
}

impl Duel {
    /// A duel between two bots.
    pub fn new(game: &LoadedGame, bots: [&Bot; 2], deals: u64, seed: u64) -> anyhow::Result<Duel> {
        bots.iter().try_for_each(|bot| bot.for_referee(game).map(drop))?;
        Ok(Duel { rules: Rules::of(game), bots: bots.map(Player::of), deals, seed, version: version() })
    }

    /// Loads the game and opens the bots.
    pub(crate) fn open(&self) -> anyhow::Result<DuelWork> {
        agree("the version of this program", &self.version, &version())?;
        let game = self.rules.load()?;
        Ok(DuelWork { described: self.clone(), game, bots: reopen(&self.bots)? })
    }
}

/// A duel at work.
pub(crate) struct DuelWork {
    described: Duel,
    game: LoadedGame,
    bots: Vec<Bot>,
}

/// The times of the decisions of both bots in all deals of a unit.
type Times = [Duration; 2];

impl Work for DuelWork {
    fn items(&self, _: u64) -> u64 {
        self.described.deals
    }

    fn work(&self, items: Range<u64>, stop: &AtomicBool) -> anyhow::Result<Option<Payload>> {
        let [first, second] = &self.bots[..] else { unreachable!("a duel has two bots") };
        let [first, second] = [first.for_referee(&self.game)?, second.for_referee(&self.game)?];
        let pairing =
            Pairing { game: &self.game, bots: [&first, &second], exact: None, seed: self.described.seed };
        let Some(mut deals) = duel::deals(&pairing, items, stop) else { return Ok(None) };
        let mut times = Times::default();
        for deal in &mut deals {
            for (effort, time) in deal.efforts.iter_mut().zip(&mut times) {
                *time += std::mem::take(&mut effort.time);
            }
        }
        Ok(Some(Payload::json(&deals, &times)))
    }

    fn keeps_parts(&self) -> bool {
        false
    }

    fn merge(&self, parts: Parts<'_>, _: u64, out: &Path) -> anyhow::Result<String> {
        let mut total = Results::default();
        for part in parts {
            let part = part?;
            let unit = || format!("the unit of items {} to {}", part.items.start, part.items.end - 1);
            let (deals, times): (Vec<Results>, Times) = part.payload.parse().with_context(unit)?;
            deals.iter().for_each(|deal| total.add(deal));
            total.efforts.iter_mut().zip(times).for_each(|(effort, time)| effort.time += time);
        }
        let Duel { rules, bots, seed, .. } = &self.described;
        let names = bots.each_ref().map(|bot| bot.bot.clone());
        write_json(out, &total.figures(&rules.game, &rules.options, *seed, &names))?;
        let mean = total.mean().map_or_else(String::new, |mean| format!(", mean {mean:.5}"));
        Ok(format!("{} deals, {} hands{mean}", total.deals, total.hands))
    }
}
