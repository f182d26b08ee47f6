//! Passes the flags and the version of the compiler to the bars, which print them.

use std::env;
use std::path::Path;
use std::process::Command;

fn main() {
    // Cargo separates the flags by this character, since a flag may contain blanks.
    let flags = env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default().replace('\u{1f}', " ");
    let rustc = env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let version = Command::new(rustc).arg("--version").output();
    let version = version.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    println!("cargo::rustc-env=BUILD_FLAGS={flags}");
    println!("cargo::rustc-env=BUILD_PROFILE={}", profile().unwrap_or_else(|| "unknown".to_owned()));
    println!("cargo::rustc-env=BUILD_RUSTC={}", version.unwrap_or_else(|_| "unknown rustc".to_owned()));
    println!("cargo::rerun-if-changed=build.rs");
}

/// The name of the profile: the folder of `PROFILE/build/PACKAGE/out`, since the variable `PROFILE` that Cargo sets
/// says only from which of its own profiles this one is derived.
fn profile() -> Option<String> {
    let out = env::var("OUT_DIR").ok()?;
    Some(Path::new(&out).ancestors().nth(3)?.file_name()?.to_string_lossy().into_owned())
}
