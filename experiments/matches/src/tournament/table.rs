//! A table at which a deal is played from every seating.

use std::fmt;
use std::str::FromStr;
use std::sync::atomic::AtomicBool;

use hinterhand_engine::{Contest, ContestRules, Game as _, Player};
use hinterhand_players::bots::{BotFor, Decisions, RecordedHand, Seated};
use hinterhand_players::games::LoadedGame;
use hinterhand_players::protocol::Forfeit;
use serde::{Deserialize, Serialize};

use super::{Plan, Seats, Unit};

/// A deal as one pairing played it, from every seating: all or nothing of it is kept.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Played {
    /// The number of the deal.
    pub deal: u64,
    /// The number of the pairing.
    pub pairing: u32,
    /// The payoffs.
    pub payoffs: Payoffs,
    /// The hands, by seating and number.
    pub hands: Vec<Hand>,
}

/// One hand.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Hand {
    /// The number of the seating.
    pub seating: u32,
    /// The number of the hand in its match.
    pub hand: u32,
    /// The bot in each seat.
    pub seats: Vec<usize>,
    /// The words of the whole hand, chance included, with spaces between them.
    pub actions: String,
    /// The payoff of each seat.
    pub returns: Vec<f64>,
    /// The effort of the decisions.
    pub decisions: Decisions,
    /// The fault with which it ended, if it did: then the words are those up to the fault, and the returns
    /// are not those of the rules of the game.
    pub forfeit: Option<Forfeit>,
}

/// The payoff of each bot of a pairing, from each seating: at tables where it sat more than once, the mean of
/// its seats.
///
/// As text the bots are separated by commas and the seatings by semicolons: `1,-1;-2,2`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Payoffs(Vec<Vec<f64>>);

impl Payoffs {
    /// These, for each seating one for each bot.
    pub fn new(seatings: Vec<Vec<f64>>) -> Payoffs {
        Payoffs(seatings)
    }

    /// For each seating one for each bot.
    pub fn seatings(&self) -> &[Vec<f64>] {
        &self.0
    }
}

impl fmt::Display for Payoffs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (seating, payoffs) in self.0.iter().enumerate() {
            for (bot, payoff) in payoffs.iter().enumerate() {
                let mark = match (seating, bot) {
                    (0, 0) => "",
                    (_, 0) => ";",
                    _ => ",",
                };
                write!(f, "{mark}{payoff}")?;
            }
        }
        Ok(())
    }
}

impl FromStr for Payoffs {
    type Err = std::num::ParseFloatError;

    fn from_str(text: &str) -> Result<Payoffs, Self::Err> {
        let seating = |text: &str| text.split(',').map(str::parse).collect();
        text.split(';').map(seating).collect::<Result<_, _>>().map(Payoffs)
    }
}

/// The number of hands after which a match without a winner ends level.
const MOST_HANDS: u32 = 1 << 16;

/// Plays deals of a plan.
///
/// The chance of a hand comes from a stream that is named by the number of the deal, and in a match by that
/// of the hand, alone: all pairings meet the same cards. Each bot draws its own chance from a stream that is
/// named by the deal, the pairing, the seating and its place.
#[derive(Debug)]
pub struct Table<'t, 'b> {
    game: &'t LoadedGame,
    bots: &'t [BotFor<'b>],
    seats: Seats,
    unit: Unit,
    rules: ContestRules,
}

/// The bots in the seats of a table.
struct Places<'t, 'b> {
    /// The number of each.
    bots: Vec<usize>,
    seated: Vec<Seated<'t, 'b>>,
}

impl Places<'_, '_> {
    fn reverse(&mut self) {
        self.bots.reverse();
        self.seated.reverse();
    }
}

