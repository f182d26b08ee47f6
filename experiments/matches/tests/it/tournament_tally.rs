//! The counted results of deals: enough for every figure, and independent of the order of the deals.

use hinterhand_matches::tournament::{Outcome, Payoffs, Tally};

fn payoffs(text: &str) -> Payoffs {
    text.parse().expect("payoffs")
}

#[test]
fn outcomes_are_those_of_the_first() {
    let outcome = Outcome::of(&payoffs("3,-3;-1,1"), 0, 1);
    assert_eq!(outcome, Outcome { margin: 1.0, won: 1, drawn: 0, lost: 1 });
    let outcome = Outcome::of(&payoffs("5,1,0;2,2,0"), 0, 1);
    assert_eq!(outcome, Outcome { margin: 1.0, won: 1, drawn: 1, lost: 0 });
}

#[test]
fn the_order_does_not_matter() {
    let deals = ["1,-1;-1,1", "0.1,-0.1;0.2,-0.2", "3,-3;0,0", "0.3,-0.3;1,-1"].map(payoffs);
    let of = |deals: &[Payoffs]| {
        let mut tally = Tally::default();
        deals.iter().for_each(|payoffs| tally.add(&[0, 2], payoffs));
        tally
    };
    let mut back = deals.to_vec();
    back.reverse();
    assert_eq!(of(&deals), of(&back));
    let mut parts = of(&back[..1]);
    parts.merge(&of(&back[1..]));
    assert_eq!((&parts, parts.deals()), (&of(&deals), 4));
}
