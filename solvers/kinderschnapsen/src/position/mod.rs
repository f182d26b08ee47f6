//! Public positions of a hand, the hands that can be held in them, and passes over all of them.

pub(crate) mod endings;
pub(crate) mod layout;
pub(crate) mod mirror;
pub(crate) mod pairs;
pub(crate) mod path;
pub(crate) mod public_state;
pub(crate) mod reaching;
pub(crate) mod rules;
pub(crate) mod subsets;
#[cfg(test)]
pub(crate) mod tests;
pub(crate) mod walk;
