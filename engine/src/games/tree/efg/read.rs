//! Reading `.efg`.

use std::collections::HashMap;
use std::fmt;

use super::number::read_number;
use super::token::{Place, Token, Tokens};
use crate::Player;
use crate::games::tree::{EventId, SetId, Tree, TreeBuilder, TreeError, words};

impl Tree {
    /// Reads the text of a Gambit `.efg` file.
    pub fn from_efg(text: &str) -> Result<Tree, EfgError> {
        let mut input = Input::new(text);
        let builder = read_prologue(&mut input)?;
        let mut body =
            Body { input, builder, events: HashMap::new(), sets: HashMap::new(), outcomes: HashMap::new() };
        while !body.builder.is_complete() {
            body.read_node()?;
        }
        let Body { input, builder, .. } = body;
        match input.token {
            Token::End => builder.finish().map_err(|error| input.broken(error)),
            _ => Err(input.unexpected("the end of the file, since the tree is complete")),
        }
    }
}

/// Reads all that comes before the first node.
fn read_prologue(input: &mut Input<'_>) -> Result<TreeBuilder, EfgError> {
    input.bare("`EFG`, with which such a file begins", |word| (word == "EFG").then_some(()))?;
    input.bare("`2`, the version of the format", |word| (word == "2").then_some(()))?;
    input.bare("`R`", |word| matches!(word, "R" | "D").then_some(()))?;
    let title = input.text("the title in quotes")?;
    let place = input.place;
    input.symbol(&Token::Open, "`{` and the names of the players")?;
    let mut players = Vec::new();
    while let Some(name) = input.optional_text() {
        players.push(name);
    }
    input.symbol(&Token::Close, "the name of a player in quotes, or `}`")?;
    let builder = TreeBuilder::new(&title, players.iter().map(String::as_str));
    let mut builder = builder.map_err(|error| EfgError::new(place, error.into()))?;
    if let Some(comment) = input.optional_text() {
        builder.comment(&comment);
    }
    Ok(builder)
}

/// The list of nodes, and what was declared in it so far.
struct Body<'t> {
    input: Input<'t>,
    builder: TreeBuilder,
    events: HashMap<u32, EventId>,
    sets: HashMap<(u32, u32), SetId>,
    outcomes: HashMap<u32, Vec<f64>>,
}

