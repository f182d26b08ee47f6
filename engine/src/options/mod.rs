//! Options of a game as text: names, allowed values, defaults, presets.

mod declare;
mod described;
mod error;
mod field;
mod settings;
mod spec;
mod value;

pub use declare::Options;
pub use described::Described;
pub use error::OptionError;
pub use field::OptionField;
pub use settings::Settings;
pub use spec::{GameInfo, OptionSpec, Preset};
pub use value::{Allowed, Value};
