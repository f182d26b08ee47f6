//! Passes the flags and the version of the compiler to the bars, which print them.

use std::env;
use std::process::Command;

fn main() {
    // Cargo separates the flags by this character, since a flag may contain blanks.
    let flags = env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default().replace('\u{1f}', " ");
    let rustc = env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let version = Command::new(rustc).arg("--version").output();
    let version = version.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    println!("cargo::rustc-env=BUILD_FLAGS={flags}");
    println!("cargo::rustc-env=BUILD_PROFILE={}", env::var("PROFILE").unwrap_or_default());
    println!("cargo::rustc-env=BUILD_RUSTC={}", version.unwrap_or_else(|_| "unknown rustc".to_owned()));
    println!("cargo::rerun-if-changed=build.rs");
}
