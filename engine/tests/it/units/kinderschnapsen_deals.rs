//! The 13,305,600 deals of Kinderschnapsen by number, and up to suit symmetry.

use hinterhand_engine::games::kinderschnapsen::{Deals, SuitMap};

#[test]
fn numbers_and_deals_are_one_to_one() {
    for number in (0..Deals::COUNT).step_by(997).chain([Deals::COUNT - 1]) {
        assert_eq!(Deals::number(&Deals::get(number)), number);
    }
}

#[test]
#[ignore = "slow: names all 13 million deals six times"]
fn the_classes_cover_all_deals() {
    let (classes, deals) =
        Deals::classes().fold((0, 0), |(classes, deals), (_, weight)| (classes + 1, deals + weight));
    assert_eq!((classes, deals), (Deals::CLASSES, Deals::COUNT));
}

#[test]
fn every_class_has_six_deals() {
    for number in (0..Deals::COUNT).step_by(1_009) {
        let deal = Deals::get(number);
        let mut images: Vec<u32> = SuitMap::all().iter().map(|map| Deals::number(&map.deal(&deal))).collect();
        images.sort_unstable();
        images.dedup();
        assert_eq!(images.len(), 6, "deal {number}");
    }
}
