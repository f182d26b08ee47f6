//! The special squares of a board: a throne and four start spaces for each player.

use super::square::Square;

/// Indexed by player: 0 is Black, 1 is Red.
#[derive(Clone, PartialEq, Debug)]
pub struct Board {
    pub thrones: [Square; 2],
    /// In the order in which `set:` fills them.
    pub starts: [Vec<Square>; 2],
}

const COMPASS: &str = "d8,e1/f8,h6,a6,g1/c1,a3,h3,b8";
const FACE_OFF: &str = "d8,e1/f8,e8,c8,b8/c1,d1,f1,g1";

impl Board {
    /// The value of the option `board`: `compass`, `face_off` or `own:<thrones>/<starts of 0>/<starts of 1>`.
    pub fn read(value: &str) -> Board {
        match value {
            "compass" => Board::read_own(COMPASS),
            "face_off" => Board::read_own(FACE_OFF),
            _ => {
                Board::read_own(value.strip_prefix("own:").expect("a board is compass, face_off or own:..."))
            }
        }
    }

    // Two thrones and twice four start spaces, ten different squares.
    fn read_own(text: &str) -> Board {
        let groups: Vec<Vec<Square>> =
            text.split('/').map(|group| group.split(',').map(Square::read).collect()).collect();
        let sizes: Vec<usize> = groups.iter().map(Vec::len).collect();
        assert_eq!(sizes, [2, 4, 4], "a board has two thrones and twice four start spaces");
        let mut squares = groups.concat();
        squares.sort();
        squares.dedup();
        assert_eq!(squares.len(), 10, "a square is named twice in `{text}`");
        Board { thrones: [groups[0][0], groups[0][1]], starts: [groups[1].clone(), groups[2].clone()] }
    }

    /// Whether it is the throne of a player.
    pub fn is_throne(&self, square: Square) -> bool {
        self.thrones.contains(&square)
    }
}
