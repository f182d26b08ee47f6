"""A network in the ONNX format as a policy, run by ONNX Runtime. It needs `pip install onnxruntime`."""

from __future__ import annotations

from os import PathLike, fspath
from typing import Any

import numpy
import onnxruntime
from numpy.typing import NDArray

import hinterhand


class Policy:
    """The policy of a network, for whatever takes a function of a batch of information sets: `hinterhand.add_policy`,
    `exploitability_of`, `export_policy`, `loss_report`.

    The network has one input, the observations of any number of decisions as float32, and its first output has a number
    for each action of each of them: the logarithm of its probability, up to what is the same for all actions of a
    decision. Actions that are not legal get none. It runs on `threads` threads: bots at a table decide one at a time, for
    which one is best.
    """

    def __init__(self, path: str | PathLike[str], threads: int = 1) -> None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        self._path = fspath(path)
        try:
            self._session = onnxruntime.InferenceSession(self._path, options, providers=["CPUExecutionProvider"])
        # It has exceptions of its own for each kind of fault, and no type above them.
        except Exception as fault:
            raise hinterhand.Error(f"{self._path}: {fault}") from fault
        inputs = self._session.get_inputs()
        if len(inputs) != 1 or inputs[0].type != "tensor(float)" or len(inputs[0].shape) != 2:
            listed = ", ".join(f"{put.name} {put.type} {put.shape}" for put in inputs)
            raise hinterhand.Error(
                f"{self._path}: expected one input, a tensor(float) with a row for each decision; there are: {listed}"
            )
        self._input, self._output = inputs[0], self._session.get_outputs()[0].name

    def __call__(self, batch: Any) -> NDArray[numpy.float64]:
        """The probabilities of the actions at each of many information sets."""
        size, wanted = batch.observations.shape[1], self._input.shape[1]
        # A size that is not fixed is a name.
        if isinstance(wanted, int) and wanted != size:
            raise hinterhand.Error(f"{self._path} takes {wanted} numbers, and an observation of {batch.game} has {size}")
        (logits,) = self._session.run([self._output], {self._input.name: batch.observations})
        # A network may also return sequences and maps.
        if not isinstance(logits, numpy.ndarray):
            raise hinterhand.Error(f"{self._path} returns a {type(logits).__name__} instead of an array")
        if logits.shape != batch.legal.shape:
            raise hinterhand.Error(f"{self._path} returns an array of shape {logits.shape} instead of {batch.legal.shape}")
        logits = numpy.where(batch.legal, logits, -numpy.inf).astype(numpy.float64)
        weights = numpy.exp(logits - logits.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True)

    def __repr__(self) -> str:
        return f"Policy({self._path!r})"
