//! The actions of a turn and their words.

use std::fmt::{self, Write};

use super::card::Card;
use super::square::Square;

/// What a player does with its turn; `Claim` ends the game instead and is no turn.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Action {
    Flip(Square),
    Move { from: Square, to: Square },
    Pass,
    Transfer { source: Source, target: Target },
    Add(Target),
    Draw,
    Reshuffle,
    Claim,
}

/// Where a transferred card comes from.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Source {
    /// The low end of a stack; a single card is a low end, too.
    Low(Square),
    /// The high end of a stack of two or more.
    High(Square),
    /// Any card of a ring.
    Ring(Square, Card),
    /// The top card of the enemy throne.
    EnemyThrone,
    /// The top card of the own throne.
    OwnThrone,
}

/// Where a transferred or added card goes to.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Target {
    Low(Square),
    High(Square),
    Empty(Square),
    EnemyThrone,
}

/// One part of the table; every turn but a pass changes all parts that it names, and nothing else.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Place {
    Square(Square),
    /// The throne of this player.
    Throne(usize),
    /// The draw pile together with the waste.
    Deck,
}

impl Action {
    /// The up to two parts of the table that it changes when this player takes it, sorted.
    pub fn places(self, player: usize) -> [Option<Place>; 2] {
        let mut places = match self {
            Action::Flip(square) => [None, Some(Place::Square(square))],
            Action::Move { from, to } => [Some(Place::Square(from)), Some(Place::Square(to))],
            Action::Transfer { source, target } => [Some(source.place(player)), Some(target.place(player))],
            Action::Add(target) => [Some(Place::Deck), Some(target.place(player))],
            Action::Draw | Action::Reshuffle => [None, Some(Place::Deck)],
            Action::Pass | Action::Claim => [None, None],
        };
        places.sort();
        places
    }
}

impl Source {
    fn place(self, player: usize) -> Place {
        match self {
            Source::Low(square) | Source::High(square) | Source::Ring(square, _) => Place::Square(square),
            Source::EnemyThrone => Place::Throne(1 - player),
            Source::OwnThrone => Place::Throne(player),
        }
    }
}

impl Target {
    fn place(self, player: usize) -> Place {
        match self {
            Target::Low(square) | Target::High(square) | Target::Empty(square) => Place::Square(square),
            Target::EnemyThrone => Place::Throne(1 - player),
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Flip(square) => write!(out, "flip:{square}"),
            Action::Move { from, to } => {
                from.fmt(out)?;
                out.write_char('-')?;
                to.fmt(out)
            }
            Action::Pass => write!(out, "pass"),
            Action::Transfer { source, target } => write!(out, "{source}>{target}"),
            Action::Add(target) => write!(out, "add:{target}"),
            Action::Draw => write!(out, "draw"),
            Action::Reshuffle => write!(out, "reshuffle"),
            Action::Claim => write!(out, "claim"),
        }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::Low(square) => write!(out, "{square}.lo"),
            Source::High(square) => write!(out, "{square}.hi"),
            Source::Ring(square, card) => write!(out, "{square}:{card}"),
            Source::EnemyThrone => write!(out, "throne"),
            Source::OwnThrone => write!(out, "own"),
        }
    }
}

impl fmt::Display for Target {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Target::Low(square) => write!(out, "{square}.lo"),
            Target::High(square) => write!(out, "{square}.hi"),
            Target::Empty(square) => write!(out, "{square}"),
            Target::EnemyThrone => write!(out, "throne"),
        }
    }
}
