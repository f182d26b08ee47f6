//! Where a real game lies among the synthetic trees: its leaf correlation, bias and disambiguation factor.
//!
//! Long, Sturtevant, Buro and Furtak, "Understanding the success of perfect information Monte Carlo sampling in game
//! tree search" (AAAI 2010), measure these properties in real games too. How they did it could not be read in full; so
//! this is ours, in such a way that synthetic trees come out as they were asked for. Random games are walked, in which
//! every legal action is as likely, and of each is asked:
//!
//! * The last decision with a choice. If after each of its actions only forced ones follow, and no chance, then these
//!   are *sibling ends*, each worth what it pays at last. A game has at most one such decision, and may have none: if
//!   another action than the one that was played would have led to choices. *Leaf correlation* is the share of sibling
//!   ends that all pay the same. Where games are won by more or less, the *winner correlation* may be the better
//!   likeness: the share of sibling ends at which the same players win, whatever they win.
//! * *Bias* is, among sibling ends at which the same players win, the share that player 0 wins; where he neither wins
//!   nor loses they are left out. So it is a property of the leaves, as in the synthetic trees. For games with a solver
//!   of open cards of their own there is also the *open-card bias*: the share of deals that player 0 wins if both see
//!   everything.
//! * A player's decisions with a choice, one after the other: of the worlds that fit at the one, other than the true
//!   one, the share that no longer fit at the next is the *disambiguation*, on average over all such pairs of decisions
//!   of all players. A world is all that chance has decided, also the order of a talon: every card that is drawn tells
//!   worlds apart. Where there is nothing to be told apart any more, nothing is entered. It is below 0 if more worlds
//!   came up, by what others did in secret, than were ruled out.
//!
//! Random players also do what nobody would, such as claiming points that they do not have, and then the ends of their
//! games are not those of the game. Where an option forbids that, it should be set.

use std::collections::HashSet;

use anyhow::{Context as _, ensure};
use hinterhand_engine::{ActionSet, Game, Player, Rng, Settings, Turn, Worlds};
use hinterhand_matches::ratings::distributions::normal_point;
use hinterhand_matches::ratings::intervals::wilson;
use hinterhand_players::games::{GameVisitor, Playable};
use hinterhand_solvers::search::OpenCards;
use serde::Deserialize;

use crate::{GameSpec, Measure, Outcome, WorkContext};

/// Worlds are counted if there are no more than so many.
const FEW: usize = 1_000;

/// Of more, so many are drawn, and it is looked which of them still fit at the next decision. The true one among them
/// is less than one in [`FEW`].
const DRAWN: u32 = 100;

/// Random games of a real game, and where it lies among synthetic trees.
///
/// The measures: `leaf correlation`, `winner correlation`, `bias` and `disambiguation`, and `sibling ends`, the share of
/// games in which the first three could be seen; `open-card bias` for games that can be solved with open cards. What no
/// game had anything to say about is left out.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameProperties {
    /// The game.
    pub game: GameSpec,
    /// How many games are walked.
    pub games: u64,
}

impl GameProperties {
    /// Walks. Nothing comes back if the work was left.
    pub fn run(&self, context: &WorkContext<'_>) -> anyhow::Result<Option<Outcome>> {
        ensure!(self.games > 0, "`games` is 0; at least one is needed");
        self.game.visit(Walking { work: self, context })?
    }
}

struct Walking<'a> {
    work: &'a GameProperties,
    context: &'a WorkContext<'a>,
}

impl GameVisitor for Walking<'_> {
    type Output = anyhow::Result<Option<Outcome>>;

    fn visit<G: Playable>(self, game: G, _: &Settings) -> Self::Output {
        let Walking { work, context } = self;
        let mut open_cards = G::powers().open_cards.map(|make| make());
        let mut survey = Survey::default();
        for number in 0..work.games {
            if context.is_stopped() {
                return Ok(None);
            }
            let mut rng = Rng::new(context.seed, number);
            let choices = choices(&game, &mut rng);
            if let (Some(open_cards), Some(first)) = (&mut open_cards, choices.first()) {
                survey.open_cards(&game, first, &mut **open_cards);
            }
            survey
                .enter(&game, &choices, &mut rng)
                .with_context(|| format!("game `{}`: how fast worlds shrink cannot be told", work.game))?;
        }
        Ok(Some(survey.outcome()))
    }
}

