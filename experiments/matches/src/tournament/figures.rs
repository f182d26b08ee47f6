//! The figures of a tournament as JSON: bots by rank, pairs, the test.

use serde_json::{Value as Json, json};

use super::{Course, Forfeits, LEVEL};
use crate::ratings::Moments;

/// All figures of a tournament.
pub fn figures(course: &Course, forfeits: &Forfeits) -> Json {
    let standings = course.standings(true);
    let plan = course.plan();
    let interval = |moments: &Moments| moments.student(LEVEL);
    let bots: Vec<Json> = standings
        .order()
        .iter()
        .map(|&bot| {
            let (entrant, standing) = (&plan.bots[bot], &standings.bots()[bot]);
            let [won, drawn, lost] = standing.counts;
            let rating = standing.rating.filter(|rating| rating.elo().is_finite());
            let mut json = json!({
                "bot": entrant.name, "spec": entrant.spec, "deals": standing.margin.count(),
                "won": won, "drawn": drawn, "lost": lost,
                "share": standing.share.mean(), "share_interval_95": interval(&standing.share),
                "margin": standing.margin.mean(), "margin_interval_95": interval(&standing.margin),
                "elo": rating.map(|rating| rating.elo()),
                "elo_interval_95": rating.and_then(|rating| rating.interval(LEVEL)),
            });
            if let Some(counts) = forfeits.of(bot) {
                json["forfeits"] = counts.by_kind().map(|(kind, times)| (kind.word(), times)).collect();
            }
            if let Some(points) = standing.points {
                json["points"] = points.into();
            }
            json
        })
        .collect();
    let mut pairs = Vec::new();
    for first in 0..plan.bots.len() {
        for second in first + 1..plan.bots.len() {
            let margin = standings.margin(first, second);
            if margin.count() == 0 {
                continue;
            }
            let ([won, drawn, lost], share) =
                (standings.counts(first, second), standings.share(first, second));
            pairs.push(json!({
                "bots": [plan.bots[first].name, plan.bots[second].name], "deals": margin.count(),
                "won": won, "drawn": drawn, "lost": lost,
                "share": share.mean(), "share_interval_95": interval(&share),
                "margin": margin.mean(), "margin_interval_95": interval(&margin),
            }));
        }
    }
    let mut json = json!({
        "tournament": plan.name, "game": plan.game, "options": plan.options, "seed": plan.seed,
        "deals": course.deals(), "all_deals": course.all_deals(), "seatings": course.seatings(),
        "bots": bots, "pairs": pairs,
    });
    if let Some(test) = course.test() {
        let sprt = test.sprt();
        json["sprt"] = json!({
            "verdict": test.verdict().word(), "deals": test.deals(), "counts": sprt.counts(),
            "log_likelihood_ratio": sprt.log_likelihood_ratio(), "bounds": sprt.bounds(),
        });
    }
    json
}
