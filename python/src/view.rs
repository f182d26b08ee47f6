//! What a bot is handed: what its seat knows, and nothing of the position behind it.

use std::fmt;

use hinterhand_engine::dynamic::{ActionNumber, AnyGame, AnyInfoSet, AnyLegal, AnyState};
use hinterhand_engine::{
    ActionSet as _, Contest, Digest, Game as _, Notation as _, Player, Rng, View as EngineView,
};
use hinterhand_players::games::LoadedGame;
use numpy::PyArray1;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::error::message;
use crate::game::Game;
use crate::html::escaped;

/// What a player knows at a decision. There is no way from here to the position.
///
/// >>> state = hinterhand.load_game("kuhn").new_initial_state()
/// >>> state.play("deal:J,Q")
/// >>> view = state.view()
/// >>> view.seat, view.legal_words
/// (0, ['pass', 'bet'])
/// >>> print(view)
/// Your card: J
#[pyclass(module = "hinterhand", frozen)]
pub(crate) struct View {
    rules: &'static LoadedGame,
    contest: Contest,
    info_set: AnyInfoSet,
    legal: AnyLegal,
    seat: Player,
    /// The words and the numbers of the legal actions, in their order.
    words: Vec<String>,
    numbers: Vec<usize>,
}

impl View {
    /// The view of the player to move at `state`.
    pub(crate) fn at(rules: &'static LoadedGame, contest: &Contest, state: &AnyState, seat: Player) -> View {
        let (info_set, legal) = (rules.info_set(state, seat), rules.legal(state));
        View::new(rules, EngineView { contest, info_set: &info_set, legal: &legal }, state, seat)
    }

    /// The view of a player that does not see the position: the words are those at any position that fits.
    pub(crate) fn seen(rules: &'static LoadedGame, view: &EngineView<'_, AnyGame>) -> View {
        let fits = rules.sample(view.info_set, &mut Rng::new(0, 0));
        let hinterhand_engine::Turn::Player(seat) = rules.turn(&fits) else {
            unreachable!("only a player that is to move has a view")
        };
        let EngineView { contest, info_set, legal } = *view;
        View::new(rules, EngineView { contest, info_set, legal }, &fits, seat)
    }

    fn new(rules: &'static LoadedGame, view: EngineView<'_, AnyGame>, fits: &AnyState, seat: Player) -> View {
        let EngineView { contest, info_set, legal } = view;
        let words = legal.iter().map(|action| rules.action_word(fits, action)).collect();
        let numbers = rules.methods().as_numbers().numbers_of(legal);
        let (contest, info_set, legal) = (contest.clone(), info_set.clone(), legal.clone());
        View { rules, contest, info_set, legal, seat, words, numbers }
    }

    /// The same as the bots of the engine are handed it.
    pub(crate) fn engine(&self) -> EngineView<'_, AnyGame> {
        EngineView { contest: &self.contest, info_set: &self.info_set, legal: &self.legal }
    }

    pub(crate) fn rules(&self) -> &'static LoadedGame {
        self.rules
    }

    /// The number and the word of an action.
    pub(crate) fn named(&self, action: ActionNumber) -> (usize, &str) {
        let place = action.index();
        (self.numbers.get(place).copied().unwrap_or(place), &self.words[place])
    }

    /// The action with this number.
    pub(crate) fn with_number(&self, number: i64) -> PyResult<ActionNumber> {
        let place = self.numbers.iter().position(|&known| known as i64 == number);
        let legal = || message(format!("action {number} is not legal here; legal: {:?}", self.numbers));
        place.map(ActionNumber::new).ok_or_else(legal)
    }

    /// The action with this word.
    pub(crate) fn with_word(&self, word: &str) -> PyResult<ActionNumber> {
        let place = self.words.iter().position(|known| known == word);
        let legal = || message(format!("`{word}` is not legal here; legal: {}", self.words.join(" ")));
        place.map(ActionNumber::new).ok_or_else(legal)
    }
}

/// The name of an information set: 32 hexadecimal digits.
pub(crate) fn key_of(digest: Digest) -> String {
    format!("{:032x}", digest.bits())
}

impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.rules.table_text(&self.info_set))
    }
}

#[pymethods]
impl View {
    /// The game.
    #[getter]
    fn game(&self) -> Game {
        Game { rules: self.rules }
    }

    /// The seat of the player.
    #[getter]
    pub(crate) fn seat(&self) -> usize {
        self.seat.index()
    }

    /// The numbers of the legal actions, in the order of the rules.
    #[getter]
    fn legal_actions(&self) -> Vec<usize> {
        self.numbers.clone()
    }

    /// Their words.
    #[getter]
    pub(crate) fn legal_words(&self) -> Vec<String> {
        self.words.clone()
    }

    /// The points of both sides in the running game of a match.
    #[getter]
    fn points(&self) -> [u32; 2] {
        self.contest.points()
    }

    /// The games that each side has won.
    #[getter]
    fn games(&self) -> [u32; 2] {
        self.contest.games()
    }

    /// The name of the information set: 32 hexadecimal digits, the same in all strategy files.
    #[getter]
    pub(crate) fn key(&self) -> String {
        key_of(Digest::of(&self.info_set))
    }

    /// The observation as numbers; `Game.layout` tells what they mean.
    #[pyo3(signature = (form = "current"))]
    fn observation<'py>(&self, py: Python<'py>, form: &str) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let form = Game::form(form)?;
        let mut numbers = vec![0.0; self.game().size(form)];
        self.rules.methods().as_numbers().observe(form, &self.info_set, &mut numbers);
        Ok(PyArray1::from_vec(py, numbers))
    }

    fn __str__(&self) -> String {
        self.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<view of {} in {}: {}>", self.seat, self.rules.name(), self.words.join(" "))
    }

    fn _repr_html_(&self) -> String {
        let title = escaped(self.rules.info().title);
        format!("<b>{title}</b><pre>{}</pre>", escaped(&self.to_string()))
    }

    /// Nothing may be left of a view when its bot is gone, so it cannot be pickled.
    fn __reduce_ex__(&self, _protocol: i64) -> PyResult<()> {
        Err(PyTypeError::new_err("a view cannot be pickled"))
    }

    fn __eq__(&self, other: &View) -> bool {
        std::ptr::eq(self.rules, other.rules)
            && self.info_set == other.info_set
            && self.contest == other.contest
    }

    fn __hash__(&self) -> u64 {
        Digest::of(&self.info_set).bits() as u64
    }
}
