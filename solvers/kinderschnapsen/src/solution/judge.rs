//! The values of strategies: exact values and best responses in the game as the rules have it, with every
//! action legal, in double precision.

use hinterhand_solvers::parallel;

use crate::position::endings::Endings;
use crate::position::layout::Layout;
use crate::position::pairs::Halved;
use crate::position::rules::Rules;
use crate::position::walk::{HandContext, Pass, TrickPosition, Walk};

/// A strategy of both players for every decision in which cards are hidden.
pub(crate) trait Strategy: Sync {
    /// The probabilities of the legal actions of a slot.
    fn at(&self, slot: usize, legal: u8) -> [f64; 4];
    /// Returns true if the strategy is known to be the same when the plain suits change places.
    fn is_own_image(&self) -> bool;
}

/// The value of a pair of strategies, in units of the payoff.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Verdict {
    /// The payoff of player 0.
    pub value: f64,
    /// The payoff of each player with a best response to the other's strategy.
    pub best: [f64; 2],
}

impl Verdict {
    /// The sum of both players' gains by best responses.
    pub fn nash_conv(&self) -> f64 {
        self.best[0] + self.best[1]
    }

    /// Half of it: how much a player loses on average, over both seats, against a perfect opponent.
    pub fn exploitability(&self) -> f64 {
        self.nash_conv() / 2.0
    }

    /// The bounds of the value of the game that follow: player 0 has at least the first, and player 1 can
    /// limit it to the second.
    pub fn bounds(&self) -> (f64, f64) {
        (-self.best[1], self.best[0])
    }

    /// The mean over equally likely parts.
    pub fn mean(parts: &[Verdict]) -> Verdict {
        let mean = |of: fn(&Verdict) -> f64| parts.iter().map(of).sum::<f64>() / parts.len() as f64;
        Verdict {
            value: mean(|part| part.value),
            best: [mean(|part| part.best[0]), mean(|part| part.best[1])],
        }
    }
}

/// The hero's way of playing.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Hero {
    ByStrategy,
    AsWellAsPossible,
}

pub(crate) struct Judging<'a, S> {
    strategy: &'a S,
    hero: Hero,
}

impl<'a, S> Judging<'a, S> {
    /// The hero answers as well as possible.
    pub(crate) fn at_best(strategy: &'a S) -> Judging<'a, S> {
        Judging { strategy, hero: Hero::AsWellAsPossible }
    }

    /// Both play by the strategy.
    #[cfg(test)]
    pub(crate) fn by_strategy(strategy: &'a S) -> Judging<'a, S> {
        Judging { strategy, hero: Hero::ByStrategy }
    }
}

impl<S: Strategy> Pass for Judging<'_, S> {
    fn curious(&self) -> bool {
        self.hero == Hero::AsWellAsPossible
    }

    fn own(&mut self, slot: usize, legal: u8, values: &[f64; 4]) -> f64 {
        if self.hero == Hero::ByStrategy {
            let chosen = self.strategy.at(slot, legal);
            return chosen.into_iter().zip(values).map(|(chosen, value)| chosen * value).sum();
        }
        let allowed = (0..4).filter(|action| legal >> action & 1 != 0);
        allowed.map(|action| values[action]).fold(f64::NEG_INFINITY, f64::max)
    }

    fn other(&mut self, slot: usize, legal: u8, reach: f64) -> [f64; 4] {
        if reach == 0.0 { [0.0; 4] } else { self.strategy.at(slot, legal) }
    }
}

/// The root of a pass: after the deal, or after a first trick with all hands equally likely.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Root {
    /// After the deal, with this trump turned up: 0 is the Two, 3 the Queen.
    Turnup(u8),
    /// After a first trick and the draws: the turnup, the place of the lead among the eleven other cards in
    /// order, trumps first, and that of the reply among the ten left.
    FirstTrick(u8, u8, u8),
}

impl Root {
    pub(crate) fn position(&self, layout: &Layout) -> TrickPosition {
        match *self {
            Root::Turnup(turnup) => TrickPosition::dealt(layout, turnup),
            Root::FirstTrick(turnup, lead, reply) => {
                assert!(lead < 11 && reply < 10, "the first trick is one of 11 x 10");
                TrickPosition::dealt(layout, turnup).next_open(layout, lead.into(), reply.into())
            }
        }
    }

