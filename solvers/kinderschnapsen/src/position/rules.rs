//! The rules of a hand in force: what ends it, and the ranks of the results.

use hinterhand_engine::games::Kinderschnapsen;
use hinterhand_engine::games::kinderschnapsen::{CloseFail, FalseCheckout, Finish};

use crate::position::public_state::{Closing, PublicState, STEPS};

/// The choice of the winner of a trick before going on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CheckOut {
    /// Nothing.
    Not,
    /// The hand is over.
    Ends(u8),
    /// The winner may end the hand with this result.
    Offered(u8),
}

/// The ranks of what a trick can lead to at once.
#[derive(Clone, Copy, Debug)]
struct Outcome {
    check_out: CheckOut,
    /// If it was the last one and neither player checks out.
    played: u8,
    /// If it was the last one: the winner knows all and takes the better way.
    end: u8,
}

const OUTCOMES: usize = Closing::COUNT * 2 * 4 * 3;

/// The payoff of player 0 by the result of a hand, the game points that player 0 has won, from -3 to 3.
/// Player 1 is paid the negative.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Payoff(pub [f64; 7]);

impl Payoff {
    /// The game points themselves.
    pub const POINTS: Payoff = Payoff([-3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0]);

    /// The payoff of this result.
    pub fn of(&self, result: i8) -> f64 {
        self.0[(result + 3) as usize]
    }
}

/// The rules in force and the payoff. Results are compared by *rank*: 0 is what player 0 likes least, and
/// results of equal payoff have equal rank.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rules {
    pub(crate) game: Kinderschnapsen,
    rank: [u8; 7],
    /// The payoff by rank.
    pub(crate) worth: [f64; 7],
    /// True if a player that may check out can never do better than to check out.
    pub(crate) sure: bool,
    /// By closing, winner, and steps of the winner's and the other player's points.
    outcomes: [Outcome; OUTCOMES],
}

impl Rules {
    pub(crate) fn new(game: Kinderschnapsen, payoff: &Payoff) -> Rules {
        let possible = [-3, -2, -1, 1, 2, 3];
        let mut sorted = possible.map(|result| payoff.of(result));
        sorted.sort_unstable_by(f64::total_cmp);
        let mut worth = [sorted[5]; 7];
        let mut ranks = 0;
        for value in sorted {
            if ranks == 0 || value > worth[ranks - 1] {
                worth[ranks] = value;
                ranks += 1;
            }
        }
        let mut rank = [0; 7];
        for result in possible {
            let at = worth.iter().position(|&worth| worth == payoff.of(result));
            rank[(result + 3) as usize] = at.expect("every payoff has its rank") as u8;
        }
        let rising = possible.windows(2).all(|pair| payoff.of(pair[0]) <= payoff.of(pair[1]));
        let strict = game.false_checkout == FalseCheckout::Forbidden;
        let sure = rising && strict && game.close_fail == CloseFail::LastTrick;
        let outcomes = std::array::from_fn(|at| {
            let (closing, winner) = (Closing((at / 24) as u8), at / 12 % 2);
            let (own, other) = (STEPS[at / 3 % 4], STEPS[at % 3]);
            let rank = |checked_out| {
                let closer = closing.closer();
                let won = game.pay(&Finish {
                    checked_out,
                    points: own,
                    other_points: other,
                    closed_by_ender: closer.map(|(closer, _)| usize::from(closer) == winner),
                    frozen: closer.map_or(0, |(_, frozen)| frozen),
                });
                rank[((if winner == 0 { won } else { -won }) + 3) as usize]
            };
            let played = rank(false);
            let enough = own >= Kinderschnapsen::TARGET;
            let check_out = if enough && game.auto_checkout {
                CheckOut::Ends(rank(true))
            } else if enough || !strict {
                CheckOut::Offered(rank(true))
            } else {
                CheckOut::Not
            };
            let end = match check_out {
                CheckOut::Not => played,
                CheckOut::Ends(rank) => rank,
                CheckOut::Offered(rank) => Rules::better(winner as u8, rank, played),
            };
            Outcome { check_out, played, end }
        });
        Rules { game, rank, worth, sure, outcomes }
    }

    /// Returns true if there can be a question of going on or not that the points alone do not answer.
    pub(crate) fn asks(&self) -> bool {
        !self.sure && (!self.game.auto_checkout || self.game.false_checkout != FalseCheckout::Forbidden)
    }

