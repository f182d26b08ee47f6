"""Card games with hidden information: exact rules, bots, solvers, judges, and batches of games as arrays.

>>> import hinterhand
>>> state = hinterhand.load_game("leduc").new_initial_state()
>>> state.current_player()
-1
"""

from typing import TYPE_CHECKING, Any

from hinterhand._native import (
    Bot,
    Decision,
    Duel,
    Error,
    Frame,
    Game,
    InfoSets,
    Judgement,
    Oracle,
    Report,
    Solution,
    State,
    Store,
    Strategy,
    Tournament,
    View,
    add_bot,
    add_game,
    add_policy,
    add_tree,
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
    report,
    selfplay,
    solve,
    tournament,
)

if TYPE_CHECKING:
    from hinterhand._vector_env import VectorEnv

__all__ = [
    "Bot",
    "Decision",
    "Duel",
    "Error",
    "Frame",
    "Game",
    "InfoSets",
    "Judgement",
    "Oracle",
    "Report",
    "Solution",
    "State",
    "Store",
    "Strategy",
    "Tournament",
    "VectorEnv",
    "View",
    "add_bot",
    "add_game",
    "add_policy",
    "add_tree",
    "algorithms",
    "audit",
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
    "report",
    "selfplay",
    "solve",
    "tournament",
]


# The modules that work together with another package, and what installs it.
_BRIDGES = {
    "gymnasium": "gymnasium",
    "onnx": "onnxruntime",
    "open_spiel": "open_spiel==2.0.2",
    "pettingzoo": "pettingzoo",
}


def __getattr__(name: str) -> Any:
    # numpy is imported when it is first needed: that takes longer than all else.
    if name == "VectorEnv":
        from hinterhand._vector_env import VectorEnv

        return VectorEnv
    if name in _BRIDGES:
        import importlib

        try:
            return importlib.import_module(f"hinterhand.{name}")
        except ModuleNotFoundError as fault:
            raise ImportError(f"hinterhand.{name} needs `pip install {_BRIDGES[name]}`: {fault}") from fault
    raise AttributeError(f"module 'hinterhand' has no attribute {name!r}")


def audit(game: Any, **options: Any) -> Any:
    """Checks a game of OpenSpiel: perfect recall, what strings and tensors tell, and what it resamples; see
    `hinterhand.open_spiel.audit`, which needs `pip install open_spiel`."""
    from hinterhand import open_spiel

    return open_spiel.audit(game, **options)
