//! The two plain suits exchanged: where the places, hands and decisions of a position stand in its mirror
//! image.
//!
//! The rules never name a suit, so a position and its mirror image are one game with the hands renamed, and
//! of what follows a first trick and what follows its image only one is learned. The game after closing at
//! once and what follows a first trick of two trumps are their own images. What is learned there need not be:
//! of two equally good actions dominance keeps the first. So imagine before each of these a public coin that
//! decides whether it is played as it was learned or mirrored. Players that hold each hand as often as its
//! image then win the mean of both payoffs.
//!
//! The coins are removed afterwards: at each decision a player plays the mean of the strategies on both sides
//! of the coin, weighted with the player's own reach on each. The result is the same as with the coin,
//! against any play of the other; and the other, which does not see the coin any more, has fewer possible
//! responses. So each player is guaranteed at least as much as with the coins, and the value of the game is
//! the same.

use std::sync::LazyLock;

use crate::position::layout::{Layout, Trick};
use crate::position::subsets::{number, places, subsets};
use crate::position::walk::TrickPosition;
use crate::solution::columns::rounded;

/// The mirror image of the unseen cards of a public position, by the number of cards in each suit: the trumps
/// come first in both, the plain suits change places.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mirror {
    trumps: usize,
    plain: [usize; 2],
}

impl Mirror {
    /// After the deal: the turnup is seen.
    pub(crate) const DEALT: Mirror = Mirror { trumps: 3, plain: [4; 2] };

    /// Of a trick with open talon.
    fn of(position: &TrickPosition) -> Mirror {
        let played = position.path[..usize::from(position.state.stage) - 1].iter();
        played.fold(Mirror::DEALT, |mirror, &(lead, reply)| mirror.without(lead).without(reply))
    }

    /// The number of unseen cards.
    #[inline]
    fn n(&self) -> usize {
        self.trumps + self.plain[0] + self.plain[1]
    }

    /// The image of a place.
    #[inline]
    fn place(&self, at: usize) -> usize {
        let [first, second] = self.plain;
        if at < self.trumps {
            at
        } else if at < self.trumps + first {
            at + second
        } else {
            at - first
        }
    }

    /// The image of a hand.
    #[inline]
    pub(crate) fn hand(&self, hand: u16) -> u16 {
        places(hand).fold(0, |image, at| image | 1 << self.place(at))
    }

    /// After the card at a place has gone.
    #[inline]
    pub(crate) fn without(&self, at: usize) -> Mirror {
        let mut left = *self;
        if at < self.trumps {
            left.trumps -= 1;
        } else {
            left.plain[usize::from(at >= self.trumps + self.plain[0])] -= 1;
        }
        left
    }

    /// The images of all hands of `k` cards and of the cards in them.
    pub(crate) fn hands(&self, k: usize) -> &'static [HandImage] {
        static ALL: LazyLock<Vec<Vec<HandImage>>> = LazyLock::new(|| {
            let sizes = (0..4 * 5 * 5 * 4).map(|at| (at / 100, at / 20 % 5, at / 4 % 5, at % 4));
            let all = sizes.map(|(trumps, first, second, k)| {
                let mirror = Mirror { trumps, plain: [first, second] };
                subsets(mirror.n(), k).iter().map(|&hand| HandImage::new(&mirror, hand)).collect()
            });
            all.collect()
        });
        &ALL[((self.trumps * 5 + self.plain[0]) * 5 + self.plain[1]) * 4 + k]
    }
}

/// The image of a hand.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HandImage {
    /// Its number.
    pub(crate) number: u8,
    /// The images of the actions: the cards in order, and closing.
    actions: [u8; 4],
}

impl HandImage {
    fn new(mirror: &Mirror, hand: u16) -> HandImage {
        let image = mirror.hand(hand);
        let mut actions = [0, 1, 2, 3];
        for (action, place) in actions.iter_mut().zip(places(hand)) {
            *action = (image & ((1 << mirror.place(place)) - 1)).count_ones() as u8;
        }
        HandImage { number: number(image) as u8, actions }
    }
}

