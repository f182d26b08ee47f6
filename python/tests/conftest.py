"""What tests share: the games that are made of their settings alone."""

import hinterhand
import pytest

NAMES = [game["name"] for game in hinterhand.games() if game["name"] != "tree"]


@pytest.fixture(params=NAMES)
def game(request):
    return hinterhand.load_game(request.param)
