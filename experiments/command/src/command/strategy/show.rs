//! `hinterhand strategy show`: a walk through a game with the probabilities of a strategy at each decision.

use std::io::{self, BufRead, Write};
use std::path::PathBuf;

use hinterhand_engine::dynamic::AnyGame;
use hinterhand_engine::{ActionSet, Game as _, History, Notation as _, Rng, Turn};
use hinterhand_players::records::words::plain;
use hinterhand_players::strategy::FileStrategy;
use hinterhand_solvers::strategy::Strategy;

use super::{ScoreArg, load, open};
use crate::command::{Done, output, written};

const HELP: &str = "\
Type the word or the number of an action to go there; at chance type its word, or enter to draw it. Besides:
  back   to the position before
  top    to the beginning
  quit   stop";

/// Browse a strategy: walk through the game action by action and see the probability of each
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  hinterhand strategy show kuhn.strategy")]
pub(super) struct Args {
    /// The file with the strategy
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The seed of chance events that are not typed
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    score: ScoreArg,
}

pub(super) fn run(args: &Args) -> Done {
    let file = open(&args.file)?;
    let game = load(file.about())?;
    let strategy = args.score.strategy(&file, &game)?;
    let mut rng = Rng::new(args.seed, 0);
    let mut input = io::stdin().lock();
    let mut out = output();
    writeln!(out, "{HELP}")?;
    let mut path = vec![History::new(game.rules())];
    let mut line = String::new();
    loop {
        let here = path.last().expect("the beginning is never taken away");
        let choices = print(&game, &strategy, here, &mut out)?;
        write!(out, "> ")?;
        out.flush()?;
        line.clear();
        if input.read_line(&mut line)? == 0 {
            writeln!(out)?;
            break;
        }
        let typed = line.trim();
        match typed {
            "quit" | "q" | "exit" => break,
            "help" | "?" => writeln!(out, "{HELP}")?,
            "top" => path.truncate(1),
            "back" => path.truncate((path.len() - 1).max(1)),
            _ => {
                let mut next = here.clone();
                let numbered = typed.parse::<usize>().ok().and_then(|n| choices.get(n.checked_sub(1)?));
                if typed.is_empty() {
                    if here.turn() == Turn::Chance {
                        next.deal(&mut rng);
                        path.push(next);
                    }
                    continue;
                }
                let word = if choices.iter().any(|word| word == typed) { None } else { numbered };
                let word = word.cloned().unwrap_or_else(|| plain(typed));
                match next.play_word(&word) {
                    Ok(()) => path.push(next),
                    Err(error) => writeln!(out, "{error}")?,
                }
            }
        }
    }
    written(out)
}
/// Prints a position and the probabilities of the strategy there. Returns the words of the legal actions.
fn print(
    game: &AnyGame,
    strategy: &FileStrategy<'_>,
    here: &History<'_, AnyGame>,
    out: &mut impl Write,
) -> io::Result<Vec<String>> {
    let state = here.state();
    writeln!(out)?;
    if !here.words().is_empty() {
        writeln!(out, "{}", here.words().join(" "))?;
    }
    let Turn::Player(player) = here.turn() else {
        match here.returns() {
            Some(returns) => writeln!(out, "The game is over: {returns:?}")?,
            None => writeln!(out, "Chance decides.")?,
        }
        return Ok(Vec::new());
    };
    let (info_set, legal) = (game.info_set(state, player), game.legal(state));
    let mut probabilities = Vec::new();
    Strategy::<AnyGame>::probabilities(strategy, &info_set, &legal, &mut probabilities);
    writeln!(out, "Player {} to move, who has seen: {}", player.index(), here.seen(player))?;
    let words: Vec<String> = legal.iter().map(|action| game.action_word(state, action)).collect();
    for (n, (word, probability)) in words.iter().zip(&probabilities).enumerate() {
        writeln!(out, "  {:>2}) {word:<14} {:7.3} %", n + 1, 100.0 * probability)?;
    }
    Ok(words)
}
