//! First tricks that are mirror images of each other: of what follows them one is learned, and one is judged.

use hinterhand_solvers::parallel;

use crate::position::endings::{Ending, PLAYS, division, ending, third};
use crate::position::layout::Layout;
use crate::position::mirror::{Mirror, each_trick, of_part};
use crate::position::public_state::PublicState;
use crate::position::subsets::{places, subsets};
use crate::position::walk::{HandContext, Pass, TrickPosition, Walk};

/// A first trick, or closing before it, and its image: the play after one of the two is learned for both.
#[derive(Clone, Debug)]
pub(crate) struct Pair {
    /// The first trick that it follows by number, or [`Pair::TRICKS`] for closing.
    pub(crate) learned: usize,
    /// The first trick of the image.
    pub(crate) image: usize,
    /// By hand the number of its image.
    hands: Vec<u8>,
}

impl Pair {
    /// First tricks: eleven cards to lead and ten to reply.
    pub(crate) const TRICKS: usize = 110;

    /// The first tricks, one of each two images, and at last closing.
    pub(crate) fn all() -> Vec<Pair> {
        let hands = |mirror: &Mirror| mirror.hands(3).iter().map(|image| image.number).collect();
        let mut pairs = Vec::new();
        each_trick(&Mirror::DEALT, |(lead, reply), (to_lead, to_reply), mirror| {
            let (learned, image) = (10 * lead + reply, 10 * to_lead + to_reply);
            if learned <= image {
                pairs.push(Pair { learned, image, hands: hands(&mirror) });
            }
        });
        pairs.push(Pair { learned: Pair::TRICKS, image: Pair::TRICKS, hands: hands(&Mirror::DEALT) });
        pairs
    }

    /// For each first trick, true if it is one that is learned.
    pub(crate) fn learned_tricks(pairs: &[Pair]) -> [bool; Pair::TRICKS] {
        let mut learned = [false; Pair::TRICKS];
        let tricks = pairs.iter().filter(|pair| pair.learned < Pair::TRICKS);
        tricks.for_each(|pair| learned[pair.learned] = true);
        learned
    }

    /// The card led in the first trick that is learned.
    pub(crate) fn lead(&self) -> usize {
        self.learned / 10
    }

    /// The card led in its image.
    pub(crate) fn image_lead(&self) -> usize {
        self.image / 10
    }

    /// Returns true if it is its own image.
    pub(crate) fn is_one(&self) -> bool {
        self.learned == self.image
    }

    /// The reach of the part that is learned, by first trick; empty where no hand reaches it.
    pub(crate) fn reach(&self, reaches: &[Vec<f64>]) -> Vec<f64> {
        let (own, image) = (&reaches[self.learned], &reaches[self.image]);
        own.iter().zip(&self.hands).map(|(own, &to)| (own + image[usize::from(to)]) / 2.0).collect()
    }

    /// Fills in the learned values for both first tricks.
    pub(crate) fn fill_in(&self, values: &[f64], known: &mut [Vec<f64>]) {
        let mut image = vec![0.0; values.len()];
        for (value, &to) in values.iter().zip(&self.hands) {
            image[usize::from(to)] = *value;
        }
        known[self.learned] = values.to_vec();
        if self.is_one() {
            image.iter_mut().zip(values).for_each(|(image, value)| *image = (*image + value) / 2.0);
        }
        known[self.image] = image;
    }
}

/// Returns true if a strategy with these rows is its own image.
pub(crate) fn is_own_image(layout: &Layout, row: impl Fn(usize) -> [u16; 4] + Sync) -> bool {
    let pairs = Pair::all();
    let alike = |position: &TrickPosition, image: usize| {
        let mut alike = true;
        of_part(layout, position, |twins| {
            alike = alike && twins.row(row(position.trick.base + twins.slot)) == row(image + twins.image);
        });
        alike
    };
    let parts = parallel::map(4 * pairs.len(), &|at| {
        let (dealt, pair) = (TrickPosition::dealt(layout, (at % 4) as u8), &pairs[at / 4]);
        let after = |trick: usize| dealt.next_open(layout, trick / 10, trick % 10);
        if pair.learned == Pair::TRICKS {
            alike(&dealt, dealt.trick.base)
        } else {
            alike(&after(pair.learned), after(pair.image).trick.base)
        }
    });
    parts.into_iter().all(|alike| alike)
}

