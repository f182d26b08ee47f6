"""A bot that answers with the first legal action, until at a decision of its own it does what its argument says.

python3 faulty.py FAULT [DECISION]
"""

import json
import os
import signal
import subprocess
import sys
import time

fault = sys.argv[1]
left = int(sys.argv[2]) if len(sys.argv) > 2 else 0


def say(line):
    print(line, flush=True)


def do_wrong(legal):
    if fault == "crash":
        raise RuntimeError("lost my cards")
    if fault == "killed":
        os.kill(os.getpid(), signal.SIGKILL)
    if fault == "exit":
        sys.exit(0)
    if fault == "hang":
        # It has a child, which must not outlive it.
        child = subprocess.Popen(["sleep", "600"])
        print(f"my child is {child.pid}", file=sys.stderr, flush=True)
        time.sleep(600)
    if fault == "late":
        time.sleep(1.5)
    if fault == "garbage":
        say("I would rather not")
    if fault == "markup":
        say("<script>alert(1)</script>")
    if fault == "twice":
        say("bestmove " + json.dumps({"action": legal[0]}))
    if fault == "long":
        say("info " + "x" * 65536)
    if fault == "half":
        say('bestmove {"action": ')
    if fault == "binary":
        sys.stdout.buffer.write(b"bestmove \xff\xfe\n")
        sys.stdout.flush()
    if fault == "flood":
        while True:
            say("info " + "x" * 1000)
    if fault == "line":
        while True:
            sys.stdout.write("x" * 1000)
    if fault == "shout":
        while True:
            print("x" * 1000, file=sys.stderr)
    if fault == "illegal":
        say('bestmove {"action": "deal:A"}')
    if fault == "hog":
        hoard = []
        while True:
            hoard.append(bytearray(1 << 24))
    if fault == "deaf":
        os.close(0)
        time.sleep(600)


for line in sys.stdin:
    word, _, body = line.strip().partition(" ")
    if word == "hinterhand":
        say('id {"name": "faulty", "games": ["kuhn", "whist"]}' if fault == "boasts" else 'id {"name": "faulty"}')
        if fault == "repeats":
            say('option {"name": "depth", "default": 1}')
            say('option {"name": "depth", "default": 2}')
        say("hinterhandok")
    elif word == "isready":
        say("readyok")
    elif word == "view":
        legal = json.loads(body)["legal"]
    elif word == "go":
        if left == 0:
            do_wrong(legal)
        left -= 1
        say("bestmove " + json.dumps({"action": legal[0]}))
        if fault == "again":
            time.sleep(0.02)
            say("bestmove " + json.dumps({"action": legal[0]}))
    elif word == "quit":
        if fault == "stays":
            time.sleep(600)
        if fault != "overhears":
            break
