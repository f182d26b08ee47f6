//! A bot for Hinterhand in Rust: any legal action, each equally likely.
//!
//! It needs nothing of Hinterhand itself, only `serde_json`. Change `choose` and you have a bot of your own;
//! `docs/protocol.md` tells what a view holds.
//!
//! ```sh
//! cargo build --release --example random_bot
//! hinterhand check-bot target/release/examples/random_bot
//! ```

use std::io::{self, BufRead, Write};

use serde::Deserialize;

/// The part of a view that this bot reads.
#[derive(Deserialize)]
struct View<'a> {
    #[serde(borrow)]
    legal: Vec<std::borrow::Cow<'a, str>>,
}

/// The part of `go` that this bot reads.
#[derive(Deserialize)]
struct Go {
    seed: u64,
}

/// The place of the action that it takes.
fn choose(view: &View<'_>, seed: u64) -> usize {
    // The seed of every decision is another, and any good mixing of it will do.
    let mixed = (seed ^ (seed >> 15)).wrapping_mul(0x2c1b_3c6d).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed >> 33) as usize % view.legal.len()
}

/// Answers a referee, until it says `quit` or closes the connection.
pub(crate) fn serve(mut input: impl BufRead, mut out: impl Write) -> io::Result<()> {
    let (mut line, mut view) = (String::new(), String::new());
    loop {
        line.clear();
        if input.read_line(&mut line)? == 0 {
            return Ok(());
        }
        let (word, body) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        match word {
            "hinterhand" => {
                out.write_all(b"id {\"name\":\"random.rs\",\"deterministic\":true}\nhinterhandok\n")?;
            }
            "isready" => out.write_all(b"readyok\n")?,
            "view" => body.clone_into(&mut view),
            "go" => {
                let (view, go): (View<'_>, Go) = (serde_json::from_str(&view)?, serde_json::from_str(body)?);
                let action = serde_json::to_string(&view.legal[choose(&view, go.seed)])?;
                writeln!(out, "bestmove {{\"action\":{action}}}")?;
            }
            "quit" => return Ok(()),
            // Words of later versions.
            _ => {}
        }
        out.flush()?;
    }
}

fn main() -> io::Result<()> {
    serve(io::stdin().lock(), io::BufWriter::new(io::stdout().lock()))
}
