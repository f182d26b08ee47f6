"""The machine and the commit that the pages of measurements name; imported by the scripts beside it."""

import os
import pathlib
import platform
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent


def output_of(*words):
    """The output of a command that is run in the root of the repository."""
    return subprocess.run(words, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True).stdout.strip()


def machine(unit="cores"):
    """The processor and the number of its cores."""
    for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines() if os.path.exists("/proc/cpuinfo") else []:
        if line.startswith("model name"):
            return f"{line.partition(':')[2].strip()}, {os.cpu_count()} {unit}"
    return f"{platform.machine()}, {os.cpu_count()} {unit}"


def last_commit(*paths):
    """The last commit that changed one of these paths."""
    return output_of("git", "log", "-1", "--format=%H", "--", *paths)
