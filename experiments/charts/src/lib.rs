//! Charts as SVG: text in, text out. Everything that the tools draw is drawn here, so that it looks alike.

mod chart;
mod dot_plot;
mod heat_map;
mod histogram;

pub use chart::{Axis, Chart, Line, Scale};
pub use dot_plot::{Dot, DotPlot};
pub use heat_map::{HeatMap, Panel};
pub use histogram::Histogram;
