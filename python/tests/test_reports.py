"""Pages about tournaments, trainings and strategies; what a notebook shows."""

import html
import html.parser
import json

import hinterhand
import pytest


class Wellformed(html.parser.HTMLParser):
    """Fails at an element that is not closed or closed twice."""

    EMPTY = ("meta", "link", "rect", "path", "circle", "line", "br")

    def __init__(self, page):
        super().__init__()
        self.open, self.count = [], 0
        self.feed(page)
        self.close()
        assert not self.open and self.count > 5

    def handle_starttag(self, tag, attributes):
        self.count += 1
        if tag not in self.EMPTY:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if tag not in self.EMPTY:
            assert self.open.pop() == tag


def test_a_tournament_is_reported(tmp_path):
    path = tmp_path / "kept.db"
    hinterhand.tournament("leduc", ["random", ("<b>", "ismcts:iterations=5")], rounds=5, name="one", store=path)
    page = hinterhand.report(path)
    Wellformed(page.html)
    assert "&lt;b&gt;" in page.html and "<b>" not in page.html and "Who beat whom" in page.html
    page.save(tmp_path / "page.html")
    assert (tmp_path / "page.html").read_text(encoding="utf-8") == page.html == hinterhand.Store(path).report().html
    hinterhand.tournament("kuhn", ["random", ("other", "random")], rounds=2, name="two", store=path)
    assert "Kuhn" in hinterhand.report(path, tournament="two").html
    with pytest.raises(hinterhand.Error, match="two"):
        hinterhand.report(path)
    with pytest.raises(hinterhand.Error, match="cannot write"):
        page.save(tmp_path / "none" / "page.html")


def test_a_training_is_reported(tmp_path):
    log = tmp_path / "log.jsonl"
    solution = hinterhand.solve("generic-poker(ranks=4)", iterations=100, log=log, progress=False)
    page = solution.report().html
    Wellformed(page)
    call = 'hinterhand.solve("generic-poker(ranks=4)", algorithm="pcfr+", iterations=100)'
    assert "Convergence" in page and call in html.unescape(page.replace('<span class="word">', "").replace("</span>", ""))
    assert hinterhand.report(log).html == page
    head, *points = map(json.loads, log.read_text(encoding="utf-8").splitlines())
    assert head["command"] == [call] and len(points) == len(solution.log)
    hinterhand.solve("kuhn", iterations=10, log=tmp_path / "log.csv", progress=False)
    assert (tmp_path / "log.csv").read_text().startswith("iteration,")
    with pytest.raises(hinterhand.Error, match="must end with .jsonl, .csv or .svg"):
        hinterhand.solve("kuhn", iterations=10, log=tmp_path / "log.txt")


def test_a_strategy_is_reported():
    strategy = hinterhand.solve("leduc", iterations=50, progress=False).strategy
    page = strategy.report()
    Wellformed(page.html)
    assert page.html == hinterhand.report(strategy.path).html and "What it does first" in page.html
    with pytest.raises(hinterhand.Error, match="`tournament` is for a store"):
        hinterhand.report(strategy.path, tournament="one")


def test_a_strategy_for_a_game_of_its_own_is_reported():
    class Coin:
        """Two players name a side; player 0 wins if they differ."""

        def start(self):
            return ()

        def next(self, said):
            if len(said) < 2:
                return "choice", len(said), ["heads", "tails"]
            return "over", ([-1, 1] if said[0] == said[1] else [1, -1])

        def apply(self, said, word):
            return said + (word,)

        def observe(self, before, word, after, player):
            return "hidden" if not before else word

    hinterhand.add_game("reported-coin", Coin)
    strategy = hinterhand.solve("reported-coin", iterations=10, progress=False).strategy
    assert "reported-coin" in strategy.report().html


def test_what_is_no_file_of_ours_is_refused(tmp_path):
    for content, message in ((None, "cannot read"), (b"", "is empty"), (b"nothing", "nothing that can be reported on")):
        path = tmp_path / "file"
        if content is not None:
            path.write_bytes(content)
        with pytest.raises(hinterhand.Error, match=message):
            hinterhand.report(path)


def test_a_notebook_shows_a_page_in_a_frame_of_its_own():
    page = hinterhand.solve("kuhn", iterations=10, progress=False).report()
    frame = page._repr_html_()
    Frame = type("Frame", (html.parser.HTMLParser,), {"handle_starttag": lambda self, tag, found: setattr(self, tag, dict(found))})
    parser = Frame()
    parser.feed(frame)
    assert parser.iframe["srcdoc"] == page.html and frame.count("<") == 2


def test_a_notebook_shows_positions_of_all_games(game):
    state = game.new_initial_state()
    state.deal(seed=1)
    assert state._repr_html_().startswith("<b>") and str(state) in html.unescape(state._repr_html_())
    view = state.view()
    assert str(view) in html.unescape(view._repr_html_())


def test_a_notebook_shows_the_first_rows_of_a_frame():
    frame = hinterhand.Frame([{"a<b": number, "name": "<i>"} for number in range(30)])
    shown = frame._repr_html_()
    assert "<th>a&lt;b</th>" in shown and shown.count("<td>&lt;i&gt;</td>") == 20 and "20 of 30 rows" in shown
    assert "of 2 rows" not in hinterhand.Frame([{"a": [1, 2]}, {"a": []}])._repr_html_()
