"""The page without a server, exported and served by Python's http.server: steps of `scripts/check-web`."""

import functools
import gzip
import http.server
import io
import json
import pathlib
import random
import re
import subprocess
import threading
import time

from browser import stop

# What the modules may weigh together when they are compressed, and the page without them, in bytes.
MOST_MODULES, MOST_PAGE = 1_500_000, 500_000
# Lines on which the first move is timed: megabits down in a second; an answer begins after 150 ms. On a good 4G line it must
# be possible within MOST_SECONDS; on a poor one the time is told.
GOOD, POOR = 9, 1.6
MOST_SECONDS = 3.0
# The page may stand still for this time while a bot thinks, in milliseconds.
MOST_STILL = 300
# The last of them are long, and are played with an option that ends them soon.
GAMES = ["kinderschnapsen", "schnapsen", "leduc", "phantom-ttt", "recipippes", "schikanoeschen", "klondike-chess"]


class Plain(http.server.SimpleHTTPRequestHandler):
    """Python's own server, without its log."""

    def log_message(self, *_):
        pass


class Packing(Plain):
    """A server that compresses text, as those of most hosts do."""

    def send_head(self):
        path = pathlib.Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        if path.suffix not in (".html", ".js", ".css", ".json", ".svg") or not path.is_file():
            return super().send_head()
        body = gzip.compress(path.read_bytes())
        self.send_response(200)
        for name, value in (("Content-Type", self.guess_type(path)), ("Content-Encoding", "gzip"), ("Content-Length", len(body))):
            self.send_header(name, str(value))
        self.end_headers()
        return io.BytesIO(body)


class Files:
    """A folder that is served on a free port."""

    def __init__(self, folder, handler):
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(handler, directory=folder))
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def end(self):
        self.server.shutdown()
        self.server.server_close()


def exported(hinterhand, wasm, folder):
    """Exports the page with a strategy for Kinderschnapsen; returns the name of the strategy, and what is too heavy."""
    solution = folder / "few.strategy"
    subprocess.run([hinterhand, "solve", "kinderschnapsen", "--iterations", "2", "--out", solution], check=True, capture_output=True)
    words = [hinterhand, "serve", "--export", folder / "site/games/page", "--wasm", wasm, "--solution", solution]
    told = subprocess.run(words, check=True, capture_output=True, text=True).stdout
    print(told.strip(), flush=True)
    page, tables, bots = map(int, re.search(r"page (\d+) bytes, tables (\d+) bytes, bots (\d+) bytes", told).groups())
    wrong = [f"the modules have {tables + bots} bytes"] if tables + bots >= MOST_MODULES else []
    return solution.name, wrong + ([f"the page has {page} bytes"] if page >= MOST_PAGE else [])


def by_clicks(player, game):
    """A whole hand against a bot, and its record."""
    player.begin(game)
    rng = random.Random(1)
    player.play(rng)
    player.click(".result a")
    player.until("document.querySelector('.replay .stage > *')", f"the record of a hand of {game}")
    return [f"{game}: console: {entry['message']}" for entry in player.log("browser")]


def reloaded(player):
    """A hand goes on after a reload, with the same cards."""
    player.begin("sixty-six")
    rng = random.Random(2)
    told = "[...document.querySelectorAll('.log li')].map((one) => one.textContent).join('|')"
    while player.run(f"return {told}.split('You').length") < 3:
        player.step(rng)
    player.until("document.querySelector('.turn.you, .result')", "the turn")
    before = player.run(f"return {told}")
    player.post("/refresh")
    player.until("document.querySelector('.turn.you, .result')", "the table after a reload")
    wrong = [] if player.run(f"return {told}") == before else ["the table differs after a reload"]
    second_tab(player)
    player.play(rng)
    player.click(".result a")
    player.until("document.querySelector('.replay .stage > *')", "the record")
    player.click("[data-review]")
    player.until("document.querySelector('.losses')", "the review")
    return wrong + player.faults("the page without a server")


def second_tab(player):
    """The table that is shown is refused to another tab."""
    link, first = player.run("return location.href"), player.call("GET", player.session + "/window")
    other = player.post("/window/new", type="tab")["handle"]
    player.post("/window", handle=other)
    player.post("/url", url=link)
    player.until("/open in another tab/.test(document.querySelector('#message')?.textContent)", "the refusal of a second tab")
    player.call("DELETE", player.session + "/window")
    player.post("/window", handle=first)


