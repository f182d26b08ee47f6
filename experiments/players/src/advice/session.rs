//! A person plays against bots or other people, line by line: at a terminal or through a pipe.

use hinterhand_engine::dynamic::{ActionNumber, AnyGame};
use hinterhand_engine::{Game as _, Notation as _};
use std::io::{self, BufRead, Write};

use hinterhand_engine::{ActionSet, ContestRules, History, Player, Rng, Turn, View, nearest};

use crate::advice::advise::advise_at;
use crate::bots::{BotFor, Seat};
use crate::games::{LoadedGame, did_you_mean};
use crate::records::score::Score;
use crate::records::words::plain;

const HELP: &str = "\
Type the number or the word of an action. Besides:
  help   this page
  undo   back to your previous decision in this hand
  quit   stop; the score stands
  hint   what a bot would do here
Options and rules of the game: hinterhand rules GAME";

/// An input of a person at the table.
enum Answer<A> {
    Act(A),
    Undo,
    Leave,
}

/// Why a hand has ended.
enum HandEnd {
    Over(Vec<f64>),
    Left,
}

/// The terms agreed before the first hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Terms {
    /// The seed of the cards and of the bots: the same one deals the same hands.
    pub seed: u64,
    /// The seat of the person in the first hand.
    pub seat: Player,
    /// The score above the hands, if the game has one.
    pub contest: ContestRules,
    /// Whether the person may go back and ask.
    pub practice: bool,
}

/// The bots in the other seats.
#[derive(Clone, Copy, Debug)]
pub enum Others<'g, 'b> {
    /// Copies of a bot.
    Bot(&'g BotFor<'b>),
    /// People at the same terminal.
    People,
}

/// A table with one person and, in the other seats, others.
#[derive(Debug)]
pub struct Session<'g, 'b, R, W> {
    game: &'g LoadedGame,
    title: &'static str,
    terms: Terms,
    others: Others<'g, 'b>,
    /// The bot that gives hints.
    hint: Option<&'g BotFor<'b>>,
    input: R,
    out: W,
    /// The player at the screen.
    looking: Player,
    /// The seat of the person in this hand.
    seat: Player,
    score: Score,
}

/// A decision to which `undo` returns: what had happened, and the chances still to come.
struct Moment<'g> {
    history: History<'g, AnyGame>,
    chance: Rng,
    bot: Rng,
}

impl Clone for Moment<'_> {
    fn clone(&self) -> Self {
        Moment { history: self.history.clone(), chance: self.chance.clone(), bot: self.bot.clone() }
    }
}

impl<'g, 'b, R: BufRead, W: Write> Session<'g, 'b, R, W> {
    /// A table on these terms, at which people are asked on `out` and answer on `input`.
    pub fn new(game: &'g LoadedGame, terms: Terms, others: Others<'g, 'b>, input: R, out: W) -> Self {
        let (title, seat) = (game.info().title, terms.seat);
        let score = Score::new(terms.contest, game.players(), seat);
        Session { game, title, terms, others, hint: None, input, out, looking: seat, seat, score }
    }

    /// The same table with a bot that gives hints.
    #[must_use]
    pub fn with_hints(mut self, hint: &'g BotFor<'b>) -> Self {
        self.hint = Some(hint);
        self
    }

    /// Plays hand after hand until the person stops or the input ends.
    pub fn run(&mut self) -> io::Result<()> {
        writeln!(self.out, "{}, seed {}. Type help for help, quit to stop.", self.title, self.terms.seed)?;
        for hand in 0.. {
            self.seat = self.score.seat();
            writeln!(self.out, "\nHand {}. You are {}.", hand + 1, self.seat)?;
            match self.hand(hand)? {
                HandEnd::Left => {
                    writeln!(self.out, "The hand is not counted. {}", self.score)?;
                    break;
                }
                HandEnd::Over(returns) => {
                    let message = self.score.enter(&returns);
                    writeln!(self.out, "{message}\n{}", self.score)?;
                    write!(self.out, "Enter deals the next hand, quit stops: ")?;
                    if self.read_line()?.is_none_or(|line| is_quit(&line)) {
                        writeln!(self.out)?;
                        break;
                    }
                }
            }
        }
        writeln!(self.out, "Play these hands again with --seed {}.", self.terms.seed)
    }

