//! The table with all its stacks, and which stack takes which card.

use super::card::Card;

/// A stack of the table; the number of a player is that of the owner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// Stack A.
    Main(usize),
    /// Stack B.
    Discard(usize),
    /// Stack C.
    Side(usize),
    /// Stacks E to H as columns 0 to 3.
    Board(usize, usize),
    /// Stacks D, 0 to 7.
    Final(usize),
    /// The jokers that have left the game.
    Gone,
}

impl Place {
    /// The eight stacks E to H of both sides.
    pub fn board() -> Vec<Place> {
        let mut places = vec![];
        for owner in 0..2 {
            for column in 0..4 {
                places.push(Place::Board(owner, column));
            }
        }
        places
    }

    /// The name in words; all final stacks have one name.
    pub fn name(self) -> String {
        match self {
            Place::Main(owner) => format!("A{owner}"),
            Place::Discard(owner) => format!("B{owner}"),
            Place::Side(owner) => format!("C{owner}"),
            Place::Board(owner, column) => format!("{}{owner}", ['E', 'F', 'G', 'H'][column]),
            Place::Final(_) => "D".to_string(),
            Place::Gone => "gone".to_string(),
        }
    }

    fn index(self) -> usize {
        match self {
            Place::Board(owner, column) => 4 * owner + column,
            Place::Side(owner) => 8 + owner,
            Place::Discard(owner) => 10 + owner,
            Place::Main(owner) => 12 + owner,
            Place::Final(stack) => 14 + stack,
            Place::Gone => 22,
        }
    }
}

/// Every stack with its cards, bottom first: a position, compared card by card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    stacks: Vec<Vec<Card>>,
}

impl Table {
    /// A table without cards.
    pub fn empty() -> Table {
        Table { stacks: vec![vec![]; 23] }
    }

    /// Setup: 13 cards on the side stack, 14 on the board, 28 in the main stack, top first.
    pub fn deal(&mut self, player: usize, cards: &[Card]) {
        for card in &cards[..13] {
            self.put(Place::Side(player), *card);
        }
        let mut board = cards[13..27].iter();
        for column in 0..4 {
            self.put(Place::Board(player, column), *board.next().expect("14 cards"));
        }
        for open in 0..4 {
            self.put(Place::Board(player, open), board.next().expect("14 cards").face_up());
            for column in open + 1..4 {
                self.put(Place::Board(player, column), *board.next().expect("14 cards"));
            }
        }
        for card in cards[27..].iter().rev() {
            self.put(Place::Main(player), *card);
        }
        self.turn_up(Place::Side(player));
    }

    /// Becomes a copy of the other table.
    pub fn copy_from(&mut self, other: &Table) {
        self.stacks.clone_from(&other.stacks);
    }

    /// The cards of a stack, bottom first.
    pub fn cards(&self, place: Place) -> &[Card] {
        &self.stacks[place.index()]
    }

    /// The card on top, open or not.
    pub fn top(&self, place: Place) -> Option<Card> {
        self.cards(place).last().copied()
    }

    /// The card on top, if it lies face-up.
    pub fn open_top(&self, place: Place) -> Option<Card> {
        self.top(place).filter(|card| card.up)
    }

    /// True if there is a face-down card on top.
    pub fn is_covered(&self, place: Place) -> bool {
        self.top(place).is_some_and(|card| !card.up)
    }

    /// Puts a card on a stack as it is, face-up or face-down.
    pub fn put(&mut self, place: Place, card: Card) {
        self.stacks[place.index()].push(card);
    }

    /// Takes the top card of a stack that has one.
    pub fn take(&mut self, place: Place) -> Card {
        self.stacks[place.index()].pop().expect("the stack has a card")
    }

    /// Moves one card from stack to stack.
    pub fn shift(&mut self, from: Place, to: Place) {
        let card = self.take(from);
        self.put(to, card);
    }

    /// Turns the top card face-up.
    pub fn turn_up(&mut self, place: Place) -> Card {
        let card = self.take(place).face_up();
        self.put(place, card);
        card
    }

