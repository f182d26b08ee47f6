//! `hinterhand serve`: the page.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;

use super::Done;

/// Serve the page: play any game in the browser, against bots or with another person
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  hinterhand serve                          for this machine; prints the address to open
  hinterhand serve --store rooms.sqlite     games survive the end of the server
  hinterhand serve --bot kinderschnapsen.strategy
  hinterhand serve --bot 'cmd:python3 mybot.py,time=60000'    a program of its own, such as a language model
  hinterhand serve --watch cups.db          tournaments, while `hinterhand tournament run` plays them
  hinterhand serve --watch runs/leduc       a training, while `hinterhand train` goes on
  hinterhand serve --watch papers.db        experiments, while `hinterhand paper run` goes on
  hinterhand serve --public --store rooms.sqlite
  hinterhand serve --export page --solution kinderschnapsen.strategy

With --export it writes the page as a folder of files instead, for any web server: people play there against bots, and
everything happens in the browser. `scripts/build-browser` makes the modules that it needs. Otherwise it serves until Ctrl-C. A browser receives what its seat knows and nothing else. With --public the page answers to all
machines that can reach this one and know the token in the address that is printed. It needs a build with the page:
`cargo build --release --features web`.")]
pub(super) struct Args {
    /// The address to listen at; 127.0.0.1, or 0.0.0.0 with --public, if not given
    #[arg(long, value_name = "IP")]
    address: Option<IpAddr>,
    /// The port to listen at; 0 takes a free one
    #[arg(long, value_name = "PORT", default_value_t = 6606)]
    port: u16,
    /// The file that keeps games; without one they end with the server
    #[arg(long, value_name = "FILE")]
    store: Option<PathBuf>,
    /// Answer to other machines, if they know the token
    #[arg(long)]
    public: bool,
    /// A bot to offer besides those of `hinterhand bots`, with its options and files; can be repeated
    #[arg(long = "bot", value_name = "BOT")]
    bots: Vec<String>,
    /// A store whose tournaments and experiments are shown while they go on, or the folder or log of a
    /// training; can be repeated
    #[arg(long, value_name = "PLACE")]
    watch: Vec<PathBuf>,
    /// Write the page without a server to this folder, and end
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["address", "port", "store", "public", "bots", "watch"])]
    export: Option<PathBuf>,
    /// The folder of the modules that `scripts/build-browser` makes; that of this program if not given
    #[arg(long, value_name = "FOLDER", requires = "export")]
    wasm: Option<PathBuf>,
    /// The solution of a hand of Kinderschnapsen, which the exported page offers in slices
    #[arg(long, value_name = "FILE", requires = "export")]
    solution: Option<PathBuf>,
}

impl Args {
    fn listens_at(&self) -> SocketAddr {
        let usual = if self.public { Ipv4Addr::UNSPECIFIED } else { Ipv4Addr::LOCALHOST };
        SocketAddr::new(self.address.unwrap_or(usual.into()), self.port)
    }
}

#[cfg(feature = "web")]
pub(super) fn run(args: &Args) -> Done {
    use std::io::Write as _;
    use std::process::ExitCode;
    use std::sync::atomic::Ordering;
    use std::time::Duration;

    use hinterhand_players::bots::{BotError, BotSpec};
    use hinterhand_web::{ServeOptions, Server};

    use super::{Failure, interrupt, open_bot, output};

    if let Some(folder) = &args.export {
        return export(args, folder);
    }
    let address = args.listens_at();
    if !args.public && !address.ip().is_loopback() {
        return Err(Failure::Usage(anyhow::anyhow!(
            "--address {}: other machines can reach it, which needs --public",
            address.ip()
        )));
    }
    let (store, bots, watch) = (args.store.clone(), args.bots.clone(), args.watch.clone());
    let options = ServeOptions { address, is_public: args.public, store, bots, watch };
    options.check_bots().map_err(|error| Failure::Usage(error.into()))?;
    for bot in &args.bots {
        let spec: BotSpec = bot.parse()?;
        if spec.time_control().is_some() {
            return Err(Failure::Usage(BotError::Clock { bot: bot.clone() }.into()));
        }
        open_bot(bot)?;
    }
    let stop = interrupt::flag()?;
    let server = Server::start(options)?;
    let mut out = output();
    writeln!(out, "{}", server.link())?;
    out.flush()?;
    while !stop.load(Ordering::Relaxed) {
        std::thread::sleep(Duration::from_millis(50));
    }
    Ok(ExitCode::SUCCESS)
}

/// Writes the page as a folder, and tells what it weighs.
#[cfg(feature = "web")]
fn export(args: &Args, folder: &std::path::Path) -> Done {
    use std::io::Write as _;
    use std::process::ExitCode;

    use hinterhand_web::{ExportOptions, Exported};

    use super::{Failure, output};

    let beside = || Ok::<_, std::io::Error>(std::env::current_exe()?.with_file_name(""));
    let wasm = args.wasm.clone().map_or_else(beside, Ok)?;
    if let Some(missing) =
        hinterhand_web::MODULES.iter().map(|name| wasm.join(name)).find(|path| !path.exists())
    {
        return Err(Failure::Usage(anyhow::anyhow!(
            "{} is not there; `scripts/build-browser` makes it, or name another folder with --wasm",
            missing.display()
        )));
    }
    let options = ExportOptions { folder: folder.to_owned(), wasm, solution: args.solution.clone() };
    let Exported { page, tables, bots, networks, slices } = hinterhand_web::export(&options)?;
    let mut out = output();
    writeln!(
        out,
        "{}: page {page} bytes, tables {tables} bytes, bots {bots} bytes, networks {networks} bytes, solution {slices} bytes",
        folder.display()
    )?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

#[cfg(not(feature = "web"))]
pub(super) fn run(args: &Args) -> Done {
    Err(super::Failure::Usage(anyhow::anyhow!(
        "this build cannot serve the page at {}; build it with `cargo build --release --features web`",
        args.listens_at()
    )))
}
