#!/usr/bin/env python3
"""A bot in 30 lines over the reader in seen.py: it counts points and claims when it has enough, takes tricks cheaply, and
otherwise throws away its lowest card.

    hinterhand duel schnapsen 'cmd:python3 examples/opponents/counting_bot.py' random --pairs 100
"""

from protocol import serve
from seen import GAMES, Hand


def choose(view, _):
    hand, legal = Hand(view), view["legal"]
    for word in legal:
        if word in ("stop", "out") and hand.points[hand.seat] >= (46 if word == "out" else 66):
            return word
        if word == "exchange" or word.startswith("marry:"):
            return word
    cards = [word for word in legal if len(word) == 2 and word != "on"]
    if not cards:
        return legal[0] if legal[0] not in ("stop", "out", "close") else legal[-1]
    cards.sort(key=lambda card: (card[1] == hand.trump, hand.strength(card)))
    if hand.lead is None:
        return cards[0]
    same = [card for card in cards if card[1] == hand.lead[1] and hand.strength(card) > hand.strength(hand.lead)]
    trumps = [card for card in cards if card[1] == hand.trump != hand.lead[1]]
    worth = hand.values[hand.lead[0]] >= 10
    return (same or (trumps if worth else []) or cards)[0]


serve("counting", "1", list(GAMES), choose)
