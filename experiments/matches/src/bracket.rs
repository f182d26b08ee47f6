//! What is known of the exploitability of a bot in a game too large for a best response: it lies between what
//! an exploiter wins in fact and what a best response wins where only a few deals are possible.

use std::convert::Infallible;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use hinterhand_engine::dynamic::{AnyInfoSet, AnyLegal, AnyState};
use hinterhand_engine::{Game as _, Player, Rng, Turn};
use hinterhand_players::bots::{Bot, BotError, BotStrategy};
use hinterhand_players::games::LoadedGame;
use hinterhand_solvers::dynamic::Offer;
use hinterhand_solvers::judges::{Answered, FewDeals, Penalty};
use rayon::ThreadPoolBuildError;

use crate::duel::{self, Pairing};
use crate::ratings::Moments;
use crate::workers::{Order, Workers};

/// The judge of a bot.
#[derive(Clone, Copy, Debug)]
pub struct BracketJudge<'a> {
    /// The game, of two players.
    pub game: &'a LoadedGame,
    /// The bot that is judged.
    pub bot: &'a Bot,
    /// The seed of the deals and of the bots.
    pub seed: u64,
    /// The number of deals, each played from both seats.
    pub deals: u64,
    /// The number of first views from each seat for the upper bound.
    pub views: u64,
    /// The number of deals that fit a view and are possible there.
    pub worlds: u32,
    /// The most actions of each of these that are tried.
    pub most_actions: u64,
    /// What foresight costs, if anything.
    pub penalty: Option<ByBot<'a>>,
    /// The number of threads.
    pub threads: usize,
}

/// The price of foresight by the values that a bot gives.
#[derive(Clone, Copy, Debug)]
pub struct ByBot<'a> {
    /// The bot.
    pub bot: &'a Bot,
    /// The number of deals with which those that are possible are compared.
    pub deals: u32,
    /// The number of decisions of the exploiter at which it pays.
    pub decisions: u32,
}

/// The upper bound.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct UpperBound {
    /// What the best answer to the deals of a view wins: the mean of a view in each seat.
    pub won: Moments,
    /// The same in each seat.
    pub in_seats: [Moments; 2],
    /// The number of views in which actions were left untried, which count as the highest payoff.
    pub cut_short: u64,
}

/// The reason why there is no bracket.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum BracketError {
    #[error(transparent)]
    Bot(#[from] BotError),
    #[error("cannot start the threads: {0}")]
    Threads(#[from] ThreadPoolBuildError),
    #[error("{bot} gives its actions no values, by which foresight could be charged for; `learned` does")]
    NoValues { bot: String },
    #[error("{game} has no {}, so foresight cannot be charged for", Offer::Decisions)]
    NoDecisions { game: &'static str },
    #[error(
        "{views} views of {of} have more actions than are tried: where foresight is charged for, there is no bound then"
    )]
    CutShort { views: u64, of: u64 },
}

/// The probability that a figure lies outside of the bracket.
const ERROR: f64 = 0.01;

/// The lower end of what an exploiter wins, one of this number: half of the error is theirs together.
pub fn low_end(won: &Moments, exploiters: usize) -> Option<f64> {
    won.student(1.0 - ERROR / exploiters as f64).map(|[low, _]| low)
}

/// The upper end of what best answers to a few deals win: the other half of the error.
pub fn high_end(won: &Moments) -> Option<f64> {
    won.student(1.0 - ERROR).map(|[_, high]| high)
}

