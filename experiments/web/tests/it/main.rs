//! The tests of the server without a browser: each file asks one question of it over HTTP and WebSocket.

mod browser;
mod hidden;
mod hostile;
mod play;
mod programs;
mod spectators;
mod study;
mod survives;
