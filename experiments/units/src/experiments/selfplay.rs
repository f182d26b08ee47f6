//! Self-play in units: a part of a folder each.

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use anyhow::{Context as _, ensure};
use hinterhand_matches::selfplay::{Form, Parts as Folder, Plan, Player, RowFile, Table};
use hinterhand_players::bots::{Bot, BotFor};
use hinterhand_players::files::column_file;
use hinterhand_players::games::LoadedGame;
use hinterhand_players::option_value;
use hinterhand_players::strategy::rules_hash;
use serde::{Deserialize, Serialize};

use super::participants::{agree, load, refuse_cheats, reopen, version};
use crate::{Parts, Payload, Work};

/// Self-play, perhaps of bots that were learned from an earlier generation.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Selfplay {
    /// The plan, with the bots and the version of this program.
    pub plan: Plan,
    /// The format of the parts.
    pub format: Form,
    /// The number of hands of a part, if the plan is not to choose it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part_hands: Option<u64>,
    /// The hash of the rows of the generation before this one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
}

impl Selfplay {
    /// Self-play of these bots in a game. `after` is the folder of the generation before.
    pub fn new(
        game: &LoadedGame,
        bots: &[Bot],
        hands: u64,
        seed: u64,
        (format, part_hands): (Form, Option<u64>),
        after: Option<&Path>,
    ) -> anyhow::Result<Selfplay> {
        refuse_cheats(bots)?;
        let plan = Plan {
            game: game.info().name.to_owned(),
            options: option_value::given(game.settings()),
            rules: rules_hash(game.settings()),
            hands,
            seed,
            bots: bots.iter().map(Player::of).collect(),
            version: version(),
        };
        bots.iter().try_for_each(|bot| bot.for_referee(game).map(drop))?;
        Ok(Selfplay { plan, format, part_hands, after: after.map(digest).transpose()? })
    }

    /// Loads the game and opens the bots.
    pub(crate) fn open(&self) -> anyhow::Result<SelfplayWork> {
        agree("the version of this program", &self.plan.version, &version())?;
        let game = load(&self.plan.game, &self.plan.options)?;
        agree("the hash of the rules", &self.plan.rules, &rules_hash(game.settings()))?;
        Ok(SelfplayWork { bots: reopen(&self.plan.bots)?, game, described: self.clone() })
    }
}

/// A hash over the names and the contents of the files of a folder.
fn digest(folder: &Path) -> anyhow::Result<String> {
    let cannot = || format!("cannot read {}", folder.display());
    let entries = fs::read_dir(folder).with_context(cannot)?;
    let paths = entries.map(|entry| Ok(entry?.path())).collect::<std::io::Result<Vec<PathBuf>>>();
    let mut files: Vec<PathBuf> =
        paths.with_context(cannot)?.into_iter().filter(|path| path.is_file()).collect();
    files.sort_unstable();
    let mut all = blake3::Hasher::new();
    for path in files {
        let content = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        // Each with its length, so that no two lists of files run together to the same bytes.
        all.update(&(name.len() as u64).to_le_bytes()).update(name.as_bytes());
        all.update(blake3::hash(&content).as_bytes());
    }
    Ok(all.finalize().to_hex().to_string())
}

/// Self-play at work.
pub(crate) struct SelfplayWork {
    described: Selfplay,
    game: LoadedGame,
    bots: Vec<Bot>,
}

impl Work for SelfplayWork {
    fn items(&self, _: u64) -> u64 {
        self.described.plan.hands
    }

    fn per_unit(&self) -> Option<u64> {
        self.described.part_hands
    }

    fn work(&self, items: Range<u64>, stop: &AtomicBool) -> anyhow::Result<Option<Payload>> {
        let Selfplay { plan, format, .. } = &self.described;
        let seated: Vec<BotFor<'_>> =
            self.bots.iter().map(|bot| bot.for_referee(&self.game)).collect::<Result<_, _>>()?;
        let table = Table::new(&self.game, &self.bots, seated, plan.seed);
        let mut same = Vec::new();
        let mut rows = RowFile::new(*format, plan, &mut same)?;
        for number in items {
            let Some(hand) = table.play(number, stop)? else { return Ok(None) };
            rows.hand(&hand)?;
        }
        rows.finish()?;
        Ok(Some(Payload { same, apart: Vec::new() }))
    }

    fn keeps_parts(&self) -> bool {
        true
    }

    fn merge(&self, parts: Parts<'_>, per_unit: u64, out: &Path) -> anyhow::Result<String> {
        let folder = Folder::open(out, &self.described.plan, self.described.format, per_unit)?;
        let places: Vec<PathBuf> = folder.all().map(|(path, _)| path).collect();
        let mut there = 0;
        for part in parts {
            let part = part?;
            let path = &places[(part.items.start / per_unit) as usize];
            match fs::read(path) {
                Ok(before) => {
                    let same = before == part.payload.same;
                    ensure!(same, "{} has other rows than the unit of its hands", path.display());
                }
                Err(_) => column_file::replace(path, &mut |out| out.write_all(&part.payload.same))
                    .with_context(|| format!("cannot write {}", path.display()))?,
            }
            there += 1;
        }
        Ok(format!("{there} of {} parts, {} hands in all", places.len(), self.described.plan.hands))
    }
}
