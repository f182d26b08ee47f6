//! The terms on which a hand of Sixty-six or Schnapsen is played once no more cards are drawn, and what a
//! player needs to win a given amount on them.

use hinterhand_engine::games::sixty_six::{AfterAnnounce, CloseFail, FalseStop, Family};
use hinterhand_engine::tricks::{Card, CardSet, Duty, Suit, Table, pair};
use hinterhand_engine::{Game, Player};

/// The part of the options and of the closing that matters from here on.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    pub(super) trump: Suit,
    /// The cards of this suit.
    pub(super) trumps: u32,
    pub(super) duty: Duty,
    /// The points of a pair of trumps; another counts 20.
    trump_marriage: u8,
    /// Whether all pairs can be announced at one lead.
    all_at_once: bool,
    /// Whether the points of pairs wait for a trick.
    waiting: bool,
    /// Whether the winner of the last trick may still claim.
    late_claims: bool,
    /// The points for the last trick, besides its cards.
    bonus: u8,
    /// The payoff of a right claim of each player, if that was settled when the talon was closed.
    settled: [Option<i8>; 2],
    unclaimed: Unclaimed,
    /// For each player whether a false claim costs it no more than 2 once the other has a trick.
    mild: [bool; 2],
    /// Tells the terms of one hand apart: 6 bits.
    code: u32,
}

/// The payee if no player claims.
#[derive(Clone, Copy, Debug)]
enum Unclaimed {
    /// The winner of the last trick gets 1.
    LastTrick,
    /// The player with more points gets 1, if there is one.
    MorePoints,
    /// This closer, as for a claim, if it has enough points; otherwise the other gets 3.
    Judged(usize),
    /// The opponent of this closer.
    Against(usize, i8),
}

/// The rest of a hand between two tricks: 16 bytes. Cards are bits as in a [`CardSet`], pairs the bits of
/// their queens.
#[derive(Clone, Copy, Debug)]
pub struct Rest {
    pub(super) hands: [u32; 2],
    /// The points, including those that still wait for a trick.
    pub(super) points: [u8; 2],
    /// The points of all cards left.
    pub(super) left: u8,
    /// Bit `p` is set if player `p` has a trick.
    pub(super) tricks: u8,
    /// The pairs that may not be announced.
    barred: u32,
}

const _: () = assert!(size_of::<Rest>() == 16);

/// The queens.
const QUEENS: u32 = 0x1010_1010;

/// The points of the cards of one suit.
const WORTH: [u8; 256] = {
    let mut worth = [0; 256];
    let mut cards = 1usize;
    while cards < 256 {
        let rest = cards & (cards - 1);
        let lowest = Card::from_index(cards.trailing_zeros() as usize);
        worth[cards] = worth[rest] + Family::<24>::card_points(lowest);
        cards += 1;
    }
    worth
};

/// The points of the card with this index.
#[inline]
pub(super) fn worth(index: u32) -> u8 {
    Family::<24>::card_points(Card::from_index(index as usize))
}

/// The points of all these cards.
#[inline]
pub(super) fn worth_of(cards: u32) -> u8 {
    let [a, b, c, d] = cards.to_le_bytes().map(|suit| WORTH[usize::from(suit)]);
    a + b + c + d
}

impl Terms {
    /// The points that a claim needs.
    pub(super) const TARGET: u8 = Family::<24>::TARGET;

