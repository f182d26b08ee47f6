//! Games that are over, or come from elsewhere: as records, position by position, and what their decisions
//! cost.

use std::sync::Arc;
use std::time::Duration;

use hinterhand_engine::dynamic::AnyGame;
use hinterhand_engine::{Contest, Game as _, Notation as _, Player};
use hinterhand_players::advice::advise::advise_at;
use hinterhand_players::advice::hindsight::{Chance, Hindsight};
use hinterhand_players::advice::review::{Judge, review};
use hinterhand_players::bots::{Bot, BotFor};
use hinterhand_players::games::LoadedGame;
use hinterhand_players::option_value::number;
use hinterhand_players::records::Record;
use serde::Deserialize;
use serde_json::{Map, Value as Json, json};

use crate::bots::told;
use crate::catalogue::Catalogue;
use crate::room::{self, Hand, Move, Side, Terms};

/// What is said of a record that is not there.
pub(crate) const MISSING: &str = "there is no such record";

/// What is asked about a record.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Asked {
    /// The record.
    pub(crate) record: Record,
    /// The number of its words before the position.
    #[serde(default)]
    pub(crate) ply: usize,
    /// The bot that is asked; the adviser of the game if none is named.
    #[serde(default)]
    pub(crate) bot: Option<String>,
}

impl Asked {
    /// The bot that is asked, where `bot` opens those that may be.
    pub(crate) fn adviser(
        &self,
        catalogue: &Catalogue,
        bot: impl FnOnce(&str) -> Result<Arc<Bot>, String>,
    ) -> Result<Adviser, String> {
        match &self.bot {
            Some(text) => {
                let name = catalogue.admit(text)?;
                Ok(Adviser { bot: bot(&name)?, name })
            }
            None => {
                let bot = Bot::adviser(&game_of(&self.record)?);
                Ok(Adviser { name: bot.spec().to_string(), bot: Arc::new(bot) })
            }
        }
    }
}

/// The record of a hand of a room that is over.
pub(crate) fn played(
    game: &AnyGame,
    terms: &Terms,
    hands: &[Vec<Move>],
    hand: usize,
) -> Result<Json, String> {
    let moves = hands.get(hand).ok_or(MISSING)?;
    let played = Hand::replayed(game, moves.iter().map(|one| one.word.as_str()));
    let played = played.map_err(|error| error.to_string())?;
    // The cards of a hand that is still played are told to no one.
    if played.history().returns().is_none() {
        return Err("the hand is not over".to_owned());
    }
    let mut score = room::Score::new(game, terms.best_of);
    for moves in &hands[..hand] {
        let before = Hand::replayed(game, moves.iter().map(|one| one.word.as_str()));
        let returns = before.ok().and_then(|before| before.history().returns());
        returns.iter().for_each(|returns| score.enter(returns));
    }
    let record = Record::of(played.history()).with("bots", names(terms, &score.sides()));
    let thoughts: Map<String, Json> = moves.iter().enumerate().filter_map(thought).collect();
    Ok(json!({ "record": record, "thoughts": thoughts }))
}

/// Who sat in each seat: the texts of bots, and nothing of people but their names.
fn names(terms: &Terms, sides: &[usize]) -> Json {
    let name = |&side: &usize| match &terms.sides[side] {
        Side::Bot { spec } => spec.clone(),
        Side::Person { name, .. } => name.clone(),
        Side::Open => "open seat".to_owned(),
    };
    sides.iter().map(name).collect()
}

fn thought((ply, one): (usize, &Move)) -> Option<(String, Json)> {
    let thought = serde_json::from_str(one.thought.as_ref()?).ok()?;
    Some((ply.to_string(), thought))
}

/// The game of a record.
pub(crate) fn game_of(record: &Record) -> Result<LoadedGame, String> {
    let known = hinterhand_players::games::complete_names().any(|name| name == record.game);
    if !known {
        return Err("there is no such game here".to_owned());
    }
    hinterhand_players::games::load(&record.game, |settings| record.fill(settings))
        .map_err(|error| error.to_string())
}

/// The position after the first `ply` of these words, as each seat sees it, and with all cards open.
pub(crate) fn position(game: &AnyGame, words: &[String], ply: usize) -> Result<Json, String> {
    let words = words.iter().take(ply).map(String::as_str);
    let hand = Hand::replayed(game, words).map_err(|error| error.to_string())?;
    let seats = (0..game.players()).map(|seat| {
        let info_set = hand.info_set(seat);
        let drawing = game.drawing(&info_set).map(|drawing| room::drawing_json(&drawing));
        json!({
            "drawing": drawing, "text": game.table_text(&info_set),
            "seen": hand.history().seen(Player::new(seat)),
        })
    });
    let returns = hand.history().returns().map(|returns| returns.into_iter().map(number).collect::<Vec<_>>());
    Ok(json!({
        "ply": hand.ply(), "turn": hand.mover(), "legal": hand.mover().map(|_| hand.legal_words()),
        "seats": seats.collect::<Vec<_>>(), "state": game.position_text(hand.history().state()),
        "returns": returns,
    }))
}

