"""Our games as environments of Gymnasium: one seat against a bot in all others. It needs `pip install gymnasium`.

>>> import gymnasium, hinterhand.gymnasium
>>> env = gymnasium.make("hinterhand/leduc-v0", opponent="random")
>>> observation, info = env.reset(seed=1)
>>> observation.shape, info["action_mask"].tolist()
((40,), [0, 1, 1])
>>> observation, reward, terminated, truncated, info = env.step(1)
"""

from __future__ import annotations

import gymnasium
import numpy

import hinterhand


class Env(gymnasium.Env):
    """A game as an environment for one agent, which sits in `seat`, or in the seats in turn from game to game. `opponent`
    is a bot by its text and sits in all other seats. Observations are those of `Game.layout`; `info["action_mask"]` and
    `action_masks()` say which actions are legal. An illegal action forfeits the game: it ends with the least payoff.
    """

    metadata = {"render_modes": ["ansi"]}

    def __init__(self, game="kinderschnapsen", opponent="random", seat=None, form="current", render_mode=None):
        self.game = hinterhand.load_game(game) if isinstance(game, str) else game
        self.opponent = hinterhand.Bot(opponent)
        self.seat, self.form, self.render_mode = seat, form, render_mode
        if seat is not None and not 0 <= seat < self.game.num_players():
            raise hinterhand.Error(f"seat {seat} of {self.game.num_players()}")
        size, self._actions = self.game.layout(form)["size"], self.game.num_distinct_actions()
        self.observation_space = gymnasium.spaces.Box(-numpy.inf, numpy.inf, (size,), numpy.float32)
        self.action_space = gymnasium.spaces.Discrete(self._actions)
        self._games = 0

    def action_masks(self):
        """For each number of an action whether it is legal."""
        mask = numpy.zeros(self._actions, numpy.int8)
        mask[self._state.legal_actions(self._mine)] = 1
        return mask

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        if seed is not None:
            self._games = 0
        while True:
            self._mine = self._games % self.game.num_players() if self.seat is None else self.seat
            self._games += 1
            self._state = self.game.new_initial_state()
            self._play_on()
            # In some games the others may end a game before the agent has had a turn: there is nothing to decide.
            if not self._state.is_terminal():
                return self._seen()

    def _play_on(self):
        """Plays for chance and for the others, until the agent is to act or the game is over."""
        state = self._state
        while not state.is_terminal() and state.current_player() != self._mine:
            seed = int(self.np_random.integers(2**63))
            if state.is_chance_node():
                state.deal(seed=seed)
            else:
                state.apply_action(self.opponent.act(state.view(), seed=seed))

    def _seen(self):
        return self._state.observation(self._mine, self.form), {"action_mask": self.action_masks(), "seat": self._mine}

    def step(self, action):
        if action not in self._state.legal_actions(self._mine):
            observation, info = self._seen()
            info["illegal"] = True
            return observation, float(self.game.min_utility()), True, False, info
        self._state.apply_action(int(action))
        self._play_on()
        over = self._state.is_terminal()
        reward = self._state.returns()[self._mine] if over else 0.0
        observation, info = self._seen()
        return observation, float(reward), over, False, info

    def render(self):
        if self.render_mode == "ansi":
            return self._state.observation_string(self._mine)
        return None


for _game in hinterhand.games():
    _id = f"hinterhand/{_game['name']}-v0"
    if _game["name"] != "tree" and _game["status"] != "in Python" and _id not in gymnasium.registry:
        gymnasium.register(_id, entry_point="hinterhand.gymnasium:Env", kwargs={"game": _game["name"]})