impl<'t, 'b> Table<'t, 'b> {
    /// The table for a plan that was checked for the game, its bots in their order, and the rules above the
    /// hand from that check.
    pub fn new(
        game: &'t LoadedGame,
        bots: &'t [BotFor<'b>],
        plan: &Plan,
        rules: ContestRules,
    ) -> Table<'t, 'b> {
        assert_eq!(bots.len(), plan.bots.len(), "a bot for each entrant");
        Table { game, bots, seats: Seats::of(plan, game.players()), unit: plan.unit, rules }
    }

    /// Plays a deal from every seating, unless stopped.
    pub fn play(&self, deal: u64, pairing: u32, stop: &AtomicBool) -> Option<Played> {
        let (mut payoffs, mut hands) = (Vec::new(), Vec::new());
        for number in 0..self.seats.seatings() {
            payoffs.push(match self.unit {
                Unit::Hand => {
                    let mut places = self.places(deal, pairing, number, self.seats.bots(pairing, number));
                    let contest = Contest::new(self.rules, Player::FIRST);
                    let hand = self.hand(deal, number, 0, &contest, &mut places, stop)?;
                    let payoffs = self.seats.by_bot(number, &hand.returns);
                    hands.push(hand);
                    payoffs
                }
                Unit::Match => {
                    let places = self.places(deal, pairing, number, self.seats.pairing(pairing).clone());
                    self.contest(deal, number, places, &mut hands, stop)?
                }
            });
        }
        Some(Played { deal, pairing, payoffs: Payoffs(payoffs), hands })
    }

    /// These bots, each in its seat.
    fn places(&self, deal: u64, pairing: u32, seating: u32, bots: Vec<usize>) -> Places<'t, 'b> {
        let seated = |(seat, &bot): (usize, &usize)| {
            let (bot, rng) = (&self.bots[bot], self.seats.rng(deal, pairing, seating, seat));
            Seated { bot, rng, clock: bot.clock() }
        };
        let seated = bots.iter().enumerate().map(seated).collect();
        Places { bots, seated }
    }

    /// Plays a match, in which the first bot leads the first hand in the first seating and the second one in
    /// the second, and returns what each has won.
    fn contest(
        &self,
        deal: u64,
        seating: u32,
        mut places: Places<'t, 'b>,
        hands: &mut Vec<Hand>,
        stop: &AtomicBool,
    ) -> Option<Vec<f64>> {
        let mut contest = Contest::new(self.rules, Player::new(seating as usize));
        while !contest.is_over() && contest.hands() < MOST_HANDS {
            // The leader sits in the first seat.
            let second_leads = contest.leader() != Player::FIRST;
            if second_leads {
                places.reverse();
            }
            let hand = self.hand(deal, seating, contest.hands(), &contest, &mut places, stop)?;
            if second_leads {
                places.reverse();
            }
            // Game points are whole numbers.
            contest.score(hand.returns[0].round() as i32);
            hands.push(hand);
        }
        Some(match contest.winner() {
            Some(Player::FIRST) => vec![1.0, -1.0],
            Some(_) => vec![-1.0, 1.0],
            None => vec![0.0, 0.0],
        })
    }

    /// Plays a hand with these bots in the seats; their clocks go on.
    fn hand(
        &self,
        deal: u64,
        seating: u32,
        hand: u32,
        contest: &Contest,
        places: &mut Places<'t, 'b>,
        stop: &AtomicBool,
    ) -> Option<Hand> {
        let mut chance = self.seats.chance(deal, hand);
        let played = RecordedHand::play(self.game, &mut places.seated, contest, &mut chance, stop)?;
        let RecordedHand { actions, decisions, returns, forfeit } = played;
        Some(Hand { seating, hand, seats: places.bots.clone(), actions, returns, decisions, forfeit })
    }
}

#[cfg(test)]
mod tests {
    use super::super::plan::tests::plan;
    use super::*;
    use hinterhand_engine::{History, Settings};
    use hinterhand_players::bots::Bot;
    use hinterhand_players::games::{self, GameError};
    use hinterhand_players::records::Record;

    fn game(name: &str, options: &[(&str, &str)]) -> LoadedGame {
        let fill = |settings: &mut Settings| {
            options.iter().try_for_each(|(key, text)| settings.set_text(key, text)).map_err(GameError::from)
        };
        games::load(name, fill).expect("it is in the registry")
    }

