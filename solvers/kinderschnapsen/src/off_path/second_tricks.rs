//! Second tricks with open talon that only an opponent's mistake leads to: the trick and all below it learned
//! again.
//!
//! Where no hand of the *stranger* reaches the trick or a lead in it by the strategy, the *owner* has learned
//! nothing since one last did. So the reduced game from there on is solved by itself, as a gadget game
//! (Burch, Johanson and Bowling, "Solving Imperfect Information Games Using Decomposition", 2014): each hand
//! of the stranger enters once, and `PENALTY` times more often if it wins more than before. Mistakes further
//! down are left to [`refine`](crate::off_path::refinement::refine).

use hinterhand_solvers::cfr::Variant;

use crate::learn::average::shared;
use crate::learn::hands::TrickTables;
use crate::off_path::gadget::Gadget;
use crate::position::reaching::relative;
use crate::position::subsets::{number, places, subsets, with_gap};
use crate::position::walk::HandContext;
use crate::reduced::sequences::PassMode;
use crate::regrets::Factors;

/// The additional weight of a hand that wins more than before.
const PENALTY: f64 = 10.0;
/// A lead that some hand plays so often after a mistake has an answer by then.
const OFTEN: f64 = 0.05;

/// The tables of `owner` in a second trick, from the reach of both on; none if the strategy itself leads to
/// all that could be learned again there.
pub(crate) fn relearn_second_trick(
    context: HandContext<'_>,
    part: &TrickTables,
    owner: u8,
    [own, faithful]: [&[f64]; 2],
    iterations: u32,
) -> Option<TrickTables> {
    if own.iter().all(|&reach| reach == 0.0) {
        return None;
    }
    let reached: Vec<bool> = own.iter().map(|&reach| reach > 0.0).collect();
    let own = relative(own);
    // Nobody meets a hand of the stranger with which no hand goes that the owner may hold.
    let n = part.position.state.n;
    let comes =
        |hand: u16| subsets(n, 3).iter().zip(&reached).any(|(&own, &reached)| reached && own & hand == 0);
    let meets: Vec<bool> =
        subsets(n, 3).iter().zip(faithful).map(|(&hand, &reach)| reach > 0.0 && comes(hand)).collect();
    let met = meets.contains(&true);
    let mut learned = None;
    if !met {
        learned = Some(relearned(context, part, part.clone(), owner, None, &own, iterations));
    }
    if part.position.state.leader == owner {
        return learned;
    }
    for lead in 0..part.position.state.n {
        let now = learned.as_ref().unwrap_or(part);
        let led = subsets(part.position.state.n, 3).iter().enumerate().any(|(at, &hand)| {
            let Some(action) = places(hand).position(|place| place == lead) else { return false };
            let shares = shared(&now.rows.sums[4 * at..][..4], 0b1111).map(f64::from);
            let share = shares[action] / shares.iter().sum::<f64>();
            if met { meets[at] && share > 0.0 } else { share > OFTEN }
        });
        if !led {
            let left = |&hand: &u16| own[number(with_gap(hand, lead))];
            let own: Vec<f64> = subsets(part.position.state.n - 1, 3).iter().map(left).collect();
            let now = learned.take().unwrap_or_else(|| part.clone());
            learned = Some(relearned(context, part, now, owner, Some(lead), &own, iterations));
        }
    }
    learned
}

/// Learns again from here on, into `fresh`; the stranger's values are those of a best response to `part`.
fn relearned(
    context: HandContext<'_>,
    part: &TrickTables,
    mut fresh: TrickTables,
    owner: u8,
    lead: Option<usize>,
    own: &[f64],
    iterations: u32,
) -> TrickTables {
    let n = part.position.state.n;
    let hands = if lead.is_some() { subsets(n - 1, 2).len() } else { subsets(n, 3).len() };
    let stranger = 1 - owner;
    let mut won = vec![0.0; hands];
    let mut before = part.clone();
    before.second_trick(context, stranger, PassMode::Answer, lead, own, &mut won);
    fresh.forget(lead);
    let mut gadgets: Vec<Gadget> =
        won.iter().enumerate().map(|(hand, &won)| Gadget::new(hand, won as f32)).collect();
    let (mut saved, mut wins) = (vec![0.0; own.len()], vec![0.0; hands]);
    for iteration in 1..=iterations {
        let factors = Factors::new(&Variant::DCFR, iteration);
        let range: Vec<f64> =
            gadgets.iter().map(|gadget| 1.0 + PENALTY * f64::from(gadget.follows())).collect();
        fresh.second_trick(context, owner, PassMode::Learn(factors), lead, &range, &mut saved);
        fresh.second_trick(context, stranger, PassMode::Learn(factors), lead, own, &mut wins);
        for (gadget, &wins) in gadgets.iter_mut().zip(&wins) {
            gadget.learn(wins as f32, &factors);
        }
    }
    fresh
}
