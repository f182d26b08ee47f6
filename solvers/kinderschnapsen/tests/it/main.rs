//! The slow tests of the solvers of Kinderschnapsen in one binary; the fast ones stand beside the code.

/// The local best response, which must stay below the exact one and not far.
mod local_best_response;
/// Kinderschnapsen by several solvers, and its solution where it never leads to.
mod solvers;
