//! The contract of a game, checked on random games: one line in the tests of each game.
//!
//! ```
//! use hinterhand_engine::{contract, games::Kinderschnapsen};
//! contract::check(&Kinderschnapsen::default());
//! ```
//!
//! The checks at every position, for every seat:
//!
//! * While it is a player's turn something is legal, in increasing order and in distinct words; all of it
//!   is accepted by [`History`], and nothing else is.
//! * The position keeps the invariants of [`Notation::check`], and replaying the words leads back to it.
//! * Information sets are equal if and only if what was `seen` is equal.
//! * [`Game::sample`] returns a world that is sound, and that the seat cannot tell from the true one by any
//!   byte of what it is shown. Telling that world's story from the start leads to the same world, with the
//!   same information set for every seat: also the others' recall is that of the world, not of the truth.
//!   [`Game::sampler`] draws the same world from the same generator.
//! * From the start of each game, [`Game::play_at_random`] plays what [`playout_by`] does with a uniform choice.
//! * Where [`Worlds`] lists the worlds, they are distinct and sound, their probabilities sum to one, and the
//!   true one and every sampled one are among them.
//!
//! And once a game is over, the payoffs are finite and sum to zero.

use std::collections::{BTreeSet, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::{
    ActionSet, Described, Game, History, Notation, Player, Rng, Turn, WordError, Worlds, playout_by,
};

/// Checks the contract with its default extent; panics with the first breach.
pub fn check<G: Notation + Worlds + Described>(game: &G) {
    Contract::new(game).check();
}

/// Actions that a random player should leave alone, because they end most games at once.
pub type Avoid<G> = fn(&G, &<G as Game>::State, <G as Game>::Action) -> bool;

/// The check of one game: how many games, and how they are played.
#[derive(Clone, Copy, Debug)]
pub struct Contract<'g, G: Game> {
    game: &'g G,
    games: u64,
    seed: u64,
    zero_sum: bool,
    public_turns: bool,
    avoid: Option<Avoid<G>>,
}

/// Worlds are listed where there are no more than this.
const FEW: usize = 60;

/// Words that no game knows, or that are nearly right.
const GARBAGE: [&str; 8] = ["", " ", "nonsense", "deal:", "deal", ":", "♠", "\u{0}"];

impl<'g, G: Game> Contract<'g, G> {
    /// The check of `game`: 100 random games.
    pub fn new(game: &'g G) -> Contract<'g, G> {
        Contract { game, games: 100, seed: 1, zero_sum: true, public_turns: true, avoid: None }
    }

    /// With this many games.
    #[must_use]
    pub fn games(self, games: u64) -> Self {
        Contract { games, ..self }
    }

    /// With random games of this seed.
    #[must_use]
    pub fn seed(self, seed: u64) -> Self {
        Contract { seed, ..self }
    }

    /// Without asking that the payoffs sum to zero.
    #[must_use]
    pub fn general_sum(self) -> Self {
        Contract { zero_sum: false, ..self }
    }

    /// Does not require that a player that is not to move knows who is, or that the game is over.
    #[must_use]
    pub fn hidden_turns(self) -> Self {
        Contract { public_turns: false, ..self }
    }

    /// Leaving some actions alone in nine games of ten, where another is legal.
    #[must_use]
    pub fn avoiding(self, avoid: Avoid<G>) -> Self {
        Contract { avoid: Some(avoid), ..self }
    }
}

impl<G: Notation> Contract<'_, G> {
    /// Plays the random game with this number and shows every position of it, the first and the last
    /// included.
    pub fn walk<E>(
        &self,
        number: u64,
        mut visit: impl FnMut(&History<'_, G>, &mut Rng) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut rng = Rng::new(self.seed, number);
        let mut history = History::new(self.game);
        loop {
            visit(&history, &mut rng)?;
            match history.turn() {
                Turn::Over => return Ok(()),
                Turn::Chance => {
                    let chance = self.game.draw(history.state(), &mut rng);
                    let word = self.game.chance_word(history.state(), &chance);
                    let played = history.play_word(&word);
                    played.unwrap_or_else(|error| panic!("a chance word is not read back: {error}"));
                }
                Turn::Player(_) => {
                    let action = self.choose(history.state(), number, &mut rng);
                    let played = history.play(action);
                    played.unwrap_or_else(|error| panic!("a legal action is not read back: {error}"));
                }
            }
        }
    }

    /// A random action, in nine games of ten none of those to be avoided.
    fn choose(&self, state: &G::State, number: u64, rng: &mut Rng) -> G::Action {
        let legal = self.game.legal(state);
        let wanted: Vec<G::Action> = match self.avoid {
            Some(avoid) if number % 10 != 9 => {
                legal.iter().filter(|&action| !avoid(self.game, state, action)).collect()
            }
            _ => Vec::new(),
        };
        match wanted.len() {
            0 => legal.nth(rng.below(legal.len() as u32) as usize),
            some => wanted[rng.below(some as u32) as usize],
        }
    }
}

impl<G: Notation + Worlds + Described> Contract<'_, G> {
    /// Checks the contract; panics with the first breach.
    pub fn check(&self) {
        if let Err(breach) = self.run() {
            panic!("{breach}");
        }
    }

