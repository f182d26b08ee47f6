"""What is done wrong, on purpose or not: an exception that says so, and never a panic, a hang or another result."""

import copy
import gc
import multiprocessing
import os
import pickle
import random
import subprocess
import sys
import threading

import hinterhand
import numpy
import pytest
from hinterhand import _native

PANIC = "PanicException"


def raises(ask):
    """The exception that a call raises, if it does; a panic of Rust fails the test."""
    try:
        ask()
    except BaseException as fault:
        assert type(fault).__name__ != PANIC, fault
        return fault
    return None


def test_no_question_to_a_position_panics(game):
    rng = random.Random(1)
    state = game.new_initial_state()
    for _ in range(60):
        for ask in (
            lambda: state.string_to_action("nonsense"),
            lambda: state.string_to_action(0, ""),
            lambda: state.action_to_string(10**9),
            lambda: state.action_to_string(-1),
            lambda: state.clone().apply_action(10**9),
            lambda: state.clone().apply_action(-5),
            lambda: state.clone().play("nonsense"),
            lambda: state.clone().deal(2**64 - 1),
            lambda: state.legal_actions(99),
            lambda: state.information_state_string(99),
            lambda: state.observation(0, "nonsense"),
            lambda: state.player_return(99),
            lambda: state.chance_outcomes(),
            lambda: state.view(),
            *(lambda player=player: state.resample(player, 1) for player in range(game.num_players())),
        ):
            assert isinstance(raises(ask), (type(None), hinterhand.Error))
        for player in range(game.num_players()):
            assert state.observation_tensor(player).tolist() == state.observation(player).tolist()
            assert state.information_state_tensor(player).shape == tuple(game.information_state_tensor_shape())
            assert len(state.observation_tensor(player)) == game.observation_tensor_size()
            if player != state.current_player():
                assert sum(state.legal_actions_mask(player)) == 0
            state.observation_string(player), state.information_state_string(player)
        assert sum(state.legal_actions_mask()) == len(state.legal_actions())
        if state.is_terminal():
            break
        action = rng.choice(state.legal_actions())
        child = state.child(action)
        state.apply_action(action)
        assert str(child) == str(state) and child.history() == state.history()


def test_what_is_hidden_cannot_be_asked_of_a_view(game):
    """Two positions that a player cannot tell apart give views that nothing tells apart, of all games."""
    rng = random.Random(3)
    state = game.new_initial_state()
    state.deal(seed=3)
    for step in range(25):
        if state.is_terminal():
            break
        view, other = state.view(), state.resample(seed=step).view()
        assert view == other and hash(view) == hash(other)
        for name in dir(view):
            if not name.startswith("__"):
                mine, theirs = getattr(view, name), getattr(other, name)
                if callable(mine):
                    mine, theirs = mine(), theirs()
                assert numpy.array_equal(mine, theirs), name
        assert (str(view), repr(view)) == (str(other), repr(other))
        for leave in (pickle.dumps, copy.copy, copy.deepcopy):
            with pytest.raises(TypeError, match="cannot be pickled"):
                leave(view)
        # Nothing but the type is reachable from it.
        assert gc.get_referents(view) in ([], [type(view)])
        state.apply_action(rng.choice(state.legal_actions()))
        state.deal(seed=step)


@pytest.mark.parametrize(
    "ask",
    [
        lambda kuhn: _native.restored(kuhn, [], [99], []),
        lambda kuhn: _native.restored(kuhn, ["deal:J,Q"], [0], [0]).apply_action(9),
        lambda kuhn: hinterhand.VectorEnv(kuhn, 2**62),
        lambda kuhn: hinterhand.VectorEnv(kuhn, 0),
        lambda kuhn: hinterhand.VectorEnv(kuhn, -1),
        lambda kuhn: hinterhand.VectorEnv(kuhn, 4, threads=0),
        lambda kuhn: hinterhand.VectorEnv(kuhn, 4, threads=10**7),
        lambda kuhn: hinterhand.duel(kuhn, "random", "random", threads=10**7),
        lambda kuhn: hinterhand.selfplay(kuhn, ["random"], threads=10**7),
        lambda kuhn: hinterhand.tournament(kuhn, ["random", ("other", "random")], threads=10**7),
        lambda kuhn: hinterhand.load_game("kuhn(players=2,players=3)"),
        lambda kuhn: hinterhand.add_tree(
            "huge", 2**62, [], [], numpy.zeros(0, "int64"), numpy.zeros(0, "int64"), numpy.zeros(0)
        ),
    ],
)
def test_what_is_out_of_range_is_refused(ask):
    assert isinstance(raises(lambda: ask(hinterhand.load_game("kuhn"))), hinterhand.Error)


