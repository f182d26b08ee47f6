#!/usr/bin/env python3
"""A bot for Hinterhand in Python: any legal action, but nothing that ends a hand early if there is another choice.

Nothing but the standard library is needed. Change `choose` and you have a bot of your own; docs/protocol.md tells what
a view holds.

    hinterhand check-bot 'python3 examples/bots/random_bot.py'
    hinterhand tournament run --game sixty-six --bot greedy --bot 'name=mine,spec=cmd:python3 examples/bots/random_bot.py'
"""

import json
import sys

# The option of this bot: what it would rather not do.
avoided = {"close", "stop", "fold", "claim", "liar"}


def choose(view, seed):
    """The action for a view: one of view["legal"]. The seed is a random number."""
    actions = [action for action in view["legal"] if action not in avoided] or view["legal"]
    return actions[seed % len(actions)]


def say(word, body=None):
    print(word if body is None else f"{word} {json.dumps(body)}", flush=True)


def main():
    global avoided
    view = None
    for line in sys.stdin:
        word, _, text = line.strip().partition(" ")
        if word == "hinterhand":
            say("id", {"name": "random.py", "version": "1", "deterministic": True})
            words = " ".join(sorted(avoided))
            say("option", {"name": "avoided", "default": words, "about": "actions that it would rather not take"})
            say("hinterhandok")
        elif word == "option":
            option = json.loads(text)
            if option["name"] == "avoided":
                avoided = set(option["value"].split())
        elif word == "isready":
            say("readyok")
        elif word == "view":
            view = json.loads(text)
        elif word == "go":
            say("bestmove", {"action": choose(view, json.loads(text)["seed"])})
        elif word == "quit":
            break
        # `newgame` says nothing that the view does not; all other words are for later versions.


main()
