"""The examples in docstrings and in the page do what they show."""

import doctest
import pathlib

import hinterhand
from hinterhand import _native, _vector_env

FLAGS = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL


def docstrings():
    seen = {"hinterhand": hinterhand.__doc__}
    for name, thing in [*vars(_native).items(), *vars(_vector_env).items()]:
        if getattr(thing, "__doc__", None) and not name.startswith("__"):
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


def test_every_public_name_has_a_docstring():
    for name in hinterhand.__all__:
        assert getattr(hinterhand, name).__doc__, name


def test_page():
    page = pathlib.Path(__file__).parents[2] / "docs" / "python.md"
    failed, tried = doctest.testfile(str(page), module_relative=False, optionflags=FLAGS)
    assert failed == 0 and tried > 20
