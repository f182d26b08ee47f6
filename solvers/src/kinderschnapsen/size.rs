//! How big a hand of Kinderschnapsen is: exact counts, by walking all public positions with all hands that fit.
//!
//! Trump is fixed, which leaves four turnups; all counts are a third of those for the whole pack.

use std::ops::AddAssign;

use hinterhand_engine::games::Kinderschnapsen;
use rayon::prelude::*;

use super::endings::replies;
use super::subsets::{places, subsets};
use super::table::{CheckOut, Payoff, Rules, Table, takes, trick_points};

/// Counts of one part of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Size {
    /// Public positions in which a player decides.
    pub public_decisions: u64,
    /// Public positions in which the hand is over.
    pub public_ends: u64,
    /// Information sets of each player, with perfect recall.
    pub info_sets: [u64; 2],
    /// Actions at the information sets.
    pub actions: u64,
    /// Information sets with at least two legal actions.
    pub choices: u64,
    /// Actions at these.
    pub choice_actions: u64,
    /// Information sets, where those that differ only by which cards of the hand were drawn when are one.
    pub merged_info_sets: u64,
    /// Actions at the merged ones with at least two.
    pub merged_choice_actions: u64,
    /// Deals with what was played, in which a player decides.
    pub decision_histories: u64,
    /// Deals with what was played, in which the hand is over.
    pub end_histories: u64,
}

impl AddAssign for Size {
    fn add_assign(&mut self, other: Size) {
        self.public_decisions += other.public_decisions;
        self.public_ends += other.public_ends;
        self.info_sets[0] += other.info_sets[0];
        self.info_sets[1] += other.info_sets[1];
        self.actions += other.actions;
        self.choices += other.choices;
        self.choice_actions += other.choice_actions;
        self.merged_info_sets += other.merged_info_sets;
        self.merged_choice_actions += other.merged_choice_actions;
        self.decision_histories += other.decision_histories;
        self.end_histories += other.end_histories;
    }
}

/// The counts by part of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Sizes {
    /// The tricks with open talon.
    pub open: Size,
    /// The hand after closing before the first, second and third trick.
    pub closed: [Size; 3],
    /// Play after the last draw.
    pub ending: Size,
}

impl Sizes {
    /// Counts the hand under these rules, for one trump suit and all turnups.
    pub fn count(game: Kinderschnapsen) -> Sizes {
        Sizes::count_after(game, &[])
    }

    /// Counts what begins with these cards in turn, as long as the talon is open. The cards are numbered 0 to 11,
    /// trump first, weakest first in each suit; closing is not restricted, and the first card is the turnup. With
    /// no card all turnups are counted.
    pub fn count_after(game: Kinderschnapsen, cards: &[u8]) -> Sizes {
        let turnups = cards.first().map_or(0..4, |&turnup| turnup..turnup + 1);
        let tasks: Vec<u8> = turnups.collect();
        let counts = tasks.into_par_iter().map(|turnup| {
            let rules = Rules::new(game, &Payoff::POINTS);
            let mut counter = Counter {
                rules,
                prescribed: cards.get(1..).unwrap_or(&[]),
                sizes: Sizes::default(),
                pairs: Vec::new(),
                seen: vec![0; 1 << 12],
                stamp: 0,
            };
            counter.open(Table::dealt(turnup), 0);
            counter.sizes
        });
        counts.collect::<Vec<_>>().into_iter().fold(Sizes::default(), |mut all, part| {
            all.open += part.open;
            all.closed.iter_mut().zip(part.closed).for_each(|(all, part)| *all += part);
            all.ending += part.ending;
            all
        })
    }

    /// All parts together.
    pub fn total(&self) -> Size {
        let mut total = self.open;
        self.closed.into_iter().for_each(|part| total += part);
        total += self.ending;
        total
    }
}

/// A public position and the hands that fit.
#[derive(Clone, Copy)]
struct Node {
    /// Points, leader and what closing needs to know.
    table: Table,
    part: Part,
    /// Where the pairs of hands begin; they go on to the end.
    pairs: usize,
    lead: Option<u8>,
    /// Cards played with open talon.
    played: usize,
    /// How many private histories each player can have for one hand.
    histories: [u64; 2],
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Open,
    Closed(usize),
    Ending,
}

