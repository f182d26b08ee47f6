//! What can be counted in the hands of a tournament: how long they were, how they ended, what decisions took.

use std::collections::BTreeMap;

use hinterhand_engine::dynamic::AnyGame;
use hinterhand_engine::{Game as _, Notation as _, Settings, Turn};
use hinterhand_matches::store::{KeptHand, Store, StoreError, Tournament};
use hinterhand_matches::tournament::Hand;
use hinterhand_players::bots::Decision;
use hinterhand_players::games::{self, GameError};
use hinterhand_players::option_value;
use hinterhand_players::protocol::FaultKind;
use hinterhand_players::strategy::rules_hash;
use rayon::prelude::*;

/// What was counted.
#[derive(Clone, Debug, Default)]
pub(super) struct Hands {
    /// How many hands there are.
    pub(super) count: u64,
    /// How many hands have each number of actions; those that were forfeited are left out.
    pub(super) lengths: BTreeMap<u64, u64>,
    /// Which hands were forfeited: by whom, in what way and for what reason.
    pub(super) forfeits: BTreeMap<(usize, FaultKind, String), u64>,
    /// What only those know who play the hands again by the same rules; none if this program has other rules.
    pub(super) replayed: Option<Replayed>,
}

/// What was counted in hands that were played again.
#[derive(Clone, Debug, Default)]
pub(super) struct Replayed {
    /// How often hands ended in each way; those that were forfeited are left out.
    pub(super) endings: BTreeMap<String, u64>,
    /// What the decisions of each bot took.
    pub(super) efforts: Vec<Effort>,
}

/// What the decisions of a bot took.
#[derive(Clone, Debug, Default)]
pub(super) struct Effort {
    /// How many there were.
    pub(super) decisions: u64,
    /// The steps of its searches.
    pub(super) steps: u64,
    /// How many took so many microseconds.
    pub(super) micros: BTreeMap<u64, u64>,
}

impl Effort {
    /// The microseconds of all decisions.
    pub(super) fn total(&self) -> u64 {
        self.micros.iter().map(|(micros, times)| micros * times).sum()
    }

    /// The microseconds that this share of the decisions did not exceed.
    pub(super) fn quantile(&self, share: f64) -> u64 {
        let wanted = (share * self.decisions as f64).ceil() as u64;
        let mut passed = 0;
        let found = self.micros.iter().find(|(_, times)| {
            passed += **times;
            passed >= wanted
        });
        found.map_or(0, |(micros, _)| *micros)
    }
}

/// Hands that are worked on at the same time.
const AT_ONCE: usize = 1 << 12;

impl Hands {
    /// Counts what is in the hands of a tournament.
    pub(super) fn of(store: &Store, tournament: &Tournament) -> Result<Hands, StoreError> {
        let plan = &tournament.plan;
        let fill = |settings: &mut Settings| Ok::<_, GameError>(option_value::fill(settings, &plan.options)?);
        // A game that this program does not know any more has hands all the same.
        match games::load(&plan.game, fill) {
            Ok(game) => {
                let same = rules_hash(game.settings()) == tournament.rules;
                count(store, tournament, same, |hand| again(&game, &hand.actions))
            }
            Err(_) => count(store, tournament, false, |_| None),
        }
    }

    fn enter(&mut self, hand: Hand, decisions: &[Decision], again: Option<Again>) {
        self.count += 1;
        if hand.forfeit.is_none() {
            *self.lengths.entry(decisions.len() as u64).or_default() += 1;
        }
        match (again, &mut self.replayed) {
            (Some(Again { seats, ending }), Some(replayed)) if seats.len() == decisions.len() => {
                replayed.enter(&hand, &seats, decisions, ending);
            }
            // One hand that does not keep the rules is enough not to trust them.
            _ => self.replayed = None,
        }
        if let Some(forfeit) = hand.forfeit {
            *self.forfeits.entry((hand.seats[forfeit.seat], forfeit.kind, forfeit.reason)).or_default() += 1;
        }
    }
}

