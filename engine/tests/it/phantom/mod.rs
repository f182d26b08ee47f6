//! Phantom games: the engine against the second implementation, and the published sizes.

/// Whole trees of small boards and random games, in both implementations.
mod agreement;
/// The numbers of histories and information sets.
mod sizes;
