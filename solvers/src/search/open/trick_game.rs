//! The games at the trick table as the solver of open cards sees them.

use hinterhand_engine::games::kinderschnapsen::{self, Kinderschnapsen};
use hinterhand_engine::games::sixty_six::{self, Family};
use hinterhand_engine::tricks::{Action, Actions, Card, CardSet, Duty, Table};
use hinterhand_engine::{ActionSet, Game, Player, PositionKey};

use super::terms::{Rest, Terms};

/// A game at the trick table that can be solved with open cards.
pub trait TrickGame: PositionKey + Game<State: Table, Action = Action, Legal = Actions> {
    /// The points of a card. Of two cards of a suit the stronger one never counts less.
    fn points(card: Card) -> u8;

    /// The duty of a reply in closed play.
    fn duty(&self) -> Duty;

    /// The number of points that `player` still needs for a right claim, once it has a trick.
    fn lacks(&self, hand: &Self::State, player: Player) -> u8;

    /// The points of all announcements that can still be made with `cards`.
    fn announcements(&self, hand: &Self::State, cards: CardSet) -> u8;

    /// The points besides cards and announcements that a claim after the last trick may still count.
    fn late_points(&self, hand: &Self::State) -> u8;

    /// The payoff of a right claim of `player` now. It never pays more later.
    fn claim(&self, hand: &Self::State, player: Player) -> i8;

    /// The most that `player` can force without a right claim.
    fn most_unclaimed(&self, hand: &Self::State, player: Player) -> i8;

    /// Whether more points are never worse under these rules, nor fewer of the other's.
    fn points_are_good(&self) -> bool;

    /// The right claim of the player to move, if there is one.
    fn right_claim(&self, hand: &Self::State, legal: Actions) -> Option<Action>;

    /// The rest of a hand in which no more cards are drawn, with its terms, if this is a game that has a
    /// faster solver for it.
    fn rest(&self, hand: &Self::State) -> Option<(Terms, Rest)>;
}

impl<const CARDS: usize> TrickGame for Family<CARDS> {
    #[inline]
    fn points(card: Card) -> u8 {
        Self::card_points(card)
    }

    #[inline]
    fn duty(&self) -> Duty {
        self.duty
    }

    #[inline]
    fn lacks(&self, hand: &sixty_six::Hand<CARDS>, player: Player) -> u8 {
        Self::TARGET.saturating_sub(hand.points_scored(player))
    }

    #[inline]
    fn announcements(&self, hand: &sixty_six::Hand<CARDS>, cards: CardSet) -> u8 {
        self.announcements(hand, cards)
    }

    #[inline]
    fn late_points(&self, hand: &sixty_six::Hand<CARDS>) -> u8 {
        if self.stop_after_last_trick { self.last_trick_bonus(hand) } else { 0 }
    }

    #[inline]
    fn claim(&self, hand: &sixty_six::Hand<CARDS>, player: Player) -> i8 {
        self.claim(hand, player)
    }

    #[inline]
    fn most_unclaimed(&self, hand: &sixty_six::Hand<CARDS>, player: Player) -> i8 {
        self.most_unclaimed(hand, player)
    }

    #[inline]
    fn points_are_good(&self) -> bool {
        true
    }

    #[inline]
    fn right_claim(&self, hand: &sixty_six::Hand<CARDS>, legal: Actions) -> Option<Action> {
        (legal.contains(Action::STOP) && self.has_enough(hand)).then_some(Action::STOP)
    }

    #[inline]
    fn rest(&self, hand: &sixty_six::Hand<CARDS>) -> Option<(Terms, Rest)> {
        Some((Terms::new(self, hand), Rest::of(self, hand)))
    }
}

impl TrickGame for Kinderschnapsen {
    #[inline]
    fn points(card: Card) -> u8 {
        Kinderschnapsen::points(card)
    }

    #[inline]
    fn duty(&self) -> Duty {
        Kinderschnapsen::DUTY
    }

    #[inline]
    fn lacks(&self, hand: &kinderschnapsen::Hand, player: Player) -> u8 {
        Kinderschnapsen::TARGET.saturating_sub(hand.points(player))
    }

    #[inline]
    fn announcements(&self, _: &kinderschnapsen::Hand, _: CardSet) -> u8 {
        0
    }

    #[inline]
    fn late_points(&self, _: &kinderschnapsen::Hand) -> u8 {
        0
    }

    #[inline]
    fn claim(&self, hand: &kinderschnapsen::Hand, player: Player) -> i8 {
        self.claim(hand, player)
    }

    #[inline]
    fn most_unclaimed(&self, hand: &kinderschnapsen::Hand, player: Player) -> i8 {
        self.most_unclaimed(hand, player)
    }

    /// A player that must check out with enough points may be paid less than for letting the closer fail.
    #[inline]
    fn points_are_good(&self) -> bool {
        !(self.auto_checkout && self.close_fail == kinderschnapsen::CloseFail::OpponentWins2or3)
    }

    #[inline]
    fn right_claim(&self, hand: &kinderschnapsen::Hand, legal: Actions) -> Option<Action> {
        let enough = hand.points(hand.mover()) >= Kinderschnapsen::TARGET;
        (legal.contains(Action::OUT) && enough).then_some(Action::OUT)
    }

    #[inline]
    fn rest(&self, _: &kinderschnapsen::Hand) -> Option<(Terms, Rest)> {
        None
    }
}
