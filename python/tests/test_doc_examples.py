"""The examples in docstrings and in the page do what they show."""

import doctest
import importlib
import pathlib
import re
import sys

import hinterhand
import pytest
from hinterhand import _native, _vector_env

FLAGS = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL


def docstrings():
    seen = {"hinterhand": hinterhand.__doc__}
    for name, thing in [*vars(_native).items(), *vars(_vector_env).items()]:
        ours = getattr(thing, "__module__", "").startswith("hinterhand")
        if ours and getattr(thing, "__doc__", None) and not name.startswith("__"):
            seen[name] = thing.__doc__
            if isinstance(thing, type):
                for attribute, member in vars(thing).items():
                    if getattr(member, "__doc__", None):
                        seen[f"{name}.{attribute}"] = member.__doc__
    return seen


def test_docstrings():
    runner = doctest.DocTestRunner(optionflags=FLAGS)
    parser = doctest.DocTestParser()
    for name, text in docstrings().items():
        test = parser.get_doctest(text, {"hinterhand": hinterhand}, name, name, 0)
        runner.run(test)
    assert runner.failures == 0
    assert runner.tries > 40


@pytest.mark.parametrize("name", ["open_spiel", "pettingzoo", "gymnasium"])
def test_bridges(name):
    pytest.importorskip({"open_spiel": "pyspiel"}.get(name, name))
    module = importlib.import_module(f"hinterhand.{name}")
    parts = [module] + [sys.modules[part] for part in sorted(sys.modules) if part.startswith(module.__name__ + "._")]
    tried = 0
    for part in parts:
        failed, attempted = doctest.testmod(part, extraglobs={"hinterhand": hinterhand}, optionflags=FLAGS)
        assert failed == 0
        tried += attempted
    assert tried > 3


def test_every_public_name_has_a_docstring():
    for name in hinterhand.__all__:
        assert getattr(hinterhand, name).__doc__, name


def test_page(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    page = pathlib.Path(__file__).parents[2] / "docs" / "python.md"
    failed, tried = doctest.testfile(str(page), module_relative=False, optionflags=FLAGS)
    assert failed == 0 and tried > 20


@pytest.mark.parametrize(
    "page, needed",
    [
        ("open-spiel", ["pyspiel"]),
        ("environments", ["pettingzoo", "gymnasium", "torch", "onnxruntime", "onnxscript"]),
    ],
)
def test_code_on_other_pages(page, needed, tmp_path, monkeypatch):
    for name in needed:
        pytest.importorskip(name)
    monkeypatch.chdir(tmp_path)
    text = (pathlib.Path(__file__).parents[2] / "docs" / f"{page}.md").read_text()
    blocks = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    names = {}
    for block in blocks:
        exec(block, names)
    assert len(blocks) > 1
