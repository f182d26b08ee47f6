//! The numbered scenarios of the rules pages, played in the words of the notation.

mod kinderschnapsen;
mod schnapsen;
mod sixty_six;

use hinterhand_engine::tricks::Table;
use hinterhand_engine::{Described, Game, History, Notation, Player, Settings, Turn};

/// The text of the position after some words.
#[derive(PartialEq, Debug)]
struct Scene {
    /// `chance`, `player N` or `over`.
    turn: String,
    legal: Vec<String>,
    returns: Option<Vec<f64>>,
    seen: [String; 2],
    talon: usize,
    /// The points as the position is printed with them.
    points: [u32; 2],
}

/// Plays these words, the deal first, with these options.
fn after<G: Notation + Described + Game<State: Table>>(options: &[(&str, &str)], words: &str) -> Scene {
    let mut settings = Settings::of::<G>();
    for (key, value) in options {
        settings.set_text(key, value).expect("an option of the game");
    }
    let game = G::with_settings(&settings).expect("checked options");
    let mut history = History::new(&game);
    for word in words.split(' ') {
        history.play_word(word).unwrap_or_else(|error| panic!("{words}: {error}"));
    }
    let text = game.position_text(history.state());
    let points = text.split(' ').skip_while(|&word| word != "points").nth(1).expect("the points");
    let points = points.split_once(':').expect("both points");
    let turn = history.turn();
    Scene {
        turn: match turn {
            Turn::Chance => "chance".to_owned(),
            Turn::Over => "over".to_owned(),
            Turn::Player(player) => player.to_string(),
        },
        legal: match turn {
            Turn::Player(_) => game.legal_words(history.state()),
            _ => Vec::new(),
        },
        returns: history.returns(),
        seen: [0, 1].map(|seat| history.seen(Player::new(seat)).to_owned()),
        talon: history.state().talon().left(),
        points: [points.0, points.1].map(|points| points.parse().expect("a number")),
    }
}

impl Scene {
    /// The legal words, with blanks between them.
    fn legal(&self) -> String {
        self.legal.join(" ")
    }

    /// The payoff of player 0 in a hand that is over.
    fn won(&self) -> f64 {
        let returns = self.returns.as_ref().expect("the hand is over");
        assert_eq!(returns[0], -returns[1]);
        returns[0]
    }
}
