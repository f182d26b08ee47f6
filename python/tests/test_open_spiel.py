"""OpenSpiel both ways."""

import json
import pathlib
import random

import hinterhand
import numpy
import pytest

pyspiel = pytest.importorskip("pyspiel")

import open_spiel_algorithms as algorithms  # noqa: E402
from open_spiel.python.algorithms import evaluate_bots  # noqa: E402

import hinterhand.open_spiel  # noqa: E402

REGISTERED = sorted(name for name in pyspiel.registered_names() if name.startswith("hinterhand_"))
# Playing them takes long: one simulation is enough.
LONG = {"hinterhand_schikanoeschen", "hinterhand_klondike_chess", "hinterhand_recipippes"}
# Zero-sum, for two, with perfect recall, and small.
COMPILED = [
    "kuhn_poker",
    "leduc_poker",
    "liars_dice(dice_sides=3)",
    "goofspiel(imp_info=True,num_cards=4,points_order=descending)",
    "matrix_rps",
]


def test_all_games_are_registered():
    ours = [game["name"] for game in hinterhand.games() if game["name"] != "tree" and game["status"] != "in Python"]
    assert REGISTERED == sorted("hinterhand_" + name.replace("-", "_") for name in ours) and len(ours) >= 13


@pytest.mark.parametrize("name", REGISTERED)
def test_random_simulations(name):
    pyspiel.random_sim_test(pyspiel.load_game(name), 1 if name in LONG else 10, True, False)


@pytest.mark.parametrize("name", REGISTERED)
def test_states_are_those_of_the_package(name):
    game = pyspiel.load_game(name)
    kind = game.get_type()
    assert kind.provides_information_state_string and kind.provides_information_state_tensor
    rng, state = random.Random(1), game.new_initial_state()
    mine = hinterhand.load_game(name.removeprefix("hinterhand_")).new_initial_state()
    for _ in range(60):
        assert state.current_player() == mine.current_player()
        if state.is_terminal():
            assert state.returns() == mine.returns()
            break
        assert state.legal_actions() == mine.legal_actions()
        if not state.is_chance_node():
            player = state.current_player()
            assert state.information_state_string() == mine.information_state_string()
            assert numpy.array_equal(state.information_state_tensor(), mine.information_state_tensor())
            assert numpy.array_equal(state.observation_tensor(player), mine.observation(player))
        action = rng.choice(state.legal_actions())
        state.apply_action(action)
        mine.apply_action(action)


@pytest.mark.parametrize("name", REGISTERED)
def test_resampling_keeps_the_information_state(name):
    """What OpenSpiel's own `ResampleInfostateTest` checks, and that hidden things do change."""
    game, rng, changed, tried = pyspiel.load_game(name), random.Random(3), 0, 0
    state = game.new_initial_state()
    while not state.is_terminal() and tried < 15:
        if not state.is_chance_node():
            player, tried = state.current_player(), tried + 1
            drawn = state.resample_from_infostate(player, rng.random)
            assert drawn.current_player() == player
            assert drawn.information_state_string(player) == state.information_state_string(player)
            assert drawn.information_state_tensor(player) == state.information_state_tensor(player)
            assert drawn.legal_actions() == state.legal_actions()
            changed += str(drawn) != str(state)
        state.apply_action(rng.choice(state.legal_actions()))
    assert changed > 0


def test_options_are_parameters():
    game = pyspiel.load_game("hinterhand_leduc(suits=merged)")
    assert game.rules == hinterhand.load_game("leduc", suits="merged")
    assert pyspiel.load_game("hinterhand_kuhn(players=3)").num_players() == 3
    with pytest.raises((pyspiel.SpielError, hinterhand.Error, RuntimeError)):
        pyspiel.load_game("hinterhand_kuhn(players=9)")


@pytest.mark.parametrize("name", ["hinterhand_kuhn", "hinterhand_leduc", "hinterhand_goofspiel"])
def test_our_games_pass_the_audit(name):
    audit = hinterhand.audit(name)
    assert audit.whole and audit.findings == [] and audit.unchecked == {}


class _Forgetful(pyspiel.Game):
    """A game of two draws in which everything is wrong that the audit looks for; player 1 sees the card of player 0."""

    kind = pyspiel.GameType(
        short_name="python_forgetful",
        long_name="Forgetful",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
    )

    def __init__(self, params=None):
        info = pyspiel.GameInfo(2, 2, 2, -1.0, 1.0, 0.0, 3)
        super().__init__(self.kind, info, params or {})

    def new_initial_state(self):
        return _ForgetfulState(self)

    def make_py_observer(self, kind=None, params=None):
        return _ForgetfulObserver()


