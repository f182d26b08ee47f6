"""Tables in the libraries that people use, taken over by the Arrow C interface."""

import gc

import hinterhand
import pytest

ROWS = [
    {"name": "first", "count": 1, "share": 0.5, "some": None, "parts": [1, 2], "interval": [0.25, 1], "words": ["a", "b"]},
    {"name": None, "count": 2, "share": 1, "some": 2.5, "parts": [], "interval": None, "words": [None]},
]


def test_columns_are_those_of_the_rows():
    frame = hinterhand.Frame(ROWS)
    assert frame.num_rows == 2 and list(frame) == list(ROWS[0]) == frame.keys() and len(frame) == 7
    assert dict(frame) == {name: [row[name] for row in ROWS] for name in ROWS[0]}
    assert "count" in frame and "nonsense" not in frame and "2 rows: name, count" in repr(frame)
    with pytest.raises(KeyError, match="there is no column `nonsense`; there are: name, count"):
        frame["nonsense"]


@pytest.mark.parametrize(
    "rows, kind",
    [
        ([], hinterhand.Error),
        ([{"a": 1}, {"b": 1}], hinterhand.Error),
        ([{"a": 1}, {}], hinterhand.Error),
        ([{"a": True}], TypeError),
        ([{"a": object()}], TypeError),
        ([{"a": 1}, {"a": "text"}], TypeError),
        ([{"a": ["text", 1]}], TypeError),
        ([{"a": 2**70}, {"a": "text"}], TypeError),
        ([{1: 2}], TypeError),
        ("rows", TypeError),
    ],
)
def test_what_is_no_table_is_refused(rows, kind):
    with pytest.raises(kind):
        hinterhand.Frame(rows)


def test_rows_of_selfplay_and_figures_are_frames():
    rows = hinterhand.selfplay("leduc", ["ismcts:iterations=20"], hands=20, seed=1)
    assert rows.num_rows == len(rows["policy"]) and all(abs(sum(policy) - 1) < 1e-9 for policy in rows["policy"])
    played = hinterhand.tournament("leduc", ["random", "ismcts:iterations=10"], rounds=3)
    solution = hinterhand.solve("leduc", iterations=30)
    for table in (played.standings, played.pairs, solution.log, hinterhand.loss_report("kuhn", "random")):
        assert dict(hinterhand.Frame(table)) == {name: [row[name] for row in table] for name in table[0]}


def tables():
    yield hinterhand.Frame(ROWS)
    yield hinterhand.selfplay("kuhn", ["random"], hands=50, seed=1)
    yield hinterhand.selfplay("kuhn", ["random"], hands=0)


def test_pyarrow_takes_them_over():
    pyarrow = pytest.importorskip("pyarrow")
    for frame in tables():
        table = pyarrow.table(frame)
        table.validate(full=True)
        assert table.to_pydict() == dict(frame)
        assert pyarrow.schema(frame) == table.schema
        # The columns are those of the frame, which must not go away before them.
        expected = dict(frame)
        del frame
        gc.collect()
        assert table.to_pydict() == expected
    # A stream that is not read is let go.
    hinterhand.Frame(ROWS).__arrow_c_stream__()


def test_polars_takes_them_over():
    polars = pytest.importorskip("polars")
    for frame in tables():
        assert polars.DataFrame(frame).to_dict(as_series=False) == dict(frame)


def test_pandas_takes_them_over():
    pandas = pytest.importorskip("pandas")
    for frame in tables():
        table = pandas.DataFrame.from_arrow(frame)
        assert list(table.columns) == list(frame) and len(table) == frame.num_rows
        assert [list(row) for row in table.get("legal", [])] == dict(frame).get("legal", [])
        assert table.get("seen", pandas.Series([], dtype=str)).tolist() == dict(frame).get("seen", [])