impl Body<'_> {
    fn read_node(&mut self) -> Result<(), EfgError> {
        let place = self.input.place;
        let kind = self.input.bare("a node (`c`, `p` or `t`)", |word| match word {
            "c" | "p" | "t" => word.chars().next(),
            _ => None,
        })?;
        self.input.text("the name of the node in quotes")?;
        let added = match kind {
            'c' => {
                let event = self.read_event()?;
                self.read_outcome()?;
                self.builder.chance(event)
            }
            'p' => {
                let set = self.read_set()?;
                self.read_outcome()?;
                self.builder.decision(set)
            }
            _ => {
                self.read_outcome()?;
                self.builder.end(&vec![0.0; self.builder.players()])
            }
        };
        added.map(|_| ()).map_err(|error| EfgError::new(place, error.into()))
    }

    /// Reads the number of an event and, unless it is known already, what it is.
    fn read_event(&mut self) -> Result<EventId, EfgError> {
        let place = self.input.place;
        let number = self.input.whole("the number of the chance event (1 or more)", 1)?;
        let known = self.events.get(&number).copied();
        let name = self.input.optional_text();
        if self.input.token != Token::Open {
            return match (known, name) {
                (Some(event), None) => Ok(event),
                (None, None) => Err(EfgError::new(place, EfgProblem::UnknownEvent { number })),
                (_, Some(_)) => Err(self.input.unexpected("`{` and what chance may decide")),
            };
        }
        let list = self.input.place;
        self.input.take();
        let mut labels = Vec::new();
        let mut probabilities = Vec::new();
        while let Some(label) = self.input.optional_text() {
            labels.push(label);
            probabilities.push(self.input.number("the probability of this outcome of chance")?);
        }
        self.input.symbol(&Token::Close, "what chance may decide in quotes, or `}`")?;
        let labels = words(labels.iter().map(String::as_str));
        match known {
            Some(event) => {
                let outcomes: Vec<(String, f64)> = labels.into_iter().zip(probabilities).collect();
                if self.builder.same_outcomes(event, &outcomes) {
                    Ok(event)
                } else {
                    Err(EfgError::new(list, EfgProblem::EventDiffers { number }))
                }
            }
            None => {
                let event = self.builder.event(labels.iter().map(String::as_str).zip(probabilities));
                let event = event.map_err(|error| EfgError::new(list, error.into()))?;
                self.events.insert(number, event);
                Ok(event)
            }
        }
    }

    /// Reads the numbers of a player and of an information set and, unless it is known already, what it is.
    fn read_set(&mut self) -> Result<SetId, EfgError> {
        let place = self.input.place;
        let seat = self.input.whole("the number of a player (1 or more)", 1)?;
        let players = self.builder.players();
        if seat as usize > players {
            return Err(EfgError::new(place, EfgProblem::UnknownPlayer { number: seat, players }));
        }
        let place = self.input.place;
        let number = self.input.whole("the number of the information set (1 or more)", 1)?;
        let known = self.sets.get(&(seat, number)).copied();
        let name = self.input.optional_text();
        if self.input.token != Token::Open {
            return match (known, name) {
                (Some(set), None) => Ok(set),
                (None, None) => Err(EfgError::new(place, EfgProblem::UnknownSet { player: seat, number })),
                (_, Some(_)) => Err(self.input.unexpected("`{` and the actions")),
            };
        }
        let list = self.input.place;
        self.input.take();
        let mut labels = Vec::new();
        while let Some(label) = self.input.optional_text() {
            labels.push(label);
        }
        self.input.symbol(&Token::Close, "an action in quotes, or `}`")?;
        let labels = words(labels.iter().map(String::as_str));
        let broken = |error: TreeError| EfgError::new(list, error.into());
        match known {
            Some(set) => self.builder.same_actions(set, &labels).map(|()| set).map_err(broken),
            None => {
                let player = Player::new(seat as usize - 1);
                let name = name.unwrap_or_default();
                let set = self.builder.set(player, &name, labels.iter().map(String::as_str));
                let set = set.map_err(broken)?;
                self.sets.insert((seat, number), set);
                Ok(set)
            }
        }
    }

    /// Reads the number of an outcome and, unless it is known already, what it pays; lets the node pay it.
    fn read_outcome(&mut self) -> Result<(), EfgError> {
        let place = self.input.place;
        let number = self.input.whole("the number of the outcome (0 for none)", 0)?;
        if number == 0 {
            return Ok(());
        }
        let named = self.input.optional_text().is_some();
        if self.input.token != Token::Open {
            return match self.outcomes.get(&number) {
                _ if named => Err(self.input.unexpected("`{` and the payoffs")),
                Some(payoffs) => {
                    self.builder.pays(payoffs).map_err(|error| EfgError::new(place, error.into()))
                }
                None => Err(EfgError::new(place, EfgProblem::UnknownOutcome { number })),
            };
        }
        let list = self.input.place;
        self.input.take();
        let mut payoffs = Vec::new();
        while matches!(self.input.token, Token::Bare(_)) {
            payoffs.push(self.input.number("a payoff")?);
            if self.input.token == Token::Comma {
                self.input.take();
            }
        }
        self.input.symbol(&Token::Close, "a payoff, or `}`")?;
        self.builder.pays(&payoffs).map_err(|error| EfgError::new(list, error.into()))?;
        if *self.outcomes.entry(number).or_insert_with(|| payoffs.clone()) == payoffs {
            Ok(())
        } else {
            Err(EfgError::new(list, EfgProblem::OutcomeDiffers { number }))
        }
    }
}

/// The tokens, with the next one in view.
struct Input<'t> {
    tokens: Tokens<'t>,
    token: Token<'t>,
    place: Place,
}