    /// Returns true if the results stand in the same order.
    pub(crate) fn same_order(&self, other: &Rules) -> bool {
        self.rank == other.rank
    }

    /// The rank of a result.
    pub(crate) fn rank_of(&self, result: i8) -> u8 {
        self.rank[(result + 3) as usize]
    }

    /// The payoff of this rank to a player.
    #[inline]
    pub(crate) fn worth(&self, rank: u8, player: u8) -> f64 {
        let worth = self.worth[rank as usize];
        if player == 0 { worth } else { -worth }
    }

    /// The rank if the hand ends with the trick just taken and neither player checks out.
    #[inline]
    pub(crate) fn played(&self, state: &PublicState) -> u8 {
        self.outcomes[state.outcome()].played
    }

    /// The choice of the winner of the trick just taken.
    #[inline]
    pub(crate) fn check_out(&self, state: &PublicState) -> CheckOut {
        self.outcomes[state.outcome()].check_out
    }

    /// Returns true if the hand ends here, or if the winner of the trick is sure to end it.
    #[inline]
    pub(crate) fn ends(&self, check_out: CheckOut) -> bool {
        match check_out {
            CheckOut::Not => false,
            CheckOut::Ends(_) => true,
            CheckOut::Offered(_) => self.sure,
        }
    }

    /// The better of two ranks for a player.
    #[inline]
    pub(crate) fn better(player: u8, a: u8, b: u8) -> u8 {
        if player == 0 { a.max(b) } else { a.min(b) }
    }

    /// The rank after the last trick: the winner knows all and takes the better way.
    #[inline]
    pub(crate) fn end(&self, state: &PublicState) -> u8 {
        self.outcomes[state.outcome()].end
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_of_equal_worth_have_equal_rank() {
        let rules = Rules::new(Kinderschnapsen::default(), &Payoff([-1.0, -1.0, -0.5, 0.0, 0.5, 0.5, 2.0]));
        assert_eq!(rules.rank, [0, 0, 1, 0, 2, 2, 3]);
        assert_eq!(&rules.worth[..4], [-1.0, -0.5, 0.5, 2.0]);
        assert!(rules.sure);
        assert!(!Rules::new(Kinderschnapsen::default(), &Payoff([0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0])).sure);
    }

    /// Held against the engine for all points, each closer and all points at closing.
    #[test]
    fn the_pay_depends_on_no_more_than_the_steps_of_points() {
        let plain = Kinderschnapsen::default();
        let penalty = Kinderschnapsen { close_fail: CloseFail::OpponentWins2or3, ..plain };
        let games = [
            plain,
            penalty,
            Kinderschnapsen { freeze_on_close: true, ..penalty },
            Kinderschnapsen { auto_checkout: true, ..plain },
            Kinderschnapsen { false_checkout: FalseCheckout::OpponentFixed(1), ..plain },
            Kinderschnapsen { false_checkout: FalseCheckout::OpponentTier, ..penalty },
        ];
        for game in games {
            let rules = Rules::new(game, &Payoff::POINTS);
            let strict = game.false_checkout == FalseCheckout::Forbidden;
            for (winner, own) in [0, 1].into_iter().flat_map(|winner| (0..=96).map(move |own| (winner, own)))
            {
                for other in 0..=96 - own {
                    let points = if winner == 0 { [own, other] } else { [other, own] };
                    let closings = [0, 1].into_iter().flat_map(|closer| {
                        (0..=points[1 - usize::from(closer)]).map(move |frozen| Some((closer, frozen)))
                    });
                    for closed in closings.chain([None]) {
                        let closing =
                            closed.map_or(Closing(0), |(closer, frozen)| Closing::by(closer, frozen));
                        let mut state = PublicState::known(winner, points);
                        state.closing = closing;
                        let rank = |checked_out| {
                            let won = game.pay(&Finish {
                                checked_out,
                                points: own,
                                other_points: other,
                                closed_by_ender: closed.map(|(closer, _)| closer == winner),
                                frozen: closed.map_or(0, |(_, frozen)| frozen),
                            });
                            rules.rank_of(if winner == 0 { won } else { -won })
                        };
                        let check_out = match own >= Kinderschnapsen::TARGET {
                            true if game.auto_checkout => CheckOut::Ends(rank(true)),
                            enough if enough || !strict => CheckOut::Offered(rank(true)),
                            _ => CheckOut::Not,
                        };
                        assert_eq!((rules.played(&state), rules.check_out(&state)), (rank(false), check_out));
                    }
                }
            }
        }
    }
}
