//! The tables of a store, and how older ones become those of today.
//!
//! A store is an SQLite database whose `application_id` is [`APPLICATION`] and whose `user_version` is the
//! number of [`STEPS`] that made it. A step never changes once it was released: what is new is a step of its
//! own.

use rusqlite::Connection;

/// `HHst`, which tells a store from other databases.
pub(super) const APPLICATION: i64 = 0x4848_7374;

/// The migrations from an empty database to the current schema.
pub(super) const STEPS: [&str; 7] = [
    // `plan` is JSON, and all that results depend on. The rules are named by a hash over the game and all its
    // options.
    "CREATE TABLE tournaments (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE,
        plan TEXT NOT NULL,
        game TEXT NOT NULL,
        rules TEXT NOT NULL,
        players INTEGER NOT NULL
    ) STRICT;

    -- `spec` is the bot as it was asked for, `options` a JSON object with every option that it has.
    CREATE TABLE bots (
        tournament INTEGER NOT NULL REFERENCES tournaments,
        bot INTEGER NOT NULL,
        name TEXT NOT NULL,
        spec TEXT NOT NULL,
        options TEXT NOT NULL,
        version TEXT NOT NULL,
        PRIMARY KEY (tournament, bot)
    ) STRICT, WITHOUT ROWID;

    -- Who meets: numbers of bots, with commas.
    CREATE TABLE pairings (
        tournament INTEGER NOT NULL REFERENCES tournaments,
        pairing INTEGER NOT NULL,
        bots TEXT NOT NULL,
        PRIMARY KEY (tournament, pairing)
    ) STRICT, WITHOUT ROWID;

    -- Each time that a tournament is begun or gone on with.
    CREATE TABLE runs (
        id INTEGER PRIMARY KEY,
        tournament INTEGER NOT NULL REFERENCES tournaments,
        started TEXT NOT NULL,
        version TEXT NOT NULL,
        threads INTEGER NOT NULL
    ) STRICT;

    -- A deal that a pairing has played from every seating: it has a row here if and only if all its hands have theirs.
    -- `payoffs` is what each bot won: bots with commas, seatings with semicolons.
    CREATE TABLE deals (
        tournament INTEGER NOT NULL,
        deal INTEGER NOT NULL,
        pairing INTEGER NOT NULL,
        run INTEGER NOT NULL,
        payoffs TEXT NOT NULL,
        PRIMARY KEY (tournament, deal, pairing)
    ) STRICT, WITHOUT ROWID;

    -- `seats` are the bots by seat, with commas; `actions` the words of the hand with spaces; `returns` a JSON array of
    -- what each seat won; `decisions` what each action of a player took, packed.
    CREATE TABLE hands (
        tournament INTEGER NOT NULL,
        deal INTEGER NOT NULL,
        pairing INTEGER NOT NULL,
        seating INTEGER NOT NULL,
        hand INTEGER NOT NULL,
        seats TEXT NOT NULL,
        actions TEXT NOT NULL,
        returns TEXT NOT NULL,
        decisions BLOB NOT NULL,
        PRIMARY KEY (tournament, deal, pairing, seating, hand)
    ) STRICT, WITHOUT ROWID;",
    // For people with another program: names in the place of numbers. It keeps to what older versions of
    // SQLite understand, since one view that they do not makes them refuse the whole file.
    "CREATE VIEW records AS
        SELECT t.name AS tournament, t.game AS game, t.rules AS rules, r.version AS version, r.started AS started,
            h.deal, h.pairing, h.seating, h.hand, h.actions, h.returns,
            (SELECT group_concat(name, ',') FROM (
                SELECT b.name AS name FROM json_each('[' || h.seats || ']') AS s
                JOIN bots AS b ON b.tournament = h.tournament AND b.bot = s.value ORDER BY s.key)) AS seats
        FROM hands AS h
        JOIN deals AS d USING (tournament, deal, pairing)
        JOIN tournaments AS t ON t.id = h.tournament
        JOIN runs AS r ON r.id = d.run;",
    // The fault with which a hand ended, as JSON: the seat, the kind, the reason; nothing for all others. The
    // actions of such a hand are those until then, and its returns are not those of the rules.
    "ALTER TABLE hands ADD COLUMN forfeit TEXT;
    DROP VIEW records;
    CREATE VIEW records AS
        SELECT t.name AS tournament, t.game AS game, t.rules AS rules, r.version AS version, r.started AS started,
            h.deal, h.pairing, h.seating, h.hand, h.actions, h.returns,
            (SELECT group_concat(name, ',') FROM (
                SELECT b.name AS name FROM json_each('[' || h.seats || ']') AS s
                JOIN bots AS b ON b.tournament = h.tournament AND b.bot = s.value ORDER BY s.key)) AS seats,
            h.forfeit
        FROM hands AS h
        JOIN deals AS d USING (tournament, deal, pairing)
        JOIN tournaments AS t ON t.id = h.tournament
        JOIN runs AS r ON r.id = d.run;",
    // How long a run has taken until it last kept something; nothing is known of those before this step.
    "ALTER TABLE runs ADD COLUMN seconds REAL;",
    // `task` is JSON, and all that the bits of a training depend on; `config` the file that asked for it.
    "CREATE TABLE trainings (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE,
        game TEXT NOT NULL,
        options TEXT NOT NULL,
        rules TEXT NOT NULL,
        algorithm TEXT NOT NULL,
        task TEXT NOT NULL,
        config TEXT NOT NULL,
        version TEXT NOT NULL
    ) STRICT;

    -- A judgement. What nobody could tell is not there.
    CREATE TABLE training_points (
        training INTEGER NOT NULL REFERENCES trainings,
        iteration INTEGER NOT NULL,
        seconds REAL NOT NULL,
        exploitability REAL,
        value REAL,
        value_low REAL,
        value_high REAL,
        PRIMARY KEY (training, iteration)
    ) STRICT, WITHOUT ROWID;

    -- What came of the hands against a bot of the gauntlet at a judgement.
    CREATE TABLE training_bouts (
        training INTEGER NOT NULL,
        iteration INTEGER NOT NULL,
        number INTEGER NOT NULL,
        bot TEXT NOT NULL,
        hands INTEGER NOT NULL,
        mean REAL NOT NULL,
        mean_low REAL,
        mean_high REAL,
        PRIMARY KEY (training, iteration, number)
    ) STRICT, WITHOUT ROWID;",
    // The luck of a deal that was played: `judge` names the bots or files that estimated it, and each part
    // has the form of `payoffs`.
    "CREATE TABLE luck (
        tournament INTEGER NOT NULL,
        pairing INTEGER NOT NULL,
        deal INTEGER NOT NULL,
        judge TEXT NOT NULL,
        dealt TEXT NOT NULL,
        drawn TEXT NOT NULL,
        decided TEXT NOT NULL,
        PRIMARY KEY (tournament, judge, deal, pairing)
    ) STRICT, WITHOUT ROWID;",
    // The outcome of a piece of work of an experiment: `work` is everything that it depends on besides the
    // seed, which is text since it may be larger than an integer here; `outcome` is JSON.
    "CREATE TABLE experiment_cells (
        experiment TEXT NOT NULL,
        scale TEXT NOT NULL,
        seed TEXT NOT NULL,
        cell TEXT NOT NULL,
        work TEXT NOT NULL,
        outcome TEXT NOT NULL,
        seconds REAL NOT NULL,
        ended TEXT NOT NULL,
        version TEXT NOT NULL,
        commit_hash TEXT NOT NULL,
        machine TEXT NOT NULL,
        PRIMARY KEY (experiment, scale, seed, cell)
    ) STRICT, WITHOUT ROWID;",
];

/// The schema of today.
pub(super) const VERSION: i64 = STEPS.len() as i64;

/// The application and the schema version in the header of a database.
pub(super) fn version(connection: &Connection) -> rusqlite::Result<(i64, i64)> {
    let number = |name| connection.pragma_query_value(None, name, |row| row.get(0));
    Ok((number("application_id")?, number("user_version")?))
}

/// Takes the steps that are missing, all or none.
pub(super) fn migrate(connection: &Connection, from: i64) -> rusqlite::Result<()> {
    take(connection, from, VERSION)
}

/// Takes the steps up to a version.
fn take(connection: &Connection, from: i64, to: i64) -> rusqlite::Result<()> {
    let transaction = connection.unchecked_transaction()?;
    for step in &STEPS[from as usize..to as usize] {
        transaction.execute_batch(step)?;
    }
    transaction.pragma_update(None, "application_id", APPLICATION)?;
    transaction.pragma_update(None, "user_version", to)?;
    transaction.commit()
}

/// Makes a store as an older version of this program left it.
#[cfg(test)]
pub(super) fn older(connection: &Connection, version: i64) -> rusqlite::Result<()> {
    take(connection, 0, version)
}
