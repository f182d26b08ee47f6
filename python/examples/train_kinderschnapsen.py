"""Trains a network to play Kinderschnapsen against itself, and shows by the exact solution what its decisions lose.

    python3 train_kinderschnapsen.py [--solution FILE] [--seconds 240] [--hands 200] [--seed 1]

The solution is computed first, unless a file of one is given. Then the network learns for the given number of seconds, by the
algorithm of `mmd.py`, and between plays some hands against the solution, the same deals each time. The value of an action is
known from the solution; so each decision has its loss, and their sum is what the network loses in a hand. Needs PyTorch.
"""

import argparse

import mmd

import hinterhand

GAME = "kinderschnapsen"


def by_decision(losses):
    """For each number of choices before a decision what is lost there in a hand, and how often it is met."""
    table = {}
    for entry in losses:
        lost, visits = table.get(entry["decision"], (0.0, 0))
        table[entry["decision"]] = lost + entry["loss"], visits + entry["visits"]
    return sorted(table.items())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--solution")
    parser.add_argument("--seconds", type=float, default=240)
    parser.add_argument("--hands", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    if arguments.solution:
        solution = hinterhand.load_strategy(arguments.solution)
    else:
        solution = hinterhand.solve(GAME, target=1e-3).strategy
    print(f"the solution: exploitability {solution.exploitability:.1e}")

    def losses(policy):
        return hinterhand.loss_report(
            GAME, policy.probabilities, solution=solution, hands=arguments.hands, seed=arguments.seed, top=10**9
        )

    def judge(policy):
        return f"loses {sum(entry['loss'] for entry in losses(policy)):.3f} a hand"

    every = arguments.seconds / 6
    policy, _ = mmd.train(GAME, arguments.seconds, arguments.seed, judge, every, width=128, magnets=(0.1, 0.02))
    found = losses(policy)
    print("choice  met  loss a hand")
    for number, (lost, visits) in by_decision(found):
        print(f"{number + 1:6} {visits:4} {lost:12.4f}")
    for entry in found[:2]:
        print(f"\nseat {entry['seat']} loses {entry['loss'] * arguments.hands / entry['visits']:.3f} here; best: {entry['best']}")
        print(entry["view"])
        print("  ".join(f"{word} {part:.3f}" for word, part in zip(entry["actions"], entry["probabilities"])))
    print()
    hinterhand.add_policy("mmd", policy.probabilities)
    bots = [("network", "mmd"), ("solution", solution), "greedy", "random"]
    mmd.compete(GAME, bots, 500, arguments.seed)


if __name__ == "__main__":
    main()
