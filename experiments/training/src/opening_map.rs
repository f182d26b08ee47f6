//! The first leads of Kinderschnapsen as a heat map.

use hinterhand_charts::{HeatMap, Panel};
use hinterhand_engine::tricks::Rank;
use hinterhand_players::strategy::{Opening, OpeningHand, RANKS};

/// Hands by actions: what is done without closing and after it, so that each row makes 1 from its second cell
/// on.
pub fn opening_map(opening: &Opening, title: String) -> HeatMap {
    let row = |hand: &OpeningHand| (hand.text(), hand.parts().collect());
    let panel = |rank: Rank| Panel {
        title: format!("turnup {}\u{2660}", rank.letter()),
        rows: opening.hands.iter().filter(|hand| hand.turnup.rank() == rank).map(row).collect(),
    };
    let columns =
        ["close", "open: 1st", "open: 2nd", "open: 3rd", "closed: 1st", "closed: 2nd", "closed: 3rd"];
    let (columns, breaks) = (columns.map(str::to_owned).to_vec(), vec![0, 3]);
    HeatMap { title, columns, breaks, panels: RANKS.map(panel).to_vec() }
}
