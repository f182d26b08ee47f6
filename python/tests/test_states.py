"""Games, positions and records, in the words of OpenSpiel."""

import pickle
import random

import hinterhand
import numpy
import pytest


def play_randomly(game, seed):
    rng = random.Random(seed)
    state = game.new_initial_state()
    while not state.is_terminal() and len(state.words) < 200:
        yield state
        if state.is_chance_node():
            numbers, chances = zip(*state.chance_outcomes())
            assert abs(sum(chances) - 1) < 1e-9
            state.apply_action(rng.choices(numbers, chances)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    yield state


def test_random_play_is_legal_and_replays(game):
    for seed in range(3):
        for state in play_randomly(game, seed):
            if state.is_chance_node() or state.is_terminal():
                continue
            numbers = state.legal_actions()
            assert numbers == sorted(set(numbers)) and 0 <= numbers[0] and numbers[-1] < game.num_distinct_actions()
            assert len(state.legal_words()) == len(numbers) == len(set(state.legal_words()))
            assert [state.string_to_action(word) for word in state.legal_words()] == numbers
            others = set(range(game.num_players())) - {state.current_player()}
            assert all(state.legal_actions(other) == [] for other in others)
        again = hinterhand.read_record(state.record())
        assert str(again) == str(state) and again.returns() == state.returns()
        assert len(state.returns()) == game.num_players()


def test_a_clone_goes_its_own_way():
    state = hinterhand.load_game("leduc").new_initial_state()
    state.deal(seed=3)
    copy = state.clone()
    copy.apply_action(copy.legal_actions()[-1])
    assert len(state.words) + 1 == len(copy.words)


def test_resampling_keeps_what_the_player_knows(game):
    for state in list(play_randomly(game, 5))[-1:]:
        replay = game.new_initial_state()
        for word in state.words[:30]:
            replay.play(word)
            if replay.is_chance_node() or replay.is_terminal():
                continue
            player = replay.current_player()
            drawn = replay.resample(player, seed=7)
            assert drawn.information_state_string(player) == replay.information_state_string(player)
            assert drawn.view() == replay.view()


@pytest.mark.parametrize(
    "ask, message",
    [
        (lambda: hinterhand.load_game("kun"), "did you mean `kuhn`?"),
        (lambda: hinterhand.load_game("kuhn(player=2)"), "did you mean `players`?"),
        (lambda: hinterhand.load_game("kuhn", players=9), "`players` cannot be `9`"),
        (lambda: hinterhand.load_game("kuhn(players=2"), "expected a name"),
        (lambda: hinterhand.Bot("randon"), "did you mean `random`?"),
        (lambda: hinterhand.load_game("kuhn").new_initial_state().play("bet"), "where chance moves"),
        (lambda: hinterhand.load_game("kuhn").new_initial_state().apply_action(7), "no outcome 7"),
        (lambda: hinterhand.read_record("{"), "not a record"),
        (lambda: hinterhand.load_strategy("no such file"), "no such file"),
        (lambda: hinterhand.solve("kuhn", algorithm="magic"), "there is no algorithm `magic`"),
        (lambda: hinterhand.oracle("kuhn(players=3)"), "an oracle is of two"),
        (lambda: hinterhand.duel("kuhn", "human", "random"), "person"),
    ],
)
def test_errors_have_the_message_of_rust(ask, message):
    with pytest.raises(hinterhand.Error) as raised:
        ask()
    assert message in str(raised.value)


def test_games_are_pickled_by_name():
    game = hinterhand.load_game("leduc(suits=merged)")
    assert pickle.loads(pickle.dumps(game)) == game
    assert game.options == {"suits": "merged"}


def test_positions_are_pickled_by_what_has_happened(game):
    for state in play_randomly(game, 2):
        again = pickle.loads(pickle.dumps(state))
        assert again.words == state.words and again.history() == state.history()
        assert again.legal_actions() == state.legal_actions() and str(again) == str(state)
        if len(state.history()) > 40:
            break


def test_the_least_payoff_is_that_of_the_rules():
    assert hinterhand.load_game("leduc").min_utility() == -13
    assert hinterhand.load_game("kinderschnapsen").min_utility() == -3
    assert hinterhand.load_game("leduc").settings == {"suits": "apart"}


def test_a_view_holds_nothing_hidden():
    """Two deals that a player cannot tell apart give views that nothing tells apart."""
    deal = "deal:K,{}"
    views = []
    for other in "JQ":
        state = hinterhand.load_game("kuhn").new_initial_state()
        state.play(deal.format(other))
        views.append(state.view())
    first, second = views
    assert first == second and hash(first) == hash(second)
    for look in (str, repr, lambda view: view.key, lambda view: view.legal_words):
        assert look(first) == look(second)
    for form in ("current", "recall"):
        assert numpy.array_equal(first.observation(form), second.observation(form))
    assert not hasattr(first, "state") and not hasattr(first, "__dict__")
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        with pytest.raises(TypeError):
            pickle.dumps(first, protocol)
