//! The fast solver of the hand: open tricks as vectors, everything after them as short lists.
//!
//! Counterfactual regret minimization with alternating updates. The first two tricks with open talon are
//! walked with all hands at once. What follows, the third trick and each game after closing, is a subgame
//! that is reduced by dominance and written out in sequence form once, when the solver is made. The subgames
//! of each first trick are a unit of work of their own: any number of threads computes the same bits. Of
//! first tricks that are mirror images one has such a unit, see [`mirror`](crate::position::mirror) and
//! [`pairs`](crate::position::pairs).

use hinterhand_engine::games::Kinderschnapsen;
use hinterhand_engine::games::kinderschnapsen::Hand;
use hinterhand_solvers::cfr::Variant;
use hinterhand_solvers::parallel;
use hinterhand_solvers::regret_matching::match_regrets;

use crate::position::endings::Endings;
use crate::position::layout::Layout;
use crate::position::pairs::Pair;
use crate::position::path::turnup;
use crate::position::rules::{Payoff, Rules};
use crate::position::subsets::{MOST, choose};
use crate::position::walk::{HandContext, Pass, TrickPosition, Walk};
use crate::reduced::compile::{Compiled, actions, compile};
use crate::reduced::dominance::Dominance;
use crate::reduced::sequences::{PassMode, Rows, Scratch, SubgamePass, Subgames};
use crate::regrets::{Factors, is_supported, predicts};

/// The solver.
#[derive(Clone)]
pub struct HandSolver {
    pub(crate) rules: Rules,
    pub(crate) payoff: Payoff,
    pub(crate) layout: Layout,
    pub(crate) endings: Endings,
    /// Best play in them, where they are wanted.
    pub(crate) plays: Vec<u8>,
    variant: Variant,
    iterations: u32,
    /// The first tricks, by turnup.
    pub(crate) deals: Vec<TrickTables>,
    /// The play after the first tricks, by turnup; of two mirror images after one only.
    pub(crate) units: Vec<TrickTables>,
    /// The first tricks that these follow, and closing.
    pub(crate) pairs: Vec<Pair>,
    worth: [[f32; 8]; 2],
}

/// One trick with open talon, and the subgames below it: first the closed game, then the third tricks if this
/// is the second.
#[derive(Clone)]
pub(crate) struct TrickTables {
    pub(crate) position: TrickPosition,
    /// Four actions for each slot of the trick.
    pub(crate) rows: Rows,
    pub(crate) subgames: Subgames,
}

/// The size of the reduced game, with one of two mirror images counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReducedSize {
    /// Decisions between at least two actions.
    pub decisions: usize,
    /// Their actions.
    pub actions: usize,
    /// Pairs of sequences with a payment.
    pub payments: usize,
}

/// The numbers exchanged between the first trick and all below it: reach or values by first trick, or by
/// unit, and last those of the closed game.
type Sent = Vec<Vec<f64>>;

/// The beginning of a pass over a first trick.
#[derive(Clone, Debug)]
pub(crate) struct Start {
    /// The card that was led, if one was.
    pub(crate) lead: Option<usize>,
    /// The reach of the other player's hands.
    pub(crate) reach: Vec<f64>,
}

impl Start {
    /// The deal, where all hands are equally likely.
    pub(crate) fn deal() -> Start {
        Start { lead: None, reach: vec![1.0; choose(MOST, 3)] }
    }
}

impl HandSolver {
    /// A solver of the hand under these rules, for this payoff, that has learned nothing yet.
    ///
    /// # Panics
    ///
    /// If the players of the variant learn simultaneously, or if it predicts and either trusts the prediction
    /// only partly or discounts regrets as well.
    pub fn new(game: Kinderschnapsen, payoff: &Payoff, variant: Variant) -> HandSolver {
        HandSolver::of(game, payoff, variant, &[0, 1, 2, 3])
    }