    /// Checks the contract and returns the number of positions, or the first breach in words.
    pub fn run(&self) -> Result<usize, String> {
        let mut positions = 0;
        let mut memory = Memory::new(self.game.players());
        for number in 0..self.games {
            self.check_random_play(number)?;
            self.walk(number, |history, rng| {
                positions += 1;
                self.check_position(history, &mut memory, rng).map_err(|breach| {
                    format!("{}, after `{}`: {breach}", G::INFO.name, history.words().join(" "))
                })
            })?;
        }
        Ok(positions)
    }

    /// Games that are played at random in both ways end alike.
    fn check_random_play(&self, number: u64) -> Result<(), String> {
        let mut rngs = [Rng::new(self.seed, number), Rng::new(self.seed, number)];
        let mut ends = [self.game.start(), self.game.start()];
        let lengths = [
            self.game.play_at_random(&mut ends[0], &mut rngs[0]),
            playout_by(self.game, &mut ends[1], &mut rngs[1], |_, legal, rng| {
                legal.nth(rng.below(legal.len() as u32) as usize)
            }),
        ];
        let [one, other] = ends.map(|end| self.game.position_text(&end));
        let is_same = one == other && lengths[0] == lengths[1] && rngs[0].bits() == rngs[1].bits();
        ensure(is_same, || {
            let [end, expected] = lengths;
            format!(
                "`play_at_random` ends at {one} after {end} actions, a uniform choice at {other} after {expected}"
            )
        })
    }

    fn check_position(
        &self,
        history: &History<'_, G>,
        memory: &mut Memory<G>,
        rng: &mut Rng,
    ) -> Result<(), String> {
        self.game.check(history.state())?;
        self.check_replay(history)?;
        match history.turn() {
            Turn::Player(_) => self.check_legal(history, memory)?,
            Turn::Chance => {}
            Turn::Over => self.check_payoffs(history)?,
        }
        for player in Player::all(self.game.players()) {
            memory.check(history, player)?;
            let (before, info_set) = (rng.clone(), self.game.info_set(history.state(), player));
            let world = self.game.sample(&info_set, rng);
            let words = self.check_world(history, player, &world, memory)?;
            let sampler = self.game.sampler(&info_set);
            for _ in 0..2 {
                let same = sampler(&mut before.clone());
                ensure(self.game.position_text(&same) == self.game.position_text(&world), || {
                    format!(
                        "`sampler` for {player} draws another world than `sample` with the same generator"
                    )
                })?;
            }
            self.check_worlds(history, player, &words, memory)?;
        }
        Ok(())
    }