    /// Plays deals 0 and 1 of the first pairing.
    fn played(game: &LoadedGame, plan: &Plan) -> (Played, Played) {
        let rules = plan.check(game.players(), game.contest_rules()).expect("a plan");
        let open = |entrant: &super::super::Entrant| Bot::open(entrant.spec.parse().expect("a bot"));
        let bots: Vec<Bot> = plan.bots.iter().map(|entrant| open(entrant).expect("no file")).collect();
        let bots: Vec<BotFor<'_>> =
            bots.iter().map(|bot| bot.for_referee(game).expect("the game has it")).collect();
        let table = Table::new(game, &bots, plan, rules);
        let never = AtomicBool::new(false);
        let play = |deal| table.play(deal, 0, &never).expect("it is not stopped");
        assert_eq!(table.play(0, 0, &AtomicBool::new(true)), None);
        // Only thinking times differ.
        let timeless = |mut played: Played| {
            played.hands.iter_mut().for_each(|hand| hand.decisions = Decisions::default());
            played
        };
        assert_eq!(timeless(play(0)), timeless(play(0)));
        for hand in play(0).hands {
            let mut history = History::new(game.rules());
            hand.actions.split(' ').for_each(|word| history.play_word(word).expect("it was played"));
            assert_eq!(Record::of(&history).returns, Some(hand.returns));
            let actions = hand.actions.split(' ').count() - hand.decisions.unpacked().expect("packed").len();
            assert!(actions > 0, "chance does not decide as players do");
        }
        (play(0), play(1))
    }

    fn deal(hand: &Hand) -> &str {
        hand.actions.split(' ').next().expect("a word")
    }

    #[test]
    fn a_deal_is_the_same_from_all_seats_and_for_all_pairings() {
        let game = game("kinderschnapsen", &[]);
        let two = plan("kinderschnapsen", &["greedy", "random"]);
        let (first, second) = played(&game, &two);
        assert_eq!(first.hands.iter().map(|hand| &hand.seats[..]).collect::<Vec<_>>(), [[0, 1], [1, 0]]);
        assert_eq!(deal(&first.hands[0]), deal(&first.hands[1]));
        assert_ne!(deal(&first.hands[0]), deal(&second.hands[0]));
        let payoffs = first.payoffs.seatings();
        assert_eq!(payoffs[0][..], first.hands[0].returns[..]);
        assert_eq!(payoffs[1][0], first.hands[1].returns[1]);
        let other = plan("kinderschnapsen", &["random", "random:"]);
        let other = Plan { bots: vec![two.bots[1].clone(), two.bots[0].clone()], ..other };
        assert_eq!(deal(&played(&game, &other).0.hands[0]), deal(&first.hands[0]));
    }

    #[test]
    fn larger_tables_are_shared() {
        let two = plan("recipippes", &["greedy", "random"]);
        let (first, _) = played(&game("recipippes", &[("players", "3")]), &two);
        assert_eq!(first.hands.len(), 6);
        for (hand, payoffs) in first.hands.iter().zip(first.payoffs.seatings()) {
            let mean = |bot| {
                let won = hand.seats.iter().zip(&hand.returns).filter(|(seat, _)| **seat == bot);
                won.clone().map(|(_, won)| won).sum::<f64>() / won.count() as f64
            };
            assert_eq!(payoffs[..], [mean(0), mean(1)]);
        }
    }

    #[test]
    fn matches_go_on_until_somebody_has_won() {
        let mut two = plan("kinderschnapsen", &["greedy", "random"]);
        two.unit = Unit::Match;
        two.contest = [("best_of".to_owned(), "3".to_owned())].into();
        let (first, _) = played(&game("kinderschnapsen", &[]), &two);
        for (seating, payoffs) in (0..).zip(first.payoffs.seatings()) {
            let hands: Vec<&Hand> = first.hands.iter().filter(|hand| hand.seating == seating).collect();
            let rules = ContestRules { best_of: 3, ..ContestRules::KINDERSCHNAPSEN };
            let mut contest = Contest::new(rules, Player::new(seating as usize));
            for (number, hand) in (0..).zip(&hands) {
                assert_eq!((hand.hand, hand.seats[0]), (number, contest.leader().index()));
                contest.score(hand.returns[0] as i32);
            }
            let won = if contest.winner() == Some(Player::FIRST) { 1.0 } else { -1.0 };
            assert!(contest.is_over() && payoffs[..] == [won, -won]);
            assert_eq!(deal(hands[1]), deal(first.hands.iter().find(|hand| hand.hand == 1).unwrap()));
        }
    }

    #[test]
    fn payoffs_are_read_as_they_were_written() {
        let payoffs = Payoffs::new(vec![vec![1.0, -1.0], vec![-2.5, 2.5], vec![1.0 / 3.0, 0.0]]);
        let text = payoffs.to_string();
        assert_eq!(text, "1,-1;-2.5,2.5;0.3333333333333333,0");
        assert_eq!(text.parse(), Ok(payoffs));
        assert!("1,x".parse::<Payoffs>().is_err() && "".parse::<Payoffs>().is_err());
    }
}
