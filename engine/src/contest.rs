//! The score above the hand: hands make a game, games make a match.

use std::fmt;

use crate::Player;

/// The way in which the payoffs of hands make a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scoring {
    /// Both start here, the winner of a hand writes off what it won, and 0 wins (Kinderschnapsen 5,
    /// Schnapsen 7).
    Down {
        /// The points that both start with.
        start: u32,
    },
    /// Wins are added up until a player has this many, or for ever (Sixty-six 8).
    Up {
        /// The points that win, if the game has an end.
        target: Option<u32>,
    },
}

/// The player that leads the next hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NextLead {
    /// The player that did not lead this one.
    Alternate,
    /// The winner of this one; after a drawn hand the same again.
    Winner,
    /// The loser of this one; after a drawn hand the same again.
    Loser,
    /// Always the player that led the first.
    Fixed,
}

/// The rules above the hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ContestRules {
    /// The way in which hands make a game.
    pub scoring: Scoring,
    /// The player that leads the next hand of a game.
    pub next_lead: NextLead,
    /// The match is over when a player has won more than half of this many games, or all are played.
    pub best_of: u32,
}

impl ContestRules {
    /// One game of Kinderschnapsen: from 5 down to 0, the deal alternates.
    pub const KINDERSCHNAPSEN: ContestRules =
        ContestRules { scoring: Scoring::Down { start: 5 }, next_lead: NextLead::Alternate, best_of: 1 };

    /// One game of Sixty-six: up to 8, the winner of a hand leads the next.
    pub const SIXTY_SIX: ContestRules =
        ContestRules { scoring: Scoring::Up { target: Some(8) }, next_lead: NextLead::Winner, best_of: 1 };

    /// One game of Schnapsen: from 7 down to 0, the deal alternates.
    pub const SCHNAPSEN: ContestRules =
        ContestRules { scoring: Scoring::Down { start: 7 }, next_lead: NextLead::Alternate, best_of: 1 };

    /// A single hand, counted as it falls.
    pub const SINGLE_HAND: ContestRules =
        ContestRules { scoring: Scoring::Up { target: None }, next_lead: NextLead::Alternate, best_of: 1 };
}

impl ContestRules {
    /// Sets `start_score`, `target` (a number or `none`), `next_lead` or `best_of`, written as text.
    pub fn set_text(&mut self, key: &str, text: &str) -> Result<(), ContestError> {
        let allowed = match (key, self.scoring) {
            ("start_score", Scoring::Down { .. }) | ("best_of", _) => "a number from 1",
            ("target", Scoring::Up { .. }) => "a number from 1, or none",
            ("next_lead", _) => "alternate, winner, loser or fixed",
            _ => return Err(ContestError::Unknown { key: key.to_owned(), allowed: self.keys() }),
        };
        let wrong = ContestError::Value { key: key.to_owned(), text: text.to_owned(), allowed };
        let number = text.parse().ok().filter(|&number: &u32| number >= 1);
        match (key, text) {
            ("start_score", _) => self.scoring = Scoring::Down { start: number.ok_or(wrong)? },
            ("best_of", _) => self.best_of = number.ok_or(wrong)?,
            ("target", "none") => self.scoring = Scoring::Up { target: None },
            ("target", _) => self.scoring = Scoring::Up { target: Some(number.ok_or(wrong)?) },
            (_, "alternate") => self.next_lead = NextLead::Alternate,
            (_, "winner") => self.next_lead = NextLead::Winner,
            (_, "loser") => self.next_lead = NextLead::Loser,
            (_, "fixed") => self.next_lead = NextLead::Fixed,
            _ => return Err(wrong),
        }
        Ok(())
    }

    fn keys(&self) -> [&'static str; 3] {
        let points = match self.scoring {
            Scoring::Down { .. } => "start_score",
            Scoring::Up { .. } => "target",
        };
        [points, "next_lead", "best_of"]
    }
}

/// An option or value that the rules above the hand do not have.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the fields are what the messages name")]
pub enum ContestError {
    Unknown { key: String, allowed: [&'static str; 3] },
    Value { key: String, text: String, allowed: &'static str },
}

impl fmt::Display for ContestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ContestError::Unknown { key, allowed } => {
                write!(f, "no option `{key}` above the hand; there are: {}", allowed.join(", "))
            }
            ContestError::Value { key, text, allowed } => {
                write!(f, "`{key}` cannot be `{text}`; allowed: {allowed}")
            }
        }
    }
}

