//! The standings: the cross table with intervals, and ratings.

use hinterhand_matches::ratings::Gap;
use hinterhand_matches::tournament::{Standings, Tally};

fn tally(deals: &[(usize, usize, &str)]) -> Tally {
    let mut tally = Tally::default();
    for (first, second, payoffs) in deals {
        tally.add(&[*first, *second], &payoffs.parse().expect("payoffs"));
    }
    tally
}

#[test]
fn figures_are_as_by_hand() {
    let tally = tally(&[
        (0, 1, "3,-3;-1,1"),
        (0, 1, "1,-1;0,0"),
        (0, 2, "-1,1;-2,2"),
        (1, 2, "1,-1;1,-1"),
        (1, 2, "1,-1;-1,1"),
    ]);
    let standings = Standings::of(&tally, 3, true, None);
    assert_eq!(standings.counts(0, 1), [2, 1, 1]);
    assert_eq!(standings.counts(1, 0), [1, 1, 2]);
    assert_eq!(standings.bots()[0].counts, [2, 1, 3]);
    assert_eq!(standings.margin(0, 1).mean(), Some(0.75));
    assert_eq!(standings.margin(1, 0).mean(), Some(-0.75));
    // Deals of shares 1/2 and 3/4.
    let share = standings.share(0, 1);
    assert_eq!((share.mean(), share.variance()), (Some(0.625), Some(0.03125)));
    assert_eq!(standings.share(1, 0).mean(), Some(0.375));
    // Shares 5/12, 9/16 and 1/2.
    assert_eq!(standings.order(), [1, 2, 0]);
    let elo = |bot: usize| standings.bots()[bot].rating.expect("asked for").elo();
    assert!((elo(0) + elo(1) + elo(2)).abs() < 1e-9);
    assert!(elo(1) > elo(0));
    let points = [3.0, 1.0, 2.0];
    assert_eq!(Standings::of(&tally, 3, false, Some(&points)).order(), [0, 2, 1]);
}

#[test]
fn nobody_is_rated_before_the_first_deal() {
    let standings = Standings::of(&Tally::default(), 2, true, None);
    assert_eq!(standings.bots()[0].margin.mean(), None);
    assert!(matches!(standings.bots()[1].rating, Some(Gap::Unknown | Gap::Points { .. })));
    assert_eq!(standings.order(), [0, 1]);
}
