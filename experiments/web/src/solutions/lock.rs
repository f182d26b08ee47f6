//! Behaviour that is given: of a player at an information set, or everywhere as a bot plays.

use serde::Deserialize;

use super::written::Written;
use hinterhand_solvers::tree::Policy;

/// What a player is known to do.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Lock {
    /// The player.
    pub(crate) player: usize,
    /// The bot as which it plays everywhere, if it does.
    #[serde(default)]
    pub(crate) bot: Option<String>,
    /// What it has seen at the information set, if it is one alone.
    #[serde(default)]
    pub(crate) seen: Option<String>,
    /// The probability of each legal action there.
    #[serde(default)]
    pub(crate) probabilities: Vec<f64>,
}

/// The most locks of a game.
const MOST: usize = 64;

/// The policy of a bot of this name.
pub(crate) type AsBot<'a> = dyn Fn(&Written, &str) -> Result<Policy, String> + 'a;

/// What is fixed by all locks: the probabilities, and a flag for each information set.
pub(super) fn fixed(
    written: &Written,
    locks: &[Lock],
    as_bot: &AsBot<'_>,
) -> Result<(Policy, Vec<bool>), String> {
    if locks.len() > MOST {
        return Err(format!("at most {MOST} decisions are fixed"));
    }
    let tree = written.tree.tree();
    if let Some(lock) = locks.iter().find(|lock| lock.player >= tree.players()) {
        return Err(format!("there is no player {}", lock.player));
    }
    let mut weights = vec![0.0; tree.slot_count()];
    let mut is_fixed = vec![false; tree.sets().len()];
    // What is said of an information set counts more than a bot for the whole player.
    for lock in locks.iter().filter(|lock| lock.bot.is_some()) {
        if lock.seen.is_some() {
            return Err("a bot is fixed for a whole player".to_owned());
        }
        let policy = as_bot(written, lock.bot.as_deref().unwrap_or_default())?;
        for set in written.sets_of(lock.player) {
            is_fixed[set] = true;
            let slots = tree.sets()[set].slots();
            weights[slots.clone()].copy_from_slice(&policy.probabilities()[slots]);
        }
    }
    for Lock { player, seen, probabilities, bot } in locks {
        let Some(seen) = seen else {
            if bot.is_none() {
                return Err("what is fixed names an information set, or a bot".to_owned());
            }
            continue;
        };
        let set = written
            .find(*player, seen)
            .ok_or_else(|| format!("player {player} has no decision at: {seen}"))?;
        let slots = tree.set(set).slots();
        if probabilities.len() != slots.len() || !probabilities.iter().all(|one| (0.0..=1.0).contains(one)) {
            return Err(format!("{} probabilities are needed, each from 0 to 1", slots.len()));
        }
        if (probabilities.iter().sum::<f64>() - 1.0).abs() > 1e-6 {
            return Err("the probabilities sum to 1".to_owned());
        }
        is_fixed[set.index()] = true;
        weights[slots].copy_from_slice(probabilities);
    }
    Ok((Policy::from_weights(tree, weights), is_fixed))
}
