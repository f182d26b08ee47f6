"""Files without a name of their own, which are gone when the program ends."""

from __future__ import annotations

import atexit
import functools
import os
import shutil
import tempfile


@functools.cache
def _folder(process):
    path = tempfile.mkdtemp(prefix="hinterhand-")
    # A process that was forked ends before the files of its parent are done with.
    atexit.register(lambda: os.getpid() == process and shutil.rmtree(path, ignore_errors=True))
    return path


def new(suffix):
    """The path of a new file."""
    handle, path = tempfile.mkstemp(suffix, dir=_folder(os.getpid()))
    os.close(handle)
    return path
