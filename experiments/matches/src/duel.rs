//! Bot against bot on duplicate deals, over all cores.
//!
//! Each deal is played once from every seat: the first bot sits in seat 0, then in seat 1, and so on, and
//! copies of the second bot sit in all others. So luck with the cards falls on both alike, and these hands
//! together are the unit that is independent of the others: intervals are those of the means of the deals. A
//! deal depends on the seed and its number alone, and every seat draws its own chance from a stream of its
//! own; so the result does not depend on the number of threads, unless a bot goes by the clock.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::AtomicBool;

use hinterhand_engine::dynamic::AnyState;
use hinterhand_engine::{Contest, Game as _, Notation as _, Player, Rng};
use hinterhand_players::bots::{BotFor, Effort, RecordedHand, Seat, Step, Unfinished, play_hand};
use hinterhand_players::games::LoadedGame;
use hinterhand_players::option_value;
use hinterhand_players::protocol::Forfeit;
use hinterhand_players::records::Record;
use rayon::ThreadPoolBuildError;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json, json};

use crate::exact::{Exact, LossParts};
use crate::playouts::interval_95;
use crate::ratings::Moments;
use crate::workers::{Order, Workers};

/// The two bots of a duel, and the game that they play.
#[derive(Clone, Copy, Debug)]
pub struct Pairing<'a, 'b> {
    /// The game.
    pub game: &'a LoadedGame,
    /// The bot whose figures are wanted, and the one in all other seats.
    pub bots: [&'a BotFor<'b>; 2],
    /// The solution against which the decisions of the first bot are judged, if they are.
    pub exact: Option<&'a Exact<'a>>,
    /// The seed of the deals and of all chance.
    pub seed: u64,
}

/// The end of a duel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Length {
    /// The maximum number of deals.
    pub deals: u64,
    /// Whether it ends before that once it is [decided](Duel::is_decided).
    pub until_decided: bool,
}

impl From<u64> for Length {
    fn from(deals: u64) -> Length {
        Length { deals, until_decided: false }
    }
}

/// The results of a duel, from the side of the first bot.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Duel {
    /// The deals played from all seats.
    pub deals: u64,
    /// The hands played.
    pub hands: u64,
    /// The hands in which it won more than every other player.
    pub wins: u64,
    /// The hands in which no player won more than it, and some player as much.
    pub draws: u64,
    /// The hands in which some player won more.
    pub losses: u64,
    /// The sum of its positive payoffs.
    pub points_won: f64,
    /// The sum of its negative payoffs, as a positive number.
    pub points_lost: f64,
    /// For each way to end a hand, how many the first bot won, drew and lost.
    pub endings: BTreeMap<String, [u64; 3]>,
    /// The effort of the decisions of the first bot and of the second.
    pub efforts: [Effort; 2],
    /// For each deal, in order, the cost of the decisions of the first bot in a hand, if they were judged.
    pub losses_of_deals: Vec<f64>,
    /// For each [part](LossParts::NAMES) of these costs their moments over the deals. No part of the results
    /// that are kept in files, in which no decisions are judged.
    #[serde(skip)]
    loss_parts: [Moments; LossParts::NAMES.len()],
    /// The cost of the decisions of the first bot, if they were judged.
    lost: f64,
    /// The same in parts, of one deal.
    #[serde(skip)]
    lost_in: LossParts,
    /// The sum and the sum of squares, over the deals, of the mean payoff.
    payoff: [f64; 2],
    /// The same sums of the share of wins, draws counted as halves.
    share: [f64; 2],
    /// The same sums of the cost of the decisions of a hand.
    loss: [f64; 2],
    /// The hands by the seat of the first bot.
    seats: Vec<InSeat>,
    /// The hands of one deal, if they are kept. No part of the results.
    #[serde(skip)]
    kept: Vec<RecordedHand>,
}

/// The results of the first bot in one seat: there the hands are independent of each other.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct InSeat {
    /// Its payoffs.
    pub payoff: Moments,
    /// Its wins, draws counted as halves.
    pub share: Moments,
    /// Its wins alone.
    pub won: Moments,
    /// Its losses.
    pub lost: Moments,
    /// Wins less losses.
    pub lead: Moments,
}

