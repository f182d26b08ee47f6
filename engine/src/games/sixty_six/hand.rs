//! A hand of Sixty-six or Schnapsen: the position and how it is played.

use super::rules::{AfterAnnounce, AllPlayed, CloseFail, FalseStop, Family, POINTS, TARGET};
use std::hash::Hasher;

use crate::tricks::{Action, Actions, Card, CardSet, Deal, InfoSet, Pack, Rank, Table, Talon, takes};
use crate::{ActionSet, Game, Player, Rng, Turn};

/// The position of a hand, hidden cards included: 64 bytes, one cache line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hand<const CARDS: usize> {
    pub(super) talon: Talon,
    pub(super) hands: [CardSet; 2],
    /// The cards that both players know to be in a hand.
    pub(super) shown: CardSet,
    /// Bit `t` is the winner of trick `t`.
    pub(super) winners: u16,
    /// Tricks taken.
    pub(super) tricks: u8,
    /// Points in tricks and announcements, those that still wait for a trick too.
    pub(super) points: [u8; 2],
    /// The card that lay open after the deal.
    pub(super) open: Card,
    /// The card led, while the reply is awaited.
    pub(super) lead: Card,
    pub(super) phase: Phase,
    /// The player to move; once over, the player that stopped or took the last trick.
    pub(super) mover: Player,
    pub(super) closing: Closing,
    /// The points of the closer's opponent when the talon was closed.
    pub(super) frozen: u8,
    /// Low half: the suits announced in this hand. High half: at this lead.
    pub(super) pairs: u8,
    /// The number of actions.
    pub(super) len: u8,
    /// The actions.
    pub(super) log: [u8; 31],
}

const _: () = assert!(size_of::<Hand<24>>() <= 64);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(super) enum Phase {
    Deal,
    Lead,
    Reply,
    /// The winner of the last trick may stop.
    Last,
    /// Over by a stop.
    Stopped,
    /// Over after the last trick.
    Played,
}

/// Whether and by which player the talon was closed, and whether the other had a trick then: one byte, 0 for
/// open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Closing(pub(super) u8);

impl Closing {
    const OPEN: Closing = Closing(0);

    fn by(closer: Player, other_had_trick: bool) -> Closing {
        Closing(1 + closer.index() as u8 + 2 * u8::from(other_had_trick))
    }

    /// The closer, and whether the other had a trick then.
    #[inline]
    pub(super) fn closed(self) -> Option<(Player, bool)> {
        let code = usize::from(self.0).checked_sub(1)?;
        Some((Player::new(code & 1), code & 2 != 0))
    }
}

impl<const CARDS: usize> Hand<CARDS> {
    pub(super) const UNDEALT: Hand<CARDS> = Hand {
        talon: Talon::EMPTY,
        hands: [CardSet::EMPTY; 2],
        shown: CardSet::EMPTY,
        winners: 0,
        tricks: 0,
        points: [0; 2],
        open: Card::from_index(0),
        lead: Card::from_index(0),
        phase: Phase::Deal,
        mover: Player::FIRST,
        closing: Closing::OPEN,
        frozen: 0,
        pairs: 0,
        len: 0,
        log: [0; 31],
    };

    /// The actions so far.
    pub fn actions(&self) -> impl Iterator<Item = Action> + '_ {
        self.log[..self.len as usize].iter().map(|&index| Action::from_index(index))
    }

    /// The points of `player` in tricks and announcements, those that still wait for a trick too.
    #[inline]
    pub fn points_scored(&self, player: Player) -> u8 {
        self.points[player.index()]
    }

    /// The suits announced at this lead, as bits.
    #[inline]
    fn lock(&self) -> u8 {
        self.pairs >> 4
    }

    /// The suits of which the mover holds king and queen, as bits.
    #[inline]
    fn pairs_held(&self) -> u8 {
        pairs_within(self.cards(self.mover))
    }
}

/// The suits of which king and queen are among `cards`, as bits.
#[inline]
pub(super) fn pairs_within(cards: CardSet) -> u8 {
    // A bit to each suit byte, gathered into the top four bits by one multiplication.
    let cards = cards.bits();
    let pairs = (cards >> Rank::Queen as u32) & (cards >> Rank::King as u32) & 0x0101_0101;
    (pairs.wrapping_mul(1 << 24 | 1 << 17 | 1 << 10 | 1 << 3) >> 24) as u8 & 0xf
}

