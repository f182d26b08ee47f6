//! Ctrl-C while random games are played.
//!
//! The command draws its bar on a terminal of the test's own, so that the test knows when games have been
//! played, without a clock.

use std::fs::File;
use std::io::Read;
use std::process::{Child, Command, Output, Stdio};

use rustix::fs::{Mode, OFlags};
use rustix::process::{Pid, Signal, kill_process};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use serde_json::Value as Json;

use crate::support::run;

/// As many games as would take minutes, so that a command that does not listen ends, and fails the test.
const GAMES: u64 = 1_000_000_000;

/// The command, and the terminal that it has as standard error.
struct Watched {
    child: Child,
    terminal: File,
    shown: Vec<u8>,
}

impl Watched {
    fn start(args: &[&str]) -> Watched {
        let terminal = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
        grantpt(&terminal).expect("it is ours");
        unlockpt(&terminal).expect("it is ours");
        let name = ptsname(&terminal, Vec::new()).expect("it has a name");
        let flags = OFlags::RDWR | OFlags::NOCTTY;
        let screen = rustix::fs::open(name.as_c_str(), flags, Mode::empty()).expect("it can be opened");
        let child = Command::new(env!("CARGO_BIN_EXE_hinterhand"))
            .args(args)
            .env("TERM", "xterm")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::from(screen))
            .spawn()
            .expect("the binary has been built");
        Watched { child, terminal: File::from(terminal), shown: Vec::new() }
    }

    /// Waits for the next bytes on the terminal; there are none once the command has ended.
    fn read(&mut self) -> bool {
        let mut bytes = [0; 1024];
        // On Linux, reading a terminal without any writer fails.
        let count = self.terminal.read(&mut bytes).unwrap_or(0);
        self.shown.extend_from_slice(&bytes[..count]);
        count > 0
    }

    fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).expect("the command runs");
    }

    /// Waits for the end of the command.
    fn end(mut self) -> (Output, String) {
        while self.read() {}
        let output = self.child.wait_with_output().expect("the command ends");
        (output, String::from_utf8_lossy(&self.shown).into_owned())
    }
}

/// The figures of a run but for the time.
fn figures(output: &str) -> Json {
    let mut figures: Json = serde_json::from_str(output).expect("one object");
    let object = figures.as_object_mut().expect("one object");
    object.retain(|key, _| !["seconds", "moves_per_second"].contains(&key.as_str()));
    figures
}

#[test]
fn playouts_print_what_was_played() {
    let args = ["playouts", "kinderschnapsen", "--seed", "4", "--json", "--games"];
    let mut watched = Watched::start(&[&args[..], &[&GAMES.to_string()]].concat());
    assert!(watched.read(), "the command ended by itself before it showed anything");
    watched.signal(Signal::INT);
    let (output, shown) = watched.end();

    let printed = String::from_utf8(output.stdout).expect("UTF-8");
    assert_eq!(output.status.code(), Some(130), "{shown}{printed}");
    let figures = figures(&printed);
    let games = figures["games"].as_u64().expect("a number");
    assert!(0 < games && games < GAMES, "{games}");
    assert!(shown.contains(&format!("stopped after {games} of {GAMES} games")), "{shown}");
    // The games that were played are the first ones, every one of them and none twice.
    let again = run(&[&args[..], &[&games.to_string()]].concat()).good();
    assert_eq!(self::figures(&again.out), figures);
}

#[test]
fn a_duel_that_is_terminated_prints_its_figures_and_keeps_its_records() {
    let folder = tempfile::tempdir().expect("a folder");
    let records = folder.path().join("hands.jsonl");
    let path = records.to_str().expect("UTF-8");
    let args = ["duel", "kinderschnapsen", "greedy", "random", "--seed", "4", "--json", "--records", path];
    let mut watched = Watched::start(&[&args[..], &["--pairs", "1000000000"]].concat());
    assert!(watched.read(), "the command ended by itself before it showed anything");
    watched.signal(Signal::TERM);
    let (output, shown) = watched.end();

    let printed = String::from_utf8(output.stdout).expect("UTF-8");
    assert_eq!(output.status.code(), Some(130), "{shown}{printed}");
    let figures: Json = serde_json::from_str(&printed).expect("one object");
    let deals = figures["pairs"].as_u64().expect("a number");
    assert!(shown.contains(&format!("stopped after {deals} of 1000000000 deals")), "{shown}");
    let kept = std::fs::read_to_string(&records).expect("it was written");
    assert_eq!(kept.lines().count() as u64, 2 * deals);
    run(&["inspect", "--no-seen", path]).good();
}

#[test]
fn the_status_is_documented() {
    assert!(run(&["playouts", "--help"]).good().out.contains("exit status 130"));
}
