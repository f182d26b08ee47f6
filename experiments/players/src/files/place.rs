//! Places in a text by line and column, counted from 1.

use std::fmt;

/// A line and a column, both counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    line: usize,
    column: usize,
}

impl Place {
    /// The place of the byte at `offset` of `text`; columns count characters.
    pub fn of(text: &str, offset: usize) -> Place {
        let before = &text[..offset];
        Place {
            line: before.matches('\n').count() + 1,
            column: before.chars().rev().take_while(|&c| c != '\n').count() + 1,
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns_count_from_one_and_in_characters() {
        let text = "a\n\u{f6}b\r\nc";
        let places = [0, 1, 2, 4, 5, 7, 8].map(|offset| Place::of(text, offset).to_string());
        let expected = ["1, 1", "1, 2", "2, 1", "2, 2", "2, 3", "3, 1", "3, 2"];
        assert_eq!(places, expected.map(|place| format!("line {}", place.replace(", ", ", column "))));
    }
}
