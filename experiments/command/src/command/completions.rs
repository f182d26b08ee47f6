//! `hinterhand completions`: completion scripts for shells.

use std::io::Write;

use clap_complete::Shell;

use super::{Done, cli, output, program, written};

/// Print a script that completes the command in a shell
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  hinterhand completions bash > ~/.local/share/bash-completion/completions/hinterhand")]
pub(super) struct Args {
    /// The shell
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

pub(super) fn run(args: &Args) -> Done {
    // Generated into memory: the generator does not expect that writing can fail.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut cli(), program(), &mut script);
    let mut out = output();
    out.write_all(&script)?;
    written(out)
}
