//! The report of a tournament: plan, standings, hands.

mod hands;
mod plan;
mod play;
mod standing;

use super::format;
use super::page::{Markup, Page};
use hands::Hands;
use hinterhand_matches::store::{Store, StoreError, Tournament};
use hinterhand_matches::tournament::{Course, Standings, Unit};
use hinterhand_players::games;
use hinterhand_players::protocol::quoted;

/// The data that the parts of the report are made from.
struct Played<'a> {
    tournament: &'a Tournament,
    course: &'a Course,
    standings: &'a Standings,
    hands: &'a Hands,
    /// The name of the store.
    file: &'a str,
}

/// The page of a tournament in a store of this name.
pub(super) fn page(store: &Store, tournament: &Tournament, file: &str) -> Result<Page, StoreError> {
    let course = store.course(tournament)?;
    let hands = Hands::of(store, tournament)?;
    let standings = course.standings(true);
    let played = Played { tournament, course: &course, standings: &standings, hands: &hands, file };
    let mut parts = vec![
        ("standing", "Standing", standing::ranks(&played)),
        ("pairs", "Who beat whom", standing::pairs(&played)),
        ("hands", "The hands", play::hands(&played)),
        ("decisions", "Decisions", play::decisions(&played)),
    ];
    if !hands.forfeits.is_empty() {
        parts.push(("forfeits", "Forfeited hands", play::forfeits(&played)));
    }
    let (options, runs) = (store.bot_options(tournament)?, store.runs(tournament)?);
    parts.push(("played", "What was played", plan::played(&played, &options, &runs)));
    parts.push(("reading", "How to read this", plan::reading(&played)));
    parts.push(("commands", "The commands", plan::commands(&played)));
    let title = tournament.plan.name.clone();
    let kind = format!("Tournament \u{b7} {}", played.title());
    Ok(Page { title, kind, lead: played.lead(), parts })
}

impl Played<'_> {
    /// The title of the game.
    fn title(&self) -> &str {
        let name = &self.tournament.plan.game;
        games::info(name).map_or(name, |info| info.title)
    }

    /// The unit of play in the singular and the plural.
    fn unit(&self) -> (&'static str, &'static str) {
        match self.tournament.plan.unit {
            Unit::Hand => ("hand", "hands"),
            Unit::Match => ("match", "matches"),
        }
    }

    fn bot(&self, bot: usize) -> &str {
        &self.tournament.plan.bots[bot].name
    }

    /// The command that shows something of this tournament.
    fn shown_by(&self, command: &str) -> String {
        format!(
            "hinterhand {command} {} --tournament {}",
            quoted(self.file),
            quoted(&self.tournament.plan.name)
        )
    }

    /// The command that writes this page.
    fn reported_by(&self) -> String {
        self.shown_by("report") + " --out report.html"
    }

    /// The lead: the most important facts in two sentences.
    fn lead(&self) -> Markup {
        let mut lead = Markup::default();
        let (course, plan) = (self.course, &self.tournament.plan);
        let (one, several) = self.unit();
        lead.within("p class=\"lead\"", |p| {
            let best = self.standings.order()[0];
            let standing = &self.standings.bots()[best];
            if standing.share.mean().is_none() {
                p.text("No deal has been played yet.");
                return;
            }
            p.name(self.bot(best));
            if let Some(points) = standing.points {
                p.text(format_args!(" leads with {points} points and"));
            }
            let most = if standing.points.is_none() { "; no other bot won more" } else { "" };
            p.text(format_args!(
                " won {} % of its {several}{most}. On average it won {} a {one}.",
                format::mean(&standing.share, 100.0, 1, false),
                format::mean(&standing.margin, 1.0, 3, true),
            ));
        });
        lead.within("p", |p| {
            let (deals, all) = (course.deals(), course.all_deals());
            let so_far = match (deals == all, course.is_decided()) {
                (true, _) => format::counted(deals, "deal", "deals"),
                (false, true) => {
                    format!(
                        "{} of at most {} deals until the test was decided",
                        format::whole(deals),
                        format::whole(all)
                    )
                }
                (false, false) => format!("So far {} of {} deals", format::whole(deals), format::whole(all)),
            };
            p.text(format_args!(
                "{}, {so_far}, {}: each deal was played from {}. Seed {}.",
                format::counted(plan.bots.len() as u64, "bot", "bots"),
                format::counted(deals * course.seatings(), one, several),
                format::counted(course.seatings(), "seating", "seatings"),
                plan.seed
            ));
        });
        lead.raw("\n");
        lead
    }
}
