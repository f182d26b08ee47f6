//! The leaf correlation, bias and disambiguation of a game, on which perfect information Monte Carlo depends.
//!
//! Long, Sturtevant, Buro and Furtak, "Understanding the success of perfect information Monte Carlo sampling
//! in game tree search" (AAAI 2010), measure these properties in real games too. Their method was not
//! available in full, so this one is ours; it measures synthetic trees as they were specified. It plays games
//! of uniformly random players and looks at each:
//!
//! * The last decision with a choice. If only forced actions and no chance follow each of its actions, the
//!   ends of the game after them are *sibling ends*. A game has at most one such decision, and may have none:
//!   another action than the one that was played may have led to choices. The *leaf correlation* is the share
//!   of sibling ends that all have the same payoffs. In games that are won by more or less, the *winner
//!   correlation* may be the better measure: the share of sibling ends with the same winners, whatever they
//!   win.
//! * The *bias* is the share of sibling ends with the same winners that player 0 wins, without those at which
//!   player 0 neither wins nor loses. So it is a property of the leaves, as in the synthetic trees. For games
//!   with a solver of open cards there is also the *open-card bias*: the share of deals that player 0 wins if
//!   both players see all cards.
//! * Successive decisions of a player with a choice. Of the worlds that fit the information set of the first
//!   one, other than the true world, the share that no longer fit at the second one is the *disambiguation*,
//!   averaged over all such pairs of decisions of all players. A world is all that chance has decided,
//!   including the order of a talon: every card that is drawn rules out worlds. Pairs with no other world at
//!   the first decision are left out. The share is negative if hidden actions of others add more worlds than
//!   are ruled out.
//!
//! Random players also do what no reasonable player would, such as claiming points that they do not have, and
//! then the ends of their games are not typical of the game. If an option forbids that, it should be set.

use std::collections::HashSet;

use anyhow::{Context as _, ensure};
use hinterhand_engine::dynamic::{ActionNumber, AnyGame, AnyState};
use hinterhand_engine::{ActionSet, Game, Player, Rng, Turn, Worlds};
use hinterhand_matches::ratings::distributions::normal_point;
use hinterhand_matches::ratings::intervals::wilson;
use hinterhand_solvers::dynamic::{OpenCardsRequest, OpenSolver};
use hinterhand_solvers::search::OpenCards;
use serde::Deserialize;

use crate::{GameSpec, Measure, Outcome, WorkContext};

/// The maximum number of worlds that are counted.
const FEW: usize = 1_000;

/// The number of worlds that are sampled if there are more, to estimate the share that still fit at the next
/// decision. The probability of the true one is less than one in [`FEW`].
const DRAWN: u32 = 100;

/// Random plays of a game, and its properties.
///
/// The measures: `leaf correlation`, `winner correlation`, `bias` and `disambiguation`; `sibling ends`, the
/// share of plays that have the first three; `open-card bias` for games with a solver of open cards. Measures
/// that no play has are left out.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameProperties {
    /// The game.
    pub game: GameSpec,
    /// The number of plays.
    pub games: u64,
}

impl GameProperties {
    /// Plays and measures; `None` if stopped.
    pub fn run(&self, context: &WorkContext<'_>) -> anyhow::Result<Option<Outcome>> {
        ensure!(self.games > 0, "`games` is 0; at least one is needed");
        let game = self.game.load()?;
        let request = OpenCardsRequest { solver: OpenSolver::Open, ..OpenCardsRequest::default() };
        let mut open_cards = game.methods().open_cards(&request).ok().map(|new| new());
        let mut survey = Survey::default();
        for number in 0..self.games {
            if context.is_stopped() {
                return Ok(None);
            }
            let mut rng = Rng::new(context.seed, number);
            let choices = choices(game.rules(), &mut rng);
            if let (Some(open_cards), Some(first)) = (&mut open_cards, choices.first()) {
                survey.open_cards(game.rules(), first, &mut **open_cards);
            }
            survey.enter(game.rules(), &choices, &mut rng).with_context(|| {
                format!("game `{}`: the rate at which worlds shrink cannot be measured", self.game)
            })?;
        }
        Ok(Some(survey.outcome()))
    }
}

/// The counts of random plays.
#[derive(Clone, Debug, Default)]
pub(super) struct Survey {
    siblings: u64,
    /// Sibling ends with the same payoffs.
    alike: u64,
    /// Sibling ends with the same winners.
    same_winners: u64,
    /// Sibling ends with the same winners that player 0 wins, and those that player 0 loses.
    leaves: [u64; 2],
    /// The deals that player 0 wins with open cards, and those that player 0 loses.
    open: [u64; 2],
    /// For each play the sum and the number of the shares of worlds that were ruled out.
    ruled_out: Vec<(f64, f64)>,
}

