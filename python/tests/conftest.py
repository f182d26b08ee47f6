"""What tests share: the games that are made of their settings alone."""

import signal

import hinterhand
import pytest


def pytest_addoption(parser):
    parser.addoption("--no-skips", action="store_true", help="fail if a test is skipped")
    parser.addoption("--slow", action="store_true", help="run also what takes a minute")


def pytest_configure(config):
    config.addinivalue_line("markers", "slow: a test that takes a minute")


def pytest_collection_modifyitems(config, items):
    if not config.getoption("--slow"):
        for item in items:
            if item.get_closest_marker("slow"):
                item.add_marker(pytest.mark.skip(reason="it takes a minute: --slow"))


def pytest_sessionfinish(session):
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if session.config.getoption("--no-skips") and reporter and reporter.stats.get("skipped"):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.fixture(autouse=True, scope="session")
def interrupts():
    """A shell starts what runs in the background with Ctrl-C ignored: there the tests of it would never end."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


NAMES = [game["name"] for game in hinterhand.games() if game["name"] != "tree"]


@pytest.fixture(params=NAMES)
def game(request):
    return hinterhand.load_game(request.param)
