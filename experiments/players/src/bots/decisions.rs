//! The time and effort of the decisions of a hand, packed into bytes.
//!
//! Each action of a player is two numbers and perhaps a third: twice the steps of the search, and one more if
//! a value follows; the microseconds; the value that the player expected, as 4 bytes of a float, least byte
//! first. Whole numbers are in groups of seven bits, the lowest first, and all bytes of a number but its last
//! have their highest bit set (LEB128). So an action without thought takes two bytes.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::DecisionRecord;

/// The decisions of one hand, in the order of its actions.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Decisions(Vec<u8>);

impl Decisions {
    /// The decisions that were packed into these bytes.
    pub fn packed(bytes: Vec<u8>) -> Decisions {
        Decisions(bytes)
    }

    /// The bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// Adds a decision.
    pub fn push(&mut self, decision: DecisionRecord) {
        let DecisionRecord { steps, time, value } = decision;
        self.number(u128::from(steps) << 1 | u128::from(value.is_some()));
        self.number(time.as_micros());
        if let Some(value) = value {
            self.0.extend((value as f32).to_le_bytes());
        }
    }

    /// Takes the times out, which differ from run to run: what is left has a time of 0 everywhere. None if the bytes
    /// are not what was packed.
    pub fn take_times(&mut self) -> Option<Vec<Duration>> {
        let decisions = self.unpacked()?;
        let times = decisions.iter().map(|decision| decision.time).collect();
        self.0.clear();
        decisions
            .into_iter()
            .for_each(|decision| self.push(DecisionRecord { time: Duration::ZERO, ..decision }));
        Some(times)
    }

    /// Puts times that were taken out in again, one for each decision; false if there are more or fewer of them.
    pub fn put_times(&mut self, times: &[Duration]) -> bool {
        let Some(decisions) = self.unpacked().filter(|decisions| decisions.len() == times.len()) else {
            return false;
        };
        self.0.clear();
        let timed = decisions.into_iter().zip(times);
        timed.for_each(|(decision, &time)| self.push(DecisionRecord { time, ..decision }));
        true
    }

    fn number(&mut self, mut number: u128) {
        while number >= 0x80 {
            self.0.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.0.push(number as u8);
    }

    /// The decisions; none if the bytes are not what was packed.
    pub fn unpacked(&self) -> Option<Vec<DecisionRecord>> {
        let mut rest = &self.0[..];
        let mut decisions = Vec::new();
        while !rest.is_empty() {
            let steps = number(&mut rest)?;
            let time = Duration::from_micros(number(&mut rest)?.try_into().ok()?);
            let value = if steps & 1 == 1 {
                let (bytes, after) = rest.split_first_chunk()?;
                rest = after;
                Some(f64::from(f32::from_le_bytes(*bytes)))
            } else {
                None
            };
            decisions.push(DecisionRecord { steps: (steps >> 1).try_into().ok()?, time, value });
        }
        Some(decisions)
    }
}

/// Takes a number from the front.
fn number(rest: &mut &[u8]) -> Option<u128> {
    let mut number = 0;
    // More groups than these never were packed.
    for shift in (0..77).step_by(7) {
        let (&byte, after) = rest.split_first()?;
        *rest = after;
        number |= u128::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}
