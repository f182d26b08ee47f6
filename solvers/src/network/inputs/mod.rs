//! A decision at the trick table as numbers: what the player sees, and one of its actions.

mod by_suit;
mod published;
mod ranked;

use hinterhand_engine::tricks::{Action, Actions, Card, CardSet, InfoSet, Table};
use hinterhand_engine::{Game, Player, StateHistory};

use crate::search::TrickPoints;

/// A game at the trick table as its networks see it.
pub trait TrickInputs: TrickPoints + StateHistory + Sized {
    /// What a player sees, and which player it is.
    fn seen(info_set: &Self::InfoSet) -> (&Self::State, Player);

    /// The cards that the other player has shown not to hold by its replies in a closed hand.
    fn denied(&self, info_set: &Self::InfoSet) -> CardSet;
}

impl<H: Table, G> TrickInputs for G
where
    G: TrickPoints + StateHistory + Game<State = H, Action = Action, Legal = Actions, InfoSet = InfoSet<H>>,
{
    fn seen(info_set: &InfoSet<H>) -> (&H, Player) {
        (info_set.hand(), info_set.seat())
    }

    fn denied(&self, info_set: &InfoSet<H>) -> CardSet {
        info_set.denied(self.duty())
    }
}

/// The way in which a decision becomes numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Inputs {
    /// As in the Schnapsen engine of the Vrije Universiteit Amsterdam.
    #[default]
    Published,
    /// With trumps first and the other suits in an order that hangs on what is known of their cards alone, so that
    /// hands that differ by the names of suits are the same.
    BySuit,
    /// As `BySuit`, but cards that the other has shown not to hold in a closed hand count as played; and of an action what
    /// follows from it whatever its suit: the rank of the card, how many unseen cards beat it, what stays in the hand.
    Ranked,
}

/// A decision as numbers, with room for them.
#[derive(Clone, Debug, Default)]
pub(super) struct Encoder {
    inputs: Inputs,
    sight: by_suit::Sight,
    /// The inputs of what the player sees.
    pub(super) seen: Vec<(u16, f32)>,
    /// The inputs of its action, whose indices come after those.
    pub(super) own: Vec<(u16, f32)>,
}

impl Inputs {
    /// The number of inputs of a decision.
    pub fn count<G: TrickInputs>(self) -> usize {
        match self {
            Inputs::Published => published::count::<G>(),
            Inputs::BySuit => by_suit::count::<G>(),
            Inputs::Ranked => ranked::count::<G>(),
        }
    }
}

impl Encoder {
    /// An encoder of decisions of a game.
    pub(super) fn new(inputs: Inputs) -> Encoder {
        Encoder { inputs, ..Encoder::default() }
    }

    /// Fills in the inputs of what the player sees.
    pub(super) fn see<G: TrickInputs>(&mut self, game: &G, info_set: &G::InfoSet) {
        match self.inputs {
            Inputs::Published => published::of_view(game, info_set, &mut self.seen),
            Inputs::BySuit => self.sight = by_suit::of_view(game, info_set, CardSet::EMPTY, &mut self.seen),
            Inputs::Ranked => {
                self.sight = by_suit::of_view(game, info_set, game.denied(info_set), &mut self.seen);
            }
        }
    }

    /// Fills in the inputs of an action of the player, for the decision at `hand` that was seen last.
    pub(super) fn act<G: TrickInputs>(&mut self, hand: &G::State, action: Action) {
        match self.inputs {
            Inputs::Published => published::of_action::<G>(hand, action, &mut self.own),
            Inputs::BySuit => by_suit::of_action::<G>(&self.sight, hand, action, &mut self.own),
            Inputs::Ranked => ranked::of_action::<G>(&self.sight, hand, action, &mut self.own),
        }
    }
}

/// The place of a card, as far as the player knows.
#[derive(Clone, Copy)]
pub(super) enum Place {
    Own,
    OwnTrick,
    Others,
    OthersTrick,
    Open,
    Unknown,
}

/// The place of each card, and whether the card led was announced with its pair.
pub(super) fn retraced<H: Table>(hand: &H, seat: Player) -> ([Place; 32], bool) {
    let mut places = [Place::Unknown; 32];
    let mut tricks = 0;
    let (mut led, mut announced, mut announced_lead) = (None, None, false);
    hand.retrace(|action, _| {
        if let Some(card) = action.played() {
            match led.take() {
                None => {
                    led = Some(card);
                    announced_lead = announced.take() == Some(card.suit());
                }
                Some(lead) => {
                    let place =
                        if hand.winner(tricks) == seat { Place::OwnTrick } else { Place::OthersTrick };
                    places[card.index()] = place;
                    places[Card::index(lead)] = place;
                    tricks += 1;
                    announced_lead = false;
                }
            }
        } else if let Some(suit) = action.married() {
            announced = Some(suit);
        }
    });
    if hand.talon().left() > 0 {
        places[hand.talon().card(hinterhand_engine::tricks::Talon::BOTTOM).index()] = Place::Open;
    }
    for card in hand.cards(seat.other()).iter().chain(hand.lead()) {
        places[card.index()] = Place::Others;
    }
    for card in hand.cards(seat).iter() {
        places[card.index()] = Place::Own;
    }
    (places, announced_lead)
}

#[cfg(test)]
mod tests {
    use hinterhand_engine::games::{Kinderschnapsen, Schnapsen, SixtySix};
    use hinterhand_engine::{ActionSet, History, Rng, Turn};

    use super::*;

    const ALL: [Inputs; 3] = [Inputs::Published, Inputs::BySuit, Inputs::Ranked];

