//! Reads what a store has.

use hinterhand_players::bots::Decisions;
use hinterhand_players::protocol::Forfeit;
use rusqlite::{OptionalExtension as _, Row};
use serde_json::{Map, Value as Json};

use super::{Store, StoreError};
use crate::tournament::{Course, Forfeits, Hand, Plan};

/// A tournament in a store.
#[derive(Clone, PartialEq, Debug)]
pub struct Tournament {
    pub(super) id: i64,
    /// The plan.
    pub plan: Plan,
    /// The hash of the rules.
    pub rules: String,
    /// The players of the game.
    pub players: usize,
    /// The version of each bot.
    pub versions: Vec<String>,
}

impl Tournament {
    /// The first difference from another tournament, if there is one.
    pub(super) fn differs_from(&self, other: &Tournament) -> Option<&'static str> {
        let (mine, theirs) = (&self.plan, &other.plan);
        let same = [
            ("game", mine.game == theirs.game),
            ("options of the game", mine.options == theirs.options && self.rules == other.rules),
            ("players", self.players == other.players),
            ("seed", mine.seed == theirs.seed),
            ("bots", mine.bots == theirs.bots),
            ("versions of the bots", self.versions == other.versions),
            ("unit and score above the hand", (mine.unit, &mine.contest) == (theirs.unit, &theirs.contest)),
            ("schedule", mine == theirs),
        ];
        same.into_iter().find(|(_, same)| !same).map(|(what, _)| what)
    }
}

/// A hand as a store has it.
#[derive(Clone, PartialEq, Debug)]
pub struct KeptHand {
    /// The number of its deal.
    pub deal: u64,
    /// The number of its pairing.
    pub pairing: u32,
    /// The hand.
    pub hand: Hand,
    /// The version of the program that it was played with.
    pub version: String,
    /// The start of the run in which it was played.
    pub started: String,
}

/// A time in which a tournament was played, from when it was started or continued.
#[derive(Clone, PartialEq, Debug)]
pub struct KeptRun {
    /// The start.
    pub started: String,
    /// The version of the program.
    pub version: String,
    /// On how many threads.
    pub threads: u64,
    /// The time until it last stored something, if that is known.
    pub seconds: Option<f64>,
    /// The number of deals stored.
    pub deals: u64,
}

impl Store {
    /// All tournaments, the oldest first.
    pub fn tournaments(&self) -> Result<Vec<Tournament>, StoreError> {
        let found = self.try_to(|connection| {
            let mut rows =
                connection.prepare("SELECT id, plan, rules, players FROM tournaments ORDER BY id")?;
            let rows = rows.query_map((), |row| {
                Ok((row.get(0)?, row.get::<_, String>(1)?, row.get(2)?, row.get::<_, i64>(3)?))
            })?;
            rows.collect::<rusqlite::Result<Vec<(i64, String, String, i64)>>>()
        })?;
        let read = |(id, plan, rules, players): (i64, String, String, i64)| {
            let plan: Plan = serde_json::from_str(&plan)
                .map_err(|error| StoreError::senseless(&self.path, &format!("tournament {id}: {error}")))?;
            plan.check_meetings(players as usize)
                .map_err(|error| StoreError::senseless(&self.path, &format!("tournament {id}: {error}")))?;
            let versions = self.try_to(|connection| {
                let mut rows =
                    connection.prepare("SELECT version FROM bots WHERE tournament = ?1 ORDER BY bot")?;
                rows.query_map([id], |row| row.get(0))?.collect()
            })?;
            Ok(Tournament { id, plan, rules, players: players as usize, versions })
        };
        found.into_iter().map(read).collect()
    }

    /// The tournament of this name, or the only one.
    pub fn tournament(&self, name: Option<&str>) -> Result<Tournament, StoreError> {
        let mut all = self.tournaments()?;
        let there: Vec<String> = all.iter().map(|tournament| tournament.plan.name.clone()).collect();
        let path = self.path.clone();
        match name {
            None if all.len() > 1 => return Err(StoreError::Several { path, there }),
            None => {}
            Some(name) => all.retain(|tournament| tournament.plan.name == name),
        }
        all.pop().ok_or(StoreError::NoTournament { path, name: name.map(str::to_owned), there })
    }

