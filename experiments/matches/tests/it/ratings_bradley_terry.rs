//! Published and independently computed fits, and bouts that have none.

use hinterhand_engine::Rng;
use hinterhand_matches::ratings::{Bout, BradleyTerry, ELO, Gap, Spread, Zero, bootstrap};

fn bout(first: usize, second: usize, [won, drawn, lost]: [f64; 3]) -> Bout {
    Bout { players: [first, second], won, drawn, lost }
}

/// The bouts of a table of wins by row over column, and one of draws.
fn table<const N: usize>(wins: [[u32; N]; N], draws: [[u32; N]; N]) -> Vec<Bout> {
    let mut bouts = Vec::new();
    for first in 0..N {
        for second in first + 1..N {
            let results = [wins[first][second], draws[first][second], wins[second][first]];
            bouts.push(bout(first, second, results.map(f64::from)));
        }
    }
    bouts
}

fn near(ours: f64, expected: f64, within: f64) {
    assert!((ours - expected).abs() <= within, "{ours}, not {expected}");
}

fn points(gap: Gap) -> [f64; 2] {
    let Gap::Points { elo, error } = gap else { panic!("{gap:?}") };
    [elo, error]
}

#[test]
fn the_american_league_of_1987() {
    // Agresti, Categorical Data Analysis (2002), tables 10.10 and 10.11: Milwaukee, Detroit, Toronto, New
    // York, Boston, Cleveland, Baltimore; the strengths are printed there with two digits, and computed with
    // six by the minimizer of scipy 1.16 together with their standard errors.
    let wins = [
        [0, 7, 9, 7, 7, 9, 11],
        [6, 0, 7, 5, 11, 9, 9],
        [4, 6, 0, 7, 7, 8, 12],
        [6, 8, 6, 0, 6, 7, 10],
        [6, 2, 6, 7, 0, 7, 12],
        [4, 4, 5, 6, 6, 0, 6],
        [2, 4, 1, 3, 1, 7, 0],
    ];
    let printed = [1.58, 1.44, 1.29, 1.25, 1.11, 0.68];
    let computed = [1.581356, 1.436408, 1.294485, 1.247618, 1.107698, 0.683853];
    let errors = [0.343256, 0.339568, 0.336669, 0.335861, 0.333878, 0.331877];
    let fit = BradleyTerry::fit(7, &table(wins, [[0; 7]; 7]), 0.0).unwrap();
    let ratings = fit.ratings(Zero::Player(6), Spread::Results);
    for team in 0..6 {
        let [elo, error] = points(ratings[team]);
        near(elo / ELO, printed[team], 0.005);
        near(elo / ELO, computed[team], 2e-6);
        near(error / ELO, errors[team], 2e-6);
    }
    assert_eq!(points(ratings[6]), [0.0, 0.0]);
    assert_eq!(fit.draws(), Some(0.0));
    let mean: f64 = fit.ratings(Zero::Mean, Spread::Results).iter().map(Gap::elo).sum();
    near(mean, 0.0, 1e-9);
}

const WINS: [[u32; 4]; 4] = [[0, 12, 9, 20], [7, 0, 10, 11], [5, 8, 0, 14], [3, 6, 4, 0]];
const DRAWS: [[u32; 4]; 4] = [[0, 4, 3, 2], [4, 0, 6, 1], [3, 6, 0, 5], [2, 1, 5, 0]];

