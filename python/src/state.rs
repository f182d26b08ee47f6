//! A position with its history, in the words of OpenSpiel's states.

use hinterhand_engine::dynamic::{ActionNumber, AnyGame, AnyStep};
use hinterhand_engine::{Contest, Game as _, History, Notation as _, Player, Rng, Steps as _, Turn};
use hinterhand_players::games::{self, LoadedGame};
use hinterhand_players::records::Record;
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::error::{error, message};
use crate::game::Game;
use crate::html::escaped;
use crate::own_game;
use crate::view::View;

/// Who is to move where no player is, as OpenSpiel numbers them.
const CHANCE: i64 = -1;
const OVER: i64 = -4;

/// A position with its history. Chance is dealt in small steps, a card or a die at a time.
///
/// >>> state = hinterhand.load_game("kuhn").new_initial_state()
/// >>> state.play("deal:J,Q")
/// >>> state.legal_actions(), state.legal_words()
/// ([0, 1], ['pass', 'bet'])
/// >>> state.apply_action(1)
/// >>> state.information_state_string(1)
/// 'deal:Q bet'
/// >>> state.play("pass")
/// >>> state.returns()
/// [1.0, -1.0]
#[pyclass(module = "hinterhand")]
#[derive(Clone)]
pub(crate) struct State {
    rules: &'static LoadedGame,
    history: History<'static, AnyGame>,
    /// The choices among the steps of a chance event that is not complete.
    dealt: Vec<usize>,
    /// All numbers that were applied.
    numbers: Vec<i64>,
}

impl State {
    pub(crate) fn new(rules: &'static LoadedGame) -> State {
        State { rules, history: History::new(rules.rules()), dealt: Vec::new(), numbers: Vec::new() }
    }

    /// The steps of chance that were chosen, and those that may come next.
    fn steps(&self) -> (Vec<AnyStep>, Vec<(AnyStep, f64)>) {
        let state = self.history.state();
        let mut dealt = Vec::with_capacity(self.dealt.len());
        let mut next = self.rules.steps(state, &dealt);
        for &choice in &self.dealt {
            dealt.push(next.swap_remove(choice).0);
            next = self.rules.steps(state, &dealt);
        }
        (dealt, next)
    }

    fn deal_step(&mut self, number: i64) -> PyResult<()> {
        let (mut dealt, mut next) = self.steps();
        let choice = usize::try_from(number).ok().filter(|&choice| choice < next.len());
        let choice = choice.ok_or_else(|| {
            message(format!("chance has no outcome {number} here; there are {}, from 0", next.len()))
        })?;
        dealt.push(next.swap_remove(choice).0);
        if self.rules.steps(self.history.state(), &dealt).is_empty() {
            let event = self.rules.assemble(self.history.state(), &dealt);
            let word = self.rules.chance_word(self.history.state(), &event);
            self.history.play_word(&word).map_err(error)?;
            self.dealt.clear();
        } else {
            self.dealt.push(choice);
        }
        Ok(())
    }

    /// The numbers of the legal actions of the player to move, in the order of the rules.
    fn numbered(&self) -> Vec<usize> {
        self.rules.methods().as_numbers().numbers_of(&self.rules.legal(self.history.state()))
    }

    fn player(&self, player: Option<usize>) -> PyResult<Player> {
        let seat = match (player, self.history.turn()) {
            (Some(seat), _) => seat,
            (None, Turn::Player(player)) => player.index(),
            (None, _) => return Err(message("no player is to move: name the player")),
        };
        let players = self.rules.players();
        if seat < players {
            Ok(Player::new(seat))
        } else {
            Err(message(format!("player {seat} of {players}")))
        }
    }

    fn whole(&self) -> PyResult<()> {
        if self.dealt.is_empty() {
            Ok(())
        } else {
            Err(message("chance has begun to deal: apply its outcomes by number up to the end"))
        }
    }
}

#[pymethods]
impl State {
    /// The position of a game before anything has happened.
    #[new]
    fn begin(game: &Game) -> State {
        State::new(game.rules)
    }

    /// The game.
    fn get_game(&self) -> Game {
        Game { rules: self.rules }
    }