    /// The progress of a tournament.
    pub fn course(&self, tournament: &Tournament) -> Result<Course, StoreError> {
        let Tournament { id, plan, players, .. } = tournament;
        let mut course = Course::new(plan.clone(), *players);
        let wrong = |error: &dyn std::fmt::Display| StoreError::senseless(&self.path, error);
        let sql = "SELECT deal, pairing, payoffs FROM deals WHERE tournament = ?1 ORDER BY deal, pairing";
        let mut statement = self.try_to(|connection| connection.prepare(sql))?;
        let mut rows = statement.query([id]).map_err(|error| StoreError::of(&self.path, &error))?;
        while let Some(row) = rows.next().map_err(|error| StoreError::of(&self.path, &error))? {
            let (deal, pairing, payoffs) = deal(row).map_err(|error| StoreError::of(&self.path, &error))?;
            let payoffs = payoffs.parse().map_err(|error| wrong(&error))?;
            course.enter(deal, pairing, &payoffs).map_err(|error| wrong(&error))?;
        }
        Ok(course)
    }

    /// Shows every hand of a tournament to `show`, by deal, pairing, seating and number.
    pub fn hands<E: From<StoreError>>(
        &self,
        tournament: &Tournament,
        mut show: impl FnMut(KeptHand) -> Result<(), E>,
    ) -> Result<(), E> {
        let of = |error: rusqlite::Error| StoreError::of(&self.path, &error);
        let mut statement = self.try_to(|connection| {
            connection.prepare(
                "SELECT h.deal, h.pairing, seating, hand, seats, actions, returns, decisions, d.run, forfeit
                 FROM hands AS h JOIN deals AS d USING (tournament, deal, pairing)
                 WHERE h.tournament = ?1 ORDER BY h.deal, h.pairing, seating, hand",
            )
        })?;
        let mut rows = statement.query([tournament.id]).map_err(of)?;
        // Hands of one run mostly follow each other.
        let mut run = (0, String::new(), String::new());
        while let Some(row) = rows.next().map_err(of)? {
            let number: i64 = row.get(8).map_err(of)?;
            if run.0 != number {
                run = self.run(number)?;
            }
            let mut kept =
                kept(row).map_err(of)?.map_err(|error| StoreError::senseless(&self.path, &error))?;
            (kept.version, kept.started) = (run.1.clone(), run.2.clone());
            show(kept)?;
        }
        Ok(())
    }

    /// The last hands of a tournament by deal, pairing, seating and number, without their runs; the last one first.
    pub fn last_hands(&self, tournament: &Tournament, most: u32) -> Result<Vec<KeptHand>, StoreError> {
        let sql =
            "SELECT deal, pairing, seating, hand, seats, actions, returns, decisions, 0, forfeit FROM hands
             WHERE tournament = ?1 ORDER BY deal DESC, pairing DESC, seating DESC, hand DESC LIMIT ?2";
        let found: Vec<Result<KeptHand, String>> = self.try_to(|connection| {
            connection.prepare(sql)?.query_map((tournament.id, most), kept)?.collect()
        })?;
        found
            .into_iter()
            .map(|hand| hand.map_err(|error| StoreError::senseless(&self.path, &error)))
            .collect()
    }

