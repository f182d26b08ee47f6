//! Single questions to bots that are programs, without a referee that plays the hand.

use hinterhand_engine::{Contest, Game as _, Player, Rng};

use super::{Bot, BotError};
use crate::games::LoadedGame;
use crate::option_value;
use crate::protocol::{Answer, Fault, FaultKind, Seat, ViewWriter};

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
