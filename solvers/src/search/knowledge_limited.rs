//! Search without common knowledge: knowledge-limited subgames with growing trees.
//!
//! After Zhang and Sandholm, "General search techniques without common knowledge for imperfect-information games, and
//! application to superhuman Fog of War chess" (arXiv 2506.01242). A subgame of all deals that are possible by common
//! knowledge is too large to be solved, and most of these deals neither player considers possible. Here a subgame has
//! deals of two kinds: those that the player considers possible, and those that the opponent considers possible in one
//! of them. Without the second kind the opponent would know the cards of the player. Chance chooses one of a sample of
//! these deals, counterfactual regret minimization solves the tree from there, and its average strategy is played.
//!
//! What the player would do with other cards than its own is given by a [`Blueprint`], which also says what earlier
//! actions tell and what a hand is worth where a tree ends. Decisions of the opponent are solved, and those that the player
//! may face itself; with other cards only those for which the blueprint has no action.
//!
//! What we do differently:
//!
//! * The paper takes the rest of its last tree as the blueprint and needs no learned values. Its trees end at positions
//!   that a chess program values with open cards. With [open cards](OpenTricks) this search was no better than perfect
//!   information Monte Carlo in Kinderschnapsen, so the blueprint is a network where there is one.
//! * The tree grows as a whole: after some iterations it is written down anew, with four times as many deals. The search
//!   ends after as many iterations on the last tree.
//! * There is no gadget by which the opponent chooses whether to enter the subgame: its beliefs are those of the blueprint.
//! * To each deal of the first kind belong some of the second, in which the opponent sees the same. They have together the
//!   weight of all deals of their kind, so that the opponent believes in the true cards of the player as much as it
//!   should.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, Mutex};

use hinterhand_engine::tricks::{Action, Actions, InfoSet, Table};
use hinterhand_engine::{ActionSet, Event, Game, Player, Rng, StateHistory, Steps, View};

use super::open::{OpenTricks, TrickGame};
use super::rand_deep::{forced, sensible};
use super::subgame::{Horizon, Subgame};
use super::{ActionValues, OpenCards, Search};
use crate::cfr::{Cfr, Variant};
use crate::tree::{CompileError, GameTree, Writing};

/// The options of a knowledge-limited search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KnowledgeLimitedOptions {
    /// The maximum number of deals.
    pub deals: usize,
    /// The number of tricks after which a tree ends, the one at the decision included.
    pub tricks: usize,
}

impl Default for KnowledgeLimitedOptions {
    fn default() -> KnowledgeLimitedOptions {
        KnowledgeLimitedOptions { deals: 4_096, tricks: 1 }
    }
}

/// The number of deals of the first tree. With fewer the blueprint itself plays better.
const FIRST_DEALS: usize = 4_096;

/// The number of iterations on a tree before a larger one, and how many times as many deals that has.
const ITERATIONS: u64 = 50;
const GROWTH: usize = 4;

/// One deal of this many is one that the player considers possible; those after it are deals that the opponent considers
/// possible in it.
const OWN_SHARE: usize = 4;

/// Closed hands with this number of cards in each hand, or fewer, are always played to their end.
const CLOSED_CARDS: usize = 3;

/// The number of deals that are sampled in a step, and that of nodes which are written down in one.
const DEALS_A_STEP: usize = 16;
const NODES_A_STEP: usize = 32;

/// The maximum number of nodes of a tree.
const NODES: usize = 4_000_000;

/// A strategy of both players that a search starts from.
pub trait Blueprint<G: Game>: Send {
    /// The payoff of the first player from `state` on, if both players go on by the blueprint.
    fn value(&mut self, game: &G, state: &G::State) -> f64;

    /// The likelihood that both players have acted as they did on the way to `state`, never 0.
    fn likelihood(&mut self, game: &G, state: &G::State) -> f64;

    /// The action among `choices` of the player to move, if the blueprint has one for it.
    fn action(&mut self, game: &G, state: &G::State, choices: &G::Legal) -> Option<G::Action>;
}

/// Perfect play with open cards. It is no strategy of players who do not see them: it has a value for each deal, and
/// tells nothing else.
impl<G: TrickGame> Blueprint<G> for OpenTricks {
    fn value(&mut self, game: &G, hand: &G::State) -> f64 {
        let value = OpenCards::value(self, game, hand);
        if hand.mover() == Player::FIRST { value } else { -value }
    }

