//! What is kept of a training besides its strategy: what is trained, and what each judgement on the way said.

mod point;
mod task;
mod yardstick;

pub use point::{Bout, Point};
pub use task::{Rivals, Task};
pub use yardstick::Yardstick;
