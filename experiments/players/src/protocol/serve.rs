//! The other end of the protocol: a bot of this crate answers a referee.

use hinterhand_engine::dynamic::{AnyGame, AnyState};
use hinterhand_engine::{ActionSet as _, Game as _, Notation as _};
use std::io::{self, BufRead, Write};
use std::time::Duration;

use hinterhand_engine::{Contest, ContestRules, Player, Rng, Turn, View};
use serde_json::{Map, Value as Json};

use super::Reconstruction;
use super::ReconstructionError;
use super::messages::{BestMove, Go, Id, NewGame, ViewBody, parts};
use super::pool::line;
use crate::bots::{Bot, BotError, BotFor, Seat};
use crate::clock::share;
use crate::games::{self, GameError, LoadedGame};
use crate::option_value;

/// The reason for which a bot cannot answer.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the fields are what the messages name")]
pub enum ServeError {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error(transparent)]
    Game(#[from] GameError),
    #[error(transparent)]
    Bot(#[from] BotError),
    #[error(transparent)]
    Lost(#[from] ReconstructionError),
    #[error("a view of seat {seat} in a game of {players}")]
    Seat { seat: usize, players: usize },
    #[error("a view in which seat {seat} is not to move")]
    Turn { seat: usize },
    #[error("a view with {given} as legal actions; those of seat {seat} are {legal}, or some of them")]
    Legal { seat: usize, given: String, legal: String },
    #[error("a view with an impossible score")]
    Score,
}

/// Answers a referee until `quit` or the end of the input.
pub fn serve(bot: &Bot, input: &mut dyn BufRead, out: &mut dyn Write) -> Result<(), ServeError> {
    let mut connection = Connection { bot, input, out };
    let mut next = connection.next()?;
    loop {
        let (game, options) = match &next {
            Request::Quit => return Ok(()),
            Request::Go(_) => {
                next = connection.next()?;
                continue;
            }
            Request::NewGame(hand) => (hand.game.clone(), hand.options.clone()),
            Request::View(view) => (view.hand.game.clone(), view.hand.options.clone()),
        };
        let fill = |settings: &mut _| option_value::fill(settings, &options).map_err(GameError::from);
        let game = games::load(&game, fill)?;
        next = serve_game(&mut connection, &game, &options, next)?;
    }
}

/// The connection between the referee and the bot.
struct Connection<'t> {
    bot: &'t Bot,
    input: &'t mut dyn BufRead,
    out: &'t mut dyn Write,
}

/// A message of the referee about hands.
enum Request {
    NewGame(NewGame),
    View(ViewBody),
    Go(Go),
    Quit,
}

impl Connection<'_> {
    /// Answers messages that are not about hands, and returns the first one that is. Unknown messages are
    /// ignored.
    fn next(&mut self) -> io::Result<Request> {
        let mut text = Vec::new();
        loop {
            self.out.flush()?;
            text.clear();
            if self.input.read_until(b'\n', &mut text)? == 0 {
                return Ok(Request::Quit);
            }
            let Ok(text) = std::str::from_utf8(&text) else { continue };
            let (word, body) = parts(text);
            match word {
                "hinterhand" => {
                    self.out.write_all(&line("id", &self.id()))?;
                    self.out.write_all(b"hinterhandok\n")?;
                }
                "isready" => self.out.write_all(b"readyok\n")?,
                "quit" => return Ok(Request::Quit),
                "newgame" => {
                    if let Ok(hand) = serde_json::from_str(body) {
                        return Ok(Request::NewGame(hand));
                    }
                }
                "view" => {
                    if let Ok(view) = serde_json::from_str(body) {
                        return Ok(Request::View(view));
                    }
                }
                "go" => {
                    if let Ok(go) = serde_json::from_str(body) {
                        return Ok(Request::Go(go));
                    }
                }
                _ => {}
            }
        }
    }

    fn id(&self) -> Id {
        let spec = self.bot.spec();
        let mut games = spec.info().plays().unwrap_or_else(|| games::names().collect());
        // The words of a game from a file may be insufficient for a reconstruction.
        games.retain(|name| games::complete_names().any(|complete| complete == *name));
        Id {
            name: spec.to_string(),
            version: self.bot.version(),
            author: String::new(),
            games: Some(games.into_iter().map(str::to_owned).collect()),
            // Bots that search keep what they have found earlier in the hand.
            deterministic: !spec.searches(),
        }
    }
}

