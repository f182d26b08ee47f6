//! Positions, chance events, information sets and legal actions whose types are hidden.

use std::any::Any;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use crate::{ActionSet, Game};

/// A position of any game, the twin of [`Game::State`].
pub struct AnyState(Box<dyn ErasedState>);

/// A chance event of any game, the twin of [`Game::Chance`].
#[derive(Clone)]
pub struct AnyChance(Arc<dyn ErasedChance>);

/// One step of chance in any game, the twin of [`Steps::Step`](crate::Steps::Step).
#[derive(Clone)]
pub struct AnyStep {
    text: String,
    typed: Arc<dyn Any>,
}

/// An information set of any game, the twin of [`Game::InfoSet`]. Two are equal if they belong to the same
/// game and are equal there, and they hash like the value that they hold, so that
/// [`Digest::of`](crate::Digest::of) gives the same key for both.
#[derive(Clone)]
pub struct AnyInfoSet(Arc<dyn ErasedInfoSet>);

/// The legal actions of one position of any game, the twin of [`Game::Legal`].
#[derive(Clone)]
pub struct AnyLegal {
    len: u32,
    typed: Arc<dyn Any + Send + Sync>,
}

/// The number of an action: its place among the legal actions of the position at which it is taken.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct ActionNumber(u32);

trait ErasedState: Send + Sync {
    fn boxed(&self) -> Box<dyn ErasedState>;
    fn as_any(&self) -> &dyn Any;
    fn as_any_mut(&mut self) -> &mut dyn Any;
}

impl<S: Clone + Send + Sync + 'static> ErasedState for S {
    fn boxed(&self) -> Box<dyn ErasedState> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }
}

trait ErasedChance: Send + Sync {
    fn is(&self, other: &dyn Any) -> bool;
    fn as_any(&self) -> &dyn Any;
    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

impl<C: Eq + fmt::Debug + Send + Sync + 'static> ErasedChance for C {
    fn is(&self, other: &dyn Any) -> bool {
        other.downcast_ref() == Some(self)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.fmt(f)
    }
}

trait ErasedInfoSet: Send + Sync {
    fn is(&self, other: &dyn Any) -> bool;
    fn as_any(&self) -> &dyn Any;
    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
    fn absorb(&self, hasher: &mut dyn Hasher);
}

impl<I: Eq + Hash + fmt::Debug + Send + Sync + 'static> ErasedInfoSet for I {
    fn is(&self, other: &dyn Any) -> bool {
        other.downcast_ref() == Some(self)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.fmt(f)
    }

    fn absorb(&self, mut hasher: &mut dyn Hasher) {
        self.hash(&mut hasher);
    }
}

/// The panic message of an access to a value of another game.
const OTHER_GAME: &str = "the value belongs to a game of another type";

impl AnyState {
    /// Hides the type of a position.
    pub fn new<S: Clone + Send + Sync + 'static>(state: S) -> AnyState {
        AnyState(Box::new(state))
    }

    /// The position of a game whose type is known.
    ///
    /// # Panics
    ///
    /// If it is one of a game of another type.
    pub fn typed<S: 'static>(&self) -> &S {
        (*self.0).as_any().downcast_ref().expect(OTHER_GAME)
    }

    /// The position of a game whose type is known, to be changed.
    ///
    /// # Panics
    ///
    /// If it is one of a game of another type.
    pub fn typed_mut<S: 'static>(&mut self) -> &mut S {
        (*self.0).as_any_mut().downcast_mut().expect(OTHER_GAME)
    }
}

impl Clone for AnyState {
    fn clone(&self) -> AnyState {
        AnyState((*self.0).boxed())
    }
}

impl fmt::Debug for AnyState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AnyState").finish_non_exhaustive()
    }
}

impl AnyChance {
    /// Hides the type of a chance event.
    pub fn new<C: Eq + fmt::Debug + Send + Sync + 'static>(chance: C) -> AnyChance {
        AnyChance(Arc::new(chance))
    }

    /// The chance event of a game whose type is known.
    ///
    /// # Panics
    ///
    /// If it is one of a game of another type.
    pub fn typed<C: 'static>(&self) -> &C {
        (*self.0).as_any().downcast_ref().expect(OTHER_GAME)
    }
}

impl PartialEq for AnyChance {
    fn eq(&self, other: &AnyChance) -> bool {
        self.0.is((*other.0).as_any())
    }
}

impl Eq for AnyChance {}

impl fmt::Debug for AnyChance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.write(f)
    }
}

impl AnyStep {
    /// Hides the type of a step.
    pub fn new<S: fmt::Display + 'static>(step: S) -> AnyStep {
        AnyStep { text: step.to_string(), typed: Arc::new(step) }
    }

    /// The step itself.
    ///
    /// # Panics
    ///
    /// If it is not of this type.
    pub fn typed<S: 'static>(&self) -> &S {
        self.typed.downcast_ref().expect(OTHER_GAME)
    }
}

impl fmt::Display for AnyStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl AnyInfoSet {
    /// Hides the type of an information set.
    pub fn new<I: Eq + Hash + fmt::Debug + Send + Sync + 'static>(info_set: I) -> AnyInfoSet {
        AnyInfoSet(Arc::new(info_set))
    }

    /// The information set of a game whose type is known.
    ///
    /// # Panics
    ///
    /// If it is one of a game of another type.
    pub fn typed<I: 'static>(&self) -> &I {
        (*self.0).as_any().downcast_ref().expect(OTHER_GAME)
    }
}

impl PartialEq for AnyInfoSet {
    fn eq(&self, other: &AnyInfoSet) -> bool {
        self.0.is((*other.0).as_any())
    }
}

impl Eq for AnyInfoSet {}

impl Hash for AnyInfoSet {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.0.absorb(hasher);
    }
}

impl fmt::Debug for AnyInfoSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.write(f)
    }
}

impl AnyLegal {
    /// Hides the type of the legal actions of a position of `G`.
    pub fn new<G: Game<Legal: Send + Sync> + 'static>(legal: G::Legal) -> AnyLegal {
        let len = u32::try_from(legal.len()).expect("no position has 2^32 legal actions");
        AnyLegal { len, typed: Arc::new(legal) }
    }

    /// The legal actions of a game whose type is known.
    ///
    /// # Panics
    ///
    /// If they are those of a game of another type.
    pub fn typed<L: 'static>(&self) -> &L {
        self.typed.downcast_ref().expect(OTHER_GAME)
    }
}

impl ActionSet<ActionNumber> for AnyLegal {
    fn len(&self) -> usize {
        self.len as usize
    }

    fn nth(&self, n: usize) -> ActionNumber {
        debug_assert!(n < self.len());
        ActionNumber::new(n)
    }

    fn iter(&self) -> impl Iterator<Item = ActionNumber> + '_ {
        (0..self.len).map(ActionNumber)
    }
}

impl fmt::Debug for AnyLegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AnyLegal").field("len", &self.len).finish_non_exhaustive()
    }
}

impl ActionNumber {
    /// The action at this place among the legal actions.
    pub fn new(number: usize) -> ActionNumber {
        ActionNumber(u32::try_from(number).expect("no position has 2^32 legal actions"))
    }

    /// The place among the legal actions, to index with.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}
