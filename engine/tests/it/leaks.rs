//! The leak audit: what is hidden from a seat is shuffled, and nothing that the seat is shown may change.
//!
//! Cards are shuffled in two ways that know nothing of each other: by a world from `sample`, and by
//! exchanging two cards in the words of the deal wherever the naive implementation says that the seat
//! would have noticed nothing.

use hinterhand_engine::contract::{Contract, shown};
use hinterhand_engine::games::{Kinderschnapsen, Schnapsen, SixtySix};
use hinterhand_engine::{History, Player, Rng};

use crate::facts::{Counts, Fact, facts};
use crate::hidden::{cards_of, rename};
use crate::leaky::{Leak, Leaky};
use crate::naive::Naive;
use crate::referee::{Refereed, TrickGame, both};
use crate::variants::variants;

#[test]
fn kinderschnapsen_leaks_nothing() {
    leaks_nothing::<Kinderschnapsen>(2_000, &[Fact::AnnouncedPair, Fact::Exchange]);
}

#[test]
fn sixty_six_leaks_nothing() {
    leaks_nothing::<SixtySix>(1_000, &[]);
}

#[test]
fn schnapsen_leaks_nothing() {
    leaks_nothing::<Schnapsen>(1_000, &[]);
}

#[test]
fn a_leak_of_one_bit_is_found() {
    for leak in [Leak::InfoSet, Leak::Noticed] {
        let game = Leaky { rules: Kinderschnapsen::default(), leak };
        let naive = Leaky::referee(&[]);
        let audit = audit(&game, &naive, 3, Ways { sampled: false, swapped: true });
        assert!(audit.is_err(), "a swap of cards did not find the leak of {leak:?}");
        let audit = self::audit(&game, &naive, 3, Ways { sampled: true, swapped: false });
        assert!(audit.is_err(), "a sampled world did not find the leak of {leak:?}");
    }
}

/// Audits random games, with the default options and with a few mixtures, and shows what was hidden. Every
/// kind of fact but those that the game does not have must have occurred.
fn leaks_nothing<G: TrickGame>(games: u64, lacking: &[Fact]) {
    let ways = Ways { sampled: true, swapped: true };
    let mut total = Audited::default();
    let variants = variants::<G>(20);
    for (number, settings) in variants.iter().enumerate() {
        // Half of the games with the defaults, the others spread over all options.
        let games = if number == 0 { games / 2 } else { games / 2 / variants.len() as u64 + 1 };
        let (game, naive) = both::<G>(settings);
        let audited = audit(&game, &naive, games, ways).unwrap_or_else(|leak| panic!("{leak}"));
        total.games += audited.games;
        total.positions += audited.positions;
        total.swapped += audited.swapped;
        for fact in Fact::ALL {
            total.facts.count(fact, audited.facts.of(fact));
        }
    }
    println!(
        "{}: {} games, {} positions of a seat, {} of them also with cards swapped\n{}",
        G::INFO.name,
        total.games,
        total.positions,
        total.swapped,
        total.facts
    );
    assert!(total.swapped > total.positions / 2, "too few swaps: {total:?}");
    for fact in Fact::ALL {
        let occurred = total.facts.of(fact) > 0;
        assert_eq!(occurred, !lacking.contains(&fact), "{fact:?} in {total:?}");
    }
}

/// The way in which hidden cards are shuffled.
#[derive(Clone, Copy)]
struct Ways {
    sampled: bool,
    swapped: bool,
}

/// The coverage of an audit without findings.
#[derive(Default, Debug)]
struct Audited {
    games: u64,
    /// Positions, counted for each seat.
    positions: usize,
    /// Those at which at least one swap of hidden cards was possible.
    swapped: usize,
    facts: Counts,
}

/// Looks for a leak in random games; the error says where it is.
fn audit<G: TrickGame>(game: &G, naive: &G::Referee, games: u64, ways: Ways) -> Result<Audited, String> {
    let mut audited = Audited { games, ..Audited::default() };
    let contract = Contract::new(game).seed(500).avoiding(G::avoid);
    for number in 0..games {
        contract.walk(number, |history, rng| {
            for seat in Player::all(2).filter(|_| !history.words().is_empty()) {
                audited.positions += 1;
                audited.facts.add(&facts(history, seat));
                let truth = shown(history, seat);
                if ways.sampled {
                    let world = game.sample(&game.info_set(history.state(), seat), rng);
                    let told = game.retold(history.words(), &world);
                    same_bytes(&truth, game, &told, seat)?;
                }
                if ways.swapped {
                    let swapped = swaps(history, naive, seat, rng);
                    audited.swapped += usize::from(!swapped.is_empty());
                    swapped.iter().try_for_each(|told| same_bytes(&truth, game, told, seat))?;
                }
            }
            Ok::<(), String>(())
        })?;
    }
    Ok(audited)
}

fn same_bytes<G: TrickGame>(truth: &str, game: &G, told: &[String], seat: Player) -> Result<(), String> {
    let mut world = History::new(game);
    for word in told {
        world.play_word(word).map_err(|error| format!("{}: {error}", told.join(" ")))?;
    }
    let shown = shown(&world, seat);
    if shown == truth {
        Ok(())
    } else {
        Err(format!(
            "{} leaks to {seat}: after {} it is shown\n{shown}\n\n{truth}",
            G::INFO.name,
            told.join(" ")
        ))
    }
}

/// The same words after deals in which one pair after another of cards has changed places, unnoticed by
/// `seat` according to the naive implementation.
fn swaps<G: TrickGame>(
    history: &History<'_, G>,
    naive: &G::Referee,
    seat: Player,
    rng: &mut Rng,
) -> Vec<Vec<String>> {
    let seen = play_all(naive, history.words()).expect("its own words").seen(seat.index());
    let mut words = history.words().to_vec();
    let mut swapped = Vec::new();
    let own = words[0].split(['/', ':']).nth(1 + seat.index()).expect("a hand").to_owned();
    for _ in 0..6 {
        let mut next = words.clone();
        let hidden: Vec<&str> = cards_of(&words[0]).into_iter().filter(|card| !own.contains(card)).collect();
        let [one, other] = [(); 2].map(|()| hidden[rng.below(hidden.len() as u32) as usize]);
        if one == other {
            continue;
        }
        next[0] = rename(&words[0], &[(one, other), (other, one)]);
        if play_all(naive, &next).is_some_and(|naive| naive.seen(seat.index()) == seen) {
            swapped.push(next.clone());
            words = next;
        }
    }
    swapped
}

/// Plays these words naively, if all of them are legal.
fn play_all<N: Naive>(naive: &N, words: &[String]) -> Option<N> {
    let mut naive = naive.clone();
    for word in words {
        if naive.turn() != "chance" && !naive.legal().contains(word) {
            return None;
        }
        naive.play(word);
    }
    Some(naive)
}
