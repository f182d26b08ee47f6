//! The options of a game on the command line: `--preset`, `--options FILE` and `--option KEY=VALUE`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow};
use hinterhand_engine::Settings;
use hinterhand_players::files::board_file;
use hinterhand_players::files::place::Place;
use hinterhand_players::games::{self, GameError, LoadedGame};
use hinterhand_players::option_value;
use serde_json::Value as Json;
use toml::Spanned;

use super::Failure;

/// The sources of the options of a game; a later one overrides an earlier one.
#[derive(Debug, Default, clap::Args)]
#[command(next_help_heading = "Options of the game")]
pub(super) struct OptionArgs {
    /// Set the options of this preset first (see `hinterhand rules GAME`); may be repeated
    #[arg(long, value_name = "NAME")]
    preset: Vec<String>,
    /// Then those of this TOML file, one `key = value` to a line
    #[arg(long, value_name = "FILE")]
    options: Option<PathBuf>,
    /// Then this one; may be repeated. `board=@FILE` is a board of klondike-chess in a TOML file
    #[arg(long, value_name = "KEY=VALUE")]
    option: Vec<String>,
}

impl OptionArgs {
    /// Loads the game called `name` with these options.
    pub(super) fn load(&self, name: &str) -> Result<LoadedGame, Failure> {
        games::load(name, |settings| self.fill(settings))
    }

    /// Whether no options are given.
    pub(super) fn is_empty(&self) -> bool {
        self.preset.is_empty() && self.options.is_none() && self.option.is_empty()
    }

    /// Enters these options.
    pub(super) fn fill(&self, settings: &mut Settings) -> Result<(), Failure> {
        for preset in &self.preset {
            settings.set_preset(preset).map_err(GameError::from)?;
        }
        if let Some(path) = &self.options {
            fill_from_file(settings, path)?;
        }
        for option in &self.option {
            let (key, value) = option.split_once('=').ok_or_else(|| {
                Failure::Usage(anyhow!(
                    "`--option {option}`: expected KEY=VALUE, such as {}",
                    example(settings)
                ))
            })?;
            let (key, value) = (key.trim(), value.trim());
            if value == "@" && board_file::is_board(settings, key) {
                return Err(Failure::Usage(anyhow!(
                    "`{option}`: expected the name of a TOML file after the @"
                )));
            }
            let board = board_from_file(settings, key, value)?;
            settings.set_text(key, board.as_deref().unwrap_or(value)).map_err(GameError::from)?;
        }
        Ok(())
    }
}

/// An example of an option of this game.
fn example(settings: &Settings) -> String {
    match settings.info().options.first() {
        Some(spec) => format!("{}={}", spec.key, spec.allowed.default()),
        None => format!("there is none in {}", settings.info().name),
    }
}

/// The board in the file that `@FILE` names, in the form of a record, if the option is a board. So a record
/// can be replayed without the file; and a record that names a file is refused.
fn board_from_file(settings: &Settings, key: &str, value: &str) -> anyhow::Result<Option<String>> {
    let Some(name) = value.strip_prefix('@').filter(|_| board_file::is_board(settings, key)) else {
        return Ok(None);
    };
    let text = std::fs::read_to_string(name).with_context(|| format!("`{key}`: cannot read {name}"))?;
    let board = board_file::read(&text).map_err(|error| anyhow!("`{key}`: {name}, {error}"))?;
    Ok(Some(board.to_string()))
}

fn fill_from_file(settings: &mut Settings, path: &Path) -> anyhow::Result<()> {
    let name = path.display();
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
    let options: BTreeMap<Spanned<String>, Spanned<toml::Value>> =
        toml::from_str(&text).map_err(|error| anyhow!("{name}: {}", error.to_string().trim_end()))?;
    for (key, value) in &options {
        let place = || format!("{name}, {}", Place::of(&text, key.span().start));
        enter(settings, key.as_ref(), value.as_ref()).with_context(place)?;
    }
    Ok(())
}

/// Enters an option with its TOML value.
pub(super) fn enter(settings: &mut Settings, key: &str, value: &toml::Value) -> anyhow::Result<()> {
    let mut json = serde_json::to_value(value).with_context(|| key.to_owned())?;
    if let Some(word) = json.as_str() {
        let board = board_from_file(settings, key, word)?;
        json = board.map_or(json, Json::from);
    }
    Ok(option_value::enter(settings, key, &json)?)
}
