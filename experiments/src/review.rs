//! The decisions of a record that cost something, by what a bot or a solution says the actions are worth.

use hinterhand_engine::{ActionSet, Contest, History, Player, Turn};
use serde::Serialize;

use crate::advise::{Advice, advise_at};
use crate::bots::BotFor;
use crate::completion::CompletionError;
use crate::games::Playable;
use crate::strategy::FileStrategy;

/// By what decisions are judged.
#[derive(Debug)]
pub enum Judge<'j, 'b, G: Playable> {
    /// By the values that a bot finds; with its seed.
    Bot(&'j BotFor<'b, G>, u64),
    /// By the exact values of the actions in a solution.
    Solution(&'j FileStrategy<'b>),
}

/// A decision and what it cost.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Decision {
    /// The index of the action in the record.
    pub ply: usize,
    /// Who decided.
    pub seat: usize,
    /// What he did.
    pub played: String,
    /// What would have been worth most.
    pub best: String,
    /// What he gave away: the value of the best action less that of his.
    pub loss: f64,
    /// What the actions are worth, in the order of the game.
    pub values: Vec<(String, f64)>,
}

/// What came of a record.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Review {
    /// The decisions that were judged, those with one legal action aside.
    pub decisions: Vec<Decision>,
    /// Where the judge said nothing of what the action played is worth.
    pub unjudged: usize,
}

/// Judges the decisions of the players in `actions` for whom `wanted` says so.
pub fn review<G: Playable>(
    game: &G,
    judge: &Judge<'_, '_, G>,
    actions: &[String],
    wanted: impl Fn(Player) -> bool,
) -> Result<Review, CompletionError> {
    let mut history = History::new(game);
    let mut review = Review::default();
    for (ply, word) in actions.iter().enumerate() {
        let turn = history.turn();
        let before = history.clone();
        history.play_word(word).map_err(|error| CompletionError::Word { ply, error })?;
        let Turn::Player(player) = turn else { continue };
        if game.legal(before.state()).len() == 1 || !wanted(player) {
            continue;
        }
        match decision(&before, player, judge, ply, word) {
            Some(decision) => review.decisions.push(decision),
            None => review.unjudged += 1,
        }
    }
    Ok(review)
}

/// Judges one decision; nothing if the judge does not know what the action is worth.
fn decision<G: Playable>(
    history: &History<'_, G>,
    player: Player,
    judge: &Judge<'_, '_, G>,
    ply: usize,
    played: &str,
) -> Option<Decision> {
    let values: Vec<(String, f64)> = match *judge {
        Judge::Bot(bot, seed) => {
            let contest = Contest::new(G::CONTEST, Player::FIRST);
            let Advice { moves, .. } = advise_at(history, player, &contest, bot, None, seed);
            moves.into_iter().filter_map(|listed| Some((listed.action, listed.value?))).collect()
        }
        Judge::Solution(solution) => {
            let (game, state) = (history.game(), history.state());
            let values = solution.action_values::<G>(&game.info_set(state, player))?;
            let words =
                game.legal(state).iter().map(|action| game.action_word(state, action)).collect::<Vec<_>>();
            words.into_iter().zip(values).collect()
        }
    };
    let own = values.iter().find(|(word, _)| word == played)?.1;
    let best = values.iter().fold(None::<&(String, f64)>, |best, other| match best {
        Some(best) if best.1 >= other.1 => Some(best),
        _ => Some(other),
    });
    let (best, most) = best.cloned()?;
    // What is as good as the best is named as such.
    let best = if own >= most { played.to_owned() } else { best };
    Some(Decision { ply, seat: player.index(), played: played.to_owned(), best, loss: most - own, values })
}
