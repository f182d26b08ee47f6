"""Trains a network to play Leduc poker against itself, judged exactly on the way, and enters it in a tournament.

    python3 train_leduc.py [--game leduc] [--seconds 150] [--seed 1] [--out leduc.strategy]

How it learns is in `mmd.py`. Needs PyTorch.
"""

import argparse

import mmd

import hinterhand


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="leduc")
    parser.add_argument("--seconds", type=float, default=150)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", default="leduc.strategy")
    arguments = parser.parse_args()

    def judge(policy):
        judged = hinterhand.exploitability_of(arguments.game, policy.probabilities)
        return f"exploitability {judged.exploitability:.4f}"

    policy, _ = mmd.train(arguments.game, arguments.seconds, arguments.seed, judge)
    judged = hinterhand.export_policy(arguments.game, policy.probabilities, arguments.out, name="mmd in PyTorch")
    print(f"{arguments.out}: {judged}")
    bots = [("network", arguments.out), ("ismcts", "ismcts:iterations=200"), ("random", "random")]
    mmd.compete(arguments.game, bots, 2000, arguments.seed)


if __name__ == "__main__":
    main()
