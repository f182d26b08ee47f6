//! The distribution of the losses of a strategy at random positions off its path.

use std::collections::HashMap;

use hinterhand_engine::{Player, Rng};
use hinterhand_solvers::parallel;

use super::judge::{Loss, OffPathJudge, PublicPosition};

/// The loss that is looked at longer where the bounds do not tell on which side of it the loss is.
const NOTABLE: f64 = 1e-3;

/// The additional weight of what a hand of the other player would gain.
const PENALTY: f64 = 10.0;

impl OffPathJudge<'_> {
    /// The losses at this number of random positions off the path, each from another hand, and the kinds of
    /// the positions. The owner of the strategy sits in both seats in turn.
    pub fn losses(&self, positions: usize, rng: &mut Rng) -> Vec<(String, Loss)> {
        let mut found: Vec<PublicPosition> = Vec::new();
        let mut owner = Player::FIRST;
        while found.len() < positions {
            owner = owner.other();
            let mut places = self.hand(owner, rng);
            places.retain(PublicPosition::is_off_path);
            if !places.is_empty() {
                found.push(places.swap_remove(rng.below(places.len() as u32) as usize));
            }
        }
        // Many hands come to the same position.
        let mut numbers = HashMap::new();
        let mut distinct: Vec<&PublicPosition> = Vec::new();
        let numbers: Vec<usize> = (found.iter())
            .map(|place| {
                *numbers.entry(place.history()).or_insert_with(|| {
                    distinct.push(place);
                    distinct.len() - 1
                })
            })
            .collect();
        let judge = |at: usize| (kind(distinct[at]), self.notable_loss(distinct[at]));
        let judged = parallel::map(distinct.len(), &judge);
        numbers.into_iter().map(|number| judged[number].clone()).collect()
    }

    /// The bounds of a loss after as many iterations as it takes to see whether it is notable, up to a limit.
    fn notable_loss(&self, place: &PublicPosition) -> Loss {
        let steps: &[u32] = match (place.is_closed(), place.stage()) {
            (false, 1) => &[20, 100],
            (false, 2) => &[10, 60, 400],
            _ => &[50, 200, 1_000, 5_000],
        };
        let mut losses = steps.iter().map(|&steps| self.loss(place, steps, PENALTY));
        let mut loss = losses.next().expect("there is a first number");
        while loss.most >= NOTABLE && loss.least <= NOTABLE {
            let Some(next) = losses.next() else { break };
            loss = next;
        }
        loss
    }
}

/// The kind of a position, for a table.
fn kind(place: &PublicPosition) -> String {
    let talon = if place.is_closed() { "closed before" } else { "open in" };
    let player = if place.owner_decides() { "owner" } else { "stranger" };
    let action = if place.lead().is_some() { "replies" } else { "leads" };
    format!("{talon} trick {}, {} cards, {player} {action}", place.stage(), place.held())
}