    fn likelihood(&mut self, _: &G, _: &G::State) -> f64 {
        1.0
    }

    fn action(&mut self, _: &G, _: &G::State, _: &Actions) -> Option<Action> {
        None
    }
}

/// The search. A step is an iteration, or writes down a small piece of the next tree.
pub struct KnowledgeLimited<'g, G: TrickGame, B: Blueprint<G>> {
    game: &'g G,
    options: KnowledgeLimitedOptions,
    blueprint: Arc<Mutex<B>>,
    decision: Option<Decision<G>>,
    growing: Option<Growing<'g, G, B>>,
    tree: Option<Solved>,
    /// The strategy at the decision by the tree before.
    before: Option<ActionValues<Action>>,
}

/// The decision at hand.
struct Decision<G: Game> {
    info_set: G::InfoSet,
    legal: Actions,
    /// What is best without a search, if that is known.
    known: Option<Action>,
    /// What the blueprint does.
    given: Option<Action>,
    seed: u64,
    /// The number of deals of the next tree, if it may grow.
    next: Option<usize>,
}

/// The next tree.
enum Growing<'g, G: TrickGame, B: Blueprint<G>> {
    /// Its deals are sampled.
    Dealing(Dealing<G>),
    /// It is written down.
    Writing(Subgame<'g, G, Frontier<B>>, Writing<Subgame<'g, G, Frontier<B>>>),
}

/// Deals that are sampled, with their weights, in order of their sampling.
struct Dealing<G: Game> {
    rng: Rng,
    /// The number of samples so far, and that of all.
    sampled: usize,
    count: usize,
    /// What the opponent sees in the last deal that the player considers possible.
    theirs: Option<G::InfoSet>,
    places: HashMap<G::Chance, usize>,
    deals: Vec<(G::State, f64)>,
}

impl<G: Game> Dealing<G> {
    fn new(count: usize, seed: u64) -> Dealing<G> {
        let rng = Rng::new(seed, count as u64);
        Dealing { rng, sampled: 0, count, theirs: None, places: HashMap::new(), deals: Vec::new() }
    }
}

/// A tree, being solved.
struct Solved {
    solver: Cfr<f32>,
    /// The actions at the decision, and their places among all of the tree.
    actions: Vec<Action>,
    slots: Range<usize>,
}

impl Solved {
    /// The beginning of the solution at the decision of a player who sees this.
    fn new<G, H: Table>(tree: &GameTree<G>, info_set: &InfoSet<H>) -> Solved
    where
        G: Game<Action = Action, InfoSet = Option<InfoSet<H>>> + Steps,
    {
        let set = tree.find(info_set.seat(), &Some(*info_set)).expect("some deals are those of the decision");
        Solved {
            solver: Cfr::new(tree.tree(), Variant::PDCFR_PLUS),
            actions: tree.actions(set).to_vec(),
            slots: tree.tree().set(set).slots(),
        }
    }

    /// The average strategy at the decision.
    fn strategy(&self, legal: Actions) -> ActionValues<Action> {
        let policy = self.solver.average();
        let probabilities = &policy.probabilities()[self.slots.clone()];
        let of = |action| {
            let place = self.actions.iter().position(|&other| other == action);
            (action, place.map_or(0.0, |place| probabilities[place]))
        };
        ActionValues::mixed(legal.iter().map(of))
    }
}

/// The end of a tree, and what is given in it.
struct Frontier<B> {
    blueprint: Arc<Mutex<B>>,
    /// The number of tricks after which it ends.
    tricks: usize,
    /// The player to decide.
    me: Player,
    /// Whether it sees in a deal what it sees at the decision.
    own: Vec<bool>,
}

impl<G: TrickGame, B: Blueprint<G>> Horizon<G> for Frontier<B> {
    fn choices(&self, game: &G, hand: &G::State, root: usize) -> Actions {
        let legal = game.legal(hand);
        let only = |action| Actions::NONE.with(action, true);
        if let Some(claim) = forced(game, hand, legal) {
            return only(claim);
        }
        let choices = sensible(legal);
        if hand.mover() != self.me || self.own[root] || choices.len() == 1 {
            return choices;
        }
        let mut blueprint = self.blueprint.lock().expect("no other thread");
        blueprint.action(game, hand, &choices).map_or(choices, only)
    }

