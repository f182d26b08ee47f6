"""Our games as games of OpenSpiel."""

from __future__ import annotations

import numpy
import pyspiel

import hinterhand

# Upper bounds where OpenSpiel asks for one: the actions and the chance events of a game, and the outcomes of chance.
# What the rules of the games say; a game in the small form or in a file has at most a thousand words.
_LENGTHS = {"schikanoeschen": ("max_actions", 1), "klondike-chess": ("max_plies", 2)}
_MOST_WORDS = 3000
_MOST_CARDS = 64


def _bounds(rules):
    """The bounds of a game, as OpenSpiel describes games."""
    option, times = _LENGTHS.get(rules.name, (None, 1))
    length = times * rules.settings[option] + 2 * _MOST_CARDS if option else _MOST_WORDS
    players, least = rules.num_players(), rules.min_utility()
    return pyspiel.GameInfo(
        num_distinct_actions=rules.num_distinct_actions(),
        max_chance_outcomes=_MOST_CARDS,
        num_players=players,
        min_utility=least,
        # In a game whose payoffs sum to 0 no player wins more than all others can lose.
        max_utility=-(players - 1) * least,
        utility_sum=0.0,
        max_game_length=length,
    )


class Game(pyspiel.Game):
    """A game of ours with its options. `rules` is the `hinterhand.Game`. Each registered name has a class of its own."""

    name: str
    kind: pyspiel.GameType

    def __init__(self, params=None):
        params = params or {}
        self.rules = hinterhand.load_game(self.name, **params)
        super().__init__(self.kind, _bounds(self.rules), params)

    def new_initial_state(self):
        return State(self)

    def make_py_observer(self, iig_obs_type=None, params=None):
        wanted = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        # Views are what one player sees, public things included; there are no parts of them.
        if wanted.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER or not wanted.public_info:
            return None
        return Observer(self.rules, "recall" if wanted.perfect_recall else "current", params)


class State(pyspiel.State):
    """A position. `position` is the `hinterhand.State`, with the view that a bot of ours is handed."""

    def __init__(self, game):
        super().__init__(game)
        self.position = game.rules.new_initial_state()

    def current_player(self):
        return self.position.current_player()

    def _legal_actions(self, player):
        return self.position.legal_actions(player)

    def chance_outcomes(self):
        return self.position.chance_outcomes()

    def _apply_action(self, action):
        self.position.apply_action(action)

    def _action_to_string(self, player, action):
        return self.position.action_to_string(action)

    def is_terminal(self):
        return self.position.is_terminal()

    def returns(self):
        return self.position.returns()

    def resample_from_infostate(self, player, sampler):
        """A position that `player` cannot tell from this one, drawn by the rules. OpenSpiel's own list of actions is
        empty there, since an event of chance is drawn as a whole."""
        drawn = self.get_game().new_initial_state()
        drawn.position = self.position.resample(player, seed=int(sampler() * 2**53))
        return drawn

    def __str__(self):
        return str(self.position)


class Observer:
    """What a player sees, as numbers and as text; the names in `dict` are those of `Game.layout`."""

    def __init__(self, rules, form, params):
        if params:
            raise ValueError(f"observations have no parameters: {params}")
        self._form = form
        layout = rules.layout(self._form)
        self.tensor = numpy.zeros(layout["size"], numpy.float32)
        self.dict = {}
        for field in layout["fields"]:
            start, shape = field["offset"], tuple(field["shape"])
            size = int(numpy.prod(shape))
            self.dict[field["name"]] = self.tensor[start : start + size].reshape(shape)

    def set_from(self, state, player):
        self.tensor[:] = state.position.observation(player, self._form)

    def string_from(self, state, player):
        if self._form == "recall":
            return state.position.information_state_string(player)
        return state.position.observation_string(player)


def _parameters(rules):
    """The options with their defaults, of types that OpenSpiel has: `none` is a text there."""
    return {key: "none" if value is None else value for key, value in rules.settings.items()}


def _short_name(name):
    return "hinterhand_" + name.replace("-", "_")


def _players(described, rules):
    """The least and the largest number of players."""
    words = described["players"].replace("to", " ").replace("or", " ").split()
    counts = [int(word) for word in words if word.isdigit()] or [rules.num_players()]
    return min(counts), max(counts)


def register(*names):
    """Registers games with pyspiel: those of these names, or all that come with the package. A game of your own can be
    registered if its payoffs sum to 0."""
    described = {game["name"]: game for game in hinterhand.games()}
    # A game in a file needs a name of a file, and one in Python may be slow to load: only what is asked for.
    ours = [name for name, game in described.items() if name != "tree" and game["status"] != "in Python"]
    for name in names or ours:
        short_name = _short_name(name)
        if short_name in pyspiel.registered_names():
            continue
        rules = hinterhand.load_game(name)
        least, most = _players(described[name], rules)
        kind = pyspiel.GameType(
            short_name=short_name,
            long_name=f"{rules.title} (Hinterhand)",
            dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
            chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
            information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
            utility=pyspiel.GameType.Utility.ZERO_SUM,
            reward_model=pyspiel.GameType.RewardModel.TERMINAL,
            max_num_players=most,
            min_num_players=least,
            provides_information_state_string=True,
            provides_information_state_tensor=True,
            provides_observation_string=True,
            provides_observation_tensor=True,
            parameter_specification=_parameters(rules),
        )
        # A class, since OpenSpiel lets go of it when the interpreter is gone already: a class outlives that.
        pyspiel.register_game(kind, type(short_name, (Game,), {"name": name, "kind": kind}))
