//! Resolving: endings of a hand learned again while it is played, from a table that is good above them and
//! coarse in them.
//!
//! A *subgame* is the third trick with open talon with all that follows, or the game after the talon was
//! closed before it. The *owner* has reached it by the table, so its *range*, the hands that it may hold with
//! their probabilities, is known; the other, the *stranger*, may have played in any way. The subgame is
//! reduced by dominance, written out in sequence form and learned by discounted CFR in a gadget game (Burch,
//! Johanson and Bowling, "Solving Imperfect Information Games Using Decomposition", 2014): each hand of the
//! stranger may stay away with its value under a best response to the table there, or enter. Different from
//! the paper, each hand also enters by force, with a weight of half even play and half play by the table;
//! otherwise an owner would have no reason, if no hand gained more against it than before, to play better
//! than the table. The gain of a hand counts `GUARD` times as much as what the mean hand saves.
//!
//! # What it promises
//!
//! Let `c(h)` be what a hand `h` of the stranger's wins in the subgame by a best response to the table, and
//! `c'(h)` by one to the learned strategy, deals weighted by the owner's range. The table itself is a
//! strategy in the gadget game, so that after infinitely many iterations
//!
//! ```text
//! GUARD * (the mean over all h of max(0, c'(h) - c(h)))  <=  the mean over forced h of c(h) - c'(h)
//! ```
//!
//! and the penalty is an exact one: no hand gains at all unless what the forced ones save for it is `GUARD`
//! times as much. An owner who follows the table up to any subgame and what is learned inside is thus no more
//! exploitable than by the table, but for that and for the error of finitely many iterations; a test holds
//! the gains of the hands against a bound.
//!
//! It is assumed that the owner has followed the table so far. The result depends on the public history, the
//! owner's seat and the number of iterations, never on the owner's cards, on which the number must not depend
//! either. Where the table never leads the owner, any hand is taken as possible, and there is no guarantee.

use hinterhand_engine::games::kinderschnapsen::Hand;
use hinterhand_engine::tricks::{InfoSet, Table as _};
use hinterhand_engine::{Game, Player, Turn};
use hinterhand_solvers::cfr::Variant;

use crate::learn::average::shared;
use crate::learn::hands::worth;
use crate::off_path::gadget::Gadget;
use crate::position::endings::Endings;
use crate::position::path::trick_positions;
use crate::position::reaching::{reach, reaches, relative};
use crate::position::walk::{HandContext, TrickPosition, Walk};
use crate::reduced::compile::compile;
use crate::reduced::dominance::Dominance;
use crate::reduced::sequences::{PassMode, Scratch, SubgamePass, Subgames};
use crate::regrets::Factors;
use crate::solution::judge::Judging;
use crate::solution::lookup::{Advice, Solution};

/// The weight of a hand's gain beside the saving of a hand with mean reach.
const GUARD: f32 = 10.0;

/// A subgame and the player for whom it is learned again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Subgame {
    owner: Player,
    /// Its first slot, which identifies the history before it.
    base: usize,
}

/// A subgame that is being learned again for one player.
///
/// ```no_run
/// use hinterhand_engine::games::Kinderschnapsen;
/// use hinterhand_engine::{Game, Player, Rng};
/// use hinterhand_engine::tricks::Action;
/// use hinterhand_kinderschnapsen::{HandSolver, Payoff, Resolver};
/// use hinterhand_solvers::cfr::Variant;
///
/// let game = Kinderschnapsen::default();
/// let mut hands = HandSolver::new(game, &Payoff::POINTS, Variant::DCFR);
/// (0..5).for_each(|_| hands.step());
/// let coarse = hands.solution();
///
/// let mut hand = game.start();
/// game.deal(&mut hand, &mut Rng::new(2026, 0));
/// game.play(&mut hand, Action::CLOSE);
/// let info_set = game.info_set(&hand, Player::FIRST);
/// let mut resolving = Resolver::new(&coarse, &info_set).expect("a closed game is a subgame");
/// (0..200).for_each(|_| resolving.step());
/// let advice = resolving.resolved().advice(&info_set).expect("the player is to move");
/// assert_eq!(advice.actions().len(), 3);
/// ```
pub struct Resolver<'a> {
    solution: &'a Solution<'a>,
    subgame: Subgame,
    /// The actions that dominance has left, by slot.
    survivors: Vec<u8>,
    /// The one subgame, with what is learned.
    subgames: Subgames,
    scratch: Scratch,
    /// The values of ranks to the players.
    worth: [[f32; 8]; 2],
    /// The owner's hands by their reach.
    own: Vec<f64>,
    /// The reach with which the stranger's hands enter by force.
    forced: Vec<f64>,
    gadgets: Vec<Gadget>,
    iterations: u32,
}