    /// A solver of the hands with the turnup of this one. Its solution has no information about others: there
    /// it plays the first action that it finds.
    pub fn with_turnup_of(
        hand: &Hand,
        game: Kinderschnapsen,
        payoff: &Payoff,
        variant: Variant,
    ) -> HandSolver {
        HandSolver::of(game, payoff, variant, &[turnup(hand)])
    }

    fn of(game: Kinderschnapsen, payoff: &Payoff, variant: Variant, turnups: &[u8]) -> HandSolver {
        let rules = Rules::new(game, payoff);
        let layout = Layout::new(rules.asks());
        let pairs = Pair::all();
        let learned = Pair::learned_tricks(&pairs);
        let wanted =
            |first| turnups.contains(&((first / Pair::TRICKS) as u8)) && learned[first % Pair::TRICKS];
        let (endings, plays) = Endings::with_plays(&rules, wanted);
        let dealt = turnups.iter().map(|&turnup| TrickPosition::dealt(&layout, turnup));
        let after = dealt.clone().flat_map(|dealt| {
            let tricks = pairs[..pairs.len() - 1].iter().map(|pair| pair.learned);
            tricks.map(move |trick| dealt.next_open(&layout, trick / 10, trick % 10))
        });
        let positions: Vec<TrickPosition> = dealt.chain(after).collect();
        let part = |at: usize| TrickTables::new(&rules, &layout, &endings, positions[at]);
        let mut deals = parallel::map(positions.len(), &part);
        let units = deals.split_off(turnups.len());
        let worth = [0, 1].map(|player| worth(&rules, player));
        let payoff = *payoff;
        let mut hands = HandSolver {
            rules,
            payoff,
            layout,
            endings,
            plays,
            variant,
            iterations: 0,
            deals,
            units,
            pairs,
            worth,
        };
        hands.learn_by(variant);
        hands
    }

    /// Goes on with another variant.
    pub(crate) fn learn_by(&mut self, variant: Variant) {
        assert!(is_supported(&variant), "no variant of this solver: {variant:?}");
        self.variant = variant;
        for part in self.deals.iter_mut().chain(&mut self.units) {
            for rows in part.subgames.rows_mut().chain([&mut part.rows]) {
                if predicts(&variant) {
                    rows.predict();
                } else {
                    rows.last = Vec::new();
                }
            }
        }
    }

    /// The iterations so far.
    pub fn iterations(&self) -> u32 {
        self.iterations
    }

    /// The variant in use.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// Sets the number of iterations, when what they have learned is taken up again.
    pub(crate) fn set_iterations(&mut self, iterations: u32) {
        self.iterations = iterations;
    }

    /// The size of the reduced game.
    pub fn reduced(&self) -> ReducedSize {
        let sizes = self.deals.iter().chain(&self.units).map(|part| part.subgames.sizes());
        let [decisions, actions, payments] =
            sizes.fold([0; 3], |sum, sizes| std::array::from_fn(|i| sum[i] + sizes[i]));
        ReducedSize { decisions, actions, payments }
    }

    /// One iteration: player 0 learns, then player 1.
    pub fn step(&mut self) {
        self.iterations += 1;
        let mode = PassMode::Learn(Factors::new(&self.variant, self.iterations));
        for hero in [0, 1] {
            self.pass(hero, mode);
        }
    }

    /// The bounds of the value of the reduced game, by turnup: the payoff that player 0 has at least, and the
    /// one to which player 1 can limit it, with the average strategies. In single precision: meant for a view
    /// of the progress.
    pub fn bounds(&mut self) -> Vec<(f64, f64)> {
        let high = self.pass(0, PassMode::Answer);
        let low = self.pass(1, PassMode::Answer);
        low.into_iter().map(|low| -low).zip(high).collect()
    }

    /// Half of the difference of the bounds over all turnups.
    pub fn exploitability(&mut self) -> f64 {
        let bounds = self.bounds();
        bounds.iter().map(|(low, high)| high - low).sum::<f64>() / (2 * bounds.len()) as f64
    }

