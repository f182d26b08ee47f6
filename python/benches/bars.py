"""Measures the package against what is demanded of it, all in one run.

    python3 python/benches/bars.py [--command target/release/hinterhand]

The command, if it is given, plays the same random games on one thread for comparison. Each figure is the best of some
repetitions, since other work on the machine only ever makes it worse.
"""

import argparse
import os
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
    for name in ("current_player", "is_terminal", "is_chance_node", "legal_actions"):
        print(f"{name}: {call(getattr(state, name)) - nothing:.0f} ns above a call of a slot that does nothing ({nothing:.0f} ns)")


def batches(command):
    for name in ("kinderschnapsen", "leduc", "phantom-ttt"):
        for observations in (False, True):
            env = hinterhand.VectorEnv(name, 4096, observations=observations, legal=observations, threads=1)
            steps = 200
            def work():
                for _ in range(steps):
                    env.step_random()
            rate = 4096 * steps / best(work)
            print(f"{name}: {rate:.3g} actions/s on one thread, observations {'on' if observations else 'off'}")
        if command:
            arguments = [command, "playouts", name, "--games", "1000000", "--threads", "1"]
            print(subprocess.run(arguments, check=True, capture_output=True, text=True).stdout.strip())


def rule(game):
    sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "tests"))
    from test_solving import cfr_plus

    oracle = hinterhand.oracle(game)
    iterations = 50
    python = best(lambda: cfr_plus(oracle, iterations), 3) / iterations
    solved = hinterhand.solve(game, algorithm="cfr+", iterations=iterations, progress=False)
    native = solved.log[-1]["seconds"] / iterations
    sequences = sum(oracle.sequences(player) for player in (0, 1))
    print(f"{game}: {sequences} sequences; CFR+ in numpy {1e3 * python:.2f} ms an iteration, in Rust {1e3 * native:.2f} ms: {native / python:.0%} of native speed")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--command")
    command = parser.parse_args().command
    work = [sys.executable, "-c", "import hinterhand"]
    bare = [sys.executable, "-c", "import numpy"]
    run = lambda words: best(lambda: subprocess.run(words, check=True))
    print(f"import: {1e3 * (run(work) - run(bare)):.0f} ms above numpy")
    calls()
    batches(command)
    for game in ("leduc", "liars-dice", "generic-poker(ranks=10)"):
        try:
            rule(game)
        except hinterhand.Error as fault:
            print(f"{game}: {fault}")


main()
