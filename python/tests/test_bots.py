"""Bots by name, bots and games in Python, duels."""

import signal
import threading

import hinterhand
import pytest


def test_duels_are_the_same_on_any_number_of_threads():
    one, two = (hinterhand.duel("leduc", "ismcts:iterations=20", "random", deals=50, threads=n) for n in (1, 2))
    assert (one.mean, one.wins, one.endings) == (two.mean, two.wins, two.endings)
    assert one.hands == 100 and one.interval[0] < one.mean < one.interval[1]


def test_decisions_have_values():
    state = hinterhand.load_game("kinderschnapsen").new_initial_state()
    state.deal(seed=1)
    bot = hinterhand.Bot("ismcts:iterations=100")
    decision = bot.decide(state.view(), seed=4)
    assert sum(decision.visits) == 100 and abs(sum(decision.probabilities) - 1) < 1e-9
    assert decision.action in state.legal_actions() and bot.act(state.view(), seed=4) == decision.action


class Uniform:
    """Plays any legal action, each equally likely."""

    def act(self, view):
        return [1] * len(view.legal_actions)


def test_a_bot_in_python_sits_and_is_judged():
    hinterhand.add_bot("uniform", Uniform)
    assert "uniform" in [bot["name"] for bot in hinterhand.bots()]
    mine = hinterhand.exploitability("kuhn", "uniform")
    assert mine.exploitability == hinterhand.exploitability("kuhn", "random").exploitability
    assert mine.info_sets == 12
    assert hinterhand.duel("leduc", "uniform", "random", deals=20).hands == 40


def test_words_are_answers_too_and_names_are_replaced():
    hinterhand.add_bot("caller", lambda: type("Caller", (), {"act": lambda self, view: view.legal_words[0]})())
    first = hinterhand.duel("kuhn", "caller", "random", deals=10)
    hinterhand.add_bot("caller", lambda: type("Caller", (), {"act": lambda self, view: view.legal_words[-1]})())
    assert hinterhand.duel("kuhn", "caller", "random", deals=10).mean != first.mean
    with pytest.raises(hinterhand.Error, match="there is a bot `random` already"):
        hinterhand.add_bot("random", Uniform)


@pytest.mark.parametrize(
    "act, kind",
    [
        (lambda self, view: 1 / 0, ZeroDivisionError),
        (lambda self, view: "nonsense", hinterhand.Error),
        (lambda self, view: 99, hinterhand.Error),
        (lambda self, view: [1.0], hinterhand.Error),
        (lambda self, view: [-1.0, 2.0], hinterhand.Error),
        (lambda self, view: None, hinterhand.Error),
    ],
)
def test_exceptions_of_a_bot_end_what_it_plays(act, kind):
    hinterhand.add_bot("faulty", lambda: type("Faulty", (), {"act": act})())
    with pytest.raises(kind):
        hinterhand.duel("kuhn", "faulty", "random", deals=100_000)
    with pytest.raises(kind):
        hinterhand.exploitability("kuhn", "faulty")
    assert hinterhand.duel("kuhn", "random", "random", deals=5).hands == 10


def test_ctrl_c_stops_long_work():
    timer = threading.Timer(0.3, signal.raise_signal, [signal.SIGINT])
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        hinterhand.duel("kinderschnapsen", "ismcts:iterations=1000", "ismcts:iterations=1000", deals=10**9)


def test_progress_is_told():
    told = []
    hinterhand.duel("kuhn", "random", "random", deals=50, progress=lambda done, total: told.append((done, total)))
    assert told[-1] == (50, 50)


class OneCard:
    """One card each of `cards`; player 0 bets or passes, player 1 calls or folds."""

    def __init__(self, cards):
        self.cards = range(cards)

    def start(self):
        return ()

    def next(self, state):
        if len(state) < 2:
            left = [card for card in self.cards if card not in state]
            return "chance", {card: 1 / len(left) for card in left}
        if len(state) == 2:
            return "choice", 0, ["pass", "bet"]
        if state[2] == "bet" and len(state) == 3:
            return "choice", 1, ["fold", "call"]
        stake = 2 if state[-1] == "call" else 1
        wins = state[-1] == "fold" or state[0] > state[1]
        return "over", [stake if wins else -stake, -stake if wins else stake]

    def apply(self, state, word):
        return state + (int(word) if len(state) < 2 else word,)

    def observe(self, before, word, after, player):
        if len(before) < 2:
            return word if len(before) == player else "dealt"
        return word


def test_a_game_in_python_is_solved_and_played():
    hinterhand.add_game("one-card", OneCard, title="One card", options={"cards": range(3, 7)})
    solution = hinterhand.solve("one-card", target=1e-8)
    # With three cards the bet wins nothing against a caller that knows when to fold: bluffing with the lowest gains 1/18.
    assert solution.exploitability <= 1e-8 and abs(solution.value - 1 / 18) < 1e-6
    assert hinterhand.load_game("one-card(cards=5)").tree_size()["ends"] == 60
    assert hinterhand.duel("one-card", str(solution.strategy), "random", deals=2000, seed=1).mean > 0
    assert hinterhand.duel("one-card", "ismcts:iterations=50", "random", deals=50).hands == 100
    env = hinterhand.VectorEnv("one-card", 10)
    for _ in range(20):
        env.step_random()
    with pytest.raises(hinterhand.Error, match="there is a game `one-card` already"):
        hinterhand.add_game("one-card", OneCard)


def test_exceptions_of_rules_are_raised():
    class Broken(OneCard):
        def apply(self, state, word):
            raise LookupError("the rules are lost")

    hinterhand.add_game("broken", lambda: Broken(3))
    with pytest.raises(LookupError, match="the rules are lost"):
        hinterhand.load_game("broken")


def test_a_policy_of_batches_sits_in_a_game_of_any_size():
    seen = []

    def last(batch):
        """The last legal action, with certainty."""
        assert batch.legal.shape == (1, batch.game.num_distinct_actions()) and len(batch) == 1
        seen.append((batch.player[0], batch.observations.shape[1]))
        return batch.legal & (batch.legal[:, ::-1].cumsum(1)[:, ::-1] == 1)

    hinterhand.add_policy("last", last, form="recall")
    hinterhand.add_bot("last-word", lambda: type("Last", (), {"act": lambda self, view: view.legal_words[-1]})())
    for game in ("leduc", "schnapsen"):
        seen.clear()
        mine, other = (hinterhand.duel(game, bot, "random", deals=10, seed=2) for bot in ("last", "last-word"))
        assert mine.mean == other.mean
        assert set(seen) == {(seat, hinterhand.load_game(game).layout("recall")["size"]) for seat in (0, 1)}
    hinterhand.add_policy("last", lambda batch: batch.legal[:, :1])
    with pytest.raises(hinterhand.Error, match="the policy must return an array of shape"):
        hinterhand.duel("leduc", "last", "random", deals=10)
    with pytest.raises(hinterhand.Error, match="must be a function of a batch"):
        hinterhand.add_policy("last", "random")
