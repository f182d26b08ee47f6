//! Equilibria known by hand or computed elsewhere.

use ndarray::{Array2, array};

use super::*;

fn near(ours: &[f64], expected: &[f64], within: f64) {
    let close = ours.iter().zip(expected).all(|(a, b)| (a - b).abs() <= within);
    assert!(close && ours.len() == expected.len(), "{ours:?}, not {expected:?}");
}

/// The table whose entries above the diagonal are these, row by row.
fn skew(count: usize, above: &[f64]) -> Array2<f64> {
    let mut entries = above.iter();
    let mut table = Array2::zeros((count, count));
    for row in 0..count {
        for column in row + 1..count {
            let entry = *entries.next().expect("an entry for each pair");
            table[[row, column]] = entry;
            table[[column, row]] = -entry;
        }
    }
    table
}

#[test]
fn a_cycle_is_as_by_hand() {
    // A beats B by 1, B beats C by 2, C beats A by 3: each is chosen as the two others play for.
    let average = NashAverage::of(&skew(3, &[1.0, -3.0, 2.0]));
    near(&average.masses, &[2.0 / 6.0, 3.0 / 6.0, 1.0 / 6.0], 1e-15);
    near(&average.scores, &[0.0; 3], 1e-15);
}

#[test]
fn the_best_has_all() {
    let average = NashAverage::of(&skew(3, &[-0.2, 0.5, 0.4]));
    assert_eq!(average.masses, [0.0, 1.0, 0.0]);
    near(&average.scores, &[-0.2, 0.0, -0.4], 1e-15);
    assert_eq!(NashAverage::of(&Array2::zeros((4, 4))).masses, [0.25; 4]);
}

#[test]
fn copies_share_their_mass() {
    // Rock twice, paper, scissors thrice, and somebody who loses to all.
    let kinds = [0, 0, 1, 2, 2, 2, 3];
    let table = skew(4, &[-1.0, 1.0, 0.1, -1.0, 0.2, 0.3]);
    let average =
        NashAverage::of(&Array2::from_shape_fn((7, 7), |(row, column)| table[[kinds[row], kinds[column]]]));
    let third = 1.0 / 3.0;
    near(
        &average.masses,
        &[third / 2.0, third / 2.0, third, third / 3.0, third / 3.0, third / 3.0, 0.0],
        1e-13,
    );
    near(&average.scores, &[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, -0.2], 1e-13);
}

#[test]
fn those_without_mass_bound_the_others() {
    // Three are even among themselves; a fourth wins 1 against the first two and loses 1 to the third. So the third
    // needs half of the mass, at which the fourth wins just 0.
    let average = NashAverage::of(&skew(4, &[0.0, 0.0, -1.0, 0.0, -1.0, 1.0]));
    near(&average.masses, &[0.25, 0.25, 0.5, 0.0], 1e-11);
    near(&average.scores, &[0.0; 4], 1e-11);
}

#[test]
fn a_polytope_of_many_dimensions() {
    // Tables with many ties, whose equilibria have two dimensions or more and of which some bot without mass cuts off
    // the most even ones: the support by linear programs of scipy 1.16, the maximum by its SLSQP.
    for (above, masses) in KNOWN {
        near(&NashAverage::of(&skew(7, &above)).masses, &masses, 1e-7);
    }
}

/// The entries above the diagonal, and the masses.
const KNOWN: [([f64; 21], [f64; 7]); 3] = [
    (
        [
            0.0, 1.0, 1.0, 0.0, 0.0, -0.5, 1.0, -0.5, 0.0, 0.0, -0.5, 0.0, 0.5, -0.5, 0.0, 1.0, 0.0, 0.0,
            0.0, 1.0, -0.5,
        ],
        [0.3884957697, 0.1103248727, 0.0, 0.0, 0.3333333333, 0.1678460242, 0.0],
    ),
    (
        [
            0.0, 0.0, 0.0, 1.0, 0.5, 0.0, 0.0, 0.0, -0.5, -1.0, 0.5, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 1.0, 0.0,
            0.0, 0.0,
        ],
        [0.3238970199, 0.16194851, 0.2570772351, 0.2570772351, 0.0, 0.0, 0.0],
    ),
    (
        [
            1.0, 0.0, 1.0, -0.5, 0.0, 0.0, 0.0, -1.0, 0.0, 0.0, 1.0, -0.5, 0.0, -1.0, 0.5, 0.0, 0.0, 1.0,
            0.0, 1.0, 0.5,
        ],
        [0.0, 0.0, 0.0, 0.217988353, 0.4359767061, 0.3460349409, 0.0],
    ),
];

#[test]
fn measured_tables_have_equilibria() {
    // Random tables of many sizes, also with ties: that masses are an equilibrium can be checked without knowing it.
    let mut rng = hinterhand_engine::Rng::new(21, 0);
    for count in 1..=25 {
        for steps in [3, 1_000_000] {
            let pairs = count * (count - 1) / 2;
            let entries: Vec<f64> =
                (0..pairs).map(|_| f64::from(rng.below(steps)) / f64::from(steps - 1) * 2.0 - 1.0).collect();
            let average = NashAverage::of(&skew(count, &entries));
            assert!((average.masses.iter().sum::<f64>() - 1.0).abs() < 1e-12);
            assert!(average.masses.iter().all(|mass| *mass >= 0.0), "{average:?}");
            assert!(average.scores.iter().all(|score| *score < 1e-9), "{count} {steps}: {average:?}");
        }
    }
}

#[test]
#[should_panic(expected = "what one bot wins the other must lose")]
fn tables_that_are_not_skew_are_refused() {
    NashAverage::of(&array![[0.0, 1.0], [1.0, 0.0]]);
}