    /// A pass for a hero: the hero's values by turnup.
    fn pass(&mut self, hero: u8, mode: PassMode) -> Vec<f64> {
        let starts = vec![vec![Start::deal()]; self.deals.len()];
        let values = self.pass_from(hero, mode, &starts);
        values.iter().map(|values| values[0].iter().sum::<f64>() / (9240.0 * 120.0)).collect()
    }

    /// A pass for a hero from these beginnings, by turnup: the hero's values by hand of each.
    pub(crate) fn pass_from(
        &mut self,
        hero: u8,
        mode: PassMode,
        starts: &[Vec<Start>],
    ) -> Vec<Vec<Vec<f64>>> {
        let context = HandContext { rules: &self.rules, endings: &self.endings, layout: &self.layout };
        let (worth, pairs) = (&self.worth[hero as usize], &self.pairs);
        let ask = |turnup: usize, deal: &mut TrickTables| -> Sent {
            let mut below = Below::Ask(vec![Vec::new(); Pair::TRICKS + 1]);
            deal.first_trick(context, hero, mode, &starts[turnup], &mut below);
            let Below::Ask(asked) = below else { unreachable!("a walk keeps its way of going on") };
            pairs.iter().map(|pair| pair.reach(&asked)).collect()
        };
        let sent = parallel::map_each(&mut self.deals, &ask);
        let (closed, reaches): (Vec<_>, Vec<_>) =
            sent.iter().map(|sent| sent.split_last().expect("closing is the last of the pairs")).unzip();
        let reaches: Vec<&Vec<f64>> = reaches.into_iter().flatten().collect();
        // The closed games first: they are the longest tasks.
        let count = self.deals.len();
        let mut tasks: Vec<(&mut TrickTables, &Vec<f64>)> =
            self.deals.iter_mut().zip(closed).chain(self.units.iter_mut().zip(reaches)).collect();
        let pass = |scratch: &mut Scratch, at: usize, (part, reach): &mut (&mut TrickTables, &Vec<f64>)| {
            let mut values = vec![0.0; reach.len()];
            if reach.is_empty() {
                return values;
            }
            if at < count {
                let weight = part.position.state.weight();
                let pass = SubgamePass { hero: hero.into(), mode, worth, weight };
                part.subgames.pass(0, &pass, scratch, reach, &mut values);
            } else {
                let mut below = Below::Subgames { hero: hero.into(), worth, scratch };
                part.walk(context, hero, mode, &mut below, (None, reach), &mut values);
            }
            values
        };
        let answers = parallel::map_each_with(&mut tasks, &Scratch::default, &pass);
        let (of_closed, of_units) = answers.split_at(count);
        let tell = |turnup: usize, deal: &mut TrickTables| {
            let mut known = vec![Vec::new(); Pair::TRICKS + 1];
            let of_units = &of_units[turnup * (pairs.len() - 1)..];
            let answers = of_units[..pairs.len() - 1].iter().chain([&of_closed[turnup]]);
            pairs.iter().zip(answers).for_each(|(pair, values)| pair.fill_in(values, &mut known));
            deal.first_trick(context, hero, mode, &starts[turnup], &mut Below::Known(known))
        };
        parallel::map_each(&mut self.deals, &tell)
    }
}

/// The value of each rank to a player.
pub(crate) fn worth(rules: &Rules, player: u8) -> [f32; 8] {
    std::array::from_fn(|rank| if rank < 7 { rules.worth(rank as u8, player) as f32 } else { 0.0 })
}

/// The action of a walk where subgames begin.
enum Below<'a> {
    /// Keeps the reach and changes nothing.
    Ask(Sent),
    /// Takes the values that were found.
    Known(Sent),
    /// Solves the subgames.
    Subgames { hero: usize, worth: &'a [f32; 8], scratch: &'a mut Scratch },
}

