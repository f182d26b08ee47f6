//! The page without a server as WebAssembly, for `scripts/build-browser`:
//! [`LocalBots`](hinterhand_web::LocalBots), or, without the feature `bots`,
//! [`LocalTables`](hinterhand_web::LocalTables). A page calls what `exports` has; on other targets there is
//! nothing here.

#[cfg(target_family = "wasm")]
mod exports;
