//! Tournaments in stores while they are played, experiments and trainings: the cross table with intervals,
//! how far the others have come; read anew when they are asked for.

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use hinterhand_matches::ratings::Moments;
use hinterhand_matches::store::{KeptHand, Store, Tournament};
use hinterhand_matches::tournament::{Entrant, LEVEL, Plan};
use serde_json::{Value as Json, json};

use crate::named::without_folders;
use crate::{experiments, trainings};

/// The stores, folders and logs that were named when the server was started.
#[derive(Debug)]
pub(crate) struct Watch {
    places: Vec<PathBuf>,
    last: Mutex<Option<(Instant, Json)>>,
}

/// Standings are not counted again before this time, however many browsers ask.
const FRESH: Duration = Duration::from_secs(2);

/// The last hands of a tournament that are told.
const LAST: u32 = 8;

/// Ratings take time, and are left out of tournaments with more deals.
const RATED: u64 = 50_000;

impl Watch {
    /// These stores, folders and logs; they need not be there yet.
    pub(crate) fn new(places: Vec<PathBuf>) -> Watch {
        Watch { places, last: Mutex::default() }
    }

    /// Whether there is anything to watch.
    pub(crate) fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// All tournaments, the youngest first, all trainings and all experiments.
    pub(crate) fn json(&self) -> Json {
        // What a reader that panicked has left is whole: it is written at the end.
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, json)) = last.as_ref().filter(|(read, _)| read.elapsed() < FRESH) {
            return json.clone();
        }
        let (mut tournaments, mut experiments) = (Vec::new(), Vec::new());
        let (mut found_trainings, mut errors) = (Vec::new(), Vec::new());
        for path in &self.places {
            let read = match trainings::is_one(path) {
                true => trainings::read(path).map(|found| found_trainings.push(found)),
                false => read(path).map(|(played, tried)| {
                    tournaments.extend(played.into_iter().rev());
                    experiments.extend(tried);
                }),
            };
            // Of its path the name of the file is enough.
            if read.is_err() {
                errors.push(path.file_name().unwrap_or_default().to_string_lossy().into_owned());
            }
        }
        let json = json!({
            "tournaments": tournaments, "experiments": experiments, "trainings": found_trainings,
            "unreadable": errors,
        });
        *last = Some((Instant::now(), json.clone()));
        json
    }
}

/// The tournaments and the experiments of a store.
fn read(path: &std::path::Path) -> anyhow::Result<(Vec<Json>, Vec<Json>)> {
    let store = Store::read(path)?;
    let tournaments = store.tournaments()?;
    let played = tournaments.iter().map(|tournament| standing(&store, tournament));
    Ok((played.collect::<anyhow::Result<_>>()?, experiments::read(&store)?))
}

fn standing(store: &Store, tournament: &Tournament) -> anyhow::Result<Json> {
    let course = store.course(tournament)?;
    let (plan, standings) = (course.plan(), course.standings(course.deals() <= RATED));
    let order = standings.order();
    let bots = order.iter().map(|&bot| {
        let standing = &standings.bots()[bot];
        let rating = standing.rating.filter(|rating| rating.elo().is_finite()).map(|rating| {
            let half = rating.interval(LEVEL).map(|[low, high]| (high - low) / 2.0);
            json!([rating.elo(), half])
        });
        let against = order.iter().map(|&other| (other != bot).then(|| mean(&standings.share(bot, other))));
        let (name, spec) = called(&plan.bots[bot]);
        json!({
            "name": name, "spec": spec, "counts": standing.counts, "share": mean(&standing.share),
            "margin": mean(&standing.margin), "rating": rating, "against": against.collect::<Vec<_>>(),
        })
    });
    let last = store.last_hands(tournament, LAST)?;
    let last: Vec<Json> = last.iter().map(|kept| hand(plan, kept)).collect();
    Ok(json!({
        "last": last, "name": plan.name, "game": plan.game, "deals": course.deals(), "all_deals": course.all_deals(),
        "is_over": course.next_round().is_none(), "bots": bots.collect::<Vec<_>>(),
    }))
}

/// A hand as a record, with the names of the bots by seat.
fn hand(plan: &Plan, kept: &KeptHand) -> Json {
    let hand = &kept.hand;
    let bots = hand.seats.iter().map(|&bot| plan.bots.get(bot).map(|bot| called(bot).0));
    json!({
        "deal": kept.deal, "bots": bots.collect::<Vec<_>>(), "is_forfeited": hand.forfeit.is_some(),
        "record": {
            "game": plan.game, "options": plan.options, "returns": hand.returns,
            "actions": hand.actions.split_whitespace().collect::<Vec<_>>(),
        },
    })
}

/// The name and the text of a bot; a bot without a name of its own has its text as one.
fn called(entrant: &Entrant) -> (String, String) {
    let spec = without_folders(&entrant.spec);
    let name = if entrant.name == entrant.spec { spec.clone() } else { entrant.name.clone() };
    (name, spec)
}

/// A mean with half of its interval.
fn mean(moments: &Moments) -> Json {
    let half = moments.student(LEVEL).map(|[low, high]| (high - low) / 2.0);
    json!([moments.mean(), half])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_store_that_is_not_there_is_named_without_its_folder() {
        let watch = Watch::new(vec![PathBuf::from("/nowhere/cups.db")]);
        assert_eq!(
            watch.json(),
            json!({ "tournaments": [], "experiments": [], "trainings": [], "unreadable": ["cups.db"] })
        );
    }
    #[test]
    fn bots_are_shown_without_the_folders_of_their_files() {
        let entrant = |name: &str, spec: &str| Entrant { name: name.to_owned(), spec: spec.to_owned() };
        let of_file = entrant("table:/home/a/k.strategy", "table:/home/a/k.strategy");
        assert_eq!(called(&of_file), ("table:k.strategy".to_owned(), "table:k.strategy".to_owned()));
        let named = entrant("old/new", "resolve:/home/a/k.strategy");
        assert_eq!(called(&named), ("old/new".to_owned(), "resolve:k.strategy".to_owned()));
    }

    #[test]
    fn a_reader_that_panicked_stops_no_other() {
        let watch = std::sync::Arc::new(Watch::new(Vec::new()));
        let other = std::sync::Arc::clone(&watch);
        let panicking = std::thread::spawn(move || {
            let _last = other.last.lock().expect("it is the first");
            panic!("while it reads");
        });
        assert!(panicking.join().is_err());
        assert_eq!(
            watch.json(),
            json!({ "tournaments": [], "experiments": [], "trainings": [], "unreadable": [] })
        );
    }
}