    /// The seat of the player to move; -1 where chance is, -4 at the end.
    fn current_player(&self) -> i64 {
        match self.history.turn() {
            Turn::Player(player) => player.index() as i64,
            Turn::Chance => CHANCE,
            Turn::Over => OVER,
        }
    }

    /// Whether the game is over.
    fn is_terminal(&self) -> bool {
        self.history.turn() == Turn::Over
    }

    /// Whether a player is to move.
    fn is_player_node(&self) -> bool {
        matches!(self.history.turn(), Turn::Player(_))
    }

    /// Whether several players move at once: never.
    fn is_simultaneous_node(&self) -> bool {
        false
    }

    /// The number of players.
    fn num_players(&self) -> usize {
        self.rules.players()
    }

    /// One more than the largest number of an action.
    fn num_distinct_actions(&self) -> usize {
        self.rules.methods().as_numbers().action_numbers().count()
    }

    /// Whether chance decides next.
    fn is_chance_node(&self) -> bool {
        self.history.turn() == Turn::Chance
    }

    /// The numbers of the legal actions, sorted; those of another player than the one to move are none.
    #[pyo3(signature = (player = None))]
    fn legal_actions(&self, player: Option<usize>) -> Vec<usize> {
        match self.history.turn() {
            Turn::Player(mover) if player.is_none_or(|player| player == mover.index()) => {
                let mut numbers = self.numbered();
                numbers.sort_unstable();
                numbers
            }
            Turn::Chance if player.is_none() => (0..self.steps().1.len()).collect(),
            _ => Vec::new(),
        }
    }

    /// The words of the legal actions, in the order of `legal_actions`.
    fn legal_words(&self) -> PyResult<Vec<String>> {
        self.legal_actions(None).into_iter().map(|number| self.word(number as i64)).collect()
    }

    /// The word of an action, given its number; a player before it is ignored.
    #[pyo3(signature = (*player_and_action))]
    fn action_to_string(&self, player_and_action: &Bound<'_, PyTuple>) -> PyResult<String> {
        let count = player_and_action.len();
        if count != 1 && count != 2 {
            return Err(message("expected an action, or a player and an action"));
        }
        self.word(player_and_action.get_item(count - 1)?.extract()?)
    }

    /// The number of the action with this word; a player before it is ignored.
    #[pyo3(signature = (*player_and_word))]
    fn string_to_action(&self, player_and_word: &Bound<'_, PyTuple>) -> PyResult<usize> {
        let count = player_and_word.len();
        if count != 1 && count != 2 {
            return Err(message("expected a word, or a player and a word"));
        }
        self.number(&player_and_word.get_item(count - 1)?.extract::<String>()?)
    }

    /// For each number of an action 1 if it is legal for the player to move, otherwise 0; where chance is to move, for each
    /// of its outcomes. Nothing is legal for a player that is not to move.
    #[pyo3(signature = (player = None))]
    fn legal_actions_mask(&self, player: Option<usize>) -> Vec<u8> {
        let legal = self.legal_actions(player);
        let chance = self.is_chance_node() && player.is_none();
        let count = if chance { legal.len() } else { self.num_distinct_actions() };
        let mut mask = vec![0; count];
        legal.into_iter().for_each(|number| mask[number] = 1);
        mask
    }

    /// The position after an action or an outcome of chance, as a new object.
    fn child(&self, action: i64) -> PyResult<State> {
        let mut child = self.clone();
        child.apply_action(action)?;
        Ok(child)
    }

    /// Plays the action with this number, or the outcome of chance.
    fn apply_action(&mut self, action: i64) -> PyResult<()> {
        match self.history.turn() {
            Turn::Chance => self.deal_step(action)?,
            Turn::Player(_) => {
                let numbers = self.numbered();
                let place = numbers.iter().position(|&number| number as i64 == action);
                let place = place.ok_or_else(|| {
                    message(format!(
                        "action {action} is not legal here; legal: {:?}",
                        self.legal_actions(None)
                    ))
                })?;
                self.history.play(ActionNumber::new(place)).map_err(error)?;
            }
            Turn::Over => return Err(message("the game is over")),
        }
        self.numbers.push(action);
        Ok(())
    }

