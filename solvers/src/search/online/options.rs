//! The options of online outcome sampling.

/// The target of walks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Targeting {
    /// To the histories that the player at the decision cannot tell from the true one: information set
    /// targeting (IST).
    InformationSet,
    /// To the histories that follow from those if it is asked again and again what the others, too, cannot
    /// tell apart: public subgame targeting (PST).
    PublicState,
}

/// The weight of walks to a target beside the walks before it, 1 for the walks without a target. With the
/// mean strategies of all players the target is reached with probability `p` by walks that are drawn nowhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Restart {
    /// `(1 - delta) + delta / p`: what the paper says in words and shows with an example. A walk that reaches
    /// the decision counts there as much as an earlier one, although there are more of them now.
    Reach,
    /// `1 / ((1 - delta) + delta q)`, where `q` is the share of the information set of the decision in the
    /// target: the formula that the paper prints. It is 1 if the target is the information set.
    Printed,
    /// 1.
    Off,
}

/// The options of online outcome sampling. The defaults are those of the paper.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct OnlineOptions {
    /// The target of walks.
    pub targeting: Targeting,
    /// The probability with which they are drawn there.
    pub delta: f64,
    /// The probability with which the learning player takes a uniformly random action instead of one of its
    /// strategy.
    pub exploration: f64,
    /// The weight of the uniform strategy mixed into every strategy.
    pub mixing: f64,
    /// The weight of walks to a new target.
    pub restart: Restart,
    /// The maximum number of histories of a target. A public state with more gives way to the information
    /// set; an information set with more, to a sample of this size. With 0 there is no target.
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
            restart: Restart::Reach,
            worlds: 10_000,
            memory: 1 << 30,
        }
    }
}
