"""Solving, judging, the oracle in numpy."""

import re

import hinterhand
import numpy
import pytest


def uniform(batch):
    return batch.legal / batch.legal.sum(axis=1, keepdims=True)


@pytest.mark.parametrize("game", ["kuhn", "leduc", "goofspiel", "liars-dice(sides=3)", "generic-poker"])
def test_a_policy_in_python_is_judged_like_a_bot(game):
    mine, theirs = hinterhand.exploitability_of(game, uniform), hinterhand.exploitability(game, "random")
    assert abs(mine.exploitability - theirs.exploitability) < 1e-12
    assert mine.info_sets == sum(hinterhand.oracle(game).infosets(player) for player in (0, 1))


@pytest.mark.parametrize(
    "policy, message",
    [
        (lambda batch: numpy.zeros_like(batch.legal, float), "the policy returns"),
        (lambda batch: numpy.full(batch.legal.shape, numpy.nan), "the policy returns"),
        (lambda batch: -1.0 * batch.legal, "the policy returns"),
        (lambda batch: numpy.ones((1, 1)), "must return an array of shape (6, 2)"),
    ],
)
def test_what_is_no_policy_is_refused(policy, message):
    with pytest.raises(hinterhand.Error) as raised:
        hinterhand.exploitability_of("kuhn", policy)
    assert message in str(raised.value)


def test_losses_sum_to_what_a_best_response_gains():
    for game in ("kuhn", "leduc"):
        report = hinterhand.loss_report(game, uniform, top=10**6)
        judged = hinterhand.exploitability_of(game, uniform)
        gains = [judged.best_responses[0] - judged.value, judged.best_responses[1] + judged.value]
        for seat in (0, 1):
            assert abs(sum(entry["loss"] for entry in report if entry["seat"] == seat) - gains[seat]) < 1e-12
        assert all(one["loss"] >= other["loss"] for one, other in zip(report, report[1:]))


def test_exported_policies_sit_by_the_name_of_their_file(tmp_path):
    path = tmp_path / "mine.strategy"

    def careful(batch):
        return batch.legal * numpy.array([0.1, 0.7, 0.2])

    judged = hinterhand.export_policy("leduc", careful, path, name="mostly calls")
    strategy = hinterhand.load_strategy(path)
    assert strategy.algorithm == "mostly calls" and strategy.exploitability == pytest.approx(judged.exploitability)
    assert hinterhand.exploitability("leduc", str(path)).exploitability == pytest.approx(judged.exploitability)
    assert hinterhand.duel("leduc", str(path), "random", deals=10).hands == 20


def test_checkpoints_are_resumed(tmp_path):
    kept = tmp_path / "kept"
    whole = hinterhand.solve("leduc", iterations=60)
    hinterhand.solve("leduc", iterations=30, checkpoint=kept)
    resumed = hinterhand.solve("leduc", iterations=60, checkpoint=kept, resume=True)
    assert resumed.exploitability == whole.exploitability and resumed.iterations == 60
    assert whole.log[-1]["iteration"] == 60 and whole._repr_svg_().startswith("<svg")


def cfr_plus(oracle, iterations):
    """CFR+ with linear averaging, written out in numpy."""
    policy = [oracle.uniform(player) for player in (0, 1)]
    plan = [oracle.plan(player, policy[player]) for player in (0, 1)]
    regret, gain, average = ([numpy.zeros(oracle.sequences(player)) for player in (0, 1)] for _ in "rga")
    matrices = lambda *tables: [list(zip(*(oracle.matrices(player, table[player]) for table in tables))) for player in (0, 1)]
    tables, averages = matrices(regret, policy), matrices(average, average)
    for t in range(1, iterations + 1):
        for player in (0, 1):
            average[player] += t * plan[player]
            regret[player] += oracle.advantages(player, plan[1 - player], policy[player], out=gain[player])
            numpy.maximum(regret[player], 0, out=regret[player])
            for kept, current in tables[player]:
                total = kept.sum(axis=0)
                even = total == 0
                numpy.divide(kept, total + even, out=current)
                current += even / len(current)
            oracle.plan(player, policy[player], out=plan[player])
    for player in (0, 1):
        for matrix, _ in averages[player]:
            matrix /= matrix.sum(axis=0)
    return average


@pytest.mark.parametrize("game", ["kuhn", "leduc"])
def test_an_update_rule_in_numpy_is_that_of_rust(game):
    oracle = hinterhand.oracle(game)
    mine = oracle.judge(cfr_plus(oracle, 100))
    theirs = hinterhand.solve(game, algorithm="cfr+", iterations=100)
    # Sums are taken in another order.
    assert mine.exploitability == pytest.approx(theirs.exploitability, rel=1e-3)


