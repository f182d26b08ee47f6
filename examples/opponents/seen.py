"""What a seat of Kinderschnapsen, Sixty-six or Schnapsen knows, read from the view of the protocol.

    hand = Hand(view)
    hand.points, hand.tricks, hand.actor, hand.cards[hand.seat], hand.leads, hand.deck
    hand.world(random.Random(1))        # cards for both players and the talon that fit everything in `seen`

`seen` lists the events of a hand without saying who has acted, since that follows from the rules. Nothing but the standard
library is needed; docs/protocol.md has the words.
"""

from dataclasses import dataclass, field

# Ranks in the order of their strength, with the points of a card; the size of a hand; and the options that the reader needs,
# with their defaults.
GAMES = {
    "kinderschnapsen": ({"2": 2, "7": 7, "J": 11, "Q": 12}, "SHD", 3, {"must_beat": True, "must_trump": True}),
    "sixty-six": (
        {"9": 0, "J": 2, "Q": 3, "K": 4, "T": 10, "A": 11}, "CSHD", 6,
        {"marriage_needs_trick": False, "trump_marriage": 30, "last_trick_points": 0, "must_beat": False, "must_trump": False},
    ),
    "schnapsen": (
        {"J": 2, "Q": 3, "K": 4, "T": 10, "A": 11}, "CSHD", 5,
        {"marriage_needs_trick": True, "trump_marriage": 40, "last_trick_points": 0, "must_beat": True, "must_trump": True},
    ),
}


@dataclass
class Trick:
    """Two cards. `drawn` are the cards that its winner and its loser drew afterwards, None where they are not known."""

    leader: int
    lead: str
    reply: str
    winner: int
    drawn: tuple = ()


@dataclass
class World:
    """The cards of a hand at its beginning: those of the two seats, and the talon, the card that is drawn first in front and
    the turnup last."""

    hands: list
    talon: list


