//! The four pawns and four courts for which the game is played, and sets of them as bits.

use hinterhand_engine::games::recipippes::{Court, CourtSet};

#[test]
fn they_are_named_as_on_the_cards() {
    let names: Vec<String> = Court::all().map(|court| court.to_string()).collect();
    assert_eq!(names.join(" "), "PMSL PMYK PSWK PWLY CMWK CMLY CSWY CSLK");
    assert_eq!(CourtSet::ALL.points(), 12);
    for court in Court::all() {
        assert_eq!(court.to_string().parse(), Ok(court));
    }
}