    /// Plays a word of the notation: an action, or a whole event of chance.
    fn play(&mut self, word: &str) -> PyResult<()> {
        self.whole()?;
        let number = match self.history.turn() {
            Turn::Player(_) => Some(self.number(word)?),
            _ => None,
        };
        self.history.play_word(word).map_err(error)?;
        // Of a whole event of chance the steps are not known: `-1` stands for it.
        self.numbers.push(number.map_or(-1, |number| number as i64));
        Ok(())
    }

    /// Lets chance decide, if it is its turn, by this seed.
    #[pyo3(signature = (seed = 0))]
    fn deal(&mut self, seed: u64) -> PyResult<()> {
        self.whole()?;
        let before = self.history.words().len();
        self.history.deal(&mut Rng::new(seed, before as u64));
        self.numbers.extend((before..self.history.words().len()).map(|_| -1));
        Ok(())
    }

    /// The numbers of the outcomes of chance with their probabilities.
    fn chance_outcomes(&self) -> PyResult<Vec<(usize, f64)>> {
        if !self.is_chance_node() {
            return Err(message("it is not chance's turn"));
        }
        Ok(self.steps().1.into_iter().map(|(_, probability)| probability).enumerate().collect())
    }

    /// All that a player has noticed: equal exactly if the player cannot tell two histories apart.
    #[pyo3(signature = (player = None))]
    fn information_state_string(&self, player: Option<usize>) -> PyResult<String> {
        Ok(self.history.seen(self.player(player)?).to_owned())
    }

    /// What a player sees of the table now, for people to read.
    #[pyo3(signature = (player = None))]
    fn observation_string(&self, player: Option<usize>) -> PyResult<String> {
        let player = self.player(player)?;
        Ok(self.rules.table_text(&self.rules.info_set(self.history.state(), player)))
    }

    /// The observation of a player in the form of what it sees now.
    #[pyo3(signature = (player = None))]
    fn observation_tensor<'py>(
        &self,
        py: Python<'py>,
        player: Option<usize>,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        self.observation(py, player, "current")
    }

    /// The observation of a player in the form of perfect recall.
    #[pyo3(signature = (player = None))]
    fn information_state_tensor<'py>(
        &self,
        py: Python<'py>,
        player: Option<usize>,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        self.observation(py, player, "recall")
    }

    /// The observation of a player as numbers; `Game.layout` tells what they mean.
    #[pyo3(signature = (player = None, form = "current"))]
    fn observation<'py>(
        &self,
        py: Python<'py>,
        player: Option<usize>,
        form: &str,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let (player, form) = (self.player(player)?, Game::form(form)?);
        let info_set = self.rules.info_set(self.history.state(), player);
        let mut numbers = vec![0.0; self.get_game().size(form)];
        self.rules.methods().as_numbers().observe(form, &info_set, &mut numbers);
        Ok(PyArray1::from_vec(py, numbers))
    }

    /// The payoff of each player; zeros before the end.
    fn returns(&self) -> Vec<f64> {
        self.history.returns().unwrap_or_else(|| vec![0.0; self.rules.players()])
    }

    /// What each player has won with the last action: the payoff at the end, and zeros before it.
    fn rewards(&self) -> Vec<f64> {
        self.returns()
    }

    /// The payoff of one player; 0 before the end.
    fn player_return(&self, player: usize) -> PyResult<f64> {
        Ok(self.returns()[self.player(Some(player))?.index()])
    }

    /// A copy, which goes its own way.
    #[pyo3(name = "clone")]
    fn cloned(&self) -> State {
        self.clone()
    }

    /// All numbers that were applied; a whole event of chance is -1.
    fn history(&self) -> Vec<i64> {
        self.numbers.clone()
    }

    /// All words so far, chance included.
    #[getter]
    fn words(&self) -> Vec<String> {
        self.history.words().to_vec()
    }

    /// What the player to move may know; this is what a bot is handed.
    fn view(&self) -> PyResult<View> {
        let Turn::Player(player) = self.history.turn() else { return Err(message("no player is to move")) };
        let (state, contest) =
            (self.history.state(), Contest::new(self.rules.contest_rules(), Player::FIRST));
        Ok(View::at(self.rules, &contest, state, player))
    }

    /// A position that `player` cannot tell from this one, drawn by the rules.
    #[pyo3(signature = (player = None, seed = 0))]
    fn resample(&self, player: Option<usize>, seed: u64) -> PyResult<State> {
        self.whole()?;
        let info_set = self.rules.info_set(self.history.state(), self.player(player)?);
        let world = self.rules.sample(&info_set, &mut Rng::new(seed, 0));
        let mut drawn = State::new(self.rules);
        for word in self.rules.retold(self.history.words(), &world) {
            drawn.play(&word)?;
        }
        Ok(drawn)
    }

    /// The game so far as a line of JSON.
    fn record(&self) -> String {
        Record::of(&self.history).to_string()
    }

    fn __str__(&self) -> String {
        self.rules.position_text(self.history.state())
    }

    fn __repr__(&self) -> String {
        format!("<{} after [{}]>", self.rules.name(), self.history.words().join(" "))
    }

    fn _repr_html_(&self) -> String {
        let title = escaped(self.rules.info().title);
        format!("<b>{title}</b><pre>{}</pre>", escaped(&self.__str__()))
    }

    /// A position is pickled by what has happened.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Past)> {
        let past = (self.get_game(), self.words(), self.dealt.clone(), self.numbers.clone());
        Ok((py.import("hinterhand._native")?.getattr("restored")?, past))
    }

    fn __copy__(&self) -> State {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> State {
        self.clone()
    }
}