/// The decisions of a public position and those of its image, by slot from the first ones of both parts.
#[derive(Clone, Copy, Debug)]
struct Run {
    slots: usize,
    images: usize,
    mirror: Mirror,
    /// Cards in a hand.
    k: usize,
    /// True if the decision is about a card, not about going on.
    cards: bool,
}

/// A decision and its image.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Twins {
    pub(crate) slot: usize,
    pub(crate) image: usize,
    /// The image of each action.
    actions: [u8; 4],
}

impl Run {
    /// Its decisions, by hand.
    fn twins(self) -> impl Iterator<Item = Twins> {
        let Run { slots, images, mirror, k, cards } = self;
        mirror.hands(k).iter().enumerate().map(move |(at, hand)| Twins {
            slot: slots + at,
            image: images + usize::from(hand.number),
            actions: if cards { hand.actions } else { [0, 1, 2, 3] },
        })
    }
}

impl Twins {
    /// The row of the image, from that of the slot.
    #[inline]
    pub(crate) fn row<T: Copy>(&self, row: [T; 4]) -> [T; 4] {
        let mut image = row;
        for (&to, part) in self.actions.iter().zip(row) {
            image[usize::from(to)] = part;
        }
        image
    }

    /// The row of the slot, from that of the image.
    #[inline]
    fn back<T: Copy>(&self, image: [T; 4]) -> [T; 4] {
        self.actions.map(|to| image[usize::from(to)])
    }
}

/// The decisions of a trick alone.
fn trick_runs(trick: [Trick; 2], mirror: &Mirror, visit: &mut impl FnMut(Run)) {
    let [from, to] = trick;
    let mut run = |slots, images, mirror, k, cards| visit(Run { slots, images, mirror, k, cards });
    let k = from.k;
    run(from.lead(), to.lead(), *mirror, k, true);
    for lead in 0..mirror.n() {
        run(from.reply(lead), to.reply(mirror.place(lead)), mirror.without(lead), k, true);
    }
    if from.asks {
        each_trick(mirror, |(lead, reply), (to_lead, to_reply), after| {
            run(from.on(lead, reply), to.on(to_lead, to_reply), after, k - 1, false);
        });
    }
}

/// Calls `visit` with the places of each trick, with those of its image, and with the mirror after it.
pub(crate) fn each_trick(mirror: &Mirror, mut visit: impl FnMut((usize, usize), (usize, usize), Mirror)) {
    for lead in 0..mirror.n() {
        let led = mirror.without(lead);
        for reply in 0..led.n() {
            visit((lead, reply), (mirror.place(lead), led.place(reply)), led.without(reply));
        }
    }
}

/// The decisions of a closed trick and of all that follow.
fn closed_runs([from, to]: [Trick; 2], mirror: &Mirror, visit: &mut impl FnMut(Run)) {
    if from.k < 2 {
        return;
    }
    trick_runs([from, to], mirror, visit);
    each_trick(mirror, |(lead, reply), (to_lead, to_reply), after| {
        closed_runs([from.next_closed(lead, reply), to.next_closed(to_lead, to_reply)], &after, visit);
    });
}

/// The decisions of the open trick alone.
pub(crate) fn of_trick(layout: &Layout, position: &TrickPosition, mut visit: impl FnMut(Twins)) {
    let trick = layout.at(0, position.state.stage);
    trick_runs([trick; 2], &Mirror::of(position), &mut |run| run.twins().for_each(&mut visit));
}

