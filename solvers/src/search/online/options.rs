//! The options of online outcome sampling.

/// The target of walks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Targeting {
    /// To the histories that the player at the decision cannot tell from the true one.
    InformationSet,
    /// To the histories that follow from those if it is asked again and again what the others, too, cannot
    /// tell apart.
    PublicState,
}

/// The options of online outcome sampling. The defaults are those of the paper.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct OnlineOptions {
    /// The target of walks.
    pub targeting: Targeting,
    /// The probability with which they are directed there.
    pub delta: f64,
    /// The probability with which the learning player takes a uniformly random action instead of one of its
    /// strategy.
    pub exploration: f64,
    /// The weight of the uniform strategy mixed into every strategy.
    pub mixing: f64,
    /// The maximum number of histories of a target. If there are more, the next smaller kind of target is
    /// used, at last none: then walks go anywhere.
    pub worlds: usize,
    /// The maximum size of the table in bytes. When it is full, walks learn only where they have been before.
    pub memory: usize,
}

impl Default for OnlineOptions {
    fn default() -> OnlineOptions {
        OnlineOptions {
            targeting: Targeting::InformationSet,
            delta: 0.9,
            exploration: 0.4,
            mixing: 0.01,
            worlds: 20_000,
            memory: 1 << 30,
        }
    }
}