impl<'t> Input<'t> {
    fn new(text: &'t str) -> Input<'t> {
        let mut tokens = Tokens::new(text);
        let (token, place) = tokens.next();
        Input { tokens, token, place }
    }

    fn take(&mut self) -> Token<'t> {
        let (next, place) = self.tokens.next();
        self.place = place;
        std::mem::replace(&mut self.token, next)
    }

    fn optional_text(&mut self) -> Option<String> {
        match &mut self.token {
            Token::Text(text) => {
                let text = std::mem::take(text);
                self.take();
                Some(text)
            }
            _ => None,
        }
    }

    fn text(&mut self, what: &'static str) -> Result<String, EfgError> {
        self.optional_text().ok_or_else(|| self.unexpected(what))
    }

    /// A token without quotes that `read` understands.
    fn bare<T>(
        &mut self,
        what: &'static str,
        read: impl FnOnce(&'t str) -> Option<T>,
    ) -> Result<T, EfgError> {
        let Token::Bare(word) = self.token else { return Err(self.unexpected(what)) };
        let value = read(word).ok_or_else(|| self.unexpected(what))?;
        self.take();
        Ok(value)
    }

    fn whole(&mut self, what: &'static str, least: u32) -> Result<u32, EfgError> {
        self.bare(what, |word| word.parse().ok().filter(|&number| number >= least))
    }

    fn number(&mut self, what: &'static str) -> Result<f64, EfgError> {
        self.bare(what, read_number)
    }

    fn symbol(&mut self, symbol: &Token<'_>, what: &'static str) -> Result<(), EfgError> {
        if self.token != *symbol {
            return Err(self.unexpected(what));
        }
        self.take();
        Ok(())
    }

    fn unexpected(&self, what: &'static str) -> EfgError {
        let found = self.token.to_string();
        EfgError::new(self.place, EfgProblem::Unexpected { what, found })
    }

    fn broken(&self, error: TreeError) -> EfgError {
        EfgError::new(self.place, error.into())
    }
}

/// Why a text is no `.efg`, and where.
#[derive(Clone, PartialEq, Debug)]
pub struct EfgError {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
    /// The fault.
    pub problem: EfgProblem,
}

/// The fault of a text that should be `.efg`.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs, reason = "the fields are what the messages name")]
pub enum EfgProblem {
    Unexpected { what: &'static str, found: String },
    UnknownPlayer { number: u32, players: usize },
    UnknownEvent { number: u32 },
    UnknownSet { player: u32, number: u32 },
    UnknownOutcome { number: u32 },
    EventDiffers { number: u32 },
    OutcomeDiffers { number: u32 },
    Tree(TreeError),
}

impl EfgError {
    fn new(place: Place, problem: EfgProblem) -> EfgError {
        EfgError { line: place.line, column: place.column, problem }
    }
}

impl From<TreeError> for EfgProblem {
    fn from(error: TreeError) -> EfgProblem {
        EfgProblem::Tree(error)
    }
}

impl fmt::Display for EfgError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.problem)
    }
}

impl fmt::Display for EfgProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EfgProblem::Unexpected { what, found } => write!(f, "expected {what}, found {found}"),
            EfgProblem::UnknownPlayer { number, players } => {
                write!(f, "there is no player {number}; the players are 1 to {players}")
            }
            EfgProblem::UnknownEvent { number } => {
                write!(f, "chance event {number} is used before it is described")
            }
            EfgProblem::UnknownSet { player, number } => {
                write!(f, "information set {number} of player {player} is used before it is described")
            }
            EfgProblem::UnknownOutcome { number } => {
                write!(f, "outcome {number} is used before its payoffs are given")
            }
            EfgProblem::EventDiffers { number } => {
                write!(f, "chance event {number} had other outcomes or probabilities before")
            }
            EfgProblem::OutcomeDiffers { number } => write!(f, "outcome {number} had other payoffs before"),
            EfgProblem::Tree(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for EfgError {}