/// The reason why the number of worlds that still fit cannot be estimated.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub(super) enum Blind {
    #[error(
        "more than {FEW} worlds fit what a player sees, and chance decides before the next decision of that player"
    )]
    Chance,
    #[error(
        "more than {FEW} worlds fit what a player sees, and that player does not see all actions of others"
    )]
    Hidden,
}

/// A decision with more than one legal action.
pub(super) struct Choice<G: Game> {
    player: Player,
    state: G::State,
    /// The actions from here to the next choice of any player, including forced ones.
    actions: Vec<G::Action>,
    /// Whether there are chance events on the way there.
    chance: bool,
}

/// A game whose actions can be found again at other positions.
pub(super) trait SameAction: Worlds {
    /// The action at `to` that is `action` at `from`; `None` if it is not legal there.
    fn same_action(&self, from: &Self::State, action: Self::Action, to: &Self::State)
    -> Option<Self::Action>;
}

impl SameAction for AnyGame {
    fn same_action(&self, from: &AnyState, action: ActionNumber, to: &AnyState) -> Option<ActionNumber> {
        AnyGame::same_action(self, from, action, to)
    }
}

/// The choices of one random play.
pub(super) fn choices<G: Game>(game: &G, rng: &mut Rng) -> Vec<Choice<G>> {
    let mut choices: Vec<Choice<G>> = Vec::new();
    let mut state = game.start();
    loop {
        match game.turn(&state) {
            Turn::Over => return choices,
            Turn::Chance => {
                game.deal(&mut state, rng);
                if let Some(choice) = choices.last_mut() {
                    choice.chance = true;
                }
            }
            Turn::Player(player) => {
                let legal = game.legal(&state);
                if legal.len() > 1 {
                    let state = state.clone();
                    choices.push(Choice { player, state, actions: Vec::new(), chance: false });
                }
                let action = legal.nth(rng.below(legal.len() as u32) as usize);
                if let Some(choice) = choices.last_mut() {
                    choice.actions.push(action);
                }
                game.play(&mut state, action);
            }
        }
    }
}

impl Survey {
    /// Enters a play: its sibling ends, if it has any, and the shares of worlds that were ruled out.
    pub(super) fn enter<G: SameAction>(
        &mut self,
        game: &G,
        choices: &[Choice<G>],
        rng: &mut Rng,
    ) -> Result<(), Blind> {
        if let Some(last) = choices.last() {
            self.enter_siblings(game, last);
        }
        let (mut sum, mut count) = (0.0, 0.0);
        for (round, next) in rounds(choices) {
            if let Some(share) = ruled_out(game, round, next, rng)? {
                sum += share;
                count += 1.0;
            }
        }
        self.ruled_out.push((sum, count));
        Ok(())
    }

    fn enter_siblings<G: Game>(&mut self, game: &G, last: &Choice<G>) {
        let legal = game.legal(&last.state);
        let ends = legal.iter().map(|action| forced_end(game, &last.state, action));
        let Some(ends) = ends.collect::<Option<Vec<G::State>>>() else { return };
        let pays = |end: &G::State| -> Vec<f64> {
            Player::all(game.players()).map(|player| game.payoff(end, player)).collect()
        };
        let wins =
            |end: &G::State| -> Vec<bool> { pays(end).into_iter().map(|payoff| payoff > 0.0).collect() };
        self.siblings += 1;
        self.alike += u64::from(ends.iter().all(|end| pays(end) == pays(&ends[0])));
        if ends.iter().all(|end| wins(end) == wins(&ends[0])) {
            self.same_winners += 1;
            count_win(&mut self.leaves, game.payoff(&ends[0], Player::FIRST));
        }
    }

    /// Enters the value of a deal with open cards, at its first choice.
    fn open_cards<G: Game>(&mut self, game: &G, first: &Choice<G>, solver: &mut dyn OpenCards<G>) {
        let mut values = Vec::new();
        solver.values(game, &first.state, &game.legal(&first.state), &mut values);
        let best = values.into_iter().fold(f64::NEG_INFINITY, f64::max);
        count_win(&mut self.open, if first.player == Player::FIRST { best } else { -best });
    }

    /// The measures, without those that no play has.
    pub(super) fn outcome(&self) -> Outcome {
        let games = self.ruled_out.len() as u64;
        let shares = [
            ("sibling ends", self.siblings, games),
            ("leaf correlation", self.alike, self.siblings),
            ("winner correlation", self.same_winners, self.siblings),
            ("bias", self.leaves[0], self.leaves[0] + self.leaves[1]),
            ("open-card bias", self.open[0], self.open[0] + self.open[1]),
        ];
        let seen = shares.into_iter().filter(|&(_, _, of)| of > 0);
        let outcome = seen.fold(Outcome::default(), |outcome, (name, count, of)| {
            let share = count as f64 / of as f64;
            outcome.measure(name, Measure::estimated(share, Some(wilson(count, of, 0.95))))
        });
        match pooled(&self.ruled_out) {
            Some(disambiguation) => outcome.measure("disambiguation", disambiguation),
            None => outcome,
        }
    }
}

