//! Positions of random games in which 30 to 5,000 worlds are possible for a seat.

use std::collections::HashMap;

use hinterhand_engine::contract::{Avoid, Contract};
use hinterhand_engine::games::Schnapsen;
use hinterhand_engine::games::sixty_six::{Family, Hand};
use hinterhand_engine::tricks::{Action, CardSet, Rank, Suit, Table};
use hinterhand_engine::{ActionSet, Game, History, Player, Turn};

use crate::facts::{Fact, facts};
use crate::referee::TrickGame;

/// Positions of a game; each kind of fact that is asked for occurs in enough of them.
pub const POSITIONS: usize = 24;

/// A position with 30 to 5,000 worlds.
pub struct Position {
    /// The words of the history.
    pub words: Vec<String>,
    /// The player that counts the worlds.
    pub seat: Player,
    /// The facts hidden from it, or proved to it.
    pub facts: Vec<Fact>,
    /// The story of each world with its probability.
    pub worlds: HashMap<Vec<String>, f64>,
}

/// Positions of random games, at most one of a game, until each kind of fact has occurred `of_each` times
/// and there are `POSITIONS`, if several kinds are asked for.
pub fn positions<G: TrickGame>(game: &G, avoid: Avoid<G>, kinds: &[Fact], of_each: usize) -> Vec<Position> {
    let mut found: Vec<Position> = Vec::new();
    let wanted = if kinds.len() > 1 { POSITIONS } else { of_each };
    let contract = Contract::new(game).seed(900).avoiding(avoid);
    let lacks = |found: &[Position], kind: Fact| {
        found.iter().filter(|position| position.facts.contains(&kind)).count() < of_each
    };
    for number in 0..20_000 {
        let missing: Vec<Fact> = kinds.iter().copied().filter(|&kind| lacks(&found, kind)).collect();
        // Places are kept for what is rare.
        let any = kinds.len() > 1 && found.len() + missing.len() * of_each < wanted;
        if missing.is_empty() && found.len() >= wanted {
            break;
        }
        let mut chosen = None;
        let walked = contract.walk(number, |history, rng| {
            for seat in Player::all(2) {
                let facts = facts(history, seat);
                let useful = any || missing.is_empty() || missing.iter().any(|kind| facts.contains(kind));
                if useful && chosen.is_none() && rng.below(3) == 0 {
                    chosen = Position::of(history, seat, facts);
                }
            }
            Ok::<(), String>(())
        });
        walked.expect("nothing is refused");
        found.extend(chosen);
    }
    assert!(kinds.iter().all(|&kind| !lacks(&found, kind)), "too few positions with {kinds:?}");
    found
}

impl Position {
    fn of<G: TrickGame>(history: &History<'_, G>, seat: Player, facts: Vec<Fact>) -> Option<Position> {
        let game = history.game();
        let worlds = game.worlds(&game.info_set(history.state(), seat), 5_000)?;
        // With the last draw of Kinderschnapsen there are never more than 27.
        let least = if facts.contains(&Fact::LastDraw) { 27 } else { 30 };
        let enough = worlds.len() >= least;
        enough.then(|| Position {
            words: history.words().to_vec(),
            seat,
            facts,
            worlds: worlds
                .into_iter()
                .map(|(world, probability)| (game.retold(history.words(), &world), probability))
                .collect(),
        })
    }

    /// The other's cards that this seat knows it to hold.
    pub fn known(&self, game: &Schnapsen) -> CardSet {
        let mut history = History::new(game);
        self.words.iter().for_each(|word| history.play_word(word).expect("its own words"));
        game.info_set(history.state(), self.seat).hand().cards(self.seat.other())
    }
}

/// Leads a random player of Sixty-six to positions with few worlds: the more cards have been shown early,
/// and the later the talon is closed, the fewer there are.
pub fn towards_few_worlds<const CARDS: usize>(
    rules: &Family<CARDS>,
    hand: &Hand<CARDS>,
    action: Action,
) -> bool {
    let legal = rules.legal(hand);
    let Turn::Player(mover) = rules.turn(hand) else { return false };
    if legal.contains(Action::EXCHANGE) {
        return action != Action::EXCHANGE;
    }
    if legal.iter().any(|action| action.married().is_some()) {
        return action.married().is_none();
    }
    let royal = CardSet::pack(&Suit::ALL, &[Rank::Queen, Rank::King]);
    let kept = royal | CardSet::suit(hand.trump());
    let others = hand.cards(mover) - kept;
    action == Action::STOP
        || action == Action::CLOSE && hand.talon().left() > 4
        || !others.is_empty() && action.played().is_some_and(|card| kept.contains(card))
}
