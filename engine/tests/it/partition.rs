//! The information partitions, in the engine and in the naive implementation.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use hinterhand_engine::{History, Notation, Player, Turn};

use crate::naive::Naive;

/// Which histories look the same to each player, in both implementations.
///
/// The observations of a long game are a long text, and a new one at every position: fingerprints are kept.
pub struct Partition {
    to_naive: Vec<HashMap<u64, u64>>,
    from_naive: Vec<HashMap<u64, u64>>,
    /// Positions of each player that looked like one met before.
    pub alike: Vec<usize>,
    /// Positions compared.
    pub positions: usize,
}

impl Partition {
    /// Nothing has been seen yet by this number of players.
    pub fn new(players: usize) -> Partition {
        let none = vec![HashMap::new(); players];
        Partition { to_naive: none.clone(), from_naive: none, alike: vec![0; players], positions: 0 }
    }

    /// Plays these words in both as far as they are legal, and compares every position.
    pub fn follow<G: Notation, N: Naive>(
        &mut self,
        game: &G,
        naive: &N,
        words: &[String],
    ) -> Result<(), String> {
        let mut naive = naive.clone();
        let mut history = History::new(game);
        for word in words {
            let legal = history.play_word(word).is_ok();
            if naive.turn() != "chance" && naive.legal().contains(word) != legal {
                return Err(format!("{}: is {word} legal?", history.words().join(" ")));
            }
            if !legal {
                return Ok(());
            }
            naive.play(word);
            let told = |error| format!("{} {error}", history.words().join(" "));
            same_position(game, history.state(), &naive).map_err(told)?;
            self.compare(&history, &naive).map_err(told)?;
            self.positions += 1;
        }
        Ok(())
    }

    fn compare<G: Notation, N: Naive>(&mut self, history: &History<'_, G>, naive: &N) -> Result<(), String> {
        for player in 0..self.alike.len() {
            let (seen, naively) = (history.seen(Player::new(player)), naive.seen(player));
            let (ours, theirs) = (fingerprint(seen), fingerprint(&naively));
            if *self.to_naive[player].entry(ours).or_insert(theirs) != theirs {
                return Err(format!(": player {player} saw {seen} before, but naively not {naively}"));
            }
            self.alike[player] += 1;
            let known = self.from_naive[player].entry(theirs).or_insert_with(|| {
                self.alike[player] -= 1;
                ours
            });
            if *known != ours {
                return Err(format!(": naively player {player} saw {naively} before, but not {seen}"));
            }
        }
        Ok(())
    }
}

fn fingerprint(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

/// Compares whose turn it is, what is legal, and what all players get.
pub fn same_position<G: Notation, N: Naive>(game: &G, state: &G::State, naive: &N) -> Result<(), String> {
    let (turn, legal) = match game.turn(state) {
        Turn::Chance => ("chance".to_owned(), Vec::new()),
        Turn::Over => ("over".to_owned(), Vec::new()),
        Turn::Player(player) => (player.to_string(), game.legal_words(state)),
    };
    if turn != naive.turn() || legal != naive.legal() {
        return Err(format!(": {turn} {legal:?}, but naively {} {:?}", naive.turn(), naive.legal()));
    }
    if turn == "over" {
        let returns: Vec<f64> =
            Player::all(game.players()).map(|player| game.payoff(state, player)).collect();
        let naively = naive.returns();
        if returns != naively {
            return Err(format!(": {returns:?}, but naively {naively:?}"));
        }
    }
    Ok(())
}
