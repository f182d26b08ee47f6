//! Boards of Klondike Chess in TOML files.
//!
//! A file has a table for each player, with the square of the throne and those of the start spaces in the
//! order in which they are filled. Anything else in it is an error. Examples are in `boards/`.

use hinterhand_engine::games::KlondikeChess;
use hinterhand_engine::games::klondike_chess::{BoardError, BoardSpec, Square};
use hinterhand_engine::{Described, Settings};
use serde::Deserialize;
use toml::Spanned;

use crate::files::place::Place;

/// Reads a board.
///
/// ```
/// use hinterhand_engine::games::klondike_chess::BoardSpec;
/// let board = hinterhand_players::files::board_file::read(
///     r#"
///     [player_0]
///     throne = "d8"
///     starts = ["f8", "h6", "a6", "g1"]
///
///     [player_1]
///     throne = "e1"
///     starts = ["c1", "a3", "h3", "b8"]
///     "#,
/// )?;
/// assert_eq!(board, BoardSpec::COMPASS);
/// # Ok::<(), hinterhand_players::files::board_file::BoardFileError>(())
/// ```
pub fn read(text: &str) -> Result<BoardSpec, BoardFileError> {
    let BoardText { player_0, player_1 } = toml::from_str(text).map_err(|error| {
        let offset = error.span().map_or(0, |span| span.start);
        BoardFileError::Toml { place: Place::of(text, offset), message: error.message().to_owned() }
    })?;
    let broken = |offset, error| BoardFileError::Board { place: Place::of(text, offset), error };
    let mut named = Vec::new();
    let mut square = |name: &Spanned<String>| {
        let wrong = |error| broken(name.span().start, error);
        let square: Square = name.as_ref().parse().map_err(wrong)?;
        if named.contains(&square) {
            return Err(wrong(BoardError::Twice { square }));
        }
        named.push(square);
        Ok(square)
    };
    let mut side = |side: &SideText, what| -> Result<(Square, [Square; 4]), BoardFileError> {
        let throne = square(&side.throne)?;
        let names = side.starts.as_ref();
        let starts: Vec<Square> = names.iter().map(&mut square).collect::<Result<_, _>>()?;
        let starts = <[Square; 4]>::try_from(starts).map_err(|_| {
            let error = BoardError::Size { what, size: 4, found: names.len() };
            broken(side.starts.span().start, error)
        })?;
        Ok((throne, starts))
    };
    let (throne_0, starts_0) = side(&player_0, "start spaces of player 0")?;
    let (throne_1, starts_1) = side(&player_1, "start spaces of player 1")?;
    Ok(BoardSpec::new([throne_0, throne_1], [starts_0, starts_1]).expect("no square was named twice"))
}

/// Whether this option is a board, which may be given as a file.
pub fn is_board(settings: &Settings, key: &str) -> bool {
    settings.info().name == KlondikeChess::INFO.name && key == "board"
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BoardText {
    player_0: SideText,
    player_1: SideText,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SideText {
    throne: Spanned<String>,
    starts: Spanned<Vec<Spanned<String>>>,
}

/// Why a text is no board.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the fields are what the messages name")]
pub enum BoardFileError {
    #[error("{place}: {message}")]
    Toml { place: Place, message: String },
    #[error("{place}: {error}")]
    Board { place: Place, error: BoardError },
}
