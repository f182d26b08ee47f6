"""Batches of games against the games themselves, and the layout against what is committed."""

import json
import pathlib

import hinterhand
import numpy
import pytest

HERE = pathlib.Path(__file__).parent
NAMES = [game["name"] for game in hinterhand.games() if game["name"] != "tree"]


def engine_games():
    return NAMES


def layouts():
    """What `layout.json` holds: the layout of each game with its default options."""
    return {name: hinterhand.load_game(name).layout("recall") for name in engine_games()}


def vectors():
    """For each game some decisions: its words, and what the player sees, as places and numbers that are not 0."""
    found = {}
    for name in engine_games():
        state = hinterhand.load_game(name).new_initial_state()
        rng, found[name] = numpy.random.default_rng(2026), []
        state.deal(seed=1)
        while not state.is_terminal() and len(found[name]) < 4:
            state.deal(seed=1)
            if state.is_terminal():
                break
            seen = state.observation(form="recall")
            places = numpy.flatnonzero(seen)
            found[name].append({
                "words": state.words,
                "legal": state.legal_actions(),
                "places": places.tolist(),
                "numbers": [round(float(number), 6) for number in seen[places]],
            })
            for _ in range(3):
                if not state.is_terminal() and not state.is_chance_node():
                    state.apply_action(int(rng.choice(state.legal_actions())))
                    state.deal(seed=1)
    return found


def test_the_layout_is_the_one_that_is_committed():
    assert layouts() == json.loads((HERE.parent / "layout.json").read_text())


def test_observations_are_the_test_vectors():
    assert vectors() == json.loads((HERE / "vectors.json").read_text())


def test_a_batch_has_a_player_and_legal_actions_at_every_step(game):
    """A player is to move in each game and has legal actions, and only games that have ended pay."""
    count, rng = 5, numpy.random.default_rng(1)
    env = hinterhand.VectorEnv(game, count, seed=3, form="recall")
    width = game.num_distinct_actions()
    assert env.legal.shape == (count, width)
    for _ in range(30):
        players, masks = env.player.copy(), env.legal.copy()
        assert (players >= 0).all() and (players < game.num_players()).all()
        assert masks.any(axis=1).all()
        actions = [int(rng.choice(numpy.flatnonzero(mask))) for mask in masks]
        env.step(actions)
        assert (env.returns[~env.done] == 0).all()


def test_kuhn_is_played_by_the_rules():
    """The observation tells the own card and all actions, so that payoffs can be checked from outside."""
    env = hinterhand.VectorEnv("kuhn", 512, seed=1)
    rng = numpy.random.default_rng(1)
    ended = 0
    for _ in range(12):
        before = env.observations.copy()
        actions = rng.integers(0, 2, 512)
        env.step(actions)
        history = before[:, 6:12].reshape(512, 3, 2)
        length = history.sum(axis=(1, 2)).astype(int)
        bets = history[:, :, 1].sum(axis=1)
        over = (length == 2) | ((length == 1) & ((bets == 1) | (actions == 0)))
        assert (env.done == over).all()
        assert (env.returns[:, 0] == -env.returns[:, 1]).all()
        pot = numpy.abs(env.returns[:, 0])
        assert (pot[over] == 1 + ((bets + actions)[over] == 2)).all()
        ended += over.sum()
    assert ended > 1000


def test_results_do_not_depend_on_threads():
    one, two = (hinterhand.VectorEnv("leduc", 1000, seed=5, threads=threads) for threads in (1, 2))
    for _ in range(20):
        one.step_random()
        two.step_random()
        for name in ("player", "legal", "observations", "returns", "done"):
            assert numpy.array_equal(getattr(one, name), getattr(two, name))


def test_an_illegal_action_changes_nothing():
    env = hinterhand.VectorEnv("leduc", 3, seed=1)
    before = env.observations.copy()
    with pytest.raises(hinterhand.Error, match="game 1: action 0 is not legal here; legal: 1 2"):
        env.step([1, 0, 1])
    with pytest.raises(hinterhand.Error, match="`actions` has 2 numbers instead of 3"):
        env.step([1, 1])
    env.reset()
    assert env.observations.shape == before.shape


def test_arrays_of_the_caller_are_written():
    player = numpy.full(4, 9, numpy.int8)
    env = hinterhand.VectorEnv("kuhn", 4, arrays={"player": player}, observations=False)
    assert env.player is player and (player == 0).all() and env.observations is None
    with pytest.raises(hinterhand.Error, match="of shape \\(4,\\) and type int8"):
        hinterhand.VectorEnv("kuhn", 4, arrays={"player": numpy.zeros(3, numpy.int8)})


def test_recall_is_the_current_form_and_the_key(game):
    current, recall = (game.layout(form)["size"] for form in ("current", "recall"))
    assert recall == current + 128
    state = game.new_initial_state()
    state.deal(seed=2)
    seen = state.observation(form="recall")
    assert numpy.array_equal(seen[:current], state.observation())
    bits = int("".join("01"[int(bit)] for bit in seen[current:][::-1]), 2)
    assert f"{bits:032x}" == state.view().key


def test_observations_do_not_depend_on_what_is_hidden(game):
    state = game.new_initial_state()
    rng = numpy.random.default_rng(4)
    state.deal(seed=4)
    for step in range(25):
        player = state.current_player()
        drawn = state.resample(player, seed=step)
        for form in ("current", "recall"):
            assert numpy.array_equal(drawn.observation(player, form), state.observation(player, form))
        state.apply_action(int(rng.choice(state.legal_actions())))
        state.deal(seed=step)
        if state.is_terminal():
            break


if __name__ == "__main__":
    (HERE.parent / "layout.json").write_text(json.dumps(layouts(), indent=1) + "\n")
    (HERE / "vectors.json").write_text(json.dumps(vectors()) + "\n")
