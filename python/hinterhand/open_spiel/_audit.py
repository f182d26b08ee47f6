"""An audit of a game of OpenSpiel: perfect recall, what strings and tensors tell, and what it resamples."""

from __future__ import annotations

import collections
import random

import numpy
import pyspiel

import hinterhand

# A world of at least this probability is missed by `_DRAWS` independent draws once in 28000 times.
_LIKELY = 0.05
_DRAWS = 200
# The information states at which resampling is tried.
_TRIED = 50


class Audit:
    """What an audit found.

    * `findings`: a dictionary for each kind of finding: `kind`, what is wrong in words (`about`), how often (`count`), and
      the first case of it (`example`);
    * `unchecked`: for each check that was not possible the reason;
    * `whole`: whether all histories were looked at, or those of random games;
    * `histories`: how many decisions were looked at;
    * `drawn_from`: at how many information states resampling was tried.

    >>> audit = hinterhand.audit("kuhn_poker")
    >>> audit.whole, audit.findings
    (True, [])
    """

    def __init__(self, game, whole, histories, drawn_from, findings, unchecked):
        self.game, self.whole, self.histories = str(game), whole, histories
        self.drawn_from, self.findings, self.unchecked = drawn_from, findings, unchecked

    def __repr__(self):
        kinds = ", ".join(f"{finding['kind']} ({finding['count']})" for finding in self.findings)
        extent = "all" if self.whole else "of random games"
        return f"<audit of {self.game}, {self.histories} decisions, {extent}: {kinds or 'nothing found'}>"

    def _repr_html_(self):
        escaped = lambda text: str(text).replace("&", "&amp;").replace("<", "&lt;")
        rows = [(found["kind"], found["about"], found["count"], found["example"]) for found in self.findings]
        body = "".join("<tr>" + "".join(f"<td>{escaped(cell)}</td>" for cell in row) + "</tr>" for row in rows)
        return f"{escaped(repr(self))}<table><tr><th>kind</th><th></th><th>count</th><th>example</th></tr>{body}</table>"


_ABOUT = {
    "actions": "one information state has different legal actions in two histories",
    "recall": "a player comes to one information state after different decisions of its own",
    "tensor tells more": "histories with one information state string have different tensors",
    "tensor tells less": "information states with different strings have one tensor",
    "observation tells more": "histories with one information state string have different observations",
    "resampled elsewhere": "resampling leads to another information state, player or choice",
    "resampled impossible": "resampling leads to what the others cannot know in any history of this information state",
    "resampled truth": "resampling always hands out what the others really know, though they may know something else",
    "resampled too few": f"resampling {_DRAWS} times misses what the others know with a probability of {_LIKELY} or more",
}


class _Findings:
    """Findings in the making."""

    def __init__(self):
        self._found, self.unchecked = {}, {}

    def found(self, kind, example):
        known = self._found.setdefault(kind, {"kind": kind, "about": _ABOUT[kind], "count": 0, "example": example})
        known["count"] += 1

    def all(self):
        return [self._found[kind] for kind in _ABOUT if kind in self._found]

    def ask(self, what, ask):
        """What the game answers; a game that cannot is not asked again."""
        if what in self.unchecked:
            return None
        try:
            return ask()
        except (pyspiel.SpielError, RuntimeError, ValueError, TypeError) as fault:
            self.unchecked[what] = str(fault).strip().splitlines()[0]
            return None


class _Knowledge:
    """What players know in all histories that were looked at."""

    def __init__(self, game, findings):
        self.findings = findings
        self.histories = 0
        # A game without information states says by its observations what a player knows.
        self.recalls = game.get_type().provides_information_state_string
        if not self.recalls:
            findings.unchecked["recall"] = "there are no information states; observations stand for them"
        # For each player and information state what its first history has; for each tensor its string.
        self._first, self._strings = {}, {}
        # For each player and information state what the others know, with the weights of the histories.
        self.worlds = collections.defaultdict(lambda: collections.defaultdict(float))
        self.states = {}
        self._pasts = {}

    def past(self, before, name, action):
        """The number of all that a player has decided."""
        return self._pasts.setdefault((before, name, action), len(self._pasts) + 1)

    def decision(self, state, past, weight):
        """Looks at a decision. Returns the name of the information state."""
        self.histories += 1
        player = state.current_player()
        name = player, self.known(state, player)
        ask = self.findings.ask
        tensor = ask("tensor", lambda: _packed(state.information_state_tensor(player)))
        observed = (
            ask("observation string", lambda: state.observation_string(player)),
            ask("observation tensor", lambda: _packed(state.observation_tensor(player))),
        )
        now = {"actions": state.legal_actions(), "recall": past, "tensor tells more": tensor,
               "observation tells more": observed}
        first = self._first.setdefault(name, now)
        if not self.recalls:
            del now["recall"]
        for kind, value in now.items():
            if first[kind] != value:
                self.findings.found(kind, f"player {player} at {name[1]!r} after {state.history_str()}")
        if tensor is not None and self._strings.setdefault((player, tensor), name[1]) != name[1]:
            other = self._strings[player, tensor]
            self.findings.found("tensor tells less", f"player {player}: {other!r} and {name[1]!r}")
        self.worlds[name][self.others(state, player)] += weight
        self.states.setdefault(name, state)
        return name

    def known(self, state, player):
        """What a player knows."""
        return state.information_state_string(player) if self.recalls else state.observation_string(player)

    def others(self, state, player):
        """What the other players know."""
        return tuple(self.known(state, other) for other in range(state.num_players()) if other != player)