    fn hand(&mut self, hand: u64) -> io::Result<HandEnd> {
        let mut now = Moment {
            history: History::new(self.game.rules()),
            // Two streams, so that the cards do not depend on the bots.
            chance: Rng::new(self.terms.seed, 2 * hand),
            bot: Rng::new(self.terms.seed, 2 * hand + 1),
        };
        let mut bots: Vec<Option<Seat<'g>>> = (Player::all(self.game.players()))
            .map(|player| match self.others {
                Others::Bot(bot) if player != self.seat => Some(bot.sit()),
                _ => None,
            })
            .collect();
        self.looking = self.seat;
        let mut decisions: Vec<Moment<'g>> = Vec::new();
        loop {
            let known = now.history.seen(self.looking).len();
            let actor = match now.history.turn() {
                Turn::Over => break,
                Turn::Chance => {
                    let first = now.history.words().is_empty();
                    now.history.deal(&mut now.chance);
                    if first {
                        continue; // the table shows the cards dealt
                    }
                    "chance".to_owned()
                }
                Turn::Player(player) if bots[player.index()].is_none() => {
                    match self.ask(&now.history, player)? {
                        Answer::Leave => return Ok(HandEnd::Left),
                        Answer::Undo => {
                            match decisions.pop() {
                                Some(earlier) => now = earlier,
                                None => writeln!(self.out, "This is your first decision in this hand.")?,
                            }
                            continue;
                        }
                        Answer::Act(action) => {
                            decisions.push(now.clone());
                            now.history.play(action).expect("the action was chosen from the legal ones");
                            "you".to_owned()
                        }
                    }
                }
                Turn::Player(player) => {
                    let info_set = self.game.info_set(now.history.state(), player);
                    let legal = self.game.legal(now.history.state());
                    let view = View { contest: self.score.contest(), info_set: &info_set, legal: &legal };
                    let bot = bots[player.index()].as_mut().expect("people are asked above");
                    let action = bot.choose(&view, &mut now.bot).action;
                    now.history.play(action).expect("bots answer with a legal action");
                    player.to_string()
                }
            };
            // Events are shown as far as the player at the screen has noticed them.
            let noticed = now.history.seen(self.looking).get(known..).unwrap_or_default().trim();
            if !noticed.is_empty() {
                writeln!(self.out, "  {actor}: {noticed}")?;
            }
        }
        let info_set = self.game.info_set(now.history.state(), self.seat);
        writeln!(self.out, "\n{}", self.game.table_text(&info_set))?;
        writeln!(self.out, "What you saw: {}", now.history.seen(self.seat))?;
        Ok(HandEnd::Over(now.history.returns().expect("the hand is over")))
    }

    /// Shows the screen to `player` and asks for an action.
    fn ask(&mut self, history: &History<'g, AnyGame>, player: Player) -> io::Result<Answer<ActionNumber>> {
        if player != self.looking {
            // Scrolls the view of the last player off the screen.
            let blank = "\n".repeat(60);
            write!(self.out, "{blank}It is the turn of {player}, who alone should look. Enter: ")?;
            if self.read_line()?.is_none_or(|line| is_quit(&line)) {
                writeln!(self.out)?;
                return Ok(Answer::Leave);
            }
            self.looking = player;
            writeln!(self.out, "You are {player}. What you saw: {}", history.seen(player))?;
        }
        self.decide(history)
    }

    /// The action of the bot for hints.
    fn advice(&self, history: &History<'g, AnyGame>) -> String {
        let Some(bot) = self.hint else { return "There is no bot to ask for a hint.\n".to_owned() };
        let seed = self.terms.seed;
        let advice = advise_at(history, self.looking, self.score.contest(), bot, None, seed, None);
        format!("Hint: {}\n{advice}", advice.in_words())
    }

    /// Shows the table and asks until there is an answer.
    fn decide(&mut self, history: &History<'g, AnyGame>) -> io::Result<Answer<ActionNumber>> {
        let state = history.state();
        let table = self.game.table_text(&self.game.info_set(state, self.looking));
        let choices: Vec<(String, ActionNumber)> = (self.game.legal(state).iter())
            .map(|action| (self.game.action_word(state, action), action))
            .collect();
        // Where actions are numbers themselves, a second set of numbers would only mislead.
        let numbered = choices.iter().all(|(word, _)| word.parse::<u64>().is_err());
        let listed = choices
            .iter()
            .enumerate()
            .map(|(n, (word, _))| if numbered { format!("{}) {word}", n + 1) } else { word.clone() });
        let listed = listed.collect::<Vec<_>>().join("  ");
        writeln!(self.out, "\n{table}\nYour turn: {listed}")?;
        loop {
            write!(self.out, "> ")?;
            let Some(line) = self.read_line()? else {
                writeln!(self.out, "\nThe input has ended.")?;
                return Ok(Answer::Leave);
            };
            let typed = line.trim();
            let chosen = choices
                .iter()
                .find(|(word, _)| word == typed)
                .or_else(|| choices.iter().find(|(word, _)| *word == plain(typed)))
                .or_else(|| choices.get(typed.parse::<usize>().ok().filter(|_| numbered)?.checked_sub(1)?));
            if let Some(&(_, action)) = chosen {
                return Ok(Answer::Act(action));
            }
            match typed {
                "" => {}
                "undo" | "hint" if !self.terms.practice => {
                    writeln!(self.out, "This table is played without `{typed}`.")?;
                }
                "undo" => return Ok(Answer::Undo),
                "help" | "?" => writeln!(self.out, "{HELP}\n\n{table}\nYour turn: {listed}")?,
                "hint" => {
                    let advice = self.advice(history);
                    write!(self.out, "{advice}")?;
                }
                _ if is_quit(typed) => return Ok(Answer::Leave),
                _ => {
                    let words = choices.iter().map(|(word, _)| word.as_str());
                    let hint = did_you_mean(nearest(typed, words.chain(["undo", "hint", "help", "quit"])));
                    match self.game.read_action(state, typed) {
                        Err(error) => writeln!(self.out, "{error}{hint}")?,
                        Ok(action) => return Ok(Answer::Act(action)),
                    }
                }
            }
        }
    }

