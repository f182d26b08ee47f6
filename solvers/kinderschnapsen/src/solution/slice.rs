//! The part of a strategy that is for one turnup: a quarter of its columns, since the index begins with the
//! turnup.

use std::borrow::Cow;

use hinterhand_engine::games::kinderschnapsen::Hand;

use crate::position::path::Names;
use crate::solution::columns::Columns;

/// The number of turnups.
pub const TURNUPS: usize = 4;

/// The turnup of a hand that is dealt, as the index begins with it: 0, the Two, to 3, the Queen.
pub fn turnup_of(hand: &Hand) -> usize {
    usize::from(Names::of(hand).turnup)
}

impl Columns<'_> {
    /// The columns of one turnup, from 0 to 3, of those of a whole strategy.
    pub fn of_turnup(&self, turnup: usize) -> Columns<'_> {
        let quarter = |len: usize| turnup * (len / TURNUPS)..(turnup + 1) * (len / TURNUPS);
        let groups = quarter(self.mixed.len());
        let rows = |group: usize| match self.base.get(group) {
            Some(&base) => 4 * base as usize,
            None => self.rows.len(),
        };
        let first = self.base.get(groups.start).copied().unwrap_or_default();
        Columns {
            mixed: Cow::Borrowed(&self.mixed[groups.clone()]),
            low: Cow::Borrowed(&self.low[groups.clone()]),
            high: Cow::Borrowed(&self.high[groups.clone()]),
            base: self.base[groups.clone()].iter().map(|base| base - first).collect(),
            rows: Cow::Borrowed(&self.rows[rows(groups.start)..rows(groups.end)]),
            plays: Cow::Borrowed(&self.plays[quarter(self.plays.len())]),
        }
    }

    /// The columns of a strategy of which the part for one turnup is there, and which must not be asked about
    /// others.
    pub fn with_turnup_alone(&self, turnup: usize) -> Columns<'static> {
        fn alone<T: Copy + Default>(part: &[T], turnup: usize) -> Cow<'static, [T]> {
            let mut all = vec![T::default(); TURNUPS * part.len()];
            all[turnup * part.len()..(turnup + 1) * part.len()].copy_from_slice(part);
            Cow::Owned(all)
        }
        let groups = self.base.len();
        let mut base = vec![0; TURNUPS * groups];
        base[turnup * groups..(turnup + 1) * groups].copy_from_slice(&self.base);
        base[(turnup + 1) * groups..].fill((self.rows.len() / 4) as u32);
        Columns {
            mixed: alone(&self.mixed, turnup),
            low: alone(&self.low, turnup),
            high: alone(&self.high, turnup),
            base: base.into(),
            rows: Cow::Owned(self.rows.to_vec()),
            plays: alone(&self.plays, turnup),
        }
    }
}

#[cfg(test)]
mod tests {
    use hinterhand_engine::games::Kinderschnapsen;
    use hinterhand_engine::{ActionSet as _, Game as _, Rng, Turn};

    use super::*;
    use crate::position::rules::Payoff;
    use crate::solution::judge::Root;
    use crate::solution::lookup::tests::random_solution;
    use crate::{Columns, Solution};

    #[test]
    fn a_slice_answers_for_its_turnup_as_the_whole_does() {
        let game = Kinderschnapsen::default();
        let mut rng = Rng::new(1, 1);
        let root = Root::FirstTrick(2, 3, 4);
        let whole = random_solution(game, root, None, &mut rng);
        let slices: Vec<Columns<'static>> =
            (0..TURNUPS).map(|turnup| whole.columns().of_turnup(turnup).with_turnup_alone(turnup)).collect();
        for slot in root.slots(&whole.layout) {
            assert_eq!(slices[2].row(slot), whole.columns().row(slot), "{slot}");
        }
        let sum: usize = slices.iter().map(|slice| slice.rows.len()).sum();
        assert_eq!(sum, whole.columns().rows.len());
        let slices: Vec<Solution<'_>> = slices
            .into_iter()
            .map(|columns| Solution::from_columns(game, &Payoff::POINTS, columns).expect("they fit"))
            .collect();
        let mut asked = 0;
        for _ in 0..200 {
            let mut hand = game.start();
            loop {
                match game.turn(&hand) {
                    Turn::Over => break,
                    Turn::Chance => {
                        let chance = game.draw(&hand, &mut rng);
                        game.reveal(&mut hand, &chance);
                    }
                    Turn::Player(player) => {
                        let info_set = game.info_set(&hand, player);
                        let slice = &slices[turnup_of(&hand)];
                        // Slots that are not filled in may name what is not legal: no numbers, which equal
                        // nothing.
                        let advice = [slice, &whole].map(|one| format!("{:?}", one.advice(&info_set)));
                        assert_eq!(advice[0], advice[1]);
                        asked += 1;
                        let legal = game.legal(&hand);
                        game.play(&mut hand, legal.nth(rng.below(legal.len() as u32) as usize));
                    }
                }
            }
        }
        assert!(asked > 500, "{asked}");
    }
}