def test_the_gradient_is_what_sequences_contribute():
    oracle = hinterhand.oracle("leduc")
    rng = numpy.random.default_rng(1)
    plans = []
    for player in (0, 1):
        policy = rng.random(oracle.sequences(player))
        for matrix in oracle.matrices(player, policy):
            matrix /= matrix.sum(axis=0)
        plans.append(oracle.plan(player, policy))
    worth = [oracle.gradient(player, plans[1 - player]) for player in (0, 1)]
    assert plans[0] @ worth[0] == pytest.approx(-(plans[1] @ worth[1]))
    best = oracle.best_response(0, plans[1])
    assert oracle.plan(0, best) @ worth[0] >= plans[0] @ worth[0]


def test_arrays_are_handed_out_without_copies():
    oracle = hinterhand.oracle("kuhn")
    assert oracle.parent(1) is oracle.parent(1) and not oracle.parent(1).flags.writeable
    out = numpy.empty(oracle.sequences(0))
    assert oracle.gradient(0, oracle.plan(1, oracle.uniform(1)), out=out) is out
    with pytest.raises(hinterhand.Error, match="`plan` has 3 numbers instead of 13"):
        oracle.gradient(0, numpy.zeros(3))
    assert oracle.view(0, 0).key == oracle.keys(0)[0]
    (matrix,) = oracle.matrices(0, out)
    assert matrix.base is not None and numpy.shares_memory(matrix, out) and matrix.shape == (2, 6)
    with pytest.raises(hinterhand.Error, match="`numbers` is not contiguous"):
        oracle.matrices(0, numpy.zeros(26)[::2])


def by_recursion(oracle, player, gradient, policy):
    """What each action is worth, by its definition: its part of the payoff and the values of the decisions after it."""
    worth, parent = gradient.copy(), oracle.parent(player)
    # A decision comes after the own decisions before it, but not by its number: deeper ones first.
    slices = [oracle.sequences_of(player, infoset) for infoset in range(oracle.infosets(player))]
    owner = {sequence: infoset for infoset, part in enumerate(slices) for sequence in range(*part.indices(len(worth)))}
    depth = lambda infoset: 0 if parent[infoset] == 0 else 1 + depth(owner[parent[infoset]])
    for infoset in sorted(range(len(slices)), key=depth, reverse=True):
        worth[parent[infoset]] += worth[slices[infoset]] @ policy[slices[infoset]]
    return worth


# Written out, and by an oracle of its own; one action, several, and so many sets that eight are taken together.
@pytest.mark.parametrize(
    "game, options", [("leduc", {}), ("generic-poker(ranks=3)", {}), ("liars-dice(sides=3)", {}), ("liars-dice(sides=3)", {"most_nodes": 1})]
)
def test_values_are_those_of_their_definition(game, options):
    oracle, rng = hinterhand.oracle(game, **options), numpy.random.default_rng(1)
    policy = [rng.random(oracle.sequences(player)) for player in (0, 1)]
    for player in (0, 1):
        for matrix in oracle.matrices(player, policy[player]):
            matrix /= matrix.sum(axis=0)
        policy[player][0] = 1
    plan = [oracle.plan(player, policy[player]) for player in (0, 1)]
    for player in (0, 1):
        sets = range(oracle.infosets(player))
        for infoset, before in zip(sets, oracle.parent(player)):
            part = oracle.sequences_of(player, infoset)
            assert plan[player][part] == pytest.approx(policy[player][part] * plan[player][before])
        assert sum(len(policy[player][oracle.sequences_of(player, infoset)]) for infoset in sets) + 1 == len(policy[player])
        gradient = oracle.gradient(player, plan[1 - player])
        worth = oracle.action_values(player, plan[1 - player], policy[player])
        assert worth == pytest.approx(by_recursion(oracle, player, gradient, policy[player]), abs=1e-15)
        assert worth[0] == pytest.approx([1, -1][player] * oracle.judge(policy).value)
        advantages = oracle.advantages(player, plan[1 - player], policy[player])
        for infoset in sets:
            part = oracle.sequences_of(player, infoset)
            assert advantages[part] == pytest.approx(worth[part] - worth[part] @ policy[player][part], abs=1e-15)
        best = oracle.plan(player, oracle.best_response(player, plan[1 - player]))
        assert best @ gradient == pytest.approx(oracle.judge(policy).best_responses[player])