struct Counter<'a> {
    rules: Rules,
    prescribed: &'a [u8],
    sizes: Sizes,
    /// The pairs of hands that fit each position on the way here, by card number.
    pairs: Vec<[u16; 2]>,
    seen: Vec<u32>,
    stamp: u32,
}

impl Counter<'_> {
    fn size(&mut self, part: Part) -> &mut Size {
        match part {
            Part::Open => &mut self.sizes.open,
            Part::Closed(trick) => &mut self.sizes.closed[trick],
            Part::Ending => &mut self.sizes.ending,
        }
    }

    /// Before a lead with open talon: all hands fit.
    fn open(&mut self, table: Table, played: usize) {
        let pairs = self.pairs.len();
        for &own in subsets(table.n, 3) {
            for &other in subsets(table.n, 3).iter().filter(|&&other| other & own == 0) {
                self.pairs.push([table.cards(own), table.cards(other)]);
            }
        }
        let histories = [[1, 3, 9][played / 2]; 2];
        self.visit(Node { table, part: Part::Open, pairs, lead: None, played, histories });
        self.pairs.truncate(pairs);
    }

    /// How many orders of the talon fit each pair.
    fn orders(node: &Node) -> u64 {
        match node.part {
            Part::Ending => 1,
            _ => node.table.weight() as u64,
        }
    }

    fn end(&mut self, node: &Node) {
        let pairs = (self.pairs.len() - node.pairs) as u64;
        let histories = pairs * node.histories[0] * node.histories[1] * Counter::orders(node);
        let size = self.size(node.part);
        size.public_ends += 1;
        size.end_histories += histories;
    }

    /// Counts the decision of a player who has this many actions with each hand.
    fn decision(&mut self, node: &Node, player: usize, actions: impl Fn(u16) -> u64) {
        self.stamp += 1;
        let mut size = Size { public_decisions: 1, ..Size::default() };
        let histories = node.histories[player];
        for &pair in &self.pairs[node.pairs..] {
            let hand = pair[player];
            if std::mem::replace(&mut self.seen[hand as usize], self.stamp) == self.stamp {
                continue;
            }
            let actions = actions(hand);
            size.info_sets[player] += histories;
            size.actions += actions * histories;
            size.merged_info_sets += 1;
            if actions > 1 {
                size.choices += histories;
                size.choice_actions += actions * histories;
                size.merged_choice_actions += actions;
            }
        }
        let pairs = (self.pairs.len() - node.pairs) as u64;
        size.decision_histories = pairs * node.histories[0] * node.histories[1] * Counter::orders(node);
        *self.size(node.part) += size;
    }

    /// A position in which a card is to be played.
    fn visit(&mut self, node: Node) {
        let leader = node.table.leader as usize;
        let player = if node.lead.is_some() { 1 - leader } else { leader };
        let open = node.part == Part::Open;
        let closable =
            open && node.lead.is_none() && 8 - 2 * node.table.stage >= self.rules.game.close_min_stock;
        let legal = |hand: u16| match node.lead {
            Some(lead) if !open => replies(lead, hand),
            _ => hand,
        };
        let close = u64::from(closable);
        self.decision(&node, player, |hand| u64::from(legal(hand).count_ones()) + close);
        if closable {
            let part = Part::Closed(node.table.stage as usize - 1);
            self.visit(Node { table: node.table.closed(), part, ..node });
        }
        let end = self.pairs.len();
        let playable = self.pairs[node.pairs..].iter().fold(0, |cards, pair| cards | legal(pair[player]));
        let prescribed = if open { self.prescribed.get(node.played) } else { None };
        for card in places(playable).map(|card| card as u8) {
            if prescribed.is_some_and(|&only| only != card) {
                continue;
            }
            for at in node.pairs..end {
                let mut pair = self.pairs[at];
                if legal(pair[player]) >> card & 1 != 0 {
                    pair[player] &= !(1 << card);
                    self.pairs.push(pair);
                }
            }
            let played = node.played + usize::from(open);
            let next = Node { pairs: end, played, ..node };
            match node.lead {
                None => self.visit(Node { lead: Some(card), ..next }),
                Some(lead) => self.taken(next, lead, card),
            }
            self.pairs.truncate(end);
        }
    }

    /// After a trick.
    fn taken(&mut self, mut node: Node, lead: u8, reply: u8) {
        node.lead = None;
        node.table.leader ^= u8::from(takes(lead, reply));
        node.table.points[node.table.leader as usize] += trick_points(lead, reply);
        match self.rules.check_out(&node.table) {
            CheckOut::Ends(_) => return self.end(&node),
            CheckOut::Offered(_) => {
                self.decision(&node, node.table.leader as usize, |_| 2);
                self.end(&node);
            }
            CheckOut::Not => {}
        }
        if self.pairs[node.pairs] == [0, 0] {
            return self.end(&node);
        }
        if node.part != Part::Open {
            return self.visit(node);
        }
        if node.table.stage < 3 {
            let place = |table: &Table, card| {
                (0..table.n).find(|&at| table.card(at) == card).expect("the card was not seen before")
            };
            let (first, second) = (place(&node.table, lead), place(&node.table, reply));
            let mut table = node.table.drawn();
            table.drop_cards(first, second);
            return self.open(table, node.played);
        }
        // The winner draws the last hidden card, the loser the turnup.
        let winner = node.table.leader as usize;
        let pairs = self.pairs.len();
        let unseen = self.pairs[node.pairs..].iter().fold(0, |cards, pair| cards | pair[0] | pair[1]);
        for at in node.pairs..pairs {
            let mut pair = self.pairs[at];
            pair[winner] = unseen & !pair[1 - winner];
            pair[1 - winner] |= 1 << node.table.turnup;
            if !self.pairs[pairs..].contains(&pair) {
                self.pairs.push(pair);
            }
        }
        node.histories[winner] *= 3;
        self.visit(Node { part: Part::Ending, pairs, ..node });
        self.pairs.truncate(pairs);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn automatic() -> Kinderschnapsen {
        Kinderschnapsen { auto_checkout: true, ..Kinderschnapsen::default() }
    }

    /// A part that was counted by listing every information set as a string of what is known.
    #[test]
    fn one_beginning_has_the_listed_size() {
        // The seven of trumps turned up, jack, seven of another suit, then the queen of the latter.
        let sizes = Sizes::count_after(automatic(), &[1, 6, 9, 11]);
        let of = |size: Size| (size.public_decisions, size.info_sets);
        assert_eq!(of(sizes.closed[1]), (7454, [43464, 37218]));
        assert_eq!(sizes.closed[1].actions, 48720 + 41916);
        assert_eq!(of(sizes.closed[2]), (6553, [83079, 68094]));
        assert_eq!(sizes.closed[2].actions, 102681 + 87048);
        assert_eq!(of(sizes.ending), (22683, [331452, 403551]));
        assert_eq!(sizes.ending.actions, 476640 + 618057);
        let ends = sizes.closed[1].end_histories + sizes.closed[2].end_histories;
        assert_eq!(ends + sizes.ending.end_histories + sizes.open.end_histories, 7_713_306);
    }

    #[test]
    #[ignore = "slow: walks 250 million public positions"]
    fn the_whole_has_the_counted_size() {
        let sizes = Sizes::count(automatic());
        let total = sizes.total();
        assert_eq!(total.public_decisions, 140_553_238);
        assert_eq!(total.public_ends, 113_474_224);
        assert_eq!(total.info_sets, [2_060_809_084, 2_080_764_150]);
        assert_eq!(total.actions, 5_958_044_662);
        assert_eq!((total.choices, total.choice_actions), (1_468_346_884, 3_284_818_312));
        assert_eq!(total.decision_histories, 58_853_033_880);
        assert_eq!(total.end_histories, 27_626_399_784);
        let parts = [sizes.open, sizes.closed[0], sizes.closed[1], sizes.closed[2], sizes.ending];
        assert_eq!(
            parts.map(|part| part.public_decisions),
            [253_888, 150_870, 3_283_840, 26_880_844, 109_983_796]
        );
        assert_eq!(
            parts[..4].iter().map(|part| part.merged_choice_actions).collect::<Vec<_>>(),
            [18_292_400, 87_148, 2_876_184, 33_237_540]
        );
        assert_eq!(
            parts.map(|part| part.end_histories),
            [850_551_840, 57_542_400, 513_065_664, 3_868_442_712, 22_336_797_168]
        );
    }
}
