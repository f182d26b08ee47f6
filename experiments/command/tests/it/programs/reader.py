"""A random bot that holds the reader of `seen` in examples/opponents against the rules: points against the claims that are
legal, its hand against the cards that are, and sampled worlds against everything that happened."""

import pathlib
import random
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[5] / "examples" / "opponents"))

from protocol import serve
from seen import GAMES, Hand


def replies(hand, cards, lead):
    """The cards that may be played to a lead where suit has to be followed."""
    strict = hand.game == "kinderschnapsen"
    same = [card for card in cards if card[1] == lead[1]]
    if same:
        higher = [card for card in same if hand.strength(card) > hand.strength(lead)]
        return higher if higher and (strict or hand.options.get("must_beat")) else same
    trumps = [card for card in cards if card[1] == hand.trump]
    return trumps if trumps and (strict or hand.options.get("must_trump")) else cards


def check_world(hand, world):
    """Plays the hand again with the cards of a world."""
    cards, talon = [list(dealt) for dealt in world.hands], list(world.talon)
    assert sorted(sum(cards, []) + talon) == sorted(hand.deck_of_cards), (cards, talon)
    lead = closed = None
    tricks, words = iter(hand.tricks), [text.partition("+") for text in hand.view["seen"][1:]]
    for (seat, word), (_, _, drawn) in zip(hand.events, words, strict=True):
        if word.startswith("marry:"):
            assert {"K" + word[-1], "Q" + word[-1]} <= set(cards[seat]), word
        elif word == "exchange":
            lowest = next(iter(hand.values)) + hand.trump
            cards[seat].remove(lowest)
            cards[seat].append(talon[-1])
            talon[-1] = lowest
        elif word == "close":
            closed = seat
        elif len(word) == 2 and word != "on":
            if lead is None:
                lead = word
            else:
                if not talon or closed is not None:
                    assert word in replies(hand, cards[seat], lead), (word, lead, cards)
                lead = None
            cards[seat].remove(word)
            if lead is None:
                trick = next(tricks)
                assert {trick.lead, trick.reply} >= {word} and trick.winner in (0, 1)
                if talon and closed is None and trick.drawn:
                    for drawer in (trick.winner, 1 - trick.winner):
                        cards[drawer].append(talon.pop(0))
        if drawn:
            assert drawn in cards[hand.seat], (drawn, cards)
    assert sorted(cards[hand.seat]) == sorted(hand.cards[hand.seat]), (cards, hand.cards)
    assert set(hand.cards[1 - hand.seat]) <= set(cards[1 - hand.seat]), (cards, hand.cards)
    assert len(talon) == hand.deck, (talon, hand.deck)


def choose(view, rng):
    hand, legal = Hand(view), view["legal"]
    assert hand.actor == hand.seat, "it is not its turn"
    held = hand.cards[hand.seat]
    assert all(word in held for word in legal if len(word) == 2 and word != "on"), (legal, held)
    if view["options"].get("stop_only_if_66") and hand.lead is None and held:
        assert ("stop" in legal) == (hand.points[hand.seat] >= 66), (hand.points, legal)
    if "out" in legal:
        assert hand.points[hand.seat] >= 46, hand.points
    assert hand.turnup not in hand.unseen(), hand.turnup
    worlds = {str(world) for world in (hand.world(random.Random(seed)) for seed in range(4)) if not check_world(hand, world)}
    assert len(hand.unseen()) < 4 or len(worlds) > 1, worlds
    # It plays on, so that hands are long.
    going_on = [word for word in legal if word not in ("stop", "out")] or legal
    return rng.choice(going_on)


serve("reader", "1", list(GAMES), choose)