    /// X11: the discard stack becomes the main stack, order reversed, without shuffling.
    pub fn flip_discard(&mut self, player: usize) {
        while self.top(Place::Discard(player)).is_some() {
            let card = self.take(Place::Discard(player));
            self.put(Place::Main(player), card.face_down());
        }
    }

    /// X10 and `joker_auto_remove`: side stacks turn up, open jokers leave, until nothing changes.
    /// Tells the cards that were turned up.
    pub fn settle(&mut self, joker_auto_remove: bool) -> Vec<(Place, Card)> {
        let mut turned = vec![];
        loop {
            for side in [Place::Side(0), Place::Side(1)] {
                if self.is_covered(side) {
                    turned.push((side, self.turn_up(side)));
                }
            }
            if !(joker_auto_remove && self.remove_open_jokers()) {
                return turned;
            }
        }
    }

    // Jokers that are the face-up top of a board, side or discard stack leave. True if there was one.
    fn remove_open_jokers(&mut self) -> bool {
        let mut places = Place::board();
        places.extend([Place::Side(0), Place::Side(1), Place::Discard(0), Place::Discard(1)]);
        let mut found = false;
        for place in places {
            if self.open_top(place).is_some_and(Card::is_joker) {
                self.shift(place, Place::Gone);
                found = true;
            }
        }
        found
    }

    /// The final stack that this card fits: an ace the lowest empty one, another card the one with its
    /// predecessor.
    pub fn final_for(&self, card: Card, same_back: bool) -> Option<Place> {
        if card.is_joker() {
            return None;
        }
        (0..8).map(Place::Final).find(|place| match self.top(*place) {
            None => card.value == 1,
            Some(top) => {
                top.suit == card.suit && top.value + 1 == card.value && (!same_back || top.deck == card.deck)
            }
        })
    }

    /// Placement on the board: any card on an empty slot or a face-down card, else by `descends` and
    /// `has_room`.
    pub fn board_takes(&self, place: Place, card: Card) -> bool {
        match self.open_top(place) {
            None => true,
            Some(top) => descends(top, card) && self.has_room(place),
        }
    }

    // X22: with a face-down card in the stack, at most four face-up cards after the placing.
    fn has_room(&self, place: Place) -> bool {
        let open = self.cards(place).iter().filter(|card| card.up).count();
        open == self.cards(place).len() || open < 4
    }

    /// Placement on the opponent's side or discard stack: a neighbour in value of the same suit.
    /// An empty stack takes nothing.
    pub fn opponent_takes(&self, place: Place, card: Card, ace_wrap: bool) -> bool {
        match self.open_top(place) {
            None => false,
            Some(top) => {
                top.suit == card.suit && !card.is_joker() && are_neighbours(top.value, card.value, ace_wrap)
            }
        }
    }

    /// The number of cards that lie in the stacks A, B and C of a player.
    pub fn own_cards(&self, player: usize) -> usize {
        let own = [Place::Main(player), Place::Discard(player), Place::Side(player)];
        own.iter().map(|place| self.cards(*place).len()).sum()
    }

    /// Goal: A, B and C are empty and no card of the own E to H is face-down.
    pub fn wins(&self, player: usize) -> bool {
        let all_up = |column| self.cards(Place::Board(player, column)).iter().all(|card| card.up);
        self.own_cards(player) == 0 && (0..4).all(all_up)
    }
}

// One lower and of the other colour; a joker neither goes on a face-up card nor takes one.
fn descends(top: Card, card: Card) -> bool {
    !top.is_joker() && !card.is_joker() && top.is_red() != card.is_red() && card.value + 1 == top.value
}

// X7: ace and king are neighbours only with `ace_wrap`.
fn are_neighbours(one: u8, other: u8, ace_wrap: bool) -> bool {
    one.abs_diff(other) == 1 || (ace_wrap && one.abs_diff(other) == 12)
}