impl<const CARDS: usize> Table for Hand<CARDS> {
    const PACK: Pack = Family::<CARDS>::PACK;

    #[inline]
    fn is_dealt(&self) -> bool {
        self.phase != Phase::Deal
    }

    #[inline]
    fn talon(&self) -> Talon {
        self.talon
    }

    fn talon_mut(&mut self) -> &mut Talon {
        &mut self.talon
    }

    #[inline]
    fn hands(&self) -> &[CardSet; 2] {
        &self.hands
    }

    fn hands_mut(&mut self) -> &mut [CardSet; 2] {
        &mut self.hands
    }

    #[inline]
    fn shown(&self) -> CardSet {
        self.shown
    }

    #[inline]
    fn open(&self) -> Card {
        self.open
    }

    #[inline]
    fn tricks(&self) -> usize {
        self.tricks as usize
    }

    #[inline]
    fn winner(&self, t: usize) -> Player {
        Player::new(usize::from(self.winners >> t & 1))
    }

    #[inline]
    fn lead(&self) -> Option<Card> {
        (self.phase == Phase::Reply).then_some(self.lead)
    }

    #[inline]
    fn mover(&self) -> Player {
        self.mover
    }

    #[inline]
    fn closer(&self) -> Option<Player> {
        self.closing.closed().map(|(closer, _)| closer)
    }

    #[inline]
    fn is_open(&self) -> bool {
        self.closing == Closing::OPEN && self.talon.left() > 0
    }

    #[inline]
    fn has_trick(&self, player: Player) -> bool {
        let second = self.winners.count_ones();
        if player == Player::SECOND { second > 0 } else { u32::from(self.tricks) > second }
    }

    #[inline]
    fn retrace(&self, mut visit: impl FnMut(Action, Player)) {
        let mut cards = 0;
        for action in self.actions() {
            // After the last trick its winner acts, as the leader of a trick that is never played.
            let leader = self.leader(cards / 2);
            visit(action, if cards % 2 == 0 { leader } else { leader.other() });
            cards += usize::from(action.played().is_some());
        }
    }

    fn hash_log<H: Hasher>(&self, state: &mut H) {
        state.write(&self.log[..self.len as usize]);
    }
}

/// King and queen of the suits whose bits are set.
#[inline]
pub(super) fn pairs_of(suits: u8) -> CardSet {
    let spread = (u32::from(suits).wrapping_mul(1 | 1 << 7 | 1 << 14 | 1 << 21)) & 0x0101_0101;
    CardSet::from_bits(spread << Rank::Queen as u32 | spread << Rank::King as u32)
}

impl<const CARDS: usize> Family<CARDS> {
    /// The points of `player` that count.
    #[inline]
    pub fn points(&self, hand: &Hand<CARDS>, player: Player) -> u8 {
        let wait = self.marriage_needs_trick && !hand.has_trick(player);
        if wait { 0 } else { hand.points[player.index()] }
    }

    #[inline]
    fn may_exchange(&self, hand: &Hand<CARDS>) -> bool {
        hand.is_open()
            && hand.talon.left() >= self.exchange_min_deck as usize
            && hand.cards(hand.mover).contains(Self::PACK.lowest(hand.trump()))
            && (!self.exchange_needs_trick || hand.has_trick(hand.mover))
    }

    #[inline]
    fn may_stop(&self, hand: &Hand<CARDS>) -> bool {
        !self.stop_only_if_66 || self.has_enough(hand)
    }

    /// Whether the player to move, or the player that ended the hand, has the points that a claim needs.
    #[inline]
    pub fn has_enough(&self, hand: &Hand<CARDS>) -> bool {
        self.points(hand, hand.mover) >= TARGET
    }

    #[inline]
    fn leads(&self, hand: &Hand<CARDS>) -> Actions {
        let lock = hand.lock();
        let mut cards = hand.cards(hand.mover);
        let mut actions = Actions::NONE.with(Action::STOP, self.may_stop(hand));
        if lock != 0 {
            cards &= pairs_of(lock);
        }
        if lock == 0 || self.after_announce == AfterAnnounce::Free {
            let open = hand.is_open();
            let free = hand.tricks >= u8::from(self.first_trick_free);
            let announces = free & (open | self.marriage_when_closed);
            let pairs = if announces { hand.pairs_held() & !hand.pairs } else { 0 };
            actions = actions
                .with_pairs(pairs)
                .with(Action::EXCHANGE, self.may_exchange(hand))
                .with(Action::CLOSE, free & open & (hand.talon.left() >= self.close_min_deck as usize));
        }
        actions.with_cards(cards)
    }