impl InSeat {
    fn moments(&mut self) -> [&mut Moments; 5] {
        [&mut self.payoff, &mut self.share, &mut self.won, &mut self.lost, &mut self.lead]
    }
}

impl Duel {
    /// The mean payoff of a hand.
    pub fn mean(&self) -> Option<f64> {
        (self.deals > 0).then(|| self.payoff[0] / self.deals as f64)
    }

    /// The 95 % confidence interval of the mean payoff; none of fewer than two deals.
    pub fn interval_95(&self) -> Option<[f64; 2]> {
        interval_95(self.deals, self.payoff[0], self.payoff[1])
    }

    /// The 95 % confidence interval of the mean payoff that holds however often one looks; none of few deals.
    pub fn interval_95_at_any_time(&self) -> Option<[f64; 2]> {
        self.payoffs().at_any_time(0.95)
    }

    /// Whether the interval that holds [at any time](Duel::interval_95_at_any_time) tells which bot wins more.
    pub fn is_decided(&self) -> bool {
        self.interval_95_at_any_time().is_some_and(|[low, high]| low > 0.0 || high < 0.0)
    }

    /// The moments of the mean payoff of a hand, over the deals.
    pub fn payoffs(&self) -> Moments {
        Moments::of_sums(self.deals, self.payoff[0], self.payoff[1])
    }

    /// The hands that ended with a fault of a program.
    pub fn forfeits(&self) -> u64 {
        let forfeited = self.endings.iter().filter(|(ending, _)| ending.starts_with(FORFEIT));
        forfeited.flat_map(|(_, results)| results).sum()
    }

    /// The share of hands won, draws counted as halves.
    pub fn win_share(&self) -> Option<f64> {
        (self.deals > 0).then(|| self.share[0] / self.deals as f64)
    }

    /// The 95 % confidence interval of the share of hands won; none of fewer than two deals.
    pub fn win_share_interval_95(&self) -> Option<[f64; 2]> {
        interval_95(self.deals, self.share[0], self.share[1])
    }

    /// Its results in each seat.
    pub fn in_seats(&self) -> &[InSeat] {
        &self.seats
    }

    /// The mean of what the decisions of a hand cost the first bot; 0 if they were not judged.
    pub fn loss(&self) -> Option<f64> {
        (self.deals > 0).then(|| self.loss[0] / self.deals as f64)
    }

    /// The 95 % confidence interval of what the decisions of a hand cost; none of fewer than two deals.
    pub fn loss_interval_95(&self) -> Option<[f64; 2]> {
        interval_95(self.deals, self.loss[0], self.loss[1])
    }

    /// The parts of what the decisions of a hand cost, over the deals: by trick, and by what was decided.
    pub fn loss_parts(&self) -> impl Iterator<Item = (&'static str, &Moments)> {
        LossParts::NAMES.into_iter().zip(&self.loss_parts)
    }

    /// The figures as JSON, without those of decisions that were judged. `options` are those of the game that differ from
    /// the defaults.
    pub fn figures(&self, game: &str, options: &Map<String, Json>, seed: u64, bots: &[String; 2]) -> Json {
        let bots: Vec<Json> = (bots.iter().zip(&self.efforts))
            .map(|(bot, effort)| {
                json!({
                    "bot": bot,
                    "decisions": effort.decisions,
                    "mean_steps": effort.mean_steps(),
                    "mean_ms": effort.mean_ms(),
                })
            })
            .collect();
        let endings: Map<String, Json> = (self.endings.iter())
            .map(|(ending, [wins, draws, losses])| {
                (ending.clone(), json!({ "wins": wins, "draws": draws, "losses": losses }))
            })
            .collect();
        json!({
            "game": game,
            "options": options,
            "seed": seed,
            "bots": bots,
            "pairs": self.deals,
            "hands": self.hands,
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.losses,
            "mean": self.mean(),
            "interval_95": self.interval_95(),
            "win_share": self.win_share(),
            "win_share_interval_95": self.win_share_interval_95(),
            "points_won": option_value::number(self.points_won),
            "points_lost": option_value::number(self.points_lost),
            "endings": endings,
        })
    }

