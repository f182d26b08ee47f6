//! The hands of a tournament with names in the place of numbers, as all formats show them.

use hinterhand_players::option_value;
use serde_json::{Value as Json, json};

use super::{KeptHand, Store, StoreError, Tournament};

/// Shows every hand of a tournament, with names in the place of numbers.
pub(super) fn each<E: From<StoreError>>(
    store: &Store,
    tournament: &Tournament,
    mut show: impl FnMut(&Exported<'_>) -> Result<(), E>,
) -> Result<(), E> {
    store.hands(tournament, |kept| {
        let hand = Exported::of(tournament, &kept).ok_or_else(|| {
            let message = format!("the decisions of deal {} of pairing {}", kept.deal, kept.pairing);
            StoreError::senseless(&store.path, &message)
        })?;
        show(&hand)
    })
}

/// A hand with names in the place of numbers.
pub(super) struct Exported<'a> {
    pub(super) tournament: &'a Tournament,
    pub(super) kept: &'a KeptHand,
    pub(super) seats: Vec<&'a str>,
    pub(super) steps: Vec<u64>,
    pub(super) values: Vec<Option<f64>>,
    pub(super) micros: Vec<u64>,
}

impl<'a> Exported<'a> {
    fn of(tournament: &'a Tournament, kept: &'a KeptHand) -> Option<Exported<'a>> {
        let decisions = kept.hand.decisions.unpacked()?;
        let name = |&bot: &usize| tournament.plan.bots.get(bot).map(|bot| &bot.name[..]);
        Some(Exported {
            tournament,
            kept,
            seats: kept.hand.seats.iter().map(name).collect::<Option<_>>()?,
            steps: decisions.iter().map(|decision| decision.steps).collect(),
            values: decisions.iter().map(|decision| decision.value).collect(),
            micros: decisions.iter().map(|decision| decision.time.as_micros() as u64).collect(),
        })
    }

    /// The numbers by which the hand is known.
    pub(super) fn key(&self) -> [u64; 4] {
        let KeptHand { deal, pairing, hand, .. } = self.kept;
        [*deal, u64::from(*pairing), u64::from(hand.seating), u64::from(hand.hand)]
    }

    /// The fault with which the hand ended, if it did, as JSON.
    pub(super) fn forfeit(&self) -> Option<String> {
        self.kept.hand.forfeit.as_ref().map(|forfeit| json!(forfeit).to_string())
    }

    /// The payoff of each seat, as JSON.
    pub(super) fn returns(&self) -> Vec<Json> {
        self.kept.hand.returns.iter().map(|&won| option_value::number(won)).collect()
    }
}
