//! The value of each action at a decision, when both players otherwise follow the solution.
//!
//! All deals that fit what the player knows are visited, each with the probability that the opponent has
//! played in this way by the solution, and in each of them the hand is continued by the solution of both.
//! Against a solution close to equilibrium no other continuation wins more than these values, up to its
//! exploitability divided by the probability of reaching the decision at all.

use hinterhand_engine::games::Kinderschnapsen;
use hinterhand_engine::games::kinderschnapsen::Hand;
use hinterhand_engine::tricks::{Action, InfoSet, Table as _};
use hinterhand_engine::{ActionSet, Game, Player, Turn, Worlds};
use hinterhand_solvers::parallel;

use crate::solution::Solution;

/// The probability below which an action is ignored: this changes no value by more than six times as much for
/// each action still to come.
const UNLIKELY: f32 = 1e-5;

impl Solution<'_> {
    /// The average payoff after each legal action, in their order, of the player with `info_set`; `None` if
    /// it is not that player's turn. Where the opponent has acted as the solution never does, all deals that
    /// fit are equally likely.
    pub fn action_values(&self, info_set: &InfoSet<Hand>) -> Option<Vec<(Action, f64)>> {
        let (game, seat) = (&self.rules.game, info_set.seat());
        if game.turn(info_set.hand()) != Turn::Player(seat) {
            return None;
        }
        let worlds = game.worlds(info_set, usize::MAX).expect("there is no limit");
        let reach = parallel::map(worlds.len(), &|at| {
            let (world, weight) = &worlds[at];
            weight * self.reach(world, seat.other())
        });
        let sum: f64 = reach.iter().sum();
        let even = 1.0 / worlds.len() as f64;
        let shares = reach.iter().map(|reach| if sum > 0.0 { reach / sum } else { even });
        let weighed: Vec<(&Hand, f64)> =
            worlds.iter().map(|(world, _)| world).zip(shares).filter(|(_, share)| *share > 0.0).collect();
        let legal = game.legal(info_set.hand());
        let parts: Vec<Vec<f64>> = parallel::map(weighed.len(), &|at| {
            let (world, share) = weighed[at];
            let worth = |action| share * self.worth(&played(game, world, action), seat);
            legal.iter().map(worth).collect()
        });
        let value = |at: usize| parts.iter().map(|part| part[at]).sum();
        Some(legal.iter().enumerate().map(|(at, action)| (action, value(at))).collect())
    }

    /// The probability of all actions of `player` in this hand.
    fn reach(&self, hand: &Hand, player: Player) -> f64 {
        let game = &self.rules.game;
        let mut actions = Vec::with_capacity(16);
        hand.retrace(|action, _| actions.push(action));
        let mut actions = actions.into_iter();
        let mut then = game.start();
        game.reveal(&mut then, &hand.deal());
        let mut reach = 1.0;
        while then != *hand {
            // The history does not contain the winner's decision to go on, but the hand was not over.
            let asked = game.legal(&then).contains(Action::ON);
            let action = if asked { Some(Action::ON) } else { actions.next() };
            let action = action.expect("the hand was played with these actions");
            if game.turn(&then) == Turn::Player(player) {
                let advice = self.advice(&game.info_set(&then, player)).expect("the player is to move");
                reach *= f64::from(advice.probability(action));
                if reach == 0.0 {
                    break;
                }
            }
            game.play(&mut then, action);
        }
        reach
    }

    /// The payoff of `player` from here on if both follow the solution.
    fn worth(&self, hand: &Hand, player: Player) -> f64 {
        let game = &self.rules.game;
        let Turn::Player(mover) = game.turn(hand) else { return game.payoff(hand, player) };
        let advice = self.advice(&game.info_set(hand, mover)).expect("the player is to move");
        let likely = || advice.actions().iter().filter(|(_, chosen)| *chosen > UNLIKELY);
        let sum: f64 = likely().map(|&(_, chosen)| f64::from(chosen)).sum();
        let worth = |&(action, chosen): &(Action, f32)| {
            f64::from(chosen) / sum * self.worth(&played(game, hand, action), player)
        };
        likely().map(worth).sum()
    }
}

