//! The results of each pair of bots.

use hinterhand_matches::ratings::CrossTable;

#[test]
fn the_second_sees_the_results_from_the_other_side() {
    let mut table = CrossTable::new(2);
    table.add(0, 1, 1.0);
    table.add(1, 0, 3.0);
    let mut other = CrossTable::new(2);
    other.add(0, 1, 2.0);
    table.merge(&other);
    let [here, there] = [table.cell(0, 1), table.cell(1, 0)];
    assert_eq!((here.count(), here.mean(), there.mean()), (3, Some(0.0), Some(0.0)));
    assert_eq!(here.variance(), Some(7.0));
}