    #[inline]
    fn replies(&self, hand: &Hand<CARDS>) -> Actions {
        let cards = hand.cards(hand.mover);
        let exchange = self.exchange_as_second && self.may_exchange(hand);
        let cards = if hand.is_open() { cards } else { self.duty.replies(cards, hand.lead, hand.trump()) };
        Actions::NONE.with_cards(cards).with(Action::EXCHANGE, exchange)
    }

    #[inline]
    fn reply(&self, hand: &mut Hand<CARDS>, card: Card) {
        let taken = takes(card, hand.lead, hand.trump());
        let winner = Player::new(hand.mover.index() ^ usize::from(!taken));
        hand.mover = winner;
        hand.points[winner.index()] += POINTS[hand.lead.index() & 7] + POINTS[card.index() & 7];
        hand.winners |= (winner.index() as u16) << hand.tricks;
        hand.tricks += 1;
        if (hand.hands[0] | hand.hands[1]).is_empty() {
            if hand.closing == Closing::OPEN {
                hand.points[winner.index()] += self.last_trick_points;
            }
            let ask = self.stop_after_last_trick && self.may_stop(hand);
            hand.phase = if ask { Phase::Last } else { Phase::Played };
            return;
        }
        hand.phase = Phase::Lead;
        if hand.is_open() {
            let top = hand.talon.draw();
            let next = hand.talon.draw();
            hand.hands[winner.index()].insert(top);
            hand.hands[winner.other().index()].insert(next);
            if hand.talon.left() == 0 {
                // The last card drawn lay open.
                hand.shown.insert(next);
            }
        }
    }

    fn exchange(hand: &mut Hand<CARDS>) {
        let lowest = Self::PACK.lowest(hand.trump());
        let cards = &mut hand.hands[hand.mover.index()];
        cards.remove(lowest);
        cards.insert(hand.open);
        hand.shown.remove(lowest);
        hand.shown.insert(hand.open);
        hand.talon.put(Talon::BOTTOM, lowest);
    }

    /// The pay for a correct claim against `player` as things stand, or stood when it was frozen.
    #[inline]
    pub(super) fn tier(&self, hand: &Hand<CARDS>, claimer: Player) -> i8 {
        let other = claimer.other();
        let (has_trick, points) = match hand.closing.closed() {
            Some((closer, had_trick)) if self.freeze_on_close && closer == claimer => {
                (had_trick, hand.frozen)
            }
            _ => (hand.has_trick(other), self.points(hand, other)),
        };
        Self::claim_pays(has_trick, points)
    }

    /// The pay for a correct claim against a player with a trick or none and with these points.
    #[inline]
    pub const fn claim_pays(has_trick: bool, points: u8) -> i8 {
        match (has_trick, points) {
            (false, _) => 3,
            (true, 0..=32) => 2,
            (true, _) => 1,
        }
    }

    /// The pay of the player that took the last trick, if no player claimed and `close_fail` settles nothing.
    fn unclaimed(&self, hand: &Hand<CARDS>) -> i8 {
        if hand.closer().is_some() || self.all_played == AllPlayed::LastTrick {
            return 1;
        }
        let [winner, other] = [hand.mover, hand.mover.other()].map(|player| self.points(hand, player));
        winner.cmp(&other) as i8
    }

    /// The player that has the points for the last trick.
    pub(super) fn last_trick_counts_for(&self, hand: &Hand<CARDS>) -> Option<Player> {
        let used_up = hand.closing == Closing::OPEN && usize::from(hand.tricks) == CARDS / 2;
        (used_up && self.last_trick_points > 0).then(|| hand.winner(CARDS / 2 - 1))
    }

