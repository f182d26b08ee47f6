//! The one trait between the rules and everything that plays, searches or solves.

use std::fmt::Debug;
use std::hash::Hash;

use crate::{ActionSet, Rng};

/// A seat at the table, counted from 0 in the order of play.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Player(u8);

impl Player {
    /// The player in seat 0.
    pub const FIRST: Player = Player(0);
    /// The player in seat 1.
    pub const SECOND: Player = Player(1);

    /// The player in this seat.
    #[inline]
    pub const fn new(seat: usize) -> Player {
        debug_assert!(seat < 256);
        Player(seat as u8)
    }

    /// The seat, to index with.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The opponent in a game of two.
    #[inline]
    pub const fn other(self) -> Player {
        Player(self.0 ^ 1)
    }

    /// The players of a game of `count`, in seat order.
    pub fn all(count: usize) -> impl Iterator<Item = Player> {
        (0..count).map(Player::new)
    }
}

impl std::fmt::Display for Player {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "player {}", self.0)
    }
}

/// The one that acts next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// Cards are dealt or shuffled.
    Chance,
    /// This player chooses an action.
    Player(Player),
    /// The game is over and the payoffs stand.
    Over,
}

/// Draws states that fit what one player knows: [`Game::sampler`].
pub type Sampler<'g, S> = Box<dyn Fn(&mut Rng) -> S + Send + Sync + 'g>;

/// The rules of a game: its options, tables and boards, shared by reference; all that changes is in
/// [`Game::State`].
///
/// The contract, checked for every game by `tests/it/contract.rs`:
///
/// * A state is plain memory that is copied rather than undone.
/// * [`legal`](Game::legal) is not empty while it is a player's turn, and whatever it lists can be
///   played.
/// * Equal information sets of a player belong to histories that it cannot tell apart, and different
///   ones to histories that it can: perfect recall.
/// * [`sample`](Game::sample) returns a state that looks the same to that player, and from which the
///   others' information sets follow as if it were the true one.
pub trait Game: Sync {
    /// The complete state, hidden parts included: a few machine words, which can be sent to any thread.
    type State: Clone + Send + Sync;
    /// One decision of a player.
    type Action: Copy + Eq + Ord + Hash + Debug + Send + Sync;
    /// The legal actions of one position.
    type Legal: ActionSet<Self::Action>;
    /// One event of chance: a deal, a shuffled pile.
    type Chance: Clone + Eq + Debug;
    /// The information set of one player: everything that it knows.
    type InfoSet: Clone + Eq + Hash + Debug + Send + Sync;

    /// The number of players.
    fn players(&self) -> usize;

    /// The position before anything has happened.
    fn start(&self) -> Self::State;

    /// The one that acts next.
    fn turn(&self, state: &Self::State) -> Turn;

    /// The legal actions of the player to move; only asked when it is a player's turn.
    fn legal(&self, state: &Self::State) -> Self::Legal;

    /// Plays a legal action. Legality is asserted in debug builds only; the checked twin is
    /// [`History::play`](crate::History::play).
    fn play(&self, state: &mut Self::State, action: Self::Action);

    /// Draws what chance decides here, with the probabilities of the rules; only asked when it is
    /// chance's turn.
    fn draw(&self, state: &Self::State, rng: &mut Rng) -> Self::Chance;

    /// Lets chance decide so.
    fn reveal(&self, state: &mut Self::State, chance: &Self::Chance);

    /// The payoff of `player`, once the game is over.
    fn payoff(&self, state: &Self::State, player: Player) -> f64;

    /// Returns the information set of `player`.
    fn info_set(&self, state: &Self::State, player: Player) -> Self::InfoSet;

    /// A state that fits all that this player knows, each history as likely as chance makes it, times
    /// one over the number of legal actions at every decision of others that it did not see.
    fn sample(&self, info_set: &Self::InfoSet, rng: &mut Rng) -> Self::State;

    /// Returns what draws such states one after the other, each as [`sample`](Game::sample) would: faster for many of the
    /// same information set in games that have something to prepare.
    fn sampler<'g>(&'g self, info_set: &Self::InfoSet) -> Sampler<'g, Self::State> {
        let info_set = info_set.clone();
        Box::new(move |rng| self.sample(&info_set, rng))
    }

    /// Draws and reveals what chance decides here.
    #[inline]
    fn deal(&self, state: &mut Self::State, rng: &mut Rng) {
        let chance = self.draw(state, rng);
        self.reveal(state, &chance);
    }

    /// Plays uniformly random actions from `state`, with chance where it moves, until the game is over. Returns
    /// how many actions the players took. The loop that is run most often of all: a game that is one of several
    /// finds out which one here, instead of at each action.
    // Compiled apart from its callers: what the caller does besides must not cost it registers, and the same
    // code should run wherever games are played out.
    #[inline(never)]
    fn play_at_random(&self, state: &mut Self::State, rng: &mut Rng) -> u64 {
        let mut actions = 0;
        loop {
            // Players mostly follow players, so they have a loop of their own.
            while let Turn::Player(_) = self.turn(state) {
                let legal = self.legal(state);
                self.play(state, legal.nth(rng.below(legal.len() as u32) as usize));
                actions += 1;
            }
            if self.turn(state) == Turn::Over {
                return actions;
            }
            self.deal(state, rng);
        }
    }
}
