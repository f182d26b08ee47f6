//! The rest of a hand of Sixty-six or Schnapsen once no card is drawn any more, with open cards.
//!
//! The search answers yes-or-no questions: can this player force a payoff of at least this much? The aim of
//! the player and what the other must do to prevent it are fixed for the whole search, so a position is two
//! sets of cards, points and tricks; a step of the search is a whole trick. The questions of one hand share a
//! transposition table. The rules of claims and of the last trick are in [`Terms`].

use hinterhand_engine::tricks::{Card, CardSet, takes};

use super::terms::{Aim, Rest, Terms, worth, worth_of};

/// Positions that are remembered, as a power of two: 64 kilobytes.
const BITS: u32 = 12;
/// With fewer cards in a hand than this, going through a position is cheaper than remembering it.
const WORTH_REMEMBERING: u32 = 3;
/// Marks positions in which only the last trick matters: hands are those of the leader and of the other.
const ABOUT_LAST_TRICK: u32 = 1 << 31;
/// The index of no card.
const NO_CARD: u8 = 32;

/// A solver of hands in which no card is drawn any more.
#[derive(Clone, Debug)]
pub(super) struct Strict {
    entries: Vec<Entry>,
    /// Entries of earlier rounds are void.
    round: u16,
    /// For each player how often, and how early, a lead was good enough.
    seen: [[u32; 32]; 2],
    /// The number of positions visited.
    pub(super) positions: u64,
}

/// Bounds of the payoff of the first player at the start of a trick.
#[derive(Clone, Copy, Debug)]
struct Entry {
    hands: u64,
    rest: u32,
    round: u16,
    /// 16 * (4 + at least) + 4 + at most.
    bounds: u8,
    /// The lead that was good enough, or [`NO_CARD`].
    card: u8,
}

const _: () = assert!(size_of::<Entry>() == 16);

impl Default for Strict {
    fn default() -> Strict {
        let empty = Entry { hands: 0, rest: 0, round: 0, bounds: 0, card: NO_CARD };
        Strict { entries: vec![empty; 1 << BITS], round: 0, seen: [[1; 32]; 2], positions: 0 }
    }
}

impl Strict {
    /// Forgets all positions.
    pub(super) fn forget(&mut self) {
        self.round = self.round.checked_add(1).unwrap_or_else(|| {
            self.entries.iter_mut().for_each(|entry| entry.round = 0);
            1
        });
        self.seen = [[1; 32]; 2];
    }

    /// Whether the player in seat `leader`, who is to lead, reaches its aim: for the asker to win the amount
    /// asked for, for the other to prevent it.
    pub(super) fn lead(&mut self, terms: &Terms, aim: &Aim, rest: &Rest, leader: usize) -> bool {
        self.positions += 1;
        let other = leader ^ 1;
        let own = rest.hands[leader];
        let theirs = rest.hands[other];
        let pairs = terms.pairs(rest, leader);
        if terms.reached(rest, leader, terms.most_at_once(pairs)) && aim.is_paid(rest, leader) {
            return true;
        }
        if aim.saves_itself(rest, leader) {
            return true;
        }
        let cards = own.count_ones();
        if cards == 1 {
            let (lead, reply) = (CardSet::from_bits(own).first(), CardSet::from_bits(theirs).first());
            let (next, winner) = after(terms, rest, leader, lead, reply);
            return aim.at_the_end(terms, &next, winner) == (leader == aim.player);
        }
        if aim.is_hopeless(terms, rest, other) {
            return true;
        }
        if aim.is_hopeless(terms, rest, leader) {
            return false;
        }
        if aim.is_about_last_trick() && !rest.within_reach(terms) {
            return self.last_trick(terms, own, theirs);
        }
        let unbeaten = own & !up_to_highest(theirs);
        if unbeaten != 0 && wins_surely(terms, aim, rest, leader, unbeaten) {
            return true;
        }
        let mut known = None;
        let mut first = NO_CARD;
        if cards >= WORTH_REMEMBERING {
            let (key, rest_key) = (rest.held(), rest.key(terms, leader));
            let place = place(key, rest_key);
            let entry = self.entries[place];
            let (mut at_least, mut at_most) = (-3, 3);
            if entry.round == self.round && entry.hands == key && entry.rest == rest_key {
                at_least = (entry.bounds >> 4) as i8 - 4;
                at_most = (entry.bounds & 15) as i8 - 4;
                if let Some(reached) = aim.decided(at_least, at_most) {
                    return reached == (leader == aim.player);
                }
                first = entry.card;
            }
            known = Some((place, key, rest_key, at_least, at_most));
        }
        let found = self.good_lead(terms, aim, rest, leader, unbeaten, first);
        if let Some((place, hands, rest, at_least, at_most)) = known {
            let reached = found.is_some() == (leader == aim.player);
            let (at_least, at_most) = aim.narrowed(reached, at_least, at_most);
            let bounds = ((at_least + 4) << 4 | (at_most + 4)) as u8;
            let card = found.unwrap_or(first);
            self.entries[place] = Entry { hands, rest, round: self.round, bounds, card };
        }
        found.is_some()
    }

