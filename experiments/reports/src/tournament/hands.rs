//! Counts over the hands of a tournament: lengths, endings, effort of decisions.

use std::collections::BTreeMap;

use hinterhand_engine::dynamic::AnyGame;
use hinterhand_engine::{Game as _, Notation as _, Settings, Turn};
use hinterhand_matches::store::{KeptHand, Store, StoreError, Tournament};
use hinterhand_matches::tournament::Hand;
use hinterhand_players::bots::DecisionRecord;
use hinterhand_players::games::{self, GameError};
use hinterhand_players::option_value;
use hinterhand_players::protocol::FaultKind;
use hinterhand_players::strategy::rules_hash;
use hinterhand_solvers::parallel;

/// Counts over the hands of a tournament.
#[derive(Clone, Debug, Default)]
pub(super) struct Hands {
    /// The number of hands.
    pub(super) count: u64,
    /// The number of hands by their number of actions, without forfeited hands.
    pub(super) lengths: BTreeMap<u64, u64>,
    /// The number of forfeited hands by bot, kind of fault and reason.
    pub(super) forfeits: BTreeMap<(usize, FaultKind, String), u64>,
    /// Counts that need the hands to be replayed; none if the rules have changed since they were played.
    pub(super) replayed: Option<Replayed>,
}

/// Counts over replayed hands.
#[derive(Clone, Debug, Default)]
pub(super) struct Replayed {
    /// The number of hands by their ending, without forfeited hands.
    pub(super) endings: BTreeMap<String, u64>,
    /// The effort of the decisions of each bot.
    pub(super) efforts: Vec<Effort>,
}

/// The effort of the decisions of a bot.
#[derive(Clone, Debug, Default)]
pub(super) struct Effort {
    /// The number of decisions.
    pub(super) decisions: u64,
    /// The steps of its searches.
    pub(super) steps: u64,
    /// The number of decisions by their time in microseconds.
    pub(super) micros: BTreeMap<u64, u64>,
}

impl Effort {
    /// The time of all decisions in microseconds.
    pub(super) fn total(&self) -> u64 {
        self.micros.iter().map(|(micros, times)| micros * times).sum()
    }

    /// The time in microseconds that this share of the decisions did not exceed.
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

/// The number of hands that are replayed in parallel.
const AT_ONCE: usize = 1 << 12;

impl Hands {
    /// Counts what is in the hands of a tournament.
    pub(super) fn of(store: &Store, tournament: &Tournament) -> Result<Hands, StoreError> {
        let plan = &tournament.plan;
        let fill = |settings: &mut Settings| Ok::<_, GameError>(option_value::fill(settings, &plan.options)?);
        // The hands of a game that this program does not have (any more) are counted as well.
        match games::load(&plan.game, fill) {
            Ok(game) => {
                let same = rules_hash(game.settings()) == tournament.rules;
                count(store, tournament, same, |hand| again(&game, &hand.actions))
            }
            Err(_) => count(store, tournament, false, |_| None),
        }
    }

    fn enter(&mut self, hand: Hand, decisions: &[DecisionRecord], again: Option<Again>) {
        self.count += 1;
        if hand.forfeit.is_none() {
            *self.lengths.entry(decisions.len() as u64).or_default() += 1;
        }
        match (again, &mut self.replayed) {
            (Some(Again { seats, ending }), Some(replayed)) if seats.len() == decisions.len() => {
                replayed.enter(&hand, &seats, decisions, ending);
            }
            // One hand that breaks the rules shows that they have changed.
            _ => self.replayed = None,
        }
        if let Some(forfeit) = hand.forfeit {
            *self.forfeits.entry((hand.seats[forfeit.seat], forfeit.kind, forfeit.reason)).or_default() += 1;
        }
    }
}

impl Replayed {
    fn enter(&mut self, hand: &Hand, seats: &[usize], decisions: &[DecisionRecord], ending: Option<String>) {
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

/// Counts, and replays the hands by `again` if the rules are the `same`.
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
        let played: Vec<Option<Again>> = parallel::map_each(waiting, &|_, kept| again(&kept.hand));
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

/// A replayed hand.
struct Again {
    /// The seat that decided on each action of a player.
    seats: Vec<usize>,
    /// The ending, if there was one.
    ending: Option<String>,
}

/// Replays the words of a hand; none if they break the rules.
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
