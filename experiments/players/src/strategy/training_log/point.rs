//! One judgement of a training on its way.

use serde::{Deserialize, Serialize};

/// One judgement on the way: a line of the convergence log.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Point {
    /// The iterations done.
    pub iteration: u64,
    /// The seconds of training so far, judging left out.
    pub seconds: f64,
    /// The exploitability, if it was computed.
    pub exploitability: Option<f64>,
    /// With two players, what player 0 wins when both play by the strategy.
    pub value: Option<f64>,
    /// The lower bound of that.
    pub value_low: Option<f64>,
    /// The upper bound.
    pub value_high: Option<f64>,
    /// A lower bound of the exploitability by the local best response, if one was sought.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exploitability_low: Option<f64>,
    /// The standard error of that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exploitability_low_error: Option<f64>,
    /// The results of the gauntlet, bot by bot.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gauntlet: Vec<Bout>,
}

/// The result of the hands against one bot.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Bout {
    /// The bot as it was asked for.
    pub bot: String,
    /// The hands played.
    pub hands: u64,
    /// The number of hands that the bot forfeited, if it is an external program.
    #[serde(default)]
    pub forfeits: u64,
    /// The mean payoff of the strategy in a hand.
    pub mean: f64,
    /// The lower end of the 95 % confidence interval of that; none of a single deal.
    pub mean_low: Option<f64>,
    /// The upper end.
    pub mean_high: Option<f64>,
}
