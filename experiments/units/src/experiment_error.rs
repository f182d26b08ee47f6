//! Why an experiment cannot be cut into units, or not be done here.

/// An experiment that cannot be cut into units, or not be done here.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the fields are what the messages name")]
pub enum ExperimentError {
    #[error(
        "`{bot}` goes by the clock: how it plays depends on the speed of the machine, so the units of several machines \
         would not be those of one. Give it a number of steps (such as `iterations=1000`) instead of a time, or play on \
         one machine without units"
    )]
    Clock { bot: String },
    #[error("`{bot}` sees all cards: only a duel seats it")]
    Cheats { bot: String },
    #[error("{what} is {found} here, and the plan was made with {planned}")]
    Differs { what: String, planned: String, found: String },
    #[error("{what}: {message}")]
    Unfit { what: String, message: String },
}
