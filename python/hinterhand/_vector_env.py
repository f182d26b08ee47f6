"""Thousands of games at once, stepped together and written into numpy arrays."""

from __future__ import annotations

from typing import Any

import numpy
from numpy.typing import ArrayLike, NDArray

from hinterhand import _native


class VectorEnv:
    """`count` games of one kind. Each step plays one action in each game and what chance decides then; a game that ends
    begins anew at once. The arrays are written in place, on all cores unless `threads` says otherwise; results depend
    on the seed and not on the number of threads.

    * `player`: the seat of the player to move;
    * `legal`: for each number of an action, whether it is legal for that player;
    * `observations`: what that player sees (`Game.layout` names the fields), none with `observations=False`;
    * `returns`: the payoff of each seat in a game that ended with the last step, 0 in others;
    * `done`: whether a game ended with the last step.

    The observations and masks of a game that ended are those of the first decision of the next game. `arrays` may hold
    arrays of your own by these names: they are written instead.

    >>> import numpy, hinterhand
    >>> env = hinterhand.VectorEnv("leduc", 4, seed=1)
    >>> env.observations.shape, env.legal.shape
    ((4, 40), (4, 3))
    >>> env.step(env.legal.argmax(axis=1))
    >>> env.player.tolist()
    [1, 1, 1, 1]
    """

    player: NDArray[numpy.int8]
    legal: NDArray[numpy.bool_]
    observations: NDArray[numpy.float32]
    returns: NDArray[numpy.float64]
    done: NDArray[numpy.bool_]

    def __init__(
        self,
        game: str | _native.Game,
        count: int,
        seed: int = 1,
        *,
        form: str = "current",
        observations: bool = True,
        legal: bool = True,
        threads: int | None = None,
        arrays: dict[str, NDArray[Any]] | None = None,
    ) -> None:
        self.game = _native.load_game(game) if isinstance(game, str) else game
        self.count = count
        if count < 0:
            raise _native.Error(f"the number of games cannot be {count}; allowed: 1 to 16777216")
        if threads is not None and threads < 1:
            raise _native.Error(f"threads cannot be {threads}; allowed: 1 to 1024")
        layout = self.game.layout(form)
        self._batch = _native.Batch(self.game, count, seed, form, threads)
        shapes: dict[str, tuple[tuple[int, ...], Any]] = {"player": ((count,), numpy.int8)}
        if legal:
            shapes["legal"] = ((count, layout["actions"]), numpy.bool_)
        if observations:
            shapes["observations"] = ((count, layout["size"]), numpy.float32)
        shapes["returns"] = ((count, self.game.num_players()), numpy.float64)
        shapes["done"] = ((count,), numpy.bool_)
        arrays = dict(arrays or {})
        unknown = set(arrays) - set(shapes)
        if unknown:
            raise _native.Error(f"no array `{unknown.pop()}`; there are: {', '.join(shapes)}")
        for name, (shape, dtype) in shapes.items():
            array = arrays.get(name)
            if array is None:
                array = numpy.zeros(shape, dtype)
            elif not _serves(array, shape, dtype):
                raise _native.Error(
                    f"`{name}` must be an array that can be written, contiguous in the order of C, of shape {shape} "
                    f"and type {numpy.dtype(dtype)}"
                )
            setattr(self, name, array)
        if not legal:
            self.legal = None  # type: ignore[assignment]
        if not observations:
            self.observations = None  # type: ignore[assignment]
        self.reset()

    def _arrays(self):
        return self.player, self.legal, self.observations, self.returns, self.done

    def reset(self) -> None:
        """Begins all games anew."""
        self._batch.reset(self._arrays())

    def step(self, actions: ArrayLike) -> None:
        """Plays the actions with these numbers, one for each game. If one is not legal nothing changes."""
        actions = numpy.asarray(actions)
        if actions.dtype.kind not in "iu":
            raise _native.Error(f"actions are integers, not {actions.dtype}")
        self._batch.step(numpy.ascontiguousarray(actions, numpy.int64), self._arrays())

    def step_random(self) -> None:
        """Plays any legal action in each game, each equally likely."""
        self._batch.step(None, self._arrays())


def _serves(array, shape, dtype):
    """Whether an array can be written in place."""
    kind = isinstance(array, numpy.ndarray) and array.shape == shape and array.dtype == dtype
    return kind and array.flags.c_contiguous and array.flags.writeable and array.flags.aligned
