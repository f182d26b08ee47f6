//! The costs of decisions against a solution of Kinderschnapsen, by its values of the actions.
//!
//! The value of a decision is the payoff of the solution against itself from there on, in the mean over the
//! deals that its player cannot distinguish; the value of an action is that payoff after the action. Against
//! an opponent that plays by the solution, the expected payoff of a player in a hand is that of the solution
//! in its place minus the sum of the costs of its decisions. So the mean of that sum is the loss to the
//! solution, freed of the luck with the cards and of the opponent's choices; this holds for every player that
//! acts on its information set alone.

mod parts;

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use hinterhand_engine::dynamic::{ActionNumber, AnyState};
use hinterhand_engine::games::Kinderschnapsen;
use hinterhand_engine::games::kinderschnapsen::{Hand, SuitMap};
use hinterhand_engine::tricks::{Action, Card, InfoSet, Rank, Suit, Table as _};
use hinterhand_engine::{ActionSet as _, Game as _, Player};
use hinterhand_kinderschnapsen::Solution;

pub use self::parts::{Decided, LossParts};

/// The costs of decisions against a solution. Those in the first trick, which take long, are kept.
#[derive(Debug)]
pub struct Exact<'s> {
    game: Kinderschnapsen,
    solution: &'s Solution<'s>,
    first_trick: Arc<FirstTrick>,
}

/// The costs of decisions in the first trick that were computed so far, of one solution.
#[derive(Debug, Default)]
pub struct FirstTrick(Mutex<HashMap<InfoSet<Hand>, Costs>>);

/// The cost of each legal action.
type Costs = Arc<[(Action, f64)]>;

impl<'s> Exact<'s> {
    /// The costs against a solution for this game.
    pub fn new(game: Kinderschnapsen, solution: &'s Solution<'s>) -> Exact<'s> {
        Exact::knowing(game, solution, Arc::default())
    }

    /// The same, with the costs that were computed before of the same solution and game.
    pub fn knowing(
        game: Kinderschnapsen,
        solution: &'s Solution<'s>,
        first_trick: Arc<FirstTrick>,
    ) -> Exact<'s> {
        Exact { game, solution, first_trick }
    }

    /// The cost of `action` to `player`, whose turn it is at `state`: the value of the decision less that of
    /// the action. Where the solution is near an equilibrium it is above 0 or little below.
    ///
    /// # Panics
    ///
    /// If this is not Kinderschnapsen, or another player's turn.
    pub fn loss(&self, state: &AnyState, player: Player, action: ActionNumber) -> f64 {
        self.losses(state, player)[action.index()]
    }

    /// The same, added to the trick in which the decision fell and to what was decided.
    pub fn add_loss(
        &self,
        state: &AnyState,
        player: Player,
        action: ActionNumber,
        parts: &mut LossParts,
    ) -> f64 {
        let hand: &Hand = state.typed();
        let costs = self.losses_in(hand, player);
        let legal = self.game.legal(hand);
        let best = (0..costs.len()).min_by(|&a, &b| costs[a].total_cmp(&costs[b])).expect("a decision");
        let decided = Decided::of(legal.nth(action.index()), legal.nth(best), hand.lead().is_none());
        parts.add(costs[action.index()], hand.tricks(), decided);
        costs[action.index()]
    }

    /// The costs of all legal actions of `player`, in their order, as [`loss`](Exact::loss) has them.
    pub fn losses(&self, state: &AnyState, player: Player) -> Vec<f64> {
        self.losses_in(state.typed(), player)
    }

    fn losses_in(&self, hand: &Hand, player: Player) -> Vec<f64> {
        // A solution has one strategy for all trump suits; and where trump is spades it has seen more.
        let map = to_spades(hand.trump());
        let info_set = self.game.info_set(&map.hand(hand), player);
        let costs = if hand.tricks() == 0 { self.remembered(info_set) } else { self.costs(&info_set) };
        let cost = |action: Action| {
            let action = map.action(action);
            costs.iter().find(|(listed, _)| *listed == action).expect("it is legal").1
        };
        self.game.legal(hand).iter().map(cost).collect()
    }

    fn remembered(&self, info_set: InfoSet<Hand>) -> Costs {
        let known = || self.first_trick.0.lock().expect("no thread panics with it");
        let found = known().get(&info_set).cloned();
        found.unwrap_or_else(|| {
            // Others may be at the same; they find the same.
            let costs = self.costs(&info_set);
            known().insert(info_set, Arc::clone(&costs));
            costs
        })
    }

    fn costs(&self, info_set: &InfoSet<Hand>) -> Costs {
        let values = self.solution.action_values(info_set).expect("it is the player's turn");
        let advice = self.solution.advice(info_set).expect("it is the player's turn");
        let part = |&(action, value): &(Action, f64)| f64::from(advice.probability(action)) * value;
        let value: f64 = values.iter().map(part).sum();
        values.into_iter().map(|(action, worth)| (action, value - worth)).collect()
    }
}

/// The renaming that makes trump spades and leaves the plain suits in their order, as the solution does it.
fn to_spades(trump: Suit) -> SuitMap {
    use Suit::{Diamonds, Hearts, Spades};
    let from = match trump {
        Hearts => [Hearts, Spades, Diamonds],
        Diamonds => [Diamonds, Spades, Hearts],
        _ => [Spades, Hearts, Diamonds],
    };
    let wanted = |map: &SuitMap| {
        let named = |suit: Suit| map.card(Card::new(Rank::Jack, suit)).suit();
        from.map(named) == [Spades, Hearts, Diamonds]
    };
    SuitMap::all().into_iter().find(wanted).expect("it is one of the six")
}

