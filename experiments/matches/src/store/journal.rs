//! Writes what is played into a store.

use std::fmt::Write as _;
use std::time::Instant;

use hinterhand_engine::Game as _;
use hinterhand_players::bots::Bot;
use hinterhand_players::games::LoadedGame;
use hinterhand_players::option_value;
use hinterhand_players::strategy::rules_hash;
use rusqlite::params;
use serde_json::{Map, Value as Json, json};

use super::{Store, StoreError, Tournament};
use crate::tournament::{Hand, Plan, Played, pairings};

/// The description of a tournament, stored before it is played.
#[derive(Clone, PartialEq, Debug)]
pub struct About {
    /// The plan.
    pub plan: Plan,
    /// The hash of the rules: [`rules_hash`](hinterhand_players::strategy::rules_hash).
    pub rules: String,
    /// The players of the game.
    pub players: usize,
    /// Every option of each bot.
    pub options: Vec<Map<String, Json>>,
    /// The version of each bot: that of this program, or a digest of the content of a file.
    pub versions: Vec<String>,
}

impl About {
    /// The description of a tournament of these bots, which are those of the plan. The options of the game are entered
    /// in the plan.
    pub fn of(game: &LoadedGame, mut plan: Plan, bots: &[Bot]) -> About {
        plan.options = option_value::given(game.settings());
        let options = |bot: &Bot| {
            let all = bot.spec().configuration().into_iter();
            all.map(|(key, value)| (key, Json::from(value))).collect()
        };
        About {
            rules: rules_hash(game.settings()),
            players: game.players(),
            options: bots.iter().map(options).collect(),
            versions: bots.iter().map(Bot::version).collect(),
            plan,
        }
    }
}

impl Tournament {
    /// The first difference from the tournament to be played, if there is one.
    pub fn differs(&self, about: &About) -> Option<&'static str> {
        let other = Tournament {
            id: self.id,
            plan: about.plan.clone(),
            rules: about.rules.clone(),
            players: about.players,
            versions: about.versions.clone(),
        };
        self.differs_from(&other)
    }
}

/// A tournament under way in a store.
#[derive(Debug)]
pub struct Journal {
    store: Store,
    tournament: i64,
    run: i64,
    began: Instant,
}

impl Store {
    /// Begins to write a tournament, or goes on with one that has the same plan.
    pub fn journal(self, about: &About, threads: usize) -> Result<Journal, StoreError> {
        let there = self.tournaments()?.into_iter().find(|there| there.plan.name == about.plan.name);
        if let Some(what) = there.as_ref().and_then(|there| there.differs(about)) {
            let name = about.plan.name.clone();
            return Err(StoreError::NameTaken { path: self.path.clone(), name, what });
        }
        let (tournament, run) = self.try_to(|connection| {
            let transaction = connection.unchecked_transaction()?;
            let tournament = match there {
                Some(Tournament { id, .. }) => id,
                None => enter(&transaction, about)?,
            };
            transaction.execute(
                "INSERT INTO runs (tournament, started, version, threads)
                 VALUES (?1, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), ?2, ?3)",
                params![tournament, env!("CARGO_PKG_VERSION"), threads as i64],
            )?;
            let run = transaction.last_insert_rowid();
            transaction.commit()?;
            Ok((tournament, run))
        })?;
        Ok(Journal { store: self, tournament, run, began: Instant::now() })
    }
}

/// Stores the plan with the versions of the bots.
fn enter(connection: &rusqlite::Connection, about: &About) -> rusqlite::Result<i64> {
    let About { plan, rules, players, options, versions } = about;
    connection.execute(
        "INSERT INTO tournaments (name, plan, game, rules, players) VALUES (?1, ?2, ?3, ?4, ?5)",
        params![
            plan.name,
            serde_json::to_string(plan).expect("a plan is plain"),
            plan.game,
            rules,
            *players as i64
        ],
    )?;
    let tournament = connection.last_insert_rowid();
    for (number, bot) in plan.bots.iter().enumerate() {
        let options = Json::Object(options[number].clone()).to_string();
        connection.execute(
            "INSERT INTO bots (tournament, bot, name, spec, options, version) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            params![tournament, number as i64, bot.name, bot.spec, options, versions[number]],
        )?;
    }
    let mut insert =
        connection.prepare("INSERT INTO pairings (tournament, pairing, bots) VALUES (?1, ?2, ?3)")?;
    for (number, bots) in pairings(plan).iter().enumerate() {
        insert.execute(params![tournament, number as i64, listed(bots)])?;
    }
    Ok(tournament)
}

/// Numbers with commas.
fn listed(numbers: &[usize]) -> String {
    let mut text = String::new();
    for number in numbers {
        let mark = if text.is_empty() { "" } else { "," };
        let _ = write!(text, "{mark}{number}");
    }
    text
}

impl Journal {
    /// The store.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// Keeps these deals, all or none; those that are there already are left as they are. Once this returns,
    /// they are acknowledged.
    pub fn keep(&mut self, played: &[Played]) -> Result<(), StoreError> {
        self.store.try_to(|connection| {
            let transaction = connection.unchecked_transaction()?;
            {
                let mut deal = transaction.prepare_cached(
                    "INSERT INTO deals (tournament, deal, pairing, run, payoffs) VALUES (?1, ?2, ?3, ?4, ?5)
                     ON CONFLICT DO NOTHING",
                )?;
                let mut hand = transaction.prepare_cached(
                    "INSERT INTO hands (tournament, deal, pairing, seating, hand, seats, actions, returns, decisions, forfeit)
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
                )?;
                for Played { deal: number, pairing, payoffs, hands } in played {
                    let number = *number as i64;
                    let new =
                        deal.execute(params![self.tournament, number, pairing, self.run, payoffs.to_string()])?;
                    if new == 0 {
                        continue;
                    }
                    for Hand { seating, hand: at, seats, actions, returns, decisions, forfeit } in hands {
                        hand.execute(params![
                            self.tournament,
                            number,
                            pairing,
                            seating,
                            at,
                            listed(seats),
                            actions,
                            array(returns),
                            decisions.bytes(),
                            forfeit.as_ref().map(|forfeit| json!(forfeit).to_string())
                        ])?;
                    }
                }
                let seconds = self.began.elapsed().as_secs_f64();
                let mut run = transaction.prepare_cached("UPDATE runs SET seconds = ?2 WHERE id = ?1")?;
                run.execute(params![self.run, seconds])?;
            }
            transaction.commit()
        })
    }

    /// Ends the run: all is in the store itself and on the disk.
    pub fn close(self) -> Result<(), StoreError> {
        self.store.settle()
    }
}

/// Numbers as an array of JSON.
fn array(numbers: &[f64]) -> String {
    let mut text = "[".to_owned();
    for number in numbers {
        let mark = if text.len() == 1 { "" } else { "," };
        // -0.0 becomes 0.0.
        let _ = write!(text, "{mark}{}", number + 0.0);
    }
    text.push(']');
    text
}
