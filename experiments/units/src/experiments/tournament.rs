//! A tournament in units: meetings on deals, merged into a store.

use std::ops::Range;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::{Context as _, bail};
use hinterhand_engine::{ContestRules, Game as _};
use hinterhand_matches::selfplay::Player;
use hinterhand_matches::store::{About, Durability, Journal, Store};
use hinterhand_matches::tournament::{Course, Plan, Played, Round, Table};
use hinterhand_players::bots::{Bot, BotFor};
use hinterhand_players::games::LoadedGame;
use hinterhand_players::option_value;
use hinterhand_players::strategy::rules_hash;
use serde::{Deserialize, Serialize};

use super::participants::{agree, load, refuse_cheats, refuse_clocks, reopen, version};
use crate::{ExperimentError, Part, Parts, Payload, Work};

/// A tournament, or a round of one whose meetings depend on the rounds before it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TournamentRound {
    /// The plan of the whole tournament.
    pub plan: Plan,
    /// The hash of the rules.
    pub rules: String,
    /// The bots.
    pub bots: Vec<Player>,
    /// The meetings of this round.
    pub round: Round,
    /// The version of this program.
    pub version: String,
}

impl TournamentRound {
    /// The next round of a tournament, which is all of it unless it is a Swiss one. `after` is the store with the rounds
    /// before.
    pub fn new(
        game: &LoadedGame,
        mut plan: Plan,
        bots: &[Bot],
        after: Option<&Path>,
    ) -> anyhow::Result<TournamentRound> {
        plan.options = option_value::given(game.settings());
        plan.check(game.players(), game.contest_rules())?;
        refuse_cheats(bots)?;
        bots.iter().try_for_each(refuse_clocks)?;
        let mut this = TournamentRound {
            rules: rules_hash(game.settings()),
            bots: bots.iter().map(Player::of).collect(),
            round: Round { first_deal: 0, deals: 0, pairings: Vec::new() },
            version: version(),
            plan,
        };
        let course = match after {
            None => Course::new(this.plan.clone(), game.players()),
            Some(path) => {
                let kept = Store::read(path)?;
                let course = this.course_in(&kept, game.players())?;
                let unknown = || format!("{} has no tournament `{}`", path.display(), this.plan.name);
                course.with_context(unknown)?
            }
        };
        let what = format!("tournament `{}`", this.plan.name);
        this.round =
            course.next_round().ok_or(ExperimentError::Unfit { what, message: "it is over".to_owned() })?;
        Ok(this)
    }

    /// Loads the game and opens the bots.
    pub(crate) fn open(&self) -> anyhow::Result<TournamentWork> {
        agree("the version of this program", &self.version, &version())?;
        let game = load(&self.plan.game, &self.plan.options)?;
        agree("the hash of the rules", &self.rules, &rules_hash(game.settings()))?;
        let contest = self.plan.check(game.players(), game.contest_rules())?;
        let bots = reopen(&self.bots)?;
        Ok(TournamentWork { described: self.clone(), game, bots, contest })
    }

    /// What is stored of the tournament before it is played.
    fn about(&self, players: usize) -> About {
        About {
            plan: self.plan.clone(),
            rules: self.rules.clone(),
            players,
            options: self.bots.iter().map(|bot| bot.options.clone()).collect(),
            versions: self.bots.iter().map(|bot| bot.version.clone()).collect(),
        }
    }

    /// How far the tournament has come in a store; `None` if it is not there.
    fn course_in(&self, store: &Store, players: usize) -> anyhow::Result<Option<Course>> {
        let all = store.tournaments()?;
        let Some(there) = all.into_iter().find(|there| there.plan.name == self.plan.name) else {
            return Ok(None);
        };
        if let Some(what) = there.differs(&self.about(players)) {
            bail!("{} has a tournament `{}` with other {what}", store.path().display(), self.plan.name);
        }
        Ok(Some(store.course(&there)?))
    }
}

/// A tournament at work.
pub(crate) struct TournamentWork {
    described: TournamentRound,
    game: LoadedGame,
    bots: Vec<Bot>,
    contest: ContestRules,
}

