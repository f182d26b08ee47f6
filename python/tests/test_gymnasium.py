"""Environments of Gymnasium."""

import warnings

import numpy
import pytest

gymnasium = pytest.importorskip("gymnasium")

from gymnasium.utils.env_checker import check_env  # noqa: E402

import hinterhand.gymnasium  # noqa: E402


def test_environments_pass_the_check(game):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        env = gymnasium.make(f"hinterhand/{game.name}-v0")
        check_env(env.unwrapped, skip_render_check=True)


def play(env, games, seed, choose):
    """The rewards of some games."""
    rewards, seats = [], []
    for number in range(games):
        observation, info = env.reset(seed=seed if number == 0 else None)
        over = False
        while not over:
            assert env.observation_space.contains(observation)
            observation, reward, over, _, info = env.step(choose(info["action_mask"]))
        rewards.append(reward)
        seats.append(info["seat"])
    return rewards, seats


def test_seats_are_taken_in_turn_and_the_seed_decides():
    first = numpy.random.default_rng(3)
    again = numpy.random.default_rng(3)
    env = hinterhand.gymnasium.Env("leduc", opponent="ismcts:iterations=20")
    one = play(env, 40, 5, lambda mask: int(first.choice(numpy.flatnonzero(mask))))
    two = play(env, 40, 5, lambda mask: int(again.choice(numpy.flatnonzero(mask))))
    assert one == two and one[1] == [0, 1] * 20
    assert min(one[0]) < 0 < max(one[0])


def test_an_illegal_action_forfeits():
    env = hinterhand.gymnasium.Env("leduc", seat=0)
    env.reset(seed=1)
    _, reward, over, _, info = env.step(0)
    assert over and info["illegal"] and reward == env.game.min_utility()
    with pytest.raises(hinterhand.Error, match="seat 2 of 2"):
        hinterhand.gymnasium.Env("leduc", seat=2)


def test_it_is_drawn_as_the_player_sees_it():
    env = hinterhand.gymnasium.Env("kuhn", seat=0, render_mode="ansi")
    env.reset(seed=1)
    assert env.render().startswith("Your card: ")