impl BracketJudge<'_> {
    /// What this exploiter wins against the bot: the mean of both seats of each deal. Fewer deals if stopped.
    pub fn won_by(
        &self,
        exploiter: &Bot,
        stop: &AtomicBool,
        progress: impl FnMut(u64),
    ) -> Result<Moments, BracketError> {
        let bots = [exploiter.for_referee(self.game)?, self.bot.for_referee(self.game)?];
        let pairing = Pairing { game: self.game, bots: [&bots[0], &bots[1]], exact: None, seed: self.seed };
        Ok(duel::run(&pairing, self.deals, self.threads, stop, progress)?.payoffs())
    }

    /// What best answers to a few deals win. Fewer views if stopped.
    ///
    /// For each view the bot's own chance is another one, which the exploiter foresees: so the bound also holds for a
    /// bot whose decisions depend on chance.
    pub fn answered(
        &self,
        stop: &AtomicBool,
        mut progress: impl FnMut(u64),
    ) -> Result<UpperBound, BracketError> {
        let workers = Workers::new(self.threads)?;
        // A bot that cannot play the game is refused before the threads begin.
        self.bot.for_game(self.game)?;
        if let Some(ByBot { bot, .. }) = self.penalty {
            self.check_values(bot)?;
        }
        let mut bound = UpperBound::default();
        let add = |found: Option<[Answered; 2]>| {
            if let Some(found) = found {
                bound.won.add((found[0].payoff + found[1].payoff) / 2.0);
                for (seat, found) in bound.in_seats.iter_mut().zip(found) {
                    seat.add(found.payoff);
                    bound.cut_short += u64::from(found.is_cut_short);
                }
                progress(bound.won.count());
            }
            ControlFlow::<Infallible>::Continue(())
        };
        let work = |number, _: &AtomicBool| self.view(number);
        workers.run(0..self.views, Order::OfTasks, 4 * self.threads, stop, work, add);
        match bound.cut_short {
            views if views > 0 && self.penalty.is_some() => {
                Err(BracketError::CutShort { views, of: 2 * bound.won.count() })
            }
            _ => Ok(bound),
        }
    }

    /// Whether a bot can charge for foresight.
    fn check_values(&self, bot: &Bot) -> Result<(), BracketError> {
        let strategy = BotStrategy::new(bot.for_game(self.game)?, self.seed);
        let game = self.game.rules();
        let (mut state, rng) = (game.start(), &mut Rng::new(self.seed, 0));
        let mover = loop {
            match game.turn(&state) {
                Turn::Chance => game.deal(&mut state, rng),
                Turn::Player(mover) => break mover,
                Turn::Over => unreachable!("a hand has a decision"),
            }
        };
        if strategy.value(&game.info_set(&state, mover), &game.legal(&state)).is_none() {
            return Err(BracketError::NoValues { bot: bot.spec().to_string() });
        }
        match self.game.offers(Offer::Decisions) {
            true => Ok(()),
            false => Err(BracketError::NoDecisions { game: game.name() }),
        }
    }

    /// A view from each seat.
    fn view(&self, number: u64) -> Option<[Answered; 2]> {
        let bot = self.bot.for_game(self.game).ok()?;
        let seed = self.seed.wrapping_add(number);
        let policy = BotStrategy::new(bot, seed);
        let game = self.game.rules();
        let valuing = match self.penalty {
            Some(by) => Some((by, BotStrategy::new(by.bot.for_game(self.game).ok()?, seed))),
            None => None,
        };
        let value = |info_set: &AnyInfoSet, legal: &AnyLegal| {
            valuing.as_ref().and_then(|(_, bot)| bot.value(info_set, legal)).unwrap_or_default()
        };
        let decisions_of = |state: &AnyState| self.game.methods().decisions(state).unwrap_or_default();
        let judge = FewDeals {
            game,
            policy: &policy,
            deals: self.worlds,
            most_actions: self.most_actions,
            penalty: self.penalty.map(|ByBot { deals, decisions, .. }| Penalty {
                value: &value,
                decisions_of: &decisions_of,
                deals,
                decisions,
            }),
        };
        Some([Player::FIRST, Player::SECOND].map(|exploiter| {
            let stream = 2 * number + exploiter.index() as u64;
            judge.answered(exploiter, &mut Rng::new(self.seed, stream))
        }))
    }
}

#[cfg(test)]
mod tests {
    use hinterhand_players::games;

    use super::*;

    fn bound(game: &LoadedGame, bot: &Bot, views: u64, worlds: u32, threads: usize) -> UpperBound {
        let judge = BracketJudge {
            game,
            bot,
            seed: 5,
            deals: 2,
            views,
            worlds,
            most_actions: 1_000,
            penalty: None,
            threads,
        };
        judge.answered(&AtomicBool::new(false), |_| ()).expect("the bot plays the game")
    }

    fn bot(text: &str) -> Bot {
        Bot::open(text.parse().expect("a bot")).expect("it has no file")
    }