    /// Enters a hand in which the first bot sat in `seat`.
    fn enter(&mut self, hand: Hand, seat: usize) {
        let Hand { payoffs, ending, lost, lost_in } = hand;
        let won = payoffs[seat];
        let others = payoffs.iter().enumerate().filter(|(other, _)| *other != seat);
        let most = others.map(|(_, &payoff)| payoff).fold(f64::NEG_INFINITY, f64::max);
        let results = [won > most, won == most, won < most].map(u64::from);
        self.hands += 1;
        self.wins += results[0];
        self.draws += results[1];
        self.losses += results[2];
        add(self.endings.entry(ending).or_default(), results);
        self.seats.resize(self.seats.len().max(seat + 1), InSeat::default());
        let [first, draw, other] = results.map(|result| result as f64);
        let figures = [won, first + draw / 2.0, first, other, first - other];
        self.seats[seat].moments().into_iter().zip(figures).for_each(|(moments, figure)| moments.add(figure));
        self.lost += lost;
        self.lost_in.merge(&lost_in);
        self.points_won += won.max(0.0);
        self.points_lost += (-won).max(0.0);
    }

    /// Adds the next deal that was played from all seats. Sums of floats depend on their order.
    pub fn add(&mut self, deal: &Duel) {
        let hands = deal.hands as f64;
        let payoff = (deal.points_won - deal.points_lost) / hands;
        let share = (deal.wins as f64 + deal.draws as f64 / 2.0) / hands;
        let loss = deal.lost / hands;
        for (sums, mean) in [(&mut self.payoff, payoff), (&mut self.share, share), (&mut self.loss, loss)] {
            sums[0] += mean;
            sums[1] += mean * mean;
        }
        self.deals += 1;
        self.hands += deal.hands;
        self.wins += deal.wins;
        self.draws += deal.draws;
        self.losses += deal.losses;
        self.points_won += deal.points_won;
        self.points_lost += deal.points_lost;
        self.lost += deal.lost;
        for (ending, &results) in &deal.endings {
            add(self.endings.entry(ending.clone()).or_default(), results);
        }
        self.seats.resize(self.seats.len().max(deal.seats.len()), InSeat::default());
        for (mine, theirs) in self.seats.iter_mut().zip(&deal.seats) {
            let mut theirs = *theirs;
            for (mine, theirs) in mine.moments().into_iter().zip(theirs.moments()) {
                mine.merge(theirs);
            }
        }
        self.efforts[0].add(deal.efforts[0]);
        self.efforts[1].add(deal.efforts[1]);
    }
}

/// The prefix of endings of forfeited hands; the kind of the fault follows.
const FORFEIT: &str = "forfeit, ";

/// Adds results to those of the same ending.
fn add(all: &mut [u64; 3], results: [u64; 3]) {
    all.iter_mut().zip(results).for_each(|(sum, some)| *sum += some);
}

/// A hand that was played.
struct Hand {
    /// The payoff of each player.
    payoffs: Vec<f64>,
    ending: String,
    /// The cost of the decisions of the first bot, if they were judged, and its parts.
    lost: f64,
    lost_in: LossParts,
}

/// The number of deals for each thread that are begun before the first of them is added up.
const AHEAD: usize = 1024;

/// Plays deals, each from every seat, on this number of threads. `progress` is called with the number
/// of deals done. Once `stop` is set no further action is taken, and the deals before the first unfinished
/// one count.
///
/// A deal stays on its thread, and bots that use several threads run on this one.
pub fn run(
    pairing: &Pairing<'_, '_>,
    length: impl Into<Length>,
    threads: usize,
    stop: &AtomicBool,
    progress: impl FnMut(u64),
) -> Result<Duel, ThreadPoolBuildError> {
    play(pairing, length.into(), threads, stop, progress, None)
}