#[cfg(test)]
mod tests {
    use hinterhand_engine::{Rng, Turn};

    use super::*;
    use hinterhand_kinderschnapsen::{Columns, Payoff};

    /// The solution that leads the lowest card of its own order, which has trumps first.
    fn lowest() -> Solution<'static> {
        let (groups, plays) = (1_077_528, 13_305_600);
        let none = || vec![0; groups].into();
        let (mixed, low, high) = (none(), none(), none());
        let (base, plays) = (vec![0; groups].into(), vec![0; plays].into());
        let columns = Columns { mixed, low, high, base, rows: Vec::new().into(), plays };
        Solution::from_columns(Kinderschnapsen::default(), &Payoff::POINTS, columns)
            .expect("columns of the right lengths")
    }

    /// The expected payoff of `player` from here on if both play by the solution.
    fn expected(solution: &Solution<'_>, game: &Kinderschnapsen, hand: &Hand, player: Player) -> f64 {
        let Turn::Player(mover) = game.turn(hand) else { return game.payoff(hand, player) };
        let advice = solution.advice(&game.info_set(hand, mover)).expect("it is the player's turn");
        let taken = advice.actions().iter().filter(|(_, chosen)| *chosen > 0.0);
        taken
            .map(|&(action, chosen)| {
                let mut next = *hand;
                game.play(&mut next, action);
                f64::from(chosen) * expected(solution, game, &next, player)
            })
            .sum()
    }

    /// The cost of one action.
    fn loss_in(exact: &Exact<'_>, hand: &Hand, player: Player, action: Action) -> f64 {
        let place = exact.game.legal(hand).iter().position(|legal| legal == action).expect("it is legal");
        exact.losses_in(hand, player)[place]
    }

    #[test]
    fn the_costs_of_a_hand_add_up_to_what_is_lost() {
        // After the last draw all cards are known to both: what is lost by them is known without a mean.
        let (game, solution) = (Kinderschnapsen::default(), lowest());
        let exact = Exact::new(game, &solution);
        let mut lost_something = 0;
        for stream in 0..200 {
            let (mut hand, mut rng) = (game.start(), Rng::new(9, stream));
            game.deal(&mut hand, &mut rng);
            // A player that is asked whether it goes on has not drawn yet.
            let drawn = |hand: &Hand| hand.tricks() == 3 && !game.legal(hand).contains(Action::ON);
            while matches!(game.turn(&hand), Turn::Player(_)) && hand.tricks() <= 3 && !drawn(&hand) {
                let legal = game.legal(&hand);
                game.play(&mut hand, legal.nth(rng.below(legal.len() as u32) as usize));
            }
            if hand.closed_before().is_some() || !matches!(game.turn(&hand), Turn::Player(_)) {
                continue;
            }
            let before = expected(&solution, &game, &hand, Player::FIRST);
            let mut lost = 0.0;
            while let Turn::Player(player) = game.turn(&hand) {
                let legal = game.legal(&hand);
                let advice = solution.advice(&game.info_set(&hand, player)).expect("it is the player's turn");
                let action = if player == Player::FIRST {
                    legal.nth(rng.below(legal.len() as u32) as usize)
                } else {
                    legal.iter().find(|&action| advice.probability(action) == 1.0).expect("it is pure there")
                };
                if player == Player::FIRST {
                    lost += loss_in(&exact, &hand, player, action);
                }
                game.play(&mut hand, action);
            }
            let won = game.payoff(&hand, Player::FIRST);
            assert!((before - won - lost).abs() < 1e-9, "{before} - {won} is not {lost}");
            lost_something += u32::from(lost > 0.5);
        }
        assert!(lost_something > 5, "{lost_something}");
    }

    #[test]
    fn what_decisions_cost_is_what_is_lost_in_the_mean() {
        let (game, solution) = (Kinderschnapsen::default(), lowest());
        let exact = Exact::new(game, &solution);
        // The payoff plus the losses by decisions: 0 in the mean over both seats.
        let (mut sum, mut squares, mut lost) = (0.0, 0.0, 0.0);
        const DEALS: u64 = 150;
        for stream in 0..DEALS {
            let mut both = 0.0;
            for judged in [Player::FIRST, Player::SECOND] {
                let (mut hand, mut rng) = (game.start(), Rng::new(11, stream));
                game.deal(&mut hand, &mut rng);
                while let Turn::Player(player) = game.turn(&hand) {
                    let advice =
                        solution.advice(&game.info_set(&hand, player)).expect("it is the player's turn");
                    let by_solution = advice.actions()
                        [rng.weighted(advice.actions().iter().map(|&(_, chosen)| chosen.into()))]
                    .0;
                    let action = if player == judged {
                        let own = loss_in(&exact, &hand, player, by_solution);
                        assert!(advice.probability(by_solution) < 1.0 || own.abs() < 1e-12, "{own}");
                        let legal = game.legal(&hand);
                        let action = legal.nth(rng.below(legal.len() as u32) as usize);
                        let loss = loss_in(&exact, &hand, player, action);
                        both += loss;
                        lost += loss;
                        action
                    } else {
                        by_solution
                    };
                    game.play(&mut hand, action);
                }
                both += game.payoff(&hand, judged);
            }
            sum += both;
            squares += both * both;
        }
        let (mean, deals) = (sum / DEALS as f64, DEALS as f64);
        let error = ((squares / deals - mean * mean) / deals).sqrt();
        // Four standard errors. The cost itself is more than five: a wrong sign or scale would be found.
        assert!(mean.abs() < 4.0 * error && lost.abs() / deals > 5.0 * error, "{mean} {error} {lost}");
    }
}