impl TrickTables {
    pub(super) fn new(
        rules: &Rules,
        layout: &Layout,
        endings: &Endings,
        position: TrickPosition,
    ) -> TrickTables {
        let mut rows = Rows::default();
        rows.grow(4 * (position.trick.end() - position.trick.base));
        let mut part = TrickTables { position, rows, subgames: Subgames::default() };
        let mut dominance = Dominance::new(rules, endings, false);
        let subgames = &mut part.subgames;
        subgames_below(&position, rules, layout, |position, slots| match position {
            Some(position) => {
                dominance.look(position, slots);
                subgames.push(&compile(rules, &dominance, position, None), position.hands());
            }
            None => subgames.push(&Compiled::default(), 0),
        });
        part.subgames.shrink();
        part
    }

    /// Calls `visit` with the number of every subgame, where it begins and how many slots it has.
    pub(crate) fn subgames_below(
        &self,
        rules: &Rules,
        layout: &Layout,
        mut visit: impl FnMut(usize, &TrickPosition, usize),
    ) {
        let mut number = 0;
        subgames_below(&self.position, rules, layout, |position, slots| {
            if let Some(position) = position {
                visit(number, position, slots);
            }
            number += 1;
        });
    }

    /// The values of a hero's hands after a second trick's lead, or before it if there is none.
    pub(crate) fn second_trick(
        &mut self,
        context: HandContext<'_>,
        hero: u8,
        mode: PassMode,
        lead: Option<usize>,
        reach: &[f64],
        values: &mut [f64],
    ) {
        let (scratch, worth) = (&mut Scratch::default(), &worth(context.rules, hero));
        let mut below = Below::Subgames { hero: hero.into(), worth, scratch };
        self.walk(context, hero, mode, &mut below, (lead, reach), values);
    }

    /// The values of a hero's hands there with a best response to the average strategy.
    pub(crate) fn best_responses(
        &self,
        context: HandContext<'_>,
        hero: u8,
        lead: Option<usize>,
        reach: &[f64],
    ) -> Vec<f64> {
        let mut values = vec![0.0; self.position.hands_of(hero, lead)];
        self.clone().second_trick(context, hero, PassMode::Answer, lead, reach, &mut values);
        values
    }

    /// Forgets what was learned after a lead, or from before it on if there is none.
    pub(crate) fn forget(&mut self, lead: Option<usize>) {
        let TrickTables { position, rows, subgames } = self;
        let Some(lead) = lead else {
            rows.forget(0..rows.regrets.len());
            return (0..=72).for_each(|subgame| subgames.forget(subgame));
        };
        let below = if position.state.stage == 2 { 1 + 8 * lead..9 + 8 * lead } else { 0..0 };
        let (trick, base) = (&position.trick, position.trick.base);
        let replies = trick.reply(lead) - base..trick.reply(lead + 1) - base;
        let end = rows.regrets.len() / 4;
        let on = (trick.on(lead, 0) - base).min(end)..(trick.on(lead + 1, 0) - base).min(end);
        for slots in [replies, on] {
            rows.forget(4 * slots.start..4 * slots.end);
        }
        below.for_each(|subgame| subgames.forget(subgame));
    }

    fn first_trick(
        &mut self,
        context: HandContext<'_>,
        hero: u8,
        mode: PassMode,
        starts: &[Start],
        below: &mut Below<'_>,
    ) -> Vec<Vec<f64>> {
        let walk = |Start { lead, reach }: &Start| {
            let mut values = vec![0.0; self.position.hands_of(hero, *lead)];
            self.walk(context, hero, mode, below, (*lead, reach), &mut values);
            values
        };
        starts.iter().map(walk).collect()
    }

    fn walk(
        &mut self,
        context: HandContext<'_>,
        hero: u8,
        mode: PassMode,
        below: &mut Below<'_>,
        (lead, reach): (Option<usize>, &[f64]),
        values: &mut [f64],
    ) {
        let TrickTables { position, rows, subgames } = self;
        let mut pass = Above { base: position.trick.base, rows, subgames, mode, below };
        Walk { context, hero, pass: &mut pass }.from(position, lead, reach, values);
    }
}

