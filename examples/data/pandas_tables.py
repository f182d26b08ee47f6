#!/usr/bin/env python3
"""Reads a store, the hands exported from it and the rows of self-play with pandas, and prints a table of each.

    pip install pandas pyarrow
    hinterhand tournament run --game sixty-six --bot greedy --bot random --rounds 200 --store sixty-six.db
    hinterhand tournament export sixty-six.db --format parquet --out hands.parquet
    hinterhand selfplay kinderschnapsen --bot ismcts:iterations=100 --bot greedy --hands 100 --parts rows --part-hands 40
    python3 examples/data/pandas_tables.py sixty-six.db hands.parquet rows
"""

import json
import math
import sqlite3
import sys

import pandas as pd


def mean_by_bot(hands):
    """What each bot won in a hand on average, and in how many: seats and returns are lists, by seat."""
    seats = hands[["seats", "returns"]].explode(["seats", "returns"])
    table = seats.astype({"returns": float}).groupby("seats")["returns"].agg(["count", "mean"])
    return table.rename_axis("bot").rename(columns={"count": "hands"}).round(3)


def entropy(policy):
    """How undecided a policy is, in bits."""
    return -sum(share * math.log2(share) for share in policy if share > 0)


def main(store, hands, rows):
    # The view `records` of a store has names; lists are JSON or have commas between them.
    with sqlite3.connect(f"file:{store}?mode=ro", uri=True) as database:
        kept = pd.read_sql_query("SELECT seats, returns FROM records", database)
    kept = pd.DataFrame({"seats": kept.seats.str.split(","), "returns": kept.returns.map(json.loads)})
    print("The store:", mean_by_bot(kept), sep="\n", end="\n\n")

    # In Parquet, lists are lists.
    hands = pd.read_parquet(hands)
    print("The exported hands:", mean_by_bot(hands), sep="\n")
    print(f"{hands.actions.map(len).mean():.2f} words in a hand", end="\n\n")

    # Of a file or of a folder of parts, a row for each decision: who learns wants those where there was a choice.
    rows = pd.read_parquet(rows)
    choices = rows[rows.legal.map(len) > 1].assign(
        legal=lambda table: table.legal.map(len),
        bits=lambda table: table.policy.map(entropy),
        error=lambda table: (table.value - table.won).abs(),
    )
    table = choices.groupby("bot").agg(
        decisions=("hand", "size"), legal=("legal", "mean"), bits=("bits", "mean"), error=("error", "mean")
    )
    print("Self-play:", table.round(3), sep="\n")


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(f"usage: {sys.argv[0]} STORE HANDS ROWS")
    main(*sys.argv[1:])
