//! In place of running programs, where this crate cannot wait for them with a time limit.

use std::convert::Infallible;
use std::process::ExitStatus;
use std::time::Duration;

use super::{Fault, FaultKind};

/// There is none.
#[derive(Debug)]
pub(super) struct Process(Infallible);

impl Process {
    pub(super) fn start(_: &[String], _: Option<u64>) -> Result<Process, Fault> {
        Err(FaultKind::Start.because("programs can be seated on Unix alone"))
    }

    pub(super) fn is_running(&mut self) -> bool {
        match self.0 {}
    }

    pub(super) fn ask<T>(
        &mut self,
        _: &[u8],
        _: Duration,
        _: impl FnMut(&str) -> Result<Option<T>, Fault>,
    ) -> Result<T, Fault> {
        match self.0 {}
    }

    pub(super) fn must_be_silent(&mut self, _: Duration) -> Result<(), Fault> {
        match self.0 {}
    }

    pub(super) fn quit(self, _: &[u8]) -> Option<ExitStatus> {
        match self.0 {}
    }

    pub(super) fn quit_by_word(self, _: &[u8]) -> Option<ExitStatus> {
        match self.0 {}
    }
}