impl std::error::Error for ContestError {}

/// A match between two sides as it stands. Sides are the people or bots; seats are their places in one
/// hand, where seat 0 leads.
///
/// ```
/// use hinterhand_engine::{Contest, ContestRules, Player};
/// let mut contest = Contest::new(ContestRules::KINDERSCHNAPSEN, Player::SECOND);
/// assert_eq!(contest.leader(), Player::SECOND);
/// contest.score(-3); // the leader lost three points to the other side
/// assert_eq!(contest.points(), [2, 5]);
/// assert_eq!(contest.leader(), Player::FIRST);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contest {
    rules: ContestRules,
    first_leader: Player,
    leader: Player,
    points: [u32; 2],
    games: [u32; 2],
    hands: u32,
}

impl Contest {
    /// A match in which this side leads the first hand.
    pub fn new(rules: ContestRules, first_leader: Player) -> Contest {
        assert!(rules.best_of >= 1, "a match has at least one game");
        Contest {
            rules,
            first_leader,
            leader: first_leader,
            points: [Contest::start(&rules); 2],
            games: [0; 2],
            hands: 0,
        }
    }

    /// A match with this standing: the sides that led its first hand and lead the next one, points and games
    /// by side, and the hands played.
    pub fn standing(
        rules: ContestRules,
        first_leader: Player,
        leader: Player,
        points: [u32; 2],
        games: [u32; 2],
        hands: u32,
    ) -> Contest {
        Contest { leader, points, games, hands, ..Contest::new(rules, first_leader) }
    }

    fn start(rules: &ContestRules) -> u32 {
        match rules.scoring {
            Scoring::Down { start } => start,
            Scoring::Up { .. } => 0,
        }
    }

    /// The rules of the match.
    pub fn rules(&self) -> &ContestRules {
        &self.rules
    }

    /// The side that leads the hand to be played: it sits in seat 0.
    pub fn leader(&self) -> Player {
        self.leader
    }

    /// The side that led the first hand of the match.
    pub fn first_leader(&self) -> Player {
        self.first_leader
    }

    /// The points of each side in the running game.
    pub fn points(&self) -> [u32; 2] {
        self.points
    }

    /// The games that each side has won.
    pub fn games(&self) -> [u32; 2] {
        self.games
    }

    /// The hands played so far, in all games.
    pub fn hands(&self) -> u32 {
        self.hands
    }

    /// Enters the result of a hand: what seat 0 won, in game points. Must not be called once the match is
    /// over.
    pub fn score(&mut self, leader_won: i32) {
        assert!(!self.is_over(), "the match is over");
        self.hands += 1;
        let won = leader_won.unsigned_abs();
        let winner = if leader_won > 0 { self.leader } else { self.leader.other() };
        let game_won = leader_won != 0 && self.enter(winner, won);
        self.leader = match self.rules.next_lead {
            NextLead::Alternate => self.leader.other(),
            NextLead::Winner if leader_won != 0 => winner,
            NextLead::Loser if leader_won != 0 => winner.other(),
            NextLead::Winner | NextLead::Loser => self.leader,
            NextLead::Fixed => self.first_leader,
        };
        if game_won {
            self.games[winner.index()] += 1;
            if !self.is_over() {
                self.points = [Contest::start(&self.rules); 2];
                // The first deal of each game alternates.
                let played = self.games[0] + self.games[1];
                self.leader =
                    if played.is_multiple_of(2) { self.first_leader } else { self.first_leader.other() };
            }
        }
    }

    /// Adds or writes off points; tells whether that won the game.
    fn enter(&mut self, winner: Player, won: u32) -> bool {
        let points = &mut self.points[winner.index()];
        match self.rules.scoring {
            Scoring::Down { .. } => {
                *points = points.saturating_sub(won);
                *points == 0
            }
            Scoring::Up { target } => {
                *points += won;
                target.is_some_and(|target| *points >= target)
            }
        }
    }

    /// Whether the match is decided, or all its games are played.
    pub fn is_over(&self) -> bool {
        let most = self.games[0].max(self.games[1]);
        most > self.rules.best_of / 2 || self.games[0] + self.games[1] >= self.rules.best_of
    }

    /// The side that has won the match; `None` while it goes on, or if it ended level.
    pub fn winner(&self) -> Option<Player> {
        let [first, second] = self.games;
        (self.is_over() && first != second).then_some(if first > second {
            Player::FIRST
        } else {
            Player::SECOND
        })
    }
}
