//! Tournaments in stores while they are played: the cross table with intervals, read anew when it is asked for.

use std::path::PathBuf;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use hinterhand_matches::ratings::Moments;
use hinterhand_matches::store::{Store, Tournament};
use hinterhand_matches::tournament::LEVEL;
use serde_json::{Value as Json, json};

/// The stores that were named when the server was started.
#[derive(Debug)]
pub(crate) struct Watch {
    stores: Vec<PathBuf>,
    last: Mutex<Option<(Instant, Json)>>,
}

/// Standings are not counted again before this time, however many browsers ask.
const FRESH: Duration = Duration::from_secs(2);

/// Ratings take time, and are left out of tournaments with more deals.
const RATED: u64 = 50_000;

impl Watch {
    /// These stores; they need not be there yet.
    pub(crate) fn new(stores: Vec<PathBuf>) -> Watch {
        Watch { stores, last: Mutex::default() }
    }

    /// Whether there is anything to watch.
    pub(crate) fn is_empty(&self) -> bool {
        self.stores.is_empty()
    }

    /// All tournaments, the youngest first.
    pub(crate) fn json(&self) -> Json {
        let mut last = self.last.lock().expect("no thread panics while it reads");
        if let Some((_, json)) = last.as_ref().filter(|(read, _)| read.elapsed() < FRESH) {
            return json.clone();
        }
        let (mut tournaments, mut errors) = (Vec::new(), Vec::new());
        for path in &self.stores {
            match read(path) {
                Ok(found) => tournaments.extend(found.into_iter().rev()),
                // Of its path the name of the file is enough.
                Err(_) => errors.push(path.file_name().unwrap_or_default().to_string_lossy().into_owned()),
            }
        }
        let json = json!({ "tournaments": tournaments, "unreadable": errors });
        *last = Some((Instant::now(), json.clone()));
        json
    }
}

fn read(path: &std::path::Path) -> anyhow::Result<Vec<Json>> {
    let store = Store::read(path)?;
    store.tournaments()?.iter().map(|tournament| standing(&store, tournament)).collect()
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
        json!({
            "name": plan.bots[bot].name, "spec": plan.bots[bot].spec, "counts": standing.counts,
            "share": mean(&standing.share), "margin": mean(&standing.margin), "rating": rating,
            "points": standing.points, "against": against.collect::<Vec<_>>(),
        })
    });
    Ok(json!({
        "name": plan.name, "game": plan.game, "seed": plan.seed, "deals": course.deals(),
        "all_deals": course.all_deals(), "is_over": course.next_round().is_none(),
        "bots": bots.collect::<Vec<_>>(),
    }))
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
        assert_eq!(watch.json(), json!({ "tournaments": [], "unreadable": ["cups.db"] }));
    }
}
