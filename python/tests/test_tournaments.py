"""Tournaments, stores, self-play."""

import json
import signal
import sqlite3
import threading

import hinterhand
import pytest

BOTS = ["random", ("searcher", "ismcts:iterations=20"), hinterhand.Bot("ismcts:iterations=5")]


def test_standings_and_pairs_belong_together():
    played = hinterhand.tournament("leduc", BOTS, rounds=30, deals=2, seed=3)
    assert (played.name, played.game, played.deals, played.all_deals) == ("leduc", "leduc", 180, 180)
    assert [bot["bot"] for bot in played.standings][-1] == "random" and len(played.pairs) == 3
    assert sum(bot["margin"] * bot["deals"] for bot in played.standings) == pytest.approx(0)
    assert "searcher" in played._repr_html_() and "180 of 180" in repr(played)
    assert played.sprt is None


def test_the_result_does_not_depend_on_threads():
    one, two = (hinterhand.tournament("kuhn", BOTS, rounds=20, threads=threads) for threads in (1, 2))
    assert one.pairs == two.pairs and one.standings == two.standings


def test_a_test_ends_when_it_is_decided():
    sprt = {"elo0": 0, "elo1": 200}
    played = hinterhand.tournament("leduc", ["ismcts:iterations=100", "random"], rounds=5000, sprt=sprt)
    assert played.sprt["verdict"] == "passed" and played.deals < played.all_deals


def test_matches_are_played():
    played = hinterhand.tournament("kinderschnapsen", ["greedy", "random"], rounds=5, unit="match")
    assert sum(played.pairs[0][key] for key in ("won", "drawn", "lost")) == 10 and played.pairs[0]["drawn"] == 0


def test_what_is_stored_is_continued(tmp_path):
    path = tmp_path / "kept.db"
    whole = hinterhand.tournament("kuhn", BOTS, rounds=50, seed=2)
    timer = threading.Timer(0.4, signal.raise_signal, [signal.SIGINT])
    slow = ["ismcts:iterations=3000", "random"]
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        hinterhand.tournament("leduc", slow, rounds=10**6, store=path, name="slow")
    begun = hinterhand.Store(path).tournament("slow").deals
    assert 0 < begun < 10**6
    assert hinterhand.tournament("kuhn", BOTS, rounds=50, seed=2, store=path, name="quick").pairs == whole.pairs
    store = hinterhand.Store(path)
    assert store.names == ["slow", "quick"] and store.tournament("quick").standings == whole.standings
    assert store.resume("quick").pairs == whole.pairs
    with pytest.raises(hinterhand.Error, match="quick"):
        hinterhand.tournament("kuhn", BOTS, rounds=50, seed=3, store=path, name="quick")
    with sqlite3.connect(path) as connection:
        assert connection.execute("SELECT count(*) FROM tournaments").fetchone() == (2,)
    out = tmp_path / "hands.jsonl"
    store.export(out, "quick")
    records = [json.loads(line) for line in out.read_text().splitlines()]
    assert len(records) == 50 * 3 * 2
    assert hinterhand.read_record(json.dumps(records[0])).returns() == records[0]["returns"]


def test_exceptions_of_a_bot_end_a_tournament():
    hinterhand.add_bot("divides", lambda: type("Divides", (), {"act": lambda self, view: 1 // 0})())
    with pytest.raises(ZeroDivisionError):
        hinterhand.tournament("kuhn", ["divides", "random"], rounds=10**6)


@pytest.mark.parametrize(
    "ask, message",
    [
        (lambda path: hinterhand.tournament("kuhn", ["random"]), "bot"),
        (lambda path: hinterhand.tournament("kuhn", BOTS, schedule="ladder"), "expected round-robin"),
        (lambda path: hinterhand.tournament("kuhn", BOTS, unit="rubber"), "expected hand or match"),
        (lambda path: hinterhand.tournament("kuhn", BOTS[:2], sprt={"elo2": 1}), "there is no `elo2`"),
        (lambda path: hinterhand.tournament("kuhn", ["pimc:worlds=0", "random"]), "worlds"),
        (lambda path: hinterhand.Store(path / "none.db"), "none.db"),
        (lambda path: hinterhand.selfplay("kuhn", [], hands=1), "a bot at least"),
        (lambda path: hinterhand.selfplay("kuhn", ["random"], hands=1, out=path / "rows.csv"), "must end with"),
    ],
)
def test_errors_say_what_is_wrong(ask, message, tmp_path):
    with pytest.raises(hinterhand.Error) as raised:
        ask(tmp_path)
    assert message in str(raised.value)


def test_rows_of_selfplay(tmp_path):
    rows = hinterhand.selfplay("leduc", ["ismcts:iterations=20", "random"], hands=20, seed=4)
    assert set(rows["hand"]) == set(range(20)) and len({len(column) for column in dict(rows).values()}) == 1
    assert all(abs(sum(policy) - 1) < 1e-9 for policy in rows["policy"])
    assert all(action in legal for action, legal in zip(rows["action"], rows["legal"]))
    out = tmp_path / "rows.jsonl"
    count = hinterhand.selfplay("leduc", ["ismcts:iterations=20", "random"], hands=20, seed=4, out=out, threads=1)
    lines = [json.loads(line) for line in out.read_text().splitlines()]
    assert count == len(lines) == len(rows["hand"])
    assert all(line[key] == rows[key][at] for at, line in enumerate(lines) for key in rows)
    parquet = tmp_path / "rows.parquet"
    assert hinterhand.selfplay("leduc", ["random"], hands=3, out=parquet) > 0 and parquet.read_bytes()[:4] == b"PAR1"
