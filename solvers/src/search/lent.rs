//! Solvers that threads borrow.

use std::sync::Mutex;

/// Solvers that are not in use: one for each thread that has ever needed one at the same time as others.
#[derive(Debug)]
pub(crate) struct Pool<O> {
    prototype: O,
    spare: Mutex<Vec<O>>,
}

impl<O> Pool<O> {
    /// All solvers are copies of this one.
    pub(crate) fn new(prototype: O) -> Pool<O> {
        Pool { prototype, spare: Mutex::new(Vec::new()) }
    }
}

/// A solver that goes back to the others when it is no longer needed.
pub(crate) struct Lent<'p, O> {
    solver: Option<O>,
    pool: &'p Pool<O>,
}

impl<'p, O: Clone> Lent<'p, O> {
    /// Borrows a solver; there is always one more.
    pub(crate) fn new(pool: &'p Pool<O>) -> Lent<'p, O> {
        let found = pool.spare.lock().ok().and_then(|mut spare| spare.pop());
        Lent { solver: Some(found.unwrap_or_else(|| pool.prototype.clone())), pool }
    }

    /// The solver.
    pub(crate) fn solver(&mut self) -> &mut O {
        self.solver.as_mut().expect("it is only given back in the end")
    }
}

impl<O> Drop for Lent<'_, O> {
    fn drop(&mut self) {
        if let (Ok(mut spare), Some(solver)) = (self.pool.spare.lock(), self.solver.take()) {
            spare.push(solver);
        }
    }
}
