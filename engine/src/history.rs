//! A game as it is played: the position, the words that led to it, and what each player has seen.

use crate::{ActionSet, Event, EventOf, Game, Notation, Player, Rng, Turn, WordError};

/// A position with its history. It is the checked edge of the engine: whatever is played here is legal.
#[derive(Debug)]
pub struct History<'g, G: Game> {
    game: &'g G,
    state: G::State,
    words: Vec<String>,
    seen: Vec<String>,
}

impl<G: Game> Clone for History<'_, G> {
    fn clone(&self) -> Self {
        History {
            game: self.game,
            state: self.state.clone(),
            words: self.words.clone(),
            seen: self.seen.clone(),
        }
    }
}

impl<'g, G: Notation> History<'g, G> {
    /// The beginning of a game.
    pub fn new(game: &'g G) -> History<'g, G> {
        History { game, state: game.start(), words: Vec::new(), seen: vec![String::new(); game.players()] }
    }

    /// The rules.
    pub fn game(&self) -> &'g G {
        self.game
    }

    /// The position.
    pub fn state(&self) -> &G::State {
        &self.state
    }

    /// All words so far, chance included.
    pub fn words(&self) -> &[String] {
        &self.words
    }

    /// Returns everything that `player` has noticed so far: the texts of two histories are equal if and only
    /// if the player cannot distinguish them.
    pub fn seen(&self, player: Player) -> &str {
        &self.seen[player.index()]
    }

    /// The side that acts next.
    pub fn turn(&self) -> Turn {
        self.game.turn(&self.state)
    }

    /// Plays a word of the notation.
    pub fn play_word(&mut self, word: &str) -> Result<(), WordError> {
        let event = match self.turn() {
            Turn::Over => return Err(WordError::over(word)),
            Turn::Chance => Event::Chance(self.game.read_chance(&self.state, word)?),
            Turn::Player(_) => Event::Action(self.game.read_action(&self.state, word)?),
        };
        self.apply(&event);
        Ok(())
    }

    /// Plays an action if it is legal.
    pub fn play(&mut self, action: G::Action) -> Result<(), WordError> {
        if !matches!(self.turn(), Turn::Player(_)) {
            return self.play_word(&format!("{action:?}"));
        }
        if !self.game.legal(&self.state).contains(action) {
            let word = format!("{action:?}");
            return Err(WordError::illegal(&word, self.game.legal_words(&self.state)));
        }
        self.apply(&Event::Action(action));
        Ok(())
    }

    /// Lets chance decide, if it is its turn.
    pub fn deal(&mut self, rng: &mut Rng) {
        while self.turn() == Turn::Chance {
            let chance = self.game.draw(&self.state, rng);
            self.apply(&Event::Chance(chance));
        }
    }

    fn apply(&mut self, event: &EventOf<G>) {
        let before = self.state.clone();
        match event {
            Event::Action(action) => {
                self.words.push(self.game.action_word(&before, *action));
                self.game.play(&mut self.state, *action);
            }
            Event::Chance(chance) => {
                self.words.push(self.game.chance_word(&before, chance));
                self.game.reveal(&mut self.state, chance);
            }
        }
        for player in Player::all(self.seen.len()) {
            let noticed = self.game.noticed(&before, event, &self.state, player);
            let seen = &mut self.seen[player.index()];
            if !noticed.is_empty() {
                if !seen.is_empty() {
                    seen.push(' ');
                }
                seen.push_str(&noticed);
            }
        }
    }

    /// The payoff of each player, once the game is over.
    pub fn returns(&self) -> Option<Vec<f64>> {
        (self.turn() == Turn::Over)
            .then(|| Player::all(self.game.players()).map(|p| self.game.payoff(&self.state, p)).collect())
    }
}
