"""The protocol for bots, for a function that chooses an action: docs/protocol.md."""

import json
import random
import sys


def say(word, body=None):
    print(word if body is None else f"{word} {json.dumps(body)}", flush=True)


def serve(name, version, games, choose):
    """Answers a referee. `choose(view, rng)` returns one of `view["legal"]`."""
    view = None
    for line in sys.stdin:
        word, _, text = line.strip().partition(" ")
        if word == "hinterhand":
            say("id", {"name": name, "version": version, "games": games, "deterministic": True})
            say("hinterhandok")
        elif word == "isready":
            say("readyok")
        elif word == "view":
            view = json.loads(text)
        elif word == "go":
            say("bestmove", {"action": choose(view, random.Random(json.loads(text)["seed"]))})
        elif word == "quit":
            break