/// Calls `visit` with every subgame below a trick and the number of its slots: the closed game, nothing if it
/// may not be closed, then the third tricks.
fn subgames_below(
    position: &TrickPosition,
    rules: &Rules,
    layout: &Layout,
    mut visit: impl FnMut(Option<&TrickPosition>, usize),
) {
    if position.closable(rules) {
        let close = position.close();
        let slots = layout.own(position.state.stage) - (close.trick.base - position.trick.base);
        visit(Some(&close), slots);
    } else {
        visit(None, 0);
    }
    if position.state.stage == 2 {
        for lead in 0..9 {
            for reply in 0..8 {
                visit(Some(&position.next_open(layout, lead, reply)), layout.own(3));
            }
        }
    }
}

/// A pass over one trick with open talon.
struct Above<'a, 'b> {
    base: usize,
    rows: &'a mut Rows,
    subgames: &'a mut Subgames,
    mode: PassMode,
    below: &'a mut Below<'b>,
}

impl Above<'_, '_> {
    fn strategy(&self, at: usize, legal: u8) -> [f64; 4] {
        let mut weights = [0.0; 4];
        let mut count = 0;
        for action in actions(legal) {
            let at = 4 * at + action;
            weights[count] = match self.mode {
                PassMode::Learn(_) => self.rows.regrets[at] + self.rows.last.get(at).unwrap_or(&0.0),
                PassMode::Answer => self.rows.sums[at],
            };
            count += 1;
        }
        match_regrets(&mut weights[..count]);
        let mut chosen = [0.0; 4];
        for (action, weight) in actions(legal).zip(weights) {
            chosen[action] = f64::from(weight);
        }
        chosen
    }
}

impl Pass for Above<'_, '_> {
    fn everywhere(&self) -> bool {
        true
    }

    fn own(&mut self, slot: usize, legal: u8, values: &[f64; 4]) -> f64 {
        let at = slot - self.base;
        let PassMode::Learn(factors) = self.mode else {
            return actions(legal).map(|action| values[action]).fold(f64::NEG_INFINITY, f64::max);
        };
        if let Below::Ask(_) = self.below {
            return 0.0;
        }
        let chosen = self.strategy(at, legal);
        let value: f64 = chosen.iter().zip(values).map(|(chosen, value)| chosen * value).sum();
        for action in actions(legal) {
            let regret = (values[action] - value) as f32;
            let at = 4 * at + action;
            self.rows.regrets[at] = factors.regret(self.rows.regrets[at], regret);
            if let Some(last) = self.rows.last.get_mut(at) {
                *last = regret;
            }
        }
        value
    }

    fn other(&mut self, slot: usize, legal: u8, reach: f64) -> [f64; 4] {
        let at = slot - self.base;
        let chosen = self.strategy(at, legal);
        if let (PassMode::Learn(factors), false) = (self.mode, matches!(self.below, Below::Ask(_))) {
            for (sum, chosen) in self.rows.sums[4 * at..4 * at + 4].iter_mut().zip(chosen) {
                *sum += factors.weight * (reach * chosen) as f32;
            }
        }
        chosen
    }

    fn take_over(&mut self, position: &TrickPosition, reach: &[f64], values: &mut [f64]) -> bool {
        if position.trick.base == self.base {
            return false;
        }
        // The closed game lies right behind the trick.
        let closed = !position.state.open;
        let first = if closed { Pair::TRICKS } else { position.path[0].0 * 10 + position.path[0].1 };
        match self.below {
            Below::Ask(sent) => {
                sent[first] = reach.to_vec();
                values.fill(0.0);
            }
            Below::Known(sent) => values.copy_from_slice(&sent[first]),
            Below::Subgames { hero, worth, scratch } => {
                let at = if closed { 0 } else { 1 + position.path[1].0 * 8 + position.path[1].1 };
                let weight = position.state.weight();
                let pass = SubgamePass { hero: *hero, mode: self.mode, worth, weight };
                self.subgames.pass(at, &pass, scratch, reach, values);
            }
        }
        true
    }
}