fn played(game: &Kinderschnapsen, hand: &Hand, action: Action) -> Hand {
    let mut next = *hand;
    game.play(&mut next, action);
    next
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solution::Root;
    use crate::solution::lookup::tests::random_solution;
    use hinterhand_engine::Rng;
    use hinterhand_engine::tricks::{Card, CardSet, Suit, Talon};

    /// The expected payoff of `player` in this hand if both follow the advice.
    fn expected(solution: &Solution<'_>, game: &Kinderschnapsen, hand: &Hand, player: Player) -> f64 {
        let Turn::Player(mover) = game.turn(hand) else { return game.payoff(hand, player) };
        let advice = solution.advice(&game.info_set(hand, mover)).expect("the player is to move");
        let of = |&(action, chosen): &(Action, f32)| {
            f64::from(chosen) * expected(solution, game, &played(game, hand, action), player)
        };
        advice.actions().iter().map(of).sum()
    }

    /// The value of a decision by the values of its actions.
    fn by_actions(solution: &Solution<'_>, info_set: &InfoSet<Hand>) -> f64 {
        let advice = solution.advice(info_set).expect("the player is to move");
        let values = solution.action_values(info_set).expect("the player is to move");
        assert_eq!(values.len(), advice.actions().len());
        values.iter().map(|&(action, value)| f64::from(advice.probability(action)) * value).sum()
    }

    /// A hand as it was played: the positions and what was done in them.
    type Past = [(Hand, Action)];

    /// The hands that `player` cannot distinguish from `now`, which the actions in `past` led to, each with
    /// its probability by the solution: found by following all deals.
    fn posterior(solution: &Solution<'_>, past: &Past, now: &Hand, player: Player) -> Vec<(Hand, f64)> {
        let game = solution.rules.game;
        let mut worlds = game.worlds(&game.info_set(&past[0].0, player), usize::MAX).expect("no limit");
        let after = past.iter().skip(1).map(|(hand, _)| hand).chain([now]);
        for ((hand, action), next) in past.iter().zip(after) {
            worlds.retain_mut(|(world, weight)| {
                if !game.legal(world).contains(*action) {
                    return false;
                }
                if game.turn(hand) != Turn::Player(player) {
                    let advice = solution
                        .advice(&game.info_set(world, player.other()))
                        .expect("the player is to move");
                    *weight *= f64::from(advice.probability(*action));
                }
                game.play(world, *action);
                game.info_set(world, player) == game.info_set(next, player)
            });
        }
        worlds
    }

    /// Single precision in the probabilities of up to a dozen decisions.
    const ROUNDING: f64 = 1e-4;

    /// Holds the values of the actions at the end of a hand against the mean over the hands that fit; how
    /// likely these are all together.
    fn check(solution: &Solution<'_>, past: &Past, now: &Hand) -> f64 {
        let game = solution.rules.game;
        let Turn::Player(player) = game.turn(now) else { panic!("it is a player's turn") };
        let worlds = posterior(solution, past, now, player);
        let weights: f64 = worlds.iter().map(|(_, weight)| weight).sum();
        if weights > 0.0 {
            let worth = |(world, weight): &(Hand, f64)| weight * expected(solution, &game, world, player);
            let mean = worlds.iter().map(worth).sum::<f64>() / weights;
            let found = by_actions(solution, &game.info_set(now, player));
            assert!((found - mean).abs() < ROUNDING, "{found} {mean}");
        }
        weights
    }

    #[test]
    fn the_values_of_the_actions_are_those_of_the_hands() {
        let game = Kinderschnapsen::default();
        let mut rng = Rng::new(7, 0);
        let mut checked = 0;
        while checked < 2 {
            // After a first trick of which spades are trumps, of which the solution knows something.
            let mut hand = game.start();
            game.deal(&mut hand, &mut rng);
            if hand.trump() != Suit::Spades {
                continue;
            }
            let trick = [0, 1].map(|player: usize| hand.hands()[player].first());
            let open = hand.talon().card(Talon::BOTTOM);
            let place = |card: Card, without: &[Card]| {
                let left = Kinderschnapsen::PACK.cards - without.iter().copied().collect::<CardSet>();
                left.iter().position(|other| other == card).expect("it was dealt") as u8
            };
            let turnup = place(open, &[]);
            let (lead, reply) = (place(trick[0], &[open]), place(trick[1], &[open, trick[0]]));
            let first = (usize::from(turnup) * 11 + usize::from(lead)) * 10 + usize::from(reply);
            let root = Root::FirstTrick(turnup, lead, reply);
            let solution = random_solution(game, root, Some(first), &mut rng);
            let mut past = Vec::new();
            let play = |past: &mut Vec<(Hand, Action)>, hand: &mut Hand, card: Card| {
                past.push((*hand, Action::card(card)));
                game.play(hand, Action::card(card));
            };
            trick.into_iter().for_each(|card| play(&mut past, &mut hand, card));
            assert!(!game.legal(&hand).contains(Action::ON), "no player has 46 points after one trick");
            let before = check(&solution, &past, &hand);
            let Turn::Player(leader) = game.turn(&hand) else { panic!("the second trick is led") };
            let lead = hand.cards(leader).first();
            play(&mut past, &mut hand, lead);
            let after = check(&solution, &past, &hand);
            checked += u32::from(before > 0.0 && after > 0.0);
            assert_eq!(
                solution.action_values(&game.info_set(&hand, leader)),
                None,
                "another player is to move"
            );
        }
    }
}
