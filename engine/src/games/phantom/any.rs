//! Any phantom game as one type: what is generic over games is then compiled once for all of them.

use super::board::Square;
use super::goal::Goal;
use super::{Connection, Line};
use crate::{GameInfo, OptionError, Player, Settings};

/// Any goal; which one settings mean follows from the game that they are for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AnyGoal {
    /// That of phantom tic-tac-toe.
    Line(Line),
    /// That of dark hex.
    Connection(Connection),
}

impl From<Line> for AnyGoal {
    fn from(line: Line) -> AnyGoal {
        AnyGoal::Line(line)
    }
}

impl From<Connection> for AnyGoal {
    fn from(connection: Connection) -> AnyGoal {
        AnyGoal::Connection(connection)
    }
}

/// What the goal that it is answers.
macro_rules! of_either {
    ($self:ident, $goal:ident => $answer:expr) => {
        match $self {
            AnyGoal::Line($goal) => $answer,
            AnyGoal::Connection($goal) => $answer,
        }
    };
}

impl Goal for AnyGoal {
    const INFO: GameInfo = GameInfo::new("phantom", "Phantom game");

    fn with_settings(settings: &Settings) -> Result<AnyGoal, OptionError> {
        if settings.info().name == Line::INFO.name {
            Line::with_settings(settings).map(AnyGoal::Line)
        } else {
            Connection::with_settings(settings).map(AnyGoal::Connection)
        }
    }

    fn layout(&self) -> &'static str {
        of_either!(self, goal => goal.layout())
    }

    fn columns(&self) -> u8 {
        of_either!(self, goal => goal.columns())
    }

    fn rows(&self) -> u8 {
        of_either!(self, goal => goal.rows())
    }

    fn is_reached(&self, player: Player, set: u16) -> bool {
        of_either!(self, goal => goal.is_reached(player, set))
    }

    fn drawn(&self, mark: &dyn Fn(Square) -> char) -> Vec<String> {
        of_either!(self, goal => goal.drawn(mark))
    }

    fn orientation(&self, player: Player) -> &'static str {
        of_either!(self, goal => goal.orientation(player))
    }
}