/// The strategy that was learned for a subgame, with the table for everything else.
#[derive(Clone, Debug)]
pub struct Resolved<'a> {
    solution: &'a Solution<'a>,
    subgame: Subgame,
    /// By slot from the first one of the subgame; the stranger's decisions are not included.
    decisions: Vec<[u16; 4]>,
}

impl Solution<'_> {
    /// The subgame in which a player has this knowledge; none before the third trick with open talon, and
    /// none once all cards are known.
    pub fn subgame(&self, info_set: &InfoSet<Hand>) -> Option<Subgame> {
        self.beginning(info_set).map(|(subgame, _)| subgame)
    }

    /// The subgame of an information set, with the beginnings of the tricks before it, and last its own.
    fn beginning(&self, info_set: &InfoSet<Hand>) -> Option<(Subgame, Vec<TrickPosition>)> {
        let hand = info_set.hand();
        let positions = trick_positions(&self.rules, &self.layout, hand);
        let position = positions.last().expect("a hand has a beginning");
        let begun = !position.state.open || position.state.stage == 3;
        let hidden = hand.closed_before().is_some() || hand.tricks() < 3;
        let over = self.rules.game.turn(hand) == Turn::Over;
        let subgame = Subgame { owner: info_set.seat(), base: position.trick.base };
        (begun && hidden && !over).then_some((subgame, positions))
    }
}

