//! The decisions of a record that cost something, by the action values of a bot or of a solution.

use std::time::Duration;

use hinterhand_engine::dynamic::AnyGame;
use hinterhand_engine::{ActionSet, Contest, History, Player, Turn};
use hinterhand_engine::{Game as _, Notation as _};
use serde::Serialize;

use crate::advice::advise::{Advice, advise_at};
use crate::bots::BotFor;
use crate::games::LoadedGame;
use crate::strategy::FileStrategy;
use crate::unseen::CompletionError;

/// The source of the values by which decisions are judged.
#[derive(Debug)]
pub enum Judge<'j, 'b> {
    /// By the values that a bot finds.
    Bot {
        /// The bot.
        bot: &'j BotFor<'b>,
        /// Its seed.
        seed: u64,
        /// The longest time for a decision, if it searches.
        most: Option<Duration>,
    },
    /// By the exact values of the actions in a solution.
    Solution(&'j FileStrategy<'b>),
}

/// A decision and what it cost.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Decision {
    /// The index of the action in the record.
    pub ply: usize,
    /// The player.
    pub seat: usize,
    /// The action played.
    pub played: String,
    /// The action of the highest value.
    pub best: String,
    /// The loss: the value of the best action less that of the action played.
    pub loss: f64,
    /// The values of the actions, in the order of the game.
    pub values: Vec<(String, f64)>,
}

/// The review of a record.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Review {
    /// The decisions that were judged, those with one legal action aside.
    pub decisions: Vec<Decision>,
    /// The number of decisions for which the judge has no value of the action played.
    pub unjudged: usize,
}

/// Judges the decisions of the players in `actions` for whom `wanted` says so.
pub fn review(
    game: &LoadedGame,
    judge: &Judge<'_, '_>,
    actions: &[String],
    wanted: impl Fn(Player) -> bool,
) -> Result<Review, CompletionError> {
    let mut history = History::new(game.rules());
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
fn decision(
    history: &History<'_, AnyGame>,
    player: Player,
    judge: &Judge<'_, '_>,
    ply: usize,
    played: &str,
) -> Option<Decision> {
    let values: Vec<(String, f64)> = match *judge {
        Judge::Bot { bot, seed, most } => {
            let contest = Contest::new(history.game().contest_rules(), Player::FIRST);
            let Advice { actions, .. } = advise_at(history, player, &contest, bot, None, seed, most);
            actions.into_iter().filter_map(|listed| Some((listed.action, listed.value?))).collect()
        }
        Judge::Solution(solution) => {
            let (game, state) = (history.game(), history.state());
            let values = solution.action_values(&game.info_set(state, player))?;
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
    // An action as good as the best counts as the best.
    let best = if own >= most { played.to_owned() } else { best };
    Some(Decision { ply, seat: player.index(), played: played.to_owned(), best, loss: most - own, values })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::advice::advise::advise;
    use crate::bots::Bot;
    use crate::games;
    use crate::strategy::file::tests::lowest;

    fn words(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    /// A hand in which both played as the solution never does, and player 1 checked out for two points.
    const HAND: &str = "deal:2D,7D,JD/2S,QH,QD/7H/2H,QS,JS,7S,JH JD QD close 2S QS 2D QH 2H 7D out";

    #[test]
    fn decisions_are_held_against_a_solution() {
        let game = games::load_default("kinderschnapsen").expect("a game");
        let solution = FileStrategy::Kinderschnapsen(Box::new(lowest()));
        let actions = words(HAND);
        let found = review(&game, &Judge::Solution(&solution), &actions, |_| true).expect("a sound record");
        assert_eq!(found.unjudged, 0);
        assert!(found.decisions.iter().all(|decision| decision.loss >= 0.0), "{found:?}");
        let costly = found.decisions.iter().filter(|decision| decision.loss > 0.0);
        assert!(
            costly.clone().count() > 0 && costly.clone().all(|decision| decision.best != decision.played)
        );
        // Checking out wins two points, and going on cannot win more.
        let last = found.decisions.last().expect("there were decisions");
        assert_eq!((last.ply, last.seat, last.played.as_str()), (10, 1, "out"));
        let two = |value: f64| (value - 2.0).abs() < 1e-9;
        assert!(last.values.iter().any(|(word, value)| word == "out" && two(*value)), "{last:?}");
        let one = review(&game, &Judge::Solution(&solution), &actions, |player| player == Player::FIRST);
        let one = one.expect("a sound record");
        assert!(one.decisions.iter().all(|decision| decision.seat == 0));
        assert!(one.decisions.len() < found.decisions.len());

        let bot = Bot::open("random".parse().expect("a bot")).expect("it has no file");
        let random = bot.for_game(&game).expect("any game has it");
        let advice = advise(&game, &random, Some(&solution), &actions[..10], 1).expect("a sound record");
        assert!(advice.of("out").and_then(|listed| listed.exact).is_some_and(two), "{advice:?}");
    }

    #[test]
    fn who_knows_no_values_judges_nothing() {
        let game = games::load_default("kuhn").expect("a game");
        let bot = Bot::open("random".parse().expect("a bot")).expect("it has no file");
        let random = bot.for_game(&game).expect("any game has it");
        let judge = Judge::Bot { bot: &random, seed: 1, most: None };
        let found = review(&game, &judge, &words("deal:K,Q pass bet"), |_| true).expect("a sound record");
        assert_eq!((found.decisions.len(), found.unjudged), (0, 2));
        let error = review(&game, &judge, &words("deal:K,Q call"), |_| true).expect_err("no such action");
        assert_eq!(error.ply(), 1);
    }
}