def test_messages_say_their_cause_once():
    fault = raises(lambda: hinterhand.tournament("kuhn", ["random", ("other", "random")], sprt={"alpha": 0}))
    assert str(fault).count("must be above 0") == 1
    fault = raises(lambda: hinterhand.read_record('{"game":"kuhn","actions":["deal:J,Q","call"]}'))
    assert str(fault).startswith("word 2: `call`")


def unaligned(shape):
    return numpy.zeros(8 * int(numpy.prod(shape)) + 1, "uint8")[1:].view("float64").reshape(shape)


@pytest.mark.parametrize(
    "arrays",
    [
        {"observations": numpy.zeros((4, 12), "float32", order="F")},
        {"observations": numpy.zeros((4, 24), "float32")[:, ::2]},
        {"observations": numpy.zeros((4, 12))},
        {"player": numpy.frombuffer(bytes(4), "int8")},
        {"player": [0, 0, 0, 0]},
        {"returns": numpy.zeros((4, 2), ">f8")},
        {"returns": unaligned((4, 2))},
        {"returns": numpy.broadcast_to(numpy.zeros(2), (4, 2))},
        {"nonsense": numpy.zeros(4)},
    ],
)
def test_arrays_that_cannot_be_written_in_place_are_refused(arrays):
    with pytest.raises(hinterhand.Error):
        hinterhand.VectorEnv("kuhn", 4, arrays=arrays)


@pytest.mark.parametrize(
    ("array", "what"),
    [
        (numpy.zeros(4, "float32"), "one of float32 with 1"),
        (numpy.zeros((2, 2)), "one of float64 with 2"),
        ([0.0, 0.0], "a value of type list"),
    ],
)
def test_arrays_of_another_kind_are_refused(array, what):
    oracle = hinterhand.oracle("kuhn")
    with pytest.raises(TypeError, match=f"an array of float64 with one dimension is needed, not {what}"):
        oracle.gradient(0, array)


def test_arrays_that_overlap_are_refused():
    both = numpy.zeros(4, "int8")
    with pytest.raises(TypeError, match="already borrowed"):
        hinterhand.VectorEnv("kuhn", 4, arrays={"player": both, "done": both.view(bool)})
    oracle = hinterhand.oracle("kuhn")
    policy = oracle.uniform(0)
    with pytest.raises(TypeError, match="already borrowed"):
        oracle.plan(0, policy, out=policy)


def test_an_array_that_was_exchanged_later_is_refused():
    env = hinterhand.VectorEnv("leduc", 4)
    env.observations = numpy.zeros((4, 40), "float32", order="F")
    with pytest.raises(hinterhand.Error, match="order of C"):
        env.step_random()


@pytest.mark.parametrize("actions", [[0.5, 0, 0, 0], ["a"] * 4, [[0] * 4], [True] * 4, [-1, 0, 0, 0], [2**63] * 4, [None] * 4])
def test_actions_that_are_none_are_refused(actions):
    env = hinterhand.VectorEnv("kuhn", 4)
    before = env.observations.copy()
    assert isinstance(raises(lambda: env.step(actions)), (hinterhand.Error, TypeError, OverflowError))
    assert numpy.array_equal(env.observations, before)


@pytest.mark.parametrize("policy", [numpy.full(13, numpy.nan), numpy.ones(13), -numpy.ones(13), numpy.zeros(13)])
def test_what_is_no_policy_is_not_judged(policy):
    oracle = hinterhand.oracle("kuhn")
    with pytest.raises(hinterhand.Error, match="no probabilities of information set 0 of player 0"):
        oracle.judge([policy, oracle.uniform(1)])


class Coin:
    """Chance throws a coin; on heads the game is over, on tails player 0 chooses."""

    def __init__(self, **options):
        pass

    def start(self):
        return ()

    def next(self, said):
        if not said:
            return "chance", {"heads": 0.5, "tails": 0.5}
        if said == ("tails",):
            return "choice", 0, ["left", "right"]
        return "over", [1, -1]

    def apply(self, said, word):
        return said + (word,)


def test_games_that_chance_may_end_are_stepped():
    hinterhand.add_game("early-end", Coin)
    env = hinterhand.VectorEnv("early-end", 100)
    for _ in range(10):
        env.step_random()
        assert env.done.all() and env.legal[:, :2].all()
    never = type("Never", (Coin,), {"next": lambda self, said: ("over", [0, 0])})
    hinterhand.add_game("nothing-to-decide", never)
    with pytest.raises(hinterhand.Error, match="no decision"):
        hinterhand.VectorEnv("nothing-to-decide", 3)


def test_the_fault_of_one_game_is_not_that_of_another():
    class Broken(Coin):
        def apply(self, said, word):
            raise LookupError("lost")

    hinterhand.add_game("broken-too", Broken)
    hinterhand.add_game("sound", Coin)
    for ask in (
        lambda: hinterhand.read_record('{"game":"broken-too","actions":[]}'),
        lambda: hinterhand.load_game("broken-too"),
    ):
        assert isinstance(raises(ask), LookupError)
        assert hinterhand.load_game("sound").num_players() == 2