impl<'a> Resolver<'a> {
    /// The subgame in which a player has this knowledge, from its beginning, with nothing learned yet: none
    /// before the third trick with open talon, and none once all cards are known.
    pub fn new(solution: &'a Solution<'a>, info_set: &InfoSet<Hand>) -> Option<Resolver<'a>> {
        let (subgame, positions) = solution.beginning(info_set)?;
        let endings = endings(solution, &positions);
        let context = HandContext { rules: &solution.rules, endings: &endings, layout: &solution.layout };
        let ranges = [0, 1].map(|player| {
            let mut range = vec![1.0; positions[0].hands()];
            for step in positions.windows(2) {
                let trick = step[0].trick;
                let rows: Vec<[u16; 4]> =
                    (trick.base..trick.end()).map(|slot| solution.columns().row(slot)).collect();
                let next = reaches(context, &step[0], None, &rows, player, &range);
                range = reach(&next, &step[1]).to_vec();
            }
            range
        });
        let position = positions.last().expect("the subgame has a beginning");
        Some(Resolver::at(solution, &endings, position, subgame.owner, &ranges))
    }

    /// The subgame that begins here, with the ranges of both players by seat.
    fn at(
        solution: &'a Solution<'a>,
        endings: &Endings,
        position: &TrickPosition,
        owner: Player,
        ranges: &[Vec<f64>; 2],
    ) -> Resolver<'a> {
        let (rules, layout) = (&solution.rules, &solution.layout);
        let base = position.trick.base;
        // The closed game lies behind the open trick, which is as large as its own first one.
        let before = if position.state.open { 0 } else { position.trick.end() - base };
        let mut dominance = Dominance::new(rules, endings, true);
        dominance.look(position, layout.own(position.state.stage) - before);
        let compiled = compile(rules, &dominance, position, None);
        let survivors = dominance.all_survivors().to_vec();
        let mut subgames = Subgames::default();
        subgames.push(&compiled, position.hands());
        let (own, strange) = (&ranges[owner.index()], &ranges[owner.other().index()]);
        let own = relative(own);
        let (sum, even) = (strange.iter().sum::<f64>(), 1.0 / position.hands() as f64);
        let forced = strange.iter().map(|&reach| {
            let faithful = if sum > 0.0 { reach / sum } else { even };
            (faithful + even) / 2.0
        });
        let forced = forced.collect();
        let worth = [0, 1].map(|player| worth(rules, player));
        let subgame = Subgame { owner, base };
        let mut won = vec![0.0; position.hands()];
        let context = HandContext { rules, endings, layout };
        let mut pass = Judging::at_best(solution);
        Walk { context, hero: owner.other().index() as u8, pass: &mut pass }.lead(position, &own, &mut won);
        won.iter_mut().for_each(|won| *won /= position.state.weight());
        let gadgets = won.iter().enumerate().map(|(hand, &won)| Gadget::new(hand, won as f32)).collect();
        Resolver {
            solution,
            subgame,
            survivors,
            subgames,
            scratch: Scratch::default(),
            worth,
            own,
            forced,
            gadgets,
            iterations: 0,
        }
    }

    /// The subgame.
    pub fn subgame(&self) -> Subgame {
        self.subgame
    }

    /// One iteration: the owner learns, then the stranger.
    pub fn step(&mut self) {
        self.iterations += 1;
        let factors = Factors::new(&Variant::DCFR, self.iterations);
        let guard = f64::from(GUARD) / self.forced.len() as f64;
        let coming = self.gadgets.iter().zip(&self.forced);
        let range: Vec<f64> =
            coming.map(|(gadget, forced)| forced + guard * f64::from(gadget.follows())).collect();
        self.pass(self.subgame.owner, PassMode::Learn(factors), &range);
        let own = std::mem::take(&mut self.own);
        let wins = self.pass(self.subgame.owner.other(), PassMode::Learn(factors), &own);
        self.own = own;
        for (gadget, wins) in self.gadgets.iter_mut().zip(wins) {
            gadget.learn(wins as f32, &factors);
        }
    }

    /// The values of a hero's hands, from the reach of the other's.
    fn pass(&mut self, hero: Player, mode: PassMode, reach: &[f64]) -> Vec<f64> {
        let mut values = vec![0.0; reach.len()];
        let worth = &self.worth[hero.index()];
        let pass = SubgamePass { hero: hero.index(), mode, worth, weight: 1.0 };
        self.subgames.pass(0, &pass, &mut self.scratch, reach, &mut values);
        values
    }

    /// The iterations so far.
    pub fn iterations(&self) -> u32 {
        self.iterations
    }

    /// The average strategy so far, completed as a solution is to all information sets of the owner.
    pub fn resolved(&self) -> Resolved<'a> {
        let mut decisions: Vec<[u16; 4]> =
            self.survivors.iter().map(|&survivors| shared(&[], survivors)).collect();
        for (slot, decision) in self.learned() {
            decisions[slot - self.subgame.base] = decision;
        }
        Resolved { solution: self.solution, subgame: self.subgame, decisions }
    }

    /// The owner's decisions by slot.
    fn learned(&self) -> impl Iterator<Item = (usize, [u16; 4])> + '_ {
        self.subgames.learned(0, self.subgame.owner.index())
    }
}

/// The endings of these tricks.
fn endings(solution: &Solution<'_>, positions: &[TrickPosition]) -> Endings {
    let position = positions.last().expect("the subgame has a beginning");
    let (lead, reply) = position.path[0];
    let first = (usize::from(position.state.turnup) * 11 + lead) * 10 + reply;
    Endings::of(&solution.rules, |other| position.state.open && other == first)
}

