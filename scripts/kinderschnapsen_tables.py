#!/usr/bin/env python3
"""Prints tables of docs/kinderschnapsen.md from the JSON that the program has printed; called by kinderschnapsen-page.

  scripts/kinderschnapsen_tables.py time FILE...       phases and memory, a row for each `hinterhand solve --json`
  scripts/kinderschnapsen_tables.py off-path FILE...   losses, the tables of `hinterhand exploitability --off-path --json`
  scripts/kinderschnapsen_tables.py game-off-path FILE...  losses in the whole game: all, and in the first file by score

FILE is NAME.json. The name of a file of times is TARGET-THREADS, or `game-TARGET-THREADS` for the whole game.
"""

import json
import pathlib
import sys

PHASES = ["build", "learn", "refine", "judge", "write"]
# The seconds that everything but judging may take, by target.
BARS = {"1e-2": 10, "1e-3": 20, "1e-4": 60, "game-1e-4": 1200}


def verdict(bar, seconds):
    """The bar, and whether it is reached."""
    return f"{bar} s: " + ("reached" if seconds <= bar else f"missed, by {seconds - bar:.1f} s")


def time_table(files):
    """The seconds of each phase by the clock, and the most memory."""
    names = ["building", "learning", "refining", "judging", "writing"]
    lines = [
        f"| target | threads | iterations | {' | '.join(names)} | all but judging | bar | total by the clock | peak memory |",
        "| --- |" + " ---: |" * (len(names) + 6),
    ]
    for file in files:
        solved = json.loads(file.read_text())
        name, threads = file.stem.rsplit("-", 1)
        assert int(threads) == solved["threads"], f"{file}: solved on {solved['threads']} threads"
        seconds = [solved[f"{phase}_seconds"] for phase in PHASES]
        total, judging = solved["total_seconds"], solved["judge_seconds"]
        game = name.startswith("game-")
        # What an earlier run left is in the phases and not in the total.
        counted = sum(seconds) - judging if game else total - judging
        bar = verdict(BARS[name], counted) if name in BARS else "-"
        target = f"whole game, {name.removeprefix('game-')}" if game else name
        memory = solved["peak_memory_bytes"]
        cells = [target, threads, str(solved["iterations"])]
        cells += [f"{second:.1f} s" for second in seconds]
        cells += [f"{counted:.1f} s", bar, f"{total:.1f} s", f"{memory / 1e6:.0f} MB" if memory else "not known"]
        lines.append("| " + " | ".join(cells) + " |")
    return lines


def off_path_table(files):
    """The losses of all positions and of each kind, in the file order; only those of all positions for the second file."""
    return losses_table(files, lambda number, kind: number == 0 or kind == "all")


def game_off_path_table(files):
    """The losses of all positions and, in the first file, of those at each score."""
    return losses_table(files, lambda number, kind: kind == "all" or number == 0 and kind.startswith("at "))


def losses_table(files, is_shown):
    """The losses, with a row for each kind of position that is shown of a file, given the number of the file."""
    lines = [
        "| strategy | positions of this kind | positions | mean | median | 99 % | 99.9 % | most | above 1e-3 | above 1e-2 |",
        "| --- | --- |" + " ---: |" * 8,
    ]
    for number, file in enumerate(files):
        for row in json.loads(file.read_text())["off_path"]:
            if not is_shown(number, row["kind"]):
                continue
            losses = [row[key] for key in ("mean", "median", "quantile_99", "quantile_999", "most")]
            cells = [file.stem.removesuffix("-off-path"), row["kind"], str(row["positions"])]
            cells += [f"{loss:.1e}" for loss in losses]
            cells += [f"{100 * row[key] / row['positions']:.2f} %" for key in ("above_1e-3", "above_1e-2")]
            lines.append("| " + " | ".join(cells) + " |")
    return lines


def main():
    tables = {"time": time_table, "off-path": off_path_table, "game-off-path": game_off_path_table}
    if len(sys.argv) < 3 or sys.argv[1] not in tables:
        sys.exit(__doc__)
    print("\n".join(tables[sys.argv[1]]([pathlib.Path(file) for file in sys.argv[2:]])))


if __name__ == "__main__":
    main()