    /// Replaying the words leads to the same position and to the same words.
    fn check_replay(&self, history: &History<'_, G>) -> Result<(), String> {
        let replayed = self.replay(history.words()).map_err(|error| format!("its own words: {error}"))?;
        ensure(replayed.words() == history.words(), || "replaying changes the words".to_owned())?;
        ensure(replayed.turn() == history.turn(), || "replaying changes the turn".to_owned())?;
        ensure(replayed.returns() == history.returns(), || "replaying changes the returns".to_owned())?;
        let text = |history: &History<'_, G>| self.game.position_text(history.state());
        ensure(text(&replayed) == text(history), || "replaying changes the position".to_owned())
    }

    fn replay(&self, words: &[String]) -> Result<History<'_, G>, WordError> {
        let mut history = History::new(self.game);
        words.iter().try_for_each(|word| history.play_word(word))?;
        Ok(history)
    }

    fn check_legal(&self, history: &History<'_, G>, memory: &mut Memory<G>) -> Result<(), String> {
        let state = history.state();
        let legal = self.game.legal(state);
        let actions: Vec<G::Action> = legal.iter().collect();
        ensure(!actions.is_empty() && !legal.is_empty(), || "nothing is legal".to_owned())?;
        ensure(actions.is_sorted_by(|a, b| a < b), || format!("legal actions out of order: {actions:?}"))?;
        let counted: Vec<G::Action> = (0..legal.len()).map(|n| legal.nth(n)).collect();
        ensure(counted == actions, || format!("by number {counted:?}, by iterator {actions:?}"))?;
        let words = self.game.legal_words(state);
        ensure(words.len() == actions.len(), || format!("{} words for {actions:?}", words.len()))?;
        ensure(words.is_sorted_by(|a, b| a < b), || format!("legal words out of order: {words:?}"))?;
        for &action in &actions {
            ensure(legal.contains(action), || format!("{action:?} is listed but not contained"))?;
            let mut next = history.clone();
            next.play(action).map_err(|error| format!("listed but refused: {error}"))?;
            let word = self.game.action_word(state, action);
            ensure(next.words().last() == Some(&word), || format!("{action:?} is not recorded as {word}"))?;
        }
        memory.words.extend(words.iter().cloned());
        let others = memory.words.iter().map(String::as_str).filter(|word| !words.iter().any(|w| w == word));
        for word in others.chain(GARBAGE) {
            let mut next = history.clone();
            ensure(next.play_word(word).is_err(), || format!("`{word}` is accepted but not listed"))?;
            ensure(next.words() == history.words(), || format!("`{word}` is refused but recorded"))?;
        }
        Ok(())
    }

    fn check_payoffs(&self, history: &History<'_, G>) -> Result<(), String> {
        let returns = history.returns().ok_or("over, but without returns")?;
        ensure(returns.iter().all(|pay| pay.is_finite()), || format!("payoffs {returns:?}"))?;
        let least =
            Player::all(returns.len()).zip(&returns).all(|(p, &pay)| pay >= self.game.least_payoff(p));
        ensure(least, || format!("payoffs {returns:?} below the least one"))?;
        // Rounding leaves a little where payoffs are no whole numbers.
        let even = returns.iter().sum::<f64>().abs() < 1e-9;
        ensure(even || !self.zero_sum, || format!("payoffs {returns:?} do not sum to zero"))?;
        let mut next = history.clone();
        ensure(next.play_word("on").is_err(), || "a word is accepted after the end".to_owned())
    }

    /// Checks a world that `player` should not be able to tell from the end of `history`, and returns its
    /// story.
    fn check_world(
        &self,
        history: &History<'_, G>,
        player: Player,
        world: &G::State,
        memory: &mut Memory<G>,
    ) -> Result<Vec<String>, String> {
        self.game.check(world).map_err(|error| format!("a world of {player} is unsound: {error}"))?;
        let words = self.game.retold(history.words(), world);
        let replayed = self.replay(&words).map_err(|error| {
            format!("a world of {player} cannot be replayed: {}: {error}", words.join(" "))
        })?;
        let text = |state: &G::State| self.game.position_text(state);
        ensure(text(replayed.state()) == text(world), || {
            format!("a world of {player} is {}, its story leads to {}", text(world), text(replayed.state()))
        })?;
        for other in Player::all(self.game.players()) {
            let (sampled, reached) =
                (self.game.info_set(world, other), self.game.info_set(replayed.state(), other));
            ensure(sampled == reached, || {
                format!("in a world of {player}, {other} knows {sampled:?}, by its story {reached:?}")
            })?;
            memory.check(&replayed, other)?;
        }
        let shown = if self.public_turns { shown } else { shown_to_seat };
        let (truth, shown) = (shown(history, player), shown(&replayed, player));
        ensure(truth == shown, || format!("{player} is shown\n{truth}\nbut in a world that fits\n{shown}"))?;
        Ok(words)
    }

    /// Where the worlds are few: checks each of them, and that the true and the sampled one are there.
    fn check_worlds(
        &self,
        history: &History<'_, G>,
        player: Player,
        sampled: &[String],
        memory: &mut Memory<G>,
    ) -> Result<(), String> {
        let info_set = self.game.info_set(history.state(), player);
        let Some(worlds) = self.game.worlds(&info_set, FEW) else { return Ok(()) };
        let total: f64 = worlds.iter().map(|(_, probability)| probability).sum();
        // The sum of at most FEW rounded numbers.
        ensure((total - 1.0).abs() < 1e-9, || format!("the worlds of {player} sum to {total}"))?;
        let mut stories = BTreeSet::new();
        for (world, _) in &worlds {
            let story = self.check_world(history, player, world, memory)?;
            ensure(stories.insert(story), || format!("{player} has a world twice"))?;
        }
        ensure(stories.contains(history.words()), || format!("the truth is no world of {player}"))?;
        ensure(stories.contains(sampled), || format!("a sample is no world of {player}"))
    }
}