#[test]
fn draws_are_as_computed_elsewhere() {
    // The minimizer of scipy 1.16 on the logarithm of the likelihood; second derivatives by differences.
    let fit = BradleyTerry::fit(4, &table(WINS, DRAWS), 0.0).unwrap();
    near(fit.draws().unwrap(), 0.434893604, 1e-7);
    let expected = [[303.270827, 68.614644], [189.716338, 66.270230], [181.185464, 64.552218]];
    let ratings = fit.ratings(Zero::Player(3), Spread::Results);
    for (rating, [elo, error]) in ratings.into_iter().zip(expected) {
        near(points(rating)[0], elo, 1e-4);
        near(points(rating)[1], error, 1e-3);
        let [low, high] = rating.interval(0.95).unwrap();
        near(high - low, 2.0 * 1.959964 * error, 1e-2);
    }
    near(points(fit.gap(0, 1, Spread::Results))[1], 62.179421, 1e-3);
    // Every player has the expected score.
    for player in 0..4 {
        let (mut scored, mut expected) = (0.0, 0.0);
        for other in (0..4).filter(|&other| other != player) {
            let [won, drawn, lost] =
                [WINS[player][other], DRAWS[player][other], WINS[other][player]].map(f64::from);
            let [win, draw, _] = fit.chances(player, other).unwrap();
            scored += won + drawn / 2.0;
            expected += (won + drawn + lost) * (win + draw / 2.0);
        }
        near(scored, expected, 1e-9);
    }
}

#[test]
fn a_prior_is_as_computed_elsewhere() {
    let bouts = table([[0, 5, 2], [0, 0, 3], [0, 0, 0]], [[0, 1, 0], [1, 0, 0], [0, 0, 0]]);
    let fit = BradleyTerry::fit(3, &bouts, 2.0).unwrap();
    near(fit.gap(0, 1, Spread::Results).elo() / ELO, 1.73753997 + 0.02251553, 1e-6);
    near(fit.gap(1, 2, Spread::Results).elo() / ELO, -0.02251553 + 1.69397108, 1e-6);
    near(fit.draws().unwrap().ln(), -1.17178178, 1e-6);
}

#[test]
fn the_unbeaten_are_above_without_bound() {
    // 0 has only beaten 1 and 2, who have beaten each other; 3 has only drawn with 4; 5 has not played.
    let bouts = [
        bout(0, 1, [3.0, 0.0, 0.0]),
        bout(2, 0, [0.0, 0.0, 1.0]),
        bout(1, 2, [2.0, 1.0, 4.0]),
        bout(3, 4, [0.0, 2.0, 0.0]),
    ];
    let fit = BradleyTerry::fit(6, &bouts, 0.0).unwrap();
    assert_eq!(fit.groups(), [vec![0], vec![1, 2], vec![3, 4], vec![5]]);
    let gap = |first, second| fit.gap(first, second, Spread::Results);
    assert_eq!(
        [gap(0, 1), gap(2, 0), gap(0, 3), gap(5, 0)],
        [Gap::Above, Gap::Below, Gap::Unknown, Gap::Unknown]
    );
    // The draws of 3 and 4 make draws likelier for all, but the win and loss of 2 against 1 keep their
    // difference.
    let [win, _, loss] = fit.chances(2, 1).unwrap();
    near(win - loss, 2.0 / 7.0, 1e-12);
    near(gap(2, 1).elo(), ELO * (win / loss).ln(), 1e-9);
    near(gap(3, 4).elo(), 0.0, 1e-9);
    assert!(gap(0, 1).interval(0.95).is_none() && gap(0, 3).elo().is_nan());
    let ratings = fit.ratings(Zero::Mean, Spread::Results);
    near(ratings[2].elo(), gap(2, 1).elo() / 2.0, 1e-9);
    assert_eq!([ratings[0], ratings[4]], [Gap::Above, Gap::Unknown]);
    // A prior makes all of it finite.
    let fit = BradleyTerry::fit(6, &bouts, 1.0).unwrap();
    assert!(fit.ratings(Zero::Mean, Spread::Results).iter().all(|rating| rating.elo().is_finite()));
    assert!(fit.gap(0, 1, Spread::Results).elo() > fit.gap(2, 1, Spread::Results).elo());
}

