//! Running the binary.

use std::io::Write;
use std::process::{Command, Stdio};

use parquet::file::reader::{FileReader as _, SerializedFileReader};
use parquet::record::Field;
use serde_json::Value as Json;

/// The result of a run of the binary.
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

    /// Asserts that all went well, with any messages.
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
    run_command(Command::new(env!("CARGO_BIN_EXE_hinterhand")).args(args), input)
}

/// Runs any program with this standard input.
pub(crate) fn run_command(command: &mut Command, input: &[u8]) -> Run {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary has been built");
    let mut stdin = child.stdin.take().expect("piped");
    let input = input.to_vec();
    // From another thread, since the binary may answer before it has read all. It may also end without
    // reading anything: then the input is not read, and that is no failure of the test.
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

/// The rows of a Parquet file as objects.
pub(crate) fn parquet_rows(path: &std::path::Path) -> Vec<Json> {
    let file = std::fs::File::open(path).expect("it was written");
    let reader = SerializedFileReader::new(file).expect("a Parquet file");
    let rows = reader.get_row_iter(None).expect("rows").map(|row| row.expect("a row"));
    rows.map(|row| row.get_column_iter().map(|(name, field)| (name.clone(), json(field))).collect()).collect()
}

fn json(field: &Field) -> Json {
    match field {
        Field::Null => Json::Null,
        Field::Long(number) => Json::from(*number),
        Field::Double(number) => Json::from(*number),
        Field::Str(text) => Json::from(&text[..]),
        Field::ListInternal(list) => list.elements().iter().map(json).collect(),
        other => panic!("no column is of the type of {other}"),
    }
}