    /// The runs of a tournament, the oldest first.
    pub fn runs(&self, tournament: &Tournament) -> Result<Vec<KeptRun>, StoreError> {
        let sql = "SELECT started, version, threads, seconds,
                (SELECT count(*) FROM deals AS d WHERE d.tournament = r.tournament AND d.run = r.id)
            FROM runs AS r WHERE tournament = ?1 ORDER BY id";
        let read = |row: &Row<'_>| {
            let (threads, deals) = (row.get::<_, i64>(2)? as u64, row.get::<_, i64>(4)? as u64);
            let (started, version, seconds) = (row.get(0)?, row.get(1)?, row.get(3)?);
            Ok(KeptRun { started, version, threads, seconds, deals })
        };
        self.try_to(|connection| connection.prepare(sql)?.query_map([tournament.id], read)?.collect())
    }

    /// Every option of each bot of a tournament, with its defaults.
    pub fn bot_options(&self, tournament: &Tournament) -> Result<Vec<Map<String, Json>>, StoreError> {
        let sql = "SELECT options FROM bots WHERE tournament = ?1 ORDER BY bot";
        let found: Vec<String> = self.try_to(|connection| {
            connection.prepare(sql)?.query_map([tournament.id], |row| row.get(0))?.collect()
        })?;
        let read = |text: &String| {
            let wrong = |_| StoreError::senseless(&self.path, &format!("`{text}` are no options"));
            serde_json::from_str(text).map_err(wrong)
        };
        found.iter().map(read).collect()
    }

    /// The forfeited hands of a tournament.
    pub fn forfeits(&self, tournament: &Tournament) -> Result<Forfeits, StoreError> {
        let mut forfeits = Forfeits::default();
        let sql = "SELECT seats, forfeit FROM hands WHERE tournament = ?1 AND forfeit IS NOT NULL";
        let found = self.try_to(|connection| {
            let mut rows = connection.prepare(sql)?;
            let rows = rows.query_map([tournament.id], |row| Ok((row.get(0)?, row.get(1)?)))?;
            rows.collect::<rusqlite::Result<Vec<(String, String)>>>()
        })?;
        for (seats, text) in found {
            let forfeit: Option<Forfeit> = serde_json::from_str(&text).ok();
            let entered = forfeit.and_then(|forfeit| {
                let bot = seats.split(',').nth(forfeit.seat)?.parse().ok()?;
                Some((bot, forfeit.kind))
            });
            let wrong = || StoreError::senseless(&self.path, &format!("`{text}` is no forfeit"));
            let (bot, kind) = entered.ok_or_else(wrong)?;
            forfeits.add(bot, kind);
        }
        Ok(forfeits)
    }

    fn run(&self, number: i64) -> Result<(i64, String, String), StoreError> {
        let sql = "SELECT id, version, started FROM runs WHERE id = ?1";
        let read = |row: &Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get(2)?));
        let found = self.try_to(|connection| connection.query_row(sql, [number], read).optional())?;
        found.ok_or_else(|| StoreError::senseless(&self.path, &format!("there is no run {number}")))
    }
}

fn deal(row: &Row<'_>) -> rusqlite::Result<(u64, u32, String)> {
    Ok((row.get::<_, i64>(0)? as u64, row.get(1)?, row.get(2)?))
}

/// A row of `hands`, or what no hand has.
fn kept(row: &Row<'_>) -> rusqlite::Result<Result<KeptHand, String>> {
    let (seats, returns): (String, String) = (row.get(4)?, row.get(6)?);
    let Ok(seats) = seats.split(',').map(str::parse).collect() else {
        return Ok(Err(format!("`{seats}` are no seats")));
    };
    let Ok(returns) = serde_json::from_str(&returns) else {
        return Ok(Err(format!("`{returns}` are no returns")));
    };
    let forfeit: Option<String> = row.get(9)?;
    let Ok(forfeit) = forfeit.as_deref().map(serde_json::from_str).transpose() else {
        return Ok(Err(format!("`{}` is no forfeit", forfeit.unwrap_or_default())));
    };
    let hand = Hand {
        seating: row.get(2)?,
        hand: row.get(3)?,
        seats,
        actions: row.get(5)?,
        returns,
        decisions: Decisions::packed(row.get(7)?),
        forfeit,
    };
    let (version, started) = (String::new(), String::new());
    Ok(Ok(KeptHand { deal: row.get::<_, i64>(0)? as u64, pairing: row.get(1)?, hand, version, started }))
}
