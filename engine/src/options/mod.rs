//! Options of a game as text: names, allowed values, defaults, presets.

mod declare;
mod error;
mod settings;
mod spec;
mod value;

pub use declare::{OptionField, Options};
pub use error::OptionError;
pub use settings::Settings;
pub use spec::{Described, GameInfo, OptionSpec, Preset};
pub use value::{Allowed, Value};