    /// The terms on which `hand` is played on.
    pub(super) fn new<const CARDS: usize>(
        game: &Family<CARDS>,
        hand: &<Family<CARDS> as Game>::State,
    ) -> Terms {
        let closer = hand.closer();
        let must_win = closer.filter(|_| game.close_fail == CloseFail::CloserMustWin);
        let both = [Player::FIRST, Player::SECOND];
        let settled = both.map(|player| {
            let frozen = game.freeze_on_close && closer == Some(player);
            let against = must_win.is_some_and(|closer| closer != player);
            (frozen || against).then(|| game.claim(hand, player))
        });
        let unclaimed = match (closer, game.close_fail) {
            _ if game.counts_all_points(hand) => Unclaimed::MorePoints,
            (None, _) | (_, CloseFail::LastTrick) => Unclaimed::LastTrick,
            (Some(closer), CloseFail::CloserJudged) => Unclaimed::Judged(closer.index()),
            (Some(closer), CloseFail::CloserMustWin) => {
                Unclaimed::Against(closer.index(), game.most_unclaimed(hand, closer.other()))
            }
        };
        let mild = both.map(|player| {
            !game.stop_only_if_66
                && match must_win {
                    None => game.false_stop == FalseStop::TwoOrThree,
                    Some(closer) => closer != player,
                }
        });
        let code = |settled: Option<i8>| settled.unwrap_or(0) as u32;
        let closed = closer.map_or(0, |closer| 1 + closer.index() as u32);
        Terms {
            trump: hand.trump(),
            trumps: CardSet::suit(hand.trump()).bits(),
            duty: game.duty,
            trump_marriage: game.trump_marriage,
            all_at_once: game.after_announce == AfterAnnounce::Free,
            waiting: game.marriage_needs_trick,
            late_claims: game.stop_after_last_trick,
            bonus: game.last_trick_bonus(hand),
            settled,
            unclaimed,
            mild,
            code: closed << 4 | code(settled[0]) << 2 | code(settled[1]),
        }
    }

    /// The pairs that `player` could announce.
    #[inline]
    pub(super) fn pairs(&self, rest: &Rest, player: usize) -> u32 {
        let cards = rest.hands[player];
        cards & cards >> 1 & QUEENS & !rest.barred
    }

    /// The points of all these pairs.
    #[inline]
    pub(super) fn pair_points(&self, pairs: u32) -> u8 {
        let of_trumps = if pairs & self.trumps != 0 { self.trump_marriage } else { 0 };
        of_trumps + 20 * (pairs & !self.trumps).count_ones() as u8
    }

    /// The most points of these pairs that can be announced at one lead.
    #[inline]
    pub(super) fn most_at_once(&self, pairs: u32) -> u8 {
        if pairs == 0 {
            0
        } else if self.all_at_once {
            self.pair_points(pairs)
        } else if pairs & self.trumps != 0 {
            self.trump_marriage.max(20)
        } else {
            20
        }
    }

    /// The position before `lead` is led, once what can be announced with it has been: that never does harm.
    #[inline]
    pub(super) fn announced(&self, rest: &Rest, leader: usize, pairs: u32, lead: Card) -> Rest {
        let mut next = *rest;
        let queen = pairs & (1 << lead.index() | 1 << lead.index() >> 1);
        if queen != 0 {
            let announced = if self.all_at_once { pairs } else { queen };
            next.points[leader] += self.pair_points(announced);
            next.barred |= announced;
        }
        next
    }

    /// Whether `player` has the points for a claim together with `more` from an announcement.
    #[inline]
    pub(super) fn reached(&self, rest: &Rest, player: usize, more: u8) -> bool {
        rest.points[player] + more >= Self::TARGET && !self.wait(rest, player)
    }

    /// The points of `player` that count.
    #[inline]
    fn counted(&self, rest: &Rest, player: usize) -> u8 {
        if self.wait(rest, player) { 0 } else { rest.points[player] }
    }

    /// Whether the points of `player` do not count yet.
    #[inline]
    fn wait(&self, rest: &Rest, player: usize) -> bool {
        self.waiting && rest.tricks >> player & 1 == 0
    }
}

impl Rest {
    /// The rest of `hand`, a card led included: it is still in the hand of the leader.
    pub(super) fn of<const CARDS: usize>(
        game: &Family<CARDS>,
        hand: &<Family<CARDS> as Game>::State,
    ) -> Rest {
        let mut hands = hand.hands().map(CardSet::bits);
        if let Some(lead) = hand.lead() {
            hands[hand.mover().other().index()] |= 1 << lead.index();
        }
        let both = [Player::FIRST, Player::SECOND];
        let tricks = both.map(|player| u8::from(hand.has_trick(player)));
        let barred = Suit::ALL.into_iter().filter(|&suit| game.announcements(hand, pair(suit)) == 0);
        let barred = barred.fold(0, |barred, suit| barred | CardSet::suit(suit).bits() & QUEENS);
        Rest {
            hands,
            points: both.map(|player| hand.points_scored(player)),
            left: worth_of(hands[0] | hands[1]),
            tricks: tricks[0] | tricks[1] << 1,
            barred,
        }
    }

