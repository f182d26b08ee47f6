"""Card games with hidden information: exact rules, bots, solvers, judges, and batches of games as arrays.

>>> import hinterhand
>>> state = hinterhand.load_game("leduc").new_initial_state()
>>> state.current_player()
-1
"""

from hinterhand._native import (
    Bot,
    Decision,
    Duel,
    Error,
    Game,
    Judgement,
    Oracle,
    Solution,
    State,
    Strategy,
    View,
    add_bot,
    add_game,
    algorithms,
    bots,
    duel,
    exploitability,
    exploitability_of,
    export_policy,
    games,
    load_game,
    load_strategy,
    loss_report,
    oracle,
    read_record,
    solve,
)
from hinterhand._vector_env import VectorEnv

__all__ = [
    "Bot",
    "Decision",
    "Duel",
    "Error",
    "Game",
    "Judgement",
    "Oracle",
    "Solution",
    "State",
    "Strategy",
    "VectorEnv",
    "View",
    "add_bot",
    "add_game",
    "algorithms",
    "bots",
    "duel",
    "exploitability",
    "exploitability_of",
    "export_policy",
    "games",
    "load_game",
    "load_strategy",
    "loss_report",
    "oracle",
    "read_record",
    "solve",
]
