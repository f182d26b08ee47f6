//! The last tricks of a closed hand as the game of hidden information that they are.
//!
//! Once few hands fit what both players know, the rest of the hand is written out as a tree that begins with
//! chance choosing one of them, and counterfactual regret minimization solves it: unlike a search with open
//! cards, it bluffs, and it does not overestimate its future information.
//!
//! The assumption: every hand that fits what both know is equally likely. Earlier actions are taken as
//! evidence only as far as the rules exclude hands, so this is an equilibrium of the rest of the hand under
//! even ranges, not of the whole hand ("unsafe" solving of subgames); it can be exploited by an opponent who
//! steers there on purpose. From the first decision that is answered here on, the same solution is kept until
//! the hand is over, so that the decisions of one player fit together.

use hinterhand_engine::tricks::{Action, Actions, InfoSet, Table};
use hinterhand_engine::{Game, Rng, View};

use super::open::TrickGame;
use super::subgame::Subgame;
use super::{ActionValues, Search};
use crate::cfr::{Cfr, Variant};
use crate::tree::{GameTree, SetId};

/// The conditions under which an [`Endgame`] solves the rest of the hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EndgameOptions {
    /// The maximum number of hands that fit what both players know, if the talon is not used up.
    pub hands: usize,
    /// And if the tree has no more nodes than this.
    pub nodes: usize,
    /// The number of iterations on the tree before the steps of the caller.
    pub iterations: u32,
}

impl Default for EndgameOptions {
    fn default() -> EndgameOptions {
        EndgameOptions { hands: 10_000, nodes: 400_000, iterations: 200 }
    }
}

/// A search that plays the last tricks of a hand with a closed talon by an equilibrium, and leaves all other
/// decisions to another search. There a step is an iteration of the solver.
pub struct Endgame<'g, G: TrickGame, S> {
    game: &'g G,
    options: EndgameOptions,
    before: S,
    rest: Option<Rest<'g, G>>,
    /// The decision in the rest of the hand, if it is one of those.
    set: Option<SetId>,
}

/// The rest of a hand, being solved.
struct Rest<'g, G: TrickGame> {
    tree: GameTree<Subgame<'g, G, ()>>,
    solver: Cfr<f32>,
    /// The number of draws before it began.
    draws: usize,
}

