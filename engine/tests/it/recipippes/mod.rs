//! Recipippes: its scenarios, its samples, and how random games go.

mod games;
mod sampling;
mod scenarios;

use hinterhand_engine::games::Recipippes;
use hinterhand_engine::{Described, History, Notation, Player, Settings, Turn};

/// The names of all basic cards.
const CARDS: [&str; 36] = [
    "AM", "AS", "AW", "AL", "AY", "AK", "2MK", "2SY", "2WL", "3MW", "3SK", "3LY", "4MS", "4WL", "4YK", "5ML",
    "5SW", "5YK", "6MW", "6SY", "6LK", "7ML", "7SK", "7WY", "8MS", "8WL", "8YK", "9MS", "9WY", "9LK", "XM",
    "XS", "XW", "XL", "XY", "XK",
];

/// The game with these options.
fn rules(options: &[(&str, &str)]) -> Recipippes {
    let mut settings = Settings::of::<Recipippes>();
    for (key, value) in options {
        settings.set_text(key, value).expect("an option of the game");
    }
    Recipippes::with_settings(&settings).expect("checked options")
}

/// A deal with these hands, with the display and the pile as given, and with `top` on the deck; below it lie
/// the other cards in their order.
fn deal(hands: &[&str], display: &str, pile: &str, top: &str) -> String {
    let hands = hands.join("/");
    let mut deck: Vec<&str> = top.split(',').filter(|card| !card.is_empty()).collect();
    let dealt: Vec<&str> = hands.split(['/', ',']).chain(deck.iter().copied()).collect();
    deck.extend(CARDS.iter().filter(|card| !dealt.contains(card)));
    format!("deal:{hands}/{display}/{pile}/{}", deck.join(","))
}

/// A game that is played word by word.
struct Table<'g>(History<'g, Recipippes>);

impl<'g> Table<'g> {
    fn new(game: &'g Recipippes, words: &str) -> Table<'g> {
        let mut table = Table(History::new(game));
        table.play(words);
        table
    }

    /// Plays these words.
    fn play(&mut self, words: &str) {
        for word in words.split_whitespace() {
            self.0.play_word(word).unwrap_or_else(|error| panic!("{error}"));
        }
    }

    fn legal(&self) -> Vec<String> {
        self.0.game().legal_words(self.0.state())
    }

    fn allows(&self, word: &str) -> bool {
        self.legal().iter().any(|legal| legal == word)
    }

    /// The seat that is to decide.
    fn seat(&self) -> usize {
        match self.0.turn() {
            Turn::Player(player) => player.index(),
            turn => panic!("{turn:?} instead of a player's turn"),
        }
    }

    fn hand(&self, seat: usize) -> String {
        self.0.state().hand(Player::new(seat)).to_string()
    }

    fn held(&self, seat: usize) -> usize {
        self.0.state().hand(Player::new(seat)).len()
    }

    fn captured(&self, seat: usize) -> String {
        self.0.state().captured(Player::new(seat)).to_string()
    }

    /// The discards, bottom first.
    fn discards(&self) -> String {
        let names: Vec<String> = self.0.state().discard().iter().map(|card| card.to_string()).collect();
        names.join(",")
    }

    fn excuse(&self) -> usize {
        self.0.state().excuse().index()
    }

    fn returns(&self) -> Vec<f64> {
        self.0.returns().expect("the game is over")
    }

    /// Lets chance shuffle the discards in their order.
    fn shuffle(&mut self) {
        assert_eq!(self.0.turn(), Turn::Chance);
        let discards = self.discards();
        self.play(&format!("pile:{discards}"));
    }

    /// A trade of the lowest `out` cards for `back` from the deck.
    fn trade(&mut self, out: usize, back: usize) {
        let seat = Player::new(self.seat());
        self.play("trade");
        for _ in 0..out {
            let lowest = self.0.state().hand(seat).first().expect("a card to discard");
            self.play(&format!("discard:{lowest}"));
        }
        self.play(&format!("take:{back}"));
    }

    /// A trade of the whole hand for nothing.
    fn dump(&mut self) {
        self.trade(self.held(self.seat()), 0);
    }
}
