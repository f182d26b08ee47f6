//! The tests of the crate as others see it; what needs its private parts stands beside the code.

/// Intervals of any figure by drawing the results again (Efron 1979).
mod ratings_bootstrap;

/// Published and independently computed fits, and bouts that have none.
mod ratings_bradley_terry;

/// The results of each pair of bots.
mod ratings_cross_table;

/// The normal, Student's t and beta distributions: shares below a point, and points below which a share lies.
mod ratings_distributions;

/// Intervals of a share, such as that of hands won.
mod ratings_intervals;

/// Count, mean and variance of numbers that come one by one, and the intervals of their mean.
mod ratings_moments;

/// Rows of decisions as a file: JSON lines, or Parquet.
mod selfplay_form;

/// The plan of self-play: everything that the rows depend on, as one value.
mod selfplay_plan;

/// The speed of the hot paths on this machine, in a few seconds.
mod speeds;

/// A tournament in a TOML file.
mod tournament_file;

/// The standings: the cross table with intervals, and ratings.
mod tournament_standings;

/// The counted results of deals: enough for every figure, and independent of the order of the deals.
mod tournament_tally;

/// Threads that work through numbered tasks, and the one loop that hands out the tasks and hands on the
/// results.
mod workers;
