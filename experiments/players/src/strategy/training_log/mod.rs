//! The log of a training: the task, and the figures of each judgement.

mod point;
mod task;
mod yardstick;

pub use point::{Bout, Point};
pub use task::{Rivals, Task};
pub use yardstick::Yardstick;
