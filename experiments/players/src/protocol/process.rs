//! One running program, whose standard streams are pipes. Every wait for it is bounded, and no process of it
//! is left when it is dropped.

use std::io::{ErrorKind, Read as _, Write as _};
use std::os::unix::process::CommandExt as _;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, ioctl_fionbio};
use rustix::process::{Pid, Signal, kill_process_group};

use super::fault::shortened;
use super::messages::parts;
use super::{Fault, FaultKind};

/// The longest line, and the most bytes of one answer.
const LONGEST_LINE: usize = 1 << 16;
const LONGEST_ANSWER: usize = 1 << 20;

/// The number of bytes of the last messages that are kept.
const TAIL: usize = 1 << 11;

/// The time for a program to end after it has closed its output or was asked to end.
const EXIT_TIME: Duration = Duration::from_secs(1);

/// A running program.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    group: Pid,
    stdin: Option<ChildStdin>,
    stdout: ChildStdout,
    stderr: Option<ChildStderr>,
    /// The output that has not been read yet.
    output: Vec<u8>,
    /// The end of its standard error.
    last_messages: Vec<u8>,
}

impl Process {
    /// Starts a program with at most `memory` megabytes (2^20 bytes) of memory.
    pub(super) fn start(words: &[String], memory: Option<u64>) -> Result<Process, Fault> {
        let cannot = |error: &dyn std::fmt::Display| {
            FaultKind::Start.because(format!("`{}` cannot be started: {error}", words[0]))
        };
        let mut child = Command::new(&words[0])
            .args(&words[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            // Ctrl-C is for the referee, and all processes that the program starts are ended with it.
            .process_group(0)
            .spawn()
            .map_err(|error| cannot(&error))?;
        let group = Pid::from_child(&child);
        let (stdin, stdout) = (child.stdin.take().expect("piped"), child.stdout.take().expect("piped"));
        let stderr = child.stderr.take().expect("piped");
        let nonblocking = || -> Result<(), Errno> {
            ioctl_fionbio(&stdin, true)?;
            ioctl_fionbio(&stdout, true)?;
            ioctl_fionbio(&stderr, true)?;
            memory.map_or(Ok(()), |megabytes| limit(group, megabytes))
        };
        let set_up = nonblocking();
        let (stdin, stderr) = (Some(stdin), Some(stderr));
        let process =
            Process { child, group, stdin, stdout, stderr, output: Vec::new(), last_messages: Vec::new() };
        set_up.map(|()| process).map_err(|error| cannot(&error))
    }

    /// Whether it still runs.
    pub(super) fn is_running(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    /// Sends `text` and passes each line of the answer to `take`, until that returns a value. Empty lines and
    /// those of `info` are passed over.
    pub(super) fn ask<T>(
        &mut self,
        text: &[u8],
        wait: Duration,
        mut take: impl FnMut(&str) -> Result<Option<T>, Fault>,
    ) -> Result<T, Fault> {
        let begun = Instant::now();
        let (mut written, mut heard) = (0, 0);
        loop {
            while let Some(line) = self.next_line()? {
                if written == 0 {
                    return Err(unasked(&line));
                }
                if let Some(taken) = take(&line)? {
                    return Ok(taken);
                }
            }
            if heard > LONGEST_ANSWER {
                return Err(
                    FaultKind::Flood.because(format!("an answer of more than {LONGEST_ANSWER} bytes"))
                );
            }
            if !self.write(text, &mut written) {
                return Err(self.ended());
            }
            let left = wait.saturating_sub(begun.elapsed());
            if left.is_zero() {
                let reason = format!("no answer within {} ms{}", wait.as_millis(), self.last_message());
                return Err(FaultKind::Late.because(reason));
            }
            self.wait(written < text.len(), left);
            match self.read() {
                Some(bytes) => heard += bytes,
                None => return Err(self.ended()),
            }
        }
    }

    /// Waits for this time, in which any output is a fault.
    pub(super) fn must_be_silent(&mut self, wait: Duration) -> Result<(), Fault> {
        let begun = Instant::now();
        loop {
            if self.read().is_none() {
                return Err(self.ended());
            }
            if let Some(line) = self.next_line()? {
                return Err(unasked(&line));
            }
            let left = wait.saturating_sub(begun.elapsed());
            if left.is_zero() {
                return Ok(());
            }
            self.wait(false, left);
        }
    }

    /// Takes the next whole line off its output. Empty lines and those of `info` are passed over.
    fn next_line(&mut self) -> Result<Option<String>, Fault> {
        while let Some(end) = self.output.iter().position(|&byte| byte == b'\n') {
            if end >= LONGEST_LINE {
                return Err(too_long());
            }
            let line = String::from_utf8(self.output.drain(..=end).collect())
                .map_err(|_| FaultKind::Garbage.because("it said something that is not UTF-8"))?;
            let line = line.trim();
            if !line.is_empty() && parts(line).0 != "info" {
                return Ok(Some(line.to_owned()));
            }
        }
        if self.output.len() > LONGEST_LINE { Err(too_long()) } else { Ok(None) }
    }

    /// Sends `word`, closes its input, and returns how it ended; none if it did not in time.
    pub(super) fn quit(mut self, word: &[u8]) -> Option<ExitStatus> {
        self.write(word, &mut 0);
        self.stdin = None;
        self.wait_for_exit()
    }

    /// Sends `word` with its input left open, and returns how it ended; none if it did not in time.
    pub(super) fn quit_by_word(mut self, word: &[u8]) -> Option<ExitStatus> {
        self.write(word, &mut 0);
        self.wait_for_exit()
    }

    /// Writes as much as its input takes now; false if its input is closed.
    fn write(&mut self, text: &[u8], written: &mut usize) -> bool {
        while let (Some(stdin), true) = (&mut self.stdin, *written < text.len()) {
            match stdin.write(&text[*written..]) {
                Ok(bytes) => *written += bytes,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return error.kind() == ErrorKind::WouldBlock,
            }
        }
        true
    }

    /// Waits until there is output, or, if there is more `to_write`, until its input takes it.
    fn wait(&self, to_write: bool, time: Duration) {
        let stderr = self.stderr.as_ref().map(|stderr| PollFd::new(stderr, PollFlags::IN));
        let stdin = self.stdin.as_ref().filter(|_| to_write);
        let stdin = stdin.map(|stdin| PollFd::new(stdin, PollFlags::OUT));
        let stdout = PollFd::new(&self.stdout, PollFlags::IN);
        let time = Timespec { tv_sec: time.as_secs() as i64, tv_nsec: i64::from(time.subsec_nanos()) };
        // The caller determines the cause.
        let _ = match (stderr, stdin) {
            (None, None) => poll(&mut [stdout], Some(&time)),
            (Some(stderr), None) => poll(&mut [stdout, stderr], Some(&time)),
            (None, Some(stdin)) => poll(&mut [stdout, stdin], Some(&time)),
            (Some(stderr), Some(stdin)) => poll(&mut [stdout, stderr, stdin], Some(&time)),
        };
    }

    /// Reads its output; none if that is closed.
    fn read(&mut self) -> Option<usize> {
        let mut bytes = [0; 1 << 13];
        let read = match self.stdout.read(&mut bytes) {
            Ok(0) => return None,
            Ok(read) => read,
            Err(error) if is_passing(error.kind()) => 0,
            Err(_) => return None,
        };
        self.output.extend_from_slice(&bytes[..read]);
        // Messages are read only where there is nothing else to read.
        if read == 0 {
            self.read_messages();
        }
        Some(read)
    }

    /// Reads its messages and keeps the end of them.
    fn read_messages(&mut self) {
        let mut bytes = [0; 1 << 13];
        let Some(stderr) = &mut self.stderr else { return };
        match stderr.read(&mut bytes) {
            Ok(read @ 1..) => {
                self.last_messages.extend_from_slice(&bytes[..read]);
                let over = self.last_messages.len().saturating_sub(TAIL);
                self.last_messages.drain(..over);
            }
            Err(error) if is_passing(error.kind()) => {}
            _ => self.stderr = None,
        }
    }

    /// The fault of a program whose output is closed.
    fn ended(&mut self) -> Fault {
        let status = self.wait_for_exit();
        while self.stderr.is_some() && self.last_messages.len() < TAIL {
            let before = self.last_messages.len();
            self.read_messages();
            if self.last_messages.len() == before {
                break;
            }
        }
        let words = self.last_message();
        match status {
            None => FaultKind::Exit.because(format!("it closed its input or its output{words}")),
            Some(status) if status.success() => FaultKind::Exit.because(format!("it ended{words}")),
            Some(status) => FaultKind::Crash.because(format!("it ended with {status}{words}")),
        }
    }

    /// Waits for its end; none if it does not come in time.
    fn wait_for_exit(&mut self) -> Option<ExitStatus> {
        let begun = Instant::now();
        loop {
            match self.child.try_wait() {
                Ok(None) if begun.elapsed() < EXIT_TIME => std::thread::sleep(Duration::from_millis(1)),
                ended => return ended.ok().flatten(),
            }
        }
    }

    /// The last of its messages, for a reason.
    fn last_message(&mut self) -> String {
        self.read_messages();
        let text = String::from_utf8_lossy(&self.last_messages);
        let line = text.lines().rev().find(|line| !line.trim().is_empty());
        let short = |line: &str| line.trim().chars().take(200).collect::<String>();
        line.map_or_else(String::new, |line| format!("; its last message: {}", short(line)))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Before its end is waited for, so that the group is still its own.
        let _ = kill_process_group(self.group, Signal::KILL);
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn unasked(line: &str) -> Fault {
    FaultKind::Garbage.because(format!("`{}` before it was asked", shortened(line)))
}

fn too_long() -> Fault {
    FaultKind::Flood.because(format!("a line of more than {LONGEST_LINE} bytes"))
}

fn is_passing(error: ErrorKind) -> bool {
    matches!(error, ErrorKind::WouldBlock | ErrorKind::Interrupted)
}

/// Sets the most memory that a process may take.
#[cfg(target_os = "linux")]
fn limit(process: Pid, megabytes: u64) -> Result<(), Errno> {
    use rustix::process::{Resource, Rlimit, prlimit};
    let most = Some(megabytes << 20);
    prlimit(Some(process), Resource::As, Rlimit { current: most, maximum: most }).map(|_| ())
}

/// Only Linux sets it for another process.
#[cfg(not(target_os = "linux"))]
fn limit(_: Pid, _: u64) -> Result<(), Errno> {
    Err(Errno::NOTSUP)
}
