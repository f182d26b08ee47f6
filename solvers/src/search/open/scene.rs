//! Static conclusions about a position of a trick-taking game.

use hinterhand_engine::tricks::{Action, Actions, Card, CardSet, Rank, Suit, Table, pair, takes};
use hinterhand_engine::{ActionSet, Player};

use super::trick_game::TrickGame;

/// A position and the cards of its talon that are still drawn.
pub(super) struct Scene<'h, G: TrickGame> {
    game: &'h G,
    hand: &'h G::State,
    talon: CardSet,
}

impl<'h, G: TrickGame> Scene<'h, G> {
    #[inline]
    pub(super) fn new(game: &'h G, hand: &'h G::State, talon: CardSet) -> Scene<'h, G> {
        Scene { game, hand, talon }
    }

    /// The most that `player` can force, as far as it matters whether that is more than `bound`.
    #[inline]
    pub(super) fn most(&self, player: Player, bound: i8) -> i8 {
        let (game, hand) = (self.game, self.hand);
        let unclaimed = game.most_unclaimed(hand, player);
        let claim = game.claim(hand, player);
        if claim <= unclaimed || unclaimed <= bound && claim > bound && !self.can_claim(player) {
            unclaimed
        } else {
            claim
        }
    }

    /// Whether `player` could have enough points if it took every trick that it can.
    #[inline]
    fn can_claim(&self, player: Player) -> bool {
        let (game, hand) = (self.game, self.hand);
        let lacks = game.lacks(hand, player);
        let (own, theirs) = (hand.cards(player), hand.cards(player.other()));
        let mut left = own | theirs | self.talon;
        if let Some(lead) = hand.lead() {
            left.insert(lead);
        }
        let announced = game.announcements(hand, own | self.talon);
        let mut most = points_of::<G>(left) + announced + game.late_points(hand);
        if most < lacks {
            return false;
        }
        if self.talon.is_empty() {
            // The other's highest trumps take a trick each, whenever they are played. By the time of a claim
            // each of them either has taken a card of the claimer or is not played, and then a card of the
            // claimer is not played either.
            let trumps = CardSet::suit(hand.trump());
            let lead = hand.lead().filter(|_| hand.mover() != player);
            let mine = own | lead.map_or(CardSet::EMPTY, CardSet::of);
            let takers = top(theirs & trumps, mine & trumps);
            most -= points_of::<G>(takers) + least_points::<G>(mine, takers.len());
        }
        most >= lacks
    }

    /// Whether the leader has enough points after leading cards that nothing can beat, trumps first, and
    /// perhaps an announcement. While cards are drawn only trumps are counted.
    #[inline]
    pub(super) fn claims_surely(&self, legal: Actions) -> bool {
        let (game, hand) = (self.game, self.hand);
        let me = hand.mover();
        let (own, theirs) = (hand.cards(me), hand.cards(me.other()));
        // Not all cards may be led after an announcement.
        if legal.played() != own {
            return false;
        }
        let lacks = game.lacks(hand, me);
        let trumps = CardSet::suit(hand.trump());
        let winners = top(own & trumps, (theirs | self.talon) & trumps);
        let mut sure = winners;
        if self.talon.is_empty() {
            let drawn = winners.len() >= (theirs & trumps).len();
            if drawn {
                sure = own & trumps;
            }
            for suit in Suit::ALL.into_iter().filter(|&suit| suit != hand.trump()).map(CardSet::suit) {
                let (own, theirs) = (own & suit, theirs & suit);
                let winners = top(own, theirs);
                if drawn {
                    sure |= if winners.len() >= theirs.len() { own } else { winners };
                } else if winners.len() <= theirs.len() {
                    // The follower must follow suit as long as it can.
                    sure |= winners;
                }
            }
        }
        let drawing = !self.talon.is_empty();
        // The last trick may be too late for a claim.
        if sure.is_empty() || sure == own {
            return false;
        }
        // Where cards are drawn, some rules forbid announcements after the last one.
        let may_announce = !drawing || 2 * sure.len() < self.talon.len();
        let announced = legal.iter().filter_map(Action::married).filter(|_| may_announce);
        let announced = announced.map(|suit| (pair(suit), game.announcements(hand, pair(suit))));
        let announced = announced.chain([(CardSet::EMPTY, 0)]);
        for (pair, points) in announced {
            let sure = sure - pair;
            let given = if !drawing { least_points::<G>(theirs, sure.len()) } else { 0 };
            if !sure.is_empty() && points_of::<G>(sure) + given + points >= lacks {
                return true;
            }
        }
        false
    }

    /// The replies but for those beside which there is a better one.
    ///
    /// Two cards of a suit in one hand between which no card is left, neither in the other hand nor in an
    /// open talon nor on the table, win the same tricks now and later. A player that takes the trick should
    /// take it with the one that counts more, and a player that loses it should give the one that counts
    /// less: its tricks then count at least as much at every point of the play. That holds as long as neither
    /// card has another use, and cards that still may be exchanged or announced are kept.
    #[inline]
    pub(super) fn without_worse_replies(&self, lead: Card, legal: Actions) -> Actions {
        let hand = self.hand;
        let own = hand.cards(hand.mover());
        let mut left = hand.cards(hand.mover().other()) | CardSet::of(lead) | self.talon;
        let pairs = own | self.talon;
        let mut special = CardSet::EMPTY;
        if !self.talon.is_empty() {
            special.insert(G::State::PACK.lowest(hand.trump()));
        }
        // Both cards of a pair, spread from where king and queen are together.
        let both = pairs.bits() >> Rank::Queen as u32 & pairs.bits() >> Rank::King as u32 & 0x0101_0101;
        special |= CardSet::from_bits(both << Rank::Queen as u32 | both << Rank::King as u32);
        let mut worse = CardSet::EMPTY;
        left |= special;
        let mut cards = (own - special).iter();
        let Some(mut lower) = cards.next() else { return legal };
        for upper in cards {
            let between = lower.stronger() - upper.stronger();
            if lower.suit() == upper.suit() && (between & left).is_empty() {
                worse.insert(if takes(upper, lead, hand.trump()) { lower } else { upper });
            }
            lower = upper;
        }
        Actions::cards(legal.played() - worse).with(Action::EXCHANGE, legal.contains(Action::EXCHANGE))
    }
}

/// The cards of `own` that are stronger than all of `theirs`, all of one suit.
#[inline]
fn top(own: CardSet, theirs: CardSet) -> CardSet {
    let above = 1u64 << (32 - theirs.bits().leading_zeros());
    CardSet::from_bits(own.bits() & !(above.wrapping_sub(1) as u32))
}

/// The points of all these cards.
#[inline]
fn points_of<G: TrickGame>(cards: CardSet) -> u8 {
    let mut points = 0;
    for rank in Rank::ALL {
        let worth = G::points(Card::new(rank, Suit::Clubs));
        if worth > 0 {
            points += worth * (cards.bits() >> rank as u32 & 0x0101_0101).count_ones() as u8;
        }
    }
    points
}

/// The points of the `count` cards that count least.
#[inline]
fn least_points<G: TrickGame>(cards: CardSet, count: usize) -> u8 {
    let (mut points, mut left) = (0, count as u32);
    for rank in Rank::ALL {
        if left == 0 {
            break;
        }
        let here = (cards.bits() >> rank as u32 & 0x0101_0101).count_ones().min(left);
        points += G::points(Card::new(rank, Suit::Clubs)) * here as u8;
        left -= here;
    }
    points
}