/// Serves one game with the same options, until another is asked for.
fn serve_game(
    connection: &mut Connection<'_>,
    game: &LoadedGame,
    options: &Map<String, Json>,
    first: Request,
) -> Result<Request, ServeError> {
    let bot = connection.bot.for_game(game)?;
    let same = |hand: &NewGame| hand.game == game.name() && hand.options == *options;
    let mut seated = SeatedBot { game, bot: &bot, hand: None };
    let mut view = None;
    let mut next = first;
    loop {
        match next {
            Request::NewGame(hand) if same(&hand) => (seated.hand, view) = (None, None),
            Request::View(body) if same(&body.hand) => view = Some(body),
            Request::Go(go) => {
                if let Some(view) = &view {
                    let best = seated.answer(view, &go)?;
                    connection.out.write_all(&line("bestmove", &best))?;
                }
            }
            other => return Ok(other),
        }
        next = connection.next()?;
    }
}

/// A bot and its reconstruction of a hand.
struct SeatedBot<'c, 'b> {
    game: &'c AnyGame,
    bot: &'c BotFor<'b>,
    hand: Option<(Reconstruction<'c>, Seat<'c>)>,
}

impl SeatedBot<'_, '_> {
    fn answer(&mut self, view: &ViewBody, go: &Go) -> Result<BestMove, ServeError> {
        let (game, players, seat) = (self.game, self.game.players(), view.hand.seat);
        if seat >= players {
            return Err(ServeError::Seat { seat, players });
        }
        let player = Player::new(seat);
        let goes_on =
            |(reconstruction, _): &(Reconstruction<'_>, _)| reconstruction.is_extended_by(player, &view.seen);
        let hand = self.hand.take().filter(goes_on);
        let (reconstruction, seated) =
            self.hand.insert(hand.unwrap_or_else(|| (Reconstruction::new(game, player), self.bot.sit())));
        reconstruction.extend(&view.seen)?;
        let world = reconstruction.world();
        if game.turn(world) != Turn::Player(player) {
            return Err(ServeError::Turn { seat });
        }
        let among = among(game, world, seat, &view.legal)?;
        let contest = match &view.contest {
            Some(score) => score.contest().ok_or(ServeError::Score)?,
            None => Contest::new(ContestRules::SINGLE_HAND, Player::FIRST),
        };
        let (info_set, legal) = (game.info_set(world, player), game.legal(world));
        let view = View { contest: &contest, info_set: &info_set, legal: &legal };
        if let Some(left) = go.left_ms {
            let [left, increment] = [left, go.increment_ms.unwrap_or(0)].map(Duration::from_millis);
            let decisions = u32::try_from(seated.effort().decisions).unwrap_or(u32::MAX);
            seated.allow(share(left, increment, decisions));
        }
        let action = seated.choose_among(&view, &among, &mut Rng::new(go.seed, 0)).action;
        Ok(BestMove { action: game.action_word(world, action), value: seated.last().value })
    }
}

/// For each legal action whether it is among those of a view: a referee whose rules are narrower than ours
/// may offer only some of them.
fn among(game: &AnyGame, world: &AnyState, seat: usize, given: &[String]) -> Result<Vec<bool>, ServeError> {
    let words: Vec<String> = game.legal(world).iter().map(|action| game.action_word(world, action)).collect();
    if given.is_empty() || given.iter().any(|word| !words.contains(word)) {
        let legal = game.legal_words(world).join(" ");
        return Err(ServeError::Legal { seat, given: given.join(" "), legal });
    }
    Ok(words.iter().map(|word| given.contains(word)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answers(bot: &str, said: &str) -> Result<String, ServeError> {
        let bot = Bot::open(bot.parse().expect("a bot")).expect("it has no file");
        let mut out = Vec::new();
        serve(&bot, &mut said.as_bytes(), &mut out)?;
        Ok(String::from_utf8(out).expect("text"))
    }

    const VIEW: &str = r#"view {"game":"kinderschnapsen","options":{},"players":2,"seat":0,"contest":null,"seen":["deal:7S,JS,QS/2D"],"legal":["7S","JS","QS","close"],"later":1}"#;

    #[test]
    fn it_says_what_it_is_and_passes_over_what_it_does_not_know() {
        let out =
            answers("greedy", "blorb {\n\nhinterhand {\"protocol\":1}\nisready\nquit\nisready\n").unwrap();
        let lines: Vec<&str> = out.lines().collect();
        assert!(lines[0].starts_with(r#"id {"name":"greedy","version":"hinterhand "#), "{out}");
        assert_eq!(lines[1..], ["hinterhandok", "readyok"]);
    }

    #[test]
    fn a_view_is_enough_to_answer() {
        let out = answers("greedy", &format!("{VIEW}\ngo {{\"time_ms\":5,\"seed\":1}}\n")).unwrap();
        assert!(out.starts_with(r#"bestmove {"action":""#), "{out}");
        assert_eq!(answers("greedy", "go {\"time_ms\":5,\"seed\":1}\n").unwrap(), "");
    }

    #[test]
    fn an_action_is_chosen_among_those_of_the_view() {
        let all = r#"["7S","JS","QS","close"]"#;
        for (bot, given) in [
            ("greedy", r#"["QS"]"#),
            ("greedy", r#"["JS","QS"]"#),
            ("random", r#"["QS","close"]"#),
            ("ismcts:iterations=100", r#"["JS","close"]"#),
            ("pimc:worlds=3", r#"["QS","JS"]"#),
        ] {
            for seed in 0..5 {
                let said = format!("{}\ngo {{\"time_ms\":5,\"seed\":{seed}}}\n", VIEW.replace(all, given));
                let out = answers(bot, &said).unwrap();
                let best: BestMove = serde_json::from_str(parts(&out).1).expect("an answer");
                assert!(given.contains(&format!("{:?}", best.action)), "{bot}, {given}: {out}");
            }
        }
    }

    #[test]
    fn what_is_left_on_the_clock_is_divided() {
        // The maximum, so that the clock ends the search.
        let go = r#"go {"time_ms":500,"seed":1,"left_ms":500,"increment_ms":0}"#;
        let out = answers("ismcts:iterations=1000000000000", &format!("{VIEW}\n{go}\n")).unwrap();
        assert!(out.starts_with(r#"bestmove {"action":""#), "{out}");
    }

    #[test]
    fn views_that_cannot_be_are_errors() {
        for (from, to, message) in [
            ("\"seat\":0", "\"seat\":2", "seat 2 in a game of 2"),
            ("\"seat\":0", "\"seat\":1", "seat 1 is not to move"),
            (
                "\"close\"",
                "\"open\"",
                "with 7S JS QS open as legal actions; those of seat 0 are 7S JS QS close",
            ),
            (r#"["7S","JS","QS","close"]"#, "[]", "or some of them"),
            ("deal:7S,JS,QS/2D", "deal:7S,JS,QS/2D QS", "no way was found"),
            ("kinderschnapsen", "kinderschnapse", "did you mean"),
        ] {
            let said = format!("{}\ngo {{\"time_ms\":5,\"seed\":1}}\n", VIEW.replace(from, to));
            let error = answers("greedy", &said).expect_err(message).to_string();
            assert!(error.contains(message), "{error}");
        }
    }
}
