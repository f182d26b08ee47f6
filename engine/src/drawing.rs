//! The table as one player sees it in pieces, for a page that draws it.

use std::fmt::{self, Display};

use crate::Player;

/// The table as the owner of an information set sees it: places with pieces, and facts beside them. It says no more
/// than [`table_text`](crate::Notation::table_text) does.
///
/// ```
/// use hinterhand_engine::{Drawing, Piece};
/// let drawing = Drawing::new("squares").with("a1", None, [Piece::up("x")]).fact("rows", 3);
/// assert_eq!(drawing.place("a1").map(|place| place.pieces[0].to_string()), Some("x".to_owned()));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Drawing {
    /// The kind of table, by which a page chooses how to arrange the places.
    pub layout: &'static str,
    /// The places.
    pub places: Vec<Place>,
    /// What else there is to be seen, by name.
    pub facts: Vec<(&'static str, String)>,
}

/// A place on the table with what lies there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// Its name, which is that of the notation if it has one there.
    pub name: String,
    /// The player to whom it belongs.
    pub owner: Option<Player>,
    /// The pieces, the lowest or leftmost first.
    pub pieces: Vec<Piece>,
}

/// A card, a stone or a die.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Piece {
    /// It lies open.
    Up(String),
    /// It lies face down, and the player knows it.
    Known(String),
    /// It lies face down.
    Down,
}

impl Piece {
    /// A piece that lies open.
    pub fn up(piece: impl Display) -> Piece {
        Piece::Up(piece.to_string())
    }

    /// A piece that lies face down and is known.
    pub fn known(piece: impl Display) -> Piece {
        Piece::Known(piece.to_string())
    }

    /// This number of pieces that lie face down.
    pub fn downs(number: usize) -> impl Iterator<Item = Piece> {
        std::iter::repeat_n(Piece::Down, number)
    }
}

impl Display for Piece {
    /// `QS` for an open piece, `[QS]` for one that is known, `[]` for one that is not.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Piece::Up(piece) => f.write_str(piece),
            Piece::Known(piece) => write!(f, "[{piece}]"),
            Piece::Down => f.write_str("[]"),
        }
    }
}

impl Drawing {
    /// An empty table of this kind.
    pub fn new(layout: &'static str) -> Drawing {
        Drawing { layout, places: Vec::new(), facts: Vec::new() }
    }

    /// The same table with one more place.
    #[must_use]
    pub fn with(
        mut self,
        name: impl Display,
        owner: Option<Player>,
        pieces: impl IntoIterator<Item = Piece>,
    ) -> Drawing {
        self.places.push(Place { name: name.to_string(), owner, pieces: pieces.into_iter().collect() });
        self
    }

    /// The same table with one more fact.
    #[must_use]
    pub fn fact(mut self, name: &'static str, value: impl Display) -> Drawing {
        self.facts.push((name, value.to_string()));
        self
    }

    /// The same table with one more fact, if there is one.
    #[must_use]
    pub fn fact_if(self, name: &'static str, value: Option<impl Display>) -> Drawing {
        match value {
            Some(value) => self.fact(name, value),
            None => self,
        }
    }

    /// The first place of this name.
    pub fn place(&self, name: &str) -> Option<&Place> {
        self.places.iter().find(|place| place.name == name)
    }
}
