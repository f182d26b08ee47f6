//! The messages between referee and bot: lines of a word and, after a blank, a JSON object.
//!
//! `docs/protocol.md` describes it for authors of bots.

use hinterhand_engine::{Contest, ContestRules, NextLead, Player, Scoring};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

/// The version of the protocol.
pub const VERSION: u32 = 1;

/// `hinterhand`: the referee greets.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Hello {
    /// The version of the protocol.
    pub protocol: u32,
}

/// `id`: the name of the bot.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Id {
    /// Its name.
    pub name: String,
    /// Its version: results of other versions are not mixed with its results.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub version: String,
    /// Its author.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub author: String,
    /// The games that it plays; all if none are named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games: Option<Vec<String>>,
    /// Whether it answers the same view and seed with the same action, always.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub deterministic: bool,
}

/// `option` from a bot: the declaration of an option.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct DeclaredOption {
    /// Its name.
    pub name: String,
    /// Its default. A value that is set has the same type: a number, a text, true or false.
    pub default: Json,
    /// Its effect.
    #[serde(default)]
    pub about: String,
}

/// `option` from the referee: the setting of an option.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Setting {
    /// Its name.
    pub name: String,
    /// Its value from now on.
    pub value: Json,
}

/// `newgame`: a hand begins.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct NewGame {
    /// The game.
    pub game: String,
    /// Its options that differ from the defaults.
    pub options: Map<String, Json>,
    /// The number of players.
    pub players: usize,
    /// The seat of the bot.
    pub seat: usize,
}

/// `view`: all that the seat knows where it has to act.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct ViewBody {
    /// The game, the options, the seat.
    #[serde(flatten)]
    pub hand: NewGame,
    /// The score above the hand, if the game has one.
    pub contest: Option<Score>,
    /// The observations of the seat, word by word.
    pub seen: Vec<String>,
    /// The legal actions, sorted by bytes.
    pub legal: Vec<String>,
}

/// The score above the hand. All lists are by seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Score {
    /// Whether points are written off (`down`) or added (`up`).
    pub scoring: Direction,
    /// Down: where both start; up: what wins, if anything does.
    pub target: Option<u32>,
    /// The points of the running game.
    pub points: [u32; 2],
    /// The games won.
    pub games: [u32; 2],
    /// The maximum number of games.
    pub best_of: u32,
    /// The hands played before this one.
    pub hands: u32,
    /// The rule for the leader of the next hand.
    pub next_lead: Lead,
    /// The seat of the one who led the first hand.
    pub first_leader: usize,
}

/// Which way points go.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs, reason = "the words say it")]
pub enum Direction {
    Down,
    Up,
}

/// The leader of the next hand: the other player, the winner or the loser of this hand, or always the same
/// player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs, reason = "the words say it")]
pub enum Lead {
    Alternate,
    Winner,
    Loser,
    Fixed,
}

impl Score {
    /// The score of a contest; none where hands count as they fall.
    pub fn of(contest: &Contest) -> Option<Score> {
        let rules = contest.rules();
        if *rules == ContestRules::SINGLE_HAND {
            return None;
        }
        let (scoring, target) = match rules.scoring {
            Scoring::Down { start } => (Direction::Down, Some(start)),
            Scoring::Up { target } => (Direction::Up, target),
        };
        let next_lead = match rules.next_lead {
            NextLead::Alternate => Lead::Alternate,
            NextLead::Winner => Lead::Winner,
            NextLead::Loser => Lead::Loser,
            NextLead::Fixed => Lead::Fixed,
        };
        // The leader sits in seat 0.
        let leads = contest.leader() == Player::FIRST;
        let by_seat = |[first, second]: [u32; 2]| if leads { [first, second] } else { [second, first] };
        Some(Score {
            scoring,
            target,
            points: by_seat(contest.points()),
            games: by_seat(contest.games()),
            best_of: rules.best_of,
            hands: contest.hands(),
            next_lead,
            first_leader: usize::from(contest.first_leader() != contest.leader()),
        })
    }

    /// The contest with this score, whose sides are the seats; none if the score is impossible.
    pub fn contest(&self) -> Option<Contest> {
        let next_lead = match self.next_lead {
            Lead::Alternate => NextLead::Alternate,
            Lead::Winner => NextLead::Winner,
            Lead::Loser => NextLead::Loser,
            Lead::Fixed => NextLead::Fixed,
        };
        let scoring = match self.scoring {
            Direction::Down => Scoring::Down { start: self.target? },
            Direction::Up => Scoring::Up { target: self.target },
        };
        let rules = ContestRules { scoring, next_lead, best_of: self.best_of };
        let first_leader = [Player::FIRST, Player::SECOND].get(self.first_leader).copied()?;
        let sound = self.best_of >= 1;
        sound.then(|| {
            Contest::standing(rules, first_leader, Player::FIRST, self.points, self.games, self.hands)
        })
    }
}

/// `go`: the bot shall answer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Go {
    /// The milliseconds that it has for this action.
    pub time_ms: u64,
    /// A number below 2^32 from which it may draw its chance.
    pub seed: u64,
    /// The milliseconds that its clock shows, if one is kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_ms: Option<u64>,
    /// The milliseconds that are added to them after each answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub increment_ms: Option<u64>,
}

/// `bestmove`: the answer.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct BestMove {
    /// One of the legal actions.
    pub action: String,
    /// The payoff that the bot expects of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
}

/// A line taken apart: its word, and what follows the first blank.
pub fn parts(line: &str) -> (&str, &str) {
    let line = line.trim();
    line.split_once(char::is_whitespace).map_or((line, ""), |(word, body)| (word, body.trim_start()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_listed_by_seat() {
        let mut contest = Contest::new(ContestRules::SIXTY_SIX, Player::FIRST);
        contest.score(-2);
        // The second side has won 2 and leads: it sits in seat 0.
        let score = Score::of(&contest).expect("it has a score");
        assert_eq!((score.points, score.first_leader, score.hands), ([2, 0], 1, 1));
        let back = score.contest().expect("sound");
        assert_eq!((back.points(), back.leader()), ([2, 0], Player::FIRST));
        assert_eq!(Score::of(&back), Some(score));
        assert_eq!(Score::of(&Contest::new(ContestRules::SINGLE_HAND, Player::FIRST)), None);
    }

    #[test]
    fn lines_are_a_word_and_a_body() {
        for (line, expected) in
            [("go {\"a\": 1}\r", ("go", "{\"a\": 1}")), ("quit", ("quit", "")), ("  ", ("", ""))]
        {
            assert_eq!(parts(line), expected);
        }
    }
}