    /// The pay of the player that ended the hand.
    fn won(&self, hand: &Hand<CARDS>) -> i8 {
        let ender = hand.mover;
        let two_or_three = |had_trick: bool| if had_trick { 2 } else { 3 };
        let must_win = hand
            .closing
            .closed()
            .filter(|_| self.close_fail == CloseFail::CloserMustWin)
            .map(|(closer, had_trick)| (closer == ender, two_or_three(had_trick)));
        let enough = self.has_enough(hand);
        match (hand.phase, must_win) {
            (Phase::Stopped, None | Some((true, _))) if enough => self.tier(hand, ender),
            // The closer's opponent claims falsely: the closer wins as after any false claim.
            (Phase::Stopped, Some((false, _))) if !enough => -two_or_three(hand.has_trick(ender.other())),
            (_, Some((closed, pay))) => {
                if closed {
                    -pay
                } else {
                    pay
                }
            }
            (Phase::Stopped, None) => match self.false_stop {
                FalseStop::Three => -3,
                FalseStop::TwoOrThree => -two_or_three(hand.has_trick(ender.other())),
            },
            _ => match hand.closer().filter(|_| self.close_fail == CloseFail::CloserJudged) {
                None => self.unclaimed(hand),
                Some(closer) => {
                    let pay = if self.points(hand, closer) >= TARGET { self.tier(hand, closer) } else { -3 };
                    if closer == ender { pay } else { -pay }
                }
            },
        }
    }
}

impl<const CARDS: usize> Game for Family<CARDS> {
    type State = Hand<CARDS>;
    type Action = Action;
    type Legal = Actions;
    type Chance = Deal;
    type InfoSet = InfoSet<Hand<CARDS>>;

    fn players(&self) -> usize {
        2
    }

    #[inline]
    fn start(&self) -> Hand<CARDS> {
        Hand::UNDEALT
    }

    #[inline]
    fn turn(&self, hand: &Hand<CARDS>) -> Turn {
        match hand.phase {
            Phase::Deal => Turn::Chance,
            Phase::Lead | Phase::Reply | Phase::Last => Turn::Player(hand.mover),
            Phase::Stopped | Phase::Played => Turn::Over,
        }
    }

    // A call for each action would take 2 % of a playout; to inline `play` as well would make perft slower.
    #[inline(always)]
    fn legal(&self, hand: &Hand<CARDS>) -> Actions {
        match hand.phase {
            Phase::Lead => self.leads(hand),
            Phase::Reply => self.replies(hand),
            Phase::Last => Actions::NONE.with(Action::STOP, true).with(Action::ON, true),
            Phase::Deal | Phase::Stopped | Phase::Played => Actions::NONE,
        }
    }

    #[inline]
    fn play(&self, hand: &mut Hand<CARDS>, action: Action) {
        debug_assert!(self.legal(hand).contains(action), "{action} is not legal");
        hand.log[hand.len as usize] = action.index() as u8;
        hand.len += 1;
        let mover = hand.mover;
        if let Some(card) = action.played() {
            hand.hands[mover.index()].remove(card);
            hand.shown.remove(card);
            if hand.phase == Phase::Lead {
                hand.pairs &= 0xf;
                hand.lead = card;
                hand.phase = Phase::Reply;
                hand.mover = mover.other();
            } else {
                self.reply(hand, card);
            }
        } else if let Some(suit) = action.married() {
            let bit = 1 << suit as u8;
            hand.pairs |= bit | bit << 4;
            hand.shown |= pairs_of(bit);
            hand.points[mover.index()] += self.marriage(suit, hand.trump());
        } else if action == Action::EXCHANGE {
            Self::exchange(hand);
        } else if action == Action::CLOSE {
            let other = mover.other();
            hand.closing = Closing::by(mover, hand.has_trick(other));
            hand.frozen = self.points(hand, other);
        } else {
            hand.phase = if action == Action::STOP { Phase::Stopped } else { Phase::Played };
        }
    }

    #[inline]
    fn draw(&self, _: &Hand<CARDS>, rng: &mut Rng) -> Deal {
        Deal::draw::<CARDS>(&Self::PACK, rng)
    }

    #[inline]
    fn reveal(&self, hand: &mut Hand<CARDS>, deal: &Deal) {
        *hand = Hand {
            talon: deal.talon,
            hands: deal.hands,
            open: deal.talon.card(Talon::BOTTOM),
            phase: Phase::Lead,
            ..Hand::UNDEALT
        };
    }

    #[inline]
    fn payoff(&self, hand: &Hand<CARDS>, player: Player) -> f64 {
        let won = self.won(hand);
        f64::from(if player == hand.mover { won } else { -won })
    }

    #[inline]
    fn info_set(&self, hand: &Hand<CARDS>, player: Player) -> InfoSet<Hand<CARDS>> {
        InfoSet::of(hand, player)
    }

    #[inline]
    fn sample(&self, info_set: &InfoSet<Hand<CARDS>>, rng: &mut Rng) -> Hand<CARDS> {
        info_set.sample(self.duty, rng)
    }
}