impl<'g, G: TrickGame, S> Endgame<'g, G, S> {
    /// A search that uses `before` where the conditions do not hold.
    pub fn new(game: &'g G, before: S, options: EndgameOptions) -> Endgame<'g, G, S> {
        Endgame { game, options, before, rest: None, set: None }
    }

    /// Whether the present decision is one that it answers itself.
    pub fn is_solving(&self) -> bool {
        self.set.is_some()
    }
}

impl<'g, G, H: Table, S> Endgame<'g, G, S>
where
    G: TrickGame + Game<State = H, InfoSet = InfoSet<H>>,
{
    /// The decision in the rest of the hand as it was solved before.
    fn find(&self, info_set: &InfoSet<H>) -> Option<SetId> {
        let rest = self.rest.as_ref()?;
        rest.tree.find(info_set.seat(), &Some(info_set.without_draws(rest.draws)))
    }

    /// Begins to solve the rest of the hand, if that can be done.
    fn begin(&mut self, info_set: &InfoSet<H>) -> Option<()> {
        self.rest = None;
        if info_set.hand().talon().left() == 0 {
            return None;
        }
        let hands = info_set.common_hands(self.game.duty(), self.options.hands)?;
        let roots = hands.into_iter().map(|hand| (hand, 1.0)).collect();
        let subgame = Subgame::new(self.game, roots, ());
        let tree = GameTree::compile(&subgame, self.options.nodes).ok()?;
        let mut solver = Cfr::new(tree.tree(), Variant::DCFR);
        for _ in 0..self.options.iterations {
            solver.step();
        }
        self.rest = Some(Rest { tree, solver, draws: info_set.hand().draws() });
        Some(())
    }
}

impl<G, H: Table, S: Search<G>> Search<G> for Endgame<'_, G, S>
where
    G: TrickGame + Game<State = H, Action = Action, Legal = Actions, InfoSet = InfoSet<H>>,
{
    fn turn_to(&mut self, view: &View<'_, G>, rng: &mut Rng) {
        self.set = self.find(view.info_set);
        if self.set.is_none() {
            self.set = self.begin(view.info_set).and_then(|()| self.find(view.info_set));
        }
        if self.set.is_none() {
            self.before.turn_to(view, rng);
        }
    }

    fn step(&mut self, steps: u64) -> u64 {
        match (&mut self.rest, self.set) {
            (Some(rest), Some(_)) => {
                (0..steps).for_each(|_| rest.solver.step());
                steps
            }
            _ => self.before.step(steps),
        }
    }

    fn action_values(&self) -> ActionValues<Action> {
        match (&self.rest, self.set) {
            (Some(rest), Some(set)) => {
                let policy = rest.solver.average();
                let probabilities = policy.at(rest.tree.tree(), set).iter().copied();
                ActionValues::mixed(rest.tree.actions(set).iter().copied().zip(probabilities))
            }
            _ => self.before.action_values(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{OpenTricks, Pimc, PimcOptions};
    use crate::{judges, linear_program};
    use hinterhand_engine::games::{Kinderschnapsen, Schnapsen, SixtySix};
    use hinterhand_engine::{ActionSet, Contest, ContestRules, Player, Turn};

    /// A position of a random game in which the talon is closed and the leader holds `cards` cards.
    fn closed<G: TrickGame>(game: &G, stream: u64, cards: usize) -> Option<G::State> {
        let mut rng = Rng::new(31, stream);
        let mut hand = game.start();
        game.deal(&mut hand, &mut rng);
        loop {
            let legal = game.legal(&hand).without(Action::STOP);
            if hand.lead().is_none() && hand.cards(hand.mover()).len() == cards && legal.len() >= cards {
                return hand.closer().map(|_| hand);
            }
            let action = if legal.contains(Action::CLOSE) && rng.below(3) == 0 {
                Action::CLOSE
            } else {
                legal.nth(rng.below(legal.len() as u32) as usize)
            };
            game.play(&mut hand, action);
            if game.turn(&hand) == Turn::Over {
                return None;
            }
        }
    }

    /// The solution of every position is nearly unexploitable and has the value found by linear programming
    /// where that is small enough. Returns the number of positions.
    fn check<G, H: Table>(game: &G, cards: usize, wanted: usize) -> usize
    where
        G: TrickGame + Game<State = H, InfoSet = InfoSet<H>>,
    {
        let mut exactly = 0;
        for hand in (0..).filter_map(|stream| closed(game, stream, cards)).take(wanted) {
            let info_set = game.info_set(&hand, hand.mover());
            let mut search =
                Endgame::new(game, (), EndgameOptions { iterations: 600, ..EndgameOptions::default() });
            search.begin(&info_set).expect("few cards are left");
            assert!(search.find(&info_set).is_some(), "the decision is in the tree");
            let rest = search.rest.as_ref().expect("begun");
            let (tree, policy) = (rest.tree.tree(), rest.solver.average());
            let exploitability = judges::exploitability(tree, &policy).average();
            assert!(exploitability < 0.01, "{exploitability}");
            if let Ok(found) = linear_program::equilibrium(tree) {
                let value = judges::values(tree, &[&policy, &policy])[0];
                // The value of a profile is off by no more than both together can gain.
                assert!((value - found.value).abs() <= 2.0 * exploitability + 1e-6);
                exactly += 1;
            }
        }
        exactly
    }

    #[test]
    fn endings_are_solved() {
        let kinderschnapsen = check(&Kinderschnapsen::default(), 2, 6);
        let schnapsen = check(&Schnapsen::default(), 2, 6);
        let sixty_six = check(&SixtySix::default(), 2, 3);
        assert!(kinderschnapsen + schnapsen + sixty_six >= 3, "{kinderschnapsen} {schnapsen} {sixty_six}");
    }

    #[test]
    fn decisions_of_one_hand_are_answered_from_one_solution() {
        let game = Schnapsen::default();
        let contest = Contest::new(ContestRules::SCHNAPSEN, Player::FIRST);
        let mut asked = 0;
        for mut hand in (0..).filter_map(|stream| closed(&game, stream, 2)).take(12) {
            let me = hand.mover();
            let before = Pimc::new(&game, OpenTricks::default(), PimcOptions::default());
            let mut search = Endgame::new(&game, before, EndgameOptions::default());
            let mut rng = Rng::new(8, 8);
            while let Turn::Player(player) = game.turn(&hand) {
                let legal = game.legal(&hand);
                let mut action = legal.nth(rng.below(legal.len() as u32) as usize);
                if player == me {
                    let info_set = game.info_set(&hand, me);
                    search.turn_to(&View { contest: &contest, info_set: &info_set, legal: &legal }, &mut rng);
                    assert!(search.is_solving());
                    assert_eq!(search.step(3), 3);
                    let action_values = search.action_values();
                    assert!(action_values.entries.iter().map(|entry| entry.action).eq(legal.iter()));
                    action = action_values.best();
                    asked += 1;
                }
                game.play(&mut hand, action);
            }
        }
        assert!(asked >= 12);
    }
}