    /// The points that `player` has for a claim at most, if it wins all remaining tricks.
    #[inline]
    fn most_points(&self, terms: &Terms, player: usize) -> u8 {
        let bonus = if terms.late_claims { terms.bonus } else { 0 };
        self.points[player] + self.left + terms.pair_points(terms.pairs(self, player)) + bonus
    }

    /// Whether any player can still get the points for a claim.
    #[inline]
    pub(super) fn within_reach(&self, terms: &Terms) -> bool {
        [0, 1].into_iter().any(|player| self.most_points(terms, player) >= Terms::TARGET)
    }

    /// The holders of the cards.
    #[inline]
    pub(super) fn held(&self) -> u64 {
        u64::from(self.hands[0]) << 32 | u64::from(self.hands[1])
    }

    /// The rest of the key of a position in which `leader` is to lead.
    #[inline]
    pub(super) fn key(&self, terms: &Terms, leader: usize) -> u32 {
        let most = if matches!(terms.unclaimed, Unclaimed::MorePoints) { u8::MAX } else { Terms::TARGET };
        let points = self.points.map(|points| u32::from(points.min(most)));
        let [first, second] = self.hands;
        let whole = (first & first >> 1 | second & second >> 1) & QUEENS;
        // The bits of four bytes, gathered into the top four bits by one multiplication.
        let barred = ((whole & self.barred) >> 4).wrapping_mul(1 << 24 | 1 << 17 | 1 << 10 | 1 << 3) >> 28;
        let rest = points[0] << 8 | points[1] | u32::from(self.tricks) << 16 | barred << 18;
        rest | (leader as u32) << 22 | terms.code << 23
    }
}

/// A question: can this player win at least this amount?
#[derive(Clone, Copy, Debug)]
pub(super) struct Aim {
    /// The asker.
    pub(super) player: usize,
    /// The amount asked for: 1 to 3.
    wanted: i8,
    /// Whether a right claim of the asker pays enough, if that is settled.
    settled: Option<bool>,
    /// For each player whether it needs the points for a claim to reach its aim.
    needs_points: [bool; 2],
    /// Whether the other player can afford a false claim once the asker has a trick.
    mild: bool,
    unclaimed: Unclaimed,
}

impl Aim {
    /// The question whether `player` can win `wanted`, which is positive.
    #[inline]
    pub(super) fn new(terms: &Terms, player: usize, wanted: i8) -> Aim {
        debug_assert!((1..=3).contains(&wanted));
        let (asker, other) = match terms.unclaimed {
            Unclaimed::LastTrick | Unclaimed::MorePoints => (wanted > 1, false),
            Unclaimed::Judged(closer) => (closer == player, closer != player),
            Unclaimed::Against(closer, pay) => {
                (closer == player || pay < wanted, closer != player && pay >= wanted)
            }
        };
        let mild = wanted == 3 && terms.mild[player ^ 1];
        let mut needs_points = [asker; 2];
        // A mild false claim needs none.
        needs_points[player ^ 1] = other && !mild;
        Aim {
            player,
            wanted,
            settled: terms.settled[player].map(|pay| pay >= wanted),
            needs_points,
            mild,
            unclaimed: terms.unclaimed,
        }
    }

    /// Whether `player` reaches its aim by a right claim: any claim prevents the aim of the other.
    #[inline]
    pub(super) fn is_paid(&self, rest: &Rest, player: usize) -> bool {
        player != self.player || self.settled.unwrap_or_else(|| self.pays(rest) >= self.wanted)
    }

    /// The payoff of a claim of the asker now, if that is not settled.
    #[inline]
    fn pays(&self, rest: &Rest) -> i8 {
        // Points that wait for a trick do not matter to a player without a trick.
        let other = self.player ^ 1;
        Family::<24>::claim_pays(rest.tricks >> other & 1 != 0, rest.points[other])
    }

    /// Whether the leader reaches its aim by a false claim, which avoids a larger loss.
    #[inline]
    pub(super) fn saves_itself(&self, rest: &Rest, leader: usize) -> bool {
        self.mild && leader != self.player && rest.tricks >> self.player & 1 != 0
    }