def test_the_numbers_of_an_oracle_are_seated(tmp_path):
    oracle = hinterhand.oracle("leduc")
    policy, path = cfr_plus(oracle, 50), tmp_path / "mine.strategy"
    judged = oracle.export(policy, path, name="in numpy")
    assert hinterhand.exploitability("leduc", str(path)).exploitability == pytest.approx(judged.exploitability, rel=1e-6)
    strategy = hinterhand.load_strategy(path)
    assert strategy.algorithm == "in numpy"
    for player in (0, 1):
        for infoset in range(0, oracle.infosets(player), 7):
            here = policy[player][oracle.sequences_of(player, infoset)]
            assert strategy.probabilities(oracle.view(player, infoset)) == pytest.approx(list(here), abs=1e-6)


@pytest.mark.parametrize(
    "options, message",
    [
        ({}, "`solution` is needed"),
        ({"solution": "no such file"}, "no such file"),
        ({"solution": 7}, "int"),
        ({"solution": "kuhn"}, "the strategy is for kuhn"),
    ],
)
def test_losses_in_kinderschnapsen_need_a_solution(options, message, tmp_path):
    kuhn = hinterhand.solve("kuhn", iterations=10, out=tmp_path / "kuhn.strategy").strategy
    if options.get("solution") == "kuhn":
        options = {"solution": kuhn}
    with pytest.raises((hinterhand.Error, TypeError)) as raised:
        hinterhand.loss_report("kinderschnapsen", uniform, **options)
    assert message in str(raised.value)


@pytest.mark.slow
def test_losses_in_kinderschnapsen():
    """A solution loses next to nothing by itself, by hand and by function; any legal action loses a lot."""
    solution = hinterhand.solve("kinderschnapsen", target=0.05, progress=False).strategy
    report = lambda policy, **options: hinterhand.loss_report(
        "kinderschnapsen", policy, top=10**9, solution=solution, hands=20, **options
    )
    own, any_action = report(solution), report(uniform)
    assert sum(entry["loss"] for entry in own) == pytest.approx(0, abs=0.02)
    assert sum(entry["loss"] for entry in any_action) > 0.2
    assert [entry["key"] for entry in any_action] == [entry["key"] for entry in report(uniform)]
    random = report("random")
    assert sorted(entry["loss"] for entry in random) == sorted(entry["loss"] for entry in any_action)
    assert sum(entry["visits"] for entry in own if entry["decision"] == 0) <= 20
    for entry in any_action:
        assert len(entry["actions"]) == len(entry["probabilities"]) > 1 and entry["best"] in entry["actions"]
    with pytest.raises(hinterhand.Error, match="the policy must return an array"):
        report(lambda batch: batch.legal[:, :2])
    with pytest.raises(ZeroDivisionError):
        report(lambda batch: 1 / 0)
    with pytest.raises(hinterhand.Error, match="an even number"):
        hinterhand.loss_report("kinderschnapsen", uniform, solution=solution, hands=3)


def test_a_strategy_is_shown_as_a_heat_map(tmp_path):
    def certain(batch):
        """The last legal action everywhere: a bet, or the call of one."""
        last = numpy.flip(numpy.flip(batch.legal, 1).cumsum(1), 1) == 1
        return last & batch.legal

    path = tmp_path / "bets.strategy"
    hinterhand.export_policy("kuhn", certain, path, name="a < b")
    shown = hinterhand.load_strategy(path)._repr_html_()
    assert shown.startswith("<svg") and "kuhn by a &lt; b" in shown
    # Three cards of player 0; three of player 1 after each of two actions.
    rows = re.findall(r">(deal:[^<]*)<", shown)
    assert sorted(rows) == sorted([f"deal:{card}{past}" for card in "JQK" for past in ("", " pass", " bet")])
    assert "player 0" in shown and "player 1" in shown and shown.count('"#0072b2"') == 9
    # There are too many first decisions for a page: it says in words what it is.
    many = type("Many", (), {
        "start": lambda self: (),
        "next": lambda self, said: (
            ("chance", {str(number): 1 / 300 for number in range(300)}) if not said
            else ("choice", 0, ["a", "b"]) if len(said) == 1 else ("over", [0, 0])
        ),
        "apply": lambda self, said, word: said + (word,),
    })
    hinterhand.add_game("many-cards", many)
    words = hinterhand.solve("many-cards", iterations=1).strategy._repr_html_()
    assert words == "&lt;strategy for many-cards by pcfr+&gt;"