/// The end that `action` leads to if it is followed by forced actions only; `None` if choices or chance
/// follow.
fn forced_end<G: Game>(game: &G, state: &G::State, mut action: G::Action) -> Option<G::State> {
    let mut state = state.clone();
    loop {
        game.play(&mut state, action);
        match game.turn(&state) {
            Turn::Over => return Some(state),
            Turn::Chance => return None,
            Turn::Player(_) => {
                let legal = game.legal(&state);
                if legal.len() > 1 {
                    return None;
                }
                action = legal.nth(0);
            }
        }
    }
}

/// Counts a win or a loss of player 0.
fn count_win(counts: &mut [u64; 2], payoff: f64) {
    counts[0] += u64::from(payoff > 0.0);
    counts[1] += u64::from(payoff < 0.0);
}

/// From each choice to the next one of the same player: all choices before the latter, and the state of the
/// latter.
fn rounds<G: Game>(choices: &[Choice<G>]) -> impl Iterator<Item = (&[Choice<G>], &G::State)> {
    (0..choices.len()).filter_map(|from| {
        let next = (from + 1..choices.len()).find(|&next| choices[next].player == choices[from].player)?;
        Some((&choices[from..next], &choices[next].state))
    })
}

/// The share of worlds that were ruled out from a choice of a player to its next one: of the worlds that fit
/// the information set at the first of `choices`, other than the true one, those that do not fit at `next`.
/// `None` if there was only the true one.
fn ruled_out<G: SameAction>(
    game: &G,
    choices: &[Choice<G>],
    next: &G::State,
    rng: &mut Rng,
) -> Result<Option<f64>, Blind> {
    let player = choices[0].player;
    let (before, after) = (game.info_set(&choices[0].state, player), game.info_set(next, player));
    let (Some(worlds), Some(left)) = (game.worlds(&before, FEW), game.worlds(&after, FEW)) else {
        return of_sampled(game, choices, &before, &after, rng).map(Some);
    };
    let (others, left) = (worlds.len() - 1, left.len() - 1);
    Ok((others > 0).then(|| 1.0 - left as f64 / others as f64))
}

/// The share of sampled worlds of `before` that do not fit `after`.
fn of_sampled<G: SameAction>(
    game: &G,
    choices: &[Choice<G>],
    before: &G::InfoSet,
    after: &G::InfoSet,
    rng: &mut Rng,
) -> Result<f64, Blind> {
    let player = choices[0].player;
    if choices.iter().any(|choice| choice.chance) {
        return Err(Blind::Chance);
    }
    if choices.iter().any(|choice| hides(game, choice, player)) {
        return Err(Blind::Hidden);
    }
    let played = played(game, choices);
    let fits = (0..DRAWN).filter(|_| {
        let mut world = game.sample(before, rng);
        played.iter().all(|(state, action)| repeat(game, state, *action, &mut world))
            && game.info_set(&world, player) == *after
    });
    Ok(1.0 - fits.count() as f64 / f64::from(DRAWN))
}

/// All actions of `choices`, which chance does not interrupt, each with the state at which it was taken.
fn played<G: Game>(game: &G, choices: &[Choice<G>]) -> Vec<(G::State, G::Action)> {
    let mut state = choices[0].state.clone();
    let actions = choices.iter().flat_map(|choice| &choice.actions);
    let with_state = |&action| {
        let before = state.clone();
        game.play(&mut state, action);
        (before, action)
    };
    actions.map(with_state).collect()
}

/// Whether `player` cannot distinguish two actions of another player.
fn hides<G: Game>(game: &G, choice: &Choice<G>, player: Player) -> bool {
    let mut seen = HashSet::new();
    choice.player != player
        && !game.legal(&choice.state).iter().all(|action| {
            let mut state = choice.state.clone();
            game.play(&mut state, action);
            seen.insert(game.info_set(&state, player))
        })
}

/// Plays in `world` what was played at `state`, and returns whether that is legal.
fn repeat<G: SameAction>(game: &G, state: &G::State, action: G::Action, world: &mut G::State) -> bool {
    let is_decision = matches!(game.turn(world), Turn::Player(_));
    let same = if is_decision { game.same_action(state, action, world) } else { None };
    if let Some(action) = same {
        game.play(world, action);
    }
    same.is_some()
}

