#!/usr/bin/env python3
"""The same in SQL: reads a store, the hands exported from it and the rows of self-play with DuckDB.

    pip install duckdb
    python3 examples/data/duckdb_tables.py sixty-six.db hands.parquet 'rows/*.parquet'

The files are made as examples/data/pandas_tables.py says.
"""

import sqlite3
import sys

import duckdb

MEAN_BY_BOT = """
    SELECT bot, count(*) AS hands, round(avg(won), 3) AS mean
    FROM (SELECT unnest(seats) AS bot, unnest(returns) AS won FROM {hands})
    GROUP BY bot ORDER BY bot
"""

SELF_PLAY = """
    SELECT bot,
           count(*) AS decisions,
           round(avg(len(legal)), 3) AS legal,
           round(avg(list_sum([CASE WHEN share > 0 THEN -share * log2(share) ELSE 0 END FOR share IN policy])), 3) AS bits,
           round(avg(abs(value - won)), 3) AS error
    FROM rows
    WHERE len(legal) > 1
    GROUP BY bot ORDER BY bot
"""


def show(title, result):
    """Prints a result, columns apart by tabs."""
    print(title)
    print(*(column[0] for column in result.description), sep="\t")
    for row in result.fetchall():
        print(*row, sep="\t")
    print()


def main(store, hands, rows):
    database = duckdb.connect()
    # DuckDB has an extension for SQLite, which it fetches from the network; Python needs none to hand the rows over.
    database.execute("CREATE TABLE kept (seats VARCHAR, returns VARCHAR)")
    with sqlite3.connect(f"file:{store}?mode=ro", uri=True) as source:
        database.executemany(
            "INSERT INTO kept VALUES (?, ?)", source.execute("SELECT seats, returns FROM records").fetchall()
        )
    kept = "(SELECT string_split(seats, ',') AS seats, CAST(CAST(returns AS JSON) AS DOUBLE[]) AS returns FROM kept)"
    show("The store:", database.execute(MEAN_BY_BOT.format(hands=kept)))

    database.read_parquet(hands).create_view("hands")
    show("The exported hands:", database.execute(MEAN_BY_BOT.format(hands="hands")))

    database.read_parquet(rows).create_view("rows")
    show("Self-play:", database.execute(SELF_PLAY))


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(f"usage: {sys.argv[0]} STORE HANDS ROWS")
    main(*sys.argv[1:])
