//! The command `hinterhand`.

use std::process::ExitCode;

fn main() -> ExitCode {
    hinterhand_command::main()
}