/// A bot that is asked, and what browsers call it.
#[derive(Clone, Debug)]
pub(crate) struct Adviser {
    /// The name.
    pub(crate) name: String,
    /// The bot.
    pub(crate) bot: Arc<Bot>,
}

impl Adviser {
    pub(crate) fn for_game<'b>(&'b self, game: &'b LoadedGame) -> Result<BotFor<'b>, String> {
        self.bot.for_game(game).map_err(|error| told(&error, self.bot.spec()))
    }
}

/// The longest record that is reviewed, in words.
const REVIEWED: usize = 400;

/// The longest time for a decision of a record.
const DECISION: Duration = Duration::from_secs(5);

/// What the decisions of a record cost by the values of a bot, exactly if it plays by a solution that has
/// them. It ends early when the answer is no longer awaited.
pub(crate) fn reviewed(
    record: &Record,
    adviser: &Adviser,
    awaited: &dyn Fn() -> bool,
) -> Result<Json, String> {
    if record.actions.len() > REVIEWED {
        return Err(format!("records of more than {REVIEWED} words are not reviewed"));
    }
    let game = game_of(record)?;
    let bot = adviser.for_game(&game)?;
    let (judge, exact) = match bot.file_strategy() {
        Some(solution) => (Judge::Solution(solution), true),
        None => (Judge::Bot { bot: &bot, seed: 1, most: Some(DECISION) }, false),
    };
    let wanted = |_| awaited();
    let found = review(&game, &judge, &record.actions, wanted).map_err(|error| error.to_string())?;
    let judge = &adviser.name;
    if found.decisions.is_empty() && found.unjudged > 0 {
        return Err(format!("{judge} gives no values of actions"));
    }
    Ok(json!({ "judge": judge, "exact": exact, "decisions": found.decisions }))
}

/// What a bot thinks of a position of a record, from what the player to move has seen.
pub(crate) fn opinion(record: &Record, ply: usize, adviser: &Adviser) -> Result<Json, String> {
    let game = game_of(record)?;
    let words = record.actions.iter().take(ply).map(String::as_str);
    let hand = Hand::replayed(game.rules(), words).map_err(|error| error.to_string())?;
    let seat = hand.mover().ok_or("no player is to move here")?;
    let bot = adviser.for_game(&game)?;
    let contest = Contest::new(game.contest_rules(), Player::FIRST);
    let (history, solution, most) = (hand.history(), bot.file_strategy(), Some(room::LONGEST));
    let advice = advise_at(history, Player::new(seat), &contest, &bot, solution, 1, most);
    let listed =
        advice.actions.iter().map(|one| json!([one.action, one.probability, one.exact.or(one.value)]));
    Ok(
        json!({ "actions": listed.collect::<Vec<_>>(), "exact": advice.actions.iter().any(|one| one.exact.is_some()) }),
    )
}

/// For each player that has not won a hand the last decision after which it could have won, or at least have lost
/// less: with the cards as they lay, and what a bot thinks of that decision, from what the player had seen.
pub(crate) fn hindsight(
    record: &Record,
    adviser: &Adviser,
    awaited: &dyn Fn() -> bool,
) -> Result<Json, String> {
    let game = game_of(record)?;
    let mut hindsight = Hindsight::of(&game).map_err(|error| error.to_string())?;
    let hand = Hand::replayed(game.rules(), record.actions.iter().map(String::as_str));
    let hand = hand.map_err(|error| error.to_string())?;
    let returns = hand.history().returns().ok_or("the hand is not over")?;
    let mut told = Vec::new();
    for (seat, won) in returns.into_iter().enumerate().filter(|(_, won)| *won <= 0.0) {
        let mut last = |enough| {
            let chance = hindsight.last_chance(&record.actions, Player::new(seat), enough, awaited);
            chance.map_err(|error| error.to_string())
        };
        let chance = match last(0.0)? {
            Some(chance) => Some(chance),
            None => last(won)?,
        };
        let chance = chance.map(|Chance { ply, played, value, line }| {
            let opinion = opinion(record, ply, adviser)?;
            Ok::<_, String>(json!({
                "ply": ply, "played": played, "value": number(value), "line": line,
                "by": adviser.name, "opinion": opinion,
            }))
        });
        told.push(json!({ "seat": seat, "won": number(won), "chance": chance.transpose()? }));
    }
    Ok(json!({ "seats": told }))
}