    /// Whether the leader takes the last trick, where nothing else matters any more.
    fn last_trick(&mut self, terms: &Terms, own: u32, theirs: u32) -> bool {
        self.positions += 1;
        if own & (own - 1) == 0 {
            return own > theirs && suits_of(own) & theirs != 0
                || theirs & (terms.trumps | suits_of(own)) == 0;
        }
        let unbeaten = own & !up_to_highest(theirs);
        if unbeaten != 0 && sure(terms, own, theirs, unbeaten) == own {
            return true;
        }
        let hands = u64::from(own) << 32 | u64::from(theirs);
        let cards = own.count_ones();
        let place = place(hands, ABOUT_LAST_TRICK);
        let entry = self.entries[place];
        if cards >= WORTH_REMEMBERING
            && entry.round == self.round
            && entry.hands == hands
            && entry.rest == ABOUT_LAST_TRICK
        {
            return entry.bounds == 1;
        }
        // Of cards that take the same tricks one is as good as the other.
        let leads = own & !have_below(own, theirs);
        let certain =
            unbeaten & if theirs & terms.trumps == 0 { !0 } else { suits_of(theirs) | terms.trumps };
        let mut good = false;
        'leads: for mut left in [leads & !certain, leads & certain] {
            while left != 0 {
                let lead = left & left.wrapping_neg();
                left ^= lead;
                if self.last_trick_after(terms, own, theirs, lead) {
                    good = true;
                    break 'leads;
                }
            }
        }
        if cards >= WORTH_REMEMBERING {
            let (bounds, rest) = (u8::from(good), ABOUT_LAST_TRICK);
            self.entries[place] = Entry { hands, rest, round: self.round, bounds, card: NO_CARD };
        }
        good
    }

    /// Whether the leader takes the last trick after having led `lead`, which is still in its hand.
    #[inline]
    fn last_trick_after(&mut self, terms: &Terms, own: u32, theirs: u32, lead: u32) -> bool {
        let card = CardSet::from_bits(lead).first();
        let replies = terms.duty.replies(CardSet::from_bits(theirs), card, terms.trump).bits();
        let trumps = if terms.trumps & lead != 0 { 0 } else { terms.trumps };
        let taking = card.stronger().bits() | trumps;
        let own_left = own ^ lead;
        let replies = replies & !have_below(theirs, own);
        for (mut left, taken) in [(replies & taking, true), (replies & !taking, false)] {
            while left != 0 {
                let reply = left & left.wrapping_neg();
                left ^= reply;
                let theirs_left = theirs ^ reply;
                let good = if taken {
                    !self.last_trick(terms, theirs_left, own_left)
                } else {
                    self.last_trick(terms, own_left, theirs_left)
                };
                if !good {
                    return false;
                }
            }
        }
        true
    }

    /// A lead with which the leader reaches its aim.
    #[inline]
    fn good_lead(
        &mut self,
        terms: &Terms,
        aim: &Aim,
        rest: &Rest,
        leader: usize,
        unbeaten: u32,
        first: u8,
    ) -> Option<u8> {
        let other = leader ^ 1;
        let (own, theirs) = (rest.hands[leader], rest.hands[other]);
        let pairs = terms.pairs(rest, leader);
        let special = pairs | pairs << 1;
        // Leads that cannot be taken: the suit must be followed, or there is no trump to take them with.
        let certain =
            unbeaten & if theirs & terms.trumps == 0 { !0 } else { suits_of(theirs) | terms.trumps };
        let worse = certain & !special & have_above(certain & !special, theirs | special);
        let mut left = own & !worse;
        let mut notes = [(0i32, 0u8); 8];
        let mut len = 0;
        while left != 0 {
            let index = left.trailing_zeros();
            let bit = left & left.wrapping_neg();
            left ^= bit;
            let points = i32::from(worth(index));
            let seen = self.seen[leader][index as usize].ilog2() as i32;
            let note = if index as u8 == first {
                1000
            } else if certain & bit != 0 {
                40 + points + seen
            } else if special & bit != 0 {
                30 + seen
            } else {
                seen - points
            };
            notes[len] = (note, index as u8);
            len += 1;
        }
        for at in 0..len {
            let mut best = at;
            for other in at + 1..len {
                if notes[other].0 > notes[best].0 {
                    best = other;
                }
            }
            notes.swap(at, best);
            let index = notes[at].1;
            let lead = Card::from_index(usize::from(index));
            let led = terms.announced(rest, leader, pairs, lead);
            if self.reply(terms, aim, &led, leader, lead) {
                let seen = &mut self.seen[leader][usize::from(index)];
                *seen = seen.saturating_add(1 << own.count_ones());
                return Some(index);
            }
        }
        None
    }

    /// Whether the leader reaches its aim after having led `lead`, which is still in its hand.
    pub(super) fn reply(&mut self, terms: &Terms, aim: &Aim, rest: &Rest, leader: usize, lead: Card) -> bool {
        let other = leader ^ 1;
        let hand = CardSet::from_bits(rest.hands[other]);
        let replies = terms.duty.replies(hand, lead, terms.trump).bits();
        let trumps = if terms.trumps & 1 << lead.index() != 0 { 0 } else { terms.trumps };
        let taking = lead.stronger().bits() | trumps;
        let pairs = terms.pairs(rest, other);
        let special = pairs | pairs << 1;
        // Of cards that take the same tricks: one takes with the one that counts more, and gives the one that
        // counts less.
        let free = rest.hands[other] & !special;
        let block = rest.hands[leader] | special;
        let takers = replies & taking & !(free & have_above(free, block));
        let losers = replies & !taking & !(free & have_below(free, block));
        for mut left in [takers, losers] {
            while left != 0 {
                let index = left.trailing_zeros();
                left &= left - 1;
                let (next, winner) = after(terms, rest, leader, lead, Card::from_index(index as usize));
                let good = if next.hands[0] == 0 {
                    aim.at_the_end(terms, &next, winner) == (leader == aim.player)
                } else {
                    self.lead(terms, aim, &next, winner) == (winner == leader)
                };
                if !good {
                    return false;
                }
            }
        }
        true
    }
}

