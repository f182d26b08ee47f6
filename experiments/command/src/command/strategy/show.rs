//! `hinterhand strategy show`: walks through a game and shows what a strategy does on the way.

use std::io::{self, BufRead, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use hinterhand_engine::{ActionSet, History, Rng, Settings, Turn};
use hinterhand_players::games::{GameVisitor, Playable};
use hinterhand_players::records::words::plain;
use hinterhand_players::strategy::{FileStrategy, StrategyFile};
use hinterhand_solvers::strategy::Strategy;

use super::{ScoreArg, open, visit};
use crate::command::{Done, output};

const HELP: &str = "\
Type the word or the number of an action to go there; at chance type its word, or enter to draw it. Besides:
  back   to the position before
  top    to the beginning
  quit   stop";

/// Browse a strategy: go through the game action by action, seeing how likely each is
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  hinterhand strategy show kuhn.strategy")]
pub(super) struct Args {
    /// The file with the strategy
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The seed for chance that is not typed
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    score: ScoreArg,
}

pub(super) fn run(args: &Args) -> Done {
    let file = open(&args.file)?;
    let about = file.about().clone();
    visit(&about, Show { seed: args.seed, score: args.score, file })?
}

struct Show {
    seed: u64,
    score: ScoreArg,
    file: StrategyFile,
}

impl GameVisitor for Show {
    type Output = Done;

    fn visit<G: Playable>(self, game: G, settings: &Settings) -> Done {
        let strategy = self.score.strategy(&self.file, &game, settings)?;
        let mut rng = Rng::new(self.seed, 0);
        let mut input = io::stdin().lock();
        let mut out = output();
        writeln!(out, "{HELP}")?;
        let mut path = vec![History::new(&game)];
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
        out.flush()?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Shows a position and what the strategy does there; returns the words of the legal actions.
fn print<G: Playable>(
    game: &G,
    strategy: &FileStrategy<'_>,
    here: &History<'_, G>,
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
    Strategy::<G>::probabilities(strategy, &info_set, &legal, &mut probabilities);
    writeln!(out, "Player {} to move, who has seen: {}", player.index(), here.seen(player))?;
    let words: Vec<String> = legal.iter().map(|action| game.action_word(state, action)).collect();
    for (n, (word, probability)) in words.iter().zip(&probabilities).enumerate() {
        writeln!(out, "  {:>2}) {word:<14} {:7.3} %", n + 1, 100.0 * probability)?;
    }
    Ok(words)
}
