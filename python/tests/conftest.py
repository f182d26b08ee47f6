"""What tests share: the games that are made of their settings alone."""

import hinterhand
import pytest


def pytest_addoption(parser):
    parser.addoption("--no-skips", action="store_true", help="fail if a test is skipped")


def pytest_sessionfinish(session):
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if session.config.getoption("--no-skips") and reporter and reporter.stats.get("skipped"):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


NAMES = [game["name"] for game in hinterhand.games() if game["name"] != "tree"]


@pytest.fixture(params=NAMES)
def game(request):
    return hinterhand.load_game(request.param)
