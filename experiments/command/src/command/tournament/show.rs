//! `hinterhand tournament show`: the standings of a tournament in a store.

use std::io::Write;

use hinterhand_matches::ratings::Moments;
use hinterhand_matches::tournament::{Course, Forfeits, LEVEL};
use serde_json::{Value as Json, json};

use super::super::{Done, output, written};
use super::Stored;
use super::table;

/// Show the standings of a tournament: ranks, cross table, ratings
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  hinterhand tournament show sixty-six.db
  hinterhand tournament show sixty-six.db --json

Works while the tournament is played, too. A margin is half of the difference between what a bot and the other one won,
averaged over the hands of a deal; in a zero-sum game of two it is what the bot won. Ratings are maximum-likelihood
estimates in the model of Bradley, Terry and Davidson, in points of the Elo scale above the mean; their errors come from
the variance between deals. `above` and `below` are unbounded ratings, of bots that have only won or only lost.")]
pub(in super::super) struct Args {
    #[command(flatten)]
    stored: Stored,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args) -> Done {
    let (store, tournament) = args.stored.open()?;
    let (course, forfeits) = (store.course(&tournament)?, store.forfeits(&tournament)?);
    let mut out = output();
    if args.json {
        writeln!(out, "{}", figures(&course, &forfeits))?;
    } else {
        table::print(&course, &forfeits, &mut out)?;
    }
    written(out)
}

/// All figures of a tournament.
pub(super) fn figures(course: &Course, forfeits: &Forfeits) -> Json {
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
            "verdict": table::verdict(test.verdict()), "deals": test.deals(), "counts": sprt.counts(),
            "log_likelihood_ratio": sprt.log_likelihood_ratio(), "bounds": sprt.bounds(),
        });
    }
    json
}
