//! Everything of an experiment that is compared, with verdicts and reasons, and how many there are of each.

use serde::{Deserialize, Serialize};

use super::experiment::{Show, Table};
use super::figure_text::number;
use super::{Because, Claim, Effect, Experiment, Measure, Results, Verdict};

/// A figure or a claim beside ours.
#[derive(Clone, Debug)]
pub struct Finding<'a> {
    /// The figure or the claim.
    pub what: String,
    /// What the publication says.
    pub theirs: String,
    /// What we found.
    pub ours: String,
    /// Whether it was published; otherwise it is an earlier count of ours, or an expectation.
    pub published: bool,
    /// The verdict.
    pub verdict: Verdict,
    /// Whether our interval is more than twice as wide as the printed one.
    pub is_wide: bool,
    /// The reason if it is not reproduced; none if nobody gave one.
    pub because: Option<&'a Because>,
}

/// The number of each verdict.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Counts {
    /// Reproduced.
    pub reproduced: usize,
    /// Those of the reproduced figures of which our interval is more than twice as wide as the printed one.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub wide: usize,
    /// Not reproduced.
    pub not_reproduced: usize,
    /// Open.
    pub open: usize,
    /// Without a test, or not done.
    pub untested: usize,
}

fn is_zero(count: &usize) -> bool {
    *count == 0
}

/// The verdicts on all figures and claims of an experiment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Tally {
    /// Of what was published.
    pub published: Counts,
    /// Of what was expected, or counted earlier by this project.
    pub unpublished: Counts,
}

/// Everything that is compared, in the order of the page.
pub fn findings<'a>(experiment: &'a Experiment, results: &Results) -> Vec<Finding<'a>> {
    let tables = experiment.tables.iter().flat_map(|table| {
        table.places().filter_map(|(row, column)| of_figure(table, results, row, column)).collect::<Vec<_>>()
    });
    tables.chain(experiment.claims.iter().map(|claim| of_claim(claim, results))).collect()
}

fn of_figure<'a>(table: &'a Table, results: &Results, row: usize, column: usize) -> Option<Finding<'a>> {
    let published = table.published_at(row, column)?;
    let ours = results.measure(&table.cell_at(row, column), &table.measure_at(row, column));
    let place = &table.names(row, column)[2];
    Some(Finding {
        what: format!("{}: {place}", table.title),
        theirs: published.to_string(),
        ours: ours.map_or_else(|| "none".to_owned(), |ours| number(&ours, table.show)),
        published: table.published,
        verdict: verdict(table, results, row, column),
        is_wide: ours.is_some_and(|ours| published.is_narrower_than(&ours)),
        because: table.because_at(row, column),
    })
}

/// The verdict on the figure at this place, if something is published there.
pub(super) fn verdict(table: &Table, results: &Results, row: usize, column: usize) -> Verdict {
    let Some(published) = table.published_at(row, column) else { return Verdict::Untested };
    let cell = table.cell_at(row, column);
    match results.measure(&cell, &table.measure_at(row, column)) {
        Some(ours) => Verdict::of(&ours, published, table.test),
        None if table.test.is_none() => Verdict::Untested,
        None => without_figure(results, &[&cell]),
    }
}

/// The verdict where we have no figure: what would have been measured did not happen, or was not looked for.
fn without_figure(results: &Results, cells: &[&str]) -> Verdict {
    let done = cells.iter().all(|&cell| results.done.contains_key(cell));
    if done { Verdict::Open } else { Verdict::Untested }
}

fn of_claim<'a>(claim: &'a Claim, results: &Results) -> Finding<'a> {
    let sides = sides(claim, results);
    let shown = |side: Option<Measure>| side.map_or("none".to_owned(), |side| number(&side, Show::Plain));
    let [less, than] = sides.figures.map(shown);
    Finding {
        what: claim.text.clone(),
        theirs: sides.effect.map_or_else(|| "less".to_owned(), |effect| effect.to_string()),
        ours: format!("{less} against {than}"),
        published: claim.published,
        verdict: sides.verdict,
        is_wide: false,
        because: claim.because(),
    }
}

/// Both figures of a claim, what it asks for, and the verdict.
pub(super) struct Sides {
    pub(super) figures: [Option<Measure>; 2],
    pub(super) effect: Option<Effect>,
    pub(super) verdict: Verdict,
}

pub(super) fn sides(claim: &Claim, results: &Results) -> Sides {
    let mut cells = Vec::new();
    let figures = [&claim.less, &claim.than].map(|text| match text.parse() {
        Ok(number) => Some(Measure::exact(number)),
        Err(_) => {
            let (cell, measure) = text.rsplit_once(": ")?;
            cells.push(cell);
            results.measure(cell, measure)
        }
    });
    match figures {
        [Some(less), Some(than)] => {
            let effect = claim.effect([&less, &than]);
            Sides { figures, effect: Some(effect), verdict: Verdict::of_order(&less, &than, effect) }
        }
        _ => Sides { figures, effect: None, verdict: without_figure(results, &cells) },
    }
}

impl Counts {
    fn count(&mut self, verdict: Verdict) {
        *match verdict {
            Verdict::Reproduced => &mut self.reproduced,
            Verdict::NotReproduced => &mut self.not_reproduced,
            Verdict::Open => &mut self.open,
            Verdict::Untested => &mut self.untested,
        } += 1;
    }

    /// The number of those that were tested.
    pub fn tested(&self) -> usize {
        self.reproduced + self.not_reproduced + self.open
    }

    /// The number of the reproduced ones in the table of the pages.
    pub(crate) fn reproduced_in_table(&self) -> String {
        match self.wide {
            0 => self.reproduced.to_string(),
            wide => format!("{} ({wide} wide)", self.reproduced),
        }
    }

    /// Those that say little, in words behind the number of the reproduced ones; empty if there are none.
    fn wide_in_words(&self) -> String {
        match self.wide {
            0 => String::new(),
            wide => {
                format!(" ({wide} of them by an interval of ours more than twice as wide as the printed one)")
            }
        }
    }

    /// Whether there is nothing of the kind.
    pub fn is_empty(&self) -> bool {
        *self == Counts::default()
    }
}

impl Tally {
    /// The verdicts on what is done so far.
    pub fn of(experiment: &Experiment, results: &Results) -> Tally {
        let mut tally = Tally::default();
        for finding in findings(experiment, results) {
            let counts = if finding.published { &mut tally.published } else { &mut tally.unpublished };
            counts.count(finding.verdict);
            counts.wide += usize::from(finding.is_wide && finding.verdict == Verdict::Reproduced);
        }
        tally
    }

    /// The tally in words.
    pub fn summary(&self) -> String {
        let Counts { reproduced, not_reproduced, open, untested, .. } = self.published;
        let published = if self.published.is_empty() {
            "nothing was published that could be compared".to_owned()
        } else {
            format!(
                "of what was published, {} figures and claims were tested: {reproduced} reproduced{}, {not_reproduced} \
                 not reproduced, {open} open; {untested} untested",
                self.published.tested(),
                self.published.wide_in_words()
            )
        };
        let Counts { reproduced, not_reproduced, open, untested, .. } = self.unpublished;
        if self.unpublished.is_empty() {
            return published;
        }
        let rest = if untested == 0 { String::new() } else { format!("; {untested} untested") };
        format!(
            "{published}. Of what does not count as published, {} tested: {reproduced} as it was or as expected, \
             {not_reproduced} not, {open} open{rest}",
            match self.unpublished.tested() {
                1 => "1 was".to_owned(),
                tested => format!("{tested} were"),
            }
        )
    }
}
