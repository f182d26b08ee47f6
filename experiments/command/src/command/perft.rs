//! `hinterhand perft`: counts the histories from a position.

use std::io::Write;

use anyhow::{Context as _, bail};
use hinterhand_engine::{History, Turn};
use hinterhand_players::games::LoadedGame;
use hinterhand_players::records::words::plain;
use serde_json::json;

use super::options::OptionArgs;
use super::{Done, game_name, output, written};

/// Count the histories of exactly 1, 2, ... N actions from a position
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  hinterhand perft kinderschnapsen --depth 6 \\
    --deal 'deal:7S,JS,QS/7H,JH,QH/2D/2S,2H,JD,7D,QD'

Prints lines `DEPTH COUNT`. A history that reaches the end of the game, or a chance event, is not continued.")]
pub(super) struct Args {
    /// The game
    #[arg(value_name = "GAME", value_parser = game_name())]
    game: String,
    /// The position: the beginning of a record's actions, with blanks between them
    #[arg(long, value_name = "ACTIONS", default_value = "")]
    deal: String,
    /// The largest number of actions
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    depth: u64,
    /// Print one JSON object instead of lines
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    options: OptionArgs,
}

pub(super) fn run(args: &Args) -> Done {
    let counts = count(&args.options.load(&args.game)?, args)?;
    let mut out = output();
    if args.json {
        writeln!(out, "{}", json!({"game": args.game, "deal": args.deal, "counts": counts}))?;
    } else {
        for (ply, count) in counts.iter().enumerate() {
            writeln!(out, "{} {count}", ply + 1)?;
        }
    }
    written(out)
}

/// Counts the histories from the position that `--deal` leads to.
fn count(game: &LoadedGame, args: &Args) -> anyhow::Result<Vec<u64>> {
    let mut history = History::new(game.rules());
    for (ply, word) in args.deal.split_whitespace().enumerate() {
        if let Err(error) = history.play_word(word) {
            // Typed words may have suit symbols and `10`.
            let spelled = history.play_word(&plain(word));
            spelled.map_err(|_| error).with_context(|| format!("--deal, action {ply}"))?;
        }
    }
    if history.turn() == Turn::Chance {
        let first = history.words().is_empty();
        let after = if first { "it is empty".to_owned() } else { format!("after {}", history.words().len()) };
        bail!("--deal leaves chance to move ({after}); it must hold every chance action up to here");
    }
    Ok(game.perft(history.state(), args.depth as usize))
}
