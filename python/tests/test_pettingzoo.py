"""Environments of PettingZoo."""

import warnings

import numpy
import pytest

pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test, seed_test  # noqa: E402

import hinterhand.pettingzoo  # noqa: E402

# Games of these last for many hundreds of actions.
LONG = {"klondike-chess", "schikanoeschen"}


def test_environments_pass_the_api_test(game):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        cycles = 20 if game.name in LONG else 200
        api_test(hinterhand.pettingzoo.raw_env(game), num_cycles=cycles)
        api_test(hinterhand.pettingzoo.env(game), num_cycles=cycles)


def test_the_seed_decides_everything():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        seed_test(lambda: hinterhand.pettingzoo.env("leduc"), num_cycles=50)


def test_a_game_pays_what_the_rules_say():
    env, rng, paid = hinterhand.pettingzoo.raw_env("kinderschnapsen"), numpy.random.default_rng(1), []
    in_a_row = 0
    for seed in range(20):
        env.reset(seed=seed)
        rows, total = [], dict.fromkeys(env.possible_agents, 0.0)
        for agent in env.agent_iter():
            observation, reward, termination, _, _ = env.last()
            total[agent] += reward
            if termination:
                env.step(None)
                continue
            rows.append(agent)
            mask = observation["action_mask"]
            assert mask.any() and not env.observe(other(env, agent))["action_mask"].any()
            env.step(int(rng.choice(numpy.flatnonzero(mask))))
        assert list(total.values()) == env.state_of_game.returns()
        paid.append(total["player_0"])
        in_a_row += sum(one == following for one, following in zip(rows, rows[1:]))
    assert min(paid) < 0 < max(paid)
    # A player that wins a trick with the second card leads again.
    assert in_a_row > 0


def other(env, agent):
    return next(name for name in env.possible_agents if name != agent)


def test_an_illegal_action_ends_the_game():
    env = hinterhand.pettingzoo.env("leduc")
    env.reset(seed=1)
    env.step(0)
    assert all(env.terminations.values()) and min(env.rewards.values()) == env.unwrapped.game.min_utility()