/// What was seen in random games.
#[derive(Clone, Debug, Default)]
pub(super) struct Survey {
    siblings: u64,
    /// Those that all pay the same.
    alike: u64,
    /// Those with the same winners.
    same_winners: u64,
    /// Of these, those that player 0 wins, and those that he loses.
    leaves: [u64; 2],
    /// The deals that player 0 wins with open cards, and that he loses.
    open: [u64; 2],
    /// For each game the shares of worlds that came to light, summed, and how many shares these are.
    shrinking: Vec<(f64, f64)>,
}

/// Why it cannot be told how many worlds still fit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub(super) enum Blind {
    #[error("more than {FEW} worlds fit what a player sees, and chance decides before his next decision")]
    Chance,
    #[error("more than {FEW} worlds fit what a player sees, and he does not see all that others do")]
    Hidden,
}

/// Somebody has more than one action to choose from.
pub(super) struct Choice<G: Game> {
    player: Player,
    state: G::State,
    /// What is played from here to the next choice of anybody, forced actions included.
    actions: Vec<G::Action>,
    /// Whether chance decides something on the way there.
    chance: bool,
}

/// The choices of one random game.
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
    /// Enters a game: its sibling ends, if it has any, and how fast its worlds shrink.
    pub(super) fn enter<G: Worlds>(
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
            if let Some(share) = came_to_light(game, round, next, rng)? {
                sum += share;
                count += 1.0;
            }
        }
        self.shrinking.push((sum, count));
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

    /// Enters what a deal is worth with open cards, at its first choice.
    fn open_cards<G: Game>(&mut self, game: &G, first: &Choice<G>, solver: &mut dyn OpenCards<G>) {
        let mut values = Vec::new();
        solver.values(game, &first.state, &game.legal(&first.state), &mut values);
        let best = values.into_iter().fold(f64::NEG_INFINITY, f64::max);
        count_win(&mut self.open, if first.player == Player::FIRST { best } else { -best });
    }

    /// The measures, without those about which nothing was seen.
    pub(super) fn outcome(&self) -> Outcome {
        let games = self.shrinking.len() as u64;
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
        match pooled(&self.shrinking) {
            Some(disambiguation) => outcome.measure("disambiguation", disambiguation),
            None => outcome,
        }
    }
}

/// The end that `action` leads to if no more is to be chosen after it, neither by a player nor by chance.
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

/// Counts for whom player 0's payoff speaks, if for anybody.
fn count_win(counts: &mut [u64; 2], payoff: f64) {
    counts[0] += u64::from(payoff > 0.0);
    counts[1] += u64::from(payoff < 0.0);
}

/// From each choice to the next one of the same player: the choices from the one on to before the other, and where he
/// has the other.
fn rounds<G: Game>(choices: &[Choice<G>]) -> impl Iterator<Item = (&[Choice<G>], &G::State)> {
    (0..choices.len()).filter_map(|from| {
        let next = (from + 1..choices.len()).find(|&next| choices[next].player == choices[from].player)?;
        Some((&choices[from..next], &choices[next].state))
    })
}

/// What came to light from a player's choice to his next one: of the worlds that fit at the first of `choices`, other
/// than the true one, the share that no longer fits what he sees at `next`. Nothing if there was only the true one.
fn came_to_light<G: Worlds>(
    game: &G,
    choices: &[Choice<G>],
    next: &G::State,
    rng: &mut Rng,
) -> Result<Option<f64>, Blind> {
    let player = choices[0].player;
    let (before, after) = (game.info_set(&choices[0].state, player), game.info_set(next, player));
    let (Some(worlds), Some(left)) = (game.worlds(&before, FEW), game.worlds(&after, FEW)) else {
        return of_drawn(game, choices, &before, &after, rng).map(Some);
    };
    let (others, left) = (worlds.len() - 1, left.len() - 1);
    Ok((others > 0).then(|| 1.0 - left as f64 / others as f64))
}