def _packed(numbers):
    return numpy.asarray(numbers, numpy.float32).tobytes()


def _walk_all(game, knowledge, most_nodes):
    """Looks at all histories; false if there are too many."""
    open_states, nodes = [(game.new_initial_state(), (0,) * game.num_players(), 1.0)], 0
    while open_states:
        state, pasts, weight = open_states.pop()
        nodes += 1
        if nodes > most_nodes:
            return False
        if state.is_terminal():
            continue
        if state.is_chance_node():
            for action, chance in state.chance_outcomes():
                open_states.append((state.child(action), pasts, weight * chance))
            continue
        player, actions = state.current_player(), state.legal_actions()
        name = knowledge.decision(state, pasts[player], weight)
        for action in actions:
            past = knowledge.past(pasts[player], name, action)
            after = pasts[:player] + (past,) + pasts[player + 1 :]
            open_states.append((state.child(action), after, weight / len(actions)))
    return True


def _play_some(game, knowledge, games, rng):
    """Looks at the histories of random games."""
    for _ in range(games):
        state, pasts = game.new_initial_state(), [0] * game.num_players()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes())
                state.apply_action(rng.choices(actions, chances)[0])
                continue
            player = state.current_player()
            name = knowledge.decision(state.clone(), pasts[player], 1.0)
            action = rng.choice(state.legal_actions())
            pasts[player] = knowledge.past(pasts[player], name, action)
            state.apply_action(action)


def _resample(knowledge, whole, rng):
    """Tries to resample at some information states. Returns at how many it was possible."""
    findings, tried = knowledge.findings, 0
    names = [name for name in knowledge.worlds if len(knowledge.worlds[name]) > 1] if whole else list(knowledge.worlds)
    unchanged = 0
    for name in rng.sample(names, min(_TRIED, len(names))):
        state, player, drawn = knowledge.states[name], name[0], set()
        for _ in range(_DRAWS if whole else 20):
            other = findings.ask("resampling", lambda: state.resample_from_infostate(player, rng.random))
            if other is None:
                return tried
            here = other.current_player(), knowledge.known(other, player), other.legal_actions()
            if here != (player, name[1], state.legal_actions()):
                findings.found("resampled elsewhere", f"player {player} at {name[1]!r}: {here}")
                break
            drawn.add(knowledge.others(other, player))
        else:
            tried += 1
            unchanged += drawn == {knowledge.others(state, player)}
            if whole:
                _compare(findings, name, knowledge.worlds[name], drawn, knowledge.others(state, player))
    if not whole and tried > 10 and unchanged == tried:
        findings.found("resampled truth", f"in all of {tried} information states of random games")
    return tried


def _compare(findings, name, worlds, drawn, truth):
    """Compares what was drawn with all that is possible."""
    example, total = f"player {name[0]} at {name[1]!r}", sum(worlds.values())
    if drawn - set(worlds):
        findings.found("resampled impossible", example)
    if drawn == {truth}:
        findings.found("resampled truth", example)
    elif any(weight >= _LIKELY * total for world, weight in worlds.items() if world not in drawn):
        findings.found("resampled too few", example)


def audit(game, most_nodes=200_000, games=100, seed=0):
    """Checks a game of OpenSpiel, or the one that a text loads. All histories are looked at if there are at most
    `most_nodes` nodes, otherwise those of some random `games`. Whether two histories are one information state is
    what the game itself says by its string: the audit finds what contradicts it.
    """
    game = pyspiel.load_game(game) if isinstance(game, str) else game
    if game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS:
        game = pyspiel.convert_to_turn_based(game)
    kind = game.get_type()
    if not kind.provides_information_state_string and not kind.provides_observation_string:
        raise hinterhand.Error(f"{game} does not say what a player knows")
    rng, findings = random.Random(seed), _Findings()
    knowledge = _Knowledge(game, findings)
    whole = _walk_all(game, knowledge, most_nodes)
    if not whole:
        findings = _Findings()
        knowledge = _Knowledge(game, findings)
        _play_some(game, knowledge, games, rng)
    tried = _resample(knowledge, whole, rng)
    return Audit(game, whole, knowledge.histories, tried, findings.all(), findings.unchecked)