/// The times of the decisions of each hand, in microseconds.
type Times = Vec<Vec<u64>>;

/// The deals that are kept in one transaction.
const BATCH: usize = 8192;

impl Work for TournamentWork {
    fn items(&self, _: u64) -> u64 {
        self.described.round.len()
    }

    fn work(&self, items: Range<u64>, stop: &AtomicBool) -> anyhow::Result<Option<Payload>> {
        let seated: Vec<BotFor<'_>> =
            self.bots.iter().map(|bot| bot.for_referee(&self.game)).collect::<Result<_, _>>()?;
        let table = Table::new(&self.game, &seated, &self.described.plan, self.contest);
        let mut all = Vec::new();
        for number in items {
            let (deal, pairing) = self.described.round.nth(number);
            let Some(played) = table.play(deal, pairing, stop) else { return Ok(None) };
            all.push(played);
        }
        let hands = all.iter_mut().flat_map(|played| &mut played.hands);
        let times: Times = hands
            .map(|hand| {
                let times = hand.decisions.take_times().expect("they were packed just now");
                times.iter().map(|time| time.as_micros() as u64).collect()
            })
            .collect();
        Ok(Some(Payload::json(&all, &times)))
    }

    fn keeps_parts(&self) -> bool {
        true
    }

    fn merge(&self, parts: Parts<'_>, _: u64, out: &Path) -> anyhow::Result<String> {
        let (described, players) = (&self.described, self.game.players());
        let store = Store::open(out, Durability::Process)?;
        let there = described.course_in(&store, players)?;
        let course = there.unwrap_or_else(|| Course::new(described.plan.clone(), players));
        let mut merging =
            Merging { described, players, store: Some(store), journal: None, course, batch: Vec::new() };
        let mut next = 0;
        for part in parts {
            let part = part?;
            // A test ends with the deal that decides it, so no deal is entered before all those that come first.
            if merging.course.test().is_some() && part.items.start != next {
                break;
            }
            next = part.items.end;
            merging.enter(&part)?;
        }
        merging.finish()
    }
}

/// Deals on their way into a store.
struct Merging<'m> {
    described: &'m TournamentRound,
    players: usize,
    /// Until there is something to keep: a merge that finds nothing new leaves the store as it is.
    store: Option<Store>,
    journal: Option<Journal>,
    course: Course,
    batch: Vec<Played>,
}

impl Merging<'_> {
    /// Enters the deals of a unit that are not there yet.
    fn enter(&mut self, part: &Part) -> anyhow::Result<()> {
        let unit = || format!("the unit of items {} to {}", part.items.start, part.items.end - 1);
        let (played, times): (Vec<Played>, Times) = part.payload.parse().with_context(unit)?;
        let mut times = times.into_iter();
        for mut played in played {
            for hand in &mut played.hands {
                let times: Vec<Duration> =
                    times.next().into_iter().flatten().map(Duration::from_micros).collect();
                if !hand.decisions.put_times(&times) {
                    bail!("{}: the times do not fit the decisions", unit());
                }
            }
            if self.course.is_decided() || self.course.is_done(played.deal, played.pairing) {
                continue;
            }
            self.course.enter(played.deal, played.pairing, &played.payoffs).with_context(unit)?;
            self.batch.push(played);
            if self.batch.len() >= BATCH {
                self.flush()?;
            }
        }
        Ok(())
    }

    fn flush(&mut self) -> anyhow::Result<()> {
        if self.batch.is_empty() {
            return Ok(());
        }
        if let Some(store) = self.store.take() {
            self.journal = Some(store.journal(&self.described.about(self.players), 1)?);
        }
        let journal = self.journal.as_mut().expect("it was opened for the first deals");
        journal.keep(&self.batch)?;
        self.batch.clear();
        Ok(())
    }

    fn finish(mut self) -> anyhow::Result<String> {
        self.flush()?;
        self.journal.map_or(Ok(()), Journal::close)?;
        let decided = if self.course.is_decided() { ", the test is decided" } else { "" };
        Ok(format!("{} of {} deals{decided}", self.course.deals(), self.course.all_deals()))
    }
}
