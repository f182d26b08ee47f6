"""Games of OpenSpiel, compiled into trees of ours."""

from __future__ import annotations

import itertools

import numpy
import pyspiel

import hinterhand

_names = itertools.count(1)
_CHANCE, _CHOICE, _END = range(3)


class Compiled:
    """A game of OpenSpiel, written out as a game of ours.

    * `source`: the game of OpenSpiel, turn by turn;
    * `game`: the `hinterhand.Game`, for everything that takes one;
    * `information_states`: for each key (`View.key`) the player, the text of OpenSpiel and its legal actions, in the
      order in which ours has them.
    """

    def __init__(self, source, game, information_states, states):
        self.source, self.game = source, game
        self.information_states = information_states
        self._states = states

    def solve(self, **options):
        """Solves the game: `hinterhand.solve` with these options."""
        return hinterhand.solve(self.game, **options)

    def judge(self, policy, **options):
        """Judges a policy of OpenSpiel, anything that has `action_probabilities(state, player)`, by our oracle."""
        places = self.game.num_distinct_actions()

        def ask(batch):
            answer = numpy.zeros((len(batch), places))
            for row, key in enumerate(batch.keys):
                player, _, actions = self.information_states[key]
                chances = policy.action_probabilities(self._states[key], player)
                answer[row, : len(actions)] = [chances.get(action, 0.0) for action in actions]
            return answer

        return hinterhand.exploitability_of(self.game, ask, **options)

    def policy(self, strategy):
        """A strategy of ours as a `pyspiel.TabularPolicy`, for the algorithms of OpenSpiel."""
        oracle, table = hinterhand.oracle(self.game), {}
        for player in (0, 1):
            for infoset in range(oracle.infosets(player)):
                view = oracle.view(player, infoset)
                _, text, actions = self.information_states[view.key]
                table[text] = list(zip(actions, strategy.probabilities(view)))
        return pyspiel.TabularPolicy(table)

    def __repr__(self):
        return f"<{self.source} with {len(self.information_states)} information states>"


class _Tree:
    """A tree in the making: nodes in prefix order."""

    def __init__(self, most_nodes):
        self.kinds, self.numbers, self.payoffs = [], [], []
        self.events, self.sets, self.states = {}, {}, []
        self.most_nodes = most_nodes

    def node(self, state):
        """Enters a node and returns its actions."""
        if len(self.kinds) == self.most_nodes:
            raise hinterhand.Error(f"the game has more than {self.most_nodes} nodes")
        if state.is_terminal():
            self.payoffs.extend(state.returns())
            return self._enter(_END, 0, ())
        if state.is_chance_node():
            outcomes = [(action, chance) for action, chance in state.chance_outcomes() if chance > 0]
            actions = [action for action, _ in outcomes]
            event = tuple((state.action_to_string(action), chance) for action, chance in outcomes)
            return self._enter(_CHANCE, self.events.setdefault(event, len(self.events)), actions)
        player, actions = state.current_player(), state.legal_actions()
        name = player, state.information_state_string(player)
        known = self.sets.get(name)
        if known is None:
            labels = [state.action_to_string(player, action) for action in actions]
            known = self.sets[name] = len(self.sets), actions, labels
            self.states.append(state)
        elif known[1] != actions:
            raise hinterhand.Error(
                f"player {player} cannot choose among the same actions everywhere at `{name[1]}`: {known[1]}, {actions}"
            )
        return self._enter(_CHOICE, known[0], actions)

    def _enter(self, kind, number, actions):
        self.kinds.append(kind)
        self.numbers.append(number)
        return actions

    def walk(self, state):
        """All nodes below a state. There may be more of them above each other than calls of Python."""
        open_states = [(state, iter(self.node(state)))]
        while open_states:
            state, actions = open_states[-1]
            action = next(actions, None)
            if action is None:
                open_states.pop()
                continue
            child = state.child(action)
            open_states.append((child, iter(self.node(child))))


def compile(game, name=None, most_nodes=1_000_000):
    """Writes a game of OpenSpiel, or the one that a text loads, out as a game of ours called `name`. Games in which
    several players act at once are turned into turns. It must have perfect recall and at most `most_nodes` nodes.

    >>> hinterhand.open_spiel.compile("kuhn_poker").game.tree_size()["nodes"]
    58
    """
    source = pyspiel.load_game(game) if isinstance(game, str) else game
    if source.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS:
        source = pyspiel.convert_to_turn_based(source)
    if source.get_type().chance_mode == pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC:
        raise hinterhand.Error(f"{source}: its chance cannot be listed")
    tree = _Tree(most_nodes)
    tree.walk(source.new_initial_state())
    short = source.get_type().short_name.replace("_", "-")
    name = name or f"spiel-{short}-{next(_names)}"
    keys = hinterhand.add_tree(
        name,
        source.num_players(),
        [list(event) for event in tree.events],
        [(player, text, labels) for (player, text), (_, _, labels) in tree.sets.items()],
        numpy.array(tree.kinds, numpy.int64),
        numpy.array(tree.numbers, numpy.int64),
        numpy.array(tree.payoffs, numpy.float64),
        title=str(source),
    )
    information_states, states = {}, {}
    for key, state, ((player, text), (_, actions, _)) in zip(keys, tree.states, tree.sets.items()):
        information_states[key], states[key] = (player, text, actions), state
    return Compiled(source, hinterhand.load_game(name), information_states, states)
