//! Every game keeps the contract of `Game`: one line each.

use hinterhand_engine::contract::check;
use hinterhand_engine::games::Kinderschnapsen;

#[test]
fn kinderschnapsen() {
    check(&Kinderschnapsen::default());
}