class _ForgetfulState(pyspiel.State):
    def __init__(self, game):
        super().__init__(game)
        self.said = []

    def current_player(self):
        return [-1, 0, 0, 1, -4][len(self.said)]

    def _legal_actions(self, player):
        return [0, 1]

    def chance_outcomes(self):
        return [(0, 0.5), (1, 0.5)]

    def _apply_action(self, action):
        self.said.append(action)

    def _action_to_string(self, player, action):
        return str(action)

    def is_terminal(self):
        return len(self.said) == 4

    def returns(self):
        return [1.0, -1.0] if self.is_terminal() and self.said[0] != self.said[3] else [-1.0, 1.0]

    def resample_from_infostate(self, player, sampler):
        return self.clone()

    def __str__(self):
        return str(self.said)


class _ForgetfulObserver:
    def __init__(self):
        self.tensor = numpy.zeros(2, numpy.float32)
        self.dict = {"seen": self.tensor}

    def set_from(self, state, player):
        self.tensor[:] = state.said[0] if player == 1 and state.said else 0, len(state.said)

    def string_from(self, state, player):
        return f"{player} {len(state.said)} {state.said[:1] if player == 0 else ''}"


def test_the_audit_finds_what_is_wrong():
    pyspiel.register_game(_Forgetful.kind, _Forgetful)
    audit = hinterhand.audit("python_forgetful")
    kinds = {finding["kind"] for finding in audit.findings}
    assert kinds == {"recall", "tensor tells more", "tensor tells less", "observation tells more", "resampled truth"}
    assert all(finding["count"] > 0 and finding["example"] for finding in audit.findings)
    assert "recall" in repr(audit) and "<table>" in audit._repr_html_()
    with pytest.raises(hinterhand.Error, match="no perfect recall"):
        hinterhand.open_spiel.compile("python_forgetful")


@pytest.mark.parametrize("name", COMPILED)
def test_compiled_games_are_solved_alike(name):
    compiled = hinterhand.open_spiel.compile(name)
    solution = compiled.solve(target=1e-4)
    policy = compiled.policy(solution.strategy)
    assert pyspiel.exploitability(compiled.source, policy) == pytest.approx(solution.exploitability, abs=1e-9)
    uniform = pyspiel.UniformRandomPolicy(compiled.source)
    mine = compiled.judge(Uniform())
    assert mine.exploitability == pytest.approx(pyspiel.exploitability(compiled.source, uniform), abs=1e-9)


class Uniform:
    def action_probabilities(self, state, player):
        actions = state.legal_actions(player)
        return {action: 1 / len(actions) for action in actions}


def test_our_leduc_and_theirs_have_one_value():
    compiled = hinterhand.open_spiel.compile("leduc_poker")
    assert compiled.game.tree_size() == hinterhand.load_game("leduc").tree_size()
    theirs, ours = compiled.solve(target=1e-4), hinterhand.solve("leduc", target=1e-4)
    assert theirs.value == pytest.approx(ours.value, abs=2e-4)


def test_what_does_not_fit_is_refused():
    with pytest.raises(hinterhand.Error, match="more than 100 nodes"):
        hinterhand.open_spiel.compile("leduc_poker", most_nodes=100)
    # The plain form of Goofspiel does not say in which order cards were bid.
    with pytest.raises(hinterhand.Error, match="no perfect recall"):
        hinterhand.open_spiel.compile("goofspiel(num_cards=4,points_order=descending)")


def test_our_bots_play_in_evaluate_bots():
    rng, won = numpy.random.RandomState(1), 0.0
    for seed in range(100):
        state = pyspiel.load_game("hinterhand_leduc").new_initial_state()
        bots = [
            hinterhand.open_spiel.Bot("ismcts:iterations=100", 0, seed=1000 * seed),
            hinterhand.open_spiel.Bot("random", 1, seed=1000 * seed + 500),
        ]
        won += evaluate_bots.evaluate_bots(state, bots, rng)[0]
    # With these seeds 1.45 a hand, 3.5 standard errors above 0.
    assert won > 0
    policy, action = bots[0].step_with_policy(_first_decision())
    assert abs(sum(chance for _, chance in policy) - 1) < 1e-9 and action in dict(policy)


def _first_decision():
    return algorithms._first_decision(pyspiel.load_game("hinterhand_leduc"))


TABLE = json.loads(algorithms.TABLE.read_text())


@pytest.mark.parametrize("name", algorithms.ALGORITHMS)
def test_algorithms_do_what_the_table_says(name):
    assert {game: algorithms.outcome(name, game) for game in algorithms.GAMES} == TABLE[name]


def test_the_page_has_the_table():
    page = (pathlib.Path(__file__).parents[2] / "docs" / "open-spiel.md").read_text()
    assert algorithms.markdown(TABLE) in page
