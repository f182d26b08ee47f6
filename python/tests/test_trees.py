"""Games that are handed over as whole trees."""

import hinterhand
import numpy
import pytest


def add(name, kinds, numbers, payoffs=(1, -1, -1, 1), sets=((0, "first", ["left", "go on"]),), events=()):
    return hinterhand.add_tree(
        name, 2, list(events), list(sets), numpy.array(kinds, "int64"), numpy.array(numbers, "int64"),
        numpy.array(payoffs, "float64"),
    )


def test_a_tree_is_a_game():
    keys = add("left-or-on", [1, 2, 2], [0, 0, 0])
    state = hinterhand.load_game("left-or-on").new_initial_state()
    assert state.legal_words() == ["left", "go_on"] and state.view().key == keys[0]
    assert hinterhand.solve("left-or-on", target=1e-6).value == pytest.approx(1, abs=1e-5)
    with pytest.raises(hinterhand.Error, match="there is a game `left-or-on` already"):
        add("left-or-on", [1, 2, 2], [0, 0, 0])


@pytest.mark.parametrize(
    "arguments, message",
    [
        (dict(kinds=[1, 2], numbers=[0, 0], payoffs=(1, -1)), "not complete"),
        (dict(kinds=[1, 2, 2], numbers=[1, 0, 0]), "node 0: there is no number 1 of its kind"),
        (dict(kinds=[1, 2, 3], numbers=[0, 0, 0], payoffs=(1, -1)), "node 2: there is no kind 3"),
        (dict(kinds=[1, 2, 2], numbers=[0, 0], payoffs=(1, -1, 1, -1)), "`numbers` has 2 numbers instead of 3"),
        (dict(kinds=[1, 2, 2], numbers=[0, 0, 0], payoffs=(1, -1, 1)), "`payoffs` has 3 numbers instead of 4"),
        (dict(kinds=[1, 2, 2], numbers=[0, 0, 0], sets=((2, "third", ["a", "b"]),)), "there is no"),
        (dict(kinds=[0, 2, 2], numbers=[0, 0, 0], events=([("a", 0.5), ("b", 0.4)],)), "sum to 0.9"),
        (
            dict(kinds=[1, 1, 2, 2, 2], numbers=[0, 0, 0, 0, 0], payoffs=(1, -1) * 3),
            "has no perfect recall",
        ),
    ],
)
def test_what_is_no_tree_is_refused(arguments, message):
    with pytest.raises(hinterhand.Error) as raised:
        add("no-tree", **arguments)
    assert message in str(raised.value)