    /// Four standard errors.
    fn near(found: &Moments, value: f64) {
        let (mean, error) = (found.mean().expect("views"), found.standard_error().expect("views"));
        assert!((mean - value).abs() < 4.0 * error && error < 0.05, "{mean} +- {error} is not {value}");
    }

    /// Against random play in Kuhn poker a best response wins 1/2 from seat 0 and 5/12 from seat 1. With open cards,
    /// by hand: from seat 0, 3/2 with the higher card and -1/2 with the lower; from seat 1, 7/4 and -3/4. So both
    /// seats win 1/2 there.
    #[test]
    fn it_falls_from_open_cards_to_the_best_response() {
        let (kuhn, random) = (games::load_default("kuhn").expect("a game"), bot("random"));
        let open = bound(&kuhn, &random, 2_000, 1, 1);
        [0.5, 0.5].iter().zip(&open.in_seats).for_each(|(value, found)| near(found, *value));
        // With 200 deals after each view the bias is far below the error.
        let many = bound(&kuhn, &random, 600, 200, 1);
        [0.5, 5.0 / 12.0].iter().zip(&many.in_seats).for_each(|(value, found)| near(found, *value));
        assert_eq!(open.cut_short + many.cut_short, 0);
    }

    #[test]
    fn it_is_above_what_exploiters_win() {
        let kinderschnapsen = games::load_default("kinderschnapsen").expect("a game");
        let greedy = bot("greedy");
        let judge = BracketJudge {
            game: &kinderschnapsen,
            bot: &greedy,
            seed: 3,
            deals: 300,
            views: 40,
            worlds: 8,
            most_actions: 1_000_000,
            penalty: None,
            threads: 2,
        };
        let won = judge.won_by(&bot("ismcts:iterations=300"), &AtomicBool::new(false), |_| ()).expect("bots");
        let upper = judge.answered(&AtomicBool::new(false), |_| ()).expect("bots");
        let (low, high) = (low_end(&won, 1).expect("deals"), high_end(&upper.won).expect("views"));
        assert!(low > 0.3 && high > won.mean().expect("deals"), "{low} to {high}");
    }

    #[test]
    fn what_is_left_untried_counts_as_most_and_threads_change_nothing() {
        let (kuhn, random) = (games::load_default("kuhn").expect("a game"), bot("random"));
        let judge = BracketJudge {
            game: &kuhn,
            bot: &random,
            seed: 5,
            deals: 2,
            views: 20,
            worlds: 3,
            most_actions: 0,
            penalty: None,
            threads: 1,
        };
        let cut = judge.answered(&AtomicBool::new(false), |_| ()).expect("bots");
        assert_eq!((cut.cut_short, cut.won.mean()), (40, Some(2.0)));
        assert_eq!(bound(&kuhn, &random, 50, 4, 1), bound(&kuhn, &random, 50, 4, 2));
    }

    /// Whatever the values are, what is charged for foresight has mean 0: so the bound stays one. The standard errors are
    /// of the values by hand, as above.
    #[test]
    fn charged_for_foresight_it_stays_a_bound() {
        let (kuhn, random) = (games::load_default("kuhn").expect("a game"), bot("random"));
        let judge = |by, most_actions| BracketJudge {
            game: &kuhn,
            bot: &random,
            seed: 5,
            deals: 2,
            views: 1_000,
            worlds: 1,
            most_actions,
            penalty: Some(ByBot { bot: by, deals: 10, decisions: 2 }),
            threads: 1,
        };
        let stop = AtomicBool::new(false);
        let searched = bot("ismcts:iterations=30");
        let charged = judge(&searched, 1_000).answered(&stop, |_| ()).expect("it gives values");
        let (mean, error) =
            (charged.won.mean().expect("views"), charged.won.standard_error().expect("views"));
        assert!(mean > 11.0 / 24.0 - 4.0 * error && mean < 0.5 && error < 0.02, "{mean} +- {error}");
        assert!(matches!(judge(&random, 1_000).answered(&stop, |_| ()), Err(BracketError::NoValues { .. })));
        let cut = judge(&searched, 1).answered(&stop, |_| ());
        assert!(matches!(cut, Err(BracketError::CutShort { of: 2_000, .. })), "{cut:?}");
    }
}
