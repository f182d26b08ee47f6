"""Our games as environments of PettingZoo, in which agents act one after another (AEC). It needs
`pip install pettingzoo`.

>>> import hinterhand.pettingzoo
>>> env = hinterhand.pettingzoo.env("leduc")
>>> env.reset(seed=1)
>>> for agent in env.agent_iter():
...     observation, reward, termination, truncation, info = env.last()
...     if termination:
...         action = None
...     else:
...         action = int(observation["action_mask"].argmax())
...     env.step(action)
"""

from __future__ import annotations

import numpy
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

import hinterhand


def env(game, **options):
    """The environment with the usual wrappers: an illegal action ends the game and costs what a forfeit costs."""
    raw = raw_env(game, **options)
    wrapped = wrappers.TerminateIllegalWrapper(raw, illegal_reward=raw.game.min_utility())
    return wrappers.OrderEnforcingWrapper(wrapped)


class raw_env(AECEnv):
    """A game as an environment. Agents are `player_0`, `player_1`, ... in the order of the seats. An observation has
    `observation`, by the fields of `Game.layout`, and `action_mask`, which is 0 everywhere for an agent that is not to
    act. Where an agent acts several times in a turn it is selected several times in a row. Rewards come at the end.
    """

    def __init__(self, game, form="current", render_mode=None):
        super().__init__()
        self.game = hinterhand.load_game(game) if isinstance(game, str) else game
        self.form, self.render_mode = form, render_mode
        self.metadata = {
            "name": "hinterhand_" + self.game.name.replace("-", "_"),
            "render_modes": ["ansi", "human"],
            "is_parallelizable": False,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(self.game.num_players())]
        self.agents = list(self.possible_agents)
        size, actions = self.game.layout(form)["size"], self.game.num_distinct_actions()
        self._actions = actions
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(-numpy.inf, numpy.inf, (size,), numpy.float32),
                    "action_mask": spaces.Box(0, 1, (actions,), numpy.int8),
                }
            )
            for agent in self.agents
        }
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.agents}
        self._random, _ = seeding.np_random()

    def observation_space(self, agent):
        return self.observation_spaces[agent]

    def action_space(self, agent):
        return self.action_spaces[agent]

    def reset(self, seed=None, options=None):
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self.state_of_game = self.game.new_initial_state()
        self._deal()

    def _deal(self):
        """Lets chance decide, and selects the agent that is to act."""
        state = self.state_of_game
        while state.is_chance_node():
            state.deal(seed=int(self._random.integers(2**63)))
        if not state.is_terminal():
            self.agent_selection = self.possible_agents[state.current_player()]

    def observe(self, agent):
        seat = self.possible_agents.index(agent)
        mask = numpy.zeros(self._actions, numpy.int8)
        mask[self.state_of_game.legal_actions(seat)] = 1
        return {"observation": self.state_of_game.observation(seat, self.form), "action_mask": mask}

    def step(self, action):
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.state_of_game.apply_action(int(action))
        self._deal()
        if self.state_of_game.is_terminal():
            self.rewards = dict(zip(self.possible_agents, self.state_of_game.returns()))
            self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self):
        if self.render_mode is None:
            return None
        text = str(self.state_of_game)
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self):
        pass
