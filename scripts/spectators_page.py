"""Tables that are watched, and the time to the first view: steps of `scripts/check-web`."""

import statistics
import time

from browser import stop

LOADS = 20
# When the games are drawn, and when anything is, in milliseconds after the navigation began.
NOTE = """
new MutationObserver((_, self) => {
    if (!document.querySelector('.tile')) return;
    self.disconnect();
    requestAnimationFrame(() => setTimeout(() => { window.drawn = performance.now(); }));
}).observe(document, {childList: true, subtree: true});
"""
BACKS = "document.querySelectorAll('.stage .hand .card[data-piece]').length === 0"


def opened(player, game, bots, is_open):
    """Opens a table of two bots through the form, to watch it."""
    player.open(f"game/{game}")
    player.until("document.querySelector('form .opponent')", "the form")
    player.run("""
        const [[first, second], open] = arguments, form = document.querySelector('form');
        const change = (input, value) => { input.value = value; input.dispatchEvent(new Event('change')); };
        change(form.querySelector('[data-own]'), first);
        change(form.querySelector('.opponent'), second);
        form.querySelector('[data-open]').checked = open;
    """, bots, is_open)
    player.click("form button[type=submit]")
    player.until("location.hash.startsWith('#/spectate/') && document.querySelector('.stage > *')", "the table that is watched")


def spectators(player, other, album):
    """Bots that are watched, with open cards and without; people that are watched by the link of their table."""
    opened(player, "sixty-six", ["greedy", "random"], True)
    player.until("document.querySelectorAll('.near .hand .card[data-piece]').length && document.querySelectorAll('.far .hand .card[data-piece]').length", "both hands")
    player.until("document.querySelectorAll('.log li b').length > 3", "some tricks")
    wrong = album.take(player, "spectator")
    opened(player, "sixty-six", ["greedy", "random"], False)
    end = time.monotonic() + 90
    seen = 0
    while not player.run("return Boolean(document.querySelector('.result'))"):
        hidden, over, played = player.run(f"return [{BACKS}, Boolean(document.querySelector('.result')), document.querySelectorAll('.log li b').length]")
        if not hidden and not over:
            wrong.append("a hand is shown to those who watch")
            break
        seen = max(seen, played)
        if time.monotonic() > end:
            stop("the hand of two bots is not over after 90 s")
    if seen < 4:
        wrong.append(f"those who watch were told of {seen} moves")
    player.until("/wins \\d/.test(document.querySelector('.result h2').textContent) && document.querySelector('.account li')", "the result")
    # The same in German, without an English word in it.
    player.click("[lang=de]")
    player.until("document.querySelector('.result h2')", "the result in German")
    words = player.run("return document.querySelector('.result').innerText")
    if "gewinnt" not in words or any(word in words for word in ("trick", "points", "Your", "hand")):
        wrong.append(f"the result in German is {words!r}")
    player.click("[lang=en]")
    player.until("document.querySelector('.result .next button')", "the way to the next hand")
    player.press("\ue007")
    player.until("/Hand 2/.test(document.querySelector('.score').textContent) && !document.querySelector('.result')", "the second hand of two bots")
    return wrong + watched_by_link(player, other)


def watched_by_link(player, other):
    """The link beside a table shows it to another browser, which may do nothing there."""
    player.begin("kinderschnapsen", "random")
    player.until("document.querySelector('.turn.you') && document.querySelector('[data-link]')", "the turn")
    link = player.run("return document.querySelector('[data-link]').dataset.link")
    other.open(link.split("#/")[1])
    other.until("document.querySelector('.stage .tricks-table')", "the table of the others")
    player.until("document.querySelector('.spectators small').textContent === '1'", "that somebody watches")
    wrong = [] if other.run(f"return {BACKS}") else ["the hand of a person is shown to one who watches"]
    if other.run("return document.querySelectorAll('.actions button, [data-tool=hint], [data-tool=undo]').length"):
        wrong.append("one who watches is offered something to do")
    wrong += other.faults("a table of others")
    other.open("")
    player.until("document.querySelector('.spectators small').textContent === '0'", "that nobody watches")
    return wrong


def first_view(player):
    """How long it takes from the navigation until the games are drawn, with an empty cache; printed, and nothing else."""
    note = player.cdp("Page.addScriptToEvaluateOnNewDocument", source=NOTE)["identifier"]
    player.cdp("Network.enable")
    player.cdp("Network.setCacheDisabled", cacheDisabled=True)
    seen = []
    for _ in range(LOADS):
        player.open("")
        player.until("window.drawn && performance.getEntriesByName('first-contentful-paint').length", "the games")
        seen.append(player.run("return [performance.getEntriesByName('first-contentful-paint')[0].startTime, window.drawn]"))
    player.cdp("Network.setCacheDisabled", cacheDisabled=False)
    player.cdp("Page.removeScriptToEvaluateOnNewDocument", identifier=note)
    told = (f"{what} after {statistics.median(times):.0f} ms, at most {max(times):.0f}" for what, times in zip(("anything is drawn", "the games"), zip(*seen)))
    load = open("/proc/loadavg").read().split()[0]
    print(f"first view, {LOADS} loads with an empty cache, load {load}: {'; '.join(told)}", flush=True)