@dataclass
class Hand:
    """A hand as its seat sees it. Cards are words such as `QS`."""

    view: dict
    game: str = field(init=False)
    seat: int = field(init=False)
    trump: str = field(init=False)  # the suit
    turnup: str = field(init=False)  # the card below the talon, None if the talon was used up
    dealt: list = field(init=False)  # the own cards at the beginning, and the turnup as it was then
    cards: list = field(init=False)  # the cards of each seat that are known to be in its hand: all of the own ones
    points: list = field(init=False)  # in tricks and announcements, as they count by now
    waiting: list = field(init=False)  # points of announcements that wait for a trick
    tricks: list = field(init=False)  # the tricks so far
    deck: int = field(init=False)  # the cards that are left to draw, the turnup included
    closer: int = field(init=False)  # the seat that has closed, or None
    leader: int = field(init=False)  # of the present trick
    lead: str = field(init=False)  # the card that was led, or None
    actor: int = field(init=False)  # the seat that acts next
    events: list = field(init=False)  # all actions: (seat, word)

    def __post_init__(self):
        view = self.view
        self.game, self.seat = view["game"], view["seat"]
        self.values, suits, self.size, options = GAMES[self.game]
        self.options = {key: view["options"].get(key, default) for key, default in options.items()}
        self.deck_of_cards = [rank + suit for suit in suits for rank in self.values]
        deal, *words = view["seen"]
        own, self.turnup = deal.removeprefix("deal:").split("/")
        self.dealt, self.trump = [own.split(","), self.turnup], self.turnup[1]
        self.cards = [[], []]
        self.cards[self.seat] = own.split(",")
        self.points, self.waiting, self.tricks, self.events = [0, 0], [0, 0], [], []
        self.deck = len(self.deck_of_cards) - 2 * self.size
        self.closer = self.lead = None
        self.leader = self.actor = 0
        # Who exchanged after how many tricks, and the card that came for it; what a seat that did not follow suit cannot hold.
        self.exchanges, self.lacks = [], [set(), set()]
        for place, text in enumerate(words):
            word, _, drawn = text.partition("+")
            self.events.append((self.actor, word))
            self.act(self.actor, word)
            # Who is asked to say `on` or `out` has not drawn yet.
            if self.awaits_draw() and self.is_free() and not (place == len(words) - 1 and "out" in view["legal"]):
                self.deal_on()
            if drawn:
                self.draw(drawn)

    def act(self, seat, word):
        if word.startswith("marry:"):
            suit = word[-1]
            for card in ("Q" + suit, "K" + suit):
                self.show(seat, card)
            points = self.options["trump_marriage"] if suit == self.trump else 20
            waits = self.options["marriage_needs_trick"] and not self.taken(seat)
            (self.waiting if waits else self.points)[seat] += points
        elif word == "exchange":
            lowest = next(iter(self.values)) + self.trump
            self.show(seat, lowest)
            self.exchanges.append((seat, len(self.tricks), self.turnup))
            self.cards[seat].remove(lowest)
            self.cards[seat].append(self.turnup)
            self.turnup = lowest
        elif word == "close":
            self.closer = seat
        elif word in ("on", "out", "stop"):
            pass
        elif self.lead is None:
            self.show(seat, word)
            self.cards[seat].remove(word)
            self.lead, self.actor = word, 1 - seat
        else:
            self.show(seat, word)
            self.cards[seat].remove(word)
            self.note_lacks(seat, word)
            self.take(word)

    def show(self, seat, card):
        """A card that a seat shows is in its hand."""
        if card not in self.cards[seat]:
            assert seat != self.seat, f"{card} is not in the hand"
            self.cards[seat].append(card)

    def taken(self, seat):
        """The number of tricks that a seat has taken."""
        return sum(trick.winner == seat for trick in self.tricks)

    def strength(self, card):
        return list(self.values).index(card[0])

    def is_free(self):
        """Whether any card may be played to a lead."""
        return self.deck > 0 and self.closer is None

    def note_lacks(self, seat, card):
        """What follows from a reply where suit has to be followed: cards that the seat does not hold."""
        if self.is_free():
            return
        lead, lacks = self.lead, self.lacks[seat]
        of_suit = [other for other in self.deck_of_cards if other[1] == lead[1]]
        if card[1] != lead[1]:
            lacks.update(of_suit)
            if self.options.get("must_trump") and card[1] != self.trump:
                lacks.update(other for other in self.deck_of_cards if other[1] == self.trump)
        elif self.options.get("must_beat") and self.strength(card) < self.strength(lead):
            lacks.update(other for other in of_suit if self.strength(other) > self.strength(lead))

    def take(self, reply):
        lead, self.lead = self.lead, None
        beats = self.strength(reply) > self.strength(lead) if reply[1] == lead[1] else reply[1] == self.trump
        winner = 1 - self.leader if beats else self.leader
        self.tricks.append(Trick(self.leader, lead, reply, winner))
        self.points[winner] += self.values[lead[0]] + self.values[reply[0]] + self.waiting[winner]
        self.waiting[winner] = 0
        self.leader = self.actor = winner
        if len(self.tricks) == self.size + (len(self.deck_of_cards) - 2 * self.size) // 2 and self.closer is None:
            self.points[winner] += self.options.get("last_trick_points", 0)

    def awaits_draw(self):
        """Whether the last trick is complete and its cards are not drawn yet."""
        return self.lead is None and bool(self.tricks) and self.tricks[-1].drawn == ()

    def deal_on(self):
        """Both draw. The last card of the talon is the turnup, which the loser takes for all to see."""
        self.deck -= 2
        self.tricks[-1].drawn = (None, self.turnup if self.deck == 0 else None)
        if self.deck == 0:
            self.cards[1 - self.tricks[-1].winner].append(self.turnup)
            self.turnup = None

    def draw(self, card):
        """The own card that was drawn after the last trick."""
        trick = self.tricks[-1]
        first, second = trick.drawn
        if trick.winner == self.seat:
            first = card
        else:
            second = card
        trick.drawn = (first, second)
        if card not in self.cards[self.seat]:
            self.cards[self.seat].append(card)

    def unseen(self):
        """The cards whose place is not known: in the talon or in the hand of the other."""
        seen = {*self.dealt[0], self.dealt[1], *sum(self.cards, [])}
        if self.turnup is not None:
            seen.add(self.turnup)
        for trick in self.tricks:
            seen.update((trick.lead, trick.reply))
        return [card for card in self.deck_of_cards if card not in seen]

    def world(self, rng):
        """Cards for both players at the beginning that fit everything that was seen, drawn at random; not all worlds that fit
        are equally likely. `rng` is a `random.Random`."""
        other = 1 - self.seat
        # The places of cards: in the hand that was dealt to the other, which is there from the beginning, or in the talon.
        talon = [None] * (len(self.deck_of_cards) - 2 * self.size)
        talon[-1] = self.dealt[1]
        dealt, since = [None] * self.size, {}
        slots = [(-1, dealt, n) for n in range(self.size)]
        for n, trick in enumerate(self.tricks):
            for after, card in enumerate(trick.drawn):
                drawer = trick.winner if after == 0 else 1 - trick.winner
                place = 2 * n + after
                if place == len(talon) - 1:
                    continue
                if drawer == self.seat:
                    talon[place] = card
                else:
                    slots.append((n, talon, place))
        # The number of the last trick before the other showed a card, for each card that it has shown.
        for n, trick in enumerate(self.tricks):
            card = trick.lead if trick.leader == other else trick.reply
            since.setdefault(card, n - 1)
        lowest = next(iter(self.values)) + self.trump
        for seat, n, _ in self.exchanges:
            if seat == other:
                since[lowest] = min(since.get(lowest, n - 1), n - 1)
        if self.lead is not None and self.leader == other:
            since.setdefault(self.lead, len(self.tricks) - 1)
        for n, (seat, word) in self.announced():
            if seat == other:
                for rank in "QK":
                    since[rank + word[-1]] = min(since.get(rank + word[-1], n - 1), n - 1)
        for card in self.cards[other]:
            since.setdefault(card, len(self.tricks) - 1)
        own = {*self.dealt[0], self.dealt[1], *(card for card in talon if card is not None)}
        shown = [card for card in since if card not in own]
        for card in sorted(shown, key=lambda card: since[card]):
            fitting = [slot for slot in slots if slot[0] <= since[card]]
            slot = rng.choice(fitting)
            slots.remove(slot)
            slot[1][slot[2]] = card
        # The rest of the other's hand, and then the rest of the talon.
        rest = [card for card in self.deck_of_cards if card not in own and card not in shown]
        rng.shuffle(rest)
        rest.sort(key=lambda card: card in self.lacks[other])
        for _, cards, place in slots:
            cards[place] = rest.pop(0)
        for place, card in enumerate(talon):
            if card is None:
                talon[place] = rest.pop(0)
        hands = [dealt, dealt]
        hands[self.seat] = list(self.dealt[0])
        return World(hands, talon)

    def announced(self):
        """The announcements, each with the number of tricks before it."""
        cards = 0
        for seat, word in self.events:
            if word.startswith("marry:"):
                yield cards // 2, (seat, word)
            elif word[0] in self.values and len(word) == 2:
                cards += 1
