//! The goal of phantom tic-tac-toe: a line.

use super::board::Square;
use super::goal::Goal;
use super::rules::Phantom;
use super::version::Version;
use crate::{Allowed, GameInfo, OptionError, OptionSpec, Player, Preset, Settings};

/// A line of squares in a row, a column or a diagonal; `Default` is 3 squares on 3 by 3.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    width: u8,
    height: u8,
    length: u8,
    /// All lines as sets of squares.
    lines: Vec<u16>,
}

impl Default for Line {
    fn default() -> Line {
        Line::new(3, 3, 3)
    }
}

impl Line {
    /// Lines of this length on a board of this size, each 2 to 4. A line may be longer than the board: then
    /// every game is a draw.
    pub fn new(width: u8, height: u8, length: u8) -> Line {
        let allowed = 2..=4;
        assert!(
            allowed.contains(&width) && allowed.contains(&height) && allowed.contains(&length),
            "no board of {width} by {height} with lines of {length}"
        );
        let on_board =
            |column: i8, row: i8| (0..width as i8).contains(&column) && (0..height as i8).contains(&row);
        let mut lines = Vec::new();
        for (column, row) in
            (0..height as i8).flat_map(|row| (0..width as i8).map(move |column| (column, row)))
        {
            for (right, up) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                let squares = (0..length as i8).map(|step| (column + step * right, row + step * up));
                if squares.clone().all(|(column, row)| on_board(column, row)) {
                    lines.push(squares.map(|(column, row)| 1 << (row * width as i8 + column)).sum());
                }
            }
        }
        Line { width, height, length, lines }
    }

    /// The number of squares in a line.
    pub fn length(&self) -> u8 {
        self.length
    }
}

impl Phantom<Line> {
    /// The classical game on a board of this size with lines of this length, each 2 to 4. A line may be
    /// longer than the board: then every game is a draw.
    pub fn new(width: u8, height: u8, line: u8) -> Phantom<Line> {
        Phantom::of(Line::new(width, height, line), Version::Classical)
    }
}

impl Goal for Line {
    const INFO: GameInfo = GameInfo {
        name: "phantom-ttt",
        title: "Phantom tic-tac-toe",
        players: "2",
        cards: "9 squares (up to 4 by 4)",
        longest: "17 (4 by 4: 31)",
        widest: "9 (4 by 4: 16)",
        status: "the counts of all histories of both versions agree with published ones",
        options: &[
            OptionSpec::new("width", Allowed::Range(2, 4, 3), "the number of columns"),
            OptionSpec::new("height", Allowed::Range(2, 4, 3), "the number of rows"),
            OptionSpec::new(
                "line",
                Allowed::Range(2, 4, 3),
                "the number of squares in a line; if the board is smaller, every game is a draw",
            ),
            Version::OPTION,
        ],
        presets: &[Preset {
            name: "cowling",
            options: &[("width", "4"), ("height", "4"), ("line", "4")],
            about: "4 by 4 with lines of 4, as in Cowling, Powley and Whitehouse (2012)",
        }],
    };

    fn with_settings(settings: &Settings) -> Result<Line, OptionError> {
        Ok(Line::new(settings.read("width")?, settings.read("height")?, settings.read("line")?))
    }

    fn layout(&self) -> &'static str {
        "squares"
    }

    fn columns(&self) -> u8 {
        self.width
    }

    fn rows(&self) -> u8 {
        self.height
    }

    fn is_reached(&self, _: Player, set: u16) -> bool {
        self.lines.iter().any(|line| set & line == *line)
    }

    /// The last row first.
    fn drawn(&self, mark: &dyn Fn(Square) -> char) -> Vec<String> {
        let row = |row| (0..self.width).map(|column| mark(Square(row * self.width + column))).collect();
        (0..self.height).rev().map(row).collect()
    }

    fn orientation(&self, _: Player) -> &'static str {
        "a1 is the square at the lower left."
    }
}
