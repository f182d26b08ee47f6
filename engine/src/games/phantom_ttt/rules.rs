//! The rules of phantom tic-tac-toe as values: the size of the board and the length of a line.

use super::board::Square;
use crate::{Allowed, Described, GameInfo, OptionError, OptionSpec, Player, Preset, Settings};

/// Phantom tic-tac-toe; `Default` is 3 by 3 with lines of 3.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PhantomTtt {
    width: u8,
    height: u8,
    line: u8,
    /// All lines as sets of squares.
    lines: Vec<u16>,
}

impl Default for PhantomTtt {
    fn default() -> PhantomTtt {
        PhantomTtt::new(3, 3, 3)
    }
}

impl PhantomTtt {
    /// The game on a board of this size with lines of this length, each 2 to 4. A line may be longer
    /// than the board: then every game is a draw.
    pub fn new(width: u8, height: u8, line: u8) -> PhantomTtt {
        let allowed = 2..=4;
        assert!(
            allowed.contains(&width) && allowed.contains(&height) && allowed.contains(&line),
            "no board of {width} by {height} with lines of {line}"
        );
        let on_board =
            |column: i8, row: i8| (0..width as i8).contains(&column) && (0..height as i8).contains(&row);
        let mut lines = Vec::new();
        for (column, row) in
            (0..height as i8).flat_map(|row| (0..width as i8).map(move |column| (column, row)))
        {
            for (right, up) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                let squares = (0..line as i8).map(|step| (column + step * right, row + step * up));
                if squares.clone().all(|(column, row)| on_board(column, row)) {
                    lines.push(squares.map(|(column, row)| 1 << (row * width as i8 + column)).sum());
                }
            }
        }
        PhantomTtt { width, height, line, lines }
    }

    /// The number of columns.
    pub fn width(&self) -> u8 {
        self.width
    }

    /// The number of rows.
    pub fn height(&self) -> u8 {
        self.height
    }

    /// The number of squares in a line.
    pub fn line(&self) -> u8 {
        self.line
    }

    /// The number of squares.
    pub(super) fn squares(&self) -> usize {
        usize::from(self.width * self.height)
    }

    /// All squares as bits.
    pub(super) fn all(&self) -> u16 {
        ((1u32 << self.squares()) - 1) as u16
    }

    /// Whether there is a line among these squares.
    pub(super) fn has_line(&self, squares: u16) -> bool {
        self.lines.iter().any(|line| squares & line == *line)
    }

    /// The name of a square: the column as a letter, the row as a number.
    pub(super) fn name(&self, square: Square) -> String {
        let column = char::from(b'a' + square.0 % self.width);
        format!("{column}{}", 1 + square.0 / self.width)
    }
}

impl Described for PhantomTtt {
    const INFO: GameInfo = GameInfo {
        name: "phantom-ttt",
        title: "Phantom tic-tac-toe",
        players: "2",
        cards: "9 squares (up to 4 by 4)",
        longest: "17 (4 by 4: 31)",
        widest: "9 (4 by 4: 16)",
        status: "counts of the first moves agree with OpenSpiel",
        options: &[
            OptionSpec::new("width", Allowed::Range(2, 4, 3), "the number of columns"),
            OptionSpec::new("height", Allowed::Range(2, 4, 3), "the number of rows"),
            OptionSpec::new(
                "line",
                Allowed::Range(2, 4, 3),
                "the number of squares in a line; if the board is smaller, every game is a draw",
            ),
        ],
        presets: &[Preset {
            name: "cowling",
            options: &[("width", "4"), ("height", "4"), ("line", "4")],
            about: "4 by 4 with lines of 4, as in Cowling, Powley and Whitehouse (2012)",
        }],
    };

    fn with_settings(settings: &Settings) -> Result<PhantomTtt, OptionError> {
        let number = |key| settings.number(key) as u8;
        Ok(PhantomTtt::new(number("width"), number("height"), number("line")))
    }

    fn least_payoff(&self, _: Player) -> f64 {
        -1.0
    }
}