impl Replayed {
    fn enter(&mut self, hand: &Hand, seats: &[usize], decisions: &[Decision], ending: Option<String>) {
        for (seat, decision) in seats.iter().zip(decisions) {
            let effort = &mut self.efforts[hand.seats[*seat]];
            effort.decisions += 1;
            effort.steps += decision.steps;
            *effort.micros.entry(decision.time.as_micros() as u64).or_default() += 1;
        }
        if let Some(ending) = ending.filter(|_| hand.forfeit.is_none()) {
            *self.endings.entry(ending).or_default() += 1;
        }
    }
}

/// Counts, and plays the hands again if `same` rules are at hand.
fn count(
    store: &Store,
    tournament: &Tournament,
    same: bool,
    again: impl Fn(&Hand) -> Option<Again> + Sync,
) -> Result<Hands, StoreError> {
    let bots = tournament.plan.bots.len();
    let replayed = same.then(|| Replayed { efforts: vec![Effort::default(); bots], ..Replayed::default() });
    let mut hands = Hands { replayed, ..Hands::default() };
    let mut waiting: Vec<KeptHand> = Vec::with_capacity(AT_ONCE);
    let settle = |hands: &mut Hands, waiting: &mut Vec<KeptHand>| {
        let played: Vec<Option<Again>> = waiting.par_iter().map(|kept| again(&kept.hand)).collect();
        for (kept, again) in waiting.drain(..).zip(played) {
            let KeptHand { deal, pairing, hand, .. } = kept;
            let known = hand.seats.iter().all(|&bot| bot < bots)
                && hand.forfeit.as_ref().is_none_or(|forfeit| forfeit.seat < hand.seats.len());
            let decisions = hand.decisions.unpacked().filter(|_| known).ok_or_else(|| {
                let message = format!("what is kept of a hand of deal {deal} of pairing {pairing}");
                StoreError::senseless(store.path(), &message)
            })?;
            hands.enter(hand, &decisions, again);
        }
        Ok(())
    };
    store.hands(tournament, |kept| {
        waiting.push(kept);
        if waiting.len() == AT_ONCE { settle(&mut hands, &mut waiting) } else { Ok(()) }
    })?;
    settle(&mut hands, &mut waiting)?;
    Ok(hands)
}

/// A hand that was played again.
struct Again {
    /// The seat that decided on each action of a player.
    seats: Vec<usize>,
    /// How it ended, if it did.
    ending: Option<String>,
}

/// Plays the words of a hand again; none if they do not keep the rules.
fn again(game: &AnyGame, words: &str) -> Option<Again> {
    let (mut state, mut seats) = (game.start(), Vec::new());
    for word in words.split(' ').filter(|word| !word.is_empty()) {
        match game.turn(&state) {
            Turn::Over => return None,
            Turn::Chance => {
                let chance = game.read_chance(&state, word).ok()?;
                game.reveal(&mut state, &chance);
            }
            Turn::Player(player) => {
                let action = game.read_action(&state, word).ok()?;
                game.play(&mut state, action);
                seats.push(player.index());
            }
        }
    }
    let ending = (game.turn(&state) == Turn::Over).then(|| game.ending(&state));
    Some(Again { seats, ending })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hand_tells_who_decided_and_how_it_ended() {
        let game = games::load_default("kuhn").expect("a game of the engine");
        let hand = again(&game, "deal:K,Q pass bet pass").expect("it keeps the rules");
        assert_eq!((hand.seats, hand.ending.as_deref()), (vec![0, 1, 0], Some("fold")));
        let cut = again(&game, "deal:K,Q pass").expect("so far");
        assert_eq!((cut.seats, cut.ending), (vec![0], None));
        assert!(again(&game, "deal:K,Q check").is_none() && again(&game, "pass").is_none());
        assert!(again(&game, "deal:K,Q bet pass pass").is_none());
    }

    #[test]
    fn quantiles_are_as_by_hand() {
        let micros = BTreeMap::from([(1, 50), (10, 49), (1_000, 1)]);
        let effort = Effort { decisions: 100, steps: 0, micros };
        assert_eq!([0.5, 0.51, 0.99, 1.0].map(|share| effort.quantile(share)), [1, 10, 10, 1_000]);
        assert_eq!(effort.total(), 50 + 490 + 1_000);
        assert_eq!((Effort::default().quantile(0.5), Effort::default().total()), (0, 0));
    }
}