def test_the_fault_of_one_bot_is_not_that_of_another():
    """A bot asks another one, while in another thread bots raise exceptions all the time."""

    class Faulty:
        def act(self, view):
            raise LookupError("lost")

    class Asking:
        def act(self, view):
            return hinterhand.Bot("calm").act(view, seed=1)

    class Calm:
        def act(self, view):
            return view.legal_actions[0]

    for name, bot in (("raising", Faulty), ("asking", Asking), ("calm", Calm)):
        hinterhand.add_bot(name, bot)
    over, wrong = threading.Event(), []

    def raise_on():
        while not over.is_set():
            fault = raises(lambda: hinterhand.duel("kuhn", "raising", "random", deals=3, threads=1))
            if not isinstance(fault, LookupError):
                wrong.append(fault)

    other = threading.Thread(target=raise_on)
    other.start()
    try:
        for _ in range(10):
            assert hinterhand.duel("kuhn", "asking", "random", deals=20).hands == 40
    finally:
        over.set()
        other.join()
    assert wrong == []


def test_an_exception_of_progress_is_raised_as_it_is():
    calls = []

    def progress(done, total):
        calls.append(done)
        raise LookupError(len(calls))

    with pytest.raises(LookupError, match="1"):
        hinterhand.duel("kinderschnapsen", "ismcts:iterations=500", "random", deals=10**6, progress=progress)
    assert len(calls) == 1


def test_a_strategy_is_a_bot():
    strategy = hinterhand.solve("kuhn", iterations=50).strategy
    assert hinterhand.duel("kuhn", strategy, "random", deals=5).hands == 10
    judged = hinterhand.exploitability_of("kuhn", strategy)
    assert judged.exploitability == pytest.approx(strategy.exploitability)
    with pytest.raises(TypeError, match="enters by `add_bot`"):
        hinterhand.Bot(7)


PROGRAM = """
import hinterhand, os, sys
path = hinterhand.solve("kuhn", iterations=5).strategy.path
assert os.path.exists(path)
sys.stderr = None
hinterhand.duel("kuhn", "random", "random", deals=5)
print(os.path.dirname(path))
"""


def test_strategies_without_a_name_are_gone_with_the_program():
    """And a program without standard error shows no progress."""
    said = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True).stdout
    assert "hinterhand-" in said and not os.path.exists(said.strip())


def in_child(queue, env):
    env.step_random()
    other = hinterhand.VectorEnv("leduc", 5000, seed=2)
    other.step_random()
    solution = hinterhand.solve("leduc", iterations=5)
    queue.put((env.player.sum(), solution.exploitability, str(solution.strategy.path)))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are not forked here")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_process_that_was_forked_has_threads_of_its_own():
    for threads in (None, 2):
        env = hinterhand.VectorEnv("leduc", 5000, threads=threads)
        env.step_random()
        before = hinterhand.solve("leduc", iterations=5).strategy
        context = multiprocessing.get_context("fork")
        queue = context.Queue()
        child = context.Process(target=in_child, args=(queue, env))
        child.start()
        try:
            found = queue.get(timeout=60)
            child.join(60)
        finally:
            child.kill()
        env.step_random()
        solution = hinterhand.solve("leduc", iterations=5)
        assert found[:2] == (env.player.sum(), solution.exploitability)
        # It has cleared away its own files and none of others.
        assert not os.path.exists(found[2]) and os.path.exists(before.path)


def test_positions_that_are_half_dealt_are_pickled():
    state = hinterhand.load_game("leduc").new_initial_state()
    state.apply_action(2)
    again = pickle.loads(pickle.dumps(state))
    assert again.history() == [2] and again.chance_outcomes() == state.chance_outcomes()
    again.apply_action(0)
    state.apply_action(0)
    assert str(again) == str(state)


def test_a_missing_package_is_named(monkeypatch):
    """Modules for other packages are there without an import of their own, and say what they lack."""
    for name, other in [("pettingzoo", "pettingzoo"), ("gymnasium", "gymnasium"), ("open_spiel", "pyspiel"), ("onnx", "onnxruntime")]:
        monkeypatch.setitem(sys.modules, other, None)
        for module in [module for module in sys.modules if module.startswith(f"hinterhand.{name}")]:
            monkeypatch.delitem(sys.modules, module)
        monkeypatch.delitem(vars(hinterhand), name, raising=False)
        with pytest.raises(ImportError, match=f"hinterhand.{name} needs `pip install "):
            getattr(hinterhand, name)
    with pytest.raises(ImportError, match="open_spiel needs"):
        hinterhand.audit("kuhn_poker")
    with pytest.raises(AttributeError, match="has no attribute 'rlcard'"):
        getattr(hinterhand, "rlcard")