/// A pass over a strategy that is its own image: what follows a first trick is walked for one of two images
/// only.
pub(crate) struct Halved<'a, P> {
    context: HandContext<'a>,
    hero: u8,
    pass: &'a mut P,
    pairs: Vec<Pair>,
    /// The values found, by first trick.
    known: Vec<Vec<f64>>,
}

impl<'a, P> Halved<'a, P> {
    pub(crate) fn new(context: HandContext<'a>, hero: u8, pass: &'a mut P) -> Halved<'a, P> {
        Halved { context, hero, pass, pairs: Pair::all(), known: vec![Vec::new(); Pair::TRICKS] }
    }
}

impl<P: Pass> Pass for Halved<'_, P> {
    fn own(&mut self, slot: usize, legal: u8, values: &[f64; 4]) -> f64 {
        self.pass.own(slot, legal, values)
    }

    fn other(&mut self, slot: usize, legal: u8, reach: f64) -> [f64; 4] {
        self.pass.other(slot, legal, reach)
    }

    fn everywhere(&self) -> bool {
        self.pass.everywhere()
    }

    fn curious(&self) -> bool {
        self.pass.curious()
    }

    fn take_over(&mut self, position: &TrickPosition, reach: &[f64], values: &mut [f64]) -> bool {
        if !position.state.open || position.state.stage != 2 {
            return false;
        }
        let first = 10 * position.path[0].0 + position.path[0].1;
        if let known @ [_, ..] = self.known[first].as_slice() {
            values.copy_from_slice(known);
            return true;
        }
        Walk { context: self.context, hero: self.hero, pass: self.pass }.lead(position, reach, values);
        if let Some(pair) = self.pairs.iter().find(|pair| pair.learned == first) {
            pair.fill_in(values, &mut self.known);
        }
        true
    }
}

/// The play right after the last draw, known for one of each two images: fills in the other.
pub(crate) fn image_plays(pairs: &[Pair], plays: &mut [u8]) {
    let mut of_turnups: Vec<&mut [u8]> = plays.chunks_mut(PLAYS / 4).collect();
    parallel::for_each(&mut of_turnups, &|turnup, plays| {
        for pair in pairs {
            let first = (pair.learned / 10, pair.learned % 10);
            let image = (pair.image / 10, pair.image % 10);
            let state = PublicState::dealt(turnup as u8).trick(first.0, first.1).drawn();
            let mirror = Mirror::DEALT.without(first.0).without(first.1);
            each_trick(&mirror, |second, second_image, mirror| {
                let state = state.trick(second.0, second.1).drawn();
                let (from, to) = (third(0, first, second), third(0, image, second_image));
                // No more than three trumps are unseen, so that a first and a second trick are not their own
                // image.
                if from > to {
                    return;
                }
                each_trick(&mirror, |(lead, reply), (to_lead, to_reply), mirror| {
                    let state = state.trick(lead, reply);
                    for &loser in subsets(5, 2) {
                        let play = plays[from + ending(lead, reply, loser)];
                        plays[to + ending(to_lead, to_reply, mirror.hand(loser))] =
                            image_play(play, &division(&state, loser));
                    }
                });
            });
        }
    });
}

