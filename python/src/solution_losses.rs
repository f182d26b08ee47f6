//! What the decisions of a policy lose in Kinderschnapsen, by the values of a solution.
//!
//! Hands are played between the policy and the solution, each deal from both seats. Each decision of the policy is judged by
//! what the solution thinks of all its actions, not only of the one that is played, so the luck of its own dice is left out.

use std::collections::HashMap;
use std::sync::atomic::Ordering;

use hinterhand_engine::dynamic::AnyState;
use hinterhand_engine::{ActionSet as _, Contest, Digest, Game as _, Player, Rng, Turn, View as EngineView};
use hinterhand_matches::exact::Exact;
use hinterhand_players::bots::{Bot, Seat};
use hinterhand_players::games::LoadedGame;
use hinterhand_solvers::dynamic::Form;
use pyo3::prelude::*;
use rayon::prelude::*;

use crate::error::{error, message};
use crate::info_sets::{self, Decision};
use crate::strategy::Strategy;
use crate::view::View;
use crate::{threads, work};

/// What is played and judged.
pub(crate) struct Judged<'j> {
    pub(crate) rules: &'static LoadedGame,
    /// The solution.
    pub(crate) solution: &'j Strategy,
    /// The hands, an even number: each deal is played from both seats.
    pub(crate) hands: usize,
    pub(crate) seed: u64,
}

/// What a policy loses at an information set.
pub(crate) struct Loss {
    /// What the player sees.
    pub(crate) view: View,
    /// The number of own decisions before it, of those with a choice.
    pub(crate) decision: usize,
    /// How often a hand came there.
    pub(crate) visits: u64,
    /// The sum of what it lost there.
    pub(crate) sum: f64,
    pub(crate) probabilities: Vec<f64>,
    /// The place of the best action.
    pub(crate) best: usize,
}

/// A hand that is played.
struct Hand {
    state: AnyState,
    /// The seat of the policy.
    seat: Player,
    chance: Rng,
    own: Rng,
    decisions: usize,
}

/// What the actions cost and the probabilities with which they are played, at each decision of a round.
type Round = (Vec<Vec<f64>>, Vec<Vec<f64>>);

