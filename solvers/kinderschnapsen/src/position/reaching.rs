//! The reach of all that follows a trick with open talon.

use crate::position::walk::{HandContext, Pass, TrickPosition, Walk};

/// A player's reach of what follows a trick, by the first slots, in increasing order.
pub(crate) type Reaches = Vec<(usize, Vec<f64>)>;

/// The reach of all that follows a trick, of a player with these decisions and with this reach before the
/// trick or, if a card is named, after that card was led.
pub(crate) fn reaches(
    context: HandContext<'_>,
    position: &TrickPosition,
    lead: Option<usize>,
    decisions: &[[u16; 4]],
    player: u8,
    reach: &[f64],
) -> Reaches {
    let mut pass = Reaching { base: position.trick.base, decisions, found: Vec::new() };
    let mut values = [0.0; 165];
    let hero = 1 - player;
    let values = &mut values[..position.hands_of(hero, lead)];
    Walk { context, hero, pass: &mut pass }.from(position, lead, reach, values);
    pass.found.sort_by_key(|&(base, _)| base);
    pass.found
}

/// The reach of each decision from `position` on, of the player to move there, if both arrive like this and
/// decide so. Of hands that are of no interest it is 0. Reaches and decisions are by slot from `base`.
pub(crate) fn reach_of_decisions(
    context: HandContext<'_>,
    position: &TrickPosition,
    base: usize,
    decisions: &[[u16; 4]],
    reached: [&[f64]; 2],
) -> Vec<f64> {
    let mut pass = Coming { base, decisions, reached: vec![0.0; decisions.len()] };
    let mut values = [0.0; 165];
    for (hero, reach) in [(1, reached[0]), (0, reached[1])] {
        Walk { context, hero, pass: &mut pass }.lead(position, reach, &mut values[..position.hands()]);
    }
    pass.reached
}

/// The reach of what begins here; none where the player would have had to go on and has checked out.
pub(crate) fn reach<'a>(reaches: &'a Reaches, position: &TrickPosition) -> &'a [f64] {
    static NONE: [f64; 165] = [0.0; 165];
    let at = reaches.binary_search_by_key(&position.trick.base, |&(base, _)| base);
    at.map_or(&NONE[..position.hands()], |at| &reaches[at].1)
}

/// The least reach of a hand of the owner's, beside the greatest.
const LEAST: f64 = 1e-6;

/// The reach of the owner's hands relative to the greatest, for learning again: a small one for hands that
/// never get there, so that there is an answer with them, too, and the same for all if none gets there.
pub(crate) fn relative(own: &[f64]) -> Vec<f64> {
    let most = own.iter().copied().fold(0.0, f64::max);
    own.iter().map(|&reach| if most > 0.0 { (reach / most).max(LEAST) } else { 1.0 }).collect()
}

struct Reaching<'a> {
    base: usize,
    decisions: &'a [[u16; 4]],
    found: Reaches,
}

impl Pass for Reaching<'_> {
    fn everywhere(&self) -> bool {
        true
    }

    fn curious(&self) -> bool {
        true
    }

    fn own(&mut self, _: usize, _: u8, _: &[f64; 4]) -> f64 {
        0.0
    }

    fn other(&mut self, slot: usize, legal: u8, _: f64) -> [f64; 4] {
        chosen(self.decisions[slot - self.base], legal)
    }

    fn take_over(&mut self, position: &TrickPosition, reach: &[f64], values: &mut [f64]) -> bool {
        if position.trick.base == self.base {
            return false;
        }
        self.found.push((position.trick.base, reach.to_vec()));
        values.fill(0.0);
        true
    }
}

struct Coming<'a> {
    base: usize,
    decisions: &'a [[u16; 4]],
    reached: Vec<f64>,
}

impl Pass for Coming<'_> {
    fn curious(&self) -> bool {
        true
    }

    fn own(&mut self, _: usize, _: u8, _: &[f64; 4]) -> f64 {
        0.0
    }

    fn other(&mut self, slot: usize, legal: u8, reach: f64) -> [f64; 4] {
        self.reached[slot - self.base] = reach;
        chosen(self.decisions[slot - self.base], legal)
    }
}

/// The probabilities of the legal actions.
fn chosen(row: [u16; 4], legal: u8) -> [f64; 4] {
    let parts: [f64; 4] =
        std::array::from_fn(|action| f64::from(row[action]) * f64::from(legal >> action & 1));
    let sum: f64 = parts.iter().sum();
    if sum > 0.0 { parts.map(|part| part / sum) } else { parts }
}
