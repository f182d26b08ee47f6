//! Bots that are programs of their own, at a table: what they are asked, and what is told of their faults.

use hinterhand_engine::{Player, Rng};
use hinterhand_players::bots::{Bot, ProgramQuestion};
use hinterhand_players::games::LoadedGame;
use hinterhand_players::protocol::{Answer, FaultKind};

use crate::bots::told;
use crate::room::{Question, Thought};

/// The copies of programs that think at once. They have places of their own, since a program may wait for
/// another machine, and longer than other bots think.
pub(crate) const AT_ONCE: usize = 16;

/// The answer of a program to a question at a table.
pub(crate) fn answer(question: &Question, game: &LoadedGame, bot: &Bot) -> Result<Thought, String> {
    let mut legal = question.words.clone();
    legal.sort_unstable();
    let asked = ProgramQuestion {
        seat: Player::new(question.seat),
        seen: &question.seen,
        contest: &question.contest,
        legal: &legal,
    };
    let mut rng = Rng::new(question.seed, question.stream);
    let answer = bot.ask_program(game, &asked, &mut rng).map_err(|error| told(&error, bot.spec()))?;
    let Answer { best, time } = answer.map_err(|fault| {
        // For the person who has started the server. Browsers are not told the words of a program, which may
        // tell what it holds.
        eprintln!("{}: {fault}", bot.spec());
        told_of(fault.kind)
    })?;
    let opinions = best.value.map(|value| vec![(best.action.clone(), 1.0, Some(value))]);
    Ok(Thought { word: best.action, opinions, took: time })
}

/// What browsers are told of a fault.
fn told_of(kind: FaultKind) -> &'static str {
    match kind {
        FaultKind::Start => "the program cannot be started",
        FaultKind::Crash | FaultKind::Exit => "the program has ended",
        FaultKind::Late => "the program has not answered in time",
        FaultKind::Flood | FaultKind::Garbage => "the answer of the program is not understood",
        FaultKind::Illegal => "the action of the program is not legal",
    }
}