/// The decisions of an open trick and of the closed game beside it; of a second trick those of the third
/// tricks, too.
pub(crate) fn of_part(layout: &Layout, position: &TrickPosition, mut visit: impl FnMut(Twins)) {
    let mirror = Mirror::of(position);
    let mut visit = |run: Run| run.twins().for_each(&mut visit);
    let mut open = |from: Trick, to: Trick, mirror: &Mirror| {
        trick_runs([from, to], mirror, &mut visit);
        closed_runs([from.close(), to.close()], mirror, &mut visit);
    };
    let trick = layout.at(0, position.state.stage);
    open(trick, trick, &mirror);
    if position.state.stage == 2 {
        each_trick(&mirror, |(lead, reply), (to_lead, to_reply), after| {
            open(
                layout.next_open(trick, 2, lead, reply),
                layout.next_open(trick, 2, to_lead, to_reply),
                &after,
            );
        });
    }
}

/// The decisions in the mirror image of a part.
pub(crate) fn image(layout: &Layout, position: &TrickPosition, decisions: &[[u16; 4]]) -> Vec<[u16; 4]> {
    let mut image = vec![[0; 4]; decisions.len()];
    of_part(layout, position, |twins| image[twins.image] = twins.row(asked(decisions[twins.slot])));
    image
}

/// An unused row as it is read once it is packed.
fn asked(row: [u16; 4]) -> [u16; 4] {
    if row == [0; 4] { [1, 0, 0, 0] } else { row }
}

/// Makes a decision and its image alike: their mean by these weights, and by equal ones if both are 0.
pub(crate) fn level(decisions: &mut [[u16; 4]], twins: &Twins, weight: impl Fn(usize) -> f64) {
    let Twins { slot, image, .. } = *twins;
    // Each pair is met twice.
    if slot > image {
        return;
    }
    let mut row = asked(decisions[slot]);
    let idle = decisions[slot] == [0; 4] && slot != image;
    let other = if idle { row } else { twins.back(asked(decisions[image])) };
    if row != other {
        let weights = [weight(slot), weight(image)];
        let [own, opposite] = if weights == [0.0; 2] { [1.0; 2] } else { weights };
        let (one, other) = (chances(row), chances(other));
        row = rounded(std::array::from_fn(|action| {
            (own * one[action] + opposite * other[action]) / (own + opposite)
        }));
    }
    decisions[slot] = row;
    decisions[image] = twins.row(row);
}