/// The mean of all shares as a ratio of two sums; each play is one unit of the sample.
fn pooled(games: &[(f64, f64)]) -> Option<Measure> {
    let (sum, count) =
        games.iter().fold((0.0, 0.0), |(sums, counts), (sum, count)| (sums + sum, counts + count));
    if count == 0.0 {
        return None;
    }
    let (mean, n) = (sum / count, games.len() as f64);
    let squares: f64 = games.iter().map(|(sum, count)| (sum - mean * count).powi(2)).sum();
    let half = normal_point(0.975) * (squares * n / (n - 1.0)).sqrt() / count;
    Some(Measure::estimated(mean, (games.len() > 1).then_some([mean - half, mean + half])))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use hinterhand_matches::ratings::Moments;
    use hinterhand_players::games::load_default;

    fn run(game: &str, games: u64) -> anyhow::Result<Option<Outcome>> {
        GameProperties { game: game.into(), games }.run(&WorkContext::new(3, &AtomicBool::new(false)))
    }

    fn outcome(game: &str, games: u64) -> Outcome {
        run(game, games).expect("a game that can be walked").expect("it was not stopped")
    }

    /// A bet is answered by folding, for 1, or by calling, for 2: never the same payoffs, but the player with
    /// the lower card loses in both cases, in half the deals. Three plays of four end so: after `bet`, and
    /// after `pass bet`; after `pass pass` there could have been a bet. In two of these three player 1
    /// answers. Bets rule out no worlds.
    #[test]
    fn kuhn_is_as_by_hand() {
        let found = outcome("kuhn", 4_000).measures;
        assert!(!found.contains_key("open-card bias"));
        assert_eq!(found["disambiguation"], Measure::estimated(0.0, Some([0.0, 0.0])));
        assert_eq!(found["leaf correlation"].value, 0.0);
        for (name, share, count) in [
            ("sibling ends", 3.0 / 4.0, 4_000.0),
            ("winner correlation", 1.0 / 2.0, 3_000.0),
            ("bias", 2.0 / 3.0, 1_500.0),
        ] {
            // Four standard errors of a share.
            let error = f64::sqrt(share * (1.0 - share) / count);
            assert!((found[name].value - share).abs() < 4.0 * error, "{name}: {:?}", found[name]);
        }
    }

    /// A player that folds loses its stake, and one that calls may win: never the same payoffs. Of the five
    /// cards that the other player may hold, the open card rules out one of the four wrong ones. Nothing else
    /// rules out cards.
    #[test]
    fn leduc_is_as_by_hand() {
        let found = outcome("leduc", 1_000).measures;
        assert_eq!(found["leaf correlation"].value, 0.0);
        let mut rng = Rng::new(3, 0);
        let game = load_default("leduc").expect("it needs no options");
        let game = game.rules();
        let mut quarters = 0;
        for _ in 0..200 {
            let choices = choices(game, &mut rng);
            for (way, next) in rounds(&choices) {
                let share = ruled_out(game, way, next, &mut rng);
                let opened = way.iter().any(|choice| choice.chance);
                assert_eq!(share, Ok(Some(if opened { 0.25 } else { 0.0 })));
                quarters += usize::from(opened);
            }
        }
        assert!(quarters > 20, "{quarters}");
    }

    /// The counted and the estimated share agree.
    #[test]
    fn drawn_worlds_fit_as_often_as_counted_ones() {
        let game = load_default("kinderschnapsen").expect("it needs no options");
        let game = game.rules();
        let mut differences = Moments::default();
        for number in 0..300 {
            let mut rng = Rng::new(8, number);
            let choices = choices(game, &mut rng);
            for (way, next) in rounds(&choices) {
                let player = way[0].player;
                let (before, after) = (game.info_set(&way[0].state, player), game.info_set(next, player));
                let Some(worlds) = game.worlds(&before, 5_000) else { continue };
                let left = game.worlds(&after, 5_000).expect("no more than before");
                let drawn =
                    of_sampled(game, way, &before, &after, &mut rng).expect("all players see everything");
                differences.add(drawn - (1.0 - left.len() as f64 / worlds.len() as f64));
            }
        }
        assert!(differences.count() > 200, "{differences:?}");
        let (mean, error) = (differences.mean().unwrap(), differences.standard_error().unwrap());
        assert!(mean.abs() < 4.0 * error && error < 0.002, "{mean} +- {error}");
    }

    #[test]
    fn what_cannot_be_walked_is_refused() {
        for (game, games, says) in [
            ("kuhn", 0, "`games` is 0"),
            ("khun", 1, "there is no game `khun`"),
            ("phantom-ttt", 20, "does not see all actions of others"),
        ] {
            let error = format!("{:#}", run(game, games).expect_err("wrong"));
            assert!(error.contains(says), "{error}");
        }
        let kuhn = GameProperties { game: "kuhn".into(), games: 9 };
        assert_eq!(kuhn.run(&WorkContext::new(3, &AtomicBool::new(true))).expect("right"), None);
    }
}
