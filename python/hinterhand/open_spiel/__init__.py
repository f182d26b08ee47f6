"""OpenSpiel both ways: our games and bots for its algorithms, its games for our solvers and judges.

Importing this module registers all games of `hinterhand.games()` with pyspiel, each as `hinterhand_` and its name with
`_` for `-`; their options are parameters. It needs `pip install open_spiel`.

>>> import pyspiel
>>> import hinterhand.open_spiel
>>> game = pyspiel.load_game("hinterhand_kuhn(players=3)")
>>> game.num_players(), game.num_distinct_actions()
(3, 2)

A game of OpenSpiel is compiled once into a tree of ours, which is solved and judged without asking it again:

>>> compiled = hinterhand.open_spiel.compile("leduc_poker")
>>> solution = compiled.solve(target=1e-2)
>>> round(pyspiel.exploitability(compiled.source, compiled.policy(solution.strategy)), 6) <= 1e-2
True
"""


from hinterhand.open_spiel._audit import Audit, audit
from hinterhand.open_spiel._bot import Bot
from hinterhand.open_spiel._compiled import Compiled, compile
from hinterhand.open_spiel._games import Game, State, register

__all__ = ["Audit", "Bot", "Compiled", "Game", "State", "audit", "compile", "register"]

register()