    /// The endings that belong to it.
    pub(crate) fn endings(&self, rules: &Rules) -> Endings {
        match *self {
            Root::Turnup(turnup) => Endings::of(rules, |first| first / 110 == usize::from(turnup)),
            Root::FirstTrick(turnup, lead, reply) => {
                let wanted = (usize::from(turnup) * 11 + usize::from(lead)) * 10 + usize::from(reply);
                Endings::of(rules, |first| first == wanted)
            }
        }
    }

    /// Its slots.
    pub(crate) fn slots(&self, layout: &Layout) -> std::ops::Range<usize> {
        let begin = self.position(layout).trick.base;
        match self {
            Root::Turnup(_) => begin..begin + layout.slots() / 4,
            Root::FirstTrick(..) => begin..begin + layout.after_first_trick(),
        }
    }
}

/// The sum of the values of all hands of a hero, divided by the deals.
pub(crate) fn total<P: Pass>(context: HandContext<'_>, root: Root, hero: u8, pass: &mut P) -> f64 {
    let position = root.position(context.layout);
    let hands = position.hands();
    let mut values = [0.0; 165];
    let reach = [1.0; 165];
    Walk { context, hero, pass }.lead(&position, &reach[..hands], &mut values[..hands]);
    let pairs = hands * crate::position::subsets::choose(position.state.n - 3, 3);
    values[..hands].iter().sum::<f64>() / (pairs as f64 * position.state.weight())
}

/// The hero's total value in a pass over this strategy; of mirror images one is walked, if the strategy is
/// its own image.
fn total_by<S: Strategy>(
    context: HandContext<'_>,
    root: Root,
    hero: u8,
    judging: &mut Judging<'_, S>,
) -> f64 {
    match root {
        Root::Turnup(_) if judging.strategy.is_own_image() => {
            total(context, root, hero, &mut Halved::new(context, hero, judging))
        }
        _ => total(context, root, hero, judging),
    }
}

/// The payoff of player 0 if both follow the strategy; play after the last draw enters by its value only.
pub(crate) fn value<S: Strategy>(
    rules: &Rules,
    endings: &Endings,
    layout: &Layout,
    strategy: &S,
    root: Root,
) -> f64 {
    let context = HandContext { rules, endings, layout };
    total_by(context, root, 0, &mut Judging { strategy, hero: Hero::ByStrategy })
}

/// The payoff of this player with a best response to the strategy.
pub(crate) fn best<S: Strategy>(
    rules: &Rules,
    endings: &Endings,
    layout: &Layout,
    strategy: &S,
    root: Root,
    player: u8,
) -> f64 {
    let context = HandContext { rules, endings, layout };
    total_by(context, root, player, &mut Judging { strategy, hero: Hero::AsWellAsPossible })
}

/// Judges a strategy from each of these roots on.
pub(crate) fn judge<S: Strategy>(
    rules: &Rules,
    endings: &Endings,
    layout: &Layout,
    strategy: &S,
    roots: &[Root],
) -> Vec<Verdict> {
    // Three passes for each root, as tasks of their own.
    let passes = parallel::map(3 * roots.len(), &|pass| {
        let root = roots[pass / 3];
        match pass % 3 {
            0 => value(rules, endings, layout, strategy, root),
            1 => best(rules, endings, layout, strategy, root, 0),
            _ => best(rules, endings, layout, strategy, root, 1),
        }
    });
    passes.chunks(3).map(|of| Verdict { value: of[0], best: [of[1], of[2]] }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::rules::Payoff;
    use hinterhand_engine::games::Kinderschnapsen;

    /// Different probabilities at every slot.
    struct Uneven;

    impl Strategy for Uneven {
        fn is_own_image(&self) -> bool {
            false
        }

        fn at(&self, slot: usize, legal: u8) -> [f64; 4] {
            let parts: [f64; 4] = std::array::from_fn(|action| {
                f64::from(legal >> action & 1) * (1 + slot * (action + 1) % 7) as f64
            });
            let sum: f64 = parts.iter().sum();
            parts.map(|part| part / sum)
        }
    }

    #[test]
    fn what_one_wins_the_other_loses() {
        let rules = Rules::new(Kinderschnapsen::default(), &Payoff::POINTS);
        let layout = Layout::new(rules.asks());
        for root in [Root::FirstTrick(3, 10, 2), Root::FirstTrick(0, 0, 0), Root::Turnup(2)] {
            let endings = root.endings(&rules);
            let context = HandContext { rules: &rules, endings: &endings, layout: &layout };
            let value = |hero| total(context, root, hero, &mut Judging::by_strategy(&Uneven));
            assert!((value(0) + value(1)).abs() < 1e-9, "{} {}", value(0), value(1));
        }
    }
}
