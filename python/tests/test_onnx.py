"""Networks in ONNX as policies."""

import pathlib
import sys

import hinterhand
import numpy
import pytest

onnxruntime = pytest.importorskip("onnxruntime")
torch = pytest.importorskip("torch")
pytest.importorskip("onnxscript")

import hinterhand.onnx  # noqa: E402

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "examples"))

import mmd  # noqa: E402


class Logits(torch.nn.Module):
    """The logits of a policy, without the mask of what is legal."""

    def __init__(self, policy):
        super().__init__()
        self.policy = policy

    def forward(self, observations):
        return self.policy.logits(self.policy.body(observations))


def exported(network, path, size):
    """Writes a network to a file, as its users do."""
    rows = torch.export.Dim("rows")
    torch.onnx.export(
        network, (torch.zeros(2, size),), path, input_names=["observations"], output_names=["logits"],
        dynamic_shapes=({0: rows},), dynamo=True, external_data=False, verbose=False,
    )
    return path


@pytest.fixture(scope="module")
def network():
    """A network for Leduc poker as it is before it has learned."""
    torch.manual_seed(1)
    layout = hinterhand.load_game("leduc").layout()
    return mmd.Policy(layout["size"], layout["actions"], width=16)


@pytest.fixture(scope="module")
def path(network, tmp_path_factory):
    return exported(Logits(network), tmp_path_factory.mktemp("onnx") / "leduc.onnx", network.body[0].in_features)


def test_a_network_in_a_file_is_the_policy_that_was_written(network, path):
    policy = hinterhand.onnx.Policy(path)
    judged = [hinterhand.exploitability_of("leduc", ask).exploitability for ask in (network.probabilities, policy)]
    assert judged[0] == pytest.approx(judged[1], abs=1e-5)
    # And not that of any network.
    uniform = hinterhand.exploitability_of("leduc", lambda batch: batch.legal / batch.legal.sum(axis=1, keepdims=True))
    assert abs(judged[0] - uniform.exploitability) > 1e-3


def test_a_network_is_seated_by_name(path, tmp_path):
    policy = hinterhand.onnx.Policy(path)
    hinterhand.add_policy("leduc-network", policy)
    hinterhand.export_policy("leduc", policy, tmp_path / "same.strategy")
    bots = ["leduc-network", ("file", str(tmp_path / "same.strategy")), "random"]
    standings = hinterhand.tournament("leduc", bots, rounds=50, seed=1).standings
    assert {entry["bot"] for entry in standings} == {"leduc-network", "file", "random"}


def test_what_does_not_fit_is_refused(network, path, tmp_path):
    with pytest.raises(hinterhand.Error, match="no.onnx"):
        hinterhand.onnx.Policy(tmp_path / "no.onnx")
    (tmp_path / "text.onnx").write_text("not a network")
    with pytest.raises(hinterhand.Error, match="text.onnx"):
        hinterhand.onnx.Policy(tmp_path / "text.onnx")
    with pytest.raises(hinterhand.Error, match="takes 40 numbers, and an observation of kuhn has 12"):
        hinterhand.exploitability_of("kuhn", hinterhand.onnx.Policy(path))
    short = exported(torch.nn.Linear(40, 2), tmp_path / "short.onnx", 40)
    with pytest.raises(hinterhand.Error, match="returns an array of shape .*, 2. instead of .*, 3."):
        hinterhand.exploitability_of("leduc", hinterhand.onnx.Policy(short))

    class Two(torch.nn.Module):
        def forward(self, one, other):
            return one + other

    torch.onnx.export(Two(), (torch.zeros(2, 3), torch.zeros(2, 3)), tmp_path / "two.onnx", dynamo=True, external_data=False)
    with pytest.raises(hinterhand.Error, match="expected one input"):
        hinterhand.onnx.Policy(tmp_path / "two.onnx")