/// Everything that `player` is shown at the end of `history`, every byte of it.
pub fn shown<G: Notation>(history: &History<'_, G>, player: Player) -> String {
    format!("{}\n{:?}", shown_to_seat(history, player), history.turn())
}

/// Everything that `player` is shown besides whose turn it is.
fn shown_to_seat<G: Notation>(history: &History<'_, G>, player: Player) -> String {
    let (game, state) = (history.game(), history.state());
    let info_set = game.info_set(state, player);
    let mut hasher = DefaultHasher::new();
    info_set.hash(&mut hasher);
    let own_turn = history.turn() == Turn::Player(player);
    let legal = if own_turn { game.legal_words(state) } else { Vec::new() };
    format!(
        "{info_set:?}\n{:016x}\n{}\n{}\n{}",
        hasher.finish(),
        game.table_text(&info_set),
        history.seen(player),
        legal.join(" ")
    )
}

/// The information sets and texts of all games so far.
struct Memory<G: Game> {
    seen: Vec<HashMap<String, G::InfoSet>>,
    info_sets: Vec<HashMap<G::InfoSet, String>>,
    words: BTreeSet<String>,
}

impl<G: Notation> Memory<G> {
    fn new(players: usize) -> Memory<G> {
        Memory {
            seen: vec![HashMap::new(); players],
            info_sets: vec![HashMap::new(); players],
            words: BTreeSet::new(),
        }
    }

    /// The information set is another one if and only if what was seen is.
    fn check(&mut self, history: &History<'_, G>, player: Player) -> Result<(), String> {
        let info_set = history.game().info_set(history.state(), player);
        let seen = history.seen(player);
        let known = self.info_sets[player.index()].entry(info_set.clone()).or_insert_with(|| seen.to_owned());
        ensure(known == seen, || {
            format!("{player} has one information set for `{known}` and `{seen}`: {info_set:?}")
        })?;
        let known = self.seen[player.index()].entry(seen.to_owned()).or_insert_with(|| info_set.clone());
        ensure(*known == info_set, || format!("{player} saw `{seen}` but has {known:?} and {info_set:?}"))
    }
}

fn ensure(holds: bool, breach: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(breach()) }
}
