//! `hinterhand rules`: the options of a game, their defaults, the presets.

use std::io::Write;

use anyhow::anyhow;
use comfy_table::{Table, presets};
use hinterhand_engine::{Allowed, GameInfo, Value};
use serde_json::{Value as Json, json};

use super::{Done, Failure, game_name, output, written};

/// Show the options of a game with their defaults, and its presets
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  hinterhand rules kinderschnapsen

The first value of an option is its default. Options are given as `--option KEY=VALUE`, as `--preset NAME`
or as a TOML file (`--options FILE`); in a record they stand under `options`. A board of klondike-chess may
also be a TOML file of its own, `--option board=@FILE`: see docs/klondike-chess-boards.md.")]
pub(super) struct Args {
    /// The game
    #[arg(value_name = "GAME", value_parser = game_name())]
    game: String,
    /// Print one JSON object instead of the tables
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args) -> Done {
    let info = hinterhand_players::games::info(&args.game)
        .ok_or_else(|| Failure::Usage(anyhow!("no game `{}`", args.game)))?;
    let mut out = output();
    if args.json {
        writeln!(out, "{}", as_json(info))?;
    } else {
        writeln!(out, "{} ({})", info.title, info.name)?;
        writeln!(out, "players {}; cards {}", info.players, info.cards)?;
        writeln!(out, "at most {} actions in a record, {} legal at once", info.longest, info.widest)?;
        writeln!(out, "{}", info.status)?;
        let options = info.options.iter().map(|spec| {
            [spec.key.to_owned(), spec.allowed.to_string().replace('|', "\n"), spec.about.to_owned()]
        });
        print_table(&mut out, ["option", "values", "what it does"], options)?;
        let presets = info.presets.iter().map(|preset| {
            let options = preset.options.iter().map(|(key, value)| format!("{key}={value}"));
            [preset.name.to_owned(), options.collect::<Vec<_>>().join("\n"), preset.about.to_owned()]
        });
        print_table(&mut out, ["preset", "options", "what it is"], presets)?;
    }
    written(out)
}

fn print_table(
    out: &mut impl Write,
    header: [&str; 3],
    rows: impl Iterator<Item = [String; 3]>,
) -> std::io::Result<()> {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_header(header);
    table.add_rows(rows);
    if table.is_empty() {
        return writeln!(out, "\nno {}s", header[0]);
    }
    writeln!(out, "\n{}", table.trim_fmt())
}

fn as_json(info: &GameInfo) -> Json {
    let json = |value: Value| match value {
        Value::Flag(flag) => Json::from(flag),
        Value::Number(number) => Json::from(number),
        Value::Real(number) => Json::from(number),
        Value::Nothing => Json::Null,
        Value::Word(word) => Json::from(word),
    };
    let options = info.options.iter().map(|spec| {
        let range = match spec.allowed {
            Allowed::Range(least, most, _) | Allowed::Optional(least, most) => json!([least, most]),
            Allowed::Reals(least, most, _) => json!([least, most]),
            _ => Json::Null,
        };
        let others: Vec<Json> = spec.allowed.alternatives().into_iter().map(json).collect();
        json!({
            "option": spec.key, "default": json(spec.allowed.default()), "others": others, "range": range,
            "about": spec.about,
        })
    });
    let presets = info.presets.iter().map(|preset| {
        let options: serde_json::Map<String, Json> =
            preset.options.iter().map(|&(key, value)| (key.to_owned(), value.into())).collect();
        json!({ "preset": preset.name, "options": options, "about": preset.about })
    });
    json!({
        "game": info.name, "title": info.title, "players": info.players, "cards": info.cards,
        "longest": info.longest, "widest": info.widest, "status": info.status,
        "options": options.collect::<Vec<_>>(), "presets": presets.collect::<Vec<_>>(),
    })
}
