"""Runs all notebooks of this folder from their beginning, and writes what comes out of them to another folder.

    python3 execute.py OUT [NAME ...]      # OUT may be this folder: then the outputs in the notebooks are new

A cell that raises an exception ends it. That of Kinderschnapsen takes some minutes.
"""

import pathlib
import sys
import time

import nbclient
import nbformat

HERE = pathlib.Path(__file__).parent


def main():
    out = pathlib.Path(sys.argv[1])
    out.mkdir(parents=True, exist_ok=True)
    names = sys.argv[2:] or sorted(path.stem for path in HERE.glob("*.ipynb"))
    for path in (HERE / f"{name}.ipynb" for name in names):
        began = time.monotonic()
        notebook = nbformat.read(path, as_version=4)
        nbclient.NotebookClient(notebook, timeout=1200, resources={"metadata": {"path": str(out)}}).execute()
        for cell in notebook.cells:
            # When it ran is different each time.
            cell.metadata.pop("execution", None)
        nbformat.write(notebook, out / path.name)
        print(f"{path.name}: {time.monotonic() - began:.0f} s")


main()