#[test]
fn draws_do_not_hold_back_who_is_never_beaten() {
    // Wins and draws without a loss: both the difference and the draws grow, and the likelihood with them.
    let fit = BradleyTerry::fit(2, &[bout(0, 1, [5.0, 5.0, 0.0])], 0.0).unwrap();
    assert_eq!((fit.gap(0, 1, Spread::Results), fit.draws()), (Gap::Above, None));
    // Other players settle how likely draws are, and with it the difference.
    let bouts = [bout(0, 1, [5.0, 5.0, 0.0]), bout(1, 2, [4.0, 1.0, 4.0])];
    let fit = BradleyTerry::fit(3, &bouts, 0.0).unwrap();
    assert!(fit.gap(0, 1, Spread::Results).elo().is_finite() && fit.draws().is_some());
    // If all hands are drawn, all players are equal.
    let fit = BradleyTerry::fit(2, &[bout(0, 1, [0.0, 9.0, 0.0])], 0.0).unwrap();
    assert_eq!((fit.gap(0, 1, Spread::Results), fit.draws()), (Gap::Unknown, None));
}

#[test]
fn bouts_of_several_results_have_wider_intervals() {
    // Each deal brings its winner three game points, which are no three independent trials.
    let single: Vec<Bout> =
        (0..90).map(|n| bout(0, 1, if n % 3 == 0 { [0.0, 0.0, 1.0] } else { [1.0, 0.0, 0.0] })).collect();
    let triple: Vec<Bout> =
        single.iter().map(|one| Bout { won: 3.0 * one.won, lost: 3.0 * one.lost, ..*one }).collect();
    let [single, triple] = [single, triple].map(|bouts| {
        let fit = BradleyTerry::fit(2, &bouts, 0.0).unwrap();
        [Spread::Results, Spread::Bouts].map(|spread| points(fit.gap(0, 1, spread)))
    });
    // The error of a logarithm of odds is sqrt(1/60 + 1/30).
    near(single[0][1] / ELO, (1.0f64 / 60.0 + 1.0 / 30.0).sqrt(), 1e-9);
    near(single[1][1], single[0][1], 1e-9);
    near(triple[0][1], single[0][1] / 3f64.sqrt(), 1e-9);
    near(triple[1][1], single[1][1], 1e-9);
}

#[test]
fn drawing_the_bouts_again_gives_the_same_width() {
    let mut rng = Rng::new(8, 0);
    let bouts: Vec<Bout> = (0..600)
        .map(|n| {
            let result = rng.weighted([5.0, 2.0, 3.0].into_iter());
            bout(n % 3, (n + 1) % 3, [0, 1, 2].map(|place| f64::from(u8::from(place == result))))
        })
        .collect();
    let elo = |bouts: &[Bout]| BradleyTerry::fit(3, bouts, 0.0).unwrap().gap(0, 1, Spread::Results).elo();
    let replicates = bootstrap::replicates(&bouts, 400, &mut Rng::new(8, 1), elo);
    let [low, high] = bootstrap::percentile(replicates, 0.95);
    let gap = BradleyTerry::fit(3, &bouts, 0.0).unwrap().gap(0, 1, Spread::Bouts);
    let [below, above] = gap.interval(0.95).unwrap();
    // An end of 400 draws has an error of about a tenth of the half width.
    let half = (above - below) / 2.0;
    assert!(
        (low - below).abs() < 0.4 * half && (high - above).abs() < 0.4 * half,
        "{low} {below} {above} {high}"
    );
}

#[test]
fn senseless_bouts_are_refused() {
    let refused = |bout, prior| BradleyTerry::fit(2, &[bout], prior).unwrap_err().to_string();
    assert_eq!(refused(bout(0, 2, [1.0, 0.0, 0.0]), 0.0), "bout 0 names player 2, whom there is not");
    assert_eq!(refused(bout(1, 1, [1.0, 0.0, 0.0]), 0.0), "in bout 0 a player plays against itself");
    assert_eq!(refused(bout(0, 1, [1.0, -1.0, 0.0]), 0.0), "bout 0 counts -1 results");
    assert_eq!(
        refused(bout(0, 1, [1.0, 0.0, 0.0]), -1.0),
        "the prior must be 0 or a positive number, not -1"
    );
    assert!(BradleyTerry::fit(0, &[], 0.0).unwrap().ratings(Zero::Mean, Spread::Results).is_empty());
}
