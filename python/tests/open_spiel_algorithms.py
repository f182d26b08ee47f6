"""The algorithms of OpenSpiel on a registered game of ours, each in a process of its own, since some end it.

    python open_spiel_algorithms.py ALGORITHM GAME
    python open_spiel_algorithms.py --table     # writes open_spiel_algorithms.json anew
"""

import importlib
import json
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).parent
TABLE = HERE / "open_spiel_algorithms.json"
GAMES = ("hinterhand_kuhn", "hinterhand_leduc")
ALGORITHMS = {}


def algorithm(function):
    ALGORITHMS[function.__name__] = function
    return function


def solver(name, make, step="evaluate_and_update_policy", times=2):
    """A solver that is made and then makes some steps. In Python `make` names its module and its class."""

    def run(game, spiel):
        if isinstance(make, str):
            module, _, kind = make.rpartition(".")
            made = getattr(importlib.import_module(f"open_spiel.python.algorithms.{module}"), kind)(game)
        else:
            made = make(game, spiel)
        for _ in range(times):
            getattr(made, step)()
        return made

    ALGORITHMS[name] = run
    return run


def _judged(run):
    # The policy is part of the solver, which must outlive it.
    def judged(game, spiel):
        made = run(game, spiel)
        spiel.nash_conv(game, made.average_policy())

    return judged


for _name, _kind in (("cpp_cfr", "CFRSolver"), ("cpp_cfr_plus", "CFRPlusSolver")):
    ALGORITHMS[_name] = _judged(solver(_name, lambda game, spiel, kind=_kind: getattr(spiel, kind)(game)))
solver("cpp_cfr_br", lambda game, spiel: spiel.CFRBRSolver(game), times=1)
solver(
    "cpp_external_sampling_mccfr", lambda game, spiel: spiel.ExternalSamplingMCCFRSolver(game, 1), "run_iteration", 10
)
solver("cpp_outcome_sampling_mccfr", lambda game, spiel: spiel.OutcomeSamplingMCCFRSolver(game), "run_iteration", 10)


@algorithm
def cpp_exploitability(game, spiel):
    spiel.exploitability(game, spiel.UniformRandomPolicy(game))


@algorithm
def cpp_ismcts_bot(game, spiel):
    bot = spiel.ISMCTSBot(
        1, spiel.RandomRolloutEvaluator(1, 1), 1.4, 10, -1, spiel.ISMCTSFinalPolicyType.NORMALIZED_VISIT_COUNT,
        False, False,
    )
    bot.step(_first_decision(game))


@algorithm
def cpp_random_simulations(game, spiel):
    spiel.random_sim_test(game, 5, True, False)


solver("python_cfr", "cfr.CFRSolver")
solver("python_cfr_plus", "cfr.CFRPlusSolver")
solver("python_discounted_cfr", "discounted_cfr.DCFRSolver")
solver("python_external_sampling_mccfr", "external_sampling_mccfr.ExternalSamplingSolver", "iteration")
solver("python_outcome_sampling_mccfr", "outcome_sampling_mccfr.OutcomeSamplingSolver", "iteration")
solver("python_fictitious_play", "fictitious_play.XFPSolver", "iteration", 1)


@algorithm
def python_exploitability(game, spiel):
    from open_spiel.python import policy
    from open_spiel.python.algorithms import exploitability

    exploitability.nash_conv(game, policy.UniformRandomPolicy(game))


@algorithm
def python_mmd_dilated(game, spiel):
    from open_spiel.python.algorithms import mmd_dilated

    made = mmd_dilated.MMDDilatedEnt(game, alpha=0.05)
    made.update_sequences()
    made.update_sequences()


@algorithm
def python_ismcts(game, spiel):
    from open_spiel.python.algorithms import ismcts, mcts
    import numpy

    evaluator = mcts.RandomRolloutEvaluator(1, numpy.random.RandomState(1))
    bot = ismcts.ISMCTSBot(
        game=game, uct_c=1.4, evaluator=evaluator, max_simulations=10, random_state=numpy.random.RandomState(1),
        max_world_samples=ismcts.UNLIMITED_NUM_WORLD_SAMPLES,
    )
    bot.step(_first_decision(game))


@algorithm
def python_evaluate_bots(game, spiel):
    from open_spiel.python.algorithms import evaluate_bots
    from open_spiel.python.bots import uniform_random
    import numpy

    rng = numpy.random.RandomState(1)
    bots = [uniform_random.UniformRandomBot(player, rng) for player in range(game.num_players())]
    evaluate_bots.evaluate_bots(game.new_initial_state(), bots, rng)


@algorithm
def python_tabular_q_learner(game, spiel):
    from open_spiel.python import rl_environment
    from open_spiel.python.algorithms import tabular_qlearner

    environment = rl_environment.Environment(game)
    agents = [
        tabular_qlearner.QLearner(player_id=player, num_actions=game.num_distinct_actions())
        for player in range(game.num_players())
    ]
    for _ in range(3):
        step = environment.reset()
        while not step.last():
            step = environment.step([agents[environment.get_state.current_player()].step(step).action])
        for agent in agents:
            agent.step(step)


@algorithm
def python_playthrough(game, spiel):
    from open_spiel.python.algorithms import generate_playthrough

    generate_playthrough.playthrough(str(game), action_sequence=[])


@algorithm
def python_gambit(game, spiel):
    from open_spiel.python.algorithms import gambit

    gambit.export_gambit(game)


@algorithm
def python_all_states(game, spiel):
    from open_spiel.python.algorithms import get_all_states

    get_all_states.get_all_states(game, depth_limit=4, include_terminals=True, include_chance_states=True)


def _first_decision(game):
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    return state


def outcome(name, game):
    """What became of an algorithm: `runs`, the exception, or how the process ended."""
    done = subprocess.run(
        [sys.executable, __file__, name, game], capture_output=True, text=True, timeout=300, check=False
    )
    if done.returncode == 0:
        return "runs"
    if done.returncode < 0:
        return f"ends the process (signal {-done.returncode})"
    last = done.stderr.strip().splitlines()[-1]
    return f"raises {last.split(':')[0].split('.')[-1]}"


def markdown(table):
    """The table as text for the page."""
    lines = ["| Algorithm | " + " | ".join(f"`{game}`" for game in GAMES) + " |", "| --- |" + " --- |" * len(GAMES)]
    for name, outcomes in table.items():
        where, _, what = name.partition("_")
        language = {"cpp": "C++", "python": "Python"}[where]
        lines.append(f"| {what.replace('_', ' ')} ({language}) | " + " | ".join(outcomes[game] for game in GAMES) + " |")
    return "\n".join(lines) + "\n"


def main():
    if sys.argv[1:] == ["--table"]:
        table = {name: {game: outcome(name, game) for game in GAMES} for name in ALGORITHMS}
        TABLE.write_text(json.dumps(table, indent=1) + "\n")
        return
    import pyspiel

    import hinterhand.open_spiel  # noqa: F401

    name, game = sys.argv[1:]
    ALGORITHMS[name](pyspiel.load_game(game), pyspiel)


if __name__ == "__main__":
    main()
