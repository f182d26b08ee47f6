"""Progress of long work, where a person looks: at a terminal or in a notebook."""

from __future__ import annotations

import sys
import time


class _Line:
    """One line on standard error, at most four times a second and only for work that lasts longer than a second."""

    def __init__(self):
        self._began = self._last = time.monotonic()
        self._shown = False

    def __call__(self, done, total):
        now = time.monotonic()
        if now - self._began < 1 or now - self._last < 0.25:
            return
        self._last, self._shown = now, True
        of = "" if total is None else f" of {total}"
        sys.stderr.write(f"\r{done}{of}, {now - self._began:.0f} s ")
        sys.stderr.flush()

    def close(self):
        if self._shown:
            sys.stderr.write("\n")


def _nothing(done, total):
    """Shows nothing."""


def automatic():
    """What shows progress here: nothing where standard error is neither a terminal nor a notebook."""
    # A program without a console has no standard error, and what stands for it may be no file.
    notebook = type(sys.stderr).__module__.startswith("ipykernel")
    terminal = getattr(sys.stderr, "isatty", bool)
    return _Line() if notebook or terminal() else _nothing
