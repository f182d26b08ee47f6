//! `hinterhand games`: the games.

use std::io::Write;

use comfy_table::{Table, presets};
use hinterhand_players::games;
use serde_json::json;

use super::{Done, output, written};

/// List the games: players, cards, options, size, status
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  hinterhand games

`actions` is the largest number of words in a record, chance included; `choices` the largest number of
legal actions in one position.")]
pub(super) struct Args {
    /// Print one JSON object instead of the table
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args) -> Done {
    let mut out = output();
    if args.json {
        let games: Vec<_> = games::all()
            .map(|info| {
                json!({
                    "game": info.name, "title": info.title, "players": info.players, "cards": info.cards,
                    "options": info.options.iter().map(|spec| spec.key).collect::<Vec<_>>(),
                    "presets": info.presets.iter().map(|preset| preset.name).collect::<Vec<_>>(),
                    "longest": info.longest, "widest": info.widest, "status": info.status,
                })
            })
            .collect();
        writeln!(out, "{}", json!({ "games": games }))?;
    } else {
        let mut table = Table::new();
        table.load_style(presets::NOTHING);
        table.set_header(["game", "players", "cards", "options", "actions", "choices", "status"]);
        for info in games::all() {
            let options = info.options.iter().map(|spec| spec.key).collect::<Vec<_>>().join("\n");
            table.add_row([
                info.name,
                info.players,
                info.cards,
                &options,
                info.longest,
                info.widest,
                info.status,
            ]);
        }
        writeln!(out, "{}", table.trim_fmt())?;
    }
    written(out)
}
