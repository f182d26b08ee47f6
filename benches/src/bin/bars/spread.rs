//! Figures of several rounds, and their text.

/// The smallest, the middle and the largest of some figures.
#[derive(Clone, Copy)]
pub(crate) struct Spread {
    low: f64,
    pub(crate) median: f64,
    high: f64,
}

impl Spread {
    pub(crate) fn of(figures: impl IntoIterator<Item = f64>) -> Spread {
        let mut sorted: Vec<f64> = figures.into_iter().collect();
        sorted.sort_by(f64::total_cmp);
        let last = sorted.len() - 1;
        Spread {
            low: sorted[0],
            median: (sorted[last / 2] + sorted[last.div_ceil(2)]) / 2.0,
            high: sorted[last],
        }
    }

    pub(crate) fn text(self, scale: f64) -> String {
        let [low, median, high] =
            [self.low, self.median, self.high].map(|figure| three_digits(figure / scale));
        format!("{median} ({low}..{high})")
    }
}

/// The unit in which a rate is printed, and its prefix.
pub(crate) fn in_units_of(rate: f64) -> (f64, &'static str) {
    match rate {
        1e5.. => (1e6, "M "),
        1e3.. => (1e3, "k "),
        _ => (1.0, ""),
    }
}

fn three_digits(figure: f64) -> String {
    let decimals = match figure {
        100.0.. => 0,
        10.0.. => 1,
        _ => 2,
    };
    format!("{figure:.decimals$}")
}
