//! `hinterhand man`: the manual pages.

use anyhow::anyhow;
use hinterhand_engine::nearest;
use hinterhand_players::games::did_you_mean;

use super::{Done, Failure, cli, output, written};

/// Print the manual page of the command or of a subcommand
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  hinterhand man playouts | man -l -")]
pub(super) struct Args {
    /// The subcommand
    #[arg(value_name = "COMMAND")]
    command: Option<String>,
}

pub(super) fn run(args: &Args) -> Done {
    let mut command = cli();
    command.build();
    if let Some(name) = &args.command {
        command = command.find_subcommand(name).cloned().ok_or_else(|| unknown(&command, name))?;
    }
    let mut out = output();
    clap_mangen::Man::new(command).render(&mut out)?;
    written(out)
}

fn unknown(command: &clap::Command, name: &str) -> Failure {
    let names: Vec<&str> = command.get_subcommands().map(clap::Command::get_name).collect();
    let hint = did_you_mean(nearest(name, names.iter().copied()));
    Failure::Usage(anyhow!("no subcommand `{name}`{hint}; there is: {}", names.join(", ")))
}