impl State {
    /// The number of the action with this word.
    fn number(&self, word: &str) -> PyResult<usize> {
        let action = self.rules.read_action(self.history.state(), word).map_err(error)?;
        let unnamed = || message(format!("`{word}` has no number: it lies beyond the last place"));
        self.numbered().get(action.index()).copied().ok_or_else(unnamed)
    }

    fn word(&self, number: i64) -> PyResult<String> {
        let unknown =
            || message(format!("action {number} is not legal here; legal: {:?}", self.legal_actions(None)));
        let named = usize::try_from(number).map_err(|_| unknown())?;
        match self.history.turn() {
            Turn::Over => Err(message("the game is over")),
            Turn::Chance => Ok(self.steps().1.get(named).ok_or_else(unknown)?.0.to_string()),
            Turn::Player(_) => {
                let place = self.numbered().iter().position(|&other| other == named).ok_or_else(unknown)?;
                Ok(self.rules.action_word(self.history.state(), ActionNumber::new(place)))
            }
        }
    }
}

/// What has happened in a game: its words, the choices among the steps of an event of chance that is not complete, and all
/// numbers that were applied.
type Past = (Game, Vec<String>, Vec<usize>, Vec<i64>);

/// The position after what has happened, for `pickle`.
#[pyfunction]
pub(crate) fn restored(
    game: &Game,
    words: Vec<String>,
    dealt: Vec<usize>,
    numbers: Vec<i64>,
) -> PyResult<State> {
    let mut state = State::new(game.rules);
    for word in &words {
        state.history.play_word(word).map_err(error)?;
    }
    for choice in dealt {
        // A step that completes the event would be a word.
        state.deal_step(i64::try_from(choice).unwrap_or(i64::MAX))?;
    }
    Ok(State { numbers, ..state })
}

/// Replays a line of JSON that `State.record` or a command has written.
///
/// >>> hinterhand.read_record('{"game":"kuhn","actions":["deal:J,Q","pass"]}').current_player()
/// 1
#[pyfunction]
pub(crate) fn read_record(py: Python<'_>, line: &str) -> PyResult<State> {
    let record = Record::read(line.as_bytes()).map_err(error)?;
    let game = || games::load(&record.game, |settings| record.fill(settings));
    let game = py.detach(|| own_game::loaded(game))?;
    let mut state = State::new(Game::kept(&game).rules);
    for (place, word) in record.actions.iter().enumerate() {
        state.play(word).map_err(|fault| message(format!("word {}: {}", place + 1, fault.value(py))))?;
    }
    Ok(state)
}