/// Whether the leader reaches its aim just by leading cards that nothing can beat, trumps first.
#[inline]
fn wins_surely(terms: &Terms, aim: &Aim, rest: &Rest, leader: usize, unbeaten: u32) -> bool {
    let other = leader ^ 1;
    let (own, theirs) = (rest.hands[leader], rest.hands[other]);
    let sure = sure(terms, own, theirs, unbeaten);
    if sure == 0 {
        return false;
    }
    let given = least_worth(theirs, sure.count_ones());
    let won = worth_of(sure) + given;
    if aim.is_prevented_by(terms, rest, other, won) {
        return true;
    }
    if sure == own {
        // For a claim the last trick may be too late.
        return aim.all_tricks_are_enough(terms, rest, leader);
    }
    if !aim.is_paid(rest, leader) {
        return false;
    }
    let points = rest.points[leader];
    if points + won >= Terms::TARGET {
        return true;
    }
    let mut left = terms.pairs(rest, leader);
    while left != 0 {
        let pair = left & left.wrapping_neg();
        left ^= pair;
        let sure = sure & !(pair | pair << 1);
        let given = least_worth(theirs, sure.count_ones());
        if sure != 0 && points + worth_of(sure) + given + terms.pair_points(pair) >= Terms::TARGET {
            return true;
        }
    }
    false
}

