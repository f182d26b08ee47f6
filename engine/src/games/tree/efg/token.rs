//! The smallest pieces of an `.efg` text, each with its place.

use std::fmt;
use std::iter::Peekable;
use std::str::CharIndices;

/// A place in a text, both counted from 1, columns in characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Place {
    pub(super) line: usize,
    pub(super) column: usize,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Token<'t> {
    /// Text in quotes, without them.
    Text(String),
    /// Other text up to the next blank, quote, brace or comma.
    Bare(&'t str),
    Open,
    Close,
    Comma,
    /// Text that begins here and has no closing quote.
    Unclosed,
    /// The end of the file.
    End,
}

impl fmt::Display for Token<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Token::Text(text) => write!(f, "{:?}", beginning(text)),
            Token::Bare(text) => write!(f, "`{}`", beginning(text).escape_debug()),
            Token::Open => f.write_str("`{`"),
            Token::Close => f.write_str("`}`"),
            Token::Comma => f.write_str("`,`"),
            Token::Unclosed => f.write_str("text without a closing quote"),
            Token::End => f.write_str("the end of the file"),
        }
    }
}

/// Enough of a text to know it again.
fn beginning(text: &str) -> String {
    let mut short: String = text.chars().take(40).collect();
    if short.len() < text.len() {
        short.push_str("...");
    }
    short
}

#[derive(Clone, Debug)]
pub(super) struct Tokens<'t> {
    text: &'t str,
    chars: Peekable<CharIndices<'t>>,
    place: Place,
}

impl<'t> Tokens<'t> {
    pub(super) fn new(text: &'t str) -> Tokens<'t> {
        // Some editors put a byte order mark in front.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        Tokens { text, chars: text.char_indices().peekable(), place: Place { line: 1, column: 1 } }
    }

    /// The next token and where it begins.
    pub(super) fn next(&mut self) -> (Token<'t>, Place) {
        while self.peek().is_some_and(char::is_whitespace) {
            self.step();
        }
        let place = self.place;
        let from = self.offset();
        let token = match self.step() {
            None => Token::End,
            Some('{') => Token::Open,
            Some('}') => Token::Close,
            Some(',') => Token::Comma,
            Some('"') => self.quoted(),
            Some(_) => {
                while self.peek().is_some_and(|c| !c.is_whitespace() && !"{},\"".contains(c)) {
                    self.step();
                }
                Token::Bare(&self.text[from..self.offset()])
            }
        };
        (token, place)
    }

    /// The rest of a text whose opening quote has been read.
    fn quoted(&mut self) -> Token<'t> {
        let mut text = String::new();
        loop {
            match self.step() {
                None => return Token::Unclosed,
                Some('"') => return Token::Text(text),
                Some('\\') => match self.peek() {
                    Some(c @ ('"' | '\\')) => {
                        text.push(c);
                        self.step();
                    }
                    _ => text.push('\\'),
                },
                Some(c) => text.push(c),
            }
        }
    }

    fn peek(&mut self) -> Option<char> {
        self.chars.peek().map(|&(_, c)| c)
    }

    fn offset(&mut self) -> usize {
        self.chars.peek().map_or(self.text.len(), |&(offset, _)| offset)
    }

    fn step(&mut self) -> Option<char> {
        let (_, c) = self.chars.next()?;
        if c == '\n' {
            self.place = Place { line: self.place.line + 1, column: 1 };
        } else {
            self.place.column += 1;
        }
        Some(c)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_know_their_places() {
        let mut tokens = Tokens::new("c \"a \\\"b\\\\\" {\n  \"é\"1/2,}");
        let mut read = Vec::new();
        loop {
            let (token, Place { line, column }) = tokens.next();
            read.push((token.clone(), line, column));
            if token == Token::End {
                break;
            }
        }
        let text = |text: &str| Token::Text(text.to_owned());
        let expected = [
            (Token::Bare("c"), 1, 1),
            (text("a \"b\\"), 1, 3),
            (Token::Open, 1, 13),
            (text("é"), 2, 3),
            (Token::Bare("1/2"), 2, 6),
            (Token::Comma, 2, 9),
            (Token::Close, 2, 10),
            (Token::End, 2, 11),
        ];
        assert_eq!(read, expected);
    }

    #[test]
    fn open_text_is_told_from_its_beginning() {
        let mut tokens = Tokens::new(" \"never closed\\\"");
        assert_eq!(tokens.next(), (Token::Unclosed, Place { line: 1, column: 2 }));
        assert_eq!(tokens.next().0, Token::End);
    }
}