def explored(player, solution):
    """A position with the mixture and the values of the strategy, of which one slice is loaded."""
    player.open("explore/kinderschnapsen")
    player.until("document.querySelector('.choices [data-word]')", "the choices")
    player.run("const list = document.querySelector('[data-bot]'); list.value = arguments[0]; list.dispatchEvent(new Event('change'));", solution)
    player.until("/exact/i.test(document.querySelector('.choices small')?.textContent)", "the exact values", 120)
    slices = player.run("return performance.getEntriesByType('resource').map(({name}) => name).filter((name) => name.includes('/slices/'))")
    return [] if len(set(slices)) == 1 else [f"slices that were loaded: {slices}"]


def against_solution(player, solution):
    """A hand against the strategy, by clicks."""
    player.begin("kinderschnapsen", solution)
    player.play(random.Random(3))
    return [f"console: {entry['message']}" for entry in player.log("browser")]


def thinking(player):
    """The page does not stand still while a bot thinks."""
    player.open("game/kinderschnapsen")
    player.until("document.querySelector('form .opponent')", "the form")
    player.run("""
        const list = document.querySelector('.opponent'), own = document.querySelector('input[placeholder^=ismcts]');
        list.value = [...list.options].at(-1).value;
        list.dispatchEvent(new Event('change'));
        own.value = 'ismcts:iterations=50000';
    """)
    player.click("form button[type=submit]")
    player.until("document.querySelector('.stage > *')", "the table")
    player.run("""
        window.still = 0;
        let last = performance.now();
        setInterval(() => { const now = performance.now(); window.still = Math.max(window.still, now - last - 10); last = now; }, 10);
    """)
    player.play(random.Random(4))
    still = player.run("return window.still")
    return [] if still < MOST_STILL else [f"the page stood still for {still:.0f} ms"]


def first_move(player, address, megabits, what):
    """How long it takes from an empty cache on a line until the first move can be made."""
    line = dict(offline=False, latency=150, downloadThroughput=megabits * 1e6 / 8, uploadThroughput=750e3 / 8)
    player.post("/url", url="about:blank")
    player.cdp("Network.enable")
    player.cdp("Network.clearBrowserCache")
    player.cdp("Network.setCacheDisabled", cacheDisabled=True)
    player.cdp("Network.emulateNetworkConditions", **line)
    begun = time.monotonic()
    player.post("/url", url=f"{address}#/game/kinderschnapsen")
    player.until("document.querySelector('form button[type=submit]')", "the form")
    shown = time.monotonic() - begun
    player.run("document.querySelector('form button[type=submit]').click()")
    player.until("document.querySelector('.turn.you') && document.querySelector('.mine .legal')", "the first move")
    seconds = time.monotonic() - begun
    player.cdp("Network.emulateNetworkConditions", offline=False, latency=0, downloadThroughput=-1, uploadThroughput=-1)
    player.cdp("Network.setCacheDisabled", cacheDisabled=False)
    print(f"first move after {seconds:.1f} s, the form after {shown:.1f} s: {megabits} Mbit/s, 150 ms, {what}", flush=True)
    return seconds


def elsewhere(player, port):
    """Requests to any other place than the page."""
    messages = [json.loads(entry["message"])["message"] for entry in player.log("performance")]
    asked = {one["params"]["request"]["url"] for one in messages if one["method"] == "Network.requestWillBeSent"}
    here = (f"http://127.0.0.1:{port}/games/page/", "data:", "blob:", "about:", "chrome:")
    return [f"asked elsewhere: {url}" for url in sorted(asked) if not url.startswith(here)]


def check(player_at, hinterhand, wasm, folder, say, by_keys):
    """All steps. `player_at` opens a browser at an address, `by_keys` plays a hand by keys in it."""
    folder.mkdir()
    solution, heavy = exported(hinterhand, wasm, folder)
    say("the weight of the page without a server", heavy)
    plain, packing = (Files(folder / "site", handler) for handler in (Plain, Packing))
    address = f"http://127.0.0.1:{plain.port}/games/page/"
    player = player_at(folder / "profile", address)
    try:
        player.log("performance")
        for game in GAMES:
            say(f"{game} without a server", by_clicks(player, game))
        say("by keys without a server", by_keys(player))
        say("a reload without a server", reloaded(player))
        say("a slice of a solution", explored(player, solution))
        say("a hand against a solution", against_solution(player, solution))
        say("a bot that thinks meanwhile", thinking(player))
        say("nothing from elsewhere", elsewhere(player, plain.port))
        packed = f"http://127.0.0.1:{packing.port}/games/page/"
        for megabits in (POOR, GOOD):
            first_move(player, address, megabits, "a server that compresses nothing")
            seconds = first_move(player, packed, megabits, "a server that compresses text")
        say("the first move", [] if seconds < MOST_SECONDS else [f"it takes {seconds:.1f} s, more than {MOST_SECONDS:.0f}"])
    finally:
        player.close()
        plain.end()
        packing.end()
