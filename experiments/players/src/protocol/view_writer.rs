//! The views of one seat of one hand, as lines of the protocol.

use hinterhand_engine::{Contest, Player};
use serde_json::{Map, Value as Json, json};

use super::messages::Score;

/// Writes the views of one seat, which depend on what the seat knows and on nothing else.
#[derive(Clone, Debug)]
pub struct ViewWriter<'c> {
    /// The prefix of all bodies: the game, without the seat.
    prefix: &'c str,
    /// The words noticed so far, as the inside of a JSON list.
    seen: String,
}

impl<'c> ViewWriter<'c> {
    /// The beginning of all bodies of a game with these options.
    pub fn prefix(game: &str, options: &Map<String, Json>, players: usize) -> String {
        let whole = json!({ "game": game, "options": options, "players": players }).to_string();
        whole.strip_suffix('}').expect("it is an object").to_owned()
    }

    /// The writer of a hand that has not begun.
    pub fn new(prefix: &'c str) -> ViewWriter<'c> {
        ViewWriter { prefix, seen: String::new() }
    }

    /// Adds a word that the seat notices, if it is not empty.
    pub fn notice(&mut self, word: &str) {
        if word.is_empty() {
            return;
        }
        if !self.seen.is_empty() {
            self.seen.push(',');
        }
        self.seen += &serde_json::to_string(word).expect("plain data");
    }

    /// Writes the line with which the hand begins.
    pub fn write_new_game(&self, player: Player, text: &mut Vec<u8>) {
        text.extend(format!("newgame {},\"seat\":{}}}\n", self.prefix, player.index()).bytes());
    }

    /// Writes the line of a view, at this score and with these legal actions.
    pub fn write_view(&self, player: Player, contest: &Contest, legal: &[String], text: &mut Vec<u8>) {
        let score = serde_json::to_string(&Score::of(contest)).expect("plain data");
        let legal = serde_json::to_string(legal).expect("plain data");
        let (prefix, seat, seen) = (self.prefix, player.index(), &self.seen);
        let view = format!(
            "view {prefix},\"seat\":{seat},\"contest\":{score},\"seen\":[{seen}],\"legal\":{legal}}}\n"
        );
        text.extend(view.bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hinterhand_engine::contract::Contract;
    use hinterhand_engine::dynamic::AnyGame;
    use hinterhand_engine::{Event, Game, Notation, Turn};

    use crate::games;

    /// The view of a seat at the end of these words.
    fn view(game: &AnyGame, words: &[String], player: Player) -> String {
        let prefix = ViewWriter::prefix(game.name(), &Map::new(), game.players());
        let (mut view, mut state) = (ViewWriter::new(&prefix), game.start());
        for word in words {
            let before = state.clone();
            let event = match game.turn(&state) {
                Turn::Chance => Event::Chance(game.read_chance(&state, word).expect("it was dealt")),
                _ => Event::Action(game.read_action(&state, word).expect("it was played")),
            };
            match &event {
                Event::Chance(chance) => game.reveal(&mut state, chance),
                Event::Action(action) => game.play(&mut state, *action),
            }
            view.notice(&game.noticed(&before, &event, &state, player));
        }
        let mut text = Vec::new();
        let contest = Contest::new(game.contest_rules(), Player::FIRST);
        view.write_view(player, &contest, &game.legal_words(&state), &mut text);
        String::from_utf8(text).expect("text")
    }

    /// At decisions of random games, another world that the player cannot tell from the true one gives the
    /// same bytes.
    fn other_worlds(game: &AnyGame) -> u64 {
        let mut other_worlds = 0;
        for number in 0..4 {
            let mut decisions = 0;
            // Long games are looked at up to there.
            let _ = Contract::new(game).seed(77).walk(number, |history, rng| {
                let Turn::Player(player) = history.turn() else { return Ok(()) };
                decisions += 1;
                if decisions > 60 {
                    return Err(());
                }
                let truth = view(game, history.words(), player);
                let info_set = game.info_set(history.state(), player);
                let words = game.retold(history.words(), &game.sample(&info_set, rng));
                other_worlds += u64::from(words != history.words());
                assert_eq!(view(game, &words, player), truth);
                Ok(())
            });
        }
        other_worlds
    }

    #[test]
    fn equal_knowledge_gives_equal_bytes() {
        for name in games::complete_names() {
            let other_worlds = other_worlds(&games::load_default(name).expect("a game"));
            assert!(other_worlds > 0, "{name}: nothing was hidden");
        }
    }

    #[test]
    fn a_view_is_one_line() {
        let prefix = ViewWriter::prefix("kuhn", &Map::new(), 2);
        let mut view = ViewWriter::new(&prefix);
        ["deal:J", "", "bet"].into_iter().for_each(|word| view.notice(word));
        let mut text = Vec::new();
        let legal = ["bet".to_owned(), "pass \"".to_owned()];
        let contest = Contest::new(hinterhand_engine::ContestRules::SINGLE_HAND, Player::FIRST);
        view.write_view(Player::SECOND, &contest, &legal, &mut text);
        let expected = r#"view {"game":"kuhn","options":{},"players":2,"seat":1,"contest":null,"seen":["deal:J","bet"],"legal":["bet","pass \""]}"#;
        assert_eq!(String::from_utf8(text).expect("text"), format!("{expected}\n"));
    }
}