/// As [`run`], with each hand handed to `keep` as a record: in the order of the deals, and from the first
/// seat of the first bot to its last. `names` are those of the two bots.
pub fn run_recorded(
    pairing: &Pairing<'_, '_>,
    length: impl Into<Length>,
    threads: usize,
    stop: &AtomicBool,
    progress: impl FnMut(u64),
    names: [&str; 2],
    keep: &mut dyn FnMut(Record),
) -> Result<Duel, ThreadPoolBuildError> {
    let mut number = 0;
    let mut keep = |hands: &[RecordedHand]| {
        for (first, hand) in hands.iter().enumerate() {
            let seats: Vec<&str> = (0..hands.len()).map(|seat| names[usize::from(seat != first)]).collect();
            let record = hand.record(pairing.game, &seats);
            keep(record.with("seed", pairing.seed).with("deal", number));
        }
        number += 1;
    };
    play(pairing, length.into(), threads, stop, progress, Some(&mut keep))
}

/// What receives the hands of a deal.
type Keep<'k> = &'k mut dyn FnMut(&[RecordedHand]);

/// Plays the deals, and hands the hands of each to `keep`, if there is one.
fn play(
    pairing: &Pairing<'_, '_>,
    length: Length,
    threads: usize,
    stop: &AtomicBool,
    mut progress: impl FnMut(u64),
    mut keep: Option<Keep<'_>>,
) -> Result<Duel, ThreadPoolBuildError> {
    let keeps = keep.is_some();
    let workers = Workers::new(threads)?;
    let mut total = Duel::default();
    let add = |played: Option<Duel>| {
        if let Some(played) = played {
            total.add(&played);
            if let Some(keep) = &mut keep {
                keep(&played.kept);
            }
            if pairing.exact.is_some() {
                let hands = played.hands as f64;
                total.losses_of_deals.push(played.lost / hands);
                let parts = total.loss_parts.iter_mut().zip(played.lost_in.parts());
                parts.for_each(|(moments, part)| moments.add(part / hands));
            }
            progress(total.deals);
        }
        if length.until_decided && total.is_decided() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    let play = |number, stop: &_| deal(pairing, number, keeps, stop);
    workers.run(0..length.deals, Order::OfTasks, AHEAD * threads, stop, play, add);
    Ok(total)
}

/// Plays these deals, each from every seat, one after the other; `None` if stopped. [Added](Duel::add) in their order
/// they make the duel.
pub fn deals(pairing: &Pairing<'_, '_>, numbers: Range<u64>, stop: &AtomicBool) -> Option<Vec<Duel>> {
    numbers.map(|number| deal(pairing, number, false, stop)).collect()
}

/// The streams of a deal: one for its chance, and one for each seat of each of its hands.
const STREAMS: u64 = 1 << 12;

/// Plays a deal from every seat, unless stopped.
fn deal(pairing: &Pairing<'_, '_>, number: u64, keeps: bool, stop: &AtomicBool) -> Option<Duel> {
    let &Pairing { game, bots, exact, seed } = pairing;
    let players = game.players();
    let mut duel = Duel::default();
    for first in 0..players {
        let mut seats: Vec<(Seat<'_>, Rng)> = (0..players)
            .map(|seat| {
                let stream = number * STREAMS + 1 + (first * players + seat) as u64;
                (bots[usize::from(seat != first)].sit(), Rng::new(seed, stream))
            })
            .collect();
        let judge = exact.map(|exact| (exact, Player::new(first)));
        let mut kept = keeps.then(RecordedHand::default);
        let mut chance = Rng::new(seed, number * STREAMS);
        let hand = hand(game, &mut seats, judge, kept.as_mut(), &mut chance, stop)?;
        duel.enter(hand, first);
        duel.kept.extend(kept);
        for (seat, (bot, _)) in seats.iter().enumerate() {
            duel.efforts[usize::from(seat != first)].add(bot.effort());
        }
    }
    Some(duel)
}

/// Plays a hand, judges the decisions of one player, and records it all.
fn hand(
    game: &LoadedGame,
    seats: &mut [(Seat<'_>, Rng)],
    judge: Option<(&Exact<'_>, Player)>,
    mut kept: Option<&mut RecordedHand>,
    chance: &mut Rng,
    stop: &AtomicBool,
) -> Option<Hand> {
    let contest = Contest::new(game.contest_rules(), Player::FIRST);
    let (mut lost, mut lost_in) = (0.0, LossParts::default());
    let mut watch = |state: &AnyState, step: Step<'_>| {
        if let Some(kept) = &mut kept {
            kept.push(game, state, &step);
        }
        let (Step::Decision { player, choices, choice, .. }, Some((exact, judged))) = (step, judge) else {
            return;
        };
        if player == judged && choices > 1 {
            lost += exact.add_loss(state, player, choice.action, &mut lost_in);
        }
    };
    let played = play_hand(game, seats, &contest, chance, stop, &mut watch);
    let (payoffs, ending, forfeit) = match played {
        Ok(state) => {
            let payoffs = Player::all(game.players()).map(|player| game.payoff(&state, player)).collect();
            (payoffs, game.ending(&state), None)
        }
        Err(Unfinished::Stopped) => return None,
        Err(Unfinished::Fault(player, fault)) => {
            let forfeit = Forfeit::new(player, fault);
            (forfeit.returns(game), format!("{FORFEIT}{}", forfeit.kind), Some(forfeit))
        }
    };
    if let Some(kept) = kept {
        (kept.returns, kept.forfeit) = (payoffs.clone(), forfeit);
    }
    Some(Hand { payoffs, ending, lost, lost_in })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering;

    use hinterhand_engine::{History, Settings};
    use hinterhand_players::bots::Bot;
    use hinterhand_players::games::{self, GameError};
    use serde_json::json;

    use super::*;

    fn bot(text: &str) -> Bot {
        Bot::open(text.parse().expect("a bot")).expect("it has no file")
    }

    fn game(name: &str) -> LoadedGame {
        games::load_default(name).expect("it is in the registry")
    }

    fn duel(game: &LoadedGame, bots: [&str; 2], deals: u64, seed: u64) -> Duel {
        duel_on(2, game, bots, deals, seed)
    }

    fn duel_on(threads: usize, game: &LoadedGame, bots: [&str; 2], deals: u64, seed: u64) -> Duel {
        let [first, second] = bots.map(bot);
        let [first, second] =
            [&first, &second].map(|bot| bot.for_referee(game).expect("the game has what it needs"));
        let stop = AtomicBool::new(false);
        let pairing = Pairing { game, bots: [&first, &second], exact: None, seed };
        let mut duel = run(&pairing, deals, threads, &stop, |_| ()).expect("threads");
        duel.efforts.iter_mut().for_each(|effort| effort.time = std::time::Duration::ZERO);
        duel
    }

    #[test]
    fn greed_beats_chance() {
        let found = duel(&game("sixty-six"), ["greedy", "random"], 500, 1);
        assert_eq!((found.deals, found.hands), (500, 1000));
        // Chance stops falsely almost always.
        assert!(found.win_share().is_some_and(|share| share > 0.9), "{found:?}");
        let [low, high] = found.interval_95().expect("many deals");
        let mean = found.mean().expect("many deals");
        assert!(low < mean && mean < high && high - low < 0.5, "{low} {mean} {high}");
        assert_eq!(mean, (found.points_won - found.points_lost) / 1000.0);
        let back = duel(&game("sixty-six"), ["random", "greedy"], 500, 1);
        assert!(back.win_share().is_some_and(|share| share < 0.1), "{back:?}");
        assert!(found.efforts.iter().all(|effort| effort.decisions > 500 && effort.steps == 0));
    }

    /// The standard error of a share in 300 deals is below 0.021, and the shares in many deals are 0.76 and
    /// more in the larger games.
    #[test]
    fn experts_beat_greed() {
        for (name, least) in [("kinderschnapsen", 0.5), ("sixty-six", 0.68), ("schnapsen", 0.68)] {
            let found = duel(&game(name), ["expert", "greedy"], 300, 5);
            assert!(found.win_share().is_some_and(|share| share > least), "{name}: {found:?}");
        }
    }

    #[test]
    fn a_bot_without_chance_against_itself_comes_out_even() {
        let found = duel(&game("kinderschnapsen"), ["greedy", "greedy"], 200, 3);
        assert_eq!((found.mean(), found.interval_95()), (Some(0.0), Some([0.0, 0.0])));
        assert_eq!((found.wins, found.draws, found.losses), (200, 0, 200));
    }

    #[test]
    fn a_duel_goes_on_until_it_is_decided() {
        let game = game("kinderschnapsen");
        let on = |threads: usize, bots: [&str; 2]| {
            let bots = bots.map(bot);
            let bots = bots.each_ref().map(|bot| bot.for_referee(&game).expect("any game has it"));
            let pairing = Pairing { game: &game, bots: [&bots[0], &bots[1]], exact: None, seed: 6 };
            let length = Length { deals: 2_000, until_decided: true };
            let mut duel = run(&pairing, length, threads, &AtomicBool::new(false), |_| ()).expect("threads");
            duel.efforts.iter_mut().for_each(|effort| effort.time = std::time::Duration::ZERO);
            duel
        };
        let clear = on(1, ["greedy", "random"]);
        assert_eq!((clear.deals, clear.is_decided()), (Moments::FIRST_LOOK, true));
        assert_eq!(clear, on(3, ["greedy", "random"]));
        // Both win the same in each deal: never decided.
        let even = on(2, ["greedy", "greedy"]);
        assert_eq!((even.deals, even.is_decided()), (2_000, false));
    }

    #[test]
    fn all_seats_of_larger_tables_are_sat_in() {
        for players in ["3", "4"] {
            let fill =
                |settings: &mut Settings| settings.set_text("players", players).map_err(GameError::from);
            let game = games::load("recipippes", fill).expect("rules");
            let found = duel(&game, ["random", "random"], 12, 3);
            assert_eq!(found.hands, 12 * game.players() as u64);
            assert_eq!(found.wins + found.draws + found.losses, found.hands);
        }
    }

    #[test]
    fn the_result_is_that_of_the_seed_on_any_number_of_threads() {
        let of = |threads: usize, seed| duel_on(threads, &game("kuhn"), ["random", "random"], 300, seed);
        let one = of(1, 7);
        assert_eq!(one, of(2, 7));
        assert_eq!(one, of(8, 7));
        assert_ne!(one, of(8, 8));
    }

    #[test]
    fn records_are_those_of_the_hands() {
        let game = game("schnapsen");
        let bots = ["greedy", "random"].map(bot);
        let bots = bots.each_ref().map(|bot| bot.for_referee(&game).expect("any game has it"));
        let stop = AtomicBool::new(false);
        let pairing = Pairing { game: &game, bots: [&bots[0], &bots[1]], exact: None, seed: 4 };
        let of = |threads| {
            let mut records = Vec::new();
            let mut keep = |record: Record| records.push(record);
            let names = ["greedy", "random"];
            let duel = run_recorded(&pairing, 30, threads, &stop, |_| (), names, &mut keep);
            (duel.expect("threads"), records)
        };
        let (duel, records) = of(2);
        assert_eq!(records, of(1).1);
        assert_eq!(records.len(), 60);
        let mut won = 0.0;
        for (n, record) in records.iter().enumerate() {
            let seats = [["greedy", "random"], ["random", "greedy"]][n % 2];
            assert_eq!((&record.more["deal"], &record.more["seats"]), (&json!(n / 2), &json!(seats)));
            let mut history = History::new(game.rules());
            record.actions.iter().for_each(|word| history.play_word(word).expect("it was played"));
            assert_eq!(history.returns(), record.returns);
            won += record.returns.as_ref().expect("no bot of ours forfeits")[n % 2];
        }
        assert_eq!(won, duel.points_won - duel.points_lost);
    }

    #[test]
    fn a_stop_keeps_whole_deals() {
        let game = game("kuhn");
        let random = bot("random");
        let random = random.for_referee(&game).expect("any game has it");
        let stop = AtomicBool::new(false);
        let halt = |_| stop.store(true, Ordering::Relaxed);
        let pairing = Pairing { game: &game, bots: [&random; 2], exact: None, seed: 1 };
        let stopped = run(&pairing, u64::MAX / STREAMS, 2, &stop, halt).expect("threads");
        assert!(stopped.deals > 0 && stopped.hands == 2 * stopped.deals);
    }
}