impl Resolved<'_> {
    /// For which subgame it was learned.
    pub fn subgame(&self) -> Subgame {
        self.subgame
    }

    /// The advice at an information set, by the table outside the subgame and for the other player; none if
    /// it is not this player's turn.
    pub fn advice(&self, info_set: &InfoSet<Hand>) -> Option<Advice> {
        let Subgame { owner, base } = self.subgame;
        self.solution.advice_by(info_set, |slot| {
            let inside = slot.checked_sub(base).and_then(|at| self.decisions.get(at));
            match inside {
                Some(decision) if info_set.seat() == owner => *decision,
                _ => self.solution.columns().row(slot),
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::written_unit;
    use crate::learn::tests::LoneUnit;
    use crate::position::endings::plays;
    use crate::position::layout::Layout;
    use crate::position::rules::{Payoff, Rules};
    use crate::position::subsets::choose;
    use crate::solution::columns::Writing;
    use crate::solution::judge::Root;
    use crate::solution::lookup::tests::random_solution;
    use hinterhand_engine::games::Kinderschnapsen;
    use hinterhand_engine::tricks::Action;
    use hinterhand_engine::{ActionSet, Rng};

    /// The gains of the stranger's hands that win more against the average strategy so far than against the
    /// table, by best responses: the mean over all pairs of hands, each deal weighted by the owner's range.
    fn gained_by_the_stranger(resolver: &mut Resolver<'_>, position: &TrickPosition) -> f64 {
        let own = resolver.own.clone();
        let wins = resolver.pass(resolver.subgame.owner.other(), PassMode::Answer, &own);
        let (n, k) = (position.state.n, position.k);
        let pairs = own.iter().sum::<f64>() * choose(n - k, k) as f64;
        let more = wins.iter().zip(&resolver.gadgets).map(|(wins, gadget)| wins - f64::from(gadget.won));
        more.map(|more| more.max(0.0)).sum::<f64>() / pairs
    }

    /// After a first trick, from a table of three iterations: with all its subgames resolved for both players
    /// each wins less against it.
    #[test]
    fn learned_anew_a_coarse_table_is_less_exploitable() {
        let unit = LoneUnit::usual(Root::FirstTrick(1, 2, 7));
        let LoneUnit { root, rules, layout, endings, .. } = &unit;
        let (context, part) = (unit.context(), unit.learned(Variant::DCFR, 3));
        let span = root.slots(layout);
        let columns = |rows: &[[u16; 4]]| {
            let mut written = Writing::default();
            written.push(rows);
            let rest = Writing::idle(layout.slots() - span.end);
            let parts = vec![Writing::idle(span.start), written, rest];
            Writing::finish(parts, plays(rules, |_| false))
        };
        let mut rows = written_unit(context, &part);
        let coarse = Solution::from_columns(rules.game, &Payoff::POINTS, columns(&rows)).unwrap();
        let first = root.position(layout);
        let all = [1.0; 84];
        let [leading, replying] = [0, 1].map(|player| reaches(context, &first, None, &rows, player, &all));
        let (mut even, mut gained) = (0.0, 0.0);
        part.subgames_below(rules, layout, |_, position, _| {
            let ranges = [&leading, &replying].map(|reaches| reach(reaches, position).to_vec());
            for owner in Player::all(2) {
                let mut resolving = Resolver::at(&coarse, endings, position, owner, &ranges);
                even += gained_by_the_stranger(&mut resolving, position);
                (0..100).for_each(|_| resolving.step());
                gained += gained_by_the_stranger(&mut resolving, position);
                for (slot, decision) in resolving.learned() {
                    rows[slot - span.start] = decision;
                }
            }
        });
        // Of 146 subgames: a hand in the mean gains less than a ten-thousandth of a point, which is the error
        // after a hundred iterations and goes down with them.
        assert!(gained < 146.0 * 1e-4 && even > 10.0 * gained, "{gained} {even}");
        let anew = Solution::from_columns(rules.game, &Payoff::POINTS, columns(&rows)).unwrap();
        let mut exploitable = [0.0; 2];
        for player in [0, 1] {
            let [before, after] = [&coarse, &anew].map(|solution| unit.best(solution, player));
            assert!(after < before, "player {player} wins {after} instead of {before}");
            exploitable = [exploitable[0] + before, exploitable[1] + after];
        }
        // The rest is lost in the second trick, which stays as coarse as it was.
        assert!(exploitable[1] < 0.85 * exploitable[0], "{exploitable:?}");
    }

    /// A strategy that plays at random after the first trick of this hand.
    fn at_random(hand: &Hand, rng: &mut Rng) -> Solution<'static> {
        let game = Kinderschnapsen::default();
        let rules = Rules::new(game, &Payoff::POINTS);
        let position = trick_positions(&rules, &Layout::new(rules.asks()), hand)[1];
        let (lead, reply) = position.path[0];
        let first = (usize::from(position.state.turnup) * 11 + lead) * 10 + reply;
        let root = Root::FirstTrick(position.state.turnup, lead as u8, reply as u8);
        random_solution(game, root, Some(first), rng)
    }

    /// Random hands of the engine: what is learned lies where the decisions of the subgame are looked up, the
    /// other player's decisions stay, and a second query gives the same.
    #[test]
    fn decisions_of_the_engine_lie_in_their_subgames() {
        let game = Kinderschnapsen::default();
        let (mut closed, mut third, mut forced) = (0, 0, 0);
        for stream in 0.. {
            let mut rng = Rng::new(8, stream);
            let mut hand = game.start();
            game.deal(&mut hand, &mut rng);
            while hand.tricks() < 1 && game.turn(&hand) != Turn::Over {
                let legal = game.legal(&hand).without(Action::CLOSE);
                game.play(&mut hand, legal.nth(rng.below(legal.len() as u32) as usize));
            }
            let solution = at_random(&hand, &mut rng);
            let mut anew: Vec<Resolved<'_>> = Vec::new();
            while let Turn::Player(player) = game.turn(&hand) {
                let info_set = game.info_set(&hand, player);
                let legal = game.legal(&hand);
                let hidden = hand.closed_before().map_or(hand.tricks() == 2, |_| true);
                let subgame = solution.subgame(&info_set);
                assert_eq!(subgame.is_some(), hidden, "{hand:?}");
                if let Some(subgame) = subgame {
                    let learn = || {
                        let mut resolving = Resolver::new(&solution, &info_set).expect("there is a subgame");
                        (0..5).for_each(|_| resolving.step());
                        resolving.resolved()
                    };
                    let known = anew.iter().position(|resolved| resolved.subgame() == subgame);
                    let known = known.unwrap_or_else(|| {
                        anew.push(learn());
                        anew.len() - 1
                    });
                    let slots = subgame.base..subgame.base + anew[known].decisions.len();
                    let asked = solution.advice_by(&info_set, |slot| {
                        assert!(slots.contains(&slot), "{slot} is not in {slots:?}");
                        [1; 4]
                    });
                    assert!(asked.is_some());
                    let advice = anew[known].advice(&info_set).expect("the player is to move");
                    assert_eq!(advice, learn().advice(&info_set).expect("the player is to move"));
                    let sum: f32 = advice.actions().iter().map(|&(_, chosen)| chosen).sum();
                    assert!((sum - 1.0).abs() < 1e-6 && advice.actions().len() == legal.len(), "{advice:?}");
                    if legal.len() == 1 {
                        forced += 1;
                        assert_eq!(advice.actions(), [(legal.nth(0), 1.0)]);
                    }
                    for other in anew.iter().filter(|other| other.subgame().owner != player) {
                        assert_eq!(other.advice(&info_set), solution.advice(&info_set));
                    }
                    closed += u32::from(hand.closed_before().is_some());
                    third += u32::from(hand.closed_before().is_none());
                }
                game.play(&mut hand, legal.nth(rng.below(legal.len() as u32) as usize));
            }
            if closed.min(third).min(forced) > 5 {
                break;
            }
        }
    }
}
