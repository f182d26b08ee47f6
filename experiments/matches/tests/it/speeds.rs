//! The speed of the hot paths on this machine, in a few seconds.

use std::time::Duration;

use hinterhand_matches::speeds::all;

#[test]
fn everything_can_be_measured() {
    for mut speed in all() {
        assert_eq!(speed.spread(), None, "{}", speed.what);
        speed.turn(Duration::ZERO);
        speed.turn(Duration::ZERO);
        let [low, middle, high] = speed.spread().expect("two turns");
        assert!(low > 0.0 && low <= middle && middle <= high, "{}: {low} {middle} {high}", speed.what);
    }
}
