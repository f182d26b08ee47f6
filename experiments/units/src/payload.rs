//! What a unit has found: the part that is the same on every machine, and the times.

use serde::Serialize;
use serde::de::DeserializeOwned;

/// What a unit has found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Payload {
    /// The part that is the same on every machine.
    pub same: Vec<u8>,
    /// What differs by its nature: times, and where it was done. It is kept, but does not tell results apart.
    pub apart: Vec<u8>,
}

impl Payload {
    /// Two values as JSON.
    pub(crate) fn json(same: &impl Serialize, apart: &impl Serialize) -> Payload {
        let bytes = |what: Result<Vec<u8>, serde_json::Error>| what.expect("it is plain JSON");
        Payload { same: bytes(serde_json::to_vec(same)), apart: bytes(serde_json::to_vec(apart)) }
    }

    /// The two values.
    pub(crate) fn parse<S: DeserializeOwned, A: DeserializeOwned>(
        &self,
    ) -> Result<(S, A), serde_json::Error> {
        Ok((serde_json::from_slice(&self.same)?, serde_json::from_slice(&self.apart)?))
    }

    /// The hash of the part that is the same on every machine.
    pub fn content(&self) -> String {
        blake3::hash(&self.same).to_hex().to_string()
    }
}