    /// The hidden cards do not matter, indices increase and lie in range, and actions are told apart.
    #[test]
    fn inputs_follow_from_what_is_seen() {
        fn check<G: TrickInputs>(game: &G, inputs: Inputs) {
            let mut rng = Rng::new(4, 0);
            let (mut encoder, mut again) = (Encoder::new(inputs), Encoder::new(inputs));
            for _ in 0..200 {
                let mut state = game.start();
                game.deal(&mut state, &mut rng);
                while let Turn::Player(player) = game.turn(&state) {
                    let info_set = game.info_set(&state, player);
                    encoder.see(game, &info_set);
                    let world = game.sample(&info_set, &mut rng);
                    again.see(game, &game.info_set(&world, player));
                    assert_eq!(encoder.seen, again.seen);
                    let legal = game.legal(&state);
                    let mut rows = Vec::new();
                    for action in legal.iter() {
                        encoder.act::<G>(&state, action);
                        let all: Vec<u16> =
                            encoder.seen.iter().chain(&encoder.own).map(|&(index, _)| index).collect();
                        assert!(all.is_sorted_by(|one, other| one < other), "{all:?}");
                        assert!(usize::from(*all.last().expect("inputs")) < inputs.count::<G>());
                        rows.push(encoder.own.clone());
                    }
                    rows.sort_by_key(|row| row.iter().map(|&(index, _)| index).collect::<Vec<_>>());
                    rows.dedup();
                    assert_eq!(rows.len(), legal.len());
                    game.play(&mut state, legal.nth(rng.below(legal.len() as u32) as usize));
                }
            }
        }
        for inputs in ALL {
            check(&Schnapsen::default(), inputs);
            check(&SixtySix::default(), inputs);
            check(&Kinderschnapsen::default(), inputs);
        }
    }

    /// In a closed hand, what a player is denied is what it holds in no hand that fits.
    #[test]
    fn denied_cards_are_held_in_no_world() {
        fn check<G: TrickInputs>(game: &G) {
            let (mut rng, mut some) = (Rng::new(11, 0), 0);
            for _ in 0..300 {
                let mut state = game.start();
                game.deal(&mut state, &mut rng);
                while let Turn::Player(player) = game.turn(&state) {
                    let info_set = game.info_set(&state, player);
                    let denied = game.denied(&info_set);
                    let open = state.closer().is_none() || state.talon().left() == 0;
                    assert!(denied.is_empty() || state.closer().is_some());
                    let other = player.other();
                    // Some of its cards are not known.
                    let hides = G::seen(&info_set).0.cards(other).len() < state.cards(other).len();
                    if !open && hides {
                        let held = (0..200).fold(CardSet::EMPTY, |held, _| {
                            held | game.sample(&info_set, &mut rng).cards(other)
                        });
                        // Every other card is held in some.
                        let (places, _) = retraced(G::seen(&info_set).0, player);
                        for card in G::State::PACK.cards.iter() {
                            if matches!(places[card.index()], Place::Unknown) {
                                assert_eq!(held.contains(card), !denied.contains(card), "{card:?}");
                                some += usize::from(denied.contains(card));
                            }
                        }
                    }
                    let legal = game.legal(&state);
                    let close = legal.contains(Action::CLOSE) && rng.below(2) == 0;
                    let any = legal.nth(rng.below(legal.len() as u32) as usize);
                    game.play(&mut state, if close { Action::CLOSE } else { any });
                }
            }
            assert!(some > 20, "{some}");
        }
        check(&Schnapsen::default());
        check(&SixtySix::default());
        check(&Kinderschnapsen::default());
    }

    /// The same hand with the suits renamed has the same inputs, and so have its actions together.
    #[test]
    fn names_of_suits_do_not_matter() {
        let game = Schnapsen::default();
        let rename = |word: &str, names: &[char; 4]| -> String {
            let name = |letter: char| "CSHD".find(letter).map_or(letter, |suit| names[suit]);
            // Ranks have other letters than suits.
            word.chars().map(name).collect()
        };
        for (kind, names) in [
            (Inputs::BySuit, ['S', 'C', 'H', 'D']),
            (Inputs::BySuit, ['D', 'H', 'C', 'S']),
            (Inputs::Ranked, ['H', 'S', 'D', 'C']),
        ] {
            let mut rng = Rng::new(9, 0);
            for _ in 0..100 {
                let (mut history, mut other) = (History::new(&game), History::new(&game));
                history.deal(&mut rng);
                other.play_word(&rename(&history.words()[0], &names)).expect("a sound deal");
                while let Turn::Player(player) = history.turn() {
                    let inputs = |history: &History<'_, Schnapsen>| {
                        let mut encoder = Encoder::new(kind);
                        encoder.see(&game, &game.info_set(history.state(), player));
                        let act = |action| {
                            encoder.act::<Schnapsen>(history.state(), action);
                            encoder
                                .own
                                .iter()
                                .map(|&(index, number)| (index, number.to_bits()))
                                .collect::<Vec<_>>()
                        };
                        let mut actions: Vec<_> = game.legal(history.state()).iter().map(act).collect();
                        actions.sort();
                        (encoder.seen, actions)
                    };
                    assert_eq!(inputs(&history), inputs(&other));
                    let legal = game.legal(history.state());
                    let word = legal.nth(rng.below(legal.len() as u32) as usize).to_string();
                    other.play_word(&rename(&word, &names)).expect("it is legal there too");
                    history.play_word(&word).expect("it is legal");
                }
            }
        }
    }
}
