//! The server alone, for checks of the page: `serve [STORE]` prints its address and serves until it is killed.

use std::path::PathBuf;

use hinterhand_web::{ServeOptions, Server};

fn main() -> anyhow::Result<()> {
    let mut given = std::env::args_os().skip(1);
    let store = given.next().map(PathBuf::from);
    let port = given.next().and_then(|port| port.to_str()?.parse().ok()).unwrap_or(0);
    let mut options = ServeOptions { store, ..ServeOptions::default() };
    options.address.set_port(port);
    let server = Server::start(options)?;
    println!("{}", server.link());
    server.wait();
    Ok(())
}
