//! What is hidden from a seat, or was proved to it, at one position of a trick-taking game: read off the
//! words.

use hinterhand_engine::tricks::Table;
use hinterhand_engine::{History, Player, Turn};

use crate::hidden::cards_of;
use crate::referee::TrickGame;

/// A kind of fact about hidden cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fact {
    /// At least two cards of the talon are face down.
    TalonOrder,
    /// The opponent's hand is not known.
    OpponentsHand,
    /// The opponent did not follow suit in closed play and still holds cards.
    RefusedSuit,
    /// The opponent has announced a pair and still holds one of its cards.
    AnnouncedPair,
    /// The opponent has exchanged.
    Exchange,
    /// The talon was closed with cards in it.
    ClosedTalon,
    /// The open card has been drawn.
    LastDraw,
    /// The opponent has shown a card that it may have been dealt or have drawn.
    Origin,
}

impl Fact {
    /// All kinds.
    pub const ALL: [Fact; 8] = [
        Fact::TalonOrder,
        Fact::OpponentsHand,
        Fact::RefusedSuit,
        Fact::AnnouncedPair,
        Fact::Exchange,
        Fact::ClosedTalon,
        Fact::LastDraw,
        Fact::Origin,
    ];
}

/// The facts that hold for `seat` at the end of `history`.
pub fn facts<G: TrickGame>(history: &History<'_, G>, seat: Player) -> Vec<Fact> {
    let Some((deal, words)) = history.words().split_first() else { return Vec::new() };
    let is_card = |word: &str| cards_of(deal).contains(&word);
    let mut replay = History::new(history.game());
    replay.play_word(deal).expect("its own words");
    let (mut closed, mut refused, mut exchanged, mut shown_late) = (false, false, false, false);
    let mut draws = 0;
    let mut lead: Option<&str> = None;
    let mut open_pair_cards: Vec<String> = Vec::new();
    for word in words {
        let theirs = replay.turn() == Turn::Player(seat.other());
        let before = replay.state().talon().left();
        replay.play_word(word).expect("its own words");
        closed |= word == "close";
        exchanged |= theirs && word == "exchange";
        if let Some(suit) = word.strip_prefix("marry:").filter(|_| theirs) {
            open_pair_cards.extend([format!("K{suit}"), format!("Q{suit}")]);
        }
        if is_card(word) {
            open_pair_cards.retain(|card| card != word);
            shown_late |= theirs && draws > 0;
            match lead.take() {
                None => lead = Some(word),
                Some(led) => refused |= theirs && closed && led[1..] != word[1..],
            }
        }
        draws += usize::from(replay.state().talon().left() < before);
    }
    let left = history.state().talon().left();
    let his_cards = history.state().cards(seat.other()).len();
    let holds = |fact: &Fact| match fact {
        Fact::TalonOrder => left > 2,
        Fact::OpponentsHand => left > 1 && his_cards > open_pair_cards.len(),
        Fact::RefusedSuit => refused && his_cards > 0,
        Fact::AnnouncedPair => !open_pair_cards.is_empty(),
        Fact::Exchange => exchanged,
        Fact::ClosedTalon => closed && left > 1,
        Fact::LastDraw => left == 0,
        Fact::Origin => shown_late,
    };
    Fact::ALL.into_iter().filter(holds).collect()
}

/// The number of positions that had each kind of fact.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Counts([usize; Fact::ALL.len()]);

impl Counts {
    /// Counts a position with these facts.
    pub fn add(&mut self, facts: &[Fact]) {
        facts.iter().for_each(|&fact| self.0[fact as usize] += 1);
    }

    /// Counts this number of positions more with this kind of fact.
    pub fn count(&mut self, fact: Fact, positions: usize) {
        self.0[fact as usize] += positions;
    }

    /// The number of positions that had this kind of fact.
    pub fn of(&self, fact: Fact) -> usize {
        self.0[fact as usize]
    }
}

impl std::fmt::Display for Counts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        Fact::ALL.iter().try_for_each(|&fact| writeln!(f, "{:>9}  {fact:?}", self.of(fact)))
    }
}