/// The cards of `own` that take a trick each when they are led one after the other, trumps first; `unbeaten`
/// are those that nothing in their suit can beat.
#[inline]
fn sure(terms: &Terms, own: u32, theirs: u32, unbeaten: u32) -> u32 {
    let their_trumps = theirs & terms.trumps;
    let drawn = (unbeaten & terms.trumps).count_ones() >= their_trumps.count_ones();
    let mut sure = if drawn { own & terms.trumps } else { unbeaten & terms.trumps };
    for suit in [0xff, 0xff << 8, 0xff << 16, 0xff << 24u32] {
        if suit == terms.trumps || unbeaten & suit == 0 {
            continue;
        }
        let (winners, followers) = ((unbeaten & suit).count_ones(), (theirs & suit).count_ones());
        if drawn {
            sure |= if winners >= followers { own & suit } else { unbeaten & suit };
        } else if winners <= followers {
            // The follower must follow suit as long as it can.
            sure |= unbeaten & suit;
        }
    }
    sure
}

/// The rest after this trick, and the player that takes it.
#[inline]
fn after(terms: &Terms, rest: &Rest, leader: usize, lead: Card, reply: Card) -> (Rest, usize) {
    let winner = leader ^ usize::from(takes(reply, lead, terms.trump));
    let mut next = *rest;
    next.hands[leader] &= !(1 << lead.index());
    next.hands[leader ^ 1] &= !(1 << reply.index());
    let points = worth(lead.index() as u32) + worth(reply.index() as u32);
    next.points[winner] += points;
    next.left -= points;
    next.tricks |= 1 << winner;
    (next, winner)
}

/// All cards up to the highest one of these in each suit.
#[inline]
fn up_to_highest(cards: u32) -> u32 {
    let cards = cards | cards >> 1 & 0x7f7f_7f7f;
    let cards = cards | cards >> 2 & 0x3f3f_3f3f;
    cards | cards >> 4 & 0x0f0f_0f0f
}

/// All cards of the suits of these.
#[inline]
fn suits_of(cards: u32) -> u32 {
    let lowest = up_to_highest(cards) & 0x0101_0101;
    (lowest << 8).wrapping_sub(lowest)
}

/// The cards above one of `cards` in its suit, with none of `block` between or there.
#[inline]
fn have_below(cards: u32, block: u32) -> u32 {
    let mut pass = !block & 0xfefe_fefe;
    let way = pass;
    let mut found = cards;
    found |= pass & found << 1;
    pass &= pass << 1;
    found |= pass & found << 2;
    pass &= pass << 2;
    found |= pass & found << 4;
    found << 1 & way
}

/// The cards below one of `cards` in its suit, with none of `block` between or there.
#[inline]
fn have_above(cards: u32, block: u32) -> u32 {
    let mut pass = !block & 0x7f7f_7f7f;
    let way = pass;
    let mut found = cards;
    found |= pass & found >> 1;
    pass &= pass >> 1;
    found |= pass & found >> 2;
    pass &= pass >> 2;
    found |= pass & found >> 4;
    found >> 1 & way
}

/// The points of the `count` cards that count least.
#[inline]
fn least_worth(cards: u32, mut count: u32) -> u8 {
    let mut points = 0;
    for rank in 0..8 {
        let here = (cards >> rank & 0x0101_0101).count_ones().min(count);
        points += worth(rank) * here as u8;
        count -= here;
    }
    points
}

#[inline]
fn place(hands: u64, rest: u32) -> usize {
    // Two odd multipliers; the high half of each product depends on all the bits below it.
    let mixed =
        hands.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ u64::from(rest).wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
    ((mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93) >> (64 - BITS)) as usize
}