/// The words of a record, and of what chance decides after them until a player is to move.
pub(crate) fn dealt(game: &AnyGame, words: &[String], seed: u64) -> Result<Json, String> {
    let words = words.iter().map(String::as_str);
    let mut hand = Hand::replayed(game, words).map_err(|error| error.to_string())?;
    while hand.deal(seed, 0).is_some() {}
    Ok(json!({ "actions": hand.history().words() }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hand_is_told_when_it_is_over() {
        let terms = Terms::example("kuhn");
        let put =
            |word: &str| Move { word: word.to_owned(), thought: Some(r#"[["bet",1.0,null]]"#.to_owned()) };
        let mut hands = vec![vec![put("deal:J,Q"), put("bet")]];
        let game = terms.load().expect("a game");
        let played = |hands: &[Vec<Move>], hand| played(&game, &terms, hands, hand);
        assert_eq!(played(&hands, 0), Err("the hand is not over".to_owned()));
        hands[0].push(put("pass"));
        let told = played(&hands, 0).expect("it is over");
        assert_eq!(told["record"]["returns"], json!([1, -1]));
        assert_eq!(told["record"]["bots"], json!(["Anna", "Ben"]));
        assert!(!told.to_string().contains("key of"));
        assert_eq!(played(&hands, 1), Err(MISSING.to_owned()));
    }

    #[test]
    fn a_position_is_dealt_judged_and_thought_about() {
        let record = Record::read(br#"{"game":"kinderschnapsen","actions":[]}"#).expect("a record");
        let game = game_of(&record).expect("a game");
        let dealt = dealt(&game, &record.actions, 1).expect("a deal");
        let words = dealt["actions"].as_array().expect("a list");
        assert!(words.len() == 1 && words[0].as_str().is_some_and(|word| word.starts_with("deal:")));
        let record = Record { actions: vec![words[0].as_str().expect("a text").to_owned()], ..record };
        let adviser = |name: &str, spec: &str| {
            let bot = Bot::open(spec.parse().expect("a bot")).expect("it opens");
            Adviser { name: name.to_owned(), bot: Arc::new(bot) }
        };
        let bot = adviser("the name", "ismcts:iterations=50");
        let thought = opinion(&record, 1, &bot).expect("an opinion");
        // Three cards, and to close the talon.
        assert_eq!(
            (thought["actions"].as_array().map(Vec::len), &thought["exact"]),
            (Some(4), &json!(false))
        );
        assert!(opinion(&record, 0, &bot).is_err());
        let (random, awaited) = (adviser("chance", "random"), || true);
        let played =
            Record::read(br#"{"game":"kuhn","actions":["deal:J,Q","bet","pass"]}"#).expect("a record");
        let none = reviewed(&played, &random, &awaited);
        assert_eq!(none, Err("chance gives no values of actions".to_owned()));
        let review = reviewed(&played, &bot, &awaited).expect("a review");
        assert_eq!(
            (&review["judge"], &review["decisions"][0]["played"]),
            (&json!("the name"), &json!("bet"))
        );
        // When the answer is no longer awaited nothing more is looked at.
        let left = reviewed(&played, &bot, &|| false).expect("a part of a review");
        assert_eq!(left["decisions"], json!([]));
    }

    #[test]
    fn a_hand_that_was_lost_could_have_been_won() {
        let bot = Bot::open("random".parse().expect("a bot")).expect("it opens");
        let adviser = Adviser { name: "chance".to_owned(), bot: Arc::new(bot) };
        let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let game = "kinderschnapsen".to_owned();
        let hand = "deal:JH,QH,7D/2S,2H,7H/7S/QS,QD,2D,JS,JD JH 7H QS 2H close 7D QD 2S 2D JS QH out";
        let record =
            Record { game, options: Map::new(), actions: words(hand), returns: None, more: Map::new() };
        let asked = |record: &Record| hindsight(record, &adviser, &|| true);
        let told = asked(&record).expect("the game has a solver of open cards");
        let [lost] = &told["seats"].as_array().expect("a list")[..] else { panic!("one has lost: {told}") };
        assert_eq!(
            (&lost["seat"], &lost["chance"]["ply"], &lost["chance"]["value"]),
            (&json!(0), &json!(3), &json!(3))
        );
        let advised = &lost["chance"]["opinion"]["actions"];
        assert_eq!(advised.as_array().map(Vec::len), Some(4));
        // The line wins what it is said to win.
        let line = lost["chance"]["line"].as_array().expect("a list").iter();
        let line = line.map(|word| word.as_str().expect("a text").to_owned());
        let won =
            Record { actions: record.actions[..3].iter().cloned().chain(line).collect(), ..record.clone() };
        let end =
            position(&game_of(&won).expect("a game"), &won.actions, won.actions.len()).expect("a position");
        assert_eq!(end["returns"][0], lost["chance"]["value"]);

        let half = Record { actions: record.actions[..5].to_vec(), ..record };
        assert_eq!(asked(&half), Err("the hand is not over".to_owned()));
        let kuhn = Record::read(br#"{"game":"kuhn","actions":["deal:J,Q","bet","pass"]}"#).expect("a record");
        assert!(asked(&kuhn).is_err_and(|error| error.contains("solver of open cards")));
    }

    #[test]
    fn positions_are_shown_as_each_seat_sees_them() {
        let record = Record::read(br#"{"game":"kuhn","actions":["deal:J,Q","bet"]}"#).expect("a record");
        let shown = position(&game_of(&record).expect("a game"), &record.actions, 1).expect("a position");
        assert_eq!((&shown["turn"], &shown["seats"][0]["seen"]), (&json!(0), &json!("deal:J")));
        assert!(!shown["seats"][1].to_string().contains('J'));
        let wrong =
            Record::read(br#"{"game":"tree","options":{"file":"/etc/passwd"},"actions":[]}"#).expect("one");
        assert!(game_of(&wrong).expect_err("refused").contains("no such game"));
    }
}
