//! Hands of Sixty-six to be solved with open cards, and the views of a player who only samples them.

use hinterhand_engine::games::SixtySix;
use hinterhand_engine::tricks::{Action, Table};
use hinterhand_engine::{ActionSet, Contest, ContestRules, Game, Player, Rng, Turn, View};
use hinterhand_solvers::search::{OpenCards, OpenTricks, Pimc, PimcOptions, Search};

type Hand = <SixtySix as Game>::State;

/// Which hands are solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deals {
    /// Just dealt.
    Full,
    /// Just dealt and closed at once: six cards each.
    Closed,
    /// Played at random until the talon is used up: six cards each.
    UsedUp,
}

impl Deals {
    /// All of them.
    pub const ALL: [Deals; 3] = [Deals::Full, Deals::Closed, Deals::UsedUp];

    /// In words.
    pub fn name(self) -> &'static str {
        match self {
            Deals::Full => "full deal, talon open and known",
            Deals::Closed => "six cards each, closed at once",
            Deals::UsedUp => "six cards each, talon used up",
        }
    }

    /// The first `count` hands of this kind.
    pub fn hands(self, game: &SixtySix, seed: u64, count: usize) -> Vec<Hand> {
        let hands = (0..).filter_map(|stream| {
            let mut rng = Rng::new(seed, stream);
            let mut hand = game.start();
            game.deal(&mut hand, &mut rng);
            if self == Deals::Closed {
                game.play(&mut hand, Action::CLOSE);
            }
            while self == Deals::UsedUp && hand.talon().left() > 0 && game.turn(&hand) != Turn::Over {
                let legal = game.legal(&hand).without(Action::STOP).without(Action::CLOSE);
                game.play(&mut hand, legal.nth(rng.below(legal.len() as u32) as usize));
            }
            (game.turn(&hand) != Turn::Over).then_some(hand)
        });
        hands.take(count).collect()
    }
}

/// The sum of what the players to move win, to compare with what was found before.
pub fn solve(solver: &mut OpenTricks, game: &SixtySix, hands: &[Hand]) -> i64 {
    hands.iter().map(|hand| solver.value(game, hand) as i64).sum()
}

/// One decision of perfect information Monte Carlo at each hand, on this many sampled worlds and one thread.
pub fn decide(game: &SixtySix, hands: &[Hand], worlds: u64) {
    let contest = Contest::new(ContestRules::SIXTY_SIX, Player::FIRST);
    let mut pimc = Pimc::new(game, OpenTricks::default(), PimcOptions { list: 0, ..PimcOptions::default() });
    for hand in hands {
        let Turn::Player(me) = game.turn(hand) else { panic!("a player is to move") };
        let (info_set, legal) = (game.info_set(hand, me), game.legal(hand));
        pimc.turn_to(&View { contest: &contest, info_set: &info_set, legal: &legal }, &mut Rng::new(1, 0));
        // One by one, so that all of it runs on this thread.
        assert_eq!((0..worlds).map(|_| pimc.step(1)).sum::<u64>(), worlds);
        assert!(legal.contains(pimc.action_values().best()));
    }
}
