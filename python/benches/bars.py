"""Measures the package against what is demanded of it, all in one run, and prints a table for docs/python.md.

    python3 python/benches/bars.py [--command target/release/hinterhand]

The command plays the same random games on one thread for comparison. OpenSpiel is measured beside, if it is installed. Each
figure is the best of some repetitions, since other work on the machine only ever makes it worse; what is a difference of two
times is the median of some.
"""

import argparse
import os
import random
import re
import statistics
import subprocess
import sys
import time

os.environ.setdefault("RAYON_NUM_THREADS", "1")

import numpy

import hinterhand


def best(work, repetitions=5):
    """The least seconds of some repetitions."""
    seconds = []
    for _ in range(repetitions):
        began = time.perf_counter()
        work()
        seconds.append(time.perf_counter() - began)
    return min(seconds)


def row(what, measured, bar="", reached=None):
    print(f"| {what} | {measured} | {bar} | {'' if reached is None else 'yes' if reached else 'no'} |", flush=True)


def imports():
    run = lambda code: best(lambda: subprocess.run([sys.executable, "-c", code], check=True), 10)
    bare, mine, arrays = run("pass"), run("import hinterhand"), run("import numpy")
    took = 1e3 * (mine - bare)
    row("import, above the bare interpreter", f"{took:.0f} ms (numpy: {1e3 * (arrays - bare):.0f} ms)", "100 ms", took < 100)


def call(ask, count=200_000):
    """Nanoseconds of a call, the loop included."""
    def work():
        for _ in range(count):
            ask()
    return 1e9 * best(work) / count


def calls():
    state = hinterhand.load_game("kinderschnapsen").new_initial_state()
    state.deal(seed=1)
    nothing = call(state.__init__)
    for name, bar in (("current_player", 150), ("is_terminal", 150), ("is_chance_node", 150), ("legal_actions", None)):
        took = call(getattr(state, name)) - nothing
        row(f"`{name}`, above a slot that does nothing", f"{took:.0f} ns", f"{bar} ns" if bar else "", took <= bar if bar else None)


def playouts(command, name, repetitions=5):
    """Random actions a second of the command, on one thread: the most of some repetitions, as for what is set beside it."""
    arguments = [command, "playouts", name, "--games", "1000000", "--threads", "1"]
    said = lambda: subprocess.run(arguments, check=True, capture_output=True, text=True).stdout
    return max(float(re.search(r"moves/s +(\d+)", said())[1]) for _ in range(repetitions))


def batches(command):
    steps, count = 200, 4096
    for name in ("kinderschnapsen", "sixty-six", "leduc", "phantom-ttt"):
        rates = {}
        for observations in (False, True):
            env = hinterhand.VectorEnv(name, count, observations=observations, legal=observations, threads=1)
            def work():
                for _ in range(steps):
                    env.step_random()
            rates[observations] = count * steps / best(work)
        if command:
            ratio = rates[False] / playouts(command, name)
            row(f"{name}: random steps without observations", f"{rates[False] / 1e6:.3g} M actions/s, {ratio:.0%} of the playouts of the command", "80 %", ratio >= 0.8)
        row(f"{name}: random steps with observations and masks", f"{rates[True] / 1e6:.3g} M actions/s", "2 M actions/s", rates[True] >= 2e6)


def rule(game):
    """An iteration in numpy beside one of the solver in Rust: by how much longer more iterations take, so that neither side
    counts what it does at its beginning, such as touching new memory."""
    sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "tests"))
    from test_solving import cfr_plus

    oracle = hinterhand.oracle(game)
    sequences = sum(oracle.sequences(player) for player in (0, 1))
    large = sequences >= 1e5
    few, many = (20, 100) if large else (200, 2000)
    options = {"algorithm": "cfr+", "progress": False}
    native = lambda precision: lambda count: hinterhand.solve(
        game, iterations=count, precision=precision, **options
    ).log[-1]["seconds"]
    sides = (lambda count: best(lambda: cfr_plus(oracle, count), 1), native("float64"), native("float32"))
    differences = [[] for _ in sides]
    # In turn, so that other work on the machine meets all of them.
    for _ in range(7):
        for side, found in zip(sides, differences):
            found.append((side(many) - side(few)) / (many - few))
    python, double, single = map(statistics.median, differences)
    row(
        f"CFR+ in numpy, {game}, {sequences} sequences",
        f"{1e3 * python:.3g} ms an iteration, {double / python:.0%} of the solver in Rust, both in float64 "
        f"({single / python:.0%} of it in float32)",
        "50 %" if large else "",
        double / python >= 0.5 if large else None,
    )


def spiel(ours, theirs, games=300):
    """Random games by the interface of OpenSpiel in Python."""
    import pyspiel

    import hinterhand.open_spiel  # noqa: F401
    import open_spiel.python.games  # noqa: F401

    def rate(name):
        game, rng, actions = pyspiel.load_game(name), random.Random(1), 0
        def work():
            nonlocal actions
            actions = 0
            for _ in range(games):
                state = game.new_initial_state()
                while not state.is_terminal():
                    if state.is_chance_node():
                        state.apply_action(rng.choice(state.chance_outcomes())[0])
                    else:
                        state.apply_action(rng.choice(state.legal_actions()))
                    actions += 1
        seconds = best(work)
        return seconds / actions, seconds

    (mine, _), (other, _) = rate(ours), rate(theirs)
    simulate = lambda name: best(lambda: pyspiel.random_sim_test(pyspiel.load_game(name), 20, False, False)) / 20
    row(f"a random action by pyspiel: `{ours}`, `{theirs}`", f"{1e6 * mine:.1f} µs, {1e6 * other:.1f} µs: {mine / other:.1f} times", "1.5 times", mine / other <= 1.5)
    one, two = simulate(ours), simulate(theirs)
    row(f"a simulation of `random_sim_test`: `{ours}`, `{theirs}`", f"{1e3 * one:.2f} ms, {1e3 * two:.2f} ms: {one / two:.1f} times", "1.5 times", one / two <= 1.5)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--command")
    command = parser.parse_args().command
    print("| what | measured | bar | reached |\n| --- | --- | --- | --- |")
    imports()
    calls()
    batches(command)
    for game in ("leduc", "liars-dice", "generic-poker(ranks=10)"):
        try:
            rule(game)
        except hinterhand.Error as fault:
            row(f"CFR+ in numpy, {game}", str(fault))
    try:
        import pyspiel  # noqa: F401
    except ImportError:
        return
    for game in ("kuhn", "leduc"):
        spiel(f"hinterhand_{game}", f"{game}_poker")
    # What a call of a game in Python costs there: OpenSpiel's own example of one.
    spiel("hinterhand_kuhn", "python_kuhn_poker")


main()
