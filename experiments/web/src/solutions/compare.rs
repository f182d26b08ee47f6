//! Where two strategies differ most, weighted by how often it happens.

use hinterhand_players::games::LoadedGame;
use hinterhand_players::strategy::{Difference, Sampled, book, differences as all_differences};
use serde_json::{Value as Json, json};

use super::source::InTime;
use super::written::MOST_NODES;

/// The decisions that are told.
const TOLD: usize = 40;

/// The games of Kinderschnapsen that are played to find them, by strategies that answer at once and by some that search.
const GAMES: [u64; 2] = [2_000, 40];

/// The decisions at which two strategies differ most: exactly where the game can be written out; in Kinderschnapsen from
/// games, but with exact weights.
pub(crate) fn differences(game: &LoadedGame, strategies: [InTime<'_>; 2]) -> Result<Json, String> {
    if let Some(rules) = game.hand() {
        let games = GAMES[usize::from(strategies.iter().any(|strategy| strategy.is_slow))];
        let [first, second] = &strategies;
        let found = Sampled::of(&rules, [first, second], games, 1, TOLD);
        let told: Vec<Json> = found.differences.iter().map(difference).collect();
        return Ok(
            json!({ "games": games, "sum": found.sum, "error": found.error, "met": found.met, "differing": found.differing, "differences": told }),
        );
    }
    let [first, second] =
        strategies.map(|strategy| book(game, &strategy, MOST_NODES).map_err(|error| error.to_string()));
    let all = all_differences(first?, &second?);
    let sum: f64 = all.iter().map(|one| one.weight).sum();
    let differing = all.iter().filter(|one| one.weight > 0.0).count();
    let told: Vec<Json> = all.iter().filter(|one| one.weight > 0.0).take(TOLD).map(difference).collect();
    Ok(
        json!({ "games": null, "sum": sum, "error": 0.0, "met": all.len(), "differing": differing, "differences": told }),
    )
}

fn difference(one: &Difference) -> Json {
    json!({
        "player": one.first.player, "seen": one.first.seen, "actions": one.first.actions, "legal": one.first.legal,
        "weight": one.weight, "reach": [one.first.reach, one.second_reach],
        "first": one.first.probabilities, "second": one.second,
    })
}
