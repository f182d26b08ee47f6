"""Our bots as bots of OpenSpiel."""

from __future__ import annotations

import pyspiel

import hinterhand


class Bot(pyspiel.Bot):
    """A bot of ours by its text, for `evaluate_bots` and tournaments of OpenSpiel on our registered games. It is handed
    the view of its seat and not the state. Each decision has a seed of its own, counted from `seed`.

    >>> import numpy, pyspiel
    >>> from open_spiel.python.algorithms import evaluate_bots
    >>> state = pyspiel.load_game("hinterhand_leduc").new_initial_state()
    >>> bots = [hinterhand.open_spiel.Bot("ismcts:iterations=50", 0), hinterhand.open_spiel.Bot("random", 1)]
    >>> sum(evaluate_bots.evaluate_bots(state, bots, numpy.random.RandomState(1)))
    0.0
    """

    def __init__(self, spec, player, seed=0):
        super().__init__()
        self._bot = hinterhand.Bot(spec)
        self._player = player
        self._seed = seed

    def player_id(self):
        return self._player

    def restart(self):
        pass

    def restart_at(self, state):
        pass

    def inform_action(self, state, player, action):
        pass

    def provides_policy(self):
        return True

    def _decide(self, state):
        self._seed += 1
        return self._bot.decide(state.position.view(), seed=self._seed)

    def step(self, state):
        return self._decide(state).action

    def get_policy(self, state):
        decision = self._decide(state)
        return list(zip(decision.actions, decision.probabilities))

    def step_with_policy(self, state):
        decision = self._decide(state)
        return list(zip(decision.actions, decision.probabilities)), decision.action