    /// Whether `player` cannot reach its aim any more, whatever happens.
    #[inline]
    pub(super) fn is_hopeless(&self, terms: &Terms, rest: &Rest, player: usize) -> bool {
        if !self.needs_points[player] {
            return false;
        }
        if !self.is_paid(rest, player) {
            return true;
        }
        rest.most_points(terms, player) < Terms::TARGET
    }

    /// Whether `player` can no longer reach its aim once the other has won cards worth `won`, in a trick or
    /// more.
    #[inline]
    pub(super) fn is_prevented_by(&self, terms: &Terms, rest: &Rest, player: usize, won: u8) -> bool {
        if !self.needs_points[player] {
            return false;
        }
        if player == self.player && self.settled.is_none() {
            let points = rest.points[player ^ 1] + won;
            if Family::<24>::claim_pays(true, points) < self.wanted {
                return true;
            }
        }
        rest.most_points(terms, player) - won < Terms::TARGET
    }

    /// Whether the last trick decides as long as no player claims.
    #[inline]
    pub(super) fn is_about_last_trick(&self) -> bool {
        self.wanted == 1 && matches!(self.unclaimed, Unclaimed::LastTrick)
    }

    /// Whether `winner` reaches its aim by taking all remaining tricks, as long as no player claims.
    #[inline]
    pub(super) fn all_tricks_are_enough(&self, terms: &Terms, rest: &Rest, winner: usize) -> bool {
        let asks = winner == self.player;
        match self.unclaimed {
            Unclaimed::MorePoints => {
                let own = rest.points[winner] + rest.left + terms.bonus;
                let other = terms.counted(rest, winner ^ 1);
                if asks { self.wanted == 1 && own > other } else { own >= other }
            }
            Unclaimed::LastTrick => !asks || self.wanted == 1,
            Unclaimed::Judged(_) => false,
            Unclaimed::Against(closer, pay) => asks == (closer != self.player && pay >= self.wanted),
        }
    }

    /// Whether the asker reaches its aim after the last trick, which `winner` took.
    pub(super) fn at_the_end(&self, terms: &Terms, rest: &Rest, winner: usize) -> bool {
        let points =
            [0, 1].map(|player| terms.counted(rest, player) + if player == winner { terms.bonus } else { 0 });
        let enough = points.map(|points| points >= Terms::TARGET);
        let other = self.player ^ 1;
        let claims = enough[self.player] && self.is_paid(rest, self.player);
        let unclaimed = match self.unclaimed {
            Unclaimed::LastTrick => winner == self.player && self.wanted == 1,
            Unclaimed::MorePoints => points[self.player] > points[other] && self.wanted == 1,
            Unclaimed::Judged(closer) if closer == self.player => claims,
            Unclaimed::Judged(_) => !enough[other],
            Unclaimed::Against(closer, pay) => closer != self.player && pay >= self.wanted,
        };
        if !terms.late_claims {
            unclaimed
        } else if winner == self.player {
            unclaimed || claims
        } else {
            unclaimed && !enough[other] && !self.saves_itself(rest, winner)
        }
    }

    /// The answer, if these bounds of what the first player wins give it.
    #[inline]
    pub(super) fn decided(&self, at_least: i8, at_most: i8) -> Option<bool> {
        let (at_least, at_most) = if self.player == 0 { (at_least, at_most) } else { (-at_most, -at_least) };
        if at_least >= self.wanted {
            Some(true)
        } else if at_most < self.wanted {
            Some(false)
        } else {
            None
        }
    }

    /// The bounds of the payoff of the first player, narrowed by the answer.
    #[inline]
    pub(super) fn narrowed(&self, reached: bool, at_least: i8, at_most: i8) -> (i8, i8) {
        // Only equal points are a draw: otherwise a player that does not win 1 loses 1.
        let drawn = matches!(self.unclaimed, Unclaimed::MorePoints);
        let less = if self.wanted == 1 && !drawn { -1 } else { self.wanted - 1 };
        match (reached, self.player) {
            (true, 0) => (at_least.max(self.wanted), at_most),
            (false, 0) => (at_least, at_most.min(less)),
            (true, _) => (at_least, at_most.min(-self.wanted)),
            (false, _) => (at_least.max(-less), at_most),
        }
    }
}
