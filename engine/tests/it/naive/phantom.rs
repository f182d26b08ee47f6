//! Phantom tic-tac-toe and dark hex with a list of squares, one small function per rule.

use super::Naive;
use super::options::{OptionTable, Options};

const SIZES: &[&str] = &["3", "2", "4"];
const VERSIONS: &[&str] = &["classical", "abrupt"];

pub const TIC_TAC_TOE: OptionTable =
    &[("width", SIZES), ("height", SIZES), ("line", SIZES), ("version", VERSIONS)];
pub const DARK_HEX: OptionTable = &[("rows", SIZES), ("columns", SIZES), ("version", VERSIONS)];

/// What has to be reached.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Goal {
    /// This number of stones in a row.
    Line(i64),
    /// A chain between the own edges.
    Chain,
}

/// A place: column and row.
type Place = (i64, i64);

/// A phantom game being played.
#[derive(Clone, Debug)]
pub struct Phantom {
    goal: Goal,
    abrupt: bool,
    columns: i64,
    rows: i64,
    /// The squares that each player has taken.
    stones: [Vec<Place>; 2],
    /// The squares that each player has tried.
    tried: [Vec<Place>; 2],
    mover: usize,
    winner: Option<usize>,
    seen: [String; 2],
}

impl Phantom {
    pub fn tic_tac_toe(options: &[(&str, &str)]) -> Self {
        let options = Options::choose(TIC_TAC_TOE, options);
        Phantom::new(Goal::Line(options.number("line") as i64), &options, ["width", "height"])
    }

    pub fn dark_hex(options: &[(&str, &str)]) -> Self {
        Phantom::new(Goal::Chain, &Options::choose(DARK_HEX, options), ["columns", "rows"])
    }

    fn new(goal: Goal, options: &Options, [columns, rows]: [&str; 2]) -> Self {
        Phantom {
            goal,
            abrupt: options.is("version", "abrupt"),
            columns: options.number(columns) as i64,
            rows: options.number(rows) as i64,
            stones: [vec![], vec![]],
            tried: [vec![], vec![]],
            mover: 0,
            winner: None,
            seen: [String::new(), String::new()],
        }
    }

    fn places(&self) -> Vec<Place> {
        (0..self.rows).flat_map(|row| (0..self.columns).map(move |column| (column, row))).collect()
    }

    // A try: the stone stands if the square is empty, else the mover knows the stone that is there.
    fn try_at(&mut self, place: Place) {
        let (mover, other) = (self.mover, 1 - self.mover);
        self.tried[mover].push(place);
        let free = !self.stones[other].contains(&place);
        let outcome = if free { "mine" } else { "theirs" };
        self.seen[mover].push_str(&format!("{} {outcome};", name(place)));
        if free {
            self.stones[mover].push(place);
        }
        // The other notices the end of a turn, and nothing of a try after which there is another.
        if free || self.abrupt {
            self.seen[other].push_str("my turn;");
            self.mover = other;
        }
        if free && self.has_won(mover) {
            self.winner = Some(mover);
        }
        if self.is_over() {
            self.seen.iter_mut().for_each(|seen| seen.push_str("the end;"));
        }
    }

    fn is_full(&self) -> bool {
        self.stones[0].len() + self.stones[1].len() == self.places().len()
    }

    fn is_over(&self) -> bool {
        self.winner.is_some() || self.is_full()
    }

    fn has_won(&self, player: usize) -> bool {
        match self.goal {
            Goal::Line(length) => self.has_line(player, length),
            Goal::Chain => self.has_chain(player),
        }
    }

    fn has_line(&self, player: usize, length: i64) -> bool {
        let directions = [(1, 0), (0, 1), (1, 1), (1, -1)];
        self.stones[player].iter().any(|(column, row)| {
            directions.iter().any(|(right, up)| {
                (0..length).all(|n| self.stones[player].contains(&(column + n * right, row + n * up)))
            })
        })
    }

    // Player 0 goes down from the first row, player 1 across from the first column.
    fn has_chain(&self, player: usize) -> bool {
        let depth = |place: &Place| if player == 0 { place.1 } else { place.0 };
        let last = if player == 0 { self.rows - 1 } else { self.columns - 1 };
        let mut chain: Vec<Place> = self.stones[player].iter().filter(|p| depth(p) == 0).copied().collect();
        let mut next = 0;
        while next < chain.len() {
            for stone in &self.stones[player] {
                if touch(chain[next], *stone) && !chain.contains(stone) {
                    chain.push(*stone);
                }
            }
            next += 1;
        }
        chain.iter().any(|place| depth(place) == last)
    }
}

// The middle of a hexagon is one to the right of that in the column before; of that in the row above it is
// half a hexagon to the right, and the root of 3/4 below. Hexagons touch whose middles are at distance 1.
fn touch(one: Place, other: Place) -> bool {
    let (right, down) = (other.0 - one.0, other.1 - one.1);
    let twice_across = 2 * right + down;
    let four_squares = twice_across * twice_across + 3 * down * down;
    four_squares == 4
}

fn name((column, row): Place) -> String {
    let letter = ["a", "b", "c", "d"][column as usize];
    format!("{letter}{}", row + 1)
}

impl Naive for Phantom {
    fn turn(&self) -> String {
        if self.is_over() { "over".to_string() } else { format!("player {}", self.mover) }
    }

    fn legal(&self) -> Vec<String> {
        if self.is_over() {
            return vec![];
        }
        let mut words: Vec<String> = self
            .places()
            .into_iter()
            .filter(|place| !self.tried[self.mover].contains(place))
            .map(name)
            .collect();
        words.sort();
        words
    }

    fn play(&mut self, word: &str) {
        let legal = self.legal();
        assert!(legal.iter().any(|w| w == word), "`{word}` is not among {legal:?}");
        let place = self.places().into_iter().find(|place| name(*place) == word);
        self.try_at(place.expect("a legal word names a place"));
    }

    fn returns(&self) -> Vec<f64> {
        assert!(self.is_over(), "the game is not over");
        match self.winner {
            Some(0) => vec![1.0, -1.0],
            Some(_) => vec![-1.0, 1.0],
            None => vec![0.0, 0.0],
        }
    }

    fn seen(&self, player: usize) -> String {
        self.seen[player].clone()
    }
}
