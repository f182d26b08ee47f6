//! The goal of dark hex: a chain of stones from one edge of a parallelogram of hexagons to the other.

use super::board::Square;
use super::goal::Goal;
use super::rules::Phantom;
use super::version::Version;
use crate::{Allowed, GameInfo, OptionError, OptionSpec, Player, Settings};

/// A chain between two edges: from the first row to the last for player 0, from the first column to the last
/// for player 1. `Default` is 3 by 3.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Connection {
    rows: u8,
    columns: u8,
    /// The neighbours of each square.
    neighbours: Vec<u16>,
    /// For each player the squares at its first edge and at its last one.
    edges: [[u16; 2]; 2],
}

impl Default for Connection {
    fn default() -> Connection {
        Connection::new(3, 3)
    }
}

impl Connection {
    /// The goal on a board of this size, each 2 to 4.
    pub fn new(rows: u8, columns: u8) -> Connection {
        let allowed = 2..=4;
        assert!(allowed.contains(&rows) && allowed.contains(&columns), "no board of {rows} by {columns}");
        let places = || (0..rows as i8).flat_map(|row| (0..columns as i8).map(move |column| (row, column)));
        let set = |is_in: &dyn Fn((i8, i8)) -> bool| -> u16 {
            places().enumerate().filter(|&(_, place)| is_in(place)).map(|(number, _)| 1 << number).sum()
        };
        // Each row begins half a hexagon further to the right than the one above.
        let around = [(0, -1), (0, 1), (-1, 0), (1, 0), (-1, 1), (1, -1)];
        let touches =
            |(row, column), other| around.map(|(down, right)| (row + down, column + right)).contains(&other);
        Connection {
            rows,
            columns,
            neighbours: places().map(|place| set(&|other| touches(place, other))).collect(),
            edges: [
                [set(&|(row, _)| row == 0), set(&|(row, _)| row == rows as i8 - 1)],
                [set(&|(_, column)| column == 0), set(&|(_, column)| column == columns as i8 - 1)],
            ],
        }
    }
}

impl Phantom<Connection> {
    /// The classical game on a board of this size, each 2 to 4.
    pub fn new(rows: u8, columns: u8) -> Phantom<Connection> {
        Phantom::of(Connection::new(rows, columns), Version::Classical)
    }
}

impl Goal for Connection {
    const INFO: GameInfo = GameInfo {
        name: "dark-hex",
        title: "Dark hex",
        players: "2",
        cards: "9 hexagons (up to 4 by 4)",
        longest: "17 (4 by 4: 31)",
        widest: "9 (4 by 4: 16)",
        status: "the counts of all histories of both versions agree with published ones",
        options: &[
            OptionSpec::new(
                "rows",
                Allowed::Range(2, 4, 3),
                "the number of rows; player 0 connects the first and the last",
            ),
            OptionSpec::new(
                "columns",
                Allowed::Range(2, 4, 3),
                "the number of columns; player 1 connects the first and the last",
            ),
            Version::OPTION,
        ],
        presets: &[],
    };

    fn with_settings(settings: &Settings) -> Result<Connection, OptionError> {
        Ok(Connection::new(settings.read("rows")?, settings.read("columns")?))
    }

    fn layout(&self) -> &'static str {
        "hexagons"
    }

    fn columns(&self) -> u8 {
        self.columns
    }

    fn rows(&self) -> u8 {
        self.rows
    }

    fn is_reached(&self, player: Player, set: u16) -> bool {
        let [first, last] = self.edges[player.index()];
        let mut reached = set & first;
        loop {
            let around = self.neighbours.iter().enumerate().filter(|(square, _)| reached >> square & 1 == 1);
            let next = reached | set & around.fold(0, |all, (_, neighbours)| all | neighbours);
            if next == reached {
                return reached & last != 0;
            }
            reached = next;
        }
    }

    /// The first row first, each half a hexagon further to the right.
    fn drawn(&self, mark: &dyn Fn(Square) -> char) -> Vec<String> {
        let row = |row: u8| {
            let marks: Vec<String> = (0..self.columns)
                .map(|column| mark(Square(row * self.columns + column)).to_string())
                .collect();
            format!("{}{}", " ".repeat(usize::from(row)), marks.join(" "))
        };
        (0..self.rows).map(row).collect()
    }

    fn orientation(&self, player: Player) -> &'static str {
        match player {
            Player::FIRST => "a1 is the hexagon at the upper left; you connect the first row and the last.",
            _ => "a1 is the hexagon at the upper left; you connect the first column and the last.",
        }
    }
}
