//! Bots that are programs of their own: the limits of each copy, and single questions to one.

use std::time::Duration;

use hinterhand_engine::{Allowed, Contest, Game as _, Player, Rng, options};

use super::info::{BotInfo, COMMAND, TIME_CONTROL};
use super::{Bot, BotError, BotSpec};
use crate::games::LoadedGame;
use crate::option_value;
use crate::protocol::{Answer, Fault, FaultKind, Limits, Seat, ViewWriter};

/// The longest time for a move.
const MOST_MS: u64 = 1_000_000_000;

/// The description of the bots.
pub(super) const INFO: BotInfo = BotInfo {
    name: COMMAND,
    about: "a program of its own, in any language, which is asked over standard input and output; its own options are \
            written `option.NAME=VALUE`; in tournaments and duels, which score its faults, and at the tables of \
            `hinterhand serve`",
    argument: Some("COMMAND"),
    options: &[Program::OPTIONS],
    ..BotInfo::PLAIN
};

options! {
    /// The limits.
    struct Program {
        time: u64 = Allowed::Range(1, MOST_MS as i64, 5_000),
            "the milliseconds for a move; a program that takes longer forfeits the hand; no limit if only `tc` is given";
        tc: Option<String> = TIME_CONTROL,
            "the seconds for a whole hand, or for a whole match where one is played; a program that takes longer \
             forfeits the hand";
        grace: u64 = Allowed::Range(0, 1_000_000, 200),
            "the milliseconds by which an answer may be late, for its way through the machine";
        start: u64 = Allowed::Range(1, 1_000_000_000, 10_000),
            "the milliseconds to start and to send its name";
        memory: Option<u64> = Allowed::Optional(1, 1 << 24),
            "the maximum memory of each copy in megabytes (2^20 bytes); Linux only";
    }
}

impl BotSpec {
    /// The limits of each copy of an external program.
    pub fn limits(&self) -> Limits {
        let Program { time, tc, grace, start, memory } = self.options();
        let time = if tc.is_some() && !self.gives("time") { MOST_MS } else { time };
        let [time, grace, start] = [time, grace, start].map(Duration::from_millis);
        Limits { time, grace, start, memory }
    }
}

/// A decision that a program is asked about, without the hand around it: its view is complete.
#[derive(Clone, Copy, Debug)]
pub struct ProgramQuestion<'q> {
    /// The seat that decides.
    pub seat: Player,
    /// What the seat has noticed, as [`History::seen`](hinterhand_engine::History::seen) has it.
    pub seen: &'q str,
    /// The score.
    pub contest: &'q Contest,
    /// The words of the legal actions, sorted by bytes.
    pub legal: &'q [String],
}

impl Bot {
    /// Asks a program about a decision of a hand that no referee plays: a copy that has time, to which the
    /// hand is new. One that commits a fault is ended, and the next question goes to another copy.
    pub fn ask_program(
        &self,
        game: &LoadedGame,
        question: &ProgramQuestion<'_>,
        rng: &mut Rng,
    ) -> Result<Result<Answer, Fault>, BotError> {
        self.check_program(game)?;
        let pool = self.pool().ok_or(BotError::NoCommand)?;
        let about = ViewWriter::prefix(game.name(), &option_value::given(game.settings()), game.players());
        let mut view = ViewWriter::new(&about);
        question.seen.split(' ').for_each(|word| view.notice(word));
        let mut seat = Seat::new(pool, view);
        let answer = seat.ask(question.seat, question.contest, question.legal, None, rng);
        Ok(answer.and_then(|answer| {
            if question.legal.contains(&answer.best.action) {
                return Ok(answer);
            }
            seat.dismiss();
            Err(FaultKind::Illegal
                .because(format!("`{}` is not among the legal actions", answer.best.action)))
        }))
    }

    /// Whether a program can be asked about the decisions of a game one by one.
    pub fn check_program(&self, game: &LoadedGame) -> Result<(), BotError> {
        let pool = self.pool().ok_or(BotError::NoCommand)?;
        if self.spec().time_control().is_some() {
            return Err(BotError::Clock { bot: self.spec().to_string() });
        }
        Ok(pool.must_play(game.name())?)
    }
}
