//! The page without a server: [`Local`](hinterhand_web::Local) as WebAssembly, for `scripts/build-browser`. A
//! page calls what `exports` has; on other targets there is nothing here.

#[cfg(target_family = "wasm")]
mod exports;
