#!/usr/bin/env python3
"""Seats a bot of the Schnapsen platform of the Vrije Universiteit Amsterdam, unmodified.

    pip install git+https://github.com/intelligent-systems-course/schnapsen@0d0f190
    hinterhand duel schnapsen learned:time=10 \\
        'cmd:python3 examples/opponents/vu_schnapsen.py RdeepBot num_samples=16 depth=4,time=60000' \\
        --option closing=false --option exchange_min_deck=2 --pairs 100

The first word is a class of `schnapsen.bots`, the others are its arguments; `rand` is given where it has one. Its engine plays
the hand again from a world that fits, with the moves of both, and asks the bot where it is to move: so it sees what it sees at
home. The options of the game are the rules of the platform: nobody may close, and the jack may be exchanged while the talon has
two cards. There a player with 66 points has won, so the adapter claims. An announcement counts with the next trick there, and at
once here.
"""

import inspect
import random
import sys

import schnapsen.bots
from protocol import serve
from schnapsen.deck import Card, Rank, Suit
from schnapsen.game import (
    Bot, BotState, GameState, Marriage, RegularMove, SchnapsenGamePlayEngine, Talon, TrumpExchange,
)
from schnapsen.game import Hand as HandOfBot
from seen import Hand

RANKS = {"J": Rank.JACK, "Q": Rank.QUEEN, "K": Rank.KING, "T": Rank.TEN, "A": Rank.ACE}
SUITS = {"C": Suit.CLUBS, "S": Suit.SPADES, "H": Suit.HEARTS, "D": Suit.DIAMONDS}
WORDS = {Card.get_card(rank, suit): r + s for r, rank in RANKS.items() for s, suit in SUITS.items()}
CARDS = {word: card for card, word in WORDS.items()}
NEEDED = {"closing": False, "exchange_min_deck": 2}


class Chosen(Exception):
    """The move of the bot that is asked."""


class MarriageByQueen(Marriage):
    """An announcement after which the queen was led: the platform leads the king."""

    def underlying_regular_move(self):
        return RegularMove(self.queen_card)


class Replay(Bot):
    """Plays given moves, and then asks a bot."""

    def __init__(self, moves, bot=None):
        super().__init__()
        self.moves, self.bot = moves, bot

    def get_move(self, perspective, leader_move):
        if self.moves:
            return self.moves.pop(0)
        raise Chosen(self.bot.get_move(perspective, leader_move))

    def notify_trump_exchange(self, move):
        if self.bot is not None:
            self.bot.notify_trump_exchange(move)


def moves_of(hand):
    """The moves of both seats so far."""
    moves, announced = [[], []], None
    for seat, word in hand.events:
        if word.startswith("marry:"):
            announced = word[-1]
        elif word == "exchange":
            moves[seat].append(TrumpExchange(CARDS["J" + hand.trump]))
        elif announced is not None:
            marriage = Marriage if word[0] == "K" else MarriageByQueen
            moves[seat].append(marriage(CARDS["Q" + announced], CARDS["K" + announced]))
            announced = None
        elif word in CARDS:
            moves[seat].append(RegularMove(CARDS[word]))
    return moves


def word_of(move):
    if move.is_trump_exchange():
        return "exchange"
    return f"marry:{WORDS[move.queen_card][1]}" if move.is_marriage() else WORDS[move.card]


def choose(view, rng):
    if any(view["options"].get(option) != value for option, value in NEEDED.items()):
        sys.exit("the platform has other rules: play with --option closing=false --option exchange_min_deck=2")
    hand, legal = Hand(view), view["legal"]
    if "stop" in legal and hand.points[hand.seat] >= 66:
        return "stop"
    if "on" in legal:
        return "on"
    if hand.events and hand.events[-1][1].startswith("marry:"):
        # The king is a part of the move that was chosen.
        return next(word for word in legal if word[0] == "K")
    world, moves = hand.world(rng), moves_of(hand)
    bots = [Replay(moves[0]), Replay(moves[1])]
    bots[hand.seat].bot = new_bot(rng)
    seats = [BotState(bot, HandOfBot([CARDS[card] for card in cards])) for bot, cards in zip(bots, world.hands)]
    state = GameState(*seats, Talon([CARDS[card] for card in world.talon]), previous=None)
    engine = SchnapsenGamePlayEngine()
    try:
        while True:
            state = engine.trick_implementer.play_trick(engine, state)
    except Chosen as chosen:
        return word_of(chosen.args[0])


def new_bot(rng):
    name, *arguments = sys.argv[1:]
    made = getattr(schnapsen.bots, name)
    values = {key: int(value) for key, _, value in (word.partition("=") for word in arguments)}
    if "rand" in inspect.signature(made).parameters:
        values["rand"] = random.Random(rng.getrandbits(64))
    return made(**values)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("usage: vu_schnapsen.py BOT [ARGUMENT=NUMBER ...], as in vu_schnapsen.py RdeepBot num_samples=16 depth=4")
    serve(" ".join(sys.argv[1:]), "1", ["schnapsen"], choose)
