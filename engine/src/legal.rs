//! Sets of legal actions: counted, indexed and walked without allocating.

/// The legal actions of one position, in increasing order.
pub trait ActionSet<A>: Clone {
    /// The number of them.
    fn len(&self) -> usize;

    /// The `n`-th one, counted from 0; `n` must be below [`len`](ActionSet::len).
    fn nth(&self, n: usize) -> A;

    /// All of them.
    fn iter(&self) -> impl Iterator<Item = A> + '_;

    /// Whether there is none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether `action` is among them.
    fn contains(&self, action: A) -> bool
    where
        A: PartialEq,
    {
        self.iter().any(|legal| legal == action)
    }
}

/// A list of at most `N` actions that lives on the stack, for games whose legal actions are few.
#[derive(Clone, Copy, Debug)]
pub struct ActionList<A, const N: usize> {
    len: u8,
    actions: [A; N],
}

impl<A: Copy + Default, const N: usize> ActionList<A, N> {
    /// No action yet.
    pub fn new() -> ActionList<A, N> {
        const { assert!(N < 256) };
        ActionList { len: 0, actions: [A::default(); N] }
    }

    /// Adds `action`; the caller keeps increasing order. There must be room.
    #[inline]
    pub fn push(&mut self, action: A) {
        self.actions[self.len as usize] = action;
        self.len += 1;
    }
}

impl<A: Copy + Default, const N: usize> Default for ActionList<A, N> {
    fn default() -> Self {
        ActionList::new()
    }
}

impl<A: Copy + Default, const N: usize> FromIterator<A> for ActionList<A, N> {
    fn from_iter<I: IntoIterator<Item = A>>(actions: I) -> Self {
        let mut list = ActionList::new();
        actions.into_iter().for_each(|action| list.push(action));
        list
    }
}

impl<A: Copy, const N: usize> ActionSet<A> for ActionList<A, N> {
    #[inline]
    fn len(&self) -> usize {
        self.len as usize
    }

    #[inline]
    fn nth(&self, n: usize) -> A {
        self.actions[..self.len as usize][n]
    }

    fn iter(&self) -> impl Iterator<Item = A> + '_ {
        self.actions[..self.len as usize].iter().copied()
    }
}