/// The share of the worlds drawn that fit `before` and no longer fit `after`.
fn of_drawn<G: Worlds>(
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
    let fits = (0..DRAWN).filter(|_| {
        let mut world = game.sample(before, rng);
        let mut actions = choices.iter().flat_map(|choice| &choice.actions);
        actions.all(|&action| can_play(game, &mut world, action)) && game.info_set(&world, player) == *after
    });
    Ok(1.0 - fits.count() as f64 / f64::from(DRAWN))
}

/// Whether `player` cannot tell two actions of another apart.
fn hides<G: Game>(game: &G, choice: &Choice<G>, player: Player) -> bool {
    let mut seen = HashSet::new();
    choice.player != player
        && !game.legal(&choice.state).iter().all(|action| {
            let mut state = choice.state.clone();
            game.play(&mut state, action);
            seen.insert(game.info_set(&state, player))
        })
}

/// Plays `action` in `world` if that can be done there.
fn can_play<G: Game>(game: &G, world: &mut G::State, action: G::Action) -> bool {
    let legal = matches!(game.turn(world), Turn::Player(_)) && game.legal(world).contains(action);
    if legal {
        game.play(world, action);
    }
    legal
}

/// The mean of all shares, each game being one unit however many it has: a ratio of two sums.
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

    fn run(game: &str, games: u64) -> anyhow::Result<Option<Outcome>> {
        GameProperties { game: game.into(), games }.run(&WorkContext::new(3, &AtomicBool::new(false)))
    }

    fn outcome(game: &str, games: u64) -> Outcome {
        run(game, games).expect("a game that can be walked").expect("nobody stopped it")
    }

    /// A bet is answered by folding, for 1, or by calling, for 2: never the same, but who has the lower card loses in
    /// either way, in half the deals. Three games of four end so: after `bet`, and after `pass bet`; after `pass pass`
    /// there could have been a bet. In two of these three it is player 1 who must answer. A hand tells nothing but bets.
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
            // Four standard errors of a share of so many, up to chance.
            let error = f64::sqrt(share * (1.0 - share) / count);
            assert!((found[name].value - share).abs() < 4.0 * error, "{name}: {:?}", found[name]);
        }
    }

    /// Whoever folds loses what he has put in, and whoever calls may win: never the same. Of five cards that the other
    /// may hold, the open one is the first to go: of four wrong ones, one. Nothing else tells cards apart.
    #[test]
    fn leduc_is_as_by_hand() {
        let found = outcome("leduc", 1_000).measures;
        assert_eq!(found["leaf correlation"].value, 0.0);
        let mut rng = Rng::new(3, 0);
        let game = hinterhand_engine::games::Leduc::default();
        let mut quarters = 0;
        for _ in 0..200 {
            let choices = choices(&game, &mut rng);
            for (way, next) in rounds(&choices) {
                let share = came_to_light(&game, way, next, &mut rng);
                let opened = way.iter().any(|choice| choice.chance);
                assert_eq!(share, Ok(Some(if opened { 0.25 } else { 0.0 })));
                quarters += usize::from(opened);
            }
        }
        assert!(quarters > 20, "{quarters}");
    }

    /// What is counted and what is estimated agree.
    #[test]
    fn drawn_worlds_fit_as_often_as_counted_ones() {
        let game = hinterhand_engine::games::Kinderschnapsen::default();
        let mut differences = Moments::default();
        for number in 0..300 {
            let mut rng = Rng::new(8, number);
            let choices = choices(&game, &mut rng);
            for (way, next) in rounds(&choices) {
                let player = way[0].player;
                let (before, after) = (game.info_set(&way[0].state, player), game.info_set(next, player));
                let Some(worlds) = game.worlds(&before, 5_000) else { continue };
                let left = game.worlds(&after, 5_000).expect("no more than before");
                let drawn = of_drawn(&game, way, &before, &after, &mut rng).expect("everybody sees all");
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
            ("phantom-ttt", 20, "does not see all that others do"),
        ] {
            let error = format!("{:#}", run(game, games).expect_err("wrong"));
            assert!(error.contains(says), "{error}");
        }
        let kuhn = GameProperties { game: "kuhn".into(), games: 9 };
        assert_eq!(kuhn.run(&WorkContext::new(3, &AtomicBool::new(true))).expect("right"), None);
    }
}