fn chances(row: [u16; 4]) -> [f64; 4] {
    let sum: f64 = row.map(f64::from).iter().sum();
    row.map(|part| f64::from(part) / sum)
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use hinterhand_engine::games::Kinderschnapsen;
    use hinterhand_engine::games::kinderschnapsen::{FalseCheckout, Hand, SuitMap};
    use hinterhand_engine::tricks::Table as _;
    use hinterhand_engine::{ActionSet, Game, Rng, Turn};

    use super::*;
    use crate::position::path::trick_positions;
    use crate::solution::judge::Root;
    use crate::solution::lookup::tests::random_solution;
    use crate::solution::lookup::{Advice, Solution};

    /// The decisions of a part, by slot.
    fn twins(layout: &Layout, position: &TrickPosition) -> Vec<Option<Twins>> {
        let mut all = vec![None; layout.after_first_trick().max(layout.own(1))];
        of_part(layout, position, |twins| {
            assert!(all[twins.slot].replace(twins).is_none(), "slot {} comes twice", twins.slot);
        });
        all
    }

    #[test]
    fn the_image_of_the_image_is_the_decision_itself() {
        for asks in [false, true] {
            let layout = Layout::new(asks);
            let dealt = TrickPosition::dealt(&layout, 2);
            for (position, image, slots) in [
                (dealt, dealt, layout.own(1)),
                // A plain card on a trump, and on a plain card of the same suit.
                (dealt.next_open(&layout, 1, 4), dealt.next_open(&layout, 1, 8), layout.after_first_trick()),
                (dealt.next_open(&layout, 6, 3), dealt.next_open(&layout, 10, 7), layout.after_first_trick()),
                (dealt.next_open(&layout, 2, 0), dealt.next_open(&layout, 2, 0), layout.after_first_trick()),
            ] {
                let (there, back) = (twins(&layout, &position), twins(&layout, &image));
                let all: Vec<Twins> = there.into_iter().flatten().collect();
                for twins in &all {
                    let again = back[twins.image].expect("it is a decision");
                    assert_eq!(again.image, twins.slot);
                    assert_eq!(again.row(twins.row([5, 6, 7, 8])), [5, 6, 7, 8]);
                    assert_eq!(twins.back(twins.row([5, 6, 7, 8])), [5, 6, 7, 8]);
                }
                // All but what fills up the last group.
                assert!(all.len() <= slots && all.len() + crate::position::layout::GROUP > slots);
            }
        }
    }

    /// The slots that this hand asks for, and the advice there if the probabilities are as 1 to 2 to 3 to 4,
    /// or as in `row`.
    fn asked(
        game: &Kinderschnapsen,
        solution: &Solution<'_>,
        hand: &Hand,
        row: [u16; 4],
    ) -> Option<(usize, Advice)> {
        let Turn::Player(player) = game.turn(hand) else { panic!("the hand is not over") };
        let slot = Cell::new(None);
        let advice = solution.advice_by(&game.info_set(hand, player), |asked| {
            slot.set(Some(asked));
            row
        });
        slot.get().zip(advice)
    }

    /// The slots of a hand of the engine and of the hand with the plain suits exchanged.
    #[test]
    fn renamed_hands_of_the_engine_come_to_the_image() {
        let plain = Kinderschnapsen::default();
        let asking = Kinderschnapsen { false_checkout: FalseCheckout::OpponentFixed(1), ..plain };
        for (stream, game) in [(0, plain), (1, asking)] {
            let mut rng = Rng::new(17, stream);
            let solution = random_solution(game, Root::FirstTrick(0, 0, 0), Some(0), &mut rng);
            let mut seen = [0; 3];
            for _ in 0..60 {
                let mut hand = game.start();
                game.deal(&mut hand, &mut rng);
                let trump = hand.talon().card(hinterhand_engine::tricks::Talon::BOTTOM);
                let map = SuitMap::all()
                    .into_iter()
                    .find(|map| map.card(trump) == trump && *map != SuitMap::all()[0])
                    .expect("the plain suits can be exchanged");
                let mut known: Option<(usize, Vec<Option<Twins>>)> = None;
                while let Turn::Player(_) = game.turn(&hand) {
                    let renamed = map.hand(&hand);
                    if let Some((slot, advice)) = asked(&game, &solution, &hand, [1, 2, 3, 4]) {
                        let [own, other] = [&hand, &renamed].map(|hand| {
                            let positions = trick_positions(&solution.rules, &solution.layout, hand);
                            positions
                                .into_iter()
                                .rfind(|position| position.state.open && position.state.stage < 3)
                        });
                        let (own, other) = (own.expect("the first trick"), other.expect("the first trick"));
                        if known.as_ref().is_none_or(|(base, _)| *base != own.trick.base) {
                            known = Some((own.trick.base, twins(&solution.layout, &own)));
                        }
                        let (base, all) = known.as_ref().expect("just looked up");
                        let twins = all[slot - base].expect("it is a decision");
                        let row = twins.row([1, 2, 3, 4]);
                        let (image, renamed) =
                            asked(&game, &solution, &renamed, row).expect("the same is asked");
                        assert_eq!(image - other.trick.base, twins.image);
                        for &(action, part) in advice.actions() {
                            assert_eq!(renamed.probability(map.action(action)), part);
                        }
                        let kind =
                            if advice.actions().len() == 2 { 2 } else { usize::from(own.state.stage) - 1 };
                        seen[kind] += 1;
                    }
                    let legal = game.legal(&hand);
                    let action = legal.nth(rng.below(legal.len() as u32) as usize);
                    game.play(&mut hand, action);
                }
            }
            assert!(seen.iter().all(|&seen| seen > 20), "{seen:?}");
        }
    }
}
