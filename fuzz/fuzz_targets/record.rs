//! Feeds bytes to `entries::record`.

#![no_main]

#[path = "../entries.rs"]
#[allow(dead_code)] // each target has one entry
mod entries;

libfuzzer_sys::fuzz_target!(|data: &[u8]| entries::record(data));
