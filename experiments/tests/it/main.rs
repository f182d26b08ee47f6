//! Tests of the library.

mod trees; // the example trees, and trees written as JSON
