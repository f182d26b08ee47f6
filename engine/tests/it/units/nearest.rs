//! The nearest right name to a wrong one, for error messages.

use hinterhand_engine::nearest;

#[test]
fn slips_of_the_pen_are_found() {
    let names = ["close_min_stock", "close_fail", "freeze_on_close"];
    assert_eq!(nearest("close_min_stok", names), Some("close_min_stock"));
    assert_eq!(nearest("closefail", names), Some("close_fail"));
    assert_eq!(nearest("players", names), None);
}
