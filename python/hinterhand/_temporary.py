"""Files without a name of their own, which are gone when the program ends."""

from __future__ import annotations

import functools
import os
import shutil
import tempfile
from multiprocessing.util import Finalize


@functools.cache
def _folder(process):
    path = tempfile.mkdtemp(prefix="hinterhand-")
    # At the end of the process that has made it: also of one of `multiprocessing`, and not of one that was forked from it.
    Finalize(None, shutil.rmtree, (path,), {"ignore_errors": True}, exitpriority=0)
    return path


def new(suffix):
    """The path of a new file."""
    handle, path = tempfile.mkstemp(suffix, dir=_folder(os.getpid()))
    os.close(handle)
    return path