    /// The next line, or nothing at the end of the input.
    fn read_line(&mut self) -> io::Result<Option<String>> {
        self.out.flush()?;
        let mut line = Vec::new();
        let read = self.input.read_until(b'\n', &mut line)?;
        Ok((read > 0).then(|| String::from_utf8_lossy(&line).into_owned()))
    }
}

fn is_quit(line: &str) -> bool {
    matches!(line.trim(), "quit" | "exit" | "q")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bots::Bot;
    use crate::games;

    /// The output for these input lines; people sit in both seats, or one against a random bot.
    fn at_table(people: bool, input: &str) -> String {
        let game = games::load_default("kinderschnapsen").expect("a game");
        let mut out = Vec::new();
        let bots = ["random", "greedy"].map(|name| Bot::open(name.parse().unwrap()).unwrap());
        let [random, greedy] = bots.each_ref().map(|bot| bot.for_game(&game).unwrap());
        let others = if people { Others::People } else { Others::Bot(&random) };
        let contest = ContestRules::KINDERSCHNAPSEN;
        let terms = Terms { seed: 3, seat: Player::FIRST, contest, practice: true };
        Session::new(&game, terms, others, input.as_bytes(), &mut out)
            .with_hints(&greedy)
            .run()
            .expect("a vector takes all");
        String::from_utf8(out).expect("text")
    }

    fn transcript(input: &str) -> String {
        at_table(false, input)
    }

    #[test]
    fn people_take_turns_at_the_screen() {
        let text = at_table(true, &"1\n".repeat(60));
        let (first, second) =
            text.split_once("It is the turn of player 1, who alone should look.").expect("asked");
        assert!(
            !first.contains("You are player 1") && second.contains("You are player 1. What you saw: deal:")
        );
        assert!(second.contains("It is the turn of player 0"));
        assert!(text.contains("You win") || text.contains("You lose"), "{text}");
        assert!(at_table(true, "1\nquit\n").contains("The hand is not counted"));
    }

    #[test]
    fn a_hint_is_what_the_bot_would_do_and_changes_nothing() {
        let text = transcript("hint\n1\nquit\n");
        let best = text.split("Hint: ").nth(1).and_then(|rest| rest.lines().next()).expect("a hint");
        assert!(text.contains(&format!("  {best}")) && text.contains("100.0 %"), "{text}");
        let end = |text: &str| text[text.rfind("Your turn:").expect("asked")..].to_owned();
        assert_eq!(end(&text), end(&transcript("1\nquit\n")));
    }

    #[test]
    fn undo_leads_back_to_the_same_table() {
        let once = transcript("1\nquit\n");
        let again = transcript("2\nundo\n1\nquit\n");
        let end = |text: &str| text[text.rfind("Your turn:").expect("asked")..].to_owned();
        assert_eq!(end(&once), end(&again));
        assert!(transcript("undo\nquit\n").contains("This is your first decision"));
    }

    #[test]
    fn both_piles_are_told_when_the_hand_is_over() {
        let text = transcript(&"1\n".repeat(20));
        let (before, _) = text.split_once("What you saw:").expect("the hand was played to its end");
        let last = &before[before.rfind("Opponent:").expect("the table is shown")..];
        let points = |whose: &str| -> u32 {
            let line = last.lines().find(|line| line.starts_with(whose)).expect("both are listed");
            line.split(['(', ')']).filter_map(|part| part.parse::<u32>().ok()).sum()
        };
        let tricks = last.matches('(').count() as u32;
        assert!(tricks > 0 && points("Your tricks:") + points("The opponent's tricks:") >= 4 * tricks);
    }

    #[test]
    fn what_is_wrong_is_said() {
        let text = transcript("AC\nhint\nhelp\nquti\n");
        for part in
            ["`AC` is not legal here; legal:", "Hint: ", "back to your previous", "did you mean `quit`?"]
        {
            assert!(text.contains(part), "no {part} in {text}");
        }
        assert!(text.contains("The input has ended."));
    }
}