    fn end(&self, game: &G, hand: &G::State) -> Option<f64> {
        let ends = if hand.talon().left() == 0 {
            true
        } else if hand.closer().is_some() && hand.cards(hand.mover()).len() <= CLOSED_CARDS {
            false
        } else {
            hand.lead().is_none() && hand.tricks() >= self.tricks
        };
        ends.then(|| self.blueprint.lock().expect("no other thread").value(game, hand))
    }
}

/// The probability that the opponent gives to what the player holds, if all cards that it has not seen may lie anywhere.
fn belief<H: Table>(hand: &H, me: Player) -> f64 {
    let held = (hand.cards(me) - hand.shown()).len();
    let unseen = held + hand.talon().left().saturating_sub(1);
    (0..held).map(|n| (held - n) as f64 / (unseen - n) as f64).product()
}

impl<'g, G, H: Table, B: Blueprint<G>> KnowledgeLimited<'g, G, B>
where
    G: TrickGame + StateHistory + Game<State = H, Action = Action, Legal = Actions, InfoSet = InfoSet<H>>,
{
    /// A search that has not been turned to a decision yet.
    pub fn new(game: &'g G, blueprint: B, options: KnowledgeLimitedOptions) -> KnowledgeLimited<'g, G, B> {
        let blueprint = Arc::new(Mutex::new(blueprint));
        KnowledgeLimited { game, options, blueprint, decision: None, growing: None, tree: None, before: None }
    }

    /// Samples some more deals, as they are at the decision.
    fn deal(&self, info_set: &InfoSet<H>, dealing: &mut Dealing<G>) {
        let me = info_set.seat();
        let Dealing { rng, sampled, count, theirs, places, deals } = dealing;
        let belief = belief(info_set.hand(), me);
        let mut blueprint = self.blueprint.lock().expect("no other thread");
        for number in *sampled..(*sampled + DEALS_A_STEP).min(*count) {
            *sampled += 1;
            let (hand, weight) = match theirs {
                Some(theirs) if number % OWN_SHARE > 0 => {
                    let hand = self.game.sample(theirs, rng);
                    // Deals of the first kind are there with all of their weight.
                    if self.game.info_set(&hand, me) == *info_set {
                        continue;
                    }
                    (hand, 1.0 / (OWN_SHARE - 1) as f64)
                }
                _ => {
                    let hand = self.game.sample(info_set, rng);
                    *theirs = Some(self.game.info_set(&hand, me.other()));
                    (hand, belief)
                }
            };
            let dealt = self.game.events(&hand).into_iter().find_map(|(event, _)| match event {
                Event::Chance(chance) => Some(chance),
                Event::Action(_) => None,
            });
            let place = *places.entry(dealt.expect("a hand begins with a deal")).or_insert(deals.len());
            if place == deals.len() {
                deals.push((hand, 0.0));
            }
            deals[place].1 += weight * blueprint.likelihood(self.game, &hand);
        }
    }

    /// The game that begins with one of these deals.
    fn subgame(&self, info_set: &InfoSet<H>, deals: Vec<(H, f64)>) -> Subgame<'g, G, Frontier<B>> {
        let me = info_set.seat();
        let own = deals.iter().map(|(hand, _)| self.game.info_set(hand, me) == *info_set).collect();
        let tricks = info_set.hand().tricks() + self.options.tricks;
        let blueprint = Arc::clone(&self.blueprint);
        Subgame::new(self.game, deals, Frontier { blueprint, tricks, me, own })
    }

    /// Takes a step on the way to the next tree. Where it is too large, there is none.
    fn grow(&mut self, decision: &mut Decision<G>) {
        let growing = self.growing.take().unwrap_or_else(|| {
            let count = decision.next.expect("it may grow");
            Growing::Dealing(Dealing::new(count, decision.seed))
        });
        self.growing = match growing {
            Growing::Dealing(mut dealing) => {
                self.deal(&decision.info_set, &mut dealing);
                Some(if dealing.sampled < dealing.count {
                    Growing::Dealing(dealing)
                } else {
                    let subgame = self.subgame(&decision.info_set, dealing.deals);
                    let writing = Writing::new(&subgame, NODES);
                    Growing::Writing(subgame, writing)
                })
            }
            Growing::Writing(subgame, mut writing) => match writing.go_on(&subgame, NODES_A_STEP) {
                Ok(false) => Some(Growing::Writing(subgame, writing)),
                Ok(true) => {
                    let before = self.tree.replace(Solved::new(&writing.tree(), &decision.info_set));
                    self.before = before.map(|tree| tree.strategy(decision.legal));
                    let larger = decision.next.map(|count| (GROWTH * count).min(self.options.deals));
                    decision.next = larger.filter(|_| decision.next != larger);
                    None
                }
                Err(CompileError::TooLarge { .. }) => {
                    decision.next = None;
                    None
                }
                Err(error) => panic!("the rules of the game are those of its rest: {error}"),
            },
        };
    }

    /// The best action where nothing is hidden or nothing is to be chosen.
    fn known(&self, info_set: &InfoSet<H>, legal: Actions, rng: &mut Rng) -> Option<Action> {
        let hand = info_set.hand();
        let choices = sensible(legal);
        if let Some(claim) = forced(self.game, hand, legal) {
            return Some(claim);
        }
        if choices.len() == 1 {
            return Some(choices.nth(0));
        }
        if hand.talon().left() > 0 {
            return None;
        }
        let mut values = Vec::new();
        let world = self.game.sample(info_set, rng);
        OpenTricks::default().values(self.game, &world, &choices, &mut values);
        let best = (0..values.len()).fold(0, |best, at| if values[at] > values[best] { at } else { best });
        Some(choices.nth(best))
    }
}

