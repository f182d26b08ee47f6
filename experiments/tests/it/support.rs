//! Running the binary.

use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::Value as Json;

/// What a run of the binary came to.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) status: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Run {
    /// The lines of standard output as JSON values.
    pub(crate) fn json_lines(&self) -> Vec<Json> {
        self.out.lines().map(|line| serde_json::from_str(line).expect(line)).collect()
    }

    /// Asserts that all went well.
    #[track_caller]
    pub(crate) fn good(self) -> Run {
        assert_eq!((self.status, self.err.as_str()), (0, ""), "{self:?}");
        self
    }

    /// Asserts that all went well, whatever was told on the way.
    #[track_caller]
    pub(crate) fn done(self) -> Run {
        assert_eq!(self.status, 0, "{self:?}");
        self
    }

    /// Asserts that the run was refused with this status and a message that has these parts, and that
    /// nothing was printed.
    #[track_caller]
    pub(crate) fn refused(&self, status: i32, parts: &[&str]) {
        assert_eq!(self.status, status, "{self:?}");
        assert_eq!(self.out, "", "half an answer");
        assert!(!self.err.contains("panicked"), "{}", self.err);
        for part in parts {
            assert!(self.err.contains(part), "no {part:?} in {:?}", self.err);
        }
    }
}

/// Runs `hinterhand` with these arguments and nothing on standard input.
pub(crate) fn run(args: &[&str]) -> Run {
    run_with(args, b"")
}

/// Runs `hinterhand` with these arguments and this standard input.
pub(crate) fn run_with(args: &[&str], input: &[u8]) -> Run {
    let mut child = Command::new(env!("CARGO_BIN_EXE_hinterhand"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary has been built");
    let mut stdin = child.stdin.take().expect("piped");
    let input = input.to_vec();
    // From another thread, since the binary may answer before it has read all. It may also end without
    // reading anything: then nobody listens, and that is no failure of the test.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("the binary runs");
    writer.join().expect("the writer does not panic");
    Run {
        status: output.status.code().expect("not killed"),
        out: String::from_utf8(output.stdout).expect("output is UTF-8"),
        err: String::from_utf8(output.stderr).expect("messages are UTF-8"),
    }
}

/// A record of Kinderschnapsen that was played to the end: a close, and the check-out of the closer at
/// exactly 46 points against 14.
pub(crate) const WHOLE: &str = include_str!("golden/kinderschnapsen.record.jsonl");

/// A file with this content that only this test uses.
pub(crate) fn file(name: &str, content: &[u8]) -> String {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, content).expect("the folder for temporary files exists");
    path.to_str().expect("UTF-8").to_owned()
}

/// The option that keeps games of this name short enough to play thousands of them, if they need one.
pub(crate) fn cut_short(name: &str) -> Option<(&'static str, &'static str)> {
    // Random play goes on to the limit, with some 150 legal actions on each turn.
    (name == "klondike-chess").then_some(("max_plies", "100"))
}