/// The play in the image of an ending: the card to lead and the reply to each, in two bits.
fn image_play(play: u8, ending: &Ending) -> u8 {
    // To which place each card of a hand goes among those of its image.
    let image = |hand: u16| hand & 0xf | hand << 4 & 0xf00 | hand >> 4 & 0xf0;
    let order = |hand: u16| {
        let mut to = [0; 4];
        for (to, card) in to.iter_mut().zip(places(hand)) {
            *to = (image(hand) & (image(1 << card) - 1)).count_ones() as u8;
        }
        to
    };
    let leader = usize::from(ending.leader);
    let [own, other] = [leader, 1 - leader].map(|player| order(ending.hands[player]));
    let reply = |at: usize| other[usize::from(play >> (2 + 2 * at) & 3)];
    (0..3).fold(own[usize::from(play & 3)], |image, at| image | reply(at) << (2 + 2 * own[at]))
}

#[cfg(test)]
mod tests {
    use hinterhand_engine::Rng;
    use hinterhand_engine::games::Kinderschnapsen;
    use hinterhand_engine::games::kinderschnapsen::FalseCheckout;

    use super::*;
    use crate::position::endings::{ALL, plays, replies};
    use crate::position::rules::{Payoff, Rules};

    #[test]
    fn values_of_images_are_weighted_as_they_are_reached() {
        let pairs = Pair::all();
        assert_eq!((pairs.len(), pairs.iter().filter(|pair| pair.is_one()).count()), (59, 7));
        let mut rng = Rng::new(4, 0);
        let mut numbers =
            |count: usize| -> Vec<f64> { (0..count).map(|_| f64::from(rng.below(100))).collect() };
        for pair in &pairs {
            let hands = pair.hands.len();
            let mut sent = vec![Vec::new(); Pair::TRICKS + 1];
            sent[pair.learned] = numbers(hands);
            sent[pair.image] = numbers(hands);
            let values = numbers(hands);
            let mut known = sent.clone();
            pair.fill_in(&values, &mut known);
            let product = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
            let of_both = product(&sent[pair.learned], &known[pair.learned])
                + product(&sent[pair.image], &known[pair.image]);
            assert_eq!(of_both, 2.0 * product(&pair.reach(&sent), &values));
        }
    }

    #[test]
    fn the_image_of_best_play_is_best_play() {
        let plain = Kinderschnapsen::default();
        let asking = Kinderschnapsen { false_checkout: FalseCheckout::OpponentFixed(1), ..plain };
        // Of two images, and after two trumps.
        for (game, wanted) in [(plain, 15), (asking, 0)] {
            let rules = Rules::new(game, &Payoff::POINTS);
            let pairs: Vec<Pair> = Pair::all().into_iter().filter(|pair| pair.learned == wanted).collect();
            let image = pairs[0].image;
            let mut plays = plays(&rules, |first| first == 110 + wanted);
            image_plays(&pairs, &mut plays);
            let state = PublicState::dealt(1).trick(image / 10, image % 10).drawn();
            for second in 0..72 {
                let at = third(1, (image / 10, image % 10), (second / 8, second % 8));
                let state = state.trick(second / 8, second % 8).drawn();
                for trick in 0..42 {
                    let state = state.trick(trick / 6, trick % 6);
                    for &loser in subsets(5, 2) {
                        let play = plays[at + super::ending(trick / 6, trick % 6, loser)];
                        let ending = division(&state, loser);
                        let leader = usize::from(state.leader);
                        let [own, other] = [leader, 1 - leader].map(|player| ending.hands[player]);
                        let nth =
                            |hand: u16, at: u8| places(hand).nth(at.into()).expect("one of three") as u8;
                        let lead = nth(own, play & 3);
                        assert_eq!(ending.reply(&rules, lead, ALL), ending.on(&rules, ALL));
                        for (at, lead) in places(own).enumerate() {
                            let reply = nth(other, play >> (2 + 2 * at) & 3);
                            assert!(replies(lead as u8, other) >> reply & 1 != 0);
                            let after = ending.trick(lead as u8, reply).after(&rules, ALL);
                            assert_eq!(after, ending.reply(&rules, lead as u8, ALL));
                        }
                    }
                }
            }
        }
    }
}