impl<G, H: Table, B: Blueprint<G>> Search<G> for KnowledgeLimited<'_, G, B>
where
    G: TrickGame + StateHistory + Game<State = H, Action = Action, Legal = Actions, InfoSet = InfoSet<H>>,
{
    fn turn_to(&mut self, view: &View<'_, G>, rng: &mut Rng) {
        (self.growing, self.tree, self.before) = (None, None, None);
        let known = self.known(view.info_set, *view.legal, rng);
        let world = self.game.sample(view.info_set, rng);
        let mut blueprint = self.blueprint.lock().expect("no other thread");
        let given = blueprint.action(self.game, &world, &sensible(*view.legal));
        drop(blueprint);
        let (info_set, legal, seed) = (*view.info_set, *view.legal, rng.bits());
        let next = Some(FIRST_DEALS.min(self.options.deals).max(1));
        self.decision = Some(Decision { info_set, legal, known, given, seed, next });
    }

    fn step(&mut self, steps: u64) -> u64 {
        let Some(mut decision) = self.decision.take_if(|decision| decision.known.is_none()) else { return 0 };
        let mut done = 0;
        while done < steps {
            let is_settled = |tree: &Solved| tree.solver.iterations() >= ITERATIONS;
            if decision.next.is_some() && self.tree.as_ref().is_none_or(is_settled) {
                self.grow(&mut decision);
            } else {
                match &mut self.tree {
                    Some(tree) if !is_settled(tree) => tree.solver.step(),
                    _ => break,
                }
            }
            done += 1;
        }
        self.decision = Some(decision);
        done
    }

    fn action_values(&self) -> ActionValues<Action> {
        let Some(decision) = &self.decision else { return ActionValues { entries: Vec::new() } };
        let legal = decision.legal;
        let certain =
            |action| ActionValues::mixed(legal.iter().map(|a| (a, f64::from(u8::from(a == action)))));
        if let Some(known) = decision.known {
            return certain(known);
        }
        // A new tree knows less at first than the one before.
        let is_new = |tree: &&Solved| tree.solver.iterations() < ITERATIONS / 2;
        match (self.tree.as_ref().filter(|tree| !is_new(tree)), &self.before, decision.given) {
            (Some(tree), ..) => tree.strategy(legal),
            (None, Some(before), _) => before.clone(),
            (None, None, Some(given)) => certain(given),
            (None, None, None) => {
                let choices = sensible(legal);
                let even = 1.0 / choices.len() as f64;
                ActionValues::mixed(legal.iter().map(|a| (a, if choices.contains(a) { even } else { 0.0 })))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use hinterhand_engine::games::{Kinderschnapsen, Schnapsen};
    use hinterhand_engine::{Contest, ContestRules, Turn, Worlds};

    use super::*;
    use crate::judges;
    use crate::search::ActionValue;
    use crate::tree::Policy;

    fn dealt(game: &Kinderschnapsen, stream: u64) -> <Kinderschnapsen as Game>::State {
        let mut hand = game.start();
        game.deal(&mut hand, &mut Rng::new(77, stream));
        hand
    }

    fn think<G: TrickGame>(
        game: &G,
        hand: &G::State,
        search: &mut dyn Search<G>,
        steps: &[u64],
    ) -> ActionValues<Action> {
        let contest = Contest::new(ContestRules::KINDERSCHNAPSEN, Player::FIRST);
        let (info_set, legal) = (game.info_set(hand, hand.mover()), game.legal(hand));
        search.turn_to(&View { contest: &contest, info_set: &info_set, legal: &legal }, &mut Rng::new(4, 4));
        steps.iter().for_each(|&steps| _ = search.step(steps));
        search.action_values()
    }

    fn search<G, H: Table>(game: &G, deals: usize) -> KnowledgeLimited<'_, G, OpenTricks>
    where
        G: TrickGame + StateHistory + Game<State = H, Action = Action, Legal = Actions, InfoSet = InfoSet<H>>,
    {
        let options = KnowledgeLimitedOptions { deals, ..KnowledgeLimitedOptions::default() };
        KnowledgeLimited::new(game, OpenTricks::default(), options)
    }

    /// The opponent gives to the true cards of the player the probability that they have among all deals that it considers
    /// possible, and the deals of the tree have the same.
    #[test]
    fn the_opponent_believes_what_it_should() {
        let game = Kinderschnapsen::default();
        let hand = dealt(&game, 0);
        let me = hand.mover();
        let (mine, theirs) = (game.info_set(&hand, me), game.info_set(&hand, me.other()));
        let worlds = game.worlds(&theirs, 1_000_000).expect("they are few");
        let fits = |hand: &_| game.info_set(hand, me) == mine;
        let exact: f64 =
            worlds.iter().filter(|(world, _)| fits(world)).map(|(_, probability)| probability).sum();
        assert!((belief(mine.hand(), me) - exact).abs() < 1e-12, "{exact}");
        let limited = search(&game, 64);
        let mut dealing = Dealing::new(8_192, 2);
        while dealing.sampled < dealing.count {
            limited.deal(&mine, &mut dealing);
        }
        let deals = dealing.deals;
        let weight =
            |own: bool| deals.iter().filter(|(hand, _)| fits(hand) == own).map(|(_, weight)| weight).sum();
        let (own, other): (f64, f64) = (weight(true), weight(false));
        let share = own / (own + other);
        assert!((share - exact).abs() < 1e-3, "{share} {exact}");
        assert!(deals.iter().all(|(deal, _)| (deal.cards(me.other()) & hand.cards(me)).is_empty()));
    }

    /// Whatever the opponent holds, it considers several hands of the player possible, in games with more cards too.
    #[test]
    fn the_opponent_never_knows_the_cards() {
        let game = Schnapsen::default();
        let mut hand = game.start();
        game.deal(&mut hand, &mut Rng::new(5, 5));
        let me = hand.mover();
        let limited = search(&game, 64);
        let mut dealing = Dealing::new(1_024, 2);
        while dealing.sampled < dealing.count {
            limited.deal(&game.info_set(&hand, me), &mut dealing);
        }
        let mut held: HashMap<_, HashMap<_, f64>> = HashMap::new();
        for (deal, weight) in &dealing.deals {
            let theirs = game.info_set(deal, me.other());
            *held.entry(theirs).or_default().entry(deal.cards(me).bits()).or_default() += weight;
        }
        assert!(held.len() > 200);
        for mine in held.values() {
            let all: f64 = mine.values().sum();
            assert!(mine.len() > 1 && mine[&hand.cards(me).bits()] < 0.01 * all, "{mine:?}");
        }
    }

    /// In closed hands, where nothing but the cards of both is hidden, what is played costs little against the equilibrium of
    /// the rest of the hand with all deals: a tenth of what it costs to play at random.
    #[test]
    fn closed_hands_are_played_nearly_as_in_equilibrium() {
        let game = Kinderschnapsen::default();
        let (mut limited, mut random) = (0.0, 0.0);
        for stream in 0..8 {
            let mut hand = dealt(&game, stream);
            game.play(&mut hand, Action::CLOSE);
            let me = hand.mover();
            let info_set = game.info_set(&hand, me);
            let roots = info_set.common_hands(game.duty(), 100_000).expect("they are few");
            let roots = roots.into_iter().map(|hand| (hand, 1.0)).collect();
            let tree = GameTree::compile(&Subgame::new(&game, roots, ()), NODES).expect("it is small");
            let mut solver = Cfr::<f32>::new(tree.tree(), Variant::DCFR);
            (0..40).for_each(|_| solver.step());
            let policy = solver.average();
            let set = tree.find(me, &Some(info_set.without_draws(hand.draws()))).expect("it is a decision");
            let reach = tree.tree().set(set);
            let worth = |values: Option<&ActionValues<Action>>| {
                let mut probabilities = policy.probabilities().to_vec();
                for (slot, action) in reach.slots().zip(tree.actions(set)) {
                    let found =
                        values.and_then(|values| values.entries.iter().find(|entry| entry.action == *action));
                    probabilities[slot] = found.map_or(0.0, |entry| entry.probability);
                }
                if values.is_none() {
                    probabilities = policy.probabilities().to_vec();
                }
                let changed = Policy::new(tree.tree(), probabilities).expect("probabilities");
                judges::values(tree.tree(), &[&changed, &changed])[me.index()]
            };
            let best = worth(None);
            let even = 1.0 / tree.actions(set).len() as f64;
            let even = ActionValues::mixed(tree.actions(set).iter().map(|&action| (action, even)));
            limited += best - worth(Some(&think(&game, &hand, &mut search(&game, 4_096), &[u64::MAX])));
            random += best - worth(Some(&even));
        }
        assert!(limited < 0.1 * random && random > 0.0, "{limited} {random}");
    }

    /// The answer depends on the number of steps alone, and a tree of which little is known yet is not asked.
    #[test]
    fn steps_can_be_divided() {
        let game = Kinderschnapsen::default();
        let mut hand = dealt(&game, 3);
        game.play(&mut hand, Action::CLOSE);
        let all = think(&game, &hand, &mut search(&game, 2 * FIRST_DEALS), &[u64::MAX]);
        assert_eq!(
            think(&game, &hand, &mut search(&game, 2 * FIRST_DEALS), &[1, 30, 2, 500, 1_000, u64::MAX]),
            all
        );
        let sum: f64 = all.entries.iter().map(|entry| entry.probability).sum();
        assert!((sum - 1.0).abs() < 1e-9);
        // At first there is no tree, then one, then the larger one, with no return to what was known before.
        let first = think(&game, &hand, &mut search(&game, FIRST_DEALS), &[u64::MAX]);
        let mut steps = search(&game, 2 * FIRST_DEALS);
        let mut answers = vec![think(&game, &hand, &mut steps, &[])];
        while steps.step(20) > 0 {
            answers.push(steps.action_values());
        }
        let is_even = |answer: &ActionValues<Action>| {
            answer.entries.windows(2).all(|two| two[0] == ActionValue { action: two[0].action, ..two[1] })
        };
        let even = answers.iter().take_while(|answer| is_even(answer)).count();
        assert!(even > 1 && !answers[even..].iter().any(is_even), "{even}");
        assert_eq!(answers.last(), Some(&all));
        assert!(answers.contains(&first), "{first:?} {:?}", &answers[even..]);
    }

    #[test]
    fn what_is_known_needs_no_step() {
        let game = Kinderschnapsen::default();
        let mut rng = Rng::new(6, 0);
        let mut seen = 0;
        for stream in 0..40 {
            let mut hand = dealt(&game, stream);
            while let Turn::Player(_) = game.turn(&hand) {
                let legal = game.legal(&hand);
                let mut search = search(&game, 64);
                let values = think(&game, &hand, &mut search, &[]);
                let claim = forced(&game, &hand, legal);
                if claim.is_some() || sensible(legal).len() == 1 || hand.talon().left() == 0 {
                    assert_eq!(search.step(10), 0);
                    assert!(claim.is_none_or(|claim| values.best() == claim));
                    seen += 1;
                }
                game.play(&mut hand, legal.nth(rng.below(legal.len() as u32) as usize));
            }
        }
        assert!(seen > 40, "{seen}");
    }
}
