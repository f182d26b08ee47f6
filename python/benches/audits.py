"""Audits the card games of OpenSpiel, and some others, and prints a table for docs/open-spiel.md.

    python3 python/benches/audits.py [GAME ...]

Each game is audited in a process of its own with a limit of time, since some end the process.
"""

import re
import subprocess
import sys

GAMES = [
    "kuhn_poker",
    "kuhn_poker(players=3)",
    "leduc_poker",
    "repeated_leduc_poker",
    "universal_poker",
    "liars_dice(dice_sides=3)",
    "liars_dice",
    "goofspiel(imp_info=True,num_cards=4,points_order=descending)",
    "goofspiel(num_cards=4,points_order=descending)",
    "tiny_hanabi",
    "hanabi",
    "tiny_bridge_2p",
    "tiny_bridge_4p",
    "bridge",
    "bridge_uncontested_bidding",
    "gin_rummy",
    "hearts",
    "oh_hell",
    "euchre",
    "skat",
    "spades",
    "tarok",
    "cribbage",
    "crazy_eights",
    "dou_dizhu",
    "go_fish",
    "phantom_ttt",
    "dark_hex(board_size=3)",
    "battleship",
    "sheriff",
    "negotiation",
    "bargaining",
]
ONE = """
import sys, hinterhand
audit = hinterhand.audit(sys.argv[1], most_nodes=60_000, games=20)
extent = "all" if audit.whole else "random games"
found = "; ".join(f"{finding['kind']} ({finding['count']})" for finding in audit.findings) or "nothing"
for finding in audit.findings:
    print(finding["kind"], finding["example"], sep=": ", file=sys.stderr)
unchecked = ", ".join(audit.unchecked) or "nothing"
print(f"| `{sys.argv[1]}` | {audit.histories} ({extent}) | {audit.drawn_from} | {found} | {unchecked} |")
"""


def main():
    print("| Game | Decisions looked at | Resampled at | Found | Not checked |\n| --- | --: | --: | --- | --- |")
    for game in sys.argv[1:] or GAMES:
        try:
            done = subprocess.run(
                [sys.executable, "-c", ONE, game], capture_output=True, text=True, timeout=240, check=False
            )
        except subprocess.TimeoutExpired:
            print(f"| `{game}` | | | the audit takes more than 4 minutes | |", flush=True)
            continue
        rows = [line for line in done.stdout.splitlines() if line.startswith("| `")]
        last = (done.stderr.strip().splitlines() or [""])[-1]
        end = f"the process ends: {re.sub(r'[|`]', ' ', last)[:120]}"
        print(rows[0] if rows else f"| `{game}` | | | {end} | |", flush=True)
        examples = [line for line in done.stderr.splitlines() if not line.startswith("OpenSpiel exception")]
        print("\n".join(examples), file=sys.stderr, flush=True)


main()
