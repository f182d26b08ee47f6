//! The object-safe face of a game: rules, positions and knowledge as values of one type, whatever the game.
//!
//! [`AnyGame`] holds any [`Playable`] game with its settings and is itself a [`Game`](crate::Game): a
//! [`History`](crate::History) of it can be played by word or by action number, a [`View`](crate::View) of it
//! is what an agent is handed. Everything that is not a hot loop is written against it and compiled once. Hot
//! loops stay generic over [`Game`](crate::Game); they get from here to their own types by
//! [`AnyState::typed`], [`AnyInfoSet::typed`] and [`AnyLegal::typed`].
//!
//! ```
//! use hinterhand_engine::dynamic::AnyGame;
//! use hinterhand_engine::{History, Player, Rng, Settings, games::Kuhn};
//!
//! let game = AnyGame::new(Kuhn::default(), Settings::of::<Kuhn>());
//! let mut history = History::new(&game);
//! history.deal(&mut Rng::new(2026, 0));
//! history.play_word("bet")?;
//! history.play_word("pass")?;
//! assert_eq!(history.returns(), Some(vec![1.0, -1.0]));
//! # Ok::<(), hinterhand_engine::WordError>(())
//! ```

mod erased;
mod game;
mod values;

pub use erased::Playable;
pub use game::AnyGame;
pub use values::{ActionNumber, AnyChance, AnyInfoSet, AnyLegal, AnyState, AnyStep};