impl Judged<'_> {
    /// The losses of a function of Python, at the information sets at which it was asked.
    pub(crate) fn of_policy(&self, policy: &Bound<'_, PyAny>, form: Form) -> PyResult<Vec<Loss>> {
        let py = policy.py();
        self.losses(|exact, hands, waiting, decisions| {
            py.check_signals()?;
            let costs = py.detach(|| costs(exact, hands, waiting))?;
            Ok((costs, info_sets::ask(self.rules, policy, form, decisions)?))
        })
    }

    /// The losses of a bot, which has a player in each hand.
    pub(crate) fn of_bot(&self, py: Python<'_>, bot: Bot) -> PyResult<Vec<Loss>> {
        let (rules, bots) = (self.rules, [bot]);
        let contest = Contest::new(rules.contest_rules(), Player::FIRST);
        work::run(py, &bots, Some(self.hands as u64), None, |desk| {
            let seated = bots[0].for_game(rules).map_err(error)?;
            let mut seats: Vec<Seat<'_>> = (0..self.hands).map(|_| seated.sit()).collect();
            self.losses(|exact, hands, waiting, decisions| {
                let costs = costs(exact, hands, waiting)?;
                let ask = |(&at, decision): (&usize, &Decision)| {
                    if desk.stop.load(Ordering::Relaxed) {
                        return Err(message("it was stopped"));
                    }
                    let Decision { info_set, legal, .. } = decision;
                    let view = EngineView { contest: &contest, info_set, legal };
                    let values = seats[at].action_values(&view, &mut hands[at].own);
                    let mut probabilities = vec![0.0; legal.len()];
                    for entry in values.entries {
                        probabilities[entry.action.index()] = entry.probability;
                    }
                    Ok(probabilities)
                };
                let answers = waiting.iter().zip(decisions).map(ask).collect::<PyResult<_>>()?;
                Ok((costs, answers))
            })
        })?
    }

    /// Plays all hands to their end. `round` is called whenever each of them is over or waits for the policy.
    fn losses(
        &self,
        mut round: impl FnMut(&Exact<'_>, &mut [Hand], &[usize], &[Decision]) -> PyResult<Round>,
    ) -> PyResult<Vec<Loss>> {
        let rules = self.rules;
        let exact = self.solution.exact().ok_or_else(|| {
            message("solution: it must be one of a hand of Kinderschnapsen, found by `solve`")
        })?;
        let mut hands: Vec<Hand> = (0..self.hands as u64).map(|number| self.begin(number)).collect();
        let (mut losses, mut places) = (Vec::<Loss>::new(), HashMap::new());
        loop {
            let waiting: Vec<usize> =
                hands.iter_mut().enumerate().filter_map(|(at, hand)| self.wait(hand).then_some(at)).collect();
            if waiting.is_empty() {
                return Ok(losses);
            }
            let decision = |&at: &usize| {
                let Hand { state, seat, .. } = &hands[at];
                let (info_set, legal) = (rules.info_set(state, *seat), rules.legal(state));
                Decision { player: seat.index(), info_set, legal }
            };
            let decisions: Vec<Decision> = waiting.iter().map(decision).collect();
            let (costs, answers) = round(&exact, &mut hands, &waiting, &decisions)?;
            for (((at, decision), costs), probabilities) in
                waiting.into_iter().zip(decisions).zip(costs).zip(answers)
            {
                let hand = &mut hands[at];
                let lost: f64 = probabilities.iter().zip(&costs).map(|(part, cost)| part * cost).sum();
                let chosen = hand.own.weighted(probabilities.iter().copied());
                rules.play(&mut hand.state, decision.legal.nth(chosen));
                let key = Digest::of(&decision.info_set).bits();
                let place = *places.entry(key).or_insert_with(|| {
                    let least = costs.iter().copied().fold(f64::INFINITY, f64::min);
                    let best = costs.iter().position(|&cost| cost == least).unwrap_or(0);
                    let (view, decision) = (decision.view(rules), hand.decisions);
                    losses.push(Loss { view, decision, visits: 0, sum: 0.0, probabilities, best });
                    losses.len() - 1
                });
                losses[place].visits += 1;
                losses[place].sum += lost;
                hand.decisions += 1;
            }
        }
    }

    fn begin(&self, number: u64) -> Hand {
        Hand {
            state: self.rules.start(),
            seat: Player::new((number % 2) as usize),
            // Of a deal both hands are the same cards.
            chance: Rng::new(self.seed, 2 * (number / 2)),
            own: Rng::new(self.seed, 2 * number + 1),
            decisions: 0,
        }
    }

    /// Plays on to a choice of the policy; false if the hand is over.
    fn wait(&self, hand: &mut Hand) -> bool {
        let (rules, mut probabilities) = (self.rules, Vec::new());
        let contest = Contest::new(rules.contest_rules(), Player::FIRST);
        loop {
            match rules.turn(&hand.state) {
                Turn::Over => return false,
                Turn::Chance => rules.deal(&mut hand.state, &mut hand.chance),
                Turn::Player(player) => {
                    let legal = rules.legal(&hand.state);
                    if player == hand.seat && legal.len() > 1 {
                        return true;
                    }
                    let mut chosen = 0;
                    if player != hand.seat {
                        let info_set = rules.info_set(&hand.state, player);
                        let view = EngineView { contest: &contest, info_set: &info_set, legal: &legal };
                        self.solution.probabilities_at(&view, &mut probabilities);
                        chosen = hand.own.weighted(probabilities.iter().copied());
                    }
                    rules.play(&mut hand.state, legal.nth(chosen));
                }
            }
        }
    }
}

/// What each legal action costs at the positions of the hands that wait.
fn costs(exact: &Exact<'_>, hands: &[Hand], waiting: &[usize]) -> PyResult<Vec<Vec<f64>>> {
    let costs = |&at: &usize| exact.losses(&hands[at].state, hands[at].seat);
    threads::with_all(|| waiting.par_iter().map(costs).collect())
}
